"""What is read from a page: snapshots, text, tables, search, changes, pictures."""
