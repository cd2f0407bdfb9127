"""What a seat may do now, as a page offers it: buttons in families, short forms for what is too much to list, and which places of
the picture each of them names."""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from api.derive import action_kinds
from api.site.play_controls import Form, Shown, faulted
from api.site.play_shapes import Shaping
from domain.game import Game
from domain.hooks import named
from domain.ruleset import Choice, Legal, Template
from domain.words import Lang

FLAT = 6
"""So many buttons are simply there; more are folded up by family."""

LEAST = 3
"""So many actions of a type at least are a family."""

SPLIT = 4
"""A family of more than so many falls into smaller ones by what its actions name first, where that makes at most half as many."""

IN_FORM = "a"
"""What the names of an action's fields begin with in a form."""

_HOOK = re.compile(r'data-(?:place|card|piece|seat)="([^"]*)"')

Action = dict[str, Any]


class Offer(Struct, frozen=True):
    """A button: the words that its whole family begins with, its own, the action as JSON, and the places it names."""

    lead: str
    rest: str
    action: str
    names: tuple[str, ...]

    @property
    def says(self) -> str:
        """All its words."""
        return f"{self.lead} {self.rest}".strip()


class Family(Struct, frozen=True):
    """Buttons that begin alike; folded up where there are many."""

    id: str
    lead: str
    offers: tuple[Offer, ...]


class Short(Struct, frozen=True):
    """A short form: its action's type, the example as JSON, the places it names, and its controls. `kept`: it has what somebody
    entered before."""

    id: str
    type: str
    label: str
    example: str
    names: tuple[str, ...]
    controls: tuple[Shown, ...]
    kept: bool


class Offers(Struct, frozen=True):
    """Everything on offer: buttons that stand alone, families, forms."""

    singles: tuple[Offer, ...] = ()
    families: tuple[Family, ...] = ()
    forms: tuple[Short, ...] = ()

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.singles) + sum(len(one.offers) for one in self.families) + len(self.forms)


def drawn_in(picture: str) -> frozenset[str]:
    """The ids of everything in a picture that can be tapped."""
    return frozenset(html.unescape(found) for found in _HOOK.findall(picture))


def offers(
    game: Game,
    seat: str,
    picture: str,
    lang: Lang,
    none: str,
    kept: Action | None = None,
    faults: Mapping[str, str] | None = None,
) -> Offers:
    """What a seat may do in a game. `kept` is an action that was entered and not taken: its form has it still, with what was wrong
    (`faults`, by the names of fields)."""
    if seat not in game.to_act:
        return Offers()
    legal, drawn = game.rules.legal(game.board, seat), drawn_in(picture)
    singles, families = _families(legal.choices, drawn, lang)
    shaping = Shaping(game.setting, lang, none)
    forms = tuple(_short(game, n, t, shaping, drawn, lang, kept, faults or {}) for n, t in enumerate(legal.templates))
    return Offers(singles, families, forms)


def find_template(legal: Legal, type: str, example: Action) -> Template | None:
    """The template of a form that comes back: that of its type, and where there are several, the one of its example."""
    of_type = [one for one in legal.templates if one.type == type]
    exact = (one for one in of_type if plain(one.example) == example)
    return next(exact, of_type[0] if of_type else None)


def read_short(game: Game, template: Template, form: Form, lang: Lang) -> Action:
    """The action that was entered in a short form, as plain JSON data; what a field cannot hold is in it as it was entered."""
    kind = action_kinds(game.rules)[template.type]
    entered = plain(template.example)
    for name, control in Shaping(game.setting, lang, "").controls(kind, template).items():
        value = control.read(f"{IN_FORM}.{name}", form)
        if value is msgspec.UNSET:
            entered.pop(name, None)
        else:
            entered[name] = value
    return entered


def capital(words: str) -> str:
    """Words with a capital at their start."""
    return words[:1].upper() + words[1:]


def plain(action: Any) -> Action:
    """An action as plain JSON data, with all its fields."""
    data: Action = msgspec.json.decode(msgspec.json.encode(action))
    return data


# -- buttons -----------------------------------------------------------------------------------------------------------


def _families(choices: Iterable[Choice], drawn: frozenset[str], lang: Lang) -> tuple[tuple[Offer, ...], tuple[Family, ...]]:
    listed = tuple(choices)
    if len(listed) <= FLAT:
        return tuple(_offer(one, "", drawn, lang) for one in listed), ()
    singles: list[Offer] = []
    families: list[Family] = []
    for kind in _parted(listed):
        lead = _beginning([_label(one, lang) for one in kind]) if len(kind) >= LEAST else ""
        made = tuple(_offer(one, lead, drawn, lang) for one in kind)
        if len(made) < LEAST:
            singles += made
        else:
            families.append(Family(_short_digest(type(kind[0].action).__name__, lead, made[0].rest), lead, made))
    return tuple(singles), tuple(families)


def _parted(choices: tuple[Choice, ...]) -> Iterator[list[Choice]]:
    """Actions of one type each, in the order in which they come; large ones parted further."""
    by_type: dict[Any, list[Choice]] = {}
    for one in choices:
        by_type.setdefault(type(one.action), []).append(one)
    for kind, some in by_type.items():
        first = next((field.name for field in msgspec.structs.fields(kind)), "")
        by_first: dict[Any, list[Choice]] = {}
        for one in some if first else ():
            by_first.setdefault(str(getattr(one.action, first)), []).append(one)
        if len(some) > SPLIT and 1 < len(by_first) <= len(some) / 2:
            yield from by_first.values()
        else:
            yield some


def _label(choice: Choice, lang: Lang) -> str:
    return capital(choice.label.to(lang))


def _beginning(labels: list[str]) -> str:
    """The words that all labels begin with; at least one is left to each."""
    parts = [label.split(" ") for label in labels]
    shared = 0
    while all(len(words) > shared + 1 and words[shared] == parts[0][shared] for words in parts):
        shared += 1
    return " ".join(parts[0][:shared])


def _offer(choice: Choice, lead: str, drawn: frozenset[str], lang: Lang) -> Offer:
    label, data = _label(choice, lang), plain(choice.action)
    rest = label[len(lead) :].strip()
    return Offer(lead, rest, msgspec.json.encode(data).decode(), tuple(sorted(named(data, drawn))))


def _short_digest(*words: str) -> str:
    """An id that stays the same as long as what it names does, so that what is unfolded stays so."""
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:8]


# -- short forms -------------------------------------------------------------------------------------------------------


def _short(
    game: Game,
    number: int,
    template: Template,
    shaping: Shaping,
    drawn: frozenset[str],
    lang: Lang,
    kept: Action | None,
    faults: Mapping[str, str],
) -> Short:
    example = plain(template.example)
    own = kept if kept is not None and kept.get("type") == template.type and _same_card(kept, template) else None
    controls = shaping.controls(action_kinds(game.rules)[template.type], template)
    shown = tuple(
        faulted(control.show(f"{IN_FORM}.{name}", (own or example).get(name, msgspec.UNSET)), faults if own else {})
        for name, control in controls.items()
    )
    words = template.label.to(lang)
    return Short(
        f"f-{_short_digest(template.type, words)}-{number}",
        template.type,
        capital(words),
        msgspec.json.encode(example).decode(),
        tuple(sorted(named(example, drawn) | named({n: f.choices for n, f in template.fields.items()}, drawn))),
        shown,
        own is not None,
    )


def _same_card(kept: Action, template: Template) -> bool:
    """Whether a kept action belongs to this template among several of its type: each field that has one choice has that one."""
    return all(kept.get(name) in field.choices for name, field in template.fields.items() if len(field.choices) == 1)
