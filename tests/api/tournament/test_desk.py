import re
from random import Random

import pytest
from flask import Flask

from api.tournament import rules_form
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Order
from domain.game.rulings.conditions import Grounds, Wish
from domain.game.rulings.use_cases import Rulings
from domain.titles import registry
from domain.tournament.directing.direction import TournamentStore
from domain.tournament.papers import game_played
from domain.tournament.tournaments import Tournaments
from tests.builders.api.callers import Caller
from tests.builders.api.event_pages import EventPages, submits
from tests.builders.api.forms import Person, excerpt, signed_in
from tests.builders.players import play_on


def test_what_comes_next_leads_through_the_event_to_its_end(event: EventPages) -> None:
    def step() -> str:
        return excerpt(r'class="notice next-step"[^>]*>(.*?) <a', event.go().text)

    assert step() == "Round 1 is to be paired."
    event.submit("/rounds/1", "/pair")
    assert step().startswith("Round 1 is paired, and nobody else sees it")
    event.submit("/rounds/1", "/publish")
    assert step() == "Round 1 is being played."
    event.director.press("Close it for good")
    missing = "Results of round 1 are missing at 2 tables: 1, 2."
    assert missing in event.director.text("trouble")
    assert missing in event.go("/rounds/2").text
    event.play(1)
    assert step() == "All results of round 1 are in."
    event.close(1)
    assert step() == "Round 2 is to be paired."
    event.director.press("Close it for good")
    assert "Not all rounds of the rules were played." in event.director.page
    event.confirm("It rained.")
    page = event.go().text
    assert "The tournament is closed." in page and "It rained." in page and "The seed:" in page


@pytest.mark.parametrize("title", ["", *registry.ids()])
def test_a_tournament_of_every_title_opens_with_what_its_form_begins_with(
    app: Flask, title: str
) -> None:
    assert EventPages(app, 0, title).go().status_code == 200


def test_a_stage_is_added_without_scripts(app: Flask) -> None:
    who = signed_in(app, at="/organise/tournaments/open")
    form = who.form("/organise/tournaments")
    for field, value in (
        ("0.rounds", "2"),
        ("1.format", "knock-out"),
        ("1.rounds", "1"),
        ("1.advance", "4"),
    ):
        form.set(f"rules.stages.{field}", value)
    who.send(form, "+ Add a stage")
    again = who.form("/organise/tournaments")
    assert "rules.stages.2.format" in again.fields
    answer = who.send(again, "Open the tournament", follow=False, title="Cup")
    assert answer.status_code == 303, who.page
    page = who.go(answer.headers["Location"]).text
    assert "Swiss, 2 rounds" in page and "Knock-out, 1 round," in page


def test_a_drawn_match_of_a_knock_out_is_told_where_it_stands(app: Flask) -> None:
    event = EventPages(app, 8, format="knock-out", rounds="3").begun()
    for table, places in enumerate(("=", "1", "1", "1"), start=1):
        event.type_result(1, table, places)
    told, count = "Table 1 was drawn: a knock-out goes on with a winner.", "people play"
    page = event.go("/rounds/1").text
    assert told in page and page.count("no winner yet") == 1
    assert told in event.go("/rounds/1/tables/1").text
    page = event.go("/rounds/2").text
    assert told in page and count not in page
    event.type_result(1, 1, "1")  # typed over within the minute
    assert told not in event.go("/rounds/1").text
    assert "4 people play" in event.go("/rounds/2").text


def test_a_list_without_headings_is_told_as_how_it_was_read(event: EventPages) -> None:
    answer = event.fill_in("/entrants", "/entrants/import", pasted="Curie, Marie\nBoole, George")
    assert "How the list was read:" in answer.text
    assert "each row is taken as a name" in answer.text and "left out" not in answer.text


def test_rules_that_change_after_the_start_are_confirmed_twice(event: EventPages) -> None:
    event.pair(1)
    event.fill_in("/rules", "/rules", "Change the rules", **{"rules.stages.0.scoring.win": "3"})
    event.confirm("Agreed by all.", times=2)
    assert "Agreed by all." in event.go().text and event.go("/rules").status_code == 200
    assert event.director.form("/rules").fields["rules.stages.0.scoring.win"].value == "3"


