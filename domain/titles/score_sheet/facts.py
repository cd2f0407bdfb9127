from msgspec import field

from domain.kernel.text import NO_WORDS, joined, listed
from domain.titles.kit import OfSeat, Sentences, Text, replace
from domain.titles.score_sheet.board import Board, Ending, Entry, Rolled, Setting
from domain.titles.score_sheet.values import TABLE


class ValueEntered(OfSeat, frozen=True):
    """A seat entered a value in a cell. `column`: the seat or side it is for, or `table`; `was`:
    the earlier value, empty if there was none."""

    category: str
    round: int
    column: str
    value: Entry
    was: Entry = ""
    called = Text("Value entered")
    may_be_negative = ("value", "was")

    def apply(self, board: Board) -> Board:
        row = f"{self.category}.{self.round}" if self.round else self.category
        column = {**board.cells[self.column], row: self.value}
        return replace(board, cells={**board.cells, self.column: column})

    def say(self, board: Board) -> Text:
        setting = board.setting
        category, where = (
            setting.categories[self.category],
            setting.line_and_round(self.category, self.round),
        )
        who, value, was = (
            _name_at_start(setting, self.column),
            setting.in_words(category, self.value),
            setting.in_words(category, self.was),
        )
        more = Text(", not {was}", was=was) if self.was != "" else NO_WORDS
        return Text("{who}, {where}: {value}{more}.", who=who, where=where, value=value, more=more)


class ValueWiped(OfSeat, frozen=True):
    """A seat cleared a cell. `was`: the value it had."""

    category: str
    round: int
    column: str
    was: Entry
    called = Text("Value wiped off")
    may_be_negative = ("was",)

    def apply(self, board: Board) -> Board:
        row = f"{self.category}.{self.round}" if self.round else self.category
        column = {name: value for name, value in board.cells[self.column].items() if name != row}
        return replace(board, cells={**board.cells, self.column: column})

    def say(self, board: Board) -> Text:
        setting = board.setting
        who, where = (
            _name_at_start(setting, self.column),
            setting.line_and_round(self.category, self.round),
        )
        was = setting.in_words(setting.categories[self.category], self.was)
        return Text(
            "{who}, {where}: {was} is wiped off.",
            who=who,
            where=where,
            was=was,
        )


class DiceRolled(OfSeat, frozen=True):
    """Dice were rolled."""

    die: str
    faces: tuple[Entry, ...]
    called = Text("Dice rolled")
    may_be_negative = ("faces",)

    def apply(self, board: Board) -> Board:
        return replace(board, rolled=Rolled(self.die, self.faces, self.seat))

    def say(self, board: Board) -> Text:
        setting, die = board.setting, board.setting.dice[self.die].name
        who, count = setting.name(self.seat), len(self.faces)
        faces = joined(setting.face_of(self.die, face) for face in self.faces)
        numbers = [face for face in self.faces if isinstance(face, int)]
        total = f" = {sum(numbers)}" if len(numbers) > 1 else ""
        return Text(
            "{who} rolls {die} × {count}: {faces}{total}.",
            who=who,
            die=die,
            count=count,
            faces=faces,
            total=total,
        )


class CounterMoved(OfSeat, frozen=True):
    """A seat moved a counter by a number. `now`: its new value."""

    counter: str
    column: str
    by: int
    now: int
    called = Text("Counter moved")
    may_be_negative = ("by", "now")
    foretold = True

    def apply(self, board: Board) -> Board:
        return replace(
            board,
            counters={
                **board.counters,
                self.counter: {**board.counters[self.counter], self.column: self.now},
            },
        )

    def say(self, board: Board) -> Text:
        name = board.setting.bank[self.counter].name
        whose = NO_WORDS
        if self.column != TABLE:
            owner = board.setting.name(self.column)
            whose = Text(", {owner}", owner=owner)
        return Text(
            "{name}{whose}: {now} ({by}).", name=name, whose=whose, now=self.now, by=f"{self.by:+d}"
        )


class TurnPassed(OfSeat, frozen=True):
    """A seat ended its turn; it is the turn of `to`."""

    to: str
    called = Text("Turn passed")
    says = Text("It is {to}'s turn.")

    def apply(self, board: Board) -> Board:
        return replace(board, turn=self.to)


class GameEnded(OfSeat, frozen=True):
    """The game ended. `places`: each seat's rank then. The board keeps them only if the table
    agreed on them; otherwise they are computed from the sheet, also after corrections. Under
    version 1 the board always kept them."""

    how: Ending
    places: dict[str, int]
    sheet: dict[str, int] = field(default_factory=dict)
    """The ranks by the sheet, if the table agreed on others."""
    called = Text("End of the game")

    @property
    def foretold(self) -> bool:  # type: ignore[override]
        return self.how in ("won", "lost") or bool(self.sheet)  # the action has the places itself

    def apply(self, board: Board) -> Board:
        follow = self.how != "agreed" and board.setting.version > 1
        return replace(board, ending=self.how, places={} if follow else self.places)

    def say(self, board: Board) -> Text:
        if self.how in ("won", "lost"):
            return _TOGETHER[self.how]
        order = sorted(self.places.items(), key=lambda placing: placing[1])
        names = tuple(_place_in_words(board, seat, place) for seat, place in order)
        some, how = listed(names), _HOW[self.how]
        ended = Text("{said}: {some}.", said=how, some=some)
        if not self.sheet:
            return ended
        order = sorted(self.sheet.items(), key=lambda placing: placing[1])
        sheet = listed(tuple(_place_in_words(board, seat, place) for seat, place in order))
        return Text("{ended} The sheet says: {sheet}.", ended=ended, sheet=sheet)


def _name_at_start(setting: Setting, column: str) -> Text:
    return Text("The table") if column == TABLE else setting.column_name(column)


def _place_in_words(board: Board, seat: str, place: int) -> Text:
    name = board.setting.name(seat)
    return Text("{place}. {name}", place=place, name=name)


_TOGETHER = Sentences("""
won = The game ends: all have won together.
lost = The game ends: all have lost together.
""")
_HOW = Sentences("""
worked-out = The game ends, with the places of the sheet
agreed = The game ends, with the places that were agreed
""")
