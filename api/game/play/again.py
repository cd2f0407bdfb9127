"""After a game: playing it again, or the next scenario of its campaign. Any seat may start it.
There is only one such next game, which the others join."""

from flask import Response, request
from msgspec import Struct

from api.game.links import find_link, link_id
from api.game.subject import game_clerk
from api.web.access.links import Link, trial_end
from api.web.access.subjects import COOKIE
from api.web.forms.submission import Sent
from api.web.pages.pages import go, keep_link
from api.web.request.service import caller, service
from domain.campaign.campaigns import Campaigns
from domain.game.aggregate.game import Game
from domain.game.clerk.people import People
from domain.game.commands import Answer, Order, rematch_id
from domain.game.record.records import FIRST
from domain.game.refusals import UnknownGame
from domain.game.seats.use_cases import Seats
from domain.kernel.refusals import Refusal
from domain.kernel.stored import DamagedRecord


class Rematch(Struct, frozen=True):
    """The next game: its id, the names of its players, and whether this browser may enter for a
    seat there (`mine`)."""

    game: str
    names: tuple[str, ...]
    mine: bool


def rematch_of(game: Game) -> Rematch | None:
    """The next game if it has been opened, else None."""
    names: tuple[str, ...] = ()
    try:
        id = _next_game_id(game)
    except (Refusal, DamagedRecord):  # its campaign is not here, or cannot be read
        return None
    try:
        rematch = game_clerk().game(id)
        names = tuple(
            sitter.name for sitter in People(game_clerk()).at_table(rematch) if sitter.name
        )
    except UnknownGame:
        return None
    except DamagedRecord:
        pass
    mine = caller().at_least("organiser") or f"{COOKIE}-{id}" in request.cookies
    return Rematch(id, names, mine)


def play_again(game: Game, form: Sent) -> Answer:
    """Open the rematch unless it exists, and seat people in it. An organiser seats everybody, in
    the next player's seat if the form has `turned`; a player takes their own seats. Returns the
    answer to the last write."""
    answer = game_clerk().open_rematch(game, caller().id, form.key, form.digest())
    return _seat_people_again(game, form, answer)


def open_next_scenario(game: Game, form: Sent) -> Answer:
    """Open the next scenario unless it is open, and seat people in it as `play_again` does."""
    campaigns, id, who = Campaigns(game_clerk()), game.opened.campaign, caller()
    if opened := _next_game_id(game):
        scenario = game_clerk().game(opened)
    else:
        order = Order(id, campaigns.campaign(id).seq, who.id, form.key, form.digest())
        answer = campaigns.next(order, sheet_of=(game.id, game.seq))
        assert answer.game is not None
        scenario = answer.game
    return _seat_people_again(game, form, Answer(scenario.history.record(FIRST), scenario))


def redirect_to_next_game(game: Game, form: Sent, answer: Answer) -> Response:
    """The redirect to the next game. It gives a player's browser a link to the player's seats
    there."""
    rematch = answer.state
    response = go(f"/games/{rematch.id}/play")
    who, links = caller(), service().access.links
    if not who.speaks_for or who.at_least("organiser"):
        return response
    round_table = seats_in_rematch(game, rematch)
    seats = tuple(round_table[seat] for seat in who.speaks_for if seat in round_table)
    if who.id in {link_id(links, game.id, seat) for seat in who.speaks_for}:
        until = trial_end(rematch.opened.administered_by, rematch.opened.at)
        link = Link(link_id(links, rematch.id, seats[0]), rematch.id, "seat", seats, until)
    else:  # for a scribe, or a guest of this evening
        known = find_link(links, game.id, game.opened, who.id)
        expires = known.link.expires if known else None
        wanted = Link("", rematch.id, "seat", seats, expires)
        link = links.issue(wanted, game_clerk().clock(), who.id, "again", "").link
    keep_link(response, rematch.id, links.token(link))
    return response


def seats_in_rematch(game: Game, rematch: Game, *, turned: bool = False) -> dict[str, str]:
    """For each player's seat of a game, the seat of the same person in a rematch: the same
    seat, or the next seat if the seats were rotated. The people who already sit in the rematch show
    which; if nobody does, `turned` decides."""
    seats = [spec.id for spec in game.setting.seat_specs if spec.role == "player"]
    before, seated = (
        {sitter.seat: sitter.name for sitter in People(game_clerk()).at_table(each)}
        for each in (game, rematch)
    )
    for shift in (0, 1):
        round_table = dict(zip(seats, seats[shift:] + seats[:shift], strict=True))
        same = [seated[new] == before.get(old) for old, new in round_table.items() if new in seated]
        if all(same) and (same or shift == turned):
            return round_table
    return dict(zip(seats, seats, strict=True))


def _next_game_id(game: Game) -> str:
    """The id of the next game, whether it is open or not. For a game of a campaign, the id of the
    next scenario's game; empty before that is opened."""
    if not game.opened.campaign:
        return rematch_id(game.id)
    campaign = Campaigns(game_clerk()).campaign(game.opened.campaign)
    return next((later.game for later in campaign.scenarios[game.opened.scenario :]), "")


def _seat_people_again(game: Game, form: Sent, answer: Answer) -> Answer:
    """Seat a game's people in the next game, which `answer` opened: all of them for an organiser,
    those in the caller's seats for a player. Returns the answer to the last write."""
    clerk, who, digest = game_clerk(), caller(), form.digest()
    rematch = clerk.game(answer.state.id)
    seats = seats_in_rematch(game, rematch, turned=bool(form.text("turned")))
    occupied = {sitter.seat for sitter in People(clerk).at_table(rematch)}
    for sitter in People(clerk).at_table(game):
        seat = seats.get(sitter.seat, "")
        own = who.at_least("organiser") or sitter.seat in who.speaks_for
        if sitter.name and seat and seat not in occupied and own:
            now = clerk.game(rematch.id).seq
            order = Order(rematch.id, now, who.id, f"{form.key}-{seat}", digest)
            answer = Seats(clerk).take(order, seat, sitter.name)
    return answer
