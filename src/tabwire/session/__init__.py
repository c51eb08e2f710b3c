"""Sessions, their tabs, and who works in which tab."""
