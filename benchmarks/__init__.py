"""Side by side with the peers: the time and the tokens of every step, on the same browser and pages."""
