"""The note for a taken HTTP port: by which process, and where the hub listens instead."""

from __future__ import annotations

import os

LISTENING = "0A"


def taken_note(wanted: int, used: int) -> str:
    """Return a note that the wanted port is taken, by which process, and where the hub listens instead."""
    owner = owner_of(wanted)
    by = f" by {owner}" if owner else ""
    return (
        f"Port {wanted} is in use{by}; HTTP is on port {used} instead. "
        "Free the port and restart the hub, or set http.port in config.toml."
    )


def owner_of(port: int) -> str:
    """Return the process that listens on a port; empty if the system does not report it."""
    sockets = {f"socket:[{inode}]" for inode in _listening_inodes(port)}
    if not sockets:
        return ""
    for pid in filter(str.isdigit, os.listdir("/proc")):
        if sockets & _open_files(pid):
            return f"{_name_of(pid)} (process {pid})"
    return ""


def _listening_inodes(port: int) -> set[str]:
    """Read the kernel's socket tables: local address in column 1, state in 3, inode in 9."""
    inodes: set[str] = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        try:
            with open(table, encoding="ascii") as lines:
                rows = [line.split() for line in lines][1:]
        except OSError:
            continue
        inodes |= {
            row[9] for row in rows if row[3] == LISTENING and int(row[1].rsplit(":", 1)[1], 16) == port
        }
    return inodes


def _open_files(pid: str) -> set[str]:
    try:
        names = os.listdir(f"/proc/{pid}/fd")
    except OSError:
        return set()
    return {target for name in names if (target := _link_target(f"/proc/{pid}/fd/{name}"))}


def _link_target(path: str) -> str:
    try:
        return os.readlink(path)
    except OSError:
        return ""


def _name_of(pid: str) -> str:
    try:
        with open(f"/proc/{pid}/comm", encoding="utf-8", errors="replace") as name:
            return name.read().strip()
    except OSError:
        return "another program"
