"""Record entries for an audience, the same in `GET /games/{game}/records` and in live streams; and
which earlier entries a record changes.

A record can take earlier actions out of force or restore them, and reveal what earlier records hide
(or hide it again, if a reveal is taken back). Pages then read those entries again. Finding them
costs as much as the number of entries that a record changed and, for titles with secrets, of those
that ever hid something.
"""

from collections.abc import Iterator
from itertools import takewhile
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from msgspec import to_builtins

from api.game.schemas import (
    ClaimAt,
    DecidedByHand,
    Entry,
    ForAudience,
    Hidden,
    Irregular,
    Irregularities,
    Preview,
    ProposalAt,
    ReplyAt,
    RulingAt,
    StepAt,
)
from api.game.sentences import PRIVATE, Reader, record_digest
from api.web.live.streams import event_bytes
from domain.game.aggregate.correction import Change, document_changes
from domain.game.aggregate.game import Game, records_by_hand, say_record, taken_back
from domain.game.aggregate.history import History
from domain.game.aggregate.proceedings import WRONG, Claim, Ruling
from domain.game.clerk.clerk import Clerk
from domain.game.dice.conditions import parts_of
from domain.game.record.records import (
    FIRST,
    UMPIRE,
    ActionTaken,
    Adjudicate,
    Annul,
    Correct,
    GameOpened,
    Lineage,
    Penalty,
    Remedy,
    SetClock,
    Stands,
    remedy_of,
)
from domain.game.rulings.conditions import REASONS
from domain.game.undo.conditions import Proposal, in_force_from
from domain.game.undo.kinds import records_in_words
from domain.kernel.stored import StoredRecord
from domain.kernel.text import Text
from domain.titles.codec import decode_action, decode_facts
from domain.titles.contract.ruleset import (
    ARBITER,
    PUBLIC,
    AnyRuleset,
    Audience,
    Board,
    Outcome,
    Verdict,
)
from projections.boards.positions import OfGame, Status


class EntryReader:
    """Makes the entries of a game's records from `since` on, as of `head`: which actions are in
    force, and what the audience may know. The cost depends on the number of records since then, not
    on the game. `words`: the audience may read people's words."""

    def __init__(
        self, clerk: Clerk, head: Game, audience: Audience, since: int = FIRST, *, words: bool
    ) -> None:
        self.head, self.audience = head, audience
        self._clerk = clerk
        self._reader = Reader(head, audience)
        self._whole = audience == ARBITER
        self._words = words
        history = head.history
        self._standing = frozenset(
            takewhile(lambda seq: seq >= since, history.chain(history.tips[head.seq - 1]))
        )

    def in_force(self, seq: int) -> bool | None:
        """Whether an action (or correction) is in force: False if it was taken back. None for
        records of other kinds."""
        return seq in self._standing if self.head.history.tips[seq - 1] == seq else None

    def words(self, seq: int) -> str | None:
        """The words that people entered with a record. None if the audience may not read them, they
        were erased, or there are none."""
        body = self.head.history.record(seq).body
        written = getattr(body, "reason", "") or getattr(body, "text", "")
        return self._clerk.words(written) if self._words else None

    def is_cacheable(self, seq: int) -> bool:
        return is_cacheable(self._reader, seq)

    def entry(self, seq: int) -> Entry:
        stored = self.head.history.record(seq)
        body = stored.body
        data: dict[str, Any] = msgspec.json.decode(stored.state)
        data.pop("rolls", None)
        sentence, texts = self._tell_and_hide(stored, data)
        if not self._whole:
            for name in PRIVATE:
                data.pop(name, None)
        return Entry(
            seq=seq,
            type=stored.topic,
            at=body.at,
            in_force=self.in_force(seq),
            sentence=sentence,
            told=texts,
            words=self.words(seq),
            rolls=self._reader.rolls(getattr(body, "rolls", ()), data.get("facts", ())),
            digest=record_digest(stored),
            record=data,
        )

    def _tell_and_hide(
        self, stored: StoredRecord, data: dict[str, Any]
    ) -> tuple[Text, tuple[Text, ...]]:
        """The sentence of a record and those of its facts. Also replaces the parts of `data` that
        the audience may not know by tombstones."""
        body, reader = stored.body, self._reader
        game = reader.game
        rules = game.rules
        if isinstance(body, ActionTaken):
            before = Game(game.history, game.checks, stored.seq - 1)
            action, board, seat = decode_action(rules, body.action), before.board, body.seat
            sentence = reader.action_sentence(board, seat, action, stored.seq)
            (readable,) = reader.items(seat, (action,), stored)
            if type(readable) is Hidden:
                data["action"] = readable
                data.pop("opens", None)  # with its salt, the seal says what it is by trying
            if body.verdict is not None and not reader.sees_verdict(
                seat, action, board, stored.seq
            ):
                data["verdict"] = Hidden(record_digest(stored))
        elif isinstance(body, GameOpened):
            board, seat, sentence = rules.blank(game.setting), "", say_record(game, body)
            self._hide_in_lineage(stored, body, data)
        elif (remedy := remedy_of(body)) is not None:
            data["remedy"] = remedy_for(reader, stored, remedy)
            return say_record(game, body), self._correction_sentences(stored, remedy)
        else:
            return say_record(game, body), ()
        facts = decode_facts(rules, body.facts)
        readable = reader.items(seat, facts, stored)
        data["facts"] = [
            item if type(item) is Hidden else fact
            for item, fact in zip(readable, data["facts"], strict=True)
        ]
        return sentence, tuple(reader.fact_sentences(board, facts, readable))

    def _correction_sentences(self, stored: StoredRecord, remedy: Remedy) -> tuple[Text, ...]:
        if not isinstance(remedy, Correct):
            return ()
        game = self._reader.game
        facts = decode_facts(game.rules, remedy.facts)
        before = Game(game.history, game.checks, stored.seq - 1)
        return tuple(
            self._reader.fact_sentences(
                before.board, facts, self._reader.items(UMPIRE, facts, stored)
            )
        )

    def _hide_in_lineage(
        self, stored: StoredRecord, body: GameOpened, data: dict[str, Any]
    ) -> None:
        for step, plain_step in zip(body.grown, data.get("grown", ()), strict=True):
            readable = self._reader.items(
                step.seat, decode_facts(self._reader.game.rules, step.facts), stored
            )
            plain_step["facts"] = [
                item if type(item) is Hidden else fact
                for item, fact in zip(readable, plain_step["facts"], strict=True)
            ]
            if step.patch is not None and self._reader.secretive and not self._whole:
                plain_step["patch"] = Hidden(record_digest(stored))


