"""Every failure a caller can meet. Codes are public and never renamed.

TabwireError
├── InvalidParams          INVALID_PARAMS
├── UnknownCommand         UNKNOWN_COMMAND
├── Forbidden              FORBIDDEN
├── RateLimited            RATE_LIMITED
├── Timeout                TIMEOUT
│   └── PageUnresponsive   PAGE_UNRESPONSIVE
├── UnknownOutcome         UNKNOWN_OUTCOME
├── NoBrowser              NO_BROWSER
├── BrowserDisconnected    BROWSER_DISCONNECTED
├── NoTab                  NO_TAB
├── TabClosed              TAB_CLOSED
├── TabCrashed             TAB_CRASHED
├── TabBusy                TAB_BUSY
├── NavigationFailed       NAVIGATION_FAILED
├── DialogOpen             DIALOG_OPEN
├── ElementNotFound        ELEMENT_NOT_FOUND
├── ElementAmbiguous       ELEMENT_AMBIGUOUS
├── ElementStale           ELEMENT_STALE
├── ElementNotActionable   ELEMENT_NOT_ACTIONABLE
├── UnsupportedByEngine    UNSUPPORTED_BY_ENGINE
├── VersionMismatch        VERSION_MISMATCH
└── Internal               INTERNAL
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, ClassVar, Self, TypedDict


class ErrorFacts(TypedDict):
    """An error as surfaces send it."""

    code: str
    message: str
    next_step: str
    data: dict[str, object]


class TabwireError(Exception):
    """Say what went wrong, why, and what to do next; carry the data beside it."""

    code: ClassVar[str] = "INTERNAL"
    http_status: ClassVar[int] = 500
    default_next_step: ClassVar[str] = ""

    def __init__(self, message: str, *, next_step: str = "", **data: object) -> None:
        super().__init__(message)
        self.message = message
        self.next_step = next_step or self.default_next_step
        self.data = data

    def fresh_copy(self) -> Self:
        """Return a copy to raise elsewhere: one exception must not collect the traces of many."""
        twin = copy.copy(self)
        return twin.with_traceback(None)

    def facts(self) -> ErrorFacts:
        """Return the error as plain data for a machine."""
        return ErrorFacts(code=self.code, message=self.message, next_step=self.next_step, data=self.data)

    def to_text(self) -> str:
        """Return the error as one short text for a person or a model."""
        text = f"{self.code}: {self.message}"
        return f"{text} {self.next_step}" if self.next_step else text


class InvalidParams(TabwireError):
    """A parameter is unknown, missing or of the wrong kind."""

    code = "INVALID_PARAMS"
    http_status = 400


class UnknownCommand(TabwireError):
    """There is no command of that name, or this caller may not see it."""

    code = "UNKNOWN_COMMAND"
    http_status = 404
    default_next_step = "`tabwire --help` and GET /api/v1/commands list every command."


class Forbidden(TabwireError):
    """Policy does not allow this caller to do this here."""

    code = "FORBIDDEN"
    http_status = 403


class RateLimited(TabwireError):
    """Too many requests from one caller or one address."""

    code = "RATE_LIMITED"
    http_status = 429


class Timeout(TabwireError):
    """The deadline passed before the command was done."""

    code = "TIMEOUT"
    http_status = 504


class PageUnresponsive(Timeout):
    """The page runs an endless script and answers nothing."""

    code = "PAGE_UNRESPONSIVE"
    http_status = 504


class UnknownOutcome(TabwireError):
    """The link broke while an action was under way; it may or may not have happened."""

    code = "UNKNOWN_OUTCOME"
    http_status = 502
    default_next_step = "Look at the page (`snapshot`) before repeating the action."


class NoBrowser(TabwireError):
    """No browser is connected and none could be started."""

    code = "NO_BROWSER"
    http_status = 503


class BrowserDisconnected(TabwireError):
    """The browser ended or its link dropped."""

    code = "BROWSER_DISCONNECTED"
    http_status = 503
    default_next_step = "Call again: tabwire starts or reconnects the browser on the next command."


class NoTab(TabwireError):
    """The named tab does not exist or belongs to another session."""

    code = "NO_TAB"
    http_status = 404
    default_next_step = "List open tabs with `tabs`, or open one with `new_tab`."


class TabClosed(TabwireError):
    """The tab was closed while the command ran, or since the last one."""

    code = "TAB_CLOSED"
    http_status = 409
    default_next_step = "List open tabs with `tabs`, or open one with `new_tab`."


class TabCrashed(TabwireError):
    """The page's process crashed."""

    code = "TAB_CRASHED"
    http_status = 409
    default_next_step = "Call `reload` to revive the tab."


class TabBusy(TabwireError):
    """Another session owns the tab."""

    code = "TAB_BUSY"
    http_status = 409


class NavigationFailed(TabwireError):
    """The address could not be loaded."""

    code = "NAVIGATION_FAILED"
    http_status = 502


class DialogOpen(TabwireError):
    """A JavaScript dialog waits for an answer and blocks the page."""

    code = "DIALOG_OPEN"
    http_status = 409
    default_next_step = "Answer it with `handle_dialog`."


class ElementNotFound(TabwireError):
    """Nothing on the page matches the target."""

    code = "ELEMENT_NOT_FOUND"
    http_status = 404
    default_next_step = "Take a `snapshot` or use `find` to see what is there."


class ElementAmbiguous(TabwireError):
    """More than one element matches the target."""

    code = "ELEMENT_AMBIGUOUS"
    http_status = 409
    default_next_step = "Pass one of the refs in `candidates`."


class ElementStale(TabwireError):
    """The ref is of an element that is gone."""

    code = "ELEMENT_STALE"
    http_status = 409
    default_next_step = "Take a new `snapshot`; refs of the old page are void."


class ElementNotActionable(TabwireError):
    """The element is hidden, disabled, moving or covered."""

    code = "ELEMENT_NOT_ACTIONABLE"
    http_status = 409


class UnsupportedByEngine(TabwireError):
    """This browser's engine cannot do this."""

    code = "UNSUPPORTED_BY_ENGINE"
    http_status = 409


class VersionMismatch(TabwireError):
    """Client and hub speak different protocol versions."""

    code = "VERSION_MISMATCH"
    http_status = 409


class Internal(TabwireError):
    """A defect of tabwire itself."""

    code = "INTERNAL"
    http_status = 500
    default_next_step = "The hub's log has the details: `tabwire hub logs`."


def error_from(facts: Mapping[str, Any]) -> TabwireError:
    """Rebuild an error from its facts, or from a flat report with a code, a message and data."""
    kinds: list[type[TabwireError]] = [*TabwireError.__subclasses__(), PageUnresponsive]
    kind = {known.code: known for known in kinds}.get(str(facts.get("code")), Internal)
    rest = {
        name: value for name, value in facts.items() if name not in {"code", "message", "next_step", "data"}
    }
    data = {**rest, **facts.get("data", {})}
    return kind(str(facts.get("message", "")), next_step=str(facts.get("next_step", "")), **data)
