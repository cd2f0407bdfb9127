"""`greffe campaign`: a series of duels from its opening to its last record, and what cannot be done."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from api import create_app
from domain.campaign.campaigns import Campaigns
from ops.serving.demo import GAME, TITLE
from ops.settings.config import Settings
from ops.stores import data_folder
from tests.builders.api.client import KEY, Caller
from tests.domain.campaign.campaigning import finish
from tests.ops.cli.test_commands import one_sentence

Greffe = Callable[..., Result]


def read(result: Result) -> Any:
    """The JSON a command wrote."""
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def play_last(data: Path, campaign: str, seed: int) -> str:
    """Random players finish the campaign's last game; answers its id."""
    clerk = data_folder.open_clerk(Settings.load({}, data=str(data)))
    last = Campaigns(clerk).campaign(campaign).last
    assert last is not None
    game = finish(clerk, clerk.game(last.game), seed)
    clerk.close()
    return game.id


@pytest.fixture
def series(greffe: Greffe, data: Path) -> str:
    """A series of two duels that were played, and a third one that has begun."""
    id: str = read(greffe("campaign", "open", TITLE, "--tag", "club", "--option", "towers=per-tower", "--json"))["id"]
    for seed in (1, 2):
        assert greffe("campaign", "next", id).exit_code == 0
        play_last(data, id, seed)
    assert greffe("campaign", "next", id).exit_code == 0
    return id


def test_a_campaign_from_its_opening_to_its_last_record(greffe: Greffe, data: Path) -> None:
    said = greffe("campaign", "open", "convicted", "--players", "2").stdout
    id = said.split()[1]
    assert said == f"Campaign {id} is open. greffe campaign next {id} opens its first scenario.\n"
    assert "Scenario 1 can be opened." in greffe("campaign", "show", id).stdout
    said = greffe("campaign", "next", id).stdout
    assert said.startswith("Scenario 1 is open: game ")
    game = said.split()[-1].rstrip(".")
    assert greffe("show", game).exit_code == 0
    assert f"Scenario 1 (game {game}) is still being played" in one_sentence(greffe("campaign", "next", id))
    assert greffe("campaign", "close", id, "--reason", "rain").stdout == f"Campaign {id} is closed.\n"
    assert one_sentence(greffe("campaign", "next", id, "--lang", "fr")) == "greffe: Cette campagne est close."
    assert "closed already" in one_sentence(greffe("campaign", "close", id))


def test_show_tells_scenarios_results_and_totals(greffe: Greffe, series: str) -> None:
    shown = read(greffe("campaign", "show", series, "--json"))
    lines = greffe("campaign", "show", series).stdout.splitlines()
    assert lines[0] == f"Northgard: Training Grounds, campaign {series}, open. Scenarios: 3."
    assert lines[2].split() == ["scenario", "game", "status", "seq", "points", "result"]
    for row, scenario in zip(lines[3:6], shown["scenarios"], strict=True):
        assert row.split()[:4] == [str(scenario["number"]), scenario["game"], scenario["status"], str(scenario["seq"])]
        assert (scenario["outcome"] or {"text": {"en": ""}})["text"]["en"] in row
    assert lines[7].split() == ["seat", "wins", "points"]
    assert [row.split() for row in lines[8:10]] == [[t["name"]["en"], str(t["wins"]), str(t["points"])] for t in shown["totals"]]
    assert sum(t["wins"] for t in shown["totals"]) == 2
    assert lines[-1].endswith("is still being played: finish it first.")
    french = greffe("campaign", "show", series, "--lang", "fr").stdout
    assert "campagne" in french and "siège  victoires  points" in french and "en cours" in french and "finie" in french


