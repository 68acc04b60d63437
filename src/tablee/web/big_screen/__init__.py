"""A table on a big screen, and a kiosk."""
