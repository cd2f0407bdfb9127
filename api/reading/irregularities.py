"""The report of irregularities: everything out of the ordinary in a game, on one page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from api.answers.table import Irregular, Irregularities
from api.reading.sentences import span
from api.reading.table import TableReader
from domain.clerk.clerk import Clerk
from domain.game.game import Game, taken_back
from domain.game.proceedings import WRONG, Ruling
from domain.record.records import FIRST, ActionTaken, GameOpened, Lineage
from domain.record.remedies import Adjudicate, Annul, Correct, Penalty, SetClock, Stands
from domain.rules.ruleset import Audience
from domain.rules.text import Text

_PLAYED = (ActionTaken.__name__, GameOpened.__name__)
"""What rulings can let stand although something is wrong with it: an action, or the set-up."""

_KINDS: dict[type, Any] = {
    Annul: "annulment",
    Correct: "correction",
    Penalty: "penalty",
    Adjudicate: "adjudication",
    SetClock: "clock",
}


def report(clerk: Clerk, game: Game, audience: Audience, *, words: bool) -> Irregularities:
    """The report of a game as it stands, for an audience."""
    gone = taken_back(game)
    return Irregularities(
        game.id,
        game.seq,
        game.fidelity,
        game.outcome,
        tuple(sorted(_found(TableReader(clerk, game, audience, words=words), game), key=lambda one: one.seq)),
        tuple(claim.seq for claim in game.proceedings.open_claims),
        len(set(gone.values())),
        tuple(sorted(gone)),
        tuple(sorted(roll.number for seq in gone for roll in _rolls(game, seq))),
    )


def _rolls(game: Game, seq: int) -> tuple[Any, ...]:
    body = game.history.filed(seq).body
    return body.rolls if isinstance(body, ActionTaken) else ()


def _found(reader: TableReader, game: Game) -> Iterator[Irregular]:
    resting, proceedings = game.irregularities, game.proceedings
    opened = game.opened
    if opened.lineage is not None and opened.lineage.irregular:
        yield Irregular(FIRST, "inherited", opened.at, opened.actor, _inherited(opened.lineage), True)
    for seq in game.history.illegal:
        if seq > game.seq:
            break
        body = game.history.filed(seq).body
        verdict = reader.verdict(seq)
        rule, code = (verdict.rule, verdict.code) if verdict else ("", "")
        yield Irregular(seq, "illegal-action", body.at, body.actor, reader.step(seq).sentence, seq in resting, rule, code, verdict)
    for ruling in proceedings.rulings:
        yield from _of_ruling(reader, game, ruling, ruling.seq in resting)
    bodies = [ruling.body for ruling in proceedings.holding]
    standing = {body.about: body for body in bodies if isinstance(body.remedy, Stands) and body.code in WRONG}
    for seq in dict.fromkeys(proceedings.let_stand()):
        if seq not in game.history.illegal and game.history.topics[seq - 1] in _PLAYED:
            body, by = game.history.filed(seq).body, standing[seq]
            yield Irregular(seq, "let-stand", body.at, body.actor, reader.step(seq).sentence, seq in resting, by.rule, by.code)
    if game.diverged:
        at = game.history.filed(game.diverged).body.at
        told = Text(
            "The replay differs from record {diverged}: nothing from there on can be relied on.",
            diverged=game.diverged,
        )
        yield Irregular(game.diverged, "divergence", at, "", told, True)


def _inherited(lineage: Lineage) -> Text:
    what, parent, several = span(lineage.irregular, lineage.irregular[0]), lineage.game, len(lineage.irregular) > 1
    told = Text("The branch grew from a board that {what} of game {parent} made irregular.", context="one record")
    if several:
        told = Text("The branch grew from a board that {what} of game {parent} made irregular.", context="several records")
    return told.filled({"what": what, "parent": parent})


def _of_ruling(reader: TableReader, game: Game, ruling: Ruling, counts: bool) -> Iterator[Irregular]:
    body = ruling.body
    kind = _KINDS.get(type(body.remedy))
    if kind:
        counts = counts or (kind == "annulment" and not ruling.overturned)
        yield Irregular(ruling.seq, kind, body.at, body.actor, reader.ruling(ruling).sentence, counts, body.rule, body.code)
    if ruling.overturned:
        over: Any = game.history.filed(ruling.overturned).body
        told = Text("The ruling of record {seq} is overturned.", seq=ruling.seq)
        yield Irregular(ruling.overturned, "overturned", over.at, over.actor, told, False, over.rule, over.code)
