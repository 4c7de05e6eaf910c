"""Builds collector output from a short description of a host, and runs the real audit on it."""

import json
from ipaddress import ip_interface

from roce_audit.analysis.eui64 import link_local_of
from roce_audit.examining import examine, findings_of
from roce_audit.hosts.read_host import read_host
from roce_audit.inventory.models import Inventory
from roce_audit.model.network import Fabric, Network
from roce_audit.reading.document import Document
from roce_audit.repairing import repair
from roce_audit.snapshot.capture import DeviceCapture, Snapshot
from roce_audit.understanding import understand

MARK = "@@RA-0123456789abcdef"
WORDS = {"v1": "IB/RoCE v1", "v2": "RoCE v2"}
FIREWALL = ("nft", "iptables", "ip6tables", "iptables_legacy", "ip6tables_legacy")
PCI = {
    "current_link_speed": "32.0 GT/s PCIe",
    "current_link_width": "16",
    "max_link_speed": "32.0 GT/s PCIe",
    "max_link_width": "16",
}


class Output:
    def __init__(self, uid):
        self.text = (
            f"{MARK} + begin protocol=1 uid={uid} sudo= time=1 limited=yes\n{MARK} - listed\n"
        )

    def listed(self, name, lines):
        self.text += "\n".join([f"{MARK} + {name}", *lines, "", f"{MARK} - listed", ""])

    def read(self, name, lines):
        self.text += "\n".join(
            [f"{MARK} + {name}", *lines, "", f"{MARK} rc 0", f"{MARK} - read", ""]
        )

    def ran(self, name, text, code=0):
        self.text += "\n".join(
            [f"{MARK} + {name}", text, "", f"{MARK} rc {code}", f"{MARK} - ran", ""]
        )

    def ended(self):
        return f"{self.text}{MARK} + end\n{MARK} - listed\n"


def exploded(address):
    value = ip_interface(address).ip
    if value.version == 4:
        return f"0000:0000:0000:0000:0000:ffff:{int(value) >> 16:04x}:{int(value) & 0xFFFF:04x}"
    return value.exploded


def netdev_of(netdevs, name):
    """Return the description of an interface with its defaults."""
    number = sorted(netdevs).index(name) if name in netdevs else 0
    base = {"mtu": 9000, "mac": f"0c:42:a1:00:00:{number + 1:02x}", "ip": [], "state": "up"}
    return base | (netdevs.get(name) or {})


def default_table(device, netdevs):
    """Return the GIDs that the kernel makes: the default pair, then a pair for each address."""
    name = device.get("netdev", "")
    versions = device.get("versions", ["v1", "v2"])
    own = netdev_of(netdevs, name)
    addresses = [str(link_local_of(own["mac"])), *own["ip"]]
    pairs = [(address, version) for address in addresses for version in versions]
    return {index: f"{a} {v} {name}" for index, (a, v) in enumerate(pairs)}


def put_device(out, name, device, netdevs):
    files = {"node_type": device.get("node", "1: CA"), "fw_ver": "20.40.1000"}
    if not device.get("software"):
        files |= {"device/vendor": "0x15b3", "device/device": "0x1021", "board_id": "MT_0000000838"}
        files |= {f"device/{key}": value for key, value in PCI.items()}
        files["link/device"] = f"../../../0000:c1:00.{len(out.text) % 7}"
    else:
        files["parent"] = device.get("netdev", "")
        files["link/self"] = f"../../devices/virtual/infiniband/{name}"
    if "netdev" in device:
        files["net"] = device["netdev"]
    files |= device.get("files", {})
    out.read(f"device {name}", [f"{key}:{value}" for key, value in files.items()])
    base = f"sys/class/infiniband/{name}/ports/1"
    port = {"link_layer": "Ethernet", "state": "4: ACTIVE", "phys_state": "5: LinkUp"}
    port |= device.get("port", {})
    out.read(f"port {name} 1", [f"{base}/{key}:{value}" for key, value in port.items()])
    table = device.get("gids", default_table(device, netdevs))
    lines = [f"slots:{device.get('slots', 256)}", "attributes:yes"]
    for index, entry in table.items():
        address, version, owner = entry.split()
        lines += [f"gid/{index}:{exploded(address)}"]
        if version in WORDS:
            lines += [f"type/{index}:{WORDS[version]}", f"ndev/{index}:{owner}"]
    out.listed(f"gids {name} 1", lines)


def link_of(name, own):
    item = {
        "ifname": name,
        "mtu": own["mtu"],
        "address": own["mac"],
        "operstate": own["state"].upper(),
        "flags": ["UP"] if own["state"] == "up" else [],
        "addr_info": [],
    }
    for text in own["ip"]:
        value = ip_interface(text)
        item["addr_info"].append(
            {"local": str(value.ip), "prefixlen": value.network.prefixlen, "scope": "global"}
        )
    if own.get("link_local", True):
        local = own.get("link_local", True)
        shown = str(link_local_of(own["mac"])) if local is True else local
        item["addr_info"].append({"local": shown, "prefixlen": 64, "scope": "link"})
    return item | own.get("link", {})


