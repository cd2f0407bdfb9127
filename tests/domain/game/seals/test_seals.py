from random import Random
from typing import Any

import pytest

from domain.game.aggregate.game import Game, Step
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Order
from domain.game.play.branches import BranchRequest
from domain.game.record.records import UMPIRE, ActionTaken, ValueSealed
from domain.game.refusals import IllegalAction, RulingRefused, SealRefused, UndoRefused
from domain.game.rulings.conditions import Grounds, Wish
from domain.game.seals.conditions import sealed_choice
from domain.game.undo.conditions import seats_to_agree, steps_to_retract
from domain.kernel.refusals import BadRequest, Refusal
from domain.kernel.stored import decode
from domain.titles.contract.ruleset import ARBITER
from domain.transfer.exports import export_lines
from domain.transfer.imports import GameFile
from domain.transfer.recheck import Recheck
from tests.api.bids import Bid
from tests.builders.refusals import refused_with
from tests.builders.table import FIEF, Table
from tests.domain.game.seals.sealers import SealedTable
from tests.domain.proof.forger import Forger

pytestmark = pytest.mark.usefixtures("sealed_bids")
GROUNDS = Grounds("", "wrong-entry", "The telephone is at the bottom of the lake.")
OF_A_RULE = Grounds("T 4.1", "wrong-entry")


@pytest.fixture
def table(clerk: Clerk) -> SealedTable:
    return SealedTable(clerk)


def refused(
    table: SealedTable, words: str, seat: str, action: Any, salt: str | None = None
) -> None:
    before = table.game.seq
    refused_with(SealRefused, words, table.show, seat, action, salt)
    assert table.game.seq == before


def both_bound(table: SealedTable, ann: int = 3, bob: int = 4) -> None:
    table.seal("a", Bid(ann))
    table.seal("b", Bid(bob))


def test_a_seal_that_came_with_another_seats_link_is_told(table: SealedTable) -> None:
    both_bound(table)
    forged = Forger.over(table.clerk, table.id)
    forged.change(1, lambda body: [seat.update(link=f"of-{seat['id']}") for seat in body["seats"]])
    forged.change(2, actor="of-b").change(3, actor="of-b")
    assert [(*by[0], by[1].kind, seqs) for by, seqs in forged.replayed().hands.items()] == [
        ("a", "seat", [2])
    ]


def test_all_are_bound_before_any_shows(table: SealedTable) -> None:
    assert (table.now.slot, table.now.owing, table.now.missing) == (
        "bid after 1",
        ("a", "b"),
        ("a", "b"),
    )
    table.seal("a", Bid(3))
    assert (table.now.missing, table.now.shown) == (("b",), False)
    refused(table, "Bob has not sealed yet", "a", Bid(3))
    table.seal("b", Bid(4))
    table.show("b", Bid(4))
    assert table.now.owing == ("a",)
    assert table.now.shown
    game = table.show("a", Bid(3))
    assert game.board.shown
    assert sealed_choice(game) is None
    taken = table.body(game.seq)
    assert (taken.opens.record, taken.opens.salt) == (2, table.devices["a"].salts["bid after 1"])
    assert table.clerk.close_game(table.order()).state.outcome


def test_what_is_shown_has_to_open_the_seal(table: SealedTable) -> None:
    both_bound(table)
    own, other = (table.devices[seat].salts["bid after 1"] for seat in ("a", "b"))
    refused(
        table,
        'does not open what Ann sealed in record 2.*"type":"bid","amount":4',
        "a",
        Bid(4),
        own,
    )
    refused(table, "does not open", "a", Bid(3), other)
    for salt in ("", "ab" * 31, "AB" * 32):
        refused_with(BadRequest, "salt of the seal of record 2", table.show, "a", Bid(3), salt)
    table.show("a", Bid(3))
    refused_with(IllegalAction, "", table.show, "a", Bid(3))


