"""Helpers for tests of undo, rulings and branches: a table at which a game is played, disputed and
ruled on."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import count
from random import Random
from typing import Any, Self

from msgspec.structs import replace

from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Answer, Opening, Order, game_id
from domain.game.play.branches import Branches, BranchRequest
from domain.game.record.records import UMPIRE, Record, UndoPolicy
from domain.game.refusals import RollsNeeded
from domain.game.rulings.conditions import Grounds, Wish
from domain.game.rulings.use_cases import Rulings
from domain.game.undo.conditions import DAY, Proposal
from domain.game.undo.use_cases import Consents
from domain.titles.codec import decode_action
from domain.titles.contract.chance import Value
from domain.titles.contract.ruleset import Action
from domain.titles.score_sheet.actions import End
from tests.builders.players import rolled

DUEL, FIEF, RAIDERS, TEARS, CONVICTED = (
    "northgard-training",
    "fief-tactics",
    "raiders-solo",
    "tears-solo",
    "convicted",
)
SHEET = "score-sheet"

GROUNDS = Grounds("Tour de jeu", "illegal-action")


def order(game: Game, key: str = "") -> Order:
    return Order(game.id, game.seq, "tester", key or f"key-{game.seq}")


class Table:
    """One game, its clerk, and everybody around it. Every write has its own key and names the
    newest record. `game`: an already open game to use; without it a new one is opened."""

    def __init__(
        self,
        clerk: Clerk,
        ruleset: str = DUEL,
        name: str = "table",
        seed: int = 1,
        game: str = "",
        **opening: Any,
    ) -> None:
        self.name, self.rng, self._keys = name, Random(seed), count()
        self.use_clerk(clerk)
        self.id = game or self._open(Opening(ruleset=ruleset, **opening)).state.id
        self.last: Answer

    def use_clerk(self, clerk: Clerk) -> None:
        self.clerk = clerk
        self.consent, self.rulings, self.branches = Consents(clerk), Rulings(clerk), Branches(clerk)

    def _open(self, opening: Opening) -> Answer:
        """Open the game. A table with its own dice rolls what is asked for; sealed dice are the
        same in every run."""
        self.clerk.key_values.keep(
            "seed", game_id("organiser", self.name), sha256(self.name.encode()).digest()
        )
        values: list[tuple[Value, ...]] = []
        while True:
            try:
                plan = replace(opening, values=tuple(values))
                return self.clerk.open_game(plan, "organiser", self.name)
            except RollsNeeded as needed:
                values += self.rolled(needed)

    def rolled(self, needed: RollsNeeded) -> list[tuple[Value, ...]]:
        return list(rolled(needed, self.rng))

    # -- where it stands ---------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self.clerk.game(self.id)

    def at(self, seq: int) -> Game:
        """The game after record `seq`."""
        return self.clerk.game(self.id, seq)

    def body(self, seq: int) -> Any:
        """The body of record `seq`."""
        return self.clerk.load(self.id).record(seq).body

    def bodies(self) -> Iterator[tuple[int, Record]]:
        return ((stored.seq, stored.body) for stored in self.clerk.load(self.id).records())

    def proposal(self, seq: int) -> Proposal:
        """The proposal of record `seq`, in its present state."""
        return next(
            proposal_ for proposal_ in self.consent.proposals(self.game) if proposal_.seq == seq
        )

    def order(self, key: str = "", seq: int | None = None) -> Order:
        """An order against the newest record, or against record `seq`. `key` also determines the
        request's digest."""
        key = key or f"key-{next(self._keys)}"
        return Order(
            self.id, self.game.seq if seq is None else seq, "tester", key, f"digest of {key}"
        )

    # -- playing -----------------------------------------------------------------------------------

    def act(self, seat: str, action: Action, values: list[tuple[Value, ...]] | None = None) -> Game:
        answers = list(values or [])
        while True:
            try:
                self.last = self.clerk.act(self.order(), seat, action, answers)
            except RollsNeeded as needed:
                answers += self.rolled(needed)
            else:
                return self.last.state

    def again(self, seq: int) -> Game:
        """Take an action equal to that of record `seq`."""
        body = self.body(seq)
        return self.act(body.seat, decode_action(self.game.rules, body.action))

    def step(self, seat: str = "", *, ends: bool = True) -> Game:
        game = self.game
        seat = self.rng.choice([mover for mover in game.to_act if mover == (seat or mover)])
        action = game.rules.sample(game.board, seat, self.rng)
        for _ in range(0 if ends else 50):
            if not isinstance(action, End):
                break
            action = game.rules.sample(game.board, seat, self.rng)
        return self.act(seat, action)

    def play(self, actions: int) -> Self:
        """Take this number of random actions, or fewer if the game ends before. Actions by which
        players agree to end the game are not among them."""
        for _ in range(actions):
            if self.game.to_act:
                self.step(ends=False)
        return self

    def until(self, is_reached: Callable[[Game], object], most: int = 600) -> Game:
        for _ in range(most):
            game = self.game
            if is_reached(game):
                return game
            if not game.to_act:
                break
            self.step()
        raise AssertionError(f"it did not come to that in {self.game.seq} records")

    # -- what is done beside the play --------------------------------------------------------------

    def undo(self, seat: str, from_seq: int | None = None) -> Game:
        self.last = self.clerk.undo(self.order(), seat, from_seq)
        return self.last.state

    def redo(self, seat: str) -> Game:
        self.last = self.clerk.redo(self.order(), seat)
        return self.last.state

    def ask(
        self, seat: str, from_seq: int | None = None, seconds: int = DAY, reason: str = ""
    ) -> int:
        self.last = self.consent.ask(self.order(), seat, from_seq, reason, seconds)
        return self.last.record.seq

    def answer(self, seq: int, seat: str, agree: bool = True) -> Game:
        self.last = self.consent.answer(self.order(), seq, seat, agree=agree)
        return self.last.state

    def claim(self, seat: str, about: int, text: str = "This is not right.") -> int:
        self.last = self.rulings.claim(self.order(), seat, about, text)
        return self.last.record.seq

    def rule(self, kind: str, grounds: Grounds = GROUNDS, **wish: Any) -> int:
        self.last = self.rulings.rule(self.order(), Wish(kind, **wish), grounds)  # type: ignore[arg-type]
        return self.last.record.seq

    def overturn(self, ruling: int, grounds: Grounds = GROUNDS) -> Game:
        self.last = self.rulings.overturn(self.order(), ruling, grounds)
        return self.last.state

    def grow(self, seq: int, key: str = "", **wanted: Any) -> Game:
        """Grow a branch from record `seq`. Returns its game."""
        key = key or f"branch-{next(self._keys)}"
        return self.branches.grow(
            BranchRequest(game=self.id, seq=seq, **wanted), "analyst", key, f"digest of {key}"
        ).state


