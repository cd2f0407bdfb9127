"""The position as a player reads it before signing."""

from __future__ import annotations

from msgspec import Struct

from api.reading.reader import Reader
from api.reading.sentences import say_record
from domain.game.game import Game, fingerprint, seat_name
from domain.record.records import FIRST, ActionTaken, Lineage
from domain.rules.ruleset import ARBITER
from domain.rules.text import Text
from domain.rules.titles.codec import decode_action
from projections.shapes.json import score_shape


class Told(Struct, frozen=True):
    """A record and the position after it: the title, what the seats are called, the record's sentence, how far the position can be
    believed and on which irregular records it rests, points by seat with penalties, the outcome if there is one, the board's
    fingerprint where it was worked out, and what the game grew from, if it is a branch."""

    title: Text
    names: dict[str, Text]
    sentence: Text
    fidelity: str
    irregular: tuple[int, ...]
    points: dict[str, int]
    outcome: Text | None
    fingerprint: str = ""
    lineage: Lineage | None = None


def tell(game: Game) -> Told:
    """The last record of a game that was folded here, and the position after it."""
    return Told(
        game.rules.about.title,
        {seat: seat_name(game, seat) for seat in game.setting.seats},
        _sentence(game),
        game.fidelity,
        game.irregularities,
        {line["seat"]: line["total"] for line in score_shape(game)["score"]},
        game.outcome.text if game.outcome else None,
        fingerprint(game.rules, game.board),
        game.opened.lineage,
    )


def _sentence(game: Game) -> Text:
    body = game.history.filed(game.seq).body
    before = Game(game.history, game.checks, max(game.seq - 1, FIRST))
    if isinstance(body, ActionTaken):
        return Reader(before, ARBITER).deed(before.board, body.seat, decode_action(before.rules, body.action))
    return say_record(before, body)
