"""`greffe tournament`: check sound and unsound files, and simulate tournaments."""

import json
from contextlib import closing
from pathlib import Path

from domain.tournament.tournaments import Tournaments
from ops.settings.config import Settings
from ops.stores.data_folder import make_folder, migrate_folder, open_clerk
from tests.domain.kernel import test_registry
from tests.domain.kernel.test_registry import KINDS
from tests.ops.cli.test_commands import Greffe, one_sentence


def report(greffe: Greffe, tmp_path: Path, *more: str) -> Path:
    file = tmp_path / "open.trf"
    file.write_text(
        greffe("tournament", "simulate", "--entrants", "9", "--table", "2", "--trf", *more).stdout,
        "utf-8",
    )
    return file


def test_a_tournament_by_chance_holds_when_it_is_checked(greffe: Greffe, tmp_path: Path) -> None:
    shown = greffe("tournament", "check", str(report(greffe, tmp_path, "--missing", "5")))
    assert shown.exit_code == 0
    assert (
        shown.stdout.endswith("What was checked holds.\n")
        and "round 5: 4 of 4 tables as duels pairs them" in shown.stdout
    )
    assert "not checked" not in shown.stdout


def test_swapped_colours_and_a_wrong_rank_after_a_round_are_named(
    greffe: Greffe, tmp_path: Path
) -> None:
    file = report(greffe, tmp_path, "--engine", "fide-dutch")
    text = file.read_text("utf-8")
    lines = text.split("\n")
    white = next(n for n, line in enumerate(lines) if line.startswith("001") and line[106] == "w")
    black = next(
        n for n, line in enumerate(lines) if line.startswith(f"001 {lines[white][101:105]}")
    )
    for at, colour in ((white, "b"), (black, "w")):
        lines[at] = f"{lines[at][:106]}{colour}{lines[at][107:]}"
    file.write_text("\n".join(lines), "utf-8")
    shown = greffe("tournament", "check", str(file))
    turned = f"{lines[black][4:8].strip()} and {lines[white][4:8].strip()} have the wrong colours"
    assert (
        shown.exit_code == 1
        and turned in shown.stdout
        and "round 2: 4 of 4 tables as fide-dutch pairs them" in shown.stdout
    )
    file.write_text(text.replace("### greffe ranks [[", "### greffe ranks [[9"), "utf-8")
    shown = greffe("tournament", "check", str(file))
    assert shown.exit_code == 1 and "after round 1, player 1: rank 9" in shown.stdout


def test_what_is_not_checked_is_said(greffe: Greffe, tmp_path: Path) -> None:
    file = report(greffe, tmp_path)
    players = [line for line in file.read_text("utf-8").split("\n") if line.startswith("001")]
    file.write_text(
        "\n".join([*players, "013 Lions                              1    2", "132 26/05/01", ""]),
        "utf-8",
    )
    shown = greffe("tournament", "check", str(file)).stdout
    assert (
        "  not checked: 1 team: pairings and colours, matches and the teams' standings.\n" in shown
        and "tables as" not in shown
    )
    assert (
        "not checked: The order of those with equal points: the file names no tie-breaks.\n"
        in shown
    )
    assert (
        "not checked: The standings after each round: the file has the last ones alone.\n" in shown
    )
    file.write_text("\n".join(["212 PTS,KEY,BH", "801   1 LION", *players, ""]), "utf-8")
    shown = greffe("tournament", "check", str(file)).stdout
    assert (
        "Ranks from tie-break KEY on, which Greffe does not know." in shown
        and "the file names none. Name one" in shown
    )
    assert (
        "Records that are not read: 801 (1 line)." in shown and "What was checked holds." in shown
    )


def test_a_wrong_point_and_a_wrong_rank_are_named(greffe: Greffe, tmp_path: Path) -> None:
    file = report(greffe, tmp_path)
    lines = file.read_text("utf-8").split("\n")
    at = next(n for n, line in enumerate(lines) if line.startswith("001    3"))
    lines[at] = f"{lines[at][:80]} 9.5    8{lines[at][89:]}"
    file.write_text("\n".join(lines), "utf-8")
    shown = greffe("tournament", "check", str(file))
    assert shown.exit_code == 1 and shown.stderr == "greffe: The file does not hold.\n"
    assert (
        "player 3: points 19/2 in the file," in shown.stdout
        and "player 3: rank 8 in the file," in shown.stdout
    )
    checked = json.loads(greffe("tournament", "check", "--json", str(file)).stdout)
    assert checked["holds"] is False and checked["report"]["points"][0]["entrant"] == 3


