"""The forger himself: what he writes honestly is in order, so that what is refused of him is refused for what he forged."""

from __future__ import annotations

from random import Random

import pytest

from domain.clerk.clerk import Clerk
from domain.rules.titles.codec import decode_action
from tests.builders.table import DUEL, RAIDERS, Table, last
from tests.ledger.forger import Forger


@pytest.mark.parametrize("title", [DUEL, RAIDERS])
def test_what_he_writes_as_the_service_would_is_in_order(clerk: Clerk, title: str) -> None:
    table = Table(clerk, title)
    table.play(4)
    forged = Forger.over(clerk, table.id)
    rng = Random(3)
    for _ in range(6):
        game = forged.game
        seat = game.rules.to_act(game.board)[0]
        forged.act(seat, game.rules.sample(game.board, seat, rng))
    forged.close().holds(rules=True)
    assert forged.bundle() == forged.copy().bundle()


def test_rolls_that_an_arbiter_let_stand_he_repeats_like_the_service(clerk: Clerk) -> None:
    table = Table(clerk, RAIDERS)
    at = table.until(lambda game: last(game)[1]).in_force()[-1]
    table.rule("annul", from_seq=at, rolls="stands")
    forged = Forger.over(clerk, table.id)
    body = table.body(at)
    forged.act(body.seat, decode_action(table.game.rules, body.action))
    assert [roll.get("of") for roll in forged.body(forged.last)["rolls"]] == [roll.number for roll in body.rolls]
    forged.close().holds(rules=True)


def test_a_record_that_is_put_in_between_moves_what_names_those_after_it(clerk: Clerk) -> None:
    table = Table(clerk, DUEL)
    table.play(3)
    table.undo("arbiter")
    table.redo("arbiter")
    forged = Forger.over(clerk, table.id).insert(2, "NoteAdded", text="0" * 64).close()
    assert forged.find("ActionsRetracted") == [6]
    assert forged.body(6)["from_seq"] == 5
    assert forged.body(6)["actions"] == [5]
    assert forged.body(7)["retraction"] == 6
    forged.holds(rules=True)
