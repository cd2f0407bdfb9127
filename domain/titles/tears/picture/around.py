"""The parts of the picture around the battlefields: the resource table, the wedges between the
armies, objectives, piles and hand."""

from collections.abc import Iterator
from typing import Any

from domain.titles.drawing.svg import at, circle, hatch, rect, text, text_lines, token, wrapped
from domain.titles.kit import Text
from domain.titles.tears.board import FACTION
from domain.titles.tears.picture.cards import (
    KINDS,
    NUMBER,
    Scene,
    field_card,
    hand_card,
    hand_line,
    might_and_zeal,
    printed_sign,
    turned_up_card,
)


def resource_table(scene: Scene, width: float) -> tuple[str, float]:
    table, covered, counts = scene.setting.rows, scene.view["marker"], scene.view["resources"]
    unit = width / len(table)
    now = min(covered, len(table) - 1) if counts["table"] is not None else None
    parts = [
        rect("edge f-panel s-line w1", 0, 14, width, 20),
        text("f-ink", 0, 9, scene.say(Text("Enemy resources by round")), 9.5),
        text("f-ink b end", width, 9, _resources_text(scene, counts), 10),
    ]
    for row, number in enumerate(table):
        x = row * unit
        parts.append(
            rect(
                f"f-{'gold' if row == now else 'shade' if row < covered else 'panel'} s-line w1",
                x,
                14,
                unit,
                20,
            )
        )
        if row + 1 != min(covered, len(table)):
            parts.append(
                text(
                    "f-ink mid b" if row == now else "f-faint mid",
                    x + unit / 2,
                    28,
                    _number_text(number),
                    9.5,
                )
            )
    if covered:
        parts.append(circle("f-seat2 s-panel w1", (min(covered, len(table)) - 0.5) * unit, 24, 7))
        parts.append(text("f-on2 mid b", (min(covered, len(table)) - 0.5) * unit, 27.5, covered, 9))
    total = _resources_text(scene, counts)
    says = scene.say(
        Text("Resource table: the marker covers {rows} rows; {total}", rows=covered, total=total)
    )
    return scene.place("resources", says, *parts), 35.0


def _number_text(number: int | None) -> str:
    """A number with a real minus sign; a dash for None."""
    return "–" if number is None else str(number).replace("-", "\u2212")


def _resources_text(scene: Scene, counts: dict[str, int | None]) -> str:
    if counts["table"] is None:
        return scene.say(Text("no card is drawn"))
    table, total = _number_text(counts["table"]), _number_text(counts["total"])
    return scene.say(
        Text(
            "table {table} + cards {cards} = {total}",
            table=table,
            cards=counts["cards"],
            total=total,
        )
    )


# -- wedges ----------------------------------------------------------------------------------------


def wedges(scene: Scene, step: float, w: float) -> tuple[str, float]:
    return "".join(at(i * step, 0, _wedge(scene, i + 1, w)) for i in range(3)), 50.0


def _wedge(scene: Scene, number: int, w: float) -> str:
    wedge, most = scene.view["wedges"][number - 1], scene.setting.values.wedge_damage
    taken, name = wedge["taken"], scene.say(Text("Wedge {n}", n=number))
    open_question = str(number) in scene.question_ids or (str(number) in scene.view["left"])
    state = scene.say(Text("taken by {side}", side=scene.side_name(taken))) if taken else ""
    parts = [
        rect(
            f"edge f-{'shade' if taken else 'stone'} "
            f"{'s-accent w3' if open_question else 's-line w1'}",
            0,
            0,
            w,
            50,
            6,
        ),
        hatch("s-line w1 tint", w, 50, 7) if taken else "",
        text("f-ink b", 6, 29, name, 10),
        text("f-ink b end", w - 23, 29, scene.say(Text.pgettext("tears", "taken")), 10)
        + token(NUMBER[taken], w - 12, 25, 6.5)
        if taken
        else "",
    ]
    for side, y in (("enemy", 11.0), ("player", 41.0)):
        parts += _tokens(scene, side, number, wedge[f"by_{side}"], most, y, w)
    tokens = ", ".join(
        scene.say(
            Text(
                "{placed} of {most} damage by {side}",
                placed=wedge[f"by_{s}"],
                most=most,
                side=scene.side_name(s),
            )
        )
        for s in ("enemy", "player")
    )
    says = scene.say(Text("Wedge {n}: {tokens}", n=number, tokens=tokens))
    return scene.place(f"wedge-{number}", says + (f"; {state}" if state else ""), *parts)


def _tokens(
    scene: Scene, side: str, number: int, placed: int, most: int, y: float, w: float
) -> Iterator[str]:
    seat_number, unit = NUMBER[side], min(4.0, 40 / most)
    yield rect(f"f-panel s-seat{seat_number} w1", 5, y - 4, unit * most + 2, 8, 2)
    if placed:
        yield rect(f"f-seat{seat_number}", 6, y - 3, unit * min(placed, most), 6)
    yield text("f-ink b", 50, y + 3.5, placed, 9.5)
    strength = might_and_zeal(scene, side, number)
    if strength:
        yield printed_sign("might", 69, y, 0.8) + text("f-ink", 74, y + 3.5, strength[0], 9.5)
        yield printed_sign("zeal", w - 18, y, 0.8) + text(
            "f-ink", w - 13, y + 3.5, strength[1], 9.5
        )