def test_what_the_service_answers_is_what_the_command_writes(greffe: Greffe, series: str, data: Path) -> None:
    clerk = data_folder.open_clerk(Settings.load({}, data=str(data)))
    caller = Caller(create_app(clerk, None, KEY))
    address = f"/api/v1/campaigns/{series}"
    assert read(greffe("campaign", "show", series, "--json")) == caller.get(address).json
    assert read(greffe("campaign", "list", "--json")) == caller.get("/api/v1/campaigns").json["campaigns"]
    sheet = read(greffe("campaign", "sheet", series, "--scenario", "2", "--at", "3", "--json"))
    assert sheet == caller.get(f"{address}/sheet?scenario=2&at=3").json
    clerk.close()


def test_a_sheet_has_a_line_for_each_parameter_with_what_it_was_before(greffe: Greffe, data: Path) -> None:
    id = read(greffe("campaign", "open", TITLE, "--json"))["id"]
    greffe("campaign", "next", id)
    play_last(data, id, 1)
    first = greffe("campaign", "sheet", id).stdout.splitlines()
    assert first[0].startswith("Northgard: Training Grounds, scenario 1, game ")
    assert first[2].split() == ["parameter", "value", "before"]
    rows = {line.split()[0]: line.split()[1:] for line in first[3:]}
    assert rows["outcome"] == ["victory-points"]
    assert max(int(rows[f"score.{seat}"][0]) for seat in ("blue", "red")) >= 5
    greffe("campaign", "next", id)
    second = greffe("campaign", "sheet", id, "--lang", "fr").stdout.splitlines()
    assert second[0].startswith("Northgard : Terrain d'Entraînement, scénario 2, partie ")
    rows = {line.split()[0]: line.split()[1:] for line in second[3:]}
    assert rows["outcome"] == ["–", "victory-points"]
    now = read(greffe("campaign", "sheet", id, "--scenario", "1", "--json"))
    assert (now["stands"], now["final"]) == (True, True)
    assert "another sheet of this game" in greffe("campaign", "sheet", id, "--scenario", "1", "--at", "2").stdout


def test_every_parameter_of_the_convicted_is_on_its_sheet(greffe: Greffe, data: Path) -> None:
    id = read(greffe("campaign", "open", "convicted", "--players", "1", "--json"))["id"]
    greffe("campaign", "next", id)
    rows = {line.split()[0]: line.split()[1:] for line in greffe("campaign", "sheet", id).stdout.splitlines()[3:]}
    assert rows["stock.iron"] == ["0"]
    assert rows["sections.N.level"] == ["0"]
    assert rows["technologies"] == ["–"]
    assert len([name for name in rows if name.startswith("ring.")]) == 12


def test_campaigns_are_listed_newest_first_and_by_what_they_are(greffe: Greffe, series: str) -> None:
    other = read(greffe("campaign", "open", "convicted", "--json"))["id"]
    rows = greffe("campaign", "list").stdout.splitlines()
    assert rows[0].split() == ["campaign", "opened", "title", "status", "scenarios", "tags"]
    assert [row.split()[0] for row in rows[1:]] == [other, series]
    assert "  0/10" in rows[1] and rows[2].endswith("3          club")
    greffe("campaign", "close", other)

    def ids(*arguments: str) -> list[str]:
        return [one["id"] for one in read(greffe("campaign", "list", "--json", *arguments))]

    assert ids("--ruleset", TITLE) == ids("--tag", "club") == ids("--status", "open") == [series]
    assert ids("--status", "closed") == ids("--limit", "1") == [other]
    assert "No campaign is found." in one_sentence(greffe("campaign", "list", "--tag", "nothing"), 0)
    assert "clos" in greffe("campaign", "list", "--lang", "fr").stdout


def test_games_of_a_campaign_are_games_like_any_other(greffe: Greffe, series: str) -> None:
    found = read(greffe("games", series, "--json"))
    assert sorted((one["campaign"], one["scenario"]) for one in found) == [(series, 1), (series, 2), (series, 3)]
    assert len(read(greffe("games", "--json"))) == 4
    first = found[-1]["id"]
    assert "The sheet is handed on: scenario 2 of the campaign is opened from it" in greffe("log", first).stdout.splitlines()[-1]
    assert greffe("replay", first, "--all").exit_code == 0
    assert f"There is no game {series}" in one_sentence(greffe("show", series))
    assert f"There is no game {series}" in one_sentence(greffe("export", series))


