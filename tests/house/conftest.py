from __future__ import annotations

from tests.web.conftest import _same_luck as _same_luck
from tests.web.conftest import _warm as _warm
