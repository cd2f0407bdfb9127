"""The forger: somebody who holds every key, the log's, the witnesses' and the operator's, and
writes what he likes.

He takes a game as the service has it (`Forger.over`), changes, adds, moves or leaves out records,
draws the dice that the seed gives for numbers of his choice, and has it all logged, signed and
cosigned anew. Nothing random is in it: the same forgery is the same bundle.

    forged = Forger.over(clerk, id)
    forged.add("NoteAdded", text="", rolls=[forged.roll("2d6") for _ in range(12)])
    forged.act("blue", action).close()
    forged.fails("nothing is rolled in it", record=9)              # as `greffe verify` reads it
    forged.fails("nothing is rolled in it", record=9, rules=True)  # as `greffe verify --replay`
                                                                   does
"""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Self

from domain.game.aggregate.game import Game, begin_game, fingerprint, setting_of
from domain.game.aggregate.standing_rolls import RepeatingChance, standing_rolls
from domain.game.clerk.clerk import Clerk
from domain.game.record.headers import ROLLING, record_headers
from domain.game.record.records import (
    FIRST,
    ActionTaken,
    ContributionRevealed,
    GameClosed,
    GameOpened,
)
from domain.kernel.stored import StoredRecord
from domain.proof.verify.report import Report
from domain.titles.codec import encode_action, encode_facts
from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.contract.chance import SealedChance, dice_key, sealed_picks
from domain.titles.contract.ruleset import Action
from domain.transfer.replay import ReplayResult, replay
from ops.cli.proof.replayed import add_game_findings
from tests.builders.table import Table, last_step
from tests.builders.world import Record, World, audit, verified
from tests.domain.proof.games import rows_of

AT = "2026-01-01T12:00:00Z"
SALT = "AAAAAAAAAAAAAAAAAAAAAA=="
POINTERS = ("about", "from_seq", "asked", "retraction", "ruling", "claim", "record", "handed")


