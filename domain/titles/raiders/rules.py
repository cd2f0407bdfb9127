from collections.abc import Mapping
from random import Random
from typing import Any

from domain.titles.kit import Action, Course, Text, Title
from domain.titles.raiders import check, facts, sampling, setup, turn, view
from domain.titles.raiders.about import ABOUT
from domain.titles.raiders.actions import Raid
from domain.titles.raiders.board import SEATS, Board, Options, Setting
from domain.titles.raiders.chapters import automa, hiring, offerings, raid, townsfolk, workers
from domain.titles.raiders.picture.pieces import Scene
from domain.titles.raiders.picture.table import picture
from domain.titles.raiders.values import Values
from domain.titles.raiders.words import TERMS


class Raiders(Title[Setting, Board]):
    id = "raiders-solo"
    version = 2
    about = ABOUT
    setting_type, board_type, values_type, options_type = Setting, Board, Values, Options
    players = SEATS
    wrong_number = Text("The solo game is for one player.")
    chapters = (raid, workers, offerings, turn, hiring, townsfolk, automa)
    facts = (facts,)
    phases = turn.PHASES
    terms = TERMS
    gates = turn.GATES
    scene = Scene
    together = (("site", "space"),)

    conflicts = staticmethod(check.conflicts)
    blank = staticmethod(setup.blank)
    begin = staticmethod(setup.set_up)
    to_act = staticmethod(turn.to_act)
    combat_sentences = staticmethod(raid.combat_sentences)
    contradictions = staticmethod(check.contradictions)
    score = staticmethod(view.score)
    ranking = staticmethod(view.ranking)
    gauges = staticmethod(view.gauges)
    view = staticmethod(view.view)
    draw = staticmethod(picture)

    def phase(self, board: Board) -> str:
        return board.stage

    def go_on(self, course: Course) -> None:
        raid.fight_if_ready(course)
        turn.close_player_turn(course)
        offerings.uncover_face_down(course)

    def consequence_text(self, board: Board, seat: str, action: Action) -> Text | None:
        return raid.price_in_words(board, action) if isinstance(action, Raid) else None

    def sample(self, board: Board, seat: str, rng: Random) -> Action | None:
        return sampling.sample(board, self.moves, rng) if seat in self.to_act(board) else None

    def census(self, board: Board) -> Mapping[str, int]:
        count = dict(super().census(board))
        if (
            board.assault and not board.assault.deaths
        ):  # sent, but not yet standing where the plunder was
            count[board.assault.worker] = count.get(board.assault.worker, 0) + 1
        return count

    def sheet(self, board: Board) -> dict[str, Any]:
        return {**super().sheet(board), **view.sheet(board)}


class Raiders1(Raiders):
    """Version 1. An offering that the opponent takes from the stack is turned up. Cards that the
    table names are not checked against those discarded before, nor a scheme card's site against
    those seen."""

    version = 1
