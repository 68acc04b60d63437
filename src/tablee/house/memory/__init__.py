"""A store in plain dictionaries, for a test or a browser."""
