"""The pages `/record`, `/look` and `/disputes`: start the score sheet of any game, start any title
by one tap, open an example game of each title, open example disputes."""

import re
from random import Random

import pytest

from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.clerk.demonstrations import demonstrate, demonstration_id, demonstration_is_closed
from domain.game.clerk.people import People
from domain.game.record.records import ActionsRetracted, RulingGiven
from domain.kernel.text import same
from domain.titles import registry
from domain.titles.simulation import opening, steps
from tests.builders.api.client import Caller
from tests.builders.api.forms import Person, signed_in


def begun(organiser: Person, clerk: Clerk, **entered: str | None) -> Game:
    organiser.fill_in("/record", "/record", "Begin", **entered)
    assert organiser.answer.status_code == 200, organiser.answer.text
    return clerk.game(organiser.answer.request.path.split("/")[2])


def test_who_plays_sits_at_the_table_and_the_sheet_is_there_to_fill_in(
    organiser: Person, clerk: Clerk
) -> None:
    game = begun(
        organiser, clerk, **{"name-1": "Ada", "name-3": "Zoé", "game": "Belote, chez Marie"}
    )
    assert {sitter.seat: sitter.name for sitter in People(clerk).at_table(game)} == {
        "p1": "Ada",
        "p2": "Zoé",
    }
    assert game.name == same("Belote, chez Marie")
    page = organiser.answer.text
    assert 'aria-label="Points, Zoé"' in page and "Invite phones" in page


def lines(*some: str | dict[str, str]) -> dict[str, str]:
    """The form fields of an organiser's own sheet. Each argument is a line of the sheet: its name,
    or the values of its fields."""
    rows = [{"name": row} if isinstance(row, str) else row for row in some]
    return {
        f"own.categories.{n}.{field}": value
        for n, row in enumerate(rows)
        for field, value in row.items()
    }


def refused(organiser: Person, **entered: str) -> set[str]:
    """Send the form with an own sheet, which the server must refuse. Returns the ids of the fields
    that the error messages link to."""
    answer = organiser.fill_in("/record", "/record", "Begin", sheet="own", **entered)
    assert answer.status_code == 422
    anchors = set(re.findall(r'<a href="#([a-z0-9-]+)">', answer.text))
    assert {anchor for anchor in anchors if f'id="{anchor}"' not in answer.text} == set(), (
        "each leads to a field"
    )
    return anchors


def test_the_organisers_own_lines_make_a_sheet(organiser: Person, clerk: Clerk) -> None:
    game = begun(
        organiser,
        clerk,
        **lines(*({"name": name, "per": "round"} for name in ("Coins", " Cards ", "Été"))),
    )
    sheet = game.setting.values
    assert [(category.id, category.name.en) for category in sheet.categories] == [
        ("coins", "Coins"),
        ("cards", "Cards"),
        ("ete", "Été"),
    ]
    assert (sheet.wins, sheet.rounds, {category.per for category in sheet.categories}) == (
        "highest",
        0,
        {"round"},
    )
    assert [die.id for die in sheet.dice] == ["d6", "coin"], (
        "what can be rolled without being asked for"
    )
    assert 'aria-label="Round 1: Cards, Player 2"' in organiser.answer.text


