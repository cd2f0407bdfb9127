"""The colours of board pictures, and one style sheet for every title, on a page, in a file and on
paper.

A shape names its colours by class: `f-NAME` fills, `s-NAME` strokes. The sheet defines each name by
day, by night and in print, so a picture is drawn once, and no shape has inline styles, which the
pages' security policy would refuse. Every pair in `READABLE` has the contrast that text needs
(4.5:1, WCAG 1.4.3) by day and by night; a test computes it.
"""

COLOURS: dict[str, tuple[str, str]] = {
    # what a picture is made of
    "paper": ("#f4efe3", "#1a1c20"),
    "panel": ("#fffcf4", "#25282e"),
    "shade": ("#e2d9c4", "#34383f"),
    "line": ("#a3967a", "#666d78"),
    "ink": ("#211c15", "#f3eee2"),
    "faint": ("#5b5242", "#bdb5a5"),
    # what it points at: whose turn it is or what is asked, what has changed, harm
    "accent": ("#86390a", "#ffb766"),
    "mark": ("#a80f73", "#ff8fd0"),
    "harm": ("#a01313", "#ff9a8f"),
    # grounds and materials; ink can be read on each
    "field": ("#f0dd94", "#574c1c"),
    "forest": ("#b9d6a2", "#2c4a2b"),
    "stone": ("#cfcad9", "#464254"),
    "water": ("#b3d5ea", "#1f465d"),
    "earth": ("#e3c39d", "#573d22"),
    "fire": ("#f6b694", "#66301b"),
    "gold": ("#f2cd62", "#5e4a0c"),
    "iron": ("#ccd2d9", "#3b424b"),
    "blood": ("#f0b5b5", "#5f2528"),
    "leaf": ("#cfe3b4", "#3b4d22"),
    # seats in playing order, and what is written on them; nobody's is 0
    "seat0": ("#6b6355", "#b5ad9e"),
    "seat1": ("#1d5ba8", "#86b8f4"),
    "seat2": ("#b0281f", "#f2938a"),
    "seat3": ("#2b6a31", "#93d394"),
    "seat4": ("#ecbd35", "#f3d26a"),
    "seat5": ("#68409b", "#c8a9f1"),
    "seat6": ("#34393f", "#d2d7dd"),
    "on0": ("#ffffff", "#1b1813"),
    "on1": ("#ffffff", "#0b1a2e"),
    "on2": ("#ffffff", "#2b0806"),
    "on3": ("#ffffff", "#08210a"),
    "on4": ("#1f1700", "#241a00"),
    "on5": ("#ffffff", "#1c0c33"),
    "on6": ("#ffffff", "#15181c"),
    # pieces that are of one colour by day and by night
    "black": ("#1b1b1e", "#1b1b1e"),
    "grey": ("#a3a9b1", "#a3a9b1"),
    "white": ("#ffffff", "#ffffff"),
}

GROUNDS = (
    "paper",
    "panel",
    "shade",
    "field",
    "forest",
    "stone",
    "water",
    "earth",
    "fire",
    "gold",
    "iron",
    "blood",
    "leaf",
)

READABLE = (
    *(("ink", ground) for ground in GROUNDS),
    *(
        (words, ground)
        for words in ("faint", "accent", "mark", "harm")
        for ground in ("paper", "panel")
    ),
    ("faint", "shade"),
    *((f"on{n}", f"seat{n}") for n in range(7)),
    ("white", "black"),
    ("black", "grey"),
    ("black", "white"),
)
"""Colours of words with the grounds they may stand on."""

PRINT = {
    "paper": "#ffffff",
    "panel": "#ffffff",
    "ink": "#000000",
    "faint": "#333333",
    "line": "#777777",
}

_RULES = """
.board{font-family:"Source Sans 3",system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;max-width:100%;height:auto}
.board .b{font-weight:700}
.board .mono{font-family:ui-monospace,"DejaVu Sans Mono",monospace;white-space:pre}
.board .mid{text-anchor:middle}
.board .end{text-anchor:end}
.board .none{fill:none}
.board .w1{stroke-width:1}
.board .w2{stroke-width:2}
.board .w3{stroke-width:3}
.board .w4{stroke-width:4}
.board .dash{stroke-dasharray:5 4}
.board .dots{stroke-dasharray:.1 4;stroke-linecap:round}
.board .round{stroke-linecap:round;stroke-linejoin:round}
.board .icon{fill-rule:evenodd}
.board .dim{opacity:.45}
.board .tint{opacity:.3}
.board .struck{text-decoration:line-through}
.board .changed>.edge{stroke:var(--mark);stroke-width:3.5;stroke-dasharray:7 3}
.board .can{cursor:pointer}
.board .can>.edge{stroke:var(--accent);stroke-width:3}
.board .can:hover>.edge{stroke-width:5}
.board .chosen>.edge{stroke:var(--accent);stroke-width:6}
.board :focus{outline:none}
.board :focus-visible>.edge{stroke:var(--ink);stroke-width:6}
"""


def _variables(column: int) -> str:
    return ";".join(f"--{name}:{shades[column]}" for name, shades in COLOURS.items())


def _stylesheet() -> str:
    day, night = _variables(0), _variables(1)
    paper = ";".join(f"--{name}:{shade}" for name, shade in PRINT.items())
    fills = "".join(
        f".board .f-{name}{{fill:var(--{name})}}.board .s-{name}{{stroke:var(--{name})}}\n"
        for name in COLOURS
    )
    return (
        f".board{{{day}}}\n"
        f"@media (prefers-color-scheme:dark){{.board{{{night}}}}}\n"
        f"@media print{{.board{{{day};{paper};print-color-adjust:exact;-webkit-print-color-adjust:exact}}}}\n"
        f"{fills}{_RULES.lstrip()}"
    )


STYLESHEET = _stylesheet()
"""The style sheet of every picture. Pages link it as a file; a standalone picture embeds it."""
