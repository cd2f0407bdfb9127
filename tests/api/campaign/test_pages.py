from typing import Any

import pytest

from api.game.opening.opening_form import options_part
from api.web.access.caller import OPERATOR_ID
from api.web.forms.controls import CheckBox, OneChoice
from domain.campaign.campaigns import Campaigns
from domain.game.clerk.clerk import Clerk
from domain.game.clerk.people import People
from domain.game.commands import Order
from domain.game.seats.use_cases import Seats
from domain.titles import registry
from tests.api.game.opening.test_organise import games_in, press
from tests.builders.api.client import Caller, Table, new_key
from tests.builders.api.disputes import GROUNDS
from tests.builders.api.forms import Person
from tests.builders.api.series import Series, play_out
from tests.builders.campaign import surviving_campaign

CARRIED = {"scenario", "sheet"}


def opened(organiser: Person, ruleset: str = "convicted", **changes: str | None) -> str:
    """Open a campaign by its form and go to its page as the organiser. Returns the address of that
    page."""
    organiser.go(f"/organise/campaigns/open?ruleset={ruleset}")
    answer = press(organiser, organiser.form("/organise/campaigns"), **changes)
    assert answer.status_code == 303, answer.text
    organiser.go(where := answer.headers["Location"])
    return where


@pytest.mark.parametrize("ruleset", registry.ids())
def test_a_campaign_of_each_title_is_opened_with_all_that_can_be_chosen(
    ruleset: str, organiser: Person, clerk: Clerk
) -> None:
    page = organiser.go(f"/organise/campaigns/open?ruleset={ruleset}").text
    form, rules = organiser.form("/organise/campaigns"), registry.ruleset(ruleset)
    options = options_part(rules, "en")
    offered = [name for name in options.fields if name not in CARRIED]
    assert {name for name in form.fields if name.startswith("options.")} == {
        f"options.{name}" for name in offered
    }
    assert ("10 scenarios, each opened from the save sheet" in page) == (ruleset == "convicted")
    chosen = [name for name in offered if isinstance(options.fields[name], CheckBox | OneChoice)][
        :1
    ]
    other = {name: _other(options.fields[name], options.defaults[name]) for name in chosen}
    entered = {
        f"options.{name}": value if isinstance(value, str) else "1" if value else None
        for name, value in other.items()
    }
    fields = {
        "tags": "night, club",
        "undo": "arbiter",
        "chance": "sealed",
        "players": str(rules.about.seats[-1]),
    }
    answer = press(organiser, form, **fields, **entered)
    again = press(organiser, form, **fields, **entered)
    assert answer.status_code == 303 and answer.headers["Location"] == again.headers["Location"]
    campaign = Campaigns(clerk).campaign(answer.headers["Location"].rpartition("/")[2]).opened
    assert (campaign.tags, campaign.undo, campaign.players) == (
        ("night", "club"),
        "arbiter",
        rules.about.seats[-1],
    )
    assert {name: campaign.options[name] for name in chosen} == other
    shown = organiser.go(answer.headers["Location"]).text.replace("&#39;", "'")
    assert all(options.fields[name].label in shown for name in chosen)
    assert "By the arbiter: seats ask" in shown


def _other(control: Any, usual: Any) -> Any:
    return (
        next(choice for choice in control.choices if choice != usual)
        if isinstance(control, OneChoice)
        else not usual
    )


