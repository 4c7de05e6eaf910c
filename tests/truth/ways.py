"""The ways through the switch: where frames go in and where they are looked for."""

import errno
import select
import socket
import struct
import time
from dataclasses import dataclass

from roce_audit.model.path import Passage

ETH_P_ALL, ETH_P_ROCE = 3, 0x8915
SO_RCVBUFFORCE = 33
GRACE_SECONDS = 0.01
ETHERNET = 14
IPV6_HDRINCL = 36
AGAIN = frozenset({errno.EAGAIN, errno.ENOBUFS})
DENIED = frozenset(
    {errno.EPERM, errno.EACCES, errno.ECONNREFUSED, errno.EHOSTUNREACH, errno.ENETUNREACH}
)
"""What the sender is told if a filter drops or rejects a packet on its way out."""


@dataclass(frozen=True)
class WayKind:
    """One way.

    Attributes:
        name: For reports.
        network: Kind of network that it is in.
        passage: The same way as the product is asked for it.
        at: ``forward``, ``input`` or ``output``: where the filters of the way are.
        sources: Addresses of the usual sender, IPv4 and IPv6.
        targets: Addresses of the receiver.
    """

    name: str
    network: str
    passage: Passage
    at: str
    sources: tuple
    targets: tuple


A, B, SWITCH = ("10.77.0.1", "fd77::1"), ("10.77.0.2", "fd77::2"), ("10.77.0.254", "fd77::fe")
A1, B2 = ("10.77.1.1", "fd77:1::1"), ("10.77.2.2", "fd77:2::2")
PORT1, PORT2 = ("10.77.1.254", "fd77:1::fe"), ("10.77.2.254", "fd77:2::fe")

WAYS = (
    WayKind("bridged", "bridged", Passage("p1", "p2"), "forward", A, B),
    WayKind("routed", "routed", Passage("p1", "p2"), "forward", A1, B2),
    WayKind("received", "routed", Passage("p1", ""), "input", A1, PORT1),
    WayKind("sent", "routed", Passage("", "p2"), "output", PORT2, B2),
    WayKind("received at a bridge", "bridged", Passage("p1", ""), "input", A, SWITCH),
    WayKind("sent by a bridge", "bridged", Passage("", "p2"), "output", SWITCH, B),
)


def ways_of(network):
    """Return the ways through a kind of network, the one from host to host twice as likely."""
    found = [way for way in WAYS if way.network == network]
    return [way for way in found if way.at == "forward"] + found


class Ends:
    """Sends the packets of one way and sees which ones come out.

    Args:
        network: A ``Network``.
        way: One of its ways.
    """

    def __init__(self, network, way):
        self.network, self.way = network, way
        self._salt = 0
        self._open = []
        packets = socket.SOCK_RAW
        wired = network.kind == "bridged"
        if way.at == "output":
            where = network.switch
            self._link = self._socket(network, where, socket.AF_PACKET, packets, 0)
            self._link.bind(("br0" if wired else "p2", 0))
            self._four = self._socket(network, where, socket.AF_INET, packets, socket.IPPROTO_RAW)
            self._six = self._socket(network, where, socket.AF_INET6, packets, socket.IPPROTO_RAW)
        else:
            self._link = self._socket(network, network.a, socket.AF_PACKET, packets, 0)
            self._link.bind(("eth0", 0))
        if way.at == "input":
            self._outs = [
                self._socket(network, network.switch, family, packets, protocol)
                for family in (socket.AF_INET, socket.AF_INET6)
                for protocol in (socket.IPPROTO_UDP, socket.IPPROTO_TCP)
            ]
            self._outs.append(self._tap(network, network.switch, "br0" if wired else "p1"))
        else:
            self._outs = [self._tap(network, network.b, "eth0", ETH_P_ALL)]
        for out in self._outs:
            out.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, 16 << 20)

    def _socket(self, network, where, *words):
        made = network.socket(where, *words)
        made.setblocking(False)  # noqa: FBT003 - the socket's own signature
        self._open.append(made)
        return made

    def _tap(self, network, where, port, protocol=ETH_P_ROCE):
        tap = self._socket(network, where, socket.AF_PACKET, socket.SOCK_RAW, 0)
        tap.bind((port, protocol))
        return tap

    def next_salt(self):
        """Return a mark that no frame on its way carries: a late one must not count."""
        self._salt = self._salt % 0xFFFF + 1
        return self._salt

    def arrived(self, frames, grace=GRACE_SECONDS):
        """Send frames, each with its own last four bytes; return the places of those that came."""
        self._drain()
        wanted = {frame[-4:]: place for place, frame in enumerate(frames)}
        assert len(wanted) == len(frames), "two frames end alike"
        seen = set()
        for number, frame in enumerate(frames):
            self._send(frame)
            if number % 64 == 63:
                seen |= self._drain()
        end = time.monotonic() + grace
        while not wanted.keys() <= seen and (left := end - time.monotonic()) > 0:
            if select.select(self._outs, [], [], left)[0]:
                seen |= self._drain()
        return {wanted[tail] for tail in seen & wanted.keys()}

    def _send(self, frame):
        for attempt in range(2000):
            try:
                self._put(frame)
            except OSError as problem:
                if self.way.at == "output" and _is_denied(problem.errno, attempt):
                    return
                if problem.errno not in AGAIN:
                    raise
                time.sleep(0.0005)
            else:
                return
        raise TimeoutError("the socket took no frame for a second")

    def _put(self, frame):
        (ethertype,) = struct.unpack_from("!H", frame, 12)
        if self.way.at != "output" or ethertype not in {0x0800, 0x86DD}:
            self._link.send(frame)
        elif ethertype == 0x0800:
            self._four.sendto(frame[ETHERNET:], (socket.inet_ntoa(frame[30:34]), 0))
        else:
            to = socket.inet_ntop(socket.AF_INET6, frame[38:54])
            self._six.sendto(frame[ETHERNET:], (to, 0))

    def _drain(self):
        seen = set()
        for out in self._outs:
            while True:
                try:
                    data, where = out.recvfrom(65535)
                except BlockingIOError:
                    break
                # A frame that is not for the machine (its tag has no interface) goes nowhere.
                if self.way.at == "input" and out.family == socket.AF_PACKET and where[2]:
                    continue
                seen.add(data[-4:])
        return seen

    def close(self):
        """Close the sockets."""
        for each in self._open:
            each.close()


def _is_denied(number, attempt):
    """Return whether an error of sending tells of a filter; a full buffer is free again soon."""
    return number in DENIED or (number == errno.ENOBUFS and attempt > 2)
