"""The current event: a battle with its dice, an auction with its bids, a revolt, a proposal, or the
end; if there is none, the common box."""

from typing import Any

from domain.titles.drawing import svg as draw
from domain.titles.drawing.layout import in_grid
from domain.titles.fief import words
from domain.titles.fief.board import SIDES, SideName
from domain.titles.fief.picture import icons as signs
from domain.titles.fief.picture.sight import EDGE, WIDE, Sight, counted
from domain.titles.kit import Text


def current_event(sight: Sight, _: float) -> tuple[str, float]:
    view = sight.view
    heading, body = _common_box(sight)
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
    head = draw.fitted_text("f-ink b", EDGE + 8, 18, heading, WIDE - 2 * EDGE - 16, 12)
    return panel + head + body, float(MATTER)


def _auction(sight: Sight, auction: dict[str, Any]) -> tuple[str, str]:
    pool = words.count(sight.view["pool"], "mercenary").to(sight.lang)
    heading = sight.say(Text("Auction of {pool}, round {round}", pool=pool, round=auction["round"]))
    seats = sight.setting.seats
    step, parts = (WIDE - 2 * EDGE - 12) / len(seats), []
    for at, seat in enumerate(seats):
        x, bid = EDGE + 6 + step * (at + 0.5), auction["bids"].get(seat)
        made, before = seat in auction["have_bid"], auction["revealed"].get(seat)
        sealed = seat in sight.view.get("sealed", ())
        state = sight.say(Text("has bid")) if made else sight.say(Text("no bid"))
        made, state = (
            made or sealed,
            sight.say(Text.pgettext("fief", "sealed")) if sealed else state,
        )
        parts.append(
            draw.rect(
                "f-paper s-line w1" + ("" if made else " dash"),
                x - step / 2 + 2,
                28,
                step - 4,
                126,
                4,
            )
        )
        parts.append(sight.arms(seat, x, 44, 20))
        if bid is not None:
            parts.append(
                signs.mark("coin", x - 9, 76, 18) + draw.text("f-ink b", x + 3, 82, bid, 17)
            )
        elif made:
            parts.append(signs.mark("hand", x, 76, 26))
        parts.append(draw.text("f-faint mid", x, 108, draw.cut_to_width(state, step - 6, 10), 10))
        if before is not None:
            bid_before = sight.say(Text("before: {before}", before=before))
            parts.append(
                draw.text("f-faint mid", x, 126, draw.cut_to_width(bid_before, step - 6, 10), 10)
            )
    return heading, "".join(parts)


def _revolt(sight: Sight, revolt: dict[str, Any]) -> tuple[str, str]:
    where = sight.place(revolt["place"]) if revolt["place"] else sight.say(Text("the camp"))
    heading = sight.say(
        Text("Revolt against {family}: {where}", family=sight.family(revolt["victim"]), where=where)
    )
    lines = (
        [sight.say(Text("{hits} hits to absorb", hits=revolt["hits"]))] if revolt["hits"] else []
    )
    if revolt["waiting"]:
        lines.append(
            sight.say(Text("May still be calmed by: ")) + sight.families(revolt["waiting"])
        )
    return heading, _lines(lines) + _shields(sight, revolt["waiting"] or [revolt["victim"]])


def _proposal(sight: Sight, proposal: dict[str, Any]) -> tuple[str, str]:
    by, partner = sight.family(proposal["by"]), proposal["partner"]
    if proposal["kind"] == "agreement":
        heading = sight.say(Text("{by} proposes to end the session", by=by))
    elif partner:
        heading = sight.say(
            Text("{by} claims victory with {family}", by=by, family=sight.family(partner))
        )
    else:
        heading = sight.say(Text("{by} claims victory", by=by))
    return heading, _lines(
        [sight.say(Text("Still to answer: ")) + sight.families(proposal["waiting"])]
    ) + _shields(sight, proposal["waiting"])


