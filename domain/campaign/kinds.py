"""The state of a campaign and the rows of its records."""

from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from domain.campaign.records import CampaignClosed, CampaignOpened, ScenarioOpened
from domain.kernel.kinds import Kind, Kinds, NeverAsked, Readers
from domain.kernel.stored import StoredRecord
from domain.kernel.text import Text


class Campaign(Struct, frozen=True):
    """A campaign after its record `seq`, written `at`: its opening and its scenarios so far, oldest
    first. `keys` maps (actor, idempotency key) to the seq of the record written with them.
    `closing`: the record that closed the campaign (None: it is open)."""

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
        """Whether all scenarios that the title has for a campaign were opened."""
        return bool(self.opened.scenarios) and len(self.scenarios) >= self.opened.scenarios


def _opened_state(row: StoredRecord) -> Campaign:
    body = row.body_as(CampaignOpened)
    return Campaign(row.stream, row.seq, body.at, body, {})


def _with_scenario(campaign: Campaign, seq: int, body: ScenarioOpened) -> Campaign:
    return replace(campaign, scenarios=(*campaign.scenarios, body))


def _closed(campaign: Campaign, seq: int, body: CampaignClosed) -> Campaign:
    return replace(campaign, closing=body)


_ORGANISER = Readers("the organiser who opened it")
_UNASKED = NeverAsked(Text("its games are replayed, and their sheets compared"))

CAMPAIGN_KINDS = Kinds(
    "a campaign",
    CampaignOpened,
    _opened_state,
    Kind(
        record=CampaignOpened,
        says=Text("The campaign is opened."),
        by_hand=False,
        reads=_ORGANISER,
        asks=_UNASKED,
    ),
    Kind(
        record=ScenarioOpened,
        says=Text("Scenario {number} is opened."),
        by_hand=False,
        reads=_ORGANISER,
        asks=_UNASKED,
        fold=_with_scenario,
    ),
    Kind(
        record=CampaignClosed,
        says=Text("The campaign is closed."),
        by_hand=False,
        reads=_ORGANISER,
        asks=_UNASKED,
        fold=_closed,
    ),
)
