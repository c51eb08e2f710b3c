"""How frames move between the hub and a browser. Nothing in here knows what a frame means."""
