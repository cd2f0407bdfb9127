import io
import re
from typing import Any

import pytest
from msgspec import inspect
from werkzeug.test import TestResponse

from api.game.opening.opening_form import options_part
from api.web.forms.controls import OneChoice
from domain.game.clerk.clerk import Clerk
from domain.game.clerk.people import People
from domain.game.commands import find_catalog
from domain.titles import registry
from tests.builders.api.client import Caller, Table, new_key
from tests.builders.api.forms import Form, Person

TITLE = "northgard-training"


def press(who: Person, form: Form, *, follow: bool = False, **changes: Any) -> TestResponse:
    """Send a form with changed fields. The value of a change is a text, several texts for a field
    that repeats, or None to leave the field out."""
    data = {name: value for name, value in {**form.sent(), **changes}.items() if value is not None}
    return who.post(form.action, data, follow=follow)


def games_in(answer: TestResponse) -> list[str]:
    assert answer.status_code == 303, answer.text
    return re.findall(r"game=([0-9a-z]{12})", answer.headers["Location"])


def opening(organiser: Person, ruleset: str = TITLE, **changes: str | None) -> TestResponse:
    organiser.go(f"/organise/open?ruleset={ruleset}")
    return press(organiser, organiser.form("/organise/open"), **changes)


# -- opening ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", registry.ids())
def test_the_form_of_each_title_offers_all_that_can_be_chosen(
    ruleset: str, organiser: Person
) -> None:
    page = organiser.go(f"/organise/open?ruleset={ruleset}", Accept_Language="fr").text
    fields = organiser.form("/organise/open").fields
    rules = registry.ruleset(ruleset)
    options, english = options_part(rules, "fr"), options_part(rules, "en").fields
    for name, option in options.fields.items():
        assert option.label != english[name].label and option.label in page, name
        field, default = fields[f"options.{name}"], options.defaults[name]
        assert field.value == (
            None if default is False else "1" if default is True else str(default)
        )
        if isinstance(option, OneChoice):
            assert [choice for choice in option.choices if option.call(choice) != choice], (
                "choices have words"
            )
    assert set(fields["catalog"].options) == set(rules.catalogs())
    assert fields["undo"].options == ["free", "consent", "arbiter", "none"] and fields[
        "chance"
    ].options == ["sealed", "table"]
    if len(rules.about.seats) > 1:
        assert fields["players"].options == [str(n) for n in rules.about.seats]
    assert len(games_in(press(organiser, organiser.form("/organise/open")))) == 1


def test_every_choice_that_has_words_can_be_made() -> None:
    for id in registry.ids():
        for entry in inspect.type_info(registry.ruleset(id).options_type).fields:  # type: ignore[attr-defined]
            kind = entry.type
            if isinstance(kind, inspect.Metadata) and "choices" in (kind.extra or {}):
                assert set(kind.extra["choices"]) == set(kind.type.values), entry.name


def test_several_tables_are_opened_at_once_numbered_and_once_only(
    organiser: Person, caller: Caller, clerk: Clerk
) -> None:
    form = organiser.form_at(f"/organise/open?ruleset={TITLE}", "/organise/open")
    fields = {
        "tables": "3",
        "first": "7",
        "undo": "consent",
        "tags": "cup, round 1",
        "public": "1",
        "names": "Anna, Bo\n\n ,Chloé",
    }
    game_ids = games_in(press(organiser, form, **fields))
    assert game_ids == games_in(press(organiser, form, **fields)) and len(set(game_ids)) == 3
    summary = caller.get(f"/api/v1/games/{game_ids[0]}").json
    assert (summary["undo"], summary["tags"], summary["public"]) == (
        "consent",
        ["cup", "round 1", "table 7"],
        True,
    )
    assert caller.get("/api/v1/games").json["total"] == 3
    sheets = organiser.go("/organise/links?" + "&".join(f"game={id}" for id in game_ids)).text
    assert sheets.count('class="qr"') == 12 and all(
        f"<strong>table {n}</strong>" in sheets for n in (7, 8, 9)
    )
    assert ["Anna" in sheets, "Bo<" in sheets, "Chloé" in sheets] == [True] * 3
    assert [
        [(s.seat, s.name) for s in People(clerk).at_table(clerk.game(id))] for id in game_ids
    ] == [
        [("blue", "Anna"), ("red", "Bo")],
        [],
        [("red", "Chloé")],
    ]


def test_only_titles_with_secrets_offer_seals(organiser: Person, caller: Caller) -> None:
    assert 'name="seals"' not in organiser.go(f"/organise/open?ruleset={TITLE}").text
    assert "this service included" in organiser.go("/organise/open?ruleset=fief-tactics").text
    (game,) = games_in(press(organiser, organiser.form("/organise/open"), seals="1"))
    assert caller.get(f"/api/v1/games/{game}").json["seals"] is True


