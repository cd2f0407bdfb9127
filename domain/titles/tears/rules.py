from collections.abc import Mapping
from random import Random
from typing import Any

from domain.titles.kit import Action, Course, Text, Title
from domain.titles.tears import check, facts, sampling, setup, turn, view
from domain.titles.tears.about import ABOUT
from domain.titles.tears.actions import Choose, Shoot
from domain.titles.tears.board import PLAYERS, SEATS, Board, Options, Setting
from domain.titles.tears.chapters import (
    answers,
    combats,
    enemy_turn,
    own_turn,
    phases,
    play,
    results,
)
from domain.titles.tears.picture.cards import Scene
from domain.titles.tears.picture.table import picture
from domain.titles.tears.values import Values
from domain.titles.tears.words import TERMS


class Tears(Title[Setting, Board]):
    id = "tears-solo"
    version = 2
    about = ABOUT
    setting_type, board_type, values_type, options_type = Setting, Board, Values, Options
    players = PLAYERS
    wrong_number = Text("These are the rules for one player, not for {count}.")
    chapters = (setup, phases, play, own_turn, enemy_turn, answers, combats, results)
    facts = (facts,)
    phases = turn.PHASES
    terms = TERMS
    gates = turn.GATES
    scene = Scene
    together = (("wedge", "line"),)

    conflicts = staticmethod(check.conflicts)
    blank = staticmethod(setup.blank)
    begin = staticmethod(setup.set_up)
    phase = staticmethod(turn.phase)
    to_act = staticmethod(turn.to_act)
    combat_sentences = staticmethod(combats.combat_sentences)
    contradictions = staticmethod(check.contradictions)
    score = staticmethod(view.score)
    ranking = staticmethod(view.ranking)
    gauges = staticmethod(view.gauges)
    view = staticmethod(view.view)
    draw = staticmethod(picture)

    def go_on(self, course: Course) -> None:
        while not course.board.ending and not course.board.question:
            board = course.board
            if board.turn is not None:
                if not board.turn.begun or enemy_turn.needs_entered_card(board):
                    return
                enemy_turn.take_step(course)
            elif board.phase not in ("wedges", "objectives") or board.left:
                return
            elif board.phase == "wedges" and phases.sides_to_test(board):
                course.emit(facts.PhaseBegan("objectives", phases.sides_to_test(board)))
            else:
                phases.begin_round(course)

    def button(self, board: Board, seat: str, action: Any) -> Text:
        if isinstance(action, Choose):
            return answers.answer_in_words(board, action)
        return self.say_action(board, seat, action).capital()

    def consequence_text(self, board: Board, seat: str, action: Action) -> Text | None:
        return own_turn.consequence_text(board, action) if isinstance(action, Shoot) else None

    def sample(self, board: Board, seat: str, rng: Random) -> Action | None:
        return sampling.sample(board, rng) if seat in turn.to_act(board) else None

    def census(self, board: Board) -> Mapping[str, int]:
        """How many cards each side has, wherever they are, without those entered from real decks;
        and the number of wedges."""
        counts = {"wedges": len(board.wedges)}
        for seat in SEATS:
            counts[board.army(seat).faction] = sum(
                id not in board.entered for id in check.all_cards(board, seat)
            )
        return counts

    def sheet(self, board: Board) -> dict[str, Any]:
        return {**super().sheet(board), **view.sheet(board)}


class FirstTears(Tears):
    """Version 1, in which the player could use a card without exhausting it and without any
    result."""

    version = 1


RULES_1 = FirstTears()
RULES = Tears()
