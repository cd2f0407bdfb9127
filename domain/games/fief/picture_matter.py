"""The matter at hand: a battle with its dice, an auction with its hands, a revolt, a proposal, the end; else the common box."""

from __future__ import annotations

from typing import Any

from domain import picture as draw
from domain.games.fief import picture_signs as signs
from domain.games.fief import words
from domain.games.fief.battle_board import SIDES, SideName
from domain.games.fief.picture_sight import EDGE, WIDE, Sight, counted
from domain.games.fief.say_battle import STAGES

MATTER = 162
_HALF = (WIDE - 2 * EDGE - 18) / 2


def matter(sight: Sight) -> str:
    """One panel of always the same size."""
    view = sight.view
    heading, body = _common(sight)
    if view["battle"]:
        heading, body = _battle(sight, view["battle"])
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


# -- battles -----------------------------------------------------------------------------------------------------------


def _battle(sight: Sight, battle: dict[str, Any]) -> tuple[str, str]:
    place, ground = sight.place(battle["place"]), words.GROUNDS[battle["ground"]].to(sight.lang)
    heading = sight.say(f"Battle of {place}, {ground}", f"Bataille de {place}, {ground}")
    if battle["round"]:
        heading += sight.say(f", round {battle['round']}", f", round {battle['round']}")
    sides = "".join(draw.at(EDGE + 6 + i * (_HALF + 6), 26, _side(sight, battle, name)) for i, name in enumerate(SIDES))
    return heading, sides + draw.snug("f-accent", EDGE + 8, MATTER - 7, _waits(sight, battle), WIDE - 2 * EDGE - 16, 10)


def _waits(sight: Sight, battle: dict[str, Any]) -> str:
    """Whom the battle waits for and what was agreed before it."""
    stage = STAGES[battle["stage"]].to(sight.lang)
    who = sight.families(sight.view["to_act"])
    notes = [sight.say(f"{who} {stage}", f"{who} : {stage}")]
    if battle["souterrain"]:
        notes.append("Souterrain")
    if battle["engines"]:
        count = battle["engines"]
        notes.append(sight.say(f"{count} siege engine" + "s" * (count > 1), f"{count} engin" + "s" * (count > 1) + " de siège"))
    if battle["truce"]:
        notes.append(
            sight.say(f"truce offered by {sight.family(battle['truce'])}", f"trêve offerte par {sight.family(battle['truce'])}")
        )
    return " · ".join(notes)


def _side(sight: Sight, battle: dict[str, Any], name: SideName) -> str:
    """One side: who fights, combat points, the dice it rolled, and what it has yet to suffer."""
    side = battle[name]
    label = {"attack": sight.say("Attack", "Attaque"), "defence": sight.say("Defence", "Défense")}[name]
    acting = bool({*sight.view["to_act"]} & {*side["families"]})
    body = [draw.rect("edge f-paper " + ("s-accent w2" if acting else "s-line w1"), 0, 0, _HALF, 110, 4)]
    body.append(draw.text("f-ink b", 7, 15, label, 11))
    x = 12.0 + draw.width(label, 13)
    for seat in side["families"]:
        body.append(sight.arms(seat, x + 8, 11, 16))
        x += 18
    if side["horde"]:
        body.append(
            draw.snug("f-ink", x + 2, 15, sight.say(f"{side['horde']} infidels", f"{side['horde']} infidèles"), _HALF - x - 4, 10)
        )
    strength = sight.say(
        f"{side['combat_points']} CP, dice: {side['round_dice']}", f"{side['combat_points']} PC, dés : {side['round_dice']}"
    )
    body.append(draw.text("f-faint", 7, 29, strength, 10))
    body.append(counted(_army(sight, battle, side["families"]), 6, 40, _HALF - 12, 11))
    body.append(_dice(sight, side, name))
    body.append(
        draw.snug(
            "f-harm" if side["hits"] or any(side["shares"].values()) else "f-faint", 7, 104, _suffers(sight, side), _HALF - 12, 10
        )
    )
    says = f"{label}: {sight.families(side['families'])}; {strength}; {_suffers(sight, side)}"
    return draw.piece(name, says, *body)


