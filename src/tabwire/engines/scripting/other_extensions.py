"""The names of other extensions that put frames into pages."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from tabwire.protocol.relay import EXTENSION_ID

EXTENSION_PAGE = "chrome-extension://"
# Store ids of extensions known to do this; only extensions that may manage others can ask Chrome for names.
NAMES = {
    "aeblfdkhhhdcdjpifhhbdiojplfjncoa": "1Password",
    "nngceckbapebfimnlniiiahkandclblb": "Bitwarden",
    "hdokiejnpimakedhajhdlcegeplioahd": "LastPass",
    "fdjamakpfbbddfjaooikfcpapjohcfmg": "Dashlane",
    "bfogiafebfohielmmehodmfbbebbbpei": "Keeper",
    "pnlccmojcmeohlpggmfnbbiapkmbliob": "RoboForm",
    "eiaeiblijfjekdanodkjadfinkhbfgcd": "NordPass",
    "ghmbeldphafepmbegfdlkpapadhbakde": "Proton Pass",
    "kbfnbcaeplbcioakkpcpgfkobkghlhen": "Grammarly",
}


def other_extensions(urls: Sequence[str]) -> list[str]:
    """Name the other extensions among the owners of these frames."""
    ids = [urlsplit(url).netloc for url in urls if url.startswith(EXTENSION_PAGE)]
    return [
        NAMES.get(found, f"the extension {found}") for found in dict.fromkeys(ids) if found != EXTENSION_ID
    ]
