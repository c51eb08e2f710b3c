"""The engine that works through content scripts, without the debugger."""
