"""Standings: entrants ranked by a stage's keys, each with the trees of its values and the key that
separates it from the entrant above."""

from collections.abc import Callable, Container
from fractions import Fraction
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.canonical import canonical_digest
from domain.tournament.standings.direct import direct
from domain.tournament.standings.knock_out import last_places
from domain.tournament.standings.matches import Matches
from domain.tournament.standings.outings import Outings, counting, early_leavers, outings
from domain.tournament.standings.points import (
    leaf,
    over_the_others,
    own_score,
    points_tree,
    share,
    summed,
    won,
    won_second,
)
from domain.tournament.standings.strength import Strength
from domain.tournament.standings.tree import OverEvents, Term
from domain.tournament.values import MATCH_KEYS, Amount, Field, Key, RoundHistory

AnyKey = Key | OverEvents

Group = tuple[tuple[int, ...], str]
"""Entrants who are level so far, and the key that separates them from the group above."""


def team_sizes(field: Field, stage: int) -> dict[int, int]:
    """The size of each entrant's team in a challenge; 0 for everybody in other stages."""
    rules = field.rules.stages[stage]
    return {
        entrant.number: rules.size(entrant) if rules.format == "challenge" else 0
        for entrant in field.entrants
    }


def outings_by_team_size(field: Field, through: int | None = None) -> Outings:
    """Every entrant's outings up to round `through` (None: all). In a challenge, ranks and points
    are computed among teams of the same size only."""
    by_entrant = outings(field, through)
    for stage in range(len(field.rules.stages)):
        sizes = team_sizes(field, stage)
        for size in sorted(set(sizes.values())) if len(set(sizes.values())) > 1 else ():
            rounds = tuple(
                _of_team_size(history, sizes, size)
                for history in field.rounds
                if history.stage == stage
            )
            own = outings(replace(field, rounds=rounds), through)
            for number in (number for number, own_size in sizes.items() if own_size == size):
                others = [outing for outing in by_entrant[number] if outing.stage != stage]
                by_entrant[number] = tuple(
                    sorted((*others, *own[number]), key=lambda outing: outing.round)
                )
    return by_entrant


def _of_team_size(history: RoundHistory, sizes: dict[int, int], size: int) -> RoundHistory:
    """A round of a challenge with the teams of this size only. `sizes`: of each entrant's team."""
    tables = tuple(
        table for table in history.tables if all(sizes[number] == size for number in table.entrants)
    )
    there = {table.number for table in tables}
    results = tuple(result for result in history.results if result.table in there)
    return replace(
        history,
        tables=tables,
        results=results,
        byes=tuple(bye for bye in history.byes if sizes[bye.entrant] == size),
    )


LOWER_IS_BETTER: frozenset[AnyKey] = frozenset({"direct", "final", "lots"})
"""Keys whose values are ranks, so that lower is better. Of all other keys higher is better."""


class Row(Struct, frozen=True, omit_defaults=True):
    """An entrant's row: the rank, whether it is shared, and a value for each key of the standings.

    - `parted`: the key that separates it from the row above ("" for the first row, and if both are
      level).
    - `team`: the size of the entrant's team, if a challenge has teams of several sizes. Each size
      is ranked by itself, and its first row is parted by `team`."""

    entrant: int
    rank: int
    shared: bool
    parted: str
    values: tuple[Amount, ...]
    team: int = 0


class Standings(Struct, frozen=True):
    """The standings after a round: the rows, best first, ranked by the first key, among equals by
    the next, and so on. `trees`: for each row, the term of each of its values."""

    stage: int
    round: int
    keys: tuple[Key, ...]
    rows: tuple[Row, ...]
    trees: tuple[tuple[Term, ...], ...]

    @property
    def sha256(self) -> str:
        """The SHA-256 of stage, round, keys and rows, which closing a round records."""
        return canonical_digest((self.stage, self.round, self.keys, self.rows))

    def row(self, entrant: int) -> Row:
        """The row of an entrant. Raises `KeyError` if there is none."""
        for row in self.rows:
            if row.entrant == entrant:
                return row
        raise KeyError(entrant)

    def tree(self, entrant: int, key: Key) -> Term:
        """The term of an entrant's value for a key. Raises `KeyError` if there is none."""
        for row, trees in zip(self.rows, self.trees, strict=True):
            if row.entrant == entrant and key in self.keys:
                return trees[self.keys.index(key)]
        raise KeyError(entrant)


