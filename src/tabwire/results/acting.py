"""What was done to a page, and what truly happened."""

from __future__ import annotations

from tabwire.results.result import Result

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
