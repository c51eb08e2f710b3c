"""Reading pages: snapshots, targets, changes, search, text and data."""
