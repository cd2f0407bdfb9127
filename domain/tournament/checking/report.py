"""A whole report file checked: each round, everybody's points and ranks; and what was not checked."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.text import Text, joined
from domain.tournament.checking.rounds import BY_HISTORY, BY_TABLES, DUTCH, RoundChecked, round_checked
from domain.tournament.formats.trf_reading import TrfFile
from domain.tournament.pairing.engines import engine, engine_of
from domain.tournament.standings.outings import outings
from domain.tournament.standings.points import scores
from domain.tournament.standings.ranking import Standings, standings
from domain.tournament.values import Amount


class Difference(Struct, frozen=True):
    """What a file says of an entrant, and what was computed. A rank after a round has that `round`; 0 is the end."""

    entrant: int
    stated: Amount
    computed: Amount
    round: int = 0


class Checked(Struct, frozen=True):
    """The whole: each round, points and ranks that are not as they are stated, and what was not checked. `known` is whether the
    pairing system is known, from the file or from who asks: wrong colours speak against the file only then."""

    rounds: tuple[RoundChecked, ...]
    points: tuple[Difference, ...]
    ranks: tuple[Difference, ...]
    unchecked: tuple[Text, ...]
    known: bool

    @property
    def holds(self) -> bool:
        """Whether every round holds and every point and rank is right."""
        rounds = self.rounds if self.known else tuple(replace(one, colours=()) for one in self.rounds)
        return all(one.holds for one in rounds) and not self.points and not self.ranks


def checked(file: TrfFile, by: str = "") -> Checked:
    """The file checked by an engine, or by that of each stage. Rounds of the Dutch system and of round robins have to be alike,
    others' must cost no more where it matters. Raises `CannotPair` for an engine that there is not."""
    stages = file.field.rules.stages
    engines = [engine(by) if by else engine_of(stage, file.field.edition) for stage in stages]
    rounds = () if file.teams else tuple(round_checked(file, one, engines[one.stage]) for one in file.field.rounds)
    known = bool(by or file.system or file.own)
    unchecked = tuple(_unchecked(file, {engines[one.stage].id for one in file.field.rounds}, known))
    return Checked(rounds, tuple(_points(file)), tuple(_ranks(file)), unchecked, known)


def _points(file: TrfFile) -> Iterator[Difference]:
    """Points that are neither those of the games nor these less penalties: programs write both."""
    made = outings(file.field)
    played, net = scores(replace(file.field, penalties=file.adjusted), made), scores(file.field, made)
    for number, stated in sorted(file.points.items()):
        if stated not in (played[number], net[number]):
            yield Difference(number, str(stated), str(played[number]))


def _ranks(file: TrfFile) -> Iterator[Difference]:
    field = file.field
    for round, ranks in enumerate(file.ranks_after, 1):
        stated = dict(zip(sorted(file.ranks), ranks, strict=True))
        yield from _differences(standings(field, through=round), stated, exact=True, round=round)
    yield from _differences(standings(field), file.ranks, exact=file.own, round=0)


def _differences(table: Standings, stated: dict[int, int], *, exact: bool, round: int) -> Iterator[Difference]:
    """Ranks that are not as they are stated. Where not all keys are known, those whom the known ones leave level may stand in any
    order."""
    level: dict[int, int] = {}
    for row in table.rows:
        level[row.rank] = level.get(row.rank, 0) + 1
    for number, rank in sorted(stated.items()):
        least = table.row(number).rank
        most = least if exact else least + level[least] - 1
        if rank and not least <= rank <= most:
            yield Difference(number, str(rank), str(Fraction(least)), round)


def _unchecked(file: TrfFile, engines: set[str], known: bool) -> Iterator[Text]:
    field = file.field
    if file.teams:
        yield Text("{n:team|teams}: pairings and colours, matches and the teams' standings.", n=len(file.teams))
    elif not known:
        yield Text("Whether the pairings are those of their system: the file names none. Name one with --engine.")
    if not file.teams and (others := sorted(engines - BY_HISTORY - BY_TABLES)):
        yield Text("Colours: {engines} gives none.", engines=", ".join(others))
    if file.uncoloured:
        yield Text("The colours of {n:game|games} without one.", n=len(file.uncoloured))
    if field.accelerations and DUTCH not in engines:
        yield Text("Accelerated rounds: {engines} pairs without.", engines=", ".join(sorted(engines)))
    if file.unknown_key:
        yield Text("Ranks from tie-break {key} on, which Greffe does not know.", key=file.unknown_key)
    elif not file.keyed:
        yield Text("The order of those with equal points: the file names no tie-breaks.")
    if len(field.rounds) > 1 and not file.ranks_after:
        yield Text("The standings after each round: the file has the last ones alone.")
    if file.unread:
        lines = (Text("{code} ({n:line|lines})", code=code, n=count) for code, count in sorted(file.unread.items()))
        yield Text("Records that are not read: {records}.", records=joined(lines, Text(", ")))
