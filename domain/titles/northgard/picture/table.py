"""The table as a picture: the tiles as they were found, and above and below them what each player
has.

It is drawn from the view alone. The player whose base is nearer to the upper edge is drawn above.
The supply and the key to the signs are below on a phone, beside the map on a screen."""

from functools import partial

from domain.kernel.text import Text, same
from domain.titles.drawing import svg as draw
from domain.titles.drawing.layout import Fill, Layout, in_grid, larger
from domain.titles.drawing.scene import Scene
from domain.titles.northgard.picture.icons import RESOURCE_SIGNS
from domain.titles.northgard.picture.lands import CELL
from domain.titles.northgard.picture.map import MARGIN, map_picture
from domain.titles.northgard.picture.seats import seat_panel, supply, supply_rows
from domain.titles.northgard.turn import DOING
from domain.titles.northgard.values import RESOURCE_NAMES, RESOURCES

ASIDE = 290
LARGER = 1.15
"""The scale at which a player's part is drawn on a screen, compared with a phone."""


def picture(scene: Scene, shape: draw.Shape) -> str:
    seats, size = _upper_and_lower_seat(scene), scene.setting.values.grid
    across, high = 2 * MARGIN + CELL * size.columns, 2 * MARGIN + CELL * size.rows
    slots = len(scene.setting.cards) + 1
    above, below = (partial(seat_panel, seat=seat) for seat in seats)
    upper, lower = (larger(partial(seat_panel, seat=seat, across=slots), LARGER) for seat in seats)

    def land(scene: Scene, width: float) -> tuple[str, float]:
        return draw.at((width - across) / 2, 0, map_picture(scene)), high

    layout = Layout(
        tall=(_title, above, land, below, supply, _legend),
        board=land,
        side=(supply_rows, Fill(), _key),
        above=(_title, upper),
        below=(lower,),
        width=max(across, 2 * MARGIN + CELL * 4),
        board_width=across,
        aside=ASIDE,
        gap=0,
        margin=0,
    )
    wide, tall, body = layout.draw(scene, shape)
    name = Text("Northgard: Training Grounds").to(scene.lang)
    tells = " ".join(
        text.to(scene.lang)
        for text in (headline(scene), *(_side_in_words(scene, seat) for seat in seats))
    )
    return draw.svg(name, tells, wide, tall, body, lang=scene.lang, title="northgard")


def _title(scene: Scene, width: float) -> tuple[str, float]:
    says = draw.cut_to_width(headline(scene).to(scene.lang), width - 2 * MARGIN, 14)
    return draw.text("f-ink b", MARGIN, 20, says, 14), 30.0


def headline(scene: Scene) -> Text:
    for seat, side in scene.view["sides"].items():
        if side["points"] >= scene.view["goal"]:
            name = scene.setting.name(seat)
            return Text("{name} has won.", name=name)
    if not scene.view["to_act"]:
        return Text("The game is over.")
    name, doing = scene.setting.name(scene.view["to_act"][0]), DOING[scene.view["stage"]]
    where = f" ({scene.view['battle']['territory']})" if scene.view["battle"] else ""
    return Text("{name} {doing}{where}.", name=name, doing=doing, where=where)


def _upper_and_lower_seat(scene: Scene) -> tuple[str, str]:
    first, second = sorted(
        scene.setting.seats,
        key=lambda seat: (int(scene.setting.bases[seat][1:]), scene.setting.bases[seat]),
    )
    return first, second


def _side_in_words(scene: Scene, seat: str) -> Text:
    side, name, goal = scene.view["sides"][seat], scene.setting.name(seat), scene.view["goal"]
    penalty = scene.view.get("penalties", {}).get(seat, 0)
    counts = (
        Text(" ({points} with the penalty)", points=side["points"] + penalty)
        if penalty
        else same("")
    )
    sentence = Text(
        "{name}: {points} of {goal} points{counts}, {up} cards face up, {reserve} units in reserve."
    )
    return sentence.filled(
        {**side, "name": name, "goal": goal, "counts": counts, "up": len(side["up"])}
    )


_EDGES = (
    ("none s-ink w2 dash", "M0 0H26", Text("border")),
    ("none s-ink w2 round", "M0 3L4-3L8 3L12-3L16 3L20-3L24 3", Text("rough")),
    ("none s-ink w4", "M0 0H26", Text.pgettext("northgard", "closed")),
)


def _legend(scene: Scene, wide: float) -> tuple[str, float]:
    signs = _signs(scene)
    needed = sum(room + draw.width(words, 10) for _, room, words in signs)
    gap = max(4.0, (wide - 2 * MARGIN - needed) / (len(signs) - 1))
    x, results = float(MARGIN), []
    for sign, room, words in signs:
        results.append(draw.at(x, 12, sign, draw.text("f-faint", room, 0, words, 10)))
        x += room + draw.width(words, 10) + gap
    return "".join(results), 22.0


def _key(scene: Scene, _: float) -> tuple[str, float]:
    signs = _signs(scene)
    lines = (sign + draw.text("f-faint", 24, 0, words, 12) for sign, _, words in signs)
    return in_grid(lines, 1, 0, 20, y=14), 20.0 * len(signs)


def _signs(scene: Scene) -> list[tuple[str, float, str]]:
    signs = [
        (draw.icon("f-ink", RESOURCE_SIGNS[r], 6, -4, 12), 15.0, RESOURCE_NAMES[r].to(scene.lang))
        for r in RESOURCES
    ]
    return signs + [
        (draw.at(0, -4, draw.path(cls, d), scale=0.7), 21.0, words.to(scene.lang))
        for cls, d, words in _EDGES
    ]
