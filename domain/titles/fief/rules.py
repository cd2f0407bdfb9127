from random import Random
from typing import Any

from domain.titles.contract.types import Slot
from domain.titles.drawing.svg import TALL, WIDE
from domain.titles.fief import actions as a, check, facts, sampling, setup, turn, view
from domain.titles.fief.about import ABOUT, LEAST, SEATS
from domain.titles.fief.board import Board, Options, Setting
from domain.titles.fief.chapters import (
    arrows,
    auction,
    declare,
    declared,
    ending,
    guard,
    moves,
    muster,
    parley,
    purchases,
    revolt,
    rounds,
)
from domain.titles.fief.picture.table import picture
from domain.titles.fief.values import FAMILIES, Values
from domain.titles.fief.words import TERMS, ecus
from domain.titles.kit import (
    Action,
    BadOpening,
    SeatSpec,
    Text,
    Title,
)

DONE = Text("end your part of this phase")
LEAVE = Text("its troops leave the board")


class FiefTactics(Title[Setting, Board]):
    id = "fief-tactics"
    version = 2
    about = ABOUT
    setting_type, board_type, values_type, options_type = Setting, Board, Values, Options
    players = SEATS
    chapters = (
        setup,
        turn,
        ending,
        declared,
        guard,
        revolt,
        moves,
        purchases,
        auction,
        declare,
        muster,
        rounds,
        parley,
    )
    facts = (facts,)
    phases = turn.MOMENTS
    terms = TERMS
    turn_rule, gates = turn.RULE, turn.GATES
    secret_types = (a.Bid, a.Volley, a.AimAtLord, a.HoldFire)
    shapes = TALL, WIDE

    conflicts = staticmethod(check.conflicts)
    phase = staticmethod(turn.awaited)
    blank = staticmethod(setup.blank)
    begin = staticmethod(setup.set_up)
    to_act = staticmethod(view.to_act)
    combat_sentences = staticmethod(view.combat_sentences)
    score = staticmethod(view.score)
    outcome = staticmethod(ending.outcome)
    census = staticmethod(view.census)
    contradictions = staticmethod(check.contradictions)
    picture = staticmethod(picture)
    gauges = staticmethod(view.gauges)
    view = staticmethod(view.view)

    # -- opening -----------------------------------------------------------------------------------

    def seats(self, players: int | None, options: Any) -> tuple[SeatSpec, ...]:
        number = LEAST + 1 if players is None else players
        if not LEAST <= number <= FAMILIES:
            sentences = Text(
                "Fief is played by {least} to {most} families, not {number}.",
                least=LEAST,
                most=FAMILIES,
                number=number,
            )
            raise BadOpening("/players", sentences)
        return SEATS[:number]

    # -- play --------------------------------------------------------------------------------------

    def aside_types(self, board: Board) -> tuple[str, ...]:
        """The types of actions that a family may declare in any phase. Income is not among them
        during its own phase."""
        return tuple(
            kind
            for kind in super().aside_types(board)
            if kind != "declare-income" or board.phase != "income"
        )

    def button(self, board: Board, seat: str, action: Action) -> Text:
        return DONE if isinstance(action, a.EndPhase) else self.say_action(board, seat, action)

    def consequence_text(self, board: Board, seat: str, action: Action) -> Text | None:
        """For a bid its amount, for an attack the strengths of both sides, for a surrender that the
        side loses its troops; else None."""
        if isinstance(action, a.Bid):
            return ecus(action.amount)
        if isinstance(action, a.DeclareBattle):
            return declare.strengths_in_words(board, seat, action)
        return LEAVE if isinstance(action, a.Surrender) else None

    def sample(self, board: Board, seat: str, rng: Random) -> Action | None:
        return (
            sampling.sample(self.moves, board, self.phase(board), seat, rng)
            if seat in self.to_act(board)
            else None
        )

    def slot(self, board: Board) -> Slot | None:
        return auction.bid_slot(board) or arrows.shot_slot(board)

    # -- reading -----------------------------------------------------------------------------------

    def hides(self, board: Board) -> bool:
        return (board.auction is not None and bool(board.auction.bids)) or bool(
            arrows.sides_with_secret_shot(board)
        )

    def is_revealed(self, board: Board, owner: str, item: Any) -> bool:
        """Whether a bid's round, or both sides' choices for their archers, are revealed by now."""
        if isinstance(item, a.Bid | facts.BidSealed):
            return auction.are_bids_revealed(board, item.turn, item.round)
        return arrows.are_shots_public(board, item.battle)

    def say_action(self, board: Board, seat: str, action: Action) -> Text:
        return (
            ending.claim_label(board, seat, action)
            if isinstance(action, a.ProposeEnd)
            else super().say_action(board, seat, action)
        )

    def sheet(self, board: Board) -> dict[str, Any]:
        return {**super().sheet(board), **view.sheet(board)}


class FirstFiefTactics(FiefTactics):
    """Version 1: the same rules, with the facts that it produced (`Setting.is_version_1`)."""

    version = 1