@pytest.mark.parametrize(
    ("ruleset", "catalog", "scores", "places", "game"),
    [
        ("", "", "7 12", [2, 1], ("Spring", False)),
        ("", "", "7 7", [1, 1], ("Spring", False)),
        ("score-sheet", "", "7 12", [2, 1], ("Score sheet", False)),
        ("score-sheet", "placings", "1 2", [1, 2], ("Score sheet", True)),
        ("score-sheet", "skyjo", "-3 12", [1, 2], ("Skyjo", True)),
    ],
)
def test_a_table_whose_points_alone_are_typed_is_placed_by_them_and_so_in_bg_stats(
    app: Flask,
    clerk: Clerk,
    ruleset: str,
    catalog: str,
    scores: str,
    places: list[int],
    game: tuple[str, bool],
) -> None:
    fields = {"least": "2", "preferred": "2", "most": "2"} if ruleset else {}
    fields |= {"keys__2": ""} if catalog else {}  # the share of the points, of which the fewest win
    event = EventPages(app, 4, ruleset, catalog=catalog, **fields).begun()
    event.type_result(1, 1, "", scores)
    (first, second), numbers = scores.split(), event.tables(1)[2]
    event.go("/rounds/1/tables/2")
    fields = {f"score-{numbers[0]}": first, f"score-{numbers[1]}": second}
    event.send(event.director.form("/result"), **fields)
    tournament = TournamentStore(clerk).tournament(event.id)
    assert game_played(tournament.opened, "Spring", clerk.key_values) == game
    for table in tournament.rounds[0].tables:
        entries = {
            entry.entrant: (entry.place, entry.score) for entry in table.result.result.entries
        }
        assert entries == dict(
            zip(table.entrants, zip(places, map(int, scores.split()), strict=True), strict=True)
        )


def test_a_departure_is_not_recorded_without_a_reason(event: EventPages) -> None:
    event.fill_in("/entrants/2", "/expel")
    answer = event.director.send(
        event.director.form("/expel", "confirm"), follow=False, reason="  "
    )
    assert answer.status_code == 409 and "Say why" in event.director.page
    event.confirm("He cheated.")
    assert "expelled" in event.go("/entrants/2").text
    event.director.send(event.director.form("/reinstate"), reason="She did not.")
    assert "Entrant 2 comes back." in event.go().text
    report = Caller(event.director.client.application).get(f"/api/v1/tournaments/{event.id}/report")
    expelled, back = report.json["departures"]
    assert report.json["acts"] == [] and "est exclu" in expelled["text"]["fr"], "one line an act"
    assert (expelled["reason"], back["reason"]) == ("He cheated.", "She did not.")
    assert back["text"]["en"].endswith(" (2) comes back.")


def test_one_entrant_is_typed_changed_and_kept_apart(event: EventPages) -> None:
    event.submit(
        "/entrants",
        "/entrants",
        within="one",
        **{"one.name": "Zoé", "one.club": "Caen", "one.rating": "1700"},
    )
    form = event.director.form_at(f"{event.base}/entrants/5", "/entrants/5")
    assert [form.fields[f"amended.{name}"].value for name in ("name", "club", "rating")] == [
        "Zoé",
        "Caen",
        "1700",
    ]
    assert 'class="wide" type="number"' in event.director.page, "a rating has four figures"
    event.send(form, **{"amended.club": "Lyon", "amended.rating": "1710"})
    page = event.go("/entrants/5").text
    assert "Zoé" in page and "Lyon" in page
    event.submit("/entrants", "/separations", **{"apart.a": "1", "apart.b": "5", "apart.hard": "1"})
    assert "never paired" in event.go("/entrants").text
    event.director.send(
        event.director.form("/entrants", "one"), **{"one.name": "zoé", "one.club": "Lyon"}
    )
    assert "is entered already, as number 5." in event.trouble()


