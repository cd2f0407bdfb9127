"""TRF in: a report file of 2016 or 2026, ours or another program's, as a field of duels; every fault with its line."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from domain.rules.catalogs.catalog import FileFault
from domain.rules.text import Text
from domain.tournament.formats.common import MOST_BYTES, Event, FormatRefused, fault, refuse
from domain.tournament.formats.trf_writing import KEYS
from domain.tournament.values import (
    Bye,
    ByeKind,
    Entrant,
    Entry,
    Field,
    Format,
    Key,
    RoundHistory,
    Rules,
    Scoring,
    Separation,
    Stage,
    Table,
    TableResult,
)

MOST_ENTRANTS = 9_999
MOST_ROUNDS = 99


class Game(Struct, frozen=True):
    """One cell of a player's line: the opponent (0: none), the colour, the result's sign, and the line it stands on."""

    opponent: int
    colour: str
    sign: str
    line: int


class Player(Struct, frozen=True):
    """One line 001."""

    number: int
    name: str
    rating: int
    points: Fraction
    rank: int
    games: tuple[Game, ...]
    line: int


class TrfFile(Struct, frozen=True):
    """What a file says: the event, the field, and what it claims itself, which a check compares: each player's points and rank.
    `comments` are its lines `###`."""

    event: Event
    field: Field
    points: dict[int, Fraction]
    ranks: dict[int, int]
    comments: tuple[str, ...] = ()


PLAYED = {"1": 1, "W": 1, "=": 0, "D": 0, "0": -1, "L": -1}
UNPLAYED = {"+", "-"}
BYES: dict[str, ByeKind] = {"U": "pairing", "F": "pairing", "H": "half", "Z": "zero", "-": "zero", "+": "pairing", " ": "zero"}
OPPOSITE = {1: -1, 0: 0, -1: 1}


def read(data: bytes) -> TrfFile:
    """The file as a tournament of one stage. Raises `FormatRefused` with every fault that was found, the first lines first."""
    if len(data) > MOST_BYTES:
        raise refuse(0, Text("The file is larger than 5 MB."))
    return _Reader(_decoded(data)).file()


def _decoded(data: bytes) -> list[str]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


class _Reader:
    """One file being read: faults gather, and are raised together."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._faults: list[FileFault] = []
        self._players: dict[int, Player] = {}
        self._values: dict[str, str] = {}
        self._comments: list[str] = []
        self._apart: list[Separation] = []
        self._scoring = Scoring()

    def file(self) -> TrfFile:
        """Read everything."""
        for number, line in enumerate(self._lines, 1):
            self._line(number, line)
        if not self._players:
            self._fault(0, Text("There is no player in the file: no line begins with 001."))
        self._check_games()
        if self._faults:
            raise FormatRefused(tuple(sorted(self._faults, key=lambda one: one.line)))
        played = max((len(player.games) for player in self._players.values()), default=0)
        rounds = max(self._count("142") or self._count("XXR"), played, 1)
        stage = Stage(rounds=rounds, scoring=self._scoring, format=self._format(), keys=self._keys() or Stage().keys)
        field = Field(Rules((stage,)), self._entrants(), tuple(self._round(at) for at in range(played)), tuple(self._apart))
        event = Event(
            self._values.get("012", ""),
            self._values.get("022", ""),
            self._values.get("032", ""),
            _day(self._values.get("042", "")),
            _day(self._values.get("052", "")),
            self._values.get("102", ""),
        )
        points = {player.number: player.points for player in self._players.values()}
        ranks = {player.number: player.rank for player in self._players.values()}
        return TrfFile(event, field, points, ranks, tuple(self._comments))

    def _fault(self, line: int, text: Text) -> None:
        if len(self._faults) < 100:
            self._faults.append(fault(line, text))

    def _line(self, number: int, line: str) -> None:
        code, value = line[:3], line[4:].strip()
        if code == "001":
            self._player(number, line)
        elif code == "###":
            self._comments.append(value)
        elif code == "162":
            self._points(number, line)
        elif code == "260":
            self._separation(number, line)
        elif code.isalnum() and len(code) == 3:
            self._values.setdefault(code, value)

    # -- lines -----------------------------------------------------------------------------------------------------------------

    def _player(self, line: int, text: str) -> None:
        number = self._whole(line, text[4:8], Text("the number"))
        if not 0 < number <= MOST_ENTRANTS:
            return self._fault(line, Text("A player's number is 1 to 9999."))
        if number in self._players:
            first = self._players[number].line
            return self._fault(line, Text("Player {number} is there already, on line {first}.", number=number, first=first))
        rating = self._whole(line, text[48:52], Text("the rating"))
        rank = self._whole(line, text[85:89], Text("the rank"))
        games = tuple(self._game(line, text[at : at + 8]) for at in range(91, max(len(text.rstrip()), 91), 10))
        if len(games) > MOST_ROUNDS:
            self._fault(line, Text("{count} rounds are more than {most_rounds}.", count=len(games), most_rounds=MOST_ROUNDS))
        self._players[number] = Player(number, text[14:47].strip(), rating, self._amount(line, text[80:84]), rank, games, line)
        return None

    def _game(self, line: int, cell: str) -> Game:
        cell = cell.ljust(8)
        opponent = self._whole(line, cell[:4], Text("an opponent"))
        colour, sign = cell[5].lower(), cell[7].upper()
        if sign not in PLAYED and sign not in UNPLAYED and sign not in BYES:
            self._fault(line, Text("{strip} has a result that there is not: {sign}.", strip=cell.strip(), sign=sign))
        elif opponent and sign not in PLAYED and sign not in UNPLAYED and sign != " ":
            self._fault(
                line,
                Text("{sign} is a bye, and has an opponent: {opponent}.", sign=sign, opponent=opponent),
            )
        elif not opponent and sign in PLAYED:
            self._fault(line, Text("{sign} is the result of a game, without an opponent.", sign=sign))
        if opponent and colour not in "wb":
            self._fault(
                line,
                Text("The game against {opponent} has no colour w or b.", opponent=opponent),
            )
        return Game(opponent, colour, sign, line)

    def _whole(self, line: int, text: str, what: Text) -> int:
        text = text.strip()
        if not text:
            return 0
        if not (text.isascii() and text.isdigit()):
            self._fault(line, Text("{text} is no whole number ({what}).", text=text, what=what))
            return 0
        return int(text)

    def _amount(self, line: int, text: str) -> Fraction:
        text = text.strip().replace(",", ".")
        whole, _, part = text.partition(".")
        if not text:
            return Fraction(0)
        if not all(piece.isascii() and piece.isdigit() for piece in (whole or "0", part or "0")):
            self._fault(line, Text("{text} is no number of points.", text=text))
            return Fraction(0)
        return Fraction(f"{whole or '0'}.{part or '0'}")

    def _points(self, line: int, text: str) -> None:
        names = {"W": "win", "D": "draw", "L": "loss", "P": "bye"}
        found = {}
        for at in range(5, len(text.rstrip()), 9):
            name = names.get(text[at].upper())
            if name:
                found[name] = str(self._amount(line, text[at + 1 : at + 5]))
        self._scoring = replace(self._scoring, **found)
        self._scoring = replace(self._scoring, forfeit=self._scoring.win, half=self._scoring.draw)

    def _separation(self, line: int, text: str) -> None:
        first = self._whole(line, text[4:7], Text("a round"))
        numbers = [self._whole(line, text[at : at + 4], Text("a player")) for at in range(12, len(text.rstrip()), 5)]
        for at, a in enumerate(numbers):
            self._apart += [Separation(a, b, hard=True, since=max(first, 1)) for b in numbers[at + 1 :]]

    # -- the whole -------------------------------------------------------------------------------------------------------------

    def _check_games(self) -> None:
        """Both lines of a game have to say the same."""
        for player in self._players.values():
            for round, game in enumerate(player.games, 1):
                if game.opponent:
                    self._check_game(player, round, game)

    def _check_game(self, player: Player, round: int, game: Game) -> None:
        other = self._players.get(game.opponent)
        who = Text("{number} in round {round}", number=player.number, round=round)
        if other is None or other.number == player.number:
            return self._fault(game.line, Text("{who} plays {opponent}, who is nobody else.", who=who, opponent=game.opponent))
        second = other.number
        back = other.games[round - 1] if round <= len(other.games) else None
        if back is None or back.opponent != player.number:
            told = Text("{who} plays {other}, whose line {line} does not say so.", who=who, other=second, line=other.line)
            return self._fault(game.line, told)
        if back.colour == game.colour and player.number < other.number:
            self._fault(game.line, Text("{who} and {other} have one colour.", who=who, other=second))
        if player.number < other.number and not _fit(game.sign, back.sign):
            told = Text("{who} has {sign} against {other}, who has {back}.", who=who, sign=game.sign, other=second, back=back.sign)
            self._fault(game.line, told)
        return None

    def _entrants(self) -> tuple[Entrant, ...]:
        order = sorted(self._players.values(), key=lambda player: player.number)
        return tuple(Entrant(player.number, player.name, rating=player.rating) for player in order)

    def _round(self, at: int) -> RoundHistory:
        tables: list[Table] = []
        results: list[TableResult] = []
        byes: list[Bye] = []
        for player in sorted(self._players.values(), key=lambda one: (-one.points, one.number)):
            game = player.games[at] if at < len(player.games) else None
            if game is None or (not game.opponent and game.sign == " "):
                continue
            if not game.opponent:
                byes.append(Bye(player.number, BYES[game.sign]))
            elif game.colour == "w":
                tables.append(Table(len(tables) + 1, (player.number, game.opponent)))
                if result := _result(tables[-1], game.sign, self._players[game.opponent].games[at].sign):
                    results.append(result)
        return RoundHistory(0, at + 1, tuple(tables), tuple(byes), tuple(results))

    def _count(self, code: str) -> int:
        text = self._values.get(code, "")
        return min(int(text), MOST_ROUNDS) if text.isascii() and text.isdigit() else 0

    def _format(self) -> Format:
        words = (self._values.get("092", "") + self._values.get("192", "")).upper()
        return "round-robin" if any(word in words for word in ("ROBIN", "BERGER")) else "swiss"

    def _keys(self) -> tuple[Key, ...]:
        names = {name: key for key, name in KEYS.items()}
        return tuple(names[name] for name in self._values.get("212", "").upper().replace(",", " ").split() if name in names)


