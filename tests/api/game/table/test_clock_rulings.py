import re
from typing import Any

import pytest
from flask import Flask

from domain.game.clerk.clerk import Clerk
from tests.builders.api.callers import Club
from tests.builders.api.client import GAMES, KEY, TITLE, Caller, new_key
from tests.builders.api.event_pages import sends, submits
from tests.builders.api.forms import Person, signed_in
from tests.builders.api.seated import sits

BUDGET = {"kind": "budget", "seconds": 300}


@pytest.fixture
def club(app: Flask, clerk: Clerk) -> Club:
    club = Club(app, clerk, time_control=BUDGET)
    club.table().move()
    return club


def ruled(club: Club, remedy: dict[str, Any], **more: Any) -> Any:
    return club.table("arbiter").write("/rulings", {"remedy": remedy, "code": "time", **more})


def test_an_arbiter_stops_sets_and_starts_clocks_and_everybody_sees_it(club: Club) -> None:
    (seat,) = club.table().get().json["to_act"]
    for remedy in (
        {"type": "stop-clocks"},
        {"type": "set-clock", "seat": seat, "seconds": 90},
        {"type": "start-clocks"},
    ):
        assert ruled(club, remedy, text="The lights went out.").status_code == 201
        runs = club.table("spectator").get().json["clocks"]["runs"]
        assert (runs == [seat]) == (remedy["type"] == "start-clocks")
    now = club.table("spectator").get().json["clocks"]
    assert (now["left"][seat], now["runs"]) == (90_000, [seat])
    refusals = [
        ruling["sentence"]["en"]
        for ruling in club.table("spectator").get("/rulings").json["rulings"]
    ]
    name = next(
        seat_row["name"]["en"]
        for seat_row in club.table().get().json["seats"]
        if seat_row["id"] == seat
    )
    assert refusals == [
        "The arbiter rules: the clocks are stopped.",
        f"The arbiter rules: the clock of {name} is set to 1:30.",
        "The arbiter rules: the clocks run again.",
    ]
    assert [
        irregularity["kind"]
        for irregularity in club.table().get("/irregularities").json["irregularities"]
    ] == ["clock"]


@pytest.mark.parametrize(
    ("remedy", "pointer"),
    [
        ({"type": "start-clocks"}, "/remedy"),
        ({"type": "set-clock", "seat": "green", "seconds": 5}, "/remedy/seat"),
        ({"type": "set-clock", "seat": "red", "seconds": -1}, "/remedy/seconds"),
        ({"type": "set-clock", "seat": "red"}, "/remedy/seconds"),
        ({"type": "stop-clocks", "seat": "red"}, "/remedy/seat"),
    ],
)
def test_what_cannot_be_ordered_of_clocks_is_refused_at_its_field(
    remedy: dict[str, Any], pointer: str, club: Club
) -> None:
    seq = club.table().get().json["seq"]
    answer = ruled(club, remedy)
    assert answer.status_code in (409, 422) and f'"{pointer}"' in answer.text, answer.json
    assert club.table().get().json["seq"] == seq


def test_the_desk_stops_starts_and_sets_clocks_by_a_tap(club: Club, organiser: Person) -> None:
    desk = f"/games/{club.game}/desk"
    submits(organiser, desk, "/desk/clocks", "Stop all clocks")
    for page in (organiser.go(desk).text, sits(club, "red").page):
        assert "The arbiter has stopped the clocks (record 3)." in page
    sends(organiser, organiser.form("/desk/clocks"), "Start the clocks again")
    page = organiser.go(desk).text
    assert [re.findall(rf"{kind} <[^>]*>(\d+)<", page) for kind in ("Rulings", "Irregular")] == [
        ["2"],
        ["0"],
    ]
    setting = organiser.form("/desk/clocks", "set-clock")
    entered = {"seat": "red", "minutes": "", "seconds": "", "text": "Late start."}
    wrong = organiser.send(setting, "Set it", **entered)
    assert (
        wrong.status_code,
        "Enter what the clock is to show." in wrong.text,
        "Late start." in wrong.text,
    ) == (422, True, True)
    sends(organiser, setting, "Set it", **{**entered, "minutes": "2", "seconds": "5"})
    page = organiser.go(desk).text
    assert "is set to 2:05." in page and "Late start." in page
    assert club.table().get().json["clocks"]["left"]["red"] == 125_000