class Forger:
    def __init__(
        self, id: str, rows: Iterable[Record], seed: bytes = b"", catalog: bytes | None = None
    ) -> None:
        """`seed` is the seed of the sealed dice, `catalog` the bytes of the catalog that the game
        was opened with."""
        self.id, self.seed, self.catalog = id, seed, catalog
        self.rows = list(rows)

    @classmethod
    def over(cls, clerk: Clerk, id: str) -> Self:
        rows = rows_of(clerk, id)
        catalog = clerk.key_values.fetch("catalog", json.loads(rows[0][1]).get("catalog", ""))
        return cls(id, rows, clerk.key_values.fetch("seed", id) or b"", catalog)

    def copy(self) -> Self:
        return type(self)(self.id, self.rows, self.seed, self.catalog)

    # -- reading -----------------------------------------------------------------------------------

    @property
    def last(self) -> int:
        return len(self.rows)

    def body(self, seq: int) -> dict[str, Any]:
        """The body of record `seq`, as plain data."""
        body: dict[str, Any] = json.loads(self.rows[seq - 1][1])
        return body

    def find(
        self, topic: str, where: Callable[[dict[str, Any]], object] = lambda body: True
    ) -> list[int]:
        return [
            seq
            for seq, (kind, _) in enumerate(self.rows, FIRST)
            if kind == topic and where(self.body(seq))
        ]

    @property
    def rolls(self) -> list[dict[str, Any]]:
        return [
            roll for seq in range(FIRST, self.last + 1) for roll in self.body(seq).get("rolls", [])
        ]

    @property
    def game(self) -> Game:
        """The game folded from the rows, without rolls in records that may not have any. Raises the
        errors of the fold for other faults."""
        assert self.catalog is not None
        rows = self._in_place()
        opening = StoredRecord(self.id, FIRST, *rows[0])
        opened = opening.body
        assert isinstance(opened, GameOpened)
        game = begin_game(opening, *setting_of(opened, Catalog(self.catalog)))
        game.history.extend(
            record_headers([topic for topic, _ in rows[1:]], [state for _, state in rows[1:]])
        )
        return Game(game.history, game.checks, len(game.history))

    # -- writing -----------------------------------------------------------------------------------

    def add(self, topic: str, /, **fields: Any) -> Self:
        self.rows.append(
            _stored(topic, {"type": topic, "at": self._time_of(), "salt": SALT, **fields})
        )
        return self

    def insert(self, seq: int, topic: str, /, **fields: Any) -> Self:
        """Insert a record as number `seq`. Later records move up by one, and references to them are
        adjusted."""
        new = {at: at + 1 for at in range(seq, self.last + 1)}
        self.rows = [(kind, renumbered(state, new)) for kind, state in self.rows]
        self.rows.insert(
            seq - 1,
            _stored(topic, {"type": topic, "at": self._time_of(seq - 1), "salt": SALT, **fields}),
        )
        return self

    def cut(self, upto: int) -> Self:
        """Delete all records after record `upto`."""
        del self.rows[upto:]
        return self

    def change(
        self,
        seq: int,
        change: Callable[[dict[str, Any]], object] = lambda body: None,
        /,
        **fields: Any,
    ) -> Self:
        """Change record `seq`: apply `change` to its plain data, and replace these fields. A field
        given as None is removed."""
        topic, body = self.rows[seq - 1][0], self.body(seq)
        change(body)
        body.update(fields)
        self.rows[seq - 1] = _stored(
            topic, {name: value for name, value in body.items() if value is not None}
        )
        return self

    # -- dice --------------------------------------------------------------------------------------

    def key(self, upto: int | None = None) -> bytes:
        """The key of the dice after record `upto` (default: the last). It includes the seats' parts
        once all were shown."""
        opened, parts = self.body(FIRST), {}
        for topic, state in self.rows[:upto]:
            if topic == ContributionRevealed.__name__:
                part = json.loads(state)
                parts[part.get("seat", "")] = bytes.fromhex(part.get("value", ""))
        seats = [seat["id"] for seat in opened["seats"] if seat["role"] == "player"]
        whole = (
            [(seat, parts[seat]) for seat in seats if seat in parts]
            if len(parts) == len(seats)
            else []
        )
        return dice_key(self.seed, self.id, whole)

    def picks(self, number: int, spec: str) -> tuple[int, ...]:
        """The result that roll `number` would have. The forger knows the seed, so he can look
        ahead."""
        return sealed_picks(self.key(), number, spec)

    def roll(
        self, spec: str = "2d6", kind: str = "battle", number: int = 0, **changed: Any
    ) -> dict[str, Any]:
        """A roll as the seed gives it, with the next number unless `number` is given; `changed`
        replaces fields. It is not added to a record."""
        number = number or len(self.rolls) + 1
        picks = list(self.picks(number, spec))
        values = [pick + 1 for pick in picks]
        return {
            "number": number,
            "kind": kind,
            "spec": spec,
            "picks": picks,
            "values": values,
            "source": "sealed",
            **changed,
        }

    def burn_rolls(self, many: int, spec: str = "1d6") -> list[dict[str, Any]]:
        first = len(self.rolls) + 1
        return [self.roll(spec, number=number) for number in range(first, first + many)]

    def act(
        self, seat: str, action: Action, *, anew: bool = False, burn: int = 0, **changed: Any
    ) -> Self:
        """Add an action with the facts that the rules derive, legal or not. `burn` roll numbers are
        skipped before it; with `anew`, rolls that an arbiter let stand are rolled again."""
        game = self.game
        chance: Any = SealedChance(self.key(), len(self.rolls) + burn)
        if not anew:
            chance = RepeatingChance(chance, standing_rolls(game))
        facts = game.rules.decide(game.board, seat, action, chance)
        taken = ActionTaken(
            at=game.at,
            salt=SALT,
            seat=seat,
            action=encode_action(action),
            facts=encode_facts(facts),
            rolls=tuple(chance.rolls),
        )
        stored = StoredRecord.new(self.id, self.last + 1, taken)
        self.rows.append((stored.topic, stored.state))
        return self.change(self.last, **changed) if changed else self

    def fingerprint(self, seq: int) -> str:
        """The fingerprint of the position after record `seq`."""
        game = Game(self.game.history, self.game.checks, seq)
        return fingerprint(game.rules, game.board)

    def close(self, **changed: Any) -> Self:
        game = self.game
        seed = self.seed.hex() if game.opened.chance == "sealed" else ""
        closed = GameClosed(
            at=game.at,
            salt=SALT,
            outcome=game.outcome,
            seed=seed,
            board=fingerprint(game.rules, game.board),
        )
        stored = StoredRecord.new(self.id, self.last + 1, closed)
        self.rows.append((stored.topic, stored.state))
        return self.change(self.last, **changed) if changed else self

    # -- having it audited -------------------------------------------------------------------------

    def bundle(self) -> bytes:
        world = World().play(self.id, self.rows)
        return world.bundle(
            self.id, catalog=None if self.catalog is None else self.catalog.decode()
        )

    def replayed(self) -> ReplayResult:
        return replay(self.id, self.rows, self.catalog)

    def report(self, *, rules: bool = False) -> Report:
        """The report of `greffe verify`; with `rules`, that of `--replay`."""
        report = audit(self.bundle())
        if rules:
            add_game_findings(report, self.replayed())
        return report

    def fails(self, *words: str, record: int | None = None, rules: bool = False) -> None:
        report = self.report(rules=rules)
        assert report.verdict == "failed", "\n".join(report.text("en"))
        findings = [f for f in report.findings if f.status == "failed"]
        right = [
            f
            for f in findings
            if all(word in f.said.en for word in words) and record in (None, f.record)
        ]
        assert right, "\n".join(report.text("en"))
        assert all(f.said.fr and f.said.fr != f.said.en for f in findings)

    def holds(self, *, rules: bool = False) -> Report:
        return verified(self.report(rules=rules))

    def _in_place(self) -> list[Record]:
        """The rows in a form that can be folded: with rolls only in openings and actions, numbered
        without gaps."""
        numbers: dict[int, int] = {}
        rows = []
        for topic, state in self.rows:
            body = json.loads(state)
            rolls = body.pop("rolls", [])
            if topic in ROLLING and not body.get("lineage"):
                for roll in rolls:
                    roll["number"] = numbers[roll["number"]] = len(numbers) + 1
                    if roll.get("of"):
                        roll["of"] = numbers.get(roll["of"], 0)
                body |= {"rolls": rolls} if rolls else {}
            rows.append(
                (topic, state)
                if body.get("rolls", []) == json.loads(state).get("rolls", [])
                else _stored(topic, body)
            )
        return rows

    def _time_of(self, seq: int = 0) -> str:
        return str(json.loads(self.rows[seq - 1][1])["at"]) if self.rows else AT


