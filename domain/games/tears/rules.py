"""1066, Tears to Many Mothers, solo as a title: its chapters, and what goes beyond them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from domain.drawing.svg import NOTHING, TALL, WIDE, Changed, Shape
from domain.games.tears import check, contradictions, facts, sampling, score, sequence, setup, turn, view
from domain.games.tears.about import ABOUT
from domain.games.tears.actions import Choose, Shoot
from domain.games.tears.board import SEATS, Board
from domain.games.tears.drawing import drawing
from domain.games.tears.enemy import turn as enemy_turn
from domain.games.tears.options import SEATS as SEAT_SPECS
from domain.games.tears.options import Options, Setting
from domain.games.tears.picture.table import picture
from domain.games.tears.player import answers, own_turn, play
from domain.games.tears.rounds import combats, phases, results
from domain.games.tears.values import Values
from domain.kit import Action, BadOpening, Course, Outcome, ScoreLine, SeatSpec, Text, Title, Verdict
from domain.rules.catalogs.faults import Fault
from domain.rules.ruleset import Audience
from domain.rules.series import Gauge, Seen, read
from domain.rules.text import Lang


class Tears(Title[Setting, Board]):
    """The player against the Enemy, which the rules play."""

    id = "tears-solo"
    version = 2
    shapes = TALL, WIDE
    about = ABOUT
    setting_type, board_type, values_type, options_type = Setting, Board, Values, Options
    players = SEAT_SPECS
    chapters = (setup, phases, play, own_turn, enemy_turn, answers, combats, results)
    facts = facts.MODULES
    phases = turn.PHASES
    turn_rule, end_rule = turn.RULE, turn.END_RULE
    together = (("wedge", "line"),)

    def seats(self, players: int | None, options: Any) -> tuple[SeatSpec, ...]:
        """The player and the Enemy."""
        if players not in (None, 1):
            raise BadOpening(
                "/players",
                f"These are the rules for one player, not for {players}.",
                f"Ce sont les règles pour un joueur, pas pour {players}.",
            )
        return SEAT_SPECS

    def check_values(self, values: Any) -> tuple[Fault, ...]:
        """Contradictions and omissions in a catalog."""
        return check.check_values(values)

    def blank(self, setting: Setting) -> Board:
        """Both decks, and the player's leader in his hand."""
        return setup.blank(setting)

    def begin(self, course: Course) -> None:
        """The Enemy's first cards and the player's first hand; placing the leader is left to the player."""
        setup.set_up(course)

    def phase(self, board: Board) -> str:
        """What the game waits for."""
        return turn.phase(board)

    def to_act(self, board: Board) -> tuple[str, ...]:
        """The player, or the Enemy in the turn handed over to it."""
        return turn.to_act(board)

    def may_act(self, board: Board, seat: str, action: Any) -> Verdict:
        """Refused with when the action can be done, and what is waited for now."""
        return turn.may_act(board, seat, action, self.moves)

    def go_on(self, course: Course) -> None:
        """The Enemy's turn once it has begun, and the next phase."""
        sequence.go_on(course)

    def button(self, board: Board, seat: str, action: Any) -> Text:
        """An option by its name, everything else as a sentence."""
        if isinstance(action, Choose):
            return answers.in_words(board, action)
        return self.say_action(board, seat, action).capital()

    def leads_to(self, board: Board, seat: str, action: Action) -> Text | None:
        """What a ranged attack does."""
        return own_turn.leads_to(board, action) if isinstance(action, Shoot) else None

    def sample(self, board: Board, seat: str, rng: Random) -> Action | None:
        """A random player that brings up every question and every ending."""
        return sampling.sample(board, rng) if seat in turn.to_act(board) else None

    def view(self, board: Board, audience: Audience) -> dict[str, Any]:
        """The same for every audience."""
        return view.view(board)

    def combat(self, board: Board) -> tuple[Text, ...]:
        """How the wedges stand while they are fought over."""
        return combats.standing(board)

    def score(self, board: Board) -> tuple[ScoreLine, ...]:
        """The player's points; the Enemy has none."""
        return (score.score_line(board),)

    def outcome(self, board: Board) -> Outcome | None:
        """Who won and why, with the rank."""
        return score.outcome(board)

    def census(self, board: Board) -> Mapping[str, int]:
        """Cards of each side wherever they lie, less those that a table entered from its own decks; and the wedges."""
        counts = {"wedges": len(board.wedges)}
        for seat in SEATS:
            counts[board.army(seat).faction] = sum(id not in board.entered for id in contradictions.census(board, seat))
        return counts

    def contradictions(self, board: Board) -> tuple[Text, ...]:
        """What the cards, the wedges and the moment of the round say against each other."""
        return contradictions.contradictions(board)

    def drawing(self, board: Board, audience: Audience, lang: Lang) -> str:
        """Both battlefields with the wedges between them."""
        return drawing(board, lang)

    def picture(self, setting: Setting, view: dict[str, Any], lang: Lang, changed: Changed = NOTHING, shape: Shape = TALL) -> str:
        """The table, the Enemy above."""
        return picture(setting, view, lang, changed, shape)

    def gauges(self, view_of: Seen) -> tuple[Gauge, ...]:
        """Damage on the wedges, cards in the field, resources."""
        return read(view.GAUGES, view_of)

    def sheet(self, board: Board) -> dict[str, Any]:
        """One solo game among others: points, rank, and how hard it was."""
        return {**super().sheet(board), **score.sheet(board)}


class FirstTears(Tears):
    """Version 1, in which a card could be used without exhausting it and to no effect."""

    version = 1


RULES_1 = FirstTears()
RULES = Tears()
