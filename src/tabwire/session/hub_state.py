"""What commands about the hub itself work on."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic

from tabwire.policy.keys import KeyStore
from tabwire.policy.pairing import Pairings
from tabwire.registry import Registry
from tabwire.session.activity import Activity
from tabwire.session.browsers import Browsers
from tabwire.session.journal import Journal
from tabwire.session.sessions import Sessions


@dataclass
class HubState:
    """The hub as a whole."""

    build: str
    registry: Registry
    keys: KeyStore
    sessions: Sessions
    browsers: Browsers
    pairings: Pairings
    journal: Journal
    activity: Activity = field(default_factory=Activity)
    http_url: str = ""
    started_at: float = field(default_factory=monotonic)
