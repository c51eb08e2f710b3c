"""HTTP: one server with a guard before every route."""
