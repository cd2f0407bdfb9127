import pytest

from tests.builders.api.callers import Club
from tests.builders.api.forms import Person
from tests.builders.api.seated import choices_form, game_now, play_on, sits, turn_of

# -- who may what ----------------------------------------------------------------------------------


def test_a_seats_link_plays_for_no_other_seat(club: Club) -> None:
    seat = turn_of(game_now(club))
    person, other = sits(club, seat), sits(club, "red" if seat == "blue" else "blue")
    form = choices_form(person)
    answer = other.post(form.action, form.sent(action=form.buttons[0][1]))
    assert (answer.status_code, game_now(club).seq) == (403, 1)
    assert "This link does not speak for" in answer.text
    other.go(f"/games/{club.game}/play?seat={seat}")
    assert f'data-seat="{seat}"' not in other.page.partition('id="now"')[0]


def test_spectators_and_strangers_get_a_page_that_says_what_to_do(club: Club) -> None:
    spectator = sits(club, "spectator")
    assert spectator.go(f"/games/{club.game}/play").status_code == 403
    assert "What you can do now" in spectator.page
    stranger = Person(club.app.test_client(), lang="fr")
    assert stranger.go(f"/games/{club.game}/play").status_code == 401
    assert "Ce que vous pouvez faire" in stranger.page and 'lang="fr"' in stranger.page


def test_a_link_revoked_in_the_middle_says_so_and_records_nothing(club: Club) -> None:
    seat = turn_of(game_now(club))
    person = sits(club, seat)
    form = choices_form(person)
    club.revoke(club.links[seat])
    assert person.send(form).status_code == 401 and "This link was revoked" in person.page
    answer = person.post(form.action, form.sent(action=form.buttons[0][1]), Greffe_Part="1")
    assert (answer.status_code, answer.headers["Greffe-Status"]) == (200, "401")
    assert game_now(club).seq == 1


def test_a_closed_game_is_shown_and_takes_nothing_more(club: Club) -> None:
    person = sits(club, turn_of(game_now(club)))
    form = choices_form(person)
    assert club.table().write("/close", {"reason": "It is late."}).status_code == 201
    person.post(form.action, {**form.sent(action=form.buttons[0][1]), "seq": "2"})
    assert person.answer.status_code == 409 and "is closed" in person.text("said")
    person.go(f"/games/{club.game}/play")
    assert "The game is closed." in person.text("now")
    assert [form.action for form in person.forms if "/play/" in form.action] == [
        f"/games/{club.game}/play/again"
    ]


@pytest.mark.parametrize(
    "broken",
    [
        {"seq": ""},
        {"seq": "1x"},
        {"key": ""},
        {"key": "ü"},
        {"action": "{"},
        {"action": "[]"},
        {"given": "[[{}]]"},
    ],
)
def test_a_form_that_is_none_of_ours_is_refused_on_a_page(
    club: Club, broken: dict[str, str]
) -> None:
    person = sits(club, turn_of(game_now(club)))
    form = choices_form(person)
    person.post(form.action, {**form.sent(action=form.buttons[0][1]), **broken})
    assert (person.answer.status_code, game_now(club).seq) == (400, 1)
    assert "This form has lost what it needs" in person.page


def test_an_action_that_the_title_does_not_have_is_refused(club: Club) -> None:
    person = sits(club, turn_of(game_now(club)))
    form = choices_form(person)
    assert person.post(form.action, form.sent(action='{"type": "castle"}')).status_code == 422
    assert "There is no such type here" in person.text("said")
    assert person.post(f"/games/{club.game}/play/nothing", form.sent()).status_code == 404
    assert person.go(f"/games/{club.game}/play/act?lang=fr").status_code == 200, (
        "a page that was refused, in another language"
    )
    assert "c’est à vous" in person.text("now")


# -- when something is away ------------------------------------------------------------------------


def test_a_page_lists_only_the_newest_records(club: Club) -> None:
    """A page lists at most twelve records, however long the game is."""
    play_on(club, lambda game: game.seq > 40 or not game.to_act)
    assert sits(club, "blue").page.count("<li value=") <= 12
