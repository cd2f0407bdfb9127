import re

from flask import Flask

from api.routing import new_routes
from domain.game.clerk.clerk import Clerk
from domain.game.clerk.people import People
from domain.proof.chance.dice import contribution_commitment
from tests.amount import slow
from tests.api.tournament.event import Event
from tests.builders.api.client import Caller, problem
from tests.builders.api.event_pages import EventPages, sends, submits
from tests.builders.api.forms import Person, excerpt


def test_each_link_leads_to_its_own_page(event: EventPages) -> None:
    event.pair(1)
    for duty, at in (
        ("Director", ""),
        ("Check-in", "/check-in"),
        ("Screen", "/screen"),
        ("Scorer", "/rounds/1"),
    ):
        answer = event.link(duty).answer
        assert (answer.status_code, answer.request.path) == (200, event.base + at), duty
    player = event.link("", 3)
    assert player.answer.request.path == f"{event.base}/me" and "Player 3" in player.text("main")


@slow("every page for every duty; tests/api/admin/test_roles.py asks every address in every role")
def test_a_link_may_open_a_page_only_if_it_may_use_the_same_api_address(event: EventPages) -> None:
    """A link is refused a page if the API refuses it the same address."""
    routes = new_routes()
    people = {
        "scorer": event.link("Scorer"),
        "check-in": event.link("Check-in"),
        "screen": event.link("Screen"),
        "table": event.link("", 1),
    }
    event.pair(1)
    pages = [
        rule
        for rule in routes.url_map.iter_rules()
        if rule.rule.startswith("/tournaments/<tournament>")
    ]
    assert len(pages) > 35
    for rule in pages:
        duties = getattr(routes.view_functions[rule.endpoint], "duties", frozenset())
        path = re.sub(
            r"<(?:[^:<>]+:)?([^<>]+)>",
            lambda match: event.id if match[1] == "tournament" else "1",
            rule.rule,
        )
        path = path.replace("/paper/1", "/paper/names")
        for name, who in people.items():
            if path.endswith(".pdf"):  # no page to be on
                answer = who.client.get(path, headers=who.headers)
            else:
                answer = who.go(path) if "GET" in (rule.methods or ()) else who.post(path, {})
            assert (answer.status_code == 403) == (name not in duties), f"{name}: {path}"


def test_a_pairing_that_is_not_published_is_on_no_page_but_the_directors(event: EventPages) -> None:
    event.submit("/rounds/1", "/pair")
    for who in (event.link("Screen"), event.link("Scorer"), event.link("", 1)):
        for path in (
            "/rounds",
            "/rounds/1",
            "/standings",
            "/corrections",
            "/screen",
            "/screen?show=names",
            "/me",
        ):
            page = who.go(event.base + path).text
            assert "Table 1" not in page and 'id="t-1"' not in page, path
    assert "Table 1" not in event.go("/screen").text, (
        "a projector shows what everybody may see, whoever started it"
    )
    event.submit("/rounds/1", "/publish")
    assert "Table 1" in event.link("Screen").page


def test_contacts_reasons_and_players_ids_stay_with_the_director(event: EventPages) -> None:
    event.submit("/entrants/1", "/entrants/1", **{"amended.contact": "ada@example.org"})
    event.pair(1, played=True)
    event.fill_in("/rounds/1/tables/1", "/reopen")
    event.confirm("A private matter.")
    for who in (
        event.link("Screen"),
        event.link("Scorer"),
        event.link("Check-in"),
        event.link("", 1),
    ):
        for path in (
            "/rounds/1",
            "/rounds/1/tables/1",
            "/standings",
            "/standings/1",
            "/corrections",
            "/check-in",
            "/me",
        ):
            page = who.go(event.base + path).text
            assert "ada@example.org" not in page and "A private matter." not in page


def test_where_phones_report_different_results_the_director_decides(event: EventPages) -> None:
    event.pair(1)
    first, second = event.tables(1)[1]
    for number in (first, second):
        who = event.link("", number)
        sends(who, who.form("/me/slip", "slip"), "Report", winner=str(number))
    assert "the director decides" in event.link("", first).page
    assert "disputed" in event.go("/rounds/1").text
    assert "The reports differ" in event.go("/rounds/1/tables/1").text
    event.type_result(1, 1, "=")
    assert "Result:" in event.link("", second).page


