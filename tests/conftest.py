"""What all tests share: no deadline in wall time, because machines are loaded differently."""

from hypothesis import settings

settings.register_profile("roce-audit", deadline=None)
settings.load_profile("roce-audit")
