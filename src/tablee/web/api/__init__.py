"""The tables as JSON, for programs."""
