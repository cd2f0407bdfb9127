"""The matter at hand: a battle with its dice, an auction with its hands, a revolt, a proposal, the end; else the common box."""

from __future__ import annotations

from typing import Any

from domain.titles.drawing import svg as draw
from domain.titles.fief import words
from domain.titles.fief.picture import icons as signs
from domain.titles.fief.picture.battle import MATTER, battle_panel
from domain.titles.fief.picture.sight import EDGE, WIDE, Sight, counted
from domain.titles.kit import Text


def matter(sight: Sight) -> str:
    view = sight.view
    heading, body = _common(sight)
    if view["battle"]:
        heading, body = battle_panel(sight, view["battle"])
    elif view["revolt"]:
        heading, body = _revolt(sight, view["revolt"])
    elif view["proposal"]:
        heading, body = _proposal(sight, view["proposal"])
    elif view["ending"]:
        heading, body = _ending(sight, view["ending"])
    elif view["auction"]:
        heading, body = _auction(sight, view["auction"])
    panel = draw.rect("f-panel s-line w1", EDGE, 0, WIDE - 2 * EDGE, MATTER, 5)
    return panel + draw.snug("f-ink b", EDGE + 8, 18, heading, WIDE - 2 * EDGE - 16, 12) + body


def _auction(sight: Sight, auction: dict[str, Any]) -> tuple[str, str]:
    pool = words.count(sight.view["pool"], "mercenary").to(sight.lang)
    heading = sight.say(Text("Auction of {pool}, round {round}", pool=pool, round=auction["round"]))
    seats = sight.setting.seats
    step, found = (WIDE - 2 * EDGE - 12) / len(seats), []
    for at, seat in enumerate(seats):
        x, bid = EDGE + 6 + step * (at + 0.5), auction["bids"].get(seat)
        made, before = seat in auction["have_bid"], auction["revealed"].get(seat)
        sealed = seat in sight.view.get("sealed", ())
        state = sight.say(Text("has bid")) if made else sight.say(Text("no bid"))
        made, state = made or sealed, sight.say(Text("sealed")) if sealed else state
        found.append(draw.rect("f-paper s-line w1" + ("" if made else " dash"), x - step / 2 + 2, 28, step - 4, 126, 4))
        found.append(sight.arms(seat, x, 44, 20))
        if bid is not None:
            found.append(signs.mark("coin", x - 9, 76, 18) + draw.text("f-ink b", x + 3, 82, bid, 17))
        elif made:
            found.append(signs.mark("hand", x, 76, 26))
        found.append(draw.text("f-faint mid", x, 108, draw.fit(state, step - 6, 10), 10))
        if before is not None:
            said = sight.say(Text("before: {before}", before=before))
            found.append(draw.text("f-faint mid", x, 126, draw.fit(said, step - 6, 10), 10))
    return heading, "".join(found)


def _revolt(sight: Sight, revolt: dict[str, Any]) -> tuple[str, str]:
    where = sight.place(revolt["place"]) if revolt["place"] else sight.say(Text("the camp"))
    heading = sight.say(Text("Revolt against {family}: {where}", family=sight.family(revolt["victim"]), where=where))
    lines = [sight.say(Text("{hits} hits to absorb", hits=revolt["hits"]))] if revolt["hits"] else []
    if revolt["waiting"]:
        lines.append(sight.say(Text("May still be calmed by: ")) + sight.families(revolt["waiting"]))
    return heading, _lines(lines) + _shields(sight, revolt["waiting"] or [revolt["victim"]])


def _proposal(sight: Sight, proposal: dict[str, Any]) -> tuple[str, str]:
    by, partner = sight.family(proposal["by"]), proposal["partner"]
    if proposal["kind"] == "agreement":
        heading = sight.say(Text("{by} proposes to end the session", by=by))
    elif partner:
        heading = sight.say(Text("{by} claims victory with {family}", by=by, family=sight.family(partner)))
    else:
        heading = sight.say(Text("{by} claims victory", by=by))
    return heading, _lines([sight.say(Text("Still to answer: ")) + sight.families(proposal["waiting"])]) + _shields(
        sight, proposal["waiting"]
    )


def _ending(sight: Sight, ending: dict[str, Any]) -> tuple[str, str]:
    who = sight.families(ending["winners"])
    heading = {
        "victory": sight.say(Text("{who} wins the session", who=who)),
        "married-victory": sight.say(Text("{who} win together, by marriage", who=who)),
        "agreement": sight.say(Text("The families agreed to end the session")),
    }[ending["code"]]
    winners = ending["winners"] or list(sight.setting.seats)
    points = ", ".join(f"{sight.family(seat)} {sight.view['families'][seat]['points']}" for seat in winners)
    return heading, _lines([sight.colon(sight.say(Text("Victory points")), points)]) + _shields(sight, winners)


def _common(sight: Sight) -> tuple[str, str]:
    forts = sight.setting.values.forts
    stand = [place["fort"] for place in sight.view["places"].values()]
    box = {f"guard_{kind}": count for kind, count in sight.view["guard_box"].items()}
    entries = [
        (
            sight.say(Text("Mercenaries in the pool")),
            counted({"mercenary": sight.view["pool"]}, 0, 0, 100, 16),
        ),
        (sight.say(Text("Royal guard in its box")), counted(box, 0, 0, 150, 16)),
        (
            sight.say(Text("Castles and cities left")),
            _walls(forts.castle.count - stand.count("castle"), forts.city.count - stand.count("city")),
        ),
    ]
    body = []
    for at, (label, shown) in enumerate(entries):
        x, y = EDGE + 8 + (at % 2) * (WIDE / 2 - 4), 40 + (at // 2) * 50
        body += [draw.text("f-faint", x, y, label, 10), draw.at(x, y + 20, shown)]
    return sight.say(Text("The common box")), "".join(body)


def _walls(castles: int, cities: int) -> str:
    return "".join(
        draw.at(x, 8, signs.wall(fort, 40)) + draw.text("f-ink", x + 46, 6, count, 16)
        for x, fort, count in ((0, "castle", castles), (84, "city", cities))
    )


def _lines(lines: list[str]) -> str:
    return draw.rows("f-ink", EDGE + 8, 40, [draw.fit(line, WIDE - 2 * EDGE - 16, 11) for line in lines], 11)


def _shields(sight: Sight, seats: list[str]) -> str:
    step = 56.0
    start = WIDE / 2 - step * (len(seats) - 1) / 2
    return "".join(sight.arms(seat, start + step * i, 96, 44) for i, seat in enumerate(seats))
