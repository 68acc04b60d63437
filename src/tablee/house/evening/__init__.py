"""An evening: who plays with whom, who leads, and what comes next."""
