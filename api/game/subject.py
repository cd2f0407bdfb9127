"""Games as a subject of access control, and what can be read about a game without loading it."""

from datetime import UTC, datetime
from typing import ClassVar

from msgspec import Raw
from msgspec.structs import replace

from api.game.links import in_hall, link_of_actor
from api.game.naming import naming
from api.web.access.access import link_cookie
from api.web.access.caller import Caller, Group
from api.web.access.subjects import COOKIE, GROUP, ListEntry, Subject, landing_address, register
from api.web.body import current_request
from api.web.pages.pages import _, label_of, lang, site, tell
from api.web.pages.ways_back import caller_with_token
from api.web.request.service import Service, service
from domain.game.aggregate.game import seat_name
from domain.game.clerk.clerk import Clerk
from domain.game.record.records import FIRST, GAME, GameOpened, ListingChanged, SeatInfo
from domain.game.refusals import UnknownGame
from domain.kernel.stored import DamagedRecord, StoredRecord, encode
from projections.search.index import Index

REMEMBERED = 1_024  # opening records held in memory
REMEMBERED_BYTES = 4_000_000  # those of branches are as long as the games they grew from


# An opening record that belongs to no game. It is decoded where an id has no record, so that both
# cases take as long.
NOBODYS = encode(
    GameOpened(
        at=datetime(1970, 1, 1, tzinfo=UTC),
        ruleset="none",
        version=1,
        catalog=64 * "0",
        options={},
        seats=tuple(SeatInfo(f"seat-{n}", "player") for n in range(4)),
        chance="sealed",
        undo="free",
        facts=Raw(
            b"[" + b",".join([b'{"type":"Placed","piece":"none","at":"nowhere"}'] * 20) + b"]"
        ),
    )
)

# A change of listing that belongs to no game, decoded for the same reason.
NO_LISTING = encode(ListingChanged(at=datetime(1970, 1, 1, tzinfo=UTC), actor="none", key="none"))


def game_clerk() -> Clerk:
    """The clerk of the app that answers the request."""
    return service().of(Clerk)


def games_here() -> "Games":
    return service().of(Games)


def first_record(clerk: Clerk, id: str) -> object:
    """The first record under an id, read from the store; None if there is none or it is damaged.
    If there is none, another record is decoded, so that response times do not reveal which ids
    exist."""
    rows = clerk.recorder.select_events(id, limit=1)
    topic, state = (rows[0].topic, rows[0].state) if rows else (GameOpened.__name__, NOBODYS)
    try:
        body = StoredRecord(id, FIRST, topic, state).body
    except DamagedRecord:
        return None
    return body if rows and rows[0].originator_version == FIRST else None


