from __future__ import annotations

from tests.web.conftest import (
    _same_luck as _same_luck,
)
from tests.web.conftest import (
    _warm as _warm,
)
from tests.web.conftest import (
    database as database,
)
from tests.web.conftest import (
    postgres_folder as postgres_folder,
)
from tests.web.conftest import (
    postgres_url as postgres_url,
)
from tests.web.conftest import (
    sqlite_url as sqlite_url,
)
