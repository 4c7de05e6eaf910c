"""Checks of hosts: their RDMA devices, GIDs, modes, priorities, addresses and limits."""