def test_what_was_ordered_of_clocks_is_overturned_without_a_rule(
    club: Club, app: Flask, clerk: Clerk
) -> None:
    then = clerk.clock()
    clerk.clock = lambda: then
    stopped = ruled(club, {"type": "stop-clocks"}).json["seq"]
    set_to = ruled(club, {"type": "set-clock", "seat": "red", "seconds": 9}).json["seq"]
    tried = club.table("arbiter").write(
        f"/rulings/{stopped}/overturn?dry_run=1", {"code": "ruling-error"}
    )
    assert tried.status_code == 200, tried.json
    club.table("arbiter").written(f"/rulings/{stopped}/overturn", {"code": "ruling-error"})
    boss = signed_in(app, key=KEY, at=f"/games/{club.game}/desk/overturn/{set_to}")
    page = boss.page
    assert re.search(r"Clock · Red</th><td>0:09</td><td><strong>[45]:\d\d</strong>", page), (
        "what it showed before, and will again"
    )
    assert re.search(r"Clock · Blue</th><td>([45]:\d\d)</td><td>\1</td>", page)
    form = boss.form(f"/desk/overturn/{set_to}")
    assert "rule" not in form.fields
    sends(boss, form)
    assert (
        f"The ruling of record {set_to} is overturned." in boss.go(f"/games/{club.game}/desk").text
    )


def test_any_other_ruling_is_overturned_under_a_rule(club: Club, app: Flask) -> None:
    seq = ruled(club, {"type": "penalty", "seat": "red", "points": -1}, rule="1").json["seq"]
    answer = club.table("arbiter").write(f"/rulings/{seq}/overturn", {"code": "ruling-error"})
    assert (answer.status_code, '"/rule"' in answer.text) == (422, True), answer.json
    boss = signed_in(app, key=KEY, at=f"/games/{club.game}/desk/overturn/{seq}")
    assert boss.send(boss.form(f"/desk/overturn/{seq}"), rule="").status_code == 422
    assert "Name the rule that the ruling rests on." in boss.text("rule-wrong")
    sends(boss, boss.form(f"/desk/overturn/{seq}"), rule="1")


def test_time_over_is_told_in_words_and_one_tap_leads_to_a_claim_and_a_ruling(
    club: Club, organiser: Person, clerk: Clerk
) -> None:
    (seat,) = club.table().get().json["to_act"]
    other = next(other_seat for other_seat in ("red", "blue") if other_seat != seat)
    clerk.clock.go_on(400)
    player = sits(club, other)
    assert re.search(r'class="clock over acts".*?time over', player.page, re.DOTALL)
    player.send(player.form("/play/claim", "now"))
    assert "The clocks stand until the arbiter has ruled on the claim of record 3." in player.page
    assert 'class="when-over"' not in player.page, (
        "who has called the arbiter is not asked to again"
    )
    late = sits(club, seat)
    late.send(late.form("/play/claim"), text="A word about something else.", about="2")
    claim, _ = club.table().get().json["open_claims"]
    page = organiser.go(f"/games/{club.game}/desk").text
    assert "is over." in page
    (rule,) = re.findall(
        rf'href="([^"]*/desk/rule\?remedy=adjudicate[^"]*winners={other}[^"]*)"', page
    )
    form = organiser.form_at(rule.replace("&amp;", "&"), "/desk/rule")
    assert (form.fields["code"].value, form.fields["claim"].value) == ("time", str(claim))
    assert f'name="winners" value="{other}" checked' in organiser.page
    assert form.fields["rule"].value == "the clocks that were agreed (5:00 for the game)", (
        "no title has a rule for clocks: what was agreed is one"
    )
    assert organiser.post(form.action, form.sent(do="preview")).status_code == 200, organiser.text(
        "trouble"
    )
    organiser.post(form.action, organiser.form("/desk/rule").sent(do="record"))
    assert clerk.game(club.game).outcome.winners == (other,)


