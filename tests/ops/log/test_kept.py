"""Values stored beside the record that do not fit it: `fsck` names each, readers get a problem, and
storing a true copy repairs it."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from api import create_app
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening, Order
from domain.game.refusals import CatalogDamaged
from domain.game.store.catalogs import Catalogs
from domain.game.store.stream_index import mark_imported
from domain.kernel.writer import Unit
from domain.titles import registry
from ops.log.stored_faults import stored_value_faults
from tests.builders.api.client import GAMES, KEY, TITLE, Caller, problem
from tests.builders.refusals import refused_with
from tests.builders.stores import new_clerk

RULES = registry.ruleset(TITLE)


def own_catalog(clerk: Clerk) -> bytes:
    data = json.loads(RULES.catalogs()["default"].data)
    data["edition"] = "Ours"
    added, _ = Catalogs(clerk.key_values).keep(json.dumps(data).encode())
    return added.catalog.data


def reopened(clerk: Clerk, tmp_path: Path) -> Clerk:
    clerk.close()
    return new_clerk(tmp_path / "greffe.sqlite")


def fault_sentences(clerk: Clerk) -> list[str]:
    return [fault.text.en for fault in stored_value_faults(clerk)]


@pytest.fixture
def opened(clerk: Clerk) -> tuple[str, bytes]:
    data = own_catalog(clerk)
    sha256 = next(
        catalog.catalog.sha256
        for catalog in Catalogs(clerk.key_values).listed()
        if catalog.name is None
    )
    game = clerk.open_game(
        Opening(ruleset=TITLE, catalog=sha256, chance="sealed"), "operator", "one"
    ).state
    assert fault_sentences(clerk) == []
    return game.id, data


@pytest.mark.parametrize("byte", [b"{", b"x"])
def test_a_damaged_byte_of_a_stored_catalog_is_a_finding_and_a_problem_until_a_true_copy_is_added(
    clerk: Clerk, opened: tuple[str, bytes], tmp_path: Path, byte: bytes
) -> None:
    """A byte of a game's own catalog changes. Readers are told which catalog is damaged."""
    id, data = opened
    sha256 = clerk.game(id).opened.catalog
    clerk.key_values.erase("catalog", sha256)
    clerk.key_values.keep(
        "catalog",
        sha256,
        data.replace(b"Ours", b"Our" + byte) if byte == b"x" else data[:-1] + byte,
    )
    with closing(reopened(clerk, tmp_path)) as after:
        assert fault_sentences(after) == [
            f"the catalog kept under {sha256} is not the one that this names"
        ]
        refused_with(CatalogDamaged, "", after.game, id)
        caller = Caller(create_app(after, None, KEY))
        assert problem(caller.get(f"{GAMES}/{id}")) == (500, "catalog-damaged")
        assert problem(caller.get(f"/api/v1/catalogs/{sha256}")) == (500, "catalog-damaged")
        assert sha256 not in caller.get("/api/v1/catalogs").text
        assert caller.post("/api/v1/catalogs", data).status_code in (200, 201)
        assert caller.get(f"{GAMES}/{id}").status_code == 200
        assert fault_sentences(after) == []


def test_a_damaged_copy_of_a_titles_own_catalog_is_a_finding_and_its_games_go_on(
    clerk: Clerk, tmp_path: Path
) -> None:
    game = clerk.open_game(Opening(ruleset=TITLE, chance="sealed"), "operator", "one").state
    sha256 = game.opened.catalog
    clerk.key_values.erase("catalog", sha256)
    clerk.key_values.keep("catalog", sha256, b"{}")
    with closing(reopened(clerk, tmp_path)) as after:
        assert fault_sentences(after) == [
            f"the catalog kept under {sha256} is not the one that this names"
        ]
        assert after.game(game.id).board == game.board


def test_deleted_and_changed_seeds_are_found_where_they_are_needed(
    clerk: Clerk, opened: tuple[str, bytes]
) -> None:
    """The seed of an open game with sealed dice is deleted or changed, and `fsck` finds it. A seed
    that this service never had is no fault."""
    id, _ = opened
    clerk.key_values.erase("seed", id)
    assert fault_sentences(clerk) == [
        f"the seed of {id} is gone, and nothing can be drawn there any more"
    ]
    mark_imported(clerk.key_values, id)
    assert fault_sentences(clerk) == []
    clerk.key_values.keep("seed", id, b"0" * 32)
    assert [fault.partition(" that")[0] for fault in fault_sentences(clerk)] == [
        f"the seed kept of {id} is not the one"
    ]


def test_a_closed_game_needs_no_seed_any_more(clerk: Clerk, opened: tuple[str, bytes]) -> None:
    id, _ = opened
    clerk.close_game(Order(id, 1, "operator", "close"))
    clerk.key_values.erase("seed", id)
    assert fault_sentences(clerk) == []


def test_changed_words_and_names_are_found_and_erased_ones_are_not(clerk: Clerk) -> None:
    commitment = Unit(clerk.writer, Order("", 0, "", ""), None).keep_text("As it was said.")
    assert fault_sentences(clerk) == []
    stored = clerk.key_values.fetch("text", commitment)
    assert stored is not None
    for changed in (stored.replace(b"was", b"is"), b"\xff"):
        clerk.key_values.erase("text", commitment)
        clerk.key_values.keep("text", commitment, changed)
        assert fault_sentences(clerk) == [
            f"the words kept under {commitment} are not those that a record commits to"
        ]
    clerk.key_values.erase("text", commitment)
    assert fault_sentences(clerk) == []