def test_options_and_catalog_are_taken(organiser: Person, caller: Caller) -> None:
    (game,) = games_in(
        opening(
            organiser,
            catalog="terrain",
            **{
                "options.towers": "per-tower",
                "options.monopoly_needs_trio": "1",
                "options.retreat_over_rough": None,
            },
        )
    )
    opened = caller.get(f"/api/v1/games/{game}/records/1").json["entry"]["record"]
    options = opened["options"]
    assert (options["towers"], options["monopoly_needs_trio"], options["retreat_over_rough"]) == (
        "per-tower",
        True,
        False,
    )
    assert opened["catalog"] == find_catalog(registry.ruleset(TITLE), "terrain", None).sha256


def test_each_table_is_asked_for_what_it_rolled_before_any_is_opened(
    organiser: Person, caller: Caller, clerk: Clerk
) -> None:
    first = opening(organiser, chance="table", tables="2", tags="kept")
    assert (
        first.status_code == 422
        and first.text.count("Base tiles in A3 and D1") > 1
        and first.text.count("First player") > 1
    )
    form = organiser.form("/organise/open")
    assert form.fields["tags"].value == "kept" and form.fields["values-1-1"].options == [
        "",
        "blue",
        "red",
    ]
    fields = {
        "values-1-0": ["T04", "T01"],
        "values-1-1": "blue",
        "values-2-0": ["T02", "T02"],
        "values-2-1": "red",
    }
    wrong = organiser.post("/organise/open", {**form.sent(), **fields})
    assert (
        wrong.status_code == 422
        and 'id="values-2-0-wrong"' in wrong.text
        and 'id="values-1-0-wrong"' not in wrong.text
    )
    assert caller.get("/api/v1/games").json["games"] == []
    right = {**form.sent(), **fields, "values-2-0": ["T02", "T03"]}
    game_ids = games_in(organiser.post("/organise/open", right, follow=False))
    assert len(set(game_ids)) == 2 and game_ids == games_in(
        organiser.post("/organise/open", right, follow=False)
    )
    rolls = [[roll.values for roll in clerk.game(id).opened.rolls] for id in game_ids]
    assert rolls == [[("T04", "T01"), ("blue",)], [("T02", "T03"), ("red",)]]


@pytest.mark.parametrize(
    ("fields", "says", "id"),
    [
        ({"tables": "500"}, "Enter a whole number from 1 to 40, not 500.", "tables"),
        ({"tables": "two"}, "Enter a whole number from 1 to 40, not two.", "tables"),
        ({"first": "-1"}, "Enter a whole number from 1 to 9999", "first"),
        ({"undo": "always"}, "always", "undo"),
        ({"chance": "coin"}, "coin", "chance"),
        ({"options.towers": "tall"}, "per-territory", "options-towers"),
        ({"catalog": "mine"}, "There is no catalog mine", "catalog"),
        ({"players": "3"}, "3", "players"),
        ({"players": "--3"}, "", "players"),
        ({"tags": "kept, <b>"}, "“<b>” is no tag", "tags"),
        ({"names": "A\nB"}, "There are 2 lines of names for 1 tables", "names"),
        ({"names": "A, B, C"}, "Line 1 has 3 names for 2 seats.", "names"),
        ({"names": "x" * 500}, "A name has at most", "names"),
        ({"key": ""}, "open the page again", ""),
    ],
)
def test_what_cannot_be_opened_is_said_at_its_field_and_keeps_what_was_entered(
    fields: dict[str, str], says: str, id: str, organiser: Person, caller: Caller
) -> None:
    answer = opening(organiser, **{"tags": "kept", "first": "9", **fields})
    assert answer.status_code in (400, 422)
    text = answer.text.replace("&#39;", "'").replace("&lt;", "<").replace("&gt;", ">")
    assert says in text and "kept" in organiser.form("/organise/open").fields["tags"].value
    if id:
        assert (
            f'href="#{id}"' in text
            and re.search(rf'<[^>]+id="{id}"', text)
            and f'id="{id}-wrong"' in text
        )
    assert caller.get("/api/v1/games").json["games"] == []
    mended = organiser.form("/organise/open").sent(**dict.fromkeys(fields)) | {
        "tables": "1",
        "key": new_key(),
    }
    assert len(games_in(organiser.post("/organise/open", mended, follow=False))) == 1


# -- the search ------------------------------------------------------------------------------------


