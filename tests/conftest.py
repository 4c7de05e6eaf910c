"""What all tests share: no deadline in wall time, because machines are loaded differently."""

import pytest
from hypothesis import settings

# The modules beside the platforms' folders hold checks too: a failed one is shown with its values.
pytest.register_assert_rewrite("tests.platforms")

settings.register_profile("roce-audit", deadline=None)
settings.load_profile("roce-audit")
