"""Replays, and playing on from a position."""
