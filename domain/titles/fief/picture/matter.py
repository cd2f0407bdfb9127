"""The current event: a battle with its dice, an auction with its bids, a revolt, a proposal, or the
end; if there is none, the common box."""

from typing import Any

from domain.titles.drawing import svg as draw
from domain.titles.drawing.layout import in_grid
from domain.titles.fief import words
from domain.titles.fief.board import SIDES, SideName
from domain.titles.fief.picture import icons as signs
from domain.titles.fief.picture.scene import EDGE, WIDE, FiefScene, troop_signs
from domain.titles.kit import Text


def current_event(scene: FiefScene, _: float) -> tuple[str, float]:
    view = scene.view
    heading, body = _common_box(scene)
    if view["battle"]:
        heading, body = battle_panel(scene, view["battle"])
    elif view["revolt"]:
        heading, body = _revolt(scene, view["revolt"])
    elif view["proposal"]:
        heading, body = _proposal(scene, view["proposal"])
    elif view["ending"]:
        heading, body = _ending(scene, view["ending"])
    elif view["auction"]:
        heading, body = _auction(scene, view["auction"])
    panel = draw.rect("f-panel s-line w1", EDGE, 0, WIDE - 2 * EDGE, MATTER, 5)
    head = draw.fitted_text("f-ink b", EDGE + 8, 18, heading, WIDE - 2 * EDGE - 16, 12)
    return panel + head + body, float(MATTER)


