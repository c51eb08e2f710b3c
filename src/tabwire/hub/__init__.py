"""The hub as a process: its lock, its listener, its start and its end."""
