"""Opening games: a title with its options, several tables at once, who plays where, and what the
table rolled for the set-up."""

from typing import Any

from flask import Response, request
from msgspec import Struct
from msgspec.structs import replace

from api.game.dice import Rolls, rolls
from api.game.opening.opening_form import (
    MOST_TABLES,
    Offered,
    asked_clock,
    asked_to_open,
    offered,
    shown_clock,
    shown_options,
)
from api.game.opening.routes import OpenGame
from api.game.request import opening_of
from api.web.body import read_as
from api.web.forms.controls import Given, whole
from api.web.forms.submission import Sent, Trouble, key_again, sent, submit
from api.web.pages.pages import needs, page, site
from api.web.request.caller import caller
from api.web.request.service import service
from domain.game.clerk.commands import Opening, Order
from domain.game.clerk.opening import setting_for
from domain.game.clerk.seats import Seats
from domain.kernel.names import checked
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text, listed, same
from domain.titles.contract.ruleset import Setting

MOST_NUMBERED = 9_999


class Table(Struct, frozen=True):
    """One table to open: its number (0: it has none), what it is opened with, the names of who sits
    there by seat, and what it rolled for the set-up."""

    number: int
    opening: Opening
    names: dict[str, str]
    rolls: Rolls = Rolls()


@site.get("/organise/open")
@needs("organiser")
def opening_form() -> Response:
    return _form(offered(request.args.get("ruleset", "")), request.args)


@site.post("/organise/open")
@needs("organiser")
def open_games() -> Response:
    """Open as many tables as were asked for; sent twice, they are opened once. Nothing is opened
    before all of them can be."""
    form = request.form
    offers = offered(form.get("ruleset", ""))

    def write() -> list[str] | Response:
        submission, tables = sent(), _tables(form, offers)
        if any(table.rolls.values is None for table in tables):
            return _form(offers, form, tables=tables)
        return [_open(table, submission, n) for n, table in enumerate(tables, start=1)]

    def on(opened: list[str]) -> str:
        return "/organise/links?" + "&".join(f"game={id}" for id in opened)

    return submit(write, on, lambda trouble: _form(offers, form, trouble))


def _tables(form: Given, offers: Offered) -> list[Table]:
    many = _number(form, "tables", 1, MOST_TABLES) or 1
    first = _number(form, "first", 1, MOST_NUMBERED) or int(many > 1)
    ticked = {name: form.get(name) is not None for name in ("public", "seals")}
    opening = opening_of(
        read_as(OpenGame, {**asked_to_open(form, offers), **asked_clock(form), **ticked})
    )
    setting = setting_for(opening, service().clerk.key_values)[2]
    seated = _names(form.get("names", ""), many, setting)
    made = []
    for n in range(many):
        number = first + n if first else 0
        table_opening = (
            replace(opening, tags=(*opening.tags, f"table {number}")) if number else opening
        )
        made.append(
            Table(number, table_opening, seated[n], rolls(table_opening, form, f"values-{n + 1}"))
        )
    return made


def _open(table: Table, form: Sent, number: int) -> str:
    clerk, who, key, digest = service().clerk, caller().id, f"{form.key}-{number}", form.digest()
    values = table.rolls.values or ()
    game = clerk.open_game(replace(table.opening, values=values), who, key, digest).game.id
    for seat, name in table.names.items():
        Seats(clerk).take(
            Order(game, clerk.game(game).seq, who, f"{key}-{seat}", digest), seat, name
        )
    return game


def _names(value: str, tables: int, setting: Setting) -> list[dict[str, str]]:
    """Who sits where, table by table: one line a table, names parted by commas, in the order of the
    seats; a seat without a name stays empty."""
    seats = [seat.id for seat in setting.seat_specs if seat.role == "player"]
    lines = value.rstrip().splitlines()
    if len(lines) > tables:
        raise BadRequest(
            "/names",
            Text(
                "There are {count} lines of names for {tables} tables: give one line a table.",
                count=len(lines),
                tables=tables,
            ),
        )
    by_table: list[dict[str, str]] = []
    for number, line in enumerate(lines, start=1):
        try:
            names = [checked(name) for name in line.split(",")]
        except BadRequest as e:
            raise BadRequest(
                "/names", Text("Line {number}: {text}", number=number, text=e.text)
            ) from None
        if len(names) > len(seats):
            raise BadRequest(
                "/names",
                Text(
                    "Line {number} has {count} names for {count2} seats.",
                    number=number,
                    count=len(names),
                    count2=len(seats),
                ),
            )
        by_table.append({seat: name for seat, name in zip(seats, names, strict=False) if name})
    return [*by_table, *({} for _ in range(tables - len(by_table)))]


def _number(form: Given, name: str, least: int, most: int) -> int | None:
    text = form.get(name, "").strip()
    if not text:
        return None
    number = whole(text)
    if isinstance(number, int) and least <= number <= most:
        return number
    raise BadRequest(
        f"/{name}",
        Text(
            "A whole number from {least} to {most} is wanted here, not {text}.",
            least=least,
            most=most,
            text=text[:40],
        ),
    )


def _form(
    offers: Offered, form: Given, trouble: Trouble | None = None, tables: list[Table] | None = None
) -> Response:
    status = trouble.status if trouble else 422 if tables else 200
    parts: dict[str, Any] = {
        "trouble": trouble,
        "tables": tables or [],
        "given": form,
        "seats": _seats(offers),
        "options": shown_options(offers, form, trouble),
        "clock": shown_clock(form, trouble),
    }
    return page("game/opening/open.html", status, offers=offers, key=key_again(trouble), **parts)


def _seats(offers: Offered) -> Text:
    opening = Opening(ruleset=offers.rules.id, players=offers.rules.about.seats[-1])
    setting = setting_for(opening, service().clerk.key_values)[2]
    return listed(
        tuple(seat.name for seat in setting.seat_specs if seat.role == "player"), same("–")
    )
