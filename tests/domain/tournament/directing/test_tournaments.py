from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from domain.game.clerk.clerk import Clerk
from domain.kernel.canonical import canonical_json
from domain.kernel.refusals import BadRequest
from domain.titles.contract.time_control import TimeControl
from domain.tournament import values as v
from domain.tournament.aggregate.conditions import Confirmation
from domain.tournament.aggregate.kinds import read_rules
from domain.tournament.lifecycle.conditions import need_rules
from domain.tournament.records import TOURNAMENT_TOPICS, TournamentClosed
from domain.tournament.refusals import TournamentRefused
from domain.tournament.seeds import commitment
from domain.tournament.values import Rules, Stage
from tests.builders.refusals import refused_with
from tests.domain.tournament.directing.hall import DUELS, TABLES, Hall, departures_in, won
from tests.domain.tournament.directing.played_events import verified

# -- opening ---------------------------------------------------------------------------------------


def test_a_tournament_opens_with_its_rules_whole_and_a_committed_seed(clerk: Clerk) -> None:
    hall = Hall(clerk, TABLES)
    now, seed = hall.now, clerk.key_values.fetch("seed", hall.id)
    assert (now.rules, now.seq, hall.on.store.title(now)) == (TABLES, 1, "Open day")
    assert bytes(now.opened.rules) == canonical_json(TABLES) and seed is not None
    assert now.opened.commitment == commitment(seed, hall.id)
    assert b"Open day" not in hall.on.store.records_of(hall.id)[0].state


STAGE = v.Stage(rounds=3)
THREES = replace(STAGE, least=3, preferred=3, most=3)


@pytest.mark.parametrize(
    ("stage", "pointer"),
    [
        (v.Stage(rounds=0), "rounds"),
        (v.Stage(engine="magic"), "engine"),
        (v.Stage(engine="knock-out"), "engine"),
        (replace(THREES, engine="fide-dutch"), "engine"),
        (replace(THREES, format="round-robin"), "most"),
        (v.Stage(least=4, preferred=3, most=5), "preferred"),
        (v.Stage(advance=4), "advance"),
        (v.Stage(keys=("points", "points")), "keys"),
        (v.Stage(factor="0.5"), "factor"),
        (v.Stage(factor="-1"), "factor"),
        (v.Stage(protest_minutes=10**12), "protest_minutes"),
        (v.Stage(name="x" * 81), "name"),
        (v.Stage(name="a\u202eb"), "name"),
        (v.Stage(meetings=10**9), "meetings"),
        (v.Stage(scoring=v.Scoring(best=10**9)), "scoring/best"),
        (replace(STAGE, scoring=v.Scoring(best=4)), "scoring/best"),
        (v.Stage(weights=v.Weights(duel=("ratings",))), "weights/duel"),
        (v.Stage(weights=v.Weights(table=("met", "met"))), "weights/table"),
        (v.Stage(scoring=v.Scoring(draw="1/0")), "scoring/draw"),
        (v.Stage(scoring=v.Scoring(win="1/3")), "scoring/win"),
        (v.Stage(scoring=v.Scoring(points="places", places=("1", "2"))), "scoring/places"),
        (v.Stage(scoring=v.Scoring(points="places", places=("3", "2/4"))), "scoring/places/1"),
    ],
)
def test_rules_that_cannot_be_played_by_are_refused_with_their_place(
    clerk: Clerk, stage: v.Stage, pointer: str
) -> None:
    refused = refused_with(BadRequest, "", Hall, clerk, Rules((stage,)))
    assert refused.pointer == f"/rules/stages/0/{pointer}"


@pytest.mark.parametrize("advances", [(0,), (4, 8)])
def test_fewer_go_on_with_each_stage(clerk: Clerk, advances: tuple[int, ...]) -> None:
    stages = (STAGE, *(replace(STAGE, advance=many) for many in advances))
    refused = refused_with(BadRequest, "", Hall, clerk, Rules(stages))
    assert refused.pointer == f"/rules/stages/{len(advances)}/advance"


