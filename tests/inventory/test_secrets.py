"""A secret is found where the inventory says, and shown to nobody."""

import copy
import os
import pickle
import threading

import pytest

from roce_audit.errors import SecretError
from roce_audit.inventory.access import SecretReference
from roce_audit.inventory.secrets import Prompter, Secret, exposure, resolve

SUBJECT = "password of credentials.switches"


def find(reference, prompter=None):
    return resolve(SecretReference.model_validate(reference), SUBJECT, prompter or Prompter())


@pytest.fixture
def file(tmp_path):
    def file(content, mode=0o600):
        path = tmp_path / "secret"
        path.write_bytes(content)
        path.chmod(mode)
        return path

    return file


def test_a_secret_is_found_in_the_environment(monkeypatch):
    monkeypatch.setenv("SWITCH_PASSWORD", "hunter2 ")
    assert find({"env": "SWITCH_PASSWORD"}).reveal() == "hunter2 "


@pytest.mark.parametrize("value", [None, ""])
def test_a_variable_that_holds_nothing_is_told(monkeypatch, value):
    monkeypatch.delenv("SWITCH_PASSWORD", raising=False)
    if value is not None:
        monkeypatch.setenv("SWITCH_PASSWORD", value)
    with pytest.raises(SecretError) as caught:
        find({"env": "SWITCH_PASSWORD"})
    what = "is not set" if value is None else "is empty"
    assert str(caught.value) == f"{SUBJECT}: the environment variable SWITCH_PASSWORD {what}"


@pytest.mark.parametrize("content", [b"hunter2", b"hunter2\n", b"hunter2\r\n"])
def test_a_secret_is_the_only_line_of_a_file(file, content):
    secret = find({"file": str(file(content))})
    assert (secret.reveal(), secret.note) == ("hunter2", "")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "is empty"),
        (b"\n", "is empty"),
        (b"hunter2\nhunter3\n", "has more than one line"),
        (b"\xff", "is not UTF-8"),
        (b"x" * 65537, "is too large for a secret"),
    ],
)
def test_a_file_that_holds_no_secret_is_told_without_its_text(file, content, told):
    path = file(content)
    with pytest.raises(SecretError) as caught:
        find({"file": str(path)})
    assert str(caught.value) == f"{SUBJECT}: the file {path} {told}"


def test_files_that_cannot_be_read_are_told(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path, told in (
        (tmp_path / "absent", "cannot be read: No such file or directory"),
        (tmp_path, "is not a regular file"),
        (tmp_path / "pipe", "is not a regular file"),
        ("~nobody-has-this-name/secret", "cannot be read: no such home folder"),
    ):
        with pytest.raises(SecretError) as caught:
            find({"file": str(path)})
        assert str(caught.value) == f"{SUBJECT}: the file {path} {told}"


@pytest.mark.parametrize("mode", [0o604, 0o606, 0o601])
def test_a_file_open_to_every_user_gives_a_note(file, mode):
    path = file(b"hunter2", mode)
    note = f"{path} is open to every user of this machine: chmod 600"
    assert find({"file": str(path)}).note == note
    assert exposure(path) == note


def test_a_file_of_ones_own_or_an_absent_one_gives_no_note(file, tmp_path):
    assert exposure(file(b"x", 0o640)) == ""
    assert exposure(tmp_path / "absent") == ""


def test_a_question_is_asked_once_however_many_workers_wait():
    asked = []
    start = threading.Barrier(8)

    def ask(subject):
        asked.append(subject)
        return "hunter2"

    prompter = Prompter(ask)
    answers = []

    def work():
        start.wait(10)
        answers.append(find({"prompt": True}, prompter).reveal())

    workers = [threading.Thread(target=work) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(10)
    assert (asked, answers) == ([SUBJECT], ["hunter2"] * 8)


def test_an_empty_answer_is_told():
    with pytest.raises(SecretError, match=f"^{SUBJECT} is empty$"):
        find({"prompt": "yes"}, Prompter(lambda _subject: ""))


def test_without_a_terminal_nothing_is_asked(monkeypatch):
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    with pytest.raises(SecretError) as caught:
        find({"prompt": True})
    assert str(caught.value) == f"{SUBJECT}: no terminal to ask on; use env or file"


@pytest.mark.parametrize(("typed", "answer"), [("hunter2", "hunter2"), (None, None)])
def test_the_terminal_is_asked_without_echo(monkeypatch, typed, answer):
    def typing(prompt):
        assert prompt == f"{SUBJECT}: "
        if typed is None:
            raise EOFError
        return typed

    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("roce_audit.inventory.secrets.getpass", typing)
    if answer is None:
        with pytest.raises(SecretError, match=r"is empty$"):
            find({"prompt": True})
    else:
        assert find({"prompt": True}).reveal() == answer


def test_a_secret_shows_itself_to_nobody():
    secret = Secret("hunter2")
    shown = [repr(secret), str(secret), f"{secret}", f"{secret!r}", f"{[secret]}", f"{secret:}"]
    assert "hunter2" not in "".join(shown)
    assert not hasattr(secret, "__dict__")


@pytest.mark.parametrize("travel", [pickle.dumps, copy.copy, copy.deepcopy])
def test_a_secret_does_not_travel(travel):
    with pytest.raises(TypeError, match="send its reference"):
        travel(Secret("hunter2"))
