"""Constants that cannot be changed: compiled code would go on with the old ones."""

from __future__ import annotations

import sys
from types import ModuleType

from tablee.core.arrays import np


class Frozen(ModuleType):
    """A module whose constants, the names in capitals, are what they were when it was read."""

    def __setattr__(self, name: str, value: object) -> None:
        if name.isupper() and name in vars(self):
            raise AttributeError(
                f"{self.__name__}.{name} is compiled in, so a change would do nothing:"
                " play a variant instead (docs/make/variants.md)."
            )
        super().__setattr__(name, value)


def freeze_constants(package: str) -> None:
    """Make changing a constant or an array of a game's modules raise an error."""
    for name, module in list(sys.modules.items()):
        if name.startswith(f"{package}.") and type(module) is ModuleType:
            module.__class__ = Frozen
            for value in vars(module).values():
                if isinstance(value, np.ndarray):
                    value.flags.writeable = False
