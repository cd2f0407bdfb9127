from fractions import Fraction
from random import Random
from typing import Any
from urllib.parse import unquote

import msgspec
import pytest

from api.game.cards import points_with_penalty
from domain.game.aggregate.game import (
    Game,
    added_points,
    penalty_in_points,
    ranked,
    say_record,
    seat_ranks,
)
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening, Order
from domain.game.play.sheets import score_of, sheet_at
from domain.game.record.records import Penalty, Remedy
from domain.game.refusals import CorrectionRefused, RulingRefused
from domain.game.rulings.conditions import Wish
from domain.game.rulings.use_cases import Rulings
from domain.game.store.catalogs import Catalogs
from domain.titles import registry
from domain.titles.score_sheet.actions import End, Enter
from domain.tournament.formats import bg_stats, csv_writing
from domain.tournament.results.offered import offered
from domain.tournament.values import EDITION
from projections.boards.positions import encode, plain_view, score_at, summary_of
from projections.numbers.tally import tally_of
from projections.tables.rows import rows_of
from tests.builders.players import play_on
from tests.builders.refusals import refused_with
from tests.builders.table import GROUNDS, SHEET, Table
from tests.domain.titles.score_sheet.sheets import catalog, named
from tests.domain.tournament.directing.hall import DUELS, Hall
from tests.records.laws import laws


def scored(
    clerk: Clerk, *points: int, catalog: str = "default", line: str = "points", **placings: int
) -> Table:
    table = Table(clerk, SHEET, f"{points} {catalog}", catalog=catalog, players=len(points))
    return ended(table, *points, line=line, **placings)


def ended(table: Table, *points: Any, line: str = "points", **placings: int) -> Table:
    """Enter these points, a value for each seat in order, and end the game. `placings`: the places
    that seats are given. Returns the table."""
    for seat, value in zip(table.game.setting.seats, points, strict=True):
        table.act(seat, Enter(line, value, seat))
    table.act("p1", End(placings))
    return table


def totals(game: Game) -> dict[str, int]:
    return {line.seat: line.points for line in score_of(game)}


def ending(game: Game) -> tuple[tuple[str, ...], str, dict[str, int]]:
    return game.outcome.winners, game.outcome.text.en, seat_ranks(game, totals(game))


def test_a_score_that_a_ruling_corrects_after_the_end_changes_the_winner_everywhere(
    clerk: Clerk,
) -> None:
    table = scored(clerk, 60, 58)
    assert ending(table.game) == (
        ("p1",),
        "Player 1 wins with 60 points, 2 ahead.",
        {"p1": 1, "p2": 2},
    )
    ruling = table.rule(
        "correct", patch=({"op": "replace", "path": "/cells/p1/points", "value": 50},)
    )
    game = table.game
    assert ending(game) == (("p2",), "Player 2 wins with 58 points, 8 ahead.", {"p1": 2, "p2": 1})
    assert plain_view(game, "public")["places"] == {"p1": 2, "p2": 1}
    assert summary_of(game).outcome.winners == score_at(game).outcome.winners == ("p2",)
    assert sheet_at(game)["winners"] == ["p2"]
    tally = tally_of(game)
    assert tally is not None and [(sat.seat, sat.place, sat.winner, sat.points) for sat in tally.seats] == [
        ("p1", 2, False, 50), ("p2", 1, True, 58),
    ]  # fmt: skip
    table.overturn(ruling)
    assert ending(table.game)[0] == ("p1",)


def test_a_penalty_reaches_the_winner_and_goes_again_when_it_is_overturned(clerk: Clerk) -> None:
    table = scored(clerk, 60, 58)
    ruling = table.rule("penalty", seat="p1", points=-5)
    game = table.game
    assert ending(game) == (("p2",), "Player 2 wins with 58 points, 3 ahead.", {"p1": 2, "p2": 1})
    assert [(line.total, line.penalty) for line in score_at(game).score] == [
        (55, -5),
        (58, 0),
    ]
    assert plain_view(game, "public")["places"] == {"p1": 2, "p2": 1}
    table.overturn(ruling)
    assert ending(table.game)[0] == ("p1",)
    table.rule("penalty", seat="p1", points=-2)
    assert ending(table.game) == ((), "A draw with 58 points.", {"p1": 1, "p2": 1})


def test_where_the_lowest_wins_a_penalty_makes_it_worse(clerk: Clerk) -> None:
    table = scored(clerk, 1, 2, 3, catalog="placings", line="place")
    table.rule("penalty", seat="p1", points=-5)
    game = table.game
    assert ending(game) == (("p2",), "Player 2 wins.", {"p1": 3, "p2": 1, "p3": 2})
    assert [(line.total, line.penalty) for line in score_at(game).score] == [
        (6, 5),
        (2, 0),
        (3, 0),
    ]
    table.rule("penalty", seat="p2", points=1)
    assert totals(table.game) == {"p1": 6, "p2": 1, "p3": 3}


