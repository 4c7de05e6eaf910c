"""Whatever a file holds, it ends in an inventory or in clear lines, within bounds."""

import time

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from roce_audit.errors import InventoryError
from roce_audit.inventory.load import load_inventory
from roce_audit.inventory.nearest import Nearest

SCRAPS = st.sampled_from([
    "*", "&a ", "*a", "!!x ", "[", "{", "}", "]", "\t", "<<: *a", "? ", ": ", "- ", "|\n", ">\n",
    "'", '"', "%YAML 1.1\n---\n", '"\\U0011FFFF"', '"\\uD800"', "\r", "\u2028", "#", "---\n",
    "...\n", "~", "\n", "  ", "\x00", "\ufeff", "hosts", "fabric", "name", "flows", "from", "010",
])  # fmt: skip
WORDS = st.one_of(SCRAPS, st.text(max_size=4))
QUICK = settings(
    max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def outcome(path, data):
    """Load bytes; the lines of the error, which must be printable and name the file."""
    path.write_bytes(data)
    try:
        load_inventory(path)
    except InventoryError as error:
        lines = [str(problem) for problem in error.problems]
        assert lines
        for line in lines:
            assert line.isprintable()
            assert line.startswith(str(path))
        return lines
    return []


@QUICK
@given(data=st.binary(max_size=200))
def test_any_bytes_end_in_clear_lines(tmp_path, data):
    assert outcome(tmp_path / "inventory.yaml", data)


@QUICK
@given(scraps=st.lists(WORDS, max_size=20))
def test_any_scraps_of_yaml_end_in_clear_lines(tmp_path, scraps):
    text = "".join(scraps)
    assert outcome(tmp_path / "inventory.yaml", text.encode(errors="surrogatepass"))


@QUICK
@given(data=st.data())
def test_any_damage_to_a_right_file_ends_in_clear_lines_or_loads(tmp_path, right, data):
    text = right
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(WORDS) + text[at + data.draw(st.integers(0, 12)) :]
    outcome(tmp_path / "inventory.yaml", text.encode(errors="surrogatepass"))


@QUICK
@given(
    value=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["a", "env", "ip", "ports", "netdev"]), inner, max_size=3
            )
        ),
        max_leaves=8,
    ),
    place=st.sampled_from(["fabric", "credentials", "switches", "hosts", "flows", "options"]),
)
def test_any_json_value_in_any_section_ends_in_clear_lines_or_loads(tmp_path, value, place):
    import json

    fabric = {"name": "a", "roce": "v2"}
    data = {"fabric": fabric, place: {"x": value} if place != "flows" else [value]}
    outcome(tmp_path / "inventory.json", json.dumps(data).encode())


def test_suggestions_are_bounded_in_effort():
    near = Nearest([f"leaf{number:04}" for number in range(2000)], "switches")
    told = [near.suggestion(f"laef{number:04}") for number in range(400)]
    assert all("leaf" in words for words in told[:200])
    assert not any(told[200:])


def fabric_of(hosts, switches):
    """Write an inventory: hosts with two ports each, spread over switches."""
    lines = ["fabric: {name: pod7, roce: v2, family: ipv4}", "credentials:"]
    lines += ["  all: {username: auditor, agent: true}", "switches:"]
    lines += [
        f"  leaf{n}: {{address: 192.0.2.{n}, platform: cisco_nxos, credentials: all}}"
        for n in range(switches)
    ]
    lines.append("hosts:")
    for n in range(hosts):
        lines += [f"  gpu{n:04}:", f"    address: gpu{n}.example", "    credentials: all"]
        lines.append("    ports:")
        lines += [
            f"      - {{netdev: ens{port}f0, ip: 172.{16 + port}.{n // 250}.{n % 250 + 1}/16,"
            f" switch: leaf{n % switches}, interface: Ethernet{port}/{n // switches + 1}, vlan: 7}}"
            for port in (1, 2)
        ]
    return "\n".join([*lines, "flows:", "  - {from: [gpu*], to: [gpu*]}", ""])


def test_two_thousand_hosts_load(load, capsys):
    text = fabric_of(2000, 100)
    start = time.perf_counter()
    inventory = load(text)
    seconds = time.perf_counter() - start
    assert len(inventory.hosts) == 2000
    with capsys.disabled():
        # Told, not asserted: machines differ.
        print(f"\n2,000 hosts, {len(text) / 1e6:.1f} MB: {seconds:.2f} s")  # noqa: T201 - above