def test_tables_are_changed_by_hand_and_the_departure_is_named_and_confirmed(
    event: EventPages,
) -> None:
    event.pair(1)
    before = event.tables(1)
    form = event.director.form_at(f"{event.base}/rounds/1", "/rounds/1/tables")
    names = [form.fields[f"t-1-{seat}"].value for seat in range(len(before[1]))]
    event.director.send(form, **{f"t-1-{seat}": name for seat, name in enumerate(reversed(names))})
    assert "The round was published with other tables." in event.director.page
    event.confirm("They asked for it.")
    assert event.tables(1)[1] == list(reversed(before[1]))
    page = event.go("/rounds/1").text
    assert "Seated by hand: tables 1." in page and "They asked for it." in page
    assert 'id="why-1"' not in page and 'id="why-2"' in page
    assert "Seated by hand: tables 1." in event.go("/paper/pairings?round=1").text
    event.fill_in("/rounds/1", "/rounds/1/tables", **{"t-1-0": names[0].lower()})
    assert re.search(r"Entrant (\d) \(Player \1\) sits twice", event.trouble())
    event.director.send(event.director.form("/rounds/1/tables"), **{"t-1-0": "one"})
    assert "“one” is no entrant" in event.trouble()


def test_people_are_chosen_by_name(event: EventPages) -> None:
    event.enter("Zoé Blanc", "Zoé Noir")
    page = event.go("/rulings").text
    assert '<option value="Zoé Blanc">' in page
    penalty = {"penalty.points": "1", "penalty.reason": "Late."}
    event.submit("/rulings", "/penalties", **penalty, **{"penalty.entrant": "blanc zoe"})
    assert "<strong>Zoé Blanc</strong> −1" in event.go("/rulings").text
    event.director.send(event.director.form("/penalties"), **penalty, **{"penalty.entrant": "Zoe"})
    assert "“Zoe” may be 5 · Zoé Blanc, 6 · Zoé Noir" in event.trouble()
    assert 'value="Zoe"' in event.director.page, "what was entered stands there still"
    for sought, there in (("noir", "/entrants/6"), ("3", "/entrants/3")):
        assert event.go(f"/find?text={sought}").request.path == event.base + there
    several = event.go("/find?text=zoe")
    assert several.request.full_path == "/?text=zoe"
    assert {f"{event.base}/entrants/{n}" in several.text for n in (5, 6)} == {True}
    for page, form in (("/rulings", "/penalties"), ("/check-in", "/check-in/bye")):
        event.go(f"{page}?entrant=6")
        assert "Zoé Noir" in [field.value for field in event.director.form(form).fields.values()]
    event.submit("/check-in", "/check-in/presence", "They are absent", numbers="Zoé Noir; 1")
    assert event.go("/check-in").text.count("is-absent") == 2


def test_a_round_is_paired_by_hand_and_the_engines_own_stands_beside_it(event: EventPages) -> None:
    event.submit("/rounds/1", "/pair", "Pair like this", within="hand", tables="4 1\n3 2")
    page = event.go("/rounds/1").text
    assert "by hand" in page and "What the engine would have paired" in page
    assert event.tables(1) == {1: [4, 1], 2: [3, 2]}
    event.submit("/rounds/1", "/withdraw")
    assert "Attempt" in event.go("/rounds/1").text


def test_results_are_typed_one_after_the_other(event: EventPages) -> None:
    event.pair(1)
    answer = event.type_result(1, 1, "21", "4 7")
    assert answer.headers["Location"].endswith("?table=2#t-2"), "the next without a result"
    event.director.go(answer.headers["Location"])
    event.director.send(event.row(2), table="9", places="1")
    assert "has no table 9" in event.trouble()
    event.director.send(event.row(2), places="1 2 3")
    assert "has 2 seats" in event.trouble()
    event.type_result(1, 2, "=")
    event.type_result(1, 2, "2 1")
    tables = event.tables(1)
    assert "was mistyped, and is typed over" in event.go("/paper/irregularities").text
    event.type_result(1, 2, "=")
    assert "Results in: 2 of 2" in event.go("/rounds/1").text
    assert event.standings()[0] == (1, tables[1][1])


def test_two_desks_that_type_one_table_are_told_what_stands_there(event: EventPages) -> None:
    event.pair(1)
    first, second = event.tables(1)[1]
    event.go("/rounds/1")
    form, scorer = event.director.form("/quick"), event.link("Scorer")
    submits(scorer, f"{event.base}/rounds/1", "/quick", table="1", places="1")
    assert event.send(form, table="1", places="1").headers["Location"].endswith("#t-1"), (
        "both say the same, which is there once"
    )
    event.director.send(form, follow=False, table="1", places="2")
    assert (
        f"Table 1 has a result meanwhile: Player {first} beat Player {second}." in event.trouble()
    )
    assert event.standings()[0] == (1, first)


