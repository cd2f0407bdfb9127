import csv
import json
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from io import StringIO
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest
from msgspec.structs import replace

from domain.titles.contract.csv_file import BOM, FORMULA, decimal
from domain.tournament.formats import csv_writing
from domain.tournament.formats.bg_stats import create_play
from domain.tournament.formats.common import Event, FormatRefused, one_decimal
from domain.tournament.formats.entrants_reading import entrants
from domain.tournament.formats.icalendar import RoundTime, calendar
from domain.tournament.standings.ranking import standings
from domain.tournament.values import Entrant, Field, Stage
from tests.builders.refusals import refused_with
from tests.domain.tournament.fields import played

FOUR = Stage(rounds=2, least=3, preferred=4, most=4, keys=("points", "opponents"))


def named(field: Field) -> Field:
    names = {1: "=1+1", 2: "Zoé; D'Arc", 3: '"Jo"', 4: "-x", 5: "@ada", 6: "'+1", 7: "''quoted"}
    return replace(
        field,
        entrants=tuple(
            replace(e, name=names.get(e.number, f"Entrant {e.number}")) for e in field.entrants
        ),
    )


def cells(text: str, separator: str = ",") -> list[list[str]]:
    return list(csv.reader(StringIO(text.lstrip(BOM), newline=""), delimiter=separator))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_entrants_are_read_in_any_usual_encoding_and_separator(
    encoding: str, separator: str
) -> None:
    text = "\r\n".join(
        separator.join(row)
        for row in (
            ("Nom", "Elo", "Club"),
            ("Zoé", "1500", "Échecs"),
            ("", "", ""),
            ("Max", "", ""),
        )
    )
    listed, notes = entrants(text.encode(encoding))
    assert listed == (Entrant(0, "Zoé", "Échecs", rating=1500), Entrant(0, "Max"))
    told = "Not in UTF-8: the file was read as Windows wrote it in western Europe."
    assert [note.text.en for note in notes] == [told] * (encoding == "cp1252")


Taken = tuple[str, str, int]
"""The name, the club and the rating of an entrant."""


@pytest.mark.parametrize(
    ("text", "taken", "notes"),
    [
        ("Ann\nBob\n\nCid", [("Ann", "", 0), ("Bob", "", 0), ("Cid", "", 0)], []),
        (
            "Doe, John\nRoe, Jane",
            [("Doe, John", "", 0), ("Roe, Jane", "", 0)],
            ["There are no headings: each row is taken as a name."],
        ),
        (
            "Nom;Prénom;Elo\nMuret;Ada;1500\nMuret;Bea;1600 F",
            [("Muret, Ada", "", 1500), ("Muret, Bea", "", 1600)],
            ["Of ratings the numbers are taken, not: F."],
        ),
        (
            "sep=;\nNo.;Name;FED;Rtg;Club/City\n1;Doe, John;FRA;2100;Lyon",
            [("Doe, John", "Lyon", 2100)],
            ["The column FED is not taken."],
        ),
        (
            "Nachname\tVorname\tVerein\tTitel\tDWZ\tElo\nRau\tUwe\tSC Ulm\tFM\t1850 - 23\t1900",
            [("Rau, Uwe", "SC Ulm", 1850)],
            [
                "The column Titel is not taken.",
                "The column Elo is not taken: DWZ is.",
                "Of ratings the numbers are taken, not: - 23.",
            ],
        ),
        (
            "Nr;Name\n7;Ada\n3;Bea",
            [("Bea", "", 0), ("Ada", "", 0)],
            ["Numbers are not kept: entrants are numbered anew, in the same order."],
        ),
        (
            "player|rating std|rating rapid\nAda||1700\nBea|0|1800",
            [("Ada", "", 1700), ("Bea", "", 1800)],
            ["The column rating std is not taken: rating rapid is."],
        ),
        (
            "Name,Team,,status\nAda,Lions,7,in\n-Zero-,,,\n@ada,Tigers,,",
            [("Ada", "", 0), ("-Zero-", "", 0), ("@ada", "", 0)],
            [
                "The column Team is not taken.",
                "The column 3 is not taken.",
                "The column status is not taken.",
            ],
        ),
    ],
)
def test_lists_of_other_programs_are_read_and_what_is_not_taken_is_told(
    text: str, taken: list[Taken], notes: list[str]
) -> None:
    listed, told = entrants(text.encode())
    assert [(one.name, one.club, one.rating) for one in listed] == taken
    assert [note.text.en for note in told] == notes
    assert all(note.text.fr and note.line <= 3 for note in told)


ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp1252", "cp1250", "cp437")


