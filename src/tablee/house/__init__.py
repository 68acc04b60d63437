"""What happens at tables and to people: no HTTP, no SQL, no threads."""
