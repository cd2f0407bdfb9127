"""Standings on paper in full: the cross table, and the worksheet on which every value is added up by hand."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from api.tournament.pages.frame import Here, shown_value
from api.tournament.pages.public.standings import key_word, term_words
from api.web.pages.pages import say
from domain.tournament.standings.outings import Outing, outings
from domain.tournament.standings.ranking import Row, Standings
from domain.tournament.standings.tree import Term


class Cell(Struct, frozen=True):
    """A round of an entrant in the cross table: what it gave, how it came about, and who else sat there. `points` is empty for a
    round without a result."""

    points: str = ""
    how: str = ""
    opponents: tuple[int, ...] = ()


class Line(Struct, frozen=True):
    """An entrant's line of the cross table: a cell for each round, in the order of the rounds."""

    row: Row
    cells: tuple[Cell, ...]


class Sum(Struct, frozen=True):
    """A value on the worksheet: its name, what it was added from (each with its value, and whether it is struck out), how, and what
    it comes to."""

    key: str
    terms: tuple[tuple[str, str, bool], ...]
    how: str
    value: str


def cross_table(at: Here, found: Standings) -> dict[str, Any]:
    """What the cross table after a round shows: the rounds, and a line for each entrant in the order of the standings."""
    rounds = [one.round for one in at.rounds if one.round <= found.round]
    whole = outings(at.t.field, found.round)
    lines = []
    for row in found.rows:
        mine = {one.round: one for one in whole.get(row.entrant, ())}
        lines.append(Line(row, tuple(_cell(at, mine.get(round)) for round in rounds)))
    return {"cross_rounds": rounds, "lines": lines}


def worksheet(at: Here, found: Standings) -> dict[str, Any]:
    """What the worksheet shows: every value of every entrant but lots, with the line that it was added from."""
    sums = []
    for row, trees in zip(found.rows, found.trees, strict=True):
        told = [(key, tree) for key, tree in zip(found.keys, trees, strict=True) if key != "lots"]
        sums.append((row, tuple(_sum(at, key_word(key), tree) for key, tree in told)))
    return {"sums": sums}


def _cell(at: Here, one: Outing | None) -> Cell:
    if one is None:
        return Cell()
    points = shown_value(str(one.points))
    if one.bye:
        return Cell(points, say("term.absent", round=one.round, table=0) if one.bye == "absent" else say("screen.bye"))
    if not one.played and not one.opponents:
        return Cell(points, say("results.kind-forfeit") if not one.voluntary else say("results.absent"), one.absentees)
    stage = at.t.rules.stages[one.stage]
    seat = say("paper.second") if one.second else say("paper.first")
    return Cell(points, seat if stage.duel else say("results.nth", place=one.place), tuple(e.entrant for e in one.opponents))


def _sum(at: Here, key: str, tree: Term) -> Sum:
    terms = tuple((term_words(at, term), shown_value(term.value), term.struck) for term in tree.terms)
    how = say(f"term.how-{tree.how}") if tree.how in ("mean", "product", "least") else ""
    return Sum(key, terms, how, shown_value(tree.value))
