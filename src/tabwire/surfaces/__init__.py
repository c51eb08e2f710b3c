"""The doors: ways in. They translate and never decide."""
