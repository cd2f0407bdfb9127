"""Pages about studies of a game: the list, one study with its chapters, and the forms that write
them. Chapters are read and written in the replay, beside the board."""

import re
from collections.abc import Callable, Mapping

from flask import Response, request
from msgspec import Struct

from api.game.naming import choosable_audiences
from api.game.request import audience_of
from api.game.sheet import position_pictures
from api.game.subject import game_clerk
from api.study.routes import find_study, need_no_stranger, readable_studies, study_at
from api.study.schemas import ChapterAt, StudyAt
from api.web.forms.submission import Trouble, key_of_form_again, number, sent, submit
from api.web.pages.labels import add_labels
from api.web.pages.pages import lang, needs, number_in, page, site
from api.web.request.service import caller, service
from domain.game.aggregate.game import Game
from domain.kernel.commitments import MOST
from domain.kernel.refusals import BadRequest
from domain.kernel.sentences import Sentences
from domain.kernel.text import Text
from domain.kernel.writer import WriteResult
from domain.study.kinds import Study
from domain.study.records import Colour, Mark
from domain.study.studies import Remark, Studies, targets
from domain.titles.contract.types import TALL
from projections.boards.pictures import picture
from projections.boards.positions import summary_of

add_labels(
    {
        "remedy": Sentences("""
            unknown-study = Look at the game's list of studies, or ask the author to share it.
        """),
        "study-colour": Sentences("""
            green = green
            red = red
            blue = blue
            yellow = yellow
        """),
    }
)


# A mark as it is typed: `T04a`, `T04a>T05a`, `T04a>T05a:red`.
_MARK = re.compile(
    r"\s*(?P<at>[^>:,]+?)\s*(?:>\s*(?P<to>[^>:,]+?)\s*)?(?::\s*(?P<colour>green|red|blue|yellow)\s*)?"
)


class StudyPanel(Struct, frozen=True):
    """A study beside the board of the replay: the study, the requested chapter, the places of the
    picture that can be marked, the form's idempotency key, and a refusal."""

    study: StudyAt
    chapter: ChapterAt | None
    targets: tuple[str, ...]
    key: str
    trouble: Trouble | None = None


@site.app_template_global("study_panel")
def study_panel(game: str, at: int) -> StudyPanel | None:
    """The study named in the address, for the replay at record `at`; None if none is named. Raises
    `UnknownStudy`."""
    id = request.args.get("study", "")
    if not id:
        return None
    head = game_clerk().game(game)
    study = find_study(head, id)
    shown = study_at(game_clerk(), head, study, caller())
    number = number_in(request.args.get("chapter", ""))
    chapter = next((chapter for chapter in shown.chapters if chapter.number == number), None)
    now = Game(head.history, head.checks, at)
    there = tuple(targets(picture(now, study.opened.audience, lang()))) if shown.own else ()
    return StudyPanel(shown, chapter, there, key_of_form_again(None))


@site.get("/games/<game>/studies")
@needs("spectator")
def list_studies(game: str) -> Response:
    return _studies_page(game_clerk().game(game))


@site.post("/games/<game>/studies")
@needs("spectator")
def open_study(game: str) -> Response:
    head = game_clerk().game(game)

    def write() -> WriteResult[Study]:
        need_no_stranger()
        title = sent().text("title")
        if not 1 <= len(title) <= 120:
            raise BadRequest("/title", Text("A title has 1 to {most} characters.", most=120))
        audience = audience_of(head, sent().text("audience") or "public")
        return Studies(game_clerk()).open(
            game, audience, title, caller().id, sent().key, sent().digest()
        )

    return submit(
        write,
        lambda answer: f"/games/{game}/studies/{answer.state.id}",
        lambda trouble: _studies_page(head, trouble),
    )


def _studies_page(head: Game, trouble: Trouble | None = None) -> Response:
    clerk, who = game_clerk(), caller()
    return page(
        "study/studies.html",
        trouble.status if trouble else 200,
        game=summary_of(head),
        studies=[study_at(clerk, head, study, who) for study in readable_studies(head)],
        trouble=trouble,
        key=key_of_form_again(trouble),
        form=request.form,
        writes=not who.stranger,
        audiences=choosable_audiences(head)[1:],  # beside the public
    )


@site.get("/games/<game>/studies/<study>")
@needs("spectator")
def show_study(game: str, study: str) -> Response:
    return _study_page(game_clerk().game(game), study)


