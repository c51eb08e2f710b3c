"""How a client reaches the hub: find or start it, greet it, talk to it. Standard library only."""
