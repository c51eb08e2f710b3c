"""Other extensions that put frames into pages, by the names people know them by."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from tabwire.protocol.relay import EXTENSION_ID

EXTENSION_PAGE = "chrome-extension://"
# Store ids of extensions known to do this; Chrome tells names only to extensions that may manage others.
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
