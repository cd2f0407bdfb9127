import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from domain.game.aggregate.game import EVERY, Game
from domain.game.aggregate.history import History
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening, game_id
from domain.kernel.stored import encode
from domain.titles.contract.ruleset import Board
from tests.builders.players import play_on
from tests.builders.table import order

TITLE = "northgard-training"


def play(clerk: Clerk, game: Game, actions: int, seed: int = 1) -> Game:
    upto = game.seq + actions
    return play_on(clerk, game, Random(seed), lambda game: game.seq >= upto)


@pytest.fixture
def game(clerk: Clerk) -> Game:
    clerk.key_values.keep(
        "seed", game_id("tester", "open"), bytes(range(32))
    )  # the same dice each time
    return clerk.open_game(Opening(ruleset=TITLE), "tester", "open").state


@pytest.mark.sqlite
def test_a_game_whose_fingerprints_all_agree_is_exact_to_its_last_record_and_a_changed_one_is_not(
    clerk: Clerk, make_clerk: Callable[[], Clerk], game: Game, tmp_path: Path
) -> None:
    game = play(clerk, game, 2 * EVERY + 5)
    loaded = clerk.load(game.id)
    checked = [f.seq for f in loaded.records() if getattr(f.body, "board", "")]
    assert len(checked) == 3
    assert loaded.fidelity(checked[-1]) == "exact"
    assert loaded.fidelity(checked[-1] + 1) == "exact"
    noted = clerk.note(order(clerk.game(game.id)), "a note").state
    assert noted.fidelity == clerk.game(game.id, noted.seq - 1).fidelity
    assert all(loaded.fidelity(n) == "exact" for n in range(1, checked[-1]))

    record = loaded.record(checked[1])
    from msgspec.structs import replace

    forged = encode(replace(record.body, board="0" * 16))  # type: ignore[type-var]
    with sqlite3.connect(tmp_path / "greffe.sqlite") as db:
        db.execute(
            "UPDATE records SET state = ? WHERE originator_id = ? AND originator_version = ?",
            (forged, game.id, record.seq),
        )
    db.close()
    again = make_clerk().load(game.id)
    assert again.fidelity(1) == "exact"
    assert again.fidelity(checked[1] - 1) == "unverified", "nothing vouches for it any more"
    assert (
        again.fidelity(checked[1]) == again.fidelity(again.head.seq) == f"diverged at {checked[1]}"
    )


def test_boards_kept_of_a_long_game_change_nothing_but_the_time(
    clerk: Clerk, make_clerk: Callable[[], Clerk], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("domain.game.store.snapshots.EVERY", 10)
    monkeypatch.setattr("domain.game.aggregate.history.LONG", 20)
    folded: list[int] = []
    after = History.after

    def counted(history: History, seq: int, board: Board) -> Board:
        folded.append(seq)
        return after(history, seq, board)

    monkeypatch.setattr(History, "after", counted)
    game = play(clerk, clerk.open_game(Opening(ruleset=TITLE), "tester", "long").state, 60)
    assert list(clerk.key_values.keys("board"))
    with_boards = make_clerk()
    assert with_boards.game(game.id).board == game.board
    assert with_boards.game(game.id).fidelity == game.fidelity
    folded.clear()
    assert make_clerk().game(game.id, 45).board == game.history.board(game.history.tips[44])
    assert folded
    assert min(folded) > 20, "from a board that was kept, not from the first record on"
    for key in clerk.key_values.keys("board"):
        clerk.key_values.erase("board", key)
    assert make_clerk().game(game.id).board == game.board


def test_no_fingerprint_is_written_while_the_board_hides_something(clerk: Clerk) -> None:
    """A fingerprint that falls due meanwhile is written as soon as nothing is hidden any more, so
    that no record stays unchecked for long."""
    game = play(clerk, clerk.open_game(Opening(ruleset="fief-tactics"), "tester", "k").state, 400)
    loaded, hidden, since = clerk.load(game.id), 0, 0
    for stored in loaded.records()[1:]:
        board = loaded.at(stored.seq).board
        since += 1
        hidden += game.rules.hides(board)
        assert not (stored.body.board and game.rules.hides(board))  # type: ignore[attr-defined]
        assert bool(stored.body.board) == (since >= EVERY and not game.rules.hides(board))  # type: ignore[attr-defined]
        since = 0 if stored.body.board else since  # type: ignore[attr-defined]
    assert hidden > 3


def test_a_dry_run_reveals_no_bid(clerk: Clerk) -> None:
    """The last bid of an auction reveals all the others; a dry run of it must not."""
    rng = Random(2)
    for number in range(12):
        game = clerk.open_game(Opening(ruleset="fief-tactics"), "tester", f"auction-{number}").state
        while seats := game.rules.to_act(game.board):
            action = game.rules.sample(game.board, seats[0], rng)
            covered = clerk.try_out(game.id, seats[0], action).covered
            hidden = game.rules.hides(game.board)
            answer = clerk.act(order(game), seats[0], action)
            shown = answer.record.state
            assert not covered or (hidden and b"bids-revealed" in shown)
            if hidden and b"bids-revealed" in shown:
                assert covered
                return
            game = answer.state
    raise AssertionError("no auction was held")
