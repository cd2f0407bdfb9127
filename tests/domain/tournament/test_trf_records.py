import pytest
from msgspec.structs import replace

from domain.tournament.checking import checked
from domain.tournament.formats.common import Event, FormatRefused
from domain.tournament.formats.trf_reading import TrfFile, read
from domain.tournament.formats.trf_report import written
from domain.tournament.values import Acceleration, Bye, Penalty, Scoring, Separation, Stage
from tests.builders.refusals import refused_with
from tests.domain.tournament.fields import played

HEADS = [f"001    {n}      Player {n}{'':<33}" for n in range(1, 5)]


def file(
    *records: str, games: tuple[str, ...], points: tuple[str, ...] = ("", "", "", "")
) -> bytes:
    players = [
        f"{head[:80]:<80}{mine:>4}       {cells}"
        for head, mine, cells in zip(HEADS, points, games, strict=True)
    ]
    return "\n".join([*records, *players, ""]).encode()


ROUND = ("   2 w 1", "   1 b 0", "   4 w =", "   3 b =")
HALF = ("1.0", "0.0", "0.5", "0.5")


def understood(*records: str) -> TrfFile:
    return read(file(*records, games=ROUND, points=HALF))


def test_record_162_stands_in_its_columns_also_with_ten_points() -> None:
    stage = Stage(rounds=1, scoring=Scoring(win="10", draw="5", bye="10", half="5", forfeit="10"))
    text = written(Event("Ten"), played(4, stage, 1))
    line = next(line for line in text.split("\n") if line.startswith("162"))
    assert [(line[at], line[at + 1 : at + 5]) for at in range(5, len(line), 9)] == [
        ("W", "10.0"),
        ("D", " 5.0"),
        ("L", " 0.0"),
        ("P", "10.0"),
    ]
    assert (
        "BBW 10.0\n" in text and "BBU 10.0\n" in text
    )  # as a bbpPairings before record 162 reads them
    usual = written(Event("Usual"), played(4, Stage(rounds=1), 1))
    assert "\nBBW" not in usual and "XXS" not in written(
        Event("Usual"), played(4, Stage(rounds=1), 1), year=2016
    )
    assert "XXS W=10.0 D=5.0 WL=0.0" in written(Event("Ten"), played(4, stage, 1), year=2016)


def by_bbp(text: str) -> dict[str, str]:
    """The part of record 162 that bbpPairings accepts (`readPointSystem` in its trf.cpp): columns
    of nine from the sixth on, each W, D, L, Z or P with a number. It refuses any other letter,
    record 299, and unknown systems in record 192."""
    points: dict[str, str] = {}
    for line in text.split("\n"):
        assert line[:3] != "299" and (line[:3] != "192" or line[4:] == "FIDE_DUTCH"), line
        for at in range(5, len(line), 9) if line.startswith("162") else ():
            assert line[at] in "WDLZP" and len(line) >= at + 5, line
            points[line[at]] = line[at + 1 : at + 5].strip()
    return points


def test_record_162_is_read_by_bbp_pairings_and_read_as_it_does() -> None:
    usual = {"W": "1.0", "D": "0.5", "L": "0.0", "P": "1.0"}
    for engine in ("", "fide-dutch"):
        assert by_bbp(written(Event(), played(6, Stage(rounds=2, engine=engine), 3))) == usual
    ten = Scoring(win="3", draw="1", half="1", forfeit="3", bye="3", zero="1/2")
    for record in ("162  W 3.0    D 1.0    Z 0.5", "BBW  3.0\nBBD  1.0\nBBZ  0.5"):
        assert understood(*record.split("\n")).field.rules.stages[0].scoring == ten


@pytest.mark.parametrize(
    "record", ["162  W 3.0    D 1.0    P 1.0", "XXS W=3 D=1 PAB=1", "BBW  3.0\nBBD  1.0\nBBU  1.0"]
)
def test_points_are_read_from_any_programs_record(record: str) -> None:
    three = Scoring(win="3", draw="1", bye="1", half="1", forfeit="3")
    points = ("3.0", "0.0", "1.0", "1.0")
    report = read(file(*record.split("\n"), games=ROUND, points=points))
    assert (
        report.field.rules.stages[0].scoring == three
        and not report.inferred
        and not checked(report).points
    )
    bare = read(file(games=ROUND, points=points))
    assert (
        bare.inferred and bare.field.rules.stages[0].scoring.win == "3" and not checked(bare).points
    )


def test_a_forfeit_without_a_colour_is_read() -> None:
    report = read(
        file(
            games=("   2 - -", "   1 - +", "   4   -", "   3   -"),
            points=("0.0", "1.0", "0.0", "0.0"),
        )
    )
    assert [result.kind for result in report.field.rounds[0].results] == [
        "forfeit",
        "double-forfeit",
    ]
    assert report.uncoloured == {(1, 1), (1, 3)} and not checked(report).points


