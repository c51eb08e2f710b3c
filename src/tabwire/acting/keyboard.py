"""Keys by the names people write, and the events a keyboard sends for them."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from tabwire.errors import InvalidParams
from tabwire.protocol.input import KeyInput

ALT, CONTROL, META, SHIFT = 1, 2, 4, 8
MOST_KEYS = 100


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a US keyboard; `text` is what it writes."""

    key: str
    code: str
    key_code: int
    text: str = ""
    location: int = 0


def _named() -> dict[str, Key]:
    plain = {
        "Enter": 13, "Tab": 9, "Backspace": 8, "Delete": 46, "Escape": 27, "Insert": 45, "Home": 36,
        "End": 35, "PageUp": 33, "PageDown": 34, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39,
        "ArrowDown": 40, "CapsLock": 20, "NumLock": 144, "ScrollLock": 145, "Pause": 19,
        "PrintScreen": 44, "ContextMenu": 93,
    }  # fmt: skip
    keys = {name: Key(name, name, number) for name, number in plain.items()}
    keys["Enter"] = Key("Enter", "Enter", 13, "\r")
    keys["Space"] = Key(" ", "Space", 32, " ")
    keys |= {f"F{number}": Key(f"F{number}", f"F{number}", 111 + number) for number in range(1, 25)}
    keys["Control"] = Key("Control", "ControlLeft", 17, location=1)
    keys["Shift"] = Key("Shift", "ShiftLeft", 16, location=1)
    keys["Alt"] = Key("Alt", "AltLeft", 18, location=1)
    keys["Meta"] = Key("Meta", "MetaLeft", 91, location=1)
    return keys


NAMED = _named()
MODIFIERS = {"Alt": ALT, "Control": CONTROL, "Meta": META, "Shift": SHIFT}
ALIASES = {
    "return": "Enter", "esc": "Escape", "del": "Delete", "ins": "Insert", "up": "ArrowUp",
    "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight", "pgup": "PageUp", "pgdn": "PageDown",
    "pgdown": "PageDown",
    "page up": "PageUp", "page down": "PageDown", "spacebar": "Space", "ctrl": "Control", "ctl": "Control",
    "control": "Control", "cmd": "Meta", "command": "Meta", "win": "Meta", "windows": "Meta", "super": "Meta",
    "option": "Alt", "opt": "Alt", "altgr": "Alt", "menu": "ContextMenu", "bksp": "Backspace",
    "caps": "CapsLock",
    "plus": "+", "minus": "-", "comma": ",", "period": ".", "dot": ".", "slash": "/", "backslash": "\\",
    "mod": "Meta" if sys.platform == "darwin" else "Control",
    "controlormeta": "Meta" if sys.platform == "darwin" else "Control",
}  # fmt: skip
_BY_LOWER = {name.lower(): name for name in NAMED}

_SIGNS = {
    "Minus": ("-", "_", 189), "Equal": ("=", "+", 187), "BracketLeft": ("[", "{", 219),
    "BracketRight": ("]", "}", 221),
    "Backslash": ("\\", "|", 220), "Semicolon": (";", ":", 186), "Quote": ("'", '"', 222),
    "Backquote": ("`", "~", 192),
    "Comma": (",", "<", 188), "Period": (".", ">", 190), "Slash": ("/", "?", 191),
}  # fmt: skip
_OVER_DIGITS = ")!@#$%^&*("


def _written() -> dict[str, tuple[Key, bool]]:
    """Return every character a US keyboard writes: its key, and whether Shift is held."""
    written: dict[str, tuple[Key, bool]] = {" ": (NAMED["Space"], False), "\n": (NAMED["Enter"], False)}
    for code, (low, high, number) in _SIGNS.items():
        written[low] = (Key(low, code, number, low), False)
        written[high] = (Key(high, code, number, high), True)
    for digit, sign in enumerate(_OVER_DIGITS):
        written[str(digit)] = (Key(str(digit), f"Digit{digit}", 48 + digit, str(digit)), False)
        written[sign] = (Key(sign, f"Digit{digit}", 48 + digit, sign), True)
    for letter in "abcdefghijklmnopqrstuvwxyz":
        upper, number = letter.upper(), ord(letter.upper())
        written[letter] = (Key(letter, f"Key{upper}", number, letter), False)
        written[upper] = (Key(upper, f"Key{upper}", number, upper), True)
    return written


WRITTEN = _written()

# macOS does in the system what editors do elsewhere, so Chrome needs to be told there.
_MAC_COMMANDS = {"a": "selectAll", "c": "copy", "x": "cut", "v": "paste", "z": "undo"}


