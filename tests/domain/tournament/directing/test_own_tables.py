"""Entrants with a table of their own: who may have which table, drafts, brackets and records."""

from domain.game.clerk.clerk import Clerk
from domain.tournament.aggregate.conditions import Confirmation
from domain.tournament.aggregate.wishes import Entry
from domain.tournament.audit.replay import repeated
from domain.tournament.values import Rules, Stage
from tests.domain.proof.games import rows_of
from tests.domain.tournament.directing.hall import Hall, won


def give_table(hall: Hall, number: int, table: int, reason: str = "") -> None:
    hall.on.entering.amend(hall.order(), number, Entry(table=table), reason)


def test_a_table_is_one_entrants_and_a_draft_tells_who_sits_elsewhere(hall: Hall) -> None:
    on = hall.on.entering
    give_table(hall, 2, 8, "She comes in a wheelchair.")
    assert b"wheelchair" not in b"".join(r.state for r in hall.on.store.records_of(hall.id))
    hall.refused("that of entrant 2 already", on.amend, 3, Entry(table=8))
    hall.refused("that of entrant 6 already", on.add, [Entry("A", table=4), Entry("B", table=4)])
    hall.refused("numbers 1 to 999", on.amend, 3, Entry(table=1000))
    on.withdraw(hall.order(), 2)
    give_table(hall, 4, 8)
    on.reinstate(hall.order(), 2)
    at = hall.pair(1, [(3, 4), (2, 5)], [1]).rounds[0]
    assert [(t.number, t.entrants) for t in at.tables] == [(1, (3, 4)), (8, (2, 5))]
    assert [d.entrants for d in at.known_departures if d.code == "other-table"] == [(4,)]
    hall.refused("no table 2: there are 2, the last is 8", hall.on.results.reopen, 1, 2)
    hall.on.rounds.change(hall.order(), 1, {1: (2, 5), 8: (3, 4)}, None, Confirmation())
    told = {d.entrants for d in hall.now.rounds[0].known_departures if d.code == "other-table"}
    assert told == {(4,), (2,)}, "what was told before stays told"
    hall.on.rounds.publish(hall.order(), 1)
    assert repeated(hall.id, rows_of(hall.clerk, hall.id)).wrong == ()


def test_a_bracket_is_read_from_its_order_and_not_from_the_tables_numbers(clerk: Clerk) -> None:
    hall = Hall(clerk, Rules((Stage(format="knock-out", rounds=3, third_place=True),)), 8)
    for number, table in ((1, 4), (7, 1), (5, 30)):
        give_table(hall, number, table)
    for matches in ([{1, 8}, {4, 5}, {2, 7}, {3, 6}], [{1, 4}, {2, 3}], [{1, 2}, {3, 4}]):
        at = hall.pair(hall.now.next_round).rounds[-1]
        assert [{*table.entrants} for table in at.paired_tables] == matches
        numbers = [table.number for table in at.tables]
        assert numbers == sorted(numbers) and 1 in at.tables[numbers.index(4)].entrants
        for table in at.tables:
            taken = won(table, min(table.entrants))
            hall.on.results.take(hall.order(), at.round, table.number, taken)
    assert repeated(hall.id, rows_of(clerk, hall.id)).wrong == ()
