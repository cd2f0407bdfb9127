"""Reads TRF, a report file of 2016 or 2026 by Greffe or another program, as a tournament of duels
(`TrfFile`). All faults are reported together, each with its line."""

from datetime import date
from fractions import Fraction

from msgspec import Struct

from domain.kernel.text import Text
from domain.titles.contract.catalogs.catalog import FileFault
from domain.titles.contract.csv_file import on_one_line
from domain.tournament.formats.common import Event, FormatRefused, fault
from domain.tournament.formats.text_reading import text_of
from domain.tournament.formats.trf_field import field_of, paired, readings
from domain.tournament.formats.trf_particulars import Particulars, Team
from domain.tournament.formats.trf_records import BYES, PLAYED, UNPLAYED, Game, Player
from domain.tournament.values import Bye, Field, Penalty, RoundHistory

MOST_ENTRANTS = 9_999
MOST_ROUNDS = 99
TEAMS = ("TEAM", "EQUIPE", "ÉQUIPE", "MANNSCHAFT", "SQUADRE", "EQUIPO")
"""Words in a tournament's type that mean team pairings."""

OPPOSITE = {1: -1, 0: 0, -1: 1}


class TrfFile(Struct, frozen=True):
    """A report file as a tournament: the event, the field, and what the file itself states.

    - `points`, `ranks`: by player, as stated; `ranks_after`: for each round but the last, the ranks
      by number, which only files that Greffe wrote (`own`) have. `text`: the whole file.
    - `corrected`: the rounds that were paired before an earlier result was corrected. `adjusted`:
      penalties that stand for results worth other points than usual.
    - `full`: (entrant, round) of byes requested for the full point; `uncoloured`: (round, lower
      number) of games without colours; `next`: the byes requested for the next round;
      `apart_until`: the last round of each separation.
    - `teams`: those in the file; `of_teams`: teams, not players, are paired.
    - `keyed`: the file has an order of keys; `order`: their names in the file; `unknown_key`: the
      first that Greffe does not know ("": none).
    - `inferred`: the scoring was found from the points. `system`: the code of the pairing system.
    - `unread`: by record, how many lines were not read; `comments`: `###` lines of other programs.
    - `lines`: the line of each player; `first`: the first line of each record; `notes`: on the
      encoding and the stated number of players."""

    event: Event
    field: Field
    points: dict[int, Fraction]
    ranks: dict[int, int]
    text: str = ""
    own: bool = False
    ranks_after: tuple[tuple[int, ...], ...] = ()
    corrected: tuple[int, ...] = ()
    adjusted: tuple[Penalty, ...] = ()
    full: frozenset[tuple[int, int]] = frozenset()
    uncoloured: frozenset[tuple[int, int]] = frozenset()
    next: tuple[Bye, ...] = ()
    apart_until: tuple[int, ...] = ()
    teams: tuple[Team, ...] = ()
    of_teams: bool = False
    keyed: bool = False
    unknown_key: str = ""
    order: tuple[str, ...] = ()
    inferred: bool = False
    system: str = ""
    unread: dict[str, int] = {}
    comments: tuple[str, ...] = ()
    lines: dict[int, int] = {}
    first: dict[str, int] = {}
    notes: tuple[FileFault, ...] = ()

    @property
    def rounds(self) -> tuple[RoundHistory, ...]:
        """The rounds that were paired."""
        return paired(self.field)

    @property
    def readings(self) -> tuple[Field, ...]:
        """The tournament without the byes requested for the next round and, if there are any, a
        second time with them. The points in the file may include these byes or not."""
        return readings(self.field, self.next)


def read(data: bytes) -> TrfFile:
    """Parse a file as a tournament. Raises `FormatRefused` with all faults in line order."""
    text, notes = text_of(data)
    return _Reader(text.split("\n"), notes).read()