def output_of(host):
    """Return the collector output of a described host."""
    text = described(host)
    for name in host.get("without", []):
        head, _, rest = text.partition(f"{MARK} + {name}\n")
        text = head + rest[rest.index(f"{MARK} + ") :]
    return text


def described(host):
    out = Output(host.get("uid", 0))
    netdevs = host.get("netdevs", {})
    devices = host.get("devices", {})
    system = ["proc/sys/kernel/hostname:h1", "proc/sys/kernel/osrelease:6.8.0"]
    if "kernel" in host:
        system.append(f"proc/sys/kernel/version:{host['kernel']}")
    out.read("os", system)
    out.listed("memlock", [f"session:{host.get('memlock', 'unlimited')}"])
    out.listed("devices", list(devices))
    for name, device in devices.items():
        put_device(out, name, device or {}, netdevs)
    out.listed("netdevs", ["lo", *netdevs])
    links, routes, sysctls = [], [], {}
    for name in netdevs:
        own = netdev_of(netdevs, name)
        files = {"mtu": own["mtu"], "address": own["mac"], "operstate": own["state"]}
        files |= own.get("files", {})
        out.read(f"net {name}", [f"{key}:{value}" for key, value in files.items()])
        links.append(link_of(name, own))
        routes += [{"dst": str(ip_interface(text).network), "dev": name} for text in own["ip"]]
        for key in ("rp_filter", "arp_ignore", "arp_announce"):
            sysctls[f"net/ipv4/conf/{name}/{key}"] = 0
        sysctls[f"net/ipv6/conf/{name}/disable_ipv6"] = 0
    out.ran("addresses", json.dumps(links))
    put_settings(out, host, routes, sysctls)
    return out.ended()


def put_settings(out, host, routes, sysctls):
    for key in ("rp_filter", "arp_ignore", "arp_announce"):
        sysctls[f"net/ipv4/conf/all/{key}"] = 0
    sysctls |= host.get("sysctl", {})
    out.read("sysctl", [f"proc/sys/{key}:{value}" for key, value in sysctls.items()])
    of_family = lambda family: [  # noqa: E731
        each
        for each in [*host.get("routes", []), *routes]
        if each["dst"] == "default" or ip_interface(each["dst"]).version == family
    ]
    out.ran("routes4", json.dumps(of_family(4)))
    out.ran("routes6", json.dumps([each for each in of_family(6) if each["dst"] != "default"]))
    main = [
        {"priority": 0, "src": "all", "table": "local"},
        *host.get("rules", []),
        {"priority": 32766, "src": "all", "table": "main"},
    ]
    out.ran("rules4", json.dumps(main))
    out.ran("rules6", json.dumps([main[0], main[-1]]))
    settings = [
        f"{file}:{line}" for file, lines in host.get("settings", {}).items() for line in lines
    ]
    out.read("settings", settings)
    sections = host.get("sections", {})
    if host.get("uid", 0) == 0 and not any(name.startswith("firewall") for name in sections):
        sections = sections | {f"firewall {tool}": "" for tool in FIREWALL}
    for name, value in sections.items():
        if isinstance(value, list):
            out.read(name, value)
        else:
            out.ran(name, value if isinstance(value, str) else json.dumps(value))


def judged(case):
    """Return what the audit finds: of one host alone, or of hosts with an inventory."""
    if "hosts" not in case:
        host = read_host(output_of(case["host"]), "h1.txt", "h1")
        network = Network(Fabric("", "", ()), hosts={"h1": host})
        return tuple(f for f in findings_of(examine(network)) if f.code.startswith("HOST"))
    understood = understood_of(case)
    everything = findings_of(examine(understood.network))
    return tuple(f for f in everything if f.code.startswith("HOST"))


def understood_of(case):
    hosts = {}
    for number, name in enumerate(case["hosts"], start=1):
        ports = case.get("ports", {}).get(name, [])
        hosts[name] = {"address": f"192.0.2.{number}", "credentials": "x", "ports": ports}
    inventory = Inventory.model_validate(
        {
            "fabric": {"name": "case", "roce": "v2", "family": "ipv4", **case.get("fabric", {})},
            "credentials": {"x": {"username": "u", "agent": True}},
            "hosts": hosts,
            "switches": {
                name: {"address": "192.0.2.200", "platform": "cisco_nxos", "credentials": "x"}
                for name in case.get("switches", [])
            },
            "flows": case.get("flows", [{"from": ["*"], "to": ["*"]}]),
        }
    )
    captures = {
        name: DeviceCapture(name, "host", "linux", (Document("collector.txt", output_of(host)),))
        for name, host in case["hosts"].items()
    }
    return understand(inventory, Snapshot(captures), "case.yml")


def repaired(case):
    """Return the repairs of a case with an inventory."""
    understood = understood_of(case)
    return repair(understood, tuple(findings_of(examine(understood.network))))