def _auction(scene: FiefScene, auction: dict[str, Any]) -> tuple[str, str]:
    pool = words.count(scene.view["pool"], "mercenary").to(scene.lang)
    heading = scene.say(Text("Auction of {pool}, round {round}", pool=pool, round=auction["round"]))
    seats = scene.setting.seats
    step, parts = (WIDE - 2 * EDGE - 12) / len(seats), []
    for at, seat in enumerate(seats):
        x, bid = EDGE + 6 + step * (at + 0.5), auction["bids"].get(seat)
        made, before = seat in auction["have_bid"], auction["revealed"].get(seat)
        sealed = seat in scene.view.get("sealed", ())
        state = scene.say(Text("has bid")) if made else scene.say(Text("no bid"))
        made, state = (
            made or sealed,
            scene.say(Text.pgettext("fief", "sealed")) if sealed else state,
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
        parts.append(scene.arms(seat, x, 44, 20))
        if bid is not None:
            parts.append(
                signs.sign_drawing("coin", x - 9, 76, 18) + draw.text("f-ink b", x + 3, 82, bid, 17)
            )
        elif made:
            parts.append(signs.sign_drawing("hand", x, 76, 26))
        parts.append(draw.text("f-faint mid", x, 108, draw.cut_to_width(state, step - 6, 10), 10))
        if before is not None:
            bid_before = scene.say(Text("before: {before}", before=before))
            parts.append(
                draw.text("f-faint mid", x, 126, draw.cut_to_width(bid_before, step - 6, 10), 10)
            )
    return heading, "".join(parts)


def _revolt(scene: FiefScene, revolt: dict[str, Any]) -> tuple[str, str]:
    where = scene.place(revolt["place"]) if revolt["place"] else scene.say(Text("the camp"))
    heading = scene.say(
        Text("Revolt against {family}: {where}", family=scene.family(revolt["victim"]), where=where)
    )
    lines = (
        [scene.say(Text("{hits} hits to absorb", hits=revolt["hits"]))] if revolt["hits"] else []
    )
    if revolt["waiting"]:
        lines.append(
            scene.say(Text("May still be calmed by: ")) + scene.families(revolt["waiting"])
        )
    return heading, _text_lines(lines) + _shields(scene, revolt["waiting"] or [revolt["victim"]])


def _proposal(scene: FiefScene, proposal: dict[str, Any]) -> tuple[str, str]:
    by, partner = scene.family(proposal["by"]), proposal["partner"]
    if proposal["kind"] == "agreement":
        heading = scene.say(Text("{by} proposes to end the session", by=by))
    elif partner:
        heading = scene.say(
            Text("{by} claims victory with {family}", by=by, family=scene.family(partner))
        )
    else:
        heading = scene.say(Text("{by} claims victory", by=by))
    return heading, _text_lines(
        [scene.say(Text("Still to answer: ")) + scene.families(proposal["waiting"])]
    ) + _shields(scene, proposal["waiting"])


def _ending(scene: FiefScene, ending: dict[str, Any]) -> tuple[str, str]:
    who = scene.families(ending["winners"])
    heading = {
        "victory": scene.say(Text("{who} wins the session", who=who)),
        "married-victory": scene.say(Text("{who} win together, by marriage", who=who)),
        "agreement": scene.say(Text("The families agreed to end the session")),
    }[ending["code"]]
    winners = ending["winners"] or list(scene.setting.seats)
    points = ", ".join(
        f"{scene.family(seat)} {scene.view['families'][seat]['points']}" for seat in winners
    )
    return heading, _text_lines(
        [scene.colon(scene.say(Text("Victory points")), points)]
    ) + _shields(scene, winners)


def _common_box(scene: FiefScene) -> tuple[str, str]:
    forts = scene.setting.values.forts
    stand = [place["fort"] for place in scene.view["places"].values()]
    box = {f"guard_{kind}": count for kind, count in scene.view["guard_box"].items()}
    entries = [
        (
            scene.say(Text("Mercenaries in the pool")),
            troop_signs({"mercenary": scene.view["pool"]}, 0, 0, 100, 16),
        ),
        (scene.say(Text("Royal guard in its box")), troop_signs(box, 0, 0, 150, 16)),
        (
            scene.say(Text("Castles and cities left")),
            _walls(
                forts.castle.count - stand.count("castle"), forts.city.count - stand.count("city")
            ),
        ),
    ]
    labelled = (draw.text("f-faint", 0, 0, label, 10) + draw.at(0, 20, x) for label, x in entries)
    return scene.say(Text("The common box")), in_grid(labelled, 2, WIDE / 2 - 4, 50, EDGE + 8, 40)


def _walls(castles: int, cities: int) -> str:
    return "".join(
        draw.at(x, 8, signs.wall_edge(fort, 40)) + draw.text("f-ink", x + 46, 6, count, 16)
        for x, fort, count in ((0, "castle", castles), (84, "city", cities))
    )


def _text_lines(lines: list[str]) -> str:
    return draw.text_lines(
        "f-ink",
        EDGE + 8,
        40,
        [draw.cut_to_width(line, WIDE - 2 * EDGE - 16, 11) for line in lines],
        11,
    )


def _shields(scene: FiefScene, seats: list[str]) -> str:
    step = 56.0
    start = WIDE / 2 - step * (len(seats) - 1) / 2
    return "".join(scene.arms(seat, start + step * i, 96, 44) for i, seat in enumerate(seats))


MATTER = 162
_HALF = (WIDE - 2 * EDGE - 18) / 2


def battle_panel(scene: FiefScene, battle: dict[str, Any]) -> tuple[str, str]:
    place, ground = scene.place(battle["place"]), words.GROUNDS[battle["ground"]].to(scene.lang)
    heading = scene.say(Text("Battle of {place}, {ground}", place=place, ground=ground))
    if battle["round"]:
        heading += scene.say(Text(", round {round}", round=battle["round"]))
    halves = (_side(scene, battle, name) for name in SIDES)
    sides = in_grid(halves, 2, _HALF + 6, 0, EDGE + 6, 26)
    return heading, sides + draw.fitted_text(
        "f-accent", EDGE + 8, MATTER - 7, _waiting_in_words(scene, battle), WIDE - 2 * EDGE - 16, 10
    )


def _waiting_in_words(scene: FiefScene, battle: dict[str, Any]) -> str:
    stage = words.STAGES[battle["stage"]].to(scene.lang)
    who = scene.families(scene.view["to_act"])
    notes = [scene.say(Text.pgettext("picture", "{who} {stage}", who=who, stage=stage))]
    if battle["souterrain"]:
        notes.append("Souterrain")
    if battle["engines"]:
        notes.append(scene.say(Text("{count:siege engine|siege engines}", count=battle["engines"])))
    if battle["truce"]:
        notes.append(
            scene.say(Text("truce offered by {family}", family=scene.family(battle["truce"])))
        )
    return " · ".join(notes)


def _side(scene: FiefScene, battle: dict[str, Any], name: SideName) -> str:
    side = battle[name]
    label = words.LABELS[name].to(scene.lang)
    acting = bool({*scene.view["to_act"]} & {*side["families"]})
    body = [
        draw.rect("edge f-paper " + ("s-accent w2" if acting else "s-line w1"), 0, 0, _HALF, 110, 4)
    ]
    body.append(draw.text("f-ink b", 7, 15, label, 11))
    x = 12.0 + draw.width(label, 13)
    for seat in side["families"]:
        body.append(scene.arms(seat, x + 8, 11, 16))
        x += 18
    if side["horde"]:
        body.append(draw.fitted_text("f-ink", x + 2, 15, _horde(scene, side), _HALF - x - 4, 10))
    strength = scene.say(
        Text("{points} CP, dice: {dice}", points=side["combat_points"], dice=side["round_dice"])
    )
    body.append(draw.text("f-faint", 7, 29, strength, 10))
    body.append(troop_signs(_army(scene, battle, side["families"]), 6, 40, _HALF - 12, 11))
    body.append(_dice(scene, battle, side, name))
    due, suffers = _hits_in_words(scene, battle, side)
    body.append(draw.fitted_text("f-harm" if due else "f-faint", 7, 104, suffers, _HALF - 12, 10))
    who = scene.families(side["families"]) if side["families"] else _horde(scene, side)
    says = scene.colon(label, f"{who}, {strength}, {suffers}")
    return draw.piece(name, says, *body)


def _army(scene: FiefScene, battle: dict[str, Any], seats: list[str]) -> dict[str, int]:
    troops: dict[str, int] = {}
    for seat in seats:
        for kind, count in scene.troops_of(seat, battle["place"]).items():
            troops[kind] = troops.get(kind, 0) + count
    return troops


def _dice(scene: FiefScene, battle: dict[str, Any], side: dict[str, Any], name: str) -> str:
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
        says = scene.say(Text("die {number}: {value}", number=at + 1, value=value))
        if again:
            says += scene.say(Text(", rerolled"))
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
            draw.text("f-faint", 7, 70, _shot(scene, side) or scene.say(Text("no dice rolled")), 10)
        )
    return "".join(parts)


