"""How an action is done as a person's hand would do it, and how to tell truly what it did."""