def test_the_first_edition_took_rules_that_cannot_work() -> None:
    need_rules(Rules((STAGE, STAGE)), edition=1)


# -- the end ---------------------------------------------------------------------------------------


def test_rules_change_after_the_start_only_when_confirmed_twice(hall: Hall) -> None:
    hall.on.whole.amend(hall.order(), v.Rules((v.Stage(rounds=4),)))
    hall.play(1)
    other = v.Rules((v.Stage(rounds=2, keys=("wins", "lots")),))
    answer = hall.confirmed(lambda how: hall.on.whole.amend(hall.order(), other, how))
    assert (answer.tournament.rules, departures_in(hall)) == (
        other,
        [(answer.record.seq, "rules-amended", 4)],
    )
    hall.play(2)
    hall.refused(
        "Rounds 1 to 2", hall.on.whole.amend, v.Rules((v.Stage(rounds=1),)), Confirmation(2, "why")
    )


def test_a_closed_tournament_shows_its_seed_and_takes_reports_alone(hall: Hall) -> None:
    for round in (1, 2, 3):
        hall.play(round)
        hall.on.rounds.close(hall.order(), round)
    body = hall.on.whole.close(hall.order()).record.body
    assert isinstance(body, TournamentClosed)
    assert commitment(bytes.fromhex(body.seed), hall.id) == hall.now.opened.commitment
    table = hall.now.rounds[0].tables[0]
    for refused in (
        lambda: hall.add("Late"),
        lambda: hall.pair(4),
        lambda: hall.on.results.correct(
            hall.order(), 1, 1, "recompute", won(table, table.entrants[1]), Confirmation(2, "why")
        ),
        lambda: hall.on.results.penalise(hall.order(), 1, "1", "why"),
        lambda: hall.on.whole.close(hall.order()),
    ):
        refused_with(TournamentRefused, "closed", refused)
    hall.on.results.correct(hall.order(), 1, 1, "report", won(table, table.entrants[1]))


# -- writes ----------------------------------------------------------------------------------------


OLDER = sorted((Path(__file__).parent / "older").glob("*.jsonl"))


@pytest.mark.parametrize("file", OLDER, ids=lambda file: file.stem)
def test_an_event_of_an_older_version_is_verified(file: Path) -> None:
    report = verified(file)
    assert report.verdict == "verified", "\n".join(report.text("en"))


def test_the_older_events_have_every_kind_of_record() -> None:
    data = "".join(file.read_text("ascii") for file in OLDER)
    assert all(f'"topic":"{topic}"' in data for topic in TOURNAMENT_TOPICS)


FISCHER, BUDGET = TimeControl("fischer", 1_500, 10), TimeControl("budget", 3_600)


def clocked(*controls: TimeControl | None) -> Rules:
    return Rules(
        tuple(
            Stage(rounds=1, advance=2 if n else 0, time_control=control)
            for n, control in enumerate(controls)
        )
    )


def test_other_rules_change_the_clocks_of_games_that_are_opened_later_alone(clerk: Clerk) -> None:
    hall = Hall(clerk, clocked(FISCHER), 4, ruleset="northgard-training").begun()
    (first,) = hall.on.rounds.open_games(hall.order(), 1, [1]).games
    hall.confirmed(lambda how: hall.on.whole.amend(hall.order(), clocked(BUDGET), how))
    (second,) = hall.on.rounds.open_games(hall.order(), 1).games
    assert [clerk.game(game).opened.time_control for game in (first, second)] == [FISCHER, BUDGET]


def test_rules_that_were_stored_before_have_no_clocks() -> None:
    plain = msgspec.json.decode(canonical_json(DUELS))
    for stage in plain["stages"]:
        del stage["time_control"]
    assert read_rules(msgspec.Raw(msgspec.json.encode(plain))) == DUELS
