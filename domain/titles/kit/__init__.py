"""The kit for writing a title: declarations, from which most of the contract is derived."""

from msgspec.structs import replace

from domain.kernel.sentences import Sentences
from domain.kernel.text import Text
from domain.titles.contract.setting import BadOpening, Setting, option
from domain.titles.contract.types import (
    LEGAL,
    About,
    Action,
    Board,
    Outcome,
    Ranking,
    Reading,
    ScoreLine,
    SeatSpec,
    Verdict,
    illegal,
)
from domain.titles.kit.declared import (
    Bounds,
    Declarations,
    DeclaredForms,
    FieldSpec,
    Pick,
    Sampler,
    at_random,
    filled_in,
    in_order,
)
from domain.titles.kit.facts import ChangesNothing, Fact, OfSeat, added
from domain.titles.kit.fields import (
    SEAT,
    Called,
    Count,
    Every,
    Holds,
    Of,
    Once,
    Part,
    Room,
    Seat,
    SeatOrNone,
    Secret,
    Total,
)
from domain.titles.kit.judging import GATES, each, first_refusal
from domain.titles.kit.moves import Course, Move, Phase, free, none_listed, rehearsal
from domain.titles.kit.offering import entry
from domain.titles.kit.sentences import Refusals, readings
from domain.titles.kit.telling import filled_sentence
from domain.titles.kit.title import OVER, Title

__all__ = [
    "GATES",
    "LEGAL",
    "OVER",
    "SEAT",
    "About",
    "Action",
    "BadOpening",
    "Board",
    "Bounds",
    "Called",
    "ChangesNothing",
    "Count",
    "Course",
    "Declarations",
    "DeclaredForms",
    "Every",
    "Fact",
    "FieldSpec",
    "Holds",
    "Move",
    "Of",
    "OfSeat",
    "Once",
    "Outcome",
    "Part",
    "Phase",
    "Pick",
    "Ranking",
    "Reading",
    "Refusals",
    "Room",
    "Sampler",
    "ScoreLine",
    "Seat",
    "SeatOrNone",
    "SeatSpec",
    "Secret",
    "Sentences",
    "Setting",
    "Text",
    "Title",
    "Total",
    "Verdict",
    "added",
    "at_random",
    "each",
    "entry",
    "filled_in",
    "filled_sentence",
    "first_refusal",
    "free",
    "illegal",
    "in_order",
    "none_listed",
    "option",
    "readings",
    "rehearsal",
    "replace",
]  # fmt: skip
