from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from domain.game.clerk.clerk import Clerk
from domain.game.commands import Order
from domain.game.record.records import FIRST
from domain.tournament.aggregate.conditions import Confirmation
from domain.tournament.aggregate.tournament import Tournament
from domain.tournament.audit.replay import repeated
from domain.tournament.checking import NEEDS_PACKAGE, checked, checked_as_stated
from domain.tournament.formats.common import Event
from domain.tournament.formats.trf_report import written
from domain.tournament.lifecycle.report_files import report_of, understood
from domain.tournament.pairing import dutch
from domain.tournament.refusals import FileRefused, UnknownTournament
from domain.tournament.standings.ranking import standings
from domain.tournament.tournaments import Tournaments
from domain.tournament.values import Bye, CannotPair, Stage
from tests.amount import slow
from tests.builders.refusals import refused_with
from tests.builders.world import World
from tests.domain.proof.games import rows_of
from tests.domain.tournament.directing.played_events import verified
from tests.domain.tournament.fields import played
from tests.domain.tournament.test_trf_law import events

OPEN = Event("Open")


def opened(on: Tournaments, data: bytes, key: str = "once") -> Tournament:
    return on.report_files.open(report_of(data), "director", key)


def check_directed(on: Tournaments, t: Tournament) -> None:
    """Fail unless the replay finds no fault in the records of a tournament that was opened from a
    file."""
    assert (
        repeated(t.id, [(stored.topic, stored.state) for stored in on.store.records_of(t.id)]).wrong
        == ()
    )


@pytest.mark.parametrize(
    "lucks",
    [
        range(0, 24, 3),
        pytest.param(range(1, 60, 4), marks=slow("many; the quick case is a sample")),
    ],
)
def test_what_we_export_is_a_tournament_again_with_the_same_standings(
    clerk: Clerk, lucks: range
) -> None:
    on, taken = Tournaments(clerk), 0
    for luck, field in events(lucks):
        plain = replace(field, penalties=field.penalties[:2], lots=())
        for year in (2026, 2016):
            file = report_of(written(OPEN, plain, year=year).encode())
            t = on.report_files.open(file, "director", f"{luck}/{year}")
            assert [row.values[0] for row in standings(t.field).rows] == [
                row.values[0] for row in standings(file.field).rows
            ], luck
            for at, history in zip(t.rounds, file.field.rounds, strict=True):
                assert at.history.tables == history.tables and at.closed
                assert set(at.history.byes) == set(history.byes)
                assert at.history.results == history.results
        check_directed(on, t)
        taken += 1
    assert taken > len(lucks) * 2 / 3


def player(number: int, name: str, rating: str, points: str, rank: int, *cells: str) -> str:
    head = f"001 {number:>4} m{name[:3]} {name[3:]:<33} {rating:>4} FRA {600000 + number:>11} "
    return f"{head}1990/01/01 {points:>4} {rank:>4}{''.join(f'  {cell:>8}' for cell in cells)}"


OTHERS = "\n".join(
    (
        "012 Spring Open",
        "022 Lille",
        "092 Individual: Swiss-System",
        "192 FIDE_DUBOV",
        "202 BH,ARO",
        f"013 {'Lions':<32}   1    4",
        "132 26/05/01",
        "XXR 3",
        "XXZ 4",
        "801 1 LION",
        player(1, " GMAnn", "2400", "2.0", 1, "4 w 1", "2 b 1"),
        player(2, "   Bob", "2300", "1.0", 2, "5 b 1", "1 w 0"),
        player(4, "   Eve", "2200", "0.5", 4, "1 b 0", "0000 - H"),
        player(5, "   Joe", "", "1.0", 3, "2 w 0", "0000 - U"),
        "",
    )
)


COLUMNS = (
    (9, 10),
    (10, 13),
    (14, 47),
    (48, 52),
    (53, 56),
    (57, 68),
    (69, 79),
    (80, 84),
)
"""Columns of players in a report file."""


