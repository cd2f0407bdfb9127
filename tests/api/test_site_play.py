"""The page of a seat without scripts: what is entered there is recorded once, for the right seat, against what its reader saw;
what is refused says why, and keeps what was entered."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from flask import Flask

from api import create_app
from domain import games
from domain.clerk import Clerk
from domain.game import Game
from domain.record import ActionTaken, ClaimFiled, SeatTaken
from projections.views import Views
from tests.api.forms import Form, Person
from tests.api.holders import Club
from tests.api.table import KEY, Caller


@pytest.fixture
def club(app: Flask, clerk: Clerk) -> Club:
    """An organiser with a game of Training Grounds."""
    return Club(app, clerk)


def sits(club: Club, name: str, lang: str = "en") -> Person:
    """Whoever opens the link of a seat, of the `arbiter` or of a `spectator`."""
    return Person(club.app.test_client(), club.links[name]["token"], lang)


def choices(person: Person) -> Form:
    """The form with the buttons."""
    return next(one for one in person.forms if one.action.endswith("/play/act") and "form" not in one.fields)


def short(person: Person, kind: str) -> Form:
    """The short form for a kind of action."""
    forms = [one for one in person.forms if "form" in one.fields]
    return next(one for one in forms if msgspec.json.decode(one.fields["action"].value or "")["type"] == kind)


def head(club: Club) -> Game:
    return club.clerk.game(club.game)


def play_on(club: Club, until: Any, seed: int = 1) -> None:
    """Let random players play until something is true of the game."""
    rng = Random(seed)
    while not until(game := head(club)):
        seat = rng.choice(game.to_act)
        action = msgspec.to_builtins(game.rules.sample(game.board, seat, rng))
        answer = club.table().act(seat, action)
        assert answer.status_code == 201, answer.json


def offered(kind: str) -> Any:
    """Whether the game offers a short form for a kind of action to whoever is to act."""
    return lambda game: any(t.type == kind for s in game.to_act for t in game.rules.legal(game.board, s).templates)


def turn_of(game: Game) -> str:
    return str(game.to_act[0])


# -- acting ------------------------------------------------------------------------------------------------------------


def test_a_button_is_an_action_of_the_seat_by_its_link(club: Club) -> None:
    seat = turn_of(head(club))
    person = sits(club, seat)
    assert person.text("now").startswith(f"{seat.capitalize()}, it is your turn.")
    form = choices(person)
    words = form.buttons[0][2]
    answer = person.send(form, words, follow=False)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{club.game}/play?done=2")
    body: Any = head(club).trail.filed(2).body
    assert isinstance(body, ActionTaken)
    assert (body.seat, body.actor) == (seat, club.links[seat]["id"])
    person.go(answer.headers["Location"])
    assert person.text("said") == "Recorded: record 2."
    assert words.lower() in person.text("past").lower()


def test_what_is_not_ones_turn_is_waited_for(club: Club) -> None:
    seat = turn_of(head(club))
    other = "red" if seat == "blue" else "blue"
    person = sits(club, other)
    assert person.text("now").startswith(f"Waiting for {seat.capitalize()}.")
    assert not [one for one in person.forms if one.action.endswith("/play/act")]


def test_a_form_sent_twice_is_recorded_once(club: Club) -> None:
    person = sits(club, turn_of(head(club)))
    form = choices(person)
    person.send(form)
    person.send(form)
    assert person.text("said") == "This had come already: it is record 2, recorded once."
    assert head(club).seq == 2
    assert person.answer.status_code == 200


def test_two_buttons_of_one_form_are_not_both_recorded(club: Club) -> None:
    play_on(club, lambda game: game.seq > 4)
    person = sits(club, turn_of(head(club)))
    form, seq = choices(person), head(club).seq
    first, second = form.buttons[0][2], form.buttons[1][2]
    person.send(form, first)
    answer = person.send(form, second)
    assert answer.status_code == 422
    assert "was already used" in person.text("said")
    assert head(club).seq == seq + 1


def test_a_stale_form_shows_what_happened_and_keeps_the_choice(club: Club) -> None:
    person = sits(club, turn_of(head(club)))
    form = choices(person)
    words = form.buttons[0][2]
    club.table().write("/notes", {"text": "The tea is ready."})
    answer = person.send(form, words)
    assert answer.status_code == 412
    assert "The game went on from record 1 to 2 before this came." in person.text("said")
    assert "Record 2: Somebody adds a note." in person.text("said")
    assert head(club).seq == 2
    person.send(person.form("/play/act", "said"), f"Still do it: {words}")
    assert person.text("said") == "Recorded: record 3."


def test_a_stale_choice_that_is_gone_is_not_offered_again(club: Club) -> None:
    seat = turn_of(head(club))
    person, other = sits(club, seat), sits(club, seat)
    form = choices(person)
    other.send(choices(other))
    answer = person.send(form)
    assert answer.status_code == 412
    assert "by now. Nothing was recorded." in person.text("said")
    assert not [one for one in person.forms if "said" in one.within]


def test_an_illegal_action_says_why_with_its_rule_and_keeps_what_was_entered(club: Club) -> None:
    play_on(club, lambda game: offered("move")(game) and len(_targets(game)) > 1)
    person, seq = sits(club, turn_of(head(club))), head(club).seq
    form = short(person, "move")
    game, seat = head(club), turn_of(head(club))
    wrong = next(
        {"a.origin": o, "a.target": t}
        for o in form.fields["a.origin"].options
        for t in form.fields["a.target"].options
        if not game.rules.judge(game.board, seat, _move(form, o, t)).legal
    )
    for name, value in wrong.items():
        form.set(name, value)
    answer = person.send(form)
    assert answer.status_code == 422
    said = person.text("said")
    assert said.startswith("That cannot be done") and "Rule: Déplacer" in said
    kept = short(person, "move")
    assert {name: kept.fields[name].value for name in wrong} == wrong
    assert head(club).seq == seq


def _targets(game: Game) -> tuple[Any, ...]:
    found = (t for s in game.to_act for t in game.rules.legal(game.board, s).templates if t.type == "move")
    template = next(found, None)
    return template.fields["target"].choices if template and len(template.fields["origin"].choices) > 1 else ()


def _move(form: Form, origin: str, target: str) -> Any:
    from domain.games.northgard.actions import Move

    return Move(form.fields["a.card"].value or "", origin, target, 1)


def test_a_field_that_does_not_fit_says_so_at_its_place(club: Club) -> None:
    play_on(club, offered("move"))
    person, seq = sits(club, turn_of(head(club))), head(club).seq
    form = short(person, "move")
    person.post(form.action, form.sent(**{"a.units": "many"}))
    assert person.answer.status_code == 422
    assert person.text("said").endswith("This must be a whole number, not a text.")
    (id,) = [id for id in person.read.texts if id.endswith("a.units-fault")]
    assert person.text(id) == "This must be a whole number, not a text."
    assert short(person, "move").fields["a.units"].value == "many"
    assert head(club).seq == seq


# -- dice of the table ---------------------------------------------------------------------------------------------------


def test_dice_of_the_table_are_asked_for_and_recorded_with_the_action(app: Flask, clerk: Clerk) -> None:
    club = Club(app, clerk, chance="table", values=[["T04", "T07"], ["blue"]])
    play_on(club, lambda game: any("cell" in str(c.action) for c in game.rules.legal(game.board, turn_of(game)).choices))
    person, seq = sits(club, turn_of(head(club))), head(club).seq
    explore = next(words for _, _, words in choices(person).buttons if "explores" in words)
    person.send(choices(person), explore)
    assert person.answer.status_code == 200
    assert explore in person.text("said") and "Nothing is recorded yet." in person.text("said")
    assert head(club).seq == seq
    for _ in range(3):
        dice = [one for one in person.forms if any(name.startswith("v.") for name in one.fields)]
        if not dice:
            break
        for name in [name for name in dice[0].fields if name.startswith("v.")]:
            dice[0].set(name, dice[0].fields[name].options[-1])
        person.send(dice[0])
    assert person.text("said") == f"Recorded: record {seq + 1}."
    body: Any = head(club).trail.filed(seq + 1).body
    assert {roll.source for roll in body.rolls} == {"table"}


def test_values_that_cannot_come_up_are_refused(app: Flask, clerk: Clerk) -> None:
    club = Club(app, clerk, chance="table", values=[["T04", "T07"], ["blue"]])
    play_on(club, lambda game: any("cell" in str(c.action) for c in game.rules.legal(game.board, turn_of(game)).choices))
    person, seq = sits(club, turn_of(head(club))), head(club).seq
    person.send(choices(person), next(words for _, _, words in choices(person).buttons if "explores" in words))
    form = next(one for one in person.forms if any(name.startswith("v.") for name in one.fields))
    (name,) = [name for name in form.fields if name.startswith("v.")]
    person.post(form.action, form.sent(**{name: '"T99"'}))
    assert person.answer.status_code == 422
    assert "T99 cannot come up here" in person.text("said")
    person.post(form.action, form.sent(**{name: "{", "key": "another"}))
    assert person.answer.status_code == 400
    assert head(club).seq == seq


# -- taking back -----------------------------------------------------------------------------------------------------------


def test_ones_last_action_is_taken_back_and_put_back(club: Club) -> None:
    person = sits(club, turn_of(head(club)))
    person.send(choices(person))
    person.send(person.form("/play/undo"), "↶ Take back record 2")
    assert "takes back record 2." in person.text("past")
    assert head(club).step is None
    person.send(person.form("/play/redo"), "↷ Put back what record 3 took back")
    assert head(club).step is not None


def asking(club: Club) -> tuple[Person, Person, int]:
    """Somebody who has asked for an action to be taken back that another one has answered; the other; the record it began with."""
    play_on(club, lambda game: game.seq > 5)
    game = head(club)
    asks = str(game.step.seat) if game.step else ""
    first = game.step.seq if game.step else 0
    play_on(club, lambda game: game.step is not None and game.step.seat != asks and game.seq > first)
    person = sits(club, asks)
    assert "is an action of" in person.text("undo")
    form = person.form("/play/undo", "undo-more")
    form.set("from", str(first))
    person.send(form, reason="The wrong card.")
    return person, sits(club, "red" if asks == "blue" else "blue"), first


def test_what_one_may_not_take_back_alone_is_asked_for_shown_and_granted(club: Club) -> None:
    person, other, first = asking(club)
    name, seq = other.text("now").split(",")[0].split()[-1], head(club).seq
    assert f"asks to take back everything from record {first}." in person.text("asked")
    assert "Withdraw" in person.text("asked") and "Agree" not in person.text("asked")
    asked = other.text("asked")
    assert "The wrong card." in asked and "What would go" in asked and "What the board would become" in asked
    assert "<svg" in other.page.partition('id="asked"')[2].partition("</section>")[0]
    other.press("Agree")
    assert other.text("said") == f"Recorded: record {seq + 2}.", name
    assert head(club).trail.topics[seq + 1] == "ActionsRetracted"
    assert other.text("asked") == ""


def test_a_proposal_is_refused_or_withdrawn(club: Club) -> None:
    person, other, first = asking(club)
    other.press("Refuse")
    assert "refuses the retraction" in other.text("past")
    person.go(f"/games/{club.game}/play")
    form = person.form("/play/undo", "undo-more")
    form.set("from", str(first))
    person.send(form)
    person.press("Withdraw")
    assert "withdraws the request" in person.text("past")
    assert head(club).matters.proposals[-1].state == "withdrawn"


def test_an_answer_that_comes_too_late_is_told(club: Club) -> None:
    person, other, _ = asking(club)
    late = other.form("/play/answer")
    person.press("Withdraw")
    answer = other.post(late.action, {**late.sent(), "seq": str(head(club).seq)})
    assert answer.status_code == 409
    assert "was withdrawn" in other.text("said")


def test_where_the_arbiter_takes_back_the_arbiter_is_asked(app: Flask, clerk: Clerk) -> None:
    club = Club(app, clerk, undo="arbiter")
    person = sits(club, turn_of(head(club)))
    person.send(choices(person))
    assert "the arbiter" in person.text("undo")
    person.send(person.form("/play/undo", "undo-more"))
    assert "Waiting for the arbiter." in person.text("asked")


def test_where_nothing_is_taken_back_that_is_said(app: Flask, clerk: Clerk) -> None:
    club = Club(app, clerk, undo="none")
    person = sits(club, turn_of(head(club)))
    person.send(choices(person))
    assert "opened without undo" in person.text("undo")
    assert not [one for one in person.forms if one.action.endswith("/undo")]


# -- the arbiter, the table --------------------------------------------------------------------------------------------------


def test_a_claim_is_filed_about_a_record(club: Club) -> None:
    person = sits(club, "red")
    person.send(person.form("/play/claim"), about="1", text="My base tile is another one.")
    assert isinstance(head(club).trail.filed(2).body, ClaimFiled)
    assert "Record 2, about record 1 ! open My base tile is another one." in person.text("claim")


@pytest.mark.parametrize(("about", "text"), [("1", ""), ("99", "Wrong."), ("last", "Wrong.")])
def test_a_claim_about_nothing_is_refused_and_kept(club: Club, about: str, text: str) -> None:
    person = sits(club, "red")
    answer = person.send(person.form("/play/claim"), about=about, text=text)
    assert answer.status_code in (409, 422)
    form = person.form("/play/claim")
    assert (form.fields["about"].value, (form.fields["text"].value or "").strip()) == (about, text)
    assert head(club).seq == 1


def test_people_sit_down_under_a_name_that_the_record_does_not_have(club: Club) -> None:
    person, other = sits(club, "red"), sits(club, "blue")
    assert "You have not sat down yet" in person.text("now")
    person.send(person.form("/play/sit"), name="Zoë Ørsted")
    assert "Red Zoë Ørsted" in person.text("table")
    assert "You have not sat down yet" not in person.text("now")
    other.go(f"/games/{club.game}/play")
    assert "Red Zoë Ørsted" in other.text("table")
    record = head(club).trail.filed(2)
    assert isinstance(record.body, SeatTaken) and "Ørsted".encode() not in record.state
    person.send(person.form("/play/leave"))
    assert "Red nobody yet" in person.text("table")


def test_a_seat_that_is_taken_is_not_taken_twice(club: Club) -> None:
    person, same = sits(club, "red"), sits(club, "red")
    form = same.form("/play/sit")
    person.send(person.form("/play/sit"), name="Ann")
    answer = same.post(form.action, {**form.sent(name="Eve"), "seq": str(head(club).seq)})
    assert answer.status_code == 409
    assert "is taken (record 2)" in same.text("said")
    assert "Eve" not in same.text("table")


def test_a_scribe_enters_for_every_seat_of_the_link(club: Club) -> None:
    scribe = Person(club.app.test_client(), club.issue("seat", "blue", "red")["token"])
    played = set()
    for _ in range(6):
        seat = turn_of(head(club))
        assert f"{seat.capitalize()}, it is your turn." in scribe.text("now")
        played.add(seat)
        scribe.send(choices(scribe))
        assert "Recorded" in scribe.text("said")
    assert played == {"blue", "red"}
    scribe.go(f"/games/{club.game}/play?seat=red")
    assert scribe.form("/play/claim").fields["seat"].value == "red"


def test_the_opponent_of_a_solo_game_is_played_from_the_players_page(app: Flask, clerk: Clerk) -> None:
    club = Club(app, clerk, ruleset="raiders-solo")
    person = sits(club, "player")
    for _ in range(12):
        if "acts: you play for it" in person.text("now"):
            break
        person.send(choices(person))
    assert "Reveal a scheme card" in [words for _, _, words in choices(person).buttons]
    person.send(choices(person), "Reveal a scheme card")
    assert head(club).trail.filed(head(club).seq).outline.seat == "automa"


def test_what_the_others_did_since_one_looked_is_marked_as_new(club: Club) -> None:
    seat = turn_of(head(club))
    person, other = sits(club, "red" if seat == "blue" else "blue"), sits(club, seat)
    assert "● new" not in person.page
    other.send(choices(other))
    person.go(f"/games/{club.game}/play")
    assert person.page.count("● new") == 1
    person.go(f"/games/{club.game}/play")
    assert "● new" not in person.page
    assert "● new" not in other.page, "one's own action is no news"


# -- who may what ------------------------------------------------------------------------------------------------------------


def test_a_seats_link_plays_for_no_other_seat(club: Club) -> None:
    seat = turn_of(head(club))
    person, other = sits(club, seat), sits(club, "red" if seat == "blue" else "blue")
    form = choices(person)
    answer = other.post(form.action, form.sent(action=form.buttons[0][1]))
    assert answer.status_code == 403
    assert "This link does not speak for" in answer.text
    assert head(club).seq == 1
    other.go(f"/games/{club.game}/play?seat={seat}")
    assert f'data-seat="{seat}"' not in other.page.partition('id="now"')[0]


def test_an_arbiter_plays_for_any_seat_and_is_recorded_as_the_actor(club: Club) -> None:
    arbiter, seat = sits(club, "arbiter"), turn_of(head(club))
    arbiter.go(f"/games/{club.game}/play")
    arbiter.send(choices(arbiter))
    outline = head(club).trail.filed(2).outline
    assert (outline.seat, outline.actor) == (seat, club.links["arbiter"]["id"])


def test_spectators_and_strangers_get_a_page_that_says_what_to_do(club: Club) -> None:
    spectator = sits(club, "spectator")
    assert spectator.go(f"/games/{club.game}/play").status_code == 403
    assert "What you can do now" in spectator.page
    stranger = Person(club.app.test_client(), lang="fr")
    assert stranger.go(f"/games/{club.game}/play").status_code == 401
    assert "Ce que vous pouvez faire" in stranger.page
    assert 'lang="fr"' in stranger.page


def test_a_link_revoked_in_the_middle_says_so_and_records_nothing(club: Club) -> None:
    seat = turn_of(head(club))
    person = sits(club, seat)
    form = choices(person)
    club.revoke(club.links[seat])
    answer = person.send(form)
    assert answer.status_code == 401
    assert "This link was revoked" in person.page
    answer = person.post(form.action, form.sent(action=form.buttons[0][1]), Greffe_Part="1")
    assert (answer.status_code, answer.headers["Greffe-Status"]) == (200, "401")
    assert head(club).seq == 1


def test_a_closed_game_is_shown_and_takes_nothing_more(club: Club) -> None:
    seat = turn_of(head(club))
    person = sits(club, seat)
    form = choices(person)
    assert club.table().write("/close", {"reason": "It is late."}).status_code == 201
    answer = person.post(form.action, {**form.sent(action=form.buttons[0][1]), "seq": "2"})
    assert answer.status_code == 409
    assert "is closed" in person.text("said")
    person.go(f"/games/{club.game}/play")
    assert "The game is closed." in person.text("now")
    assert [one.action for one in person.forms if "/play/" in one.action] == []


def test_an_adjudicated_game_says_who_won(club: Club) -> None:
    remedy = {"type": "adjudicate", "winners": ["red"]}
    ruling = {"remedy": remedy, "rule": "Fin de partie", "code": "time", "text": "Time is up."}
    person = sits(club, turn_of(head(club)))
    form = choices(person)
    answer = club.table().write("/rulings", ruling)
    assert answer.status_code == 201, answer.json
    answer = person.post(form.action, {**form.sent(action=form.buttons[0][1]), "seq": "2"})
    assert answer.status_code == 409
    assert "The arbiter has named the outcome (record 2)" in person.text("said")
    person.go(f"/games/{club.game}/play")
    assert "The game has ended" in person.text("now")
    assert not [one for one in person.forms if one.action.endswith("/play/act")]


@pytest.mark.parametrize(
    "broken",
    [{"seq": ""}, {"seq": "1x"}, {"key": ""}, {"key": "ü"}, {"action": "{"}, {"action": "[]"}, {"given": "[[{}]]"}],
)
def test_a_form_that_is_none_of_ours_is_refused_on_a_page(club: Club, broken: dict[str, str]) -> None:
    person = sits(club, turn_of(head(club)))
    form = choices(person)
    answer = person.post(form.action, {**form.sent(action=form.buttons[0][1]), **broken})
    assert answer.status_code == 400
    assert "This form is not one of this page" in person.page
    assert head(club).seq == 1


def test_an_action_that_the_title_does_not_have_is_refused(club: Club) -> None:
    person = sits(club, turn_of(head(club)))
    form = choices(person)
    answer = person.post(form.action, form.sent(action='{"type": "castle"}'))
    assert answer.status_code == 422
    assert "There is no such type here" in person.text("said")
    assert person.post(f"/games/{club.game}/play/nothing", form.sent()).status_code == 404
    assert person.go(f"/games/{club.game}/play/act?lang=fr").status_code == 200, "a page that was refused, in another language"
    assert "c'est à vous" in person.text("now")


def test_a_form_from_another_site_is_refused(club: Club) -> None:
    person = sits(club, turn_of(head(club)))
    form = choices(person)
    answer = person.post(form.action, form.sent(action=form.buttons[0][1]), Sec_Fetch_Site="cross-site")
    assert answer.status_code in (400, 401)
    assert head(club).seq == 1


# -- what one may not know ---------------------------------------------------------------------------------------------------


def test_a_seats_page_shows_nothing_that_is_hidden_from_it(app: Flask, clerk: Clerk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._TITLES, ("sealed-bids", 1), "tests.api.bids:RULES")
    club = Club(app, clerk, ruleset="sealed-bids", chance="table", values=[["ace", "king"]])
    ann, bob = sits(club, "a"), sits(club, "b")
    assert "ace" in ann.page and "king" not in ann.page
    assert "king" in bob.page and "ace" not in bob.page.replace("places", "").replace("place", "")
    form = short(ann, "bid")
    form.set("a.amount", "7")
    ann.send(form)
    assert "bids 7" in ann.page
    bob.go(f"/games/{club.game}/play")
    assert "does something that stays hidden" in bob.text("past")
    assert "bids 7" not in bob.page


# -- when something is away ----------------------------------------------------------------------------------------------------


def test_without_redis_the_page_plays_on(clerk: Clerk) -> None:
    app = create_app(clerk, Views("redis://127.0.0.1:1/0"), KEY)
    club = Club(app, clerk)
    person = sits(club, turn_of(head(club)))
    person.send(choices(person))
    assert person.text("said") == "Recorded: record 2."


def test_the_page_speaks_french(club: Club) -> None:
    person = sits(club, turn_of(head(club)), "fr")
    assert "c'est à vous." in person.text("now")
    person.send(choices(person))
    assert person.text("said") == "Enregistré : écriture 2."
    assert "Ce qui s'est passé" in person.text("past")
    assert person.answer.headers["Content-Language"] == "fr"


def test_a_page_costs_no_look_at_the_whole_record(caller: Caller, club: Club) -> None:
    """What is told is bounded, however long the game."""
    play_on(club, lambda game: game.seq > 40 or not game.to_act)
    person = sits(club, "blue")
    assert person.page.count("<li value=") <= 12
