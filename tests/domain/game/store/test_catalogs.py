import json
from collections.abc import Callable
from typing import Any

import pytest

from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening, Order
from domain.game.refusals import UnknownCatalog
from domain.game.store.catalogs import Catalogs, printed_values
from domain.game.store.repository import LoadedGame
from domain.kernel.refusals import BadRequest
from domain.titles import registry
from domain.titles.contract.catalogs.catalog import leaves
from tests.builders.refusals import refused_with

TITLE = "northgard-training"


def edited(**values: Any) -> bytes:
    data: dict[str, Any] = json.loads(registry.ruleset(TITLE).catalogs()["default"].data)
    data["values"].update(values)
    return json.dumps(data).encode()


@pytest.fixture
def catalogs(clerk: Clerk) -> Catalogs:
    return Catalogs(clerk.key_values)


def test_catalogs_of_the_titles_are_listed_first_and_each_once(
    clerk: Clerk, catalogs: Catalogs
) -> None:
    own = [
        (catalog.sha256, name)
        for id in registry.ids()
        for name, catalog in registry.ruleset(id).catalogs().items()
    ]
    assert [(listed.catalog.sha256, listed.name) for listed in catalogs.listed()] == own
    clerk.open_game(
        Opening(ruleset=TITLE), "tester", "k"
    )  # its catalog is in the key-value store now, too
    added = sorted(catalogs.keep(edited(victory_points_to_win=n))[0].catalog.sha256 for n in (3, 4))
    assert [(listed.catalog.sha256, listed.name) for listed in catalogs.listed()] == [
        *own,
        *((sha256, None) for sha256 in added),
    ]
    assert {listed.catalog.game for listed in catalogs.listed(TITLE)} == {TITLE}
    assert len(list(catalogs.listed(TITLE))) == 4
    assert [listed.name for listed in catalogs.listed("convicted")] == ["default"]
    for listed in catalogs.listed():
        assert sum(listed.provenance.values()) == len(list(leaves(listed.catalog.values)))


def test_an_actor_adds_so_many_catalogs_and_others_add_theirs(
    catalogs: Catalogs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("domain.game.store.catalogs.MOST_ADDED", 2)
    first, second, third = (edited(victory_points_to_win=n) for n in (3, 4, 5))
    for data in (first, second, first):
        catalogs.keep(data, "one")
    refused_with(BadRequest, "2 catalogs were added", catalogs.keep, third, "one")
    assert not catalogs.keep(third, "another")[1]
    assert catalogs.keep(third, "one")[1], "it is there"


def test_a_catalog_is_found_by_title_name_and_the_beginning_of_its_digest(
    catalogs: Catalogs,
) -> None:
    mine = catalogs.keep(edited(victory_points_to_win=3))[0]
    terrain = registry.ruleset(TITLE).catalogs()["terrain"]
    assert catalogs.find(TITLE).name == "default"
    assert catalogs.find(f"{TITLE}/terrain").catalog is terrain
    assert catalogs.find(terrain.sha256[:8]).name == "terrain"
    assert catalogs.find(mine.catalog.sha256[:12]) == mine
    for name in (
        "",
        "default",
        "chess",
        f"{TITLE}/deluxe",
        mine.catalog.sha256[:7],
        "0" * 64,
        mine.catalog.sha256 + "0",
    ):
        refused_with(UnknownCatalog, "", catalogs.find, name)


def test_a_game_opens_with_a_titles_own_catalog_by_its_digest(clerk: Clerk) -> None:
    terrain = registry.ruleset(TITLE).catalogs()["terrain"]
    game = clerk.open_game(Opening(ruleset=TITLE, catalog=terrain.sha256), "tester", "k").state
    assert game.setting.catalog.data == terrain.data


def test_a_catalog_of_another_title_opens_no_game(clerk: Clerk, catalogs: Catalogs) -> None:
    mine = catalogs.keep(edited(victory_points_to_win=3))[0].catalog.sha256
    refused = refused_with(
        BadRequest,
        "is for northgard-training",
        clerk.open_game,
        Opening(ruleset="convicted", catalog=mine),
        "tester",
        "k",
    )
    assert "de northgard-training" in refused.text.fr


@pytest.mark.parametrize("title", registry.ids())
def test_the_origin_of_every_value_is_said(title: str) -> None:
    catalog = registry.ruleset(title).catalogs()["default"]
    sentence = list(printed_values(catalog))
    assert [(leaf.pointer, leaf.value) for leaf in sentence] == list(leaves(catalog.values))
    counts = catalog.provenance_counts()
    assert {origin: sum(leaf.origin == origin for leaf in sentence) for origin in counts} == counts


def test_a_game_that_another_thread_loaded_meanwhile_is_brought_up_to_date(
    make_clerk: Callable[[], Clerk],
) -> None:
    """Two threads load a game that is not in memory, and a record is written in between. The
    repository holds the older state of the first; the second thread's newer record is added to
    it."""
    here, elsewhere = make_clerk(), make_clerk()
    game = elsewhere.open_game(Opening(ruleset="northgard-training"), "operator", "one").state
    before = here.game_repository._load(game.id)
    elsewhere.note(Order(game.id, 1, "operator", "two"), "hm")
    load = here.game_repository._load

    def overtaken(id: str) -> LoadedGame:
        loaded = load(id)
        here.game_repository.hold(before)
        return loaded

    here.game_repository._load = overtaken
    assert here.game(game.id).seq == 2
