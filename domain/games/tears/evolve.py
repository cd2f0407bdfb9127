"""What each fact changes on the board. No rules: a fact is never judged again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.games.tears import facts as f
from domain.games.tears.board import Army, EnemyTurn, InPlay, Question, TearsBoard, Wedge, army, space_at
from domain.games.tears.changes import all_ready, changed, from_hand, gone, put, standing, without
from domain.rules.ruleset import Fact


def evolve(board: TearsBoard, fact: Fact) -> TearsBoard:
    """The board once a fact is true."""
    return _CHANGES[type(fact)](board, fact)


def _side(board: TearsBoard, seat: str, side: Army) -> TearsBoard:
    return replace(board, player=side) if seat == "player" else replace(board, enemy=side)


def _dealt_with(board: TearsBoard, id: str) -> TearsBoard:
    """The revealed card of the Enemy's turn has found its place; a discount that waited for it is used up."""
    turn = board.turn
    if turn is None or turn.revealed != id:
        return board
    return replace(board, turn=replace(turn, revealed="", done=True, discount=0, reduced=False))


def _turn(board: TearsBoard, **changes: Any) -> TearsBoard:
    return replace(board, turn=replace(board.turn, **changes)) if board.turn else board


def _drawn(board: TearsBoard, fact: f.Drawn) -> TearsBoard:
    side = board.player
    deck = without(side.deck, fact.cards)
    return replace(board, player=replace(side, deck=deck, hand=(*side.hand, *fact.cards)))


def _kept(board: TearsBoard, fact: f.Kept) -> TearsBoard:
    return replace(board, player=from_hand(board.player, fact.discarded), question=None)


def _readied(board: TearsBoard, fact: f.CardsReadied) -> TearsBoard:
    return replace(board, player=all_ready(board.player), enemy=all_ready(board.enemy))


def _entered(board: TearsBoard, fact: f.CardEntered) -> TearsBoard:
    return replace(board, entered={**board.entered, fact.card.id: fact.card})


def _placed(board: TearsBoard, fact: f.Placed) -> TearsBoard:
    side = army(board, fact.seat)
    side = put(replace(side, hand=without(side.hand, (fact.card,))), space_at(fact.wedge, fact.line), InPlay(fact.card))
    return _dealt_with(_side(board, fact.seat, side), fact.card)


def _leader_placed(board: TearsBoard, fact: f.LeaderPlaced) -> TearsBoard:
    return replace(_placed(board, f.Placed("player", fact.card, fact.wedge, fact.line)), question=None)


def _reserved(board: TearsBoard, fact: f.Reserved) -> TearsBoard:
    side = army(board, fact.seat)
    side = replace(side, hand=without(side.hand, (fact.card,)), reserve=(*side.reserve, InPlay(fact.card)))
    return _dealt_with(_side(board, fact.seat, side), fact.card)


def _attached(board: TearsBoard, fact: f.Attached) -> TearsBoard:
    side = army(board, fact.seat)
    side = replace(side, hand=without(side.hand, (fact.card,)))
    side = changed(side, fact.host, attached=(*standing(side, fact.host).attached, fact.card))
    return _dealt_with(_side(board, fact.seat, side), fact.card)


def _event_played(board: TearsBoard, fact: f.EventPlayed) -> TearsBoard:
    return _dealt_with(_side(board, fact.seat, from_hand(army(board, fact.seat), (fact.card,))), fact.card)


def _paid(board: TearsBoard, fact: f.Paid) -> TearsBoard:
    # Cards discarded from a real hand are unknown: they were never in the hand that is kept here and join no pile.
    side = from_hand(board.player, tuple(c for c in fact.discarded if c in board.player.hand))
    for id in fact.exhausted:
        side = changed(side, id, exhausted=True)
    return replace(board, player=side)


def _action_used(board: TearsBoard, fact: f.ActionUsed) -> TearsBoard:
    return replace(board, player=changed(board.player, fact.card, exhausted=True)) if fact.exhausted else board


def _phase_began(board: TearsBoard, fact: f.PhaseBegan) -> TearsBoard:
    return replace(board, phase=fact.phase, left=fact.left, turn=None)


def _revealed(board: TearsBoard, fact: f.Revealed) -> TearsBoard:
    side = board.enemy
    side = replace(side, deck=without(side.deck, (fact.card,)), turned=without(side.turned, (fact.card,)))
    return _turn(replace(board, enemy=side), revealed=fact.card)


def _discarded(board: TearsBoard, fact: f.Discarded) -> TearsBoard:
    side = replace(board.enemy, discard=(*board.enemy.discard, fact.card))
    return _turn(replace(board, enemy=side), revealed="", done=not fact.again)


def _reduced(board: TearsBoard, fact: f.Reduced) -> TearsBoard:
    side = replace(board.enemy, discard=(*board.enemy.discard, fact.card))
    discount = (board.turn.discount if board.turn else 0) + fact.by
    return _turn(replace(board, enemy=side), revealed="", discount=discount, reduced=True)


def _deck_turned(board: TearsBoard, fact: f.DeckTurned) -> TearsBoard:
    side = replace(board.enemy, turned=board.enemy.discard, discard=(), entered=False)
    return _turn(replace(board, enemy=side), done=True)


def _shot(board: TearsBoard, fact: f.ShotFired) -> TearsBoard:
    board = _side(board, fact.seat, changed(army(board, fact.seat), fact.card, exhausted=True))
    return _hurt(board, f.CardHurt("enemy" if fact.seat == "player" else "player", fact.target, fact.damage))


