from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.aggregate.correction import board_document
from domain.game.aggregate.game import fold
from domain.game.clerk.clerk import Clerk
from domain.game.record.records import (
    UMPIRE,
    ActionsRestored,
    Annul,
    Correct,
    RulingGiven,
    RulingOverturned,
)
from domain.game.refusals import CorrectionRefused, GameIsAdjudicated, GameIsClosed, RulingRefused
from domain.game.rulings.conditions import Grounds, Wish, lost_by_overturning
from domain.kernel.refusals import BadRequest
from domain.kernel.stored import StoredRecord
from domain.titles import registry
from tests.builders.refusals import refused_with
from tests.builders.table import FIEF, GROUNDS, RAIDERS, Table, duel, midway
from tests.records.laws import sound_facts, sound_patch

TITLES = pytest.mark.parametrize("title", registry.ids())


# -- claims and what a ruling rests on -------------------------------------------------------------


@pytest.mark.parametrize("about", [0, -1, 99])
def test_a_claim_is_about_a_record_that_is_there(clerk: Clerk, about: int) -> None:
    table = duel(clerk)
    refused = refused_with(RulingRefused, "has records 1 to 1", table.claim, "red", about)
    assert (refused.pointer, refused.at) == ("/about", about)
    refused_with(BadRequest, "no seat pink", table.claim, "pink", 1)


def test_a_claim_is_answered_once(clerk: Clerk) -> None:
    table = duel(clerk)
    table.step()
    claim = table.claim("red", 2)
    ruling = table.rule("stands", Grounds("X", "other", "so it is", claim))
    assert table.body(ruling).about == 2, "what the claim is about"
    refused = refused_with(
        RulingRefused,
        f"decided in record {ruling}",
        table.rule,
        "stands",
        Grounds("X", "time", "", claim),
    )
    assert (refused.pointer, refused.at) == ("/claim", ruling)
    for wrong in (1, 2, 99):
        refused_with(
            RulingRefused, "is no claim", table.rule, "stands", Grounds("X", "time", "", wrong)
        )


@pytest.mark.parametrize("amount", [-1, 10**4 + 1, 10**9, 2**53 + 1, 2**64, -(2**70)])
def test_a_number_that_nobody_counted_is_not_declared(clerk: Clerk, amount: int) -> None:
    table = Table(clerk, FIEF, players=3)
    income = {"type": "money-received", "family": "red", "amount": amount}
    refused = refused_with(
        CorrectionRefused,
        "is no number that can be declared there, 0 to 10000 are",
        table.rule,
        "correct",
        facts=({**income, "amount": 1}, income),
    )
    assert refused.pointer == "/remedy/facts/1/amount"
    assert len(str(refused)) < 100 and refused.text.fr
    assert table.game.seq == 1


def test_a_patch_puts_no_more_on_the_board_than_can_be_counted(clerk: Clerk) -> None:
    table = Table(clerk, FIEF, players=3)
    board = board_document(table.game.board)
    for amount in (10**4 + 1, 10**12, 2**63):
        patch = [{"op": "replace", "path": "/families/red/purse", "value": amount}]
        patch += [
            {"op": "replace", "path": "/bank", "value": board["families"]["red"]["purse"] - amount}
        ]
        refused_with(
            CorrectionRefused,
            r"at /(bank|families/red/purse), [-…\d]+ is more than 10000",
            table.rule,
            "correct",
            patch=tuple(patch),
        )
    table.rule("correct", patch=sound_patch(FIEF, board))


# -- annulling -------------------------------------------------------------------------------------


@pytest.mark.parametrize("from_seq", [0, 1, 99])
def test_only_an_action_in_force_is_annulled(clerk: Clerk, from_seq: int) -> None:
    refused = refused_with(
        RulingRefused, "no action in force", duel(clerk).play(4).rule, "annul", from_seq=from_seq
    )
    assert (refused.pointer, refused.at) == ("/remedy/from_seq", from_seq)


