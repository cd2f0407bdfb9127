"""Conditions on requests about entrants' parts. They raise `TournamentRefused` or `BadRequest` with
a pointer to the field at fault."""

from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.proof.chance.dice import LEAST_CONTRIBUTION, MOST_CONTRIBUTION
from domain.proof.errors import Misspelt
from domain.proof.spelling import read_hex
from domain.tournament.aggregate.tournament import Tournament
from domain.tournament.refusals import need


def need_parts_possible(t: Tournament) -> None:
    need(
        t.opened.derivation != 1,
        Text("This tournament was opened before entrants had parts in what is drawn."),
    )


def need_bindable(t: Tournament, entrant: int) -> None:
    """Raise `TournamentRefused` unless an entrant can commit to a part now."""
    need_parts_possible(t)
    need_nothing_drawn(t)
    need(
        not t.showing,
        Text("The check-in is closed: parts are bound again once its round is paired."),
    )
    need(
        t.may_bind(entrant),
        Text("Entrant {entrant} has bound a part, or does not play.", entrant=entrant),
        "/entrant",
    )


def need_nothing_drawn(t: Tournament) -> None:
    """Raise `TournamentRefused` if something was drawn with parts or a beacon."""
    need(
        not t.settled,
        Text("Tables or lots were drawn with the parts that were shown: none is added any more."),
    )


def read_part(value: str) -> bytes:
    try:
        data = read_hex(value)
    except Misspelt:
        data = b""
    if not LEAST_CONTRIBUTION <= len(data) <= MOST_CONTRIBUTION:
        raise BadRequest(
            "/value",
            Text(
                "A part has {least} to {most} bytes, each two hexadecimal digits in lower case.",
                least=LEAST_CONTRIBUTION,
                most=MOST_CONTRIBUTION,
            ),
        )
    return data