def test_the_replay_shows_clocks_as_they_were_at_the_record(
    club: Club, app: Flask, clerk: Clerk
) -> None:
    (seat,) = club.table().get().json["to_act"]
    ruled(club, {"type": "set-clock", "seat": seat, "seconds": 7})
    boss = signed_in(app, "fr", KEY)
    shown = re.compile(rf'<tr data-seat="{seat}".*?Pendule </span>([^<]*)<', re.DOTALL)
    for at, time in ((2, "5:00"), (3, "0:07")):
        assert shown.findall(boss.go(f"/games/{club.game}?at={at}").text) == [time]
    frames = boss.go(f"/games/{club.game}/frames?first=1&last=3").json["frames"]
    assert [
        line["clock"] for frame in frames for line in frame["seats"] if line["seat"] == seat
    ] == ["5:00", "5:00", "0:07"]


# -- Clocks of seats by the API and the pages: agreed at opening, shown at the table and in the
# hall, refused if they are none.


def test_each_record_has_the_reading_of_the_clocks_that_were_agreed(
    club: Club, app: Flask, clerk: Clerk
) -> None:
    for name in ("spectator", "red"):
        records = club.table(name).get("/records").json["records"]
        assert all(record["record"]["clock_reading"]["left"] for record in records)
    assert Club(app, clerk).table().get().json["clocks"] is None


@pytest.mark.parametrize(
    ("control", "pointer"),
    [
        ({"kind": "sundial", "seconds": 60}, "/time_control/kind"),
        ({"kind": "budget", "seconds": 0}, "/time_control/seconds"),
        ({"kind": "budget", "seconds": 604_801}, "/time_control/seconds"),
        ({"kind": "budget"}, "/time_control/seconds"),
        ({"kind": "budget", "seconds": 60, "increment": 5}, "/time_control/increment"),
        ({"kind": "fischer", "seconds": 60, "increment": -1}, "/time_control/increment"),
        ({"kind": "fischer", "seconds": 60, "delay": 1}, "/time_control/delay"),
    ],
)
def test_clocks_that_are_none_are_refused_at_their_field(
    control: dict[str, Any], pointer: str, caller: Caller
) -> None:
    answer = caller.post(
        GAMES, {"ruleset": TITLE, "time_control": control}, Idempotency_Key=new_key()
    )
    assert answer.status_code == 422 and pointer in answer.text, answer.json
    assert caller.get(GAMES).json["games"] == []


def test_an_organiser_agrees_clocks_for_a_title_and_for_a_sheet(
    caller: Caller, organiser: Person
) -> None:
    wrong = organiser.fill_in(
        f"/organise/open?ruleset={TITLE}",
        "/organise/open",
        **{"clock.kind": "budget", "clock.minutes": "0"},
    )
    assert wrong.status_code == 422
    assert organiser.text("clock-minutes-wrong").startswith(
        "Enter the time on each clock in whole numbers"
    )
    assert organiser.form("/organise/open").fields["clock.kind"].value == "budget", (
        "what was entered is kept"
    )
    wrong = organiser.send(
        organiser.form("/organise/open"),
        **{"clock.kind": "fischer", "clock.minutes": "5", "clock.increment": "-3"},
    )
    assert (wrong.status_code, "0" in organiser.text("clock-increment-wrong")) == (422, True)
    good = {"clock.kind": "fischer", "clock.minutes": "5", "clock.increment": "3"}
    assert organiser.send(organiser.form("/organise/open"), **good).status_code == 200
    organiser.fill_in(
        "/record",
        "/record",
        "Begin",
        **{"clock.kind": "per-move", "clock.minutes": "1", "clock.seconds": "30"},
    )
    controls = {game["ruleset"]: game["time_control"] for game in caller.get(GAMES).json["games"]}
    assert controls == {
        TITLE: {"kind": "fischer", "seconds": 300, "increment": 3},
        "score-sheet": {"kind": "per-move", "seconds": 90},
    }
