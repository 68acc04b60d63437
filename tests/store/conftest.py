from tests.web.conftest import _same_luck, _warm

__all__ = ["_same_luck", "_warm"]
