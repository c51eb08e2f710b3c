"""Which process is at the other end of a local socket, according to the kernel."""

from __future__ import annotations

import _socket
import sys

# <sys/un.h> of macOS and the BSDs; Python's socket module does not name them.
_SOL_LOCAL = 0
_LOCAL_PEERCRED = 1
_LOCAL_PEERPID = 2


def peer_uid(link: _socket.socket) -> int:
    """Return the user id of the process that opened the other end."""
    if sys.platform == "linux":
        return _number(link.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)[4:8])
    # struct xucred: version, uid, …
    return _number(link.getsockopt(_SOL_LOCAL, _LOCAL_PEERCRED, 76)[4:8])


def peer_pid(link: _socket.socket) -> int:
    """Return the process id of the other end."""
    if sys.platform == "linux":
        return _number(link.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)[:4])
    return _number(link.getsockopt(_SOL_LOCAL, _LOCAL_PEERPID, 4))


def _number(field: bytes) -> int:
    return int.from_bytes(field, sys.byteorder)
