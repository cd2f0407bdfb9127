import re

import pytest
from flask import Flask

from api.web.access.caller import OPERATOR_ID
from api.web.access.keys import make_key, revoke_keys
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Order
from domain.game.rulings.conditions import Grounds, Wish
from domain.game.rulings.use_cases import Rulings
from domain.game.seats.use_cases import Seats
from projections.boards.positions import score_at
from tests.api.game.opening.test_organise import games_in, opening, press
from tests.builders.api.callers import Club
from tests.builders.api.client import Caller, Table, new_key
from tests.builders.api.disputes import Dispute
from tests.builders.api.forms import Person, signed_in
from tests.builders.api.seated import sits


def test_links_are_listed_withdrawn_replaced_and_issued(
    organiser: Person, caller: Caller, table: Table
) -> None:
    other = Table.open(caller)
    page = organiser.go(f"/organise/links?game={table.id}&game={other.id}").text
    assert page.count('class="qr"') == 8 and ">Blue</p>" in page and ">Arbiter</p>" in page
    lost = re.findall(r'value="[^"]+(/seat/[^"]+)"', page)[0]
    replace = next(
        form
        for form in organiser.forms
        if form.action.endswith("/replace") and table.id in form.action
    )
    answer = organiser.post(replace.action, {"shown": [table.id, other.id]}, follow=False)
    assert games_in(answer) == [table.id, other.id] and answer.headers["Location"].endswith(
        f"#t-{table.id}"
    )
    page = organiser.post(replace.action, {"shown": [table.id, other.id]}).text
    assert (
        page.count('class="qr"') == 8
        and "Links that no longer work (1)" in page
        and lost not in page
    )
    assert Person(caller.app.test_client()).go(lost).status_code == 401
    blue = re.findall(r'value="[^"]+(/seat/[^"]+)" aria-label="Address of the link: Blue"', page)[0]
    assert Person(caller.app.test_client()).go(blue).status_code == 200
    withdraw = next(
        form
        for form in organiser.forms
        if form.action.endswith("/revoke") and table.id in form.action
    )
    assert (
        organiser.post(withdraw.action, {"shown": [table.id, other.id]}).text.count('class="qr"')
        == 7
    )
    assert (
        organiser.go(f"/organise/links?game={table.id}&for=arbiter").text.count('class="qr"') == 1
    )
    assert organiser.post(f"/organise/links/{table.id}/nonesuch/revoke", {}).status_code == 404


def test_a_link_is_issued_for_a_scribe_for_a_day_and_once(organiser: Person, table: Table) -> None:
    form = organiser.form_at(f"/organise/links?game={table.id}", f"/organise/links/{table.id}")
    entered = {**form.sent(role="seat", expires="2999-01-01"), "seats": ["blue", "red"]}
    late = organiser.post(form.action, entered)
    assert (
        late.status_code == 422
        and "within ten years" in late.text
        and 'value="2999-01-01"' in late.text
    )
    assert (
        late.text.count('name="seats"')
        == late.text.count('name="seats" value="blue" checked') * 2
        == 2
    )
    entered["expires"] = "2027-03-01"
    for _ in range(2):
        page = organiser.post(form.action, entered).text
        assert page.count(">Blue, Red</p>") == 1 and "until 1 March 2027" in page
    reused = organiser.post(form.action, {**entered, "seats": ["blue"]})
    assert reused.status_code == 422 and "Send it again for this one" in reused.text
    assert organiser.form(f"/organise/links/{table.id}").fields["key"].value != entered["key"]


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"role": "king"}, "Say whom the link is for."),
        ({"role": "seat"}, "Name the seats"),
        ({"role": "arbiter", "seats": "blue"}, "has no seats"),
        ({"role": "seat", "seats": "green"}, "No player has the seat green"),
        ({"role": "spectator", "expires": "soon"}, "Enter a day such as"),
        ({"role": "spectator", "expires": "2020-01-01"}, "in the future"),
        ({"role": "spectator", "key": ""}, "open the page again"),
    ],
)
def test_a_link_that_cannot_be_is_refused_in_place(
    fields: dict[str, str], says: str, organiser: Person, table: Table
) -> None:
    organiser.go(f"/organise/links?game={table.id}")
    answer = press(organiser, organiser.form(f"/organise/links/{table.id}"), follow=True, **fields)
    assert answer.status_code in (400, 422) and says in answer.text.replace("&#39;", "'")
    assert answer.text.count('class="qr"') == 4


# -- who gets in -----------------------------------------------------------------------------------