def test_places_that_were_agreed_stand_and_what_the_sheet_says_with_penalties_is_told(
    clerk: Clerk,
) -> None:
    table = scored(clerk, 60, 58, p1=1, p2=2)
    assert ending(table.game) == (("p1",), "Player 1 wins.", {"p1": 1, "p2": 2})
    table.rule("penalty", seat="p1", points=-5)
    sentence = "Player 1 wins. This was agreed; the sheet says: 1. Player 2, 2. Player 1."
    assert ending(table.game) == (("p1",), sentence, {"p1": 1, "p2": 2})


@pytest.mark.parametrize("title", registry.ids())
def test_in_every_title_a_penalty_reaches_the_points_and_where_they_decide_the_winner(
    clerk: Clerk, title: str
) -> None:
    """The winner is fined more points than they have. In titles decided by points another player
    then wins; in others the winner stays."""
    game = play_on(
        clerk,
        clerk.open_game(Opening(ruleset=title), "tester", title).state,
        Random(5),
        anybody=True,
    )
    before, (seat, *_) = totals(game), game.outcome.winners or game.setting.seats
    Rulings(clerk).rule(
        Order(game.id, game.seq, "arbiter", "k"), Wish("penalty", seat=seat, points=-900), GROUNDS
    )
    after = clerk.game(game.id)
    assert after.outcome is not None and after.status == "ended"
    added = -1 if not after.rules.lowest_wins(after.board) else 1
    assert totals(after)[seat] == before.get(seat, 0) + 900 * added
    decide = laws(title).points_decide
    assert (after.outcome.winners != game.outcome.winners) == decide, after.outcome.text.en
    places = seat_ranks(after, totals(after))
    assert not decide or places[seat] == max(places.values()) > 1
    assert [line.points for line in after.rules.score(after.board)] == [
        line.points for line in game.rules.score(game.board)
    ]


def test_a_penalty_of_the_older_format_changes_no_ranking(
    clerk: Clerk,
) -> None:
    old = msgspec.json.decode(b'{"type":"penalty","seat":"p1","points":-5}', type=Remedy)
    assert old == Penalty("p1", -5)
    table = scored(clerk, 60, 58)
    rules, board = table.game.rules, table.game.board
    outcome = ranked(rules, board, [old]).outcome
    assert outcome is not None and outcome.winners == ("p1",)
    low = scored(clerk, 1, 2, catalog="placings", line="place").game
    assert added_points(low.rules, low.board, [old]) == {"p1": -5}


@pytest.mark.parametrize(
    ("wish", "scores"),
    [
        ({"kind": "penalty", "seat": "p1", "points": -5}, [55, 58]),
        (
            {
                "kind": "correct",
                "patch": ({"op": "replace", "path": "/cells/p1/points", "value": 50},),
            },
            [50, 58],
        ),
    ],
    ids=["penalty", "correction"],
)
def test_a_tournament_takes_the_result_with_what_was_ruled(
    clerk: Clerk, wish: dict[str, Any], scores: list[int]
) -> None:
    hall = Hall(clerk, DUELS, 2, ruleset=SHEET).begun(games=True)
    (at,) = hall.now.rounds[0].tables
    table = ended(Table(clerk, game=at.game), 60, 58)
    table.rule(wish.pop("kind"), **wish)
    hall.on.results.take(hall.order(), 1, 1)
    result = hall.now.rounds[0].tables[0].result
    places = {entry.entrant: (entry.place, entry.score) for entry in result.result.entries}
    assert places == dict(zip(at.entrants, zip((2, 1), scores, strict=True), strict=True))
    assert offered(hall.on.store, hall.now) == ()


def in_halves(clerk: Clerk, **more: Any) -> str:
    """Store the catalog of a sheet whose one line counts halves of points. Returns its digest."""
    line = named("points", parts=2)
    kept, _ = Catalogs(clerk.key_values).keep(catalog(categories=[line], **more).data)
    return kept.catalog.sha256


