"""Where files are stored. Standard library only: the thinnest clients import it too."""

from __future__ import annotations

import os
import stat
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# The kernel's limit for the path of a local socket (108 on Linux, 104 on macOS) less the final NUL.
SOCKET_PATH_MAX = 103


class Places:
    """Every path tabwire uses. `TABWIRE_HOME` puts all of them below one folder."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        home = os.path.expanduser("~")
        own = environ.get("TABWIRE_HOME", "")
        if own:
            self.config = self.state = os.path.abspath(own)
        elif sys.platform == "darwin":
            self.config = self.state = f"{home}/Library/Application Support/tabwire"
        else:
            self.config = f"{environ.get('XDG_CONFIG_HOME') or home + '/.config'}/tabwire"
            self.state = f"{environ.get('XDG_STATE_HOME') or home + '/.local/state'}/tabwire"
        self.config_file = f"{self.config}/config.toml"
        self.socket = f"{self.state}/hub.sock"
        self.lock = f"{self.state}/hub.lock"
        self.discovery = f"{self.state}/hub.json"
        self.log = f"{self.state}/hub.log"
        self.output = f"{self.state}/hub.out"
        self.journal = f"{self.state}/journal.db"
        self.keys = f"{self.state}/keys.db"
        self.pairings = f"{self.state}/pairings.json"
        self.profile_list = f"{self.state}/profiles.json"
        self.profiles = f"{self.state}/profiles"
        self.downloads = f"{self.state}/downloads"

    def prepare(self) -> None:
        """Make the state folder private, or refuse one that belongs to someone else."""
        if len(os.fsencode(self.socket)) > SOCKET_PATH_MAX:
            from tabwire.errors import InvalidParams

            raise InvalidParams(
                f"The path of the hub's socket is too long for this system: {self.socket}",
                next_step="Set TABWIRE_HOME to a shorter folder.",
            )
        os.makedirs(self.state, mode=0o700, exist_ok=True)
        facts = os.lstat(self.state)
        if stat.S_ISLNK(facts.st_mode) or facts.st_uid != os.getuid():
            from tabwire.errors import Forbidden

            raise Forbidden(
                f"{self.state} is a symbolic link or belongs to another user.",
                next_step="Remove it, or set TABWIRE_HOME to a folder of your own.",
            )
        if stat.S_IMODE(facts.st_mode) != 0o700:
            os.chmod(self.state, 0o700)