def test_games_are_found_by_everything_an_organiser_asks_for(
    organiser: Person, caller: Caller
) -> None:
    (cup,) = games_in(opening(organiser, tags="cup", names="Anna, Bo"))
    (duel,) = games_in(opening(organiser, "convicted", tags="night"))
    table = Table(caller, cup, caller.get(f"/api/v1/games/{cup}").json["seq"])
    seat, action = table.offers()[0]
    table.act(seat, action)
    table.write("/claims", {"seat": seat, "about": table.seq, "text": "not so"})
    branch = caller.made(f"/api/v1/games/{cup}/branches", {"at": 1}, Idempotency_Key=new_key())[
        "id"
    ]

    def found(query: str) -> set[str]:
        return set(
            re.findall(r'name="game" value="(\w{12})"', organiser.go(f"/organise?{query}").text)
        )

    assert found("") == {cup, duel}
    assert found("ruleset=convicted") == found("tag=night") == found("text=nigh") == {duel}
    assert found("player=anna") == found("open_claim=1") == {cup}
    assert found("status=closed") == found("irregular=1") == found("player=nobody") == set()
    assert found("branches=only") == {branch} and found("branches=all") == {cup, duel, branch}
    day = caller.get(f"/api/v1/games/{cup}").json["at"][:10]
    assert found(f"opened_from={day}&opened_to={day}&updated_from={day}&updated_to={day}") == {
        cup,
        duel,
    }
    assert found("opened_from=2999-01-01") == found("updated_to=2000-01-01") == set()
    assert found("status=odd&branches=odd") == {cup, duel}
    page = organiser.go("/organise?opened_from=yesterday&text=cup")
    assert (
        page.status_code == 422
        and "“yesterday” is no day" in page.text
        and 'value="cup"' in page.text
    )
    assert [
        organiser.go(f"/organise?{query}").status_code
        for query in ("opened_to=9999-12-31", "after=zzz")
    ] == [422, 400]


def test_games_ticked_in_the_list_are_printed_together(organiser: Person) -> None:
    game_ids = games_in(opening(organiser, tables="2"))
    form = organiser.form_at("/organise", "/organise/links")
    assert (form.method, sorted(form.fields["game"].options)) == ("get", sorted(game_ids))
    assert (
        organiser.go(
            "/organise/links?" + "&".join(f"game={id}" for id in (*game_ids, game_ids[0]))
        ).text.count('class="qr"')
        == 8
    )
    assert "No game was chosen" in organiser.go("/organise/links").text


# -- Catalogs on the organiser's pages: their placeholders, and corrected copies.
def test_catalogs_show_their_placeholders_and_take_a_corrected_copy(
    organiser: Person, caller: Caller
) -> None:
    listed = organiser.go("/organise/catalogs").text
    for id in registry.ids():
        for catalog in registry.ruleset(id).catalogs().values():
            row = listed.partition(catalog.sha256)[2].partition("</tr>")[0]
            number = catalog.provenance_counts()["placeholder"]
            assert (f">{number}</a>" if number else "<td>0</td>") in row, id
    sha = registry.ruleset(TITLE).catalogs()["default"].sha256
    whole, only = (
        organiser.go(f"/organise/catalogs/{sha}{query}").text for query in ("", "?only=placeholder")
    )
    assert (
        "rule text" in whole.partition("<tbody>")[2]
        and "rule text" not in only.partition("<tbody>")[2]
    )
    assert (
        only.count("<tr>") - 1
        == registry.ruleset(TITLE).catalogs()["default"].provenance_counts()["placeholder"]
    )
    file = organiser.client.get(f"/organise/catalogs/{sha}/file").data
    mine = file.replace(b'"edition": "', b'"edition": "house ', 1)
    assert mine != file
    sent = [upload(organiser, mine) for _ in range(2)]
    assert [answer.status_code for answer in sent] == [303, 303] and sent[0].headers[
        "Location"
    ] == sent[1].headers["Location"]
    assert "house " in organiser.go(sent[0].headers["Location"]).text
    own = sent[0].headers["Location"].rpartition("/")[2]
    (game,) = games_in(opening(organiser, f"{TITLE}&catalog={own}"))
    assert caller.get(f"/api/v1/games/{game}/records/1").json["entry"]["record"]["catalog"] == own


def test_a_long_catalog_is_read_page_by_page(organiser: Person) -> None:
    catalog = registry.ruleset("tears-solo").catalogs()["default"]
    seen = 0
    for number in range(1, 5):
        page = organiser.go(f"/organise/catalogs/{catalog.sha256}?page={number}").text
        assert f"page {number} of 4" in page
        seen += page.count('<th scope="row">')
    assert seen == sum(catalog.provenance_counts().values())
    assert "page 1 of 4" in organiser.go(f"/organise/catalogs/{catalog.sha256}?page=²").text
    assert organiser.go("/organise/catalogs/deadbeef").status_code == 404


@pytest.mark.parametrize(
    ("damage", "status", "says"),
    [
        (b"", 422, "what came was empty"),
        *((text, 422, "<strong>Line ") for text in (b"no json", b"[]", b"\xff\xfe", b"{" * 100)),
        (b'{"game": "chess"}', 422, "<strong>Line "),
        (b" " * 30_000, 413, "<h1>"),
    ],
)
def test_a_damaged_catalog_is_refused_with_what_is_wrong(
    damage: bytes, status: int, says: str, organiser: Person
) -> None:
    answer = upload(organiser, damage)
    assert (answer.status_code, says in answer.text) == (status, True)
    if status == 422:
        assert "Nothing was added." in answer.text and "house.json" in answer.text
        assert 'role="alert"' in answer.text


def upload(organiser: Person, data: bytes) -> TestResponse:
    form = {"file": (io.BytesIO(data), "house.json"), **organiser.token}
    return organiser.client.post("/organise/catalogs", data=form, headers=organiser.headers)
