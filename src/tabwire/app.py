"""The only module that knows every part: it builds them and hands them to each other."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

from tabwire import __version__, commands, plugins
from tabwire.browsers.attached import AttachedSource
from tabwire.browsers.browsers import Browsers
from tabwire.browsers.heartbeat import Heartbeat
from tabwire.browsers.joined import JoinedSource
from tabwire.browsers.launched import LaunchedSource
from tabwire.browsers.pairing import Pairings
from tabwire.browsers.profiles import Profiles
from tabwire.callers import Caller, local_user
from tabwire.dispatch import Dispatcher
from tabwire.hub.listener import Client
from tabwire.hub.ports import taken_note
from tabwire.hub_socket.greeting import MCP_SURFACE, RELAY_SURFACE
from tabwire.links.native_host import NativeLink
from tabwire.memory.hub_state import HubState
from tabwire.memory.journal import Journal
from tabwire.places import Places
from tabwire.policy.keys import KeyStore
from tabwire.policy.policy import Policy
from tabwire.protocol.relay import EXTENSION_ORIGIN
from tabwire.registry import Registry
from tabwire.session.sessions import Sessions
from tabwire.settings import Settings
from tabwire.surfaces import wire
from tabwire.surfaces.dialects import dialects_for, tools_of
from tabwire.surfaces.http import metrics
from tabwire.surfaces.http.server import HttpSurface, bind
from tabwire.surfaces.mcp.server import McpStreams
from tabwire.surfaces.relay import RelaySurface


def build_registry(settings: Settings) -> Registry:
    """Return all commands: ours, then those of the plug-ins the user named."""
    registry = Registry(commands.topics())
    plugins.install(registry, settings.hub.plugins)
    return registry


def build_hub_state(places: Places, settings: Settings, registry: Registry) -> HubState:
    """Return what the hub knows and remembers: commands, keys, browsers, sessions."""
    pairings = Pairings(places.pairings)
    profiles = Profiles(settings.profiles, places.profile_list, places.profiles)
    launched = LaunchedSource(settings.browser, profiles, places.profiles, places.downloads, os.environ)
    joined = JoinedSource(pairings, settings.browser)
    browsers = Browsers([AttachedSource(settings.browser), launched, joined])
    sessions = Sessions(browsers, settings.hub.session_ttl_s, shares_reading=settings.policy.shared_reading)
    journal = Journal(places.journal)
    keys = KeyStore(Path(places.keys))
    return HubState(__version__, registry, keys, sessions, browsers, joined, profiles, pairings, journal)


class App:
    """The surfaces of a running hub."""

    def __init__(
        self,
        state: HubState,
        dispatcher: Dispatcher,
        http: HttpSurface,
        relay: RelaySurface,
        streams: McpStreams,
        notes: list[str],
    ) -> None:
        self._state = state
        self._relay = relay
        self._http = http
        self._streams = streams
        self._numbers = count(1)
        self.dispatcher = dispatcher
        self.sessions = state.sessions
        self.notes = notes

    @property
    def http(self) -> str:
        """Return the address that HTTP is served on."""
        return self._http.url

    @property
    def running(self) -> int:
        """Return how many commands are under way."""
        return self.dispatcher.running

    def is_needed(self) -> bool:
        """Tell whether a browser is open that somebody may come back to."""
        return bool(self._state.browsers.all())

    async def serve(self, client: Client) -> None:
        """Talk to one local client through its surface; a session without a name ends with its connection."""
        greeting = client.greeting
        if greeting.surface == RELAY_SURFACE:
            await self._join(client)
            return
        name = greeting.get("session")
        caller = local_user(
            name or f"{greeting.surface}-{next(self._numbers)}",
            client=greeting.get("client"),
            cdp_url=greeting.get("cdp_url"),
            browser=greeting.get("browser"),
        )
        self.sessions.hold(caller)
        try:
            await self._talk(client, caller)
        finally:
            if name:
                self.sessions.let_go(caller)
            else:
                await asyncio.shield(self.sessions.release(caller))

    async def _join(self, client: Client) -> None:
        """Let a browser join by native messaging: the system vouches for user and extension."""
        link = NativeLink(client.reader, client.writer)
        if client.greeting.get("origin") == f"{EXTENSION_ORIGIN}/":
            await self._relay.serve(link, trusted=True)
        else:
            await link.close()

    async def _talk(self, client: Client, caller: Caller) -> None:
        if client.greeting.surface == MCP_SURFACE:
            await self._streams.serve(client.reader, client.writer, caller, client.greeting.get("tools"))
        else:
            await wire.serve(self.dispatcher, caller, client.reader, client.writer)

    def refuse_new(self) -> None:
        """Refuse commands from now on; those under way go on."""
        self.dispatcher.refuse_new()

    async def make_room(self) -> None:
        """Give up the HTTP port; connected clients are still served."""
        self._http.stop()


@asynccontextmanager
async def open_app(places: Places, settings: Settings) -> AsyncIterator[App]:
    """Build everything, serve HTTP while the body runs, and close everything after it."""
    state = build_hub_state(places, settings, build_registry(settings))
    state.browsers.sweep()
    dispatcher = Dispatcher(state, Policy(settings.policy))
    listener = bind(settings.http, state.keys)
    relay = RelaySurface(state.pairings, state.joined, lambda: state.http_url)
    dialects = dialects_for(settings.http)
    web = HttpSurface(
        listener,
        settings.http,
        dialects,
        settings.tools,
        dispatcher,
        state.keys,
        state.sessions.release,
        [*metrics.routes(state), *relay.routes()],
    )
    state.http_url = web.url
    notes = [taken_note(settings.http.port, listener.port)] if listener.taken else []
    # What was built so far lives as long as the hub: the collector need not look at it again.
    gc.collect()
    gc.freeze()
    sweeping = asyncio.create_task(state.sessions.sweep())
    listening = asyncio.create_task(Heartbeat(state.browsers.all).run())
    serving = asyncio.create_task(web.serve())
    try:
        await web.started()
        streams = McpStreams(dispatcher, tools_of(dialects), settings.tools)
        yield App(state, dispatcher, web, relay, streams, notes)
    finally:
        sweeping.cancel()
        listening.cancel()
        web.stop()
        await asyncio.gather(sweeping, listening, serving, return_exceptions=True)
        await state.sessions.close()
        state.journal.close()
        state.keys.close()
