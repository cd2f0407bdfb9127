"""The API of studies: remarks on positions of a game as chapters, with marks on its board. A shared
study can be read by those who may read the game as its audience."""

from typing import Annotated

from flask import Response
from msgspec import Meta, Struct

from api.game.request import audience_of
from api.game.subject import game_clerk
from api.study.schemas import ChapterAt, StudyAt, StudyPage
from api.web.access.caller import Caller
from api.web.body import current_request as request
from api.web.problems.problem import Problem
from api.web.request.blueprint import (
    ETAG,
    LOCATION,
    REPLAY,
    WRITTEN,
    Blueprint,
    idempotency_key,
    requested_order,
    written_reply,
)
from api.web.request.parameters import RequestedRecord, Words, requested_record
from api.web.request.responses import etag, reply
from api.web.request.service import caller
from domain.game.aggregate.game import Game, taken_back
from domain.game.clerk.clerk import Clerk
from domain.game.record.records import ActionTaken
from domain.kernel.text import Text
from domain.kernel.writer import WriteResult
from domain.study.kinds import Study
from domain.study.records import Mark
from domain.study.refusals import UnknownStudy
from domain.study.studies import MOST_CHAPTERS, MOST_MARKS, Remark, Studies
from domain.titles.contract.ruleset import PUBLIC
from projections.boards.pictures import picture

PROBLEMS = ("unknown-game", "unknown-study", "study-refused", "invalid-fields")
"""Problems that every write to a study may answer with."""

blueprint = Blueprint(
    "studies", __name__, description="Studies: remarks on positions of a game, as chapters."
)

Seq = Annotated[int, Meta(description="A record of the game.", ge=1)]


class OpenStudy(Struct, frozen=True, forbid_unknown_fields=True):
    """A new study. Until it is shared, only its author reads it."""

    title: Annotated[
        str, Meta(description="What it is about, in a few words.", min_length=1, max_length=120)
    ]
    audience: Annotated[
        str,
        Meta(
            description="As whom it looks at the game, and who may read it once it is shared: "
            "`public` without it."
        ),
    ] = "public"


class WriteChapter(Struct, frozen=True, forbid_unknown_fields=True):
    """A new chapter, or a new version of chapter `number`."""

    seq: Seq
    text: Words = ""
    number: Annotated[
        int, Meta(description="The chapter to write anew; 0, or nothing, adds one.", ge=0, le=10**6)
    ] = 0
    compare: Annotated[int, Meta(description="A record to show beside it; 0: none.", ge=0)] = 0
    marks: Annotated[
        tuple[Mark, ...],
        Meta(
            description="Rings (`at`) and arrows (`at`, `to`), by what the board calls its parts.",
            max_length=MOST_MARKS,
        ),
    ] = ()


class RemoveChapter(Struct, frozen=True, forbid_unknown_fields=True):
    """The chapter to remove."""

    number: Annotated[int, Meta(description="Its number.", ge=1)]


