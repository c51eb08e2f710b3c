"""Programs on standard input and output. They only carry bytes to the hub and back."""
