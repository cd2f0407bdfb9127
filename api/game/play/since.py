"""What happened since a reader's last action, and which of it is new to them."""

from collections.abc import Iterable, Iterator
from typing import Any
from weakref import WeakKeyDictionary

from msgspec import Struct
from msgspec.structs import replace

from api.game.dice import die_picture
from api.game.entries import EntryReader
from api.game.naming import language_with_names
from api.game.play.offers import with_capital
from api.game.schemas import Entry, RollKept
from api.web.pages.pages import tell
from api.web.request.service import may_read_words
from domain.game.aggregate.game import Game
from domain.game.aggregate.history import History
from domain.game.clerk.clerk import Clerk
from domain.game.notes.conditions import remark_in
from domain.game.record.headers import record_header
from domain.game.record.records import ActionTaken
from domain.kernel.text import Lang, names_of_language
from domain.titles.contract.ruleset import Audience

MOST = 12  # Records told at a time; the replay has the others.

# The most facts and rolls of a record that are shown. If there are more, the first few are shown
# and the rest is folded up.
FOLDED, ROLLS = 8, 6

FAR = 200  # How far back one's own last action is looked for.


class PastRoll(Struct, frozen=True):
    """A roll: its number; each value in words, with the SVG of a die (empty if no die was rolled);
    and the number of the roll that it repeats (`repeats`; 0: none). A hidden roll has no values."""

    number: int
    values: tuple[tuple[str, str], ...]
    repeats: int


