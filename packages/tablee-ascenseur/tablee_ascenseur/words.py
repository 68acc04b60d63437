"""L'Ascenseur in sentences: bids, reasons and the score sheet."""

from __future__ import annotations

from tablee.core.rules.words import Words as BookWords


class Words(BookWords):
    """The sentences of L'Ascenseur."""
