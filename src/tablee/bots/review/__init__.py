"""A review of a match: luck, judgement, and the moves that cost most."""

from tablee.bots.review.match_review import Review, SeatReview, review, reviewing

__all__ = ["Review", "SeatReview", "review", "reviewing"]
