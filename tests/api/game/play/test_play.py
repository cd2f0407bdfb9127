"""The page of a seat without scripts. An entry is recorded once, for the seat of the link, and only
if the record that its reader saw is still the newest. A refusal gives its reason and keeps what was
entered."""

from typing import Any

import msgspec
from flask import Flask

from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.record.records import ActionTaken
from domain.titles.contract.ruleset import Template
from tests.builders.api.callers import Club
from tests.builders.api.forms import Form, Person
from tests.builders.api.seated import (
    choices_form,
    game_now,
    offered,
    play_on,
    short_form,
    sits,
    turn_of,
)

# -- acting ----------------------------------------------------------------------------------------


def test_a_button_is_an_action_of_the_seat_by_its_link(club: Club) -> None:
    seat = turn_of(game_now(club))
    person = sits(club, seat)
    assert person.text("now").startswith(f"{seat.capitalize()}, it is your turn.")
    form = choices_form(person)
    words = form.buttons[0][2]
    answer = person.send(form, words, follow=False)
    assert (answer.status_code, answer.headers["Location"]) == (
        303,
        f"/games/{club.game}/play?done=2",
    )
    body: Any = game_now(club).history.record(2).body
    assert isinstance(body, ActionTaken)
    assert (body.seat, body.actor) == (seat, club.links[seat]["id"])
    person.go(answer.headers["Location"])
    assert person.text("said") == "Saved."
    assert words.lower() in person.text("past").lower()


def test_a_seat_whose_turn_it_is_not_sees_whom_it_waits_for(club: Club) -> None:
    seat = turn_of(game_now(club))
    person = sits(club, "red" if seat == "blue" else "blue")
    assert person.text("now").startswith(f"Waiting for {seat.capitalize()}.")
    assert not [form for form in person.forms if form.action.endswith("/play/act")]


def test_a_stale_form_shows_what_happened_and_keeps_the_choice(club: Club) -> None:
    person = sits(club, turn_of(game_now(club)))
    form = choices_form(person)
    words = form.buttons[0][2]
    club.table().write("/notes", {"text": "The tea is ready."})
    assert (person.send(form, words).status_code, game_now(club).seq) == (412, 2)
    assert "The game went on before this came." in person.text("said")
    assert "Somebody adds a note." in person.text("said")
    person.send(person.form("/play/act", "said"), f"Still do it: {words}")
    assert person.text("said") == "Saved."


def test_a_stale_choice_that_is_gone_is_not_offered_again(club: Club) -> None:
    seat = turn_of(game_now(club))
    person, other = sits(club, seat), sits(club, seat)
    form = choices_form(person)
    other.send(choices_form(other))
    assert person.send(form).status_code == 412
    assert "Nothing was recorded. Meanwhile:" in person.text("said")
    assert not [form for form in person.forms if "said" in form.within]


def test_a_stale_short_form_keeps_what_was_entered_and_not_its_example(club: Club) -> None:
    play_on(
        club,
        lambda game: any(
            f.most and f.most > 2 for t in templates(game, "move") for f in t.fields.values()
        ),
    )
    person, seq = sits(club, turn_of(game_now(club))), game_now(club).seq
    form = short_form(person, "move")
    club.table().write("/notes", {"text": "The tea is ready."})
    assert person.send(form, **{"a.units": "1"}).status_code == 412
    assert msgspec.json.decode(person.form("/play/act", "said").buttons[0][1])["units"] == 1
    assert short_form(person, "move").fields["a.units"].value == "1"
    person.send(person.form("/play/act", "said"))
    body: Any = game_now(club).history.record(seq + 2).body
    assert msgspec.json.decode(body.action)["units"] == 1


def templates(game: Game, kind: str) -> list[Template]:
    return [
        t for s in game.to_act for t in game.rules.legal(game.board, s).templates if t.type == kind
    ]


def test_an_illegal_action_says_why_with_its_rule_and_keeps_what_was_entered(club: Club) -> None:
    play_on(club, lambda game: offered("move")(game) and len(_targets(game)) > 1)
    person, seq = sits(club, turn_of(game_now(club))), game_now(club).seq
    form = short_form(person, "move")
    game, seat = game_now(club), turn_of(game_now(club))
    wrong = next(
        {"a.origin": o, "a.target": t}
        for o in form.fields["a.origin"].options
        for t in form.fields["a.target"].options
        if not game.rules.judge(game.board, seat, _move(form, o, t)).legal
    )
    assert (person.send(form, **wrong).status_code, game_now(club).seq) == (422, seq)
    sentence = person.text("said")
    assert sentence.startswith("That cannot be done") and "Rule: Déplacer" in sentence
    kept = short_form(person, "move").fields
    assert {name: kept[name].value for name in wrong} == wrong


