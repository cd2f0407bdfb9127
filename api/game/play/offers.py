"""What a seat may do now, as the page offers it: buttons in families, and which places of the picture each of them names.

Actions too many to list have short forms (`short_forms.py`)."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from api.game.desk.labels import kind_name
from api.game.play.short_forms import Action, Short, capital, digest, plain, short
from api.web.forms.controls import NO_FAULTS, Faults
from api.web.forms.from_types import FromTypes, calling
from api.web.wording import WORDS
from domain.game.aggregate.game import Game
from domain.game.procedure.undo import alone
from domain.kernel.text import Lang
from domain.titles.contract.ruleset import Action as RuleAction
from domain.titles.contract.ruleset import Choice
from domain.titles.drawing.targets import named
from domain.titles.foresight import foresee

FLAT = 6
"""So many buttons are simply there; more are folded up by family."""

LEAST = 3
"""So many actions of a type at least are a family."""

SPLIT = 4
"""A family of more than so many falls into smaller ones by what its actions name first, where that makes at most half as many."""

_HOOK = re.compile(r'data-(?:place|card|piece|seat)="([^"]*)"')


class Offer(Struct, frozen=True):
    """A button: the words that its whole family begins with, its own, the action as JSON, the places it names, and what it leads
    to beyond its words."""

    lead: str
    rest: str
    action: str
    names: tuple[str, ...]
    leads: str = ""

    @property
    def says(self) -> str:
        """All its words."""
        return f"{self.lead} {self.rest}".strip()


class Family(Struct, frozen=True):
    """Buttons that begin alike; folded up where there are many. `word` says what kind of action they are where their beginning does
    not."""

    id: str
    word: str
    lead: str
    offers: tuple[Offer, ...]


class Offers(Struct, frozen=True):
    """Everything on offer: buttons that stand alone, families, forms. `passing`: the one action that there is does nothing but end
    a stage, and is for going on with as long as that is so."""

    singles: tuple[Offer, ...] = ()
    families: tuple[Family, ...] = ()
    forms: tuple[Short, ...] = ()
    passing: bool = False

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
    faults: Faults = NO_FAULTS,
    beside: str = "",
) -> Offers:
    """What a seat may do in a game. `kept` is an action that was entered and not taken: its form has it still, with what was wrong
    (`faults`). `beside`: a type of action that is entered elsewhere on the page."""
    if seat not in game.to_act:
        return Offers()
    legal, drawn = game.rules.legal(game.board, seat), drawn_in(picture)
    singles, families = _families(game, seat, legal.choices, drawn, lang)
    make = FromTypes(lang, calling(game.setting, lang, none), terms=game.rules.terms)
    forms = tuple(short(game, n, t, make, drawn, lang, kept, faults) for n, t in enumerate(legal.templates) if t.type != beside)
    return Offers(singles, families, forms, passing(game, seat) is not None)


def passing(game: Game, seat: str) -> Action | None:
    """The action by which a seat goes on where it can do nothing else."""
    found = game.rules.passing(game.board, seat) if seat in game.to_act else None
    return None if found is None else plain(found)


# -- buttons -----------------------------------------------------------------------------------------------------------


def _families(
    game: Game, seat: str, choices: Iterable[Choice], drawn: frozenset[str], lang: Lang
) -> tuple[tuple[Offer, ...], tuple[Family, ...]]:
    listed, rules = tuple(choices), game.rules
    if len(listed) <= FLAT:
        return tuple(_offer(game, seat, one, "", drawn, lang) for one in listed), ()
    singles: list[Offer] = []
    families: list[Family] = []
    for kind in _parted(listed):
        lead = _beginning([_label(one, lang) for one in kind]) if len(kind) >= LEAST else ""
        made = tuple(_offer(game, seat, one, lead, drawn, lang) for one in kind)
        if len(made) < LEAST:
            singles += made
        else:
            word = "" if " " in lead else kind_name(rules, str(plain(kind[0].action)["type"]), lang)
            families.append(Family(digest(type(kind[0].action).__name__, lead, made[0].rest), word, lead, made))
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
    return capital(choice.label.printed(lang))


def _beginning(labels: list[str]) -> str:
    """The words that all labels begin with; at least one is left to each."""
    parts = [label.split(" ") for label in labels]
    shared = 0
    while all(len(words) > shared + 1 and words[shared] == parts[0][shared] for words in parts):
        shared += 1
    return " ".join(parts[0][:shared])


def _offer(game: Game, seat: str, choice: Choice, lead: str, drawn: frozenset[str], lang: Lang) -> Offer:
    label, data = _label(choice, lang), plain(choice.action)
    rest = label[len(lead) :].strip()
    return Offer(
        lead,
        rest,
        msgspec.json.encode(data).decode(),
        tuple(sorted(named(data, drawn, game.rules.together))),
        leads(game, seat, choice.action, lang),
    )


def leads(game: Game, seat: str, action: RuleAction, lang: Lang) -> str:
    """What a legal action leads to, as far as it is certain and its seat may know it."""
    seen = foresee(game.rules, game.board, seat, action)
    told = [text.printed(lang) for text in seen.told]
    if seen.final and alone(game, seat):
        told.append(WORDS["play.final"].printed(lang))
    return " · ".join(told)
