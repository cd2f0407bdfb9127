"""How each fact changes the board. No rules here: a fact is never judged again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.games.fief.board import BANK, Auction, Board, Ending, Lord, Proposal
from domain.games.fief.facts import realm as f
from domain.games.fief.facts.changes import felled, with_family, with_lord, with_place
from domain.games.fief.facts.evolve_battle import BATTLE_FACTS
from domain.games.fief.facts.evolve_troops import TROOP_FACTS


def evolve(board: Board, fact: f.FiefFact) -> Board:
    """The board once a fact is true."""
    return _FACTS[type(fact)](board, fact)


# -- the turn ----------------------------------------------------------------------------------------------------


def _turn(board: Board, fact: f.TurnBegan) -> Board:
    places = {id: replace(p, plague=False, fought={}, shot=()) for id, p in board.places.items()}
    return replace(board, turn=fact.turn, places=places)


def _phase(board: Board, fact: f.PhaseBegan) -> Board:
    auction = Auction() if fact.phase == "auction" else None
    return replace(board, phase=fact.phase, waiting=fact.families, auction=auction, recruited={})


def _done(board: Board, fact: f.FamilyDone) -> Board:
    return replace(board, waiting=tuple(s for s in board.waiting if s != fact.family))


def _proposed(board: Board, fact: f.EndProposed) -> Board:
    return replace(board, proposal=Proposal(fact.family, fact.kind, fact.partner, fact.waiting))


def _agreed(board: Board, fact: f.EndAgreed) -> Board:
    if board.proposal is None:
        return board
    waiting = tuple(s for s in board.proposal.waiting if s != fact.family)
    return replace(board, proposal=replace(board.proposal, waiting=waiting))


def _refused(board: Board, fact: f.EndRefused) -> Board:
    return replace(board, proposal=None)


def _ended(board: Board, fact: f.SessionEnded) -> Board:
    return replace(board, proposal=None, waiting=(), ending=Ending(fact.code, fact.winners))


# -- lords, money, places ----------------------------------------------------------------------------------------


def _entered(board: Board, fact: f.LordEntered) -> Board:
    return replace(board, lords={**board.lords, fact.lord: Lord(fact.family, fact.place)})


def _died(board: Board, fact: f.LordDied) -> Board:
    lord = board.lords[fact.lord]
    if lord.spouse:
        board = with_lord(board, lord.spouse, spouse="")
    board = replace(board, lords={**board.lords, fact.lord: Lord(lord.family, "", dead=True)})
    return felled(board)


def _captured(board: Board, fact: f.LordCaptured) -> Board:
    return felled(with_lord(board, fact.lord, captor=fact.captor, place=""))


def _freed(board: Board, fact: f.LordFreed) -> Board:
    return with_lord(board, fact.lord, captor="", place=fact.place)


def _married(board: Board, fact: f.Married) -> Board:
    return with_lord(with_lord(board, fact.lord, spouse=fact.spouse), fact.spouse, spouse=fact.lord)


def _unmarried(board: Board, fact: f.MarriageEnded) -> Board:
    return with_lord(with_lord(board, fact.lord, spouse=""), fact.spouse, spouse="")


def _title_taken(board: Board, fact: f.TitleTaken) -> Board:
    return with_lord(board, fact.lord, titles=(*board.lords[fact.lord].titles, fact.title))


def _title_lost(board: Board, fact: f.TitleLost) -> Board:
    return with_lord(board, fact.lord, titles=tuple(t for t in board.lords[fact.lord].titles if t != fact.title))


def _received(board: Board, fact: f.MoneyReceived) -> Board:
    board = with_family(board, fact.family, purse=board.families[fact.family].purse + fact.amount)
    return replace(board, bank=board.bank - fact.amount)


def _paid(board: Board, fact: f.MoneyPaid) -> Board:
    board = with_family(board, fact.family, purse=board.families[fact.family].purse - fact.amount)
    if fact.to == BANK:
        return replace(board, bank=board.bank + fact.amount)
    return with_family(board, fact.to, purse=board.families[fact.to].purse + fact.amount)


def _fort(board: Board, fact: f.FortRaised) -> Board:
    return with_place(board, fact.place, fort=fact.fort)


def _control(board: Board, fact: f.ControlTaken) -> Board:
    return with_place(board, fact.place, holder=fact.family)


def _plague(board: Board, fact: f.PlagueSpread) -> Board:
    return replace(board, places={**board.places, **{p: replace(board.place(p), plague=True) for p in fact.places}})


_FACTS: dict[type, Callable[[Board, Any], Board]] = {
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
