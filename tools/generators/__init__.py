"""One module per generated file: each turns commands into text and touches nothing."""
