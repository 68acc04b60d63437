"""Calls to a turn: what waits, push and e-mail."""
