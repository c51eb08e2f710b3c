"""What policy is asked, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass

from tabwire.browsers.browser import Browser
from tabwire.callers import Caller
from tabwire.policy.reasons import Reason
from tabwire.registry import Arguments, Command
from tabwire.session.tab import Tab


@dataclass(frozen=True)
class Request:
    """One call with everything known about it. Its subject is a tab, a session or the hub."""

    caller: Caller
    command: Command
    arguments: Arguments
    subject: object

    @property
    def tab(self) -> Tab | None:
        """Return the tab the command works in; `tab.url` is the address it shows."""
        return self.subject if isinstance(self.subject, Tab) else None

    @property
    def browser(self) -> Browser | None:
        """Return the browser of that tab."""
        return self.tab.session.browser if self.tab else None


@dataclass(frozen=True)
class Allow:
    """The command may run."""


@dataclass(frozen=True)
class Deny:
    """The command may not run."""

    reason: Reason


# An answer that asks the user first is a third class here: `dispatch.enforce` acts on every decision, and
# the type checker points there until it knows the new one.
Decision = Allow | Deny


def allow_unless(reason: Reason | None) -> Decision:
    """Deny for this reason, or allow when there is none."""
    return Deny(reason) if reason else Allow()
