"""What JavaScript gave."""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import Field

from tabwire.results.result import Result


class Evaluated(Result):
    """What an expression gave."""

    value: Annotated[Any, Field(description="The value as JSON.")] = None

    def to_text(self) -> str:
        """Return the value itself: text as it is, everything else as JSON."""
        return self.value if isinstance(self.value, str) else json.dumps(self.value, ensure_ascii=False)
