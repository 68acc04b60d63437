"""An evening: who sits with whom."""
