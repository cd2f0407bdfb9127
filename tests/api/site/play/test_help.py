"""What the page of a seat does so that nobody has to guess: what a form asks for and why, what has changed on the board, what is
folded up and under which words."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask

from api.http.schemas import action_kinds
from api.site.play.offers import offers
from api.site.play.since import FOLDED
from domain.clerk.clerk import Clerk
from domain.rules.text import LANGS, Lang
from domain.rules.titles import registry
from tests.builders.api.callers import Club
from tests.builders.api.forms import Person
from tests.builders.api.seated import choices, head, offered, play_on, short, sits, turn_of


@pytest.fixture
def club(app: Flask, clerk: Clerk) -> Club:
    """An organiser with a game of Training Grounds."""
    return Club(app, clerk)


# -- what the table has to say -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_declared_is_explained_and_left_blank(app: Flask, clerk: Clerk, lang: Lang) -> None:
    """A sum that nobody has entered is not recorded, whatever the example of the form is."""
    club = Club(app, clerk, ruleset="fief-tactics")
    play_on(club, offered("declare-income"))
    person, seq = sits(club, turn_of(head(club)), lang), head(club).seq
    assert registry.ruleset("fief-tactics").hints["declare-income"].printed(lang) in unescape(person.page)
    form = short(person, "declare-income")
    assert form.fields["a.amount"].value == ""
    assert person.send(form).status_code == 422
    assert head(club).seq == seq
    form = short(person, "declare-income")
    form.set("a.amount", "3")
    person.send(form)
    assert head(club).seq == seq + 1


def test_a_form_never_says_that_somebody_fell(app: Flask, clerk: Clerk) -> None:
    """Losses are nobody until the table enters them, in whichever form of a siege they stand."""
    club = Club(app, clerk, ruleset="convicted", players=2)
    play_on(club, offered("enemy-shoot"))
    person = Person(club.app.test_client(), club.links["arbiter"]["token"])
    person.go(f"/games/{club.game}/play?seat=enemy")
    form = short(person, "enemy-shoot")
    losses = {name: one.value for name, one in form.fields.items() if name.startswith("a.losses")}
    assert losses and set(losses.values()) == {"0"}


@pytest.mark.parametrize(("title", "kind"), [(title, kind) for title in registry.ids() for kind in registry.ruleset(title).hints])
def test_every_hint_is_for_an_action_there_is(title: str, kind: str) -> None:
    assert kind in action_kinds(registry.ruleset(title))


# -- what has changed ----------------------------------------------------------------------------------------------------


def test_the_board_marks_what_the_others_changed_since_ones_own_last_action(club: Club) -> None:
    seat = turn_of(head(club))
    person, other = sits(club, seat), sits(club, "red" if seat == "blue" else "blue")
    assert "changed since" not in person.text("board")
    person.send(choices(person))
    assert "Dashed: changed since record 1." in person.text("board"), "what one has changed oneself, as long as nobody else acted"
    assert "(changed)" in person.text("board")
    other.go(f"/games/{club.game}/play")
    other.send(choices(other))
    person.go(f"/games/{club.game}/play")
    assert "Dashed: changed since record 2." in person.text("board")
    club.table().write("/notes", {"text": "The tea is ready."})
    other.go(f"/games/{club.game}/play")
    assert "changed" not in other.text("board"), "a note changes nothing"


# -- what is folded up -------------------------------------------------------------------------------------------------------


def test_a_record_with_many_facts_shows_a_few_and_folds_up_the_rest(app: Flask, clerk: Clerk) -> None:
    club = Club(app, clerk, ruleset="raiders-solo")
    person = sits(club, "player")
    rest = person.text("told-1")
    found = re.match(r"And (\d+) more ", rest)
    assert found and int(found[1]) > 40
    assert "Roll 1 " in rest and "Roll 1 " in person.text("past"), "so many rolls are folded up, too"
    told = person.page.partition('id="past"')[2].partition("</ol>")[0]
    assert told.count("<li>") == int(found[1]) + FOLDED // 2, "nothing is left out"


@pytest.mark.parametrize("lang", LANGS)
def test_a_family_of_buttons_says_what_they_do(club: Club, lang: Lang) -> None:
    """It is headed by the words that all of them begin with, or by what kind of action they are."""
    heads = set()
    for seq in range(2, 32):
        play_on(club, lambda game, seq=seq: game.seq >= seq or not game.to_act)  # type: ignore[misc]
        game = head(club)
        for family in offers(game, turn_of(game), "", lang, "–").families if game.to_act else ():
            assert family.word or " " in family.lead
            heads.add(family.word)
    assert heads & ({"Build", "Recruit", "Explore"} if lang == "en" else {"Construire", "Recruter", "Explorer"})
