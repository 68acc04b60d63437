"""The rule books."""
