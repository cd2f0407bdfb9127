"""Record lines: the record as pages list it, with what is out of force and what is out of the ordinary."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from msgspec import Struct

from api.game.reading.reader import Reader
from api.game.reading.sentences import say_record
from api.web.access.caller import OPERATOR_ID
from api.web.forms.submission import Trouble, attempt, sent
from api.web.pages.filters import as_of
from api.web.pages.pages import lang
from api.web.request.caller import may_read_words
from domain.game.aggregate.game import Game, taken_back
from domain.game.clerk.clerk import Clerk
from domain.game.procedure.notes import remark_in
from domain.game.record.records import ActionTaken, RulingGiven
from domain.kernel.text import Lang
from domain.titles.codec import decode_action
from domain.titles.contract.ruleset import Audience

Kind = Literal["action", "undo", "ruling", "claim", "note", "table", "bounds"]

KINDS: dict[str, Kind] = {
    "ActionTaken": "action",
    "RetractionAsked": "undo",
    "RetractionAnswered": "undo",
    "ActionsRetracted": "undo",
    "ActionsRestored": "undo",
    "ClaimFiled": "claim",
    "RulingGiven": "ruling",
    "RulingOverturned": "ruling",
    "NoteAdded": "note",
    "GameOpened": "bounds",
    "GameClosed": "bounds",
}


class Line(Struct, frozen=True):
    """One record: `by` is the record that took it out of force, `rolls` the numbers of its rolls, `irregular` whether something is
    wrong with it; `hand` says who entered it where that was neither the seat nor the operator's own key."""

    seq: int
    at: datetime
    kind: Kind
    seat: str
    sentence: str
    in_force: bool
    by: int
    rolls: tuple[int, ...]
    irregular: bool
    words: str | None
    actor: str


def lines(clerk: Clerk, head: Game, audience: Audience, lang: Lang, first: int, last: int) -> list[Line]:
    """The records from `first` to `last`, told to an audience as the game stands at `head`."""
    reader, gone = Reader(head, audience), taken_back(head)
    irregular = {*head.irregularities, *head.history.illegal}
    return [_line(clerk, head, reader, seq, lang, gone.get(seq, 0), seq in irregular) for seq in range(first, last + 1)]


def _line(clerk: Clerk, head: Game, reader: Reader, seq: int, lang: Lang, by: int, irregular: bool) -> Line:
    filed = head.history.filed(seq)
    body, lang = filed.body, as_of(lang, Game(head.history, head.checks, seq))
    if isinstance(body, ActionTaken):
        before = Game(head.history, head.checks, seq - 1)
        sentence = reader.deed(before.board, body.seat, decode_action(head.rules, body.action), seq)
    else:
        sentence = say_record(head, body)
    committed = getattr(body, "reason", "") or getattr(body, "text", "")
    return Line(
        seq,
        body.at,
        KINDS.get(filed.topic, "table"),
        getattr(body, "seat", ""),
        sentence.printed(lang),
        not by,
        by,
        tuple(roll.number for roll in getattr(body, "rolls", ())),
        irregular or isinstance(body, RulingGiven),
        remark_in(clerk.words(committed) or "", lang) if committed and may_read_words() else None,
        "" if body.actor == OPERATOR_ID else body.actor,
    )


def turns(head: Game) -> list[int]:
    """The records at which another seat begins to act, and the first: where a reader who goes turn by turn stops."""
    found, acting = [1], ""
    history = head.history
    for seq in range(2, head.seq + 1):
        if history.topics[seq - 1] == ActionTaken.__name__ and history.seats[seq - 1] != acting:
            acting = history.seats[seq - 1]
            found.append(seq)
    return found


SINCE = 12
"""Records listed at most where a game has moved on."""


def since(clerk: Clerk, head: Game, audience: Audience, trouble: Trouble | None) -> list[Line]:
    """The newest records since a form was made that is refused because of them; none for any other refusal."""
    if trouble is None or trouble.slug != "stale":
        return []
    seen = attempt(sent)
    first = head.seq if isinstance(seen, Trouble) else seen.seq
    return lines(clerk, head, audience, lang(), max(first + 1, head.seq - SINCE + 1), head.seq) if first < head.seq else []
