"""An evening of many tables: its host, its phones, its wall and its sheet."""
