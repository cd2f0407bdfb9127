"""A battle under way as a picture: both sides with their arms, strength, troops and dice, and whom it waits for."""

from __future__ import annotations

from typing import Any

from domain.titles.drawing import svg as draw
from domain.titles.fief import words
from domain.titles.fief.board import SIDES, SideName
from domain.titles.fief.picture.sight import EDGE, WIDE, Sight, counted
from domain.titles.kit import Text

MATTER = 162
"""How high the panel of the matter at hand is."""
_HALF = (WIDE - 2 * EDGE - 18) / 2


def battle_panel(sight: Sight, battle: dict[str, Any]) -> tuple[str, str]:
    place, ground = sight.place(battle["place"]), words.GROUNDS[battle["ground"]].to(sight.lang)
    heading = sight.say(Text("Battle of {place}, {ground}", place=place, ground=ground))
    if battle["round"]:
        heading += sight.say(Text(", round {round}", round=battle["round"]))
    sides = "".join(draw.at(EDGE + 6 + i * (_HALF + 6), 26, _side(sight, battle, name)) for i, name in enumerate(SIDES))
    return heading, sides + draw.snug("f-accent", EDGE + 8, MATTER - 7, _waits(sight, battle), WIDE - 2 * EDGE - 16, 10)


def _waits(sight: Sight, battle: dict[str, Any]) -> str:
    stage = words.STAGES[battle["stage"]].to(sight.lang)
    who = sight.families(sight.view["to_act"])
    notes = [sight.say(Text("{who} {stage}", context="picture", who=who, stage=stage))]
    if battle["souterrain"]:
        notes.append("Souterrain")
    if battle["engines"]:
        notes.append(sight.say(Text("{count:siege engine|siege engines}", count=battle["engines"])))
    if battle["truce"]:
        notes.append(sight.say(Text("truce offered by {family}", family=sight.family(battle["truce"]))))
    return " · ".join(notes)


def _side(sight: Sight, battle: dict[str, Any], name: SideName) -> str:
    side = battle[name]
    label = words.LABELS[name].to(sight.lang)
    acting = bool({*sight.view["to_act"]} & {*side["families"]})
    body = [draw.rect("edge f-paper " + ("s-accent w2" if acting else "s-line w1"), 0, 0, _HALF, 110, 4)]
    body.append(draw.text("f-ink b", 7, 15, label, 11))
    x = 12.0 + draw.width(label, 13)
    for seat in side["families"]:
        body.append(sight.arms(seat, x + 8, 11, 16))
        x += 18
    if side["horde"]:
        body.append(draw.snug("f-ink", x + 2, 15, _horde(sight, side), _HALF - x - 4, 10))
    strength = sight.say(Text("{points} CP, dice: {dice}", points=side["combat_points"], dice=side["round_dice"]))
    body.append(draw.text("f-faint", 7, 29, strength, 10))
    body.append(counted(_army(sight, battle, side["families"]), 6, 40, _HALF - 12, 11))
    body.append(_dice(sight, battle, side, name))
    due, suffers = _suffers(sight, battle, side)
    body.append(draw.snug("f-harm" if due else "f-faint", 7, 104, suffers, _HALF - 12, 10))
    who = sight.families(side["families"]) if side["families"] else _horde(sight, side)
    says = sight.colon(label, f"{who}, {strength}, {suffers}")
    return draw.piece(name, says, *body)


def _army(sight: Sight, battle: dict[str, Any], seats: list[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for seat in seats:
        for kind, count in sight.troops_of(seat, battle["place"]).items():
            found[kind] = found.get(kind, 0) + count
    return found


def _dice(sight: Sight, battle: dict[str, Any], side: dict[str, Any], name: str) -> str:
    """The dice of the round, a rerolled one with a ring about it; their bonus, if any. While a captain may reroll them, each is a
    piece of his by the name that his action has for it."""
    dice = side["dice"]
    captain = next((seat for seat in side["families"] if seat in battle["waiting"]), "") if battle["stage"] == "reroll" else ""
    step = min(44.0, (_HALF - (38 if side["bonus"] else 10)) / max(len(dice), 1))
    size, found = step - 5, []
    for at, value in enumerate(dice):
        again = at in side["rerolled"]
        says = sight.say(Text("die {number}: {value}", number=at + 1, value=value))
        if again:
            says += sight.say(Text(", rerolled"))
        edge = draw.rect("edge none" + (" s-accent w2 dash" if again else ""), 5 + at * step, 46, size + 4, size + 4, 8)
        shown = edge + draw.die(7 + at * step, 48, size, value)
        if captain:
            found.append(draw.piece(f"die-{at}", says, shown, seat=captain))
        else:
            found.append(draw.group("die", says, shown, die=str(at), side=name))
    if side["bonus"]:
        found.append(draw.text("f-ink b", 9 + len(dice) * step, 48 + size / 2 + 5, f"+{side['bonus']}", 14))
    if not dice:
        found.append(draw.text("f-faint", 7, 70, _shot(sight, side) or sight.say(Text("no dice rolled")), 10))
    return "".join(found)


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


def _suffers(sight: Sight, battle: dict[str, Any], side: dict[str, Any]) -> tuple[bool, str]:
    choosing = battle["stage"] == "losses"
    shares = {seat: hits for seat, hits in side["shares"].items() if hits}
    due = {seat: hits for seat, hits in shares.items() if seat in battle["waiting"]} if choosing else {}
    if due or (choosing and side["hits"] and not shares):
        told = ", ".join(f"{sight.family(seat)} {hits}" for seat, hits in due.items()) or str(side["hits"])
        return True, sight.colon(sight.say(Text("To absorb")), told)
    if side["hits"]:
        told = ", ".join(f"{sight.family(seat)} {hits}" for seat, hits in shares.items()) or str(side["hits"])
        return False, sight.colon(sight.say(Text("Suffered")), told)
    return False, sight.say(Text("no hits"))
