"""A season of card evenings from their preset, followed from a rank down to a game."""

from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from random import Random

import msgspec
from flask import Flask

from api.tournament.rules_form import preset_rules
from domain.game.clerk.clerk import Clerk
from domain.season.records import SeasonRules
from domain.tournament.aggregate.wishes import Entry
from domain.tournament.directing.games import result_of_games
from domain.tournament.records import EXTERNAL
from domain.tournament.simulation import by_chance
from domain.tournament.standings.ranking import standings
from domain.tournament.values import Match, Rules
from ops.cli.proof.verify import add_replay_findings
from tests.amount import count, slow
from tests.builders.api.forms import signed_in
from tests.builders.logs import Log
from tests.builders.world import audit, verified
from tests.domain.season.series import Series, confirm_if_needed
from tests.domain.tournament.directing.hall import Hall
from tests.domain.tournament.directing.played_events import DUEL, finish

EVENINGS, PLAYERS, BEST = count(2, 6), count(10, 32), count(1, 4)
PLACES = dict(enumerate(map(Fraction, SeasonRules().places), start=1))


def evening(series: Series, n: int, rng: Random) -> Hall:
    """Play an evening of five rounds and a cut to eight, with random results. On the last evening
    one match is played in Greffe. On the second evening the first player is entered under a new
    player id."""
    ruleset = DUEL if n == EVENINGS else EXTERNAL
    rules = msgspec.convert(preset_rules("cards", ruleset), Rules, strict=False)
    hall = Hall(series.clerk, rules, name=f"evening {n}", ruleset=ruleset)
    names = [f"Player {number}" for number in range(1, PLAYERS + 1)]
    known = series.known | {names[0]: ""} if n == 2 else series.known
    hall.on.entering.add(hall.order(), [Entry(name, player=known.get(name, "")) for name in names])
    for number, name in enumerate(names, 1):
        series.known.setdefault(name, hall.now.named[number].player)
    for round in range(1, 9):
        if round == 6:
            hall.on.rounds.advance(hall.order())
        hall.pair(round)
        hall.on.rounds.publish(hall.order(), round)
        here = n == EVENINGS and round == 1
        if here:
            play_here(hall)
        for table in hall.now.rounds[-1].tables[here:]:
            if round > 5:  # a cut leaves nothing undecided
                hall.type(round, table.number, *rng.sample(table.entrants, 2))
            else:
                result = by_chance(rng, 0, rules.stages[0].match)(table)
                hall.on.results.take(hall.order(), round, table.number, result)
        hall.on.rounds.close(hall.order(), round)
    confirm_if_needed(lambda how: hall.on.whole.close(hall.order(), how))
    return hall


def play_here(hall: Hall) -> None:
    """Play the first match of the first round, game by game, until it is decided."""
    over, games = True, 0
    while over:
        hall.on.rounds.open_games(hall.order(), 1, [1])
        table, games = hall.now.rounds[0].tables[0], games + 1
        finish(hall.clerk, hall.clerk.game(table.game), games)
        over = result_of_games(hall.now, Match(3), table, hall.clerk.game).time_over
    hall.on.results.take(hall.order(), 1, 1)


@slow("six whole evenings; test_seasons.py follows a season of two")
def test_a_season_of_card_evenings_leads_from_a_rank_down_to_a_game(
    app: Flask, clerk: Clerk, book: Log, tmp_path: Path
) -> None:
    series, rng = Series(clerk, SeasonRules(best=BEST)), Random(45)
    halls = [evening(series, n, rng) for n in range(1, EVENINGS + 1)]
    for hall in halls:
        series.on.count(series.order(), hall.id)
    first = series.known["Player 1"]
    series.merge((halls[1].now.named[1].player, first), reason="They told me.")
    series.on.close(series.order())
    won = defaultdict[str, list[Fraction]](list)
    for hall in halls:
        for row in standings(hall.now.field).rows:
            player = series.now.person(hall.now.named[row.entrant].player)
            won[player].append(PLACES.get(row.rank, Fraction(0)))
    assert series.points() == {
        player: str(sum(sorted(points)[-BEST:])) for player, points in won.items()
    }
    assert len(won) == PLAYERS and len(won[first]) == EVENINGS
    hall, table = halls[-1], halls[-1].now.rounds[0].tables[0]
    person = series.read.people.index(hall.now.named[table.entrants[0]].player) + 1
    who, event = signed_in(app), f"/tournaments/{hall.id}"
    for page in (
        f"/seasons/{series.id}",
        f"/seasons/{series.id}/people/{person}",
        f"{event}/standings/{table.entrants[0]}",
        f"{event}/rounds/1#t-1",
        f"{event}/rounds/1/tables/1",
        f"/games/{table.before[0].game}",
    ):
        assert who.answer.request.path == "/" or f'href="{page}' in who.page, page
        assert who.go(page).status_code == 200
    file = tmp_path / "season.jsonl"
    file.write_bytes(who.go(f"/api/v1/seasons/{series.id}/bundle").data)
    report = verified(audit(file.read_bytes(), book.policy()))
    add_replay_findings(report, file)
    assert verified(report).findings[-1].data == {"events": EVENINGS, "people": PLAYERS}
