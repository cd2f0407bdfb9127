"""Catalogs on the organiser's pages: their placeholders, and corrected copies."""

from __future__ import annotations

import io

import msgspec
import pytest
from werkzeug.test import TestResponse

from domain.rules.titles import registry
from tests.api.site.organise.test_organise import TITLE, games_in, person, press
from tests.builders.api.client import KEY, Caller
from tests.builders.api.forms import Person


@pytest.fixture
def organiser(caller: Caller) -> Person:
    """A browser that is signed in with the operator's key."""
    return person(caller, KEY)


def test_catalogs_show_their_placeholders_and_take_a_corrected_copy(organiser: Person, caller: Caller) -> None:
    listed = organiser.go("/organise/catalogs").text
    for id in registry.ids():
        for catalog in registry.ruleset(id).catalogs().values():
            row = listed.partition(catalog.sha256)[2].partition("</tr>")[0]
            number = catalog.counts()["placeholder"]
            assert (f">{number}</a>" if number else "<td>0</td>") in row, id
    sha = registry.ruleset(TITLE).catalogs()["default"].sha256
    whole, only = (organiser.go(f"/organise/catalogs/{sha}{query}").text for query in ("", "?only=placeholder"))
    assert "rule text" in whole.partition("<tbody>")[2] and "rule text" not in only.partition("<tbody>")[2]
    assert only.count("<tr>") - 1 == registry.ruleset(TITLE).catalogs()["default"].counts()["placeholder"]
    file = organiser.client.get(f"/organise/catalogs/{sha}/file").data
    mine = file.replace(b'"edition": "', b'"edition": "house ', 1)
    assert mine != file
    sent = [upload(organiser, mine) for _ in range(2)]
    assert [one.status_code for one in sent] == [303, 303] and sent[0].headers["Location"] == sent[1].headers["Location"]
    page = organiser.go(sent[0].headers["Location"]).text
    assert "house " in page
    own = sent[0].headers["Location"].rpartition("/")[2]
    organiser.go(f"/organise/open?ruleset={TITLE}&catalog={own}")
    (game,) = games_in(press(organiser, organiser.form("/organise/open")))
    assert caller.get(f"/api/v1/games/{game}/records/1").json["entry"]["record"]["catalog"] == own


def test_a_long_catalog_is_read_page_by_page(organiser: Person) -> None:
    catalog = registry.ruleset("tears-solo").catalogs()["default"]
    seen = 0
    for number in range(1, 5):
        page = organiser.go(f"/organise/catalogs/{catalog.sha256}?page={number}").text
        assert f"page {number} of 4" in page
        seen += page.count('<th scope="row">')
    assert seen == sum(catalog.counts().values())
    assert "page 1 of 4" in organiser.go(f"/organise/catalogs/{catalog.sha256}?page=²").text
    assert organiser.go("/organise/catalogs/deadbeef").status_code == 404


@pytest.mark.parametrize("damage", [b"", b"no json", b"[]", b"\xff\xfe", b'{"game": "chess"}', b"{" * 100])
def test_a_damaged_catalog_is_refused_with_what_is_wrong(damage: bytes, organiser: Person) -> None:
    answer = upload(organiser, damage)
    assert answer.status_code == 422 and "Nothing was added." in answer.text
    assert ("<strong>Line " in answer.text) if damage else "what came was empty" in answer.text
    assert ("house.json" in answer.text) and 'role="alert"' in answer.text


def test_a_file_that_is_far_too_long_is_refused(organiser: Person) -> None:
    answer = upload(organiser, b" " * 30_000)
    assert answer.status_code == 413 and "<h1>" in answer.text


def test_every_fault_of_a_catalog_is_named_by_line(organiser: Person) -> None:
    data = msgspec.json.decode(registry.ruleset(TITLE).catalogs()["default"].data)
    data["values"]["vp_tokens"], data["provenance"]["/nowhere"] = "nine", "text"
    text = upload(organiser, msgspec.json.format(msgspec.json.encode(data))).text
    assert "/values/vp_tokens" in text and "/provenance/~1nowhere" in text


def upload(organiser: Person, data: bytes) -> TestResponse:
    form = {"file": (io.BytesIO(data), "house.json"), **organiser.token}
    return organiser.client.post("/organise/catalogs", data=form, headers=organiser.headers)
