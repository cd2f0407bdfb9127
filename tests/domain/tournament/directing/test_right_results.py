from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Order
from domain.kernel.refusals import BadRequest, Stale
from domain.kernel.stored import DamagedRecord, StoredRecord
from domain.tournament import records as r
from domain.tournament.aggregate.kinds import fold_tournament
from domain.tournament.audit.replay import Repeated, repeated
from domain.tournament.refusals import ConfirmationNeeded, TournamentRefused
from domain.tournament.results.offered import offered
from domain.tournament.rounds.seating import left_out
from domain.tournament.standings.ranking import standings
from domain.tournament.values import EDITION, Entry, Rules, Scoring, Stage, TableResult
from tests.builders.refusals import refused_with
from tests.domain.campaign.campaigning import finish
from tests.domain.proof.games import rows_of
from tests.domain.tournament.directing.hall import DUELS, Hall, departures_in, won
from tests.domain.tournament.directing.test_games import finished


@pytest.fixture
def hall_of_two(clerk: Clerk) -> Hall:
    return Hall(clerk, DUELS, 2, ruleset="northgard-training", undo="free")


CUT = Rules((Stage(rounds=1, keys=("points",)), Stage(format="knock-out", rounds=1, advance=2)))


def last_advancement(hall: Hall) -> r.StageAdvanced:
    body = hall.on.store.records_of(hall.id)[-1].body
    assert isinstance(body, r.StageAdvanced)
    return body


def check_replay(hall: Hall) -> None:
    assert repeated(hall.id, rows_of(hall.clerk, hall.id)).wrong == ()


def test_a_tie_on_the_last_place_that_goes_on_is_settled_by_lots(clerk: Clerk) -> None:
    hall = Hall(clerk, CUT, 6).begun()
    hall.play(1)
    assert [row.rank for row in standings(hall.now.field).rows][:3] == [1, 1, 1]
    refused = hall.refused(
        r"share rank 1, the last that goes on: draw lots", hall.on.rounds.advance
    )
    assert refused.pointer == "/declined"
    lots = hall.on.rounds.draw_lots(hall.order()).tournament.lots
    winners = [entrant for entrant in lots if standings(hall.now.field).row(entrant).rank == 1]
    hall.on.rounds.advance(hall.order())
    assert [going.entrant for going in last_advancement(hall).going] == winners[:2]
    check_replay(hall)


def test_nobody_draws_lots_where_a_key_parts_the_last_place(clerk: Clerk) -> None:
    hall = Hall(clerk, CUT, 6).begun()
    at = hall.now.rounds[0]
    for table in at.tables:
        hall.on.results.take(
            hall.order(), 1, table.number, won(table, table.entrants[0], draw=table.number == 3)
        )
    hall.on.rounds.advance(hall.order())
    assert [going.entrant for going in last_advancement(hall).going] == sorted(
        at.tables[n].entrants[0] for n in (0, 1)
    )


def test_who_is_marked_present_after_the_check_in_plays(clerk: Clerk) -> None:
    hall = Hall(clerk, entrants=5)
    hall.on.entering.note(hall.order(), 1, (1, 2, 3, 4))
    hall.on.entering.close_check_in(hall.order(), 1)
    assert left_out(hall.now, 1) == (5,)
    hall.add("Late")
    hall.on.entering.note(hall.order(), 1, (6,))
    assert hall.now.expected(1) == (1, 2, 3, 4, 6) and left_out(hall.now, 1) == (5,)
    hall.on.entering.note(hall.order(), 1, (2,), present=False)
    hall.pair(1)
    assert set(hall.now.rounds[0].present) == {1, 3, 4, 6} and left_out(hall.now, 1) == (2, 5)
    check_replay(hall)


def test_a_knock_out_says_who_could_play_on_and_does_not(clerk: Clerk) -> None:
    hall = Hall(clerk, Rules((Stage(format="knock-out", rounds=3),)), 6)
    hall.on.entering.note(hall.order(), 1, (1, 2, 3, 4, 5))
    hall.on.entering.close_check_in(hall.order(), 1)
    assert left_out(hall.now, 1) == (6,)
    hall.pair(1)
    assert left_out(hall.now, 1) == (6,)
    lost = hall.play(1).rounds[0].tables[0].entrants[1]
    assert left_out(hall.now, 2) == (), f"{lost} has lost, and 6 did not enter"
    hall.add("Late")
    hall.on.entering.note(hall.order(), 2, (7,))
    hall.on.entering.note(hall.order(), 2, (1,), present=False)
    assert left_out(hall.now, 2) == (1, 7)
    hall.pair(2)
    assert left_out(hall.now, 2) == (1, 7)


