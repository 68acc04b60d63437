"""Who visits the house."""
