"""Tournaments with games in Greffe, small enough for a test to audit, and functions that put a
tournament in one file."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.game.clerk.clerk import Clerk
from domain.game.rulings.conditions import Grounds
from domain.game.seats.countersignatures import Countersignatures
from domain.game.store.repository import leaf_of
from domain.proof.bundle.countersigns import countersign_message
from domain.proof.spelling import base64_of
from domain.proof.verify.report import Report
from domain.titles.contract.time_control import TimeControl
from domain.tournament.aggregate.conditions import Confirmation
from domain.tournament.directing.games import result_of_games
from domain.tournament.records import GameLinked
from domain.tournament.values import Key, Match, Rules, Scoring, Stage
from ops.cli.proof.verify import add_replay_findings
from tests.builders.players import play_on
from tests.builders.table import Table, last_step, others, plain_end
from tests.builders.world import Record, World, audit
from tests.domain.campaign.campaigning import entry, finish
from tests.domain.proof.events import leaves
from tests.domain.proof.games import rows_of
from tests.domain.tournament.directing.hall import Hall, challenge

Change = Callable[[dict[str, Any]], object]

SOLO = "raiders-solo"
DUEL = "northgard-training"


def sign(clerk: Clerk, game: str, seat: str) -> None:
    key = Ed25519PrivateKey.from_private_bytes(seat.encode().ljust(32, b"."))
    loaded = clerk.load(game)
    about = loaded.head.seq
    signature = key.sign(countersign_message(game, about, leaf_of(loaded, about), seat))
    public = base64_of(key.public_key().public_bytes_raw())
    Countersignatures(clerk).sign(
        entry(loaded.head, f"sign-{seat}"), seat, about, public, base64_of(signature)
    )


def duels(clerk: Clerk, name: str = "duels") -> Hall:
    """Two rounds of two duels. One duel is signed by both seats, one by one seat, one is closed,
    and one result is typed. A round was withdrawn while it was played."""
    rules = Rules(
        (Stage(rounds=2, keys=("points", "lots"), time_control=TimeControl("fischer", 1_500, 10)),)
    )
    hall = Hall(clerk, rules, 4, name, ruleset=DUEL, undo="free", tags=("spring",)).begun(
        games=True
    )
    first, second = hall.now.rounds[0].tables
    for table in (first, second):
        finish(clerk, clerk.game(table.game), table.number)
    for seat in first.linked.seats:
        sign(clerk, first.game, seat)
    sign(clerk, second.game, second.linked.seats[0])
    for table in (first, second):
        hall.on.results.take(hall.order(), 1, table.number)
    hall.on.rounds.close(hall.order(), 1)
    hall.pair(2)
    hall.on.rounds.publish(hall.order(), 2)
    hall.on.rounds.open_games(hall.order(), 2, [1])
    begun = clerk.game(hall.now.rounds[1].tables[0].game)
    play_on(clerk, begun, Random(3), lambda game: game.seq > 3, anybody=True, by="table")
    hall.confirmed(lambda how: hall.on.rounds.withdraw(hall.order(), 2, how, agreed=True))
    hall.pair(2)
    hall.on.rounds.open_games(hall.order(), 2)
    first, second = hall.now.rounds[1].tables
    finish(clerk, clerk.game(first.game), 5)
    clerk.close_game(entry(clerk.game(first.game), "close"))
    hall.on.results.take(hall.order(), 2, 1)
    hall.type(2, 2, *second.entrants)
    hall.on.whole.close(hall.order(), Confirmation(1, "It was late."))
    return hall


def matched(clerk: Clerk, name: str = "matched") -> Hall:
    """A round with two matches, each the best of three games. The first is played to its end; in
    the second, time runs out during game 2."""
    scoring = Scoring(win="3", draw="1", bye="3", forfeit="3")
    keys: tuple[Key, ...] = ("points", "opponents-match-win", "game-win", "lots")
    stage = Stage(rounds=1, scoring=scoring, keys=keys, match=Match(3))
    hall = Hall(clerk, Rules((stage,)), 4, name, ruleset=DUEL, undo="free").begun(games=True)
    hall.on.rounds.publish(hall.order(), 1)
    for number in (1, 2):
        finish(clerk, clerk.game(hall.now.rounds[0].tables[number - 1].game), number)
        hall.on.rounds.open_games(hall.order(), 1, [number])
    first, second = hall.now.rounds[0].tables
    for seed in range(30, 40):
        finish(clerk, clerk.game(first.game), seed)
        if not result_of_games(hall.now, Match(3), first, clerk.game).time_over:
            break
        hall.on.rounds.open_games(hall.order(), 1, [1])
        first = hall.now.rounds[0].tables[0]
    hall.on.results.take(hall.order(), 1, 1)
    over = result_of_games(hall.now, Match(3), second, clerk.game, open_=True)
    hall.on.results.take(hall.order(), 1, 2, over)
    hall.on.rounds.close(hall.order(), 1)
    hall.on.whole.close(hall.order())
    return hall


def dealt(clerk: Clerk, name: str = "dealt") -> Hall:
    hall = Hall(clerk, challenge(), 2, name, ruleset=SOLO, chance="duplicate").begun(games=True)
    for table in hall.now.rounds[0].tables:
        play_on(
            clerk,
            clerk.game(table.game),
            Random(table.number),
            lambda game: game.seq > 12,
            anybody=True,
            by="table",
        )
        hall.type(1, table.number, *table.entrants)
    hall.on.whole.close(hall.order())
    return hall


def verified(file: Path) -> Report:
    """The report of `greffe verify --replay` on a file."""
    report = audit(file.read_bytes())
    add_replay_findings(report, file)
    return report


def disputed(clerk: Clerk, name: str = "disputed") -> Hall:
    """Two duels with everything that can happen besides play: actions taken back and restored,
    notes, claims, rulings, an overturned ruling, a penalty. The result of one table is
    taken, the table is reopened, and its result is taken again."""
    hall = Hall(
        clerk,
        Rules((Stage(rounds=1, keys=("points", "lots")),)),
        4,
        name,
        ruleset=DUEL,
        undo="free",
    ).begun()
    hall.on.rounds.publish(hall.order(), 1)
    hall.on.rounds.open_games(hall.order(), 1)
    for at in hall.now.rounds[0].tables:
        table = Table(clerk, game=at.game, name=at.game, seed=at.number).play(6)
        if at.number == 1:
            seat = table.until(plain_end).step.seat
            table.undo(seat)
            table.redo(seat)
            table.undo(seat)
            seat = last_step(table.until(lambda game: last_step(game)[1]))[0]
            table.answer(table.ask(seat), *others(table.game, seat))
            claim = table.claim("blue", table.game.in_force()[0])
            table.rule("stands", grounds=Grounds("1", "illegal-action", claim=claim))
            table.overturn(table.rule("penalty", seat="red", points=2))
            table.rule("annul", from_seq=table.game.in_force()[-1], rolls="stands")
        finish(clerk, table.game, at.number)
        hall.on.results.take(hall.order(), 1, at.number)
        if at.number == 1:
            hall.confirmed(lambda how: hall.on.results.reopen(hall.order(), 1, 1, how))
            table.clerk.change_listing(table.order(), public=True, tags=("spring",))
            hall.on.results.take(hall.order(), 1, 1)
            clerk.close_game(entry(clerk.game(at.game), "close"))
    hall.on.rounds.close(hall.order(), 1)
    hall.on.whole.close(hall.order())
    return hall


def games_of(hall: Hall) -> list[str]:
    return [
        record.body.game
        for record in hall.on.store.records_of(hall.id)
        if isinstance(record.body, GameLinked)
    ]


class Forged:
    """An event in the hands of somebody who logs and signs it anew after each change."""

    def __init__(self, hall: Hall, folder: Path) -> None:
        self.ids = [hall.id, *games_of(hall)]
        self.rows = {id: rows_of(hall.clerk, id) for id in self.ids}
        self._file = folder / "event.jsonl"

    def put(self, id: str, seq: int, record: Record) -> None:
        """Replace record `seq` of stream `id`."""
        self.write(id, [*self.rows[id][: seq - 1], record, *self.rows[id][seq:]])

    def write(self, id: str, rows: list[Record], new: Mapping[int, int] = {}) -> None:
        """Replace all records of stream `id`. If it is a game, the tournament's references to its
        records are changed: to the numbers in `new`, by old number, and to the new leaves."""
        self.rows[id] = rows
        if id == self.ids[0]:
            return
        there = leaves(id, rows)
        for n, (topic, state) in enumerate(self.rows[self.ids[0]]):
            body = json.loads(state)
            if body.get("leaf") and body["game"] == id:
                seq = min(new.get(body.get("seq", 1), body.get("seq", 1)), len(rows))
                body |= {"leaf": there[seq - 1], **({"seq": seq} if "seq" in body else {})}
                self.rows[self.ids[0]][n] = topic, json.dumps(body, separators=(",", ":")).encode()

    def change(self, topic: str, change: Change, *, nth: int = 0, of: int = 0) -> int:
        """Apply `change` to the `nth` record (from 0) of a kind, in the tournament (`of` 0) or in
        game `of`. Returns its seq."""
        id = self.ids[of]
        seq = [n for n, (kind, _) in enumerate(self.rows[id], start=1) if kind == topic][nth]
        body = json.loads(self.rows[id][seq - 1][1])
        change(body)
        self.put(id, seq, (topic, json.dumps(body, separators=(",", ":")).encode()))
        return seq

    def report(self) -> Report:
        """The report of `greffe verify --replay` on the event."""
        world = World()
        for id, rows in self.rows.items():
            world.play(id, rows)
        self._file.write_bytes(b"".join(map(world.bundle, self.ids)))
        return verified(self._file)

    def fails(self, words: str, record: int | None) -> None:
        report = self.report()
        failed = [
            finding
            for finding in report.findings
            if finding.status == "failed" and record in (None, finding.record)
        ]
        assert any(words in finding.said.en for finding in failed), "\n".join(report.text("en"))
        assert all(finding.said.fr != finding.said.en for finding in failed)