def test_what_phones_report_stands_at_the_desk_in_the_order_of_seats(event: EventPages) -> None:
    event.submit("/rounds/1", "/pair", "Pair like this", within="hand", tables="4 1\n3 2")
    event.submit("/rounds/1", "/publish")
    tables = event.tables(1)
    for table, seats in tables.items():
        for number in seats:
            who = event.link("", number)
            sends(who, who.form("/me/slip", "slip"), "Report", winner=str(seats[table % 2]))
    page = event.go("/rounds/1").text
    for table in (1, 2):
        row = page.partition(f'id="t-{table}" data-table')[2].partition("</tr>")[0]
        assert ["1 – 0", "0 – 1"][table % 2] in " ".join(row.partition("<strong>")[2].split())


def test_a_player_speaks_for_nobody_else(event: EventPages) -> None:
    event.pair(1)
    first, _ = event.tables(1)[1]
    mine = event.link("", first)
    form = mine.form("/me/slip", "slip")
    elsewhere = event.tables(1)[2]
    mine.send(form, "Report", follow=False, winner=str(elsewhere[0]))
    assert mine.answer.status_code == 409, "who won is one of the own table"
    submits(mine, f"{event.base}/me", "/me/here", "I am here", entrant=str(elsewhere[0]))
    event.play(1)
    assert noted(event) == {first}, "an entrant's number in a form is not listened to"


def noted(event: EventPages) -> set[int]:
    box = r'class="is-present"><label class="check"><input [^>]*value="(\d+)"'
    return set(map(int, re.findall(box, event.go("/check-in").text)))


def test_a_check_in_of_a_minute_takes_ranges_and_all_others(event: EventPages) -> None:
    """Numbers, ranges and names may be mixed. "all others" are the entrants not yet checked in,
    except those absent in the round before."""
    form = "/check-in/presence"
    event.submit("/check-in", form, "They are absent", numbers="2 – 2; Player 3 ; 3")
    for typed in ("3-2", "90-99", "-4", "2-3-4"):
        event.fill_in("/check-in", form, "They are here", numbers=typed)
        assert "Nobody plays with a number from" in event.trouble(), typed
    event.fill_in("/check-in", form, "All others are here", numbers="1")
    assert "First note those" in event.trouble()
    event.submit("/check-in", form, "All others are here")
    assert noted(event) == {1, 4}
    event.pair(1, played=True)
    event.close(1)
    event.submit("/check-in", form, "All others are here")
    assert noted(event) == {1, 4}
    assert event.director.page.count("absent in the round before") == 2


def test_check_in_at_the_desk_and_from_phones(event: EventPages) -> None:
    desk = event.link("Check-in")
    sends(desk, desk.form("/check-in/presence"), "They are here", numbers="1 2")
    phone = event.link("", 3)
    assert "Are you here for round 1?" in phone.page
    sends(phone, phone.form("/me/here"), "I am here")
    assert "You are noted as here for round 1." in phone.go(f"{event.base}/me").text
    assert noted(event) == {1, 2, 3}
    desk.fill_in(f"{event.base}/check-in", "/check-in/presence", "They are here", numbers="1 x")
    assert "“1 x” is no entrant" in desk.page
    submits(
        desk, f"{event.base}/check-in", "/check-in/bye", **{"bye.entrant": "2", "bye.kind": "half"}
    )
    submits(desk, f"{event.base}/check-in", "/check-in/close")
    assert "You play round 1" in phone.go(f"{event.base}/me").text
    assert "you were not noted" in event.link("", 4).page
    event.pair(1)
    assert sorted(n for entrants in event.tables(1).values() for n in entrants) == [1, 3]
    assert "asked for" in event.link("", 2).page


