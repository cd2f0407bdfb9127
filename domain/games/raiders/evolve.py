"""How each fact changes the position. No rules here: a fact is never judged again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.games.raiders import facts as f
from domain.games.raiders.board import RaidersBoard, Space, Supply
from domain.games.raiders.evolve_player import PLAYER_CHANGES, without
from domain.games.raiders.field import PLAYER, Stage
from domain.rules.ruleset import Fact


def evolve(board: RaidersBoard, fact: Fact) -> RaidersBoard:
    """The board once the fact is true."""
    return _CHANGES[type(fact)](board, fact)


# -- set-up -----------------------------------------------------------------------------------------------------------


def _set_aside(board: RaidersBoard, fact: f.SchemesSetAside) -> RaidersBoard:
    pile = tuple(card for card in board.pile if card not in fact.cards)
    return replace(board, pile=pile, set_aside=board.set_aside + fact.cards)


def _laid(board: RaidersBoard, fact: f.PlunderLaid) -> RaidersBoard:
    space = Space(fact.gold, fact.iron, fact.livestock, fact.valkyries, board.spaces[fact.space].worker)
    supply = replace(
        board.supply,
        gold=board.supply.gold - fact.gold,
        iron=board.supply.iron - fact.iron,
        livestock=board.supply.livestock - fact.livestock,
        valkyries=board.supply.valkyries - fact.valkyries,
    )
    return replace(board, spaces={**board.spaces, fact.space: space}, supply=supply)


def _equipped(board: RaidersBoard, fact: f.AutomaEquipped | f.AutomaPrepared) -> RaidersBoard:
    automa = replace(board.automa, armour=board.automa.armour + fact.armour, provisions=board.automa.provisions + fact.provisions)
    return replace(board, automa=automa, supply=replace(board.supply, provisions=board.supply.provisions - fact.provisions))


# -- offerings --------------------------------------------------------------------------------------------------------


def _off_the_stack(board: RaidersBoard, offering: str) -> RaidersBoard:
    if offering in board.stack:
        return replace(board, stack=without(board.stack, offering))
    return replace(board, sunk=without(board.sunk, offering))


def _offering_revealed(board: RaidersBoard, fact: f.OfferingRevealed) -> RaidersBoard:
    row = (*board.face_up[: fact.slot], fact.offering, *board.face_up[fact.slot :])
    return replace(_off_the_stack(board, fact.offering), face_up=row)


def _offering_taken(board: RaidersBoard, fact: f.OfferingTaken) -> RaidersBoard:
    return _given(replace(board, face_up=without(board.face_up, fact.offering)), fact.seat, fact.offering)


def _offering_drawn(board: RaidersBoard, fact: f.OfferingDrawn) -> RaidersBoard:
    return _given(_off_the_stack(board, fact.offering), fact.seat, fact.offering)


def _laid_down(board: RaidersBoard, fact: f.OfferingLaidDown) -> RaidersBoard:
    """The tile stays among those that it can be; of the ones sunk below the stack, the first is the next."""
    if len(board.stack) == board.automa.face_down:
        board = replace(board, stack=(*board.stack, board.sunk[0]), sunk=board.sunk[1:])
    return replace(board, automa=replace(board.automa, face_down=board.automa.face_down + 1))


def _uncovered(board: RaidersBoard, fact: f.OfferingUncovered) -> RaidersBoard:
    board = replace(board, automa=replace(board.automa, face_down=board.automa.face_down - 1))
    return _given(_off_the_stack(board, fact.offering), fact.seat, fact.offering)


def _given(board: RaidersBoard, seat: str, offering: str) -> RaidersBoard:
    if seat == PLAYER:
        return replace(board, player=replace(board.player, offerings=(*board.player.offerings, offering)))
    return replace(board, automa=replace(board.automa, offerings=(*board.automa.offerings, offering)))


def _sunk(board: RaidersBoard, fact: f.OfferingsSunk) -> RaidersBoard:
    return replace(board, face_up=(), sunk=board.sunk + board.face_up)


# -- the automa's turn ------------------------------------------------------------------------------------------------


def _reshuffled(board: RaidersBoard, fact: f.SchemesReshuffled) -> RaidersBoard:
    return replace(board, pile=board.discard, discard=())


def _revealed(board: RaidersBoard, fact: f.SchemeRevealed) -> RaidersBoard:
    entered = {**board.entered, fact.card: fact.scheme} if fact.scheme else board.entered
    pile = without(board.pile, fact.card)
    return replace(board, pile=pile, discard=(*board.discard, fact.card), entered=entered, revealed=fact.card)


def _automa_raided(board: RaidersBoard, fact: f.AutomaRaided) -> RaidersBoard:
    automa, space = board.automa, board.spaces[fact.space]
    return replace(
        board,
        spaces={**board.spaces, fact.space: Space()},
        automa=replace(
            automa,
            armour=automa.armour - fact.armour,
            provisions=automa.provisions - fact.provisions,
            valkyries=automa.valkyries + fact.valkyries,
            points=automa.points + fact.points,
        ),
        supply=_back(replace(board.supply, provisions=board.supply.provisions + fact.provisions), space),
    )


def _back(supply: Supply, space: Space) -> Supply:
    """The supply with all that stood on a space: plunder, Valkyries and worker."""
    return replace(
        supply,
        gold=supply.gold + space.gold,
        iron=supply.iron + space.iron,
        livestock=supply.livestock + space.livestock,
        valkyries=supply.valkyries + space.valkyries,
        black=supply.black + (space.worker == "black"),
        grey=supply.grey + (space.worker == "grey"),
        white=supply.white + (space.worker == "white"),
    )


def _blocked(board: RaidersBoard, fact: f.BuildingBlocked) -> RaidersBoard:
    return replace(board, blocked=fact.building)


# -- turns ------------------------------------------------------------------------------------------------------------


def _turn_ended(board: RaidersBoard, fact: f.TurnEnded) -> RaidersBoard:
    left = board.turns_left - 1 if board.trigger else 0
    over = bool(board.trigger) and left == 0
    if fact.seat == PLAYER:
        stage: Stage = "over" if over else "reveal"
        return replace(board, stage=stage, turns_left=left, blocked="", placed="", assault=None)
    stage = "over" if over else "place"
    return replace(board, stage=stage, turns_left=left, round=board.round + 1)


def _triggered(board: RaidersBoard, fact: f.EndTriggered) -> RaidersBoard:
    return replace(board, trigger=fact.trigger, trigger_by=fact.seat, turns_left=2)


_CHANGES: dict[type[Fact], Callable[[RaidersBoard, Any], RaidersBoard]] = {
    **PLAYER_CHANGES,
    f.SchemesSetAside: _set_aside,
    f.PlunderLaid: _laid,
    f.OfferingRevealed: _offering_revealed,
    f.AutomaEquipped: _equipped,
    f.OfferingTaken: _offering_taken,
    f.OfferingDrawn: _offering_drawn,
    f.OfferingLaidDown: _laid_down,
    f.OfferingUncovered: _uncovered,
    f.OfferingsSunk: _sunk,
    f.SchemesReshuffled: _reshuffled,
    f.SchemeRevealed: _revealed,
    f.AutomaRaided: _automa_raided,
    f.AutomaPrepared: _equipped,
    f.BuildingBlocked: _blocked,
    f.TurnEnded: _turn_ended,
    f.EndTriggered: _triggered,
}
