from collections.abc import Mapping
from random import Random

from domain.kernel.amounts import Amount
from domain.titles.contract.types import Choice
from domain.titles.kit import Action, Outcome, Ranking, ScoreLine, Text, Title
from domain.titles.northgard import check, facts, sampling, setup, turn, view
from domain.titles.northgard.about import ABOUT
from domain.titles.northgard.actions import Advance, Move, Step
from domain.titles.northgard.board import SEATS, Board, Options, Setting
from domain.titles.northgard.chapters import build, combat, explore, move, recruit, renew
from domain.titles.northgard.picture.table import picture
from domain.titles.northgard.values import Values
from domain.titles.northgard.words import TERMS


class TrainingGrounds(Title[Setting, Board]):
    id = "northgard-training"
    version = 2
    about = ABOUT
    setting_type, board_type, values_type, options_type = Setting, Board, Values, Options
    players = SEATS
    wrong_number = Text("Training Grounds is played by two.")
    chapters = (setup, recruit, build, explore, move, renew, combat)
    facts = (facts,)
    phases = turn.PHASES
    terms = TERMS
    turn_rule, end_rule = turn.RULE, "But du jeu"

    conflicts = staticmethod(check.conflicts)
    blank = staticmethod(setup.blank)
    begin = staticmethod(setup.set_up)
    to_act = staticmethod(turn.to_act)
    go_on = staticmethod(combat.resume_combats)
    combat_sentences = staticmethod(combat.combat_sentences)
    contradictions = staticmethod(check.contradictions)
    gauges = staticmethod(view.gauges)
    view = staticmethod(view.view)
    draw = staticmethod(picture)

    def phase(self, board: Board) -> str:
        return board.stage

    def in_button_order(
        self, board: Board, seat: str, choices: tuple[Choice, ...]
    ) -> tuple[Choice, ...]:
        if board.stage != "playing":
            return choices
        cards, renews = board.sides[seat].up, renew.renew_card(board)
        return tuple(
            sorted(choices, key=lambda choice: cards.index(getattr(choice.action, "card", renews)))
        )

    def consequence_text(self, board: Board, seat: str, action: Action) -> Text | None:
        if isinstance(action, Advance):
            origin = board.find_territory(action.origin)
            units = board.territories[origin].units.get(seat, 0) if origin is not None else 0
            return move.attack_sentence(board, seat, Step(action.origin, action.target, units))
        return (
            move.attack_sentence(board, seat, action) if isinstance(action, Move | Step) else None
        )

    def sample(self, board: Board, seat: str, rng: Random) -> Action | None:
        return (
            sampling.sample(board, seat, self.current_moves(board), rng)
            if seat in self.to_act(board)
            else None
        )

    def score(self, board: Board) -> tuple[ScoreLine, ...]:
        return tuple(ScoreLine(seat, side.points) for seat, side in board.sides.items())

    def ranking(self, board: Board, penalties: Mapping[str, Amount]) -> Ranking:
        if max(side.points for side in board.sides.values()) < board.setting.goal:
            return Ranking(None)
        points = {seat: side.points + penalties.get(seat, 0) for seat, side in board.sides.items()}
        seat = max(points, key=lambda player: (points[player], board.sides[player].points))
        text = Text(
            "{name} wins with {points} VP.", name=board.setting.name(seat), points=points[seat]
        )
        return Ranking(Outcome("victory-points", (seat,), text))

    def census(self, board: Board) -> Mapping[str, int]:
        seen = {lying.tile for lying in board.grid.values()}
        return {
            **super().census(board),
            "tiles": len(board.grid) + sum(t not in seen for t in board.setting.land.rings),
        }


class FirstTrainingGrounds(TrainingGrounds):
    """Version 1. A player could choose to leave cards face down where none were. With the option
    `explore_combat` = connection, units advanced by themselves."""

    version = 1


RULES_1 = FirstTrainingGrounds()
RULES = TrainingGrounds()
