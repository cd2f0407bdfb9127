"""The raid sites as a picture, from the fortresses down to the harbours, with the opponent's scheme
card beside them."""

from collections.abc import Iterator
from typing import Any

from domain.titles.drawing.svg import at, fitted_text, line, rect, text, text_lines, wrapped
from domain.titles.kit import Text
from domain.titles.raiders.board import space_id
from domain.titles.raiders.picture.pieces import Scene, good_mark, goods_row, pawn
from domain.titles.raiders.values import COLOUR_NAMES, PLUNDER, Site, SiteKind

ROWS: tuple[SiteKind, ...] = ("fortress", "monastery", "outpost", "harbour")
BESIDE: tuple[SiteKind, ...] = ("monastery", "outpost")
GROUNDS = {"fortress": "earth", "monastery": "stone", "outpost": "field", "harbour": "water"}
GAP = 5.0
HEADER = 40.0
NARROW = 46.0
"""In a space narrower than this the worker is drawn below the plunder, not beside it."""


def shores(scene: Scene, width: float) -> tuple[str, float]:
    beside = (width - 2 * GAP) / 3
    parts, y, first, last = [], 0.0, 0.0, 0.0
    for kind in ROWS:
        room = width - beside - GAP if kind in BESIDE else width
        drawn, height = _row(scene, kind, room)
        parts.append(at(0, y, drawn))
        if kind == BESIDE[0]:
            first = y
        y += height + GAP
        if kind in BESIDE:
            last = y - GAP
    parts.append(at(width - beside, first, _scheme(scene, beside, last - first)))
    return "".join(parts), y - GAP


def _row(scene: Scene, kind: SiteKind, room: float) -> tuple[str, float]:
    sites = [(id, site) for id, site in scene.setting.values.sites.items() if site.kind == kind]
    spaces = sum(len(site.spaces) for _, site in sites)
    unit = (room - GAP * (len(sites) - 1)) / max(spaces, 1)
    narrowest = min((_cell_width(site, unit) for _, site in sites), default=NARROW)
    cell = 40.0 if narrowest >= NARROW else 54.0
    parts, x = [], 0.0
    for id, site in sites:
        parts.append(at(x, 0, _site(scene, id, site, unit * len(site.spaces), cell)))
        x += unit * len(site.spaces) + GAP
    return "".join(parts), HEADER + cell + 4


def _cell_width(site: Site, unit: float) -> float:
    many = len(site.spaces)
    return (unit * many - 8 - 3 * (many - 1)) / many


def _site(scene: Scene, id: str, site: Site, width: float, cell: float) -> str:
    needs = tuple((what, n) for what, n in _needed_to_raid(site) if n)
    tiers = " · ".join(
        f"{need}→{points}" if need else scene.points(points) for need, points in site.tiers
    )
    step = _cell_width(site, width / len(site.spaces)) + 3
    spaces = [
        at(4 + n * step, HEADER, _space(scene, id, n + 1, space, step - 3, cell))
        for n, space in enumerate(scene.view["sites"][id])
    ]
    return scene.place(
        id,
        _site_description(scene, id, site),
        rect(f"edge f-{GROUNDS[site.kind]} s-line w1", 0, 0, width, HEADER + cell + 4, 5),
        fitted_text("f-ink b", 5, 12, scene.label(id), width - 9, 10.5),
        goods_row(needs, 3, 21, scene.lang, 26),
        fitted_text("f-ink", 5, 37, tiers, width - 9, 9.5),
        *spaces,
    )


def _needed_to_raid(site: Site) -> tuple[tuple[str, int], ...]:
    return (
        ("crew", site.crew),
        ("provisions", site.provisions),
        ("gold", site.gold),
        ("dice", site.dice),
    )


def _site_description(scene: Scene, id: str, site: Site) -> str:
    pay = scene.amounts({"provisions": site.provisions, "gold": site.gold})
    colours = " / ".join(COLOUR_NAMES[c].to(scene.lang) for c in site.workers)
    tiers = [(f"{need} → " if need else "") + scene.points(points) for need, points in site.tiers]
    named = {
        "site": scene.label(id),
        "colours": colours,
        "crew": site.crew,
        "pay": pay,
        "dice": site.dice,
    }
    sentence = Text(
        "{site}: raid with a {colours} worker and a crew of {crew} for {pay}, {dice:die|dice}. "
        "Strength → points: {tiers}"
    )
    return scene.say(sentence.filled({**named, "tiers": ", ".join(tiers)}))


def _space(scene: Scene, site: str, number: int, space: dict[str, Any], w: float, h: float) -> str:
    id, raid = space_id(site, number), scene.view["raid"]
    under_way = raid is not None and raid["space"] == id
    plunder = {piece: space[piece] for piece in PLUNDER if space[piece]}
    beside = w >= NARROW
    x, y = (17.0, h / 2) if beside else (w / 2, 18.0)
    parts = [
        rect(
            f"edge f-{'panel' if plunder else 'shade'} "
            f"{'s-accent w3' if under_way else 's-line w1'}",
            0,
            0,
            w,
            h,
            4,
        ),
        *_plunder_marks(scene, plunder, x, y),
        text("f-faint end", w - 3, 10, number, 9)
        if beside
        else text("f-faint", 3, h - 4, number, 9),
    ]
    worker = raid["worker"] if under_way and not space["worker"] else space["worker"]
    if worker:
        parts.append(
            pawn(
                worker,
                w - 9.5 if beside else w / 2 + 3,
                h / 2 + 8 if beside else h - 11,
                scene.lang,
            )
        )
    return scene.place(id, _space_description(scene, id, plunder, space["worker"]), *parts)


