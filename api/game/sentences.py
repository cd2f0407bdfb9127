"""One sentence for each kind of record."""

import hashlib
from collections.abc import Callable, Iterable
from typing import Any

from api.game.schemas import Hidden, RollKept
from domain.game.aggregate.game import Game, seat_name
from domain.game.aggregate.visibility import Sight, keeps_secrets
from domain.game.procedure.rulings import awarded
from domain.game.record.records import (
    ActionsRestored,
    ActionsRetracted,
    Adjudicate,
    Annul,
    ClaimFiled,
    ContributionCommitted,
    ContributionRevealed,
    Correct,
    GameClosed,
    GameOpened,
    ListingChanged,
    NoteAdded,
    Penalty,
    PositionSigned,
    Record,
    ResultHandedIn,
    ResultReopened,
    RetractionAnswered,
    RetractionAsked,
    RulingGiven,
    RulingOverturned,
    SeatLeft,
    SeatTaken,
    SetClock,
    SheetHandedOn,
    StartClocks,
    StopClocks,
    ValueSealed,
)
from domain.kernel.stored import StoredRecord
from domain.kernel.text import NO_WORDS, Text, joined, seated
from domain.titles.contract.chance import Roll
from domain.titles.contract.ruleset import ARBITER, Action, Audience, Board, Fact
from domain.titles.contract.time_control import time_said


def say_record(game: Game, body: Record) -> Text:
    """A sentence for any record but an action, whose sentence the title has."""
    return _SAYINGS[type(body)](game, body)


def said_outcome(game: Game) -> Text:
    """How a game came out. Words that a record has stored say the seats alone, also where the
    reader may know who sits there: here they are made anew."""
    outcome = game.outcome
    if outcome is None:
        return NO_WORDS
    anew = awarded(game.setting, outcome.winners)
    return anew if anew == outcome.text else outcome.text


_PURPOSES = {
    "analysis": Text(" for analysis"),
    "dispute": Text(" to settle a dispute"),
    "teaching": Text(" for teaching"),
}


def span(seqs: tuple[int, ...], first: int) -> Text:
    if len(seqs) < 2:
        return Text("record {first}", first=first)
    numbers = ", ".join(map(str, seqs[:-1]))
    return Text("records {numbers} and {seqs}", numbers=numbers, seqs=seqs[-1])


def _opened(game: Game, body: GameOpened) -> Text:
    title = game.rules.about.title
    if body.lineage is not None:
        n, parent = body.lineage.seq, body.lineage.game
        purpose = _PURPOSES.get(body.lineage.purpose, NO_WORDS)
        return Text(
            "A branch is opened{purpose}: {title}, from record {n} of game {parent}.",
            purpose=purpose,
            title=title,
            n=n,
            parent=parent,
        )
    called = {
        "sealed": Text.pgettext("opened with", "sealed dice"),
        "duplicate": Text("the dice of a shared deal"),
        "table": Text.pgettext("opened with", "the table's dice"),
    }
    return Text("The game is opened: {title}, with {dice}.", title=title, dice=called[body.chance])


def _retracted(game: Game, body: ActionsRetracted) -> Text:
    who, what = seat_name(game, body.seat), span(body.actions, body.from_seq)
    if not body.agreed:
        return Text("{who} takes back {what}.", who=who, what=what)
    names = [seat_name(game, seat, inside=True) for seat in body.agreed]
    agreed = joined(names, Text.pgettext("agreed", " and "))
    return Text("{who} takes back {what}, as {agreed} agreed.", who=who, what=what, agreed=agreed)


def _answered(game: Game, body: RetractionAnswered) -> Text:
    who, n = seat_name(game, body.seat), body.asked
    if body.answer == "refuse" and body.seat == getattr(game.history.filed(n).body, "seat", ""):
        return Text("{who} withdraws the request of record {n}.", who=who, n=n)
    return _ANSWERS[body.answer].filled({"who": who, "n": n})


_ANSWERS = {
    "agree": Text("{who} agrees to the retraction asked for in record {n}."),
    "refuse": Text("{who} refuses the retraction asked for in record {n}."),
    "lapsed": Text("{who} did not answer the retraction asked for in record {n}."),
}


def _ruled(game: Game, body: RulingGiven) -> Text:
    claim = Text(" on the claim of record {claim}", claim=body.claim) if body.claim else NO_WORDS
    if not body.rule:
        return Text(
            "The arbiter rules{claim}: {ordered}.", claim=claim, ordered=_ordered(game, body)
        )
    return Text(
        "The arbiter rules{claim} by {rule}: {ordered}.",
        claim=claim,
        rule=body.rule,
        ordered=_ordered(game, body),
    )


