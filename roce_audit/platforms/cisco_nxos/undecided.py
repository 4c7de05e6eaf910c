"""What stays undecided on NX-OS, as sentences; NOTES.md says why."""

UNDECIDED = (
    (
        "Whether a port bridges or routes where the configuration does not show it: the default "
        "depends on the model."
    ),
    "What a VLAN map without a MAC clause does with frames that are not IP.",
    "VLAN map entries whose list is empty or undefined, that redirect, or that have no action.",
    "Entries with a time range, with vlan or nve in an IP list, with redirect.",
    "Object groups that are used and not defined.",
    "MAC lists that are bound and empty or undefined; IP lists that hold only remarks.",
    "Port filters for packets that leave.",
    (
        "Whatever a policer, storm control of unicast, port security, uRPF, source guard or a "
        "private VLAN may drop."
    ),
)
