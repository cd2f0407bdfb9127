"""What makes a board of 1066 impossible, when an arbiter declares one (`Ruleset.amiss`)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from domain.games.tears.amiss_moment import moment
from domain.games.tears.board import Army, InPlay, TearsBoard, army, card, fielded, known
from domain.games.tears.cards import FIGHTERS
from domain.rules.invariants import above, at, below, missing, twice, unknown
from domain.rules.text import Text

CARD = Text("a card", "une carte")
THE_CARD = Text("the card", "la carte")
SIDES = ("player", "enemy")


def amiss(board: TearsBoard) -> tuple[Text, ...]:
    """Everything that is wrong; first the cards, of which the rest speaks."""
    return tuple(_names(board)) or tuple(
        chain(_wedges(board), *(chain(_cards(board, seat), _objective(board, seat)) for seat in SIDES), moment(board))
    )


def zones(board: TearsBoard, side: Army) -> list[str]:
    """Every card of a side, wherever it lies."""
    cards = [*side.deck, *side.turned, *side.hand, *side.discard]
    cards += [id for stands in _in_play(side) for id in (stands.card, *stands.attached)]
    return [*cards, board.turn.revealed] if side is board.enemy and board.turn and board.turn.revealed else cards


def _in_play(side: Army) -> list[InPlay]:
    return [stands for stands in (*side.spaces, *side.reserve) if stands is not None]


def _names(board: TearsBoard) -> Iterator[Text]:
    """Who plays what, a board of nine spaces and three wedges, and each card there, once, on its own side."""
    setting, entered = board.setting, board.setting.options.cards == "table"
    for seat, faction in zip(SIDES, (setting.options.faction, setting.enemy_faction), strict=True):
        side = army(board, seat)
        deck_known = side.entered != entered and (seat == "player" or not entered)  # the Enemy's is, once it is turned over
        if side.faction != faction or deck_known:
            yield Text(
                f"{seat}: not the side that the game was opened with", f"{seat} : pas le camp avec lequel la partie s'est ouverte"
            )
        if len(side.spaces) != 9 or len(board.wedges) != len(setting.values.placement):
            yield Text(
                f"{seat}: a battlefield has nine spaces in three wedges",
                f"{seat} : un champ de bataille a neuf cases en trois Ailes",
            )
        found = zones(board, side)
        yield from unknown((id for id in found if not known(board, id)), (), CARD)
        own = [id for id in found if id not in board.entered]
        printed = setting.values.factions[side.faction]
        cards = [printed.leader.id, *(one.id for one in printed.deck)]
        yield from unknown(own, cards, Text(f"a card on the side of {seat}", f"une carte du camp {seat}"))
        yield from twice(found)
        yield from missing(found, [printed.leader.id] if entered else cards, THE_CARD)
    yield from _entered(board, entered)


def _entered(board: TearsBoard, entered: bool) -> Iterator[Text]:
    """Cards that a table has entered are kept under their own ids."""
    if not entered:
        yield from unknown(board.entered, (), Text("a card to be entered", "une carte à saisir"))
    for id, one in board.entered.items():
        if one.id != id:
            yield Text(f"“{id}” is entered as “{one.id}”", f"« {id} » est saisie comme « {one.id} »")


def _cards(board: TearsBoard, seat: str) -> Iterator[Text]:
    """Cards stand where their kind belongs, with less damage than fells them."""
    side = army(board, seat)
    leader = board.setting.values.factions[side.faction].leader.id
    for _, stands in fielded(side):
        yield from _kinds(board, [stands.card], FIGHTERS, Text("a card that stands on a space", "une carte qui occupe une case"))
        yield from _kinds(board, stands.attached, ("attachment",), Text("an attachment", "un attachement"))
        health = card(board, stands.card).health
        damage = [(at(stands.card, "damage", "dégâts"), stands.damage)]
        yield from chain(below(damage), () if health is None else above(damage, max(health - 1, 0)))
    for stands in side.reserve:
        yield from _kinds(board, [stands.card], ("tactic",), Text("a tactic", "une tactique"))
        yield from above(
            [(at(stands.card, "attachments and damage", "attachements et dégâts"), len(stands.attached) + stands.damage)], 0
        )
    if not board.ending and leader not in [*side.hand, *(stands.card for _, stands in fielded(side))]:
        yield Text(
            f"{seat}: the leader stands nowhere, and the game goes on", f"{seat} : le Chef n'est nulle part, et la partie continue"
        )


def _kinds(board: TearsBoard, ids: tuple[str, ...] | list[str], kinds: tuple[str, ...], what: Text) -> Iterator[Text]:
    yield from unknown((id for id in ids if card(board, id).kind not in kinds), (), what)


def _objective(board: TearsBoard, seat: str) -> Iterator[Text]:
    side = army(board, seat)
    objectives = board.setting.values.factions[side.faction].objectives
    number = [(at(seat, "objective", "objectif"), side.objective)]
    damage = [(at(seat, "damage on the objective", "dégâts sur l'objectif"), side.objective_damage)]
    yield from chain(below(number), above(number, len(objectives) - 1), below(damage))
    strength = objectives[side.objective].strength if 0 <= side.objective < len(objectives) else None
    if strength is not None and side.objective < len(objectives) - 1:
        yield from above(damage, strength - 1)


def _wedges(board: TearsBoard) -> Iterator[Text]:
    values = board.setting.values
    for number, wedge in enumerate(board.wedges, start=1):
        yield from unknown([wedge.taken] if wedge.taken else (), SIDES, Text("a side", "un camp"))
        for seat, tokens in zip(SIDES, (wedge.by_player, wedge.by_enemy), strict=True):
            place = Text(f"wedge {number}, damage by {seat}", f"Aile {number}, dégâts de {seat}")
            yield from below([(place, tokens)])
            yield from above([(place, tokens)], values.wedge_damage - (0 if wedge.taken else 1))
    for seat in SIDES:
        taken = sum(wedge.taken == seat for wedge in board.wedges)
        if taken >= values.wedges_to_win and not board.ending:
            yield Text(
                f"{seat} has taken {taken} wedges, and the game goes on", f"{seat} a pris {taken} Ailes, et la partie continue"
            )
