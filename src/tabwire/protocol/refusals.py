"""Why the extension refuses a request: kinds that travel, and Chrome's words for those that Chrome decides.

The extension names the kind and the facts; the hub writes the sentence (`engines/refusals.py`).
"""

from __future__ import annotations

import re
from enum import StrEnum


class Refusal(StrEnum):
    """The reason for a refusal. The extension knows them by the generated `shared/protocol.js`."""

    # The user's decisions.
    STOPPED = "stopped"
    PAUSED = "paused"
    TAB_OFF_LIMITS = "tab_off_limits"
    READ_ONLY = "read_only"
    NO_SCRIPTS = "no_scripts"
    SITE_FORBIDDEN = "site_forbidden"
    EXTENSION_PAGE = "extension_page"
    QUIET_MODE_CHOSEN = "quiet_mode_chosen"
    DEBUGGER_CHOSEN = "debugger_chosen"
    USER_SCRIPTS_OFF = "user_scripts_off"

    # What the extension does not do, or not now.
    UNKNOWN_METHOD = "unknown_method"
    METHOD_FORBIDDEN = "method_forbidden"
    NOT_IN_FRONT = "not_in_front"
    DEBUGGING_ENDED = "debugging_ended"

    # What Chrome refuses.
    TAB_GONE = "tab_gone"
    FRAME_GONE = "frame_gone"
    ALREADY_ATTACHED = "already_attached"
    NOT_ATTACHED = "not_attached"
    DETACHED = "detached"
    FOREIGN_FRAME = "foreign_frame"
    PROTECTED_PAGE = "protected_page"
    WARNING_SHOWN = "warning_shown"
    NO_HISTORY = "no_history"
    DEVTOOLS = "devtools"
    OTHER = "other"


# What Chrome says, as expressions that Python and JavaScript both read; the first that is found counts.
CHROME_WORDS = (
    (r"No tab with|No target with given id", Refusal.TAB_GONE),
    (r"No frame with id|[Ff]rame .*was removed|Frame with ID \d+ is not", Refusal.FRAME_GONE),
    (r"already attached", Refusal.ALREADY_ATTACHED),
    (r"not attached to the tab", Refusal.NOT_ATTACHED),
    (r"Detached while", Refusal.DETACHED),
    (r"different extension", Refusal.FOREIGN_FRAME),
    (r"Cannot access|cannot be scripted|error page|must request permission", Refusal.PROTECTED_PAGE),
    # Instead of the page there is a warning of a bad certificate or a dangerous site.
    (r"Cannot attach to this target|Not attached to an active page", Refusal.WARNING_SHOWN),
    (r"Cannot find a next page in history", Refusal.NO_HISTORY),
    # The error of a DevTools command, which Chrome hands to extensions as JSON in a text.
    (r"^\{", Refusal.DEVTOOLS),
)


def kind_of(words: str) -> Refusal:
    """Return what Chrome means, for an extension that passes on its words alone."""
    found = (kind for pattern, kind in CHROME_WORDS if re.search(pattern, words))
    return next(found, Refusal.OTHER)
