"""One module per generated file. Each only returns text."""
