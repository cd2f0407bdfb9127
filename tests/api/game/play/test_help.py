"""How a seat's page helps the player: hints about what a form asks for and why, marks on what
changed on the board, and what is folded up under which heading."""

import re
from html import unescape
from random import Random
from typing import Any

import pytest
from flask import Flask

from api.game.play.offers import action_offers
from api.game.play.since import FOLDED
from api.game.request import action_kinds
from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Order
from domain.kernel.text import LANGS, Lang
from domain.titles import registry
from domain.titles.score_sheet.values import CELLS
from tests.amount import slow
from tests.builders.api.callers import Club
from tests.builders.api.client import Caller, Table, new_key
from tests.builders.api.forms import Person
from tests.builders.api.seated import (
    choices_form,
    game_now,
    offered,
    play_on,
    short_form,
    sits,
    turn_of,
)
from tests.domain.titles.score_sheet.sheets import catalog

# -- what the table has to say ---------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_declared_is_explained_and_left_blank(app: Flask, clerk: Clerk, lang: Lang) -> None:
    """A hint explains the form, and its field is empty. The amount in the form's example is not
    recorded unless somebody types it."""
    club = Club(app, clerk, ruleset="fief-tactics")
    play_on(club, offered("declare-income"))
    person, seq = sits(club, turn_of(game_now(club)), lang), game_now(club).seq
    assert registry.ruleset("fief-tactics").hints["declare-income"].printed(lang) in unescape(
        person.page
    )
    for amount, recorded in (("", 0), ("3", 1)):
        form = short_form(person, "declare-income")
        assert form.fields["a.amount"].value == ""
        assert person.send(form, **{"a.amount": amount}).status_code == (200 if amount else 422)
        assert game_now(club).seq == seq + recorded


def test_a_form_never_says_that_somebody_fell(app: Flask, clerk: Clerk) -> None:
    """The fields for losses are 0 until the table enters a number."""
    club = Club(app, clerk, ruleset="convicted", players=2)
    play_on(club, offered("enemy-shoot"))
    person = sits(club, "arbiter")
    person.go(f"/games/{club.game}/play?seat=enemy")
    losses = {
        name: field.value
        for name, field in short_form(person, "enemy-shoot").fields.items()
        if name.startswith("a.losses")
    }
    assert losses and set(losses.values()) == {"0"}


@pytest.mark.parametrize(
    ("title", "kind"),
    [(title, kind) for title in registry.ids() for kind in registry.ruleset(title).hints],
)
def test_every_hint_is_for_an_existing_action(title: str, kind: str) -> None:
    assert kind in action_kinds(registry.ruleset(title))


# -- what has changed ------------------------------------------------------------------------------


def test_the_board_marks_what_the_others_changed_since_ones_own_last_action(club: Club) -> None:
    seat = turn_of(game_now(club))
    person, other = sits(club, seat), sits(club, "red" if seat == "blue" else "blue")
    assert "changed since" not in person.text("board")
    person.send(choices_form(person))
    assert "Dashed: changed since record 1." in person.text("board"), (
        "what one has changed oneself, as long as nobody else acted"
    )
    assert "(changed)" in person.text("board")
    other.go(f"/games/{club.game}/play")
    other.send(choices_form(other))
    person.go(f"/games/{club.game}/play")
    assert "Dashed: changed since record 2." in person.text("board")
    club.table().write("/notes", {"text": "The tea is ready."})
    other.go(f"/games/{club.game}/play")
    assert "changed" not in other.text("board"), "a note changes nothing"


# -- what is folded up -----------------------------------------------------------------------------


def test_a_record_with_many_facts_shows_a_few_and_folds_up_the_rest(
    app: Flask, clerk: Clerk
) -> None:
    person = sits(Club(app, clerk, ruleset="raiders-solo"), "player")
    rest = person.text("told-1")
    match = re.match(r"And (\d+) more", rest)
    assert match and int(match[1]) > 40
    assert "Roll 1 " in rest and "Roll 1 " in person.text("past"), (
        "so many rolls are folded up, too"
    )
    past = person.page.partition('id="past"')[2].partition("</ol>")[0]
    assert past.count("<li>") == int(match[1]) + FOLDED // 2, "nothing is left out"


@pytest.mark.parametrize("lang", LANGS)
def test_a_family_of_buttons_says_what_they_do(club: Club, lang: Lang) -> None:
    """A group of buttons has a heading: the first word that all its buttons share, or the kind of
    their action."""
    heads = set()
    for seq in range(2, 32):
        play_on(club, lambda game, seq=seq: game.seq >= seq or not game.to_act)  # type: ignore[misc]
        game = game_now(club)
        for family in (
            action_offers(game, turn_of(game), "", lang, "–").families if game.to_act else ()
        ):
            assert family.word or " " in family.lead
            heads.add(family.word)
    assert heads & (
        {"Build", "Recruit", "Explore"} if lang == "en" else {"Construire", "Recruter", "Explorer"}
    )


