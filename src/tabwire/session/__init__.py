"""What is remembered between commands: sessions, tabs, frames, refs."""