def test_points_of_entrants_with_a_penalty_are_written_as_they_were_played() -> None:
    free = played(6, Stage(rounds=3, keys=("points", "wins")), 1)
    field = replace(free, penalties=(Penalty(2, "1/2", 2), Penalty(3, "-1", 1)))
    points, as_played = (read(written(Event(), each).encode()).points for each in (field, free))
    assert points == as_played


def test_points_assigned_to_a_result_are_read_with_it() -> None:
    report = read(
        file("299 L         0.5  001    2", games=ROUND, points=("1.0", "0.5", "0.5", "0.5"))
    )
    assert report.adjusted == (Penalty(2, "-1/2", 1),) and not checked(report).points
    forfeits = read(
        file(
            "299 +         0.5  000",
            games=("   2 w +", "   1 b -", *ROUND[2:]),
            points=("0.5", "0.0", "0.5", "0.5"),
        )
    )
    assert forfeits.field.rules.stages[0].scoring.forfeit == "1/2" and not checked(forfeits).points


def test_acceleration_separations_byes_and_teams_are_read() -> None:
    report = understood(
        "142 5",
        "192 FIDE_DUTCH_2026",
        "250       1.0   1   2    1    2",
        "260   1   2    1    3    4",
        "240 H   2    3    4",
    )
    field = report.field
    assert (
        field.accelerations == (Acceleration("1", 1, 2, 1, 2),)
        and field.rules.stages[0].engine == "fide-dutch"
    )
    assert field.separations == (
        Separation(1, 3, hard=True),
        Separation(1, 4, hard=True),
        Separation(3, 4, hard=True),
    )
    assert report.apart_until == (2, 2, 2) and report.next == (Bye(3, "half"), Bye(4, "half"))
    teams = understood(
        "240 H   1    3",
        "299 W        2.0    1    9",
        "310   1 Lions                            LION    2000    2.0    3.5   1     1    2",
    )
    assert teams.unread == {"240": 1, "299": 1}, "they name teams by numbers of their own"
    (team,) = teams.teams
    assert (team.name, team.players, str(team.match_points), str(team.game_points), team.rank) == (
        "Lions",
        (1, 2),
        "2",
        "7/2",
        1,
    )
    assert understood("XXA    2  1.0  0.5").field.accelerations == (
        Acceleration("1", 1, 1, 2, 2),
        Acceleration("1/2", 2, 2, 2, 2),
    )
    baku = understood("142 9", "192 FIDE_DUTCH_BAKU").field.accelerations
    assert baku == (Acceleration("1", 1, 3, 1, 2), Acceleration("1/2", 4, 5, 1, 2))


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ("260   1   2    1    9", "Player 9 is named, and has no line 001."),
        ("250       1.0   2   1    1    2", "An acceleration has a first and a last round"),
        ("240 Q   2    3", "A bye that is asked for is H, Z or F"),
        ("240 H   1    3", "3 in round 1 has =, and another bye on this line."),
        ("162  Q 1.0", "Column 6 has Q: W, D, L, A, Z, P or X is looked for."),
        ("XXS W", "W is no option of points."),
        ("BBW 9999999999999", "9999999999999 is no number of points."),
        ("299 Q         1.0  001    1", "Q is no kind of result"),
        (
            "299 W         1.0  001",
            "Points are assigned to a result of all rounds, or to one round's",
        ),
        ("142 2000000000", "2000000000 rounds are more than 99."),
        (
            '### greffe rules {"stages":[{"rounds":-1}]}',
            "The comment greffe rules is not as Greffe writes it.",
        ),
        (
            '### greffe rules {"stages":[{"scoring":{"win":"3"}}]}\n162  W 2.0',
            "scores otherwise than the records",
        ),
        ("### greffe lots [1,7]", "Player 7 is named"),
        ("### greffe ranks [[1,2]]", "The comment greffe ranks does not fit"),
    ],
)
def test_a_record_that_cannot_be_is_refused_at_its_line(record: str, sentence: str) -> None:
    refused = refused_with(FormatRefused, "", understood, *record.split("\n"))
    assert any(sentence in fault.text.en for fault in refused.faults), refused.faults


def test_what_trf_cannot_hold_is_refused_with_the_reason() -> None:
    for scoring, sentence in (
        (Scoring(points="raw"), "not those of wins, draws and losses"),
        (Scoring(best=2), "not those of wins, draws and losses"),
        (Scoring(draw="1/3"), "1/3 points have no place in TRF"),
    ):
        refused_with(
            FormatRefused,
            sentence,
            written,
            Event("Open"),
            played(4, Stage(rounds=2, scoring=scoring), 1),
        )


def test_who_withdrew_without_a_rank_takes_none_from_the_others() -> None:
    head, *lines = written(Event("Open"), played(6, Stage(rounds=2), 3), year=2016).split("\n")
    records = [line for line in lines if not line.startswith("###")]
    ranks = {int(line[85:89]): n for n, line in enumerate(records) if line.startswith("001")}
    for rank, n in ranks.items():
        new = 0 if rank == 2 else rank - (rank > 2)
        records[n] = f"{records[n][:85]}{new or '':>4}{records[n][89:]}"
    assert len(ranks) == 6 and not checked(read("\n".join([head, *records]).encode())).ranks
