"""The pages `/record`, `/look` and `/disputes`: a game of one's own by its sheet,
any title at a tap, a game of each title to look at, disputes."""

from __future__ import annotations

import pytest

from domain.clerk.clerk import Clerk
from domain.clerk.people import People
from domain.game.game import Game
from domain.record.records import ActionsRetracted, RulingGiven
from domain.rules.titles import registry
from domain.table.demonstrations import demonstrate, demonstration_id
from tests.api.site.organise.test_organise import person
from tests.builders.api.client import KEY, Caller
from tests.builders.api.forms import Person


@pytest.fixture
def organiser(caller: Caller) -> Person:
    """A browser that is signed in with the operator's key."""
    return person(caller, KEY)


def begun(organiser: Person, clerk: Clerk, **entered: str | None) -> Game:
    """The game that the form for one's own opens, as its page is shown."""
    organiser.go("/record")
    organiser.send(organiser.form("/record"), **entered)
    assert organiser.answer.status_code == 200, organiser.answer.text
    return clerk.game(organiser.answer.request.path.split("/")[2])


def test_who_plays_sits_at_the_table_and_the_sheet_is_there_to_fill_in(organiser: Person, clerk: Clerk) -> None:
    game = begun(organiser, clerk, **{"name-1": "Ada", "name-3": "Zoé", "game": "Belote, chez Marie"})
    assert {sitter.seat: sitter.name for sitter in People(clerk).at_table(game)} == {"p1": "Ada", "p2": "Zoé"}
    assert game.opened.tags == ("Belote chez Marie",)
    assert 'aria-label="Points, Zoé"' in organiser.answer.text
    assert "Invite phones" in organiser.answer.text


def test_lines_of_ones_own_are_a_sheet(organiser: Person, clerk: Clerk) -> None:
    game = begun(organiser, clerk, lines="Coins\n\n Cards \nBonus", rounds="1", lowest="1")
    sheet = game.setting.values
    assert [one.name.en for one in sheet.categories] == ["Coins", "Cards", "Bonus"]
    assert (sheet.wins, sheet.rounds, {one.per for one in sheet.categories}) == ("lowest", 0, {"round"})
    assert 'aria-label="Round 1: Cards, Player 2"' in organiser.answer.text


@pytest.mark.parametrize(
    ("entered", "says"), [("x" * 61, "20 lines of 60 letters"), ("\n".join("abcdefghijklmnopqrstu"), "20 lines")]
)
def test_too_much_of_a_sheet_is_refused_and_kept(organiser: Person, clerk: Clerk, entered: str, says: str) -> None:
    organiser.go("/record")
    answer = organiser.send(organiser.form("/record"), lines=entered, **{"name-1": "Ada"})
    assert answer.status_code == 422
    assert "20 lines of 60 letters" in answer.text and 'value="Ada"' in answer.text and entered[:60] in answer.text


def test_a_form_sent_twice_opens_one_game(organiser: Person, clerk: Clerk) -> None:
    organiser.go("/record")
    form = organiser.form("/record")
    sent = [organiser.send(form, follow=False, **{"name-1": "Ada"}).headers["Location"] for _ in range(2)]
    assert sent[0] == sent[1]


@pytest.mark.parametrize("title", [title for title in registry.ids() if title != "score-sheet"])
def test_any_title_is_played_at_a_tap_from_one_device(organiser: Person, clerk: Clerk, title: str) -> None:
    organiser.go("/")
    organiser.send(organiser.form(f"/record/{title}"))
    assert organiser.answer.status_code == 200
    game = clerk.game(organiser.answer.request.path.split("/")[2])
    assert game.rules.id == title
    assert "What you may do" in organiser.answer.text or "what may be done" in organiser.answer.text


def test_a_game_to_look_at_is_made_once_and_then_anybody_may_watch_it(organiser: Person, caller: Caller, clerk: Clerk) -> None:
    anybody = Caller(caller.app, None)
    assert "/look/" not in anybody.get("/").text
    organiser.go("/")
    organiser.send(organiser.form("/look/score-sheet"))
    path = f"/games/{demonstration_id('score-sheet')}?at=1"
    assert organiser.answer.request.full_path == path
    assert f'href="{path}"' in anybody.get("/").text
    assert anybody.get(path).status_code == 200
    assert '"/look/score-sheet"' not in organiser.go("/").text


@pytest.mark.parametrize("title", registry.ids())
def test_each_game_to_look_at_has_an_undo_a_ruling_dice_and_a_finish(clerk: Clerk, title: str) -> None:
    game = demonstrate(clerk, title)
    bodies = [filed.body for filed in clerk.file(game.id).filed]
    assert game.closed and game.outcome is not None
    assert any(isinstance(body, ActionsRetracted) for body in bodies)
    assert any(isinstance(body, RulingGiven) for body in bodies)
    assert any(getattr(body, "rolls", ()) for body in bodies)
    assert demonstrate(clerk, title).seq == game.seq


def test_disputes_begin_with_open_claims(organiser: Person, clerk: Clerk, caller: Caller) -> None:
    game = begun(organiser, clerk, **{"name-1": "Ada"})
    page = organiser.go("/disputes").text
    assert f"/games/{game.id}/desk" in page.partition('id="live"')[2]
    organiser.go(f"/games/{game.id}/play")
    claim = next(one for one in organiser.forms if one.action.endswith("/play/claim"))
    organiser.send(claim, text="That was not his turn.", about="1")
    page = organiser.go("/disputes").text
    assert f"/games/{game.id}/desk" in page.partition('id="claimed"')[2].partition('id="live"')[0]


def test_who_has_no_key_is_asked_for_one(caller: Caller) -> None:
    anybody = Caller(caller.app, None)
    assert [anybody.get(path).status_code for path in ("/record", "/disputes")] == [401, 401]
    assert '"/record"' in anybody.get("/").text
