"""Checks a report file (TRF): pairs every round again, and compares tables, byes, colours, points
and ranks with those of the file. Lists what it could not check."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.text import Text, joined
from domain.tournament.citations import (
    DUTCH as DUTCH_RULES,
    KEYS,
    PAIRED_BY,
    POINTS,
    Departed,
    pairing_paragraph,
)
from domain.tournament.formats.trf_reading import TrfFile
from domain.tournament.formats.trf_report import pairing_records
from domain.tournament.pairing.dutch import package_version
from domain.tournament.pairing.engines import compared, engine, engine_of
from domain.tournament.pairing.fixed import as_planned, weighed
from domain.tournament.pairing.position import Position
from domain.tournament.standings.outings import outings
from domain.tournament.standings.points import scores
from domain.tournament.standings.ranking import Standings, standings
from domain.tournament.values import (
    Amount,
    Bye,
    CannotPair,
    Engine,
    Pairing,
    Question,
    RoundHistory,
)

NEEDS_PACKAGE = Text(
    "The Dutch system needs the package gacrux: `ops/setup.sh extras` installs it."
)


class DutchRound(Struct, frozen=True):
    """A round of a file as the Dutch system pairs it. `criterion`: the paragraph of the first
    criterion by which the file's own pairing is worse ("" if it is equal, or unknown). `colours`:
    by pair, the paragraph that gives its colours."""

    pairing: Pairing
    criterion: str = ""
    colours: dict[frozenset[int], str] = {}


def dutch_round(
    file: TrfFile, round: int, present: Iterable[int], requested: tuple[Bye, ...]
) -> DutchRound:
    """Pair a round by the Dutch system for the players `present`, given the earlier rounds of the
    file; the byes `requested` are added. Raises `CannotPair` without the package gacrux, and if it
    cannot read the file or finds no pairing."""
    if not package_version():
        raise CannotPair(NEEDS_PACKAGE)
    from gacrux.gacruxexeptions import GacruxError, GacruxNoLegalPairing
    from gacrux.pairingdutch import pairing_dutch
    from gacrux.trf2json import trf2json

    here = set(present)
    reader: Any = trf2json()
    try:
        reader.parse_file(_report_for_package(file), 0)
        if reader.get_status() != 0:
            raise CannotPair(Text("The Dutch system could not read the file."))
        tournament = reader.get_tournament(1)
        for competitor in tournament["competitors"]:
            competitor["present"] = competitor["cid"] in here
        parameters = {
            "experimental": [],
            "verbose": 0,
            "top_color": tournament.get("topColor", "w"),
            "rank": False,
        }
        system = pairing_dutch(tournament, round, parameters)
        brackets = system.compute_pairing(False, 0)
    except GacruxNoLegalPairing:
        raise CannotPair(
            Text("The Dutch system finds no pairing of this round without a rematch.")
        ) from None
    except (GacruxError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        raise CannotPair(Text("The Dutch system could not read the file.")) from None
    pairs = [pair for bracket in brackets for pair in bracket["pairs"]]
    twos = [(pair["w"], pair["b"]) for pair in pairs if pair["b"]]
    alone = (Bye(pair["w"]) for pair in pairs if not pair["b"])
    return DutchRound(
        as_planned(twos, (*requested, *alone)),
        "" if _paired_alike(file, round, twos) else _criterion(system),
        {
            frozenset((pair["w"], pair["b"])): f"C.04.3 art. 5.2.{pair['colorrule'][-1]}"
            for pair in pairs
            if pair["b"]
        },
    )


def _paired_alike(file: TrfFile, round: int, twos: Iterable[tuple[int, int]]) -> bool:
    history = next(history for history in file.field.rounds if history.round == round)
    return {frozenset(table.entrants) for table in history.tables} == set(map(frozenset, twos))


def _criterion(system: Any) -> str:
    """The paragraph of the first rule by which the file's pairing differs from the system's: a
    quality criterion of article 2 (which the package calls QC6 for C6), else article 4, the order
    in which pairings are tried. Empty if the two are equal, or if no rule allows the file's
    pairing. `system`: the package's object after it paired the round."""
    try:
        by_file, by_system = system.compute_pairing(True, 1), system.compute_pairing(False, 1)
    except Exception:  # noqa: BLE001  a pairing that no rule allows has no quality
        return ""
    for mine, theirs in zip(by_file, by_system, strict=False):
        quality, other = mine.get("quality") or {}, theirs.get("quality") or {}
        for name, value in other.items():
            if quality.get(name, value) != value:
                number = name.removeprefix("QC")
                return f"C.04.3 art. 2 [C{number}]" if number != name else DUTCH_RULES["plan"]
    return ""


