"""What a seat may do now: every choice with its label, and templates where units can be split in many ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from domain.games.northgard import actions as a
from domain.games.northgard.board import Board
from domain.games.northgard.build import builds
from domain.games.northgard.combat import refuges
from domain.games.northgard.explore import explores
from domain.games.northgard.move import moves, ways
from domain.games.northgard.recruit import recruits
from domain.games.northgard.renew import dormant
from domain.games.northgard.setup import placings
from domain.games.northgard.turn import to_act
from domain.games.northgard.values import Deed
from domain.games.northgard.words import say_action
from domain.rules.ruleset import Choice, Field, Legal, Template
from domain.rules.text import Text

_BY_CARD: dict[Deed, Callable[[Board, str, str], Iterator[Any]]] = {
    "recruit": recruits,
    "build": builds,
    "explore": explores,
    "move": moves,
}


def legal(board: Board, seat: str) -> Legal:
    """Everything, with moves shown with all units that can go; the templates tell of smaller groups."""
    if seat not in to_act(board):
        return Legal()
    choices = tuple(Choice(action, say_action(board, action)) for action in offers(board, seat))
    return Legal(choices, tuple(_templates(board, [c.action for c in choices])))


def offers(board: Board, seat: str) -> Iterator[a.AnyAction]:
    """The listed actions of the seat that is to act."""
    stage = board.stage
    if stage == "placing":
        yield from placings(board, seat)
    elif stage == "playing":
        for card in board.sides[seat].up:
            yield from of_card(board, seat, card)
    elif stage == "stepping":
        yield from (a.Step(*way) for way in ways(board, seat, board.steps))
        yield a.Stop()
    elif stage == "renewing":
        yield from (a.CombatRenew(True), a.CombatRenew(False))
    elif board.battle is not None:
        yield from (a.Retreat(id) for id in refuges(board, board.battle))


def of_card(board: Board, seat: str, card: str) -> Iterator[a.AnyAction]:
    """What one face-up card offers."""
    for deed in board.setting.cards[card].does:
        if deed == "renew":
            yield a.Renew(True)
            if dormant(board, seat):
                yield a.Renew(False)
        else:
            yield from _BY_CARD[deed](board, seat, card)


def _templates(board: Board, listed: list[Any]) -> Iterator[Template]:
    """A move of any number of units, as a card's first step and as the step that is left."""
    for kind in (a.Move, a.Step):
        found = [x for x in listed if isinstance(x, kind)]
        if any(x.units > 1 for x in found):
            yield _move_template(found, kind is a.Move)


def _move_template(found: list[Any], first: bool) -> Template:
    def named(field: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(getattr(x, field) for x in found))

    fields = {
        "origin": Field(Text("from", "de"), named("origin")),
        "target": Field(Text("to a territory adjacent to it", "vers un territoire adjacent"), named("target")),
        "units": Field(Text("units", "unités"), least=1, most=max(x.units for x in found)),
    }
    if first:
        fields = {"card": Field(Text("card", "carte"), named("card")), **fields}
    label = Text("Move any number of units", "Déplacer un nombre quelconque d'unités")
    return Template("move" if first else "step", label, fields, found[0])


def sample(board: Board, seat: str, rng: Random) -> a.AnyAction | None:
    """A random legal action, of a player who likes to fight and renews when his cards run short.

    The card is chosen first, so that no card is drowned by the many choices of another.
    """
    if seat not in to_act(board):
        return None
    if board.stage != "playing":
        return _chosen(board, list(offers(board, seat)), rng)
    cards = list(board.sides[seat].up)
    rng.shuffle(cards)
    if rng.random() < len(cards) / 8:
        cards.sort(key=lambda c: "renew" in board.setting.cards[c].does)
    found = next((found for found in (list(of_card(board, seat, c)) for c in cards) if found), [])
    return _chosen(board, found, rng)


def _chosen(board: Board, found: list[a.AnyAction], rng: Random) -> a.AnyAction | None:
    """One of several actions: rather an attack, and now and then with fewer units."""
    if not found:
        return None
    steps = [x for x in found if isinstance(x, a.Move | a.Step)]
    attacks = [x for x in steps if board.turn not in board.territories[x.target].units and board.territories[x.target].units]
    action = rng.choice(attacks if attacks and rng.random() < 0.5 else found)
    if isinstance(action, a.Move | a.Step) and rng.random() < 0.5:
        return replace(action, units=rng.randint(1, action.units))
    return action