def test_the_form_has_all_that_a_sheet_can_say(organiser: Person, clerk: Clerk) -> None:
    end = {
        "name": "End",
        "kind": "choice",
        "choices": "Gate held = 5, Gate lost: −2, Fled",
        "required": "1",
        "tie": "lowest",
        "nth": "2",
    }
    own = lines(
        {"name": "Gold", "worth": "2", "least": "0", "most": "50", "by": "owner", "tie": "highest", "nth": "1"},
        {**end, "per": "round"},
        {"name": "Feast", "kind": "yes-no", "worth": "-3", "whose": "table"},
    ) | {
        "own.wins": "lowest", "own.rounds": "4", "own.turns": "1", "own.cup": "d20",
        "own.dice.0.name": "Weather", "own.dice.0.faces": "sun, rain", "own.dice.0.most": "2",
        "own.counters.0.name": "Threat", "own.counters.0.start": "3", "own.counters.0.least": "1", "own.counters.0.most": "9",
        "own.counters.1.name": "Life", "own.counters.1.whose": "seat",
        "own.seats.least": "2", "own.seats.most": "3", "own.seats.names": "Dealer",
    }  # fmt: skip
    sheet = begun(organiser, clerk, sheet="own", **own).setting.values
    gold, ending, feast = sheet.categories
    assert (gold.worth, gold.least, gold.most, gold.by) == (2, 0, 50, "owner")
    assert [(choice.name.en, choice.points) for choice in ending.choices] == [
        ("Gate held", 5),
        ("Gate lost", -2),
        ("Fled", 0),
    ]
    assert (ending.required, ending.per, feast.kind, feast.worth, feast.whose) == (
        True,
        "round",
        "yes-no",
        -3,
        "table",
    )
    assert (sheet.wins, sheet.rounds, sheet.turns) == ("lowest", 4, True)
    assert [(tie.category, tie.wins) for tie in sheet.ties] == [
        ("gold", "highest"),
        ("end", "lowest"),
    ]
    assert [(die.id, die.sides, len(die.faces), die.most) for die in sheet.dice] == [
        ("d20", 20, 0, 4),
        ("weather", 0, 2, 2),
    ]
    threat, life = sheet.counters
    assert (threat.start, threat.least, threat.most, threat.whose, life.whose) == (
        3,
        1,
        9,
        "table",
        "seat",
    )
    assert (sheet.seats.least, sheet.seats.most, sheet.seats.names[0].en) == (2, 3, "Dealer")


RECKONED = lines(
    {"name": "Upper", "least": "0", "most": "90"},
    {"name": "Cards", "parts": "2", "check": "sum", "adds-up": "10"},
    {"name": "Bonus", "kind": "reckoned", "how": "table", "of": "upper", "table": "63 = 35"},
    {"name": "Twice", "kind": "reckoned", "how": "product", "of": "Cards, -2", "worth": "0"},
)


def test_a_line_that_is_reckoned_is_made_by_choosing_with_an_example(
    organiser: Person, clerk: Clerk
) -> None:
    organiser.go("/record")
    own = {"sheet": "own", "own.target": "500", **RECKONED}
    example = organiser.send(organiser.form("/record"), "Show an example", **own).text
    assert "Upper 1, by the table" not in example and "How it is reckoned" in example
    assert "<dt>Bonus</dt><dd>Upper, by the table 63 → 35</dd>" in example
    assert re.search(r"Cards [0-9]+ × \u22122 = -[0-9]+", example)
    game = begun(organiser, clerk, **own)
    sheet = game.setting.values
    assert [check.number for check in sheet.checks] == [10]
    assert (sheet.target, game.setting.units_per_point) == (500, 2)
    bonus = game.setting.categories["bonus"].formula
    assert (bonus.do, bonus.of, bonus.table) == ("table", ("upper",), ((63, 35),))


def test_what_is_wrong_with_a_reckoned_line_is_told_at_its_field(organiser: Person) -> None:
    rows = lines(
        {"name": "A", "kind": "reckoned", "of": "B, nothing"},
        {"name": "B", "kind": "reckoned", "of": "A, 1"},
        {"name": "C", "kind": "reckoned", "how": "floor", "of": "7, D"},
        {"name": "D", "least": "0", "most": "3"},
        {"name": "E", "kind": "reckoned", "how": "table", "of": "D", "table": "many"},
    )
    assert refused(organiser, **rows) == {
        "own-categories-0-of", "own-categories-1-of", "own-categories-2-of", "own-categories-4-table",
    }  # fmt: skip


def test_ready_made_sheets_are_offered_by_name_on_the_first_page(
    caller: Caller, organiser: Person
) -> None:
    front = caller.get("/").text
    assert [
        name
        for name in ("Belote", "Tarot", "Yams", "Skyjo", "7 Wonders", "Darts, 501")
        if f">{name}</a>" not in front
    ] == []
    assert 'value="tarot" checked' in organiser.go("/record?sheet=tarot").text