# A record's seq, a seat that something in it was entered for, and those of the seat's actions and
# facts that can be hidden.
Secret = tuple[int, str, tuple[Any, ...]]

_lock = Lock()
# For each game in memory, its secrets and how many of its records were searched for them.
_secrets: WeakKeyDictionary[History, tuple[list[Secret], list[int]]] = WeakKeyDictionary()


def changed_entries(head: Game, seq: int, audience: Audience) -> tuple[int, ...]:
    """The records before `seq` whose entry reads differently to an audience because of record
    `seq`, in order."""
    if seq == FIRST:
        return ()
    moved = _taken_out_or_restored(head.history, seq)
    if audience != ARBITER and head.rules.keeps_secrets():
        earlier, after = (
            Game(head.history, head.checks, seq - 1),
            Game(head.history, head.checks, seq),
        )
        if earlier.board is not after.board or after.closed:
            old, new = Reader(earlier, audience), Reader(after, audience)
            for n, seat, items in secrets_up_to(head, seq - 1):
                if any(old.sees(seat, item, n) != new.sees(seat, item, n) for item in items):
                    moved.add(n)
    return tuple(sorted(moved))


def _taken_out_or_restored(history: History, seq: int) -> set[int]:
    """The other actions that record `seq` took out of force or restored."""
    old, new, result = history.tips[seq - 2], history.tips[seq - 1], set()
    while old != new:
        if old > new:
            result.add(old)
            old = history.before[old - 1]
        else:
            result.add(new)
            new = history.before[new - 1]
    return result - {seq}


def is_cacheable(reader: Reader, seq: int) -> bool:
    """Whether an entry can be cached for its audience: it is an action in which nothing was ever
    hidden. Only its words, and whether it is in force, can still change."""
    head = reader.game
    return head.history.topics[seq - 1] == ActionTaken.__name__ and (
        not reader.secretive or all(seq != n for n, _, _ in secrets_up_to(head, head.seq))
    )


