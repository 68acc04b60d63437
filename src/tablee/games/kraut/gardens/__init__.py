"""What lies in gardens: what may be put there, what it is worth, and what cannot be."""
