"""Tables that entrants arrange themselves, and results that phones enter: on the phone, at the
desk, in the API."""

import re

from tests.api.tournament.event import Event
from tests.builders.api.client import Caller
from tests.builders.api.event_pages import EventPages, sends
from tests.builders.api.forms import Person


def test_phones_say_who_plays_where_the_rules_leave_it_to_them(event: EventPages) -> None:
    phone = event.link("", 1)
    assert 'id="leaving"' not in phone.page
    form = event.director.form_at(f"{event.base}/rules", "/rules")
    form.check("rules.phones.drop_out", on=True)
    form.check("rules.phones.come_back", on=True)
    event.send(form, "Change the rules", **{"rules.phones.byes": "1"})
    event.submit("/rounds/1", "/pair")
    form = phone.form_at(f"{event.base}/me", "/me/plays", "leaving")
    sends(phone, form, "I ask for a bye", round="2")
    assert "You asked for a bye in round 2" in phone.go(f"{event.base}/me").text
    sends(phone, phone.form("/me/plays", "leaving"), "I drop out of the tournament")
    assert "Player 1 withdraws by their own link." in event.go().text
    assert "Player 1 has left, and sits at table" in event.go("/rounds/1").text
    event.submit("/rounds/1", "/publish")
    assert "Your table of round 1 still counts" in phone.go(f"{event.base}/me").text
    sends(phone, phone.form("/me/plays"), "I play again")
    event.play(1)
    assert "Player 1 comes back by their own link." in event.go("/rounds/2").text
    assert "Player 1 asked for a bye." in event.director.page


def test_a_phone_offers_no_bye_in_a_knock_out(caller: Caller) -> None:
    cut = {"format": "knock-out", "rounds": 1, "advance": 2}
    event = Event(caller, rules={"stages": [{"rounds": 2}, cut], "phones": {"byes": 1}})
    link = event.link("table", 1).headers["Authorization"].split()[1]
    person = Person(caller.app.test_client(), link)
    assert re.findall(r"<option>(\d)", person.go(f"/tournaments/{event.id}/me").text) == ["1", "2"]


def test_a_players_link_withdraws_only_its_own_entrant_and_shows_no_draft(caller: Caller) -> None:
    event = Event(caller, rules={"stages": [{"rounds": 3}], "phones": {"drop_out": True}})
    assert event.write("/entrants/2", {"table": 8, "reason": "Private."}).status_code == 201
    assert event.write("/rounds/1/pairing").status_code == 201
    phone = event.link("table", 1)
    assert event.write("/entrants/2/withdraw", by=phone).json["type"].endswith("not-your-table")
    assert event.write("/entrants/1/withdraw", by=phone).json["departures"] == []
    assert event.write("/rounds/1/publish").status_code == 201
    assert 8 in {table["table"] for table in event.get("/rounds/1").json["tables"]}
    assert event.write("/byes", {"entrant": 1, "round": 2}, by=phone).status_code == 409
    assert "not left this to the phones" in event.write("/entrants/1/reinstate", by=phone).text
    told = [event.get("/report", by=by).text for by in (None, phone)]
    assert ["Private." in text for text in told] == [True, False]
