"""What the hub can ask the page agent, and what it answers. Declared here once.

Each method is a function that `extension/page/` defines under the same name in camel case. The types of its
arguments and answers are generated into `extension/page/contract.d.ts`, so that both sides are checked.
"""

from __future__ import annotations

from typing import Protocol

from tabwire.protocol.page_agent.aiming import Aiming
from tabwire.protocol.page_agent.choosing import Choosing
from tabwire.protocol.page_agent.forms import Forms
from tabwire.protocol.page_agent.reading import Reading
from tabwire.protocol.page_agent.scrolling import Scrolling
from tabwire.protocol.page_agent.settling import Settling
from tabwire.protocol.page_agent.synthetic import Synthetic
from tabwire.protocol.page_agent.targets import Targets
from tabwire.protocol.page_agent.typing import Typing
from tabwire.protocol.page_agent.waiting import Waiting


class PageAgent(
    Reading, Targets, Waiting, Aiming, Typing, Choosing, Forms, Scrolling, Settling, Synthetic, Protocol
):
    """Every function of the page agent."""