def test_a_result_of_a_table_that_was_withdrawn_or_changed_meanwhile_is_not_taken(
    event: EventPages,
) -> None:
    event.pair(1)
    event.go("/rounds/1")
    form, scorer = event.director.form("/quick"), event.link("Scorer")
    late = scorer.form_at(f"{event.base}/rounds/1", "/quick")
    event.fill_in("/rounds/1", "/withdraw")
    event.confirm("They were sick.")
    sentence = "Round 1 was withdrawn meanwhile: the result of table 2 was not taken."
    for who, sent in ((event.director, form), (scorer, late)):
        who.send(sent, follow=False, table="2", places="2")
        assert sentence in who.text("trouble")
    event.pair(1)
    event.director.send(form, follow=False, table="2", places="2")
    assert "Table 2 was changed meanwhile: see who sits there" in event.trouble()
    assert "Results in: 0 of 2" in event.go("/rounds/1").text


def test_a_pasted_list_is_entered_whole_or_told_line_by_line(event: EventPages) -> None:
    def paste(*rows: str) -> str:
        event.fill_in("/entrants", "/entrants/import", follow=False, pasted="\n".join(rows))
        return event.director.text("trouble")

    wrong = ("name;rating", "Ada;1500", "=1+1;x", "Ada;12", ";7")
    trouble = paste(*wrong)
    assert all(line in trouble for line in ("Line 3:", "Line 4:", "Line 5:"))
    assert event.director.page.count("x is no whole number (rating).") == 1
    pasted = event.director.form("/entrants/import").fields["pasted"].value
    assert pasted == "\n".join(wrong), "what was pasted stays"
    names = [f"Person {n}" for n in range(1, 299)] + ["A" * 80, "Ω" * 80]
    assert paste(*names, "player 1").startswith("Not possible as the tournament stands")
    assert "player 1 is entered already, as number 1." in event.trouble()
    assert "A name has at most 80 characters." in paste("B" * 81)
    assert "at most 2000 entrants" in paste(*(f"S{n}" for n in range(2001)))
    assert event.go("/entrants").text.count("data-named") == 4, "all or none"
    assert paste(*names) == ""
    assert event.go("/entrants").text.count("data-named") == 304
    assert paste("Nom;Prénom;FED;Elo", "Muret;@ada;FRA;1500", "Muret;Bea;;1600") == ""
    assert "Line 1: The column FED is not taken." in event.director.text("notes")
    assert event.go("/entrants").text.count("data-named") == 306


def test_a_correction_shows_what_follows_and_the_page_of_then_and_now_says_it(
    event: EventPages,
) -> None:
    for round in (1, 2):
        event.pair(round, played=True)
        event.close(round)
    first, second = event.tables(1)[1]
    event.fill_in(
        "/rounds/1/tables/1",
        "/correct",
        "See what would follow",
        **{f"place-{first}": "2", f"place-{second}": "1", "effect": "recompute"},
    )
    assert event.director.answer.status_code == 409
    assert re.search(r"Player \d+ goes from rank \d to rank \d\.", event.director.page)
    event.confirm("The slip was read upside down.")
    record = excerpt(r"/corrections/(\d+)", event.go("/corrections").text)
    page = event.go(f"/corrections/{record}").text
    assert f"Player {first}: from rank 1 to rank" in page
    assert "As it was published when the round was closed" in page
    assert "Pairings that would have differed" in page and "The slip was read upside down." in page
    anybody = event.link("Screen").go(f"{event.base}/corrections/{record}")
    assert anybody.status_code == 200
    assert "upside down" not in anybody.text, "reasons are the director's"


def test_a_table_is_reopened_and_a_forfeit_taken(event: EventPages) -> None:
    event.pair(1, played=True)
    event.fill_in("/rounds/1/tables/2", "/reopen")
    event.confirm("They play on.")
    first, second = event.tables(1)[2]
    event.go("/rounds/1/tables/2")
    changes = {
        f"place-{first}": "1",
        f"place-{second}": "2",
        f"absent-{second}": "1",
        "kind": "forfeit",
    }
    event.send(event.director.form("/tables/2/result"), "Take the result", **changes)
    assert "forfeit: somebody was absent" in event.go("/rounds/1").text


