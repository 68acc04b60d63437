"""The table: people, bots and programs around live games."""
