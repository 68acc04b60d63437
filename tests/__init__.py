"""The tests of the house."""

import pytest

pytest.register_assert_rewrite("tablee.laws")