def chords_in(text: str) -> list[str]:
    """Split keys at the blanks between them; a chord written with blanks stays one."""
    words = text.split()
    try:
        chord(text)
    except InvalidParams:
        if len(words) < 2:
            raise
    else:
        return [text]
    if len(words) > MOST_KEYS:
        raise InvalidParams(
            f"{len(words)} keys are too many.", next_step=f"Press {MOST_KEYS} at a time, at most."
        )
    for word in words:
        chord(word)
    for held, key in pairwise(words):
        if _is_modifier(held) and not _is_modifier(key):
            raise InvalidParams(
                f'"{held}" in "{text}" would be released before {key}.', next_step=f"Write {held}+{key}."
            )
    return words


def _is_modifier(name: str) -> bool:
    return chord(name)[0].key in MODIFIERS and "+" not in name


def chord(text: str) -> list[KeyInput]:
    """Return the events of a key or a chord, such as `Control+Shift+K` or `Enter`."""
    *names, last_name = _names_in(text)
    held = [_key_of(name, text) for name in names]
    for (key, _), name in zip(held, names, strict=True):
        if key.key not in MODIFIERS:
            raise InvalidParams(
                f'"{name}" in "{text}" is not a modifier.', next_step="Press one key at a time: A, then B."
            )
    # People write Control+A for the key, not for the capital letter.
    last = _key_of(last_name.lower() if names and len(last_name) == 1 else last_name, text)
    return _press(held, last)


def _press(held: list[tuple[Key, bool]], last: tuple[Key, bool]) -> list[KeyInput]:
    modifiers = 0
    events: list[KeyInput] = []
    for key, _ in held:
        modifiers |= MODIFIERS[key.key]
        events.append(_event("down", key, modifiers))
    key, needs_shift = last
    now = modifiers | (SHIFT if needs_shift else 0) | MODIFIERS.get(key.key, 0)
    if modifiers & SHIFT:
        key = _shifted(key)
    writes = not modifiers & (CONTROL | ALT | META)
    events.append(_event("down", key, now, key.text if writes else ""))
    events.append(_event("up", key, modifiers))
    for key, _ in reversed(held):
        modifiers &= ~MODIFIERS[key.key]
        events.append(_event("up", key, modifiers))
    return events


def _event(kind: str, key: Key, modifiers: int, text: str = "") -> KeyInput:
    commands: tuple[str, ...] = ()
    if sys.platform == "darwin" and kind == "down" and modifiers & META:
        commands = tuple(filter(None, [_MAC_COMMANDS.get(key.key.lower())]))
    return KeyInput(
        "down" if kind == "down" else "up",
        key.key,
        key.code,
        key.key_code,
        text,
        modifiers,
        key.location,
        commands,
    )


def _shifted(key: Key) -> Key:
    """Return what the key is while Shift is held."""
    for other, needs_shift in WRITTEN.values():
        if needs_shift and other.code == key.code:
            return other
    return key


def _names_in(text: str) -> list[str]:
    """Split a chord at its plus signs; a plus sign can itself be the last key."""
    if text in ("+", " "):
        return [text]
    head, plus, _ = text.rstrip().rpartition("+")
    if plus and text.rstrip().endswith("+") and head.rstrip().endswith("+"):
        return [*_names_in(head.rstrip().removesuffix("+")), "+"]
    return [name.strip() for name in text.strip().split("+")]


def _key_of(name: str, chord_text: str) -> tuple[Key, bool]:
    if name in WRITTEN:
        return WRITTEN[name]
    lower = name.lower()
    known = ALIASES.get(lower) or _BY_LOWER.get(lower)
    if known in WRITTEN:
        return WRITTEN[known]
    if known is not None:
        return NAMED[known], False
    if len(name) == 1:
        return Key(name, "", 0, name), False
    for prefix in ("key", "digit"):
        if lower.startswith(prefix) and lower.removeprefix(prefix) in WRITTEN:
            return WRITTEN[lower.removeprefix(prefix)]
    near = difflib.get_close_matches(lower, [*_BY_LOWER, *ALIASES], 3)
    raise InvalidParams(
        f'"{name}" in "{chord_text}" is not a key.',
        next_step=f"Did you mean {', '.join(near)}?"
        if near
        else "Write it as Enter, ArrowDown, a or Control+A.",
    )


def modifiers_of(names: list[str]) -> int:
    """Return modifier names as the bits input events carry."""
    bits = 0
    for name in names:
        key, _ = _key_of(name, "+".join(names))
        if key.key not in MODIFIERS:
            raise InvalidParams(f'"{name}" is not a modifier.', next_step="Use Alt, Control, Meta or Shift.")
        bits |= MODIFIERS[key.key]
    return bits


def strokes(text: str) -> Iterator[list[KeyInput] | str]:
    """Return the keys that write a text, one after the other; what no key writes comes as text."""
    for character in text.replace("\r\n", "\n"):
        known = WRITTEN.get(character)
        if known is None:
            yield character
        else:
            yield _press([(NAMED["Shift"], False)] if known[1] else [], known)