def _report_for_package(file: TrfFile) -> str:
    """The text of the file for the package gacrux: records on points, acceleration and separations
    are added in the form that it reads, unless the file has them."""
    there = {line[:3] for line in file.text.split("\n")}
    return "\n".join(
        (file.text, *(line for line in pairing_records(file.field) if line[:3] not in there), "")
    )


NO_SEED = "00" * 32
"""Used in place of the unknown seed of the file's tournament. Other lots change no cost."""

DUTCH = "fide-dutch"
BY_HISTORY, BY_TABLES = frozenset({"duels", "knock-out"}), frozenset({"berger", DUTCH})
"""The engines that give colours by the history of both players, and those whose own tables give
them. Colours of other engines are not compared."""

WEIGHTY = frozenset({"rematch", "hard", "second-bye", "plan"})
"""The parts of a cost for which a round fails the check if the engine's pairing costs less."""


class RoundChecked(Struct, frozen=True):
    """A round of a file, checked by one engine.

    - `tables`: how many it has; `alike`: how many of these the engine pairs, too.
    - `rematches`: the pairs that met again; `second_byes`: the players of a Swiss who had another
      bye though others had fewer.
    - `colours`: the pairs with the wrong colours, as in the file, White first; `colour_rules`: the
      paragraph for each.
    - `part`: the first part in which the costs of file and engine differ ("": none), with both
      costs and the paragraph (`rule`).
    - `corrected`: an earlier result was corrected after the round was paired. `refused`: why the
      engine could not pair it (None: it could)."""

    round: int
    engine: str
    tables: int
    alike: int
    rematches: tuple[tuple[int, int], ...] = ()
    second_byes: tuple[int, ...] = ()
    colours: tuple[tuple[int, ...], ...] = ()
    part: str = ""
    by_file: int = 0
    by_engine: int = 0
    corrected: bool = False
    refused: Text | None = None
    rule: str = ""
    colour_rules: tuple[str, ...] = ()

    @property
    def departures(self) -> Iterator[Departed]:
        """The departures of the round from the rules, each with its sentence and paragraph."""
        rules = PAIRED_BY.get(self.engine, {})
        for a, b in self.rematches:
            yield Departed(
                self.round, Text("{a} and {b} met before", a=a, b=b), rules.get("rematch", "")
            )
        for number in self.second_byes:
            text = Text("{number} had a bye before", number=number)
            yield Departed(self.round, text, rules.get("second-bye", ""))
        for two, rule in zip(self.colours, self.colour_rules, strict=True):
            text = Text("{white} and {black} have the wrong colours", white=two[0], black=two[1])
            yield Departed(self.round, text, rule)
        if self.part:
            text = Text(
                "{part} costs {by_file}, the engine's {by_engine}",
                part=self.part,
                by_file=self.by_file,
                by_engine=self.by_engine,
            )
            yield Departed(self.round, text, self.rule)

    @property
    def holds(self) -> bool:
        """Whether the round has no wrong colours and no second bye, and the engine avoids none of
        its rematches, broken hard separations or departures from a plan. Always true for a round
        that was paired before an earlier result was corrected."""
        if self.corrected:
            return True
        return (
            not self.second_byes
            and not self.colours
            and (self.part not in WEIGHTY or self.by_file <= self.by_engine)
        )


