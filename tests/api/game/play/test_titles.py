import hashlib
from random import Random
from typing import Any

import msgspec
import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from api.game.play.offers import action_offers, read_short_form
from api.web.access.links import Link
from api.web.request.service import EXTENSION
from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening, game_id
from domain.game.record.records import ActionTaken
from tests.amount import ALL, count, slow_but
from tests.builders.api.forms import Form, Person, unordered
from tests.builders.players import act as play_act

GAMES = [
    ("northgard-training", 31, {}),
    ("fief-tactics", 33, {}),
    ("raiders-solo", 12, {"options": {"schemes": "table"}}),
    ("tears-solo", 8, {}),
    ("tears-solo", 13, {"options": {"cards": "table"}}),
    ("convicted", 28, {"players": 2}),
]
"""Games of each title, twice where a table may play with its own cards: title, seed, and fields of
the opening."""


def game_and_scribe(
    app: Flask, clerk: Clerk, title: str, seed: int, fields: dict[str, Any]
) -> tuple[str, str]:
    """A game whose sealed dice follow from the seed, and a link that speaks for all its players."""
    id = game_id("club", f"{title}/{seed}")
    clerk.key_values.keep("seed", id, hashlib.sha256(f"{seed}".encode()).digest())
    opened = clerk.open_game(Opening(ruleset=title, **fields), "club", f"{title}/{seed}").state
    players = tuple(seat.id for seat in opened.setting.seat_specs if seat.role == "player")
    links = app.extensions[EXTENSION].access.links
    link = Link("", id, "seat", players)
    return id, links.token(links.issue(link, clerk.clock(), "club", "scribe", "").link)


def enter(form: Form, name: str, value: Any) -> None:
    """Enter a value into the controls of a field, as a person would."""
    if isinstance(value, bool):
        form.check(name, on=value)
    elif isinstance(value, dict):
        _enter_object(form, name, value)
    elif isinstance(value, list):
        _enter_list(form, name, value)
    elif value is None:
        if f"{name}.given" in form.fields:
            form.check(f"{name}.given", on=False)
        elif name in form.fields:
            form.set(name, "")
    else:
        form.set(name, str(value))


def _enter_object(form: Form, name: str, value: dict[str, Any]) -> None:
    for field in [field for field in form.fields if field.startswith(f"{name}.")]:
        if form.fields[field].sort == "checkbox":
            form.check(field, on=False)
        elif form.fields[field].sort == "number" or "" in form.fields[field].options:
            form.set(field, "")
    if f"{name}.given" in form.fields:
        form.check(f"{name}.given", on=True)
    for field, inner in value.items():
        enter(form, f"{name}.{field}", inner)


def _enter_list(form: Form, name: str, value: list[Any]) -> None:
    listed = [field for field in form.fields if field.startswith(f"{name}@")]
    for field in listed:
        form.set(field, "0")
    if value and isinstance(value[0], dict) and not listed:
        for n, row in enumerate(value):
            _enter_object(form, f"{name}.{n}", row)
    elif not listed and name in form.fields:
        if form.fields[name].sort == "checkbox":
            form.tick(name, list(map(str, value)))
        else:
            form.set(name, ", ".join(map(str, value)))
    for item in value if listed else ():
        key, count = (
            (item, 1)
            if not isinstance(item, dict)
            else (next(v for v in item.values() if isinstance(v, str)), item["count"])
        )
        field = f"{name}@{key}"
        assert field in form.fields, f"{name}: {key} is not among {listed}"
        form.set(field, str(int(form.fields[field].value or 0) + count))