def standings(field: Field, stage: int | None = None, through: int | None = None) -> Standings:
    """The standings of all entrants after round `through` (None: the last) by the keys of `stage`
    (counted from 0; None: that of the last round). Points are those of all stages so far, each
    times its factor. Entrants who did not qualify for the stage rank behind those who did; entrants
    who left a round robin early rank last. Entrants whom no key separates share their rank. Uses no
    clock, no chance and no float."""
    rounds = [history for history in field.rounds if through is None or history.round <= through]
    last = max((history.round for history in rounds), default=0)
    if stage is None:
        stage = max((history.stage for history in rounds), default=0)
    knock_out = field.edition > 3 and field.rules.stages[stage].format == "knock-out"
    keys = field.rules.stages[stage].keys
    keys = tuple(dict.fromkeys(("final", *keys))) if knock_out else keys
    values = Values(field, outings_by_team_size(field, through), last, stage, knock_out=knock_out)
    groups = [(tuple(sorted(entrant.number for entrant in field.entrants)), "")]
    if field.qualified and stage:
        groups = _split_in_two(groups, field.qualified, "stage")
    if left := {number for index, number in early_leavers(field) if index == stage}:
        groups = _split_in_two(
            groups, {entrant.number for entrant in field.entrants} - left, "left"
        )
    sizes = team_sizes(field, stage)
    if len(set(sizes.values())) > 1:
        groups = [
            (members, by if n == 0 else "team")
            for group, by in groups
            for n, members in enumerate(_by_size(group, sizes))
        ]
    else:
        sizes = {}
    rows, trees = parted_by(keys, groups, values.of, sizes, by_final=knock_out)
    return Standings(stage, last, keys, rows, trees)


def parted_by(
    keys: tuple[AnyKey, ...],
    groups: list[Group],
    terms_of: Callable[[Any, tuple[int, ...]], dict[int, Term]],
    sizes: dict[int, int],
    *,
    by_final: bool = False,
) -> tuple[tuple[Row, ...], tuple[tuple[Term, ...], ...]]:
    """Rank entrants: split `groups`, best first, by one key after another. Returns the rows, best
    first, and for each row the terms of its values. `terms_of` returns the terms of a key for
    entrants who are level so far; `sizes`: of the entrants' teams (empty: one size); `by_final`:
    the first key is the place in a knock-out's last matches."""
    trees: dict[int, list[Term]] = {number: [] for group, _ in groups for number in group}
    for key in keys:
        parted: list[Group] = []
        for group, by in groups:
            terms = terms_of(key, group)
            for number in group:
                trees[number].append(terms[number])
            parted += _split_by_value(
                group, by, key, {number: terms[number].number for number in group}
            )
        groups = parted
    rows = _ranked_rows(groups, trees, sizes, by_final=by_final)
    return tuple(rows), tuple(tuple(trees[row.entrant]) for row in rows)


def _by_size(group: tuple[int, ...], sizes: dict[int, int]) -> list[tuple[int, ...]]:
    return [
        tuple(n for n in group if sizes[n] == size) for size in sorted({sizes[n] for n in group})
    ]


def _split_in_two(groups: list[Group], first: Container[int], by: str) -> list[Group]:
    """Split each group in two, the entrants in `first` and the others. All groups of the former
    come first; `by` separates each group of the latter from the one above."""
    inside = [(tuple(n for n in group if n in first), above) for group, above in groups]
    outside = [(tuple(n for n in group if n not in first), by) for group, _ in groups]
    return [(group, above) for group, above in (*inside, *outside) if group]


def _split_by_value(
    group: tuple[int, ...], by: str, key: AnyKey, values: dict[int, Fraction]
) -> list[Group]:
    """Split a level group by the values of one key, the better first. `by`: the key that separates
    the group, and so its first part, from the group above."""
    order = sorted(set(values.values()), reverse=key not in LOWER_IS_BETTER)
    return [
        (tuple(number for number in group if values[number] == value), by if n == 0 else key)
        for n, value in enumerate(order)
    ]


def _ranked_rows(
    groups: list[tuple[tuple[int, ...], str]],
    trees: dict[int, list[Term]],
    sizes: dict[int, int],
    *,
    by_final: bool,
) -> list[Row]:
    """The rows of the groups, with their ranks. Ranks begin at 1 again with each team size. With
    `by_final`, the rank of a place in the last matches that nobody has is skipped."""
    rows: list[Row] = []
    above = place = empty = 0
    for group, by in groups:
        if by == "team":
            above = len(rows)
        rank = len(rows) - above + 1
        if by_final and place != (place := int(trees[group[0]][0].number)):
            empty = max(0, place - rank)
        rank += empty
        rows += (
            Row(
                entrant=number,
                rank=rank,
                shared=len(group) > 1,
                parted=by if n == 0 else "",
                values=tuple(term.value for term in trees[number]),
                team=sizes.get(number, 0),
            )
            for n, number in enumerate(group)
        )
    return rows


