"""A server process: workers, bot processes, connections, and games that become ready."""
