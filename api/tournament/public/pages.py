"""Standings with explanations, comparison of two challengers, papers to print, and screens to
project. Screens show only published content, also to the director."""

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from itertools import pairwise, zip_longest
from typing import Any

from flask import Response, request
from msgspec import Struct

from api.game.subject import game_clerk
from api.tournament import rules_form
from api.tournament.frame import page_at, seats_by_name, show_live_page, show_page, shown_value
from api.tournament.public.proofs import proof_of_standings, qr_of_path
from api.tournament.public.routes import papers
from api.tournament.reading import TournamentReader, may_direct
from api.tournament.rounds.pages import clock_parts, clocks_moment, round_clock, table_clocks
from api.web.access.links import dense_qr_svg
from api.web.pages.documents import DocumentHead, document_reply
from api.web.pages.pages import _, label_of, lang, number_in, pgettext, site
from api.web.problems.problem import Problem
from api.web.request.service import caller
from domain.tournament.aggregate.tournament import RoundAt, TableAt
from domain.tournament.conventions import CHAPTERS, TABLES_RULES, formerly
from domain.tournament.entrants.conditions import need_entrant
from domain.tournament.refusals import TournamentRefused
from domain.tournament.standings.outings import Outing, outings
from domain.tournament.standings.ranking import LOWER_IS_BETTER, Row, Standings
from domain.tournament.standings.tree import Term
from domain.tournament.values import PERCENTAGES, Key

# terms of a sum that are written one after the other in a sentence; more are told by their number
PARTS = 12


@page_at("/standings", "scorer", "check-in", "table", "screen")
def show_standings(reader: TournamentReader) -> Response:
    order = visible_standings(reader, request.args.get("round", ""))
    return show_live_page("public/standings", reader, standings_parts(reader, order), order.round)


@page_at("/standings/<int:number>", "scorer", "check-in", "table", "screen")
def show_why(reader: TournamentReader, number: int) -> Response:
    """The page that explains an entrant's rank after a round."""
    need_entrant(reader.tournament, number)
    order = visible_standings(reader, request.args.get("round", ""))
    index = next(n for n, row in enumerate(order.rows) if row.entrant == number)
    row = order.rows[index]
    parts: dict[str, Any] = {
        "row": row,
        "standings": order,
        "values": list(zip(order.keys, row.values, order.trees[index], strict=True)),
        "parted": _neighbours(reader.called, order, index),
        "because": rank_explanation(reader.called, order, number),
        "term_words": term_name,
    }
    return show_page("public/why", reader, **parts)


@page_at("/conventions", "scorer", "check-in", "table", "screen")
def show_conventions(reader: TournamentReader) -> Response:
    """The page of the conventions by which this tournament is paired and ranked."""
    edition = reader.tournament.opened.edition
    first = formerly(edition)
    tables = "" if all(stage.duel for stage in reader.tournament.rules.stages) else TABLES_RULES
    return show_page(
        "public/conventions", reader, chapters=CHAPTERS, edition=edition, first=first, tables=tables
    )


def visible_standings(reader: TournamentReader, round: str = "") -> Standings:
    """The standings after a round (empty: the last one), or after the last round that the reader
    may see if that is earlier."""
    through = number_in(round) if round else reader.last_round
    return reader.tournament.standings_after(min(through, reader.last_round))


def standings_parts(reader: TournamentReader, order: Standings) -> dict[str, Any]:
    t = reader.tournament
    columns = tuple(n for n, key in enumerate(order.keys) if key != "lots" or t.lots)
    names = (reader.called[row.entrant] for row in order.rows)
    return {
        "standings": order,
        "stage": t.rules.stages[order.stage],
        "columns": columns,
        "kept_by": (reader.base, order.round, order.keys, columns, order.rows, *names, str(lang())),
        "rounds": [paired.round for paired in reader.rounds],
        "open_tables": sum(len(p.missing) for p in reader.rounds if p.round <= order.round),
        "proof": proof_of_standings(reader, order.round),
        "qr_of_path": qr_of_path,
    }


@site.app_template_global()
def key_name(key: str) -> str:
    """The name of a key of the standings, such as a tie-break, for readers."""
    return (
        rules_form.value_label("keys", key)
        if key not in ("stage", "team", "left")
        else label_of("standings-key", key)
    )


def term_name(reader: TournamentReader, term: Term) -> str:
    """The name of a term from which a value of the standings is computed, for readers."""
    who = reader.called[term.entrant] if term.entrant else ""
    if term.what == "result" and not term.round:
        return _("Against {name}", name=who)
    if term.what == "round" and not who:
        return _("Round {round}", round=term.round)
    if term.what in ("result", "bye", "absent", "forfeit", "penalty", "virtual", "draw"):
        return label_of("term", term.what, round=term.round, table=term.table)
    if term.what == "round":
        return _("Round {round}, against {name}", round=term.round, name=who)
    if term.what == "opponent":
        return _("Opponent: {name}", name=who)
    if term.what in ("stage", "factor", "share-won", "possible", "floor"):
        return label_of("term", term.what)
    return key_name(term.what) + (f" – {who}" if term.what in PERCENTAGES else "")