def test_another_programs_file_goes_on_here_and_says_what_was_not_taken(clerk: Clerk) -> None:
    on = Tournaments(clerk)
    file = report_of(OTHERS.encode())
    report = understood(file)
    assert (report.entrants, report.rated, report.rounds, report.of) == (4, 3, 2, 3)
    assert (report.played, report.byes) == (3, {"half": 1, "pairing": 1})
    notes = {note.line: note.text.en for note in report.notes}
    assert notes == {
        2: "Place, days, kind and officials of the event are not kept: 022, 092, 132.",
        0: "Numbers have gaps: players are numbered anew, in the same order.",
        4: "The system FIDE_DUBOV is not here: rounds to come are paired by duels.",
        5: "Tie-break ARO is not computed here: the order of keys ends before it.",
        6: "Teams stand as the clubs of their players.",
        10: "1 line 801 are not read.",
        11: "Of players these are not kept: sex, chess title, federation, identity, day of birth.",
    }
    assert list(report.compared.differences) == [] and all(text.fr for text in report.lines)
    t = on.report_files.open(file, "director", "once", public=True)
    again = on.report_files.open(file, "director", "once", public=True)
    assert again.id == t.id and t.seq == again.seq and t.opened.key == "once"
    assert [(e.rating, e.club) for e in t.entrants] == [
        (2400, "Lions"), (2300, ""), (2200, "Lions"), (0, ""),
    ]  # fmt: skip
    assert on.store.name(t, 3) == "Eve" and t.requested_byes[3, 3].kind == "zero"
    assert [at.tables[0].entrants for at in t.rounds] == [(1, 3), (2, 1)]
    paired = on.rounds.pair(Order(t.id, t.seq, "director", "next"), 3).tournament
    assert {frozenset(table.entrants) for table in paired.rounds[2].tables} == {frozenset((1, 4))}
    check_directed(on, on.store.tournament(t.id))


def test_each_line_and_each_column_of_a_report_file_is_taken_or_told(clerk: Clerk) -> None:
    """Each line that is no player's, and each column of the players' lines, is left out in turn:
    then the tournament or the notes about the file differ."""
    on = Tournaments(clerk)
    more = ["012 Again", "102 Ann", "XXC rank", "212 SB", "BBW  1.0", "162  W 1.0", "  \u00b7x"]
    lines = [*OTHERS.split("\n"), *more]
    rows = [n for n, line in enumerate(lines) if line.startswith("001")]

    def told(lines: list[str], key: str) -> object:
        file = report_of("\n".join(lines).encode())
        t = on.report_files.open(file, "director", key)
        people = [(on.store.name(t, e.number), e.rating, e.seed_rank, e.club) for e in t.entrants]
        rounds = [(at.tables, at.history.byes, at.history.results) for at in t.rounds]
        said = [str(line) for line in understood(file).lines]
        return said, people, rounds, t.requested_byes, t.rules, on.store.title(t)

    whole = told(lines, "whole")
    for n, line in enumerate(lines):
        if line.strip() and n not in rows:
            assert told([*lines[:n], *lines[n + 1 :]], f"line {n}") != whole, line
    for at, to in COLUMNS:
        blank = [
            line[:at] + " " * (to - at) + line[to:] if n in rows else line
            for n, line in enumerate(lines)
        ]
        assert told(blank, f"column {at}") != whole, (at, to)


def test_an_imported_tournament_is_audited_like_any_other(clerk: Clerk, tmp_path: Path) -> None:
    on = Tournaments(clerk)
    t = opened(on, OTHERS.encode())
    on.whole.close(Order(t.id, t.seq, "director", "close"), Confirmation(1, "Two rounds do."))
    world, bundle = World(), tmp_path / "event.jsonl"
    world.play(t.id, rows_of(clerk, t.id))
    bundle.write_bytes(world.bundle(t.id))
    report = verified(bundle)
    assert [finding for finding in report.findings if finding.status == "failed"] == []
    assert any("by-hand" in finding.said.en for finding in report.findings)


def test_a_file_of_the_dutch_system_without_its_package_says_what_to_install(
    clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dutch, "PACKAGE", "gacrux-that-nobody-has")
    lines = OTHERS.replace("FIDE_DUBOV", "FIDE_DUTCH").split("\n")
    data = "\n".join(line for line in lines if line[:3] != "013").encode()
    report = checked(report_of(data))
    assert not report.holds and not report.some and not report.points
    assert [text.en for text in report.unchecked][:2] == [
        f"Round {round}: {NEEDS_PACKAGE.en}" for round in (1, 2)
    ]
    notes = [(note.line, note.text) for note in understood(report_of(data)).notes]
    assert len(opened(Tournaments(clerk), data).rounds) == 2 and (4, NEEDS_PACKAGE) in notes


@pytest.mark.parametrize("points", ["0.5", "1.0"])
def test_points_hold_with_the_half_of_the_round_to_come_and_without(points: str) -> None:
    """Eve has half a point of round 2 and asks for a bye in the next. Some programs add that bye to
    her points, others do not."""
    for record in ("240 H   3    4", "XXR 3"):
        text = OTHERS.replace("XXZ 4", record).replace("0.5    4", f"{points}    4")
        if record == "XXR 3":
            text = text.replace("0000 - H", "0000 - H  0000 - H")
        file = report_of(text.encode())
        assert file.next == (Bye(4, "half"),) and list(checked_as_stated(file).differences) == []
    assert [
        each.entrant
        for each in checked_as_stated(report_of(text.replace(points, "2.5").encode())).points
    ]