def test_a_typed_result_as_its_finished_game_has_it_is_told_alone(hall_of_two: Hall) -> None:
    game = finished(hall_of_two)
    table = hall_of_two.now.rounds[0].tables[0]
    sits = dict(zip(game.setting.seats, table.entrants, strict=False))
    hall_of_two.on.results.take(
        hall_of_two.order("typed"), 1, 1, won(table, sits[game.outcome.winners[0]])
    )
    assert [code for _, code, _ in departures_in(hall_of_two)][-1] == "typed"


@pytest.mark.parametrize("how", ["slips", "typed before the end"])
def test_what_was_not_asked_against_a_game_is_on_the_desk_until_it_is_corrected(
    clerk: Clerk, how: str
) -> None:
    hall = Hall(clerk, DUELS, 2, ruleset="northgard-training").begun(games=True)
    hall.on.rounds.publish(hall.order(), 1)
    table = hall.now.rounds[0].tables[0]
    if how == "slips":
        game = finish(clerk, clerk.game(table.game), 3)
        loser = in_order_of_place(game, table.entrants)[-1]
        for entrant in table.entrants:
            hall.on.results.file_slip(hall.order(), 1, entrant, won(table, loser))
    else:
        hall.on.results.take(hall.order(), 1, 1, won(table, table.entrants[0], draw=True))
        assert offered(hall.on.store, hall.now) == ()
        game = finish(clerk, clerk.game(table.game), 3)
    (offer,) = offered(hall.on.store, hall.now)
    assert [
        entry.entrant for entry in offer.result.entries if entry.place == 1
    ] == in_order_of_place(game, table.entrants)[:1]
    hall.confirmed(
        lambda how: hall.on.results.correct(hall.order(), 1, 1, "recompute", None, how), times=1
    )
    assert offered(hall.on.store, hall.now) == ()


def in_order_of_place(game: Game, entrants: tuple[int, ...]) -> list[int]:
    return sorted(
        entrants,
        key=lambda entrant: game.setting.seats[entrants.index(entrant)] not in game.outcome.winners,
    )


STAGE = Stage(rounds=3)


@pytest.mark.parametrize(
    ("stage", "pointer"),
    [
        (replace(STAGE, scoring=Scoring(points="raw")), "scoring/points"),
        (replace(STAGE, keys=("points", "score-sum")), "keys/1"),
        (replace(STAGE, format="challenge", least=1, preferred=1, most=1), "scoring/points"),
    ],
)
def test_victory_points_do_not_count_where_the_fewest_win(
    clerk: Clerk, stage: Stage, pointer: str
) -> None:
    refused = refused_with(
        BadRequest, "", Hall, clerk, Rules((stage,)), ruleset="score-sheet", catalog="placings"
    )
    assert refused.pointer == f"/rules/stages/0/{pointer}"
    check_replay(Hall(clerk, Rules((stage,)), ruleset="score-sheet"))
    check_replay(
        Hall(
            clerk,
            Rules((stage,)),
            ruleset="score-sheet",
            catalog="placings",
            edition=1,
            name="first",
        )
    )


def penalised_unseen(hall: Hall) -> Order:
    """Play and close the first round and penalise an entrant after it. Returns an order of somebody
    who last saw the round's results, and not the penalty."""
    hall.pair(1)
    hall.on.rounds.publish(hall.order(), 1)
    hall.play(1)
    seen = hall.order()
    hall.on.rounds.close(hall.order(), 1)
    hall.on.rounds.draw_lots(hall.order())
    hall.on.results.penalise(hall.order(), 3, "1", "Late.")
    return seen


def test_a_protest_is_not_stale_because_something_else_happened(clerk: Clerk) -> None:
    hall = Hall(clerk, entrants=4)
    seen = penalised_unseen(hall)
    table = hall.now.rounds[0].tables[0]
    hall.on.results.protest(seen, table.entrants[1], 1, 1, "I won.")
    late = Order(hall.id, seen.seq, "director", "late")
    corrected = won(table, table.entrants[1])
    hall.confirmed(
        lambda how: hall.on.results.correct(hall.order(), 1, 1, "recompute", corrected, how),
        times=1,
    )
    refused_with(Stale, "", hall.on.results.protest, late, table.entrants[0], 1, 1, "No, I did.")


