from dataclasses import replace

import pytest
from flask import Flask

from domain.game.aggregate.game import Game
from domain.game.record.records import NoteAdded, SeatTaken
from domain.game.undo.conditions import proposals_of
from domain.proof.chance.dice import contribution_commitment
from tests.builders.api.callers import Club
from tests.builders.api.forms import Person
from tests.builders.api.seated import choices_form, game_now, play_on, sits, turn_of

# -- taking back -----------------------------------------------------------------------------------


def test_ones_last_action_is_taken_back_and_put_back(club: Club) -> None:
    person = sits(club, turn_of(game_now(club)))
    person.send(choices_form(person))
    undo = person.form("/play/undo")
    action = undo.buttons[0][2].removeprefix("↶ Take back: ")
    assert action and f"{action}." in person.text("past")
    refused = person.send(replace(undo, action=undo.action.replace("undo", "again")))
    assert refused.status_code == 422, "only a game that is over is played again"
    person.go(undo.action.removesuffix("/undo"))
    person.send(undo, f"↶ Take back: {action}")
    assert "takes back record 2." in person.text("past") and game_now(club).step is None
    person.send(person.form("/play/redo"), f"↷ Put back: {action}")
    assert game_now(club).step is not None


def step_of(game: Game) -> tuple[str, int]:
    """Seat and record of the newest action; no seat and 0 if there is none."""
    return (game.step.seat, game.step.seq) if game.step else ("", 0)


def asking(club: Club) -> tuple[Person, Person, int]:
    """A player asks to take back an action after which the opponent has acted. Returns the player,
    the opponent, and the seq of the action."""
    play_on(club, lambda game: game.seq > 5)
    asks, first = step_of(game_now(club))
    play_on(club, lambda game: step_of(game)[0] not in ("", asks) and step_of(game)[1] > first)
    person = sits(club, asks)
    assert "is an action of" in person.text("undo")
    person.send(
        person.form("/play/undo", "undo-more"), reason="The wrong card.", **{"from": str(first)}
    )
    return person, sits(club, "red" if asks == "blue" else "blue"), first


def test_what_one_may_not_take_back_alone_is_asked_for_shown_and_granted(club: Club) -> None:
    person, other, first = asking(club)
    name, seq = other.text("now").split(",")[0].split()[-1], game_now(club).seq
    assert f"asks to take back everything from record {first}." in person.text("asked")
    assert "Withdraw" in person.text("asked") and "Agree" not in person.text("asked")
    asked_text = other.text("asked")
    assert (
        "The wrong card." in asked_text
        and "What would go" in asked_text
        and "What the board would become" in asked_text
    )
    assert "<svg" in other.page.partition('id="asked"')[2].partition("</section>")[0]
    other.press("Agree")
    assert (other.text("said"), other.text("asked")) == ("Saved.", ""), name
    assert game_now(club).history.topics[seq + 1] == "ActionsRetracted"


def test_a_proposal_is_refused_or_withdrawn(club: Club) -> None:
    person, other, first = asking(club)
    other.press("Refuse")
    assert "refuses the retraction" in other.text("past")
    form = person.form_at(f"/games/{club.game}/play", "/play/undo", "undo-more")
    person.send(form, **{"from": str(first)})
    person.press("Withdraw")
    assert "withdraws the request" in person.text("past")
    assert proposals_of(game_now(club))[-1].state == "withdrawn"


# -- the arbiter, the table ------------------------------------------------------------------------


def test_what_means_the_same_at_any_record_need_not_be_entered_again(club: Club) -> None:
    """A claim and a name are recorded although another record was written after the form was
    loaded. A form sent twice is still recorded once."""
    person = sits(club, "red")
    claim, sit = person.form("/play/claim"), person.form("/play/sit")
    club.table().write("/notes", {"text": "The tea is ready."})
    for form, entered in (
        (claim, {"about": "1", "text": "Wrong tile."}),
        (sit, {"name": "Ann"}),
        (claim, {"about": "1", "text": "Wrong tile."}),
    ):
        assert person.send(form, **entered).status_code == 200
    assert "saved, once" in person.text("said")
    assert game_now(club).history.topics[1:] == ["NoteAdded", "ClaimFiled", "SeatTaken"]


@pytest.mark.parametrize(
    ("about", "text", "wrong"),
    [("1", "", "text"), ("99", "Wrong.", "about"), ("last", "Wrong.", "about")],
)
def test_a_claim_about_no_record_is_refused_at_its_field_and_its_text_kept(
    club: Club, about: str, text: str, wrong: str
) -> None:
    person = sits(club, "red")
    assert person.send(person.form("/play/claim"), about=about, text=text).status_code in (409, 422)
    fields = person.form("/play/claim").fields
    assert (fields["about"].value, (fields["text"].value or "").strip()) == (about, text)
    assert [id for id in person.read.texts if id.endswith("-wrong")] == [f"claim-{wrong}-wrong"]
    assert f'aria-describedby="claim-{wrong}-wrong' in person.page and game_now(club).seq == 1


