"""The script that a host runs."""

from importlib.resources import files


def collector_script() -> str:
    """Return the read-only POSIX sh script whose output ``sections.parse`` reads.

    Usage is written at its top. It accepts ``-r`` (read with ``sudo -n`` what only root may
    read) and ``-n NONCE`` (the mark of its sections, lowercase hex; random if left out).
    ``ROCE_AUDIT_ROOT`` in its environment names a tree to read files from instead of ``/``.
    """
    return files("roce_audit.hosts").joinpath("collector.sh").read_text(encoding="utf-8")
