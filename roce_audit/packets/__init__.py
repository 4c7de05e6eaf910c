"""Exact sets of packets: products of integer ranges, and the first-match walk over them.

Why boxes and not decision diagrams or a solver: a filter line *is* a box, so every answer can be
shown to a person as ranges, the question asked here is narrow (one protocol, one port, some
hosts), and clipping a filter to it leaves tens of lines of ten thousand before any splitting.
Doubts are one more dimension with two values, so an answer that hangs on something not
understood falls out of the same walk.
"""
