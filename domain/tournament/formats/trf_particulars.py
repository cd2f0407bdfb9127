"""Reads TRF: all records but those of players, with a method for each kind.

| record | what is read |
|---|---|
| 162 BBW … BBU XXS | what a win, a draw, a loss, a bye is worth |
| 142 XXR, 152 XXC | rounds, first colour |
| 192 092 | the pairing system |
| 202 212 | the order of keys |
| 240 XXZ | byes asked for |
| 250 XXA | acceleration |
| 260 XXP | kept apart |
| 299 | penalties, and results worth other than usual |
| 013 310 | teams |
| ### greffe | what TRF has no record for |
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.text import Text
from domain.titles.contract.catalogs.catalog import FileFault
from domain.titles.contract.csv_file import on_one_line
from domain.tournament.formats.common import fault
from domain.tournament.formats.trf_records import MARK, NOT_IN_299, Extras
from domain.tournament.formats.trf_writing import KEYS
from domain.tournament.values import (
    Acceleration,
    ByeKind,
    Key,
    Penalty,
    Scoring,
    Separation,
    amount,
)

MOST_FAULTS = 100


class Columns:
    """Parses the columns of lines. A fault is added to `faults` and the value read as 0, so that
    one pass finds all faults."""

    def __init__(self) -> None:
        self.faults: list[FileFault] = []

    def add_fault(self, line: int, text: Text) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(fault(line, text))

    def whole(self, line: int, text: str, what: Text) -> int:
        """The whole number in a text; 0 if it is blank. For anything else adds a fault, which says
        that `what` was expected, and returns 0."""
        text = text.strip()
        if not text:
            return 0
        if not (text.isascii() and text.isdigit()):
            self.add_fault(line, Text("{text} is no whole number ({what}).", text=text, what=what))
            return 0
        return int(text)

    def wholes(self, line: int, text: str, at: int, width: int, what: Text) -> tuple[int, ...]:
        """The whole numbers of `width` columns each, separated by one column, from index `at` to
        the end of a line. Zeros and blanks are skipped."""
        numbers = (
            self.whole(line, text[start : start + width], what)
            for start in range(at, len(text.rstrip()), width + 1)
        )
        return tuple(number for number in numbers if number)

    def amount(self, line: int, text: str) -> Fraction:
        """The points in a text, with a decimal point or comma, perhaps negative; 0 if it is
        blank."""
        text = text.strip().replace(",", ".")
        digits = text.removeprefix("-")
        whole, _, part = digits.partition(".")
        if not text:
            return Fraction(0)
        if (
            not digits
            or len(digits) > 8
            or not all(piece.isascii() and piece.isdigit() for piece in (whole or "0", part or "0"))
        ):
            self.add_fault(line, Text("{text} is no number of points.", text=text))
            return Fraction(0)
        value = Fraction(f"{whole or '0'}.{part or '0'}")
        return -value if text.startswith("-") else value


PLAYER = Text("a player")
ROUND = Text("a round")
READ_ELSEWHERE = {
    "012",
    "022",
    "032",
    "042",
    "052",
    "062",
    "072",
    "082",
    "092",
    "102",
    "112",
    "122",
    "132",
    "182",
    "222",
}
"""Particulars that are kept as text, or that other records repeat."""

OPTIONS = {
    "W": ("win", "forfeit", "full"),
    "D": ("draw", "half"),
    "WW": ("win",),
    "BW": ("win",),
    "WD": ("draw",),
    "BD": ("draw",),
    "WL": ("loss",),
    "BL": ("loss",),
    "ZPB": ("zero",),
    "FL": ("zero",),
    "HPB": ("half",),
    "PAB": ("bye",),
    "FW": ("forfeit",),
    "FPB": ("full",),
}


WIN_AND_BYE = (*OPTIONS["W"], "bye")
"""The value of a win, and of an allocated bye if nothing else says it, as in bbpPairings."""


class Team(Struct, frozen=True):
    """A team, from a record 013 or 310: its number, name, and players by number in board order. Its
    match points, game points and rank are those that a record 310 states."""

    number: int
    name: str
    players: tuple[int, ...]
    match_points: Fraction = Fraction(0)
    game_points: Fraction = Fraction(0)
    rank: int = 0


class RequestedBye(Struct, frozen=True):
    """A bye that a record 240 or XXZ requests. `round` 0 is the next round; `full`: for the full
    point."""

    entrant: int
    round: int
    kind: ByeKind
    full: bool
    line: int


class Assigned(Struct, frozen=True):
    """An entry of a record 299: the points that an entrant's result of one round is worth instead
    of the usual ones."""

    entrant: int
    round: int
    points: Fraction
    line: int


class Particulars(Columns):
    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self.comments: list[str] = []
        self.unread: Counter[str] = Counter()
        self.first: dict[str, int] = {}
        self.scored = self._by_bbp = self._byes_scored = False
        self.scoring = Scoring()
        self.full = Fraction(1)
        self.apart: list[tuple[Separation, int]] = []
        """Separated pairs, with the last round of the separation."""
        self.penalties: list[Penalty] = []
        self.assigned: list[Assigned] = []
        self.accelerations: list[Acceleration] = []
        self.byes: list[RequestedBye] = []
        self.teams: list[Team] = []
        self.keys: list[Key] = []
        self.order: tuple[str, ...] = ()
        self.unknown_key = ""
        self.extras: dict[str, object] = {}
        self.named: list[tuple[int, int]] = []
        self._readers: dict[str, Callable[[int, str], None]] = {
            "###": self._read_comment,
            "162": self._read_points,
            "XXS": self._read_point_options,
            "202": self._read_tie_breaks,
            "212": self._read_tie_breaks,
            "240": self._read_byes,
            "XXZ": self._read_absences,
            "250": self._read_acceleration,
            "XXA": self._read_own_acceleration,
            "260": self._read_separation,
            "XXP": self._read_lasting_separation,
            "299": self._read_assigned_points,
            "013": self._read_team,
            "310": self._read_team,
            **dict.fromkeys(("142", "XXR"), self._read_rounds),
            **dict.fromkeys(("152", "XXC"), self._read_first_colour),
            **dict.fromkeys(("BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"), self._read_bbp),
        }
        self.rounds = 0
        self.first_colour = ""

    def leave_out_teams(self) -> None:
        """From now on, count records that name teams by number as unread: for a file in which teams
        are paired."""
        for code in ("240", "250", "260", "299", "XXA", "XXP", "XXZ"):
            del self._readers[code]

    def read_line(self, number: int, text: str) -> None:
        code, value = on_one_line(text[:3]), text[4:].strip()
        self.first.setdefault(code, number)
        reader = self._readers.get(code)
        if reader is not None:
            reader(number, text)
        elif code not in self.values and (code == "192" or code in READ_ELSEWHERE):
            self.values[code] = value
        elif text.strip():
            self.unread[code] += 1

    def _player_numbers(self, line: int, text: str, at: int) -> tuple[int, ...]:
        numbers = self.wholes(line, text, at, 4, PLAYER)
        self.named += [(line, number) for number in numbers]
        return numbers

    # -- the tournament ----------------------------------------------------------------------------

    def _read_rounds(self, line: int, text: str) -> None:
        number = self.whole(line, text[4:], Text("the rounds"))
        if self.rounds not in (0, number):
            self.unread[text[:3]] += 1
        if number > 99:
            self.add_fault(
                line,
                Text("{count} rounds are more than {most_rounds}.", count=number, most_rounds=99),
            )
        self.rounds = self.rounds or min(number, 99)

    def _read_first_colour(self, _line: int, text: str) -> None:
        words = text[3:].upper().split()
        for word, colour in (("W", "W"), ("B", "B"), ("WHITE1", "W"), ("BLACK1", "B")):
            if word in words:
                self.first_colour = colour
                return
        self.unread[text[:3]] += 1

    def _read_tie_breaks(self, _line: int, text: str) -> None:
        if self.keys or self.unknown_key:
            self.unread[text[:3]] += 1
            return
        names: dict[str, Key] = {name: key for key, name in KEYS.items()}
        if text.startswith("202"):
            self.keys.append("points")
        listed = text[4:].upper().replace(",", " ").split()
        self.order = (*(["PTS"] if self.keys else []), *listed)
        for name in listed:
            if name not in names:
                self.unknown_key = name
                return
            if names[name] not in self.keys:
                self.keys.append(names[name])

    # -- points ------------------------------------------------------------------------------------

    def _read_points(self, line: int, text: str) -> None:
        said = self._byes_scored or "P" in text[5::9].upper()
        signs = {
            "W": OPTIONS["W"] if said else WIN_AND_BYE,
            "D": OPTIONS["D"],
            "L": ("loss",),
            "A": ("zero",),
            "Z": ("zero",),
            "P": ("bye",),
            "X": (),
        }
        for at in range(5, len(text.rstrip()), 9):
            sign = text[at].upper()
            if sign not in signs:
                self.add_fault(
                    line,
                    Text(
                        "Column {column} has {sign}: W, D, L, A, Z, P or X is looked for.",
                        column=at + 1,
                        sign=sign,
                    ),
                )
                return
            self._set_scoring(signs[sign], self.amount(line, text[at + 1 : at + 5]))

    def _read_bbp(self, line: int, text: str) -> None:
        if self.scored and not self._by_bbp:
            self.unread[text[:3]] += 1
            return  # said by a record of more than bbpPairings
        self._by_bbp = True
        named = {
            "W": OPTIONS["W"] if self._byes_scored else WIN_AND_BYE,
            "D": OPTIONS["D"],
            "L": ("loss",),
            "Z": ("zero",),
            "F": ("zero",),
            "U": ("bye",),
        }
        self._set_scoring(named[text[2]], self.amount(line, text[4:]))

    def _read_point_options(self, line: int, text: str) -> None:
        for option in text[3:].split():
            code, equals, value = option.partition("=")
            names = OPTIONS.get(code.upper())
            if names is None or not equals:
                return self.add_fault(line, Text("{option} is no option of points.", option=option))
            self._set_scoring(names, self.amount(line, value))
        return None

    def _set_scoring(self, names: tuple[str, ...], value: Fraction) -> None:
        self.scored = True
        self._byes_scored |= names == ("bye",)
        if "full" in names:
            self.full = value
        self.scoring = replace(
            self.scoring, **{name: str(value) for name in names if name != "full"}
        )

    def _read_assigned_points(self, line: int, text: str) -> None:
        """Read a record 299: penalties, the points of a kind of result in all rounds, or the points
        of players' results in one round."""
        text = text.ljust(23)
        sign, points = text[4].upper(), self.amount(line, text[13:17])
        round = self.whole(line, text[19:22], ROUND)
        numbers = self._player_numbers(line, text, 23)
        if sign == " ":
            if not numbers:
                self.add_fault(line, Text("A penalty names nobody."))
            since = 1 if round in (0, 999) else round
            self.penalties += [Penalty(number, str(-points), since) for number in numbers]
        elif sign not in "WDLFHZ+-":
            self.add_fault(
                line, Text("{sign} is no kind of result that points are assigned to.", sign=sign)
            )
        elif numbers and round:
            self.assigned += [Assigned(number, round, points, line) for number in numbers]
        elif not numbers and not round:
            names = {
                "W": ("win",),
                "D": ("draw",),
                "L": ("loss",),
                "F": ("full",),
                "H": ("half",),
                "+": ("forfeit",),
            }
            self._set_scoring(names.get(sign, ("zero",)), points)
        else:
            self.add_fault(
                line,
                Text(
                    "Points are assigned to a result of all rounds, or to one round's of players "
                    "who are named."
                ),
            )

    # -- pairing -----------------------------------------------------------------------------------

    def _read_separation(self, line: int, text: str) -> None:
        first, last = self.whole(line, text[4:7], ROUND), self.whole(line, text[8:11], ROUND)
        self._add_separations(
            self._player_numbers(line, text, 12), max(first, 1), last or max(first, 1)
        )

    def _read_lasting_separation(self, line: int, text: str) -> None:
        numbers = tuple(self.whole(line, word, PLAYER) for word in text[3:].split())
        self.named += [(line, number) for number in numbers]
        self._add_separations(numbers, 1, 99)

    def _add_separations(self, numbers: tuple[int, ...], since: int, until: int) -> None:
        self.apart += [
            (Separation(a, b, hard=True, since=since), until) for a, b in combinations(numbers, 2)
        ]

    def _read_acceleration(self, line: int, text: str) -> None:
        points = self.amount(line, text[9:13])
        since, until = self.whole(line, text[14:17], ROUND), self.whole(line, text[18:21], ROUND)
        first, last = self.whole(line, text[22:26], PLAYER), self.whole(line, text[27:31], PLAYER)
        self._add_acceleration(
            line, Acceleration(str(points), since, until or since, first, last or first)
        )

    def _read_own_acceleration(self, line: int, text: str) -> None:
        number = self.whole(line, text[4:8], PLAYER)
        for round, at in enumerate(range(9, len(text.rstrip()), 5), 1):
            if points := self.amount(line, text[at : at + 4]):
                self._add_acceleration(
                    line, Acceleration(str(points), round, round, number, number)
                )

    def _add_acceleration(self, line: int, bonus: Acceleration) -> None:
        if not 0 < bonus.since <= bonus.until or not 0 < bonus.first <= bonus.last:
            return self.add_fault(
                line,
                Text(
                    "An acceleration has a first and a last round, and a first and a last player."
                ),
            )
        self.named += [(line, bonus.first), (line, bonus.last)]
        return self.accelerations.append(bonus)

    def _read_byes(self, line: int, text: str) -> None:
        text = text.ljust(10)
        sign, round = text[4].upper(), self.whole(line, text[6:9], ROUND)
        kinds: dict[str, ByeKind] = {"H": "half", "Z": "zero", "F": "pairing", " ": "zero"}
        if sign not in kinds or not round:
            return self.add_fault(
                line, Text("A bye that is asked for is H, Z or F, and of one round.")
            )
        numbers = self._player_numbers(line, text, 10)
        self.byes += [
            RequestedBye(number, round, kinds[sign], sign == "F", line) for number in numbers
        ]
        return None

    def _read_absences(self, line: int, text: str) -> None:
        for word in text[3:].replace(",", " ").split():
            number = self.whole(line, word, PLAYER)
            self.named.append((line, number))
            self.byes.append(RequestedBye(number, 0, "zero", False, line))

    # -- teams and comments ------------------------------------------------------------------------

    def _read_team(self, line: int, text: str) -> None:
        if text.startswith("013"):
            self.teams.append(
                Team(len(self.teams) + 1, text[4:36].strip(), self._player_numbers(line, text, 36))
            )
            return
        number = self.whole(line, text[4:7], Text("the number"))
        points = self.amount(line, text[54:60]), self.amount(line, text[61:67])
        rank = self.whole(line, text[68:71], Text("the rank"))
        self.teams.append(
            Team(number, text[8:40].strip(), self._player_numbers(line, text, 73), *points, rank)
        )

    def _read_comment(self, line: int, text: str) -> None:
        value = text[4:].strip()
        word, _, rest = value.removeprefix(f"{MARK} ").partition(" ")
        if value.startswith(NOT_IN_299):
            return
        if not value.startswith(f"{MARK} ") or word not in Extras.__struct_fields__:
            self.comments.append(value)
        else:
            try:
                extras = msgspec.convert({word: msgspec.json.decode(rest)}, Extras, strict=False)
                _need_spelt(extras)
                self.extras[word] = getattr(extras, word)
            except (msgspec.MsgspecError, ValueError):
                self.add_fault(
                    line,
                    Text("The comment {word} is not as Greffe writes it.", word=f"{MARK} {word}"),
                )


def _need_spelt(extras: Extras) -> None:
    """Raise `ValueError` for a malformed amount, or rules without a round."""
    for penalty in extras.penalties:
        amount(penalty.points)
    for stage in extras.rules.stages if extras.rules else ():
        scoring = stage.scoring
        for text in (
            *scoring.places,
            stage.factor,
            scoring.win,
            scoring.draw,
            scoring.loss,
            scoring.bye,
            scoring.half,
        ):
            amount(text)
        amount(scoring.zero), amount(scoring.forfeit)
    if extras.rules is not None and not 0 < extras.rules.rounds <= 99:
        raise ValueError("a tournament has 1 to 99 rounds")