def test_a_remark_on_an_action_is_one_of_three_in_the_readers_language(club: Club) -> None:
    club.table().move()
    seat = other_seat(club)
    person = sits(club, seat)
    assert person.send(person.form("/play/remark"), "Why like this?").status_code == 200
    body = game_now(club).history.record(3).body
    assert isinstance(body, NoteAdded)
    assert (body.about, body.seat, club.clerk.words(body.text)) == (2, seat, "Why like this?")
    french = sits(club, seat, "fr")
    for page in (french.page, french.go(f"/games/{club.game}").text):
        assert "Pourquoi ainsi" in page


def other_seat(club: Club) -> str:
    """The seat that did not act last, of the two."""
    return "red" if step_of(game_now(club))[0] == "blue" else "blue"


@pytest.mark.parametrize(
    ("about", "remark", "status"),
    [("2", "swear", 400), ("", "why", 400), ("99", "why", 422), ("x", "why", 400)],
)
def test_a_remark_that_is_none_or_about_nothing_is_refused(
    about: str, remark: str, status: int, club: Club
) -> None:
    club.table().move()
    person = sits(club, other_seat(club))
    form = person.form("/play/remark")
    form.buttons = [("remark", remark, "x")]
    assert (person.send(form, about=about).status_code, game_now(club).seq) == (status, 2)


def test_the_pages_service_worker_may_connect_to_this_service_alone(app: Flask) -> None:
    answer = app.test_client().get("/offline.js")
    assert answer.status_code == 200
    assert {
        "Content-Type": "text/javascript; charset=utf-8",
        "Content-Security-Policy": (
            "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"
        ),
        "Cache-Control": "no-cache",
    }.items() <= dict(answer.headers).items()
    assert app.test_client().post("/leave").headers["Clear-Site-Data"] == '"storage"'


def test_people_sit_down_under_a_name_that_is_not_in_the_record(club: Club) -> None:
    person, other = sits(club, "red"), sits(club, "blue")
    assert "Sit down" in person.text("now")
    person.send(person.form("/play/sit"), name="Zoë Ørsted")
    assert "Red Zoë Ørsted" in person.text("table") and "Sit down" not in person.text("now")
    other.go(f"/games/{club.game}/play")
    assert "Red Zoë Ørsted" in other.text("table")
    record = game_now(club).history.record(2)
    assert isinstance(record.body, SeatTaken) and "Ørsted".encode() not in record.state
    person.send(person.form("/play/leave"))
    assert "Red · free seat" in person.text("table")


def test_what_the_others_did_since_one_looked_is_marked_as_new(club: Club) -> None:
    seat = turn_of(game_now(club))
    person, other = sits(club, "red" if seat == "blue" else "blue"), sits(club, seat)
    assert "● new" not in person.page
    other.send(choices_form(other))
    person.go(f"/games/{club.game}/play")
    assert person.page.count("● new") == 1
    person.go(f"/games/{club.game}/play")
    assert "● new" not in person.page
    assert "● new" not in other.page, "one's own action is no news"


# -- the sealed dice -------------------------------------------------------------------------------


def test_seats_add_their_parts_to_the_dice_bound_before_any_is_shown(club: Club) -> None:
    people, play = {seat: sits(club, seat) for seat in ("blue", "red")}, f"/games/{club.game}/play"
    secret = {seat: seat.encode() * 8 for seat in people}
    for seat, person in people.items():
        person.go(play)
        assert not [form for form in person.forms if form.action.endswith("/reveal")]
        commitment = contribution_commitment(club.game, seat, secret[seat]).hex()
        person.send(person.form("/play/bind"), commitment=commitment)
        assert "binds its part" in person.text("past")
    for seat, person in people.items():
        assert person.fill_in(play, "/play/reveal", value="00" * 16).status_code == 409
        assert "This is not the value" in person.text("said")
        person.send(person.form("/play/reveal"), value=secret[seat].hex())
        assert ("Nothing can be rolled until" in person.text("parts")) == (seat == "blue")
    assert "They rest on the parts of all seats" in people["red"].text("parts")


def test_an_invalid_commitment_is_refused_and_stays_in_its_field(club: Club) -> None:
    person = sits(club, "red")
    assert person.send(person.form("/play/bind"), commitment="abc").status_code == 422
    assert person.form("/play/bind").fields["commitment"].value == "abc"
    assert game_now(club).seq == 1
