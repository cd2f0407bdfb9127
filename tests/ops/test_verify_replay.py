"""`greffe verify --replay`: games of every kind replayed with the rules that they name, and what is said of those that cannot be,
or that tell what did not come of them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import Result

from domain import games
from domain.bundling import bundle_of
from domain.clerk import Clerk
from domain.contributing import Contributing, players
from domain.course import encode_board
from domain.games.northgard import RULES
from domain.ledger import __main__ as ledger_cli
from domain.ledger.dice import contribution_commitment
from domain.ledger.policy_file import policy_text
from domain.orders import Order
from domain.record import UMPIRE
from tests.domain.campaigning import finish, opened, scenario
from tests.domain.tabling import DUEL, FACTS, FIEF, RAIDERS, TEARS, Table, last, sound_patch
from tests.domain.test_let_stand import disputed, let_stand
from tests.ledger.games import rows_of
from tests.ledger.world import LOG, Record, World


def logged(id: str, rows: Sequence[Record], catalog: str | None = None) -> bytes:
    """The bundle of a log in which these rows are, just so."""
    world = World()
    world.play(id, rows)
    return world.bundle(id, proof=world.proof(id, len(rows), witnesses=()), catalog=catalog)


class Auditor:
    """Somebody with the whole program, and a policy of one key."""

    def __init__(self, folder: Path, greffe: Callable[..., Result]) -> None:
        self.bundle, self._policy, self._greffe = folder / "game.jsonl", folder / "policy", greffe
        self._policy.write_text(policy_text([LOG.verifier]))

    def replay(self, clerk: Clerk, id: str, upto: int | None = None) -> dict[str, Any]:
        """The report on a game or campaign, as the service bundles it up to a record."""
        world, rows = World(), rows_of(clerk, id)
        world.play(id, rows)
        upto = upto or len(rows)
        self.bundle.write_bytes(b"".join(bundle_of(clerk, id, upto, world.proof(id, upto, witnesses=()), names=True)))
        return self.report()

    def replay_rows(self, id: str, rows: Sequence[Record], catalog: str | None) -> dict[str, Any]:
        """The report on rows that were logged as they are, by somebody who could write what he wanted."""
        self.bundle.write_bytes(logged(id, rows, catalog))
        return self.report()

    def report(self, *words: str) -> dict[str, Any]:
        """What the command says of the bundle that is there."""
        told = self._greffe("verify", str(self.bundle), "--policy", str(self._policy), "--replay", "--json", *words)
        found: dict[str, Any] = json.loads(told.stdout)
        assert told.exit_code == found["exit"]
        for one in found["checks"]:
            assert one["en"] and one["fr"]
        return found


@pytest.fixture
def auditor(tmp_path: Path, greffe: Callable[..., Result]) -> Auditor:
    return Auditor(tmp_path, greffe)


def lines(report: dict[str, Any]) -> list[tuple[str, str]]:
    """Status and English sentence of what the replay says."""
    return [(one["status"], one["en"]) for one in report["checks"] if one["check"] == "replay"]


def holds(report: dict[str, Any], verdict: str = "verified") -> str:
    """The one line of a replay without a fault."""
    assert report["verdict"] == verdict, report
    ((status, said),) = lines(report)
    assert status in ("ok", "note"), said
    return said


# -- games that are in order ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", games.ids())
@pytest.mark.parametrize("chance", ["sealed", "table"])
def test_a_game_of_each_title_with_either_dice(auditor: Auditor, clerk: Clerk, title: str, chance: str) -> None:
    table = Table(clerk, title, chance=chance)
    table.play(22)
    said = holds(auditor.replay(clerk, table.id), "not complete")
    assert said == f"replayed with {title} version 1: 22 actions, all of {said.split('all of ')[1].split()[0]} fingerprints agree"
    table.clerk.close_game(table.order())
    report = auditor.replay(clerk, table.id)
    holds(report)
    (data,) = [one for one in report["checks"] if one["check"] == "replay"]
    assert (data["ruleset"], data["version"], data["fidelity"]) == (title, 1, "exact")
    assert data["fingerprints"] >= 2


def test_every_prefix(auditor: Auditor, clerk: Clerk) -> None:
    table = Table(clerk, DUEL)
    table.play(4)
    for upto in range(1, table.game.seq + 1):
        said = holds(auditor.replay(clerk, table.id, upto), "not complete")
        assert f"{upto - 1} action{'' if upto == 2 else 's'}, its one fingerprint agrees" in said


def test_dice_that_rest_on_contributions_too(auditor: Auditor, clerk: Clerk) -> None:
    table, dice = Table(clerk, RAIDERS, chance="sealed"), Contributing(clerk)
    table.play(3)
    for seat in players(table.game):
        dice.commit(table.order(), seat, contribution_commitment(table.id, seat, b"v" * 16).hex())
    for seat in players(table.game):
        dice.reveal(table.order(), seat, (b"v" * 16).hex())
    table.play(8)
    clerk.close_game(table.order())
    holds(auditor.replay(clerk, table.id))


@pytest.mark.parametrize("title", [DUEL, FIEF, RAIDERS, TEARS])
def test_a_game_with_everything_an_arbiter_can_do(auditor: Auditor, clerk: Clerk, title: str) -> None:
    """Undo and redo, annulled with rolls that stand and that are rolled again, corrected by facts and by a patch, overturned."""
    table = Table(clerk, title, undo="arbiter")
    table.play(6)
    table.undo(UMPIRE)
    table.redo(UMPIRE)
    at = table.until(lambda game: last(game)[1]).in_force()[-1]
    table.rule("annul", from_seq=at, rolls="stands")
    table.again(at)
    table.play(2)
    table.rule("annul", from_seq=table.game.in_force()[-1], rolls="reroll")
    table.play(2)
    table.rule("correct", facts=FACTS[title])
    table.play(1)
    ruling = table.rule("correct", patch=sound_patch(title, json.loads(encode_board(table.game.board))))
    table.play(1)
    table.overturn(ruling)
    table.play(2)
    clerk.close_game(table.order())
    holds(auditor.replay(clerk, table.id))


@pytest.mark.parametrize("resolvable", [True, False])
def test_an_action_that_was_let_stand(auditor: Auditor, clerk: Clerk, resolvable: bool) -> None:
    table, seat, action = disputed(clerk, RAIDERS, resolvable=resolvable)
    let_stand(table, seat, action, facts=() if resolvable else FACTS[RAIDERS])
    if table.game.to_act:
        table.step()
    clerk.close_game(table.order())
    holds(auditor.replay(clerk, table.id))


def test_a_branch_says_what_is_not_its_own_to_show(auditor: Auditor, clerk: Clerk) -> None:
    table = Table(clerk, RAIDERS)
    table.play(6)
    branch = Table(clerk, game=table.grow(5).id)
    branch.play(3)
    clerk.close_game(branch.order())
    report = auditor.replay(clerk, branch.id)
    assert "3 actions" in holds(report)
    assert "4 steps came with the branch and are for the game it grew from to show" in holds(report)
    assert [one["game"] for one in report["checks"] if one["check"] == "branch"] == [table.id]


def test_the_scenarios_of_a_campaign_and_the_campaign_itself(auditor: Auditor, clerk: Clerk) -> None:
    campaign, game = scenario(clerk, opened(clerk))
    finish(clerk, game)
    campaign, second = scenario(clerk, campaign)
    assert holds(auditor.replay(clerk, game.id), "not complete")
    second = finish(clerk, second, 2)
    clerk.close_game(Order(second.id, second.seq, "tester", "close"))
    assert holds(auditor.replay(clerk, second.id))
    ((status, said),) = lines(auditor.replay(clerk, campaign.id))
    assert (status, said.split(": ")[1]) == ("open", "it is no game but a campaign")


# -- rules and catalogs that are not at hand ---------------------------------------------------------------------------------


def game_of(clerk: Clerk, title: str = DUEL) -> tuple[str, list[Record], str]:
    """A finished game: its id, its rows, its catalog."""
    table = Table(clerk, title)
    table.play(8)
    clerk.close_game(table.order())
    catalog = clerk.drawer.fetch("catalog", table.game.opened.catalog)
    assert catalog is not None
    return table.id, rows_of(clerk, table.id), catalog.decode()


class Mended(type(RULES)):  # type: ignore[misc]
    """The next version of a title: its set-up and its actions tell other facts."""

    version = 2

    def setup(self, board: Any, chance: Any) -> Any:
        raise NotImplementedError

    def decide(self, board: Any, seat: str, action: Any, chance: Any) -> Any:
        raise NotImplementedError


NEXT = Mended()


def test_an_older_version_is_replayed_with_its_own_rules(auditor: Auditor, clerk: Clerk, monkeypatch: pytest.MonkeyPatch) -> None:
    id, rows, catalog = game_of(clerk)
    monkeypatch.setitem(games._TITLES, (DUEL, 2), f"{__name__}:NEXT")
    assert games.latest(DUEL) == 2
    assert f"replayed with {DUEL} version 1" in holds(auditor.replay_rows(id, rows, catalog))
    newer = [(rows[0][0], rows[0][1].replace(b'"version":1', b'"version":2')), *rows[1:]]
    ((_, said), (status, other)) = lines(auditor.replay_rows(id, newer, catalog))
    assert f"replayed with {DUEL} version 2" in said
    assert (status, other.split(" in records ")[0]) == ("open", "these rules would tell other facts")


def test_rules_that_are_not_here(auditor: Auditor, clerk: Clerk) -> None:
    id, rows, catalog = game_of(clerk)
    for old, new, says in (
        (b'"version":1', b'"version":7', "its rules, northgard-training version 7, are not in this program"),
        (DUEL.encode(), b"chess", "its rules, chess version 1, are not in this program"),
    ):
        report = auditor.replay_rows(id, [(rows[0][0], rows[0][1].replace(old, new)), *rows[1:]], catalog)
        assert report["verdict"] == "not complete"
        assert lines(report) == [("open", f"it cannot be replayed: {says}")]


def test_a_catalog_that_is_not_in_the_bundle(auditor: Auditor, clerk: Clerk) -> None:
    """The title's own is here; one that an organiser brought is not."""
    id, rows, catalog = game_of(clerk)
    assert holds(auditor.replay_rows(id, rows, None))
    digest = clerk.game(id).opened.catalog.encode()
    other = [(rows[0][0], rows[0][1].replace(digest, b"f" * 64)), *rows[1:]]
    report = auditor.replay_rows(id, other, None)
    assert lines(report) == [("open", "it cannot be replayed: the bundle does not have its catalog")]
    assert report["exit"] == 3
    assert auditor.replay_rows(id, other, catalog)["verdict"] == "failed", "and no other catalog is taken for it"


