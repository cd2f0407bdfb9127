import re
import runpy
import sys
from itertools import pairwise
from pathlib import Path
from statistics import median
from xml.etree import ElementTree as ET

import pytest

import ops.gallery
from domain.game.aggregate.game import Game
from domain.game.commands import game_id
from domain.game.record.records import ActionTaken
from domain.titles.registry import ids
from domain.tournament.values import Rules, Stage
from ops.settings.config import Settings
from ops.stores.data_folder import migrate_folder
from projections.boards.positions import score_at
from tests.builders.table import Table
from tests.ops.tables.test_tables import BY, TablesFolder

SCRIPTS = sorted(
    path.stem
    for path in Path(ops.gallery.__file__).parent.glob("*.py")
    if path.stem not in ("__init__", "film", "pages", "support")  # two take pictures of a browser
)


OF_ONE_TITLE = ("dice", "first_player", "growth", "openings", "partings")


@pytest.fixture(scope="module")
def house_and_games(tmp_path_factory: pytest.TempPathFactory) -> tuple[TablesFolder, list[Game]]:
    """Tables of three whole games of Northgard and two plays of one deal, of a game or two of every
    other title (one with a ruling), and of a tournament of three rounds."""
    data = tmp_path_factory.mktemp("gallery") / "data"
    migrate_folder(Settings.load({}, data=str(data)))
    house = TablesFolder(data)
    played = [house.closed_game(f"game {n}") for n in range(3)]
    for title in ids():
        if title != "northgard-training":
            house.game(title, f"one of {title}", 60)
    for name in PLAYS:
        house.game("northgard-training", name, 12, deal=bytes(32))
    ruled = Table(house.clerk, game=house.game("fief-tactics", "disputed", 6).id)
    ruled.rule("annul", from_seq=ruled.game.in_force()[-1])
    house.tournament(Rules((Stage(rounds=3, keys=("points", "buchholz", "lots")),)), 8, 3)
    house.build()
    return house, played


PLAYS = ("a deal played", "a deal played again")


def in_force(house: TablesFolder, name: str) -> list[tuple[str, bytes]]:
    game = house.clerk.game(game_id(BY, name))
    bodies = [game.history.record(seq).body for seq in game.in_force()]
    return [(body.seat, bytes(body.action)) for body in bodies if isinstance(body, ActionTaken)]


def answer(
    script: str, house: TablesFolder, picture: Path, patch: pytest.MonkeyPatch, *more: str
) -> None:
    patch.setattr(sys, "argv", [script, str(house.folder), str(picture), *more])
    runpy.run_module(f"ops.gallery.{script}", run_name="__main__")
    assert ET.parse(picture).getroot().tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_answers_its_question_with_a_picture(
    script: str,
    house_and_games: tuple[TablesFolder, list[Game]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    house, played = house_and_games
    answer(script, house, tmp_path / "picture.svg", monkeypatch)
    out = capsys.readouterr().out
    if script == "first_player":
        won = 0
        for game in played:
            first = game.history.seats[game.in_force()[0] - 1]
            won += game.outcome is not None and first in game.outcome.winners
        assert f"Who begins wins {100 * won / 3:.1f} % of 3 " in out
    elif script == "partings":
        plays, other = (in_force(house, name) for name in PLAYS)
        at = next(n for n, (a, b) in enumerate(zip(plays, other, strict=False), 1) if a != b)
        assert (
            out.startswith("Pairs of plays of one deal: 1, of which 0 never part.")
            and f", in action {at}: " in out
        )
    elif script == "rulings":
        assert "fief-tactics: 50.0 % of 2 " in out and "northgard-training: 0.0 % of 5 " in out
    elif script == "tie_break":
        assert out.startswith(
            "Buchholz by hand is what was published for 8 of 8 entrants. Of entrant "
        )
    elif script == "dice":
        assert re.match(r"\d+ dice \(", out)
    elif script == "growth":
        assert out.startswith(
            f"Middle points (95 %): winners: turn 0 {middle_of(points_of_winners(played, 0)):.3g} "
        )
        last = re.findall(r"turn (\d+) (\S+) ", out.partition(";")[0])[-1]
        assert float(last[1]) == pytest.approx(
            middle_of(points_of_winners(played, int(last[0]))), rel=0.01
        )
    else:
        assert out.strip()


def middle_of(values: list[float]) -> float:
    return float(median(values))


def points_of_winners(games: list[Game], turn: int) -> list[float]:
    """The mean points of each game's winners at the end of a turn, or of the game if it ended
    before. Turn 0 is the opening."""
    shares = []
    for game in games:
        assert game.outcome is not None
        seats = [
            body.seat
            for seq in game.in_force()
            if isinstance(body := game.history.record(seq).body, ActionTaken)
        ]
        turns = [
            sum(seat != other for seat, other in pairwise(seats[: n + 1])) + 1
            for n in range(len(seats))
        ]
        at = max(
            (seq for seq, number in zip(game.in_force(), turns, strict=True) if number <= turn),
            default=1,
        )
        score = {
            line.seat: line.total for line in score_at(Game(game.history, game.checks, at)).score
        }
        shares.append(sum(score[seat] for seat in game.outcome.winners) / len(game.outcome.winners))
    return shares


def test_the_pictures_of_the_answers_are_there_and_each_is_told_of() -> None:
    folder = Path(ops.gallery.__file__).parent
    pictures = set(
        re.findall(r"\(pictures/(\w+\.svg)\)", (folder / "ANSWERS.md").read_text("utf-8"))
    )
    assert pictures == {path.name for path in (folder / "pictures").glob("*.svg")}


@pytest.mark.parametrize("title", ids())
def test_a_question_can_be_asked_of_any_title(
    title: str,
    house_and_games: tuple[TablesFolder, list[Game]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for script in OF_ONE_TITLE:
        answer(script, house_and_games[0], tmp_path / f"{script}.svg", monkeypatch, title)
        assert capsys.readouterr().out.strip()
