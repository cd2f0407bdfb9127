"""The public beacon as the desk asks it: which round is to come, and what was signed in one."""

import json
from datetime import UTC, datetime
from http.client import HTTPException

from api.game.subject import game_clerk
from api.settings import app_settings
from domain.kernel.text import Text
from domain.proof.chance.beacon import CHAINS, QUICKNET
from domain.tournament.aggregate.tournament import BeaconAt, Tournament
from domain.tournament.refusals import TournamentRefused


def round_in(minutes: int) -> int:
    """The first round of the chain that exists later than so many minutes from now."""
    return CHAINS[QUICKNET].round_after(int(game_clerk().clock().timestamp()) + 60 * minutes)


def time_of(named: BeaconAt) -> datetime:
    """When a round that was named exists."""
    return datetime.fromtimestamp(CHAINS[named.chain].time_of(named.beacon), UTC)


def fetched(tournament: Tournament) -> str:
    """What was signed in the round that is waited for, in hex, as the beacon's server says it; the
    desk checks it. Raises `TournamentRefused` where it does not answer."""
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
