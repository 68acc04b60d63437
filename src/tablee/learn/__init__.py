"""Bots that learn by playing against themselves: an extra, `pip install tablee[learn]`."""
