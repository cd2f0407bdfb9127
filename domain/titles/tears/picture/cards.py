from collections.abc import Iterator
from functools import cached_property
from typing import Any

from domain.titles.drawing import scene as drawn
from domain.titles.drawing.svg import (
    at,
    card,
    circle,
    fitted_text,
    hatch,
    path,
    rect,
    text,
    text_lines,
    wrapped,
)
from domain.titles.kit import Sentences, Text
from domain.titles.tears.values import Card

NUMBER = {"player": 1, "enemy": 2}

_SIGNS = {
    "might": ("f-ink", "M0 -6L1.3 -4V1H3.5V2.6H1V6H-1V2.6H-3.5V1H-1.3V-4Z"),
    "zeal": ("f-accent", "M-1.2 -5.5H1.2V-2.6H4V-.2H1.2V5.5H-1.2V-.2H-4V-2.6H-1.2Z"),
    "health": ("f-harm", "M0 5Q-8 -1 -4 -4.5Q-1.5 -6 0 -3Q1.5 -6 4 -4.5Q8 -1 0 5Z"),
    "ranged": ("f-ink", "M-5.5 -.8H1V-4L6 0L1 4V.8H-5.5Z"),
    "resource": ("f-gold s-ink w1", "M-4 0A4 4 0 1 1 4 0A4 4 0 1 1 -4 0Z"),
    "cavalry": ("none s-ink w2", "M-2.6 4.5Q-4.5 -4.5 0 -4.5Q4.5 -4.5 2.6 4.5"),
}


KINDS = Sentences("""
might = might
zeal = zeal
health = health
ranged = range
resource = resources
cavalry = cavalry
""")
_COUNTED = Sentences("""
might = might {n}
zeal = zeal {n}
health = health {n}
ranged = range {n}
resource = resource {n}
cavalry = cavalry
""")


class Scene(drawn.Scene):
    @cached_property
    def question_ids(self) -> frozenset[str]:
        question = self.view["question"]
        return frozenset((question["about"], *question["options"])) if question else frozenset()

    def text_of(self, shown: dict[str, str]) -> str:
        return self.say(Text.of(shown))

    def side_name(self, seat: str) -> str:
        return self.say(Text("the player") if seat == "player" else Text("the Enemy"))

    def printed_card(self, id: str) -> Card | None:
        card: Card | None = self.setting.cards.get(id)
        return card

    def name_of(self, id: str) -> str:
        printed = self.printed_card(id)
        return self.say(printed.name) if printed else id


def printed_sign(kind: str, x: float, y: float, scale: float = 1) -> str:
    cls, outline = _SIGNS[kind]
    return at(x, y, path(f"{cls} round", outline), scale=scale)


def damage_mark(amount: int, x: float, y: float) -> str:
    return circle("f-harm s-panel w1", x, y, 7) + text("f-paper mid b", x, y + 3.5, amount, 9.5)


def field_card(scene: Scene, seat: str, stands: dict[str, Any], w: float, h: float) -> str:
    """A card on the battlefield or in the reserve, turned a little if it is exhausted."""
    id, spent = stands["card"], stands["exhausted"]
    printed, name = scene.printed_card(id), scene.text_of(stands["name"])
    leader = printed is not None and printed.kind == "leader"
    ground = "shade" if spent else "gold" if leader else "panel"
    many = len(stands["attached"])
    step = min(32.0, (w - 50) / max(many, 1))
    apart = 31 + (many - 1) * step if many else 0.0
    room = (w - (26 if stands["damage"] else 8)) * (0.88 if leader else 1)
    body = [
        rect(f"edge f-{ground} {_frame_style(scene, seat, id)}", 0, 0, w, h, 4),
        hatch("s-line w1 tint", w, h, 7) if spent else "",
        text_lines("f-ink b" if leader else "f-ink", 4.5, 11.5, wrapped(name, room, 9.5), 9.5),
        *(_numbers(printed, h - 7, w - 11 - apart) if printed and h > 40 else ()),
        damage_mark(stands["damage"], w - 10, 10) if stands["damage"] else "",
        *(
            _attachment(scene, seat, under, w - 35 - i * step, h - 16)
            for i, under in reversed(list(enumerate(stands["attached"])))
        ),
    ]
    shown = card(id, card_description(scene, seat, stands), *body, seat=seat)
    return at(w / 2, h / 2, at(-w / 2, -h / 2, shown), scale=0.94, turn=-4) if spent else shown


def _frame_style(scene: Scene, seat: str, id: str) -> str:
    """The style of a card's frame: marked if the open question is about it, else in its side's
    colour."""
    return "s-accent w4" if id in scene.question_ids else f"s-seat{NUMBER[seat]} w2"


def _numbers(printed: Card, y: float, room: float) -> Iterator[str]:
    """The signs and numbers printed on a card."""
    shown = [kind for kind in KINDS if getattr(printed, kind)]
    step = min(20.0, room / max(len(shown), 1))
    for i, kind in enumerate(shown):
        number = (
            text("f-ink b", 15 + i * step, y + 3.5, getattr(printed, kind), 9.5)
            if kind != "cavalry"
            else ""
        )
        yield printed_sign(kind, 9 + i * step, y) + number