def test_whichever_action_is_annulled_the_first_rolls_after_it_are_asked_about(
    clerk: Clerk,
) -> None:
    table = Table(clerk, RAIDERS).play(16)
    game, line = table.game, table.game.in_force()
    rolled = [seq for seq in line if table.body(seq).rolls]
    assert 1 < len(rolled) < len(line)
    for seq in line:
        first = next((at for at in rolled if at >= seq), None)
        unsaid = Wish("annul", from_seq=seq)
        if first:
            refused = refused_with(
                RulingRefused, f"in record {first}", table.rulings.preview, game, unsaid, GROUNDS
            )
            assert (refused.pointer, refused.at) == ("/remedy/rolls", first)
        again = replace(unsaid, rolls="reroll" if first else "")
        preview = table.rulings.preview(game, again, GROUNDS)
        assert (preview.remedy, preview.board) == (Annul(seq, "reroll"), table.at(seq - 1).board)
        assert preview.gone == tuple(at for at in line if at >= seq)


# -- correcting ------------------------------------------------------------------------------------


@TITLES
@pytest.mark.parametrize("how", ["facts", "patch"])
def test_a_correction_is_one_more_step_and_play_goes_on_from_it(
    clerk: Clerk, make_clerk: Any, title: str, how: str
) -> None:
    table = midway(clerk, title)
    before, line = table.game.board, table.game.in_force()
    wish: dict[str, Any] = {
        how: sound_facts(title) if how == "facts" else sound_patch(title, board_document(before))
    }
    preview = table.rulings.preview(table.game, Wish("correct", **wish), GROUNDS)
    ruling = table.rule("correct", **wish)
    game, remedy = table.game, table.body(ruling).remedy
    assert isinstance(remedy, Correct) and (remedy.patch is None) == (how == "facts")
    assert game.board == preview.board != before
    assert (preview.gone, game.rules.census(game.board)) == ((), game.rules.census(before))
    assert (game.in_force(), game.irregularities) == ([*line, ruling], (ruling,))
    assert game.undone is None
    table.play(5)
    assert make_clerk().game(table.id).board == table.game.board
    assert make_clerk().game(table.id).fidelity in ("exact", "unverified")
    assert table.game.irregularities == (ruling,)
    standing, gone = set(table.game.in_force()), lost_by_overturning(table.game, ruling)
    assert table.overturn(ruling).board == before, "what was played since rested on the correction"
    assert gone == tuple(sorted(standing - set(table.game.in_force())))
    assert table.game.irregularities == ()


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        (({"type": "magic"},), "These are no facts of this title"),
        (({"type": "points-gained", "seat": "blue"},), "These are no facts of this title"),
        (
            ({"type": "points-gained", "seat": "pink", "points": 1, "trios": 0, "monopolies": 0},),
            "cannot be true on this board",
        ),
        (
            ({"type": "units-recruited", "seat": "blue", "territory": "Z9", "units": 1},),
            "cannot be true on this board",
        ),
        (("points",), "These are no facts of this title"),
        (
            ({"type": "points-gained", "seat": "blue", "points": 0, "trios": 0, "monopolies": 0},),
            "changes nothing",
        ),
    ],
)
def test_facts_that_cannot_be_true_are_refused(
    clerk: Clerk, facts: tuple[Any, ...], why: str
) -> None:
    table = duel(clerk).play(6)
    assert refused_with(
        (CorrectionRefused, RulingRefused), why, table.rule, "correct", facts=facts
    ).text.fr
    assert table.game.seq == 7


# -- penalties and outcomes ------------------------------------------------------------------------


def test_a_penalty_has_as_many_points_as_can_be_and_no_more(clerk: Clerk) -> None:
    table = duel(clerk)
    for points in (10_000, -10_000):
        assert (
            lost_by_overturning(table.game, table.rule("penalty", seat="red", points=points)) == ()
        )
    for points, says in ((0, ""), (10_001, ""), (-10_001, ""), (Fraction(1, 2), "steps of 1 here")):
        refused_with(RulingRefused, says, table.rule, "penalty", seat="red", points=points)
    refused_with(BadRequest, "no seat pink", table.rule, "penalty", seat="pink", points=1)