# -- what did not come of the game -------------------------------------------------------------------------------------------


def changed(rows: list[Record], seq: int, change: Callable[[Any], object]) -> list[Record]:
    """The rows with the JSON of one changed, as whoever writes the store could have logged it from the start."""
    topic, data = rows[seq - 1]
    body = json.loads(data)
    change(body)
    return [*rows[: seq - 1], (topic, json.dumps(body, separators=(",", ":")).encode()), *rows[seq:]]


def distinct(rolls: Sequence[Any]) -> bool:
    """Whether a roll came to several values that differ."""
    return any(len(set(map(str, roll.values))) > 1 for roll in rolls)


def test_what_a_roll_came_to_is_not_what_was_drawn(auditor: Auditor, clerk: Clerk) -> None:
    """The picks follow from the seed, so the dice are proven; but the value written beside them is another."""
    table = Table(clerk, TEARS, seed=2)
    at = table.until(lambda game: game.seq > 1 and last(game)[1] and distinct(table.body(game.seq).rolls)).seq
    id, rows = table.id, rows_of(clerk, table.id)
    assert distinct(table.game.opened.rolls)
    for seq in (1, at):

        def swap(body: Any) -> None:
            values = next(roll["values"] for roll in body["rolls"] if len(set(map(str, roll["values"]))) > 1)
            values[:] = values[1:] + values[:1]

        report = auditor.replay_rows(id, changed(rows, seq, swap), None)
        assert report["verdict"] == "failed"
        assert report["failed_at"] == seq
        assert ("failed", "what a roll came to does not stand at its picks") in lines(report)


