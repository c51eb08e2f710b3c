"""The engine that works through Chrome's DevTools protocol."""
