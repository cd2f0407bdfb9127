from collections.abc import Iterable
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from domain.campaign.records import CampaignClosed, CampaignOpened, ScenarioOpened
from domain.kernel.stored import DamagedRecord, StoredRecord
from domain.titles.contract.ruleset import Outcome, ScoreLine


class Campaign(Struct, frozen=True):
    """A campaign after its record `seq`, written `at`: what it was opened with and its scenarios so
    far, oldest first. `keys` has the seq of the record that each actor's idempotency key made;
    `closing` is its last record once it is closed."""

    id: str
    seq: int
    at: datetime
    opened: CampaignOpened
    keys: dict[tuple[str, str], int]
    scenarios: tuple[ScenarioOpened, ...] = ()
    closing: CampaignClosed | None = None

    @property
    def closed(self) -> bool:
        return self.closing is not None

    @property
    def last(self) -> ScenarioOpened | None:
        return self.scenarios[-1] if self.scenarios else None

    @property
    def complete(self) -> bool:
        """Whether every scenario of the title's campaign was opened."""
        return bool(self.opened.scenarios) and len(self.scenarios) >= self.opened.scenarios


def fold_campaign(
    filed: Iterable[StoredRecord], campaign: Campaign | None = None
) -> Campaign | None:
    """A campaign from its records, or from those after `campaign`; none if there are none. Raises
    `DamagedRecord`."""
    for record in filed:
        body = record.body
        if campaign is None:
            if not isinstance(body, CampaignOpened):
                raise DamagedRecord(
                    f"a campaign begins with its opening, not with {record.topic}",
                    record.game,
                    record.seq,
                )
            campaign = Campaign(
                record.game, record.seq, body.at, body, {(body.actor, body.key): record.seq}
            )
            continue
        campaign = replace(
            campaign,
            seq=record.seq,
            at=body.at,
            keys={**campaign.keys, (body.actor, body.key): record.seq},
        )
        if isinstance(body, ScenarioOpened):
            campaign = replace(campaign, scenarios=(*campaign.scenarios, body))
        elif isinstance(body, CampaignClosed):
            campaign = replace(campaign, closing=body)
        else:
            raise DamagedRecord(
                f"{record.topic} is no record of a campaign", record.game, record.seq
            )
    return campaign


class Result(Struct, frozen=True):
    """What one game of a campaign came to: how it ended (none: it goes on, or was broken off), and
    every seat's points."""

    outcome: Outcome | None
    score: tuple[ScoreLine, ...]


class Total(Struct, frozen=True):
    """One seat over a whole campaign: games won, and points of all games that were played to their
    end."""

    seat: str
    wins: int = 0
    points: int = 0


def totals(results: Iterable[Result]) -> tuple[Total, ...]:
    """Wins and points, seat by seat in the order of the score. A game without an outcome counts for
    nobody; a seat without points of its own, such as an opponent that the rules play, is named once
    it has won."""
    totals_by_seat: dict[str, Total] = {}
    for result in results:
        over = result.outcome is not None
        for line in result.score:
            total = totals_by_seat.get(line.seat, Total(line.seat))
            totals_by_seat[line.seat] = replace(
                total, points=total.points + line.points if over else total.points
            )
        for seat in result.outcome.winners if result.outcome is not None else ():
            total = totals_by_seat.get(seat, Total(seat))
            totals_by_seat[seat] = replace(total, wins=total.wins + 1)
    return tuple(totals_by_seat.values())