# -- One device for the whole table: it goes from hand to hand, and shows nobody what only somebody
# else may know.
@pytest.fixture
def bid(organiser: Person, clerk: Clerk) -> tuple[Game, str]:
    organiser.fill_in("/", "/record/fief-tactics")
    id, rng = organiser.answer.request.path.split("/")[2], Random(3)
    for n in range(200):
        game = clerk.game(id)
        seat = rng.choice(game.to_act)
        action = game.rules.sample(game.board, seat, rng)
        secret = type(action) in game.rules.secret_types and len(game.to_act) > 1
        game = clerk.act(Order(id, game.seq, "somebody", f"k{n}"), seat, action).state
        if secret and game.rules.hides(game.board):
            return game, seat
    raise AssertionError("nobody has bid")


def test_a_seats_secret_is_covered_until_it_is_asked_for(
    organiser: Person, bid: tuple[Game, str]
) -> None:
    game, seat = bid
    path = f"/games/{game.id}/play"
    covered = organiser.go(f"{path}?seat={seat}").text
    assert "is covered" in covered and 'data-audience="public"' in covered
    assert f'href="?seat={seat}&amp;show={seat}"' in covered
    shown = organiser.go(f"{path}?seat={seat}&show={seat}").text
    assert "is covered" not in shown and f'data-audience="{seat}"' in shown
    other = next(other_seat for other_seat in game.to_act if other_seat != seat)
    assert f'data-audience="{other}"' in organiser.go(f"{path}?seat={other}&show={seat}").text, (
        "who has nothing to hide yet goes on"
    )


def test_who_has_chosen_in_secret_leaves_nothing_of_it_on_the_screen(
    organiser: Person, clerk: Clerk, bid: tuple[Game, str]
) -> None:
    game, _ = bid
    other = game.to_act[0]
    form = organiser.form_at(f"/games/{game.id}/play?seat={other}", "/play/act")
    answer = organiser.send(form, stay=other)
    assert answer.status_code == 200 and clerk.game(game.id).seq == game.seq + 1
    assert f'data-audience="{other}"' not in answer.text


def test_the_link_of_one_seat_has_nothing_covered(
    caller: Caller, clerk: Clerk, bid: tuple[Game, str]
) -> None:
    game, seat = bid
    links = caller.post(
        f"/api/v1/games/{game.id}/links", {"role": "seat", "seats": [seat]}, Idempotency_Key="own"
    ).json
    own = Person(caller.app.test_client(), lang="en", at=f"/seat/{links['token']}")
    page = own.go(f"/games/{game.id}/play").text
    assert "is covered" not in page and f'data-audience="{seat}"' in page


# -- Score sheets on pages: how large they can be, and whose names stand on them.
MOST_BYTES = 2_000_000
"""The largest length of a page or an answer."""


def add_catalog(caller: Caller, **sheet: Any) -> str:
    made = caller.made("/api/v1/catalogs", catalog(**sheet).data, Idempotency_Key=new_key())
    return str(made["sha256"])


def long_named_line(text: str, **more: Any) -> dict[str, Any]:
    return {"id": text, "name": {"en": text.ljust(100, "x"), "fr": text.ljust(100, "y")}, **more}


@slow("the largest sheet there may be")
@pytest.mark.parametrize("choices", [0, 24])
def test_the_largest_sheet_makes_pages_that_can_be_sent(
    caller: Caller, choices: int, organiser: Person
) -> None:
    made = [long_named_line(f"c{n}", points=n) for n in range(choices)]
    lines = [
        long_named_line(
            f"line-{n}", per="round", **({"kind": "choice", "choices": made} if made else {})
        )
        for n in range(40)
    ]
    rounds = 60
    while rounds * 12 * len(lines) * (1 + choices) > CELLS:
        lines, rounds = (lines[:-1], rounds) if len(lines) > 1 else (lines, rounds - 1)
    sheet = add_catalog(caller, rounds=rounds, categories=lines, seats={"most": 12})
    table = Table.open(caller, ruleset="score-sheet", catalog=sheet, players=12)
    pages = ("/play", "?at=1", "/score-sheet", "/desk", "/audit")
    sizes = {path: len(organiser.go(f"/games/{table.id}{path}").data) for path in pages}
    sizes |= {path: len(table.get(path).data) for path in ("", "/board", "/legal", "/score")}
    assert max(sizes.values()) < MOST_BYTES, sizes
