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
    "Count",
    "Course",
    "Declarations",
    "DeclaredForms",
    "Every",
    "Fact",
    "FieldSpec",
    "ValueRule",
    "Move",
    "OneOf",
    "OfSeat",
    "Once",
    "Outcome",
    "Part",
    "Phase",
    "Pick",
    "Ranking",
    "Reading",
    "Refusals",
    "MaxItems",
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
    "Conserved",
    "Verdict",
    "added",
    "random_tries",
    "judges_in_order",
    "entry",
    "form_from_example",
    "filled_sentence",
    "first_refusal",
    "accept_any",
    "illegal",
    "ordered_tries",
    "none_listed",
    "option",
    "parse_readings",
    "rehearsal",
    "replace",
]  # fmt: skip
