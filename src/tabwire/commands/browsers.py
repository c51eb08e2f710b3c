"""The browsers an agent can work in: list them, choose one, let new ones join."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tabwire.browsers.browser import Browser
from tabwire.browsers.launched import COPY
from tabwire.browsers.source import OWN_BROWSER
from tabwire.memory.hub_state import HubState
from tabwire.protocol.relay import CODE_LIVES_S
from tabwire.registry import Effect, command
from tabwire.results.browsers import BrowserList, BrowserRow, Chosen, ClosedBrowser, Code, Forgotten
from tabwire.session.session import Session

BrowserName = Annotated[str, Field(description="Name of a browser, as `browsers` lists it.")]


@command(Effect.READ)
async def browsers(hub: HubState) -> BrowserList:
    """List the connected browsers, and the paired ones that are not here now."""
    here = [await _with_profile(browser) for browser in hub.browsers.all()]
    names = {row.browser for row in here}
    away = [
        BrowserRow(browser=pairing.name, kind="extension", state="not connected")
        for pairing in hub.pairings.all()
        if pairing.name not in names
    ]
    return BrowserList(browsers=[*here, *away])


def browser_row(browser: Browser) -> BrowserRow:
    """Return what the hub knows of a connected browser."""
    return BrowserRow(
        browser=browser.name,
        kind=browser.kind,
        version=browser.version,
        extension=browser.extension,
        tabs=len(browser.tabs),
        state=browser.state,
    )


async def _with_profile(browser: Browser) -> BrowserRow:
    """Add the profile of a user's browser, which Chrome's own files tell."""
    hint = await browser.profile_hint()
    return browser_row(browser).model_copy(update={"profile": hint.name, "account": hint.account})


@command(Effect.ACT)
async def use_browser(session: Session, browser: BrowserName) -> Chosen:
    """Work in this browser from now on. "tabwire" is the one the hub starts itself."""
    chosen = await session.use_browser(browser)
    return Chosen(browser=chosen.name)


@command(Effect.ACT, deadline_s=60)
async def launch_browser(
    session: Session,
    profile: Annotated[
        str, Field(description="From `profiles_list`; default: a temporary one.")
    ] = OWN_BROWSER,
    isolated: Annotated[bool, Field(description="With cookies of your session's own.")] = False,
    as_copy: Annotated[
        bool, Field(description="In a temporary copy, if another program has it open.")
    ] = False,
) -> Chosen:
    """Start the browser of a profile, or join it if it runs, and work in it from now on."""
    wanted = f"{profile}{COPY}" if as_copy and profile != OWN_BROWSER else profile
    chosen = await session.use_browser(wanted, isolated=isolated)
    return Chosen(browser=chosen.name)


@command(Effect.ACT, urgent=True)
async def close_browser(
    session: Session,
    browser: Annotated[str | None, Field(description="Default: the one you work in.")] = None,
    force: Annotated[bool, Field(description="Also while other sessions of yours work in it.")] = False,
) -> ClosedBrowser:
    """End a browser that the hub started; the next command starts it again."""
    name = browser or (session.browser.name if session.browser else OWN_BROWSER)
    await session.sessions.close_browser(session, name, force=force)
    return ClosedBrowser(closed=name)


@command(Effect.ADMIN)
async def pair_browser(hub: HubState) -> Code:
    """Make a code that the user types into the extension's popup to let that browser join."""
    code = hub.pairings.offer_code()
    return Code(code=f"{code[:4]}-{code[4:]}", expires_in_s=CODE_LIVES_S)


@command(Effect.ADMIN)
async def name_browser(
    hub: HubState,
    browser: BrowserName,
    name: Annotated[str, Field(min_length=1, max_length=40, description="What to call it.")],
) -> Chosen:
    """Give a connected browser of the user's another name."""
    return Chosen(browser=hub.joined.rename(browser, name))


@command(Effect.ADMIN)
async def forget_browser(hub: HubState, browser: BrowserName) -> Forgotten:
    """Let a paired browser join no more, until it is paired again."""
    hub.pairings.forget(browser)
    await hub.joined.disconnect(browser)
    return Forgotten(forgotten=browser)
