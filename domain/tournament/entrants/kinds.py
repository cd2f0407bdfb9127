"""The rows of entering, leaving and presence, requested byes, and separations."""

from typing import Any

from msgspec.structs import replace

from domain.kernel.kinds import Subjects
from domain.kernel.sentences import Sentences
from domain.kernel.text import Text, listed
from domain.tournament import records as r
from domain.tournament.aggregate import subjects as s
from domain.tournament.aggregate.kinds import (
    ENTRIES,
    TOURNAMENT_KINDS,
    Telling,
    after_parts,
    kind,
    words_of,
)
from domain.tournament.aggregate.tournament import Named, PhonedAt, Tournament
from domain.tournament.aggregate.wishes import Apart, Entry
from domain.tournament.values import Bye, Entrant


def _added(t: Tournament, seq: int, body: r.EntrantAdded) -> Tournament:
    if body.number != len(t.entrants) + 1:
        raise KeyError(f"entrant {body.number}")
    entrant = Entrant(
        number=body.number,
        club=body.club,
        seed_rank=body.seed_rank,
        since=body.since,
        rating=body.rating,
        group=body.group,
        team=body.team,
        table=body.table,
    )
    named = {**t.named, body.number: Named(body.player, body.name, body.at, body.text)}
    return replace(t, entrants=(*t.entrants, entrant), named=named)


def _amended(t: Tournament, seq: int, body: r.EntrantAmended) -> Tournament:
    known = t.named[body.number]
    name = Named(known.player, body.name, body.at) if body.name else known
    changed = {
        name: getattr(body, name)
        for name in ("club", "seed_rank", "rating", "group", "team", "table")
    }
    after = _with_changed(t, body.number, **changed)
    return replace(
        after, named={**t.named, body.number: replace(name, text=body.text or known.text)}
    )


def _with_changed(t: Tournament, number: int, **changed: Any) -> Tournament:
    if t.entrant(number) is None:
        raise KeyError(f"entrant {number}")
    at = number - 1
    return replace(
        t, entrants=(*t.entrants[:at], replace(t.entrants[at], **changed), *t.entrants[at + 1 :])
    )


def _noted(t: Tournament, seq: int, body: r.PresenceNoted) -> Tournament:
    here, gone = t.present.get(body.round, frozenset()), t.absent.get(body.round, frozenset())
    named = frozenset(body.entrants)
    here, gone = (here | named, gone - named) if body.present else (here - named, gone | named)
    there = t.checked_in.get(body.round)
    if (
        there is not None and t.opened.edition > 1
    ):  # edition 1 of the tournament rules left out who came after the check-in
        late = set(there) | named if body.present else set(there) - named
        t = replace(t, checked_in={**t.checked_in, body.round: tuple(sorted(late))})
    return replace(
        t,
        present={**t.present, body.round: here},
        absent={**t.absent, body.round: gone},
        times_noted=_with_one_more_note(t, body.round, body.entrants),
    )


def _with_one_more_note(
    t: Tournament, round: int, entrants: tuple[int, ...]
) -> dict[tuple[int, int], int]:
    """The tournament's `times_noted`, with one more for each of these entrants in this round."""
    more = {(round, number): t.times_noted.get((round, number), 0) + 1 for number in entrants}
    return {**t.times_noted, **more}


def _by_phone(
    t: Tournament, seq: int, body: r.EntrantWithdrawn | r.EntrantReinstated | r.ByeAsked
) -> Tournament:
    """The tournament with a record noted and counted as entered by the entrant's own link;
    unchanged if it was entered at the desk."""
    if body.by == "desk":
        return t
    number, round = (
        (body.entrant, body.round) if isinstance(body, r.ByeAsked) else (body.number, t.next_round)
    )
    return replace(
        t,
        phoned={**t.phoned, number: PhonedAt(seq, round, body)},
        times_noted=_with_one_more_note(t, t.next_round, (number,)),
    )


def _bye_asked(t: Tournament, seq: int, body: r.ByeAsked) -> Tournament:
    byes = {
        place: bye for place, bye in t.requested_byes.items() if place != (body.round, body.entrant)
    }
    if body.kind != "none":
        byes[body.round, body.entrant] = Bye(body.entrant, body.kind)
    return _by_phone(replace(t, requested_byes=byes), seq, body)


def _separated(t: Tournament, seq: int, body: r.SeparationSet) -> Tournament:
    others = tuple(
        separation
        for separation in t.separations
        if (separation.a, separation.b, separation.club) != (body.a, body.b, body.club)
    )
    return replace(t, separations=others if body.lifted else (*others, body))


def about_entrant(body: Any) -> Subjects:
    return frozenset({s.ENTRANTS, s.of_entrant(body.number)})


def _entry(body: r.EntrantAdded | r.EntrantAmended) -> Entry:
    return Entry(
        name=words_of(body.name),
        club=body.club,
        seed_rank=body.seed_rank,
        rating=body.rating,
        group=body.group,
        contact=words_of(body.text),
        player=body.player if isinstance(body, r.EntrantAdded) else "",
        team=body.team,
        table=body.table,
    )


_FIELDS = Sentences("""
rating [in a sentence] = rating
seed_rank = seed
club = club
group = group
team = size of the team
table = table of their own
""")


def _changes(on: Telling, body: r.EntrantAmended) -> Text:
    before = on.t.entrant(body.number)
    changed = [
        Text("{field} {now} (before: {then})", field=field, now=now or "–", then=then or "–")
        for name, field in _FIELDS.items()
        if (now := getattr(body, name)) != (then := getattr(before, name, ""))
    ]
    changed += [Text("another name")] if body.name else []
    changed += [Text("another way to be reached")] if body.text else []
    return Text(
        "The entry of {who} is amended: {changes}.", changes=listed(changed, Text("nothing"))
    )


