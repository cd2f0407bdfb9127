"""The page of a seat, made for phones: the board, what the seat may do, what the others did, and
undo, proposals and remarks."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from flask import Response, request
from msgspec import to_builtins

from api.game.naming import note_game
from api.game.play import again, seals as play_seals, since, table
from api.game.play.offers import ActionOffers, action_offers, with_capital
from api.game.play.since import combat_panel
from api.game.play.submit import (
    DEEDS,
    NOTHING,
    Flash,
    RejectedForm,
    accepted_message,
    foretell_action,
    form_if_refused,
    record_action,
    record_changed_cells,
    record_round,
    refusal_message,
)
from api.game.request import audience_for_seat, audience_of, need_may_enter
from api.game.seat_clocks import seat_clocks, why_clocks_stopped
from api.game.sheet import Faults, RefusedEntry, sheet_of
from api.game.subject import game_clerk
from api.web.forms.submission import NO_FORM, Sent, Trouble, faults_within, sent, submit
from api.web.pages.pages import (
    PART,
    POLICY,
    go,
    lang,
    needs,
    number_in,
    page,
    pgettext,
    site,
)
from api.web.problems.problem import Problem
from api.web.request.service import caller
from domain.game.aggregate.game import Game, seat_name
from domain.game.commands import Answer
from domain.game.notes.conditions import REMARKS
from domain.titles.contract.ruleset import PUBLIC, Audience
from domain.titles.contract.types import Shape
from projections.boards.pictures import SHAPES, Pictures, pictures, with_differences_marked
from projections.boards.positions import summary_of

Query = Mapping[str, str]

UNKEPT = {"Cache-Control": "no-store"}

SEEN = "seen-{}"  # The cookie with the newest record that this browser has shown of a game.


@site.get("/games/<game>/play")
@needs("seat")
def play(game: str) -> Response:
    """The page of a seat: the requested one (`?seat=`), else the first of the caller's seats that
    is to act, else their first."""
    return _seat_page(game, request.args)


def _seat_page(game: str, query: Query) -> Response:
    head = game_clerk().game(game)
    answer = show_seat(
        head, _chosen_seat(head, query.get("seat", "")), query, accepted_message(head, query)
    )
    if not request.headers.get(PART) or query.get("done"):
        _note_seen(answer, head)
    return answer


def _form_target(game: str, to: str) -> str | Response:
    """The target of a form that was accepted: its address `to`, for a redirect. A script gets the
    page at that address at once, with the address in `Greffe-Next`."""
    path, _, query = to.partition("?")
    if not request.headers.get(PART) or path != f"/games/{game}/play":
        return to
    note_game()  # as it is now, with those who sit there now
    answer = _seat_page(game, dict(parse_qsl(query)))
    answer.headers["Greffe-Next"] = to
    return answer


@site.post("/games/<game>/play/foresee")
@needs("seat")
def foresee(game: str) -> Response:
    """Answer, as JSON, what a form's action would lead to, or why it is not allowed. Nothing is
    recorded or rolled."""
    head, form = _game_and_sent_form(game)
    says, bad = foretell_action(head, form)
    return Response(
        msgspec.json.encode({"says": says, "bad": bad}),
        content_type="application/json",
        headers=UNKEPT,
    )


@site.get("/games/<game>/play/<deed>")
@needs("seat")
def back_to_play(game: str, deed: str) -> Response:
    """Redirect to the seat's page. Browsers request a form's address like this if the answer is
    reloaded or its language changed."""
    query = request.query_string.decode("ascii", "replace")
    return go(f"/games/{game}/play{'?' if query else ''}{query}")


@site.post("/games/<game>/play/grid")
@needs("seat")
def fill_in(game: str) -> Response:
    """Record what was typed in the sheet's cells, a record for each changed cell. An entry that is
    refused is shown again in its cell, with the reason."""
    head, form = _game_and_sent_form(game)
    rejected = RejectedForm("grid", form.form)

    def write() -> str | Response:
        answer, faults = record_changed_cells(head, form, _enterable_with_first(head, form.seat))
        if faults:
            text, rule = next(iter(faults.values()))
            return show_seat(
                game_clerk().game(game),
                form.seat,
                request.form,
                Flash(False, text, rule),
                rejected,
                422,
                faults,
            )
        return (
            _address_after(form, "grid", answer)
            if answer
            else f"/games/{game}/play?seat={form.seat}"
        )

    return submit(write, partial(_form_target, game), partial(_refused_page, game, form, rejected))


@site.post("/games/<game>/play/<deed>")
@needs("seat")
def record_deed(game: str, deed: str) -> Response:
    """Record what a form of the page asks for: an action (`act`), or one of the `DEEDS`. If it is
    refused, return the page with the reason and the entry."""
    deeds: dict[str, Callable[[Game, Sent], Answer]] = {
        **DEEDS,
        **play_seals.DEEDS,
        "round": lambda head, form: record_round(
            head, form, _enterable_with_first(head, form.seat)
        ),
    }
    if deed != "act" and deed not in deeds:
        raise Problem("not-found")
    head, form = _game_and_sent_form(game)
    rejected = form_if_refused(head, form) if deed == "act" else RejectedForm(deed, form.form)

    def write() -> Answer:
        return (
            deeds[deed](head, form)
            if deed in deeds
            else record_action(head, form, rejected.action or {}, rejected.values)
        )

    return submit(
        write,
        lambda answer: (
            again.redirect_to_next_game(head, form, answer)
            if deed in ("again", "next")
            else _form_target(game, _address_after(form, deed, answer))
        ),
        partial(_refused_page, game, form, rejected),
    )


def _game_and_sent_form(game: str) -> tuple[Game, Sent]:
    """The game, and the form that was sent for a seat. Raises `bad-request` if the form names no
    seat of the game, and `not-your-seat`."""
    head, form = game_clerk().game(game), sent()
    if form.seat not in head.setting.seats:
        raise Problem("bad-request", NO_FORM)
    need_may_enter(head, form.seat)
    return head, form


def show_seat(
    head: Game,
    seat: str,
    query: Query,
    flash: Flash | None = None,
    rejected: RejectedForm = NOTHING,
    status: int = 200,
    faults: Faults | None = None,
) -> Response:
    """The response with a seat's page. `query`: the parameters of its address, or the refused form.
    `flash`: a message. `rejected`: the refused form to show again. `faults`: of a sheet's cells."""
    who, clerk, language = caller(), game_clerk(), lang()
    mine, sitting = enterable_seats(head), _own_player_seats(head)
    covered = not rejected.deed and _is_covered(head, seat, sitting, query.get("show", ""))
    audience = PUBLIC if covered else audience_of(head, audience_for_seat(who, seat))
    drawn = pictures(head, audience, language, requested_shapes())
    seen = number_in(request.cookies.get(SEEN.format(head.id), ""))
    drawing = next(iter(drawn.values()))
    before = since.seq_to_compare(head, who.id, seen)
    marked = _with_changes_marked(head, audience, before, drawn) if before else drawn
    places = table.table_seats(clerk, head, language, sitting)
    round = number_in(query.get("round", ""))
    sheet = sheet_of(
        head,
        _enterable_with_first(head, seat),
        language,
        RefusedEntry(rejected.form, faults or {}),
        round=round,
    )
    beside = (sheet.type, "fill") if sheet else ()
    wrong = faults_within(rejected.trouble, "/action")
    offered = (
        ActionOffers()
        if covered
        else action_offers(
            head,
            seat,
            picture=drawing,
            lang=language,
            none=pgettext("desk.none", "none"),
            refused=rejected.action,
            faults=wrong,
            beside=beside,
        )
    )
    opened, hidden = play_seals.split_offers(head, offered)
    seals = play_seals.secret_choice(head, seat, language, hidden)
    waiting = seals is not None and seals.waiting
    past = since.recent_records(clerk, head, audience, language, who.id, seen)
    return page(
        "game/play/page.html",
        status,
        game=summary_of(head),
        head=head,
        seat=seat,
        seat_name=with_capital(seat_name(head, seat).printed(language)),
        unmanned=seat not in sitting,
        stay=query.get("stay" if rejected.deed else "seat", ""),
        audience=audience,
        policy=POLICY,
        covered=covered,
        tabs=[
            (own, with_capital(seat_name(head, own).printed(language)), own in head.to_act)
            for own in mine
        ],
        waits=seals.waits
        if seals and waiting
        else [seat_name(head, seat).printed(language) for seat in head.to_act],
        acts=seat in head.to_act and not waiting,
        drawn=marked,
        before=before if marked != drawn else 0,
        offers=opened,
        seals=seals,
        past=past,
        remarks=REMARKS,
        clocks=seat_clocks(summary_of(head), clerk.clock()),
        standing=why_clocks_stopped(head),
        combat=combat_panel(head, past.records),
        undo=table.undo_choices(
            clerk, head, audience, language, seat if seat in sitting else next(iter(sitting), seat)
        ),
        undo_seat=seat if seat in sitting else next(iter(sitting), seat),
        proposals=table.open_proposals(clerk, head, audience, language, sitting, drawn),
        claims=table.claims(head, audience),
        parts=play_seals.dice_parts(head, language, sitting) if not sheet or sheet.dice else None,
        places=places,
        sheet=sheet,
        rematch=again.rematch_of(head) if head.status != "open" else None,
        flash=flash,
        kept=rejected,
        kept_json=json_text(rejected.action),
        values_json=json_text(rejected.values),
    )