def test_the_first_scenario_is_opened_once_and_its_sheet_printed(organiser: Person) -> None:
    campaign = opened(organiser, players="2")
    form = organiser.form("/next")
    (game,) = games_in(press(organiser, form))
    assert games_in(press(organiser, form)) == [game]
    page = organiser.go(campaign).text
    assert (
        "Wall N" in page
        and f"(game {game}) is still being played" in page
        and not any(f.action.endswith("/next") for f in organiser.forms)
    )
    sheet = organiser.go(f"{campaign}/sheet/1", Accept_Language="fr").text
    assert (
        "Feuille de Sauvegarde 1" in sheet
        and "Tour NE" in sheet
        and "Caserne" in sheet
        and "Joueur 2" in sheet
    )
    stale = organiser.post(form.action, {"key": new_key(), "seq": "1"})
    assert stale.status_code in (409, 412) and "Nothing was saved." in stale.text
    for path, status in (
        ("sheet/9", 404),
        ("sheet/1?at=²", 404),
        ("sheet/1?at=99", 404),
        ("sheet/1?at=x", 404),
        ("sheet/1?at=1", 200),
    ):
        assert organiser.go(f"{campaign}/{path}").status_code == status, path
    assert organiser.post(form.action, {"key": new_key(), "seq": "²"}).status_code == 400
    assert organiser.go("/organise/campaigns/000000000000").status_code == 404


def test_what_the_table_rolls_for_a_scenario_is_asked_for_at_once_and_kept(
    organiser: Person, caller: Caller, clerk: Clerk
) -> None:
    opened(organiser, "northgard-training", chance="table")
    form = organiser.form("/next")
    assert form.fields["values-0"].options[:2] == ["", "T01"] and form.fields[
        "values-1"
    ].options == ["", "blue", "red"]
    part = press(organiser, form, follow=True, **{"values-0": ["T04", ""], "values-1": "red"})
    assert (
        part.status_code == 422
        and "Something is missing" in part.text
        and organiser.form("/next").fields["values-1"].value == "red"
    )
    wrong = press(organiser, form, follow=True, **{"values-0": ["T04", "T04"], "values-1": "red"})
    assert wrong.status_code == 422 and 'id="values-0-wrong"' in wrong.text
    assert caller.get("/api/v1/games").json["games"] == []
    right = {**form.sent(), "values-0": ["T04", "T01"], "values-1": "red"}
    game_ids = [games_in(organiser.post(form.action, right, follow=False)) for _ in range(2)]
    assert game_ids[0] == game_ids[1] and clerk.game(game_ids[0][0]).opened.rolls[1].values == (
        "red",
    )


def test_a_series_is_set_side_by_side_added_up_and_closed(
    organiser: Person, caller: Caller, clerk: Clerk
) -> None:
    campaign = opened(organiser, "northgard-training")
    for number in (1, 2):
        (game,) = games_in(press(organiser, organiser.form("/next")))
        if number == 1:
            play_out(Table(caller, game), clerk, 3)
        organiser.go(campaign)
    page = organiser.page
    assert (
        "It opens from" not in page
        and page.count('<th scope="col">Scenario') == 2
        and 'class="changed"' in page
    )
    assert "Sheets side by side" in page and "Totals" in page and "scenarios opened: 2" in page
    assert (
        organiser.go(f"{campaign}?sheet=1&sheet=nine").text.count('<th scope="col">Scenario') == 1
    )
    both = organiser.go(f"{campaign}/sheets").text
    assert both.count('class="save-sheet"') == 2 and 'class="differs"' in both
    form = organiser.form_at(campaign, "/close")
    long = press(organiser, form, follow=True, reason="x" * 2_001)
    assert long.status_code == 422 and "x" * 2_001 in long.text and 'id="why-wrong"' in long.text
    for _ in range(2):
        page = press(organiser, form, follow=True, reason="The club's <box> is gone.").text
        assert (
            "The campaign was closed on" in page
            and "is &lt;box&gt; gone" not in page
            and "&lt;box&gt; is gone." in page
        )
    assert not any(ids.action.endswith(("/next", "/close")) for ids in organiser.forms)
    kept = {"seq": form.fields["seq"].value or "", "reason": "We “move” <away>."}
    late = organiser.post(form.action, {"key": new_key(), **kept})
    assert late.status_code in (409, 412) and 'role="alert"' in late.text
    assert "&lt;box&gt; is gone." in late.text and "We “move” &lt;away&gt;." in late.text


