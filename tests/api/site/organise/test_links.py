"""The links of games on the organiser's pages, and who gets in."""

from __future__ import annotations

import re

import pytest

from api.access.keys import make_key, revoke_keys
from domain.clerk.clerk import Clerk
from tests.api.site.organise.test_organise import games_in, opening, press
from tests.builders.api.client import Caller, Table, new_key
from tests.builders.api.forms import Person, signed_in


def test_links_are_listed_withdrawn_replaced_and_issued(organiser: Person, caller: Caller, table: Table) -> None:
    other = Table.open(caller)
    page = organiser.go(f"/organise/links?game={table.id}&game={other.id}").text
    assert page.count('class="qr"') == 8 and ">Blue</p>" in page and ">Arbiter</p>" in page
    lost = re.findall(r'value="[^"]+(/seat/[^"]+)"', page)[0]
    replace = next(form for form in organiser.forms if form.action.endswith("/replace") and table.id in form.action)
    answer = organiser.post(replace.action, {"shown": [table.id, other.id]}, follow=False)
    assert games_in(answer) == [table.id, other.id] and answer.headers["Location"].endswith(f"#t-{table.id}")
    page = organiser.post(replace.action, {"shown": [table.id, other.id]}).text
    assert page.count('class="qr"') == 8 and "Links that no longer work (1)" in page and lost not in page
    assert Person(caller.app.test_client()).go(lost).status_code == 401
    blue = re.findall(r'value="[^"]+(/seat/[^"]+)" aria-label="Address of the link: Blue"', page)[0]
    assert Person(caller.app.test_client()).go(blue).status_code == 200
    withdraw = next(form for form in organiser.forms if form.action.endswith("/revoke") and table.id in form.action)
    assert organiser.post(withdraw.action, {"shown": [table.id, other.id]}).text.count('class="qr"') == 7
    assert organiser.go(f"/organise/links?game={table.id}&for=arbiter").text.count('class="qr"') == 1
    assert organiser.post(f"/organise/links/{table.id}/nonesuch/revoke", {}).status_code == 404


def test_a_link_is_issued_for_a_scribe_for_a_day_and_once(organiser: Person, table: Table) -> None:
    organiser.go(f"/organise/links?game={table.id}")
    form = organiser.form(f"/organise/links/{table.id}")
    given = {**form.sent(role="seat", expires="2999-01-01"), "seats": ["blue", "red"]}
    late = organiser.post(form.action, given)
    assert late.status_code == 422 and "within ten years" in late.text and 'value="2999-01-01"' in late.text
    assert late.text.count('name="seats"') == late.text.count('name="seats" value="blue" checked') * 2 == 2
    given["expires"] = "2027-03-01"
    for _ in range(2):
        page = organiser.post(form.action, given).text
        assert page.count(">Blue, Red</p>") == 1 and "until 1 March 2027" in page
    reused = organiser.post(form.action, {**given, "seats": ["blue"]})
    assert reused.status_code == 422 and "Send it again for this one" in reused.text
    assert organiser.form(f"/organise/links/{table.id}").fields["key"].value != given["key"]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"role": "king"}, "Say whom the link is for."),
        ({"role": "seat"}, "Name the seats"),
        ({"role": "arbiter", "seats": "blue"}, "has no seats"),
        ({"role": "seat", "seats": "green"}, "No player has the seat green"),
        ({"role": "spectator", "expires": "soon"}, "A day is wanted here"),
        ({"role": "spectator", "expires": "2020-01-01"}, "in the future"),
        ({"role": "spectator", "key": ""}, "open the page again"),
    ],
)
def test_a_link_that_cannot_be_is_refused_in_place(given: dict[str, str], says: str, organiser: Person, table: Table) -> None:
    organiser.go(f"/organise/links?game={table.id}")
    form = organiser.form(f"/organise/links/{table.id}")
    answer = press(organiser, form, follow=True, **given)
    assert answer.status_code in (400, 422) and says in answer.text.replace("&#39;", "'")
    assert answer.text.count('class="qr"') == 4


# -- who gets in -----------------------------------------------------------------------------------------------------


def test_organisers_have_their_own_games_and_lose_them_with_their_key(caller: Caller, clerk: Clerk, table: Table) -> None:
    key, secret = make_key(clerk.key_values, "organiser", "club", clerk.clock())
    club = signed_in(caller.app, key=secret)
    (own,) = games_in(opening(club))
    assert set(re.findall(r'name="game" value="(\w{12})"', club.go("/organise").text)) == {own}
    for path in (f"/organise/links?game={own}&game={table.id}", f"/organise/games/{table.id}/looks"):
        refused = club.go(path)
        assert refused.status_code == 403 and "/seat/" not in refused.text
    assert club.post(f"/organise/links/{table.id}", {"role": "spectator", "key": new_key()}).status_code == 403
    revoke_keys(clerk.key_values, key.id, clerk.clock(), "operator")
    answer = club.go("/organise")
    assert answer.status_code == 401 and "revoked" in answer.text
    club.go("/enter")
    assert club.send(club.form("/enter"), key=secret).status_code == 401 and "revoked" in club.page


def test_who_has_opened_a_players_link_can_still_withdraw_it(organiser: Person, table: Table) -> None:
    page = organiser.go(f"/organise/links?game={table.id}").text
    organiser.go(re.findall(r'value="[^"]+(/seat/[^"]+)"', page)[0])
    assert organiser.go(f"/organise/games/{table.id}/looks").status_code == 200
    organiser.go(f"/organise/links?game={table.id}")
    withdraw = next(form for form in organiser.forms if form.action.endswith("/revoke"))
    assert organiser.send(withdraw).text.count('class="qr"') == 3


def test_codes_that_lead_nowhere_but_here_are_not_printed_unawares(caller: Caller, table: Table) -> None:
    path = f"/organise/links?game={table.id}"
    hosts = ("localhost", "127.0.0.1:8000", "[::1]:8000", "greffe.localhost", "192.168.1.7:8000", "clubs-laptop.local")
    pages = [caller.get(path, Host=host, Accept="text/html").text for host in hosts]
    assert ["which no other device can reach" in page for page in pages] == [True] * 4 + [False] * 2
    assert [page.count('class="qr"') for page in pages] == [4] * 6


def test_looks_behind_are_listed_with_whose_link_it_was(organiser: Person, caller: Caller, clerk: Clerk) -> None:
    fief = Table.open(caller, ruleset="fief-tactics")
    assert "Nobody has looked" in organiser.go(f"/organise/games/{fief.id}/looks").text
    token = next(x for x in fief.get("/links").json["links"] if x["role"] == "arbiter")["token"]
    arbiter = Caller(caller.app, token)
    assert arbiter.get(fief.path("/board?audience=red")).status_code == 200
    page = organiser.go(f"/organise/games/{fief.id}/looks").text
    assert ">Arbiter <" in page and "<td>Red</td>" in page and "GET /api/v1/games/{game}/board" in page