def json_text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


# -- seats -----------------------------------------------------------------------------------------


def enterable_seats(head: Game) -> tuple[str, ...]:
    """The seats for which the caller may enter: their own, then those without a player (such as an
    automa). For an arbiter all seats."""
    who = caller()
    if who.at_least("arbiter"):
        return tuple(spec.id for spec in head.setting.seat_specs)
    nobody = tuple(spec.id for spec in head.setting.seat_specs if spec.role != "player")
    return (*who.speaks_for, *nobody)


def _own_player_seats(head: Game) -> tuple[str, ...]:
    players = {spec.id for spec in head.setting.seat_specs if spec.role == "player"}
    return tuple(seat for seat in enterable_seats(head) if seat in players)


def _is_covered(head: Game, seat: str, sitting: tuple[str, ...], uncovered: str) -> bool:
    """Whether the page must cover the seat's secrets: the caller enters for several players, so
    that one device is passed around, and this seat's secrets were not uncovered with `?show=`."""
    if len(sitting) < 2 or seat not in sitting or uncovered == seat:
        return False
    rules, board = head.rules, head.board
    return rules.hides(board) and to_builtins(rules.view(board, seat)) != to_builtins(
        rules.view(board, PUBLIC)
    )


def _enterable_with_first(head: Game, seat: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((seat, *enterable_seats(head))))


