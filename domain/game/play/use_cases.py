"""The use cases of play: opening a game, acting, trying out, closing."""

from datetime import datetime

from msgspec.structs import replace

from domain.game.aggregate.game import EVERY, Game, fingerprint, need_not_adjudicated, need_seat
from domain.game.commands import (
    ActionAnswer,
    Answer,
    Opening,
    Order,
    Trial,
    game_id,
    open_record,
    rematch_id,
    rematch_opening,
    with_link_ids,
)
from domain.game.dice.use_cases import Dice
from domain.game.record.records import FIRST, ActionTaken, GameClosed, GameOpened, GameRecord
from domain.game.refusals import IllegalAction, RollsNeeded
from domain.game.seals.conditions import is_secret, need_all_bound, seal_opened_by
from domain.kernel.refusals import BadRequest, KeyReused
from domain.kernel.text import Text
from domain.kernel.writer import Stamp, Unit
from domain.titles.codec import encode_action, encode_facts
from domain.titles.contract.chance import Values
from domain.titles.contract.ruleset import Action, Board, Fact


class Play(Dice):
    def open_game(
        self,
        opening: Opening,
        actor: str,
        key: str,
        request: str = "",
        client_at: datetime | None = None,
    ) -> Answer:
        """Open a game. Its id is derived from actor and key, so a repeated request opens no second
        one."""
        order = Order(game_id(actor, key), 0, actor, key, request, client_at)

        def make(unit: Unit) -> GameOpened:
            return with_link_ids(
                open_record(opening, order, self.key_values, unit.stamp),
                order.stream,
                self.link_of,
            )

        return self.open(order, make)

    def open_rematch(self, game: Game, actor: str, key: str, request: str = "") -> Answer:
        """Open a game's rematch, which this game's organiser administers. There is only one
        rematch: a second request gets the first one. Raises `BadRequest` while this game goes on,
        and for games of tournaments, which pair their own."""
        if game.status == "open" or game.opened.tournament:
            raise BadRequest(
                "", Text("Only a game that is over is played again, and none of a tournament.")
            )
        order = Order(rematch_id(game.id), 0, actor, key, request)
        owner = game.opened.administered_by

        def make(unit: Unit) -> GameOpened:
            made = open_record(rematch_opening(game), order, self.key_values, unit.stamp)
            made = with_link_ids(made, order.stream, self.link_of)
            return made if actor == owner else replace(made, owner=owner)

        try:
            return self.open(order, make)
        except KeyReused:  # somebody else asked for it before
            there = self.game(order.stream)
            return Answer(there.history.record(FIRST), there)

    def close_game(self, order: Order, reason: str = "") -> Answer:
        """Write the last record: the outcome by the rules (none if the game is broken off) and the
        seed of sealed dice."""

        def record(game: Game, unit: Unit) -> GameRecord:
            return self.closing_record(game, unit.stamp, unit.keep_text(reason, "/reason"))

        return self.write(order, record)

    def closing_record(self, game: Game, stamp: Stamp, reason: str = "") -> GameClosed:
        """The closing record for the game's position; `reason` is a commitment to words."""
        seed = (
            self.seed(game.id, game.opened.commitment) if game.opened.chance == "sealed" else None
        )
        return GameClosed(
            **stamp,
            outcome=game.outcome,
            reason=reason,
            seed=seed.hex() if seed else "",
            board=fingerprint(game.rules, game.board),
        )

    def act(
        self, order: Order, seat: str, action: Action, values: Values = (), salt: str = ""
    ) -> ActionAnswer:
        """Judge an action on the newest position and record it with its consequences. In games with
        seals, `salt` opens the seal of an action chosen in secret."""
        board: Board | None = None
        facts: tuple[Fact, ...] = ()

        def record(game: Game, unit: Unit) -> GameRecord:
            nonlocal board, facts
            self._need_legal(game, seat, action)
            opens = seal_opened_by(game, seat, action, salt)
            chance = self.chance(game, values)
            facts, board = self.resolve(game, seat, action, chance)
            due = game.history.unchecked + 1 >= EVERY
            return ActionTaken(
                **unit.stamp,
                seat=seat,
                action=encode_action(action),
                facts=encode_facts(facts),
                rolls=tuple(chance.rolls),
                board=fingerprint(game.rules, board) if due else "",
                opens=opens,
            )

        answer = self.write(order, record, lambda: board)
        came_of_it = None if answer.again else facts
        return ActionAnswer(answer.record, answer.state, answer.rows, came_of_it)

    def try_out(
        self, game: str, seat: str, action: Action, values: Values = (), at: int | None = None
    ) -> Trial:
        """Judge an action and compute its result without recording it. Sealed dice stay sealed:
        without assumed `values` the answer names what would be rolled."""
        now = self.game(game, at)
        need_seat(now, seat)
        need_not_adjudicated(now)
        if is_secret(now, action):
            need_all_bound(now)
        trial = Trial(seat, action, now.rules.judge(now.board, seat, action))
        if not trial.verdict.legal:
            return trial
        chance = self.trial_chance(now, values)
        try:
            facts, after = self.resolve(now, seat, action, chance)
        except RollsNeeded as e:
            return replace(trial, asks=e.asks)
        if now.rules.hides(now.board) and any(fact.reveals for fact in facts):
            return replace(trial, covered=True)
        return replace(trial, facts=facts, rolls=tuple(chance.rolls), board=after)

    def _need_legal(self, game: Game, seat: str, action: Action) -> None:
        need_seat(game, seat)
        need_not_adjudicated(game)
        verdict = game.rules.judge(game.board, seat, action)
        if not verdict.legal:
            raise IllegalAction(verdict)
