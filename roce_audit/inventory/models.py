"""The inventory as the user writes it: what exists, how it is wired, what is to talk RoCE."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from roce_audit.inventory.access import CollectOptions, Credential, Secretive
from roce_audit.inventory.fields import (
    TEXT,
    DeviceAddress,
    Dscp,
    Families,
    FilePath,
    Flag,
    HostKeyPolicy,
    IpInterface,
    Listed,
    Mac,
    MtuBytes,
    Name,
    Netdev,
    Port,
    Priority,
    RoceVersion,
    Section,
    Strict,
    Text,
    Traffics,
    Vlan,
    Word,
    one_or_more,
)
from roce_audit.inventory.lists import some_globs
from roce_audit.inventory.values import Contradiction

Assumptions = Annotated[dict[Word, Text], Section]
Globs = Annotated[tuple[Text, ...], Listed, AfterValidator(some_globs), one_or_more(TEXT)]


class Fabric(Strict):
    """What is meant for the whole fabric; an expectation that is absent is not checked."""

    name: Text = Field(description="Name of the fabric in reports.")
    roce: RoceVersion = Field(description="RoCE version that the fabric carries.")
    family: Families = Field(
        default=(), description="Address families of RoCE v2: ipv4, ipv6 or dual, or a list."
    )
    priority: Priority | None = Field(
        default=None, description="Lossless priority of RoCE data, 0 to 7."
    )
    dscp: Dscp | None = Field(default=None, description="DSCP of RoCE data, 0 to 63.")
    cnp_dscp: Dscp | None = Field(
        default=None, description="DSCP of congestion notification packets, 0 to 63."
    )
    mtu_bytes: MtuBytes | None = Field(
        default=None, description="MTU in bytes that every port on the way must have at least."
    )


class Device(Strict):
    """What switches and hosts have in common."""

    address: DeviceAddress = Field(description="IP address or DNS name of the management login.")
    port: Port = Field(default=22, description="TCP port of SSH.")
    credentials: Name = Field(description="Name of an entry under credentials.")
    host_key: HostKeyPolicy | None = Field(
        default=None, description="Overrides options.collect.host_key for this device."
    )
    known_hosts: FilePath | None = Field(
        default=None, description="Overrides options.collect.known_hosts for this device."
    )
    assume: Assumptions = Field(
        default={},
        description="The platform's switches for this device, such as a documented"
        " conflict decided by its owner; names and words are the platform's.",
    )


class Switch(Device):
    """A switch."""

    platform: Word = Field(description="netmiko's device_type, or one of its aliases.")
    secret: Secretive | None = Field(
        default=None, description="Enable secret, by reference; overrides the credential's."
    )


class HostPort(Strict):
    """One RDMA port of a host and where it is plugged in."""

    netdev: Netdev = Field(description="Network interface, such as ens1f0.")
    rdma: Word | None = Field(default=None, description="RDMA device, such as mlx5_0.")
    ip: Annotated[tuple[IpInterface, ...], Listed, one_or_more(TEXT)] = Field(
        default=(), description="Address with prefix length, IPv4 or IPv6, or a list of them."
    )
    mac: Mac | None = Field(default=None, description="MAC address.")
    switch: Name | None = Field(default=None, description="Name of an entry under switches.")
    interface: Text | None = Field(
        default=None, description="The switch's interface, with its full name."
    )
    vlan: Vlan | None = Field(
        default=None,
        description="VLAN tag of the port's RoCE on the wire: 1 to 4094, or untagged.",
    )

    @model_validator(mode="after")
    def _is_plugged_in_somewhere(self) -> Self:
        if (self.switch is None) != (self.interface is None):
            there, absent = ("switch", "interface") if self.switch else ("interface", "switch")
            hint = f"add {absent}, or leave out {there}"
            raise Contradiction(f"has a {there} but no {absent}", hint)
        return self


class Host(Device):
    """A Linux host."""

    sudo: Flag = Field(
        default=False, description="Whether the collector may use sudo; never otherwise."
    )
    ports: Annotated[tuple[HostPort, ...], Listed] = Field(
        default=(), description="The RDMA ports."
    )


class Flow(Strict):
    """Hosts that are to talk RoCE, in both directions."""

    name: Text | None = Field(default=None, description="Name of the flow in reports.")
    from_hosts: Globs = Field(
        alias="from", title="from", description="Host names at one end, as globs of *, ? and [...]."
    )
    to_hosts: Globs = Field(
        alias="to", title="to", description="Host names at the other end, as globs."
    )
    roce: RoceVersion | None = Field(
        default=None, description="RoCE version of this flow; the fabric's if absent."
    )
    traffic: Traffics = Field(
        default=(),
        description="Exactly these packets: v1, v2 (both families), v2-ipv4, v2-ipv6;"
        " follows from roce and the fabric's family if absent.",
    )

    @model_validator(mode="after")
    def _traffic_fits_roce(self) -> Self:
        odd = [item for item in self.traffic if self.roce and not item.startswith(self.roce)]
        if odd:
            hint = "leave one of them out"
            raise Contradiction(f"has traffic {odd[0]} but roce {self.roce}", hint)
        return self


class Options(Strict):
    """How the audit is run."""

    collect: Annotated[CollectOptions, Section] = Field(
        default=CollectOptions(), description="Limits of collecting."
    )


class Inventory(Strict):
    """Everything the user says about a fabric.

    Names of devices are unique over switches and hosts; every name that is referred to exists:
    ``load_inventory`` sees to both, ``model_validate`` alone does not.
    """

    fabric: Fabric = Field(description="What is meant for the whole fabric.")
    credentials: Annotated[dict[Name, Credential], Section] = Field(
        default={}, description="Ways to log in, by name; secrets by reference only."
    )
    switches: Annotated[dict[Name, Switch], Section] = Field(
        default={}, description="Switches by name."
    )
    hosts: Annotated[dict[Name, Host], Section] = Field(default={}, description="Hosts by name.")
    flows: Annotated[tuple[Flow, ...], Listed] = Field(
        default=(), description="Which hosts are to talk RoCE."
    )
    options: Annotated[Options, Section] = Field(
        default=Options(), description="Settings of the audit's own work."
    )
    assume: Annotated[dict[Word, Assumptions], Section] = Field(
        default={}, description="Platform switches for all devices of a platform, by its name."
    )

    def assumptions(self, device: str) -> dict[str, str]:
        """Return the platform switches of a device: its own, over its platform's.

        Args:
            device: Name of a switch or host of this inventory.
        """
        switch = self.switches.get(device)
        platform = switch.platform if switch else HOST_PLATFORM
        own = (switch or self.hosts[device]).assume
        return {**self.assume.get(platform, {}), **own}


HOST_PLATFORM: Literal["linux"] = "linux"
