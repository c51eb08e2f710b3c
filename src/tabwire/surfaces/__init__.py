"""The ways in: MCP, HTTP, command line, extension. They translate and never decide."""