# -- an army's table -------------------------------------------------------------------------------


def army(scene: Scene, side: str, width: float) -> tuple[str, float]:
    mine, lang, number = scene.view[side], scene.lang, NUMBER[side]
    acts, name = side in scene.view["to_act"], scene.say(FACTION[mine["faction"]])
    who = scene.setting.name(side).to(lang)
    who = who[:1].upper() + who[1:]
    entered = scene.setting.options.cards == "table"
    deck = scene.say(Text("on the table")) if entered else mine["deck"]
    piles = scene.say(
        Text("deck {deck} · discard {discard}", deck=deck, discard=len(mine["discard"]))
    )
    drawn = scene.seat(
        side,
        scene.say(Text("{who} ({faction}): {piles}", who=who, faction=name, piles=piles)),
        rect(f"edge f-panel {'s-accent w3' if acts else 's-line w1'}", 0, 0, width, 62, 6),
        token(number, 13, 11, 6.5),
        text("f-ink b", 25, 15, f"{who} · {name}", 10.5),
        text("f-faint end", width - 6, 15, piles, 9.5),
        at(5, 22, _objective(scene, side, mine["objective"], 112)),
        at(121, 22, _reserve(scene, side, width - 126)),
    )
    return drawn, 62.0


def _objective(scene: Scene, side: str, objective: dict[str, Any], w: float) -> str:
    letter, name, lost, strength = (
        objective["letter"],
        scene.text_of(objective["name"]),
        objective["damage"],
        objective["strength"],
    )
    question = side in scene.view["left"]
    of = f"{lost}/{strength}" if strength is not None else str(lost)
    says = scene.say(
        Text("Objective {letter}: {name}, damage {damage}", letter=letter, name=name, damage=of)
    )
    return scene.place(
        f"objective-{side}",
        says,
        rect(f"edge f-field {'s-accent w3' if question else 's-line w1'}", 0, 0, w, 36, 4),
        circle("f-panel s-ink w1", 13, 13, 8),
        text("f-ink mid b", 13, 16.5, letter, 10),
        text_lines("f-ink", 25, 11, wrapped(name, w - 28, 9), 9),
        text("f-ink b end", w - 5, 32, of, 10),
    )


def _reserve(scene: Scene, side: str, width: float) -> str:
    """A side's reserve, with the card that the Enemy has turned up."""
    reserve, turn = scene.view[side]["reserve"], scene.view["turn"]
    revealed = turn.get("revealed", "") if side == "enemy" and turn else ""
    many = len(reserve) + bool(revealed)
    if not many:
        return text("f-faint", 6, 21, scene.say(Text("no card in reserve")), 9.5)
    w = min(108.0, (width + 4) / many - 4)
    drawn = [turned_up_card(scene, side, revealed)] if revealed else []
    drawn += [field_card(scene, side, stands, w, 36) for stands in reserve]
    return "".join(at(i * (w + 4), 0, card) for i, card in enumerate(drawn))


def hand_list(scene: Scene, width: float, high: float) -> str:
    cards = scene.view["player"]["hand"]
    head = scene.say(Text("Hand: {cards}", cards=len(cards)))
    deep = int((high - 20) // 26)
    across = max(1, -(-len(cards) // deep))
    each, step = min(46.0, (high - 20) / max(1, -(-len(cards) // across))), (width + 4) / across
    drawn = (
        at(i % across * step, 20 + i // across * each, hand_line(scene, id, step - 4, each - 4))
        for i, id in enumerate(cards)
    )
    frame = rect("edge none", -3, 0, width + 6, high, 5)
    body = (frame, text("f-ink b", 0, 13, head, 13), *drawn)
    return scene.place("hand", head, *body)


def legend(scene: Scene, width: float) -> tuple[str, float]:
    step = width / 3
    entries = (
        (i % 3 * step + 8, i // 3 * 20 + 9, kind, word)
        for i, (kind, word) in enumerate(KINDS.items())
    )
    return "".join(
        printed_sign(kind, x, y, 1.2) + text("f-faint", x + 13, y + 4, word.to(scene.lang), 12)
        for x, y, kind, word in entries
    ), 38.0


def hand(scene: Scene, width: float) -> tuple[str, float]:
    cards, most = scene.view["player"]["hand"], 5
    across = max(most, -(-len(cards) // 2))
    step = (width + 4) / across
    head = scene.say(Text("Hand: {cards}", cards=len(cards)))
    drawn = (
        at(i % across * step, 15 + i // across * 44, hand_card(scene, id, step - 4, 40))
        for i, id in enumerate(cards)
    )
    frame = rect("edge none", -3, -1, width + 6, 103, 5)
    body = (frame, text("f-ink b", 0, 10, head, 10.5), *drawn)
    return scene.place("hand", head, *body), 100.0
