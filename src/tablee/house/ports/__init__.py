"""What the house needs from outside, as small Protocols; and the records that are kept there."""
