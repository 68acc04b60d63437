"""The page of a review."""
