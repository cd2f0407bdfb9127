"""Words and numbers in pictures: escaped, measured, fitted. The reader's font is unknown, so widths
are estimated generously."""

import re

_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escape(words: object) -> str:
    """Escape words as XML text or attribute; characters that XML cannot hold become U+FFFD."""
    clean = _UNWRITABLE.sub("\ufffd", str(words))
    return (
        clean.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    )


def n(value: float) -> str:
    """A number as it is written in SVG, with at most one decimal."""
    return f"{value:.1f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def width(words: str, size: float = 11) -> float:
    """The estimated width of words."""
    narrow = sum(c in " .,:;'’|!ijltfrI()[]-·" for c in words)
    wide = sum(c in "MWmw@%" or c > "\u2e80" for c in words)
    return size * (0.6 * (len(words) - narrow - wide) + 0.36 * narrow + 0.95 * wide)


def fitting_size(words: str, room: float, size: float, least: float = 8) -> float:
    """The font size, at most `size`, at which words fit the room; never below `least`, even if they
    do not fit."""
    return max(least, min(size, size * room / width(words, size)) if words else size)


def cut_to_width(words: str, room: float, size: float = 11) -> str:
    """Words cut with an ellipsis if they are wider than `room`. If they may be cut, the caller has
    to add a title with all of them."""
    if width(words, size) <= room:
        return words
    while words and width(words + "…", size) > room:
        words = words[:-1]
    return words.rstrip(" ,") + "…"


def wrapped(words: str, room: float, size: float = 11, most: int = 2) -> list[str]:
    """Words on at most `most` lines; the rest is cut with an ellipsis."""
    lines: list[str] = []
    for word in words.split():
        if lines and (len(lines) == most or width(f"{lines[-1]} {word}", size) <= room):
            lines[-1] += " " + word
        else:
            lines.append(word)
    return [cut_to_width(line, room, size) for line in lines]
