"""Real RDMA between two guests, held against what the product's audit foretells.

``python -m tests.truth.rdma`` boots two guests with Debian's kernel and its software RoCE, joins
them by a bridge in a namespace, sets one filter after another, lets the product collect and audit
the two hosts and the bridge, and then tries RDMA. See ``states.py`` for the filters.
"""
