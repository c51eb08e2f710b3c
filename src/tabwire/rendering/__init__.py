"""How what was read is written down: TOON rows, token budgets, and what a tab remembers of it. No I/O."""
