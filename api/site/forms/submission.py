"""Submission of forms: the record each was made against, the key that makes it happen once, and refusals in their place."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from flask import request
from msgspec import Struct
from werkzeug.datastructures import MultiDict

from api.answers.refusals import problem_of
from api.problems.problem import Problem
from api.request.current import caller
from api.site.forms.controls import NO_FAULTS, Faults, Given
from api.site.kit.pages import fresh_key, lang, tell
from api.site.kit.record_lines import Line, lines
from domain.clerk.clerk import Clerk
from domain.clerk.commands import Order
from domain.errors import BadRequest, GameIsClosed, Refusal
from domain.game.game import Game
from domain.rules.ruleset import Audience
from domain.rules.text import Text

T = TypeVar("T")

BESIDE = ("do", "key", "seq", "shown")
"""What a form sends beside what was entered."""

PREVIEW, RECORD = "preview", "record"
"""What a form is sent for: to see what it would come to, or to have it recorded."""

SINCE = 12
"""Records listed at most where a game has moved on."""

_KEY = re.compile(r"[!-~]{1,128}")
_NUMBER = re.compile(r"-?[0-9]{1,9}")


class Trouble(Struct, frozen=True):
    """Why a form was not recorded: the problem's name, its title and sentence, and what is wrong with which field, by pointer."""

    slug: str
    status: int
    title: str
    said: str
    at: tuple[tuple[str, str], ...] = ()

    def told(self, *pointers: str) -> tuple[str, ...]:
        """What is wrong with a field that goes by these pointers, or with something within it."""
        return tuple(
            said for pointer, said in self.at if any(pointer == p or (p and pointer.startswith(f"{p}/")) for p in pointers)
        )

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """The field to go to (its id on the page), and what is wrong with it."""
        return tuple((_anchor(pointer), said) for pointer, said in self.at)


def within(trouble: Trouble | None, pointer: str) -> Faults:
    """What is wrong within the field that goes by a pointer, for its controls."""
    if trouble is None:
        return NO_FAULTS
    return {at.removeprefix(pointer): said for at, said in trouble.at if at == pointer or at.startswith(f"{pointer}/")}


def _anchor(pointer: str) -> str:
    for begin, name in _NAMED:
        if pointer.startswith(begin):
            return f"{name}{pointer.removeprefix(begin)}".replace("/", "-").replace("_", "-")
    return ""


_NAMED = (("/remedy/facts", "c"), ("/facts", "f"), ("/action/", "a/"), ("/remedy/", ""), ("/", ""))
"""How the page of a ruling names the fields that pointers begin with."""


class Stamp(Struct, frozen=True):
    """What a form carries to be recorded once: its key, and the record it was made against."""

    key: str
    seq: int


def given() -> Given:
    """What the reader entered, or what the address brings along."""
    return request.form if request.method == "POST" else MultiDict(request.args)


def digest(form: Given, built: Any = (), within: tuple[str, ...] = ()) -> str:
    """What tells a form sent again from another one: everything that was entered, and where. `built` is what was made of the
    fields whose names begin with one of `within`: they are numbered anew when the form is shown again."""
    told = sorted(
        (name, value) for name, value in form.items(multi=True) if value and name not in BESIDE and not name.startswith(within)
    )
    return hashlib.sha256(f"{request.path}\n{told}\n{built}".encode()).hexdigest()[:32]


def order(game: str, request_digest: str = "") -> Order:
    """The order of the form that was sent; raises the problem of one that no page of ours sends."""
    form, key = request.form, form_key()
    seq = form.get("seq", "")
    if not (seq.isascii() and seq.isdecimal() and len(seq) < 10):
        raise Problem("bad-request", _NO_FORM)
    return Order(game, int(seq), caller().id, key, request_digest or digest(form))


def form_key() -> str:
    """The key of the form that was sent; raises the problem of one that no page of ours sends."""
    key = request.form.get("key", "")
    if _KEY.fullmatch(key) is None:
        raise Problem("bad-request", _NO_FORM)
    return key


_NO_FORM = Text(
    "This form has lost what it needs to be recorded once: open the page again.",
    "Ce formulaire a perdu ce qu'il lui faut pour n'être enregistré qu'une fois : rouvrez la page.",
)


def stamp(head: Game, *, renew: bool = False) -> Stamp:
    """What the form carries that is shown now: made against the newest record, under the key that it came with."""
    key = request.form.get("key", "") if request.method == "POST" and not renew else ""
    return Stamp(key if _KEY.fullmatch(key) else fresh_key(), head.seq)


def need_open(game: Game) -> None:
    """Raise `GameIsClosed` where nothing can be recorded any more."""
    if game.closed:
        raise GameIsClosed(game.id)


def attempt(do: Callable[[], T]) -> T | Trouble:
    """What something comes to, or why it is refused."""
    try:
        return do()
    except Refusal as refusal:
        return trouble(problem_of(refusal))
    except Problem as problem:
        return trouble(problem)


def trouble(problem: Problem) -> Trouble:
    """A problem as a page says it."""
    kind = problem.kind
    return Trouble(kind.slug, kind.status, tell(kind.title), tell(problem.detail), tuple(_places(problem.members, problem.detail)))


def _places(members: dict[str, Any], detail: Text) -> Iterator[tuple[str, str]]:
    errors = members.get("errors", ())
    for error in errors:
        yield error["pointer"], tell(error["detail"])
    if not errors and members.get("pointer"):
        yield members["pointer"], tell(detail)


def number(form: Given, name: str) -> int | None:
    """The whole number that was entered in a field; none where it was left empty. Raises `BadRequest` for anything else."""
    text = form.get(name, "").strip().replace("\N{MINUS SIGN}", "-").removeprefix("+")
    if not text:
        return None
    if _NUMBER.fullmatch(text) is None:
        raise BadRequest(f"/{name}", f"This must be a whole number, not {text}.", f"Il faut ici un nombre entier, pas {text}.")
    return int(text)


def since(clerk: Clerk, head: Game, audience: Audience) -> list[Line]:
    """What was recorded since the form was made, the newest records of it."""
    seq = request.form.get("seq", "")
    seen = int(seq) if seq.isascii() and seq.isdecimal() and len(seq) < 10 else head.seq
    return lines(clerk, head, audience, lang(), max(seen + 1, head.seq - SINCE + 1), head.seq) if seen < head.seq else []