def way_in(person: Person, action: dict[str, Any]) -> tuple[Form, dict[str, str]] | None:
    """The form and the button by which a page accepts an action. It is a form that has a button for
    the action, or else a short form for its kind, which this function fills in (the button is {}
    then). None if the page offers neither."""
    sentence = msgspec.json.encode(action).decode()
    forms = [form for form in person.forms if form.action.endswith("/play/act")]
    for form in forms:
        if ("action", sentence) in [(name, value) for name, value, _ in form.buttons]:
            return form, {"action": sentence}
    for form in forms:
        example = (
            msgspec.json.decode(form.fields["action"].value or "") if "form" in form.fields else {}
        )
        fixed = {
            name[2:]: field.value
            for name, field in form.fields.items()
            if name.startswith("a.") and field.sort == "hidden"
        }
        if example.get("type") != action["type"] or any(
            str(action[name]) != value for name, value in fixed.items()
        ):
            continue
        for name in {
            name.split(".")[1].split("@")[0] for name in form.fields if name.startswith("a.")
        }:
            if name not in fixed:
                enter(form, f"a.{name}", action.get(name))
        return form, {}
    return None


@pytest.mark.parametrize(("title", "seed", "fields"), slow_but([GAMES[1], GAMES[4]], GAMES))
def test_a_game_is_played_through_its_page(
    app: Flask, clerk: Clerk, title: str, seed: int, fields: dict[str, Any]
) -> None:
    """A scribe enters a random player's actions for all seats, by a button or by a short form. The
    record contains each action exactly as meant. `./ops/test` plays the beginning of a game,
    `.ci/run` the whole game."""
    id, link = game_and_scribe(app, clerk, title, seed, fields)
    person, rng, entered = Person(app.test_client(), link), Random(seed), 0
    while (game := clerk.game(id)).to_act and not (entered and game.seq > count(30, 10_000)):
        seat = rng.choice(game.to_act)
        if f'data-seat="{seat}"' not in person.page.partition('id="now"')[0]:
            person.go(f"/games/{game.id}/play?seat={seat}")
        action, form, button = pick_action(person, game, seat, rng)
        person.post(form.action, form.sent(**button))
        entered += not button
        assert person.answer.status_code == 200, (action, person.text("said"))
        after = clerk.game(id)
        taken = after.history.record(after.seq).body
        assert isinstance(taken, ActionTaken) and after.seq == game.seq + 1, action
        assert (taken.seat, unordered(msgspec.json.decode(taken.action))) == (
            seat,
            unordered(action),
        )
    assert game.outcome is not None or not ALL
    assert game.outcome is None or game.outcome.text.en.rstrip(".") in person.text("now")
    assert entered, "short forms were filled in, too"


def pick_action(
    person: Person, game: Game, seat: str, rng: Random
) -> tuple[dict[str, Any], Form, dict[str, str]]:
    """A random action that the page offers, with the form and the button to send it by (see
    `way_in`)."""
    for _ in range(40):
        data = msgspec.json.decode(msgspec.json.encode(game.rules.sample(game.board, seat, rng)))
        if (way := way_in(person, data)) is not None:
            return data, *way
    raise AssertionError(f"the page offers nothing that a random player thinks of, such as {data}")


@pytest.mark.parametrize(("title", "seed", "fields"), slow_but([GAMES[1], GAMES[4]], GAMES))
def test_the_form_of_an_action_that_was_not_taken_has_what_was_typed(
    clerk: Clerk, title: str, seed: int, fields: dict[str, Any]
) -> None:
    """At each position of a game, every short form is read with each field set to its last option
    or to nonsense. The offers then keep that very form, even where a field has only one option."""
    game = clerk.open_game(Opening(ruleset=title, **fields), "club", f"typed {seed}").state
    rng, forms = Random(seed), 0
    while game.to_act and game.seq < count(60, 10_000):
        seat = game.to_act[0]
        for n, template in enumerate(game.rules.legal(game.board, seat).templates):
            shown = action_offers(game, seat, "", "en", "none").forms[n]
            typed = MultiDict(
                (control.name, control.options[-1].value if control.options else "Zq")
                for control in shown.controls
            )
            entered = read_short_form(game, template, typed, "en")
            again = action_offers(game, seat, "", "en", "none", entered).forms
            assert [form.id for form in again if form.kept] == [shown.id], entered
            forms += 1
        game = play_act(clerk, game, rng)
    assert forms > 10
