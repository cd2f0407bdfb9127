"""Conditions of a tournament's rules."""

from collections.abc import Iterator
from typing import get_args

from domain.game.record.records import AnyChance
from domain.kernel import commitments
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.titles.contract import time_control
from domain.tournament.pairing import duels, table_costs
from domain.tournament.values import EDITION, MATCH_KEYS, Key, Match, Rules, Scoring, Stage, amount

Fault = tuple[str, Text]
"""The JSON pointer of a wrong value, and what is wrong."""

Check = tuple[str, object, Text]
"""A fault, with whether there is one before its sentence."""

MOST_STAGES, MOST_ROUNDS, LARGEST = 8, 64, 8

MOST_GAMES = 15

LONGEST = 80
"""The most characters of a stage's name."""

_BOUNDS = (
    ("minutes", 0, 100_000),
    ("protest_minutes", 0, 100_000),
    ("meetings", 0, MOST_ROUNDS),
    ("advance", 0, 2_000),
    ("seats", 0, LARGEST),
)

OF_DUELS = ("duels", "fide-dutch", "berger", "knock-out")

OF_FORMATS = {"berger": "round-robin", "knock-out": "knock-out", "solo": "challenge"}
"""Engines for one format only."""

_AMOUNTS = ("win", "draw", "loss", "bye", "half", "zero", "forfeit")


def need_rules(rules: Rules, edition: int = EDITION) -> None:
    """Raise `BadRequest` with a pointer to the first fault of the rules. In edition 1, rules that
    cannot be played (`unworkable`) are accepted."""
    for pointer, text in faults(rules):
        raise BadRequest(pointer, text)
    for pointer, text in unworkable(rules) if edition > 1 else ():
        raise BadRequest(pointer, text)
    for n, stage in enumerate(rules.stages):
        if (
            len(commitments.checked_text(stage.name, f"/rules/stages/{n}/name", lines=False))
            > LONGEST
        ):
            raise BadRequest(
                f"/rules/stages/{n}/name", Text("At most {longest} characters.", longest=LONGEST)
            )


def faults(rules: Rules) -> Iterator[Fault]:
    """A (JSON pointer, sentence) for each single value that no rules can have, in the order of the
    fields."""
    phones, count = rules.phones, len(rules.stages)
    yield from _failed(
        (
            "/rules/stages",
            not 1 <= count <= MOST_STAGES,
            Text("There are 1 to {most_stages} stages.", most_stages=MOST_STAGES),
        ),
        *(
            (
                f"/rules/phones/{name}",
                not 0 <= getattr(phones, name) <= MOST_STAGES * MOST_ROUNDS,
                Text("A number of rounds, or 0."),
            )
            for name in ("byes", "until")
        ),
    )
    for n, stage in enumerate(rules.stages):
        yield from (
            (f"/rules/stages/{n}{pointer}", text)
            for pointer, text in _stage_faults(stage, first=n == 0)
        )


def _stage_faults(stage: Stage, *, first: bool) -> Iterator[Fault]:
    challenge = stage.format == "challenge"
    wrong = (
        time_control.time_control_fault(stage.time_control)
        if stage.time_control is not None
        else None
    )
    yield from _failed(
        (
            "/rounds",
            not 1 <= stage.rounds <= MOST_ROUNDS,
            Text("A stage has 1 to {most_rounds} rounds.", most_rounds=MOST_ROUNDS),
        ),
        (
            "/preferred",
            not 1 <= stage.least <= stage.preferred <= stage.most <= LARGEST,
            Text(
                "Table sizes rise from least over preferred to most, from 1 to {largest}.",
                largest=LARGEST,
            ),
        ),
        (
            "/advance",
            stage.advance < 0 or (first and stage.advance),
            Text("Nobody goes on into the first stage."),
        ),
        *(
            (
                f"/{name}",
                not least <= getattr(stage, name) <= most,
                Text("This is {least} to {most}.", least=least, most=most),
            )
            for name, least, most in _BOUNDS
        ),
        (
            "/seats",
            stage.seats and not challenge,
            Text("Only in a challenge has an entrant all seats of a game."),
        ),
        (
            "/scoring/points",
            stage.scoring.points in ("match", "ranks") and not challenge,
            Text("Only in a challenge are all entrants of a round compared."),
        ),
        (
            "/most",
            stage.most > 1 and challenge,
            Text(
                "In a challenge everybody plays alone: tables have one entrant, and a team is one."
            ),
        ),
        *(
            (
                f"/weights/{name}",
                {*weighed} - parts or len({*weighed}) < len(weighed),
                Text("Parts stand once each, of {listed}.", listed=", ".join(sorted(parts))),
            )
            for name, weighed, parts in (
                ("duel", stage.weights.duel, duels.PARTS),
                ("table", stage.weights.table, table_costs.PARTS),
            )
        ),
        (
            "/keys",
            not stage.keys or len({*stage.keys}) < len(stage.keys),
            Text(
                "Keys stand once each, at least one of {listed}.", listed=", ".join(get_args(Key))
            ),
        ),
        *([(f"/time_control{wrong[0]}", True, wrong[1])] if wrong is not None else []),
        *_amount_checks(stage.scoring),
        *_match_checks(stage.match),
        ("/factor", not is_amount(stage.factor), NO_AMOUNT),
    )


