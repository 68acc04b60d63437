"""A house that is open: its parts put together, its tables in memory, its workers in talk."""
