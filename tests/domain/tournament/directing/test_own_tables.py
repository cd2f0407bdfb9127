"""Entrants with a table of their own: who may have which, drafts, brackets and the record."""

from domain.game.clerk.clerk import Clerk
from domain.tournament.aggregate.conditions import Confirmation
from domain.tournament.aggregate.wishes import Entry
from domain.tournament.audit.replay import repeated
from domain.tournament.values import Rules, Stage
from tests.domain.proof.games import rows_of
from tests.domain.tournament.directing.hall import Hall, codes, won


def own(hall: Hall, number: int, table: int, reason: str = "") -> None:
    hall.on.entering.amend(hall.order(), number, Entry(table=table), reason)


def numbers(hall: Hall) -> dict[int, tuple[int, ...]]:
    return {table.number: table.entrants for table in hall.now.rounds[-1].tables}


def replayed(hall: Hall) -> None:
    assert repeated(hall.id, rows_of(hall.clerk, hall.id)).wrong == ()


def test_a_table_is_one_entrants_while_they_play_and_why_lies_outside(hall: Hall) -> None:
    own(hall, 2, 7, "She comes in a wheelchair.")
    assert b"wheelchair" not in b"".join(r.state for r in hall.on.desk.filed(hall.id))
    assert hall.clerk.words(hall.on.desk.filed(hall.id)[-1].body.reason)  # type: ignore[attr-defined]
    amend, add = hall.on.entering.amend, hall.on.entering.add
    hall.refused("that of entrant 2 already", amend, 3, Entry(table=7))
    hall.refused("that of entrant 6 already", add, [Entry("A", table=4), Entry("B", table=4)])
    hall.refused("numbers 1 to 999", amend, 3, Entry(table=1000))
    own(hall, 2, 8)
    own(hall, 3, 7)
    hall.on.entering.withdraw(hall.order(), 2)
    own(hall, 4, 8)
    hall.on.entering.reinstate(hall.order(), 2)
    hall.pair(1, [(2, 5), (3, 4)], [1])
    assert numbers(hall) == {8: (2, 5), 7: (3, 4)}, "both came back to it: the first by seed"
    assert [d.entrants for d in hall.now.rounds[0].told if d.code == "other-table"] == [(4,)]
    replayed(hall)


def test_drafts_tell_who_sits_elsewhere_and_a_draft_by_the_engines_hand_is_the_engines(
    hall: Hall,
) -> None:
    own(hall, 2, 9)
    paired = hall.pair(1).rounds[0]
    engines = [table.entrants for table in paired.paired_tables]
    hall.on.rounds.withdraw(hall.order(), 1)
    again = hall.pair(1, engines, [b.entrant for b in paired.byes], confirmation=Confirmation())
    assert not again.rounds[0].by_hand and 9 in numbers(hall)
    hall.refused("no table 2: there are 2, the last is 9", hall.on.results.take, 1, 2, None)
    others = {1: numbers(hall)[9], 9: numbers(hall)[1]}
    hall.on.rounds.change(hall.order(), 1, others, None, Confirmation())
    assert ("other-table", 2) in {(code, level) for _, code, level in codes(hall)}
    hall.on.rounds.publish(hall.order(), 1)
    replayed(hall)


def test_a_bracket_is_read_from_its_order_and_not_from_the_tables_numbers(clerk: Clerk) -> None:
    rules = Rules((Stage(format="knock-out", rounds=3, third_place=True),))
    plain, fixed = (Hall(clerk, rules, 8, name=name) for name in ("plain", "fixed"))
    own(fixed, 1, 4)
    own(fixed, 7, 1)
    own(fixed, 5, 30)
    for round in (1, 2, 3):
        for hall in (plain, fixed):
            hall.pair(round)
            for table in hall.now.rounds[-1].tables:
                hall.on.results.take(
                    hall.order(), round, table.number, won(table, min(table.entrants))
                )
        there, here = (hall.now.rounds[-1].paired_tables for hall in (plain, fixed))
        assert [{*table.entrants} for table in there] == [{*table.entrants} for table in here]
        assert list(numbers(fixed)) == sorted(numbers(fixed))
        assert 4 in numbers(fixed)
    assert [row.entrant for row in fixed.now.standings_after(3).rows[:4]] == [1, 2, 3, 4]
    replayed(fixed)
