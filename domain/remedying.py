"""From what an arbiter asks for to a remedy that can be recorded: checked against the position, with the board it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import Raw, Struct

from domain.game import Game, advance, need_seat
from domain.patch import BadPatch, patched
from domain.remedies import Adjudicate, Annul, Correct, Penalty, Remedy, Stands
from domain.ruleset import Board, Fact, Outcome
from domain.soundness import unsound
from domain.table_errors import CorrectionRefused, RulingRefused
from domain.titles import decode_facts, encode_facts
from domain.undo import line_from
from domain.words import Text

POINTS = 10_000
"""The most points of a penalty, either way."""


class Wish(Struct, frozen=True):
    """What an arbiter asks for. Which fields count depends on the kind: `from_seq` and `rolls` to annul, `facts` or `patch` to
    correct, `seat` and `points` for a penalty, `winners` and `text` to adjudicate."""

    kind: Literal["stands", "annul", "correct", "penalty", "adjudicate"]
    from_seq: int = 0
    rolls: Literal["", "stands", "reroll"] = ""
    facts: tuple[Any, ...] = ()
    patch: tuple[Any, ...] = ()
    seat: str = ""
    points: int = 0
    winners: tuple[str, ...] = ()


class Consequence(Struct, frozen=True):
    """A remedy and the board after it; `gone` are the actions it takes out of force."""

    remedy: Remedy
    board: Board
    gone: tuple[int, ...] = ()


def consequence(game: Game, wish: Wish) -> Consequence:
    """What a ruling would come to at a game's position. Raises `RulingRefused`, `CorrectionRefused`, `BadRequest`."""
    if wish.kind == "annul":
        return _annul(game, wish)
    if wish.kind == "correct":
        return _correct(game, wish)
    remedy: Remedy
    if wish.kind == "penalty":
        remedy = _penalty(game, wish)
    elif wish.kind == "adjudicate":
        remedy = _adjudicate(game, wish)
    else:
        remedy = Stands()
    return Consequence(remedy, game.board)


def _annul(game: Game, wish: Wish) -> Consequence:
    gone = line_from(game, wish.from_seq)
    if not gone or gone[-1] != wish.from_seq:
        raise RulingRefused(
            "/remedy/from_seq",
            f"Record {wish.from_seq} is no action in force: name the first action to annul.",
            f"L'écriture {wish.from_seq} n'est pas une action en vigueur : nommez la première action à annuler.",
            wish.from_seq,
        )
    trail = game.trail
    crossed = [seq for seq in gone if trail.rolls[seq - 1] != trail.rolls[seq - 2]]
    if crossed and not wish.rolls:
        raise RulingRefused(
            "/remedy/rolls",
            f"Dice were rolled in record {crossed[-1]}: say whether the rolls stand or are rolled again.",
            f"Des dés ont été lancés à l'écriture {crossed[-1]} : dites si les lancers tiennent ou sont relancés.",
            crossed[-1],
        )
    remedy = Annul(wish.from_seq, wish.rolls or "reroll")
    return Consequence(remedy, trail.board(trail.before[wish.from_seq - 1]), tuple(sorted(gone)))


def _correct(game: Game, wish: Wish) -> Consequence:
    if bool(wish.facts) == bool(wish.patch):
        raise RulingRefused(
            "/remedy",
            "Declare facts, or give a patch against the board: one of the two.",
            "Déclarez des faits, ou donnez un correctif du plateau : l'un des deux.",
        )
    facts: tuple[Fact, ...] = ()
    if wish.patch:
        board = _patch(game, wish.patch)
    else:
        board, facts = declared(game, wish.facts)
    if board == game.board:
        raise RulingRefused("/remedy", "This changes nothing on the board.", "Cela ne change rien au plateau.")
    patch = Raw(msgspec.json.encode(wish.patch)) if wish.patch else None
    return Consequence(Correct(encode_facts(facts), patch), board)


def _patch(game: Game, patch: Sequence[Any]) -> Board:
    try:
        board = patched(game.rules, game.board, patch)
    except BadPatch as e:
        raise CorrectionRefused(f"/remedy/patch{e.pointer}", e.text) from None
    _need_sound(game, board, "/remedy/patch")
    return board


def declared(game: Game, facts: Sequence[Any], pointer: str = "/remedy/facts") -> tuple[Board, tuple[Fact, ...]]:
    """The board after facts that are declared as plain data, and the facts; raises `CorrectionRefused`."""
    try:
        known = decode_facts(game.rules, msgspec.json.encode(facts))
    except msgspec.ValidationError as e:
        en, fr = f"These are no facts of this title: {e}.", f"Ce ne sont pas des faits de ce titre : {e}."
        raise CorrectionRefused(pointer, Text(en, fr)) from None
    try:
        board = advance(game.rules, game.board, known)
    except Exception as e:  # noqa: BLE001  facts that never came of an action: the rules may say anything of them
        why = f"{type(e).__name__}: {e}"
        en, fr = f"These facts cannot be true on this board ({why}).", f"Ces faits ne peuvent être vrais sur ce plateau ({why})."
        raise CorrectionRefused(pointer, Text(en, fr)) from None
    _need_sound(game, board, pointer)
    return board, known


def _need_sound(game: Game, board: Board, pointer: str) -> None:
    wrong = unsound(game.rules, board, game.board)
    if wrong is not None:
        raise CorrectionRefused(
            pointer,
            Text(f"The corrected board would not be valid: {wrong.en}.", f"Le plateau corrigé ne serait pas valable : {wrong.fr}."),
        )


def _penalty(game: Game, wish: Wish) -> Penalty:
    need_seat(game, wish.seat)
    if not wish.points or abs(wish.points) > POINTS:
        raise RulingRefused(
            "/remedy/points",
            f"A penalty is a number of points from -{POINTS} to {POINTS}, and not 0: fewer points are negative.",
            f"Une pénalité est un nombre de points de -{POINTS} à {POINTS}, et pas 0 : des points en moins sont négatifs.",
        )
    return Penalty(wish.seat, wish.points)


def _adjudicate(game: Game, wish: Wish) -> Adjudicate:
    for seat in wish.winners:
        need_seat(game, seat)
    names = [game.setting.name(seat) for seat in wish.winners]
    en = (
        f"The arbiter awards the game to {' and '.join(n.en for n in names)}."
        if names
        else "The arbiter awards the game to nobody."
    )
    fr = (
        f"L'arbitre attribue la partie à {' et '.join(n.fr for n in names)}."
        if names
        else "L'arbitre n'attribue la partie à personne."
    )
    return Adjudicate(Outcome("adjudicated", wish.winners, Text(en, fr)))
