"""A guest with soft iWARP: its GIDs say "IB/RoCE v1", and it is no RoCE."""

import json
import subprocess
import sys

from roce_audit.cli.audit import load
from roce_audit.collect.live import collect_live
from tests.truth.namespaces import inside

_INVENTORY = """\
fabric: {{name: iwarp, roce: v1}}
credentials: {{lab: {{username: root, key_file: {key}}}}}
hosts: {{c: {{address: 127.0.0.1, port: {port}, credentials: lab}}}}
options: {{collect: {{known_hosts: {known_hosts}}}}}
"""


def iwarp_faults(lab, folder):
    """Collect the guest and judge it with ``roce-audit host``; return what is wrong with that."""
    kinds = lab.c.run("cat /sys/class/infiniband/siw0/ports/1/gid_attrs/types/0").strip()
    if "RoCE v1" not in kinds:
        return [f"iWARP: the guest's GID is {kinds!r}: nothing to be mistaken for RoCE"]
    folder.mkdir(parents=True)
    file = folder / "inventory.yaml"
    known = lab.work / "known_hosts"
    file.write_text(_INVENTORY.format(key=lab.image.key, port=lab.c.port, known_hosts=known))
    with inside(lab.namespace):
        collect_live(load(file), folder / "snapshot")
    saved = folder / "snapshot" / "c" / "collector.txt"
    done = subprocess.run(
        [sys.executable, "-m", "roce_audit", "host", str(saved), "--json"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    devices = json.loads(done.stdout)["devices"]
    if [each["rdma"] for each in devices] != ["siw0"]:
        return [f"iWARP: the device is not reported: {devices}"]
    print(f"iWARP: GID type {kinds!r}; roce {devices[0]['roce']}", flush=True)
    return [
        f"iWARP is taken for RoCE: {each}"
        for each in devices
        if each["roce"] is not False or any(each["usable"].values())
    ]
