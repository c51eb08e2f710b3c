"""Downloads: saved under their own names, reported to the page that started them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from tabwire.engines.cdp import CdpSession
from tabwire.engines.page import Page
from tabwire.engines.page_events import DownloadEnded, DownloadStarted
from tabwire.protocol.cdp import CdpObject

UNSAFE = str.maketrans(dict.fromkeys('/\\:*?"<>|\0', "_"))
NAME_MAX = 180
UNFINISHED = ".crdownload"

# The pages that learn of downloads in a frame: its own page, and the one that opened it.
PagesOf = Callable[[str], Sequence[Page]]


class Downloads:
    """Follow the downloads of one browser. Without a folder they go to the user's own."""

    def __init__(self, session: CdpSession, folder: str, pages_of: PagesOf) -> None:
        self._session = session
        self._folder = Path(folder) if folder else None
        self._pages_of = pages_of
        self._open: dict[str, tuple[str, Sequence[Page]]] = {}

    async def start(self) -> None:
        """Make Chrome report every download, and save it to the folder."""
        self._session.on("Browser.downloadWillBegin", self._on_begin)
        self._session.on("Browser.downloadProgress", self._on_progress)
        how: CdpObject = {"behavior": "default"}
        if self._folder:
            os.makedirs(self._folder, mode=0o700, exist_ok=True)
            how = {"behavior": "allowAndName", "downloadPath": str(self._folder)}
        await self._session.call("Browser.setDownloadBehavior", eventsEnabled=True, **how)

    def _on_begin(self, params: CdpObject) -> None:
        pages = self._pages_of(params["frameId"])
        name = safe_name(params["suggestedFilename"])
        self._open[params["guid"]] = (name, pages)
        for page in pages:
            page.events.emit(DownloadStarted(params["guid"], params["url"], name))

    def _on_progress(self, params: CdpObject) -> None:
        if params["state"] == "inProgress" or params["guid"] not in self._open:
            return
        name, pages = self._open.pop(params["guid"])
        path = self._finish(params, name)
        for page in pages:
            page.events.emit(DownloadEnded(params["guid"], path))

    def _finish(self, params: CdpObject, name: str) -> str:
        if self._folder is None:
            return str(params.get("filePath", ""))
        found = self._folder / params["guid"]
        return _keep(found, self._folder / name) if params["state"] == "completed" else _drop(found)


def _keep(found: Path, wanted: Path) -> str:
    """Rename a finished download to its own name, numbered if that is taken."""
    path = free_path(wanted)
    try:
        os.rename(found, path)
    except OSError:
        return str(found)
    return str(path)


def _drop(found: Path) -> str:
    """Remove a failed download and the partial file that Chrome keeps to resume it."""
    for left in (found, found.with_name(found.name + UNFINISHED)):
        with suppress(OSError):
            os.remove(left)
    return ""


def safe_name(suggested: str) -> str:
    """Return a file name that stays in its folder, whatever the server suggests."""
    name = suggested.translate(UNSAFE).strip(". ") or "download"
    stem, extension = os.path.splitext(name)
    return f"{stem[: NAME_MAX - len(extension)]}{extension}"


def free_path(path: Path) -> Path:
    """Return the path, or the first of `name (2).ext`, `name (3).ext`… that is free."""
    number = 2
    free = path
    while free.exists():
        free = path.with_name(f"{path.stem} ({number}){path.suffix}")
        number += 1
    return free
