"""A rules fix: games of older rules stay what they are, and their import says what the fix would
have changed."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.game.clerk.clerk import Clerk
from domain.game.clerk.commands import Opening
from domain.titles import registry
from domain.titles.northgard.rules import RULES_1
from domain.transfer.imports import Imports
from tests.domain.second_version import PLACE, RULES as FIXED, SecondVersion

OLDER = (Path(__file__).parent / "older" / "northgard-training-1.jsonl").read_bytes()
TITLE = "northgard-training"
FIRST_PLACE = "domain.titles.northgard:RULES_1"


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Registers versions of the title by number and place; only those passed are known."""

    def register(**versions: str) -> None:
        others = {key: place for key, place in registry._TITLES.items() if key[0] != TITLE}
        own = {(TITLE, int(version[1:])): place for version, place in versions.items()}
        monkeypatch.setattr(registry, "_TITLES", others | own)
        registry.ruleset.cache_clear()

    yield register
    monkeypatch.undo()
    registry.ruleset.cache_clear()


@pytest.fixture
def fixed(registered: Callable[..., None]) -> None:
    registered(v1=FIRST_PLACE, v2=PLACE)


@pytest.mark.usefixtures("fixed")
def test_an_import_reports_what_todays_rules_would_not_allow(clerk: Clerk) -> None:
    """Given a game of version 1, when it is imported where version 2 is the newest, then the
    records that version 2 refuses are reported, and not what only version 1 refused."""
    for already in (False, True):
        report = Imports(clerk).import_game(OLDER)
        illegal = [(seq, verdict.code) for seq, verdict in report.illegal]
        assert illegal == [(n, "not-yours") for n in (11, 27, 29)]
        assert (report.trouble, report.fidelity, report.already) == (None, "exact", already)


class Broken(SecondVersion):
    def evolve(self, board: Any, fact: Any) -> Any:
        raise KeyError("units")


BROKEN = Broken()


def test_an_import_says_where_todays_rules_cannot_judge(
    clerk: Clerk, registered: Callable[..., None]
) -> None:
    """Given a game that the newest rules cannot fold, when it is imported, then it is stored, and
    the report says why."""
    registered(v1=FIRST_PLACE, v2=f"{__name__}:BROKEN")
    report = Imports(clerk).import_game(OLDER)
    assert report.illegal == () and report.fidelity == "exact"
    assert report.trouble is not None
    assert "version 2 of the rules cannot go on at record" in report.trouble.en


@pytest.mark.usefixtures("fixed")
def test_a_game_is_folded_by_the_version_it_was_opened_with(clerk: Clerk) -> None:
    older = clerk.game(Imports(clerk).import_game(OLDER).game)
    assert (older.rules, older.rules.version, older.fidelity) == (RULES_1, 1, "exact")
    new = clerk.open_game(Opening(ruleset=TITLE), "tester", "new").state
    assert (new.opened.version, new.rules) == (2, FIXED)
