"""What agents write as JavaScript: an expression, a statement with `await`, or a function."""

from __future__ import annotations

import re

ASSIGNMENT = re.compile(r"(?!\s*(\(|async\b|function\b))[^=]*[^=!<>]=(?![=>])")


def calls_functions(expression: str) -> bool:
    """Tell whether a function that comes out is to be called: not one that is assigned, as a handler."""
    return not ASSIGNMENT.match(expression)
