"""Who sits where: at a table, and at the tables of an evening."""
