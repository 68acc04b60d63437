"""NumPy, and what replaces it where it is not installed.

What happens at a single table needs records, small arrays and words that wrap around, so modules
on that path say `from tablee.core.arrays import np`. Without NumPy they get `small`, which has
just that and keeps the same bytes; whatever plays many games at once imports NumPy itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
else:
    try:
        import numpy as np
    except ModuleNotFoundError as missing:
        # A NumPy that is installed but broken must be heard of: only its absence is fine.
        if missing.name != "numpy":
            raise
        from tablee.core.arrays import small as np

__all__ = ["np"]
