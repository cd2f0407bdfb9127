"""People sit down and leave; a record names them by a random id, and commits to a name that lies elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from domain.clerk.clerk import Clerk
from domain.clerk.commands import Opening, Order
from domain.clerk.people import People
from domain.clerk.seats import Seats
from domain.errors import BadRequest, KeyReused, NoSuchSeat, SeatIsEmpty, SeatIsTaken, Stale, UnknownPlayer
from domain.game.game import Game
from domain.game.seating import all_stays, seated
from domain.kernel import commitments
from domain.record.records import SeatLeft, SeatTaken


def opened(clerk: Clerk, key: str = "open", ruleset: str = "northgard-training") -> Game:
    return clerk.open_game(Opening(ruleset=ruleset), "organiser", key).game


def order(game: Game, key: str = "", request: str = "") -> Order:
    return Order(game.id, game.seq, "link-1", key or f"key-{game.seq}", request)


@pytest.fixture
def game(clerk: Clerk) -> Game:
    return opened(clerk)


@pytest.fixture
def seating(clerk: Clerk) -> Seats:
    return Seats(clerk)


@pytest.fixture
def people(clerk: Clerk) -> People:
    return People(clerk)


def test_somebody_sits_down(clerk: Clerk, seating: Seats, people: People, game: Game) -> None:
    answer = seating.take(order(game), "blue", "Ann  Onymous ")
    body = answer.filed.body
    assert isinstance(body, SeatTaken)
    assert re.fullmatch("p-[0-9a-hj-km-np-tv-z]{12}", body.player)
    assert re.fullmatch("[0-9a-f]{64}", body.name)
    assert b"Ann" not in answer.filed.state
    (sitter,) = people.at_table(answer.game)
    assert (sitter.seat, sitter.player, sitter.name, sitter.since) == ("blue", body.player, "Ann Onymous", 2)
    assert people.at_table(clerk.game(game.id, 1)) == (), "before that, nobody did"
    assert people.person(body.player).games == (game.id,)


def test_a_taken_seat_is_refused_until_it_is_left(seating: Seats, people: People, game: Game) -> None:
    ann = seating.take(order(game), "blue", "Ann")
    with pytest.raises(SeatIsTaken, match=r"The seat of Blue is taken \(record 2\)") as refused:
        seating.take(order(ann.game), "blue", "Bob")
    assert refused.value.at == 2
    left = seating.leave(order(ann.game), "blue")
    assert isinstance(left.filed.body, SeatLeft)
    assert left.filed.body.player == ann.filed.body.player  # type: ignore[attr-defined]
    assert people.at_table(left.game) == ()
    bob = seating.take(order(left.game), "blue", "Bob")
    assert people.at_table(bob.game)[0].name == "Bob"
    stays = all_stays(bob.game.history)
    assert [(s.since, s.until) for s in stays] == [(2, 3), (4, 0)]
    assert len({s.player for s in stays}) == 2
    assert seated(ann.game) == {"blue": all_stays(ann.game.history, 2)[0]}, "read at an older position, the seat is Ann's"


def test_an_id_given_again_is_the_same_person(clerk: Clerk, seating: Seats, people: People, game: Game) -> None:
    ann = seating.take(order(game), "blue", "Ann").filed.body.player  # type: ignore[attr-defined]
    other = opened(clerk, "other")
    assert seating.take(order(other), "red", player=ann).filed.body.player == ann  # type: ignore[attr-defined]
    assert people.at_table(clerk.game(other.id))[0].name == "Ann", "the name given last"
    third = opened(clerk, "third")
    seating.take(order(third), "red", "Anna", player=ann)
    assert people.person(ann).names == ("Ann", "Anna")
    assert set(people.person(ann).games) == {game.id, other.id, third.id}
    states = [clerk.file(id).record(2).body.name for id in (game.id, other.id)]  # type: ignore[attr-defined]
    assert states[0] != states[1], "each record has a commitment of its own"


@pytest.mark.parametrize("name", ["", "Bob"])
def test_an_unknown_player_is_refused(seating: Seats, game: Game, name: str) -> None:
    with pytest.raises(UnknownPlayer, match="There is no player p-nobody"):
        seating.take(order(game), "blue", name, player="p-nobody")


@pytest.mark.parametrize("name", ["a\nb", "a\x00", "\u202egnirts", "x" * 81])
def test_a_name_that_cannot_stand_on_a_score_sheet_is_refused(clerk: Clerk, seating: Seats, game: Game, name: str) -> None:
    with pytest.raises(BadRequest) as refused:
        seating.take(order(game), "blue", name)
    assert refused.value.pointer == "/name"
    assert clerk.game(game.id).seq == 1


def test_names_of_the_world_are_kept_as_they_are(seating: Seats, people: People, game: Game) -> None:
    for name in ("Zoë O'Brien-Łukasz", "李小龍", "می‌خواهم", "Ан\u0434рей"):
        taken = seating.take(order(game), "blue", name).game
        assert people.at_table(taken)[0].name == name
        game = seating.leave(order(taken), "blue").game


def test_only_players_sit_down(clerk: Clerk, seating: Seats) -> None:
    game = opened(clerk, ruleset="raiders-solo")
    automa = next(s.id for s in game.setting.seat_specs if s.role != "player")
    with pytest.raises(NoSuchSeat, match=f"Nobody sits down at {automa}: the seats for players are"):
        seating.take(order(game), automa, "Ann")
    for write in (lambda: seating.take(order(game), "yellow"), lambda: seating.leave(order(game), "yellow")):
        with pytest.raises(NoSuchSeat, match="There is no seat yellow at this table"):
            write()
    with pytest.raises(SeatIsEmpty):
        seating.leave(order(game), game.setting.seats[0])


def test_a_repeated_request_seats_one_person(clerk: Clerk, seating: Seats, people: People, game: Game) -> None:
    first = seating.take(order(game, "k", "digest"), "blue", "Ann")
    again = seating.take(order(game, "k", "digest"), "blue", "Ann")
    assert again.again and again.filed == first.filed
    with pytest.raises(KeyReused):
        seating.take(order(game, "k", "another digest"), "blue", "Bob")
    assert [one.names for one in people.find("a")] == [("Ann",)]
    assert len(list(clerk.key_values.keys("name"))) == 1


class Overtaken:
    def __init__(self, clerk: Clerk, before: Callable[[], object]) -> None:
        self._put, self._before = clerk.events.put, before
        clerk.events.put = self  # type: ignore[method-assign, assignment]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self._before()
        return self._put(*args, **kwargs)


def test_words_and_names_that_lose_the_race_are_forgotten(make_clerk: Callable[[], Clerk]) -> None:
    here, there = make_clerk(), make_clerk()
    game = opened(here)
    Overtaken(there, lambda: here.note(Order(game.id, here.game(game.id).seq, "x", f"k{here.game(game.id).seq}"), "first"))
    with pytest.raises(Stale):
        there.note(Order(game.id, 1, "y", "a"), "second")
    assert [here.words(c) for c in here.key_values.keys("text")] == ["first"]
    with pytest.raises(Stale):
        Seats(there).take(Order(game.id, 2, "y", "b"), "blue", "Bob")
    assert list(here.key_values.keys("name")) == []


def test_the_digest_of_a_request_says_nothing_of_its_words(clerk: Clerk, seating: Seats, game: Game) -> None:
    """It covers them, and a name is quickly guessed: in the record it is bound to the salt, which is erased with the words."""
    digest = "0123456789abcdef" * 2
    taken = seating.take(order(game, "k", digest), "blue", "Ann")
    noted = clerk.note(Order(game.id, 2, "link-1", "n", digest), "a remark", seat="blue")
    for answer in (taken, noted):
        assert digest.encode() not in answer.filed.state
        assert answer.filed.body.request.startswith(commitments.SALTED)
    assert clerk.note(Order(game.id, 2, "link-1", "n", digest), "a remark", seat="blue").again
    with pytest.raises(KeyReused):
        clerk.note(Order(game.id, 2, "link-1", "n", "f" * 32), "another", seat="blue")
    closed = clerk.close_game(Order(game.id, 3, "link-1", "c", digest))
    assert closed.filed.body.request == digest, "without words there is nothing to guess"


def test_players_are_found_by_name(clerk: Clerk, seating: Seats, people: People) -> None:
    for n, name in enumerate(("Zoë Łukasz", "Zacharie Émile", "Bob Zoller")):
        seating.take(order(opened(clerk, f"g{n}")), "blue", name)
    found = lambda text: [person.names[0] for person in people.find(text)]  # noqa: E731
    assert found("zo") == ["Bob Zoller", "Zoë Łukasz"]
    assert found("EMILE zach") == ["Zacharie Émile"]
    assert found("zoe ł") == ["Zoë Łukasz"]
    assert found("oller") == found("") == found("…") == []
