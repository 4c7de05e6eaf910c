"""Text that cannot act on a terminal."""


def plain(text: str) -> str:
    """Return one line with everything that does not print as a question mark.

    Names of filters, interfaces and files come from devices and users, not from us.
    """
    return text if text.isprintable() else "".join(s if s.isprintable() else "?" for s in text)
