"""A table with its seats: who sits where, judges moves, pauses, takes back."""
