"""Standings: the order after a round, the key that parted two neighbours, and why each is where
they are, down to the tables. Two entrants of a challenge are compared move by move."""

from itertools import zip_longest
from typing import Any

from flask import Response, request
from msgspec import Struct

from api.tournament.pages.frame import Here, here, live, show, shown_value
from api.tournament.pages.setup import rules_form
from api.tournament.reading import compared_first, comparison
from api.web.pages.pages import duty, lang, needs, number_in, say, site
from api.web.request.caller import caller
from api.web.request.service import service
from domain.tournament.conventions import CHAPTERS, FIRST
from domain.tournament.directing.comparison import need_comparable
from domain.tournament.directing.entrants import need_entrant
from domain.tournament.standings.ranking import LOWER_IS_BETTER, Row, Standings, standings
from domain.tournament.standings.tree import Term
from domain.tournament.values import Key

# terms of a sum that are written one after the other in a sentence; more are told by their number
PARTS = 12


@site.get("/tournaments/<tournament>/standings")
@needs("organiser")
@duty("scorer", "check-in", "table", "screen")
def show_standings(tournament: str) -> Response:
    at = here(tournament)
    found = order_after(at, request.args.get("round", ""))
    return live("public/standings", at, found.round, **said(at, found))


@site.get("/tournaments/<tournament>/standings/<int:number>")
@needs("organiser")
@duty("scorer", "check-in", "table", "screen")
def show_why(tournament: str, number: int) -> Response:
    at = here(tournament)
    need_entrant(at.t, number)
    found = order_after(at, request.args.get("round", ""))
    index = next(n for n, row in enumerate(found.rows) if row.entrant == number)
    above, below = (
        found.rows[n] if 0 <= n < len(found.rows) else None for n in (index - 1, index + 1)
    )
    row, trees = found.rows[index], found.trees[index]
    parts: dict[str, Any] = {
        "row": row,
        "found": found,
        "values": list(zip(found.keys, row.values, trees, strict=True)),
        "parted": [
            one for one in (_parted(at, found, above, row), _parted(at, found, row, below)) if one
        ],
        "because": because(at, found, number),
        "key_word": key_word,
        "term_words": term_words,
    }
    return show("public/why", at, **parts)


@site.get("/tournaments/<tournament>/conventions")
@needs("organiser")
@duty("scorer", "check-in", "table", "screen")
def show_conventions(tournament: str) -> Response:
    at = here(tournament)
    edition = at.t.opened.edition
    return show(
        "public/conventions",
        at,
        chapters=CHAPTERS,
        edition=edition,
        first=FIRST if edition == 1 else (),
    )


def order_after(at: Here, round: str = "") -> Standings:
    """The order after a round, or after the last that the reader may see."""
    last = max((one.round for one in at.rounds), default=0)
    through = number_in(round) if round else last
    through = through if 0 <= through <= last else last
    return standings(at.t.field, at.t.rules.stage_of(max(1, through)), through)


def said(at: Here, found: Standings) -> dict[str, Any]:
    stage = at.t.rules.stages[found.stage]
    columns = [n for n, key in enumerate(found.keys) if key != "lots" or at.t.lots]
    rounds = [one.round for one in at.rounds]
    open_tables = sum(len(one.missing) for one in at.rounds if one.round <= found.round)
    return {
        "found": found,
        "stage": stage,
        "columns": columns,
        "rounds": rounds,
        "open_tables": open_tables,
        "key_word": key_word,
    }


def key_word(key: str) -> str:
    return (
        rules_form.called("keys", key)
        if key not in ("stage", "team")
        else say(f"standings.key-{key}")
    )


