"""What a game is, whichever it is."""
