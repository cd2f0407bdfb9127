"""Tables of their own and what phones enter: on the phone, at the desk, in the API."""

from tests.api.tournament.event import Event
from tests.builders.api.client import Caller
from tests.builders.api.event_pages import EventPages, sends


def left_to_phones(event: EventPages, byes: str = "1") -> None:
    form = event.director.form_at(f"{event.base}/rules", "/rules")
    form.check("rules.phones.drop_out", on=True)
    form.check("rules.phones.come_back", on=True)
    event.sent(form, "Change the rules", **{"rules.phones.byes": byes, "rules.phones.until": "2"})


def test_phones_say_who_plays_where_the_rules_leave_it_to_them(event: EventPages) -> None:
    phone = event.link("", 1)
    assert 'id="leaving"' not in phone.page
    left_to_phones(event)
    event.submit("/rounds/1", "/pair")
    phone.go(f"{event.base}/me")
    sends(
        phone, phone.form("/me/plays", "leaving"), "I do not play it, for half a point", round="2"
    )
    assert "You asked not to play round 2" in phone.go(f"{event.base}/me").text
    sends(phone, phone.form("/me/plays", "leaving"), "I drop out of the tournament")
    assert "Table" not in phone.text("main"), "nothing is told of a draft"
    desk = event.go().text
    assert "Player 1 withdraws by their own link." in desk
    draft = event.go("/rounds/1").text
    assert "Player 1 has left, and sits at table" in draft
    event.submit("/rounds/1", "/publish")
    assert "Your table of round 1 still counts" in phone.go(f"{event.base}/me").text
    sends(phone, phone.form("/me/plays"), "I play again")
    event.play(1)
    event.close(1)
    assert "Player 1 comes back by their own link." in event.go("/rounds/2").text
    assert "Player 1 asked for a bye, for half a point." in event.director.page
    sends(phone, phone.form_at(f"{event.base}/me", "/me/plays"), "I play it after all")
    assert "play round 2 after all" in event.go("/rounds/2").text


def test_a_link_does_so_for_its_own_entrant_and_hears_of_no_draft(caller: Caller) -> None:
    event = Event(caller)
    phones = {"drop_out": True, "come_back": True, "byes": 1}
    rules = {"stages": [{"rounds": 3}], "phones": phones}
    assert event.write("/rules", {"rules": rules}).status_code == 201
    assert event.write("/entrants/2", {"table": 8, "reason": "Private."}).status_code == 201
    assert event.write("/rounds/1/pairing").status_code == 201
    phone = event.link("table", 1)
    assert event.write("/entrants/2/withdraw", by=phone).json["type"].endswith("not-your-table")
    answer = event.write("/entrants/1/withdraw", by=phone)
    assert answer.status_code == 201 and answer.json["departures"] == []
    assert event.write("/entrants/1/reinstate", by=phone).status_code == 201
    wish = {"entrant": 1, "round": 2}
    assert event.write("/byes", wish, by=phone).status_code == 201
    assert event.write("/byes", wish, by=phone).json["type"].endswith("tournament-refused")
    assert event.write("/rounds/1/publish").status_code == 201
    assert 8 in {table["table"] for table in event.get("/rounds/1").json["tables"]}
    report = event.get("/report").json
    told = [act["text"]["en"] for act in report["acts"]]
    assert any("by their own link" in sentence for sentence in told)