def test_a_sheet_of_a_cooperative_game_need_not_say_what_decides(
    organiser: Person, clerk: Clerk
) -> None:
    sheet = begun(
        organiser, clerk, **lines("Threat left"), **{"own.wins": "together"}
    ).setting.values
    assert (sheet.decides, [category.id for category in sheet.categories]) == (
        "result",
        ["threat-left", "result"],
    )
    own = {
        "name": "End",
        "kind": "choice",
        "choices": "Saved, Lost",
        "victories": "saved",
        "whose": "table",
        "decides": "1",
    }
    sheet = begun(organiser, clerk, **lines(own), **{"own.wins": "together"}).setting.values
    assert (sheet.decides, [choice.wins for choice in sheet.categories[0].choices]) == (
        "end",
        [True, False],
    )


def test_all_that_is_wrong_with_a_sheet_is_told_at_once_and_nothing_is_kept(
    organiser: Person, clerk: Clerk
) -> None:
    before = clerk.key_values.keys("catalog")
    messages = refused(
        organiser,
        **lines(
            {"name": "Coins", "least": "9", "most": "1"},
            {"name": "COINS", "per": "round"},
            {"name": "How", "kind": "choice", "choices": "Win = many"},
            {"name": "Ours", "whose": "table", "by": "owner", "tie": "highest"},
            {"name": "", "worth": "x"},
        ),
        **{
            "own.dice.0.name": "Odd",
            "own.dice.0.sides": "1",
            "own.counters.0.start": "5000",
            "own.counters.0.name": "Life",
        },
        **{"own.seats.most": "200", "name-1": "Ada\x07", "own.rounds": "ten"},
    )
    assert messages == {
        "own-categories-0-name", "own-categories-1-name", "own-categories-2-choices", "own-categories-3-by",
        "own-categories-3-tie", "own-categories-4-name", "own-categories-4-worth", "own-dice-0-sides", "own-counters-0-start",
        "own-seats-most", "name-1", "own-rounds", "own-categories-1-per",
    }  # fmt: skip
    assert clerk.key_values.keys("catalog") == before
    assert 'value="COINS"' in organiser.answer.text and 'value="x"' in organiser.answer.text, (
        "what was entered is there still"
    )


def test_a_sheet_without_lines_or_with_too_few_players_is_refused(
    organiser: Person, clerk: Clerk
) -> None:
    before = clerk.key_values.keys("catalog")
    assert refused(organiser) == {"own-categories-0-name"}
    assert refused(organiser, **lines("x" * 61)) == {"own-categories-0-name"}
    assert refused(
        organiser,
        **lines("Coins"),
        **{"own.seats.least": "2", "own.seats.most": "4", "name-1": "Ada"},
    ) == {"players"}
    assert clerk.key_values.keys("catalog") == before


def test_more_lines_are_added_without_scripts(organiser: Person, clerk: Clerk) -> None:
    organiser.fill_in(
        "/record",
        "/record",
        "+ Add a line",
        **lines("Coins", "Cards", "Bonus"),
        **{"name-1": "Ada"},
    )
    assert (
        organiser.answer.status_code == 200
        and 'value="Bonus"' in organiser.answer.text
        and 'value="Ada"' in organiser.answer.text
    )
    assert 'name="own.categories.5.name"' in organiser.answer.text


def test_the_sheet_of_an_earlier_evening_is_offered_again(organiser: Person, clerk: Clerk) -> None:
    first = begun(organiser, clerk, game="Belote", **lines("Tricks", "Bids"))
    assert "The same sheet again: Belote (Tricks, Bids)" in organiser.go("/record").text
    opening = organiser.go("/organise/campaigns/open?ruleset=score-sheet").text
    assert '<option value="default" selected>' in opening and "Tricks, Bids" in opening, (
        "a series of evenings can have it, too"
    )
    second = begun(
        organiser, clerk, sheet=first.setting.catalog.sha256, **{"name-1": "Ada", "name-2": "Zoé"}
    )
    assert second.setting.catalog.sha256 == first.setting.catalog.sha256


