"""What is done to a page: aim, press, type, wait until it is quiet, and report what came of it."""
