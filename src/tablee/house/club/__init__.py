"""A class, a club, a family: people who play together again and again, by a code."""