@pytest.mark.parametrize("title", [title for title in registry.ids() if title != "score-sheet"])
def test_one_tap_opens_a_game_of_any_title_on_one_device(
    organiser: Person, clerk: Clerk, title: str
) -> None:
    organiser.fill_in("/", f"/record/{title}")
    assert organiser.answer.status_code == 200
    assert clerk.game(organiser.answer.request.path.split("/")[2]).rules.id == title
    assert "What you may do" in organiser.answer.text or "what may be done" in organiser.answer.text


def test_a_game_to_look_at_is_made_once_and_then_anybody_may_watch_it(
    anybody: Caller, clerk: Clerk
) -> None:
    path = f"/games/{demonstration_id('score-sheet')}?at=1"
    assert 'action="/look/score-sheet"' in anybody.get("/").text
    for _ in range(2):
        assert anybody.post("/look/score-sheet").headers["Location"] == path
    assert clerk.recorder.max_notification_id() == len(
        clerk.load(demonstration_id("score-sheet")).records()
    )
    page = anybody.get("/").text
    assert f'href="{path}"' in page and '"/look/score-sheet"' not in page
    assert anybody.get(path).status_code == 200


@pytest.mark.parametrize("title", registry.ids())
def test_each_game_to_look_at_has_an_undo_a_ruling_dice_and_a_finish(
    clerk: Clerk, title: str
) -> None:
    game = demonstrate(clerk, title)
    bodies = [stored.body for stored in clerk.load(game.id).records()]
    assert game.closed and game.outcome is not None
    assert {ActionsRetracted, RulingGiven} <= {*map(type, bodies)}
    _, _, chance = opening(game.rules, 1)
    assert [*steps(game.rules, opening(game.rules, 1)[0], chance, Random(1))]
    assert any(getattr(body, "rolls", ()) for body in bodies) == bool(chance.rolls)
    assert demonstrate(clerk, title).seq == game.seq


def test_the_first_page_looks_for_a_finished_example_once(clerk: Clerk) -> None:
    demonstrate(clerk, "score-sheet")
    assert demonstration_is_closed(clerk, "score-sheet")
    clerk.game = lambda game: pytest.fail(f"{game} was folded again")
    assert demonstration_is_closed(clerk, "score-sheet")


def test_what_is_said_in_an_example_is_said_in_both_languages(
    organiser: Person, clerk: Clerk
) -> None:
    game = demonstrate(clerk, "score-sheet")
    assert "Was that allowed? Please look at it. – " in organiser.go(f"/games/{game.id}/desk").text


def test_what_the_sheet_forbids_is_refused_by_its_own_line_in_the_readers_language(
    caller: Caller, clerk: Clerk
) -> None:
    french = signed_in(caller.app, "fr", at="/record")
    entered = {"sheet": "own", **lines({"name": "Été", "least": "0", "most": "9"})}
    french.send(french.form("/record"), "Commencer", **entered)
    answer = french.send(french.form("/play/grid"), **{"cell:ete:p1": "12"})
    assert answer.status_code == 422 and "Règle\u00a0: La feuille, ete" in answer.text
    assert "<td>La feuille</td>" in french.go("/titles/score-sheet").text


def test_disputes_begin_with_open_claims(organiser: Person, clerk: Clerk, caller: Caller) -> None:
    game = begun(organiser, clerk, **{"name-1": "Ada"})
    page = organiser.go("/disputes").text
    assert f"/games/{game.id}/desk" in page.partition('id="live"')[2]
    claim = organiser.form_at(f"/games/{game.id}/play", "/play/claim")
    organiser.send(claim, text="That was not his turn.", about="1")
    page = organiser.go("/disputes").text
    assert f"/games/{game.id}/desk" in page.partition('id="claimed"')[2].partition('id="live"')[0]