def test_penalties_and_protests(event: EventPages) -> None:
    event.pair(1, played=True)
    event.submit(
        "/rulings",
        "/penalties",
        **{"penalty.entrant": "1", "penalty.points": "1/2", "penalty.reason": "Late."},
    )
    event.go("/rulings")
    fields = {
        "protest.entrant": "2",
        "protest.round": "1",
        "protest.table": "1",
        "protest.text": "He moved twice.",
    }
    event.send(event.director.form("/protests"), **fields)
    page = event.go("/rulings").text
    assert "He moved twice." in page and "−½" in page
    assert "Protests that wait for a decision: 1" in event.go().text
    event.submit("/rulings", "/decide", "Reject", text="He did not.")
    assert "rejected" in event.go("/rulings").text
    event.director.send(event.director.form("/lift"), reason="The train was late.")
    assert "Nobody has a penalty." in event.go("/rulings").text


def test_the_report_tells_what_was_decided_by_hand_and_why(event: EventPages, app: Flask) -> None:
    penalty = {"penalty.points": "1/2", "penalty.reason": "Late."}
    event.submit("/rulings", "/penalties", **{"penalty.entrant": "1"}, **penalty)
    path = f"/api/v1/tournaments/{event.id}"
    page, report = event.go("/paper/irregularities").text, Caller(app).get(f"{path}/report").json
    act = report["acts"][-1]
    assert "Penalty of 1/2" in act["text"]["en"] and act["text"]["en"] in page
    assert (act["reason"], act["erased"]) == ("Late.", False) and "<q>Late.</q>" in page
    assert all(text["en"] in page for text in report["unprovable"])
    for commitment in list(app.extensions["greffe"].key_values.keys("text")):
        app.extensions["greffe"].key_values.erase("text", commitment)
    page, report = event.go("/paper/irregularities").text, Caller(app).get(f"{path}/report").json
    act = report["acts"][-1]
    assert (act["reason"], act["erased"]) == (None, True) and act["text"]["en"] in page
    assert "The reason was erased." in page and "Late." not in page


def test_the_clock_is_started_stopped_and_extended(event: EventPages) -> None:
    event.pair(1)
    event.submit("/rounds/1", "/clock", "Start the clock", minutes="50")
    page = event.go("/rounds/1").text
    assert re.search(r"data-clock=\"(2999|3000|299\d)\" data-running=\"1\"", page)
    event.send(event.director.form("/clock"), "Stop")
    assert "stands" in event.go("/rounds/1").text
    event.send(event.director.form("/clock"), "Add these minutes", minutes="5")
    assert 3290 <= int(excerpt(r'data-clock="(\d+)"', event.go("/rounds/1").text)) <= 3300
    event.send(event.director.form("/clock"), "Let it run on")
    event.fill_in("/rounds/1", "/clock", "Start the clock", minutes="")
    assert "Enter 0 to 10080 minutes." in event.trouble()


def test_a_ruling_that_changes_a_result_is_offered_on_the_desk_and_one_tap_leads_to_its_effects(
    app: Flask, clerk: Clerk
) -> None:
    event = EventPages(app, 4, "northgard-training").begun(games=True)
    table = event.now.rounds[0].tables[0]
    game = play_on(clerk, clerk.game(table.game), Random(3), anybody=True)
    event.submit("/rounds/1/tables/1", "/result", "Take it from the game")
    assert "By its game, round 1" not in event.go().text and game.outcome is not None
    loser = next(seat for seat in game.setting.seats if seat not in game.outcome.winners)
    now = clerk.game(table.game)
    tag = event.director.answer.headers["ETag"]
    Rulings(clerk).rule(
        Order(now.id, now.seq, "arbiter", "ruled"),
        Wish("adjudicate", winners=(loser,)),
        Grounds("Rule 1", "illegal-action", "He looked."),
    )
    renewed = event.director.go(event.base, Greffe_Part="1", If_None_Match=tag)
    assert renewed.status_code == 200, "the desk is told, though the tournament has no new record"
    assert "By its game, round 1, table 1 has another result" in renewed.text
    assert "By its game, round 1" not in event.link("Scorer").go(f"{event.base}/rounds/1").text
    event.go()
    event.director.press("Correct it: see what would follow")
    assert re.search(
        r"Player \d+ goes from rank \d+ to rank \d+\.|No rank changes\.", event.director.page
    )
    event.confirm("By the arbiter's ruling.")
    assert "By its game, round 1" not in event.go().text
    assert "Correction of round 1, table 1" in event.go("/corrections").text


