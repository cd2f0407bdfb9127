"""Remedies as a ruling's body names them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from api.web.problems.problem import problem_of
from api.web.request.parameters import AnyAction, Values
from domain.game.procedure.remedies import Wish
from domain.kernel.refusals import Refusal
from domain.titles.contract.time_control import LONGEST_TIME

AnyFact = Annotated[Any, Meta(description="A fact of the game's title.", extra_json_schema={"$ref": "#/components/schemas/Fact"})]
Facts = Annotated[tuple[AnyFact, ...], Meta(description="What is declared to be true, in this order.")]


class Stands(Struct, frozen=True, forbid_unknown_fields=True, tag="stands"):
    """Nothing changes: the record named in `about` stands as it is. With the codes `illegal-action`, `wrong-entry` and `dice` the
    ruling says that something was wrong with it, and whatever rests on it is marked as irregular."""


class Annul(Struct, frozen=True, forbid_unknown_fields=True, tag="annul"):
    """Everything in force from a record on goes out of force. Dice that were rolled keep their numbers either way."""

    from_seq: Annotated[int, Meta(description="The first action to annul.", ge=1)]
    rolls: Annotated[
        Literal["", "stands", "reroll"],
        Meta(
            description="What becomes of dice that were rolled: `stands` (the next roll of their kind repeats them) or `reroll`. "
            "Has to be said where there are some."
        ),
    ] = ""


class Correct(Struct, frozen=True, forbid_unknown_fields=True, tag="correct"):
    """The board is corrected, by facts or by a patch: one of the two. What comes of it has to be a valid board of the title, with
    as many pieces of each kind as before."""

    facts: Facts = ()
    patch: Annotated[
        tuple[dict[str, Any], ...],
        Meta(
            description="A JSON Patch (RFC 6902) against `GET /games/{game}/board/document`: operations with `op`, `path`, and "
            "`value` or `from`. It may touch everything but `/setting`."
        ),
    ] = ()


class Penalty(Struct, frozen=True, forbid_unknown_fields=True, tag="penalty"):
    """A seat gets points beside the board, or loses some; the score shows them apart."""

    seat: Annotated[str, Meta(description="The seat that gets them.")]
    points: Annotated[int, Meta(description="How many; negative ones are taken away.")]


class Adjudicate(Struct, frozen=True, forbid_unknown_fields=True, tag="adjudicate"):
    """The arbiter names the outcome: the game has ended, unless the ruling is overturned."""

    winners: Annotated[tuple[str, ...], Meta(description="The seats that win; none: nobody does.")] = ()


class LetStand(Struct, frozen=True, forbid_unknown_fields=True, tag="let-stand"):
    """An action that the rules forbid is recorded with its verdict, and stands: two records, the action and the ruling. What comes
    of it follows from the rules; where they cannot say, `facts` declare it."""

    seat: Annotated[str, Meta(description="The seat that acts.")]
    action: AnyAction
    values: Values = ()
    facts: Facts = ()


class StopClocks(Struct, frozen=True, forbid_unknown_fields=True, tag="stop-clocks"):
    """All clocks of the seats stand until a ruling starts them again, whatever is recorded meanwhile."""


class StartClocks(Struct, frozen=True, forbid_unknown_fields=True, tag="start-clocks"):
    """Clocks that a ruling has stopped run again, for whoever may act."""


class SetSeatClock(Struct, frozen=True, forbid_unknown_fields=True, tag="set-clock"):
    """A seat has so much time left from here on. Overturned, what it gave or took is taken back."""

    seat: Annotated[str, Meta(description="The seat whose clock is set.")]
    seconds: Annotated[int, Meta(description="What it shows from here on.", ge=0, le=LONGEST_TIME)]


Remedy = Stands | Annul | Correct | Penalty | Adjudicate | StopClocks | StartClocks | SetSeatClock


def wish(remedy: Remedy) -> Wish:
    """What a body asks for, as the desk takes it."""
    match remedy:
        case Annul():
            return Wish("annul", from_seq=remedy.from_seq, rolls=remedy.rolls)
        case Correct():
            return Wish("correct", facts=remedy.facts, patch=remedy.patch)
        case Penalty():
            return Wish("penalty", seat=remedy.seat, points=remedy.points)
        case Adjudicate():
            return Wish("adjudicate", winners=remedy.winners)
        case StopClocks():
            return Wish("stop-clocks")
        case StartClocks():
            return Wish("start-clocks")
        case SetSeatClock():
            return Wish("set-clock", seat=remedy.seat, milliseconds=1000 * remedy.seconds)
        case _:
            return Wish("stands")


@contextmanager
def within(remedy: Remedy | LetStand) -> Iterator[None]:
    """Whatever is refused inside is said of the field as the body has it: the desk knows a seat, but not that it stands in a
    remedy."""
    try:
        yield
    except Refusal as refusal:
        problem = problem_of(refusal)
        _place(problem.members, remedy)
        for error in problem.members.get("errors", ()):
            _place(error, remedy)
        raise problem from None


def _place(named: dict[str, Any], remedy: Remedy | LetStand) -> None:
    """Put a pointer right, if there is one."""
    pointer = named.get("pointer", "")
    if pointer == "/seat" and isinstance(remedy, Adjudicate):
        named["pointer"] = "/remedy/winners"
    elif pointer.split("/")[1:2] in (["seat"], ["action"], ["values"], ["facts"]):
        named["pointer"] = f"/remedy{pointer}"
