"""Search for all games: imagined play-outs, one tree, and the time that it is given."""
