"""Training Grounds, version 2, for tests. It is a fix of the rules: a seat may recruit only in a
territory that it controls.

Version 1 lets a seat recruit on its base tile as long as no enemy is there, and elsewhere only
beside a Training Camp. So the fix forbids something that was legal (a base territory without own
units) and allows something that was not (a territory without a Camp)."""

from domain.kernel.text import Text
from domain.titles.contract.ruleset import LEGAL, Action, Verdict, illegal
from domain.titles.kit import first_refusal
from domain.titles.northgard.actions import Recruit
from domain.titles.northgard.board import Board
from domain.titles.northgard.rules import TrainingGrounds
from domain.titles.northgard.turn import judge_card

PLACE = "tests.domain.second_version:RULES"
"""The place of these rules, in the registry's spelling."""


class SecondVersion(TrainingGrounds):
    version = 2

    def judge(self, board: Board, seat: str, action: Action) -> Verdict:
        if not isinstance(action, Recruit):
            return super().judge(board, seat, action)
        moment = (gate(self, board, seat, action) for gate in self.gates)
        verdict = first_refusal(*moment, judge_card(board, seat, action.card, "recruit"))
        if not verdict.legal:
            return verdict
        if board.find_territory(action.territory) in board.held_territories(seat):
            return LEGAL
        return illegal(
            "not-yours",
            "Recruter",
            Text(
                f"You do not control {action.territory}: nobody is recruited there.",
                f"Vous ne contrôlez pas {action.territory} : on n'y recrute pas.",
            ),
        )


RULES = SecondVersion()
