"""Forms of what a family declares: what their fields may be, and a suggestion that is legal, as an
example and for random players.

A suggestion is made by `suggest(board, seat, pick)`: one sensible action. `pick` chooses among
possibilities: one after the other for an example, any for a random player. Where there is nothing
to choose from, it raises `Nothing`, and there is no suggestion. A suggestion may still be illegal:
whoever asks for one judges it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import fields

from domain.kernel.text import texts
from domain.titles.contract.verdict import Field, Template
from domain.titles.fief.board import BANK, IN_TURN, TROOP_KINDS, Board
from domain.titles.fief.words import kind as kind_of_token
from domain.titles.kit import Action, Course, Move, Text, Verdict, entry, none_listed

Pick = Callable[[Sequence[Any]], Any]
Suggest = Callable[[Board, str, Pick], Action]
Choices = Callable[[Board, str], Iterable[int | str]]
Most = Callable[[Board, str], int]

TRIES = 8
"""How many suggestions are looked at for a legal example."""


class Nothing(LookupError):
    """There is nothing to choose from."""


# -- what there is to choose from
# --------------------------------------------------------------------------------------


def free_cards(board: Board, seat: str) -> list[str]:
    return [id for id in board.setting.lords if id not in board.lords]


def held(board: Board, seat: str) -> list[str]:
    return [id for id, place in board.places.items() if place.holder == seat]


def living(board: Board, seat: str) -> list[str]:
    return [id for id, lord in board.lords.items() if lord.family == seat and not lord.dead]


def captives(board: Board, seat: str) -> list[str]:
    return [id for id, lord in board.lords.items() if lord.captor == seat]


def captured(board: Board, seat: str) -> list[str]:
    return [id for id in living(board, seat) if board.lords[id].captor]


def garrisons(board: Board, seat: str) -> list[str]:
    return [id for id, place in board.places.items() if seat in place.troops]


def free_titles(board: Board, seat: str) -> list[str]:
    taken = {title for lord in board.lords.values() for title in lord.titles}
    return [
        id
        for id, card in board.setting.titles.items()
        if id not in taken and card.kind not in ("king", "queen")
    ]


def led_places(board: Board, seat: str) -> list[str]:
    return list(dict.fromkeys(board.lords[id].place for id in board.lords_of(seat)))


def others(board: Board, seat: str) -> list[str]:
    return [s for s in board.setting.seats if s != seat]


def villages(board: Board) -> list[str]:
    return [v.id for v in board.setting.values.villages]


def free_villages(board: Board, seat: str) -> list[str]:
    return [id for id in villages(board) if not board.place(id).holder]


def bishoprics(board: Board, seat: str) -> list[int]:
    return sorted({village.bishopric for village in board.setting.values.villages})


# -- forms -----------------------------------------------------------------------------------------

LABELS = texts("""
place | place
origin | from
target | to
lord | lord
lords | lord
spouse | marries
title | title
to [to] | to
against | against
partner | together with
camp | camp
kind | what you propose
fort | fortification
bishopric | bishopric
chevauchee | chevauchée
souterrain | Souterrain
outside | outside the walls
cause | how they go
amount | écus
engines | siege engines
infidels | infidels
""")
CHOICES: dict[str, Choices] = {
    "place": lambda board, seat: board.setting.places,
    "origin": led_places,
    "target": lambda board, seat: board.setting.places,
    "lord": living,
    "lords": lambda board, seat: board.lords_of(seat),
    "spouse": lambda board, seat: [id for s in others(board, seat) for id in living(board, s)],
    "title": free_titles,
    "to": lambda board, seat: [*others(board, seat), BANK],
    "against": others,
    "partner": lambda board, seat: ["", *others(board, seat)],
    "camp": lambda board, seat: ["", *board.setting.seats],
    "kind": lambda board, seat: ["victory", "agreement"],
    "fort": lambda board, seat: ["castle", "city"],
    "bishopric": bishoprics,
    "chevauchee": lambda board, seat: [False, True],
    "souterrain": lambda board, seat: [False, True],
    "outside": lambda board, seat: [False, True],
    "cause": lambda board, seat: ["disaster", "disbanded"],
}
"""What a field may be in the forms of all actions that do not say otherwise."""
MOST: dict[str, Most] = {
    **{
        kind: lambda board, seat, kind=kind: getattr(board.setting.values.troops, kind).max  # type: ignore[misc]
        for kind in TROOP_KINDS
    },
    "guard_knight": lambda board, seat: board.setting.values.guard.box.knight,
    "guard_sergeant": lambda board, seat: board.setting.values.guard.box.sergeant,
    "engines": lambda board, seat: board.setting.values.engines,
    "infidels": lambda board, seat: 99,
    "amount": lambda board, seat: 999,
}
"""The most a number can be: tokens there are of a kind, or écus there are to pay with."""


class Declared:
    """The form of one kind of action, as a move's `forms`. Nothing else is offered of it: the table
    says what happened."""

    def __init__(
        self,
        label: Text,
        kind: type[Action],
        judge: Callable[[Any, str, Any], Verdict],
        suggest: Suggest,
        choose: Mapping[str, Choices] | None = None,
        most: Mapping[str, Most] | None = None,
    ) -> None:
        self.label, self.kind, self.judge, self.suggest = label, kind, judge, suggest
        self.choose, self.most = {**CHOICES, **(choose or {})}, {**MOST, **(most or {})}

    def __call__(self, board: Board, seat: str) -> Iterator[Template]:
        if (example := self.example(board, seat)) is not None:
            yield entry(self.label, example, **self.fields(board, seat))

    def suggested(self, board: Board, seat: str, choose: Pick) -> Action | None:
        def pick(some: Sequence[Any]) -> Any:
            if not some:
                raise Nothing
            return choose(some)

        try:
            return self.suggest(board, seat, pick)
        except Nothing:
            return None

    def example(self, board: Board, seat: str) -> Action | None:
        for n in range(TRIES):
            action = self.suggested(board, seat, lambda some, n=n: some[n % len(some)])  # type: ignore[misc]
            if action is None or self.judge(board, seat, action).legal:
                return action
        return None

    def fields(self, board: Board, seat: str) -> dict[str, Field]:
        entries = {}
        for field in fields(self.kind):
            label = LABELS.get(field.name) or kind_of_token(field.name)
            if field.name in self.choose:
                entries[field.name] = Field(label, tuple(self.choose[field.name](board, seat)))
            else:
                entries[field.name] = Field(
                    label, (), 1 if field.required else 0, self.most[field.name](board, seat)
                )
        return entries


def declared(
    kind: type[Action],
    phases: tuple[str, ...],
    judge: Callable[[Any, str, Any], Verdict],
    do: Callable[[Course, str, Any], None],
    suggest: Suggest,
    label: Text | Callable[[Any, Any], Text],
    name: Text,
    form: Text,
    hint: Text | None = None,
    *,
    rule: str = "",
    choose: Mapping[str, Choices] | None = None,
    most: Mapping[str, Most] | None = None,
) -> Move:
    asks = Declared(form, kind, judge, suggest, choose, most)
    aside = phases[: len(IN_TURN)] == IN_TURN
    return Move(
        kind, phases, judge, do, none_listed, label, name, hint, rule=rule, forms=asks, aside=aside
    )
