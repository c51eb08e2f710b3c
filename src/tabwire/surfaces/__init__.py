"""Surfaces: MCP, HTTP, command line, extension. They translate requests and never decide."""