def _ending(sight: Sight, ending: dict[str, Any]) -> tuple[str, str]:
    who = sight.families(ending["winners"])
    heading = {
        "victory": sight.say(Text("{who} wins the session", who=who)),
        "married-victory": sight.say(Text("{who} win together, by marriage", who=who)),
        "agreement": sight.say(Text("The families agreed to end the session")),
    }[ending["code"]]
    winners = ending["winners"] or list(sight.setting.seats)
    points = ", ".join(
        f"{sight.family(seat)} {sight.view['families'][seat]['points']}" for seat in winners
    )
    return heading, _lines([sight.colon(sight.say(Text("Victory points")), points)]) + _shields(
        sight, winners
    )


def _common_box(sight: Sight) -> tuple[str, str]:
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
            _walls(
                forts.castle.count - stand.count("castle"), forts.city.count - stand.count("city")
            ),
        ),
    ]
    labelled = (draw.text("f-faint", 0, 0, label, 10) + draw.at(0, 20, x) for label, x in entries)
    return sight.say(Text("The common box")), in_grid(labelled, 2, WIDE / 2 - 4, 50, EDGE + 8, 40)


def _walls(castles: int, cities: int) -> str:
    return "".join(
        draw.at(x, 8, signs.wall(fort, 40)) + draw.text("f-ink", x + 46, 6, count, 16)
        for x, fort, count in ((0, "castle", castles), (84, "city", cities))
    )


def _lines(lines: list[str]) -> str:
    return draw.text_lines(
        "f-ink",
        EDGE + 8,
        40,
        [draw.cut_to_width(line, WIDE - 2 * EDGE - 16, 11) for line in lines],
        11,
    )


def _shields(sight: Sight, seats: list[str]) -> str:
    step = 56.0
    start = WIDE / 2 - step * (len(seats) - 1) / 2
    return "".join(sight.arms(seat, start + step * i, 96, 44) for i, seat in enumerate(seats))


MATTER = 162
_HALF = (WIDE - 2 * EDGE - 18) / 2


def battle_panel(sight: Sight, battle: dict[str, Any]) -> tuple[str, str]:
    place, ground = sight.place(battle["place"]), words.GROUNDS[battle["ground"]].to(sight.lang)
    heading = sight.say(Text("Battle of {place}, {ground}", place=place, ground=ground))
    if battle["round"]:
        heading += sight.say(Text(", round {round}", round=battle["round"]))
    halves = (_side(sight, battle, name) for name in SIDES)
    sides = in_grid(halves, 2, _HALF + 6, 0, EDGE + 6, 26)
    return heading, sides + draw.fitted_text(
        "f-accent", EDGE + 8, MATTER - 7, _waits(sight, battle), WIDE - 2 * EDGE - 16, 10
    )


def _waits(sight: Sight, battle: dict[str, Any]) -> str:
    stage = words.STAGES[battle["stage"]].to(sight.lang)
    who = sight.families(sight.view["to_act"])
    notes = [sight.say(Text.pgettext("picture", "{who} {stage}", who=who, stage=stage))]
    if battle["souterrain"]:
        notes.append("Souterrain")
    if battle["engines"]:
        notes.append(sight.say(Text("{count:siege engine|siege engines}", count=battle["engines"])))
    if battle["truce"]:
        notes.append(
            sight.say(Text("truce offered by {family}", family=sight.family(battle["truce"])))
        )
    return " · ".join(notes)


def _side(sight: Sight, battle: dict[str, Any], name: SideName) -> str:
    side = battle[name]
    label = words.LABELS[name].to(sight.lang)
    acting = bool({*sight.view["to_act"]} & {*side["families"]})
    body = [
        draw.rect("edge f-paper " + ("s-accent w2" if acting else "s-line w1"), 0, 0, _HALF, 110, 4)
    ]
    body.append(draw.text("f-ink b", 7, 15, label, 11))
    x = 12.0 + draw.width(label, 13)
    for seat in side["families"]:
        body.append(sight.arms(seat, x + 8, 11, 16))
        x += 18
    if side["horde"]:
        body.append(draw.fitted_text("f-ink", x + 2, 15, _horde(sight, side), _HALF - x - 4, 10))
    strength = sight.say(
        Text("{points} CP, dice: {dice}", points=side["combat_points"], dice=side["round_dice"])
    )
    body.append(draw.text("f-faint", 7, 29, strength, 10))
    body.append(counted(_army(sight, battle, side["families"]), 6, 40, _HALF - 12, 11))
    body.append(_dice(sight, battle, side, name))
    due, suffers = _hits_in_words(sight, battle, side)
    body.append(draw.fitted_text("f-harm" if due else "f-faint", 7, 104, suffers, _HALF - 12, 10))
    who = sight.families(side["families"]) if side["families"] else _horde(sight, side)
    says = sight.colon(label, f"{who}, {strength}, {suffers}")
    return draw.piece(name, says, *body)


