"""The signs of Fief: troops, titles, and the families' arms. Each sign is drawn in a box of 16 by
16 around the origin."""

from domain.titles.drawing import svg as draw

SIGNS: dict[str, str] = {
    "sergeant": "M-1.1 8V-2.4H-2.8L0-8L2.8-2.4H1.1V8ZM-5-1.4H5V.6H-5Z",
    "knight": "M-5.5 8Q-5.5 2-1-1.4L-4.4-.2L-6 2L-8 .2L-5-5Q-2.4-7.6 0-7.6L1.4-8L2-6.6Q8-3.4 5.6 "
    "8ZM-2.6-5A.9.9 0 1 1-2.7-5Z",
    "archer": "M-3.4-8Q7.6 0-3.4 8L-4.2 6.8Q3.6 0-4.2-6.8ZM-8-.8H4V-3L8 0L4 3V.8H-8Z",
    "bombard": "M-8-2L5.2-6.6L7.4-1.4L-5.6 3.8ZM.6 1.4A3.4 3.4 0 1 1 .5 1.4Z",
    "mercenary": "M-1.2-8H1.2L1.6 2.6H5V4.8H1.1V8H-1.1V4.8H-5V2.6H-1.6Z",
    "king": "M-8 6L-7-5L-3 0L0-7L3 0L7-5L8 6Z",
    "queen": "M-7 6L-8-3A1.5 1.5 0 1 1-6-3L-3.4 1L-1-5A1.5 1.5 0 1 1 1-5L3.4 1L6-3A1.5 1.5 0 1 1 "
    "8-3L7 6ZM-5 2.8V4.4H5V2.8Z",
    "bishop": "M-6 8V1Q-6-4 0-8Q6-4 6 1V8ZM-1-4.5H1V-1.5H4V.5H1V5H-1V.5H-4V-1.5H-1Z",
    "cardinal": "M-8 1.4H-4.4Q-4.4-6 0-6Q4.4-6 4.4 1.4H8V4H-8ZM-6.4 5.2H-4.8V8H-6.4ZM4.8 "
    "5.2H6.4V8H4.8Z",
    "pope": "M-5 8Q-8.4-.4 0-8Q8.4-.4 5 8ZM-5.6-1V.8H5.6V-1ZM-5.8 3.2V5H5.8V3.2Z",
    "fief": "M-7-7H7V0Q7 5.4 0 8Q-7 5.4-7 0Z",
    "star": "M0-8L2.2-2.6L8-2.5L3.5 1.2L5 7L0 3.7L-5 7L-3.5 1.2L-8-2.5L-2.2-2.6Z",
    "crossed": "M-8-8L-5-7.4L0-1.8L5-7.4L8-8L7.4-5L1.8 0L4.6 3.2L6 1.8L7.2 3L5.6 4.6L8 7L7 8L4.6 "
    "5.6L3 7.2L1.8 6L3.2 4.6L0 1.4"
    "L-3.2 4.6L-1.8 6L-3 7.2L-4.6 5.6L-7 8L-8 7L-5.6 4.6L-7.2 3L-6 1.8L-4.6 3.2L-1.8 0L-7.4-5Z",
    "plague": "M0-8Q7-8 7-1.6Q7 2 4 3.6V7.4H-4V3.6Q-7 2-7-1.6Q-7-8 0-8ZM-3-3.6A2 2 0 1 0-2.9-3.6Z"
    "M3-3.6A2 2 0 1 0 3.1-3.6ZM-.6 2.4H.6V4H-.6Z",
    "coin": "M0-8A8 8 0 1 1-.1-8ZM0-6.4A6.4 6.4 0 1 0 "
    ".1-6.4ZM-2.6-3.6H3V-2H-.8V-.8H2V.8H-.8V2H3V3.6H-2.6Z",
    "ring": "M0-3.4A5.6 5.6 0 1 1-.1-3.4ZM0-1.2A3.4 3.4 0 1 0 .1-1.2ZM-2.6-8H2.6L0-3.4Z",
    "bars": "M-8-8H8V-6H6.4V6H8V8H-8V6H-6.4V-6H-8ZM-4.6-6V6H-2.4V-6ZM-.9-6V6H.9V-6ZM2.4-6V6H4.6V-6Z",
    "man": "M0-8A3.4 3.4 0 1 1-.1-8ZM-6 8Q-6-.2 0-.2Q6-.2 6 8Z",
    "lady": "M0-8A3.4 3.4 0 1 1-.1-8ZM-1.6-.4H1.6L7 8H-7Z",
    "houses": "M-8 7V1L-4.5-3L-1 1V7ZM-5.4 7V4H-3.6V7ZM0 7V-1L4-5.5L8-1V7ZM3 7V3.4H5V7Z",
    "castle": "M-8 7V-4H-6.6V-2.6H-5.4V-4H-4V0H-2.6V-8H-1.2V-6.6H1.2V-8H2.6V0H4V-4H5.4V-2.6H6.6V-4H8V7H1.6V3.4Q0 1.6-1.6 3.4V7Z",
    "city": "M-8 7V-3H-7V-2H-6V-3H-5V1H-4.4V-2.6L-2.6-5.4L-1-3V-4.6L0-8L1-4.6V-3L2.6-5.4L4.4-2.6V1H5V-3H6V-2H7V-3H8V7"
    "H1.4V4Q0 2.6-1.4 4V7Z",
    "hand": "M-5-1V-4.6Q-3.8-6-2.6-4.6Q-1.3-6.4 0-5Q1.3-6.4 2.6-4.6Q4-5.6 5-4V2Q5 7.6 0 8Q-5.6 "
    "8-7.6 1.6Q-7-.6-5-1Z",
}

