"""What the rules say: clauses, sentences in three languages, and other numbers."""
