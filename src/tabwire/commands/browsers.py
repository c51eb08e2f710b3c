"""The browsers an agent can work in: list them, choose one, let new ones join."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tabwire.browsers.browser import Browser
from tabwire.browsers.extension import ExtensionBrowser
from tabwire.protocol.relay import CODE_LIVES_S
from tabwire.registry import Effect, Result, command
from tabwire.session.hub_state import HubState
from tabwire.session.session import Session

BrowserName = Annotated[str, Field(description="Name of a browser, as `browsers` lists it.")]


class BrowserFacts(Result):
    """One browser."""

    browser: str
    kind: str
    version: str = ""
    extension: str = ""
    account: str = ""
    tabs: int = 0
    state: str = "connected"


class BrowserList(Result):
    """The browsers there are, and those that may join."""

    browsers: list[BrowserFacts]


class Chosen(Result):
    """The browser a session works in from now on."""

    browser: str


class Code(Result):
    """A code that lets one browser join."""

    code: str
    expires_in_s: int


class Forgotten(Result):
    """A browser that may join no more."""

    forgotten: str


@command(Effect.READ)
async def browsers(hub: HubState) -> BrowserList:
    """List the connected browsers, and the paired ones that are not here now."""
    here = [_facts(browser) for browser in hub.browsers.all()]
    names = {facts.browser for facts in here}
    away = [
        BrowserFacts(browser=pairing.name, kind="extension", state="not connected")
        for pairing in hub.pairings.all()
        if pairing.name not in names
    ]
    return BrowserList(browsers=[*here, *away])


def _facts(browser: Browser) -> BrowserFacts:
    facts = BrowserFacts(
        browser=browser.name, kind=browser.kind, version=browser.version, tabs=len(browser.targets)
    )
    if isinstance(browser, ExtensionBrowser):
        more = {"extension": browser.extension, "account": browser.account, "state": browser.state}
        return facts.model_copy(update=more)
    return facts


@command(Effect.ACT)
async def use_browser(session: Session, browser: BrowserName) -> Chosen:
    """Work in this browser from now on. "tabwire" is the one the hub starts itself."""
    chosen = await session.use_browser(browser)
    return Chosen(browser=chosen.name)


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
    return Chosen(browser=hub.browsers.rename(browser, name))


@command(Effect.ADMIN)
async def forget_browser(hub: HubState, browser: BrowserName) -> Forgotten:
    """Let a paired browser join no more, until it is paired again."""
    hub.pairings.forget(browser)
    await hub.browsers.dismiss(browser)
    return Forgotten(forgotten=browser)
