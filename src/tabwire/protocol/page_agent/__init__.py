"""What the hub can ask the page agent, and what it answers. Declared here once.

Each method is a function that `extension/page/` defines under the same name in camel case. The types of its
arguments and answers are generated into `extension/page/contract.d.ts`, so that both sides are checked.
"""

from __future__ import annotations

from typing import Protocol

from tabwire.protocol.page_agent.reading import Reading
from tabwire.protocol.page_agent.targets import Targets
from tabwire.protocol.page_agent.waiting import Waiting


class PageAgent(Reading, Targets, Waiting, Protocol):
    """Every function of the page agent."""
