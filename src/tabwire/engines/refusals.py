"""The errors for refusals of the extension. Their messages are written only here."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from tabwire.engines.cdp import SESSION_NOT_FOUND, refusal
from tabwire.engines.facets import USE_DEBUGGER
from tabwire.errors import (
    ElementStale,
    Forbidden,
    NavigationFailed,
    NoTab,
    TabClosed,
    TabwireError,
    UnsupportedByEngine,
    error_from,
)
from tabwire.protocol.refusals import Refusal, kind_of
from tabwire.protocol.relay import Failure

# Codes of other extensions and of older versions of ours, which send a public code and a message.
WITH_SENTENCE = {Forbidden.code, UnsupportedByEngine.code, NoTab.code}
# These take paths, which Chrome refuses with these words unless the user allows the extension file access.
TAKING_PATHS = {"DOM.setFileInputFiles", "Input.dispatchDragEvent"}
PATHS_REFUSED = "Not allowed"
HOW_TO_ALLOW = "Only the user can change this, in the popup or options of the tabwire extension."
NO_FACTS: Mapping[str, object] = {}


class FilesNotAllowed(UnsupportedByEngine):
    """The user did not allow the extension access to files."""


class NotDebuggable(UnsupportedByEngine):
    """Chrome does not let extensions debug the current page of a tab."""


@dataclass(frozen=True)
class Sentence:
    """The error for one kind of refusal. Braces name its fields; `words` are Chrome's."""

    error: type[TabwireError]
    text: str
    next_step: str = ""


TAB_CLOSED = Sentence(TabClosed, "The tab is closed.")
SENTENCES = {
    Refusal.STOPPED: Sentence(Forbidden, "The user stopped all agents in this browser.", HOW_TO_ALLOW),
    Refusal.PAUSED: Sentence(Forbidden, "The user paused agents in this browser.", HOW_TO_ALLOW),
    Refusal.TAB_OFF_LIMITS: Sentence(Forbidden, "The user took this tab away from agents.", HOW_TO_ALLOW),
    Refusal.READ_ONLY: Sentence(Forbidden, "This browser is read-only for agents.", HOW_TO_ALLOW),
    Refusal.NO_SCRIPTS: Sentence(Forbidden, "Agents may not run scripts in this browser.", HOW_TO_ALLOW),
    Refusal.SITE_FORBIDDEN: Sentence(
        Forbidden, "The user's rules in this browser do not allow {site}.", HOW_TO_ALLOW
    ),
    Refusal.EXTENSION_PAGE: Sentence(
        Forbidden, "Agents may not use the pages of the tabwire extension.", "Use a web page instead."
    ),
    Refusal.METHOD_FORBIDDEN: Sentence(Forbidden, "The extension does not allow {method}."),
    Refusal.QUIET_MODE_CHOSEN: Sentence(
        UnsupportedByEngine, "The user chose quiet mode for this browser: no debugger."
    ),
    Refusal.DEBUGGER_CHOSEN: Sentence(
        UnsupportedByEngine,
        "The user chose the debugger for this browser: no quiet mode.",
        "Call `use_engine` with engine=auto.",
    ),
    Refusal.USER_SCRIPTS_OFF: Sentence(
        UnsupportedByEngine,
        "In quiet mode, scripts need “Allow user scripts” in the details of the tabwire extension.",
        USE_DEBUGGER,
    ),
    Refusal.UNKNOWN_METHOD: Sentence(
        UnsupportedByEngine,
        "The extension in this browser does not support {method}.",
        "Ask the user to reload the tabwire extension in chrome://extensions.",
    ),
    Refusal.NOT_IN_FRONT: Sentence(
        UnsupportedByEngine,
        "Quiet mode can only take pictures of the tab in front of its window.",
        "Ask the user to bring the tab to the front, or to choose the debugger engine.",
    ),
    Refusal.DEBUGGING_ENDED: Sentence(
        UnsupportedByEngine, "Chrome detached the debugger from this tab.", "Call again to reattach."
    ),
    Refusal.TAB_GONE: TAB_CLOSED,
    Refusal.NOT_ATTACHED: TAB_CLOSED,
    Refusal.DETACHED: TAB_CLOSED,
    Refusal.FRAME_GONE: Sentence(ElementStale, "The frame is gone."),
    Refusal.FOREIGN_FRAME: Sentence(
        NotDebuggable,
        "Another extension has a frame in this page, so Chrome does not allow debugging it.",
        "Ask the user to turn that extension off for the site, or use the scripting engine.",
    ),
    Refusal.PROTECTED_PAGE: Sentence(
        NotDebuggable,
        "Chrome protects this page from extensions: {words}",
        "`navigate` to a web page, or use another tab.",
    ),
    Refusal.WARNING_SHOWN: Sentence(
        NotDebuggable,
        "Chrome shows a security warning in this tab, which extensions cannot read or dismiss.",
        "`navigate` elsewhere; only the user can proceed.",
    ),
    Refusal.NO_HISTORY: Sentence(
        NavigationFailed,
        "There is no page to go to: from a page without scripts, Chrome skips pages that the user did not "
        "interact with.",
        "Use `navigate`.",
    ),
}


def refused(kind: Refusal, facts: Mapping[str, object] = NO_FACTS) -> TabwireError:
    """Return the error for a kind of refusal; its data names the kind."""
    sentence = SENTENCES[kind]
    # An extension of another version may leave a field out.
    text = sentence.text.format_map(defaultdict(str, facts))
    return sentence.error(text, next_step=sentence.next_step, reason=str(kind))


def reason_of(error: TabwireError) -> str:
    """Return the kind of refusal behind an error, if there is one."""
    return str(error.data.get("reason", ""))


def error_for(method: str, failure: Failure) -> Exception:
    """Return the error for a refusal; `CdpRefused` if Chrome refused only one command."""
    if failure.code in WITH_SENTENCE:
        return error_from({"code": failure.code, "message": failure.message})
    code, words = _devtools_error(failure.message)
    kind = failure.code
    if kind in ("", Refusal.DEVTOOLS):
        kind = Refusal.TAB_GONE if code == SESSION_NOT_FOUND else kind_of(words)
    if method in TAKING_PATHS and words == PATHS_REFUSED:
        return FilesNotAllowed(
            "The extension has no access to files.",
            next_step="Ask the user to allow access to file URLs for tabwire in chrome://extensions.",
        )
    if kind not in SENTENCES:
        return refusal(method, code, words or kind)
    return refused(Refusal(kind), {**failure.facts, "words": words})


def _devtools_error(text: str) -> tuple[int, str]:
    """Parse the error of a DevTools command, which Chrome passes to extensions as JSON text."""
    try:
        facts = json.loads(text)
        return int(facts.get("code", 0)), str(facts["message"])
    except (ValueError, TypeError, KeyError, AttributeError):
        return 0, text
