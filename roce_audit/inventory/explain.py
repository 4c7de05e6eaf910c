"""The faults behind a validation error, in the user's words and with the nearest right key."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from pydantic import BaseModel, ValidationError

from roce_audit.inventory.fault import At, Fault
from roce_audit.inventory.keypath import REFERENCE_KEYS, SECRET_KEYS, Loc
from roce_audit.inventory.models import Inventory
from roce_audit.inventory.nearest import Nearest
from roce_audit.inventory.values import Contradiction, Unfit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pydantic_core import ErrorDetails

_KEY_OF_A_MAPPING = "[key]"
_WHAT_BELONGS = {
    "model_type": ("is not a mapping", "write one 'key: value' in a line below it"),
    "dict_type": ("is not a mapping", "write one 'name: ...' in a line below it"),
    "tuple_type": ("is not a list", "write one '- ...' in a line below it"),
}


def explain(error: ValidationError, most: int) -> list[Fault]:
    """Return the faults, one for each of the first ``most`` errors.

    An absent key is not told where an unknown key beside it is its misspelling.
    """
    details = error.errors(include_url=False, include_input=False)
    faults = [_fault(detail) for detail in details[:most]]
    meant = set(_misspelt(faults))
    return [fault for fault in faults if fault.at is not At.ABSENT or fault.loc not in meant]


def _misspelt(faults: Iterable[Fault]) -> Iterable[Loc]:
    for fault in faults:
        if fault.at is At.KEY and isinstance(fault.loc[-1], str):
            for key in _near_keys(fault.loc).of(fault.loc[-1])[:1]:
                yield (*fault.loc[:-1], key)


def _fault(detail: ErrorDetails) -> Fault:
    loc, kind = detail["loc"], detail["type"]
    unfit = detail.get("ctx", {}).get("error")
    if kind == "missing":
        return Fault(loc, "is missing", at=At.ABSENT)
    if kind == "extra_forbidden":
        return _unknown_key(loc)
    if isinstance(unfit, Unfit):
        if loc[-1:] == (_KEY_OF_A_MAPPING,):
            return Fault(loc[:-1], unfit.reason, unfit.suggestion, At.KEY)
        at = At.KEY if isinstance(unfit, Contradiction) else At.VALUE
        return Fault(loc, unfit.reason, unfit.suggestion, at)
    reason, suggestion = _WHAT_BELONGS.get(kind, (f"does not fit: {detail['msg']}", ""))
    return Fault(loc, reason, suggestion)


def _unknown_key(loc: Loc) -> Fault:
    key = str(loc[-1])
    near = _near_keys(loc)
    if SECRET_KEYS.intersection(loc[:-1]) and not near.of(key):
        # What stands where a key belongs may be the secret itself.
        sources = ", ".join(REFERENCE_KEYS)
        return Fault(loc, "is not a key known here", f"known keys are {sources}", At.KEY)
    return Fault(loc, "is not a key known here", near.suggestion(key), At.KEY)


def _near_keys(loc: Loc) -> Nearest:
    model = _model_at(loc[:-1])
    names = [field.alias or name for name, field in model.model_fields.items()]
    return Nearest(names, "known keys")


def _model_at(loc: Loc) -> type[BaseModel]:
    """Return the model that reads the mapping at a path: names and indices are no fields."""
    model: type[BaseModel] = Inventory
    for step in loc:
        fields = {field.alias or name: field for name, field in model.model_fields.items()}
        if step in fields:
            model = _model_inside(fields[str(step)].annotation) or model
    return model


def _model_inside(annotation: object) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    inside = (_model_inside(argument) for argument in get_args(annotation))
    return next((model for model in inside if model), None)
