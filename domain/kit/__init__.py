"""The kit that a title is written with: what it declares once, and everything of the contract that it needs beside that."""

from msgspec.structs import replace

from domain.kit.facts import Fact, Told
from domain.kit.fields import SEAT, Called, Count, Every, NoSeat, Of, Once, Part, Room, Seat, Secret, Total
from domain.kit.moves import Course, Move, Phase, free, none_listed, rehearsal
from domain.kit.offering import entry
from domain.kit.sentences import Faults, Refusals, Sentences, readings
from domain.kit.telling import counted, told
from domain.kit.title import OVER, Title
from domain.rules.about import About, Outcome, Ranking, Reading, ScoreLine, SeatSpec
from domain.rules.setting import BadOpening, Setting, option
from domain.rules.text import Text
from domain.rules.types import Action, Board
from domain.rules.verdict import LEGAL, Verdict, illegal

__all__ = [
    "LEGAL", "OVER", "SEAT", "About", "Action", "BadOpening", "Board", "Called", "Count", "Course", "Every", "Fact",
    "Faults", "Move", "NoSeat", "Of", "Once", "Outcome", "Part", "Phase", "Ranking", "Reading", "Refusals", "Room", "ScoreLine",
    "Seat", "SeatSpec", "Secret", "Sentences", "Setting", "Text", "Title", "Told", "Total", "Verdict", "counted", "entry",
    "free", "illegal", "none_listed", "option", "readings", "rehearsal", "replace", "told",
]  # fmt: skip