def test_facts_that_do_not_follow_from_the_action(auditor: Auditor, clerk: Clerk) -> None:
    id, rows, catalog = game_of(clerk)
    seq = next(seq for seq, (topic, _) in enumerate(rows, start=1) if topic == "ActionTaken")

    def reward(body: Any) -> None:
        body["facts"].append(FACTS[DUEL][0])

    report = auditor.replay_rows(id, changed(rows, seq, reward), catalog)
    assert report["verdict"] in ("not complete", "failed")
    assert (
        "open",
        f"these rules would tell other facts in record {seq}: what is recorded counts, but does not follow from them",
    ) in lines(report)


def test_facts_that_are_excused_by_a_verdict_and_by_no_ruling(auditor: Auditor, clerk: Clerk) -> None:
    """What an arbiter lets stand need not follow; but there has to be the ruling that says so."""
    id, rows, catalog = game_of(clerk)
    seq = next(seq for seq, (topic, _) in enumerate(rows, start=1) if topic == "ActionTaken")

    def excused(body: Any) -> None:
        body["facts"].append(FACTS[DUEL][0])
        body["verdict"] = {"legal": False, "rule": "1", "code": "x", "text": {"en": "no", "fr": "non"}}

    said = f"these rules would tell other facts in record {seq}: what is recorded counts, but does not follow from them"
    assert ("open", said) in lines(auditor.replay_rows(id, changed(rows, seq, excused), catalog))