class OrderChapters(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of all chapters, each once, in the new order."""

    numbers: Annotated[
        tuple[int, ...], Meta(description="Their numbers.", max_length=MOST_CHAPTERS)
    ]


class ShareStudy(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the study is shared."""

    shared: Annotated[
        bool,
        Meta(
            description="Those who may look at the game as the study's audience, or its author "
            "alone."
        ),
    ]


def readable_studies(game: Game) -> tuple[Study, ...]:
    who = caller()
    return tuple(
        study for study in Studies(game_clerk()).of_game(game.id) if may_read_study(who, study)
    )


def find_study(game: Game, id: str, *, writes: bool = False) -> Study:
    """A study that the caller may read, by id. Reading as a seat or the arbiter is noted in the
    access log. Raises `UnknownStudy` also for a study that the caller may not read, and, with
    `writes`, `study-refused` if the caller may not write it."""
    study, who = Studies(game_clerk()).study(game.id, id, requested_record()), caller()
    if not may_read_study(who, study):
        raise UnknownStudy(id)
    if writes and not may_write_study(who, study):
        raise Problem("study-refused", Text("This study is somebody else's: open one of your own."))
    audience_of(game, study.opened.audience)
    return study


def need_no_stranger() -> None:
    """Raise `not-covered` for strangers who watch a public game, since they may not read people's
    words."""
    if caller().stranger:
        raise Problem("not-covered")


@blueprint.route("/games/<game>/studies")
@blueprint.needs("spectator")
@blueprint.answers(200, "StudyPage")
@blueprint.refuses("unknown-game", "store-unavailable")
def list_studies(game: str) -> Response:
    """List the studies of a game that the caller may read: their own, and those shared with their
    audience."""
    clerk, who = game_clerk(), caller()
    head = clerk.game(game)
    return reply(
        StudyPage(
            game, tuple(study_at(clerk, head, study, who) for study in readable_studies(head))
        )
    )


@blueprint.route("/games/<game>/studies", methods=["POST"])
@blueprint.needs("spectator")
@blueprint.takes(OpenStudy, example={"title": "Where it turned"})
@blueprint.opens
@blueprint.answers(201, "StudyAt", "The study is open.", headers={**ETAG, **LOCATION, **REPLAY})
@blueprint.refuses("unknown-game", "not-your-audience", "study-refused")
def open_study(opening: OpenStudy, game: str) -> Response:
    """Open a study of a game: a stream of records of its own. It changes nothing in the game, and
    can be written after the game is closed."""
    need_no_stranger()
    clerk = game_clerk()
    audience = audience_of(clerk.game(game), opening.audience)
    answer = Studies(clerk).open(
        game, audience, opening.title, caller().id, idempotency_key(), request().digest()
    )
    return _written_response(
        game, answer, Location=f"/api/v1/games/{game}/studies/{answer.state.id}"
    )


@blueprint.route("/games/<game>/studies/<study>")
@blueprint.needs("spectator")
@blueprint.asks(RequestedRecord)
@blueprint.answers(200, "StudyAt", headers=ETAG)
@blueprint.refuses("unknown-game", "unknown-study", "store-unavailable")
def show_study(_: RequestedRecord, game: str, study: str) -> Response:
    """Show a study with its chapters. For a study that the caller may not read, the answer is the
    same as for one that does not exist."""
    clerk = game_clerk()
    head = clerk.game(game)
    readable_study = find_study(head, study)
    return reply(study_at(clerk, head, readable_study, caller()), ETag=etag(readable_study.seq))


@blueprint.route("/games/<game>/studies/<study>/chapters", methods=["POST"])
@blueprint.needs("spectator")
@blueprint.takes(
    WriteChapter,
    example={"seq": 12, "text": "Here it turned.", "marks": [{"at": "T04a", "to": "T03a"}]},
)
@blueprint.writes(*PROBLEMS)
@blueprint.answers(201, "StudyAt", "The chapter is written.", headers=WRITTEN)
@blueprint.refuses("no-such-position")
def write_chapter(chapter: WriteChapter, game: str, study: str) -> Response:
    """Write a new chapter, or replace one: a remark on a position, with rings and arrows on its
    board as the audience sees it."""
    clerk = game_clerk()
    audience = find_study(clerk.game(game), study, writes=True).opened.audience
    remark = Remark(
        seq=chapter.seq,
        text=chapter.text,
        number=chapter.number,
        compare=chapter.compare,
        marks=chapter.marks,
    )
    return _written_response(
        game,
        Studies(clerk).write(
            game, requested_order(study), remark, lambda now: picture(now, audience, "en")
        ),
    )


@blueprint.route("/games/<game>/studies/<study>/chapters/remove", methods=["POST"])
@blueprint.needs("spectator")
@blueprint.takes(RemoveChapter, example={"number": 2})
@blueprint.writes(*PROBLEMS)
@blueprint.answers(
    201, "StudyAt", "The chapter is gone, and its words are erased.", headers=WRITTEN
)
def remove_chapter(chapter: RemoveChapter, game: str, study: str) -> Response:
    """Remove a chapter and erase its words. The record still shows that there was one."""
    find_study(game_clerk().game(game), study, writes=True)
    return _written_response(
        game, Studies(game_clerk()).remove(game, requested_order(study), chapter.number)
    )


@blueprint.route("/games/<game>/studies/<study>/order", methods=["POST"])
@blueprint.needs("spectator")
@blueprint.takes(OrderChapters, example={"numbers": [2, 1]})
@blueprint.writes(*PROBLEMS)
@blueprint.answers(201, "StudyAt", "The chapters stand in this order.", headers=WRITTEN)
def order_chapters(body: OrderChapters, game: str, study: str) -> Response:
    """Put the chapters into another order."""
    find_study(game_clerk().game(game), study, writes=True)
    return _written_response(
        game, Studies(game_clerk()).put_in_order(game, requested_order(study), body.numbers)
    )


@blueprint.route("/games/<game>/studies/<study>/share", methods=["POST"])
@blueprint.needs("spectator")
@blueprint.takes(ShareStudy, example={"shared": True})
@blueprint.writes(*PROBLEMS)
@blueprint.answers(201, "StudyAt", "It is shared, or no longer.", headers=WRITTEN)
def share_study(sharing: ShareStudy, game: str, study: str) -> Response:
    """Share a study with those who may read the game as its audience, or with its author alone."""
    find_study(game_clerk().game(game), study, writes=True)
    return _written_response(
        game, Studies(game_clerk()).share(game, requested_order(study), shared=sharing.shared)
    )


def _written_response(game: str, answer: WriteResult[Study], **headers: str) -> Response:
    clerk = game_clerk()
    shown = study_at(clerk, clerk.game(game), answer.state, caller())
    return written_reply(shown, answer.record, again=answer.again, **headers)


def may_write_study(who: Caller, study: Study) -> bool:
    """Whether the caller may write a study: it was opened with the same key or link, or the caller
    is the game's organiser or the operator."""
    return not who.stranger and (
        (bool(who.id) and who.id == study.opened.actor) or who.at_least("organiser")
    )


def may_read_study(who: Caller, study: Study) -> bool:
    """Whether a caller may read a study: they may see the game as the study's audience, and the
    study is shared or they may write it. Strangers who watch a public game may read only studies
    shared with the public."""
    audience = study.opened.audience
    if who.stranger:
        return study.shared and audience == PUBLIC
    looks = audience == PUBLIC or audience in who.speaks_for or who.at_least("arbiter")
    return looks and (study.shared or may_write_study(who, study))


def study_at(clerk: Clerk, head: Game, study: Study, who: Caller) -> StudyAt:
    gone = taken_back(head)

    def stands(seq: int) -> bool | None:
        return seq not in gone if head.history.topics[seq - 1] == ActionTaken.__name__ else None

    chapters = (
        ChapterAt(
            number=chapter.number,
            seq=chapter.seq,
            leaf=chapter.leaf,
            stands=stands(chapter.seq),
            compare=chapter.compare,
            text=clerk.words(chapter.text),
            marks=chapter.marks,
        )
        for chapter in study.chapters
        if chapter.seq <= head.seq
    )
    return StudyAt(
        game=head.id,
        study=study.id,
        seq=study.seq,
        at=study.at,
        audience=study.opened.audience,
        title=clerk.words(study.opened.text),
        shared=study.shared,
        own=may_write_study(who, study),
        chapters=tuple(chapters),
    )