def test_a_file_cut_at_any_line_is_refused_at_a_line_or_says_what_is_missing(clerk: Clerk) -> None:
    on, taken = Tournaments(clerk), 0
    begun = written(OPEN, played(6, Stage(rounds=2), 1)).split("\n")
    bare = [line[:80] for line in begun if not line.startswith("###")]
    for which, lines in enumerate((begun, bare, OTHERS.split("\n"))):
        for cut in range(len(lines) - 1):
            key = f"{which}/{cut}"
            try:
                file = report_of("\n".join(lines[:cut]).encode())
                t = on.report_files.open(file, "director", key)
            except FileRefused as e:
                assert all(fault.text.fr for fault in e.faults)
                assert any(fault.line for fault in e.faults) or "no player" in e.text.en
                refused_with(
                    UnknownTournament, "", on.store.tournament, on.store.new_id("director", key)
                )
            else:
                taken += 1
                notes = [note.text.en for note in understood(file).notes]
                stated_count = f"6 players are stated, and {len(t.entrants)} listed."
                assert not t.rounds and (stated_count in notes or len(t.entrants) == 6)
    assert taken


def test_a_file_that_takes_too_long_for_a_request_is_refused_there() -> None:
    assert report_of(OTHERS.encode(), most=8).field.rounds
    refused_with(
        FileRefused, "4 entrants in 2 rounds take too long", report_of, OTHERS.encode(), most=7
    )


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ("013 Lions   ", "310   1 Lions", 6, "Teams play at several boards"),
        ("Individual: Swiss", "Team: Swiss", 6, "Teams play at several boards"),
        ("192 FIDE_DUBOV", "192 CUSTOM_TEAM_SWISS\n013 x", 5, "Teams play at several boards"),
        ("XXZ 4", "250       1.0   1   3    1    2", 9, "Round 3 would be paired with acceleration"),
        ("   Joe", "   Bob", 14, "Bob is entered already"),
        ("XXR 3", "XXR 70", 8, "A stage has 1 to 64 rounds"),
        ("4 w 1     2 b 1", "4 w       2 b 1", 11, "1 in round 1 has"),
    ],
)  # fmt: skip
def test_what_no_tournament_goes_on_with_is_refused_at_its_line_and_nothing_is_recorded(
    clerk: Clerk, old: str, new: str, line: int, sentence: str
) -> None:
    on, text = Tournaments(clerk), OTHERS.replace(old, new, 1)
    refused = refused_with(FileRefused, "", opened, on, text.encode())
    assert any(fault.line == line and sentence in fault.text.en for fault in refused.faults), (
        refused.faults
    )
    refused_with(UnknownTournament, "", on.store.tournament, on.store.new_id("director", "once"))


@pytest.mark.parametrize(
    "tries", [25, pytest.param(75, marks=slow("many; the quick case is a sample"))]
)
def test_a_generated_or_damaged_file_is_imported_or_refused_at_a_line(
    clerk: Clerk, tries: int
) -> None:
    """Some files are from random tournaments with byes, separations, penalties and lots. What is
    imported can be checked, and what is refused is refused at a line."""
    on, rng, refused = Tournaments(clerk), Random(3), 0
    fields = [field for _, field in events(range(0, 24, 5))]
    for n in range(tries):
        stage = Stage(rounds=3 + n % 3, engine="fide-dutch" if n % 5 == 0 else "")
        field = played(8 + n % 9, stage, n, missing=n % 12, forfeits=n % 7)
        text = list(written(OPEN, rng.choice((field, *fields)), year=rng.choice((2016, 2026))))
        for _ in range(rng.choice((0, 1, 3))):
            at = rng.randrange(len(text))
            text[at : at + rng.randrange(4)] = rng.choice(
                ["", " ", "9", "w", "-", "1", "=", "\n", "é", "\0", "H", "001    1 ", "###"]
            )
        data = "".join(text[: len(text) // 2] if n % 20 == 19 else text).encode()
        try:
            file = report_of(data)
            checked(file)
            t = on.report_files.open(file, "director", str(n))
        except (FileRefused, CannotPair) as e:
            refused += 1
            # where the comment that names the engine was damaged, the command says which there are
            assert isinstance(e, FileRefused) or "There is no pairing engine" in str(e)
            assert all(fault.line >= 0 and fault.text.fr for fault in getattr(e, "faults", ()))
        else:
            assert on.store.records_of(t.id)[0].seq == FIRST and len(t.entrants) >= 1
    assert 0 < refused < tries
