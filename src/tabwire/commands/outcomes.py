"""The reply to every action: what was done, and what truly happened."""

from __future__ import annotations

from tabwire.acting.outcome import Outcome
from tabwire.engines.dialogs import Dialog
from tabwire.reading.snapshots import read_page
from tabwire.registry import Result
from tabwire.session.tab import Tab

CONSOLE_CHARS = 120


class OpenedDialog(Result):
    """A dialog that waits for an answer."""

    type: str
    text: str


class OpenedTab(Result):
    """A tab that the action opened."""

    tab: str
    url: str


class Acted(Result):
    """What was done and what came of it; what did not happen is left out."""

    did: str
    url: str = ""
    title: str = ""
    dialog: OpenedDialog | None = None
    new_tabs: tuple[OpenedTab, ...] = ()
    downloads: tuple[str, ...] = ()
    console_error: str = ""
    changed: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    engine: str = "debugger"
    page: str = ""

    def to_text(self) -> str:
        """Return one line for the action and one for each thing that happened."""
        lines = [self.did]
        if self.url:
            lines.append(f'url: {self.url} "{self.title}"' if self.title else f"url: {self.url}")
        if self.dialog:
            lines.append(f'dialog: {self.dialog.type} "{self.dialog.text}", answer with handle_dialog')
        lines += [f"new tab {opened.tab}: {opened.url}" for opened in self.new_tabs]
        lines += [f"downloaded: {path}" for path in self.downloads]
        if self.console_error:
            lines.append(f"console error: {self.console_error[:CONSOLE_CHARS]}")
        lines += [*self.notes, *self.changed]
        return "\n".join([*lines, self.page] if self.page else lines)


def opened_dialog(dialog: Dialog | None) -> OpenedDialog | None:
    """Return an open dialog as a part of a result."""
    return OpenedDialog(type=dialog.kind, text=dialog.message) if dialog else None


async def tell_with_page(tab: Tab, outcome: Outcome) -> Acted:
    """Return an outcome with the whole page as it is now."""
    acted = tell(outcome)
    if acted.dialog is not None:
        return acted
    return acted.model_copy(update={"page": (await read_page(tab)).text, "changed": ()})


def tell(outcome: Outcome) -> Acted:
    """Return an outcome as a result."""
    return Acted(
        did=outcome.did,
        url=outcome.url,
        title=outcome.title,
        dialog=opened_dialog(outcome.dialog),
        new_tabs=tuple(OpenedTab(tab=opened.handle, url=opened.url) for opened in outcome.opened),
        downloads=tuple(outcome.downloads),
        console_error=outcome.console_error,
        changed=tuple(outcome.changed),
        notes=tuple(outcome.notes),
        engine=outcome.engine,
    )