def _army(sight: Sight, battle: dict[str, Any], seats: list[str]) -> dict[str, int]:
    troops: dict[str, int] = {}
    for seat in seats:
        for kind, count in sight.troops_of(seat, battle["place"]).items():
            troops[kind] = troops.get(kind, 0) + count
    return troops


def _dice(sight: Sight, battle: dict[str, Any], side: dict[str, Any], name: str) -> str:
    """The dice of a side in this round and their bonus, if any; dice that were rolled again have a
    ring. While the side's captain may reroll them, each can be tapped, by the number that the
    action `Reroll` has for it."""
    dice = side["dice"]
    captain = (
        next((seat for seat in side["families"] if seat in battle["waiting"]), "")
        if battle["stage"] == "reroll"
        else ""
    )
    step = min(44.0, (_HALF - (38 if side["bonus"] else 10)) / max(len(dice), 1))
    size, parts = step - 5, []
    for at, value in enumerate(dice):
        again = at in side["rerolled"]
        says = sight.say(Text("die {number}: {value}", number=at + 1, value=value))
        if again:
            says += sight.say(Text(", rerolled"))
        edge = draw.rect(
            "edge none" + (" s-accent w2 dash" if again else ""),
            5 + at * step,
            46,
            size + 4,
            size + 4,
            8,
        )
        shown = edge + draw.die(7 + at * step, 48, size, value)
        if captain:
            parts.append(draw.piece(f"die-{at}", says, shown, seat=captain))
        else:
            parts.append(draw.group("die", says, shown, die=str(at), side=name))
    if side["bonus"]:
        parts.append(
            draw.text("f-ink b", 9 + len(dice) * step, 48 + size / 2 + 5, f"+{side['bonus']}", 14)
        )
    if not dice:
        parts.append(
            draw.text("f-faint", 7, 70, _shot(sight, side) or sight.say(Text("no dice rolled")), 10)
        )
    return "".join(parts)


def _shot(sight: Sight, side: dict[str, Any]) -> str:
    target = sight.lord(side.get("target", ""))
    return {
        "volley": sight.say(Text("the archers shoot")),
        "aim": sight.say(Text("they aim at {target}", target=target)),
        "none": sight.say(Text("the archers hold fire")),
        "": "",
    }[side.get("shot", "")]


def _horde(sight: Sight, side: dict[str, Any]) -> str:
    return sight.say(Text("{count:infidel|infidels}", count=side["horde"]))


def _hits_in_words(sight: Sight, battle: dict[str, Any], side: dict[str, Any]) -> tuple[bool, str]:
    """Whether a side has to absorb hits now, and a sentence on its hits."""
    choosing = battle["stage"] == "losses"
    shares = {seat: hits for seat, hits in side["shares"].items() if hits}
    due = (
        {seat: hits for seat, hits in shares.items() if seat in battle["waiting"]}
        if choosing
        else {}
    )
    if due or (choosing and side["hits"] and not shares):
        absorbed = ", ".join(f"{sight.family(seat)} {hits}" for seat, hits in due.items()) or str(
            side["hits"]
        )
        return True, sight.colon(sight.say(Text("To absorb")), absorbed)
    if side["hits"]:
        absorbed = ", ".join(
            f"{sight.family(seat)} {hits}" for seat, hits in shares.items()
        ) or str(side["hits"])
        return False, sight.colon(sight.say(Text("Suffered")), absorbed)
    return False, sight.say(Text("no hits"))
