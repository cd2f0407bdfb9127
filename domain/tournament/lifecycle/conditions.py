"""Conditions of a tournament's rules. A fault is a place and a sentence."""

from collections.abc import Iterator
from typing import get_args

from domain.game.record.records import AnyChance
from domain.kernel import commitments
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.titles.contract import time_control
from domain.tournament.pairing import duels, table_costs
from domain.tournament.values import EDITION, MATCH_KEYS, Key, Match, Rules, Scoring, Stage, amount

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
    """Raise `BadRequest` at the first fault. Edition 1 accepted rules that cannot work."""
    for pointer, text in faults(rules):
        raise BadRequest(pointer, text)
    for pointer, text in unworkable(rules) if edition > 1 else ():
        raise BadRequest(pointer, text)
    for n, stage in enumerate(rules.stages):
        if len(commitments.checked(stage.name, f"/rules/stages/{n}/name", lines=False)) > LONGEST:
            raise BadRequest(
                f"/rules/stages/{n}/name", Text("At most {longest} characters.", longest=LONGEST)
            )


def faults(rules: Rules) -> Iterator[tuple[str, Text]]:
    if not 1 <= len(rules.stages) <= MOST_STAGES:
        yield "/rules/stages", Text("There are 1 to {most_stages} stages.", most_stages=MOST_STAGES)
    for name in ("byes", "until"):
        if not 0 <= getattr(rules.phones, name) <= MOST_STAGES * MOST_ROUNDS:
            yield f"/rules/phones/{name}", Text("A number of rounds, or 0.")
    for n, stage in enumerate(rules.stages):
        yield from (
            (f"/rules/stages/{n}{pointer}", text) for pointer, text in _stage(stage, first=n == 0)
        )


def _stage(stage: Stage, *, first: bool) -> Iterator[tuple[str, Text]]:
    if not 1 <= stage.rounds <= MOST_ROUNDS:
        yield "/rounds", Text("A stage has 1 to {most_rounds} rounds.", most_rounds=MOST_ROUNDS)
    if not 1 <= stage.least <= stage.preferred <= stage.most <= LARGEST:
        yield (
            "/preferred",
            Text(
                "Table sizes rise from least over preferred to most, from 1 to {largest}.",
                largest=LARGEST,
            ),
        )
    if stage.advance < 0 or (first and stage.advance):
        yield "/advance", Text("Nobody goes on into the first stage.")
    for name, least, most in _BOUNDS:
        if not least <= getattr(stage, name) <= most:
            yield f"/{name}", Text("This is {least} to {most}.", least=least, most=most)
    if stage.format != "challenge":
        if stage.seats:
            yield "/seats", Text("Only in a challenge has an entrant all seats of a game.")
        if stage.scoring.points in ("match", "ranks"):
            yield (
                "/scoring/points",
                Text("Only in a challenge are all entrants of a round compared."),
            )
    elif stage.most > 1:
        yield (
            "/most",
            Text(
                "In a challenge everybody plays alone: tables have one entrant, and a team is one."
            ),
        )
    for name, parts in (("duel", duels.PARTS), ("table", table_costs.PARTS)):
        weighed = getattr(stage.weights, name)
        if len(weighed) > len(parts) or set(weighed) - parts or len(set(weighed)) < len(weighed):
            listed = ", ".join(sorted(parts))
            yield f"/weights/{name}", Text("Parts stand once each, of {listed}.", listed=listed)
    if not stage.keys or len(set(stage.keys)) < len(stage.keys):
        listed = ", ".join(get_args(Key))
        yield "/keys", Text("Keys stand once each, at least one of {listed}.", listed=listed)
    wrong = time_control.fault(stage.time_control) if stage.time_control is not None else None
    if wrong is not None:
        yield f"/time_control{wrong[0]}", wrong[1]
    yield from _amounts(stage.scoring)
    yield from _match(stage.match)
    if not is_amount(stage.factor):
        yield "/factor", NO_AMOUNT


