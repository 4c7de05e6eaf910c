"""Exact sets of packets: products of integer ranges, and what ordered filters do with them.

Why boxes and not decision diagrams or a solver: a filter line *is* a box, so every answer can be
shown to a person as ranges, the question asked here is narrow (one protocol, one port, some
hosts), and clipping a filter to it leaves tens of lines of ten thousand before any splitting.
What is not understood is a doubt: packets that meet it go on twice, once for each answer.

Two ways lead to an answer. ``firstmatch`` lists every cell, which is best while they are few.
``deciders`` searches one packet for each line: 10,000 lines over 10/8 x 10/8 cut the question
into 130,000 cells but have at most 10,000 lines, and the search is twenty times as quick.
"""