def _match_checks(match: Match) -> Iterator[Check]:
    bounds = Text("This is {least} to {most}.", least=1, most=MOST_GAMES)
    yield "/match/games", not 1 <= match.games <= MOST_GAMES, bounds
    for name in ("won", "drawn", "floor"):
        points = getattr(match, name)
        yield f"/match/{name}", not is_amount(points) or amount(points) < 0, NO_AMOUNT
    yield (
        "/match/floor",
        is_amount(match.floor) and amount(match.floor) > 1,
        Text("A percentage is at most the whole: enter a part, such as 1/3."),
    )


def unworkable(rules: Rules) -> Iterator[Fault]:
    """A (JSON pointer, sentence) for each reason why rules cannot be played although their single
    values are possible (they have no `faults`)."""
    for n, stage in enumerate(rules.stages):
        before = rules.stages[n - 1].advance if n > 1 else stage.advance
        yield from (
            (f"/rules/stages/{n}{pointer}", text)
            for pointer, text in _failed(
                *_workable_checks(stage),
                (
                    "/advance",
                    n and stage.advance < 2,
                    Text("Say how many go on into this stage: 2 or more."),
                ),
                (
                    "/advance",
                    stage.advance > before,
                    Text("More go on into this stage than into the one before it."),
                ),
            )
        )


def _workable_checks(stage: Stage) -> tuple[Check, ...]:
    scoring, format = stage.scoring, OF_FORMATS.get(stage.engine, stage.format)
    of_two = stage.duel and scoring.points == "duel"
    ladder = [amount(points) for points in scoring.places]
    win, draw, loss = map(amount, (scoring.win, scoring.draw, scoring.loss))
    return (
        (
            "/most",
            stage.format in ("round-robin", "knock-out") and not stage.duel,
            Text("A round robin and a knock-out have tables of two."),
        ),
        (
            "/match/games",
            stage.match.several and not of_two,
            Text("Several games are played by two, and score by win, draw and loss."),
        ),
        (
            "/keys",
            MATCH_KEYS & {*stage.keys} and not of_two,
            Text("Game points and percentages are of tables of two, by win, draw and loss."),
        ),
        (
            "/engine",
            stage.engine in OF_DUELS and not stage.duel,
            Text("The engine {engine} pairs tables of two.", engine=stage.engine),
        ),
        (
            "/engine",
            format != stage.format,
            Text(
                "The engine {engine} pairs the format {format}.", engine=stage.engine, format=format
            ),
        ),
        ("/factor", amount(stage.factor) < 0, Text("A factor is 0 or more.")),
        (
            "/scoring/win",
            scoring.points == "duel" and not win >= draw >= loss,
            Text("A win scores at least a draw, and a draw at least a loss."),
        ),
        (
            "/scoring/places",
            scoring.points in ("places", "ranks") and ladder != sorted(ladder, reverse=True),
            Text("A better place scores at least what the next one does."),
        ),
        (
            "/scoring/best",
            scoring.best > stage.rounds,
            Text(
                "The best {best} rounds count, and the stage has {rounds}.",
                best=scoring.best,
                rounds=stage.rounds,
            ),
        ),
    )


def _amount_checks(scoring: Scoring) -> Iterator[Check]:
    for name in _AMOUNTS:
        yield f"/scoring/{name}", not is_amount(getattr(scoring, name)), NO_AMOUNT
    for n, points in enumerate(scoring.places):
        yield f"/scoring/places/{n}", not is_amount(points), NO_AMOUNT
    yield (
        "/scoring/places",
        scoring.points in ("places", "ranks") and not scoring.places,
        Text("Points by place need a list of places."),
    )
    yield (
        "/scoring/best",
        not 0 <= scoring.best <= MOST_STAGES * MOST_ROUNDS,
        Text("The best of 0 (all) or more rounds count."),
    )


def _failed(*checks: Check) -> Iterator[Fault]:
    return ((pointer, text) for pointer, wrong, text in checks if wrong)


NO_AMOUNT = Text("Points are a whole number or a fraction such as 1/2.")


def is_amount(text: str) -> bool:
    try:
        return len(text) <= 32 and amount(text).denominator <= 1_000
    except (ValueError, ZeroDivisionError):
        return False


def need_shared_deal_allowed(chance: AnyChance, rules: Rules, *, public: bool = False) -> None:
    """If all games are to share a deal (`chance` is `duplicate`), raise `BadRequest` for a stage
    that is no challenge, and for a public tournament, whose players could see in another game what
    comes in their own. Other chance is not checked."""
    if chance != "duplicate":
        return
    for n, stage in enumerate(rules.stages):
        if stage.format != "challenge":
            raise BadRequest(
                f"/rules/stages/{n}/format",
                Text("Only in a challenge does everybody play the same deal."),
            )
    if public:
        raise BadRequest(
            "/public",
            Text(
                "Everybody plays the same deal: whoever watched another game would know what "
                "comes in the own."
            ),
        )
