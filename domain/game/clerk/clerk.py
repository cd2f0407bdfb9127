"""The clerk: the use cases of play, one method each, over the event store; those of seats, people,
rulings and branches are in the files beside it and in `domain/game/table/`.

A write names the seq it was made against (`Order.seq`) and an idempotency key; it is judged on that
position, becomes one stored record, and is answered with it. Asked again with the same key, the
clerk answers with the first record and writes nothing. Every method raises the `Refusal`s of
`domain/kernel/refusals.py`, and then nothing was recorded.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from domain.game.aggregate.game import EVERY, Game, fingerprint, need_play, need_seat
from domain.game.aggregate.standing_rolls import StandingChance, standing_rolls
from domain.game.clerk.application import ClerkApplication, Clock, utc_now
from domain.game.clerk.commands import (
    ActionAnswer,
    Answer,
    Opening,
    Order,
    Trial,
    game_id,
    open_record,
    with_links,
)
from domain.game.dice.conditions import contributions, used_of_deal
from domain.game.notes.conditions import need_listing, need_remark
from domain.game.record.records import (
    UMPIRE,
    ActionsRestored,
    ActionsRetracted,
    ActionTaken,
    GameClosed,
    GameOpened,
    ListingChanged,
    NoteAdded,
    Record,
    ValueSealed,
)
from domain.game.refusals import IllegalAction, SeedMissing, ValuesNeeded, ValuesRefused
from domain.game.seals.conditions import HEX, is_secret, need_all_bound, need_sealable, opening
from domain.game.undo.conditions import to_restore, to_retract
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.kernel.writer import Stamp, Unit
from domain.titles.codec import encode_action, encode_facts
from domain.titles.contract.chance import (
    BadValues,
    Chance,
    ChanceNeeded,
    DealtChance,
    SealedChance,
    TableChance,
    Values,
    deal_commitment,
    dice_key,
    seed_commitment,
)
from domain.titles.contract.ruleset import Action, Board, Fact

KEYS = 4_096
"""Dice keys held in memory."""


class Clerk(ClerkApplication):
    name = "greffe"

    def __init__(self, env: Mapping[str, str] | None = None, clock: Clock = utc_now) -> None:
        super().__init__(env, clock)
        self._dice_keys: dict[tuple[str, int], bytes] = {}

    # -- opening and closing -----------------------------------------------------------------------

    def open_game(
        self,
        opening: Opening,
        actor: str,
        key: str,
        request: str = "",
        client_at: datetime | None = None,
    ) -> Answer:
        """Open a game. The id follows from actor and key, so the same request opens one game
        however often it is sent."""
        order = Order(game_id(actor, key), 0, actor, key, request, client_at)

        def make(unit: Unit) -> GameOpened:
            return with_links(
                open_record(opening, order, self.key_values, unit.stamp),
                order.game,
                self.link_of,
            )

        return self.open(order, make)

    def close_game(self, order: Order, reason: str = "") -> Answer:
        """Write the last record: the outcome by the rules, or none if the game is broken off, and
        the seed of sealed dice."""

        def record(game: Game, unit: Unit) -> Record:
            return self.last_record(game, unit.stamp, unit.words(reason, "/reason"))

        return self.write(order, record)

    def last_record(self, game: Game, stamp: Stamp, reason: str = "") -> GameClosed:
        """The last record of a game as it stands; `reason` commits to the words."""
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

    # -- playing -----------------------------------------------------------------------------------

    def act(
        self, order: Order, seat: str, action: Action, values: Values = (), salt: str = ""
    ) -> ActionAnswer:
        """Judge an action on the position at the head and record it with all that comes of it. In
        games with seals, `salt` opens the seal of an action that was chosen in secret."""
        board: Board | None = None
        facts: tuple[Fact, ...] = ()

        def record(game: Game, unit: Unit) -> Record:
            nonlocal board, facts
            self._judge(game, seat, action)
            opens = opening(game, seat, action, salt)
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
        return ActionAnswer(answer.filed, answer.state, answer.rows, came_of_it)

    def seal(self, order: Order, seat: str, slot: str, seal: str, by: str = "") -> Answer:
        """Bind a seat to what it will show: `slot` as `sealing` names it, and the seal in hex; `by`
        is the role of somebody else who does it for the seat."""
        if HEX.fullmatch(seal) is None:
            raise BadRequest("/seal", Text("A seal is a SHA-256 in hex: 64 digits, small letters."))

        def record(game: Game, unit: Unit) -> Record:
            need_sealable(game, seat, slot)
            return ValueSealed(**unit.stamp, seat=seat, slot=slot, seal=seal, by=by)

        return self.write(order, record)

    def try_out(
        self, game: str, seat: str, action: Action, values: Values = (), at: int | None = None
    ) -> Trial:
        """Judge an action and say what would come of it; nothing is recorded. Sealed dice stay
        sealed: where chance is needed and no `values` are supposed, the answer names what would be
        rolled."""
        now = self.game(game, at)
        need_seat(now, seat)
        need_play(now)
        if is_secret(now, action):
            need_all_bound(now)
        trial = Trial(seat, action, now.rules.judge(now.board, seat, action))
        if not trial.verdict.legal:
            return trial
        chance = self.supposed(now, values)
        try:
            facts, after = self.resolve(now, seat, action, chance)
        except ValuesNeeded as e:
            return replace(trial, asks=e.asks)
        if now.rules.hides(now.board) and any(fact.reveals for fact in facts):
            return replace(trial, covered=True)
        return replace(trial, facts=facts, rolls=tuple(chance.rolls), board=after)

    def note(self, order: Order, text: str, about: int = 0, seat: str = "") -> Answer:

        def record(game: Game, unit: Unit) -> Record:
            need_remark(game, text, about, seat)
            return NoteAdded(**unit.stamp, text=unit.words(text), about=about, seat=seat)

        return self.write(order, record)

    def list_anew(
        self, order: Order, *, public: bool | None = None, tags: tuple[str, ...] | None = None
    ) -> Answer:
        """Change whether anybody may watch the game, its tags, or both; what is not named stays."""

        def record(game: Game, unit: Unit) -> Record:
            now = game.listing
            listing = now.public if public is None else public, now.tags if tags is None else tags
            need_listing(game, *listing)
            return ListingChanged(**unit.stamp, public=listing[0], tags=listing[1])

        return self.write(order, record)

    def undo(
        self, order: Order, seat: str, from_seq: int | None = None, reason: str = ""
    ) -> Answer:
        """Take back everything in force from a record on (default: the last action), as far as the
        policy lets the seat; as `UMPIRE`, to any record."""

        def record(game: Game, unit: Unit) -> Record:
            if seat != UMPIRE:
                need_seat(game, seat)
            gone = to_retract(game, seat, from_seq)
            return ActionsRetracted(
                **unit.stamp,
                seat=seat,
                from_seq=gone[-1].seq,
                actions=tuple(step.seq for step in reversed(gone)),
                reason=unit.words(reason, "/reason"),
            )

        return self.write(order, record)

    def redo(self, order: Order, seat: str) -> Answer:
        """Put the last retraction's actions back in force; possible until another action is
        taken."""

        def record(game: Game, unit: Unit) -> Record:
            if seat != UMPIRE:
                need_seat(game, seat)
            return ActionsRestored(**unit.stamp, seat=seat, retraction=to_restore(game, seat))

        return self.write(order, record)

    # -- rules and chance --------------------------------------------------------------------------

    def _judge(self, game: Game, seat: str, action: Action) -> None:
        need_seat(game, seat)
        need_play(game)
        verdict = game.rules.judge(game.board, seat, action)
        if not verdict.legal:
            raise IllegalAction(verdict)

    def chance(self, game: Game, values: Values) -> Chance:
        """Where a game's next rolls come from; rolls that a ruling let stand are repeated first.
        Raises `BadRequest`."""
        return _standing(game, self._source(game, values))

    def supposed(self, game: Game, values: Values) -> Chance:
        """Where the rolls of a trial come from: sealed dice are never looked at ahead of their roll,
        so `values` suppose what they show."""
        return _standing(game, TableChance(values, game.rolls))

    def _source(self, game: Game, values: Values) -> Chance:
        if game.opened.chance == "table":
            return TableChance(values, game.rolls)
        if values:
            raise BadRequest(
                "/values",
                Text("This game's dice are sealed: the service rolls them, leave the values out."),
            )
        if game.opened.chance == "duplicate":
            return DealtChance(self._deal(game), used_of_deal(game), game.rolls)
        return _Sealed(lambda: self._dice_key(game), game.rolls)

    def seed(self, game: str, commitment: str) -> bytes | None:
        """The seed of a game's sealed dice, if the one that is kept is the one that its opening
        commits to."""
        seed = self.key_values.fetch("seed", game)
        return seed if seed is not None and seed_commitment(seed, game) == commitment else None

    def _deal(self, game: Game) -> bytes:
        """What a game of a deal is drawn from; raises `SeedMissing`."""
        commitment = game.opened.commitment
        deal = self.key_values.fetch("deal", commitment)
        if deal is None or deal_commitment(deal) != commitment:
            raise SeedMissing(changed=deal is not None)
        return deal

    def _dice_key(self, game: Game) -> bytes:
        added = contributions(game)
        at = (game.id, len(added))
        key = self._dice_keys.get(at)
        if key is None:
            seed = self.seed(game.id, game.opened.commitment)
            if seed is None:
                raise SeedMissing(changed=game.id in self.key_values.keys("seed", game.id))
            if len(self._dice_keys) >= KEYS:
                self._dice_keys.clear()
            key = self._dice_keys[at] = dice_key(seed, game.id, added)
        return key

    def resolve(
        self, game: Game, seat: str, action: Action, chance: Chance
    ) -> tuple[tuple[Fact, ...], Board]:
        """What comes of an action, and the board after it. Raises `ValuesNeeded`,
        `ValuesRefused`."""
        try:
            facts, board = game.rules.resolve(game.board, seat, action, chance)
            chance.finish()
        except ChanceNeeded as e:
            raise ValuesNeeded(e.asks, e.given) from None
        except BadValues as e:
            raise ValuesRefused(e.text) from None
        return facts, board


def _standing(game: Game, source: Chance) -> Chance:
    return StandingChance(source, standing_rolls(game)) if game.history.proceedings else source


class _Sealed(SealedChance):
    """Sealed dice that ask for their key when the first die is rolled: most actions roll none."""

    def __init__(self, key: Callable[[], bytes], number: int) -> None:
        super().__init__(b"", number)
        self._fetch = key

    def _ready(self, asks: tuple[Any, ...]) -> None:
        if asks and not self._key:
            self._key = self._fetch()
