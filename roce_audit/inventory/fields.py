"""The types of the inventory's fields: a strict reader of values, with its JSON Schema.

A field is validated by its reader alone, so that all messages are ours and the same for the text
of a file and for Python values.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    PlainValidator,
    WithJsonSchema,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from roce_audit.inventory import addresses, lists, values

Schema = dict[str, object]


class Strict(BaseModel):
    """Base of all inventory models: unknown keys are errors, instances are immutable.

    Errors of the library itself never show a value: it may be a secret.
    """

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
        field_title_generator=lambda name, _field: name.replace("_", " "),
    )


@dataclass(frozen=True, slots=True)
class Reader:
    """Annotation of a field's type: how its value is read, and its JSON Schema."""

    read: Callable[[object], object]
    schema: Schema = field(hash=False)

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Validate with ``read`` alone."""
        del source, handler
        return core_schema.no_info_plain_validator_function(self.read)

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """Describe the values that ``read`` accepts."""
        del schema, handler
        return dict(self.schema)


def _whole(low: int, high: int) -> Reader:
    schema: Schema = {"type": "integer", "minimum": low, "maximum": high}
    return Reader(values.whole(low, high), schema)


def _decimal(low: float, high: float) -> Reader:
    schema: Schema = {"type": "number", "minimum": low, "maximum": high}
    return Reader(values.decimal(low, high), schema)


def _choice(*words: str) -> Reader:
    return Reader(values.choice(*words), {"type": "string", "enum": list(words)})


def _text(read: Callable[[object], object]) -> Reader:
    return Reader(read, {"type": "string", "minLength": 1})


def one_or_more(item: Schema) -> WithJsonSchema:
    """Return the schema of a list for which one item alone may stand."""
    return WithJsonSchema({"anyOf": [item, {"type": "array", "items": item}]})


TEXT: Schema = {"type": "string", "minLength": 1}

Text = Annotated[str, _text(values.text)]
Name = Annotated[str, _text(values.name)]
Word = Annotated[str, _text(values.one_word)]
EnvironmentName = Annotated[str, _text(values.environment_name)]
DeviceAddress = Annotated[str, _text(addresses.device_address)]
Netdev = Annotated[str, _text(addresses.netdev)]
Mac = Annotated[str, _text(addresses.mac_address)]
IpInterface = Annotated[addresses.IpInterface, _text(addresses.interface_address)]
FilePath = Annotated[Path, PlainValidator(values.file_path), WithJsonSchema(TEXT)]

Flag = Annotated[bool, Reader(values.flag, {"type": "boolean"})]
Port = Annotated[int, _whole(1, 65535)]
Priority = Annotated[int, _whole(0, 7)]
Dscp = Annotated[int, _whole(0, 63)]
# 576: what every IPv4 host must take (RFC 791); 65535: the largest IP packet.
MtuBytes = Annotated[int, _whole(576, 65535)]
Threads = Annotated[int, _whole(1, 512)]
Seconds = Annotated[float, _decimal(0.1, 3600)]
Rate = Annotated[float, _decimal(0.01, 1000)]
Vlan = Annotated[
    int | Literal["untagged"],
    Reader(
        addresses.vlan,
        {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 4094}, {"const": "untagged"}]},
    ),
]

RoceVersion = Annotated[Literal["v1", "v2"], _choice("v1", "v2")]
HostKeyPolicy = Annotated[Literal["check", "accept"], _choice("check", "accept")]
Traffic = Annotated[
    Literal["v1", "v2-ipv4", "v2-ipv6"],
    # The word v2 is replaced before; it stands here for the message.
    _choice("v1", "v2", "v2-ipv4", "v2-ipv6"),
]
# So is the word dual.
Family = Annotated[Literal["ipv4", "ipv6"], _choice("ipv4", "ipv6", "dual")]

Listed = BeforeValidator(lists.listed)
Section = BeforeValidator(lists.section)
Families = Annotated[
    tuple[Family, ...],
    BeforeValidator(lists.families),
    one_or_more({"type": "string", "enum": ["ipv4", "ipv6", "dual"]}),
]
Traffics = Annotated[
    tuple[Traffic, ...],
    BeforeValidator(lists.traffics),
    one_or_more({"type": "string", "enum": ["v1", "v2", "v2-ipv4", "v2-ipv6"]}),
]
