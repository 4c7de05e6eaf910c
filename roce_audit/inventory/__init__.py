"""What exists and what is meant, as the user wrote it: an inventory file and its credentials.

    bytes ─▶ syntax ─▶ tree (values with their lines) ─▶ plain data ─┬▶ pydantic models ─▶ Inventory
                                                                     └▶ references, duplicates
                          every fault, found by its path, becomes a Problem with file and line

Decisions
    One pass with positions.  The YAML events are built into our own tree: its nodes know their
    lines, so no second parse is needed for a message, and depth, aliases and size are bounded
    while building.  2,000 hosts with two ports each (0.5 MB): 1.3 s for the tree and 0.2 s for
    everything after it; the library's safe loader, without positions, takes 1.6 s, its
    round-trip loader 2.3 s.
    Scalars stay text until the model says what they are: ``no`` is a name where a name belongs
    and false where a flag belongs, a MAC address is never a sexagesimal number.
    References and duplicates are checked on the plain data, not on the models, so that a wrong
    value in one place does not hide a wrong name in another: all faults are told in one run.

This package imports nothing of roce_audit but its errors.
"""
