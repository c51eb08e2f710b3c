"""What commands return, one file per topic. A client imports nothing heavier than these models."""
