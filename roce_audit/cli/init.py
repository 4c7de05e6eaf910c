"""roce-audit init: a commented starter inventory."""

from pathlib import Path
from typing import Annotated

import typer

FILE_NAME = "inventory.yaml"
_USAGE, _COULD_NOT_RUN = 2, 4


def init(
    directory: Annotated[
        Path, typer.Argument(help="Folder for the inventory; made if it does not exist.")
    ] = Path(),
) -> None:
    """Write a commented starter inventory; an existing one is never overwritten."""
    from roce_audit.inventory.starter import starter_text

    path = directory / FILE_NAME
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as stream:
            stream.write(starter_text())
    except FileExistsError as error:
        typer.echo(f"{error.filename} exists already; nothing was written", err=True)
        raise typer.Exit(_USAGE) from None
    except OSError as error:
        typer.echo(f"{path} cannot be written: {error.strerror}", err=True)
        raise typer.Exit(_COULD_NOT_RUN) from None
    typer.echo(_NEXT.format(path=path))


_NEXT = """Wrote {path}

Next
  1. Put your fabric, switches, hosts and flows into it.
  2. Set the passwords where it says they are found, for instance
       export ROCE_AUDIT_SWITCH_PASSWORD=...
     and see that the host keys are in ~/.ssh/known_hosts.
  3. roce-audit audit {path} -o out/"""
