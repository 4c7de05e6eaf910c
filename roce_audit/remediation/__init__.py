"""From findings to repairs: what to change, in which order, and the text for each platform.

A check names a remedy kind, never text; a platform renders a dozen kinds. N checks and M
platforms need N + M x kinds pieces, not N x M templates.
"""