def secrets_up_to(head: Game, last: int) -> list[Secret]:
    """The actions and facts in the records up to `last` that may be hidden from somebody: all that
    the public could not read on the blank board. By a law of titles, everybody may always read the
    others. Cached for each game."""
    with _lock:
        hidden_items, counted = _secrets.setdefault(head.history, ([], [0]))
        nobody = Reader(head, PUBLIC, head.rules.blank(head.setting))
        for seq in range(counted[0] + 1, last + 1):
            for seat, items in actions_and_facts(head.rules, head.history.record(seq)):
                hidden = tuple(item for item in items if not nobody.sees(seat, item))
                if hidden:
                    hidden_items.append((seq, seat, hidden))
            counted[0] = seq
        return [secret for secret in hidden_items if secret[0] <= last]


def actions_and_facts(
    rules: AnyRuleset, stored: StoredRecord
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The actions and facts of a record: pairs of a seat (`""`: none) and its actions and facts."""
    body = stored.body
    if isinstance(body, ActionTaken):
        yield body.seat, (decode_action(rules, body.action), *decode_facts(rules, body.facts))
    elif isinstance(remedy := remedy_of(body), Correct):
        yield UMPIRE, decode_facts(rules, remedy.facts)
    elif isinstance(body, GameOpened):
        yield "", decode_facts(rules, body.facts)
        for step in body.grown:
            yield step.seat, decode_facts(rules, step.facts)


class Happened(ForAudience, frozen=True):
    """The data of an event `record`: its entry as `/records` shows it now, and the seats that are to
    act after it. `changed`: the earlier records whose entry it changed, because they were taken out
    of force, put back, revealed or hidden. Read those again."""

    entry: Entry
    changed: tuple[int, ...]
    to_act: tuple[str, ...]
    status: Status
    outcome: Outcome | None


class Closed(OfGame, frozen=True):
    """The data of an event `closed`, the last event of a stream: the game gets no more records."""

    outcome: Outcome | None


def record_event(entry_reader: EntryReader, seq: int) -> bytes:
    """The event `record` about record `seq`, as a live stream sends it."""
    head = entry_reader.head
    then = Game(head.history, head.checks, seq)
    data = Happened(
        game=head.id,
        seq=seq,
        audience=entry_reader.audience,
        entry=entry_reader.entry(seq),
        changed=changed_entries(head, seq, entry_reader.audience),
        to_act=then.to_act,
        status=then.status,
        outcome=then.outcome,
    )
    return event_bytes(seq, b"record", data)


def closed_event(head: Game) -> bytes:
    """The event `closed`, as a live stream sends it."""
    return event_bytes(head.seq, b"closed", Closed(head.id, head.seq, head.outcome))


class DecisionReader:
    """Reads proposals, claims, rulings and other decisions in a game for an audience. `words`: the
    audience may read people's words."""

    def __init__(self, clerk: Clerk, game: Game, audience: Audience, *, words: bool) -> None:
        self._clerk, self._game, self._audience, self._words = clerk, game, audience, words
        self._loaded = clerk.game_repository.held(game.id)
        self._reader = Reader(game, audience)

    def view(self, board: Board) -> dict[str, Any]:
        plain: dict[str, Any] = to_builtins(self._game.rules.view(board, self._audience))
        return plain

    def step(self, seq: int, by: int | None = None) -> StepAt:
        stored = self._loaded.record(seq)
        body = stored.body
        if not isinstance(body, ActionTaken):
            return StepAt(seq, UMPIRE, say_record(self._game, body), getattr(body, "rolls", ()), by)
        rules = self._game.rules
        board = self._loaded.at(seq - 1).board
        readable = self._reader.items(body.seat, decode_facts(rules, body.facts), stored)
        sentence = self._reader.action_sentence(
            board, body.seat, decode_action(rules, body.action), seq
        )
        return StepAt(seq, body.seat, sentence, self._reader.rolls(body.rolls, readable), by)

    def verdict(self, seq: int) -> Verdict | None:
        body = self._loaded.record(seq).body_as(ActionTaken)
        action = decode_action(self._game.rules, body.action)
        before = self._loaded.at(seq - 1).board
        return body.verdict if self._reader.sees_verdict(body.seat, action, before, seq) else None

    def proposal(self, proposal: Proposal) -> ProposalAt:
        body, game = proposal.body, self._game
        then = game if proposal.state == "open" else self._loaded.at(proposal.seq)
        gone = sorted(in_force_from(then, body.from_seq))
        board: dict[str, Any] | None = None
        differs: tuple[Change, ...] = ()
        if proposal.state == "open":
            board, differs = self._compared(
                game.history.board(game.history.before[body.from_seq - 1])
            )
        return ProposalAt(
            seq=proposal.seq,
            at=body.at,
            actor=body.actor,
            seat=body.seat,
            from_seq=body.from_seq,
            affected=body.affected,
            replies=tuple(
                ReplyAt(r.seq, self._loaded.record(r.seq).body.actor, r.seat, r.answer)  # type: ignore[arg-type]
                for r in proposal.replies
            ),  # as it was recorded
            waits_for=proposal.waits_for,
            state=proposal.state,
            settled=proposal.settled_by or None,
            until=body.until,
            words=self._words_of(body.reason),
            steps=tuple(self.step(seq) for seq in gone),
            board=board,
            changes=differs,
        )

    def claim(self, claim: Claim) -> ClaimAt:
        body = claim.body
        words = self._words_of(body.text)
        return ClaimAt(
            claim.seq, body.at, body.actor, body.seat, body.about, words, claim.ruling or None
        )

    def ruling(self, ruling: Ruling) -> RulingAt:
        body = ruling.body
        return RulingAt(
            seq=ruling.seq,
            at=body.at,
            actor=body.actor,
            sentence=say_record(self._game, body),
            remedy=remedy_for(self._reader, self._loaded.record(ruling.seq), body.remedy),
            rule=body.rule,
            code=body.code,
            reason=REASONS.get(body.code, Text(body.code, body.code)),
            words=self._words_of(body.text),
            claim=body.claim or None,
            about=body.about or None,
            overturned=ruling.overturned or None,
        )

    def by_hand(self, listed: set[int]) -> Iterator[DecidedByHand]:
        """The decisions that an arbiter or director made by hand, except those in the records
        `listed`."""
        for act in records_by_hand(self._game):
            if act.seq not in listed:
                why = self._words_of(act.reason) if act.reason else None
                erased = self._words and bool(act.reason) and why is None
                body = act.body
                yield DecidedByHand(act.seq, body.at, body.actor, act.text, why, erased)

    def _words_of(self, commitment: str) -> str | None:
        return self._clerk.words(commitment) if self._words else None

    def preview(
        self, board: Board, gone: tuple[int, ...], verdict: Verdict | None = None
    ) -> Preview:
        game = self._game
        after, differs = self._compared(board)
        steps = tuple(self.step(seq) for seq in gone)
        return Preview(
            game=game.id,
            seq=game.seq,
            audience=self._audience,
            gone=steps,
            before=self.view(game.board),
            after=after,
            changes=differs,
            verdict=verdict,
        )

    def _compared(self, board: Board) -> tuple[dict[str, Any], tuple[Change, ...]]:
        after = self.view(board)
        return after, tuple(document_changes(self.view(self._game.board), after))


def remedy_for(reader: Reader, stored: StoredRecord, remedy: Remedy) -> dict[str, Any]:
    """A ruling's remedy as plain data, with tombstones for the facts of a correction that the
    audience may not know. A patch contains places and values of the whole board, so in titles with
    secrets only the arbiter sees it."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(remedy))
    if not isinstance(remedy, Correct) or reader.audience == ARBITER:
        return data
    facts = decode_facts(reader.game.rules, remedy.facts)
    readable = reader.items(UMPIRE, facts, stored)
    data["facts"] = [
        to_builtins(item) if type(item) is Hidden else fact
        for item, fact in zip(readable, data["facts"], strict=True)
    ]
    if remedy.patch is not None and reader.secretive:
        data["patch"] = to_builtins(Hidden(record_digest(stored)))
    return data


# The kinds of records that a ruling can let stand although something is wrong: actions, the set-up.
_PLAYED = (ActionTaken.__name__, GameOpened.__name__)

_KINDS: dict[type, Any] = {
    Annul: "annulment",
    Correct: "correction",
    Penalty: "penalty",
    Adjudicate: "adjudication",
    SetClock: "clock",
}


def irregularities_report(
    clerk: Clerk, game: Game, audience: Audience, *, words: bool
) -> Irregularities:
    gone, reader = taken_back(game), DecisionReader(clerk, game, audience, words=words)
    irregular = sorted(_irregular_records(reader, game), key=lambda item: item.seq)
    return Irregularities(
        game=game.id,
        seq=game.seq,
        fidelity=game.fidelity,
        outcome=game.outcome,
        irregularities=tuple(irregular),
        acts=tuple(reader.by_hand({item.seq for item in irregular})),
        unprovable=tuple(_unprovable_dice_text(game)),
        open_claims=tuple(claim.seq for claim in game.proceedings.open_claims),
        retractions=len(set(gone.values())),
        retracted_actions=tuple(sorted(gone)),
        retracted_rolls=tuple(
            sorted(roll.number for seq in gone for roll in _recorded_rolls(game, seq))
        ),
    )


def _unprovable_dice_text(game: Game) -> Iterator[Text]:
    """A sentence if the game's dice cannot be proved: people typed them in, or the service alone
    could have chosen them."""
    if not game.history.rolls[game.seq - 1]:
        return
    if game.opened.chance == "table":
        yield Text("The dice are those that people typed in.")
    elif game.opened.chance == "sealed" and not any(part.value for part in parts_of(game)):
        yield Text(
            "The dice rest on the service alone: it could have chosen them before the opening."
        )


def _recorded_rolls(game: Game, seq: int) -> tuple[Any, ...]:
    body = game.history.record(seq).body
    return body.rolls if isinstance(body, ActionTaken) else ()


def _irregular_records(reader: DecisionReader, game: Game) -> Iterator[Irregular]:
    resting, proceedings = game.irregularities, game.proceedings
    opened = game.opened
    if opened.lineage is not None and opened.lineage.irregular:
        yield Irregular(
            FIRST, "inherited", opened.at, opened.actor, _inherited_text(opened.lineage), True
        )
    for seq in game.history.illegal:
        if seq > game.seq:
            break
        body = game.history.record(seq).body
        verdict = reader.verdict(seq)
        rule, code = (verdict.rule, verdict.code) if verdict else ("", "")
        yield Irregular(
            seq=seq,
            kind="illegal-action",
            at=body.at,
            actor=body.actor,
            sentence=reader.step(seq).sentence,
            counts=seq in resting,
            rule=rule,
            code=code,
            verdict=verdict,
        )
    for ruling in proceedings.rulings:
        yield from _irregular_ruling(reader, game, ruling, ruling.seq in resting)
    bodies = [ruling.body for ruling in proceedings.rulings_in_force]
    standing = {
        body.about: body
        for body in bodies
        if isinstance(body.remedy, Stands) and body.code in WRONG
    }
    for seq in dict.fromkeys(proceedings.records_let_stand()):
        if seq not in game.history.illegal and game.history.topics[seq - 1] in _PLAYED:
            body, by = game.history.record(seq).body, standing[seq]
            yield Irregular(
                seq=seq,
                kind="let-stand",
                at=body.at,
                actor=body.actor,
                sentence=reader.step(seq).sentence,
                counts=seq in resting,
                rule=by.rule,
                code=by.code,
            )
    if game.diverged:
        moment = game.history.record(game.diverged).body.at
        sentence = Text(
            "The replay differs from record {diverged}: nothing from there on can be relied on.",
            diverged=game.diverged,
        )
        yield Irregular(game.diverged, "divergence", moment, "", sentence, True)


def _inherited_text(lineage: Lineage) -> Text:
    records, parent, several = (
        records_in_words(lineage.irregular, lineage.irregular[0]),
        lineage.game,
        len(lineage.irregular) > 1,
    )
    sentence = Text.pgettext(
        "one record", "The branch grew from a board that {what} of game {parent} made irregular."
    )
    if several:
        sentence = Text.pgettext(
            "several records",
            "The branch grew from a board that {what} of game {parent} made irregular.",
        )
    return sentence.filled({"what": records, "parent": parent})


def _irregular_ruling(
    reader: DecisionReader, game: Game, ruling: Ruling, counts: bool
) -> Iterator[Irregular]:
    body = ruling.body
    kind = _KINDS.get(type(body.remedy))
    if kind:
        counts = counts or (kind == "annulment" and not ruling.overturned)
        yield Irregular(
            seq=ruling.seq,
            kind=kind,
            at=body.at,
            actor=body.actor,
            sentence=reader.ruling(ruling).sentence,
            counts=counts,
            rule=body.rule,
            code=body.code,
        )
    if ruling.overturned:
        over: Any = game.history.record(ruling.overturned).body
        yield Irregular(
            seq=ruling.overturned,
            kind="overturned",
            at=over.at,
            actor=over.actor,
            sentence=Text("The ruling of record {seq} is overturned.", seq=ruling.seq),
            counts=False,
            rule=over.rule,
            code=over.code,
        )