class Values:
    """Computes the terms of all keys from the same outings."""

    def __init__(
        self, field: Field, rounds: Outings, last: int, stage: int = 0, *, knock_out: bool = False
    ) -> None:
        """`rounds`: the outings up to round `last`; `knock_out`: the key `final` is the place in
        the stage's last matches."""
        self._field, self._last, self._stage, self._knock_out = field, last, stage, knock_out
        self._whole, self._rounds = rounds, counting(rounds)

    def of(self, key: Key, group: tuple[int, ...]) -> dict[int, Term]:
        """The term of a key's value for each entrant of a group that is level so far."""
        if key == "direct":
            return direct(group, self._rounds, self._field.edition)
        value = self.matches.keys[key] if key in MATCH_KEYS else self._computed(key)
        return {number: value(number) for number in group}

    def _computed(self, key: Key) -> Callable[[int], Term]:
        return {
            "points": lambda n: points_tree(self._field, n, self._whole[n], self._last),
            "wins": lambda n: summed("wins", n, self._rounds[n], won),
            "wins-second": lambda n: summed("wins-second", n, self._rounds[n], won_second),
            "share": lambda n: summed("share", n, self._rounds[n], share),
            "score-sum": lambda n: summed("score-sum", n, self._rounds[n], own_score),
            "margin": lambda n: summed("margin", n, self._rounds[n], over_the_others),
            "opponents": self.strength.mean,
            "buchholz": self.strength.buchholz,
            "buchholz-cut-1": lambda n: self.strength.buchholz(n, low=1),
            "buchholz-median": lambda n: self.strength.buchholz(n, low=1, high=1),
            "sonneborn-berger": self.strength.sonneborn_berger,
            "final": self._final,
            "lots": self._lot,
        }[key]

    @cached_property
    def strength(self) -> Strength:
        return Strength(self._field, self._rounds)

    @cached_property
    def matches(self) -> Matches:
        return Matches(self._field, self._rounds, self._stage)

    @cached_property
    def _places(self) -> tuple[dict[int, Term], str]:
        """The terms of the key `final` for the entrants of a knock-out's last matches, by entrant;
        and the value of that key for everybody else."""
        return self._last_matches(self._stage) if self._knock_out else self._last_round_places()

    def _lot(self, number: int) -> Term:
        lots = self._field.lots
        return Term(
            "lots", str(lots.index(number) + 1 if number in lots else len(lots) + 1), "rank", number
        )

    def _final(self, number: int) -> Term:
        """The term of the key `final`: the rank by the tournament's last round, first the entrants
        of table 1, then those of table 2, and so on, then all others. In a knock-out, the place in
        its last matches ("" before it is decided)."""
        return self._places[0].get(number) or Term("final", self._places[1], "rank", number)

    def _last_matches(self, stage: int) -> tuple[dict[int, Term], str]:
        """The terms of the key `final` for the entrants of a knock-out's last matches, by entrant;
        and the value of that key for everybody else ("" before the knock-out is decided)."""
        places = last_places(self._field, stage, self._last)
        terms = {
            number: Term(
                "final",
                str(place),
                "rank",
                number,
                terms=tuple(leaf(o, o.points) for o in self._whole[number] if o.stage == stage)[
                    -1:
                ],
            )
            for number, place in (places or {}).items()
        }
        return terms, "" if places is None else str(1 + max((2, *places.values())))

    def _last_round_places(self) -> tuple[dict[int, Term], str]:
        """The terms of the key `final` for the entrants of the tournament's last round, by entrant;
        and the value of that key for everybody else."""
        history = next(
            (
                history
                for history in self._field.rounds
                if history.round == self._field.rules.rounds <= self._last
            ),
            None,
        )
        terms: dict[int, Term] = {}
        for table in history.tables if history else ():
            before = len(terms)
            result = history.result(table.number) if history else None
            for entry in result.entries if result else ():
                place = Term(
                    "result", str(entry.place), "record", entry.entrant, self._last, table.number
                )
                terms[entry.entrant] = Term(
                    "final", str(before + entry.place), "rank", entry.entrant, terms=(place,)
                )
        return terms, str(len(terms) + 1)
