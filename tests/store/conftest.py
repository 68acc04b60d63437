"""What tests of the store share with those of the web: databases, and the luck of a run."""

from tests.web.conftest import (
    _same_luck,
    _warm,
    database,
    postgres_folder,
    postgres_url,
    sqlite_url,
)

__all__ = ["_same_luck", "_warm", "database", "postgres_folder", "postgres_url", "sqlite_url"]