def test_organisers_have_their_own_games_and_lose_them_with_their_key(
    caller: Caller, clerk: Clerk, table: Table
) -> None:
    key, secret = make_key(clerk.key_values, "organiser", "club", clerk.clock())
    club = signed_in(caller.app, key=secret)
    (own,) = games_in(opening(club))
    assert set(re.findall(r'name="game" value="(\w{12})"', club.go("/organise").text)) == {own}
    for path in (
        f"/organise/links?game={own}&game={table.id}",
        f"/organise/games/{table.id}/looks",
    ):
        assert club.go(path).status_code == 403 and "/seat/" not in club.page
    assert (
        club.post(
            f"/organise/links/{table.id}", {"role": "spectator", "key": new_key()}
        ).status_code
        == 403
    )
    revoke_keys(clerk.key_values, key.id, clerk.clock(), "operator")
    assert club.go("/organise").status_code == 401 and "revoked" in club.page
    assert (
        club.fill_in("/enter", "/enter", key=secret).status_code == 401 and "revoked" in club.page
    )


def test_who_has_opened_a_players_link_can_still_withdraw_it(
    organiser: Person, table: Table
) -> None:
    page = organiser.go(f"/organise/links?game={table.id}").text
    organiser.go(re.findall(r'value="[^"]+(/seat/[^"]+)"', page)[0])
    assert organiser.go(f"/organise/games/{table.id}/looks").status_code == 200
    desk = f"/games/{table.id}/desk"
    assert f'href="{desk}"' in organiser.go(f"/games/{table.id}/play").text
    assert organiser.go(desk).status_code == 200, "nor is the desk lost"
    withdraw = organiser.form_at(f"/organise/links?game={table.id}", "/revoke")
    assert organiser.send(withdraw).text.count('class="qr"') == 3
    play = f"/games/{table.id}/play"
    assert "This link was revoked. You are here with your key." in organiser.go(play).text
    assert "This link was revoked" not in organiser.go(play).text, "it is told once"


def test_signing_out_asks_before_it_forgets_links(club: Club) -> None:
    person = sits(club, "red")
    assert "keeps 1 link" in person.fill_in(f"/games/{club.game}/play", "/leave").text
    assert person.client.get_cookie(f"greffe-{club.game}")
    person.send(person.form("/leave"), sure="1")
    assert not person.client.get_cookie(f"greffe-{club.game}")


def test_codes_with_an_address_of_this_machine_are_printed_with_a_warning(
    caller: Caller, table: Table
) -> None:
    path = f"/organise/links?game={table.id}"
    hosts = (
        "localhost",
        "127.0.0.1:8000",
        "[::1]:8000",
        "greffe.localhost",
        "192.168.1.7:8000",
        "clubs-laptop.local",
    )
    pages = [caller.get(path, Host=host, Accept="text/html").text for host in hosts]
    assert ["which no other device can reach" in page for page in pages] == [True] * 4 + [False] * 2
    assert [page.count('class="qr"') for page in pages] == [4] * 6


def test_looks_at_hidden_things_are_listed_with_the_link_used(
    organiser: Person, caller: Caller, clerk: Clerk
) -> None:
    fief = Table.open(caller, ruleset="fief-tactics")
    assert "Nobody has looked" in organiser.go(f"/organise/games/{fief.id}/looks").text
    token = next(x for x in fief.get("/links").json["links"] if x["role"] == "arbiter")["token"]
    assert Caller(caller.app, token).get(fief.path("/board?audience=red")).status_code == 200
    page = organiser.go(f"/organise/games/{fief.id}/looks").text
    assert (
        ">Arbiter <" in page and "<td>Red</td>" in page and "GET /api/v1/games/{game}/board" in page
    )


# -- The organiser's list: cards of games, what counts with penalties, what is asked again and
# again, closing many; by forms.
pytestmark = pytest.mark.usefixtures("fixed_chance")


@pytest.fixture
def ended(app: Flask, clerk: Clerk) -> Dispute:
    table = Dispute(app, clerk, seed=2, tags=["cup", "table 12"])
    table.played.until(lambda game: game.outcome is not None)
    return table


def organiser(table: Dispute) -> Person:
    return signed_in(table.table().caller.app)


