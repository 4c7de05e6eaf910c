"""A file that is no inventory at all ends in one clear line."""

import json

import pytest
from ruamel.yaml import YAML

from roce_audit.errors import InventoryError
from roce_audit.inventory.load import load_inventory

QUOTES = 'a word that begins with * or & needs quotes, such as "*"'
WILDCARD = "in quotes if it is a name with a wildcard"
BRACKETS = "text that begins with { or [ needs quotes"
STARTER = "'roce-audit init' writes a commented starter"


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing yet\n", "---\n", "~\n", "null\n"])
def test_an_empty_file_is_told(complaints, text):
    assert complaints(text) == [f"inventory.yaml: is empty; {STARTER}"]


@pytest.mark.parametrize("text", ["- a\n", "word\n", "[]\n", "'quoted'\n"])
def test_a_file_that_is_no_mapping_is_told(complaints, text):
    assert complaints(text) == [f"inventory.yaml:1:1: is not a mapping of sections; {STARTER}"]


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"\x7fELF\x02\x01\x00\x00", ": is not a text file"),
        ("fabric: x".encode("utf-16"), ": is UTF-16, not UTF-8; save it as UTF-8"),
        (b"fabric:\n  name: \xff", ":2:9: the byte 0xff is not UTF-8; save it as UTF-8"),
        ("b: \u00e9\xa0".encode() + b"\xe9", ":1:6: the byte 0xe9 is not UTF-8; save it as UTF-8"),
        (b"a: b\nc: \x1b[2J", ":2:4: the character U+001B does not belong in a text file"),
        (b"a: " + b"x" * 8 * 1024 * 1024, ": is larger than 8 MiB"),
    ],
)
def test_bytes_that_are_no_text_are_told(complaints, data, complaint):
    assert complaints(data) == [f"inventory.yaml{complaint}"]


def test_a_byte_order_mark_is_no_part_of_the_first_key(load, right):
    assert load(b"\xef\xbb\xbf" + right.encode()).fabric.name == "pod7"


def test_line_ends_of_other_systems_change_nothing(load, right):
    assert load(right.replace("\n", "\r\n")) == load(right)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a:\n\tb: c\n", ":2:1: a tab stands here; YAML indents and separates with spaces"),
        ("a:\tb\n", ":1:3: a tab stands here; YAML indents and separates with spaces"),
        ("a: b: c\n", ":1:5: is not YAML: mapping values are not allowed here"),
        ("a: {b\n", ":2:1: is not YAML: expected ',' or '}', but got '<stream end>'"),
        ("a: 'b\n", ":2:1: is not YAML: found unexpected end of stream"),
        ("a: @b\n", ":1:4: is not YAML: found character '@' that cannot start any token"),
        (
            "a: [*]\n",
            f":1:6: is not YAML: expected alphabetic or numeric character, but found ']'; {QUOTES}",
        ),
        (
            "a: *gpu\n",
            f":1:4: a: no complete value is marked '&gpu'; write '*gpu' {WILDCARD}",
        ),
        (
            "a: &x [*x]\n",
            f":1:8: a[0]: no complete value is marked '&x'; write '*x' {WILDCARD}",
        ),
        (
            "a: &x b\n*x : c\n",
            f":2:1: a key cannot be an alias; write '*x' {WILDCARD}",
        ),
        (
            "{{ name }}: c\n",
            f":1:1: a key is one word, not a list or a mapping; {BRACKETS}",
        ),
        ("a: b\n--- c\n", ":2:1: a second document begins here; write one file for each"),
        ('a: "\\uD800"\n', ": is not YAML: "),
        ('a: "\\UFFFFFFFF"\n', ": is not YAML: "),
        ("%YAML 1.7\n--- {}\n", ": is not YAML: "),
        ("%YAML 9.1\n--- {}\n", ":1:1: is not YAML: found incompatible YAML document"),
        ("[" * 100_000, f":1:33: {'[0]' * 32}: nested deeper than 32 levels"),
    ],
)
def test_what_is_not_yaml_is_told_where_reading_stopped(complaints, text, complaint):
    (line,) = complaints(text)
    assert line.startswith(f"inventory.yaml{complaint}")
    assert line.isprintable()


def test_problems_before_the_place_where_reading_stopped_are_told_too(complaints):
    assert complaints("a: b\na: c\nd: @\n") == [
        "inventory.yaml:2:1: a: is given twice, first in line 1; keep one of them",
        "inventory.yaml:3:4: is not YAML: found character '@' that cannot start any token",
    ]


