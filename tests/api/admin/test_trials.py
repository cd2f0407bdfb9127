"""Trials without a key: a sheet or a tournament that lasts a day, is never public, and counts
towards a limit by network address."""

import re

import pytest
from flask import Flask

from api import create_app
from api.settings import AppSettings, Notifications
from api.web.access.rate_limits import Rates
from domain.game.clerk.clerk import Clerk
from ops.messages.store import NotificationStore
from tests.builders.api.client import KEY
from tests.builders.api.event_pages import submits
from tests.builders.api.forms import Person, signed_in
from tests.builders.stores import FakeClock

DAY = 24 * 60 * 60


@pytest.fixture
def clock(clerk: Clerk) -> FakeClock:
    assert isinstance(clerk.clock, FakeClock)
    return clerk.clock


@pytest.fixture
def app(clerk: Clerk, notifications: NotificationStore) -> Flask:
    settings = AppSettings(rates=Rates(trial="3/day"), notifications=Notifications(notifications))
    return create_app(clerk, None, KEY, settings)


def tried(app: Flask, what: str, lang: str = "en") -> tuple[Person, str]:
    who = Person(app.test_client(), lang=lang)
    answer = who.fill_in("/", f"/try/{what}", follow=False)
    assert answer.status_code == 303, who.page
    return who, answer.headers["Location"]


def test_a_sheet_is_played_for_a_day_and_then_told_to_be_over(app: Flask, clock: FakeClock) -> None:
    who, table = tried(app, "sheet")
    assert "A trial: nobody else sees it" in who.go(table).text
    assert "Call the arbiter" not in who.page
    game = table.split("/")[2]
    operator, stranger = signed_in(app), Person(app.test_client())
    assert "Trial: " in operator.go("/").text and ">trial<" in operator.go("/").text
    assert stranger.go(table).status_code == 401 and game not in stranger.go("/").text
    operator.go(f"/organise/links?game={game}")
    listing = operator.form("/listing")
    listing.check("public", on=True)
    assert "A trial is never public." in operator.send(listing).text
    refused = who.fill_in(
        f"/games/{game}/messages", "/messages", way="webhook", to="https://a.example/"
    )
    assert "A trial sends no messages." in refused.text
    clock.go_on(DAY)
    over = who.go(table)
    assert over.status_code == 401 and "This trial is over" in over.text
    assert "Your trial is over" in who.go("/").text and game not in who.page
    assert signed_in(app).go(f"/games/{game}").status_code == 200, "nothing is deleted"


def test_a_tournament_is_directed_for_a_day_with_all_its_links(
    app: Flask, clock: FakeClock
) -> None:
    who, base = tried(app, "tournament", "fr")
    assert "Tournoi d’essai" in who.go(base).text
    assert submits(who, f"{base}/entrants", "/entrants/import", pasted="Ada\nBlaise\nEmmy")
    for action in ("/pair", "/publish"):
        submits(who, f"{base}/rounds/1", action)
    assert "essai n’est jamais public" in who.fill_in(f"{base}/event", "/event", public="on").text
    links = re.findall(r'value="[^"]*(/seat/[^"]+)"', who.go(f"{base}/links").text)
    holders = [Person(app.test_client(), at=link) for link in links]
    assert len(holders) == 6 and {holder.answer.status_code for holder in holders} == {200}
    assert Person(app.test_client(), at=base).answer.status_code == 401
    clock.go_on(DAY)
    for holder in (who, *holders):
        assert holder.go(f"{base}/standings").status_code == 401
        assert "Cet essai est terminé" in holder.page or "This trial is over" in holder.page
    assert [Person(app.test_client(), at=link).answer.status_code for link in links] == [401] * 6


def test_trials_are_counted_by_address_and_are_off_where_no_rate_is_set(
    app: Flask, clerk: Clerk
) -> None:
    for _ in range(3):
        tried(app, "sheet")
    refused = Person(app.test_client(), at="/").form("/try/tournament")
    before = clerk.recorder.max_notification_id()
    for _ in range(20):
        assert Person(app.test_client()).send(refused).status_code == 429
    assert clerk.recorder.max_notification_id() == before
    off = Person(create_app(clerk, None, KEY).test_client(), at="/")
    assert "/try/" not in off.page
    assert off.send(refused).status_code == 404
    assert clerk.recorder.max_notification_id() == before


def test_a_trial_sent_twice_is_one_and_takes_the_sheets_that_come_with_the_title(
    app: Flask,
) -> None:
    who = Person(app.test_client(), at="/")
    form = who.form("/try/sheet")
    ways = {  # more often than the rate
        who.send(form, follow=False, sheet=sheet).headers["Location"] for sheet in ["belote"] * 5
    }
    assert len(ways) == 1 and "Trial: Belote" in who.go(ways.pop()).text
    strange = who.send(who.form_at("/", "/try/sheet"), follow=False, sheet="../" + "0" * 64)
    assert strange.status_code == 303
