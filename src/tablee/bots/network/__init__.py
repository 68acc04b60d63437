"""Networks that play: read from a file and run by compiled loops in whole numbers alone."""
