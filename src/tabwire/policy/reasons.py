"""Why policy refuses a request: each reason is a kind with fields, and its sentence is written only here."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path

from tabwire.engines.refusals import refused
from tabwire.errors import Forbidden, RateLimited, TabwireError, UnknownCommand
from tabwire.protocol.refusals import Refusal


class Reason(ABC):
    """One kind of refusal."""

    @abstractmethod
    def error(self) -> TabwireError:
        """Return the refusal as the caller reads it."""


@dataclass(frozen=True)
class HiddenCommand(Reason):
    """The caller was not given the command; to them it looks like one that does not exist."""

    command: str

    def error(self) -> TabwireError:
        """Return the refusal as the caller reads it."""
        return UnknownCommand(f'There is no command "{self.command}".')


@dataclass(frozen=True)
class MissingGrant(Reason):
    """The caller's key lacks the grant that the command needs."""

    command: str
    grant: str

    def error(self) -> TabwireError:
        """Return the refusal as the caller reads it."""
        return Forbidden(
            f"{self.command} needs the grant “{self.grant}”, which this key lacks.",
            next_step=f"The user can create a key with it: tabwire keys create NAME --grant {self.grant}",
            reason="missing_grant",
        )


@dataclass(frozen=True)
class TooManyRequests(Reason):
    """The caller asks more often than it may."""

    caller: str
    wait_s: float

    def error(self) -> TabwireError:
        """Return the refusal as the caller reads it."""
        return RateLimited(
            f"Too many requests from {self.caller}.",
            next_step=f"Wait {self.wait_s:.1f} s.",
            retry_after_s=round(self.wait_s, 1),
        )


@dataclass(frozen=True)
class SchemeNotAllowed(Reason):
    """The address reaches beyond the web: a file, a browser page, a script."""

    address: str
    scheme: str
    allowed: frozenset[str]

    def error(self) -> TabwireError:
        """Return the refusal as the caller reads it."""
        allowed = ", ".join(f"{name}:" for name in sorted(self.allowed))
        return Forbidden(
            f'Opening "{self.scheme}:" addresses is not allowed ({self.address[:200]}).',
            next_step=f"Allowed: {allowed} and about:blank. The user can add a scheme to "
            "policy.allow_schemes in config.toml.",
            reason="scheme_not_allowed",
            scheme=self.scheme,
        )


@dataclass(frozen=True)
class OutsideUploadFolders(Reason):
    """The file lies where nothing may be uploaded from."""

    path: Path
    folders: tuple[Path, ...]

    def error(self) -> TabwireError:
        """Return the refusal as the caller reads it."""
        return Forbidden(
            f"{self.path} is outside the folders that files may be uploaded from.",
            next_step=f"Allowed: {', '.join(map(str, self.folders)) or 'none'}. The user can add a folder "
            "to policy.upload_folders in config.toml.",
            reason="outside_upload_folders",
        )


@dataclass(frozen=True)
class NotARegularFile(Reason):
    """There is no file at the path, or something else than a file."""

    path: Path

    def error(self) -> TabwireError:
        """Return the refusal as the caller reads it."""
        return Forbidden(
            f"{self.path} is not a regular file.", next_step="Check the path.", reason="not_a_regular_file"
        )


@dataclass(frozen=True)
class ReadOnlyBrowser(Reason):
    """The user lets agents read in this browser, and nothing else."""

    browser: str

    def error(self) -> TabwireError:
        """Return the refusal as the caller reads it."""
        # The extension refuses the same when it is asked to act, in the same words.
        return refused(Refusal.READ_ONLY)
