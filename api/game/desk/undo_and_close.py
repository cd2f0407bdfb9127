"""Pages of the desk that move the position without a ruling: taking back to any record, restoring,
overturning, closing. Each shows what it would change; its form records it."""

from collections.abc import Callable
from typing import Any

from flask import Response, request

from api.game.desk.page import to_desk
from api.game.desk.preview import After, as_is, known_rules, shown
from api.game.desk.ruling_form import grounds_missing
from api.game.reading.sentences import say_record
from api.game.record_lines import since
from api.game.request import audience_of, table_reader
from api.web.body import invalid
from api.web.forms.controls import Given
from api.web.forms.submission import Trouble, attempt, given, need_open, number, sent, stamp, submit
from api.web.pages.pages import lang, needs, number_in, page, site
from api.web.request.service import service
from domain.game.aggregate.clocks import clocks_of, left_at, with_readings
from domain.game.aggregate.game import Game
from domain.game.aggregate.visibility import keeps_secrets
from domain.game.clerk.commands import Answer
from domain.game.procedure.rulings import REASONS, Grounds, rests_on_rule, to_overturn, undone_by
from domain.game.procedure.undo import line_from, to_restore, to_retract
from domain.game.record.records import (
    UMPIRE,
    ActionsRestored,
    ActionsRetracted,
    GameClosed,
    RulingOverturned,
)
from domain.game.record.remedies import Adjudicate
from domain.game.table.rulings import Rulings
from domain.kernel.commitments import MOST
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.titles.contract.ruleset import ARBITER, Outcome
from projections.boards.json import summary_shape

# The last actions in force that can be taken back to, from the list; the trail leads to all others.
STEPS = 80

Foreseen = Callable[[Game], After]


# -- taking back, restoring
# --------------------------------------------------------------------------------------------


@site.get("/games/<game>/desk/undo")
@needs("arbiter")
def look_at_undo(game: str) -> Response:
    """What taking back everything from `?from=` on would come to; the last action, without it."""
    return _page("undo", service().clerk.game(game), _retracted(given().get("from", "")))


@site.post("/games/<game>/desk/undo")
@needs("arbiter")
def take_back(game: str) -> Response:
    clerk, form = service().clerk, request.form
    first = form.get("from_seq", "")
    return _record(
        "undo",
        game,
        _retracted(first),
        lambda: clerk.undo(sent().order(game), UMPIRE, _whole(first), _words(form)),
    )


@site.get("/games/<game>/desk/redo")
@needs("arbiter")
def look_at_redo(game: str) -> Response:
    return _page("redo", service().clerk.game(game), _restored)


@site.post("/games/<game>/desk/redo")
@needs("arbiter")
def restore(game: str) -> Response:
    return _record(
        "redo", game, _restored, lambda: service().clerk.redo(sent().order(game), UMPIRE)
    )


def _retracted(first: str) -> Foreseen:
    def look(head: Game) -> After:
        gone = to_retract(head, UMPIRE, _whole(first))
        start, actions = gone[-1].seq, tuple(step.seq for step in reversed(gone))
        body = ActionsRetracted(at=head.at, seat=UMPIRE, from_seq=start, actions=actions)
        board = head.history.board(head.history.before[start - 1])
        return as_is(head, board, gone=actions, sentence=say_record(head, body))

    return look


def _restored(head: Game) -> After:
    retraction, undone = to_restore(head, UMPIRE), head.undone
    assert undone is not None
    tip = undone.step.seq
    body = ActionsRestored(at=head.at, seat=UMPIRE, retraction=retraction)
    return as_is(
        head, head.history.board(tip), back=_only(head, tip), sentence=say_record(head, body)
    )


def _only(head: Game, tip: int) -> tuple[int, ...]:
    now = set(line_from(head, 1))
    return tuple(sorted(seq for seq in head.history.line(tip) if seq not in now))


# -- overturning -----------------------------------------------------------------------------------


@site.get("/games/<game>/desk/overturn/<int:ruling>")
@needs("arbiter")
def look_at_overturning(game: str, ruling: int) -> Response:
    return _page("overturn", service().clerk.game(game), _overturned(ruling), ruling)


@site.post("/games/<game>/desk/overturn/<int:ruling>")
@needs("arbiter")
def overturn(game: str, ruling: int) -> Response:
    clerk, form = service().clerk, request.form

    def write() -> Answer:
        missing = tuple(grounds_missing(form, rule=rests_on_rule(clerk.game(game), ruling)))
        if missing:
            raise invalid(missing)
        grounds = Grounds(form.get("rule", "").strip(), form.get("code", ""), _words(form))
        return Rulings(clerk).overturn(sent().order(game), ruling, grounds)

    return _record("overturn", game, _overturned(ruling), write, ruling)