def _ordered(game: Game, body: RulingGiven) -> Text:
    remedy, n = body.remedy, body.about
    if isinstance(remedy, Annul):
        return _ANNULLED[remedy.rolls].filled({"n": remedy.from_seq})
    if isinstance(remedy, Correct):
        return Text("the board is corrected")
    if isinstance(remedy, Penalty):
        return Text(
            "{who} gets {points} points",
            who=game.setting.name(remedy.seat),
            points=f"{remedy.points:+d}",
        )
    if isinstance(remedy, Adjudicate):
        names = [game.setting.name(seat) for seat in remedy.outcome.winners]
        return (
            Text("the game is won by {names}", names=joined(names, Text(" and ")))
            if names
            else Text("nobody wins the game")
        )
    if isinstance(remedy, StopClocks):
        return Text("the clocks are stopped")
    if isinstance(remedy, StartClocks):
        return Text("the clocks run again")
    if isinstance(remedy, SetClock):
        return Text(
            "the clock of {who} is set to {time}",
            who=game.setting.name(remedy.seat),
            time=time_said(remedy.left // 1000),
        )
    return Text("record {n} stands", n=n) if n else Text("nothing changes")


_ANNULLED = {
    "stands": Text("everything from record {n} on is annulled, its dice stand"),
    "reroll": Text("everything from record {n} on is annulled, its dice are rolled again"),
}


def _noted(game: Game, body: NoteAdded) -> Text:
    who = seat_name(game, body.seat) if body.seat else Text("Somebody")
    if body.about:
        return Text("{who} remarks on record {about}.", who=who, about=body.about)
    return Text("{who} adds a note.", who=who)


def _closed(game: Game, body: GameClosed) -> Text:
    if body.outcome is None:
        return Text("The game is broken off.")
    text = said_outcome(game) if body.outcome == game.outcome else body.outcome.text
    return Text("The game is closed. {text}", text=text)


def numbered(name: str) -> bool:
    """Whether the English name of a seat is nothing but its number."""
    return name.removeprefix("Player ").isdecimal()


def _sat_down(game: Game, body: SeatTaken) -> Text:
    who, name = seated(body.seat, Text("Somebody")), game.setting.own_name(body.seat)
    number = 1 + [spec.id for spec in game.setting.seat_specs].index(body.seat)
    if numbered(name.en):
        return Text("{who} takes seat {number}.", who=who, number=number)
    return Text("{who} takes seat {number}, {seat}.", who=who, number=number, seat=name)


def _listed(_: Game, body: ListingChanged) -> Text:
    listed = Text.pgettext("game", "public") if body.public else Text.pgettext("game", "private")
    tags = ", ".join(body.tags)
    if not tags:
        return Text("The game is now {listed}, without tags.", listed=listed)
    return Text("The game is now {listed}, tagged: {tags}.", listed=listed, tags=tags)


def _of_seat(text: Text) -> Callable[[Game, Any], Text]:
    def say(game: Game, body: Any) -> Text:
        return text.filled({"who": seat_name(game, body.seat), "about": getattr(body, "about", "")})

    return say


def _sealed(game: Game, body: ValueSealed) -> Text:
    who = seat_name(game, body.seat)
    if not body.by:
        return Text("{who} seals a secret choice.", who=who)
    whoever = _STANDING_IN.get(body.by, _STANDING_IN["seat"])
    return Text("{whoever} seals a secret choice for {who}.", whoever=whoever, who=who)


# Who seals for a seat that is not their own, by the role that the record has.
_STANDING_IN = {
    "seat": Text("Another seat"),
    "arbiter": Text("The arbiter"),
    "organiser": Text("The organiser"),
    "operator": Text("The operator"),
}

_SAYINGS: dict[type[Record], Callable[[Game, Any], Text]] = {
    GameOpened: _opened,
    ContributionCommitted: _of_seat(Text("{who} binds its part of the sealed dice.")),
    ContributionRevealed: _of_seat(Text("{who} shows its part of the sealed dice.")),
    ValueSealed: _sealed,
    SeatTaken: _sat_down,
    SeatLeft: _of_seat(Text("{who}'s seat is empty again.")),
    RetractionAsked: lambda game, body: Text(
        "{who} asks to take back everything from record {n}.",
        who=game.setting.name(body.seat),
        n=body.from_seq,
    ),
    RetractionAnswered: _answered,
    ActionsRetracted: _retracted,
    ActionsRestored: lambda game, body: Text(
        "{who} restores what record {n} took back.",
        who=seat_name(game, body.seat),
        n=body.retraction,
    ),
    ClaimFiled: _of_seat(Text("{who} files a claim about record {about}.")),
    RulingGiven: _ruled,
    RulingOverturned: lambda _, body: Text(
        "The ruling of record {ruling} is overturned.", ruling=body.ruling
    ),
    NoteAdded: _noted,
    ListingChanged: _listed,
    PositionSigned: _of_seat(Text("{who} signs record {about}.")),
    SheetHandedOn: lambda _, body: Text(
        "The sheet is handed on: scenario {n} of the campaign is opened from it, game {following}.",
        n=body.scenario,
        following=body.game,
    ),
    ResultHandedIn: lambda _, body: Text(
        "The tournament takes the result of table {table} in round {round} from this score.",
        table=body.table,
        round=body.round,
    ),
    ResultReopened: lambda _, body: Text(
        "The tournament gives back the result that record {handed} handed in.",
        handed=body.handed,
    ),
    GameClosed: _closed,
}


PRIVATE = (
    "salt",
    "key",
    "request",
    "board",
)  # Fields of a record from which a secret could be worked out by trying.

SOMETHING = Text("something that stays hidden")
_KEPT, _DEED = Text("{name} does {something}."), Text("{name} {what}.")


class Reader:
    """An audience reading a game: `board` is the position that says what may be known by now."""

    def __init__(self, game: Game, audience: Audience, board: Board | None = None) -> None:
        self.game = game
        self.audience = audience
        self.secretive = keeps_secrets(game.rules)
        self._sight = Sight(game, audience, board) if self.secretive else None

    def sees(self, seat: str, item: Action | Fact, seq: int = 0) -> bool:
        """Whether the audience may read an action or fact entered by `seat`, which stands in record
        `seq` (0: in none yet)."""
        return self._sight is None or self._sight.can_read(seat, item, seq)

    def sees_all(self, board: Board) -> bool:
        rules = self.game.rules
        return (
            not self.secretive
            or self.audience == ARBITER
            or rules.view(board, self.audience) == rules.view(board, ARBITER)
        )

    def sees_verdict(self, seat: str, action: Action, before: Board, seq: int) -> bool:
        """Whether the audience may read the verdict on an action that was let stand: it speaks of
        the action, and may speak of whatever was on the board before it."""
        return self.sees(seat, action, seq) and self.sees_all(before)

    def items(
        self, seat: str, items: Iterable[Action | Fact], filed: StoredRecord | None = None
    ) -> tuple[Any, ...]:
        """The items, each hidden one as a tombstone with the digest of the record they stand in."""
        seq = filed.seq if filed is not None else 0
        return tuple(
            item if self.sees(seat, item, seq) else Hidden(digest(filed)) for item in items
        )

    def rolls(self, rolls: tuple[Roll, ...], shown: Iterable[Any]) -> tuple[Roll | RollKept, ...]:
        """The rolls; their values stay hidden if anything that they led to does."""
        if not rolls or not any(type(item) is Hidden for item in shown):
            return rolls
        return tuple(RollKept(r.number, r.kind, r.spec, r.source) for r in rolls)

    def fact_sentences(
        self,
        board: Board,
        facts: tuple[Fact, ...],
        shown: tuple[Any, ...],
        after: Board | None = None,
    ) -> list[Text]:
        """A sentence for each fact, told on the board it has just made true; `after` is the last of
        them, where it is known."""
        sentences, rules, last = [], self.game.rules, len(facts) - 1
        known = 0  # facts that are true on `board`
        for n, fact in enumerate(facts):
            if type(shown[n]) is Hidden:
                sentences.append(SOMETHING)
                continue
            if not rules.says_alone(fact):
                if n == last and after is not None:
                    board = after
                else:
                    for missed in facts[known : n + 1]:
                        board = rules.evolve(board, missed)
                    known = n + 1
            sentences.append(rules.say_fact(board, fact))
        return sentences

    def step(
        self,
        before: Board,
        seat: str,
        action: Action,
        facts: tuple[Fact, ...],
        rolls: tuple[Roll, ...],
        after: Board,
        filed: StoredRecord | None = None,
    ) -> dict[str, Any]:
        """What is answered of an action: its facts, its rolls and its sentences."""
        shown = self.items(seat, facts, filed)
        deed = self.deed(before, seat, action, filed.seq if filed is not None else 0)
        return {
            "facts": shown,
            "rolls": self.rolls(rolls, shown),
            "sentences": (deed, *self.fact_sentences(before, facts, shown, after)),
        }

    def deed(self, board: Board, seat: str, action: Action, seq: int = 0) -> Text:
        """The sentence for an action about to be taken: who does what; `seq` is the record it
        stands in, if there is one."""
        name = self.game.setting.name(seat)
        if not self.sees(seat, action, seq):
            return _KEPT.filled({"name": name, "something": SOMETHING})
        return _DEED.filled({"name": name, "what": self.game.rules.say_action(board, seat, action)})


def digest(filed: StoredRecord | None) -> str:
    """SHA-256 in hex of a record's stored bytes; nothing where nothing is stored."""
    return hashlib.sha256(filed.state).hexdigest() if filed is not None else ""
