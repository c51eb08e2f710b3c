"""Programs on standard input and output. They only pass bytes to the hub and back."""
