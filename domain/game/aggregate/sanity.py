"""Checks of facts and boards that an arbiter declares: whether the game can go on from the board,
and whether its numbers are within bounds. They are made once, when the arbiter declares them.

Boards that play leads to are not checked. A declared number that nobody could have counted at a
table is a typing error. Rules that visit pieces one by one would take hours over it.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.game.aggregate.correction import board_document
from domain.kernel.text import Text
from domain.titles.contract.chance import SealedChance
from domain.titles.contract.ruleset import ARBITER, PUBLIC, AnyRuleset, Board, Fact, encode_board


def board_fault(rules: AnyRuleset, board: Board, before: Board) -> Text | None:
    """The first fault of `board` as a correction of the board `before`, written as the end of a
    sentence; None if it has no fault.

    Numbers must be countable, the title must find no fault, and the pieces of each kind must be as
    many as before. The rules must be able to compute the legal actions, each audience's view, the
    sheet, the score and the outcome.
    """
    try:
        wrong = (
            number_too_large(board_document(board), board_document(before))
            or _title_fault(rules, board, before)
            or _stuck_fault(rules, board)
        )
        if wrong is None:
            _render_all(rules, board)
    except Exception as e:  # noqa: BLE001  the rules are made for boards that play leads to: whatever they say of this one, it is none
        return Text("the rules cannot go on from it ({why})", why=error_in_words(e))
    return wrong


def _title_fault(rules: AnyRuleset, board: Board, before: Board) -> Text | None:
    amiss = rules.amiss(board)
    if amiss:
        return amiss[0]
    had, has = rules.census(before), rules.census(board)
    for kind in dict.fromkeys([*had, *has]):
        there, here = had.get(kind, 0), has.get(kind, 0)
        if there != here:
            return Text(
                "pieces are neither made nor lost, and the count of “{kind}” would go from "
                "{there} to {here}: "
                "correct where they come from or go to as well",
                kind=kind,
                there=there,
                here=here,
            )
    return None


def _stuck_fault(rules: AnyRuleset, board: Board) -> Text | None:
    """The fault of a board on which play stops: nobody is to act and there is no outcome, or a seat
    is to act and has no action. Tries every offered action with some dice; errors of the rules pass
    through."""
    seats = rules.to_act(board)
    if not seats and rules.outcome(board) is None:
        return Text("nobody would be to act, and nobody would have won")
    for seat in seats:
        offered = rules.legal(board, seat)
        actions = [
            *(choice.action for choice in offered.choices),
            *(template.example for template in offered.templates),
        ]
        if not actions:
            return Text("{seat} would be to act with nothing to do", seat=seat)
        for action in actions:
            rules.resolve(board, seat, action, SealedChance(b"what if"))
    return None


def _render_all(rules: AnyRuleset, board: Board) -> None:
    """Render the board for every audience; errors of the rules pass through."""
    encode_board(board)
    seen = []
    for audience in (PUBLIC, ARBITER, *board.setting.seats):  # type: ignore[attr-defined]  # every board has its setting
        view = msgspec.json.decode(msgspec.json.encode(rules.view(board, audience)))
        if view not in seen:  # mostly all see the same, and a picture is drawn from the view alone
            seen.append(view)
            rules.picture(board.setting, view, "en")  # type: ignore[attr-defined]  # the same
    rules.score(board)
    rules.sheet(board)
    rules.outcome(board)


def error_in_words(error: Exception) -> Text:
    """An unexpected error of the rules, in words for the brackets within a sentence."""
    if isinstance(error, LookupError) and error.args:
        return Text("they know no {named}", named=f"{str(error.args[0])[:80]!r}")
    what = f"{type(error).__name__}: {error}"[:160]
    return Text(what, what)


# -- limits of declared numbers --------------------------------------------------------------------


MOST = 10_000
"""The largest number that a declared fact or a corrected board may contain."""


def number_out_of_bounds(facts: tuple[Fact, ...]) -> tuple[str, Text] | None:
    """The JSON pointer to the first number in declared facts that is out of bounds, and the end of
    a sentence about it; None if there is none."""
    for n, fact in enumerate(facts):
        may_be_negative = type(fact).may_be_negative
        for path, number in numbers_in(msgspec.to_builtins(fact)):
            least = -MOST if path.split("/")[1] in may_be_negative else 0
            if not least <= number <= MOST:
                return f"/{n}{path}", Text(
                    "{short} is no number that can be declared there, {least} to {most} are",
                    short=shortened(number),
                    least=least,
                    most=MOST,
                )
    return None


def number_too_large(plain: Any, before: Any) -> Text | None:
    """The end of a sentence about the first number of a corrected board that is too large; None if
    there is none. `plain` and `before` are the boards as plain data. A number may be as large as
    the largest one before."""
    most = max([MOST, *(abs(number) for _, number in numbers_in(before))])
    for path, number in numbers_in(plain):
        if abs(number) > most:
            return Text(
                "at {path}, {short} is more than {most}",
                path=path,
                short=shortened(number),
                most=most,
            )
    return None


def numbers_in(plain: Any, path: str = "") -> Iterator[tuple[str, int]]:
    if isinstance(plain, int) and not isinstance(plain, bool):
        yield path, plain
    elif isinstance(plain, dict):
        for name, value_at in plain.items():
            yield from numbers_in(value_at, f"{path}/{name}")
    elif isinstance(plain, list | tuple):
        for n, value_at in enumerate(plain):
            yield from numbers_in(value_at, f"{path}/{n}")


def shortened(number: int) -> str:
    digits = str(number)
    return digits if len(digits) <= 16 else f"{digits[:12]}…"