def test_a_phone_adds_to_the_draw_with_its_check_in_and_shows_it_after(event: EventPages) -> None:
    desk, phone, other = event.link("Check-in"), event.link("", 1), event.link("", 2)
    value = "5a" * 32
    bound = [contribution_commitment(event.id, str(n), bytes.fromhex(value)).hex() for n in (1, 2)]
    assert 'data-part-of="1"' in phone.page
    sends(phone, phone.form("/me/here"), "I am here", commitment=bound[0])
    assert "Your phone has added to the draw" in phone.go(f"{event.base}/me").text
    assert 'name="value"' not in phone.page, "nothing is shown before the check-in is over"
    submits(desk, f"{event.base}/check-in", "/check-in/presence", "They are here", numbers="2 3 4")
    submits(other, f"{event.base}/me", "/me/part", "Add it", commitment=bound[1])
    submits(desk, f"{event.base}/check-in", "/check-in/close")
    submits(phone, f"{event.base}/me", "/me/part", value=value)
    assert "rests on what your phone added" in phone.go(f"{event.base}/me").text
    assert "1 of 2 phones have shown" in event.go("/rounds/1").text
    event.pair(1)
    page = event.link("", 3).go(f"{event.base}/rounds/1").text
    assert "from what Player 1 added. Did not show what they added: Player 2." in page


def test_by_the_api_a_link_enters_only_its_own_part_of_the_draw(caller: Caller) -> None:
    event, value = Event(caller), "5a" * 16
    phone = event.link("table", 2)
    bound = contribution_commitment(event.id, "2", bytes.fromhex(value)).hex()
    refused = event.write("/parts", {"entrant": 3, "commitment": bound}, by=phone)
    assert problem(refused) == (403, "not-your-table")
    event.written("/parts", {"entrant": 2, "commitment": bound}, by=phone)
    early = event.write("/parts/shown", {"entrant": 2, "value": value}, by=phone)
    assert "between the end of a check-in" in early.json["detail"]


def test_every_link_has_an_address_for_a_browser_and_a_code_to_print(
    event: EventPages, app: Flask
) -> None:
    caller = Caller(app)
    for link in caller.get(f"/api/v1/tournaments/{event.id}/links").json["links"]:
        assert link["href"] == f"/seat/{link['token']}"
        picture = caller.get(link["qr"])
        assert (picture.status_code, picture.mimetype) == (200, "image/svg+xml")
    assert "Player 4" in picture.text and "Spring open" in picture.text


def test_a_link_that_is_withdrawn_opens_nothing(event: EventPages) -> None:
    person = event.link("Scorer")
    event.go("/links")
    event.director.send(
        next(
            form
            for form in event.director.forms
            if form.action.endswith("/revoke") and "Scorer" in whose(event.director, form.action)
        )
    )
    assert person.go(f"{event.base}/rounds").status_code == 401
    assert "withdrawn" in event.go("/links").text


def whose(director: Person, action: str) -> str:
    at = director.page.index(f'action="{action}"')
    return re.findall(r'aria-label="([^"]*)"', director.page[:at])[-1]


def test_the_organiser_who_tried_a_players_link_still_directs(event: EventPages) -> None:
    """On the desk the session counts, on the player's page the link. A session without rights in
    the tournament gives way to a link."""
    page = event.go("/links?page=1").text
    event.director.go(excerpt(r'value="[^"]*(/seat/[^"]+)" aria-label="[^"]*Player 2"', page))
    assert "Player 2" in event.director.text("main") and event.go("/entrants").status_code == 200
    assert event.go("/me").status_code == 200


def test_pages_that_renew_themselves_are_answered_with_304_until_something_is_recorded(
    event: EventPages,
) -> None:
    event.pair(1)
    screen = event.link("Screen")
    for path in ("/screen", "/screen?show=standings", "/rounds/1", "/standings"):
        tag = screen.go(event.base + path).headers["ETag"]
        assert screen.go(event.base + path, Greffe_Part="1", If_None_Match=tag).status_code == 304
    event.play(1)
    assert screen.go(event.base + path, Greffe_Part="1", If_None_Match=tag).status_code == 200


def test_an_entrant_whose_name_is_erased_is_a_number_on_every_page(
    event: EventPages, clerk: Clerk
) -> None:
    event.pair(1)
    tag = event.go("/standings").headers["ETag"]
    People(clerk).erase(event.now.named[2].player)
    again = event.director.go(f"{event.base}/standings", Greffe_Part="1", If_None_Match=tag)
    assert again.status_code == 200, (
        "a screen that shows the name is told, though nothing was recorded"
    )
    assert "Player 2" not in again.text and "No. 2" in again.text
