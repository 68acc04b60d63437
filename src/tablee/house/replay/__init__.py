"""Matches that are over: replays and reviews."""
