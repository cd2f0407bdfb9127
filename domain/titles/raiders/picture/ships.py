"""The two sides as pictures: their markers on the tracks, and what each has on its ship."""

from collections.abc import Sequence

from domain.titles.drawing.svg import at, card, rect, text, text_lines, token, wrapped
from domain.titles.kit import Text
from domain.titles.raiders.board import AUTOMA, PLAYER
from domain.titles.raiders.picture.pieces import Scene, good_mark, goods_row, pawn
from domain.titles.raiders.values import COLOUR_NAMES, GOODS

PURSE = ("silver", "provisions", "gold", "iron", "livestock", "cards")
SIDES = ((PLAYER, 1), (AUTOMA, 2))


def tracks(scene: Scene, width: float) -> tuple[str, float]:
    armour, valkyries = _track_points(scene)
    unit = (width - 44) / (len(armour) + len(valkyries) * 1.15)
    first = 18 + unit * len(armour)
    return (
        at(0, 0, _track(scene, "armour", armour, unit))
        + at(first + 8, 0, _track(scene, "valkyries", valkyries, unit * 1.15)),
        46.0,
    )


def tracks_apart(scene: Scene, width: float) -> tuple[str, float]:
    drawn = (
        at(0, 51 * n, _track(scene, kind, steps, min(36.0, (width - 18) / len(steps))))
        for n, (kind, steps) in enumerate(
            zip(("armour", "valkyries"), _track_points(scene), strict=True)
        )
    )
    return "".join(drawn), 97.0


def _track_points(scene: Scene) -> tuple[list[int], list[int]]:
    """The points at each step of the armour track and of the Valkyrie track."""
    values = scene.setting.values
    flags = dict(values.armour_points)
    return [flags.get(step, 0) for step in range(values.limits.armour + 1)], list(
        values.valkyrie_points
    )


def _track(scene: Scene, kind: str, points: Sequence[int], unit: float) -> str:
    where = {seat: scene.view[seat][kind] for seat, _ in SIDES}
    parts = [
        rect("edge f-paper s-line w1", 0, 0, 18 + unit * len(points), 46, 4),
        good_mark(kind, 8.5, 22, scene.lang, 6),
    ]
    for step, worth in enumerate(points):
        x = 16 + step * unit
        parts.append(rect(f"f-{'gold' if worth else 'panel'} s-line w1", x, 11, unit, 24))
        parts.append(text("f-faint mid", x + unit / 2, 9, step, 9))
        if worth:
            parts.append(text("f-ink mid b", x + unit / 2, 44, worth, 9))
    for seat_id, number in SIDES:
        step = min(where[seat_id], len(points) - 1)
        parts.append(token(number, 16 + (step + 0.5) * unit, 17 + 12 * (number - 1), 5))
    parts.append(text("f-faint mid", 9, 44, scene.say(Text("VP")), 9))
    says = scene.say(
        Text(
            "Track of {name}: player {player}, opponent {opponent}",
            name=GOODS[kind],
            player=where[PLAYER],
            opponent=where[AUTOMA],
        )
    )
    return scene.place(f"{kind}-track", says, *parts)


def opponent(scene: Scene, width: float) -> tuple[str, float]:
    side, cap = scene.view[AUTOMA], scene.setting.values.caps.provisions
    held = (
        ("provisions", side["provisions"]),
        ("offering", len(side["offerings"]) + side["face_down"]),
    )
    says = scene.say(
        Text(
            "{name}: {says}",
            name=scene.setting.name(AUTOMA),
            says=f"{scene.points(side['points'])}, {scene.amounts(dict(held))}",
        )
    )
    drawn = scene.seat(
        AUTOMA,
        says + _tile_ids(side["offerings"]),
        _side_frame(scene, AUTOMA, width, 26),
        _name_and_points(scene, AUTOMA, 2),
        goods_row(held, 176, 13, scene.lang, 40),
        text(
            "f-faint end", width - 6, 17, scene.say(Text("at most {cap} provisions", cap=cap)), 9.5
        ),
    )
    return drawn, 26.0


def player(scene: Scene, width: float) -> tuple[str, float]:
    side, lang = scene.view[PLAYER], scene.lang
    worker, purse = side["worker"], {what: side[what] for what in PURSE}
    held = (*purse.items(), ("offering", len(side["offerings"])))
    hand = (
        scene.say(Text("a {worker} worker in hand", worker=COLOUR_NAMES[worker])) if worker else ""
    )
    crew = ", ".join(scene.label(id) for id in side["crew"])
    says = ", ".join(
        filter(None, (scene.points(side["points"]), hand, scene.amounts(dict(held)), crew))
    )
    benches = scene.setting.values.limits.crew
    step = (width - 6) / benches
    drawn = scene.seat(
        PLAYER,
        scene.say(Text("{name}: {says}", name=scene.setting.name(PLAYER), says=says))
        + _tile_ids(side["offerings"]),
        _side_frame(scene, PLAYER, width, 98),
        _name_and_points(scene, PLAYER, 1),
        pawn(worker, 180, 13, lang) if worker else "",
        text("f-faint", 193, 17, scene.say(Text("in hand")) if worker else "", 9.5),
        goods_row(held, 5, 38, lang, (width - 6) / len(held)),
        *(
            at(4 + i * step, 53, _crew_place(scene, side["crew"], i, step - 3))
            for i in range(benches)
        ),
    )
    return drawn, 98.0


def _crew_place(scene: Scene, crew: Sequence[str], i: int, w: float) -> str:
    """A place for crew on the ship, with its card or empty."""
    if i >= len(crew):
        return rect("none s-line w1 dash", 0, 0, w, 41, 4)
    id = crew[i]
    name, strength = scene.label(id), scene.setting.values.townsfolk[id].strength
    says = scene.say(Text("Crew: {name}, strength {strength}", name=name, strength=strength))
    return card(
        id,
        says,
        rect("edge f-earth s-line w1", 0, 0, w, 41, 4),
        text_lines("f-ink", 4, 13, wrapped(name, w - 7, 10), 10),
        text("f-ink b end", w - 4, 37, strength, 11),
        seat=PLAYER,
    )


def _side_frame(scene: Scene, seat_id: str, w: float, h: float) -> str:
    """The frame of a side, marked while it is to act."""
    stage = scene.view["stage"]
    acts = stage != "over" and (stage == "reveal") == (seat_id == AUTOMA)
    return rect(f"edge f-panel {'s-accent w3' if acts else 's-line w1'}", 0, 0, w, h, 5)


def _name_and_points(scene: Scene, seat_id: str, number: int) -> str:
    name, points = (
        scene.setting.name(seat_id).to(scene.lang),
        scene.points(scene.view[seat_id]["points"]),
    )
    return (
        token(number, 13, 13, 7)
        + text("f-ink b", 26, 17, name, 11)
        + text("f-ink b", 110, 17, points, 11)
    )


def _tile_ids(ids: Sequence[str]) -> str:
    """The ids of tiles in brackets; empty for none."""
    return f" ({', '.join(ids)})" if ids else ""