def test_what_a_table_rolled_for_its_set_up_is_typed_on_its_page_and_opens_its_game(
    app: Flask,
) -> None:
    event = EventPages(app, 2, "northgard-training", chance="table").begun()
    assert "Tables roll their own dice" in event.go("/rounds/1").text
    event.fill_in("/rounds/1/tables/1", "/game", follow=False)
    assert event.director.answer.status_code == 422
    assert "Enter everything that table 1 rolled" in event.director.page
    for tiles, status in ((["T04", "T04"], 422), (["T04", "T01"], 303)):
        form = event.director.form("/game")
        rolled = {**form.sent(), "roll-0": tiles, "roll-1": "red"}
        answer = event.director.post(form.action, rolled, follow=False)
        assert answer.status_code == status, event.trouble()
        assert ('id="roll-0-wrong"' in answer.text) == (status == 422)
    assert event.now.rounds[0].tables[0].game
    assert "/rounds/1/seats" in event.go("/rounds/1").text


def test_the_tournament_rules_are_one_page_led_to_from_the_standings(event: EventPages) -> None:
    for path in ("/standings", "/standings/1"):
        assert f'href="{event.base}/conventions"' in event.go(path).text
    page = event.go("/conventions").text
    assert "edition 5, which this tournament keeps" in page
    assert "There are no virtual opponents." in page


def test_late_entrants_absences_and_byes_are_told_by_name_before_publishing(
    event: EventPages,
) -> None:
    def sentences(round: int) -> set[str]:
        event.go(f"/rounds/{round}")
        return set(re.findall(r"Player \d [^.]*\.", event.director.text("apart")))

    event.submit("/check-in", "/check-in/presence", "They are absent", numbers="Player 4")
    assert sentences(1) == {"Player 4 was noted as absent."}
    event.send(event.director.form("/pair"))
    assert sentences(1) == {"Player 4 was noted as absent.", "Player 3 has the bye of the pairing."}
    event.send(event.director.form("/withdraw"), "Take this pairing back")
    event.submit("/check-in", "/check-in/presence", "They are here", numbers="4 3 1")
    event.submit("/check-in", "/check-in/close")
    assert sentences(1) == {"Player 2 was not seen at the check-in."}
    event.send(event.director.form("/pair"))
    event.enter("Player 5")
    left = {"Player 2 was not seen at the check-in.", "Player 5 plays from round 2 on."}
    assert left < sentences(1) and "has the bye: the fewest points" in event.go("/rounds/1").text
    event.submit("/rounds/1", "/publish")
    assert sentences(1) == set(), "once it is published, everybody has been told"
    event.play(1)
    event.close(1)
    event.submit("/check-in", "/check-in/bye", **{"bye.entrant": "Player 1", "bye.kind": "half"})
    bye = "Player 1 asked for a bye."
    assert sentences(2) == {bye, "Player 5 plays from this round on."}
    event.send(event.director.form("/pair"))
    assert bye in sentences(2) and any(
        line.startswith("Player 5 plays from this round on: table ") for line in sentences(2)
    )


@pytest.mark.parametrize("quick", [True, False])
def test_a_result_typed_against_its_finished_game_is_asked_twice_and_stands_on_the_desk(
    app: Flask, clerk: Clerk, quick: bool
) -> None:
    event = EventPages(app, 2, "northgard-training").begun(games=True)
    table = event.now.rounds[0].tables[0]
    game = play_on(clerk, clerk.game(table.game), Random(3), anybody=True)
    sits = dict(zip(table.linked.seats, table.entrants, strict=True))
    places = {entrant: 2 if seat in game.outcome.winners else 1 for seat, entrant in sits.items()}
    if quick:
        event.go("/rounds/1")
        fields = {"table": "1", "places": " ".join(str(places[n]) for n in table.entrants)}
        event.director.send(event.director.form("/quick"), follow=False, **fields)
    else:
        event.go("/rounds/1/tables/1")
        fields = {f"place-{n}": str(place) for n, place in places.items()}
        event.director.press("Take the result", **fields)
    assert "In the game, entrant" in event.director.page
    event.confirm("Both told me so.", times=2)
    page = event.go().text
    assert "which is over." in page and "All results of round 1 are in." in page


