"""The paragraphs that departures cite: of FIDE's handbook (such as C.07), of `conventions.py` (G,
by chapter and rule), of `TABLES-RULES.md` (T)."""

from msgspec import Struct

from domain.kernel.text import Text

TABLES = {
    "hard": "T3.2",
    "met": "T3.3",
    "later": "T3.4",
    "again": "T3.4",
    "soft": "T3.5",
    "pot": "T3.6",
    "spread": "T3.7",
    "seat": "T3.8",
    "place": "T3.9",
    "lots": "T6.2",
    "second-bye": "T2.2",
}
"""The paragraphs of the parts of a cost at tables of three and more."""

TABLE_KEYS = {
    "points": "T4.1",
    "wins": "T5.2",
    "wins-second": "T5.2",
    "share": "T5.3",
    "score-sum": "T5.3",
    "margin": "T5.3",
    "opponents": "T5.4",
    "buchholz": "T5.5",
    "buchholz-cut-1": "T5.5",
    "buchholz-median": "T5.5",
    "sonneborn-berger": "T5.5",
    "direct": "T5.6",
    "final": "T5.7",
    "lots": "T5.8",
    "game-points": "G7.4",
    "match-win": "G7.5",
    "game-win": "G7.5",
    "opponents-match-win": "G7.6",
    "opponents-game-win": "G7.6",
}

DUELS = {
    "rematch": "G1.2",
    "hard": "G1.2",
    "second-bye": "G1.4",
    "score": "G1.2",
    "first-twice": "G1.8",
    "colours": "G1.8",
}
DUTCH = {
    "rematch": "C.04.3 art. 2.1.1 [C1]",
    "second-bye": "C.04.3 art. 2.1.2 [C2]",
    "colours": "C.04.3 art. 5.2",
    "plan": "C.04.3 art. 4",
}
BERGER = {"rematch": "C.05 annex 1", "colours": "C.05 annex 1", "plan": "C.05 annex 1"}

PAIRED_BY = {"duels": DUELS, "fide-dutch": DUTCH, "berger": BERGER}

POINTS = "TRF 001, 162"

KEYS = {
    "points": "C.07 art. 5",
    "direct": "C.07 art. 6",
    "wins": "C.07 art. 7",
    "wins-second": "C.07 art. 7",
    "buchholz": "C.07 art. 8",
    "buchholz-cut-1": "C.07 art. 8, 14",
    "buchholz-median": "C.07 art. 8, 14",
    "sonneborn-berger": "C.07 art. 9",
}


def pairing_paragraph(engine: str, part: str) -> str:
    """The paragraph that requires an engine to weigh this part of a cost; "" if there is none."""
    return PAIRED_BY.get(engine, TABLES).get(part, "")


class Departed(Struct, frozen=True):
    """A departure from the rules that a check found: in or after which round (0: at the end), its
    sentence, and the paragraph ("": none)."""

    round: int
    text: Text
    rule: str


def cited(departed: Departed) -> Text:
    """The sentence of the departure, followed by its paragraph, if any, in brackets."""
    if not departed.rule:
        return departed.text
    return Text("{text} [{rule}]", text=departed.text, rule=departed.rule)
