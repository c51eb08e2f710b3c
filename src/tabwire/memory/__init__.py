"""What the hub remembers: calls under way, the journal of operations, and the hub as a whole."""
