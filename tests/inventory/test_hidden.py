"""A secret written into the inventory is told and not shown."""

import pytest
from pydantic import ValidationError

from roce_audit.inventory.access import Credential
from roce_audit.inventory.models import Inventory


@pytest.mark.parametrize(
    ("login", "path", "reason"),
    [
        (
            "password: »hunter2",
            ".password",
            "(hidden) is a secret written into the file; {how}",
        ),
        ("password: »12345", ".password", "(hidden) is a secret written into the file; {how}"),
        (
            "password: {»hunter2}",
            ".password.(hidden)",
            "is not a key known here; known keys are env, file, prompt",
        ),
        (
            "password: {»envs: HUNTER2}",
            ".password.envs",
            "is not a key known here; did you mean env?",
        ),
        (
            "password: {env: »hunter2!}",
            ".password.env",
            "(hidden) is not the name of an environment variable; write the name, not the value",
        ),
        ("»password: {}", ".password", "does not name exactly one source; {how}"),
        ("»secret: {env: A, file: b}", ".secret", "does not name exactly one source; {how}"),
        ("passphrase: »[hunter2]", ".passphrase", "(hidden) is not a mapping; {below}"),
        (
            "password: {env: A}, »hunter2",
            ".(hidden)",
            f"is not a key known here; known keys are {', '.join(Credential.model_fields)}",
        ),
        (
            "»agents: hunter2",
            ".agents",
            "is not a key known here; did you mean agent?",
        ),
    ],
)
def test_a_secret_in_the_wrong_place_is_told_and_not_shown(told, login, path, reason):
    how = "write {env: NAME}, {file: PATH} or {prompt: true}"
    below = "write one 'key: value' in a line below it"
    reason = reason.replace("{how}", how).replace("{below}", below)
    complaint = told("agent: true", login)
    assert complaint == f"credentials.hosts{path}: {reason}"
    assert "hunter" not in complaint.lower()


def test_a_secret_in_place_of_a_login_is_not_shown(told):
    line = "{username: auditor, agent: true}"
    assert told(f"  hosts: {line}", "  hosts: »hunter2") == (
        "credentials.hosts: (hidden) is not a mapping; write one 'key: value' in a line below it"
    )


def test_a_secret_of_a_switch_is_not_shown(told):
    assert told("credentials: switches}", "credentials: switches, secret: »hunter2}").startswith(
        "switches.leaf1.secret: (hidden) is a secret written into the file"
    )


@pytest.mark.parametrize(
    ("login", "reason"),
    [
        ("username: a", "has no way to log in; set password, key_file or agent"),
        (
            "username: a, agent: true, passphrase: {prompt: true}",
            "has a passphrase without a key_file; set key_file",
        ),
    ],
)
def test_a_login_that_cannot_work_is_told(told, login, reason):
    complaint = told("  hosts: {username: auditor, agent: true}", f"  »hosts: {{{login}}}")
    assert complaint == f"credentials.hosts: {reason}"


def test_the_library_does_not_show_values_either():
    with pytest.raises(ValidationError) as caught:
        Inventory.model_validate({"credentials": {"a": {"username": "a", "password": "hunter2"}}})
    assert "hunter2" not in str(caught.value)


def test_a_loaded_inventory_holds_no_secret(load, right, monkeypatch):
    monkeypatch.setenv("SWITCH_PASSWORD", "hunter2")
    inventory = load(right)
    assert "hunter2" not in f"{inventory!r} {inventory.model_dump_json()}"
