"""Keeping score with real cards."""
