import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game import application
from domain.game.aggregate.correction import board_document
from domain.game.aggregate.game import Game, fingerprint
from domain.game.clerk.clerk import Clerk
from domain.game.play import branches
from domain.game.play.branches import Branches, BranchRequest
from domain.game.record.records import UMPIRE, Lineage
from domain.game.refusals import BranchRefused, GameIsFull
from domain.game.seats.use_cases import Seats
from domain.kernel.stored import encode
from domain.titles import registry
from domain.titles.contract.chance import dice_key, sealed_picks, seed_commitment
from domain.transfer.exports import Exports
from domain.transfer.imports import Imports
from tests.builders.refusals import refused_with
from tests.builders.stores import new_clerk
from tests.builders.table import DUEL, FIEF, RAIDERS, Table, duel, midway
from tests.domain.campaign.campaigning import opened, scenario
from tests.records.laws import sound_facts, sound_patch

TITLES = pytest.mark.parametrize("title", registry.ids())


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Clerk]:
    with closing(new_clerk(tmp_path / "elsewhere.sqlite")) as clerk:
        yield clerk


def check_begins_as(branch: Game, parent: Game) -> None:
    assert branch.board == parent.board
    assert branch.opened.board == fingerprint(parent.rules, parent.board)
    assert branch.fidelity == ("unverified" if parent.rules.hides(parent.board) else "exact")
    assert branch.status == ("ended" if parent.rules.outcome(parent.board) else "open")
    assert (branch.seq, branch.rolls, branch.in_force(), branch.opened.rolls) == (1, 0, [], ())


