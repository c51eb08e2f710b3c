"""What commands about the hub itself work on."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic

from tabwire.browsers.browsers import Browsers
from tabwire.browsers.joined import JoinedSource
from tabwire.browsers.pairing import Pairings
from tabwire.browsers.profiles import Profiles
from tabwire.memory.activity import Activity
from tabwire.memory.journal import Journal
from tabwire.policy.keys import KeyStore
from tabwire.registry import Registry
from tabwire.session.sessions import Sessions


@dataclass
class HubState:
    """The hub as a whole."""

    build: str
    registry: Registry
    keys: KeyStore
    sessions: Sessions
    browsers: Browsers
    joined: JoinedSource
    profiles: Profiles
    pairings: Pairings
    journal: Journal
    activity: Activity = field(default_factory=Activity)
    http_url: str = ""
    started_at: float = field(default_factory=monotonic)
