"""The public beacon as the desk asks it: which round is to come, and what was signed in one."""

import json
from datetime import UTC, datetime
from http.client import HTTPException
from urllib.request import urlopen

from api.web.request.service import service
from domain.kernel.text import Text
from domain.proof.chance.beacon import CHAINS, QUICKNET
from domain.tournament.aggregate.tournament import BeaconAt, Tournament
from domain.tournament.refusals import TournamentRefused

PATIENCE = 5.0  # seconds in which the beacon has to answer
MOST_BYTES = 4096


def round_in(minutes: int) -> int:
    """The first round of the chain that exists later than so many minutes from now."""
    return CHAINS[QUICKNET].round_after(int(service().clerk.clock().timestamp()) + 60 * minutes)


def time_of(named: BeaconAt) -> datetime:
    """When a round that was named exists."""
    return datetime.fromtimestamp(CHAINS[named.chain].time_of(named.beacon), UTC)


def fetched(tournament: Tournament) -> str:
    """What was signed in the round that is waited for, in hex, as the beacon's server says it; the
    desk checks it. Raises `TournamentRefused` where it does not answer."""
    named = tournament.awaited
    if named is None:
        return ""  # the desk says so
    address = f"{service().beacon}/{named.chain}/public/{named.beacon}"
    try:
        with urlopen(address, timeout=PATIENCE) as answer:  # noqa: S310  the operator's own setting
            return str(json.loads(answer.read(MOST_BYTES))["signature"])
    except (OSError, HTTPException, ValueError, LookupError, TypeError):
        raise TournamentRefused(
            Text(
                "The beacon did not answer for round {beacon}: try again, paste what it signed, or "
                "draw without it.",
                beacon=named.beacon,
            ),
            "/signature",
        ) from None
