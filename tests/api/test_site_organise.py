"""The organiser's pages: opening games, links, campaigns, catalogs; by forms, as a browser sends them."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.api.table import KEY, Caller, Table, new_key


class Organiser:
    """A browser that is signed in with the operator's key."""

    def __init__(self, caller: Caller) -> None:
        self.client = caller.app.test_client()
        self.headers = {"Accept": "text/html", "Authorization": f"Bearer {KEY}"}

    def get(self, path: str, **headers: str) -> TestResponse:
        return self.client.get(path, headers={**self.headers, **{k.replace("_", "-"): v for k, v in headers.items()}})

    def send(self, path: str, data: dict[str, Any]) -> TestResponse:
        return self.client.post(path, data=data, headers=self.headers)


@pytest.fixture
def organiser(caller: Caller) -> Organiser:
    return Organiser(caller)


def games_in(answer: TestResponse) -> list[str]:
    assert answer.status_code == 303, answer.text
    return re.findall(r"game=([0-9a-z]+)", answer.headers["Location"])


def test_several_tables_are_opened_at_once_and_once_only(organiser: Organiser, caller: Caller) -> None:
    form = {
        "ruleset": "northgard-training",
        "tables": "3",
        "undo": "consent",
        "tags": "cup, round 1",
        "key": new_key(),
        "public": "1",
    }
    games = games_in(organiser.send("/organise/open", form))
    assert games == games_in(organiser.send("/organise/open", form))
    assert len(set(games)) == 3
    summary = caller.get(f"/api/v1/games/{games[0]}").json
    assert (summary["undo"], summary["tags"], summary["public"]) == ("consent", ["cup", "round 1"], True)


def test_options_are_explained_and_taken(organiser: Organiser, caller: Caller) -> None:
    text = organiser.get("/organise/open?ruleset=northgard-training", Accept_Language="fr").text
    assert "Un Monopole ne rapporte son point" in text and "Une retraite peut franchir" in text
    form = {"ruleset": "northgard-training", "option-towers": "per-tower", "option-monopoly_needs_trio": "1", "key": new_key()}
    (game,) = games_in(organiser.send("/organise/open", form))
    options = caller.get(f"/api/v1/games/{game}/records/1").json["entry"]["record"]["options"]
    assert (options["towers"], options["monopoly_needs_trio"], options["retreat_over_rough"]) == ("per-tower", True, False)


def test_table_dice_for_the_set_up_are_asked_for_one_after_the_other(organiser: Organiser) -> None:
    form = {"ruleset": "northgard-training", "chance": "table", "key": new_key()}
    first = organiser.send("/organise/open", form)
    assert first.status_code == 422 and "Base tiles in A3 and D1" in first.text and 'name="values-0"' in first.text
    second = organiser.send("/organise/open", {**form, "values-0": "T04, T01"})
    assert second.status_code == 422 and "First player" in second.text and 'value="T04, T01"' in second.text
    assert games_in(organiser.send("/organise/open", {**form, "values-0": "T04, T01", "values-1": "blue"}))


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"tables": "500"}, "Open 1 to 40 tables at once, not 500."),
        ({"undo": "always"}, "The undo policy always is not offered"),
        ({"option-towers": "tall"}, "per-territory, per-tower"),
        ({"catalog": "mine"}, "There is no catalog mine"),
    ],
)
def test_what_cannot_be_opened_keeps_what_was_entered(
    given: dict[str, str], says: str, organiser: Organiser, caller: Caller
) -> None:
    answer = organiser.send("/organise/open", {"ruleset": "northgard-training", "tags": "kept", "key": new_key(), **given})
    assert answer.status_code == 422
    assert says in answer.text and 'value="kept"' in answer.text
    assert caller.get("/api/v1/games").json["games"] == []


