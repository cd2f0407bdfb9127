"""People at the page of a seat, without scripts; and games played on to a position where something
can be tried."""

from collections.abc import Callable
from random import Random

import msgspec

from domain.game.aggregate.game import Game
from tests.builders.api.callers import Club
from tests.builders.api.forms import Form, Person


def sits(club: Club, name: str, lang: str = "en") -> Person:
    """A person who opened the link of a seat, of the `arbiter` or of a `spectator`."""
    return Person(club.app.test_client(), club.links[name]["token"], lang)


def choices_form(person: Person) -> Form:
    return next(
        form
        for form in person.forms
        if form.action.endswith("/play/act") and "form" not in form.fields
    )


def short_form(person: Person, kind: str) -> Form:
    forms = [form for form in person.forms if "form" in form.fields]
    return next(
        form
        for form in forms
        if msgspec.json.decode(form.fields["action"].value or "")["type"] == kind
    )


def game_now(club: Club) -> Game:
    return club.clerk.game(club.game)


def play_on(club: Club, until: Callable[[Game], bool], seed: int = 1) -> None:
    rng = Random(seed)
    while not until(game := game_now(club)):
        seat = rng.choice(game.to_act)
        action = msgspec.to_builtins(game.rules.sample(game.board, seat, rng))
        club.table().written("/actions", {"seat": seat, "action": action})


def offered(kind: str) -> Callable[[Game], bool]:
    return lambda game: any(
        t.type == kind for s in game.to_act for t in game.rules.legal(game.board, s).templates
    )


def turn_of(game: Game) -> str:
    return str(game.to_act[0])
