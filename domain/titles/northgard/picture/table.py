"""The table as a picture: the tiles as they were found, and on either side what a player has before
him.

Drawn from the view alone. The player whose base lies nearer to the upper edge sits above. On a
phone the supply and what the signs mean lie below; on a screen they stand beside the map.
"""

from domain.kernel.text import Text, same
from domain.titles.drawing import svg as draw
from domain.titles.drawing.scene import Scene
from domain.titles.northgard.picture.icons import RESOURCE_SIGNS
from domain.titles.northgard.picture.lands import CELL
from domain.titles.northgard.picture.map import MARGIN, the_map
from domain.titles.northgard.picture.seats import panel, panel_height, supply, supply_rows
from domain.titles.northgard.turn import DOING
from domain.titles.northgard.values import RESOURCE_NAMES, RESOURCES

TOP = 30
FOOT = 92
ASIDE = 290
LARGER = 1.15
"""How much larger than on a phone a player's part is drawn on a screen."""


def picture(scene: Scene, shape: draw.Shape) -> str:
    above, below = _seated(scene)
    says = headline(scene).to(scene.lang)
    drawn = _wide if shape == draw.WIDE else _tall
    wide, high, body = drawn(scene, (above, below))
    title = draw.text("f-ink b", MARGIN, 20, draw.fit(says, wide - 2 * MARGIN, 14), 14)
    name = Text("Northgard: Training Grounds").to(scene.lang)
    tells = " ".join((says, *(_told(scene, seat).to(scene.lang) for seat in (above, below))))
    return draw.svg(name, tells, wide, high, title, *body, lang=scene.lang, title="northgard")


def _map_size(scene: Scene) -> tuple[float, float]:
    grid = scene.setting.values.grid
    return 2 * MARGIN + CELL * grid.columns, 2 * MARGIN + CELL * grid.rows


def _tall(scene: Scene, seats: tuple[str, str]) -> tuple[float, float, list[str]]:
    across, high = _map_size(scene)
    wide, tall = max(across, 2 * MARGIN + CELL * 4), panel_height(scene)
    body = [
        draw.at(0, TOP, panel(scene, seats[0], wide)),
        draw.at((wide - across) / 2, TOP + tall, the_map(scene)),
        draw.at(0, TOP + tall + high, panel(scene, seats[1], wide)),
        draw.at(0, TOP + 2 * tall + high, supply(scene, wide), _legend(scene, wide)),
    ]
    return wide, TOP + 2 * tall + high + FOOT, body


def _wide(scene: Scene, seats: tuple[str, str]) -> tuple[float, float, list[str]]:
    wide = float(draw.WIDTHS[draw.WIDE])
    slots = len(scene.setting.cards) + 1
    tall = panel_height(scene, slots) * LARGER
    across, high = _map_size(scene)
    scale = min((wide - ASIDE) / across, (draw.HIGH - TOP - 2 * tall) / high)
    below = TOP + tall + high * scale
    sides = [panel(scene, seat, wide / LARGER, slots) for seat in seats]
    left = wide - ASIDE - across * scale
    body = [
        draw.at(0, TOP, sides[0], scale=LARGER),
        draw.at(left / 2, TOP + tall, the_map(scene), scale=scale),
        draw.at(wide - ASIDE, TOP + tall + MARGIN, supply_rows(scene, ASIDE - MARGIN)),
        draw.at(wide - ASIDE, below - 6 * 20, _key(scene)),
        draw.at(0, below, sides[1], scale=LARGER),
    ]
    return wide, below + tall, body


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


def _seated(scene: Scene) -> tuple[str, str]:
    first, second = sorted(
        scene.setting.seats,
        key=lambda seat: (int(scene.setting.bases[seat][1:]), scene.setting.bases[seat]),
    )
    return first, second


def _told(scene: Scene, seat: str) -> Text:
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


def _legend(scene: Scene, wide: float) -> str:
    signs = _signs(scene)
    needed = sum(room + draw.width(words, 10) for _, room, words in signs)
    gap = max(4.0, (wide - 2 * MARGIN - needed) / (len(signs) - 1))
    x, results = float(MARGIN), []
    for sign, room, words in signs:
        results.append(draw.at(x, 82, sign, draw.text("f-faint", room, 0, words, 10)))
        x += room + draw.width(words, 10) + gap
    return "".join(results)


def _key(scene: Scene) -> str:
    lines = (sign + draw.text("f-faint", 24, 0, words, 12) for sign, _, words in _signs(scene))
    return "".join(draw.at(0, 20 * n + 4, line) for n, line in enumerate(lines))


def _signs(scene: Scene) -> list[tuple[str, float, str]]:
    signs = [
        (draw.icon("f-ink", RESOURCE_SIGNS[r], 6, -4, 12), 15.0, RESOURCE_NAMES[r].to(scene.lang))
        for r in RESOURCES
    ]
    return signs + [
        (draw.at(0, -4, draw.path(cls, d), scale=0.7), 21.0, words.to(scene.lang))
        for cls, d, words in _EDGES
    ]
