"""Hints and second looks, for those who want them."""