def test_the_end_of_a_scenario_opens_the_next_one_once_for_the_same_people(
    organiser: Person, caller: Caller, clerk: Clerk
) -> None:
    opened(organiser, "northgard-training")
    (first,) = games_in(press(organiser, organiser.form("/next")))
    Seats(clerk).take(Order(first, 1, OPERATOR_ID, new_key()), "blue", "Alice")
    play_out(Table(caller, first, 2), clerk, 3)
    form = organiser.form_at(f"/games/{first}/play", "/play/next")
    ids = {press(organiser, form).headers["Location"].split("/")[2] for _ in range(2)}
    second = clerk.game(ids.pop())
    assert not ids and second.opened.scenario == 2
    assert [sitter.name for sitter in People(clerk).at_table(second)] == ["Alice"]
    organiser.go(f"/games/{first}/play")
    assert f'href="/games/{second.id}/play"' in organiser.answer.text


def test_phones_alone_play_a_campaign_on(organiser: Person, caller: Caller, clerk: Clerk) -> None:
    opened(organiser, "northgard-training")
    games = games_in(press(organiser, organiser.form("/next")))
    game = games[0]
    body = {"role": "seat", "seats": ["blue"]}
    link = caller.post(f"/api/v1/games/{game}/links", body, Idempotency_Key=new_key()).json
    phone = Person(caller.app.test_client(), link["token"])
    for scenario in (2, 3):
        play_out(Table(caller, game, clerk.game(game).seq), clerk, scenario)
        phone.go(f"/games/{game}/play")
        game = phone.send(phone.form("/play/next"), follow=False).location.split("/")[2]
        games.append(game)
    assert clerk.game(game).opened.scenario == 3
    page = phone.go(f"/games/{game}/campaign").text
    assert all(f'<a href="/games/{id}/play">' in page for id in games) and "Totals" in page


def test_a_campaign_of_the_convicted_stands_side_by_side_scenario_by_scenario(
    organiser: Person, clerk: Clerk
) -> None:
    campaign = f"/organise/campaigns/{surviving_campaign(clerk, OPERATOR_ID, 2)}"
    page = organiser.go(campaign, Accept_Language="fr").text
    columns = page.partition("<thead>")[2].partition("</thead>")[0]
    assert columns.count("Scénario ") == 3 and columns.count("encore en cours") == 1
    assert [
        page.count(f'scope="rowgroup">{block}<')
        for block in ("Réserve", "Ville", "Forteresse", "Fossés")
    ] == [1] * 4
    changes = (
        organiser.go(f"{campaign}?sheet=1&sheet=2&changes=1")
        .text.partition('<table class="sheets">')[2]
        .partition("</table>")[0]
    )
    lines = changes.count('<th scope="row">')
    assert (
        0
        < lines
        < page.partition('<table class="sheets">')[2]
        .partition("</table>")[0]
        .count('<th scope="row">')
    )
    assert changes.count('class="changed"') == lines, (
        "of two sheets, every line that is left differs"
    )
    second = organiser.go(f"{campaign}/sheet/2").text
    assert second.count('class="differs"') == lines and "changed since the sheet before" in second
    assert organiser.go(f"{campaign}/sheets").text.count('class="save-sheet"') == 3


def test_a_scenario_that_a_ruling_changed_is_marked_and_so_is_the_one_that_rests_on_it(
    organiser: Person, caller: Caller, clerk: Clerk
) -> None:
    series = Series.open(caller)
    table = play_out(series.next(), clerk, 1)
    series.next()
    table.seq = clerk.game(table.id).seq
    table.written(
        "/rulings", {"remedy": {"type": "penalty", "seat": "blue", "points": -1}, **GROUNDS}
    )
    page = organiser.go(f"/organise/campaigns/{series.id}").text
    assert (
        "The sheet changed after the next scenario was opened." in page
        and "rests on a sheet that was changed since." in page
    )
    assert (
        "The sheet changed after" in organiser.go(f"/organise/campaigns/{series.id}/sheet/1").text
    )