def test_an_unsealed_action_is_told_to_be_sealed_first(table: SealedTable) -> None:
    refused(table, "Ann has to seal the action first.*choose anew", "a", Bid(3), "")
    refused(table, "Ann has to seal the action first", "a", Bid(3), "ab" * 32)
    refused_with(
        SealRefused,
        "nothing is tried out before all are bound",
        table.clerk.try_out,
        table.id,
        "a",
        Bid(3),
    )
    both_bound(table)
    assert table.clerk.try_out(table.id, "a", Bid(3)).verdict.legal


def test_a_seal_is_refused_for_a_wrong_seat_slot_or_spelling(
    table: SealedTable, clerk: Clerk
) -> None:
    def not_bound(words: str, seat: str = "a", slot: str = "", seal: str = "ab" * 32) -> None:
        refused_with(Refusal, words, clerk.seal, table.order(), seat, slot or "bid after 1", seal)

    not_bound("no seat c", "c")
    not_bound("64 digits", seal="AB" * 32)
    not_bound("What is being sealed is bid after 1, this seal says bid after 2", slot="bid after 2")
    table.seal("a", Bid(3))
    not_bound("bound already, by record 2")
    table.seal("b", Bid(4))
    table.show("b", Bid(4))
    not_bound("bound already, by record 3", "b")
    table.show("a", Bid(3))
    not_bound("Nothing is being chosen")
    plain = Table(clerk, "sealed-bids", "plain")
    refused_with(
        SealRefused,
        "played without seals",
        clerk.seal,
        plain.order(),
        "a",
        "bid after 1",
        "ab" * 32,
    )
    refused_with(
        BadRequest, "leave the salt out", clerk.act, plain.order(), "a", Bid(3), (), "ab" * 32
    )
    assert plain.act("a", Bid(3)).board.bids == {"a": 3}


def test_what_was_taken_back_can_only_be_shown_again(table: SealedTable) -> None:
    both_bound(table)
    table.show("a", Bid(3))
    table.clerk.undo(table.order(), "a")
    assert (table.now.slot, table.now.missing, table.now.shown) == ("bid after 1", (), True)
    refused(table, "does not open", "a", Bid(5))
    refused_with(SealRefused, "bound already", table.seal, "a", Bid(5))
    assert table.show("a", Bid(3)).board.bids == {"a": 3}


def test_what_comes_in_the_place_of_a_choice_is_another_slot(clerk: Clerk) -> None:
    table = SealedTable(clerk, FIEF, players=3)
    game = until_auction(table)
    slot, began = table.now.slot, game.step.seq if game.step else 0
    assert slot == f"bid 1.1 after {began}"
    seats = table.now.owing
    for seat in seats:
        table.seal(seat, game.rules.legal(game.board, seat).templates[0].example)
    table.rulings.rule(table.order(), Wish("annul", from_seq=began, rolls="reroll"), OF_A_RULE)
    assert sealed_choice(table.game) is None
    game = until_auction(table)
    assert table.now.slot == f"bid 1.1 after {game.step.seq if game.step else 0}" != slot
    assert (table.now.missing, table.now.bound) == (seats, {})


def until_auction(table: SealedTable) -> Game:
    while not sealed_choice(table.game):
        table.step()
    return table.game


