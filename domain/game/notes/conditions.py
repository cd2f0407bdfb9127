"""Conditions for remarks, for a game's listing and for its tags."""

import re

from domain.game.aggregate.game import Game, need_seat
from domain.game.names import checked_name
from domain.game.record.records import UMPIRE
from domain.kernel.refusals import BadRequest
from domain.kernel.registry import TRIAL
from domain.kernel.text import Lang, Text

MOST_TAGS, LONGEST_TAG = 32, 64
"""The most tags of a game, and the most characters of one."""

TAG = r"^\w[\w .:/-]*(?![\s\S])"
"""The regular expression of a tag, within what JSON Schema supports."""

_TAG = re.compile(TAG)


REMARKS: dict[str, Text] = {
    "well-played": Text("Well played!"),
    "why": Text("Why like this?"),
    "wait": Text("One moment, please."),
}
"""Remarks made with one tap, by code. The record holds the English words; pages show them in the
reader's language."""

_IN_ENGLISH = {text.en: text for text in REMARKS.values()}


def remark_in(words: str, lang: Lang) -> str:
    """The text of a remark for a reader: in their language if it is one of `REMARKS`, else as
    written."""
    known = _IN_ENGLISH.get(words)
    return known.printed(lang) if known is not None else words


def need_tag(pointer: str, tag: str) -> None:
    if len(tag) > LONGEST_TAG or _TAG.match(tag) is None:
        raise BadRequest(
            pointer,
            Text(
                "A tag is a word of at most {longest_tag} characters: letters, digits, then also "
                "_ . : / - or spaces.",
                longest_tag=LONGEST_TAG,
            ),
        )


def need_no_trial(owner: str) -> None:
    """Raise `BadRequest` if the owner of a game is the public trial, whose games nobody may
    list."""
    if owner == TRIAL:
        raise BadRequest("/public", Text("A trial is never public."))


def need_listing(game: Game, public: bool, tags: tuple[str, ...], name: str | None = None) -> None:
    """Raise `BadRequest` unless the game may be listed like this and the listing changes
    something."""
    if len(tags) > MOST_TAGS:
        raise BadRequest("/tags", Text("A game has at most {most_tags} tags.", most_tags=MOST_TAGS))
    for n, tag in enumerate(tags):
        need_tag(f"/tags/{n}", tag)
    if name:
        checked_name(name)
    if public:
        need_no_trial(game.opened.administered_by)
    now = game.listing
    if (public, tags) == (now.public, now.tags) and name in (None, game.typed_name):
        raise BadRequest(
            "/tags" if tags else "/public",
            Text(
                "The game is listed like this already: change its tags, or whether anybody may "
                "watch it."
            ),
        )


def need_remark(game: Game, text: str, about: int, seat: str) -> None:
    """Raise `BadRequest` unless a remark has words, is about an existing record or the game, and is
    for a seat of the game or none."""
    if not text.strip():
        raise BadRequest("/text", Text("Write what there is to remark."))
    if not 0 <= about <= game.seq:
        raise BadRequest(
            "/about",
            Text(
                "There is no record {about} to remark on: this game has records 1 to {seq}.",
                about=about,
                seq=game.seq,
            ),
        )
    if seat and seat != UMPIRE:
        need_seat(game, seat)