def term_words(at: Here, term: Term) -> str:
    name = f"term.{term.what}"
    who = at.called[term.entrant] if term.entrant else ""
    if term.what == "result" and not term.round:
        return say("term.against", name=who)
    if term.what == "round" and not who:
        return say("rounds.nth", round=term.round)
    if term.what in ("result", "bye", "absent", "penalty", "virtual", "draw"):
        return say(name, round=term.round, table=term.table)
    if term.what == "round":
        return say(name, round=term.round, table=term.table, name=who)
    if term.what == "opponent":
        return say(name, name=who)
    return say(name) if term.what in ("stage", "factor") else key_word(term.what)


def because(at: Here, found: Standings, number: int) -> list[str]:
    """Why an entrant is where they are, in sentences: points added up, and the key that decided
    against the neighbours."""
    index = next(n for n, row in enumerate(found.rows) if row.entrant == number)
    row, trees = found.rows[index], found.trees[index]
    name = at.called[number]
    lines = [
        say(
            "standings.because-rank",
            name=name,
            rank=row.rank,
            shared=say("standings.shared") if row.shared else "",
        )
    ]
    if found.keys:
        lines.append(_added(found.keys[0], trees[0]))
    for above, below in ((index - 1, index), (index, index + 1)):
        if above >= 0 and below < len(found.rows):
            parted = _parted(at, found, found.rows[above], found.rows[below])
            if parted:
                lines.append(parted)
    return lines


def _added(key: Key, tree: Term) -> str:
    counted = [term for term in tree.terms if not term.struck]
    if not counted or len(counted) > PARTS:
        return say("standings.because-value", key=key_word(key), value=shown_value(tree.value))
    parts = " + ".join(shown_value(term.value) for term in counted).replace("+ −", "− ")
    return say(
        "standings.because-sum", key=key_word(key), value=shown_value(tree.value), parts=parts
    )


def _parted(at: Here, found: Standings, above: Row | None, below: Row | None) -> str:
    if above is None or below is None:
        return ""
    names = {"above": at.called[above.entrant], "below": at.called[below.entrant]}
    if not below.parted:
        return say("standings.level", **names)
    if below.parted in ("stage", "team"):
        return say(f"standings.parted-{below.parted}", **names)
    n = found.keys.index(below.parted)
    level = [key_word(key) for key in found.keys[:n]]
    how = "standings.parted-lower" if below.parted in LOWER_IS_BETTER else "standings.parted"
    values = {"more": shown_value(above.values[n]), "less": shown_value(below.values[n])}
    before = say("standings.level-in", keys=", ".join(level)) if level else ""
    return " ".join(filter(None, (before, say(how, key=key_word(below.parted), **values, **names))))


WHOLE = 1_000  # steps that a page has room for


class Step(Struct, frozen=True):
    number: int
    one: str
    other: str


@site.get("/tournaments/<tournament>/rounds/<int:round>/compare")
@needs("organiser")
@duty("scorer", "check-in", "table", "screen")
def compare_games(tournament: str, round: int) -> Response:
    at, who = here(tournament), caller()
    shown = at.reader.visible(round)
    need_comparable(at.t, shown.round, director=who.directs)
    asked = [number_in(request.args.get(name, "")) for name in ("a", "b")]
    there = compared_first(
        shown.tables, int(who.seats[0]) if who.duty == "table" and who.seats else 0
    )
    a = asked[0] or (there[0] if there else 0)
    b = asked[1] or next((number for number in there if number != a), a)
    parts: dict[str, Any] = {"round": shown, "there": sorted(there), "a": a, "b": b, "found": None}
    if there:
        found = comparison(service().tournaments.desk, at.t, shown, a, b)
        said = [[step.said.printed(lang()) for step in game.steps] for game in found.games]
        steps = [
            Step(n, one or "", other or "")
            for n, (one, other) in enumerate(zip_longest(*said), start=1)
        ]
        parts |= {
            "found": found,
            "alike": steps[: found.alike][:WHOLE],
            "parted": steps[found.alike :][:WHOLE],
            "left_out": max(0, len(steps) - found.alike - WHOLE),
            "wrong": sum(game.wrong_rolls or 0 for game in found.games),
        }
    return show("public/comparison", at, **parts)
