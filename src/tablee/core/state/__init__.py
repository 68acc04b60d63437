"""States as people and programs see them: positions, views, observations."""