def test_points_in_halves_are_shown_alike_on_pages_in_the_api_and_in_results(clerk: Clerk) -> None:
    """By hand: 10.5 − 3 is 7.5, half a point less than 8. The service once computed 21 − 3 = 18 in
    halves, and the fined player won."""
    table = ended(Table(clerk, SHEET, catalog=in_halves(clerk), players=2), "10,5", 8)
    refused_with(
        RulingRefused,
        "Points go in steps of",
        table.rule,
        "penalty",
        seat="p1",
        points=Fraction(-5, 4),
    )
    ruling = table.rule("penalty", seat="p1", points=-3)
    game = table.game
    assert game.outcome.text.en == "Player 2 wins with 8 points, 0.5 ahead."
    assert "0,5" in game.outcome.text.fr
    shape = msgspec.json.decode(encode(score_at(game)))
    lines = [(line["points"], line["penalty"], line["total"]) for line in shape["score"]]
    assert lines == [(10.5, -3, 7.5), (8, 0, 8)]
    assert shape["penalties"] == [{"ruling": ruling, "seat": "p1", "points": -3}]
    assert sheet_at(game)["score"] == {"p1": 7.5, "p2": 8}
    tally = tally_of(game)
    assert tally is not None and [sat.points for sat in tally.seats] == [7.5, 8]
    assert [(row[5:7], row[-1]) for row in rows_of(game)["seats"]] == [
        ((None, -3), 7.5),
        ((8, 0), 8),
    ]
    assert "Player 1 loses 3 points" in say_record(game, game.history.record(ruling).body).en
    assert points_with_penalty(7.5, -3) == "7.5 (10.5 − 3)"
    assert penalty_in_points(game.setting, Penalty("p1", -3)) == Fraction(-3, 2), (
        "of a record of before"
    )
    assert game.history.record(ruling).body.remedy.points == -6, "records count the parts"


@pytest.mark.parametrize(("edition", "scores"), [(3, (21, 16)), (EDITION, ("21/2", 8))])
def test_a_tournament_takes_points_in_halves_as_the_sheet_has_them(
    clerk: Clerk, edition: int, scores: tuple[int | str, int]
) -> None:
    """A tournament opened under an older edition still takes the number of halves (21 for 10.5)."""
    hall = Hall(clerk, DUELS, 2, ruleset=SHEET, catalog=in_halves(clerk), edition=edition).begun(
        games=True
    )
    (at,) = hall.now.rounds[0].tables
    ended(Table(clerk, game=at.game), "10.5", 8)
    hall.on.results.take(hall.order(), 1, 1)
    entries = hall.now.rounds[0].tables[0].result.result.entries
    assert [(entry.place, entry.score) for entry in entries] == [(1, scores[0]), (2, scores[1])]
    assert offered(hall.on.store, hall.now) == ()
    shown = {21: "21", "21/2": "10.5"}[scores[0]]
    assert f",1,{shown},played" in csv_writing.results(hall.now.field)
    link = bg_stats.create_play(hall.now.field, 1, 1, tournament="t", title="Halves", game="Sheet")
    assert f'"score":{shown}' in unquote(link)


@pytest.mark.parametrize(
    ("path", "change", "says"),
    [
        ("/cells/p1/points", {"op": "replace", "value": 7}, "The row comes to 11, not 10."),
        ("/cells/p2/points", {"op": "remove"}, "The sheet still wants Points (Player 2)."),
    ],
)
def test_a_correction_after_the_end_meets_the_checks_of_the_end(
    clerk: Clerk, path: str, change: dict[str, Any], says: str
) -> None:
    ten = {"id": "ten", "kind": "sum", "line": "points", "number": 10}
    made = catalog(categories=[named("points", required=True)], checks=[ten])
    kept, _ = Catalogs(clerk.key_values).keep(made.data)
    table = ended(Table(clerk, SHEET, catalog=kept.catalog.sha256, players=2), 6, 4)
    before = table.game.seq
    refusal = refused_with(
        CorrectionRefused, "", table.rule, "correct", patch=({"path": path, **change},)
    )
    assert says in str(refusal.text) and table.game.seq == before


# -- places ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", ["northgard-training", "raiders-solo"])
def test_in_other_titles_winners_share_rank_1_and_others_follow_by_points(
    ruleset: str, clerk: Clerk
) -> None:
    game = clerk.open_game(Opening(ruleset=ruleset), "tester", "played").state
    totals = {line.seat: line.points for line in game.rules.score(game.board)}
    assert seat_ranks(game, totals) == {}
    game = play_on(clerk, game, Random(3))
    totals = {line.seat: line.points for line in game.rules.score(game.board)}
    places = seat_ranks(game, totals)
    assert {seat for seat in totals if seat in game.outcome.winners} == {
        seat for seat, place in places.items() if place == 1 and seat in game.outcome.winners
    }
    losers = [seat for seat in totals if seat not in game.outcome.winners]
    assert all((totals[a] > totals[b]) == (places[a] < places[b]) for a in losers for b in losers)
