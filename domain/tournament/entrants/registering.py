"""What strangers may see of a tournament, and how they register for it.

None of it is a record: whether a tournament is public changes nothing in it, and a person who asks
to enter plays nobody yet. The key-value store has these keys:

    event        <tournament>/<microseconds>-<random>  the director's choice (`Offer`) at that time;
                                                       the last one is in force
    registration <tournament>/<id>                     a person who asks to enter (`Registration`)
    registered   <tournament>/<id>                     the number of the entrant that they became

A registration contains a name, and is erased when it is accepted, refused or withdrawn."""

import secrets
from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec
from msgspec import Struct

from domain.game.commands import Order
from domain.game.names import checked_name
from domain.game.notes.conditions import need_no_trial
from domain.kernel.key_values import KeyValueStore, kept_as, undamaged_as
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.tournament.aggregate.conditions import need_open
from domain.tournament.aggregate.tournament import Tournament
from domain.tournament.aggregate.wishes import Entry
from domain.tournament.directing.direction import TournamentAnswer, TournamentStore
from domain.tournament.entrants.conditions import need_short
from domain.tournament.entrants.use_cases import MOST_ENTRANTS, Entrants
from domain.tournament.records import EntrantAdded
from domain.tournament.refusals import need

MOST_WAITING = 300
"""The most waiting registrations, to keep out floods."""

BEST_RATING = 100_000


class Offer(Struct, frozen=True, omit_defaults=True):
    """What the director lets strangers do: watch (`public`), and register (`registering`), while
    fewer than `places` entrants play (0: any number). Those beyond that wait."""

    public: bool = False
    registering: bool = False
    places: int = 0


class Registration(Struct, frozen=True, omit_defaults=True):
    """A person who asks to enter. `waits`: the position in the waiting list, from 1 (0: there is
    room)."""

    id: str
    at: datetime
    name: str
    club: str = ""
    rating: int = 0
    waits: int = 0


