"""How rules run: what is compiled, where it is kept, and what Python does meanwhile."""