def test_closing_with_an_open_protest_asks(clerk: Clerk) -> None:
    hall = Hall(clerk, Rules((Stage(rounds=1),)), 4)
    hall.on.results.protest(
        penalised_unseen(hall), hall.now.rounds[0].tables[0].entrants[1], 1, 1, "I won."
    )
    needed = hall.refused("", hall.on.whole.close, error=ConfirmationNeeded)
    assert [code for code, _, _ in needed.departures] == ["open-protest"]
    hall.confirmed(lambda how: hall.on.whole.close(hall.order(), how), times=1)
    assert departures_in(hall)[-1][1:] == ("open-protest", 3)
    check_replay(hall)


def test_the_first_by_rank_go_on_and_alternates_take_the_place_of_who_declined(
    clerk: Clerk,
) -> None:
    heats = Stage(format="heats", rounds=1, least=3, preferred=4, most=4, keys=("points", "lots"))
    final = Stage(
        format="heats",
        rounds=1,
        least=3,
        preferred=4,
        most=4,
        advance=4,
        keys=("final", "points", "lots"),
    )
    hall = Hall(clerk, Rules((heats, final)), 8)
    hall.on.rounds.draw_lots(hall.order())
    hall.play(1)
    refused_with(TournamentRefused, "who goes on", hall.pair, 2)
    first = hall.now.rounds[0].tables[0].entrants[0]
    going = (
        hall.confirmed(lambda how: hall.on.rounds.advance(hall.order(), (first,), how), times=1)
        .tournament.advanced[0]
        .going
    )
    assert departures_in(hall)[-1][1:] == ("declined", 3)
    assert len(going) == 4
    assert first not in [goer.entrant for goer in going]
    assert [goer.instead for goer in going if goer.instead] == [first]
    assert set(hall.pair(2).rounds[1].present) == {goer.entrant for goer in going}


def test_what_this_program_does_not_have_leaves_it_open(clerk: Clerk) -> None:
    hall = Hall(clerk, entrants=4).begun()
    rows = rows_of(clerk, hall.id)

    def changed(topic: str, old: bytes, new: bytes) -> Repeated:
        return repeated(
            hall.id,
            [(own, state.replace(old, new) if own == topic else state) for own, state in rows],
        )

    newer = changed("TournamentOpened", b'"edition":5', b'"edition":99')
    assert (newer.wrong, newer.records) == ((), 0)
    assert "newer edition" in newer.open[0][1].en
    other = changed("RoundPaired", b'"source":"', b'"source":"00')
    assert (other.wrong, other.unknown) == ((), (len(rows),))
    title = changed("TournamentOpened", b'"ruleset":"external"', b'"ruleset":"chess"')
    assert (title.wrong, title.open[0][0]) == ((), 1)


@pytest.mark.parametrize(
    "body",
    [
        lambda stamp: r.EntrantWithdrawn(**stamp, number=0),
        lambda stamp: r.EntrantExpelled(**stamp, number=4),
        lambda stamp: r.EntrantAdded(**stamp, number=3, player="x"),
    ],
)
def test_a_record_of_an_entrant_under_another_number_does_not_follow(
    clerk: Clerk, body: Callable[[dict[str, Any]], r.TournamentRecord]
) -> None:
    """Entrant number 0 must not be read as the last entrant."""
    now = Hall(clerk, entrants=3).now
    refused_with(
        DamagedRecord,
        "does not follow from",
        fold_tournament,
        [StoredRecord.new(now.id, now.seq + 1, body({"at": now.at, "actor": "director"}))],
        now,
    )


@pytest.mark.parametrize(("edition", "points"), [(3, ["9/2", "7/2"]), (4, ["7/2", "7/2"])])
def test_a_win_over_the_favourite_by_somebody_who_leaves_early_decides_nothing(
    clerk: Clerk, edition: int, points: list[str]
) -> None:
    """Of six entrants, 6 beats 1 in round 1 and leaves; 1 and 2 draw their game, and win all other
    games against those who stayed. By edition 3, which older tournaments keep, everybody but 1 got
    a point for the game against 6."""
    rules = Rules((Stage(format="round-robin", rounds=5, keys=("points",)),))
    hall = Hall(clerk, rules, 6, edition=edition)
    for round in range(1, 6):
        for table in hall.pair(round).rounds[-1].tables:
            best = 6 if 6 in table.entrants else min(table.entrants)
            draw = {*table.entrants} == {1, 2}
            hall.on.results.take(hall.order(), round, table.number, won(table, best, draw=draw))
        if round == 1:
            hall.on.entering.withdraw(hall.order(), 6, "Ill.")
    assert [code for _, code, _ in departures_in(hall)] == ["left-early"] * (edition > 3)
    assert hall.now.rules.stages[0].withdrawals == ("half" if edition > 3 else "count")
    order = standings(hall.now.field)
    assert [order.row(number).values[0] for number in (2, 1)] == points
    assert (order.rows[-1].entrant, order.rows[-1].parted == "left") == (6, edition > 3)
    check_replay(hall)