def test_an_adjudicated_game_has_ended_as_the_arbiter_says(clerk: Clerk) -> None:
    table = duel(clerk).play(5)
    ruling = table.rule("adjudicate", winners=("red", "red"))
    game = table.game
    assert (game.status, game.to_act, game.irregularities) == ("ended", (), (ruling,))
    assert (game.outcome.code, game.outcome.winners) == ("adjudicated", ("red",))
    assert game.outcome.text.en == "The arbiter awards the game to Red."
    seat = game.rules.to_act(game.board)[0]
    action = game.rules.sample(game.board, seat, table.rng)
    for refused in (
        lambda: table.act(seat, action),
        lambda: clerk.try_out(table.id, seat, action),
        lambda: table.rulings.let_stand(table.order(), seat, action, GROUNDS),
    ):
        assert refused_with(GameIsAdjudicated, "", refused).ruling == ruling
    assert clerk.try_out(table.id, seat, action, at=ruling - 1).verdict.legal, (
        "before it, it was not"
    )
    table.overturn(ruling)
    assert (table.game.status, table.game.to_act) == ("open", (seat,))
    table.act(seat, action)


def test_the_last_record_has_the_outcome_that_was_named(clerk: Clerk) -> None:
    table = duel(clerk)
    table.rule("adjudicate", winners=("blue",))
    closed = clerk.close_game(table.order())
    body: Any = closed.record.body
    assert body.outcome == closed.state.outcome
    assert (closed.state.status, closed.state.outcome and closed.state.outcome.winners) == (
        "closed",
        ("blue",),
    )
    for late in (
        lambda: table.rule("stands", Grounds("X", "time", "", 0, 1)),
        lambda: table.claim("red", 1),
        lambda: table.overturn(2),
    ):
        refused_with(GameIsClosed, "", late)


# -- overturned ------------------------------------------------------------------------------------


ABOUT_IT = Grounds("X", "time", "", 0, 1)

# -- overturning -----------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [0, 1, 3, 99])
def test_only_a_ruling_can_be_overturned(clerk: Clerk, wrong: int) -> None:
    table = duel(clerk).play(2)
    table.rule("stands", ABOUT_IT)
    refused_with(RulingRefused, "is no ruling", table.overturn, wrong)
    refused_with(BadRequest, "", table.overturn, 4, Grounds("X", "because"))
    over = table.overturn(4)
    refused = refused_with(RulingRefused, f"already, in record {over.seq}", table.overturn, 4)
    assert (refused.pointer, refused.at) == ("/ruling", over.seq)


# -- retries, races, and what is stored ------------------------------------------------------------


@pytest.mark.parametrize(
    "what", ["no ruling", "overturned already", "taken back", "annulled", "restored"]
)
def test_a_ruling_that_does_not_follow_from_the_records_is_damage(
    clerk: Clerk, make_clerk: Callable[[], Clerk], what: str
) -> None:
    """The clerk writes no such record, but an imported file may contain one."""
    table = duel(clerk, seed=3).play(8)
    line = table.game.in_force()
    ruling = table.rule("annul", from_seq=line[-1], rolls="reroll")
    over = RulingOverturned(at=table.game.at, ruling=ruling, rule="X", code="time")
    bodies: dict[str, Any] = {
        "no ruling": replace(over, ruling=3),
        "overturned already": over,
        "taken back": over,
        "annulled": RulingGiven(
            at=table.game.at, remedy=Annul(line[-1], "reroll"), rule="X", code="time"
        ),
        "restored": ActionsRestored(at=table.game.at, seat="blue", retraction=ruling),
    }
    if what == "overturned already":
        table.overturn(ruling)
    elif what == "taken back":
        table.undo(UMPIRE, line[2])
    game = make_clerk().game(table.id)
    refused_with(
        ValueError, "record", fold, game, StoredRecord.new(table.id, game.seq + 1, bodies[what])
    )
