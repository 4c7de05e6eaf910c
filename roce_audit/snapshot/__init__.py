"""Frozen evidence: what devices said, on disk, as it was when they said it.

    <folder>/manifest.json                who, when, which command, how it ended, which digest
    <folder>/<device>/<command>.txt       the reply, secrets removed

A folder that a person filled by hand is read as well: no manifest, one folder per device, and in
it whatever text there is.

Decisions
    A damaged file costs its device, not the audit: the device is left undecided, the others are
    judged. Without its manifest a snapshot says nothing of anyone, so that one ends the audit.
    Plain files and one JSON file, not a database: a person reads, diffs, mails and repairs them.
    A digest says that a file was damaged, not who changed it: a snapshot is not signed.
    Nothing is read through a symbolic link: a snapshot comes from elsewhere, by mail for instance.
"""