def test_finished_games_are_told_and_taken_at_once_and_nothing_is_offered_too_early(
    app: Flask, clerk: Clerk
) -> None:
    event = EventPages(app, 4, "northgard-training").begun(games=True)
    for table in event.now.rounds[0].tables:
        page, at = event.go("/rounds/1").text, f"/rounds/1/tables/{table.number}"
        assert page.count("game finished") == table.number - 1
        assert not {'rounds/1/games"', 'rounds/1/close"'} & set(re.findall(r'rounds/1/\w+"', page))
        for state, taken in (("open", False), ("finished", True)):
            shown = event.go(at).text
            assert (f"game {state}" in shown, "Take it from the game" in shown) == (True, taken)
            play_on(clerk, clerk.game(table.game), Random(table.number), anybody=True)
    event.submit("/rounds/1", "/rounds/1/finished")
    page = event.go("/rounds/1").text
    assert "Results in: 2 of 2" in page and "Close 2 games of tables with a result" in page
    assert 'rounds/1/close"' in page


def test_a_correction_begins_in_the_row_and_says_by_name_what_becomes_what(
    event: EventPages,
) -> None:
    event.pair(1, played=True)
    event.close(1)
    first, second = event.tables(1)[1]
    form = event.director.form_at(f"{event.base}/rounds/1", "/tables/1/correct", "correct-1")
    assert [words for _, _, words in form.buttons] == ["Draw", f"Player {second} won"]
    event.director.send(form, f"Player {second} won", follow=False)
    became = f"Player {second} beat Player {first} (was: Player {first} beat Player {second})"
    assert f"Correction of table 1: {became}." in event.director.page
    event.confirm("The slip was read upside down.")
    row = event.director.form("/tables/1/correct", "correct-1") if event.go("/rounds/1") else None
    assert row and [words for _, _, words in row.buttons] == [f"Player {first} won", "Draw"]
    assert f"Player {second} beat Player {first}" in event.go("/rounds/1/tables/1").text


@pytest.mark.parametrize("preset", rules_form.PRESETS)
def test_each_preset_opens_as_it_stands_and_its_first_round_is_paired(
    app: Flask, preset: str
) -> None:
    director = signed_in(app)
    director.fill_in(
        f"/organise/tournaments/open?preset={preset}", "/organise/tournaments", title="Spring"
    )
    id = director.answer.request.path.split("/")[2]
    store = app.extensions["greffe"].of(Tournaments).store
    rules = store.tournament(id).rules
    assert [stage.format for stage in rules.stages] == [
        stage.get("format", "swiss") for stage in rules_form.PRESETS[preset]
    ]
    director.go(f"/tournaments/{id}/entrants")
    names = "\n".join(f"Player {n}" for n in range(1, 9))
    director.send(director.form("/entrants/import"), pasted=names)
    director.go(f"/tournaments/{id}/rounds/1")
    director.press("Pair round 1")
    assert len(store.tournament(id).rounds) == 1


def test_rating_and_points_stand_beside_the_names_where_a_pairing_is_read(
    app: Flask,
) -> None:
    event = EventPages(app, 0)
    event.submit(
        "/entrants", "/entrants/import", pasted="name;rating\nAda;1850\nBlaise;1720\nEmmy;\nZu;900"
    )
    event.pair(1)
    for table, (one, other) in event.tables(1).items():
        event.type_result(1, table, "1 2" if one < other else "2 1")
    event.close(1)
    event.submit("/event", "/event", "Save", public="on")
    event.pair(2)
    stranger = Person(app.test_client())
    director = event.director
    for who, path in ((director, "/rounds/2"), (stranger, "/rounds/2"), (stranger, "/screen"),
                      (director, "/paper/pairings?round=2")):  # fmt: skip
        beside = re.findall(r'class="beside"[^>]*>([^<]*)<', who.go(event.base + path).text)
        assert sorted(beside) == [" [0]", "1720 [1]", "1850 [1]", "900 [0]"], path
    first = re.findall(r'class="beside"[^>]*>([^<]*)<', stranger.go(f"{event.base}/rounds/1").text)
    assert sorted(first) == ["1720", "1850", "900"]