def _overturned(ruling: int) -> Foreseen:
    def look(head: Game) -> After:
        board, history = to_overturn(head, ruling), head.history
        before, moved = (
            history.tips[ruling - 2],
            history.tips[ruling - 2] != history.tips[ruling - 1],
        )
        body = RulingOverturned(at=service().clerk.clock(), ruling=ruling, rule="", code="")
        return After(
            board,
            tuple(penalty for seq, penalty in head.proceedings.penalties() if seq != ruling),
            _outcome_without(head, ruling),
            undone_by(head, ruling),
            _only(head, before) if moved else (),
            say_record(head, body),
            clocks=_clocks_after(head, body),
        )

    return look


def _clocks_after(head: Game, body: RulingOverturned) -> tuple[tuple[str, int, int], ...]:
    clocks = clocks_of(head)
    (then,) = with_readings(head, (body,))
    if clocks is None or then.clock_reading is None:
        return ()
    left = left_at(clocks, body.at)
    return tuple((seat, left[seat], then.clock_reading.left[seat]) for seat in left)


def _outcome_without(head: Game, ruling: int) -> Outcome | None:
    remedies = (one.body.remedy for one in reversed(head.proceedings.holding) if one.seq != ruling)
    return next((remedy.outcome for remedy in remedies if isinstance(remedy, Adjudicate)), None)


# -- closing ---------------------------------------------------------------------------------------


@site.get("/games/<game>/desk/close")
@needs("arbiter")
def look_at_closing(game: str) -> Response:
    return _page("close", service().clerk.game(game), _closed)


@site.post("/games/<game>/desk/close")
@needs("arbiter")
def close(game: str) -> Response:
    clerk, form = service().clerk, request.form
    return _record(
        "close", game, _closed, lambda: clerk.close_game(sent().order(game), _words(form))
    )


def _closed(head: Game) -> After:
    need_open(head)
    return as_is(head, sentence=say_record(head, GameClosed(at=head.at, outcome=head.outcome)))


# -- what the pages share
# --------------------------------------------------------------------------------------------------


def _record(
    kind: str, game: str, look: Foreseen, write: Callable[[], Answer], ruling: int = 0
) -> Response:
    return submit(
        write,
        to_desk,
        lambda trouble: _page(kind, service().clerk.game(game), look, ruling, trouble),
    )


def _page(
    kind: str, head: Game, look: Foreseen, ruling: int = 0, refused: Trouble | None = None
) -> Response:
    clerk, form = service().clerk, given()
    need = attempt(lambda: need_open(head))
    after = need if isinstance(need, Trouble) else attempt(lambda: look(head))
    behind = kind != "close"
    audience = audience_of(head, ARBITER if behind else "")
    preview = None if isinstance(after, Trouble) else shown(clerk, head, after, audience, lang())
    trouble = refused or (after if isinstance(after, Trouble) else None)
    reader = table_reader(head, audience)
    overturned = head.proceedings.ruling(ruling) if ruling else None
    return page(
        "game/desk/move.html",
        refused.status if refused else 200 if preview else trouble.status if trouble else 200,
        kind=kind,
        game=summary_shape(head),
        head=head,
        form=form,
        first=number_in(form.get("from_seq") or form.get("from", ""))
        or (head.step.seq if head.step else 0),
        steps=[
            (seq, reader.step(seq).sentence.printed(lang())) for seq in line_from(head, 1)[:STEPS]
        ]
        if kind == "undo"
        else [],
        shown=preview,
        trouble=trouble,
        since=since(clerk, head, audience, refused),
        stamp=stamp(head, refused),
        ruling=reader.ruling(overturned) if overturned else None,
        seq=ruling,
        rests_on_rule=rests_on_rule(head, ruling),
        secretive=keeps_secrets(head.rules) and behind,
        reasons=[(code, text.printed(lang())) for code, text in REASONS.items()],
        known_rules=known_rules(head),
        longest=MOST,
    )


def _whole(text: str) -> int | None:
    form: Any = {"from_seq": text}
    return number(form, "from_seq")


def _words(form: Given) -> str:
    text = form.get("text", "").strip()
    if len(text) > MOST:
        raise BadRequest("/text", Text("At most {most} characters.", most=MOST))
    return text