def test_a_penalty_after_the_end_is_told_alike_in_header_stars_outcome_and_list(
    ended: Dispute,
) -> None:
    """The penalty of two points is subtracted in every place that shows points or the winner."""
    (winner,) = ended.now.outcome.winners
    points = next(line.total for line in score_at(ended.now).score if line.seat == winner)
    fined = f"{points - 2} ({points} − 2)"
    Rulings(ended.clerk).rule(
        Order(ended.game, ended.now.seq, "judge", "fine"),
        Wish("penalty", seat=winner, points=-2),
        Grounds("Conduite", "conduct"),
    )
    name = ended.now.setting.name(winner).en
    sentence = f"{ended.now.outcome.text.en} With the arbiter's penalties: {name} {fined}."
    seat = Person(ended.table().caller.app.test_client(), ended.links[winner]["token"])
    assert re.search(
        rf"<span>{name}</span>\s+<meter[^>]*></meter>\s+<strong>{re.escape(fined)}", seat.page
    )
    assert sentence.replace("'", "&#39;") in seat.page
    counts = sum(line.total for line in score_at(ended.now).score)
    assert seat.page.count('class="icon f-accent s-accent w1"') == 2 * counts, (
        "as many stars as points count, in both shapes"
    )
    assert seat.page.count('class="none s-harm w2"') == 2
    replay = seat.go(f"/games/{ended.game}").text
    desk = organiser(ended).go(f"/games/{ended.game}/desk").text
    listed = organiser(ended).go("/organise?tag=cup").text
    assert all(sentence.replace("'", "&#39;") in page for page in (replay, desk, listed))
    assert f"<strong>{fined}</strong>" in listed


def test_a_card_has_table_players_points_and_state_and_strangers_see_no_names(
    ended: Dispute,
) -> None:
    Seats(ended.clerk).take(
        Order(ended.game, ended.now.seq, OPERATOR_ID, "sit"), "blue", "Anna Ott"
    )
    page = organiser(ended).go("/organise").text
    assert [
        words
        for words in (
            '<span class="table">Table 12</span> Northgard: Training Grounds',
            'Anna Ott <span class="hint">Blue</span>',
            '<span class="flag tag">cup</span>',
        )
        if words not in page
    ] == []
    assert "table 12</span>" not in page, "the table's number is no tag beside itself"
    assert "Anna Ott" not in Person(ended.table().caller.app.test_client()).go("/").text


def test_the_list_is_answered_with_304_while_nothing_is_recorded(ended: Dispute) -> None:
    who = organiser(ended)
    etag = who.go("/organise", Greffe_Part="1").headers["ETag"]
    again = who.go("/organise", Greffe_Part="1", If_None_Match=etag)
    assert (again.status_code, again.data) == (304, b"")
    assert who.go("/organise", If_None_Match=etag).status_code == 200, (
        "whoever opens the page gets it"
    )
    ended.clerk.note(Order(ended.game, ended.now.seq, "judge", "n"), "Tea.")
    assert who.go("/organise", Greffe_Part="1", If_None_Match=etag).status_code == 200


def test_many_games_are_closed_each_by_itself_and_once(
    ended: Dispute, app: Flask, clerk: Clerk
) -> None:
    """Ended games are ticked beforehand. A game that got a record after the form was shown stays
    open, and the answer gives the reason. The other ticked games are closed, and sending the form
    again closes nothing."""
    playing, late = Dispute(app, clerk, seed=3), Dispute(app, clerk, seed=2)
    late.played.until(lambda game: game.outcome is not None)
    who = organiser(ended)
    who.go(f"/organise/close?game={playing.game}&game={ended.game}&game={late.game}")
    ticked = re.findall(r'name="game" value="(\w+)" checked', who.page)
    assert sorted(ticked) == sorted([ended.game, late.game])
    assert who.page.count("would be broken off</span>") == 1
    clerk.note(Order(late.game, late.now.seq, "judge", "n"), "Wait.")
    data = {
        **who.form("/organise/close").sent(),
        "game": ticked,
        "shown": [playing.game, ended.game, late.game],
    }
    answer = who.post("/organise/close", data)  # type: ignore[arg-type]
    assert [state.now.status for state in (playing, ended, late)] == ["open", "closed", "ended"]
    assert f"Closed: record {(seq := ended.now.seq)}." in answer.text
    assert "This was entered against record" in answer.text
    assert who.post("/organise/close", data).status_code == 200  # type: ignore[arg-type]
    assert ended.now.seq == seq


def test_no_organiser_closes_the_games_of_another(ended: Dispute, clerk: Clerk) -> None:
    key = make_key(clerk.key_values, "organiser", "another", clerk.clock())[1]
    other = signed_in(ended.table().caller.app, key=key)
    assert other.go(f"/organise/close?game={ended.game}").status_code == 403