def _plunder_marks(scene: Scene, plunder: dict[str, int], x: float, y: float) -> Iterator[str]:
    few = sum(plunder.values()) <= 4
    shown = (
        [(piece, 1) for piece, n in plunder.items() for _ in range(n)]
        if few
        else list(plunder.items())
    )
    across = 2 if len(shown) > 1 else 1
    down = -(-len(shown) // across)
    for i, (piece, n) in enumerate(shown):
        px, py = (
            x + (15.5 if few else 17) * (i % across - (across - 1) / 2),
            y + 16 * (i // across - (down - 1) / 2),
        )
        if few:
            yield good_mark(piece, px, py, scene.lang, 6.5)
        else:
            yield good_mark(piece, px - 3, py, scene.lang, 5) + text(
                "f-ink b", px + 3, py + 3, n, 9
            )


def _space_description(scene: Scene, id: str, results: dict[str, int], worker: str) -> str:
    name = scene.setting.space_label(id).to(scene.lang)
    plunder = scene.amounts(results) if results else scene.say(Text("no plunder"))
    if worker:
        return scene.say(
            Text(
                "{space}: {plunder}; a {worker} worker",
                space=name,
                plunder=plunder,
                worker=COLOUR_NAMES[worker],
            )
        )
    return scene.say(Text("{space}: {plunder}", space=name, plunder=plunder))


# -- the scheme card -------------------------------------------------------------------------------


def _scheme(scene: Scene, w: float, h: float) -> str:
    schemes = scene.view["schemes"]
    card = schemes["revealed"]
    pile = scene.say(
        Text("pile {pile} · used {used}", pile=schemes["pile"], used=len(schemes["discard"]))
    )
    head = scene.say(Text("Scheme"))
    parts = [
        rect("edge f-panel s-seat2 w2", 1, 0, w - 1, h, 6),
        text("f-harm b", 7, 14, head, 10.5),
        line("s-line w1", 7, h - 18, w - 6, h - 18),
        fitted_text("f-faint", 7, h - 6, pile, w - 12, 9.5),
    ]
    if card is None:
        parts.append(
            text_lines(
                "f-faint", 7, 36, wrapped(scene.say(Text("none revealed yet")), w - 14, 10.5), 10.5
            )
        )
        says = scene.say(Text("The opponent's scheme cards: none is revealed"))
    else:
        parts += _scheme_card(scene, card, w)
        says = _scheme_description(scene, card)
    return scene.place("reveal", says, *parts)


def _scheme_card(scene: Scene, card: dict[str, Any], w: float) -> Iterator[str]:
    house = {field for field, origin in card["origin"].items() if origin == "placeholder"}
    star = {field: "*" if field in house else "" for field in card["origin"]}
    gains = [(what, card["prepare"].get(what, 0)) for what in ("armour", "provisions", "offering")]
    needs = tuple((what, f"{card[what]}{star[what]}") for what in ("armour", "provisions"))
    prepare = tuple((what, f"{n}{star['prepare']}") for what, n in gains if n)
    order = " › ".join(map(str, card["order"]))
    yield text("f-faint end", w - 6, 49, card["id"], 9.5)
    yield fitted_text("f-ink b", 7, 34, scene.label(card["site"]), w - 14, 11)
    yield goods_row(needs, 5, 60, scene.lang, 30)
    yield text("f-ink b end", w - 6, 64, scene.points(card["points"]) + star["points"], 11)
    yield text("f-faint", 7, 80, scene.say(Text("spaces {order}", order=order)), 9.5)
    yield text("f-faint", 7, 97, scene.say(Text("or prepares")), 9.5)
    yield goods_row(prepare, 5, 108, scene.lang, 30)
    yield text("f-harm b", 7, 130, scene.say(Text("forbids")), 9.5)
    yield fitted_text("f-ink", 7, 142, scene.label(card["blocks"]), w - 14, 10.5)
    if house:
        yield text("f-faint", 7, 152, scene.say(Text("* house values")), 9)


def _scheme_description(scene: Scene, card: dict[str, Any]) -> str:
    site, blocks, prepare = (
        scene.label(card["site"]),
        scene.label(card["blocks"]),
        scene.amounts(card["prepare"]),
    )
    need = scene.amounts({"armour": card["armour"], "provisions": card["provisions"]})
    named = {
        "id": card["id"],
        "site": site,
        "need": need,
        "points": card["points"],
        "prepare": prepare,
        "blocks": blocks,
    }
    return scene.say(
        Text(
            "Scheme card {id}: raids {site} with {need} for {points} VP, or prepares {prepare}. "
            "It forbids {blocks}",
            **named,
        )
    )
