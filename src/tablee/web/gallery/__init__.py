"""Every drawing and state of a game, for designers."""