def test_a_seat_takes_nothing_back_once_others_have_sealed(
    clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under `free` a seat may take back its own last action, but no longer once another seat has
    sealed a choice after it."""
    table = SealedTable(clerk, FIEF, players=3, undo="free")
    game = until_auction(table)
    step, owing = game.step, table.now.owing
    monkeypatch.setattr(
        Game, "step_at", lambda self, seq: Step(seq, step.seat, False)
    )  # whatever it was, it rolled nothing
    assert [gone.seq for gone in steps_to_retract(game, step.seat, step.seq)] == [step.seq], (
        "nobody is bound yet"
    )
    other = next(seat for seat in owing if seat != step.seat)
    for seat in [seat for seat in owing if seat == step.seat]:
        table.seal(seat, game.rules.legal(game.board, seat).templates[0].example)
        assert steps_to_retract(table.game, seat, step.seq), (
            "its own seal alone stands in nobody's way"
        )
    table.seal(other, game.rules.legal(game.board, other).templates[0].example)
    sealed = table.game
    refused = refused_with(
        UndoRefused,
        f"has sealed what it chose since .record {sealed.seq}.",
        table.clerk.undo,
        table.order(),
        step.seat,
        from_seq=step.seq,
    )
    assert (refused.at, table.game.seq) == (sealed.seq, sealed.seq)
    assert seats_to_agree(sealed, step.seat, steps_to_retract(sealed, UMPIRE, step.seq)) == (
        other,
    ), "who is bound has to agree"
    assert steps_to_retract(sealed, UMPIRE, step.seq), "the arbiter may"


# -- the arbiter -----------------------------------------------------------------------------------


def test_a_legal_action_that_hides_nothing_needs_no_ruling(clerk: Clerk) -> None:
    table = SealedTable(clerk, FIEF, players=3)
    seat = table.game.to_act[0]
    action = table.game.rules.sample(table.game.board, seat, Random(1))
    refused_with(
        RulingRefused, "legal", table.rulings.let_stand, table.order(), seat, action, GROUNDS
    )
    table.act(seat, action)


def test_no_seal_is_taken_once_a_choice_was_shown(table: SealedTable) -> None:
    """A seat not yet bound could use what the service has learnt from the shown choice."""
    table.seal("b", Bid(4))
    ruled = table.rulings.let_stand(table.order(), "a", Bid(0), GROUNDS)
    table.show("b", Bid(4))
    table.clerk.undo(table.order(), UMPIRE, ruled.record.seq - 1)
    assert table.now.missing == ("a",)
    refused_with(SealRefused, "nobody can be bound any more", table.seal, "a", Bid(5))
    refused(table, "has to seal", "a", Bid(5), "ab" * 32)


# -- who reads what, and what is left of it --------------------------------------------------------


def test_a_branch_is_played_without_seals(table: SealedTable) -> None:
    both_bound(table)
    game = table.show("a", Bid(3))
    grown = table.branches.grow(BranchRequest(game=game.id, seq=game.seq), "analyst", "grow").state
    assert (grown.opened.seals, grown.board.bids) == ((), {"a": 3})
    assert table.clerk.act(
        Order(grown.id, grown.seq, "analyst", "bid"), "b", Bid(9)
    ).state.board.shown


def test_an_exported_game_with_seals_is_imported_and_judged_anew(
    table: SealedTable, clerk: Clerk
) -> None:
    both_bound(table)
    table.rulings.let_stand(table.order(), "a", Bid(3), GROUNDS)
    table.show("b", Bid(4))
    read = GameFile(b"".join(export_lines(table.game, clerk.key_values, ARBITER)))
    assert [(seq, verdict.code) for seq, verdict in read.illegal] == [(4, "unsealed")]
    assert [type(stored.body) for stored in read.records[1:3]] == [ValueSealed, ValueSealed]
    (checked,) = (
        outcome
        for outcome in Recheck(clerk, "sealed-bids").recheck_all()
        if outcome.game == table.id
    )
    assert checked.same


def test_a_seal_that_was_forged_in_a_file_is_reported(table: SealedTable, clerk: Clerk) -> None:
    both_bound(table)
    table.show("a", Bid(3))
    salt = table.devices["a"].salts["bid after 1"].encode()
    lines = b"".join(export_lines(table.game, clerk.key_values, ARBITER)).replace(salt, b"0" * 64)
    assert [(seq, verdict.code) for seq, verdict in GameFile(lines).illegal] == [(4, "broken-seal")]


def test_records_from_before_seals_are_read(table: SealedTable) -> None:
    old = b'{"type":"ActionTaken","at":"2026-01-01T12:00:00Z","salt":"","seat":"a","action":{},"facts":[]}'
    body = decode("ActionTaken", old)
    assert isinstance(body, ActionTaken)
    assert body.opens is None