def _attachment(scene: Scene, seat: str, id: str, x: float, y: float) -> str:
    """The part of an attached card that shows."""
    says = scene.say(Text("{card}: attached", card=scene.name_of(id)))
    shown = rect(f"edge f-field {_frame_style(scene, seat, id)}", 0, 0, 31, 14, 3) + text(
        "f-ink mid", 15.5, 10.5, f"+{id}"[:5], 9.5
    )
    return at(x, y, card(id, says, shown, seat=seat))


def turned_up_card(scene: Scene, seat: str, id: str) -> str:
    label = scene.say(Text("turned up"))
    body = (
        rect("edge f-panel s-accent w3", 0, 0, 84, 36, 4),
        text_lines("f-ink", 5, 11, wrapped(scene.name_of(id), 76, 9), 9),
        text("f-accent b", 5, 32, label, 9),
    )
    return card(id, f"{scene.name_of(id)} ({label})", *body, seat=seat)


def hand_card(scene: Scene, id: str, w: float, h: float) -> str:
    printed, name = scene.printed_card(id), scene.name_of(id)
    body = [rect(f"edge f-panel {_frame_style(scene, 'player', id)}", 0, 0, w, h, 4)]
    if w < 30:
        body.append(text("f-ink mid", w / 2, 14, id[:4], 9))
    else:
        room = w - 7
        lines = wrapped(name, room * 1.25, 9, 3)
        for i, words in enumerate(lines):
            body.append(
                fitted_text("f-ink", 4, 11 + 10 * i, words, room - (18 if i == 2 else 0), 9)
            )
    if printed:
        body.append(
            printed_sign("resource", w - 9, h - 9, 1.7)
            + text("f-ink mid b", w - 9, h - 5.5, printed.cost, 9.5)
        )
    return card(id, _hand_card_description(scene, name, printed), *body, seat="player")


def hand_line(scene: Scene, id: str, w: float, h: float) -> str:
    printed, name = scene.printed_card(id), scene.name_of(id)
    body, room = [rect(f"edge f-panel {_frame_style(scene, 'player', id)}", 0, 0, w, h, 4)], w - 14
    if printed:
        shown = [kind for kind in KINDS if getattr(printed, kind)]
        numbers = 26.0 * len(shown) if w > 300 else 0.0
        room -= 26 + numbers
        if numbers:
            body.append(at(w - 34 - numbers, 0, *_numbers(printed, h / 2 / 1.25, 200), scale=1.25))
        body.append(
            printed_sign("resource", w - 17, h / 2, 2.2)
            + text("f-ink mid b", w - 17, h / 2 + 4, printed.cost, 12)
        )
    body.append(fitted_text("f-ink", 8, h / 2 + 4.5, name, room, 12.5))
    return card(id, _hand_card_description(scene, name, printed), *body, seat="player")


def _hand_card_description(scene: Scene, name: str, printed: Card | None) -> str:
    if printed is None:
        return scene.say(Text("{card}: in hand", card=name))
    return scene.say(
        Text("{card}: in hand, cost {cost}", card=name, cost=printed.cost)
    ) + _printed_in_words(scene, printed)


def card_description(scene: Scene, seat: str, stands: dict[str, Any]) -> str:
    printed, name, lost = (
        scene.printed_card(stands["card"]),
        scene.text_of(stands["name"]),
        stands["damage"],
    )
    parts = [
        scene.say(Text("{card}: {side}", card=name, side=scene.side_name(seat)))
        + (_printed_in_words(scene, printed) if printed else "")
    ]
    if stands["exhausted"]:
        parts.append(scene.say(Text("exhausted")))
    if lost:
        parts.append(scene.say(Text("{n:damage|damage}", n=lost)))
    if stands["attached"]:
        under = ", ".join(scene.name_of(id) for id in stands["attached"])
        parts.append(scene.say(Text("attached: {cards}", cards=under)))
    return ", ".join(parts)


def _printed_in_words(scene: Scene, printed: Card) -> str:
    """The numbers printed on a card, in brackets."""
    words = [
        scene.say(_COUNTED[kind].filled({"n": getattr(printed, kind)}))
        for kind in KINDS
        if getattr(printed, kind)
    ]
    return f" ({', '.join(words)})" if words else ""


def might_and_zeal(scene: Scene, seat: str, wedge: int) -> tuple[int, int] | None:
    """The printed might and zeal of a side in a wedge; None if a card there is not in the
    catalog."""
    stacks = [line[wedge - 1] for line in scene.view[seat]["lines"] if line[wedge - 1]]
    cards = [
        scene.printed_card(id) for stands in stacks for id in (stands["card"], *stands["attached"])
    ]
    results = [printed for printed in cards if printed]
    if len(results) < len(cards):
        return None
    return sum(printed.might for printed in results), sum(printed.zeal for printed in results)
