"""roce-audit init writes a starter that loads and never overwrites."""

import pytest
import typer

from roce_audit.cli.init import init
from roce_audit.inventory.load import load_inventory


def test_init_writes_a_starter_that_loads_and_says_what_to_do_next(tmp_path, capsys):
    folder = tmp_path / "new" / "site"
    init(folder)
    path = folder / "inventory.yaml"
    assert load_inventory(path).fabric.name == "pod1"
    printed = capsys.readouterr().out
    assert printed.startswith(f"Wrote {path}\n\nNext\n")
    assert printed.endswith(f"  3. roce-audit audit {path} -o out/\n")


def test_init_without_a_folder_writes_into_the_current_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    init()
    assert [path.name for path in tmp_path.iterdir()] == ["inventory.yaml"]


def test_init_never_overwrites(tmp_path, capsys):
    path = tmp_path / "inventory.yaml"
    path.write_text("mine")
    with pytest.raises(typer.Exit) as caught:
        init(tmp_path)
    assert caught.value.exit_code == 2
    assert path.read_text() == "mine"
    assert capsys.readouterr().err == f"{path} exists already; nothing was written\n"


def test_init_into_a_file_is_refused(tmp_path, capsys):
    path = tmp_path / "file"
    path.write_text("mine")
    with pytest.raises(typer.Exit) as caught:
        init(path)
    assert caught.value.exit_code == 2
    assert capsys.readouterr().err == f"{path} exists already; nothing was written\n"


def test_init_where_nothing_can_be_written_says_so(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    with pytest.raises(typer.Exit) as caught:
        init(tmp_path / "file" / "below")
    assert caught.value.exit_code == 4
    path = tmp_path / "file" / "below" / "inventory.yaml"
    assert capsys.readouterr().err == f"{path} cannot be written: Not a directory\n"
