"""The content of an export: names only on request, and for each audience exactly what it may
read."""

import hashlib
import json
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.clerk.people import People
from domain.game.commands import Opening, game_id
from domain.game.play.branches import Branches, BranchRequest
from domain.game.record.records import ActionTaken
from domain.game.rulings.conditions import Grounds, Wish
from domain.game.rulings.use_cases import Rulings
from domain.game.seats.use_cases import Seats
from domain.titles import registry
from domain.titles.contract.ruleset import ARBITER, PUBLIC
from domain.titles.fief.actions import EndPhase
from domain.transfer.exports import Exports
from domain.transfer.imports import Imports
from domain.transfer.refusals import DamagedFile
from tests.builders.players import play_on
from tests.builders.refusals import refused_with
from tests.builders.stores import new_clerk
from tests.domain.campaign.campaigning import entry

pytestmark = pytest.mark.usefixtures("sealed_bids")
GROUNDS = Grounds("the rule", "other", "said so")
FIEF = "fief-tactics"


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Clerk]:
    with closing(new_clerk(tmp_path / "other.sqlite")) as clerk:
        yield clerk


def hidden(clerk: Clerk, game: Game, audience: str) -> list[int]:
    """The seqs of the records that are tombstones in this audience's export. Fails unless all
    others are exact."""
    seqs = []
    rows = [line.rstrip(b"\n") for line in Exports(clerk).export(game.id, audience)]
    assert len(rows) == game.seq + 1
    for seq, row in enumerate(rows[1:], start=1):
        line, stored = json.loads(row), clerk.load(game.id).record(seq)
        assert (line["sequence"], line["id"]) == (seq, f"{game.id}/{seq}")
        if line["type"] == "greffe.hidden":
            assert line["data"] == {
                "topic": stored.topic,
                "digest": hashlib.sha256(stored.state).hexdigest(),
            }
            seqs.append(seq)
        else:
            assert row.endswith(b'"data":' + stored.state + b"}")
    return seqs


# -- names and words -------------------------------------------------------------------------------


@pytest.fixture
def named(clerk: Clerk) -> Game:
    game = clerk.open_game(Opening(ruleset="northgard-training"), "organiser", "k").state
    game = Seats(clerk).take(entry(game), "blue", "Annabella").state
    game = clerk.note(entry(game), "a remark", seat="blue").state
    return clerk.note(entry(game), "said Bobadil", seat="red").state


def test_an_import_keeps_the_names_it_gets(clerk: Clerk, other: Clerk, named: Game) -> None:
    Imports(other).import_game(b"".join(Exports(clerk).export(named.id)))
    (sitter,) = People(other).at_table(other.game(named.id))
    assert sitter.name is None
    assert Imports(other).import_game(b"".join(Exports(clerk).export(named.id, names=True))).already
    assert People(other).at_table(other.game(named.id)) == People(clerk).at_table(named)
    assert People(other).person(sitter.player).games == (named.id,)
    assert b"".join(Exports(other).export(named.id, names=True)) == b"".join(
        Exports(clerk).export(named.id, names=True)
    )


@pytest.mark.parametrize(
    "damage",
    [
        (b'"text":"Annabella"', b'"text":"Annabelle"'),
        (b'"greffe.name"', b'"greffe.text"'),
        (b'"greffe.text"', b'"greffe.name"'),
        (b'"salt":"', b'"salt":"0'),
    ],
)
def test_a_name_that_its_record_does_not_commit_to_is_refused(
    clerk: Clerk, other: Clerk, named: Game, damage: tuple[bytes, bytes]
) -> None:
    file = b"".join(Exports(clerk).export(named.id, names=True))
    records, names = (
        file[: file.index(b'"greffe.name"') - 80],
        file[file.index(b'"greffe.name"') - 80 :],
    )
    refused_with(
        DamagedFile,
        r"Line [67] is damaged: its (name is|words are) not what record [23] commits to",
        Imports(other).import_game,
        records + names.replace(*damage, 1),
    )
    assert list(other.key_values.keys("name")) == list(other.key_values.keys("player")) == []


def test_a_name_stands_after_the_records(clerk: Clerk, other: Clerk, named: Game) -> None:
    rows = list(Exports(clerk).export(named.id, names=True))
    refused_with(
        DamagedFile,
        "a record stands after the words",
        Imports(other).import_game,
        b"".join([*rows[:3], rows[5], rows[4]]),
    )


def test_an_older_copy_does_not_bring_back_what_was_erased(clerk: Clerk, named: Game) -> None:
    file = b"".join(Exports(clerk).export(named.id, names=True))
    (ann,) = (sitter.player for sitter in People(clerk).at_table(named))
    People(clerk).erase(ann)
    report = Imports(clerk).import_game(file)
    assert (report.already, report.erased) == (True, 2), "her name and her remark"
    after = b"".join(Exports(clerk).export(named.id, names=True))
    assert b"Annabella" not in after and b"a remark" not in after and b"said Bobadil" in after


def test_the_names_of_a_file_that_is_refused_are_not_kept(
    clerk: Clerk, other: Clerk, named: Game
) -> None:
    file = b"".join(Exports(clerk).export(named.id, names=True))
    mine = other.open_game(Opening(ruleset="northgard-training"), "organiser", "k").state
    assert mine.id == named.id
    refused_with(Exception, "is here already, with other records", Imports(other).import_game, file)
    assert list(other.key_values.keys("name")) == list(other.key_values.keys("text")) == []


# -- what an audience may not know -----------------------------------------------------------------


def to_the_auction(clerk: Clerk, game: Game, bidders: int) -> Game:
    return play_on(
        clerk,
        game,
        Random(5),
        lambda game: game.board.auction and len(game.board.auction.bids) == bidders,
    )


