"""What a table is, for every game: the kit of parts, gestures, and the renderer."""
