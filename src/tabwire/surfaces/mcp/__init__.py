"""MCP: the registry as tools, on the local socket and over HTTP."""