def round_checked(file: TrfFile, history: RoundHistory, by: Engine) -> RoundChecked:
    full = {number for number, round in file.full if round == history.round}
    allocated = [bye for bye in history.byes if bye.kind == "pairing" and bye.entrant not in full]
    requested = tuple(bye for bye in history.byes if bye not in allocated)
    present = sorted(
        [n for table in history.tables for n in table.entrants] + [bye.entrant for bye in allocated]
    )
    apart = (
        separation
        for separation, until in zip(file.field.separations, file.apart_until, strict=True)
        if history.round <= until
    )
    question = Question(
        replace(file.field, separations=tuple(apart)),
        history.stage,
        history.round,
        tuple(present),
        requested,
        NO_SEED,
    )
    position = Position(question)
    again = [
        (a, b)
        for a, b in (sorted(table.entrants) for table in history.tables)
        if position.meetings(a, b)
    ]
    fewest = min((position.bye_rank(n) for n in present), default=0)
    second = (
        tuple(bye.entrant for bye in allocated if position.bye_rank(bye.entrant) > fewest)
        if position.stage.format == "swiss"
        else ()
    )
    dutch: DutchRound | None = None
    outcome = RoundChecked(
        history.round,
        by.id,
        len(history.tables),
        0,
        tuple(again),
        second,
        corrected=history.round in file.corrected,
    )
    try:
        if by.id == DUTCH:
            dutch = dutch_round(file, history.round, present, requested)
            by = replace(by, pair=lambda _: dutch.pairing, weigh=weighed(lambda _: dutch.pairing))
        both = compared(question, by, Pairing(history.tables, history.byes))
    except CannotPair as e:
        return replace(outcome, refused=e.text)
    outcome = replace(
        outcome,
        part=both.part,
        by_file=both.by_hand,
        by_engine=both.by_engine,
        rule=(both.part and dutch and dutch.criterion) or pairing_paragraph(by.id, both.part),
    )
    theirs = {frozenset(table.entrants): table.entrants for table in both.engine.tables}
    alike = sum(frozenset(table.entrants) in theirs for table in history.tables)
    wrong = []
    for table in history.tables:
        coloured = (history.round, min(table.entrants)) not in file.uncoloured
        if coloured and _colours_reversed(by.id, position, table.entrants, theirs):
            wrong.append(table.entrants)
    colour_rules = dutch.colours if dutch is not None else {}
    usual = PAIRED_BY.get(by.id, {}).get("colours", "")
    return replace(
        outcome,
        alike=alike,
        colours=tuple(wrong),
        colour_rules=tuple(colour_rules.get(frozenset(two), usual) for two in wrong),
    )


def _colours_reversed(
    by: str,
    position: Position,
    two: tuple[int, ...],
    theirs: Mapping[frozenset[int], tuple[int, ...]],
) -> bool:
    """Whether engine `by` gives the colours of a table the other way round. `two`: White and Black
    of the file; `theirs`: the engine's tables by pair. False where lots decide."""
    a, b = two
    if by in BY_TABLES:
        return theirs.get(frozenset(two), two) != two
    return by in BY_HISTORY and all(
        position.first_player(a, b, lots) == (b, a) for lots in ({a: 1, b: 2}, {a: 2, b: 1})
    )


class Difference(Struct, frozen=True):
    """Points or a rank of an entrant that the file states otherwise than computed, with the
    paragraph (`rule`). `round`: after which round a rank differs (0: at the end)."""

    entrant: int
    stated: Amount
    computed: Amount
    round: int = 0
    rule: str = POINTS

    def departed(self, what: Text) -> Departed:
        text = Text(
            "player {n}: {what} {stated} in the file, {computed} computed",
            n=self.entrant,
            what=what,
            stated=self.stated,
            computed=self.computed,
        )
        return Departed(self.round, text, self.rule)


