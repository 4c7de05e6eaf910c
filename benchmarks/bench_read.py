"""Reads one filter of 10,000 lines into typed lines, beside parsers that give less."""

import gc
import logging
import statistics
import time
import tracemalloc

from filters import access_list, structured

from roce_audit.reading.document import Document
from roce_audit.reading.find import find_platform

LINES = (1_000, 10_000, 100_000)
RUNS = 5


def median(function, runs=RUNS):
    """Return the median time of a function in seconds."""
    taken = []
    for _ in range(runs):
        begun = time.perf_counter()
        function()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


def ours(text):
    """Return what the product reads."""
    return find_platform("cisco_nxos").read("sw", [Document("x", text)], {})


def peers(text):
    """Yield (name, function) of the others that are installed."""
    logging.disable(logging.CRITICAL)
    try:
        from ciscoconfparse2 import CiscoConfParse

        lines = text.splitlines()
        yield "ciscoconfparse2 (text tree, no types)", lambda: CiscoConfParse(lines, syntax="nxos")
    except ImportError:
        yield "ciscoconfparse2 is not installed", None
    try:
        from ntc_templates.parse import parse_output

        shown = "\n".join(
            ["IP access list BIG", *(f"        {line.strip()}" for line in text.splitlines()[1:])]
        )
        yield (
            "ntc-templates (strings)",
            lambda: parse_output("cisco_nxos", "show access-lists", shown),
        )
    except ImportError:
        yield "ntc-templates is not installed", None
    try:
        from cisco_acl import Acl

        yield "cisco-acl (objects)", lambda: Acl(text, platform="nxos")
    except ImportError:
        yield "cisco-acl is not installed", None


def main():
    """Print the table."""
    gc.set_threshold(200_000, 20, 20)  # as the program does
    for count in LINES:
        text = access_list(structured(count))
        device = ours(text)
        (acl,) = device.filters.values()
        assert len(acl.lines) == count
        assert not device.ledger.uncertain
        tracemalloc.start()
        ours(text)
        peak = tracemalloc.get_traced_memory()[1] / 1e6
        tracemalloc.stop()
        seconds = median(lambda text=text: ours(text), 3 if count > 10_000 else RUNS)
        print(f"roce-audit, {count:7} lines to typed lines   {seconds:8.3f} s   {peak:6.0f} MB")
    text = access_list(structured(10_000))
    for name, function in peers(text):
        if function is None:
            print(name)
            continue
        print(f"{name:38} {median(function, 1):8.3f} s   (10,000 lines)", flush=True)


if __name__ == "__main__":
    main()