@pytest.mark.parametrize(
    ("semi_finals", "leavers", "ranks"),
    [
        ("won won", {"first"}, {"second": 1, "first": 2}),
        ("lost won", set(), {"second": 1, "neither": 3}),
        ("won won", {"first", "second"}, {"first": 2, "second": 2}),
        ("lost lost", set(), {"neither": 3}),
    ],
)
def test_a_knock_out_ends_whoever_leaves_and_whatever_both_lose(
    clerk: Clerk, semi_finals: str, leavers: set[str], ranks: dict[str, int]
) -> None:
    """The stage's only tie-break key is `points`. Earlier, two entrants with equal points shared
    rank 1."""
    hall = Hall(clerk, Rules((Stage(format="knock-out", rounds=2, keys=("points",)),)), 4).begun()
    number = {"neither": 0}
    for table, how in zip(hall.now.rounds[0].tables, semi_finals.split(), strict=True):
        if how == "won":
            number[("first", "second")[table.number - 1]] = table.entrants[0]
            hall.type(1, table.number, *table.entrants)
        else:
            number["neither"] = table.entrants[0]
            absent = tuple(Entry(n, 1, absent=True) for n in table.entrants)
            result = TableResult(table.number, absent, "double-forfeit")
            hall.on.results.take(hall.order(), 1, table.number, result)
    for leaver in sorted(leavers):
        hall.on.entering.withdraw(hall.order(), number[leaver])
    if 1 in ranks.values():
        assert [bye.entrant for bye in hall.pair(2).rounds[1].byes] == [number["second"]]
        hall.on.whole.close(hall.order())
    else:
        refused_with(TournamentRefused, "Nobody is left to play round 2: close", hall.pair, 2)
        hall.confirmed(lambda how: hall.on.whole.close(hall.order(), how), times=1)
    order = standings(hall.now.field)
    assert {who: order.row(number[who]).rank for who in ranks} == ranks
    assert sum(row.rank == 1 for row in order.rows) == (1 in ranks.values())
    check_replay(hall)


def cut_after(clerk: Clerk, edition: int = EDITION) -> tuple[Hall, list[int]]:
    """Two of six entrants advance to a final, and the second of them then loses a point. Returns
    the hall and the entrants that the advancement named."""
    two = replace(CUT.stages[0], keys=("points", "lots"))
    hall = Hall(clerk, Rules((two, CUT.stages[1])), 6, f"cut-{edition}", edition=edition)
    hall.on.rounds.draw_lots(hall.order())
    hall.play(1)
    hall.on.rounds.advance(hall.order())
    said = [going.entrant for going in last_advancement(hall).going]
    hall.on.results.penalise(hall.order(), said[1], "1", "Late.")
    return hall, said


def test_the_final_is_played_by_who_ranks_when_it_is_paired(clerk: Clerk) -> None:
    hall, (first, second) = cut_after(clerk)
    (third,) = {row.entrant for row in standings(hall.now.field).rows if row.rank <= 2} - {first}
    needed = refused_with(ConfirmationNeeded, "", hall.pair, 2)
    assert [code for code, level, _ in needed.departures if level == 3] == [
        "cut-in",
        "cut-out",
    ]
    assert [sentence.en for sentence in needed.consequences] == [
        f"Entrant {third} goes on now.",
        f"Entrant {second} goes on no more.",
    ]
    hall.confirmed(lambda how: hall.on.rounds.pair(hall.order(), 2, confirmation=how), times=1)
    assert set(hall.now.rounds[1].tables[0].entrants) == {first, third}
    said, paired = (record.body for record in hall.on.store.records_of(hall.id)[-2:])
    assert [going.entrant for going in said.going] == [first, third]
    assert [(d.code, d.entrants) for d in paired.departures] == [
        ("cut-in", (third,)),
        ("cut-out", (second,)),
    ]
    check_replay(hall)
    old, said_then = cut_after(clerk, 3)
    assert set(old.pair(2).rounds[1].tables[0].entrants) == set(said_then)
    check_replay(old)
