from collections.abc import Iterable
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from domain.tournament.formats.common import Event, FormatRefused
from domain.tournament.formats.trf_reading import read
from domain.tournament.formats.trf_report import written
from domain.tournament.formats.trf_writing import KEYS
from domain.tournament.pairing import dutch
from domain.tournament.pairing.engines import engine
from domain.tournament.pairing.position import Position
from domain.tournament.standings.ranking import standings
from domain.tournament.values import (
    CannotPair,
    Field,
    Key,
    Rules,
    Scoring,
    Separation,
    Stage,
    exact,
)
from tests.amount import slow
from tests.builders.refusals import refused_with
from tests.domain.tournament.fields import entered, played, question_of

NAMED: tuple[Key, ...] = tuple(KEYS)
SWISS = Stage(rounds=5, keys=NAMED)
OPEN = Event("Open", "Lyon", "FRA", date(2026, 5, 1), date(2026, 5, 3), "A. Martin")


def generated(luck: int, engine: str = "") -> Field:
    """A random tournament: 4 to 20 entrants, 3 to 7 rounds, with absences and forfeits."""
    stage = Stage(
        rounds=3 + luck % 5,
        keys=NAMED,
        engine=engine,
        scoring=Scoring(win="3", draw="1", bye="3", half="1", forfeit="3"),
    )
    if luck % 3:
        stage = replace(stage, scoring=Scoring())
    return played(
        4 + luck % 17, stage, luck, missing=8 if luck % 2 else 0, forfeits=8 if luck % 3 else 0
    )


def by_gacrux(text: str) -> Any:
    """The tournament as gacrux reads it from a file. Fails if gacrux refuses the file."""
    from gacrux.trf2json import trf2json

    reader = trf2json()
    reader.parse_file(text, 0)
    assert reader.get_status() == 0, reader.chessjson["status"]
    return reader.get_tournament(1)


def paired_alike(system: Any) -> bool:
    """Whether gacrux pairs a round as the file has it."""
    there, own = (
        sorted((pair["w"], pair["b"]) for bracket in brackets for pair in bracket["pairs"])
        for brackets in map(system.compute_pairing, (True, False))
    )
    return there == own


def computed_by_gacrux(
    text: str, keys: Iterable[Key], *, round_robin: bool = False
) -> list[dict[str, Any]]:
    """Each entrant's id (`cid`), rank and scores of these keys, computed by gacrux."""
    from gacrux.tiebreak import tiebreak

    tournament = by_gacrux(text)
    parameters = {"tiebreak": [KEYS[key] for key in keys], "check": False, "unrated": None}
    parameters |= {"is_rr": round_robin, "swiss": not round_robin, "pre_determined": round_robin}
    computed = tiebreak(tournament, -1, parameters).compute_tiebreaks(tournament, parameters)
    competitors: list[dict[str, Any]] = computed["competitors"]
    return competitors


def check_tie_breaks(field: Field) -> None:
    table, (stage,) = standings(field), field.rules.stages
    round_robin = stage.format == "round-robin"
    for theirs in computed_by_gacrux(written(OPEN, field), stage.keys, round_robin=round_robin):
        row = table.row(theirs["cid"])
        for key, mine, other in zip(stage.keys, row.values, theirs["tiebreakScore"], strict=True):
            # The federation's program has no number for a direct encounter.
            assert key == "direct" or exact(mine) == Fraction(str(other)), (theirs["cid"], key)
        assert row.rank == theirs["rank"]


@pytest.mark.parametrize(
    "lucks", [range(6), pytest.param(range(6, 16), marks=slow("many; the quick case is a sample"))]
)
def test_tie_breaks_and_ranks_are_those_of_gacrux(lucks: range) -> None:
    for luck in lucks:
        check_tie_breaks(generated(luck))


def test_what_a_file_says_besides_the_games() -> None:
    field = replace(
        generated(1), separations=(Separation(1, 2, hard=True, since=2), Separation(3, 4))
    )
    text = written(OPEN, field, comments=["corrected: table 1\nof round 2"])
    assert (
        "012 Open\n" in text
        and "042 2026/05/01\n" in text
        and "### corrected: table 1 of round 2\n" in text
    )
    assert "260   2   4    1    2\n" in text and "   3    4\n" not in text
    assert read(text.encode()).field.separations == (Separation(1, 2, hard=True, since=2),)
    old = written(OPEN, field, year=2016)
    assert "XXR 4\n" in old and "\n142" not in old
    *before, last = field.rounds
    going_on = replace(field, rounds=(*before, replace(last, results=())))
    assert read(written(OPEN, going_on).encode()).field.rounds[-1].results == ()


