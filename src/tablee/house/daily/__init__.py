"""The deal of the day: its date, its calendar, and how a try compares."""