def test_a_set_up_that_does_not_follow(auditor: Auditor, clerk: Clerk) -> None:
    """The opening record is asked again as well: its facts, its rolls, its seats."""
    id, rows, catalog = game_of(clerk)

    def deal(body: Any) -> None:
        body["facts"].append(FACTS[DUEL][0])

    def seats(body: Any) -> None:
        body["seats"].append({"id": "wolf", "role": "automa"})

    for change in (deal, seats):
        report = auditor.replay_rows(id, changed(rows, 1, change), catalog)
        assert report["verdict"] != "verified"
        assert any(status == "open" and "other facts in record 1:" in said for status, said in lines(report)), lines(report)


def test_a_fingerprint_of_another_board(auditor: Auditor, clerk: Clerk) -> None:
    table = Table(clerk, DUEL)
    table.play(22)
    rows = rows_of(clerk, table.id)
    seq = max(seq for seq, (_, data) in enumerate(rows, start=1) if b'"board":"' in data)
    report = auditor.replay_rows(table.id, changed(rows, seq, lambda body: body.update(board="0" * 16)), None)
    assert (report["verdict"], report["failed_at"]) == ("failed", seq)
    assert lines(report)[0][1].endswith("the board is not the one that this record has the fingerprint of")


def test_a_record_that_two_readers_read_otherwise(auditor: Auditor, clerk: Clerk) -> None:
    """The audit by proofs does not look into actions without dice; whoever replays them does."""
    id, rows, catalog = game_of(clerk)
    seq, (topic, data) = next(
        (s, row) for s, row in enumerate(rows, start=1) if row[0] == "ActionTaken" and b'"rolls"' not in row[1]
    )
    twice = data[:-1] + b',"seat":"red"}'
    report = auditor.replay_rows(id, [*rows[: seq - 1], (topic, twice), *rows[seq:]], catalog)
    assert report["verdict"] == "not complete"
    assert lines(report) == [("open", f"it cannot be replayed: record {seq} cannot be read: an object in it has one name twice")]


def test_rows_of_another_shape_end_as_one_sentence(auditor: Auditor, clerk: Clerk) -> None:
    id, rows, catalog = game_of(clerk)
    rng = Random(4)

    def without(body: Any) -> None:
        del body[rng.choice([name for name in body if name not in ("type", "seed")])]

    def of_another_kind(body: Any) -> None:
        body[rng.choice([name for name in body if name not in ("type", "seed")])] = rng.choice([7, None, [], {}, "x", -1, 1e300])

    for _ in range(25):
        for change in (without, of_another_kind):
            report = auditor.replay_rows(id, changed(rows, rng.randint(2, len(rows) - 1), change), catalog)
            assert report["verdict"] in ("verified", "not complete", "failed")
            assert all("\n" not in said for _, said in lines(report))


AGAIN = "the bundle is not there a second time as it was read: give a file, and let it be"


def test_a_pipe_is_audited_and_not_replayed(auditor: Auditor, clerk: Clerk, tmp_path: Path) -> None:
    auditor.replay_rows(*game_of(clerk))
    data, pipe = auditor.bundle.read_bytes(), tmp_path / "pipe"
    os.mkfifo(pipe)
    auditor.bundle = pipe
    with ThreadPoolExecutor(1) as pool:
        written = pool.submit(pipe.write_bytes, data)
        report = auditor.report()
        written.result(10)
    assert lines(report) == [("open", AGAIN)]
    assert report["exit"] == 3


def test_a_bundle_that_changes_between_audit_and_replay(auditor: Auditor, clerk: Clerk, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is replayed is what was proven."""
    id, rows, catalog = game_of(clerk)
    auditor.replay_rows(id, rows, catalog)
    real = ledger_cli.verify
    for later in (b"", logged(id, rows[:-1]), auditor.bundle.read_bytes()[:-1]):

        def verify(*given: Any, later: bytes = later) -> Any:
            report = real(*given)
            auditor.bundle.write_bytes(later)
            return report

        monkeypatch.setattr(ledger_cli, "verify", verify)
        auditor.bundle.write_bytes(logged(id, rows))
        assert lines(auditor.report()) == [("open", AGAIN)]


def test_the_replay_in_french(auditor: Auditor, clerk: Clerk, greffe: Callable[..., Result]) -> None:
    id, rows, catalog = game_of(clerk)
    auditor.replay_rows(id, rows, catalog)
    told = greffe(
        "verify", str(auditor.bundle), "--policy", str(auditor.bundle.parent / "policy"), "--replay", "--lang", "fr"
    ).stdout
    assert "relecture     rejouée avec northgard-training version 1 : 8 actions, les " in told
    assert told.splitlines()[told.splitlines().index("Ce qu'aucune preuve ne peut montrer :") - 1] == "vérifié"