@pytest.fixture
def auction(clerk: Clerk) -> Game:
    """A game of Fief in whose auction two families have bid. The dice are sealed, with the same
    seed each time."""
    clerk.key_values.keep("seed", game_id("organiser", "fief"), hashlib.sha256(b"fief").digest())
    return to_the_auction(
        clerk, clerk.open_game(Opening(ruleset=FIEF), "organiser", "fief").state, 2
    )


def test_bids_in_closed_hands_are_hidden_and_nothing_else(clerk: Clerk, auction: Game) -> None:
    history = auction.history
    bids = {seq: history.seats[seq - 1] for seq in (auction.seq - 1, auction.seq)}
    assert all(isinstance(history.record(seq).body, ActionTaken) for seq in bids)
    assert hidden(clerk, auction, PUBLIC) == sorted(bids)
    for seq, seat in bids.items():
        assert hidden(clerk, auction, seat) == sorted(set(bids) - {seq})
    assert hidden(clerk, bid_out(clerk, auction), PUBLIC) == []


def bid_out(clerk: Clerk, game: Game) -> Game:
    return play_on(clerk, game, Random(1), lambda game: not game.rules.hides(game.board))


def test_a_verdict_given_behind_closed_hands_is_the_arbiters(clerk: Clerk, auction: Game) -> None:
    stands = Rulings(clerk).let_stand(entry(auction), "red", EndPhase(), GROUNDS).state
    n = auction.seq
    assert hidden(clerk, stands, PUBLIC) == [n - 1, n, n + 1], (
        "the ruling itself says nothing of it"
    )
    assert hidden(clerk, bid_out(clerk, stands), PUBLIC) == [n + 1]


def test_a_verdict_on_an_open_board_is_everybodys(clerk: Clerk, auction: Game) -> None:
    game = bid_out(clerk, auction)
    facts = ({"type": "money-received", "family": "red", "amount": 1},)
    seat = next(s for s in game.setting.seats if s not in game.to_act)
    stands = Rulings(clerk).let_stand(entry(game), seat, EndPhase(), GROUNDS, facts=facts).state
    assert stands.history.record(stands.seq - 1).body.verdict is not None  # type: ignore[attr-defined]
    assert hidden(clerk, stands, PUBLIC) == []


def test_a_correction_shows_no_more_than_its_facts_may(clerk: Clerk, auction: Game) -> None:
    bids = hidden(clerk, auction, PUBLIC)
    fact = {
        "type": "bid-sealed",
        "family": "green",
        "amount": 1,
        "turn": auction.board.turn,
        "round": 1,
    }
    game = Rulings(clerk).rule(entry(auction), Wish("correct", facts=(fact,)), GROUNDS).state
    assert hidden(clerk, game, PUBLIC) == [*bids, game.seq]
    assert hidden(clerk, game, "green") == [*bids, game.seq], (
        "a correction is entered for no seat: the arbiter shows it to Green"
    )
    assert hidden(clerk, bid_out(clerk, game), PUBLIC) == []


def test_a_branch_carries_what_its_audience_may_know(clerk: Clerk, auction: Game) -> None:
    open_one = (
        Branches(clerk)
        .grow(BranchRequest(game=auction.id, seq=auction.seq - 2), "organiser", "b1")
        .state
    )
    assert hidden(clerk, open_one, PUBLIC) == []
    closed = (
        Branches(clerk)
        .grow(BranchRequest(game=auction.id, seq=auction.seq), "organiser", "b2")
        .state
    )
    assert hidden(clerk, closed, PUBLIC) == hidden(clerk, closed, "red") == [1], (
        "the line it grew on has both bids in it"
    )
    assert hidden(clerk, bid_out(clerk, closed), PUBLIC) == []


def test_a_fingerprint_is_given_where_the_reader_could_work_it_out(
    clerk: Clerk, auction: Game
) -> None:
    """No fingerprint is written while bids are hidden. Earlier records keep theirs, as everything
    then was public."""
    printed = [seq for seq, _ in auction.history.prints]
    assert printed and not set(printed) & set(hidden(clerk, auction, PUBLIC))
    bids = clerk.open_game(
        Opening(ruleset="sealed-bids", chance="table", values=(("ace", "king"),)), "organiser", "k"
    ).state
    closed = clerk.close_game(entry(bids)).state
    assert closed.history.prints[-1][0] == 2
    assert hidden(clerk, closed, PUBLIC) == [1, 2], (
        "a digest of a board with cards in closed hands is tried out at once"
    )


def test_nothing_in_an_open_games_export_tells_of_the_seed(clerk: Clerk, auction: Game) -> None:
    seed = clerk.key_values.fetch("seed", auction.id)
    for audience in (PUBLIC, "red", ARBITER):
        export = b"".join(Exports(clerk).export(auction.id, audience, names=True))
        for spelling in (
            seed,
            seed.hex().encode(),
            b64encode(seed),
            json.dumps(list(seed)).encode(),
        ):
            assert spelling not in export
        assert export.count(auction.opened.commitment.encode()) == 1
    clerk.close_game(entry(auction))
    assert seed.hex().encode() in b"".join(Exports(clerk).export(auction.id, PUBLIC)), (
        "the last record opens it to all"
    )


@pytest.mark.parametrize("ruleset", [id for id in registry.ids() if id != FIEF])
def test_where_a_title_hides_nothing_every_copy_is_the_whole(clerk: Clerk, ruleset: str) -> None:
    game = clerk.open_game(Opening(ruleset=ruleset), "organiser", "k").state
    game = play_on(clerk, game, Random(3), lambda game: game.seq > 25)
    whole = b"".join(Exports(clerk).export(game.id))
    for audience in (PUBLIC, *game.setting.seats):
        assert b"".join(Exports(clerk).export(game.id, audience)) == whole