def test_branches_of_a_game_and_of_its_branches_are_capped_together(
    clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The caps count branches and their bytes. Branches from before a cap was reached stay, and a
    repeated request gets its first answer."""
    table = duel(clerk)
    monkeypatch.setattr(branches, "MOST", 3)
    first = Branches(clerk).grow(BranchRequest(game=table.id, seq=1), UMPIRE, "1")
    Branches(clerk).grow(BranchRequest(game=first.state.id, seq=1), UMPIRE, "2")
    Branches(clerk).grow(BranchRequest(game=table.id, seq=1), UMPIRE, "3")
    refused_with(
        BranchRefused,
        "3 branches have grown",
        Branches(clerk).grow,
        BranchRequest(game=first.state.id, seq=1),
        UMPIRE,
        "4",
    )
    assert Branches(clerk).grow(BranchRequest(game=table.id, seq=1), UMPIRE, "1").again
    monkeypatch.setattr(branches, "MOST", 100)
    monkeypatch.setattr(branches, "MOST_BYTES", 3 * len(first.record.state))
    refused_with(
        BranchRefused, "", Branches(clerk).grow, BranchRequest(game=table.id, seq=1), UMPIRE, "4"
    )


def test_a_game_that_is_full_is_still_ruled_on_and_closed(
    clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = duel(clerk).play(3)
    monkeypatch.setattr(application, "MOST_BYTES", table.game.history.size - 1)
    before = table.game.seq
    for refused in (lambda: table.play(1), lambda: table.claim(table.game.setting.seats[0], 2)):
        refused_with(GameIsFull, "", refused)
    assert table.game.seq == before
    table.rule("penalty", seat=table.game.setting.seats[0], points=-1)
    table.undo(UMPIRE)
    assert table.game.seq == before + 2
    monkeypatch.setattr(application, "MOST_BYTES", table.game.history.size // 2 - 1)
    refused_with(GameIsFull, "", table.undo, UMPIRE)
    assert clerk.close_game(table.order()).state.closed, (
        "an arbiter adds no more than as much again, and ends it all the same"
    )


def test_a_branch_rolls_its_own_sealed_dice(clerk: Clerk) -> None:
    table = Table(clerk, RAIDERS).play(12)
    grown = Table(clerk, game=table.grow(table.game.seq).id, seed=3).play(25)
    closed: Any = clerk.close_game(grown.order()).record.body
    seed = bytes.fromhex(closed.seed)
    assert seed_commitment(seed, grown.id) == grown.game.opened.commitment
    rolls = [roll for _, body in grown.bodies() for roll in getattr(body, "rolls", ())]
    assert rolls and all(
        sealed_picks(dice_key(seed, grown.id), roll.number, roll.spec) == roll.picks
        for roll in rolls
    )


def test_a_branch_can_be_rolled_on_by_the_table_instead(clerk: Clerk) -> None:
    table = Table(clerk, RAIDERS).play(12)
    grown = Table(clerk, game=table.grow(table.game.seq, chance="table").id, seed=3).play(15)
    assert grown.game.opened.commitment == ""
    assert {roll.source for _, body in grown.bodies() for roll in getattr(body, "rolls", ())} == {
        "table"
    }


def test_nobody_sits_in_a_branch_and_it_belongs_to_whoever_administers_the_game(
    clerk: Clerk,
) -> None:
    table = duel(clerk)
    Seats(clerk).take(table.order(), "blue", "Anna")
    branch = table.grow(2)
    assert [(seat.id, seat.role, seat.player) for seat in branch.opened.seats] == [
        ("blue", "player", ""),
        ("red", "player", ""),
    ]
    assert (branch.opened.actor, branch.opened.administered_by) == ("analyst", "organiser")


def test_a_branch_of_a_scenario_belongs_to_no_campaign(clerk: Clerk) -> None:
    _, game = scenario(clerk, opened(clerk))
    branch = Table(clerk, game=game.id).play(4).grow(5)
    assert (game.opened.campaign != "", branch.opened.campaign, branch.opened.scenario) == (
        True,
        "",
        0,
    )


# -- from everywhere -------------------------------------------------------------------------------


@TITLES
def test_a_branch_of_a_branch_of_a_corrected_board(
    clerk: Clerk, elsewhere: Clerk, title: str
) -> None:
    table = midway(clerk, title, 20, seed=2)
    by_facts = table.rule("correct", facts=sound_facts(title))
    table.play(3)
    by_patch = table.rule("correct", patch=sound_patch(title, board_document(table.game.board)))
    table.play(2)
    first = Table(clerk, game=table.grow(table.game.seq).id, seed=5)
    check_begins_as(first.game, table.game)
    assert first.game.opened.lineage == Lineage(
        table.id, table.game.seq, "analysis", (by_facts, by_patch)
    )
    assert [bool(step.patch) for step in first.game.opened.grown if not step.seat] == [False, True]
    first.play(4)
    second = first.grow(first.game.seq)
    check_begins_as(second, first.game)
    assert second.opened.lineage == Lineage(first.id, first.game.seq, "analysis", (1,))
    assert (first.game.irregularities, second.irregularities) == ((1,), (1,)), (
        "every board that rests on a correction says so"
    )
    report = Imports(elsewhere).import_game(b"".join(Exports(clerk).export(second.id)))
    assert (report.fidelity, elsewhere.game(second.id).board, report.illegal) == (
        "exact",
        second.board,
        (),
    )


def test_a_branch_from_before_a_correction_is_regular(clerk: Clerk) -> None:
    table = duel(clerk, seed=2).play(8)
    ruling = table.rule("correct", facts=sound_facts(DUEL))
    assert table.grow(ruling - 1).irregularities == ()
    table.overturn(ruling)
    assert table.grow(table.game.seq).irregularities == ()
    assert table.grow(ruling).irregularities == (1,)


def test_an_adjudicated_game_goes_on_in_a_branch(clerk: Clerk) -> None:
    table = duel(clerk).play(6)
    table.rule("adjudicate", winners=("blue",))
    clerk.close_game(table.order())
    grown = Table(clerk, game=table.grow(table.game.seq).id)
    assert (grown.game.status, grown.game.outcome) == ("open", None)
    grown.play(3)


def test_a_branch_while_bids_are_hidden_keeps_them_and_writes_no_fingerprint(clerk: Clerk) -> None:
    table = Table(clerk, FIEF)
    game = table.until(lambda game: game.rules.hides(game.board))
    branch = table.grow(game.seq)
    check_begins_as(branch, game)
    assert branch.opened.board == "" and branch.rules.hides(branch.board)
    grown = Table(clerk, game=branch.id, seed=4)
    later = grown.until(lambda game: not game.rules.hides(game.board))
    grown.play(30)
    assert not grown.game.diverged and later.seq > 1


def test_an_imported_game_without_its_seed_goes_on_in_a_branch(
    clerk: Clerk, elsewhere: Clerk
) -> None:
    table = Table(clerk, RAIDERS).play(12)
    Imports(elsewhere).import_game(b"".join(Exports(clerk).export(table.id)))
    grown = Table(elsewhere, game=Table(elsewhere, game=table.id).grow(13).id)
    assert grown.game.board == table.game.board
    grown.play(20)


# -- what is refused -------------------------------------------------------------------------------


@pytest.mark.sqlite
def test_nothing_grows_where_the_replay_differs_from_the_record(
    clerk: Clerk, make_clerk: Callable[[], Clerk], tmp_path: Path
) -> None:
    table = duel(clerk, seed=2).play(6)
    ruling = table.rule("penalty", seat="red", points=-1)
    forged = encode(replace(table.body(ruling), board="0" * 16))
    with sqlite3.connect(tmp_path / "greffe.sqlite") as db:
        db.execute(
            "UPDATE records SET state = ? WHERE originator_id = ? AND originator_version = ?",
            (forged, table.id, ruling),
        )
    db.close()
    branches = Branches(make_clerk())
    assert (
        branches.grow(BranchRequest(game=table.id, seq=ruling - 1), "analyst", "before").state.board
        == table.game.board
    )
    refused_with(
        BranchRefused,
        f"differs from its record {ruling}",
        branches.grow,
        BranchRequest(game=table.id, seq=ruling),
        "analyst",
        "after",
    )
