"""Long comparisons with things that are not this project: a kernel, a compiler, real RDMA."""
