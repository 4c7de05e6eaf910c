"""What the patches of all repairs have in common."""

APPLY = (
    "Apply it with 'sudo config apply-patch FILE', then 'sudo config save -y'; the rollback is a "
    "patch too."
)


def escaped(key: str) -> str:
    """Return a key as a part of a JSON pointer."""
    return key.replace("~", "~0").replace("/", "~1")