class PastRecord(Struct, frozen=True):
    """A record as a line of a seat's page. `sentence`: what was done. `told`: the sentences of its
    facts. `dice`: its rolls. `settled`: the sentences on how a combat ended. `action`: whether it
    is an action. `words`: the remark entered with it. `own`: the reader entered it. `new`: the
    reader has not seen it."""

    seq: int
    sentence: str
    told: tuple[str, ...]
    dice: tuple[PastRoll, ...]
    settled: tuple[str, ...]
    action: bool
    words: str = ""
    taken_back: bool = False
    own: bool = False
    new: bool = False

    @property
    def first_told(self) -> tuple[str, ...]:
        return self.told if len(self.told) <= FOLDED else self.told[: FOLDED // 2]

    @property
    def more_told(self) -> tuple[str, ...]:
        return self.told[len(self.first_told) :]

    @property
    def first_dice(self) -> tuple[PastRoll, ...]:
        return self.dice if len(self.dice) <= ROLLS else ()

    @property
    def more_dice(self) -> tuple[PastRoll, ...]:
        return self.dice[len(self.first_dice) :]

    @property
    def folded(self) -> int:
        return len(self.more_told) + len(self.more_dice)


class RecentRecords(Struct, frozen=True):
    records: tuple[PastRecord, ...]
    more: int


def recent_records(
    clerk: Clerk, game: Game, audience: Audience, lang: Lang, actor: str, seen: int
) -> RecentRecords:
    """The records from an actor's last action on, at most `MOST`, and how many are left out. `seen`
    is the newest record that the actor's browser has shown before (0: none). Without an own action,
    the records that the browser has not shown, at most three."""
    last = _last_action_of(game, actor)
    first = max(last or game.seq - 2, seen + 1 if seen and not last else 1, 1)
    start = max(first, game.seq - MOST + 1)
    entry_reader = EntryReader(clerk, game, audience, start, words=may_read_words())
    records = tuple(
        past_record(
            entry_reader,
            seq,
            lang,
            own=record_header(game.history.states[seq - 1]).actor == actor,
            new=bool(seen) and seq > seen,
        )
        for seq in range(start, game.seq + 1)
    )
    return RecentRecords(records, start - first)


def seq_to_compare(game: Game, actor: str, seen: int) -> int:
    """The record whose board is compared with the newest, so that a page marks what changed for a
    reader: the reader's last action, or the record before it if that action is the newest record;
    for a reader without an action, the newest record they have seen. 0 if nothing is to be
    marked."""
    last = _last_action_of(game, actor)
    if last:
        return last if last < game.seq else last - 1
    return seen if 0 < seen < game.seq else 0


def records_since(
    clerk: Clerk, game: Game, audience: Audience, lang: Lang, seq: int
) -> tuple[PastRecord, ...]:
    first = max(seq + 1, game.seq - MOST + 1)
    entry_reader = EntryReader(clerk, game, audience, first, words=may_read_words())
    return tuple(past_record(entry_reader, n, lang, new=True) for n in range(first, game.seq + 1))


def _last_action_of(game: Game, actor: str) -> int:
    history = game.history
    for seq in range(game.seq, max(0, game.seq - FAR), -1):
        if (
            history.topics[seq - 1] == ActionTaken.__name__
            and record_header(history.states[seq - 1]).actor == actor
        ):
            return seq
    return 0


LINES: WeakKeyDictionary[History, dict[Any, PastRecord]] = WeakKeyDictionary()
"""For each game in memory, cached unchanging lines by record, audience and language with its
names."""
KEPT = 512  # Lines of a game that are kept: of its readers, in their languages.


def past_record(
    reader: EntryReader, seq: int, lang: Lang, *, own: bool = False, new: bool = False
) -> PastRecord:
    """A record as the reader's audience may know it now. `own`: the reader entered it; `new`: the
    reader has not seen it."""
    game = reader.head
    lang = language_with_names(lang, Game(game.history, game.checks, seq))
    line = record_line(reader, seq, lang)
    words, taken_back = remark_in(reader.words(seq) or "", lang), reader.in_force(seq) is False
    return replace(line, words=words, taken_back=taken_back, own=own, new=new)


def record_line(reader: EntryReader, seq: int, lang: Lang) -> PastRecord:
    """A record in the language `lang`, without what can still change: its words, and whether it is
    in force. Cached if it is final."""
    game = reader.head
    lines = LINES.setdefault(game.history, {})
    key = seq, reader.audience, str(lang), names_of_language(lang)
    line = lines.get(key)
    if line is None:
        line = _record_line(game, reader.entry(seq), lang)
        if reader.is_cacheable(seq):
            if len(lines) >= KEPT:
                lines.clear()
            lines[key] = line
    return line


def _record_line(game: Game, entry: Entry, lang: Lang) -> PastRecord:
    return PastRecord(
        seq=entry.seq,
        sentence=with_capital(entry.sentence.printed(lang)),
        told=tuple(text.printed(lang) for text in entry.told),
        dice=tuple(_past_roll(game, roll, lang) for roll in entry.rolls),
        settled=tuple(_combat_sentences(game, entry, lang)),
        action=game.history.topics[entry.seq - 1] == ActionTaken.__name__,
    )


def _combat_sentences(game: Game, entry: Entry, lang: Lang) -> Iterator[str]:
    if entry.type == ActionTaken.__name__:
        for fact, text in zip(game.history.facts(entry.seq), entry.told, strict=True):
            if fact.reports_combat:
                yield text.printed(lang)


def _past_roll(game: Game, roll: Any, lang: Lang) -> PastRoll:
    if isinstance(roll, RollKept):
        return PastRoll(roll.number, (), 0)
    dice = "d" in roll.spec
    words = (
        (game.setting.word(roll.kind, value).printed(lang), die_picture(value) if dice else "")
        for value in roll.values
    )
    return PastRoll(roll.number, tuple(words), roll.of)


class CombatPanel(Struct, frozen=True):
    """A combat: whether it goes on (`running`); its state or, once it is over, who fought whom
    (`state`); and the sentences (`outcome_sentences`) and number (`seq`) of the newest shown record that ended
    a fight (0: none did)."""

    running: bool
    state: tuple[str, ...]
    outcome_sentences: tuple[str, ...]
    seq: int


def combat_panel(game: Game, records: Iterable[PastRecord]) -> CombatPanel | None:
    stands = game.rules.combat_sentences(game.board)
    last = next(
        (record for record in reversed(tuple(records)) if record.settled and not record.taken_back),
        None,
    )
    if last is None:
        return CombatPanel(True, tuple(map(tell, stands)), (), 0) if stands else None
    before = (
        ()
        if stands
        else game.rules.combat_sentences(Game(game.history, game.checks, last.seq - 1).board)[:1]
    )
    return CombatPanel(bool(stands), tuple(map(tell, stands or before)), last.settled, last.seq)