def _shot(scene: FiefScene, side: dict[str, Any]) -> str:
    target = scene.lord(side.get("target", ""))
    return {
        "volley": scene.say(Text("the archers shoot")),
        "aim": scene.say(Text("they aim at {target}", target=target)),
        "none": scene.say(Text("the archers hold fire")),
        "": "",
    }[side.get("shot", "")]


def _horde(scene: FiefScene, side: dict[str, Any]) -> str:
    return scene.say(Text("{count:infidel|infidels}", count=side["horde"]))


def _hits_in_words(
    scene: FiefScene, battle: dict[str, Any], side: dict[str, Any]
) -> tuple[bool, str]:
    """Whether a side has to absorb hits now, and a sentence on its hits."""
    choosing = battle["stage"] == "losses"
    shares = {seat: hits for seat, hits in side["shares"].items() if hits}
    due = (
        {seat: hits for seat, hits in shares.items() if seat in battle["waiting"]}
        if choosing
        else {}
    )
    if due or (choosing and side["hits"] and not shares):
        absorbed = ", ".join(f"{scene.family(seat)} {hits}" for seat, hits in due.items()) or str(
            side["hits"]
        )
        return True, scene.colon(scene.say(Text("To absorb")), absorbed)
    if side["hits"]:
        absorbed = ", ".join(
            f"{scene.family(seat)} {hits}" for seat, hits in shares.items()
        ) or str(side["hits"])
        return False, scene.colon(scene.say(Text("Suffered")), absorbed)
    return False, scene.say(Text("no hits"))