def _army(sight: Sight, battle: dict[str, Any], seats: list[str]) -> dict[str, int]:
    """The troops of a side, kind by kind, all families together."""
    found: dict[str, int] = {}
    for seat in seats:
        for kind, count in sight.troops_of(seat, battle["place"]).items():
            found[kind] = found.get(kind, 0) + count
    return found


def _dice(sight: Sight, side: dict[str, Any], name: str) -> str:
    """The dice of the round, each a thing one can point at; a rerolled one has a ring about it. Their bonus, if any."""
    dice = side["dice"]
    step = min(44.0, (_HALF - 40) / max(len(dice), 1))
    size, found = min(34.0, step - 4), []
    for at, value in enumerate(dice):
        again = at in side["rerolled"]
        says = sight.say(f"die {at + 1}: {value}", f"dé {at + 1} : {value}")
        if again:
            says += sight.say(", rerolled", ", relancé")
        edge = draw.rect("edge none" + (" s-accent w2 dash" if again else ""), 5 + at * step, 48, size + 4, size + 4, 8)
        found.append(draw.group("die", says, edge, draw.die(7 + at * step, 50, size, value), die=str(at), side=name))
    if side["bonus"]:
        found.append(draw.text("f-ink b", 12 + len(dice) * step, 50 + size / 2 + 5, f"+{side['bonus']}", 14))
    if not dice:
        found.append(draw.text("f-faint", 7, 70, _shot(sight, side) or sight.say("no dice rolled", "aucun dé lancé"), 10))
    return "".join(found)


def _shot(sight: Sight, side: dict[str, Any]) -> str:
    """What the archers of a side do before the first round."""
    return {
        "volley": sight.say("the archers shoot", "les archers tirent"),
        "aim": sight.say(f"they aim at {sight.lord(side['target'])}", f"ils visent {sight.lord(side['target'])}"),
        "none": sight.say("the archers hold fire", "les archers ne tirent pas"),
        "": "",
    }[side["shot"]]


def _suffers(sight: Sight, side: dict[str, Any]) -> str:
    shares = [f"{sight.family(seat)} {hits}" for seat, hits in side["shares"].items() if hits]
    if shares:
        return sight.colon(sight.say("To absorb", "À absorber"), ", ".join(shares))
    count = side["hits"]
    if count:
        return sight.say(f"{count} hit" + "s" * (count > 1) + " to absorb", f"{count} touche" + "s" * (count > 1) + " à absorber")
    return sight.say("nothing to absorb", "rien à absorber")


# -- everything else ---------------------------------------------------------------------------------------------------


def _auction(sight: Sight, auction: dict[str, Any]) -> tuple[str, str]:
    """A hand for each family: open with its bid as far as this audience may see it, closed, or not yet held out."""
    pool = words.count(sight.view["pool"], "mercenary").to(sight.lang)
    heading = sight.say(f"Auction of {pool}, round {auction['round']}", f"Enchère : {pool}, tour {auction['round']}")
    seats = sight.setting.seats
    step, found = (WIDE - 2 * EDGE - 12) / len(seats), []
    for at, seat in enumerate(seats):
        x, bid = EDGE + 6 + step * (at + 0.5), auction["bids"].get(seat)
        made, before = seat in auction["have_bid"], auction["revealed"].get(seat)
        state = sight.say("has bid", "a misé") if made else sight.say("no bid", "pas de mise")
        found.append(draw.rect("f-paper s-line w1" + ("" if made else " dash"), x - step / 2 + 2, 28, step - 4, 126, 4))
        found.append(sight.arms(seat, x, 44, 20))
        if bid is not None:
            found.append(signs.mark("coin", x - 9, 76, 18) + draw.text("f-ink b", x + 3, 82, bid, 17))
        elif made:
            found.append(signs.mark("hand", x, 76, 26))
        found.append(draw.text("f-faint mid", x, 108, draw.fit(state, step - 6, 10), 10))
        if before is not None:
            said = sight.say(f"before: {before}", f"avant : {before}")
            found.append(draw.text("f-faint mid", x, 126, draw.fit(said, step - 6, 10), 10))
    return heading, "".join(found)