def rank_explanation(called: Mapping[int, str], order: Standings, number: int) -> list[str]:
    """The sentences that explain an entrant's rank: the points, and the key that separates the
    entrant from each neighbour. `called` has the names by number."""
    index = next(n for n, row in enumerate(order.rows) if row.entrant == number)
    row = order.rows[index]
    shared = _("shared") if row.shared else ""
    lines = [
        _("{name} is at rank {rank} {shared}", name=called[number], rank=row.rank, shared=shared)
    ]
    if order.keys:
        lines.append(_sum_sentence(order.keys[0], order.trees[index][0]))
    return [*lines, *_neighbours(called, order, index)]


def _neighbours(called: Mapping[int, str], order: Standings, index: int) -> list[str]:
    """A sentence for each neighbour of the row at `index`, about the key that separates the two."""
    near = order.rows[max(0, index - 1) : index + 2]
    return [_separation_sentence(called, order, above, below) for above, below in pairwise(near)]


def _sum_sentence(key: Key, tree: Term) -> str:
    """A sentence with the value of a key and, if there are not too many, the terms of its sum."""
    counted = [term for term in tree.terms if tree.how == "sum" and not term.struck]
    if not 1 < len(counted) <= PARTS:
        return _("{key}: {value}", key=key_name(key), value=shown_value(tree.value, key))
    parts = " + ".join(shown_value(term.value) for term in counted).replace("+ −", "− ")
    return _(
        "{key}: {value} = {parts}", key=key_name(key), value=shown_value(tree.value), parts=parts
    )


def _separation_sentence(
    called: Mapping[int, str], order: Standings, above: Row, below: Row
) -> str:
    """A sentence that says by which key one row is ranked above the next, or that none does."""
    names = {"above": called[above.entrant], "below": called[below.entrant]}
    if not below.parted:
        return _("{above} and {below} are level in everything.", **names)
    if below.parted in ("stage", "team", "left"):
        return label_of("standings-parted", below.parted, **names)
    n = order.keys.index(below.parted)
    key = below.parted
    # alike but for the fractions
    alike = shown_value(above.values[n], key) == shown_value(below.values[n], key)
    level = [key_name(other) for other in order.keys[:n]]
    values = {
        "key": key_name(key),
        "more": shown_value(above.values[n], key, whole=alike),
        "less": shown_value(below.values[n], key, whole=alike),
    }
    before = _("Level in {keys}.", keys=", ".join(level)) if level else ""
    decided = (
        _("{above} is before {below} by {key}: place {more} against {less}.", **values, **names)
        if below.parted in LOWER_IS_BETTER
        else _("{above} is before {below} by {key}: {more} against {less}.", **values, **names)
    )
    return " ".join(filter(None, (before, decided)))


WHOLE = 1_000  # steps that a page has room for


class ComparedStep(Struct, frozen=True):
    """A row of a comparison: the number of a step, and its sentence in each of the two games (empty:
    the game has fewer steps)."""

    number: int
    first: str
    second: str


@page_at("/rounds/<int:round>/compare", "scorer", "check-in", "table", "screen")
def compare_games(reader: TournamentReader, round: int) -> Response:
    chosen = [number_in(request.args.get(name, "")) for name in ("a", "b")]
    shown, there, a, b = reader.chosen_to_compare(round, *chosen)
    parts: dict[str, Any] = {
        "round": shown,
        "there": sorted(there),
        "a": a,
        "b": b,
        "comparison": None,
    }
    if there:
        comparison = reader.comparison(shown, a, b)
        texts = [[step.said.printed(lang()) for step in game.steps] for game in comparison.games]
        steps = [
            ComparedStep(n, first or "", second or "")
            for n, (first, second) in enumerate(zip_longest(*texts), start=1)
        ]
        alike = comparison.alike
        parts |= {
            "comparison": comparison,
            "alike": steps[:alike][:WHOLE],
            "parted": steps[alike:][:WHOLE],
            "left_out": max(0, len(steps) - alike - WHOLE),
            "wrong": sum(game.wrong_rolls or 0 for game in comparison.games),
        }
    return show_page("public/comparison", reader, **parts)


# -- paper -----------------------------------------------------------------------------------------


class CrossTableCell(Struct, frozen=True):
    """An entrant's round in the cross table: the points (empty: no result), how they were scored in
    words, and the opponents' numbers."""

    points: str = ""
    how: str = ""
    opponents: tuple[int, ...] = ()


