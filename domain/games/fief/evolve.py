"""How each fact changes the board. No rules here: a fact is never judged again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.games.fief import facts as f
from domain.games.fief.battle_evolve import BATTLE_FACTS
from domain.games.fief.board import BANK, Auction, Ending, FiefBoard, Lord, Proposal
from domain.games.fief.changes import felled, with_family, with_lord, with_place
from domain.games.fief.troop_evolve import TROOP_FACTS


def evolve(board: FiefBoard, fact: f.FiefFact) -> FiefBoard:
    """The board once a fact is true."""
    return _FACTS[type(fact)](board, fact)


# -- the turn ----------------------------------------------------------------------------------------------------


def _turn(board: FiefBoard, fact: f.TurnBegan) -> FiefBoard:
    places = {id: replace(p, plague=False, fought={}, shot=()) for id, p in board.places.items()}
    return replace(board, turn=fact.turn, places=places)


def _phase(board: FiefBoard, fact: f.PhaseBegan) -> FiefBoard:
    auction = Auction() if fact.phase == "auction" else None
    return replace(board, phase=fact.phase, waiting=fact.families, auction=auction, recruited={})


def _done(board: FiefBoard, fact: f.FamilyDone) -> FiefBoard:
    return replace(board, waiting=tuple(s for s in board.waiting if s != fact.family))


def _proposed(board: FiefBoard, fact: f.EndProposed) -> FiefBoard:
    return replace(board, proposal=Proposal(fact.family, fact.kind, fact.partner, fact.waiting))


def _agreed(board: FiefBoard, fact: f.EndAgreed) -> FiefBoard:
    if board.proposal is None:
        return board
    waiting = tuple(s for s in board.proposal.waiting if s != fact.family)
    return replace(board, proposal=replace(board.proposal, waiting=waiting))


def _refused(board: FiefBoard, fact: f.EndRefused) -> FiefBoard:
    return replace(board, proposal=None)


def _ended(board: FiefBoard, fact: f.SessionEnded) -> FiefBoard:
    return replace(board, proposal=None, waiting=(), ending=Ending(fact.code, fact.winners))


# -- lords, money, places ----------------------------------------------------------------------------------------


def _entered(board: FiefBoard, fact: f.LordEntered) -> FiefBoard:
    return replace(board, lords={**board.lords, fact.lord: Lord(fact.family, fact.place)})


def _died(board: FiefBoard, fact: f.LordDied) -> FiefBoard:
    lord = board.lords[fact.lord]
    if lord.spouse:
        board = with_lord(board, lord.spouse, spouse="")
    board = replace(board, lords={**board.lords, fact.lord: Lord(lord.family, "", dead=True)})
    return felled(board)


def _captured(board: FiefBoard, fact: f.LordCaptured) -> FiefBoard:
    return felled(with_lord(board, fact.lord, captor=fact.captor, place=""))


def _freed(board: FiefBoard, fact: f.LordFreed) -> FiefBoard:
    return with_lord(board, fact.lord, captor="", place=fact.place)


def _married(board: FiefBoard, fact: f.Married) -> FiefBoard:
    return with_lord(with_lord(board, fact.lord, spouse=fact.spouse), fact.spouse, spouse=fact.lord)


def _unmarried(board: FiefBoard, fact: f.MarriageEnded) -> FiefBoard:
    return with_lord(with_lord(board, fact.lord, spouse=""), fact.spouse, spouse="")


def _title_taken(board: FiefBoard, fact: f.TitleTaken) -> FiefBoard:
    return with_lord(board, fact.lord, titles=(*board.lords[fact.lord].titles, fact.title))


def _title_lost(board: FiefBoard, fact: f.TitleLost) -> FiefBoard:
    return with_lord(board, fact.lord, titles=tuple(t for t in board.lords[fact.lord].titles if t != fact.title))


def _received(board: FiefBoard, fact: f.MoneyReceived) -> FiefBoard:
    board = with_family(board, fact.family, purse=board.families[fact.family].purse + fact.amount)
    return replace(board, bank=board.bank - fact.amount)


def _paid(board: FiefBoard, fact: f.MoneyPaid) -> FiefBoard:
    board = with_family(board, fact.family, purse=board.families[fact.family].purse - fact.amount)
    if fact.to == BANK:
        return replace(board, bank=board.bank + fact.amount)
    return with_family(board, fact.to, purse=board.families[fact.to].purse + fact.amount)


def _fort(board: FiefBoard, fact: f.FortRaised) -> FiefBoard:
    return with_place(board, fact.place, fort=fact.fort)


def _control(board: FiefBoard, fact: f.ControlTaken) -> FiefBoard:
    return with_place(board, fact.place, holder=fact.family)


def _plague(board: FiefBoard, fact: f.PlagueSpread) -> FiefBoard:
    return replace(board, places={**board.places, **{p: replace(board.place(p), plague=True) for p in fact.places}})


_FACTS: dict[type, Callable[[FiefBoard, Any], FiefBoard]] = {
    f.TurnBegan: _turn,
    f.PhaseBegan: _phase,
    f.FamilyDone: _done,
    f.EndProposed: _proposed,
    f.EndAgreed: _agreed,
    f.EndRefused: _refused,
    f.SessionEnded: _ended,
    f.LordEntered: _entered,
    f.LordDied: _died,
    f.LordCaptured: _captured,
    f.LordFreed: _freed,
    f.Married: _married,
    f.MarriageEnded: _unmarried,
    f.TitleTaken: _title_taken,
    f.TitleLost: _title_lost,
    f.MoneyReceived: _received,
    f.MoneyPaid: _paid,
    f.FortRaised: _fort,
    f.ControlTaken: _control,
    f.PlagueSpread: _plague,
    **TROOP_FACTS,
    **BATTLE_FACTS,
}

KINDS = tuple(_FACTS)
"""All facts of the title."""