def _targets(game: Game) -> tuple[Any, ...]:
    several = (t for t in templates(game, "move") if len(t.fields["origin"].choices) > 1)
    return next((t.fields["target"].choices for t in several), ())


def _move(form: Form, origin: str, target: str) -> Any:
    from domain.titles.northgard.actions import Move

    return Move(form.fields["a.card"].value or "", origin, target, 1)


def test_a_field_that_does_not_fit_says_so_at_its_place(club: Club) -> None:
    play_on(club, offered("move"))
    person, seq = sits(club, turn_of(game_now(club))), game_now(club).seq
    form = short_form(person, "move")
    person.post(form.action, form.sent(**{"a.units": "many"}))
    assert (person.answer.status_code, game_now(club).seq) == (422, seq)
    sentence = "This must be a whole number, not a text."
    assert sentence in person.text("said") and "Back to what you entered" in person.text("said")
    (id,) = [id for id in person.read.texts if id.endswith("a-units-wrong")]
    assert person.text(id) == sentence
    assert short_form(person, "move").fields["a.units"].value == "many"


# -- dice of the table -----------------------------------------------------------------------------


def rolling(app: Flask, clerk: Clerk) -> tuple[Club, Person, int]:
    """Explore in a game with table dice, so that the page asks which tile was drawn. Returns the
    club, the player, and the seq of the newest record."""
    club = Club(app, clerk, chance="table", values=[["T04", "T07"], ["blue"]])
    play_on(
        club,
        lambda game: any(
            "cell" in str(c.action) for c in game.rules.legal(game.board, turn_of(game)).choices
        ),
    )
    person, seq = sits(club, turn_of(game_now(club))), game_now(club).seq
    explore = next(words for _, _, words in choices_form(person).buttons if "explores" in words)
    person.send(choices_form(person), explore)
    assert person.answer.status_code == 200
    assert explore in person.text("said") and "Nothing is recorded yet." in person.text("said")
    assert "Draw at the table" in person.text("said"), "a tile is no die"
    return club, person, seq


def dice(person: Person) -> tuple[Form, str]:
    form = next(form for form in person.forms if any(name.startswith("v.") for name in form.fields))
    return form, next(name for name in form.fields if name.startswith("v."))


def test_dice_of_the_table_are_asked_for_and_recorded_with_the_action(
    app: Flask, clerk: Clerk
) -> None:
    club, person, seq = rolling(app, clerk)
    assert game_now(club).seq == seq
    while "Nothing is recorded yet." in person.text("said"):
        form, _ = dice(person)
        for name in [name for name in form.fields if name.startswith("v.")]:
            form.set(name, form.fields[name].options[-1])
        person.send(form)
    assert person.text("said") == "Saved."
    body: Any = game_now(club).history.record(seq + 1).body
    assert {roll.source for roll in body.rolls} == {"table"}


def test_values_that_cannot_come_up_are_refused_and_asked_for_again(
    app: Flask, clerk: Clerk
) -> None:
    club, person, seq = rolling(app, clerk)
    form, name = dice(person)
    person.post(form.action, form.sent(**{name: '"T99"'}))
    assert person.answer.status_code == 422
    assert "T99 cannot come up here" in person.text("said")
    assert dice(person)[0].fields["action"].value == form.fields["action"].value
    person.post(form.action, form.sent(**{name: "{", "key": "another"}))
    assert person.answer.status_code == 400
    assert game_now(club).seq == seq


def test_dice_that_were_rolled_are_kept_when_the_game_went_on(app: Flask, clerk: Clerk) -> None:
    club, person, seq = rolling(app, clerk)
    club.table().write("/notes", {"text": "The tea is ready."})
    form, name = dice(person)
    tile = form.fields[name].options[-1]
    assert person.send(form, **{name: tile}).status_code == 412
    assert "your choice is kept" in person.text("said")
    again = person.form("/play/act", "said")
    assert msgspec.json.decode(again.fields["given"].value or "") == [[msgspec.json.decode(tile)]]
    person.send(again)
    assert game_now(club).seq > seq + 1 or "Nothing is recorded yet." in person.text("said")