class CrossTableRow(Struct, frozen=True):
    """A row of the cross table: an entrant's row of the standings, and a cell for each round."""

    row: Row
    cells: tuple[CrossTableCell, ...]


class WorksheetSum(Struct, frozen=True):
    """A value on the worksheet: its name, its terms (each with its name, its value and whether it
    is struck out), the operation in words, and the result."""

    key: str
    terms: tuple[tuple[str, str, bool], ...]
    how: str
    value: str


def cross_table(reader: TournamentReader, order: Standings) -> dict[str, Any]:
    rounds = [paired.round for paired in reader.rounds if paired.round <= order.round]
    whole = outings(reader.tournament.field, order.round)
    lines = []
    for row in order.rows:
        mine = {outing.round: outing for outing in whole.get(row.entrant, ())}
        lines.append(
            CrossTableRow(row, tuple(cross_table_cell(reader, mine.get(round)) for round in rounds))
        )
    return {"cross_rounds": rounds, "lines": lines}


def worksheet(reader: TournamentReader, order: Standings) -> dict[str, Any]:
    return {
        "sums": [
            (
                row,
                tuple(
                    _worksheet_sum(reader, key_name(key), tree)
                    for key, tree in zip(order.keys, trees, strict=True)
                    if key != "lots"
                ),
            )
            for row, trees in zip(order.rows, order.trees, strict=True)
        ]
    }


PRIZES = 4_000  # characters of prizes, which an address takes

_PRIZE = re.compile(r"\s*([0-9]{1,4})\s*[:.)]\s*(\S.*)")


def prize_variables(reader: TournamentReader, order: Standings) -> dict[str, Any]:
    """The variables for a paper of prizes: who wins which prize, by the lines of `?prizes=` (`1: a
    cup`), which are not stored; and the first malformed line (0: none). Entrants who share a rank
    share its prize. Without prizes, those at ranks 1 to 3 are listed."""
    text = request.args.get("prizes", "")[:PRIZES]
    won: dict[int, str] = {}
    wrong = 0
    for n, line in enumerate(text.splitlines(), start=1):
        match = _PRIZE.fullmatch(line)
        if match is not None:
            won[int(match[1])] = match[2].strip()
        elif line.strip():
            wrong = wrong or n
    winners = [(row, won[row.rank]) for row in order.rows if row.rank in won]
    return {
        "prizes": text,
        "wrong_line": wrong,
        "winners": winners or [(row, "") for row in order.rows if row.rank <= 3],
    }


def cross_table_cell(reader: TournamentReader, outing: Outing | None) -> CrossTableCell:
    if outing is None:
        return CrossTableCell()
    points, stage = shown_value(str(outing.points)), reader.tournament.rules.stages[outing.stage]
    points = _("({points}: does not count)", points=points) if outing.struck else points
    if outing.bye:
        absent = outing.bye == "absent"
        how = (
            _("Round {round}: neither table nor bye", round=outing.round, table=0)
            if absent
            else _("bye")
        )
        return CrossTableCell(points, how)
    if not outing.played and not outing.opponents:
        how = _("absent") if outing.voluntary else _("forfeit: somebody was absent")
        return CrossTableCell(points, how, outing.absentees)
    seat = pgettext("player", "second") if outing.second else pgettext("player", "first")
    how = seat if stage.duel else _("place {place}", place=outing.place)
    return CrossTableCell(points, how, tuple(opponent.entrant for opponent in outing.opponents))


def _worksheet_sum(reader: TournamentReader, key: str, tree: Term) -> WorksheetSum:
    terms = tuple(
        (term_name(reader, term), shown_value(term.value, term.what, whole=True), term.struck)
        for term in tree.terms
    )
    how = label_of("term-how", tree.how) if tree.how not in ("record", "sum", "rank") else ""
    return WorksheetSum(key, terms, how, shown_value(tree.value, tree.what, whole=True))


WHAT = (
    "pairings",
    "names",
    "slips",
    "standings",
    "poster",
    "final",
    "cross",
    "worksheet",
    "plays",
    "irregularities",
)

OF_STANDINGS = (
    "standings",
    "poster",
    "final",
    "cross",
    "worksheet",
)  # papers of an order after a round

WIDE = ("cross", "worksheet", "irregularities")  # papers that lie on their side as PDF

SLIPS = 8  # result slips on a sheet


CODES = 12  # tables on a page of codes, each of which has a dozen kilobytes


