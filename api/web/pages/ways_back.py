"""Ways back: from a game to the tournament or campaign that it belongs to, and from anywhere to the
tables of this browser."""

from collections.abc import Iterator

from flask import request
from msgspec import Struct

from api.web.access.access import COOKIE, link_kept
from api.web.access.caller import Caller
from api.web.body import current_request
from api.web.pages.pages import _, label_of, lang, naming, site, tell
from api.web.problems.problem import Problem
from api.web.request.service import service
from domain.game.aggregate.game import seat_name
from domain.game.refusals import UnknownGame
from domain.kernel.stored import DamagedRecord
from domain.tournament.refusals import UnknownTournament

# The page that a link to a game opens, by its role.
FIRST = {"spectator": "/games/{}", "seat": "/games/{}/play", "arbiter": "/games/{}/desk"}

# The page that a link to a tournament opens, by its duty.
DUTIES = {
    "director": "/tournaments/{}",
    "scorer": "/tournaments/{}/rounds",
    "check-in": "/tournaments/{}/check-in",
    "table": "/tournaments/{}/me",
    "screen": "/tournaments/{}/screen",
}

MOST = 12  # links of one browser that its first page lists


class Way(Struct, frozen=True):
    """Where a link leads, its name, whose turn it is there or how it stands; `mine`: the reader's
    turn."""

    href: str
    text: str
    turn: str = ""
    mine: bool = False


def opens(who: Caller) -> str:
    if who.hall is not None:
        return "/hall"
    return (DUTIES.get(who.duty or "") or FIRST.get(who.role, "/")).format(who.game)


@site.app_template_global()
def first_page(who: Caller | None) -> str:
    """Where the name at the head of a page leads: a player to their table, everybody else to the
    first page."""
    return opens(who) if who is not None and (who.role == "seat" or who.duty == "table") else "/"


@site.app_template_global()
def belongs_to(game: str, who: Caller | None) -> Way | None:
    """The way back to the tournament or campaign of a game, for whoever may open it; none for
    anybody else."""
    try:
        opened = service().opened(game)
    except (UnknownGame, DamagedRecord):
        return None
    organises = who is not None and who.at_least("organiser")
    if opened.campaign and organises:
        return Way(f"/organise/campaigns/{opened.campaign}", _("The campaign"))
    if opened.tournament and organises:
        return Way(f"/tournaments/{opened.tournament}", _("The tournament"))
    link = _bearer(link_kept(current_request(), opened.tournament)) if opened.tournament else None
    return Way(opens(link), _("The tournament")) if link is not None and link.duty else None


@site.app_template_global()
def own_tables() -> list[Way]:
    """The games and tournaments to which this browser keeps links that still hold, as its first
    page lists them: first where it is the reader's turn."""
    return sorted(_own_tables(), key=lambda way: not way.mine)


def _own_tables() -> Iterator[Way]:
    names = [name for name in request.cookies if name.startswith(f"{COOKIE}-")]
    for name in names[:MOST]:
        who = _bearer(request.cookies[name])
        if who is None or who.hall is not None:
            continue
        try:
            yield _way(who)
        except (UnknownGame, UnknownTournament, DamagedRecord):
            continue


def _way(who: Caller) -> Way:
    if who.duty is not None:
        desk = service().tournaments.desk
        return Way(opens(who), desk.title(desk.tournament(who.game)) or _("The tournament"))
    game = service().clerk.game(who.game)
    names = {
        seat: seat_name(game, seat).printed(naming(lang(), game)) for seat in game.setting.seats
    }
    text = f"{tell(game.rules.about.title)} · {', '.join(names.values())}"
    acts = [names[seat] for seat in game.to_act if seat in names]
    if game.status != "open" or not acts:
        return Way(opens(who), text, label_of("status", game.status))
    if not set(who.seats).isdisjoint(game.to_act):
        return Way(opens(who), text, _("Your turn"), True)
    return Way(opens(who), text, _("To act: {names}", names=", ".join(acts)))


def _bearer(token: str) -> Caller | None:
    try:
        return service().access.who(token) if token else None
    except Problem:
        return None