@site.post("/games/<game>/studies/<study>/<deed>")
@needs("spectator")
def change_study(game: str, study: str, deed: str) -> Response:
    clerk = game_clerk()
    head = clerk.game(game)
    does: dict[str, Callable[[], WriteResult[Study]]] = {
        "write": lambda: _write_chapter(head, study),
        "remove": lambda: Studies(clerk).remove(
            game, sent().order(study), number(request.form, "number") or 0
        ),
        "up": lambda: Studies(clerk).put_in_order(
            game, sent().order(study), _order_with_chapter_moved_up(head, study)
        ),
        "share": lambda: Studies(clerk).share(
            game, sent().order(study), shared=request.form.get("shared") == "yes"
        ),
    }

    def write() -> WriteResult[Study]:
        find_study(head, study, writes=True)
        if deed not in does:
            raise BadRequest(
                "/do", Text("A study is written, shared, and its chapters are removed or moved.")
            )
        return does[deed]()

    def address_after(answer: WriteResult[Study]) -> str:
        if deed != "write":
            return f"/games/{game}/studies/{study}"
        if (rewritten := number(request.form, "number")) is not None:
            return f"/games/{game}/studies/{study}#c{rewritten}"
        at = getattr(answer.record.body, "seq", head.seq)
        return f"/games/{game}?study={study}&chapter={getattr(answer.record.body, 'number', 0)}&at={at}"

    return submit(
        write,
        address_after,
        lambda trouble: _study_page(
            head, study, trouble, request.form if deed == "write" else None
        ),
    )


def _study_page(
    head: Game, id: str, trouble: Trouble | None = None, entered: Mapping[str, str] | None = None
) -> Response:
    study = find_study(head, id)
    return page(
        "study/study.html",
        trouble.status if trouble else 200,
        game=summary_of(head),
        study=study_at(game_clerk(), head, study, caller()),
        address=f"{service().address}/games/{head.id}/studies/{id}",
        boards={
            chapter.number: position_pictures(
                Game(head.history, head.checks, chapter.seq),
                study.opened.audience,
                lang(),
                (TALL,),
            )
            for chapter in study.chapters
            if chapter.seq <= head.seq
        },
        trouble=trouble,
        key=key_of_form_again(trouble),
        entered=entered or {},
    )


def _write_chapter(head: Game, study: str) -> WriteResult[Study]:
    form = request.form
    text = sent().text("text")
    if len(text) > MOST:
        raise BadRequest("/text", Text("A remark has at most {most} characters.", most=MOST))
    remark = Remark(
        seq=number(form, "record") or 0,
        text=text,
        number=number(form, "number") or 0,
        compare=number(form, "compare") or 0,
        marks=read_marks(form.get("marks", "")),
    )
    audience = find_study(head, study).opened.audience
    return Studies(game_clerk()).write(
        head.id, sent().order(study), remark, lambda now: picture(now, audience, "en")
    )


def read_marks(text: str) -> tuple[Mark, ...]:
    """The marks in a text, separated by commas. Raises `BadRequest`."""
    return tuple(_read_mark(part) for part in text.split(",") if part.strip())


def _read_mark(part: str) -> Mark:
    match = _MARK.fullmatch(part)
    if match is None:
        part = part.strip()
        raise BadRequest(
            "/marks",
            Text(
                "“{part}” is no mark: write T04a for a ring, T04a>T05a for an arrow, T04a:red for "
                "its colour.",
                part=part,
            ),
        )
    colour: Colour = match["colour"] or "green"  # type: ignore[assignment]  # the pattern has no other
    return Mark(match["at"], match["to"] or "", colour)


@site.app_template_global()
def marks_text(marks: tuple[Mark, ...]) -> str:
    return ", ".join(
        mark.at
        + (f">{mark.to}" if mark.to else "")
        + (f":{mark.colour}" if mark.colour != "green" else "")
        for mark in marks
    )


def _order_with_chapter_moved_up(head: Game, study: str) -> tuple[int, ...]:
    numbers = [chapter.number for chapter in find_study(head, study).chapters]
    chosen = number(request.form, "number") or 0
    if chosen in numbers[1:]:
        n = numbers.index(chosen)
        numbers[n - 1 : n + 1] = [numbers[n], numbers[n - 1]]
    return tuple(numbers)
