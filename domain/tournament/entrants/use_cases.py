"""The use cases of entrants: adding and amending, leaving and coming back, presence, byes,
separations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from domain.game.commands import Order
from domain.game.names import checked_name
from domain.game.seats.use_cases import new_player
from domain.kernel.kinds import Subjects
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.titles.contract.catalogs.catalog import FileFault
from domain.tournament import records as r
from domain.tournament.aggregate import subjects
from domain.tournament.aggregate.conditions import (
    NO_CONFIRMATION,
    Confirmation,
    departure,
    need_commitment,
    need_confirmed,
    need_open,
)
from domain.tournament.aggregate.tournament import Tournament
from domain.tournament.aggregate.wishes import Apart, Entry
from domain.tournament.directing.direction import (
    Rows,
    TournamentAnswer,
    TournamentWriter,
    WriteContext,
)
from domain.tournament.entrants.conditions import (
    claim_own_table,
    holds_table,
    left_early,
    need_active,
    need_distinct,
    need_entrant,
    need_noted_seldom,
    need_own_bye,
    need_phone_allowed,
    need_short,
    need_team_size,
    need_unpaired,
)
from domain.tournament.formats.common import FormatRefused
from domain.tournament.formats.entrants_reading import entrants
from domain.tournament.refusals import FileRefused, need

MOST_ENTRANTS = 2_000


class Entrants:
    def __init__(self, store: TournamentWriter) -> None:
        self._store = store

    # -- entrants ----------------------------------------------------------------------------------

    def add(self, order: Order, entries: Sequence[Entry]) -> TournamentAnswer:
        """Add entrants under the next numbers, all or none. After the first pairing they are late
        entries from the next round on."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            self._need_enterable(t, entries)
            departures = (departure("late-entry"),) if t.begun else ()
            records = []
            for n, entry in enumerate(entries):
                last = n == len(entries) - 1
                player = entry.player or new_player()
                self._store.enter(t, player)
                body = r.EntrantAdded(
                    **(context.last if last else context.stamp),
                    departures=departures,
                    number=len(t.entrants) + n + 1,
                    player=player,
                    name=context.store_name(player, checked_name(entry.name))
                    if entry.name.strip()
                    else "",
                    club=entry.club,
                    seed_rank=entry.seed_rank,
                    since=t.next_round,
                    rating=entry.rating,
                    group=entry.group,
                    team=entry.team,
                    table=entry.table,
                    text=context.store_words(entry.contact, f"/entrants/{n}/contact"),
                )
                records.append(body)
            return Rows(tuple(records))

        return self._store.write(order, make, about=frozenset({subjects.ENTRANTS, subjects.ROUNDS}))

    def amend(self, order: Order, number: int, entry: Entry, reason: str = "") -> TournamentAnswer:
        """Replace the data of an entrant. If the new name or contact is empty, the old one
        remains."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            known = need_entrant(t, number)
            self._need_enterable(t, (entry,), but=number)
            need(
                not t.begun or entry.team == known.team,
                Text(
                    "The size of a team stays as it is once a round was paired: withdraw it, "
                    "and enter it anew."
                ),
                "/team",
            )
            player = t.named[number].player
            need(
                not self._store.is_erased(player) or not entry.name.strip(),
                Text(
                    "The name of entrant {number} was erased, and none is kept any more.",
                    number=number,
                ),
                "/name",
            )
            body = r.EntrantAmended(
                **context.last,
                number=number,
                player=player,
                name=context.store_name(player, checked_name(entry.name))
                if entry.name.strip()
                else "",
                club=entry.club,
                seed_rank=entry.seed_rank,
                rating=entry.rating,
                group=entry.group,
                team=entry.team,
                table=entry.table,
                text=context.store_words(entry.contact, "/contact"),
                reason=context.reason(),
            )
            return Rows((body,))

        return self._store.write(
            order, make, Confirmation(reason=reason), frozenset({subjects.ENTRANTS})
        )

    def withdraw(
        self, order: Order, number: int, reason: str = "", *, own: bool = False
    ) -> TournamentAnswer:
        """Withdraw an entrant from the next round on. They remain at a table that has no result
        yet. `own`: the request came by the entrant's own link, which the rules must allow."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            need_active(need_entrant(t, number))
            if own:
                need_phone_allowed(t, number, may=t.rules.phones.drop_out)
            last = t.rounds[-1] if t.rounds else None
            seated = last.table_of(number) if last is not None else None
            playing = seated is not None and seated.missing
            departures = (
                (departure("withdrawn-playing", last.round, seated.number, (number,)),)
                if playing and last and seated
                else ()
            )
            return Rows(
                (
                    r.EntrantWithdrawn(
                        **context.confirmed((*departures, *left_early(t, number))),
                        number=number,
                        by=_entered_by(own),
                    ),
                )
            )

        return self._store.write(
            order, make, Confirmation(reason=reason), _subjects(number, own=own)
        )

    def reinstate(
        self, order: Order, number: int, reason: str = "", *, own: bool = False
    ) -> TournamentAnswer:
        """Let an entrant who left or was expelled play again from the next round on. `own`: the
        request came by the entrant's own link; then the rules must allow it, and the entrant must
        not have been expelled."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            need(
                need_entrant(t, number).status != "in",
                Text("Entrant {number} plays: nobody left.", number=number),
                "/number",
            )
            if own:
                out = need_entrant(t, number).status == "expelled"
                need_phone_allowed(t, number, may=t.rules.phones.come_back and not out)
            return Rows(
                (
                    r.EntrantReinstated(
                        **context.confirmed((departure("reinstated", entrants=(number,)),)),
                        number=number,
                        by=_entered_by(own),
                    ),
                )
            )

        return self._store.write(
            order, make, Confirmation(reason=reason), _subjects(number, own=own)
        )

    def expel(
        self, order: Order, number: int, confirmation: Confirmation = NO_CONFIRMATION
    ) -> TournamentAnswer:
        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            need(
                need_entrant(t, number).status != "expelled",
                Text("Entrant {number} is expelled already.", number=number),
                "/number",
            )
            departures = need_confirmed(
                (departure("expelled", entrants=(number,)), *left_early(t, number)),
                context.confirmation,
            )
            return Rows((r.EntrantExpelled(**context.confirmed(departures), number=number),))

        return self._store.write(order, make, confirmation, _subjects(number))

    # -- who is present ----------------------------------------------------------------------------

    def note(
        self,
        order: Order,
        round: int,
        entrants: Sequence[int],
        *,
        present: bool = True,
        own: bool = False,
        part: str = "",
    ) -> TournamentAnswer:
        """Note entrants as present or absent before a round. Those noted so already are skipped;
        raises `TournamentRefused` if all were. `own`: the request came by the entrant's own link,
        which may do so `MOST_NOTED` times a round. It can bring the commitment to a `part`, which
        is recorded in the same write if the entrant can still commit to one."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            need_unpaired(t, round)
            need_distinct(t, entrants)
            known = (t.present if present else t.absent).get(round, frozenset())
            new = tuple(number for number in entrants if number not in known)
            need(new, Text("That is noted already for round {round}.", round=round), "/entrants")
            if own:
                need_noted_seldom(t, round, new)
            if not (part and own and present and t.may_bind(new[0])):
                return Rows(
                    (r.PresenceNoted(**context.last, round=round, entrants=new, present=present),)
                )
            need_commitment(part)
            noted = r.PresenceNoted(**context.stamp, round=round, entrants=new, present=present)
            return Rows((noted, r.PartBound(**context.last, entrant=new[0], commitment=part)))

        return self._store.write(order, make, about=_presence_subjects(round, entrants))

    def close_check_in(
        self, order: Order, round: int, present: Sequence[int] | None = None
    ) -> TournamentAnswer:
        """Fix which entrants are paired in a round: those in `present` (None: all noted as
        present). Entrants noted as present or absent afterwards are still added or left out."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            need_unpaired(t, round)
            there = (
                tuple(present)
                if present is not None
                else tuple(sorted(t.present.get(round, frozenset())))
            )
            need_distinct(t, there)
            need(
                there,
                Text(
                    "Nobody is present in round {round}: note who is, then close the check-in.",
                    round=round,
                ),
                "/present",
            )
            return Rows((r.CheckInClosed(**context.last, round=round, present=there),))

        return self._store.write(
            order,
            make,
            about=frozenset({subjects.ENTRANTS, subjects.PRESENCE, subjects.of_round(round)}),
        )

    def ask_bye(
        self,
        order: Order,
        entrant: int,
        round: int,
        kind: Literal["half", "zero", "none"],
        reason: str = "",
        *,
        own: bool = False,
    ) -> TournamentAnswer:
        """Record that an entrant wants not to play a round, for half a point or none (`zero`). The
        kind `none` takes that back. `own`: the request came by the entrant's own link; then the
        rules limit how often and until when."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            need_active(need_entrant(t, entrant, "/entrant"))
            need_unpaired(t, round)
            if own:
                need_own_bye(t, entrant, round, kind)
            need(
                kind != "none" or (round, entrant) in t.requested_byes,
                Text(
                    "Entrant {entrant} did not ask for a bye in round {round}.",
                    entrant=entrant,
                    round=round,
                ),
                "/kind",
            )
            return Rows(
                (
                    r.ByeAsked(
                        **context.last,
                        entrant=entrant,
                        round=round,
                        kind=kind,
                        by=_entered_by(own),
                        reason=context.reason(),
                    ),
                )
            )

        return self._store.write(
            order, make, Confirmation(reason=reason), _presence_subjects(round, (entrant,))
        )

    def separate(self, order: Order, wish: Apart, reason: str = "") -> TournamentAnswer:
        """Record that two entrants, or all of a club, are to be kept apart or, if `wish.lifted`, no
        longer. Raises `BadRequest` unless it names two entrants or a club."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            if wish.club:
                need_short(wish.club, "/club")
                if wish.a or wish.b:
                    raise BadRequest("/club", Text("Name two entrants or a club."))
            else:
                need_entrant(t, wish.a, "/a")
                need_entrant(t, wish.b, "/b")
                if wish.a == wish.b:
                    raise BadRequest("/b", Text("Name two entrants."))
            a, b = min(wish.a, wish.b), max(wish.a, wish.b)
            there = any(
                (separation.a, separation.b, separation.club) == (a, b, wish.club)
                for separation in t.separations
            )
            need(not wish.lifted or there, Text("Nobody is kept apart like this."), "/lifted")
            body = r.SeparationSet(
                **context.last,
                a=a,
                b=b,
                club=wish.club,
                hard=wish.hard,
                since=wish.since,
                lifted=wish.lifted,
                reason=context.reason(),
            )
            return Rows((body,))

        return self._store.write(order, make, Confirmation(reason=reason))

    # -- inside ------------------------------------------------------------------------------------

    def _need_enterable(self, t: Tournament, entries: Sequence[Entry], but: int = 0) -> None:
        """Raise `TournamentRefused` or `BadRequest` unless these entrants can be added or, with
        `but`, replace the data of entrant `but`."""
        need(
            len(t.entrants) + len(entries) <= MOST_ENTRANTS,
            Text(
                "A tournament has at most {most_entrants} entrants.",
                most_entrants=MOST_ENTRANTS,
            ),
            "/entrants",
        )
        if not entries:
            raise BadRequest("/entrants", Text("Name at least one entrant."))
        known = self.known(t, but)
        players = {named.player for number, named in t.named.items() if number != but}
        own = {other.table: other.number for other in t.entrants if holds_table(other, but)}
        for n, entry in enumerate(entries):
            where = "" if but else f"/entrants/{n}"
            name = checked_name(entry.name)
            same = name.casefold(), entry.club.casefold()
            need(
                not name or same not in known,
                Text(
                    "{name} is entered already, as number {known}.",
                    name=name,
                    known=known.get(same),
                ),
                f"{where}/name",
            )
            if entry.player:
                self._need_player(entry.player, players, f"{where}/player")
            for field in ("club", "group"):
                need_short(getattr(entry, field), f"{where}/{field}")
            need_team_size(t, entry.team, f"{where}/team")
            claim_own_table(own, entry.table, but or len(t.entrants) + n + 1, f"{where}/table")
            if name:
                known[same] = len(t.entrants) + n + 1
            if entry.player:
                players.add(entry.player)

    def _need_player(self, player: str, players: set[str], pointer: str) -> None:
        need(
            player not in players,
            Text("Player {player} is entered already.", player=player),
            pointer,
        )
        need(
            self._store.is_known(player),
            Text("There is no player {player}.", player=player),
            pointer,
        )

    def known(self, t: Tournament, but: int = 0) -> dict[tuple[str, str], int]:
        """The number of each entrant by (name, club) in lower case. Leaves out entrant `but`, and
        those whose name is unknown."""
        entrants = (
            (self._store.name(t, entrant.number), entrant)
            for entrant in t.entrants
            if entrant.number != but
        )
        return {
            (name.casefold(), entrant.club.casefold()): entrant.number
            for name, entrant in entrants
            if name
        }


def _entered_by(own: bool) -> r.PartBy:
    return "entrant" if own else "desk"


def _subjects(number: int, *, own: bool = False) -> Subjects:
    """The subjects of an order by which an entrant leaves or comes back: such an order is stale if
    the entrant was changed meanwhile. One from the desk is also stale if a round was changed; one
    by the entrant's `own` link is not, since a phone may have had no network."""
    whole = frozenset({subjects.of_entrant(number), subjects.ROUNDS})
    return whole - {subjects.ROUNDS} if own else whole


