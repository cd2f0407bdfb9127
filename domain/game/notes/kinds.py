"""Registers the kinds of records for remarks and for changes of a game's listing."""

from domain.game.aggregate.game import Game, seat_name
from domain.game.notes.conditions import need_listing, need_remark
from domain.game.record import records as r
from domain.game.record.kinds import WATCHERS, GameKind, register_game_kinds
from domain.kernel.kinds import Reference
from domain.kernel.text import Text, joined


def _say_note(game: Game, body: r.NoteAdded) -> Text:
    who = seat_name(game, body.seat) if body.seat else Text("Somebody")
    if body.about:
        return Text("{who} remarks on record {about}.", who=who, about=body.about)
    return Text("{who} adds a note.", who=who)


def _say_listing(game: Game, body: r.ListingChanged) -> Text:
    listed = Text.pgettext("game", "public") if body.public else Text.pgettext("game", "private")
    tags, name = ", ".join(body.tags), body.name
    text = Text("The game is now {listed}, without tags.", listed=listed)
    if tags:
        text = Text("The game is now {listed}, tagged: {tags}.", listed=listed, tags=tags)
    if name is None or name == (game.opened.name or ""):
        return text
    named = Text("It is called {name}.", name=name) if name else Text("Its name is taken away.")
    return joined((text, named), " ")


register_game_kinds(
    GameKind(
        record=r.NoteAdded,
        references={"about": Reference(may_be_none=True)},
        reads=WATCHERS,
        part="note",
        why="text",
        says=_say_note,
        by_hand=lambda _, body: not body.seat,
        asks=lambda on, body: need_remark(on.game, body.text, body.about, body.seat),
        grows=True,
    ),
    GameKind(
        record=r.ListingChanged,
        reads=WATCHERS,
        says=_say_listing,
        by_hand=True,
        asks=lambda on, body: need_listing(on.game, body.public, body.tags, body.name),
        column="listings",
    ),
)
