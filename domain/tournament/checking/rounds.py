"""One round of a report file against its pairing system: tables, byes and colours."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.text import Text
from domain.tournament.checking.federation import dutch_round
from domain.tournament.formats.trf_reading import TrfFile
from domain.tournament.pairing.engines import compared
from domain.tournament.pairing.fixed import weighed
from domain.tournament.pairing.position import Position
from domain.tournament.values import CannotPair, Engine, Pairing, Question, RoundHistory

NO_SEED = "00" * 32
"""Stands for the seed of a tournament whose file tells none: lots may fall otherwise, costs may not."""

DUTCH = "fide-dutch"
BY_HISTORY, BY_TABLES = frozenset({"duels", "knock-out"}), frozenset({"berger", DUTCH})
"""Engines that give colours by what both played before, or with their tables. All others' colours are not compared."""

WEIGHTY = frozenset({"rematch", "hard", "second-bye", "plan"})
"""Parts of a cost that speak against a round which costs more than it has to."""


class RoundChecked(Struct, frozen=True):
    """One round by one engine: how many of its tables the engine pairs alike; who met again and who, of a Swiss field, had a second
    bye; the tables whose colours are the wrong way round, White first; and the first part on which the two differ in cost ("" where
    they cost alike), with what each costs. `corrected` is whether an earlier result was corrected after it was paired. `refused` is
    why the engine could not pair it."""

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

    @property
    def holds(self) -> bool:
        """Whether nothing speaks against the round: no rematch and no second bye that could have been avoided, no wrong colours.
        A round that was paired before a correction cannot be held to what it did not know."""
        if self.corrected:
            return True
        return not self.second_byes and not self.colours and (self.part not in WEIGHTY or self.by_file <= self.by_engine)


def round_checked(file: TrfFile, history: RoundHistory, by: Engine) -> RoundChecked:
    """A round compared with its engine's."""
    full = {number for number, round in file.full if round == history.round}
    given = [bye for bye in history.byes if bye.kind == "pairing" and bye.entrant not in full]
    asked = tuple(bye for bye in history.byes if bye not in given)
    present = sorted([n for table in history.tables for n in table.entrants] + [bye.entrant for bye in given])
    apart = (one for one, until in zip(file.field.separations, file.apart_until, strict=True) if history.round <= until)
    question = Question(replace(file.field, separations=tuple(apart)), history.stage, history.round, tuple(present), asked, NO_SEED)
    position = Position(question)
    again = [(a, b) for a, b in (sorted(table.entrants) for table in history.tables) if position.meetings(a, b)]
    fewest = min((position.had(n) for n in present), default=0)
    second = tuple(bye.entrant for bye in given if position.had(bye.entrant) > fewest) if position.stage.format == "swiss" else ()
    found = RoundChecked(
        history.round, by.id, len(history.tables), 0, tuple(again), second, corrected=history.round in file.corrected
    )
    try:
        if by.id == DUTCH:
            answer = dutch_round(file, history.round, present, asked)
            by = replace(by, pair=lambda _: answer, weigh=weighed(lambda _: answer))
        both = compared(question, by, Pairing(history.tables, history.byes))
    except CannotPair as e:
        return replace(found, refused=e.text)
    found = replace(found, part=both.part, by_file=both.by_hand, by_engine=both.by_engine)
    theirs = {frozenset(table.entrants): table.entrants for table in both.engine.tables}
    alike = sum(frozenset(table.entrants) in theirs for table in history.tables)
    wrong = []
    for table in history.tables:
        coloured = (history.round, min(table.entrants)) not in file.uncoloured
        if coloured and _turned(by.id, position, table.entrants, theirs):
            wrong.append(table.entrants)
    return replace(found, alike=alike, colours=tuple(wrong))


def _turned(by: str, position: Position, two: tuple[int, ...], theirs: Mapping[frozenset[int], tuple[int, ...]]) -> bool:
    """Whether the engine has the two of a table the other way round. Where its lots decide, nothing is wrong."""
    a, b = two
    if by in BY_TABLES:
        return theirs.get(frozenset(two), two) != two
    return by in BY_HISTORY and all(position.first_player(a, b, lots) == (b, a) for lots in ({a: 1, b: 2}, {a: 2, b: 1}))