def _presence_subjects(round: int, entrants: Sequence[int]) -> Subjects:
    """The subjects of an order on the presence or byes of entrants before a round."""
    each = (
        of(number)
        for number in entrants
        for of in (subjects.of_entrant, lambda n: subjects.of_presence(round, n))
    )
    return frozenset({subjects.of_round(round), subjects.of_check_in(round), *each})


_NUMBERS = re.compile(r"[\s,;]+")


def whole_numbers(text: str, pointer: str) -> tuple[int, ...]:
    """The numbers in a text, such as those of entrants or tables, separated by spaces, commas or
    semicolons. Raises `BadRequest`."""
    parts = [part for part in _NUMBERS.split(text.strip()) if part]
    for part in parts[: MOST_ENTRANTS + 1]:
        if not (part.isascii() and part.isdecimal() and len(part) < 7):
            raise BadRequest(
                pointer,
                Text(
                    "{one} is no entrant's number: enter numbers, separated by spaces.",
                    one=part[:40],
                ),
            )
    if len(parts) > MOST_ENTRANTS:
        raise BadRequest(
            pointer, Text("At most {most_entrants} numbers.", most_entrants=MOST_ENTRANTS)
        )
    return tuple(map(int, parts))


def entries_of(data: bytes) -> tuple[list[Entry], tuple[FileFault, ...]]:
    """The entrants of a CSV file or a report file (TRF), in the order of their numbers if all have
    one, else in file order; and notes on everything in the file that is ignored or changed, with
    lines. Raises `FileRefused` with all faults and their lines."""
    try:
        listed, notes = entrants(data)
    except FormatRefused as e:
        raise FileRefused(e.text, e.faults) from None
    entries = [
        Entry(
            row.name, row.club, row.seed_rank, row.rating, row.group, team=row.team, table=row.table
        )
        for row in listed
    ]
    return entries, notes
