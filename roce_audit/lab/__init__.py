"""An embedded network on loopback: small SSH servers with the manners of switches and hosts.

    with running_lab() as lab:
        audit(lab.inventory_path)
        assert not lab.refused

``fabric`` is the network that the demo shows, with its planted faults; ``running_lab`` serves it,
or any other tuple of ``LabDevice``. The servers are paramiko's server side: netmiko brings it, so
the lab costs no dependency and the demo goes over real SSH.

A device answers the commands it knows, to the letter, and nothing else. What could change a real
device is refused and recorded.
"""

from roce_audit.lab.device import Fault, Kind, LabDevice
from roce_audit.lab.running import Lab, running_lab

__all__ = ["Fault", "Kind", "Lab", "LabDevice", "running_lab"]
