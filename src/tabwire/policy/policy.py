"""The one choke point: every command from every surface passes `Policy` before it runs.

Each rule is asked once, as soon as what it looks at is known: before parsing, before a browser or a tab is
opened for nothing, and with the subject at hand. docs/decisions/0008-one-decision-per-request.md says why.
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
    """Decide what a caller may see and do; hold no state but the rate of requests."""

    def __init__(self, settings: PolicySettings) -> None:
        self._addresses = AddressRule(settings.allow_schemes)
        self._files = FileRule(settings.upload_folders)
        self._rate = RateLimit(settings.rate_limit, settings.rate_window_s)

    def may_see(self, caller: Caller, command: Command) -> bool:
        """Tell whether the command exists for this caller at all."""
        return check_command(caller, command) is None

    def decide_command(self, caller: Caller, command: Command) -> Decision:
        """Decide whether the caller may use the command at all, before its parameters are looked at."""
        return allow_unless(check_command(caller, command))

    def decide_arguments(self, caller: Caller, command: Command, arguments: Arguments) -> Decision:
        """Decide what can be decided before the subject is known: how often, which addresses and files."""
        return allow_unless(next(filter(None, self._objections(caller, command, arguments)), None))

    async def decide(self, request: Request) -> Decision:
        """Decide about the whole request: who does what, in which browser and tab, at which address."""
        return allow_unless(check_level(request))

    def _objections(self, caller: Caller, command: Command, arguments: Arguments) -> Iterator[Reason | None]:
        if not caller.is_local:
            yield self._rate.spend(caller.name)
        for name in command.declaration.opens:
            yield self._addresses.check(getattr(arguments, name))
        for name in command.declaration.reads_files:
            for path in getattr(arguments, name):
                yield self._files.check(path)
