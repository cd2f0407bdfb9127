"""The table as a picture: the tiles as they were found, and on either side what a player has before him.

Drawn from the view alone. The player whose base lies nearer to the upper edge sits above.
"""

from __future__ import annotations

from typing import Any

from domain.drawing import svg as draw
from domain.games.northgard.board import Setting
from domain.games.northgard.picture.icons import RESOURCE_SIGNS
from domain.games.northgard.picture.lands import CELL
from domain.games.northgard.picture.map import MARGIN, the_map
from domain.games.northgard.picture.seats import panel, panel_height, supply
from domain.games.northgard.turn import DOING
from domain.games.northgard.values import RESOURCE_NAMES, RESOURCES
from domain.rules.text import Lang, Text, same

TOP = 30
"""The line that says what is waited for."""
FOOT = 92
"""The supply and what the signs mean."""


def picture(setting: Setting, view: dict[str, Any], lang: Lang, changed: draw.Changed = draw.NOTHING) -> str:
    """The whole table for one audience."""
    grid = setting.values.grid
    wide, high = 2 * MARGIN + CELL * max(grid.columns, 4), 2 * MARGIN + CELL * grid.rows
    above, below = _seated(setting)
    tall = panel_height(setting)
    says = headline(setting, view).to(lang)
    body = [
        draw.text("f-ink b", MARGIN, 20, draw.fit(says, wide - 2 * MARGIN, 14), 14),
        draw.at(0, TOP, panel(setting, view, above, wide, lang, changed)),
        draw.at((wide - 2 * MARGIN - CELL * grid.columns) / 2, TOP + tall, the_map(setting, view, lang, changed)),
        draw.at(0, TOP + tall + high, panel(setting, view, below, wide, lang, changed)),
        draw.at(0, TOP + 2 * tall + high, supply(setting, view, wide, lang), _legend(wide, lang)),
    ]
    name = Text("Northgard: Training Grounds", "Northgard : Terrain d'Entraînement").to(lang)
    tells = " ".join((says, *(_told(setting, view, seat).to(lang) for seat in (above, below))))
    return draw.svg(name, tells, wide, TOP + 2 * tall + high + FOOT, *body, lang=lang, title="northgard")


def headline(setting: Setting, view: dict[str, Any]) -> Text:
    """What is waited for, or who has won."""
    for seat, side in view["sides"].items():
        if side["points"] >= view["goal"]:
            name = setting.name(seat)
            return Text(f"{name.en} has won.", f"{name.fr} a gagné.")
    if not view["to_act"]:
        return Text("The game is over.", "La partie est terminée.")
    name, doing = setting.name(view["to_act"][0]), DOING[view["stage"]]
    where = f" ({view['battle']['territory']})" if view["battle"] else ""
    return Text(f"{name.en} {doing.en}{where}.", f"{name.fr} {doing.fr}{where}.")


def _seated(setting: Setting) -> tuple[str, str]:
    first, second = sorted(setting.seats, key=lambda seat: (int(setting.bases[seat][1:]), setting.bases[seat]))
    return first, second


def _told(setting: Setting, view: dict[str, Any], seat: str) -> Text:
    side, name, goal = view["sides"][seat], setting.name(seat), view["goal"]
    points, up, reserve = side["points"], len(side["up"]), side["reserve"]
    penalty = view.get("penalties", {}).get(seat, 0)
    counts = Text(f" ({points + penalty} with the penalty)", f" ({points + penalty} avec la pénalité)") if penalty else same("")
    return Text(
        f"{name.en}: {points} of {goal} points{counts.en}, {up} cards face up, {reserve} units in reserve.",
        f"{name.fr} : {points} points sur {goal}{counts.fr}, {up} cartes visibles, {reserve} unités en réserve.",
    )


_EDGES = (
    ("none s-ink w2 dash", "M0 0H26", Text("border", "frontière")),
    ("none s-ink w2 round", "M0 3L4-3L8 3L12-3L16 3L20-3L24 3", Text("rough", "difficile")),
    ("none s-ink w4", "M0 0H26", Text("closed", "fermé")),
)


def _legend(wide: float, lang: Lang) -> str:
    """What the signs of the map mean, in one line."""
    signs = [(draw.icon("f-ink", RESOURCE_SIGNS[r], 6, -4, 12), 15, RESOURCE_NAMES[r].to(lang)) for r in RESOURCES]
    signs += [(draw.at(0, -4, draw.path(cls, d), scale=0.7), 21, words.to(lang)) for cls, d, words in _EDGES]
    needed = sum(room + draw.width(words, 10) for _, room, words in signs)
    gap = max(4.0, (wide - 2 * MARGIN - needed) / (len(signs) - 1))
    x, found = float(MARGIN), []
    for sign, room, words in signs:
        found.append(draw.at(x, 82, sign, draw.text("f-faint", room, 0, words, 10)))
        x += room + draw.width(words, 10) + gap
    return "".join(found)
