"""Entrants who cannot move have tables of their own. The tournament is compared with the same one
in which nobody has such a table."""

from itertools import count

import pytest
from msgspec.structs import replace

from domain.tournament.pairing.engines import engine_of
from domain.tournament.pairing.fixed import still_in
from domain.tournament.pairing.numbering import in_order, numbered
from domain.tournament.rounds.seating import by_hand
from domain.tournament.values import (
    Entrant,
    Entry,
    Field,
    Pairing,
    Rules,
    Stage,
    Table,
    TableResult,
    Weights,
)
from tests.amount import slow_but
from tests.domain.tournament.fields import entered, question_of, with_round

OWN = {3: 2, 8: 1, 12: 30, 5: 5}
WEIGHTS = Weights(table=("hard", "met", "soft", "spread", "seat"))
LARGE = Stage(rounds=3, least=3, preferred=4, most=5, weights=WEIGHTS)
STAGES = (
    Stage(rounds=4),
    Stage(format="round-robin", rounds=7),
    Stage(format="knock-out", rounds=4, third_place=True),
    LARGE,
    replace(LARGE, format="heats"),
    replace(LARGE, format="planned", most=4),
    Stage(format="challenge", rounds=2, least=1, preferred=1, most=1),
)


def paired(field: Field, stage: Stage, round: int, luck: int) -> Pairing:
    question = question_of(field, round, luck=luck)
    if stage.format == "knock-out":
        question = replace(question, present=still_in(question))
    return engine_of(stage).pair(question)


def played(table: Table) -> TableResult:
    order = sorted(table.entrants, key=lambda n: n * 7 % 13)
    return TableResult(table.number, tuple(Entry(n, order.index(n) + 1, n) for n in table.entrants))


@pytest.mark.parametrize(
    "stage", slow_but([STAGES[0]], STAGES), ids=lambda stage: f"{stage.format}-{stage.preferred}"
)
def test_tables_of_ones_own_change_numbers_and_nothing_else(stage: Stage) -> None:
    """A knock-out's bracket and a plan of rounds are read correctly from rounds whose tables were
    numbered differently."""
    for luck in range(4):
        plain = entered(12, stage)
        own = replace(
            plain, entrants=tuple(replace(e, table=OWN.get(e.number, 0)) for e in plain.entrants)
        )
        for round in range(1, stage.rounds + 1):
            without, around = (paired(field, stage, round, luck) for field in (plain, own))
            assert [t.entrants for t in without.tables] == [t.entrants for t in around.tables]
            assert (without.byes, without.cost) == (around.byes, around.cost)
            kept = {OWN[n] for table in around.tables for n in table.entrants if n in OWN}
            numbers = [table.number for table in around.tables]
            assert len({*numbers}) == len(numbers)
            for table in around.tables:
                mine = sorted(n for n in table.entrants if n in OWN)
                assert table.number == OWN[mine[0]] if mine else table.number not in kept
            free = (n for n in count(1) if n not in kept)
            others = [n for n in numbers if n not in kept]
            assert others == [next(free) for _ in others]
            assert {note.table for note in around.explanation} <= {0, *numbers}
            plain, own = (
                with_round(field, round, pairing, map(played, pairing.tables))
                for field, pairing in ((plain, without), (own, around))
            )


def test_several_with_tables_of_their_own_at_one() -> None:
    """When two entrants with own tables meet, they play at the table of the better seed, and nobody
    else at the other's. When two have the same own table and do not meet, the better seed gets
    it."""
    entrants = (
        Entrant(1, table=4),
        Entrant(2, seed_rank=1, table=2),
        Entrant(3, table=7),
        Entrant(4),
        Entrant(5, table=7),
        Entrant(6),
    )
    field = Field(Rules((Stage(),)), entrants)
    pairing = by_hand([(1, 2), (6, 5), (4, 3)], (), question_of(field, 1))
    assert [table.number for table in pairing.tables] == [2, 1, 7]
    assert [table.number for table in in_order(pairing).tables] == [1, 2, 3]
    assert numbered(pairing, field) == pairing
