"""A table in a browser."""
