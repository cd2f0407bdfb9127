import re
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.dice.conditions import rolls_of, wrong_rolls
from domain.game.refusals import UndoRefused
from domain.kernel.refusals import BadRequest
from domain.titles.contract.chance import deal_commitment
from domain.tournament.aggregate.kinds import fold_tournament
from domain.tournament.aggregate.wishes import Entry as Entrants, TournamentOpening
from domain.tournament.audit.replay import repeated
from domain.tournament.deals import undealt
from domain.tournament.directing.games import deal_of
from domain.tournament.seeds import derived
from domain.tournament.standings.ranking import standings
from domain.tournament.values import Entry, Points, Rules, Scoring, Stage, TableResult
from tests.builders.players import play_on
from tests.builders.refusals import refused_with
from tests.domain.campaign.campaigning import entry
from tests.domain.proof.games import rows_of
from tests.domain.tournament.directing.hall import Hall, challenge


def dealt(clerk: Clerk, title: str, entrants: int = 3, **rules: Any) -> Hall:
    return Hall(clerk, challenge(**rules), entrants, ruleset=title, chance="duplicate").begun(
        games=True
    )


def after_seq(seq: int) -> Callable[[Game], bool]:
    return lambda game: game.seq > seq


def games(hall: Hall, round: int = 1) -> list[Game]:
    return [hall.clerk.game(table.game) for table in hall.now.rounds[round - 1].tables]


@pytest.mark.parametrize(
    ("title", "seats"), [("raiders-solo", 0), ("tears-solo", 0), ("convicted", 2)]
)
def test_equal_choices_meet_equal_cards_and_every_roll_is_the_deals(
    clerk: Clerk, title: str, seats: int
) -> None:
    hall = dealt(clerk, title, seats=seats)
    first, second, other = games(hall)
    assert len({game.opened.commitment for game in (first, second, other)}) == 1
    assert first.board == second.board == other.board, "the same set-up"
    first, second = (
        play_on(clerk, game, Random(5), after_seq(40), anybody=True) for game in (first, second)
    )
    other = play_on(clerk, other, Random(6), after_seq(40), anybody=True)
    assert first.board == second.board, "the same choices came to the same"
    rolled = [list(rolls_of(game)) for game in (first, second)]
    assert rolled[0] == rolled[1] and {roll.source for roll in rolled[0]} == {"dealt"}
    deal = deal_of(hall.on.store, hall.now, hall.now.rounds[0])
    assert deal_commitment(deal) == first.opened.commitment
    for game in (first, second, other):
        assert wrong_rolls(rolls_of(game), deal) == ()
        assert wrong_rolls(rolls_of(game), b"another deal".ljust(32)) != ()


def test_another_round_and_another_attempt_are_another_deal_and_the_seed_proves_them(
    clerk: Clerk,
) -> None:
    hall = dealt(clerk, "raiders-solo", rounds=2)
    first = {game.opened.commitment for game in games(hall)}
    hall.on.rounds.withdraw(hall.order(), 1)
    hall.pair(1)
    hall.on.rounds.open_games(hall.order(), 1)
    second = {game.opened.commitment for game in games(hall)}
    assert len(first) == len(second) == 1
    assert first != second, "who saw the first attempt knows nothing of the second"
    score(hall, 1, 20, 20, 20)
    hall.pair(2)
    score(hall, 2, 20, 20, 20)
    hall.on.whole.close(hall.order())
    closing = hall.now.closing
    deal = bytes.fromhex(derived(bytes.fromhex(closing.seed), hall.id, 1, 1, 2, "", "deal", ()))
    assert {deal_commitment(deal)} == second
    event = rows_of(clerk, hall.id)
    game = games(hall)[0]
    rows = rows_of(clerk, game.id)
    assert undealt(game.id, rows, hall.id, event) == ()
    topic, state = rows[0]
    picked = re.search(rb'"picks":\[(\d)', state)
    other = state[: picked.start(1)] + bytes([picked[1][0] ^ 1]) + state[picked.end(1) :]
    assert len(undealt(game.id, [(topic, other), *rows[1:]], hall.id, event)) == 1
    assert undealt(game.id, rows, hall.id, event[:-1]) is None, "the tournament is not closed"
    assert undealt(game.id, rows, "another", event) is None


def test_what_was_seen_of_the_deal_is_not_taken_back_by_who_saw_it(clerk: Clerk) -> None:
    game = games(dealt(clerk, "raiders-solo", 1))[0]
    rng = Random(2)
    while game.step is None or not game.step.stops_undo:
        game = play_on(clerk, game, rng, after_seq(game.seq), anybody=True)
    refused_with(UndoRefused, "", clerk.undo, entry(game, "back"), game.setting.seats[0])


def test_a_game_that_closes_shows_nothing_of_the_deal(clerk: Clerk) -> None:
    closed = clerk.close_game(entry(games(dealt(clerk, "raiders-solo", 2))[0], "close")).record.body
    assert closed.seed == ""  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ("raw", (30, 20, 20, 5)),
        ("match", (3, Fraction(3, 2), Fraction(3, 2), 0)),
        ("ranks", (6, 3, 3, 1)),
    ],
)
def test_scores_of_a_deal_count_raw_by_who_did_worse_or_by_rank(
    clerk: Clerk, points: Points, expected: tuple[Any, ...]
) -> None:
    hall = Hall(clerk, challenge(points=points), 4).begun()
    score(hall, 1, 30, 20, 20, 5)
    table = standings(hall.now.field)
    assert tuple(Fraction(table.row(n).values[0]) for n in (1, 2, 3, 4)) == expected
    assert [row.rank for row in table.rows] == [1, 2, 2, 4]


