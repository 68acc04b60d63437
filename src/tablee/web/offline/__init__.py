"""What is there without a network."""
