"""What options of iptables and ebtables say about fields, ports and interfaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.fields import FRAGMENT, PROTOCOL, Field
from roce_audit.packets.ranges import Ranges, complement
from roce_audit.platforms.linux.option_values import PORT_TOP, PORTED
from roce_audit.platforms.linux.questions import End, asks_name
from roce_audit.platforms.linux.unions import NO, WITH_PORTS, YES

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.linux.iptables_rule import OptionReader
    from roce_audit.platforms.linux.values import ReadValue


def keep(reader: OptionReader, field: Field, values: Ranges, *, turned: bool) -> None:
    """Keep the packets whose field lies in a set, or outside of it if ``turned``."""
    if field in reader.rewritten:
        reader.maybe(f"the {field.title}, which a rule may have rewritten")
        return
    kept = complement(values, field.top) if turned else values
    reader.narrow(({field: kept},) if kept else ())


def field_option(field: Field, read_value: ReadValue) -> Callable[[OptionReader], None]:
    """Return what reads an option whose value is one of a field."""

    def read(reader: OptionReader) -> None:
        word, turned = reader.value(f"a {field.title}")
        keep(reader, field, read_value(word), turned=turned)

    return read


def name_option(end: End) -> Callable[[OptionReader], None]:
    """Return what reads an option whose value is an interface; ``+`` stands for anything."""

    def read(reader: OptionReader) -> None:
        word, turned = reader.value("an interface")
        pattern = f"{word[:-1]}*" if word.endswith("+") else word
        if pattern != "*":
            reader.narrow(({asks_name(end, pattern): NO if turned else YES},))
        elif turned:
            reader.narrow(())

    return read


def port_option(read_ports: ReadValue, *fields: Field) -> Callable[[OptionReader], None]:
    """Return what reads an option whose value is ports: one of ``fields`` must have one."""
    frame: Box = {PROTOCOL: PORTED, FRAGMENT: WITH_PORTS}

    def read(reader: OptionReader) -> None:
        word, turned = reader.value("ports")
        values = read_ports(word)
        if turned:
            others = complement(values, PORT_TOP)
            reader.narrow(({**frame, **dict.fromkeys(fields, others)},) if others else ())
        else:
            reader.narrow(tuple({**frame, field: values} for field in fields))

    return read
