"""libnftables in this process: rule sets are loaded and listed without starting a program."""

import ctypes
import os
import re

_LIBRARY = "libnftables.so.1"
_DEBUG_NETLINK = 0x8
_JSON, _HANDLES = 1 << 4, 1 << 3
_LINE_OF_ERROR = re.compile(r"^[^\s:]+:(\d+):", re.MULTILINE)


def available():
    """Return whether the library is installed."""
    try:
        ctypes.CDLL(_LIBRARY)
    except OSError:
        return False
    return True


class LibNft:
    """The rule sets of the namespace that this thread was in when the object was made."""

    def __init__(self):
        self._library = library = ctypes.CDLL(_LIBRARY)
        library.nft_ctx_new.restype = ctypes.c_void_p
        for name in ("nft_ctx_get_output_buffer", "nft_ctx_get_error_buffer"):
            getattr(library, name).restype = ctypes.c_char_p
        self._context = ctypes.c_void_p(library.nft_ctx_new(0))
        library.nft_ctx_buffer_output(self._context)
        library.nft_ctx_buffer_error(self._context)

    def run(self, text):
        """Carry out a script; return the error text, "" if there was none."""
        # Errors name lines only if the script comes from a file.
        file = os.memfd_create("rules")
        try:
            os.write(file, text.encode())
            name = f"/proc/self/fd/{file}".encode()
            failed = self._library.nft_run_cmd_from_filename(self._context, name)
        finally:
            os.close(file)
        error = self._library.nft_ctx_get_error_buffer(self._context).decode()
        return (error or "refused") if failed else ""

    def listing(self, *, handles=False, code=False, json=False):
        """Return what ``nft list ruleset`` prints with ``-a``, ``--debug=netlink``, ``-j``."""
        flags = (_JSON if json else 0) | (_HANDLES if handles else 0)
        self._library.nft_ctx_output_set_flags(self._context, flags)
        self._library.nft_ctx_output_set_debug(self._context, _DEBUG_NETLINK if code else 0)
        failed = self._library.nft_run_cmd_from_buffer(self._context, b"list ruleset")
        text = self._library.nft_ctx_get_output_buffer(self._context).decode()
        self._library.nft_ctx_output_set_flags(self._context, 0)
        self._library.nft_ctx_output_set_debug(self._context, 0)
        if failed:
            error = self._library.nft_ctx_get_error_buffer(self._context).decode()
            raise RuntimeError(f"nft list ruleset: {error}")
        return text

    def close(self):
        """Free the library's own memory."""
        self._library.nft_ctx_free(self._context)


def lines_of(error):
    """Return the numbers of the lines that an error text names."""
    return {int(number) for number in _LINE_OF_ERROR.findall(error)}
