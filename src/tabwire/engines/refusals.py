"""What a refusal of the extension means to a caller: the sentences are written here, and only here."""

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

# Another program's extension, translated, and one of ours from before kinds: a public code and a sentence.
WITH_SENTENCE = {Forbidden.code, UnsupportedByEngine.code, NoTab.code}
# These take paths, which Chrome refuses with these words unless the user lets the extension at files.
TAKING_PATHS = {"DOM.setFileInputFiles", "Input.dispatchDragEvent"}
PATHS_REFUSED = "Not allowed"
HOW_TO_ALLOW = "Only the user can change that: in the popup or the options of the tabwire extension."
NO_FACTS: Mapping[str, object] = {}


class FilesNotAllowed(UnsupportedByEngine):
    """The user did not allow the extension access to files."""


class NotDebuggable(UnsupportedByEngine):
    """Chrome lets no extension debug the page that a tab shows now."""


@dataclass(frozen=True)
class Sentence:
    """What is said about one kind of refusal. Fields in braces come with it; `words` are Chrome's."""

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
        Forbidden, "The user's rules in this browser forbid {site}.", HOW_TO_ALLOW
    ),
    Refusal.EXTENSION_PAGE: Sentence(
        Forbidden, "Agents may not use the pages of the tabwire extension.", "Work in a web page instead."
    ),
    Refusal.METHOD_FORBIDDEN: Sentence(Forbidden, "The extension does not pass on {method}."),
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
        "In quiet mode your own scripts need “Allow user scripts” in the details of the tabwire extension.",
        USE_DEBUGGER,
    ),
    Refusal.UNKNOWN_METHOD: Sentence(
        UnsupportedByEngine,
        "The extension of this browser does not know {method}.",
        "Ask the user to reload the tabwire extension in chrome://extensions.",
    ),
    Refusal.NOT_IN_FRONT: Sentence(
        UnsupportedByEngine,
        "Quiet mode can only take pictures of the tab in front of its window.",
        "Ask the user to bring the tab to the front, or to choose the debugger engine.",
    ),
    Refusal.DEBUGGING_ENDED: Sentence(
        UnsupportedByEngine, "Chrome ended debugging of this tab.", "Call again to attach anew."
    ),
    Refusal.TAB_GONE: TAB_CLOSED,
    Refusal.NOT_ATTACHED: TAB_CLOSED,
    Refusal.DETACHED: TAB_CLOSED,
    Refusal.FRAME_GONE: Sentence(ElementStale, "The frame is gone."),
    Refusal.FOREIGN_FRAME: Sentence(
        NotDebuggable,
        "Another extension put a frame into this page, and Chrome then forbids debugging it.",
        "Ask the user to turn that extension off for the site, or use the scripting engine.",
    ),
    Refusal.PROTECTED_PAGE: Sentence(
        NotDebuggable,
        "Chrome keeps this page from extensions: {words}",
        "`navigate` to a web page, or work in another tab.",
    ),
    Refusal.WARNING_SHOWN: Sentence(
        NotDebuggable,
        "Chrome shows a warning of its own in this tab, which no extension may read or answer.",
        "`navigate` leaves it; only the user can go past it.",
    ),
    Refusal.NO_HISTORY: Sentence(
        NavigationFailed,
        "Chrome finds no page to go to: from a page without scripts it skips those that the user did not "
        "interact with.",
        "Use `navigate`.",
    ),
}


def refused(kind: Refusal, facts: Mapping[str, object] = NO_FACTS) -> TabwireError:
    """Return the error for a kind of refusal; its data names the kind."""
    said = SENTENCES[kind]
    # An extension of another version may leave a field out.
    text = said.text.format_map(defaultdict(str, facts))
    return said.error(text, next_step=said.next_step, reason=str(kind))


def reason_of(error: TabwireError) -> str:
    """Return the kind of refusal behind an error, if there is one."""
    return str(error.data.get("reason", ""))


def error_for(method: str, failure: Failure) -> Exception:
    """Return the error that a refusal means; `CdpRefused` for what Chrome says of one command only."""
    if failure.code in WITH_SENTENCE:
        return error_from({"code": failure.code, "message": failure.message})
    code, words = _devtools_error(failure.message)
    kind = failure.code
    if kind in ("", Refusal.DEVTOOLS):
        kind = Refusal.TAB_GONE if code == SESSION_NOT_FOUND else kind_of(words)
    if method in TAKING_PATHS and words == PATHS_REFUSED:
        return FilesNotAllowed(
            "Chrome keeps the extension from files.",
            next_step="Ask the user to allow access to file URLs for tabwire in chrome://extensions.",
        )
    if kind not in SENTENCES:
        return refusal(method, code, words or kind)
    return refused(Refusal(kind), {**failure.facts, "words": words})


def _devtools_error(text: str) -> tuple[int, str]:
    """Read the error of a DevTools command, which Chrome hands to extensions as JSON in a text."""
    try:
        facts = json.loads(text)
        return int(facts.get("code", 0)), str(facts["message"])
    except (ValueError, TypeError, KeyError, AttributeError):
        return 0, text
