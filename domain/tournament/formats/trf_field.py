"""Reads TRF: makes the tournament's `Field` from the parsed lines of players and other records."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.text import Text
from domain.tournament.formats.common import FormatRefused
from domain.tournament.formats.trf_particulars import Particulars, RequestedBye
from domain.tournament.formats.trf_records import BYES, DUTCH, PLAYED, Extras, Game, Player
from domain.tournament.formats.trf_report import common_scoring
from domain.tournament.formats.trf_writing import KEYS
from domain.tournament.standings.outings import outings
from domain.tournament.standings.points import scores
from domain.tournament.values import (
    EDITION,
    Acceleration,
    Bye,
    Entrant,
    Entry,
    Field,
    Format,
    Penalty,
    RoundHistory,
    Rules,
    Scoring,
    Separation,
    Stage,
    Table,
    TableResult,
)

GUESSES = tuple(
    Scoring(win=win, draw=draw, bye=bye, half=draw, forfeit=win)
    for win, draw in (("1", "1/2"), ("3", "1"), ("2", "1"))
    for bye in (win, draw, "0")
)
"""The scorings to try if a file has none, the usual one first."""


class FieldRead(Struct, frozen=True):
    """The `Field` that was read from a file, with further data, described at `TrfFile`."""

    field: Field
    extras: Extras
    adjusted: tuple[Penalty, ...]
    full: frozenset[tuple[int, int]]
    uncoloured: frozenset[tuple[int, int]]
    next: tuple[Bye, ...]
    inferred: bool
    apart_until: tuple[int, ...]


def paired(field: Field) -> tuple[RoundHistory, ...]:
    """The rounds of a `Field` that were paired: not a last round without tables, in which pairing
    programs write the byes requested for the next round."""
    return field.rounds if not field.rounds or field.rounds[-1].tables else field.rounds[:-1]


def readings(field: Field, next: tuple[Bye, ...]) -> tuple[Field, ...]:
    """The tournament without the byes requested for the next round (`next`) and, if there are any,
    a second time with them. The points in a file may include these byes or not, as programs
    differ."""
    rounds = paired(field)
    without, round = replace(field, rounds=rounds), len(rounds) + 1
    if not next or round > field.rules.rounds:
        return (without,)
    coming = RoundHistory(field.rules.stage_of(round), round, (), next)
    return (without, replace(field, rounds=(*rounds, coming)))


def field_of(players: Mapping[int, Player], others: Particulars) -> FieldRead:
    """The `Field` of a file, made from its players by number and its other records. Adds faults to
    those of `others`; if there are any, the `Field` is not to be used."""
    return _FieldBuilder(players, others).read()


class _FieldBuilder:
    def __init__(self, players: Mapping[int, Player], others: Particulars) -> None:
        self._players, self._others = players, others
        self._extras = msgspec.convert(others.extras, Extras)
        self._played = max((len(player.games) for player in players.values()), default=0)
        self._full: set[tuple[int, int]] = set()
        self._uncoloured: set[tuple[int, int]] = set()
        later = (
            (Separation(a, b, hard=True, since=since), until)
            for since, until, a, b in self._extras.apart
        )
        self._apart = [*others.apart, *later]
        self._requested = {(bye.entrant, bye.round): bye for bye in others.byes}

    def read(self) -> FieldRead:
        self._check_numbers()
        rules = self._extras.rules or Rules((self._stage(),))
        if rules.rounds < self._played:
            self._add_fault(
                0,
                Text(
                    "{count} rounds were played, and the rules have {rounds}.",
                    count=self._played,
                    rounds=rules.rounds,
                ),
            )
            rules = Rules((replace(rules.stages[-1], rounds=self._played),))
        entrants = tuple(
            Entrant(
                player.number,
                player.name,
                seed_rank=player.number,
                status="withdrawn" if player.number in self._extras.left else "in",
                rating=player.rating,
            )
            for player in sorted(self._players.values(), key=lambda player: player.number)
        )
        field = Field(
            rules,
            entrants,
            tuple(self._round(at, rules) for at in range(self._played)),
            tuple(separation for separation, _ in self._apart),
            self._extras.penalties or tuple(self._others.penalties),
            self._extras.lots,
            self._extras.qualified,
            edition=self._extras.edition or EDITION,
            accelerations=tuple(self._others.accelerations) or self._baku(rules),
        )
        self._check_rules(field)
        going_on = (
            *(bye for history in field.rounds[len(paired(field)) :] for bye in history.byes),
            *(
                Bye(bye.entrant, bye.kind)
                for bye in self._requested.values()
                if bye.round in (0, self._played + 1)
            ),
        )
        scored = self._others.scored or self._extras.rules is not None
        inferred = None if scored else self._inferred(field, going_on)
        field = inferred or field
        adjusted = tuple(self._adjustments(field))
        return FieldRead(
            field=replace(field, penalties=(*field.penalties, *adjusted)),
            extras=self._extras,
            adjusted=adjusted,
            full=frozenset(self._full),
            uncoloured=frozenset(self._uncoloured),
            next=going_on,
            inferred=inferred is not None,
            apart_until=tuple(until for _, until in self._apart),
        )

    def _add_fault(self, line: int, text: Text) -> None:
        self._others.add_fault(line, text)

    # -- rules -------------------------------------------------------------------------------------

    def _stage(self) -> Stage:
        others = self._others
        code = others.values.get("192", "").upper()
        format: Format = (
            "round-robin"
            if any(word in self._kind_words for word in ("ROBIN", "BERGER"))
            else "swiss"
        )
        known = {DUTCH: "fide-dutch"}.get(DUTCH if code.startswith(DUTCH) else code, "")
        meetings = 2 if "DOUBLE" in self._kind_words else 1
        return Stage(
            rounds=max(others.rounds, self._played, 1),
            scoring=others.scoring,
            format=format,
            keys=tuple(others.keys) or ("points",),
            engine=known,
            meetings=meetings,
        )

    @property
    def _kind_words(self) -> str:
        values = self._others.values
        return (values.get("092", "") + " " + values.get("192", "")).upper()

    def _check_rules(self, field: Field) -> None:
        """Add a fault if the comment `greffe rules` contradicts the records on points or keys."""
        if self._extras.rules is None:
            return None
        try:
            scoring = common_scoring(field)
        except FormatRefused as e:
            return self._add_fault(0, e.text)
        free = replace(scoring, bye="0")
        if self._others.scored and self._others.scoring not in (scoring, free):
            self._add_fault(
                0,
                Text("The comment {word} scores otherwise than the records.", word="greffe rules"),
            )
        named = [key for key in field.rules.stages[-1].keys if key in KEYS]
        if self._others.keys and named != self._others.keys:
            self._add_fault(
                0,
                Text(
                    "The comment {word} has another order of keys than record 212.",
                    word="greffe rules",
                ),
            )
        return None

    def _inferred(self, field: Field, next: tuple[Bye, ...]) -> Field | None:
        """The `Field` with the first scoring of `GUESSES` by which all players have the points in
        the file. None if that is the default scoring, or if there is none."""
        for guess in GUESSES:
            inferred = replace(field, rules=Rules((replace(field.rules.stages[0], scoring=guess),)))
            made = [scores(reading, outings(reading)) for reading in readings(inferred, next)]
            if all(
                player.points in {each[n] for each in made} for n, player in self._players.items()
            ):
                return None if guess == GUESSES[0] else inferred
        return None

    def _baku(self, rules: Rules) -> tuple[Acceleration, ...]:
        """The points that FIDE's accelerated pairings (C.04.5.1) add, if the file's system has
        them. The upper half gets those of a win in the first half of the accelerated rounds, and
        those of a draw in the second half."""
        if not self._others.values.get("192", "").upper().endswith("_BAKU"):
            return ()
        group = 2 * -(-len(self._players) // 4)
        until = -(-rules.rounds // 2)
        whole, scoring = -(-until // 2), self._others.scoring
        last = sorted(self._players)[group - 1]
        both = (
            Acceleration(scoring.win, 1, whole, 1, last),
            Acceleration(scoring.draw, whole + 1, until, 1, last),
        )
        return tuple(bonus for bonus in both if bonus.since <= bonus.until)

    # -- numbers -----------------------------------------------------------------------------------

    def _check_numbers(self) -> None:
        """Add faults for numbers that no player has, and for ranks in comments that do not fit the
        players and rounds."""
        extras = (
            *(n for pair in self._extras.apart for n in pair[2:]),
            *self._extras.lots,
            *self._extras.qualified,
            *(penalty.entrant for penalty in self._extras.penalties),
        )
        for line, number in (*self._others.named, *((0, number) for number in extras)):
            if number not in self._players:
                self._add_fault(
                    line, Text("Player {number} is named, and has no line 001.", number=number)
                )
        if any(len(ranks) != len(self._players) for ranks in self._extras.ranks) or len(
            self._extras.ranks
        ) >= max(self._played, 1):
            self._add_fault(
                0,
                Text(
                    "The comment {word} does not fit the players and rounds.", word="greffe ranks"
                ),
            )

    # -- rounds ------------------------------------------------------------------------------------

    def _round(self, at: int, rules: Rules) -> RoundHistory:
        """The round with index `at`, from 0."""
        stage = rules.stage_of(at + 1)
        tables: list[Table] = []
        byes: list[Bye] = []
        idle: list[int] = []
        for player in sorted(
            self._players.values(), key=lambda player: (-player.points, player.number)
        ):
            game = player.games[at] if at < len(player.games) else None
            if game is not None and game.opponent:
                if listed := self._requested.get((player.number, at + 1)):
                    self._add_contradiction(listed, player, game)
                if self._first(player, game, at):
                    tables.append(Table(len(tables) + 1, (player.number, game.opponent)))
            elif bye := self._bye(player, game, at + 1):
                byes.append(bye)
            else:
                idle.append(player.number)
        if (
            rules.stages[stage].format == "round-robin"
            and (len(self._players) % 2, len(idle)) == (1, 1)
            and all(bye.kind != "pairing" for bye in byes)
        ):
            byes.append(Bye(idle[0]))  # somebody has to be free
        if order := self._extras.tables.get(at + 1):
            tables, byes = self._ordered(at + 1, order, tables, byes)
        scores = dict(self._extras.scores.get(at + 1, ()))
        results = (
            _result(table, scores, *(self._players[n].games[at].sign for n in table.entrants))
            for table in tables
        )
        return RoundHistory(
            stage, at + 1, tuple(tables), tuple(byes), tuple(result for result in results if result)
        )

    def _first(self, player: Player, game: Game, at: int) -> bool:
        """Whether a player sits first at the table of round `at` + 1: as White, or with the lower
        number if the file has no colour, which is noted in `_uncoloured`."""
        back = self._players[game.opponent].games[at]
        if game.colour in "wb" and game.colour.strip():
            return game.colour == "w"
        if back.colour in "wb" and back.colour.strip():
            return back.colour == "b"
        self._uncoloured.add((at + 1, min(player.number, game.opponent)))
        return player.number < game.opponent

    def _bye(self, player: Player, game: Game | None, round: int) -> Bye | None:
        """The bye of a player without opponent in a round, from the sign in the cell or, if the
        cell is blank, from a record 240; None if there is no bye. Notes requested full-point byes
        in `_full`, and adds a fault if cell and record contradict each other."""
        listed = self._requested.get((player.number, round))
        if game is None or game.sign == " ":
            if listed is None:
                return None
            if listed.full:
                self._full.add((player.number, round))
            return Bye(player.number, listed.kind)
        if game.sign == "F":
            self._full.add((player.number, round))
        if listed is not None and (
            listed.kind != BYES[game.sign] or listed.full != (game.sign == "F")
        ):
            self._add_contradiction(listed, player, game)
        return Bye(player.number, BYES[game.sign])

    def _add_contradiction(self, listed: RequestedBye, player: Player, game: Game) -> None:
        who = Text("{number} in round {round}", number=player.number, round=listed.round)
        self._add_fault(
            listed.line,
            Text("{who} has {sign}, and another bye on this line.", who=who, sign=game.sign),
        )

    def _ordered(
        self, round: int, order: tuple[tuple[int, ...], ...], tables: list[Table], byes: list[Bye]
    ) -> tuple[list[Table], list[Bye]]:
        """The tables and byes of a round in the order of the comment `greffe tables`. Adds a fault
        unless it names exactly these."""
        here = {
            *(table.entrants for table in tables),
            *((bye.entrant,) for bye in byes if bye.kind == "pairing"),
        }
        if set(order) != here or len(order) != len(here):
            self._add_fault(
                0,
                Text(
                    "The comment {word} has other tables in round {round}.",
                    word="greffe tables",
                    round=round,
                ),
            )
            return tables, byes
        twos = [
            Table(at, two)
            for at, two in enumerate((numbers for numbers in order if len(numbers) == 2), 1)
        ]
        alone = [Bye(numbers[0]) for numbers in order if len(numbers) == 1]
        return twos, [*(bye for bye in byes if bye.kind != "pairing"), *alone]

    # -- points ------------------------------------------------------------------------------------

    def _adjustments(self, field: Field) -> Iterator[Penalty]:
        """Yield a penalty for each result that the file makes worth more or fewer points than
        usual, and for each full-point bye. It is negative if it gives points. Adds a fault if there
        is no such result."""
        made = {
            (outing.entrant, outing.round): outing.points
            for mine in outings(field).values()
            for outing in mine
        }
        assigned: dict[tuple[int, int], Fraction] = {
            (item.entrant, item.round): item.points for item in self._others.assigned
        }
        if self._extras.rules is None:
            assigned = {**dict.fromkeys(sorted(self._full), self._others.full), **assigned}
        for (number, round), points in assigned.items():
            before = made.get((number, round))
            if before is None:
                who = Text("{number} in round {round}", number=number, round=round)
                self._add_fault(
                    0, Text("{who} has no result that points are assigned to.", who=who)
                )
            elif before != points:
                yield Penalty(number, str(before - points), round)


def _result(
    table: Table, scores: Mapping[int, int | str], first: str, second: str
) -> TableResult | None:
    a, b = table.entrants
    if first in PLAYED:
        places = (1 if PLAYED[first] >= 0 else 2), (1 if PLAYED[first] <= 0 else 2)
        both = zip(table.entrants, places, strict=True)
        return TableResult(table.number, tuple(Entry(n, at, scores.get(n)) for n, at in both))
    if first == " ":
        return None
    absent = [number for number, sign in ((a, first), (b, second)) if sign == "-"]
    entries = tuple(
        Entry(number, 2 if absent == [number] else 1, scores.get(number), number in absent)
        for number in table.entrants
    )
    return TableResult(table.number, entries, "double-forfeit" if len(absent) == 2 else "forfeit")
