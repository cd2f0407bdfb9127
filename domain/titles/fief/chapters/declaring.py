"""The possible values of the fields of declarations, and the definitions of these fields in
forms."""

from domain.titles.fief.board import BANK, TROOP_KINDS, Board
from domain.titles.fief.words import KINDS
from domain.titles.kit import Declarations, FieldSpec, Sentences, ordered_tries


def lords_never_in_play(board: Board, seat: str) -> list[str]:
    """The lords that have never come into play."""
    return [id for id in board.setting.lords if id not in board.lords]


def held_places(board: Board, seat: str) -> list[str]:
    return [id for id, place in board.places.items() if place.holder == seat]


def living_lords(board: Board, seat: str) -> list[str]:
    return [id for id, lord in board.lords.items() if lord.family == seat and not lord.dead]


def lords_held_captive(board: Board, seat: str) -> list[str]:
    """The lords that the family holds captive."""
    return [id for id, lord in board.lords.items() if lord.captor == seat]


def own_captured_lords(board: Board, seat: str) -> list[str]:
    """The family's living lords that somebody holds captive."""
    return [id for id in living_lords(board, seat) if board.lords[id].captor]


def places_with_troops(board: Board, seat: str) -> list[str]:
    return [id for id, place in board.places.items() if seat in place.troops]


def free_titles(board: Board, seat: str) -> list[str]:
    taken = {title for lord in board.lords.values() for title in lord.titles}
    return [
        id
        for id, card in board.setting.titles.items()
        if id not in taken and card.kind not in ("king", "queen")
    ]


def led_places(board: Board, seat: str) -> list[str]:
    """The places where the family has a free lord."""
    return list(dict.fromkeys(board.lords[id].place for id in board.lords_of(seat)))


def other_families(board: Board, seat: str) -> list[str]:
    return [s for s in board.setting.seats if s != seat]


def villages(board: Board) -> list[str]:
    return [v.id for v in board.setting.values.villages]


def free_villages(board: Board, seat: str) -> list[str]:
    """The villages that no family controls."""
    return [id for id in villages(board) if not board.place(id).holder]


def bishoprics(board: Board, seat: str) -> list[int]:
    return sorted({village.bishopric for village in board.setting.values.villages})


LABELS = Sentences("""
place [fief] = place
origin = from
target = to
lord = lord
lords = lord
spouse = marries
title [fief] = title
to [to] = to
against = against
partner = together with
camp = camp
kind = what you propose
fort = fortification
bishopric = bishopric
chevauchee = chevauchée
souterrain = Souterrain
outside = outside the walls
cause = how they go
amount = écus
engines = siege engines
infidels = infidels
""")
CHOICES = {
    "place": lambda board, seat: board.setting.places,
    "origin": led_places,
    "target": lambda board, seat: board.setting.places,
    "lord": living_lords,
    "lords": lambda board, seat: board.lords_of(seat),
    "spouse": lambda board, seat: [
        id for s in other_families(board, seat) for id in living_lords(board, s)
    ],
    "title": free_titles,
    "to": lambda board, seat: [*other_families(board, seat), BANK],
    "against": other_families,
    "partner": lambda board, seat: ["", *other_families(board, seat)],
    "camp": lambda board, seat: ["", *board.setting.seats],
    "kind": ("victory", "agreement"),
    "fort": ("castle", "city"),
    "bishopric": bishoprics,
    "chevauchee": (False, True),
    "souterrain": (False, True),
    "outside": (False, True),
    "cause": ("disaster", "disbanded"),
}
MOST = {
    "guard_knight": lambda board, seat: board.setting.values.guard.box.knight,
    "guard_sergeant": lambda board, seat: board.setting.values.guard.box.sergeant,
    "engines": lambda board, seat: board.setting.values.engines,
    "infidels": 99,
    "amount": 999,
}
"""The most that can be entered for a number: the tokens that exist of a kind, or the écus that can
be paid."""


def token_field(kind: str) -> FieldSpec:
    """The field for a number of tokens of a kind."""

    def most(board: Board, seat: str) -> int:
        return int(getattr(board.setting.values.troops, kind).max)

    return FieldSpec(KINDS[kind], least=0, most=most)


FIELDS = {
    **{name: FieldSpec(LABELS[name], choices) for name, choices in CHOICES.items()},
    **{kind: token_field(kind) for kind in TROOP_KINDS},
    **{name: FieldSpec((LABELS | KINDS)[name], least=0, most=most) for name, most in MOST.items()},
}
declared = Declarations(FIELDS, tries=ordered_tries(8))