@pytest.mark.parametrize("encoding", [*ENCODINGS, "koi8-r", "shift_jis"])
def test_any_list_is_taken_with_what_is_left_out_named_or_refused_at_a_place(encoding: str) -> None:
    rng, taken = Random(encoding), 0
    letters = "abc éŁж日№=+-@'\"0129./()#_"
    for separator in (",", ";", "\t", "|") * 5:
        nonsense = ["".join(rng.choices(letters, k=rng.randrange(9))) for _ in range(20 * 4)]
        names, at = [f"{word} {n}é" for n, word in enumerate(nonsense[:3])], rng.randrange(20)
        rows = [nonsense[n * 20 : n * 20 + 20] for n in range(4)]
        for row, name in zip(rows, ("Nom", *names), strict=True):
            row[at] = name
        out = StringIO(newline="")
        csv.writer(out, delimiter=separator).writerows(rows)
        try:
            listed, notes = entrants(out.getvalue().encode(encoding, "ignore"))
        except FormatRefused as e:
            assert all(fault.line or "text" in fault.text.en for fault in e.faults)
            continue
        taken += 1
        told = [note.text.en for note in notes]
        assert len(listed) == 3 and sum("column" in note for note in told) >= 15
        if not any("UTF-8" in note for note in told):
            assert [" ".join(entrant.name.split()) for entrant in listed] == [
                " ".join(name.encode(encoding, "ignore").decode(encoding).split()) for name in names
            ]
    assert taken or encoding in ("utf-16-le", "utf-32")


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("name,rating\nAnn,1\nBob,x\n", 3, "x is no whole number (rating)."),
        ("name,club\nAnn,A\n,B\n", 3, "The row has no name."),
        ("name\nAnn\nBob\nANN\n", 4, "ANN is there already, on line 2."),
        ("name,number\nAnn,1\nBob,1\n", 3, "Number 1 is there already, on line 2."),
        ("name,rating\nDoe, John,1500\n", 2, "The row has more cells than the first one."),
        ("Ann, 1500\n", 1, "No column is headed name"),
        ("Open of Lyon\n1,Doe,John\n", 2, "No column is headed name"),
        ("sep=x\nname\n", 1, "Columns are separated by"),
        ("who,club\nAnn,A\n", 1, "No column is headed name"),
        ('name,club\n"Ann,A\n', 2, "cannot be read"),
        ("", 0, "The file is empty."),
        ("name\nA\x00nn\n", 2, "The file is no text."),
        ("name\n" + "x" * 201, 2, "201 characters is too long"),
    ],
)
def test_bad_entrants_are_refused_with_their_line(text: str, line: int, sentence: str) -> None:
    fault = refused_with(FormatRefused, "", entrants, text.encode()).faults[0]
    assert fault.line == line and sentence in fault.text.en and fault.text.fr


def test_ten_thousand_rows_are_read_and_one_more_refused() -> None:
    rows = [f"Entrant {n},{n}" for n in range(1, 10_001)]
    assert len(entrants("\n".join(["name,number", *rows]).encode())[0]) == 10_000
    refused_with(
        FormatRefused,
        r"Line 10002: There are more than 10,000 rows",
        entrants,
        "\n".join(["name,number", *rows, "One more,10001"]).encode(),
    )


def test_entrants_come_back_as_they_went_out_and_no_cell_is_a_formula() -> None:
    field = named(played(7, FOUR, 1))
    text = csv_writing.entrants(field)
    assert all(not cell.startswith(FORMULA) for row in cells(text) for cell in row)
    for how in (("en", ","), ("fr", ";")):
        listed, notes = entrants(csv_writing.entrants(field, *how).encode())  # type: ignore[arg-type]
        assert listed == field.entrants
        status = "status" if how[0] == "en" else "état"
        assert [note.text.en for note in notes] == [f"The column {status} is not taken."]


