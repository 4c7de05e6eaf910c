"""Bytes from devices: the only package that opens connections to them.

    inventory ─▶ plan ─▶ jobs ─▶ pool ─▶ worker ─┬▶ netmiko_ssh (switches) ─┬▶ checks, redaction
                                                 └▶ host_ssh    (hosts)     ┘         │
                                                                snapshot ◀─ replies ◀─┘

Decisions
    Threads behind one ``concurrent.futures.Executor``: collection waits for sockets. Jobs and
    replies are frozen plain data, so that another executor may run them elsewhere; a job carries
    the reference of a secret, never the secret.
    One login of our own for switches and hosts (``login``), on paramiko's transport: netmiko's
    own login tells a refused password, a changed host key and a closed port apart only by the
    text of one exception, and adds unknown host keys to the user's file.
    netmiko drives the terminal: it knows how each platform echoes, pages and prompts. What it
    writes goes through a gate that lets nothing out but the platform's read-only commands and
    the manners of its terminal, so that no side effect of a driver reaches a device.
    Nothing waits without limit: a leash closes the connection when its time is over, whatever the
    library below is waiting for.
"""
