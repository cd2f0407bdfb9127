"""The names by which people call a game."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.aggregate.game import begin_game
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening, Order
from domain.kernel.refusals import BadRequest
from domain.kernel.stored import StoredRecord, encode
from domain.kernel.text import Text, same
from domain.titles.registry import ruleset
from projections.search.index import Index
from projections.search.query import Query
from tests.builders.refusals import refused_with

SHEET, DUEL = ruleset("score-sheet"), ruleset("northgard-training")


@pytest.mark.parametrize(
    ("opening", "name"),
    [
        ({"ruleset": DUEL.id}, DUEL.about.title),
        ({"ruleset": DUEL.id, "name": " Le duel  du soir "}, same("Le duel du soir")),
        ({"ruleset": SHEET.id}, SHEET.about.title),
        ({"ruleset": SHEET.id, "catalog": "belote"}, same("Belote")),
        ({"ruleset": SHEET.id, "catalog": "darts-501"}, SHEET.about.editions["darts-501"]),
        ({"ruleset": SHEET.id, "catalog": "belote", "name": "  "}, same("Belote")),
        ({"ruleset": SHEET.id, "catalog": "belote", "name": "🂡 بيلوت"}, same("🂡 بيلوت")),
        ({"ruleset": SHEET.id, "tags": ("club night",)}, SHEET.about.title),
    ],
)
def test_a_game_is_called_as_it_was_typed_else_as_its_sheet_else_as_its_title_and_found_by_that(
    clerk: Clerk, opening: dict[str, Any], name: Text
) -> None:
    game = clerk.open_game(Opening(**opening), "op", "one").state
    other = clerk.open_game(Opening(ruleset="morris"), "op", "two").state
    assert game.name == name
    for words in (game.name.en, game.name.fr):
        page = Index(clerk).search(Query(words=words))
        assert [id for id in (game.id, other.id) if f'"id":"{id}"' in str(page.items)] == [game.id]


def test_two_games_of_one_name_are_both_found(clerk: Clerk) -> None:
    opening = Opening(ruleset=DUEL.id, name="Le duel du soir")
    ids = {clerk.open_game(opening, "op", key).state.id for key in ("one", "two")}
    page = Index(clerk).search(Query(words="duel du soir"))
    assert [id for id in ids if f'"id":"{id}"' not in str(page.items)] == [] and len(ids) == 2


@pytest.mark.parametrize("name", [81 * "W", "two\nlines", "\u202egnimaW"])
def test_a_name_that_cannot_stand_in_a_heading_is_refused(clerk: Clerk, name: str) -> None:
    refused = refused_with(
        BadRequest, "", clerk.open_game, Opening(ruleset=DUEL.id, name=name), "op", "one"
    )
    assert refused.pointer == "/name"
    game = clerk.open_game(Opening(ruleset=DUEL.id), "op", "one").state
    refused_with(BadRequest, "", clerk.change_listing, Order(game.id, 1, "op", "name"), name=name)


@pytest.mark.parametrize(
    ("opened", "name"),
    [
        ({}, "Wingspan"),
        ({"tags": ("Wingspan", "spring")}, SHEET.about.title.en),
        ({"ruleset": DUEL.id}, DUEL.about.title.en),
        ({"tournament": "t", "round": 1, "table": 1}, SHEET.about.title.en),
    ],
)
def test_a_sheet_of_before_there_were_names_is_called_by_the_tag_that_was_typed_for_it(
    clerk: Clerk, opened: dict[str, Any], name: str
) -> None:
    opening = Opening(ruleset=opened.get("ruleset", SHEET.id), tags=("Wingspan",))
    game = clerk.open_game(opening, "op", "one").state
    older = replace(game.opened, name=None, **opened)
    stored = StoredRecord(game.id, 1, "GameOpened", encode(older))
    assert begin_game(stored, game.rules, game.setting).name.en == name
