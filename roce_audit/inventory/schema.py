"""The JSON Schema of an inventory, for editors and pipelines."""

from roce_audit.inventory.models import Inventory


def inventory_schema() -> dict[str, object]:
    """Return the schema (draft 2020-12); every key has a title and a description."""
    schema: dict[str, object] = Inventory.model_json_schema(by_alias=True)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": "roce-audit inventory",
    }
