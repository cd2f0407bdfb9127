from typing import Annotated

from msgspec import Meta, field

from domain.titles.kit import Action
from domain.titles.score_sheet.values import LEAST, MOST, ROUNDS

Entry = Annotated[int, Meta(ge=LEAST, le=MOST)] | Annotated[str, Meta(max_length=40)]
"""A value as entered: a number, or text as it was typed; a choice by its id; `yes` or `no`."""


class Enter(Action, frozen=True):
    """Write a value in a cell of the sheet, in the place of an earlier one. An empty value clears
    the cell."""

    category: Annotated[str, Meta(description="The category, by its id on the sheet.")]
    value: Annotated[
        Entry,
        Meta(
            description="A number, a choice by its id, yes or no; empty to wipe off what stands "
            "there."
        ),
    ]
    whose: Annotated[
        str, Meta(description="The seat that the value is for; empty for what is the table's.")
    ] = ""
    round: Annotated[
        int, Meta(description="The round, from 1; 0 for what is entered once.", ge=0, le=ROUNDS)
    ] = 0


class Fill(Action, frozen=True):
    """Enter a whole round, or several values of lines that have one cell for the game. If one value
    is refused, all are."""

    values: Annotated[
        dict[Annotated[str, Meta(max_length=90)], Entry],
        Meta(
            description="The values, by the category's id; for a seat or a side by `category:seat`. "
            "Empty to wipe off what stands there.",
            max_length=200,
        ),
    ]
    round: Annotated[
        int, Meta(description="The round, from 1; 0 for what is entered once.", ge=0, le=ROUNDS)
    ] = 0


class Roll(Action, frozen=True):
    """Roll dice of one kind."""

    die: Annotated[str, Meta(description="The kind of die, by its id on the sheet.")]
    count: Annotated[int, Meta(description="How many are rolled together.", ge=1, le=20)] = 1


class MoveCounter(Action, frozen=True):
    """Move a counter up or down."""

    counter: Annotated[str, Meta(description="The counter, by its id on the sheet.")]
    by: Annotated[int, Meta(description="How far up; below 0 for down.", ge=LEAST, le=MOST)]
    whose: Annotated[
        str, Meta(description="The seat whose counter it is; empty for the table's.")
    ] = ""


class PassTurn(Action, frozen=True):
    """End your turn. It is then the next seat's turn."""


class End(Action, frozen=True):
    """End the game: with the ranks that follow from the sheet, or with those that the table has
    agreed on."""

    placings: Annotated[
        dict[str, Annotated[int, Meta(ge=1, le=12)]],
        Meta(
            description="The place of each seat, as agreed; equal seats share one. Empty: as the "
            "sheet says."
        ),
    ] = field(default_factory=dict)
