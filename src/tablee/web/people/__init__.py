"""Oneself: name, devices, games, notifications."""
