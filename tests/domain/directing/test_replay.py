from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.clerk.clerk import Clerk
from domain.directing.aggregate.fold import fold_tournament
from domain.directing.errors import TournamentRefused
from domain.directing.lifecycle import OpeningOf
from domain.directing.replay import Repeated, repeated
from domain.errors import BadRequest
from domain.kernel.stored import DamagedRecord, Filed
from domain.record import tournament_records as r
from domain.tournament.values import Rules, Stage
from tests.domain.directing.hall import Hall
from tests.ledger.games import rows_of


def test_the_first_by_rank_go_on_and_alternates_take_the_place_of_who_declined(clerk: Clerk) -> None:
    heats = Stage(format="heats", rounds=1, least=3, preferred=4, most=4, keys=("points", "lots"))
    final = Stage(format="heats", rounds=1, least=3, preferred=4, most=4, advance=4, keys=("final", "points", "lots"))
    hall = Hall(clerk, Rules((heats, final)), 8)
    hall.on.rounds.draw_lots(hall.order())
    hall.pair(1)
    hall.play(1)
    with pytest.raises(TournamentRefused, match="who goes on"):
        hall.pair(2)
    first = hall.now.rounds[0].tables[0].entrants[0]
    going = hall.on.rounds.advance(hall.order(), (first,)).tournament.advanced[0].going
    assert len(going) == 4
    assert first not in [one.entrant for one in going]
    assert [one.instead for one in going if one.instead] == [first]
    assert set(hall.pair(2).rounds[1].present) == {one.entrant for one in going}


def test_engines_that_there_are_not_are_refused_with_their_place(clerk: Clerk) -> None:
    whole = Hall(clerk).on.whole
    with pytest.raises(BadRequest) as refused:
        whole.open(OpeningOf(title="x", rules=Rules((Stage(), Stage(engine="magic", advance=2)))), "director", "bad")
    assert refused.value.pointer == "/rules/stages/1/engine"


def test_what_this_program_does_not_have_leaves_it_open(clerk: Clerk) -> None:
    hall = Hall(clerk, entrants=4)
    hall.pair(1)
    rows = rows_of(clerk, hall.id)

    def changed(topic: str, old: bytes, new: bytes) -> Repeated:
        return repeated(hall.id, [(one, state.replace(old, new) if one == topic else state) for one, state in rows])

    newer = changed("TournamentOpened", b'"edition":2', b'"edition":99')
    assert (newer.wrong, newer.records) == ((), 0)
    assert "newer edition" in newer.open[0][1].en
    other = changed("RoundPaired", b'"source":"', b'"source":"00')
    assert (other.wrong, other.unknown) == ((), (len(rows),))
    title = changed("TournamentOpened", b'"ruleset":"external"', b'"ruleset":"chess"')
    assert (title.wrong, title.open[0][0]) == ((), 1)


@pytest.mark.parametrize(
    "body",
    [
        lambda stamp: r.EntrantWithdrawn(**stamp, number=0),
        lambda stamp: r.EntrantExpelled(**stamp, number=4),
        lambda stamp: r.EntrantAdded(**stamp, number=3, player="x"),
    ],
)
def test_a_record_of_an_entrant_under_another_number_does_not_follow(
    clerk: Clerk, body: Callable[[dict[str, Any]], r.TournamentRecord]
) -> None:
    """Counted from the end, number 0 would be the last entrant."""
    now = Hall(clerk, entrants=3).now
    with pytest.raises(DamagedRecord, match="does not follow from"):
        fold_tournament([Filed.new(now.id, now.seq + 1, body({"at": now.at, "actor": "director"}))], now)
