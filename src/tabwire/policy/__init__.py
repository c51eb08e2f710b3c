"""May this caller do this, here? Declared on the command, decided in this package."""