def _fit(one: str, other: str) -> bool:
    """Whether the two signs of a game can both be true."""
    if one in PLAYED and other in PLAYED:
        return PLAYED[other] == OPPOSITE[PLAYED[one]]
    if one in UNPLAYED and other in UNPLAYED:
        return "-" in (one, other)
    return one == other == " "


def _result(table: Table, first: str, second: str) -> TableResult | None:
    a, b = table.entrants
    if first in PLAYED:
        won = PLAYED[first]
        return TableResult(table.number, (Entry(a, 1 if won >= 0 else 2), Entry(b, 1 if won <= 0 else 2)))
    if first == " ":
        return None
    absent = [number for number, sign in ((a, first), (b, second)) if sign == "-"]
    entries = tuple(Entry(number, 2 if number in absent else 1, absent=number in absent) for number in table.entrants)
    return TableResult(table.number, entries, "double-forfeit" if len(absent) == 2 else "forfeit")


def _day(text: str) -> date | None:
    for sign in "/-.":
        parts = text.split(sign)
        if len(parts) == 3 and all(part.isascii() and part.isdigit() for part in parts):
            numbers = [int(part) for part in parts]
            year, month, day = numbers if len(parts[0]) == 4 else reversed(numbers)
            try:
                return date(year, month, day)
            except ValueError:
                return None
    return None