def _stored(topic: str, body: dict[str, Any]) -> Record:
    return topic, json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()


def renumbered(state: bytes, new: Mapping[int, int], **changed: Any) -> bytes:
    """The bytes of a record with its references to other records replaced by their new numbers.
    `changed` replaces fields that it has."""
    body = json.loads(state)
    body.update({name: value for name, value in changed.items() if name in body})

    def move(body: dict[str, Any]) -> None:
        for name in POINTERS:
            if isinstance(body.get(name), int):
                body[name] = new.get(body[name], body[name])
        if isinstance(body.get("actions"), list):
            body["actions"] = [new.get(at, at) for at in body["actions"]]
        for inner in (body.get("remedy"), body.get("opens")):
            if isinstance(inner, dict):
                move(inner)

    move(body)
    return json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()


def forger_over(table: Table) -> Forger:
    return Forger.over(table.clerk, table.id)


def seats_of(table: Table) -> tuple[str, str]:
    first = table.game.rules.to_act(table.game.board)[0]
    return first, next(seat for seat in table.game.setting.seats if seat != first)


def retract(forger: Forger, seat: str, from_seq: int, **more: Any) -> Forger:
    gone = [seq for seq in forger.game.in_force() if seq >= from_seq]
    return forger.add("ActionsRetracted", seat=seat, from_seq=from_seq, actions=gone, **more)


def asked(table: Table) -> tuple[Forger, str, str]:
    """A game in which a seat asks to take back a roll by consent. Returns the forger, the seat that
    asks, and the seat that has to agree."""
    table.until(lambda game: last_step(game)[1])
    at = table.game.in_force()[-1]
    seat = table.body(at).seat
    table.consent.ask(table.order(), seat, at)
    return forger_over(table), seat, table.body(table.game.seq).affected[0]
