from random import Random
from typing import Any

from domain.titles.contract.types import Choice
from domain.titles.contract.whole import with_all_fields
from domain.titles.convicted import check, facts, sampling, setup, turn, view
from domain.titles.convicted.about import ABOUT, OUTCOMES
from domain.titles.convicted.board import Board, Options, Setting, blank
from domain.titles.convicted.chapters import (
    dice,
    fire,
    manoeuvre,
    melee,
    pillage,
    rites,
    stages,
    works,
)
from domain.titles.convicted.facts import ScenarioEnded
from domain.titles.convicted.picture.table import picture
from domain.titles.convicted.sheet import blocks, check_scenario, sheet_of
from domain.titles.convicted.values import Values
from domain.titles.convicted.words import TERMS, capital
from domain.titles.drawing.svg import TALL, WIDE
from domain.titles.kit import Action, Course, Outcome, ScoreLine, Text, Title


class Convicted(Title[Setting, Board]):
    id = "convicted"
    version = 3
    shapes = TALL, WIDE
    about = ABOUT
    setting_type, board_type, values_type, options_type = Setting, Board, Values, Options
    chapters = (setup, works, fire, manoeuvre, melee, rites, stages, pillage, dice)
    facts = (facts,)
    phases, gates = turn.PHASES, turn.GATES
    terms = TERMS
    together = (("side", "zone"), ("section", "squad"))

    check_setting = staticmethod(check_scenario)
    conflicts = staticmethod(check.conflicts)
    seats = staticmethod(setup.seats)
    blank = staticmethod(blank)
    begin = staticmethod(setup.set_up)
    to_act = staticmethod(turn.to_act)
    combat_sentences = staticmethod(view.combat_sentences)
    census = staticmethod(view.census)
    contradictions = staticmethod(check.contradictions)
    picture = staticmethod(picture)
    gauges = staticmethod(view.gauges)
    view = staticmethod(view.view)
    sheet_blocks = staticmethod(blocks)

    def phase(self, board: Board) -> str:
        return board.step

    def go_on(self, course: Course) -> None:
        board: Board = course.board
        if board.inside and board.step != "over" and pillage.has_fallen(board):
            course.emit(ScenarioEnded("fallen"))

    def button(self, board: Board, seat: str, action: Any) -> Text:
        return capital(self.say_action(board, seat, action))

    def in_button_order(
        self, board: Board, seat: str, choices: tuple[Choice, ...]
    ) -> tuple[Choice, ...]:
        return tuple(sorted(choices, key=lambda choice: turn.sort_key(choice.action)))

    def sample(self, board: Board, seat: str, rng: Random) -> Action | None:
        action: Action | None = (
            sampling.sample(self.moves, board, seat, rng) if seat in self.to_act(board) else None
        )
        return action

    def score(self, board: Board) -> tuple[ScoreLine, ...]:
        parts = ((Text("turns survived"), board.survived),)
        return tuple(ScoreLine(player, board.survived, parts) for player in board.setting.players)

    def outcome(self, board: Board) -> Outcome | None:
        if not board.ending:
            return None
        return Outcome(
            board.ending,
            () if board.ending == "fallen" else board.setting.players,
            OUTCOMES[board.ending],
        )

    # -- what a campaign needs ---------------------------------------------------------------------

    def scenario_count(self, values: Values) -> int:
        campaign = values.campaign
        return min(campaign.scenarios, -(-campaign.turns // campaign.turns_per_scenario))

    def sheet(self, board: Board) -> dict[str, Any]:
        sheet: dict[str, Any] = with_all_fields(sheet_of(board))
        return sheet

    def carried_options(self, sheet: dict[str, Any] | None, number: int) -> dict[str, Any]:
        """The options of scenario `number`: its number, and the sheet of the scenario before it
        (None: the scenario starts from the set-up). `check_scenario` refuses a wrong sheet when the
        game is opened."""
        return {"scenario": number, "sheet": sheet}


class Convicted1(Convicted):
    """Version 1. It differs from version 2: spells can be cast before the Oracle acts, a squad can
    attack several times a stage, engines without fire power can bombard, units can go around a
    ditch, and each moat rounds its own toll."""

    version = 1


class Convicted2(Convicted):
    """Version 2. It differs from version 3: spells and blessings are allowed before the enemy cards
    are turned over."""

    version = 2


RULES_1 = Convicted1()
RULES_2 = Convicted2()
RULES = Convicted()