_SHIELD = "M-8-9H8V1Q8 7.4 0 10Q-8 7.4-8 1Z"
_ARMS: dict[str, tuple[str, str, str]] = {
    "red": ("seat2", "on2", "M-8-9H8V-6.2H-8Z"),
    "blue": ("seat1", "on1", "M-8-9H-6.2V5.4Q-8 3.8-8 1ZM6.2-9H8V1Q8 3.8 6.2 5.4Z"),
    "green": (
        "seat3",
        "on3",
        "M-8-9H8V1Q8 7.4 0 10Q-8 7.4-8 1ZM-6.2-7.2V1Q-6.2 6 0 8.1Q6.2 6 6.2 1V-7.2Z",
    ),
    "yellow": ("seat4", "on4", "M-5.4 6.6H5.4Q3.6 8.8 0 10Q-3.6 8.8-5.4 6.6Z"),
    "white": ("white", "black", "M-8-9H-2L-8-3ZM8-9H2L8-3Z"),
    "black": ("black", "white", "M-8-9H8L6-6.4L4-9L2-6.4L0-9L-2-6.4L-4-9L-6-6.4Z"),
}
"""The arms of each family: the colour of the shield, the colour of the letters, and the path of its
figure (chief, pales, bordure, base, corners, teeth)."""

NOBODYS = ("seat0", "on0", "")


def arms(seat: str, letters: str, x: float, y: float, size: float) -> str:
    """A family's shield with its colour, figure and letters. On a small shield the letters are
    drawn larger in proportion, so that they remain readable; two letters are set close together."""
    field, on, figure = _ARMS.get(seat, NOBODYS)
    body = draw.path(f"f-{field} s-ink w1", _SHIELD) + (
        draw.path(f"icon f-{on}", figure) if figure else ""
    )
    letter = max(11.0, min(20.0, 222 / size))
    words = draw.text(f"f-{on} mid b", 0, letter * 0.38, letters, letter)
    if len(letters) > 1:
        words = words.replace("<text", '<text textLength="15" lengthAdjust="spacingAndGlyphs"', 1)
    return draw.at(x, y, body, words, scale=size / 20)


def colour(seat: str) -> str:
    """The name of a family's colour in the style sheet."""
    return _ARMS.get(seat, NOBODYS)[0]


def letters(names: dict[str, str]) -> dict[str, str]:
    """One or two letters for each seat: the first letter of its name and, if another name begins
    with it, a later letter that differs."""
    results = {}
    for seat, name in names.items():
        rivals = [other for key, other in names.items() if key != seat and other[:1] == name[:1]]
        more = (
            next(
                (
                    c
                    for i, c in enumerate(name)
                    if i and all(other[i : i + 1] != c for other in rivals)
                ),
                "",
            )
            if rivals
            else ""
        )
        results[seat] = name[:1] + more
    return results


def sign_drawing(sign: str, x: float, y: float, size: float, cls: str = "f-ink") -> str:
    """A sign by its name, with its middle at a point."""
    return draw.icon(cls, SIGNS[sign], x, y, size)


def wall_edge(fort: str, wide: float) -> str:
    """The upper edge of a castle's or city's wall; nothing for an open village."""
    if fort == "open":
        return ""
    tower = "h3v1.5h3v-1.5h3v1.5h3v-1.5h3" if fort == "city" else ""
    start = 15.0 if tower else 0.0
    count = int((wide - 2 * start - 5) // 10)
    rest = (wide - 2 * start - 10 * count) / 2
    merlons = f"V-3H{draw.n(start + rest)}" + "v-1.5" * (not tower) + "h5v1.5h5v-1.5" * count
    path = f"M0 0V-6{tower}" if tower else "M0 0"
    return draw.path(
        "f-stone s-ink w1",
        f"{path}{merlons}H{draw.n(wide - start)}" + (f"V-6{tower}" if tower else "") + "V0Z",
    )