def test_links_are_printed_one_a_seat_revoked_and_issued_anew(organiser: Organiser, table: Table) -> None:
    path = f"/organise/links?game={table.id}"
    text = organiser.get(path).text
    assert text.count('class="qr"') == 4 and ">Blue</p>" in text and ">arbiter</p>" in text
    (revoke, *_) = re.findall(rf"/organise/links/{table.id}/[^/]+/revoke", text)
    assert organiser.send(revoke, {}).headers["Location"] == path
    assert organiser.get(path).text.count('class="qr"') == 3
    organiser.send(f"/organise/links/{table.id}", {"role": "seat", "seats": ["blue", "red"], "key": new_key()})
    assert ">Blue, Red</p>" in organiser.get(path).text


def test_a_campaign_is_opened_goes_on_and_prints_its_sheet(organiser: Organiser) -> None:
    opened = organiser.send("/organise/campaigns", {"ruleset": "convicted", "players": "2", "key": new_key()})
    campaign = opened.headers["Location"]
    form = re.search(r'name="key" value="([^"]+)"><input type="hidden" name="seq" value="(\d+)"', organiser.get(campaign).text)
    assert form is not None
    sent = {"key": form[1], "seq": form[2]}
    assert games_in(organiser.send(f"{campaign}/next", sent)) == games_in(organiser.send(f"{campaign}/next", sent))
    text = organiser.get(campaign).text
    assert "Scenario 1" in text and "Wall N" in text and "is still being played" in text
    sheet = organiser.get(f"{campaign}/sheet/1", Accept_Language="fr").text
    assert "Feuille de sauvegarde 1" in sheet and "Tour NE" in sheet and "Caserne" in sheet
    again = organiser.send(f"{campaign}/next", {"key": new_key(), "seq": "2"})
    assert again.status_code == 409 and "still being played" in again.text
    assert organiser.get(f"{campaign}/sheet/9").status_code == 404


def test_catalogs_show_their_placeholders_and_take_a_corrected_copy(organiser: Organiser) -> None:
    listed = organiser.get("/organise/catalogs").text
    sha = re.findall(r"/organise/catalogs/([0-9a-f]{64})", listed)[0]
    whole, only = (organiser.get(f"/organise/catalogs/{sha}{query}").text for query in ("", "?only=placeholder"))
    assert "rule text" in whole and "rule text" not in only.partition("<tbody>")[2]
    file = organiser.get(f"/organise/catalogs/{sha}/file").data
    bad = organiser.client.post("/organise/catalogs", data={"file": (io.BytesIO(file[:200]), "c.json")}, headers=organiser.headers)
    assert bad.status_code == 422 and "Line " in bad.text
    mine = file.replace(b'"edition": "', b'"edition": "house ', 1)
    assert mine != file
    good = organiser.client.post("/organise/catalogs", data={"file": (io.BytesIO(mine), "c.json")}, headers=organiser.headers)
    assert good.status_code == 303
    assert "house " in organiser.get("/organise/catalogs").text


def test_nobody_but_organisers_gets_in(caller: Caller, table: Table) -> None:
    link = next(x for x in caller.get(table.path("/links")).json["links"] if x["role"] == "arbiter")["token"]
    for path in (
        "/organise",
        "/organise/open?ruleset=northgard-training",
        f"/organise/links?game={table.id}",
        "/organise/campaigns",
    ):
        assert caller.client.get(path, headers={"Accept": "text/html"}).status_code == 401
        answer = caller.client.get(path, headers={"Accept": "text/html", "Authorization": f"Bearer {link}"})
        assert answer.status_code == 403 and "Ask the organiser for a link" in answer.text


def test_a_form_from_another_site_is_refused(organiser: Organiser, caller: Caller) -> None:
    signed_in = organiser.client.post("/enter", data={"key": KEY}, headers={"Accept": "text/html"})
    assert signed_in.status_code == 303
    form = {"ruleset": "northgard-training", "key": new_key()}
    answer = organiser.client.post("/organise/open", data=form, headers={"Accept": "text/html", "Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 401
    assert caller.get("/api/v1/games").json["games"] == []
    assert organiser.client.post("/organise/open", data=form, headers={"Sec-Fetch-Site": "same-origin"}).status_code == 303
