"""`greffe erase`, and the names that `greffe export` leaves out."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from api.game.links import game_standard_links
from domain.game.clerk.clerk import Clerk
from domain.game.clerk.first_game import GAME
from domain.game.clerk.people import People
from domain.game.commands import Order
from domain.game.seats.use_cases import Seats
from domain.transfer.exports import Exports
from ops.settings import keys
from ops.settings.config import Settings
from ops.stores import data_folder
from tests.ops.cli.test_commands import Greffe, one_sentence

ANN = "Annabella Quux"


@pytest.fixture
def settings(data: Path) -> Settings:
    return Settings.load({}, data=str(data))


@pytest.fixture
def clerk(settings: Settings) -> Iterator[Clerk]:
    with closing(data_folder.open_clerk(settings)) as clerk:
        yield clerk


@pytest.fixture
def ann(clerk: Clerk) -> str:
    seq = clerk.game(GAME).seq
    taken = Seats(clerk).take(Order(GAME, seq, "link", "a"), "blue", ANN)
    clerk.note(Order(GAME, seq + 1, "link", "b"), "Ann was here.", seat="blue")
    return str(taken.record.body.player)  # type: ignore[attr-defined]


def test_a_player_is_erased_by_id(greffe: Greffe, clerk: Clerk, ann: str, data: Path) -> None:
    before = b"".join(Exports(clerk).export(GAME))
    outcome = greffe("erase", ann, "--yes")
    assert outcome.stdout == f"Erased: 1 name and 1 text of player {ann}, who sat in 1 game.\n"
    assert b"".join(Exports(clerk).export(GAME)) == before
    for path in data.iterdir():
        assert ANN.encode() not in path.read_bytes() if path.is_file() else True
    again = greffe("erase", ann, "--yes", "--lang", "fr")
    assert again.stdout == f"Effacé : 0 nom et 0 texte du joueur {ann}, présent dans 1 partie.\n"


def test_a_player_is_erased_by_a_name_that_is_theirs_alone(
    greffe: Greffe, clerk: Clerk, ann: str
) -> None:
    assert (
        one_sentence(greffe("erase", "Annabella", "--yes"))
        == "greffe: No player is called Annabella."
    ), "a part of it is not enough"
    Seats(clerk).take(Order(GAME, clerk.game(GAME).seq, "link", "c"), "red", ANN.upper())
    sentence = one_sentence(greffe("erase", ANN, "--yes"))
    assert sentence.startswith(f"greffe: Several players are called {ANN}: name one of p-")
    assert ann in sentence
    greffe("erase", ann, "--yes")
    assert json.loads(greffe("erase", ANN, "--yes", "--json").stdout)["names"] == 1, (
        "now it is the other one's alone"
    )


def test_nothing_is_erased_without_a_yes(greffe: Greffe, clerk: Clerk, ann: str) -> None:
    outcome = greffe("erase", ann)
    assert outcome.exit_code == 2
    assert outcome.stderr.splitlines() == [
        f"To be erased: 1 name and 1 text of player {ann}, who sat in 1 game.",
        "greffe: Nothing was erased: confirm with --yes.",
    ]
    assert People(clerk).find("annabella")


@pytest.mark.parametrize(("answer", "names"), [("y\n", 0), ("n\n", 1), ("", 1)])
def test_at_a_terminal_it_asks(
    greffe: Greffe, clerk: Clerk, ann: str, answer: str, names: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ops.cli.admin.erase._at_a_terminal", lambda: True)
    greffe("erase", ann, input=answer)
    assert len(list(clerk.key_values.keys("name"))) == names


def test_what_a_seats_own_link_wrote_goes_too(
    greffe: Greffe, clerk: Clerk, settings: Settings, ann: str
) -> None:
    from api.web.access.links import Links

    links = Links(clerk.key_values, keys.read_or_make_key(settings.link_key_file))
    blue = next(
        link.id
        for link in game_standard_links(links, GAME, clerk.game(GAME).opened)
        if link.speaks_for == ("blue",)
    )
    clerk.note(Order(GAME, clerk.game(GAME).seq, blue, "x"), "Ann, by her own link.")
    clerk.note(Order(GAME, clerk.game(GAME).seq, "operator", "y"), "By somebody else.")
    assert "1 name and 2 texts" in greffe("erase", ann, "--yes").stdout
    words = greffe("export", GAME, "--names").stdout
    assert "By somebody else." in words and "by her own link" not in words


# -- export and import -----------------------------------------------------------------------------


def test_names_are_exported_only_when_asked_for(greffe: Greffe, ann: str, tmp_path: Path) -> None:
    assert ANN not in greffe("export", GAME).stdout
    file = tmp_path / "game.jsonl"
    stderr = greffe("export", GAME, "-o", str(file), "--names", "--lang", "fr").stderr
    assert stderr.endswith("jsonl : le catalogue de la partie, 26 écritures, 1 nom et 3 textes.\n")
    assert ANN in file.read_text() and "Ann was here." in file.read_text()


def test_an_import_says_what_it_did_not_take(greffe: Greffe, ann: str, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    greffe("export", GAME, "-o", str(file), "--names")
    greffe("erase", ann, "--yes")
    splitlines = greffe("import", str(file)).stdout.splitlines()
    assert splitlines[-1] == "  2 names and texts were not taken: who wrote them was erased here."
