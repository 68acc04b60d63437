"""What several features of the pages share: the frame of a page, and what they ask alike."""
