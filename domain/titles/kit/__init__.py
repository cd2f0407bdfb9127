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
    form_from_example,
    ordered_tries,
    random_tries,
)
from domain.titles.kit.facts import ChangesNothing, Fact, OfSeat, added
from domain.titles.kit.fields import (
    SEAT,
    Called,
    Conserved,
    Count,
    Every,
    MaxItems,
    Once,
    OneOf,
    Part,
    Seat,
    SeatOrNone,
    Secret,
    ValueRule,
)
from domain.titles.kit.judging import GATES, first_refusal, judges_in_order
from domain.titles.kit.moves import Course, Move, Phase, accept_any, none_listed, rehearsal
from domain.titles.kit.offering import entry
from domain.titles.kit.sentences import Refusals, parse_readings
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
    "Conserved",
    "Count",
    "Course",
    "Declarations",
    "DeclaredForms",
    "Every",
    "Fact",
    "FieldSpec",
    "MaxItems",
    "Move",
    "OfSeat",
    "Once",
    "OneOf",
    "Outcome",
    "Part",
    "Phase",
    "Pick",
    "Ranking",
    "Reading",
    "Refusals",
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
    "ValueRule",
    "Verdict",
    "accept_any",
    "added",
    "entry",
    "filled_sentence",
    "first_refusal",
    "form_from_example",
    "illegal",
    "judges_in_order",
    "none_listed",
    "option",
    "ordered_tries",
    "parse_readings",
    "random_tries",
    "rehearsal",
    "replace",
]  # fmt: skip
