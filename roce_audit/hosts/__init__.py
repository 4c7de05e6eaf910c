"""Linux hosts: a read-only collector, and readers from what it prints to the model.

One script prints one host as sections that device text cannot forge (``collector``), ``sections``
takes them apart, and the ``read_*`` modules turn them into ``model.host``. A fact that is missing,
refused or cut is ``Unknown`` with its reason: only a section that was read whole may say that
something is not there.
"""
