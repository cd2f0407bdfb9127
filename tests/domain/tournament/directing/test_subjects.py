"""Writes made at the same time: a record written meanwhile makes a write stale only if both are
about the same thing."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from domain.game.clerk.clerk import Clerk
from domain.game.commands import Order
from domain.kernel.kinds import about_everything
from domain.kernel.refusals import Stale
from domain.tournament import records as r
from domain.tournament.aggregate.conditions import Confirmation
from domain.tournament.aggregate.kinds import TOURNAMENT_KINDS
from domain.tournament.directing.direction import TournamentAnswer
from tests.builders.refusals import refused_with
from tests.domain.tournament.directing.hall import DUELS, Hall, won


@pytest.fixture
def hall(clerk: Clerk) -> Hall:
    hall = Hall(clerk, DUELS, 8).begun()
    hall.on.rounds.publish(hall.order(), 1)
    return hall


def test_forty_phones_report_at_once_against_the_same_record(clerk: Clerk) -> None:
    """Twenty tables of two report at once, all with the same record as the last they saw. Every
    slip is filed, and every result is taken once."""
    hall = Hall(clerk, DUELS, 40).begun()
    hall.on.rounds.publish(hall.order(), 1)
    seen, tables = hall.now.seq, hall.now.rounds[0].tables

    def report(entrant: int) -> TournamentAnswer:
        table = next(at for at in tables if entrant in at.entrants)
        order = Order(hall.id, seen, f"phone-{entrant}", f"slip-{entrant}", "digest")
        return hall.on.results.file_slip(order, 1, entrant, won(table.table, table.entrants[0]))

    with ThreadPoolExecutor(40) as phones:
        answers = list(phones.map(report, range(1, 41)))
    now = hall.now
    assert [type(answer.record.body).__name__ for answer in answers].count("ResultTaken") == 20
    assert now.rounds[0].missing == () and now.seq == seen + 40 + 20
    assert all(len(table.slips) == 2 for table in now.rounds[0].tables)
    assert report(7).again, "sent again, it is the same slip"


def test_what_is_about_the_same_table_is_stale(hall: Hall) -> None:
    seen, at = hall.now.seq, hall.now.rounds[0].tables[0]
    first, second = at.entrants

    def slip(entrant: int, first: int, key: str) -> TournamentAnswer:
        return hall.on.results.file_slip(
            Order(hall.id, seen, "phone", key), 1, entrant, won(at.table, first)
        )

    slip(first, first, "a")
    refused_with(
        Stale, "", slip, first, second, "b"
    )  # another device of the same entrant has not seen what the first reported
    refused_with(
        Stale,
        "",
        hall.on.results.take,
        Order(hall.id, seen, "scorer", "c"),
        1,
        at.number,
        won(at.table, first),
    )
    slip(second, first, "d")
    refused_with(
        Stale,
        "",
        hall.on.results.reopen,
        Order(hall.id, seen, "director", "e"),
        1,
        at.number,
        Confirmation(1, "Why."),
    )
    third = hall.now.rounds[0].tables[2]
    assert hall.on.results.take(
        Order(hall.id, seen, "scorer", "f"), 1, 3, won(third.table, third.entrants[0])
    ).record


def test_a_table_that_was_changed_stands_in_the_way_of_every_slip_of_its_round(hall: Hall) -> None:
    seen, tables = hall.now.seq, hall.now.rounds[0].tables
    order, turned = hall.order(), {1: tuple(reversed(tables[0].entrants))}
    hall.confirmed(lambda how: hall.on.rounds.change(order, 1, turned, confirmation=how))
    last = tables[-1]
    refused_with(
        Stale,
        "",
        hall.on.results.file_slip,
        Order(hall.id, seen, "phone", "k"),
        1,
        last.entrants[0],
        won(last.table, last.entrants[0]),
    )


def test_a_pairing_is_stale_after_a_result_and_not_after_a_clock(hall: Hall) -> None:
    hall.play(1)
    seen = hall.now.seq
    hall.on.rounds.set_clock(hall.order(), 1, 60, running=True)
    assert hall.on.rounds.pair(Order(hall.id, seen, "director", "p"), 2).tournament.next_round == 3
    hall.on.rounds.withdraw(hall.order(), 2)
    seen = hall.now.seq
    at = hall.now.rounds[0].tables[0]
    order = hall.order()
    hall.confirmed(
        lambda how: hall.on.results.correct(
            order, 1, 1, "recompute", won(at.table, at.entrants[1]), how
        )
    )
    refused_with(Stale, "", hall.on.rounds.pair, Order(hall.id, seen, "director", "q"), 2)


def test_entrants_are_checked_in_at_once_and_one_of_them_once(hall: Hall) -> None:
    seen = hall.now.seq
    for entrant in (3, 4, 5):
        hall.on.entering.note(Order(hall.id, seen, f"phone-{entrant}", "here"), 2, [entrant])
    refused_with(
        Stale,
        "",
        hall.on.entering.note,
        Order(hall.id, seen, "desk", "gone"),
        2,
        [4],
        present=False,
    )
    assert hall.now.present[2] == {3, 4, 5}


def test_a_record_that_is_yet_to_come_cannot_have_been_seen(hall: Hall) -> None:
    refused_with(
        Stale,
        "",
        hall.on.rounds.set_clock,
        Order(hall.id, hall.now.seq + 1, "director", "k"),
        1,
        60,
        running=True,
    )


def test_every_kind_of_record_is_about_something_or_about_the_whole() -> None:
    """A kind missing in the list counts as being about everything, so that writes may be refused
    too often but none is lost."""
    whole = {r.TournamentOpened, r.RulesAmended}
    known = {kind.record for kind in TOURNAMENT_KINDS if kind.about is not about_everything}
    assert known | whole == set(r.TOURNAMENT_TYPES) and known & whole == set()