def test_table_dice_are_entered_for_the_set_up(greffe: Greffe, data: Path) -> None:
    id = read(greffe("campaign", "open", TITLE, "--dice", "table", "--undo", "none", "--json"))["id"]
    needs = one_sentence(greffe("campaign", "next", id))
    assert "This needs values from the table" in needs
    for wrong in ("3", "[1, 2]", "three"):
        assert "lists in a list" in one_sentence(greffe("campaign", "next", id, "--values", wrong))
    values: list[list[Any]] = []
    clerk = data_folder.open_clerk(Settings.load({}, data=str(data)))
    caller = Caller(create_app(clerk, None, KEY))
    for n in range(5):
        asked = caller.post(f"/api/v1/campaigns/{id}/scenarios", {"values": values}, If_Match='"1"', Idempotency_Key=f"ask-{n}")
        if asked.status_code == 201:
            break
        values += [ask["pool"][: ask["count"]] for ask in asked.json["asks"]]
    clerk.close()
    other = read(greffe("campaign", "open", TITLE, "--dice", "table", "--json"))["id"]
    assert greffe("campaign", "next", other, "--values", json.dumps(values)).stdout.startswith("Scenario 1 is open")


def test_what_no_campaign_opens_with_is_one_sentence(greffe: Greffe, data: Path) -> None:
    assert "There is no ruleset chess" in one_sentence(greffe("campaign", "open", "chess"))
    assert "5" in one_sentence(greffe("campaign", "open", "convicted", "--players", "5"))
    assert "There is no catalog deluxe for northgard-training" in one_sentence(
        greffe("campaign", "open", TITLE, "--catalog", "deluxe")
    )
    assert "A tag is a word" in one_sentence(greffe("campaign", "open", TITLE, "--tag", "club", "--tag", ""))
    assert "NAME=VALUE" in one_sentence(greffe("campaign", "open", TITLE, "--option", "towers"))
    assert "The campaign sets scenario" in one_sentence(greffe("campaign", "open", "convicted", "--option", "scenario=3"))
    high = one_sentence(greffe("campaign", "open", TITLE, "--option", "towers=high"))
    assert "Option refused: towers: this must be one of " in high and high.endswith("not `high`.")
    stray = one_sentence(greffe("campaign", "open", TITLE, "--option", "weather=fair", "--lang", "fr"))
    assert stray.startswith("greffe: Option refusée : weather : ce champ n'existe pas ici ; il y a : monopoly_needs_trio, towers, ")
    assert greffe("campaign", "list").stdout == ""


def test_a_catalog_is_named_as_its_list_does(greffe: Greffe, data: Path) -> None:
    terrain = read(greffe("catalog", "show", f"{TITLE}/terrain", "--json"))["sha256"]
    for name in ("terrain", f"{TITLE}/terrain", terrain, terrain[:12]):
        opened = read(greffe("campaign", "open", TITLE, "--catalog", name, "--json"))
        assert opened["campaign"]["catalog"] == terrain


def test_campaigns_and_scenarios_that_are_not_there(greffe: Greffe, series: str) -> None:
    for command in ("show", "next", "sheet", "close"):
        assert one_sentence(greffe("campaign", command, "nothing")) == "greffe: There is no campaign nothing."
        assert one_sentence(greffe("campaign", command, GAME)) == f"greffe: There is no campaign {GAME}."
    assert "There is no scenario 9" in one_sentence(greffe("campaign", "sheet", series, "--scenario", "9"))
    assert "Il n'y a pas de position 99999" in one_sentence(greffe("campaign", "sheet", series, "--at", "99999", "--lang", "fr"))


@pytest.mark.parametrize("name", ["open", "list", "show", "next", "sheet", "close"])
def test_every_part_explains_itself(greffe: Greffe, name: str) -> None:
    assert f"\n  {name} " in greffe("campaign").stdout
    assert "usage: " in greffe("campaign", name, "--help").stdout.lower()
