"""The public beacon (drand) for the director's desk: its next rounds, and fetching a signature."""

import json
from datetime import UTC, datetime
from http.client import HTTPException

from api.game.subject import game_clerk
from api.settings import app_settings
from domain.kernel.text import Text
from domain.proof.chance.beacon import CHAINS, QUICKNET
from domain.tournament.aggregate.tournament import BeaconAt, Tournament
from domain.tournament.refusals import TournamentRefused


def beacon_round_after(minutes: int) -> int:
    """The number of the beacon's first round that comes more than `minutes` from now."""
    return CHAINS[QUICKNET].round_after(int(game_clerk().clock().timestamp()) + 60 * minutes)


def beacon_round_time(named: BeaconAt) -> datetime:
    """The time of the beacon's round that a record names."""
    return datetime.fromtimestamp(CHAINS[named.chain].time_of(named.beacon), UTC)


def fetch_signature(tournament: Tournament) -> str:
    """The signature (hex) of the beacon's round for which the tournament waits, from the beacon's
    server; "" if it waits for none. It is not verified here. Raises `TournamentRefused` if the
    server does not answer."""
    named = tournament.awaited
    if named is None:
        return ""  # the desk says so
    try:
        answer = app_settings().beacon(f"/{named.chain}/public/{named.beacon}")
        return str(json.loads(answer)["signature"])
    except (OSError, HTTPException, ValueError, LookupError, TypeError):
        raise TournamentRefused(
            Text(
                "The beacon did not answer for round {beacon}: try again, paste what it signed, or "
                "draw without it.",
                beacon=named.beacon,
            ),
            "/signature",
        ) from None
