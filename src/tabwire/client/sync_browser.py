"""The client for scripts and notebooks: every call waits for its result."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Any, Self, TypeVar

from tabwire.client.commands import SyncBrowserCommands
from tabwire.client.connecting import open_link, read_result, without_none
from tabwire.hub_socket.conversation import Conversation
from tabwire.results.result import Result
from tabwire.schemas import JsonObject

ResultT = TypeVar("ResultT", bound=Result)


class SyncBrowser(SyncBrowserCommands):
    """A browser, one call at a time. Use it in a `with` block, or call `close`.

    Without a `session` name, its session is its own and ends with it. Clients with the same name share one.
    `cdp_url` uses a running browser instead of starting one.
    """

    def __init__(self, session: str = "", *, cdp_url: str = "") -> None:
        self._session = session
        self._cdp_url = cdp_url
        self._turn = threading.Lock()
        self._conversation: Conversation | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection and cancel its calls. The next call connects again."""
        if self._conversation is not None:
            self._conversation.close()
            self._conversation = None

    def call(self, command: str, **params: Any) -> JsonObject:
        """Run any command by name, including those of plug-ins, and return its result as JSON."""
        with self._turn:
            return self._connected().call(command, without_none(params)).result

    def _connected(self) -> Conversation:
        if self._conversation is not None and self._conversation.is_broken:
            self.close()
        if self._conversation is None:
            self._conversation = Conversation(open_link(self._session, self._cdp_url))
        return self._conversation

    def _call(self, command: str, result: type[ResultT], params: dict[str, Any]) -> ResultT:
        return read_result(command, result, self.call(command, **params))