@register
class Games(Subject):
    place = "game"
    opens: ClassVar[dict[str, str]] = {
        "spectator": "/games/{}",
        "seat": "/games/{}/play",
        "arbiter": "/games/{}/desk",
    }

    def __init__(self, service: Service) -> None:
        self.clerk, self.links = service.of(Clerk), service.access.links
        self.index = Index(self.clerk)
        self._opened: dict[str, GameOpened] = {}
        self._opened_bytes = 0

    @classmethod
    def may_be_watched(cls, role: str, duties: object, *, page: bool) -> bool:
        return role == "spectator"

    @classmethod
    def cookies(cls, path: str, id: str) -> tuple[str, ...]:
        """The names of the cookies for a path about a game, in the order in which they are tried:
        that of the link to the game first. On the organiser's pages the session comes first, so
        that an organiser who tried a player's link can still revoke it."""
        link = f"{COOKIE}-{id}"
        return (COOKIE if path.startswith("/organise/") else link, link, COOKIE, GROUP)

    def newest(self, game: str) -> int:
        """The seq of a game's newest record, without loading the game. Raises `UnknownGame`."""
        rows = self.clerk.recorder.select_events(game, desc=True, limit=1)
        if not rows or self.clerk.recorder.kind_of(rows[0]) != GAME:
            raise UnknownGame(game)
        seq = rows[0].originator_version
        if seq >= FIRST:
            return seq
        return (
            self.clerk.load(game).whole.seq + 1
        )  # a row without a number: the position after what is whole says what is damaged

    def opened(self, game: str) -> GameOpened:
        """A game's opening, cached, without loading the game. Raises `UnknownGame`, and
        `DamagedRecord` if it cannot be read."""
        known = self._opened.get(game)
        if known is None:
            rows = self.clerk.recorder.select_events(game, limit=1)
            if not rows or self.clerk.recorder.kind_of(rows[0]) != GAME:
                raise UnknownGame(game)
            body = StoredRecord(game, FIRST, rows[0].topic, rows[0].state).body
            if rows[0].originator_version != FIRST or not isinstance(body, GameOpened):
                raise DamagedRecord("it is no opening", game, FIRST)
            self._opened_bytes += len(rows[0].state)
            if len(self._opened) >= REMEMBERED or self._opened_bytes > REMEMBERED_BYTES:
                self._opened.clear()
                self._opened_bytes = len(rows[0].state)
            known = self._opened[game] = body
        return known

    def counted_as(self, who: Caller) -> Caller:
        """The caller under whom a link's requests are counted. For a link to a branch it is the
        link with which the branch was grown, and so on back to the game that was played, so that
        growing branches gives nobody more requests. Links to a branch that a key grew are counted
        by themselves."""
        game, id = who.to, who.id
        while game:
            try:
                opened = self.opened(game)
                if opened.lineage is None:
                    break
                game = opened.lineage.game
                if link_of_actor(self.links, game, self.opened(game), opened.actor) is None:
                    break
            except (UnknownGame, DamagedRecord):
                break
            id = opened.actor
        return who if id == who.id else replace(who, id=id)

    def owned(self, id: str, key: str) -> bool:
        known = self._opened.get(id)
        if known is None or known.administered_by != key:
            body = first_record(self.clerk, id)
            return isinstance(body, GameOpened) and body.administered_by == key
        return True

    def public(self, id: str) -> bool:
        """Whether a game exists and is public. The answer takes the same time for a missing and a
        private game."""
        listing = self.listing(id)
        return listing is not None and listing.public

    def within(self, id: str, group: Group) -> bool:
        """Whether a game is in a hall now. The answer takes the same time for a missing game and
        one outside."""
        listed = self._opening_and_listing(id)
        return listed is not None and in_hall(group, listed[0], listed[1].tags)

    def list_entry(self, who: Caller) -> ListEntry:
        game = self.clerk.game(who.to)
        names = {
            seat: seat_name(game, seat).printed(naming(lang(), game)) for seat in game.setting.seats
        }
        text = f"{tell(game.name)} · {', '.join(names.values())}"
        acts = [names[seat] for seat in game.to_act if seat in names]
        if game.status != "open" or not acts:
            return ListEntry(landing_address(who), text, label_of("status", game.status))
        if not set(who.speaks_for).isdisjoint(game.to_act):
            return ListEntry(landing_address(who), text, _("Your turn"), True)
        return ListEntry(landing_address(who), text, _("To act: {names}", names=", ".join(acts)))

    def listing(self, game: str) -> GameOpened | ListingChanged | None:
        """The record with a game's current listing; None if it does not exist or cannot be read.
        Reads it from the store each time, so that a game made private by another process is private
        at once."""
        listed = self._opening_and_listing(game)
        return listed[1] if listed else None

    def _opening_and_listing(
        self, game: str
    ) -> tuple[GameOpened, GameOpened | ListingChanged] | None:
        row = self.clerk.recorder.newest_with_topic(game, ListingChanged.__name__)
        known: object = self._opened.get(game)
        if row or not (
            isinstance(known, GameOpened) and known.public
        ):  # one made private is read as one that there is not
            known = first_record(self.clerk, game)
        seq, topic, state = (
            (row.originator_version, row.topic, row.state)
            if row
            else (0, ListingChanged.__name__, NO_LISTING)
        )
        try:
            changed = StoredRecord(game, seq, topic, state).body
        except DamagedRecord:
            return None
        if not isinstance(known, GameOpened):
            return None
        return known, changed if row and isinstance(changed, ListingChanged) else known


@site.app_template_global()
def way_to_tournament_or_campaign(game: str, who: Caller | None) -> ListEntry | None:
    """The entry that leads back to a game's tournament or campaign, for callers who may open it;
    else None."""
    try:
        opened = games_here().opened(game)
    except (UnknownGame, DamagedRecord):
        return None
    organises = who is not None and who.at_least("organiser")
    if opened.campaign and who is not None and who.at_least("seat"):
        own = f"/organise/campaigns/{opened.campaign}" if organises else f"/games/{game}/campaign"
        return ListEntry(own, _("The campaign"))
    if opened.tournament and organises:
        return ListEntry(f"/tournaments/{opened.tournament}", _("The tournament"))
    link = (
        caller_with_token(link_cookie(current_request(), opened.tournament))
        if opened.tournament
        else None
    )
    return (
        ListEntry(landing_address(link), _("The tournament"))
        if link is not None and link.duty
        else None
    )