def _match(match: Match) -> Iterator[tuple[str, Text]]:
    if not 1 <= match.games <= MOST_GAMES:
        yield "/match/games", Text("This is {least} to {most}.", least=1, most=MOST_GAMES)
    for name in ("won", "drawn", "floor"):
        if not is_amount(getattr(match, name)) or amount(getattr(match, name)) < 0:
            yield f"/match/{name}", NO_AMOUNT
        elif name == "floor" and amount(match.floor) > 1:
            yield (
                "/match/floor",
                Text("A percentage is at most the whole: enter a part, such as 1/3."),
            )


def unworkable(rules: Rules) -> Iterator[tuple[str, Text]]:
    """What rules without `faults` say that cannot be played, with its JSON pointer."""
    for n, stage in enumerate(rules.stages):
        yield from ((f"/rules/stages/{n}{pointer}", text) for pointer, text in _unworkable(stage))
        if n and stage.advance < 2:
            yield (
                f"/rules/stages/{n}/advance",
                Text("Say how many go on into this stage: 2 or more."),
            )
        if n > 1 and stage.advance > rules.stages[n - 1].advance:
            yield (
                f"/rules/stages/{n}/advance",
                Text("More go on into this stage than into the one before it."),
            )


def _unworkable(stage: Stage) -> Iterator[tuple[str, Text]]:
    if stage.format in ("round-robin", "knock-out") and not stage.duel:
        yield "/most", Text("A round robin and a knock-out have tables of two.")
    of_two = stage.duel and stage.scoring.points == "duel"
    if stage.match.several and not of_two:
        yield (
            "/match/games",
            Text("Several games are played by two, and score by win, draw and loss."),
        )
    if MATCH_KEYS & {*stage.keys} and not of_two:
        yield (
            "/keys",
            Text("Game points and percentages are of tables of two, by win, draw and loss."),
        )
    if stage.engine in OF_DUELS and not stage.duel:
        yield "/engine", Text("The engine {engine} pairs tables of two.", engine=stage.engine)
    if stage.engine in OF_FORMATS and OF_FORMATS[stage.engine] != stage.format:
        yield (
            "/engine",
            Text(
                "The engine {engine} pairs the format {format}.",
                engine=stage.engine,
                format=OF_FORMATS[stage.engine],
            ),
        )
    if amount(stage.factor) < 0:
        yield "/factor", Text("A factor is 0 or more.")
    scoring = stage.scoring
    if scoring.points == "duel" and not amount(scoring.win) >= amount(scoring.draw) >= amount(
        scoring.loss
    ):
        yield "/scoring/win", Text("A win scores at least a draw, and a draw at least a loss.")
    ladder = [amount(points) for points in scoring.places]
    if scoring.points in ("places", "ranks") and ladder != sorted(ladder, reverse=True):
        yield "/scoring/places", Text("A better place scores at least what the next one does.")
    if scoring.best > stage.rounds:
        yield (
            "/scoring/best",
            Text(
                "The best {best} rounds count, and the stage has {rounds}.",
                best=scoring.best,
                rounds=stage.rounds,
            ),
        )


def _amounts(scoring: Scoring) -> Iterator[tuple[str, Text]]:
    for name in _AMOUNTS:
        if not is_amount(getattr(scoring, name)):
            yield f"/scoring/{name}", NO_AMOUNT
    for n, points in enumerate(scoring.places):
        if not is_amount(points):
            yield f"/scoring/places/{n}", NO_AMOUNT
    if scoring.points in ("places", "ranks") and not scoring.places:
        yield "/scoring/places", Text("Points by place need a list of places.")
    if not 0 <= scoring.best <= MOST_STAGES * MOST_ROUNDS:
        yield (
            "/scoring/best",
            Text("The best of 0 (all) or more rounds count."),
        )


NO_AMOUNT = Text("Points are a whole number or a fraction such as 1/2.")


def is_amount(text: str) -> bool:
    try:
        return len(text) <= 32 and amount(text).denominator <= 1_000
    except (ValueError, ZeroDivisionError):
        return False


def need_dealable(chance: AnyChance, rules: Rules, *, public: bool = False) -> None:
    """Raise `BadRequest` if games are to share a deal and cannot, because others could see in one
    game what comes in another."""
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
