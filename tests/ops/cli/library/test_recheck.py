import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.game.clerk.first_game import TITLE
from domain.titles import registry
from tests.domain.second_version import PLACE
from tests.domain.transfer.test_recheck import OLDER
from tests.ops.cli.test_commands import Greffe


@pytest.fixture
def fixed(greffe: Greffe, data: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    id: str = json.loads(greffe("import", str(OLDER), "--json").stdout)["game"]
    monkeypatch.setattr(registry, "_TITLES", {**registry._TITLES, (TITLE, 2): PLACE})
    registry.ruleset.cache_clear()
    yield id
    monkeypatch.undo()
    registry.ruleset.cache_clear()


def test_recheck_names_the_first_record_of_each_game_that_differs(
    greffe: Greffe, fixed: str
) -> None:
    outcome = greffe("recheck", "--ruleset", TITLE)
    lines = outcome.stdout.splitlines()
    own = [line for line in lines if line.startswith(fixed)]
    assert outcome.exit_code == 1 and own[0].startswith(f"{fixed} record 11: ")
    assert own[0].endswith(
        "legal then, illegal today. You do not control T13a: nobody is recruited there. [Recruter]"
    )
    assert own[1] == f"{fixed} and 3 more after it"
    assert "by version 2 of the rules: " in lines[-1] and ": otherwise today: " in lines[-1]


def test_recheck_as_data(greffe: Greffe, fixed: str) -> None:
    outcome = greffe("recheck", "--ruleset", TITLE, "--game", fixed, "--json")
    report = json.loads(outcome.stdout)
    assert (outcome.exit_code, report["differ"], report["not_judged"]) == (1, 4, 0)
    assert (report["ruleset"], report["version"], report["actions"]) == (TITLE, 2, 25)
    (game,) = report["games"]
    assert (game["game"], game["version"], game["first"], game["trouble"]) == (fixed, 1, 11, None)
    assert [(d["seq"], d["in_force"]) for d in game["differences"]] == [
        (11, True),
        (25, True),
        (27, False),
        (29, True),
    ]
    assert game["differences"][0]["now"]["code"] == "not-yours"


def test_recheck_says_which_game_it_cannot_judge(
    greffe: Greffe, fixed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_TITLES", {(TITLE, 2): PLACE})
    registry.ruleset.cache_clear()
    outcome = greffe("recheck", "--ruleset", TITLE)
    assert outcome.exit_code == 1
    assert (
        f"{fixed} not judged to its end: version 1 of the rules is not known here, the newest is "
        f"2\n" in outcome.stdout
    )
    assert outcome.stdout.endswith("Not judged to the end: 1 game.\n")