def _revolt(sight: Sight, revolt: dict[str, Any]) -> tuple[str, str]:
    where = sight.place(revolt["place"]) if revolt["place"] else sight.say("the camp", "le camp")
    heading = sight.say(
        f"Revolt against {sight.family(revolt['victim'])}: {where}", f"Révolte contre {sight.family(revolt['victim'])} : {where}"
    )
    lines = [sight.say(f"{revolt['hits']} hits to absorb", f"{revolt['hits']} touches à absorber")] if revolt["hits"] else []
    if revolt["waiting"]:
        lines.append(sight.say("May still be calmed by: ", "Peut encore être calmée par : ") + sight.families(revolt["waiting"]))
    return heading, _lines(lines) + _shields(sight, revolt["waiting"] or [revolt["victim"]])


def _proposal(sight: Sight, proposal: dict[str, Any]) -> tuple[str, str]:
    by, partner = sight.family(proposal["by"]), proposal["partner"]
    if proposal["kind"] == "agreement":
        heading = sight.say(f"{by} proposes to end the session", f"{by} propose de finir la partie")
    elif partner:
        heading = sight.say(
            f"{by} claims victory with {sight.family(partner)}", f"{by} revendique la victoire avec {sight.family(partner)}"
        )
    else:
        heading = sight.say(f"{by} claims victory", f"{by} revendique la victoire")
    return heading, _lines(
        [sight.say("Still to answer: ", "Doivent répondre : ") + sight.families(proposal["waiting"])]
    ) + _shields(sight, proposal["waiting"])


def _ending(sight: Sight, ending: dict[str, Any]) -> tuple[str, str]:
    who = sight.families(ending["winners"])
    heading = {
        "victory": sight.say(f"{who} wins the session", f"{who} gagne la partie"),
        "married-victory": sight.say(f"{who} win together, by marriage", f"{who} gagnent ensemble, par mariage"),
        "agreement": sight.say("The families agreed to end the session", "Les familles ont convenu d'arrêter la partie"),
    }[ending["code"]]
    winners = ending["winners"] or list(sight.setting.seats)
    points = ", ".join(f"{sight.family(seat)} {sight.view['families'][seat]['points']}" for seat in winners)
    return heading, _lines([sight.colon(sight.say("Victory points", "Points de victoire"), points)]) + _shields(sight, winners)


def _common(sight: Sight) -> tuple[str, str]:
    """What nobody owns: mercenaries in the pool, the royal guard's box, castles and cities still to be built."""
    forts = sight.setting.values.forts
    stand = [place["fort"] for place in sight.view["places"].values()]
    box = {f"guard_{kind}": count for kind, count in sight.view["guard_box"].items()}
    entries = [
        (
            sight.say("Mercenaries in the pool", "Mercenaires en réserve"),
            counted({"mercenary": sight.view["pool"]}, 0, 0, 100, 16),
        ),
        (sight.say("Royal guard in its box", "Garde royale disponible"), counted(box, 0, 0, 150, 16)),
        (
            sight.say("Castles and cities left", "Châteaux et cités restants"),
            _walls(forts.castle.count - stand.count("castle"), forts.city.count - stand.count("city")),
        ),
    ]
    body = []
    for at, (label, shown) in enumerate(entries):
        x, y = EDGE + 8 + (at % 2) * (WIDE / 2 - 4), 40 + (at // 2) * 50
        body += [draw.text("f-faint", x, y, label, 10), draw.at(x, y + 20, shown)]
    return sight.say("The common box", "La boîte commune"), "".join(body)


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