def _chosen_seat(head: Game, requested: str) -> str:
    mine = enterable_seats(head)
    if requested in mine:
        return requested
    return next((seat for seat in mine if seat in head.to_act), mine[0])


# -- what came of a form ---------------------------------------------------------------------------


def _address_after(form: Sent, deed: str, answer: Answer) -> str:
    seat, game = form.text("stay"), answer.state
    stays = f"&seat={seat}" if seat in game.to_act else ""
    many = (
        f"&first={first}" if (first := form.seq + 1) < answer.record.seq and deed == "pass" else ""
    )
    return f"/games/{game.id}/play?done={answer.record.seq}{'&again=1' if answer.again else ''}{many}{stays}"


def _refused_page(game: str, form: Sent, rejected: RejectedForm, trouble: Trouble) -> Response:
    head = game_clerk().game(game)
    text, rejected = refusal_message(head, form, rejected, trouble)
    return show_seat(head, form.seat, request.form, text, rejected, trouble.status if text else 200)


def _with_changes_marked(head: Game, audience: Audience, before: int, drawn: Pictures) -> Pictures:
    then = pictures(Game(head.history, head.checks, before), audience, lang(), tuple(drawn))
    return with_differences_marked(drawn, then, lang())


def requested_shapes() -> tuple[Shape, ...]:
    """The shapes in which to draw a board: for a script's request only the shape that its window
    shows, for a page all shapes."""
    window = request.headers.get(PART)
    return tuple(shape for shape in SHAPES if shape == window) or SHAPES


def _note_seen(answer: Response, head: Game) -> None:
    path = f"/games/{head.id}/play"
    answer.set_cookie(
        SEEN.format(head.id),
        str(head.seq),
        path=path,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )
