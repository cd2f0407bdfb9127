"""The use cases of claims and rulings: a seat complains, the arbiter decides, and both are records.

A ruling changes nothing that is stored. The actions it annuls go out of force. A correction is a
step in force, like an action. A penalty or an outcome is added to the board's. Overturning the
ruling reverses all of it.
"""

from typing import Any

from msgspec import Struct

from domain.game.aggregate.game import Game, fingerprint, need_seat
from domain.game.aggregate.sanity import board_fault, error_in_words
from domain.game.commands import Answer, Order
from domain.game.dice.use_cases import Dice
from domain.game.record.records import (
    ActionTaken,
    ClaimFiled,
    Correct,
    GameRecord,
    RulingGiven,
    RulingOverturned,
    Stands,
)
from domain.game.refusals import CorrectionRefused
from domain.game.rulings.conditions import (
    Consequence,
    Grounds,
    Wish,
    _claimed_record,
    apply_declared_facts,
    board_if_overturned,
    checked_consequence,
    need_claim,
    need_grounds,
    needs_rule_to_overturn,
    verdict_to_let_stand,
)
from domain.game.store.stream_index import mark_ruled
from domain.kernel.commitments import checked_text
from domain.kernel.refusals import BadRequest, Refusal
from domain.kernel.text import Text
from domain.kernel.writer import Unit
from domain.titles.codec import encode_action, encode_facts
from domain.titles.contract.chance import Chance, Values
from domain.titles.contract.ruleset import Action, Board, Fact, Verdict


class LetStand(Struct, frozen=True):
    """A forbidden action that is let stand: the verdict, its facts, and the board after it."""

    verdict: Verdict
    facts: tuple[Fact, ...]
    board: Board


class Rulings:
    def __init__(self, clerk: Dice) -> None:
        self._clerk = clerk

    def claim(self, order: Order, seat: str, about: int, text: str) -> Answer:
        """Record a seat's claim about record `about`."""

        def record(game: Game, unit: Unit) -> GameRecord:
            need_seat(game, seat)
            need_claim(game, about, text)
            return ClaimFiled(**unit.stamp, seat=seat, about=about, text=unit.keep_text(text))

        return self._clerk.write(order, record)

    def preview(self, game: Game, wish: Wish, grounds: Grounds) -> Consequence:
        """The consequence of a ruling, without recording it."""
        _need_printable_rule(grounds)
        return checked_consequence(game, wish, grounds)

    def rule(self, order: Order, wish: Wish, grounds: Grounds) -> Answer:
        """Record a ruling with the remedy that the arbiter asks for."""
        board: Board | None = None

        def record(game: Game, unit: Unit) -> GameRecord:
            nonlocal board
            _need_printable_rule(grounds)
            outcome = checked_consequence(game, wish, grounds)
            if isinstance(outcome.remedy, Correct):
                board = outcome.board
            mark_ruled(self._clerk.key_values, game.opened.tournament, game.id)
            return self._ruling(unit, game, grounds, outcome)

        return self._clerk.write(order, record, lambda: board)

    def overturn(self, order: Order, ruling: int, grounds: Grounds) -> Answer:
        """Overturn ruling `ruling`. If it annulled or corrected, the position before it returns;
        its penalty or outcome no longer counts."""

        def record(game: Game, unit: Unit) -> GameRecord:
            _need_printable_rule(grounds)
            need_grounds(game, grounds, rule=needs_rule_to_overturn(game, ruling))
            board = board_if_overturned(game, ruling)
            mark_ruled(self._clerk.key_values, game.opened.tournament, game.id)
            return RulingOverturned(
                **unit.stamp,
                ruling=ruling,
                rule=grounds.rule,
                code=grounds.code,
                text=unit.keep_text(grounds.text),
                board=fingerprint(game.rules, board),
            )

        return self._clerk.write(order, record)

    def let_stand(
        self,
        order: Order,
        seat: str,
        action: Action,
        grounds: Grounds,
        values: Values = (),
        facts: tuple[Any, ...] = (),
    ) -> Answer:
        """Record an action that the rules forbid, with its verdict, and the ruling that lets it
        stand. The two records are stored together; the ruling answers the order. It rests on the
        rule that forbids the action unless the grounds name another. In a game with seals, an
        arbiter uses this for an action chosen in secret whose seal its seat cannot open.

        Its facts follow from the rules if these can compute them; otherwise `facts` declare them.
        The board after it must be valid.
        """
        board: Board | None = None

        def record(game: Game, unit: Unit) -> tuple[GameRecord, ...]:
            nonlocal board
            _need_printable_rule(grounds)
            need_grounds(game, grounds, rule=False)
            _need_facts_or_values(facts, values)
            chance = self._clerk.chance(game, values)
            standing = self._let_stand(game, seat, action, facts, chance)
            board, verdict = standing.board, standing.verdict
            mark_ruled(self._clerk.key_values, game.opened.tournament, game.id)
            stamp = unit.stamp
            taken = ActionTaken(
                at=stamp["at"],
                actor=order.actor,
                client_at=order.client_at,
                seat=seat,
                action=encode_action(action),
                facts=encode_facts(standing.facts),
                rolls=tuple(chance.rolls),
                verdict=verdict,
            )
            return taken, RulingGiven(
                **stamp,
                remedy=Stands(),
                rule=grounds.rule.strip() or verdict.rule,
                code=grounds.code,
                claim=grounds.claim,
                about=game.seq + 1,
                text=unit.keep_text(grounds.text),
                board=fingerprint(game.rules, board),
            )

        return self._clerk.write(order, record)

    def try_let_stand(
        self,
        game: Game,
        seat: str,
        action: Action,
        values: Values = (),
        facts: tuple[Any, ...] = (),
    ) -> LetStand:
        """The result of letting a forbidden action stand, without recording it. Sealed dice are not
        used; the given `values` are assumed instead."""
        _need_facts_or_values(facts, values)
        return self._let_stand(game, seat, action, facts, self._clerk.trial_chance(game, values))

    # -- inside ------------------------------------------------------------------------------------

    def _let_stand(
        self, game: Game, seat: str, action: Action, facts: tuple[Any, ...], chance: Chance
    ) -> LetStand:
        verdict = verdict_to_let_stand(game, seat, action)
        if facts:
            board, known = apply_declared_facts(game, facts, "/facts")
        else:
            known, board = self._computed_result(game, seat, action, chance)
        return LetStand(verdict, known, board)

    def _ruling(
        self, unit: Unit, game: Game, grounds: Grounds, consequence: Consequence
    ) -> RulingGiven:
        return RulingGiven(
            **unit.stamp,
            remedy=consequence.remedy,
            rule=grounds.rule,
            code=grounds.code,
            claim=grounds.claim,
            about=grounds.about or _claimed_record(game, grounds.claim),
            text=unit.keep_text(grounds.text),
            board=fingerprint(game.rules, consequence.board),
        )

    def _computed_result(
        self, game: Game, seat: str, action: Action, chance: Chance
    ) -> tuple[tuple[Fact, ...], Board]:
        """The facts and the board that the rules compute for a forbidden action. The rules are
        written for legal actions, so any error they raise becomes a `Refusal`."""
        try:
            known, board = self._clerk.resolve(game, seat, action, chance)
            wrong = board_fault(game.rules, board, game.board)
        except Refusal:
            raise
        except Exception as e:  # noqa: BLE001
            wrong = Text("the rules do not say what comes of it ({why})", why=error_in_words(e))
        if wrong is not None:
            raise CorrectionRefused(
                "/facts",
                Text(
                    "Declare as facts what came of this action: {wrong}.",
                    wrong=wrong,
                ),
            )
        return known, board


def _need_facts_or_values(facts: tuple[Any, ...], values: Values) -> None:
    """Raise `BadRequest` if there are both declared facts and values of dice, since nothing would
    use the values."""
    if facts and values:
        raise BadRequest(
            "/values",
            Text(
                "Declared facts say what came of the action, its dice included: leave the values "
                "out."
            ),
        )


def _need_printable_rule(grounds: Grounds) -> None:
    """Raise `BadRequest` if the name of the rule has invisible characters or line breaks. Only new
    rulings are checked."""
    checked_text(grounds.rule, "/rule", lines=False)