@pytest.mark.parametrize(
    ("opening", "pointer"),
    [
        ({"rules": Rules((Stage(),)), "ruleset": "northgard-training"}, "/rules/stages/0/format"),
        ({"rules": challenge(), "ruleset": "raiders-solo", "public": True}, "/public"),
        ({"rules": challenge(seats=5), "ruleset": "convicted"}, "/rules/stages/0/seats"),
        ({"rules": Rules((Stage(seats=2),))}, "/rules/stages/0/seats"),
        (
            {"rules": Rules((Stage(scoring=Scoring(points="match")),))},
            "/rules/stages/0/scoring/points",
        ),
    ],
)
def test_what_cannot_be_dealt_is_refused_with_its_place(
    clerk: Clerk, opening: dict[str, Any], pointer: str
) -> None:
    refused = refused_with(
        BadRequest,
        "",
        Hall(clerk).on.whole.open,
        TournamentOpening(title="Deal", chance="duplicate", **opening),
        "director",
        "deal",
    )
    assert refused.pointer == pointer


# -- teams of several sizes ------------------------------------------------------------------------


def teams(clerk: Clerk, *sizes: int, points: Points = "match") -> Hall:
    """A challenge of *The Convicted* with open games, for teams of these sizes (0: of two)."""
    hall = Hall(clerk, challenge(2, points, seats=2), ruleset="convicted", chance="duplicate")
    hall.on.entering.add(
        hall.order(), [Entrants(f"Team {n}", team=size) for n, size in enumerate(sizes, start=1)]
    )
    hall.pair(1)
    hall.on.rounds.open_games(hall.order(), 1)
    return hall


def score(hall: Hall, round: int, *scores: int) -> None:
    at = hall.now.rounds[round - 1]
    for table in at.tables:
        entrant = table.entrants[0]
        result = TableResult(table.number, (Entry(entrant, 1, scores[entrant - 1]),))
        hall.on.results.take(hall.order(), round, table.number, result)


def test_teams_of_one_to_four_play_one_deal_with_as_many_seats_as_they_are(clerk: Clerk) -> None:
    hall = teams(clerk, 1, 0, 3, 4)
    seats = {
        table.entrants[0]: len(table.linked.seats)
        for table in hall.now.rounds[0].tables
        if table.linked is not None
    }
    assert seats == {1: 1, 2: 2, 3: 3, 4: 4}
    assert len({game.opened.commitment for game in games(hall)}) == 1
    assert fold_tournament(hall.on.store.records_of(hall.id)) == hall.now


def test_teams_are_compared_with_those_of_their_size_and_ranked_by_themselves(clerk: Clerk) -> None:
    hall = teams(clerk, 1, 2, 1, 0, 1)
    score(hall, 1, 10, 50, 20, 40, 10)
    order = standings(hall.now.field)
    rows = [(row.team, row.rank, row.entrant, row.values[0], row.parted) for row in order.rows]
    assert rows == [
        (1, 1, 3, "2", ""),
        (1, 2, 1, "1/2", "points"),
        (1, 2, 5, "1/2", ""),
        (2, 1, 2, "1", "team"),
        (2, 2, 4, "0", "points"),
    ]
    assert order.tree(3, "points").number == 2, "nobody outscores a team of another size"
    hall.on.rounds.close(hall.order(), 1)
    hall.pair(2)
    score(hall, 2, 0, 0, 0, 0, 90)
    assert [row.entrant for row in standings(hall.now.field).rows][:2] == [3, 5]
    assert repeated(hall.id, rows_of(clerk, hall.id)).wrong == ()


def test_sizes_that_cannot_be_are_refused_with_their_place(clerk: Clerk) -> None:
    hall = teams(clerk, 1, 2)
    for size, sentence in ((9, "A team has 1 to 8 players"), (-1, "A team has 1 to 8 players")):
        refused = hall.refused(sentence, hall.on.entering.add, [Entrants("x", team=size)])
        assert refused.pointer == "/entrants/0/team"
    hall.refused(
        "stays as it is once a round was paired", hall.on.entering.amend, 1, Entrants(team=2)
    )
    duels = Hall(clerk, name="duels")
    duels.refused("Only in a challenge", duels.on.entering.add, [Entrants("x", team=2)])
    solo = Hall(clerk, challenge(), name="solo", ruleset="raiders-solo", chance="duplicate")
    solo.on.entering.add(solo.order(), [Entrants("x", team=3), Entrants("y")])
    solo.pair(1)
    solo.refused("Table 1: ", solo.on.rounds.open_games, 1)
    assert not any(table.game for table in solo.now.rounds[0].tables), "nothing was opened"


def test_nobody_goes_on_from_teams_of_several_sizes(clerk: Clerk) -> None:
    hall = Hall(clerk, Rules((challenge(1, "match", seats=2).stages[0], Stage(advance=2))))
    hall.on.entering.add(hall.order(), [Entrants("a", team=1), Entrants("b"), Entrants("c")])
    hall.pair(1)
    score(hall, 1, 1, 2, 3)
    hall.on.rounds.close(hall.order(), 1)
    hall.refused("ranked by themselves", hall.on.rounds.advance)