class Checked(Struct, frozen=True):
    """The result of checking a file: each round, the points and ranks that differ, and a sentence
    for everything that was not checked. `known`: the file or the caller names the pairing system;
    only then do wrong colours count. `some`: something was checked."""

    rounds: tuple[RoundChecked, ...]
    points: tuple[Difference, ...]
    ranks: tuple[Difference, ...]
    unchecked: tuple[Text, ...]
    known: bool
    some: bool = True

    @property
    def holds(self) -> bool:
        """Whether something was checked, no points or ranks differ, and every round holds. Wrong
        colours count only if the pairing system is `known`."""
        rounds = (
            self.rounds
            if self.known
            else tuple(replace(round, colours=()) for round in self.rounds)
        )
        wrong = self.points or self.ranks or not self.some
        return not wrong and all(round.holds for round in rounds)

    @property
    def differences(self) -> Iterator[Departed]:
        """A departure for each entrant whose points or rank differ from those in the file."""
        for difference in self.points:
            yield difference.departed(Text("points"))
        for difference in self.ranks:
            yield difference.departed(Text("rank"))


def checked(file: TrfFile, by: str = "") -> Checked:
    """Check a file: its rounds with the engine `by` ("": the engine of each stage), its points and
    ranks. Rounds of a file with teams are not checked. Raises `CannotPair` if there is no such
    engine."""
    stages = file.field.rules.stages
    engines = [engine(by) if by else engine_of(stage, file.field.edition) for stage in stages]
    rounds = (
        ()
        if file.teams
        else tuple(round_checked(file, history, engines[history.stage]) for history in file.rounds)
    )
    known = bool(by or file.system or file.own)
    unchecked = [
        Text("Round {round}: {why}", round=round.round, why=round.refused)
        for round in rounds
        if round.refused is not None
    ]
    some = bool(file.rounds) and (bool(file.teams) or len(unchecked) < len(rounds))
    unchecked += _unchecked(file, {engines[history.stage].id for history in file.rounds}, known)
    return Checked(
        rounds,
        tuple(_point_differences(file)),
        tuple(_rank_differences(file)),
        tuple(unchecked),
        known,
        some,
    )


def checked_as_stated(file: TrfFile) -> Checked:
    """Check only the points and ranks that a file states, not its pairings."""
    return Checked(
        (), tuple(_point_differences(file)), tuple(_rank_differences(file)), (), known=False
    )


def _point_differences(file: TrfFile) -> Iterator[Difference]:
    """Yield each player whose stated points are wrong. Accepted are the points of the games, and
    these points less penalties, both with or without the byes requested for the next round, since
    programs write any of these."""
    made = [
        scores(replace(field, penalties=penalties), outings(field))
        for field in file.readings
        for penalties in (file.adjusted, field.penalties)
    ]
    for number, stated in sorted(file.points.items()):
        if stated not in {each[number] for each in made}:
            yield Difference(number, str(stated), str(made[0][number]))


def _rank_differences(file: TrfFile) -> Iterator[Difference]:
    field = file.field
    for round, ranks in enumerate(file.ranks_after, 1):
        stated = dict(zip(sorted(file.ranks), ranks, strict=True))
        yield from _differing_ranks(
            standings(field, through=round), stated, exact=True, round=round
        )
    if _numbers_as_ranks(file):
        return
    by_package = _ranked_by_package(file)
    if not by_package:
        found = (
            list(_differing_ranks(standings(reading), file.ranks, exact=file.own, round=0))
            for reading in file.readings
        )
        yield from min(found, key=len)
    for number, rank in by_package.items():
        if file.ranks[number] not in (0, rank):
            yield Difference(number, str(file.ranks[number]), str(rank), 0, "C.07")


