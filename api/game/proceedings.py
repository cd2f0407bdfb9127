"""Proposals, claims and rulings as an audience may read them, and the report of irregularities:
everything out of the ordinary in a game, on one page."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import to_builtins

from api.game.reader import Reader, digest
from api.game.schemas import (
    ClaimAt,
    Hidden,
    Irregular,
    Irregularities,
    Preview,
    ProposalAt,
    ReplyAt,
    RulingAt,
    StepAt,
)
from api.game.sentences import say_record, span
from domain.game.aggregate.diff import Change, changes
from domain.game.aggregate.game import Game, taken_back
from domain.game.aggregate.proceedings import WRONG, Claim, Proposal, Ruling
from domain.game.clerk.clerk import Clerk
from domain.game.procedure.rulings import REASONS
from domain.game.procedure.undo import line_from
from domain.game.record.records import FIRST, UMPIRE, ActionTaken, GameOpened, Lineage, RulingGiven
from domain.game.record.remedies import Adjudicate, Annul, Correct, Penalty, SetClock, Stands
from domain.kernel.text import Text
from domain.titles.codec import decode_action, decode_facts
from domain.titles.contract.ruleset import ARBITER, Audience, Board, Verdict


class TableReader:
    """An audience reading what is open or decided in a game, as it stands at `game`. `words`: it
    reads what people wrote."""

    def __init__(self, clerk: Clerk, game: Game, audience: Audience, *, words: bool) -> None:
        self._clerk, self._game, self._audience, self._words = clerk, game, audience, words
        self._file = clerk.game_repository.file(game.id, fresh=False)
        self._reader = Reader(game, audience)

    def view(self, board: Board) -> dict[str, Any]:
        seen: dict[str, Any] = to_builtins(self._game.rules.view(board, self._audience))
        return seen

    def step(self, seq: int, by: int | None = None) -> StepAt:
        filed = self._file.record(seq)
        body = filed.body
        if not isinstance(body, ActionTaken):
            return StepAt(seq, UMPIRE, say_record(self._game, body), getattr(body, "rolls", ()), by)
        rules = self._game.rules
        board = self._file.at(seq - 1).board
        shown = self._reader.items(body.seat, decode_facts(rules, body.facts), filed)
        sentence = self._reader.deed(board, body.seat, decode_action(rules, body.action), seq)
        return StepAt(seq, body.seat, sentence, self._reader.rolls(body.rolls, shown), by)

    def verdict(self, seq: int) -> Verdict | None:
        body = self._file.record(seq).body_as(ActionTaken)
        action = decode_action(self._game.rules, body.action)
        before = self._file.at(seq - 1).board
        return body.verdict if self._reader.sees_verdict(body.seat, action, before, seq) else None

    def proposal(self, proposal: Proposal) -> ProposalAt:
        body, game = proposal.body, self._game
        at = game if proposal.state == "open" else self._file.at(proposal.seq)
        gone = sorted(line_from(at, body.from_seq))
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
                ReplyAt(r.seq, self._file.record(r.seq).body.actor, r.seat, r.answer)  # type: ignore[arg-type]
                for r in proposal.replies
            ),  # as it was recorded
            waits_for=proposal.waits_for,
            state=proposal.state,
            settled=proposal.settled or None,
            until=body.until,
            words=self._written(body.reason),
            steps=tuple(self.step(seq) for seq in gone),
            board=board,
            changes=differs,
        )

    def claim(self, claim: Claim) -> ClaimAt:
        body = claim.body
        words = self._written(body.text)
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
            remedy=remedy_for(self._reader, self._file.record(ruling.seq)),
            rule=body.rule,
            code=body.code,
            reason=REASONS.get(body.code, Text(body.code, body.code)),
            words=self._written(body.text),
            claim=body.claim or None,
            about=body.about or None,
            overturned=ruling.overturned or None,
        )

    def _written(self, commitment: str) -> str | None:
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
        return after, tuple(changes(self.view(self._game.board), after))


def remedy_for(reader: Reader, filed: Any) -> dict[str, Any]:
    """A ruling's remedy as plain data; of a correction, what the audience may not know is a
    tombstone.

    A patch names places and values of the whole board: where the title keeps secrets it is only for
    the arbiter's eyes.
    """
    body: RulingGiven = filed.body
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(body.remedy))
    if not isinstance(body.remedy, Correct) or reader.audience == ARBITER:
        return data
    facts = decode_facts(reader.game.rules, body.remedy.facts)
    shown = reader.items(UMPIRE, facts, filed)
    data["facts"] = [
        to_builtins(item) if type(item) is Hidden else fact
        for item, fact in zip(shown, data["facts"], strict=True)
    ]
    if body.remedy.patch is not None and reader.secretive:
        data["patch"] = to_builtins(Hidden(digest(filed)))
    return data


# What rulings can let stand although something is wrong with it: an action, or the set-up.
_PLAYED = (ActionTaken.__name__, GameOpened.__name__)

_KINDS: dict[type, Any] = {
    Annul: "annulment",
    Correct: "correction",
    Penalty: "penalty",
    Adjudicate: "adjudication",
    SetClock: "clock",
}


def report(clerk: Clerk, game: Game, audience: Audience, *, words: bool) -> Irregularities:
    gone = taken_back(game)
    return Irregularities(
        game=game.id,
        seq=game.seq,
        fidelity=game.fidelity,
        outcome=game.outcome,
        irregularities=tuple(
            sorted(
                _found(TableReader(clerk, game, audience, words=words), game),
                key=lambda item: item.seq,
            )
        ),
        open_claims=tuple(claim.seq for claim in game.proceedings.open_claims),
        retractions=len(set(gone.values())),
        retracted_actions=tuple(sorted(gone)),
        retracted_rolls=tuple(sorted(roll.number for seq in gone for roll in _rolls(game, seq))),
    )


def _rolls(game: Game, seq: int) -> tuple[Any, ...]:
    body = game.history.filed(seq).body
    return body.rolls if isinstance(body, ActionTaken) else ()


def _found(reader: TableReader, game: Game) -> Iterator[Irregular]:
    resting, proceedings = game.irregularities, game.proceedings
    opened = game.opened
    if opened.lineage is not None and opened.lineage.irregular:
        yield Irregular(
            FIRST, "inherited", opened.at, opened.actor, _inherited(opened.lineage), True
        )
    for seq in game.history.illegal:
        if seq > game.seq:
            break
        body = game.history.filed(seq).body
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
        yield from _of_ruling(reader, game, ruling, ruling.seq in resting)
    bodies = [ruling.body for ruling in proceedings.holding]
    standing = {
        body.about: body
        for body in bodies
        if isinstance(body.remedy, Stands) and body.code in WRONG
    }
    for seq in dict.fromkeys(proceedings.let_stand()):
        if seq not in game.history.illegal and game.history.topics[seq - 1] in _PLAYED:
            body, by = game.history.filed(seq).body, standing[seq]
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
        at = game.history.filed(game.diverged).body.at
        sentence = Text(
            "The replay differs from record {diverged}: nothing from there on can be relied on.",
            diverged=game.diverged,
        )
        yield Irregular(game.diverged, "divergence", at, "", sentence, True)


def _inherited(lineage: Lineage) -> Text:
    what, parent, several = (
        span(lineage.irregular, lineage.irregular[0]),
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
    return sentence.filled({"what": what, "parent": parent})


def _of_ruling(
    reader: TableReader, game: Game, ruling: Ruling, counts: bool
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
        over: Any = game.history.filed(ruling.overturned).body
        sentence = Text("The ruling of record {seq} is overturned.", seq=ruling.seq)
        yield Irregular(
            seq=ruling.overturned,
            kind="overturned",
            at=over.at,
            actor=over.actor,
            sentence=sentence,
            counts=False,
            rule=over.rule,
            code=over.code,
        )