def test_a_report_file_is_imported_with_a_report_and_goes_on(
    greffe: Greffe, tmp_path: Path
) -> None:
    settings = Settings.load({}, data=str(tmp_path / "data"))
    make_folder(settings.data)
    migrate_folder(settings)
    file, data = report(greffe, tmp_path, "--missing", "5"), ("--data", str(settings.data))
    dry = greffe("tournament", "import", "--dry-run", str(file))
    assert dry.exit_code == 0 and dry.stdout.startswith(
        "Simulation 1: 9 entrants, 0 with a rating; 5 of 5 rounds played\n"
    )
    shown = greffe("tournament", "import", *data, str(file)).stdout
    assert shown.startswith(dry.stdout) and "is open.\n" in shown.removeprefix(dry.stdout)
    answer = json.loads(greffe("tournament", "import", "--json", *data, str(file)).stdout)
    assert answer["tournament"] in shown and answer["report"]["rounds"] == 5
    with closing(open_clerk(settings)) as clerk:
        assert len(Tournaments(clerk).store.tournament(answer["tournament"]).rounds) == 5
    file.write_text("001    1      Ann\n001    1      Bob\n", "utf-8")
    assert one_sentence(greffe("tournament", "import", *data, str(file))).startswith(
        "greffe: Line 2: Player 1 is there already"
    )


def test_a_rematch_that_could_be_avoided_does_not_hold(greffe: Greffe, tmp_path: Path) -> None:
    games = ("   2 w 1     2 b 1", "   1 b 0     1 w 0", "   4 w 1     4 b 1", "   3 b 0     3 w 0")
    points = ("2.0    1", "0.0    3", "2.0    1", "0.0    3")
    players = [
        f"001    {n}      Player {n}{points[n - 1]:>67}  {games[n - 1]}" for n in range(1, 5)
    ]
    file = tmp_path / "twice.trf"
    file.write_text("\n".join(["142 2", *players, ""]), "utf-8")
    shown = greffe("tournament", "check", str(file))
    assert (
        shown.exit_code == 1
        and "1 and 2 met before [G1.2]; 3 and 4 met before [G1.2]; rematch costs 2, the engine's 0"
        in shown.stdout
    )


def test_what_cannot_be_checked_is_one_sentence(greffe: Greffe, tmp_path: Path) -> None:
    file = tmp_path / "bad.trf"
    file.write_text("001    1      Ann\n001    1      Bob\n", "utf-8")
    assert (
        one_sentence(greffe("tournament", "check", str(file)))
        == "greffe: Line 2: Player 1 is there already, on line 1."
    )
    french = one_sentence(greffe("tournament", "check", "--lang", "fr", str(file)))
    assert french == "greffe: Ligne 2 : Le joueur 1 y est déjà, à la ligne 1."
    assert "There is no pairing engine chance" in one_sentence(
        greffe("tournament", "check", "--engine", "chance", str(report(greffe, tmp_path)))
    )


def test_a_simulation_tells_what_its_pairings_cost_and_is_repeated_by_its_seed(
    greffe: Greffe,
) -> None:
    outcome, again = (
        greffe("tournament", "simulate", "--entrants", "16", "--engine", "planned", "--seed", "7")
        for _ in range(2)
    )
    assert outcome.stdout == again.stdout
    assert outcome.stdout.startswith(
        "planned, seed 7: 16 entrants, 0 meetings again\n  round 1: hard 0, again 0"
    )
    report = json.loads(greffe("tournament", "simulate", "--entrants", "11", "--json").stdout)
    assert report["standings"]["rows"][0]["rank"] == 1 and len(report["costs"]) == 5


HELD = [
    json.loads(line)
    for line in Path(test_registry.__file__)
    .with_name("versions.jsonl")
    .read_text("utf-8")
    .splitlines()
]


def test_every_kind_of_record_is_listed_with_its_meaning_and_its_schema(greffe: Greffe) -> None:
    lines = [line.split(None, 4) for line in greffe("events").stdout.splitlines()]
    known = {
        topic: (version, since, meaning)
        for kind, topic, version, since, meaning in lines
        if kind in KINDS
    }
    assert sorted(known) == sorted(held["topic"] for held in HELD)
    assert all(
        (version, since[:2]) == ("1", "0.") and len(meaning) > 10
        for version, since, meaning in known.values()
    )
    schema = json.loads(greffe("events", "NoteAdded").stdout)
    assert {"type", "at", "text"} <= set(schema["$defs"]["NoteAdded"]["required"])


def test_an_event_at_larger_tables_is_checked_with_the_numbers_of_its_rules(
    greffe: Greffe, tmp_path: Path
) -> None:
    file = tmp_path / "event.jsonl"
    chances = ("--own-tables", "30", "--leaving", "15")
    line = greffe("tournament", "simulate", "--entrants", "11", "--event", *chances).stdout
    assert '"table":' in line and '"status":"withdrawn"' in line
    file.write_text(line, "utf-8")
    shown = greffe("tournament", "check", str(file))
    assert (shown.exit_code, shown.stdout) == (0, "simulation-1: 5 rounds\n")
    at = line.index('"rank":', line.index('"standings":[{"entrant":'))
    file.write_text(line[: at + 7] + "9" + line[at + 8 :], "utf-8")
    shown = greffe("tournament", "check", str(file))
    assert shown.exit_code == 1 and "rank 9 in the file, 1 computed [T5.1]" in shown.stdout
    file.write_text("{", "utf-8")
    assert one_sentence(greffe("tournament", "check", str(file))).startswith("greffe: Line 1: ")
