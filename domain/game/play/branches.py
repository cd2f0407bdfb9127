"""Branches: what-ifs grown from a position of another game.

A branch is a game of its own: own record, dice and seats. Its opening carries its lineage and all
steps to its first position, so it can be read, exported and verified without the original. It
counts in no score, sheet or statistics of the original.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import get_args

from msgspec import Raw, Struct

from domain.game.aggregate.game import Game, fingerprint
from domain.game.application import UseCases
from domain.game.commands import Answer, Order, game_id, with_link_ids
from domain.game.record.records import (
    FIRST,
    POLICIES,
    ActionTaken,
    ChanceMode,
    Correct,
    GameOpened,
    Grown,
    Lineage,
    Purpose,
    UndoPolicy,
    remedy_of,
)
from domain.game.refusals import BranchRefused, UnknownGame
from domain.kernel.key_values import kept_as
from domain.kernel.refusals import BadRequest
from domain.kernel.stored import StoredRecord
from domain.kernel.text import Text, joined
from domain.kernel.writer import Unit
from domain.titles.contract.chance import new_seed, seed_commitment

_NO_FACTS = Raw(b"[]")

MOST = 100
"""The most branches that grow from a game, including branches of branches."""
MOST_BYTES = 32_000_000
"""The most bytes of the openings of these branches together. An opening contains all steps to its
position."""
_GROWN = "branch"
"""Kind of the counted branches in the key-value store: `<game>/<branch>` with the size of the
opening."""


class BranchRequest(Struct, frozen=True, kw_only=True):
    """A request for a branch: the game, the record `seq` after whose position it begins, its
    purpose, and how it is played."""

    game: str
    seq: int
    purpose: Purpose = "analysis"
    chance: ChanceMode = "sealed"
    undo: UndoPolicy = "free"
    tags: tuple[str, ...] = ()


class Branches(UseCases):
    def grow(
        self,
        wanted: BranchRequest,
        actor: str,
        key: str,
        request: str = "",
        client_at: datetime | None = None,
    ) -> Answer:
        """Open a branch at a position of a game. A repeated request opens no second branch. Raises
        `BranchRefused`."""
        _need_offered("/purpose", NO_PURPOSE, wanted.purpose, get_args(Purpose))
        _need_offered("/undo", NO_POLICY, wanted.undo, POLICIES)
        _need_offered("/chance", NO_CHANCE, wanted.chance, get_args(ChanceMode))
        order = self._order(actor, key, request, client_at)

        def make(unit: Unit) -> GameOpened:
            opened = self._opening(self._clerk.game(wanted.game, wanted.seq), wanted, order, unit)
            self._count_branch(wanted.game, StoredRecord.new(order.stream, FIRST, opened))
            return opened

        return self._clerk.open(order, make)

    def opened_before(self, actor: str, key: str, request: str = "") -> Answer | None:
        """The answer to an earlier request with this key for a branch; None if there was none."""
        return self._clerk.opened(self._order(actor, key, request))

    def _count_branch(self, game: str, stored: StoredRecord) -> None:
        """Store the size of a new branch under the game at the root of its lineage. Raises
        `BranchRefused` if that game has too many branches or bytes of them. This comes before the
        branch is stored, so that a crash in between leaves none uncounted. A repeated request is
        counted once."""
        key_values = self._clerk.key_values
        try:
            while (lineage := self._clerk.load(game).head.opened.lineage) is not None:
                game = lineage.game
        except UnknownGame:
            pass  # a branch that was imported without its parent counts for itself
        there = dict(key_values.items(_GROWN, f"{game}/"))
        own = f"{game}/{stored.stream}"
        size = len(stored.state) + sum(
            kept_as(int, data) or 0 for key, data in there.items() if key != own
        )
        if own not in there and (len(there) >= MOST or size > MOST_BYTES):
            raise BranchRefused(
                Text(
                    "{count:branch has|branches have} grown from this game, which is as much as "
                    "it may keep: go on in one of them.",
                    count=len(there),
                )
            )
        key_values.keep(_GROWN, own, str(len(stored.state)).encode())

    def _order(
        self, actor: str, key: str, request: str, client_at: datetime | None = None
    ) -> Order:
        return Order(game_id(actor, f"branch\n{key}"), 0, actor, key, request, client_at)

    def _opening(self, parent: Game, wanted: BranchRequest, order: Order, unit: Unit) -> GameOpened:
        if parent.diverged:
            raise BranchRefused(
                Text(
                    "The replay of this game differs from its record {diverged}: no branch can "
                    "grow from there on.",
                    diverged=parent.diverged,
                ),
            )
        opened, key_values = parent.opened, self._clerk.key_values
        commitment = ""
        if wanted.chance == "sealed":
            commitment = seed_commitment(
                key_values.keep("seed", order.stream, new_seed()), order.stream
            )
        record = GameOpened(
            **unit.stamp,
            ruleset=opened.ruleset,
            version=opened.version,
            catalog=opened.catalog,
            options=opened.options,
            seats=tuple(seat.__class__(seat.id, seat.role) for seat in opened.seats),
            chance=wanted.chance,
            commitment=commitment,
            undo=wanted.undo,
            facts=opened.facts,
            board=fingerprint(parent.rules, parent.board),
            lineage=Lineage(parent.id, parent.seq, wanted.purpose, parent.irregular_steps),
            grown=(*opened.grown, *_steps_in_force(parent)),
            tags=wanted.tags,
            name=parent.typed_name,
            owner=opened.administered_by,
        )
        return with_link_ids(record, order.stream, self._clerk.link_of)


NO_PURPOSE = Text("There is no purpose {given}: there are {offered}.")
NO_POLICY = Text("There is no undo policy {given}: there are {offered}.")
NO_CHANCE = Text("There is no chance mode {given}: there are {offered}.")


def _need_offered(pointer: str, refusal: Text, value: str, offered: tuple[str, ...]) -> None:
    if value not in offered:
        raise BadRequest(pointer, refusal.filled({"given": value, "offered": joined(offered)}))


def _steps_in_force(game: Game) -> Iterator[Grown]:
    for seq in game.in_force():
        body = game.history.record(seq).body
        if isinstance(body, ActionTaken):
            yield Grown(seq, body.seat, body.facts)
        elif isinstance(remedy := remedy_of(body), Correct):
            yield Grown(seq, "", remedy.facts if remedy.patch is None else _NO_FACTS, remedy.patch)
