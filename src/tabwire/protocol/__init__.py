"""State machines over bytes: no sockets, no clocks, no tasks."""
