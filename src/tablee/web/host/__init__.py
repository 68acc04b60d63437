"""What a host sees: a page and figures."""
