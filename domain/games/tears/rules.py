"""1066, Tears to Many Mothers, solo: the ruleset, chapter by chapter from the other files of this folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from domain.drawing.svg import NOTHING, TALL, Changed, Shape
from domain.games.tears import board as on
from domain.games.tears import checks, evolve, judging, offers, sampling, score, setup, speech, speech_actions, speech_combat, view
from domain.games.tears.about import ABOUT
from domain.games.tears.actions import ACTIONS, Shoot
from domain.games.tears.amiss import amiss
from domain.games.tears.cards import Values
from domain.games.tears.facts import FACTS
from domain.games.tears.gauges import GAUGES
from domain.games.tears.kinds import HINTS, KIND_NAMES
from domain.games.tears.options import Options, TearsSetting
from domain.games.tears.picture import picture
from domain.rules.catalogs.catalog import Catalog
from domain.rules.catalogs.faults import Fault
from domain.rules.chance import Chance
from domain.rules.ruleset import Action, Audience, BadOpening, Fact, Legal, Outcome, Ruleset, ScoreLine, SeatSpec, Verdict
from domain.rules.series import Gauge, Seen
from domain.rules.series import read as read_gauges
from domain.rules.text import Lang, Text

HERE = Path(__file__).parent


@cache
def _catalogs() -> dict[str, Catalog]:
    return {"default": Catalog((HERE / "catalog.json").read_bytes())}


class Tears(Ruleset[TearsSetting, on.TearsBoard, Action, Fact]):
    """The player against the Enemy, which the rules play."""

    id = "tears-solo"
    version = 2
    about = ABOUT
    setting_type = TearsSetting
    board_type = on.TearsBoard
    values_type = Values
    options_type = Options
    action_types = ACTIONS
    fact_types = FACTS
    kind_names, hints = KIND_NAMES, HINTS
    together = (("wedge", "line"),)

    def catalogs(self) -> Mapping[str, Catalog]:
        return _catalogs()

    def seats(self, players: int | None, options: Any) -> tuple[SeatSpec, ...]:
        if players not in (None, 1):
            raise BadOpening(
                "/players",
                f"These are the rules for one player, not for {players}.",
                f"Ce sont les règles pour un joueur, pas pour {players}.",
            )
        return SeatSpec("player", "player", Text("the player", "le joueur")), SeatSpec(
            "enemy", "automa", Text("the Enemy", "l'Ennemi")
        )

    def check_values(self, values: Any) -> tuple[Fault, ...]:
        return checks.check_values(values)

    def blank(self, setting: TearsSetting) -> on.TearsBoard:
        return setup.blank(setting)

    def setup(self, board: on.TearsBoard, chance: Chance) -> tuple[Fact, ...]:
        return setup.set_up(board, chance)

    def to_act(self, board: on.TearsBoard) -> tuple[str, ...]:
        return on.to_act(board)

    def judge(self, board: on.TearsBoard, seat: str, action: Action) -> Verdict:
        return judging.judge(board, seat, action)

    def decide(self, board: on.TearsBoard, seat: str, action: Action, chance: Chance) -> tuple[Fact, ...]:
        return judging.decide(board, action, chance)

    def evolve(self, board: on.TearsBoard, fact: Fact) -> on.TearsBoard:
        return evolve.evolve(board, fact)

    def legal(self, board: on.TearsBoard, seat: str) -> Legal:
        return offers.legal(board) if seat in on.to_act(board) else Legal()

    def leads_to(self, board: on.TearsBoard, seat: str, action: Action) -> Text | None:
        """What a ranged attack does."""
        if not isinstance(action, Shoot) or not on.known(board, action.card):
            return None
        damage = on.card(board, action.card).ranged
        return Text(f"{damage} damage", f"{damage} dégât{'s' if damage > 1 else ''}")

    def sample(self, board: on.TearsBoard, seat: str, rng: Random) -> Action | None:
        return sampling.sample(board, rng) if seat in on.to_act(board) else None

    def view(self, board: on.TearsBoard, audience: Audience) -> dict[str, Any]:
        return view.view(board)

    def combat(self, board: on.TearsBoard) -> tuple[Text, ...]:
        return speech_combat.combat(board)

    def score(self, board: on.TearsBoard) -> tuple[ScoreLine, ...]:
        return (score.score_line(board),)

    def outcome(self, board: on.TearsBoard) -> Outcome | None:
        return score.outcome(board)

    def census(self, board: on.TearsBoard) -> Mapping[str, int]:
        """Cards of each side wherever they lie, less those that a table entered from its own decks; and the wedges."""
        counts = Counter({"wedges": len(board.wedges)})
        for side in (board.player, board.enemy):
            cards = [*side.deck, *side.turned, *side.hand, *side.discard]
            cards += [id for s in (*side.spaces, *side.reserve) if s for id in (s.card, *s.attached)]
            if side is board.enemy and board.turn and board.turn.revealed:
                cards.append(board.turn.revealed)
            counts[side.faction] = sum(id not in board.entered for id in cards)
        return counts

    def amiss(self, board: on.TearsBoard) -> tuple[Text, ...]:
        return amiss(board)

    def drawing(self, board: on.TearsBoard, audience: Audience, lang: Lang) -> str:
        return view.drawing(board, lang)

    def picture(
        self, setting: TearsSetting, view: dict[str, Any], lang: Lang, changed: Changed = NOTHING, shape: Shape = TALL
    ) -> str:
        return picture(setting, view, lang, changed, shape)

    def gauges(self, view: Seen) -> tuple[Gauge, ...]:
        return read_gauges(GAUGES, view)

    def say_action(self, board: on.TearsBoard, seat: str, action: Action) -> Text:
        return speech_actions.say_action(board, action)

    def say_fact(self, board: on.TearsBoard, fact: Fact) -> Text:
        return speech.say_fact(board, fact)

    def sheet(self, board: on.TearsBoard) -> dict[str, Any]:
        """One solo game among others: points, rank, and how hard it was."""
        return {**super().sheet(board), **score.sheet(board)}


class FirstTears(Tears):
    """Version 1, in which a card could be used without exhausting it and to no effect."""

    version = 1


RULES_1 = FirstTears()
RULES = Tears()