_BYES = {
    ("half", "desk"): Text("{who} asks for a bye in round {round}."),
    ("zero", "desk"): Text("{who} asks not to play round {round}, for no point."),
    ("none", "desk"): Text("{who} plays round {round} after all."),
    ("half", "entrant"): Text("{who} asks by their own link for a bye in round {round}."),
    ("none", "entrant"): Text(
        "{who} says by their own link that they play round {round} after all."
    ),
}


def _separation(on: Telling, body: r.SeparationSet) -> Text:
    two = on.names((body.a, body.b))
    who = Text("all of club {club}", club=body.club) if body.club else two
    if body.lifted:
        return Text("No longer kept apart: {who}.", who=who)
    if body.hard:
        return Text("Kept apart in any case, from round {since} on: {who}.", who=who)
    return Text("Kept apart where it can be, from round {since} on: {who}.", who=who)


TOURNAMENT_KINDS.add(
    kind(
        r.EntrantAdded,
        says=lambda on, body: (
            Text("{who} enters.")
            if body.since < 2
            else Text("{who} enters late, from round {since} on.")
        ),
        by_hand=False,
        departs=after_parts,
        fold=_added,
        about=about_entrant,
        asks=lambda on, order, body: on.entering.add(order, (_entry(body),)),
        reads=ENTRIES,
    ),
    kind(
        r.EntrantAmended,
        says=_changes,
        by_hand=True,
        departs=after_parts,
        fold=_amended,
        about=about_entrant,
        asks=lambda on, order, body: on.entering.amend(
            order, body.number, _entry(body), words_of(body.reason)
        ),
        reads=ENTRIES,
    ),
    kind(
        r.EntrantWithdrawn,
        says=lambda on, body: (
            Text("{who} withdraws.")
            if body.by == "desk"
            else Text("{who} withdraws by their own link.")
        ),
        by_hand=True,
        departs=after_parts,
        fold=lambda t, seq, body: _by_phone(
            _with_changed(t, body.number, status="withdrawn"), seq, body
        ),
        about=about_entrant,
        asks=lambda on, order, body: on.entering.withdraw(
            order, body.number, words_of(body.reason), own=body.by == "entrant"
        ),
    ),
    kind(
        r.EntrantReinstated,
        says=lambda on, body: (
            Text("{who} comes back.")
            if body.by == "desk"
            else Text("{who} comes back by their own link.")
        ),
        by_hand=True,
        departs=after_parts,
        fold=lambda t, seq, body: _by_phone(_with_changed(t, body.number, status="in"), seq, body),
        about=about_entrant,
        asks=lambda on, order, body: on.entering.reinstate(
            order, body.number, words_of(body.reason), own=body.by == "entrant"
        ),
    ),
    kind(
        r.EntrantExpelled,
        says=Text("{who} is expelled."),
        by_hand=True,
        departs=after_parts,
        fold=lambda t, _, body: _with_changed(t, body.number, status="expelled"),
        about=about_entrant,
        asks=lambda on, order, body: on.entering.expel(order, body.number),
    ),
    kind(
        r.PresenceNoted,
        says=lambda on, body: (
            Text("Here for round {round}: {names}.")
            if body.present
            else Text("Absent from round {round}: {names}.")
        ).filled({"names": on.names(body.entrants)}),
        by_hand=lambda t, body: (
            not body.present
            or body.round in t.checked_in
            or bool(t.absent.get(body.round, frozenset()) & {*body.entrants})
        ),
        departs=after_parts,
        fold=_noted,
        about=lambda body: frozenset(
            {s.PRESENCE, *(s.of_presence(body.round, number) for number in body.entrants)}
        ),
        asks=lambda on, order, body: on.entering.note(
            order, body.round, body.entrants, present=body.present
        ),
    ),
    kind(
        r.CheckInClosed,
        says=lambda on, body: Text(
            "The check-in of round {round} closes: {count} are there; not there: {names}.",
            count=len(body.present),
            names=on.names(sorted({*on.t.expected(body.round)} - {*body.present})),
        ),
        by_hand=True,
        departs=after_parts,
        fold=lambda t, _, body: replace(
            t, checked_in={**t.checked_in, body.round: body.present}, showing=True
        ),
        about=lambda body: frozenset({s.PRESENCE, s.of_check_in(body.round)}),
        asks=lambda on, order, body: on.entering.close_check_in(order, body.round, body.present),
    ),
    kind(
        r.ByeAsked,
        says=lambda on, body: _BYES[body.kind, body.by],
        by_hand=True,
        departs=after_parts,
        fold=_bye_asked,
        about=lambda body: frozenset({s.PRESENCE, s.of_presence(body.round, body.entrant)}),
        asks=lambda on, order, body: on.entering.ask_bye(
            order,
            body.entrant,
            body.round,
            body.kind,
            words_of(body.reason),
            own=body.by == "entrant",
        ),
    ),
    kind(
        r.SeparationSet,
        says=_separation,
        by_hand=True,
        departs=after_parts,
        fold=_separated,
        about=lambda body: frozenset({s.SEPARATIONS}),
        asks=lambda on, order, body: on.entering.separate(
            order,
            Apart(body.a, body.b, body.club, body.hard, body.since, body.lifted),
            words_of(body.reason),
        ),
    ),
)
