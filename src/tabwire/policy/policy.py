"""Every command from every surface passes `Policy` before it runs.

Each rule is checked once, as early as possible: before parsing, before a browser or tab is opened, and once
the subject is known. See docs/decisions/0008-one-decision-per-request.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from tabwire.callers import Caller
from tabwire.policy.decision import Decision, Request, allow_unless
from tabwire.policy.rates import RateLimit
from tabwire.policy.reasons import Reason
from tabwire.policy.rules import AddressRule, FileRule, check_command, check_level
from tabwire.registry import Arguments, Command
from tabwire.settings import PolicySettings


class Policy:
    """Decide what a caller may see and do. The only state is the rate of requests."""

    def __init__(self, settings: PolicySettings) -> None:
        self._addresses = AddressRule(settings.allow_schemes)
        self._files = FileRule(settings.upload_folders)
        self._rate = RateLimit(settings.rate_limit, settings.rate_window_s)

    def may_see(self, caller: Caller, command: Command) -> bool:
        """Return whether this caller may see the command."""
        return check_command(caller, command) is None

    def decide_command(self, caller: Caller, command: Command) -> Decision:
        """Decide whether the caller may use the command, before its parameters are parsed."""
        return allow_unless(check_command(caller, command))

    def decide_arguments(self, caller: Caller, command: Command, arguments: Arguments) -> Decision:
        """Decide on the arguments, before the subject is known: rate, addresses, files."""
        return allow_unless(next(filter(None, self._objections(caller, command, arguments)), None))

    async def decide(self, request: Request) -> Decision:
        """Decide on the whole request: who does what, in which browser and tab, at which address."""
        return allow_unless(check_level(request))

    def _objections(self, caller: Caller, command: Command, arguments: Arguments) -> Iterator[Reason | None]:
        if not caller.is_local:
            yield self._rate.spend(caller.name)
        for name in command.declaration.opens:
            yield self._addresses.check(getattr(arguments, name))
        for name in command.declaration.reads_files:
            for path in getattr(arguments, name):
                yield self._files.check(path)