def test_a_tag_is_told_and_never_obeyed(told):
    assert told("name: pod7", "name: »!!python/object:os.system pod7") == (
        "fabric.name: the tag 'tag:yaml.org,2002:python/object:os.system' has no meaning here;"
        " leave it out"
    )


def test_aliases_that_multiply_are_stopped(complaints):
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 30)]
    (line,) = complaints("\n".join(lines))
    assert line.endswith(": more than 1000000 values, aliases counted")


def test_merges_that_multiply_are_stopped(complaints):
    keys = ", ".join(f"k{n}: x" for n in range(20_000))
    users = "\n".join(f"x{n}: {{<<: *a}}" for n in range(100))
    (line,) = complaints(f"a: &a {{{keys}}}\n{users}\n")
    assert line.endswith(": more than 1000000 values, aliases counted")


def test_aliases_and_merges_save_repetition(load, right):
    text = right.replace("  gpu01:\n", "  gpu01: &host\n    sudo: true\n").replace(
        "    address: 192.0.2.102\n    credentials: hosts\n",
        "    <<: *host\n    address: 192.0.2.102\n    ports: []\n",
    )
    first, second = load(text).hosts.values()
    assert (second.address, second.credentials, second.sudo) == ("192.0.2.102", "hosts", True)
    assert (first.address, len(first.ports), second.ports) == ("192.0.2.101", 1, ())


def test_a_merge_takes_earlier_mappings_first(load, right):
    text = right.replace(
        "    address: 192.0.2.102\n",
        "    <<: [{address: 192.0.2.102, port: 22}, {address: 192.0.2.103, sudo: yes}]\n",
    )
    host = load(text).hosts["gpu02"]
    assert (host.address, host.sudo) == ("192.0.2.102", True)


def test_a_merge_of_what_is_no_mapping_is_told(told):
    complaint = told("address: 192.0.2.102\n    cr", "»<<: gpu01\n    address: 192.0.2.102\n    cr")
    assert complaint == "hosts.gpu02: << takes over mappings only; give it the alias of a mapping"


def test_a_fault_in_a_merged_mapping_is_told_where_it_stands(told):
    complaint = told("roce: v2}", "roce: v2, <<: {mtu_bytes: »9}}")
    assert complaint == "fabric.mtu_bytes: '9' is not in 576 to 65535"


def test_json_is_read_like_yaml(load, right):
    data = YAML(typ="safe", pure=True).load(right)
    for indent in (None, 2, "\t"):
        assert load(json.dumps(data, indent=indent), "inventory.json") == load(right)


def test_characters_that_json_writes_as_pairs_are_joined(load, right):
    data = YAML(typ="safe", pure=True).load(right)
    data["fabric"]["name"] = "pod \U0001f680"
    assert load(json.dumps(data), "inventory.json").fabric.name == "pod \U0001f680"


def test_errors_in_json_name_their_line(complaints, right):
    data = YAML(typ="safe", pure=True).load(right)
    data["fabric"]["roce"] = 2
    assert complaints(json.dumps(data, indent="\t"), "inventory.json") == [
        "inventory.json:4:11: fabric.roce: '2' is none of v1, v2; did you mean v2?"
    ]


def test_a_file_that_does_not_exist_is_told_with_its_neighbour(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "inventory.yml").write_text("")
    with pytest.raises(InventoryError) as caught:
        load_inventory((tmp_path / "inventory.yaml").relative_to(tmp_path))
    assert str(caught.value) == "inventory.yaml: does not exist; did you mean inventory.yml?"


def test_a_path_in_a_folder_that_does_not_exist_is_told(tmp_path):
    path = tmp_path / "no" / "inventory.yaml"
    with pytest.raises(InventoryError) as caught:
        load_inventory(path)
    assert str(caught.value) == f"{path}: does not exist"


def test_a_folder_is_no_inventory(tmp_path):
    with pytest.raises(InventoryError) as caught:
        load_inventory(tmp_path)
    assert str(caught.value) == f"{tmp_path}: cannot be read: Is a directory"


def test_a_path_that_no_system_knows_is_told(tmp_path):
    with pytest.raises(InventoryError) as caught:
        load_inventory(tmp_path / "a\0b")
    assert [problem.reason for problem in caught.value.problems] == ["is not a path"]
