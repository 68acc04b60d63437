"""Where bots think, who thinks next, and how games become ready."""
