"""``roce-audit collector``: print the script that a host runs."""

import typer


def collector() -> None:
    """Print the read-only POSIX sh script that a host runs; judge its output with "host"."""
    from roce_audit.hosts.collector import collector_script

    typer.echo(collector_script(), nl=False)