def _ranked_by_package(file: TrfFile) -> dict[int, int]:
    """The rank of each player as the package gacrux computes it, if the file's order has tie-breaks
    unknown here, such as rating-based ones. Empty if all are known here, or if the package is
    missing or does not know them either."""
    if not file.unknown_key or file.teams or not package_version():
        return {}
    from gacrux.tiebreak import tiebreak
    from gacrux.trf2json import trf2json

    round_robin = file.field.rules.stages[-1].format == "round-robin"
    parameters: dict[str, Any] = {
        "tiebreak": list(file.order),
        "check": False,
        "is_rr": round_robin,
        "swiss": not round_robin,
        "pre_determined": round_robin,
        "unrated": None,
    }
    reader: Any = trf2json()
    try:
        reader.parse_file(_report_for_package(file), 0)
        tournament = reader.get_tournament(1)
        system = tiebreak(tournament, -1, parameters)
        if any(re.split("[:/#-]", name)[0] not in system.tiebreaklist for name in file.order):
            return {}
        ranked = system.compute_tiebreaks(tournament, parameters)
        return {row["cid"]: row["rank"] for row in ranked["competitors"]}
    except Exception:  # noqa: BLE001  a tie-break that the package does not know ends it anyhow
        return {}


def _numbers_as_ranks(file: TrfFile) -> bool:
    """Whether the file has each player's number in place of the rank, as some programs write."""
    return not file.own and all(rank == number for number, rank in file.ranks.items())


def _differing_ranks(
    table: Standings, stated: dict[int, int], *, exact: bool, round: int
) -> Iterator[Difference]:
    """Yield each player whose rank in `stated` is not that in `table`. Unless `exact`, players with
    equal ranks in `table` may have the ranks of their group in any order, since the file may use
    further keys. Players without a rank in the file (0) are skipped and take no rank from others.
    `round`: after which round (0: at the end)."""
    by = {row.rank: row.parted for row in reversed(table.rows) if row.parted}
    ranked = [row.rank for row in table.rows if stated[row.entrant]]
    for number, rank in sorted(stated.items()):
        own = table.row(number).rank
        least = 1 + sum(other < own for other in ranked)
        most = least if exact else least + ranked.count(own) - 1
        if rank and not least <= rank <= most:
            rule = KEYS.get(by.get(own, "points"), "")
            yield Difference(number, str(rank), str(least), round, rule)


def _unchecked(file: TrfFile, engines: set[str], known: bool) -> Iterator[Text]:
    """A sentence for everything in the file that was not checked. `engines`: the ids of those that
    checked its rounds; `known`: its pairing system is known."""
    field, unread = file.field, sorted(file.unread.items())
    others = ", ".join(sorted(engines - BY_HISTORY - BY_TABLES)) if not file.teams else ""
    by_other_keys = file.unknown_key and not _ranked_by_package(file)
    records = joined(
        [Text("{code} ({n:line|lines})", code=code, n=count) for code, count in unread], Text(", ")
    )
    for found, sentence in (
        (
            file.teams,
            Text(
                "{n:team|teams}: pairings and colours, matches and the teams' standings.",
                n=len(file.teams),
            ),
        ),
        (
            not (file.teams or known),
            Text(
                "Whether the pairings are those of their system: the file names none. Name one with "
                "--engine."
            ),
        ),
        (others, Text("Colours: {engines} gives none.", engines=others)),
        (
            file.uncoloured,
            Text("The colours of {n:game|games} without one.", n=len(file.uncoloured)),
        ),
        (
            field.accelerations and DUTCH not in engines,
            Text(
                "Accelerated rounds: {engines} pairs without.", engines=", ".join(sorted(engines))
            ),
        ),
        (
            by_other_keys,
            Text(
                "Ranks from tie-break {key} on, which Greffe does not know.", key=file.unknown_key
            ),
        ),
        (
            not (by_other_keys or file.keyed),
            Text("The order of those with equal points: the file names no tie-breaks."),
        ),
        (_numbers_as_ranks(file), Text("Ranks: the file has the players' numbers in their place.")),
        (
            len(field.rounds) > 1 and not file.ranks_after,
            Text("The standings after each round: the file has the last ones alone."),
        ),
        (unread, Text("Records that are not read: {records}.", records=records)),
    ):
        if found:
            yield sentence