class Registering:
    def __init__(self, store: TournamentStore, entering: Entrants) -> None:
        self._store, self._entering = store, entering

    @property
    def _values(self) -> KeyValueStore:
        return self._store.clerk.key_values

    # -- what the director lets strangers do -------------------------------------------------------

    def offer(self, tournament: str) -> Offer:
        chosen = list(self._values.items("event", f"{tournament}/"))
        return kept_as(Offer, chosen[-1][1] if chosen else None) or Offer()

    def choose(self, tournament: str, offer: Offer) -> None:
        """Store what strangers may do from now on. Raises `BadRequest`, and `TournamentRefused` if
        people are to register for a closed tournament."""
        if offer.registering:
            need_open(self._store.tournament(tournament))
            if not offer.public:
                raise BadRequest(
                    "/registering",
                    Text("People register on the public page: show the tournament to everybody."),
                )
        if offer.public:
            need_no_trial(self._store.tournament(tournament).opened.actor)
        if not 0 <= offer.places <= MOST_ENTRANTS:
            raise BadRequest(
                "/places", Text("Enter 0 to {most} places; 0: no limit.", most=MOST_ENTRANTS)
            )
        if offer != self.offer(tournament):
            micros = int(self._store.clerk.clock().timestamp() * 1_000_000)
            key = f"{tournament}/{micros:017d}-{secrets.token_hex(4)}"
            self._values.keep("event", key, msgspec.json.encode(offer))

    def public_ids(self) -> list[str]:
        """The ids of the public tournaments; the tournament whose offer was changed last comes
        first."""
        chosen: dict[str, tuple[str, bytes]] = {}
        for key, data in self._values.items("event"):
            tournament, _, when = key.partition("/")
            chosen[tournament] = when, data
        shown = [
            (when, tournament)
            for tournament, (when, data) in chosen.items()
            if (kept_as(Offer, data) or Offer()).public
        ]
        return [tournament for _, tournament in sorted(shown, reverse=True)]

    # -- who asks to enter -------------------------------------------------------------------------

    def waiting(self, t: Tournament) -> list[Registration]:
        """The registrations for a tournament that are not decided yet, in order of arrival, each
        with its present position in the waiting list."""
        offer, playing = self.offer(t.id), sum(entrant.status == "in" for entrant in t.entrants)
        room = max(0, offer.places - playing) if offer.places else MOST_WAITING
        asking = sorted(
            self._registrations(t.id), key=lambda registration: (registration.at, registration.id)
        )
        return [
            msgspec.structs.replace(registration, waits=max(0, n - room))
            for n, registration in enumerate(asking, start=1)
        ]

    def register(
        self, tournament: str, id: str, name: str, club: str = "", rating: int = 0
    ) -> Registration:
        """Store a registration and return it. If there is one with this id, return that one
        unchanged. Raises `BadRequest` and `TournamentRefused`."""
        t = self._store.tournament(tournament)
        need_open(t)
        known = kept_as(Registration, self._values.fetch("registration", f"{tournament}/{id}"))
        if known is not None:
            return known
        need(
            self.offer(tournament).registering and t.next_round <= t.rules.rounds,
            Text("Registering is over: ask the director whether you can still play."),
        )
        name = checked_name(name)
        if not name:
            raise BadRequest("/name", Text("Enter a name."))
        need_short(club, "/club")
        if not 0 <= rating <= BEST_RATING:
            raise BadRequest(
                "/rating",
                Text("A rating is a whole number up to {most}: or leave it out.", most=BEST_RATING),
            )
        asking = list(self._registrations(tournament))
        need(
            len(asking) < MOST_WAITING,
            Text("{count} people wait already: ask the director.", count=len(asking)),
        )
        club = " ".join(club.split())
        same = name.casefold(), club.casefold()
        need(
            same not in self._entering.known(t)
            and same not in {(other.name.casefold(), other.club.casefold()) for other in asking},
            Text(
                "{name} is on the list already. If that is somebody else, add your club or "
                "another name.",
                name=name,
            ),
            "/name",
        )
        registration = Registration(id, self._store.clerk.clock(), name, club, rating)
        data = msgspec.json.encode(registration)
        stored = self._values.keep("registration", f"{tournament}/{id}", data)
        return kept_as(Registration, stored) or registration

    def accept(self, order: Order, ids: Sequence[str]) -> TournamentAnswer:
        """Enter the people with these registrations as entrants, in order of arrival. Erases the
        registrations. Raises `TournamentRefused` if one of them does not wait any more, since the
        official would not learn who was left out."""
        t = self._store.tournament(order.stream)
        chosen = [registration for registration in self.waiting(t) if registration.id in ids]
        need(
            len(chosen) == len(set(ids)) > 0,
            Text(
                "Not all of these wait any more: somebody took it back, or somebody else decided "
                "meanwhile. Nobody was entered; look at the list again."
            ),
        )
        entries = [
            Entry(registration.name, registration.club, rating=registration.rating)
            for registration in chosen
        ]
        answer = self._entering.add(order, entries)
        last = answer.record.body_as(EntrantAdded)
        for number, registration in enumerate(chosen, start=last.number + 1 - len(chosen)):
            self._values.keep(
                "registered", f"{order.stream}/{registration.id}", str(number).encode()
            )
            self.remove(order.stream, registration.id)
        return answer

    def remove(self, tournament: str, id: str) -> None:
        """Remove a registration and erase its name."""
        self._values.erase("registration", f"{tournament}/{id}")

    def entrant(self, tournament: str, id: str) -> int:
        """The number of the entrant that a registration became (0: none)."""
        data = self._values.fetch("registered", f"{tournament}/{id}")
        return kept_as(int, data) or 0

    def _registrations(self, tournament: str) -> Iterator[Registration]:
        return undamaged_as(Registration, self._values.items("registration", f"{tournament}/"))
