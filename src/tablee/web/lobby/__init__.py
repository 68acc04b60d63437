"""A new table, and one that fills up."""