class _Reader:
    def __init__(self, lines: list[str], notes: tuple[FileFault, ...]) -> None:
        self._lines, self._notes = lines, notes
        self._columns = self._others = Particulars()
        self._players: dict[int, Player] = {}

    def read(self) -> TrfFile:
        if any(line.startswith("310") for line in self._lines):
            self._others.leave_out_teams()
        for number, line in enumerate(self._lines, 1):
            if line.startswith("001"):
                self._read_player(number, line)
            else:
                self._others.read_line(number, line)
        if not self._players:
            self._columns.add_fault(
                0, Text("There is no player in the file: no line begins with 001.")
            )
        self._check_games()
        self._raise_faults()
        others = self._others
        whole = field_of(self._players, others)
        self._raise_faults()
        event = Event(
            others.values.get("012", ""),
            others.values.get("022", ""),
            others.values.get("032", ""),
            _parse_day(others.values.get("042", "")),
            _parse_day(others.values.get("052", "")),
            others.values.get("102", ""),
        )
        stated, count = others.values.get("062", "").split()[:1], len(self._players)
        if stated and stated[0].lstrip("0") != str(count):
            self._notes += (
                fault(
                    others.first["062"],
                    Text(
                        "{stated} players are stated, and {count} listed.",
                        stated=stated[0],
                        count=count,
                    ),
                ),
            )
        kind = f"{others.values.get('092', '')} {others.values.get('192', '')}"
        return TrfFile(
            event,
            whole.field,
            points={player.number: player.points for player in self._players.values()},
            ranks={player.number: player.rank for player in self._players.values()},
            text="\n".join(self._lines),
            own=whole.extras.rules is not None,
            ranks_after=whole.extras.ranks,
            corrected=whole.extras.corrected,
            adjusted=whole.adjusted,
            full=whole.full,
            uncoloured=whole.uncoloured,
            next=whole.next,
            apart_until=whole.apart_until,
            teams=tuple(others.teams),
            of_teams="310" in others.first or any(word in kind.upper() for word in TEAMS),
            keyed=bool(others.keys or whole.extras.rules),
            unknown_key=others.unknown_key,
            order=others.order,
            inferred=whole.inferred,
            system=others.values.get("192", "").upper(),
            unread=dict(others.unread),
            comments=tuple(others.comments),
            lines={player.number: player.line for player in self._players.values()},
            first=others.first,
            notes=self._notes,
        )

    def _raise_faults(self) -> None:
        if self._columns.faults:
            raise FormatRefused(tuple(sorted(self._columns.faults, key=lambda fault: fault.line)))

    # -- lines -------------------------------------------------------------------------------------

    def _read_player(self, line: int, text: str) -> None:
        number = self._columns.whole(line, text[4:8], Text("the number"))
        if not 0 < number <= MOST_ENTRANTS:
            return self._columns.add_fault(line, Text("A player's number is 1 to 9999."))
        if number in self._players:
            first = self._players[number].line
            return self._columns.add_fault(
                line,
                Text(
                    "Player {number} is there already, on line {first}.", number=number, first=first
                ),
            )
        rating = self._columns.whole(line, text[48:52], Text("the rating"))
        rank = self._columns.whole(line, text[85:89], Text("the rank"))
        games = tuple(
            self._read_game(line, text[at : at + 8])
            for at in range(91, max(len(text.rstrip()), 91), 10)
        )
        if len(games) > MOST_ROUNDS:
            self._columns.add_fault(
                line,
                Text(
                    "{count} rounds are more than {most_rounds}.",
                    count=len(games),
                    most_rounds=MOST_ROUNDS,
                ),
            )
        self._players[number] = Player(
            number,
            on_one_line(text[14:47]),
            rating,
            self._columns.amount(line, text[80:84]),
            rank,
            games,
            line,
        )
        return None

    def _read_game(self, line: int, cell: str) -> Game:
        cell = cell.ljust(8)
        opponent = self._columns.whole(line, cell[:4], Text("an opponent"))
        colour, sign = cell[5].lower(), cell[7].upper()
        if sign not in PLAYED and sign not in UNPLAYED and sign not in BYES:
            self._columns.add_fault(
                line,
                Text(
                    "{strip} has a result that there is not: {sign}.", strip=cell.strip(), sign=sign
                ),
            )
        elif opponent and sign not in PLAYED and sign not in UNPLAYED and sign != " ":
            self._columns.add_fault(
                line,
                Text(
                    "{sign} is a bye, and has an opponent: {opponent}.",
                    sign=sign,
                    opponent=opponent,
                ),
            )
        elif not opponent and sign in PLAYED:
            self._columns.add_fault(
                line, Text("{sign} is the result of a game, without an opponent.", sign=sign)
            )
        if opponent and colour not in "wb" and sign not in UNPLAYED:
            self._columns.add_fault(
                line,
                Text("The game against {opponent} has no colour w or b.", opponent=opponent),
            )
        return Game(opponent, colour, sign, line)

    # -- the whole ---------------------------------------------------------------------------------

    def _check_games(self) -> None:
        """Add a fault for each game about which the lines of its two players contradict each
        other."""
        for player in self._players.values():
            for round, game in enumerate(player.games, 1):
                if game.opponent:
                    self._check_game(player, round, game)

    def _check_game(self, player: Player, round: int, game: Game) -> None:
        other = self._players.get(game.opponent)
        who = Text("{number} in round {round}", number=player.number, round=round)
        if other is None or other.number == player.number:
            return self._columns.add_fault(
                game.line,
                Text(
                    "{who} plays {opponent}, who is nobody else.", who=who, opponent=game.opponent
                ),
            )
        second = other.number
        back = other.games[round - 1] if round <= len(other.games) else None
        if back is None or back.opponent != player.number:
            return self._columns.add_fault(
                game.line,
                Text(
                    "{who} plays {other}, whose line {line} does not say so.",
                    who=who,
                    other=second,
                    line=other.line,
                ),
            )
        if back.colour == game.colour and game.colour in "wb" and player.number < other.number:
            self._columns.add_fault(
                game.line, Text("{who} and {other} have one colour.", who=who, other=second)
            )
        if player.number < other.number and not _signs_fit(game.sign, back.sign):
            self._columns.add_fault(
                game.line,
                Text(
                    "{who} has {sign} against {other}, who has {back}.",
                    who=who,
                    sign=game.sign,
                    other=second,
                    back=back.sign,
                ),
            )
        return None


def _signs_fit(sign: str, other: str) -> bool:
    if sign in PLAYED and other in PLAYED:
        return PLAYED[other] == OPPOSITE[PLAYED[sign]]
    if sign in UNPLAYED and other in UNPLAYED:
        return "-" in (sign, other)
    return sign == other == " "


def _parse_day(text: str) -> date | None:
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