@page_at("/paper/<what>", "scorer")
def print_paper(reader: TournamentReader, what: str) -> Response:
    parts = paper_parts(reader, what)
    last = max(1, -(-len(parts.get("plays", ())) // CODES))
    leaf = min(max(number_in(request.args.get("page", "1")), 1), last)
    return show_page("public/paper", reader, **parts, leaf=leaf, leaves=last, codes=CODES)


@page_at("/paper/<what>.pdf", "scorer")
def export_paper(reader: TournamentReader, what: str) -> Response:
    parts, t = (
        {"at": reader, "called": reader.called, **paper_parts(reader, what)},
        reader.tournament,
    )
    record = _(
        "{title}, tournament {tournament}, record {seq}",
        title=reader.title,
        tournament=reader.id,
        seq=t.seq,
    )
    return document_reply(
        "tournament/documents/paper",
        parts,
        DocumentHead(
            f"{reader.id}-{what}", record, t.at, parts.get("proof") or reader.base, what in WIDE
        ),
    )


def paper_parts(reader: TournamentReader, what: str) -> dict[str, Any]:
    if what not in WHAT:
        raise Problem("not-found")
    through = request.args.get("round", "")
    parts: dict[str, Any] = {"what": what, "papers": WHAT, "round": None}
    if what in OF_STANDINGS:
        order = visible_standings(reader, through)
        more = {"cross": cross_table, "worksheet": worksheet, "final": prize_variables}.get(what)
        parts |= standings_parts(reader, order) | {"number": order.round}
        return parts | more(reader, order) if more else parts
    if what == "irregularities":
        return {
            **parts,
            "report": reader.report(),
            "protests": reader.whole().protests,
            "number": reader.last_round,
        }
    round = (
        reader.visible.round(number_in(through) if through else reader.last_round)
        if reader.rounds
        else None
    )
    parts |= {"round": round, "number": round.round if round is not None else 0}
    if round is not None and what == "names":
        parts["names"] = seats_by_name(reader, round)
    if round is not None and what == "slips":
        parts["sheets"] = slips_by_sheet(round.tables)
    if round is not None and what == "plays":
        parts["plays"] = _tables_with_play_links(reader, round)
    return parts


def _tables_with_play_links(
    reader: TournamentReader, round: RoundAt
) -> list[tuple[TableAt, str, str]]:
    """The finished tables of a round, each with the link that hands its play to BG Stats, and the
    link's QR code (empty: the link is too long)."""
    plays = []
    for table in round.tables:
        with suppress(TournamentRefused):  # a table without the result of a game has none
            link = papers(reader).play_link(round.round, table.number)
            plays.append((table, link, dense_qr_svg(link)))
    return plays


def slips_by_sheet(tables: tuple[TableAt, ...]) -> list[list[TableAt | None]]:
    """The tables whose result slips are printed on each sheet (None: an empty slip). If the stack
    of sheets is cut and the piles are put on each other, the slips are in table order."""
    sheets = -(-len(tables) // SLIPS)
    return [
        [
            tables[n + pile * sheets] if n + pile * sheets < len(tables) else None
            for pile in range(SLIPS)
        ]
        for n in range(sheets)
    ]


SHOWS = ("pairings", "names", "standings", "clock")


@page_at("/screen", "scorer", "check-in", "screen")
def show_screen(reader: TournamentReader) -> Response:
    """The screen that `?show=` selects: `pairings`, `names`, `standings` or `clock`."""
    reader = TournamentReader(reader.store, reader.tournament, director=False)
    what = request.args.get("show", "")
    what = what if what in SHOWS else "pairings"
    last = reader.rounds[-1] if reader.rounds else None
    clock = round_clock(reader, last.round) if last is not None else None
    left = timedelta(seconds=clock.seconds) if clock is not None and clock.running else None
    parts: dict[str, Any] = {
        "what": what,
        "shows": SHOWS,
        "round": last,
        **clock_parts(clock),
        "ends": game_clerk().clock() + left if left is not None else None,
        "back": _back_address(reader),
    }
    if what == "standings":
        order = visible_standings(reader)
        parts |= standings_parts(reader, order) | {"lines": order.rows}
        parts["key_words"] = [key_name(order.keys[n]) for n in parts["columns"][:3]]
    elif last is not None:
        parts["lines"] = seats_by_name(reader, last) if what == "names" else last.tables
    moment = clocks_moment(reader, last) if what == "pairings" else ""

    def whole() -> dict[str, Any]:
        clocks = table_clocks(reader, last.tables, all=False) if moment and last is not None else {}
        return parts | {"clocks": clocks}

    return show_live_page(
        "public/screen", reader, whole, what, moment, clock is not None and clock.over
    )


def _back_address(reader: TournamentReader) -> str:
    """The address of the page to which a screen links back."""
    who = caller()
    if who.stranger:
        return f"/events/{reader.id}"
    return reader.base if may_direct(who) else f"{reader.base}/rounds"
