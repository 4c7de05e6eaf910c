"""Mistakes planted in the reader, each of which the cases must notice."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from roce_audit.errors import RoceAuditError
from roce_audit.model.acl import Direction
from roce_audit.packets.fields import DESTINATION_PORT, SOURCE_PORT
from roce_audit.packets.ranges import single
from roce_audit.platforms.sonic import (
    acl_filters,
    acl_tables,
    actions,
    assemble,
    binding,
    draft,
    filters,
    loader,
    matches,
    merging,
    patch,
    patch_edit,
    ports,
    rules,
    shown,
    surroundings,
    table_types,
    taking,
    text,
    values,
)
from tests.platforms.case_files import loaded
from tests.platforms.wrong_readers import plant

# The package offers the function of the same name.
route = sys.modules["roce_audit.platforms.sonic.route"]

CASES = [
    case
    for name in ("vectors", "tables", "rules", "ports", "texts", "changes")
    for case in loaded(Path(__file__).parent / "cases" / f"{name}.yml").values()
]
EXTRAS = ("verdict", "line", "note", "because")


def is_wrong(case, question, sonic, ask_sonic):
    changes = [case["change"]] if "change" in case else []
    words = {key: value for key, value in question.items() if key not in EXTRAS}
    try:
        device = sonic(
            case["config"], *changes, state=case.get("state", ""), **case.get("assume", {})
        )
        (answer,) = ask_sonic(device, words)
    except RoceAuditError:
        return True
    return answer.verdict.value != question["verdict"]


def is_noticed(sonic, ask_sonic):
    """Whether any question is not answered as worked out by hand."""
    return any(
        is_wrong(case, question, sonic, ask_sonic) for case in CASES for question in case["ask"]
    )


def always(value):
    return lambda *_args, **_named: value


inner_boxes = draft.Draft._inner_boxes
usual_kind = acl_tables._kind
usual_interfaces = assemble.interfaces_of
usual_bindings = assemble.bindings_of


def partial_for_all(made):
    made.qualified = True
    return inner_boxes(made)


def converting(type_name, stage, database, around):
    kind = usual_kind(type_name, stage, database, around)
    return replace(kind, to_next_header=True) if kind and kind.custom else kind


def without_members(database):
    return {name: replace(each, parent="") for name, each in usual_interfaces(database).items()}


def not_on_subinterfaces(table, interfaces, around):
    return [each for each in usual_bindings(table, interfaces, around) if "." not in each.interface]


common_route = route.common_route


def first_stage(device, passage):
    found = common_route(device, passage)
    return replace(found, stages=found.stages[:1])


MUTANTS = {
    "the smaller priority wins": (
        filters,
        "sorted",
        lambda items, key=None, reverse=False: sorted(
            items, key=key, reverse=not reverse if key else reverse
        ),
    ),
    "accept is a permit": (actions._PACKET, "ACCEPT", actions.Deed()),
    "equal priorities are tried by name": (filters, "_rivals", always([])),
    "a rule without a condition takes everything": (
        rules.RuleReader,
        "_deed",
        lambda _self, _draft, deeds, _conditions: deeds[0],
    ),
    "unknown fields are passed over": (rules.RuleReader, "_condition", always(None)),
    "every type matches everything": (
        acl_tables,
        "PREDEFINED",
        {
            name: replace(kind, matches=table_types.MATCHES)
            for name, kind in table_types.PREDEFINED.items()
        },
    ),
    "a rule without a qualifier is for all": (draft.Draft, "_inner_boxes", partial_for_all),
    "a port is a source port": (matches.MATCH, "L4_DST_PORT", matches._port(SOURCE_PORT)),
    "a range is its first port": (
        matches.MATCH,
        "L4_DST_PORT_RANGE",
        lambda made, value: made.inside(DESTINATION_PORT, single(int(value.split("-")[0]))),
    ),
    "ip type any is ip": (values.IP_TYPES, "ANY", values.IP_TYPES["IP"]),
    "ip types of the schema are taken": (values.IP_TYPES, "IPV4", values.IP_TYPES["IPV4ANY"]),
    "octal is decimal": (
        matches,
        "exactly",
        lambda value, top: values.exactly(value.lstrip("0") if value.isdecimal() else value, top),
    ),
    "masks of dscp are forgotten": (
        matches,
        "masked",
        lambda value, _bits: single(int(value.split("/")[0], 0)),
    ),
    "an unknown type filters as l3": (acl_tables, "_unmade", always("")),
    "every asic has both versions": (
        surroundings,
        "L3V4V6",
        frozenset({"mellanox", "broadcom", "vs", "marvell-prestera"}),
    ),
    "status is not asked": (surroundings, "_status", always({})),
    "members of a lag are bound": (surroundings, "members_of", always({})),
    "members of a lag stand alone": (assemble, "interfaces_of", without_members),
    "egress is ingress": (acl_tables._STAGES, "EGRESS", Direction.IN),
    "the first table decides": (
        route,
        "common_route",
        first_stage,
    ),
    "own types convert protocols": (acl_tables, "_kind", converting),
    "own types need no actions": (table_types, "_type_doubt", always("")),
    "untagged members are tagged": (ports, "_TAGGED", "untagged"),
    "broken texts are as good as whole ones": (taking, "_break", always(None)),
    "later dumps are merged": (taking, "load_dump", merging.merge),
    "ports of other asics are lost": (merging, "_joined", lambda _name, _before, entry: entry),
    "continuation rows are rows": (
        shown,
        "_body",
        lambda lines: [(n, line) for n, line in lines[2:] if line[:1] != " "],
    ),
    "patches are applied in part": (patch, "_refuse_empty", always(None)),
    "a test always holds": (patch_edit.Editor, "_test", always(None)),
    "null is nothing": (merging, "_remove_nulls", always(None)),
    "acl-loader adds no default": (loader, "_default", always(None)),
    "prompts are kept": (text, "_typed", always("")),
    "a limited rate passes": (
        filters,
        "Does",
        type("Does", (), {"LIMIT": None, "DROP": actions.Does.DROP}),
    ),
    "ports are not asked about": (route, "_answers", always([])),
    "routed ports carry every vlan": (route, "_untagged", lambda _device, _stage, acl: acl),
    "ports in nothing carry everything": (route, "_idle", always({})),
    "hazards are forgotten": (assemble, "hazards_of", always([])),
    "subinterfaces have no tables": (assemble, "bindings_of", not_on_subinterfaces),
    "vlans among the ports are ports": (binding, "vlan_number", always(None)),
    "rules of missing tables act": (
        acl_filters,
        "missing_table",
        lambda name, _around: acl_tables.missing_table(name, surroundings.Surroundings()),
    ),
    "masks of addresses are compared": (rules, "read_mask", always(None)),
    "enterprise images end as others": (filters, "_default_doubt", always(None)),
}


def test_without_a_mistake_every_answer_is_right(sonic, ask_sonic):
    assert not is_noticed(sonic, ask_sonic)


@pytest.mark.parametrize("name", MUTANTS)
def test_the_cases_notice_that(name, sonic, ask_sonic, monkeypatch):
    plant(monkeypatch, *MUTANTS[name])
    assert is_noticed(sonic, ask_sonic)
