"""Who sits where: everything that is asked of a table beside moves."""
