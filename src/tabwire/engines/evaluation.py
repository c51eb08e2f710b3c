"""What agents write as JavaScript: an expression, a statement with `await`, or a function."""

from __future__ import annotations

import re

ASSIGNMENT = re.compile(r"(?!\s*(\(|async\b|function\b))[^=]*[^=!<>]=(?![=>])")


def calls_functions(expression: str) -> bool:
    """Return whether to call a resulting function: not if the expression assigns it, as a handler."""
    return not ASSIGNMENT.match(expression)
