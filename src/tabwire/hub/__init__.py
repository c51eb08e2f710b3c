"""The hub process, one per user: its lock, its socket, its start, its end, and how clients reach it."""