def _hurt(board: TearsBoard, fact: f.CardHurt) -> TearsBoard:
    side = army(board, fact.seat)
    return _side(board, fact.seat, changed(side, fact.card, damage=standing(side, fact.card).damage + fact.amount))


def _healed(board: TearsBoard, fact: f.CardHealed) -> TearsBoard:
    return _hurt(board, f.CardHurt(fact.seat, fact.card, -fact.amount))


def _moved(board: TearsBoard, seat: str, id: str, wedge: int, line: int) -> TearsBoard:
    side = army(board, seat)
    at, stands = next((n, s) for n, s in enumerate(side.spaces) if s and s.card == id)
    return _side(board, seat, put(put(side, at, None), space_at(wedge, line), stands))


def _leader_moved(board: TearsBoard, fact: f.LeaderMoved) -> TearsBoard:
    return _turn(_moved(board, "enemy", fact.card, fact.wedge, fact.line), might=None)


def _wedge(board: TearsBoard, wedge: int, changed: Wedge) -> TearsBoard:
    one, two, three = board.wedges
    wedges = (changed, two, three), (one, changed, three), (one, two, changed)
    return replace(board, wedges=wedges[wedge - 1])


def _wedge_hurt(board: TearsBoard, fact: f.WedgeHurt) -> TearsBoard:
    old = board.wedges[fact.wedge - 1]
    if fact.by == "player":
        return _wedge(board, fact.wedge, replace(old, by_player=old.by_player + fact.amount))
    return _wedge(board, fact.wedge, replace(old, by_enemy=old.by_enemy + fact.amount))


def _wedge_taken(board: TearsBoard, fact: f.WedgeTaken) -> TearsBoard:
    board = _wedge(board, fact.wedge, replace(board.wedges[fact.wedge - 1], taken=fact.by))
    return replace(board, left=without(board.left, (str(fact.wedge),))) if board.phase == "wedges" else board


def _objective(board: TearsBoard, seat: str, **changes: int) -> TearsBoard:
    return _side(board, seat, replace(army(board, seat), **changes))


_CHANGES: dict[type[Fact], Callable[[TearsBoard, Any], TearsBoard]] = {
    f.RoundBegan: lambda b, x: replace(b, round=x.round, phase="preparation"),
    f.CardsReadied: _readied,
    f.Drawn: _drawn,
    f.Kept: _kept,
    f.PhaseBegan: _phase_began,
    f.MarkerMoved: lambda b, x: replace(b, marker=x.row),
    f.Ended: lambda b, x: replace(b, ending=x.code, question=None, turn=None, left=()),
    f.CardEntered: _entered,
    f.Placed: _placed,
    f.LeaderPlaced: _leader_placed,
    f.Reserved: _reserved,
    f.Attached: _attached,
    f.EventPlayed: _event_played,
    f.SoloUsed: lambda b, x: b,
    f.Paid: _paid,
    f.ActionUsed: _action_used,
    f.Sacrificed: lambda b, x: replace(b, player=gone(b.player, x.card)),
    f.Passed: lambda b, x: b,
    f.TurnHandedOver: lambda b, x: replace(b, turn=EnemyTurn(passing=x.passing)),
    f.EnemyTurnBegan: lambda b, x: _turn(b, begun=True),
    f.EnemySkipped: lambda b, x: _turn(b, done=True),
    f.EnemyTurnEnded: lambda b, x: replace(b, turn=None),
    f.Revealed: _revealed,
    f.Discarded: _discarded,
    f.Reduced: _reduced,
    f.DeckTurned: _deck_turned,
    f.Replaced: lambda b, x: replace(b, enemy=gone(b.enemy, x.card)),
    f.ActionIgnored: lambda b, x: b,
    f.ActionImpossible: lambda b, x: b,
    f.ActionResolved: lambda b, x: b,
    f.ShotFired: _shot,
    f.MightStated: lambda b, x: _turn(replace(b, question=None), might=x.might),
    f.LeaderMoved: _leader_moved,
    f.Asked: lambda b, x: replace(b, question=Question(x.kind, x.about, x.options, x.place)),
    f.Decided: lambda b, x: replace(b, question=None),
    f.Declared: lambda b, x: replace(b, question=None),
    f.CardHurt: _hurt,
    f.CardHealed: _healed,
    f.CardExhausted: lambda b, x: _side(b, x.seat, changed(army(b, x.seat), x.card, exhausted=True)),
    f.CardReadied: lambda b, x: _side(b, x.seat, changed(army(b, x.seat), x.card, exhausted=False)),
    f.CardMoved: lambda b, x: _moved(b, x.seat, x.card, x.wedge, x.line),
    f.Destroyed: lambda b, x: _side(b, x.seat, gone(army(b, x.seat), x.card)),
    f.WedgeHurt: _wedge_hurt,
    f.WedgeTaken: _wedge_taken,
    f.WedgeFought: lambda b, x: replace(b, left=without(b.left, (str(x.wedge),))),
    f.ObjectiveHurt: lambda b, x: _objective(b, x.seat, objective_damage=army(b, x.seat).objective_damage + x.amount),
    f.ObjectiveDestroyed: lambda b, x: _objective(b, x.seat, objective=army(b, x.seat).objective + 1, objective_damage=0),
    f.ObjectiveTested: lambda b, x: replace(b, left=without(b.left, (x.seat,))),
}