def test_tables_of_three_have_no_report_file() -> None:
    field = played(6, Stage(rounds=1, least=3, preferred=3, most=3), 1)
    refused_with(FormatRefused, "Table 1 of round 1 has 3 entrants", written, OPEN, field)


GOOD = written(OPEN, played(4, replace(SWISS, rounds=2), 1)).split("\n")
FIRST = next(at for at, line in enumerate(GOOD) if line.startswith("001    1"))


def changed(at: int, cell: str) -> bytes:
    lines = list(GOOD)
    lines[FIRST + at] = lines[FIRST + at][:-8] + cell
    return "\n".join(lines).encode()


@pytest.mark.parametrize(
    ("cell", "sentence"),
    [
        ("   9 w 1", "1 in round 2 plays 9, who is nobody else"),
        ("   1 w 1", "1 in round 2 plays 1, who is nobody else"),
        ("   2 w ?", "a result that there is not: ?"),
        ("   2 w H", "H is a bye, and has an opponent: 2"),
        ("0000 - 1", "1 is the result of a game, without an opponent"),
        ("   2 - 1", "The game against 2 has no colour w or b"),
        ("  x2 w 1", "x2 is no whole number"),
    ],
)
def test_impossible_results_are_refused_with_their_line(cell: str, sentence: str) -> None:
    refused = refused_with(FormatRefused, "", read, changed(0, cell))
    assert any(sentence in fault.text.en and fault.line == FIRST + 1 for fault in refused.faults)


def test_both_winning_is_refused_and_so_are_a_player_twice_and_a_file_without_any() -> None:
    line = GOOD[FIRST]
    opponent, colour = int(line[-8:-4]), line[-3]
    with pytest.raises(FormatRefused, match="who has"):
        both = changed(0, f"{opponent:>4} {colour} 1").decode().split("\n")
        at = FIRST + opponent - 1
        both[at] = both[at][:-1] + "1"
        read("\n".join(both).encode())
    refused_with(
        FormatRefused, "Player 1 is there already, on line", read, "\n".join([*GOOD, line]).encode()
    )
    refused_with(FormatRefused, "Line 1: The file is no text", read, b"\x00\xff\xfe")
    for data in (b"", b"hello\nworld"):
        refused_with(FormatRefused, "no player", read, data)
    refused_with(FormatRefused, "larger", read, b"#" * 5_000_001)


def test_latin_1_and_other_line_ends_are_read() -> None:
    text = "\r\n".join(GOOD).replace("Entrant 1 ", "Éloïse    ")
    assert read(text.encode("latin-1")).field.entrants[0].name == "Éloïse"
    assert read(b"\xef\xbb\xbf" + text.encode()).field.entrants[0].name == "Éloïse"


# -- the Dutch system ------------------------------------------------------------------------------


def test_the_dutch_system_numbers_by_seeds_and_keeps_apart() -> None:
    field = entered(8, replace(SWISS, engine="fide-dutch"))
    seeded = replace(
        field, entrants=tuple(replace(e, seed_rank=9 - e.number) for e in field.entrants)
    )
    pairing = engine("fide-dutch").pair(question_of(seeded, 1))
    assert {frozenset(table.entrants) for table in pairing.tables} == {
        frozenset((9 - n, 5 - n)) for n in range(1, 5)
    }
    apart = replace(seeded, separations=(Separation(8, 4, hard=True),))
    assert all(
        set(table.entrants) != {8, 4}
        for table in engine("fide-dutch").pair(question_of(apart, 1)).tables
    )
    assert Position(question_of(seeded, 1)).order[0] == 8


def test_points_that_the_dutch_system_does_not_know_are_told_before_a_round_is_lost() -> None:
    field = played(
        6, replace(SWISS, rounds=2, scoring=Scoring(half="1/4")), 2, missing=40, rounds=1
    )
    dutch_rules = replace(
        field, rules=Rules((replace(field.rules.stages[0], engine="fide-dutch"),))
    )
    assert any(bye.kind == "half" for bye in field.rounds[0].byes)
    refused_with(
        CannotPair,
        "no points such as these rules give",
        engine("fide-dutch").pair,
        question_of(dutch_rules, 2),
    )


def test_without_the_package_the_dutch_system_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dutch, "PACKAGE", "gacrux-that-nobody-has")
    refused_with(CannotPair, r"ops/setup\.sh extras", dutch.pair, question_of(entered(4, SWISS), 1))
