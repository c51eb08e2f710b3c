"""What to say to a page so that it is read, changed and shown."""
