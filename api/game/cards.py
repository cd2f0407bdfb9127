"""Games as cards of a list: table number, players, points and state; and a game's result in
words."""

import re

from msgspec import Struct

from api.game.naming import names_of_seats, naming, translated
from api.game.search import player_names
from api.game.subject import game_clerk
from api.web.access.caller import Caller
from api.web.pages.pages import _, lang, site
from domain.game.aggregate.game import Game
from domain.game.play.kinds import say_outcome
from domain.game.seats.kinds import is_only_numbered
from domain.kernel.amounts import Plain, exact_amount, in_digits, read_amount
from domain.kernel.text import Lang
from projections.boards.positions import Summary, read_summary, summary_of
from projections.search.query import Page

TABLE_TAG = re.compile(
    r"table ([0-9]{1,4})"
)  # The tag of a game that is played at a numbered table.


class GameCardLine(Struct, frozen=True):
    """The line for one seat on a card: the seat's name (left empty for a seat that is only
    numbered, if its player is known), the player's name (empty if unknown or not for the reader),
    the points with the penalty included (None: not scored), and whether the seat is to act."""

    name: str
    player: str
    total: Plain | None
    penalty: Plain
    to_act: bool


class GameCard(Struct, frozen=True):
    """A game in a list: the number of its table (0: none), its tags without the table's, a line for
    each seat, and its result in words (`end`; empty before it has ended)."""

    game: Summary
    table: int
    tags: tuple[str, ...]
    lines: tuple[GameCardLine, ...]
    end: str


def game_cards(found_page: Page, who: Caller | None) -> list[GameCard]:
    """The cards of the games on a page of search results. Numbered tables come first, by number.
    Organisers see the players' names."""
    named = who is not None and who.at_least("organiser")
    games = list(map(read_summary, found_page.items))
    players = player_names([game.id for game in games]) if named and games else {}
    listed = [_game_card(game, players.get(game.id, {})) for game in games]
    return sorted(listed, key=lambda card: (card.table == 0, card.table))


def load_game_card(id: str) -> GameCard:
    game = game_clerk().game(id)
    return _game_card(summary_of(game), player_names([id]).get(id, {}))


def _game_card(game: Summary, players: dict[str, str]) -> GameCard:
    by_seat = {line.seat: line for line in game.score}
    lines = tuple(
        GameCardLine(
            ""
            if players.get(seat.id) and is_only_numbered(seat.name.en)
            else translated(seat.name),
            players.get(seat.id, ""),
            by_seat[seat.id].total if seat.id in by_seat else None,
            by_seat[seat.id].penalty if seat.id in by_seat else 0,
            seat.id in game.to_act,
        )
        for seat in game.seats
        if seat.role != "chance"
    )
    tables = [tag for tag in game.tags if TABLE_TAG.fullmatch(tag)]
    head = game_clerk().game(game.id) if players and game.outcome else None
    end = result_in_words(game, head, naming(lang(), head) if head else lang())
    return GameCard(
        game,
        int(tables[0].split()[1]) if tables else 0,
        tuple(t for t in game.tags if t not in tables),
        lines,
        end,
    )


@site.app_template_global()
def result_in_words(game: Summary, head: Game | None = None, language: Lang = "") -> str:
    """A game's result in words; empty if there is none. It says how the game ended and, for seats
    with a penalty, the points that count. With `head` (the same game), the sentence names the
    players if `language` carries their names (see `naming`)."""
    if game.outcome is None:
        return ""
    language = language or lang()
    text = (
        say_outcome(head).printed(language) if head is not None else translated(game.outcome.text)
    )
    penalised = [
        f"{names_of_seats(game, [line.seat], language)} {points_with_penalty(line.total, line.penalty)}"
        for line in game.score
        if line.penalty
    ]
    if not penalised:
        return text
    penalties = _("With the arbiter's penalties: {points}.", points=", ".join(penalised))
    return f"{text} {penalties}"


@site.app_template_global()
def points_with_penalty(total: Plain, penalty: Plain) -> str:
    """The points that count, with their parts if a penalty is included: `3 (5 − 2)`. `total`
    includes the penalty."""
    counts, added = read_amount(total), read_amount(penalty)
    if not added:
        return in_digits(counts)
    sign = "−" if added < 0 else "+"
    return f"{in_digits(counts)} ({in_digits(exact_amount(counts - added))} {sign} {in_digits(max(added, -added))})"
