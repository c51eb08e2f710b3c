"""A system clock that a test can set, in whatever process this is loaded; monotonic time goes on."""

import os
import time
from pathlib import Path

_file = Path(os.environ["TABWIRE_TEST_CLOCK"])
_real_time = time.time


def _shifted_time() -> float:
    return _real_time() + float(_file.read_text())


time.time = _shifted_time
