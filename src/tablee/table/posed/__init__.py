"""Tables that are posed as data: lessons, tables laid for a newcomer, and cases to ask about."""
