"""Where a browser comes from: started by us, or attached to."""