def midway(clerk: Clerk, title: str, most: int = 25, name: str = "table", **more: Any) -> Table:
    """A game in progress, at most `most` actions after its opening; fewer if the title's games are
    short."""
    for actions in (most, most // 2, most // 4, most // 8):
        at = name if actions == most else f"{name} {actions}"
        table = Table(clerk, title, name=at, **more).play(actions)
        if table.game.to_act:
            return table
    raise AssertionError(f"{title} is over in {most // 8} actions")


def duel(clerk: Clerk, undo: UndoPolicy = "free", **opening: Any) -> Table:
    return Table(clerk, DUEL, undo=undo, **opening)


def others(game: Game, seat: str) -> tuple[str, ...]:
    return tuple(
        spec.id for spec in game.setting.seat_specs if spec.role == "player" and spec.id != seat
    )


def last_step(game: Game) -> tuple[str, bool, bool]:
    """The seat of the last step, whether it rolled, and whether it revealed something without a
    roll; `("", False, False)` if there is no step."""
    step = game.step
    if step is None:
        return "", False, False
    rolled = game.history.rolls[step.seq - 1] != game.history.rolls[step.seq - 2]
    return step.seat, rolled, step.stops_undo and not rolled


def plain_end(game: Game, actions: int = 1) -> bool:
    steps = [game.step_at(seq) for seq in game.in_force()[-actions:]]
    if len(steps) < actions or any(step.stops_undo for step in steps):
        return False
    return len({step.seat for step in steps}) == 1 and steps[0].seat != UMPIRE
