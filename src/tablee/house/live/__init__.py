"""A live table as it is followed: stories, pages, JSON, hints, and the turns of bots."""
