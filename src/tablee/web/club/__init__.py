"""A class, a club, a family: their page, and one screen with all their tables."""
