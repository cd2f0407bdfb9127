"""What every entrant did in every round (an outing), read from the tables, byes and results. Points
and tie-breaks are computed from it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from domain.tournament.berger import berger
from domain.tournament.standings.tree import add
from domain.tournament.values import (
    Bye,
    Entry,
    Field,
    RoundHistory,
    Scoring,
    Stage,
    Table,
    TableResult,
    amount,
)

Outings = dict[int, tuple["Outing", ...]]
"""The outings of each entrant, in the order of the rounds."""


class Outing(Struct, frozen=True):
    """What one entrant did in one round.

    - `points`: without the factor of the stage.
    - `table`: its number (0: none); `second`: the entrant was second player of two.
    - `opponents`: the entries of those the entrant played against; `absentees`: those who did not
      come.
    - `voluntary`: the entrant did not play, by choice or fault: a requested bye, an absence.
    - `bye`: its kind, or `absent` for a round without table and bye ("": at a table).
    - `struck`: it is listed and counts for nothing, since the entrant or the opponent left a round
      robin early."""

    entrant: int
    stage: int
    round: int
    points: Fraction
    table: int = 0
    played: bool = False
    voluntary: bool = False
    second: bool = False
    place: int = 0
    score: int | str | None = None
    opponents: tuple[Entry, ...] = ()
    absentees: tuple[int, ...] = ()
    bye: str = ""
    struck: bool = False

    def against(self, opponent: Entry) -> Fraction:
        """1 if the entrant was placed before this opponent at the table, 1/2 if they share a place,
        otherwise 0."""
        return (
            Fraction(1 if self.place < opponent.place else 0)
            if self.place != opponent.place
            else Fraction(1, 2)
        )


def outings(field: Field, through: int | None = None) -> Outings:
    """The outings of every entrant in the rounds up to `through` (None: all). A round with neither
    table nor bye, in a stage that the entrant took part in, is included as an absence. Left out are
    tables without a result yet, or adjourned, and the round in which an odd round robin has no
    opponent for an entrant (in edition 1 of the tournament rules that is a bye)."""
    early = early_leavers(field)
    rounds = [history for history in field.rounds if through is None or history.round <= through]
    return {
        number: tuple(
            replace(
                outing,
                struck=any(
                    (outing.stage, other) in early
                    for other in (number, *_entrants_in(outing.opponents), *outing.absentees)
                ),
            )
            if early
            else outing
            for outing in mine
        )
        for number, mine in _read(field, rounds).items()
    }


def counting(rounds: Outings) -> Outings:
    """The outings that are not struck."""
    return {
        number: tuple(outing for outing in mine if not outing.struck)
        for number, mine in rounds.items()
    }


def early_leavers(field: Field) -> frozenset[tuple[int, int]]:
    """The (stage, counted from 0, and number) of each entrant who left a round robin, or was
    expelled, before they had done half of their games in it. Games whose opponent did not come
    count as done, games that the entrant missed do not. Nobody in editions 1 to 3 of the tournament
    rules, and in stages where all results count."""
    left = {entrant.number for entrant in field.entrants if entrant.status != "in"}
    return frozenset(
        (at, number)
        for at, stage in enumerate(field.rules.stages if left and field.edition > 3 else ())
        if (stage.format, stage.withdrawals) == ("round-robin", "half")
        for number in left & _below_half(field, at, stage)
    )


def _below_half(field: Field, at: int, stage: Stage) -> set[int]:
    """The entrants of a round robin who have done less than half of their games."""
    rounds = [history for history in field.rounds if history.stage == at]
    everybody = _planned(field, at) if rounds else []
    plan = berger(len(everybody) + len(everybody) % 2)
    games = Counter(
        everybody[place]
        for round in range(min(stage.rounds, len(plan) * max(stage.meetings, 1)))
        for two in plan[round % len(plan)]
        for place in two
        if max(two) < len(everybody)
    )
    done = _read(field, rounds)
    return {n for n in games if 2 * sum(not o.voluntary for o in done[n]) < games[n]}


def _read(field: Field, rounds: Sequence[RoundHistory]) -> Outings:
    """The outings of every entrant in these rounds, including those that will be struck."""
    by_entrant: dict[int, list[Outing]] = {entrant.number: [] for entrant in field.entrants}
    seen = _taking_part(rounds)
    for history in rounds:
        scoring = field.rules.stages[history.stage].scoring
        there: set[int] = set()
        results = {result.table: result for result in history.results}
        deal = (
            _challenge_results(history, scoring)
            if field.rules.stages[history.stage].format == "challenge"
            else None
        )
        for table in history.tables:
            there.update(table.entrants)
            result = results.get(table.number)
            if result is not None and result.kind != "adjourned":
                for outing in (
                    _at_table(history, table, result, scoring)
                    if deal is None
                    else _solo_outings(history, table, result, scoring, deal)
                ):
                    by_entrant.setdefault(outing.entrant, []).append(outing)
        free = free_of(field, history)
        due = _due(field, history) if field.edition > 3 else {}
        for bye in history.byes:
            there.add(bye.entrant)
            if bye.entrant == free and bye.kind == "pairing":
                continue
            by_entrant.setdefault(bye.entrant, []).append(
                _bye(history, bye, scoring, due.get(bye.entrant, 0))
            )
        for number in sorted(seen[history.stage] - there):
            by_entrant.setdefault(number, []).append(
                Outing(
                    number,
                    history.stage,
                    history.round,
                    amount(scoring.zero),
                    voluntary=True,
                    absentees=(due[number],) if due.get(number) else (),
                    bye="absent",
                )
            )
    return {number: tuple(mine) for number, mine in by_entrant.items()}


def _taking_part(rounds: Iterable[RoundHistory]) -> dict[int, set[int]]:
    """By stage, the entrants with a table or a bye in one of these rounds."""
    by_stage: dict[int, set[int]] = {}
    for history in rounds:
        part = by_stage.setdefault(history.stage, set())
        part.update(number for table in history.tables for number in table.entrants)
        part.update(bye.entrant for bye in history.byes)
    return by_stage


def free_of(field: Field, history: RoundHistory) -> int:
    """The entrant who has no opponent in a round of an odd round robin, by Berger's tables for all
    who took part in its first round; 0 if there is none. If the round follows other tables, as in
    some files, the only entrant without a table."""
    if field.edition == 1 or field.rules.stages[history.stage].format != "round-robin":
        return 0
    if due := _due(field, history):
        return next((number for number, other in due.items() if not other), 0)
    waiting = [bye.entrant for bye in history.byes if bye.kind == "pairing"]
    alone = len(waiting) == 1 and 2 * len(history.tables) + 1 == len(_planned(field, history.stage))
    return waiting[0] if alone else 0


def _planned(field: Field, stage: int) -> list[int]:
    """The numbers, sorted, of all who took part in the first round of a stage; a round robin is
    planned for them."""
    return sorted(_taking_part([h for h in field.rounds if h.stage == stage][:1])[stage])


def _due(field: Field, history: RoundHistory) -> dict[int, int]:
    """By entrant, the opponent whom Berger's tables give them in this round of a round robin (0:
    nobody), even if another one sat there. Empty in other formats, and if the round does not follow
    these tables."""
    holders = dict(enumerate(_planned(field, history.stage)))
    if field.rules.stages[history.stage].format != "round-robin" or not holders:
        return {}
    plan = berger(len(holders) + len(holders) % 2)
    due = {
        holders[place]: holders.get(sum(two) - place, 0)
        for two in plan[
            (
                history.round
                - next(other.round for other in field.rounds if other.stage == history.stage)
            )
            % len(plan)
        ]
        for place in two
        if place in holders
    }
    planned = {frozenset(two) for two in due.items()}
    return due if all(frozenset(table.entrants) in planned for table in history.tables) else {}


def _bye(history: RoundHistory, bye: Bye, scoring: Scoring, missing: int) -> Outing:
    """The outing of an entrant with a bye. `missing`: the opponent who did not come in a round
    robin (0: none); then an allocated bye counts as a win by forfeit."""
    if missing and bye.kind == "pairing":
        return Outing(
            bye.entrant,
            history.stage,
            history.round,
            amount(scoring.forfeit),
            absentees=(missing,),
        )
    points = {"pairing": scoring.bye, "half": scoring.half, "zero": scoring.zero}[bye.kind]
    return Outing(
        bye.entrant,
        history.stage,
        history.round,
        amount(points),
        voluntary=bye.kind != "pairing",
        bye=bye.kind,
    )


def _at_table(
    history: RoundHistory, table: Table, result: TableResult, scoring: Scoring
) -> Iterable[Outing]:
    """The outings of all entrants of one table. If only one came, it is their win by forfeit. If
    two or more came, they played, and the others forfeited."""
    came = (
        tuple(entry for entry in result.entries if not entry.absent)
        if result.kind != "double-forfeit"
        else ()
    )
    points = table_points(came, scoring)
    for number in table.entrants:
        mine = next((entry for entry in came if entry.entrant == number), None)
        second = len(table.entrants) == 2 and table.entrants[1] == number
        head = (number, history.stage, history.round)
        others = tuple(entry for entry in came if entry.entrant != number)
        missing = tuple(
            n for n in table.entrants if n != number and all(entry.entrant != n for entry in came)
        )
        if mine is None:
            yield Outing(
                *head,
                amount(scoring.zero),
                table.number,
                voluntary=True,
                second=second,
                absentees=(*_entrants_in(others), *missing),
            )
        elif not others:
            yield Outing(
                *head,
                amount(scoring.forfeit),
                table.number,
                second=second,
                place=1,
                score=mine.score,
                absentees=missing,
            )
        else:
            yield Outing(
                *head,
                points[number],
                table.number,
                True,
                False,
                second,
                mine.place,
                mine.score,
                others,
                missing,
            )


def _challenge_results(history: RoundHistory, scoring: Scoring) -> dict[int, tuple[int, Fraction]]:
    """The result of a round of a challenge, by entrant who played it: the rank by victory points
    (points that were not counted are 0), and the points for that rank."""
    came = [
        e
        for result in history.results
        if result.kind == "played"
        for e in result.entries
        if not e.absent
    ]
    ranked = [
        Entry(e.entrant, 1 + sum(o.score_number > e.score_number for o in came), e.score)
        for e in came
    ]
    if scoring.points in ("places", "ranks"):
        points = table_points(tuple(ranked), scoring)
    elif scoring.points == "match":
        points = {e.entrant: _match_points(e, ranked) for e in ranked}
    else:
        points = {e.entrant: e.score_number for e in ranked}
    return {e.entrant: (e.place, points[e.entrant]) for e in ranked}


def _match_points(mine: Entry, everybody: list[Entry]) -> Fraction:
    """An entrant's points by scoring `match`: 1 for each entrant ranked lower, 1/2 for each other
    one with the same rank."""
    behind = sum(other.place > mine.place for other in everybody)
    alike = sum(other.place == mine.place for other in everybody) - 1
    return behind + Fraction(alike, 2)


def _solo_outings(
    history: RoundHistory,
    table: Table,
    result: TableResult,
    scoring: Scoring,
    deal: dict[int, tuple[int, Fraction]],
) -> Iterable[Outing]:
    """The outings of a table of a challenge, where an entrant plays alone. `deal`: rank and points
    of all who played the round, from `_challenge_results`."""
    for number in table.entrants:
        head = (number, history.stage, history.round)
        if number not in deal:
            yield Outing(*head, amount(scoring.zero), table.number, voluntary=True)
            continue
        rank, points = deal[number]
        score = next((entry.score for entry in result.entries if entry.entrant == number), None)
        yield Outing(*head, points, table.number, played=True, place=rank, score=score)


def _entrants_in(entries: Iterable[Entry]) -> tuple[int, ...]:
    return tuple(entry.entrant for entry in entries)


def table_points(entries: tuple[Entry, ...], scoring: Scoring) -> dict[int, Fraction]:
    """The points that each entrant who played at a table gets there, by entrant. Victory points
    that were not counted count as 0."""
    scores = {entry.entrant: entry.score_number for entry in entries}
    if scoring.points == "raw":
        return scores
    if scoring.points == "share":
        sum_ = sum(scores.values())
        return {
            number: score / sum_ if sum_ > 0 else Fraction(1, len(entries))
            for number, score in scores.items()
        }
    if scoring.points == "margin":
        return {number: margin(number, scores) for number in scores}
    by_place = sorted(entries, key=lambda entry: entry.place)
    ladder = _ladder(scoring, len(entries))
    points = {}
    for entry in entries:
        ahead = sum(other.place < entry.place for other in by_place)
        level = sum(other.place == entry.place for other in by_place)
        if scoring.points == "duel":
            points[entry.entrant] = amount(
                scoring.loss if ahead else scoring.win if level == 1 else scoring.draw
            )
        else:
            shared = ladder[ahead : ahead + level]
            points[entry.entrant] = shared[0] if scoring.shared == "higher" else add(shared) / level
    return points


def margin(number: int, scores: dict[int, Fraction]) -> Fraction:
    """How far an entrant's score is above the mean of the others' at the table (below 0: less)."""
    others = [score for other, score in scores.items() if other != number]
    return scores[number] - add(others) / len(others) if others else Fraction(0)


def _ladder(scoring: Scoring, seats: int) -> list[Fraction]:
    """The points of the places 1 to `seats`, from the list of the scoring; 0 for places after its
    end."""
    listed = [amount(text) for text in scoring.places[:seats]]
    return listed + [Fraction(0)] * (seats - len(listed))