@pytest.mark.parametrize(("lang", "separator", "comma"), [("en", ",", "."), ("fr", ";", ",")])
def test_pairings_results_standings_and_terms(lang: str, separator: str, comma: str) -> None:
    field = named(played(7, FOUR, 3))
    table = standings(field)
    how = (lang, separator)
    paired = cells(csv_writing.pairings(field, 2, *how), separator)  # type: ignore[arg-type]
    assert sorted(int(row[3]) for row in paired[1:]) == list(range(1, 8))
    results = cells(csv_writing.results(field, *how), separator)  # type: ignore[arg-type]
    assert len(results) == 1 + 14 and results[0][0] == ("round" if lang == "en" else "ronde")
    ranks = cells(csv_writing.standings(field, table, *how), separator)  # type: ignore[arg-type]
    assert [row[2] for row in ranks[1:]] == [str(row.entrant) for row in table.rows]
    assert any(comma in row[5] for row in ranks[1:])
    terms = cells(csv_writing.terms(table, *how), separator)  # type: ignore[arg-type]
    top = {
        (row[0], row[1]): Fraction(int(row[10]), int(row[11])) for row in terms[1:] if row[2] == "0"
    }
    assert all(top[str(row.entrant), "opponents"] == Fraction(row.values[1]) for row in table.rows)


def test_numbers_are_rounded_without_a_float() -> None:
    assert [
        decimal(Fraction(*n)) for n in ((5, 2), (5, 3), (-1, 20_000), (-1, 30_000), (0, 1))
    ] == [
        "2.5",
        "1.6667",
        "-0.0001",
        "0",
        "0",
    ]
    assert [one_decimal(Fraction(*n)) for n in ((5, 2), (1, 3), (1, 20), (-1, 20), (-1, 30))] == [
        "2.5",
        "0.3",
        "0.1",
        "-0.1",
        "0.0",
    ]


def test_a_finished_table_is_handed_to_bg_stats() -> None:
    field = named(played(7, FOUR, 3))
    when = datetime(2026, 5, 1, 14, tzinfo=UTC)
    link = create_play(field, 1, 1, tournament="t1", title="Spring", game="Fief", played_at=when)
    parts = urlsplit(link)
    assert (parts.netloc, parts.path) == ("app.bgstatsapp.com", "/createPlay.html")
    play = json.loads(parse_qs(parts.query)["data"][0])
    assert (
        play["sourcePlayId"] == "t1/1/1"
        and play["playDate"] == "2026-05-01 14:00:00"
        and play["game"]["name"] == "Fief"
    )
    result = field.rounds[0].result(1)
    assert [(p["rank"], p["score"], p["winner"]) for p in play["players"]] == [
        (e.place, e.score, e.place == 1) for e in result.entries
    ]
    assert play["game"]["highestWins"]
    refused_with(
        FormatRefused,
        "Table 9 of round 1 has no game",
        create_play,
        field,
        1,
        9,
        tournament="t1",
        title="Spring",
        game="Fief",
    )


def test_a_calendar_of_rounds() -> None:
    begin = datetime(2026, 5, 1, 9, tzinfo=UTC)
    rounds = [
        RoundTime(n, begin + timedelta(hours=3 * n), begin + timedelta(hours=3 * n + 2), n)
        for n in (1, 2)
    ]
    text = calendar(
        "t1", Event(title="Tournoi d'été, salle B; " + "é" * 60, city="Lyon"), rounds, begin, "fr"
    )
    lines = text.split("\r\n")
    assert (
        lines[0] == "BEGIN:VCALENDAR"
        and lines[-2:] == ["END:VCALENDAR", ""]
        and "\n" not in text.replace("\r\n", "")
    )
    assert all(len(line.encode()) <= 75 for line in lines)
    whole = text.replace("\r\n ", "")
    assert "SUMMARY:Tournoi d'été\\, salle B\\; " in whole and ": ronde 2\r\n" in whole.replace(
        "\u00a0", " "
    )
    assert (
        "DTSTART:20260501T120000Z" in lines and "UID:t1-2@greffe" in lines and "SEQUENCE:2" in lines
    )
    refused_with(
        ValueError,
        "zone",
        calendar,
        "t1",
        Event(),
        [RoundTime(1, begin.replace(tzinfo=None), begin.replace(tzinfo=None))],
        begin,
    )
    refused_with(
        ValueError,
        "before it begins",
        calendar,
        "t1",
        Event(),
        [RoundTime(1, begin, begin - timedelta(1))],
        begin,
    )
