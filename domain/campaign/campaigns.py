"""The use cases of campaigns: opening one, going on to the next scenario, closing it.

A scenario is opened from the sheet of the scenario before it. Three records are stored together or
not at all: one in the campaign, the first of the new game and, in the finished game, the record
that its sheet was handed on. So if two organisers open the next scenario at once, or an organiser
opens it while a player takes the last action back, the unique key of the store refuses one of them.
"""

from datetime import datetime
from functools import partial
from itertools import count
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from domain.campaign.kinds import CAMPAIGN_KINDS, Campaign
from domain.campaign.records import CampaignClosed, CampaignOpened, ScenarioOpened
from domain.campaign.refusals import NoSuchScenario, ScenarioUnreadable, UnknownCampaign
from domain.campaign.totals import Result
from domain.game.aggregate.correction import Change, document_changes
from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.commands import (
    Opening,
    Order,
    find_rules,
    game_id,
    open_record,
    setting_for,
    with_link_ids,
)
from domain.game.play.sheets import (
    need_finished,
    need_not_diverged,
    score_of,
    sheet_at,
    sheet_digest,
)
from domain.game.record.records import FIRST, SheetHandedOn
from domain.game.refusals import UNREADABLE, CampaignRefused
from domain.game.store.repository import leaf_of
from domain.kernel.refusals import BadRequest
from domain.kernel.stored import StoredRecord
from domain.kernel.stream import FoldedStreams
from domain.kernel.text import Text
from domain.kernel.writer import Decision, Unit, WriteResult
from domain.proof.log.entries import NO_PREV, RecordEntry
from domain.proof.spelling import base64_of
from domain.titles.contract.chance import Values


class Sheet(Struct, frozen=True):
    """The sheet of scenario `number` after record `at` of its game.

    `final`: the game was over by then. `stands`: the next scenario was opened from an equal sheet,
    or there is none yet; None if that other sheet cannot be read. `change`: how this sheet differs
    from the one that this scenario was opened from; None if that one cannot be read. `sha256`: the
    hash of the sheet as JSON with sorted keys.
    """

    number: int
    game: Game
    final: bool
    stands: bool | None
    sheet: dict[str, Any]
    sha256: str
    change: tuple[Change, ...] | None

    @property
    def at(self) -> int:
        return self.game.seq


class Scenario(Struct, frozen=True):
    """A scenario with its current game.

    - `stands`: the next scenario was opened from the sheet that this game has now, or there is none
      yet. A ruling that changes a finished game can make this false.
    - `sound`: this scenario and all before it were opened from the sheets that the games before
      them have now.
    - `unreadable`: why the game cannot be read (None: it can). Then `game`, `result` and `stands`
      are None, and so is `sound` of the later scenarios, unless it is False."""

    number: int
    opened: ScenarioOpened
    game: Game | None
    result: Result | None
    """The scenario's outcome and points, with the penalties of rulings."""
    stands: bool | None
    sound: bool | None
    unreadable: Text | None = None


def read_sheet(
    clerk: Clerk, campaign: Campaign, number: int | None = None, at: int | None = None
) -> Sheet:
    """The sheet of scenario `number` (default: the last) after record `at` of its game (default:
    now).

    Raises `NoSuchScenario`, `NoSuchPosition`, `ScenarioUnreadable`.
    """
    opened = len(campaign.scenarios)
    number = max(opened, 1) if number is None else number
    if not 1 <= number <= opened:
        raise NoSuchScenario(number, opened)
    scenario = campaign.scenarios[number - 1]
    game, sheet = _read(clerk, number, scenario.game, at)
    try:
        before = _handed_on(clerk, scenario)
    except ScenarioUnreadable:
        change = None
    else:
        change = tuple(document_changes(before or {}, sheet))
    stands = _stands(clerk, campaign, number, sheet)
    return Sheet(number, game, game.status != "open", stands, sheet, sheet_digest(sheet), change)


def _read(clerk: Clerk, number: int, id: str, at: int | None = None) -> tuple[Game, dict[str, Any]]:
    """The game `id` of scenario `number` after record `at` (None: now), and its sheet. Raises
    `NoSuchPosition`, `ScenarioUnreadable`."""
    try:
        game = clerk.game(id, at)
        need_not_diverged(game, number)
        return game, sheet_at(game)
    except (*UNREADABLE, CampaignRefused) as e:
        raise ScenarioUnreadable(number, id, e.text) from None


def _handed_on(clerk: Clerk, opened: ScenarioOpened) -> dict[str, Any] | None:
    """The sheet a scenario was opened from, or None for the first. Raises `ScenarioUnreadable`."""
    if not opened.from_game:
        return None
    return _read(clerk, opened.number - 1, opened.from_game, opened.from_seq)[1]


def read_scenarios(clerk: Clerk, campaign: Campaign) -> tuple[Scenario, ...]:
    listed: list[Scenario] = []
    sound: bool | None = True
    for opened in campaign.scenarios:
        number = opened.number
        try:
            game, sheet = _read(clerk, number, opened.game)
            stands = _stands(clerk, campaign, number, sheet)
            result = Result(game.outcome, score_of(game))
            listed.append(Scenario(number, opened, game, result, stands, sound))
        except ScenarioUnreadable as e:
            stands = None
            listed.append(Scenario(number, opened, None, None, None, sound, e.text))
        sound = sound and stands
    return tuple(listed)


def _stands(clerk: Clerk, campaign: Campaign, number: int, sheet: dict[str, Any]) -> bool | None:
    """Whether scenario `number` + 1 was opened from a sheet equal to `sheet`, the present one of
    scenario `number`. True if there is no next scenario, None if its sheet cannot be read. Both
    sheets are computed by today's rules and compared as a whole. Recorded digests are not compared:
    they also differ if the title has added a line to its sheet since."""
    if number >= len(campaign.scenarios):
        return True
    try:
        return _handed_on(clerk, campaign.scenarios[number]) == sheet
    except ScenarioUnreadable:
        return None


CAMPAIGN = Text("the campaign")


class CampaignAnswer(Struct, frozen=True):
    """The answer to a write: the record, the campaign after it and, for a new scenario, its game
    after the first record. `again`: the request was repeated, and nothing new was written."""

    record: StoredRecord
    campaign: Campaign
    game: Game | None = None
    again: bool = False


class NextScenario(Struct, frozen=True):
    """The next scenario of a campaign, not opened yet: its number, what its game is opened with
    (`opening`), the finished game before it, and the sheet of that game (both None for the first
    scenario)."""

    number: int
    opening: Opening
    before: Game | None = None
    sheet: dict[str, Any] | None = None


class Campaigns:
    def __init__(self, clerk: Clerk) -> None:
        self._clerk = clerk
        self._streams = FoldedStreams(
            clerk.recorder, CampaignOpened, CAMPAIGN_KINDS.fold, UnknownCampaign, CAMPAIGN
        )

    # -- reading -----------------------------------------------------------------------------------

    def campaign(self, id: str, at: int | None = None) -> Campaign:
        """The newest state of a campaign. If one of its records is damaged: the state after record
        `at`, if that comes before the damaged one; else raises `DamagedRecord`. Raises
        `UnknownCampaign`."""
        return self._streams.state(id, at)

    def scenarios(self, id: str) -> tuple[Scenario, ...]:
        return read_scenarios(self._clerk, self.campaign(id))

    def sheet(self, id: str, number: int | None = None, at: int | None = None) -> Sheet:
        """The sheet of scenario `number` (default: the last) after record `at` of its game
        (default: now)."""
        return read_sheet(self._clerk, self.campaign(id), number, at)

    def next_scenario(self, campaign: Campaign) -> NextScenario:
        """The scenario that `next` would open. Raises `CampaignRefused` if the campaign is closed
        or complete, the last game is not over, or the title has no scenario after its sheet. Raises
        `ScenarioUnreadable` if the last game cannot be read."""
        if campaign.closed:
            raise CampaignRefused(Text("This campaign is closed."))
        if campaign.complete:
            n = campaign.opened.scenarios
            raise CampaignRefused(
                Text("All {n} scenarios of this campaign were opened: there is no next one.", n=n),
            )
        before, sheet = self._finished_game(campaign)
        opened, number = campaign.opened, len(campaign.scenarios) + 1
        opening = Opening(
            ruleset=opened.ruleset,
            catalog=opened.catalog,
            options={**opened.options, **find_rules(opened.ruleset).carried_options(sheet, number)},
            players=opened.players,
            chance=opened.chance,
            undo=opened.undo,
            tags=opened.tags,
            seals=opened.seals,
        )
        try:
            setting_for(opening, self._clerk.key_values)
        except BadRequest as e:  # the pointer is to an option that nobody gave
            raise CampaignRefused(e.text) from None
        return NextScenario(number, opening, before, sheet)

    # -- writing -----------------------------------------------------------------------------------

    def open(
        self,
        opening: Opening,
        actor: str,
        key: str,
        request: str = "",
        client_at: datetime | None = None,
    ) -> CampaignAnswer:
        """Open a campaign; `next` opens its games one after the other. A repeated request opens no
        second campaign."""
        order = Order(game_id(actor, f"campaign\n{key}"), 0, actor, key, request, client_at)
        carried = find_rules(opening.ruleset).carried_options(None, FIRST)
        _need_left_out(carried, opening)
        rules, catalog, setting = setting_for(
            replace(opening, options={**opening.options, **carried}), self._clerk.key_values
        )
        self._clerk.key_values.keep("catalog", catalog.sha256, catalog.data)
        made = partial(
            CampaignOpened,
            ruleset=rules.id,
            version=rules.version,
            catalog=catalog.sha256,
            options={
                name: value
                for name, value in to_builtins(setting.options).items()
                if name not in carried
            },
            players=sum(seat.role == "player" for seat in setting.seat_specs),
            chance=opening.chance,
            undo=opening.undo,
            scenarios=rules.scenario_count(setting.values),
            tags=opening.tags,
            seals=opening.seals,
        )
        return self._answer(
            self._clerk.writer.open(self._streams, order, lambda unit: made(**unit.stamp))
        )

    def next(
        self, order: Order, values: Values = (), sheet_of: tuple[str, int] | None = None
    ) -> CampaignAnswer:
        """Open the next scenario from the sheet of the scenario before it. `values`: the dice
        rolled at the table for the set-up. `sheet_of`: the game whose sheet the caller expects to
        be handed on, and the seq of its last record (None: any). Raises `CampaignRefused` if the
        sheet is of another game or record, or if there is no next scenario."""
        attempts = count()

        def decide(campaign: Campaign, unit: Unit) -> Decision[Campaign]:
            onward = self.next_scenario(campaign)
            _need_expected_sheet(onward.before, sheet_of)
            return self._decide_next(campaign, onward, unit, values, next(attempts))

        return self._answer(self._clerk.writer.write(self._streams, order, decide))

    def close(self, order: Order, reason: str = "") -> CampaignAnswer:
        def decide(campaign: Campaign, unit: Unit) -> Decision[Campaign]:
            if campaign.closed:
                raise CampaignRefused(Text("This campaign is closed already."))
            return Decision(
                (CampaignClosed(**unit.stamp, reason=unit.keep_text(reason, "/reason")),)
            )

        return self._answer(self._clerk.writer.write(self._streams, order, decide))

    # -- inside ------------------------------------------------------------------------------------

    def _finished_game(self, campaign: Campaign) -> tuple[Game, dict[str, Any]] | tuple[None, None]:
        """The game of the last scenario, and its sheet; (None, None) before the first scenario.
        Raises `CampaignRefused` if the game is not over, and `ScenarioUnreadable`."""
        last = campaign.last
        if last is None:
            return None, None
        game, sheet = _read(self._clerk, last.number, last.game)
        need_finished(game, last.number)
        return game, sheet

    def _decide_next(
        self, campaign: Campaign, onward: NextScenario, unit: Unit, values: Values, attempt: int
    ) -> Decision[Campaign]:
        order, before = unit.order, onward.before
        id = game_id(order.actor, f"scenario\n{campaign.id}\n{onward.number}\n{attempt}")
        game = Order(id, 0, order.actor, order.key, order.request)
        opening = replace(onward.opening, values=values)
        opened = open_record(
            opening, game, self._clerk.key_values, unit.stamp, campaign.id, onward.number
        )
        opened = with_link_ids(opened, id, self._clerk.link_of)
        if order.actor != campaign.opened.actor:
            opened = replace(
                opened, owner=campaign.opened.actor
            )  # all games belong to the campaign's organiser
        body = ScenarioOpened(**unit.stamp, number=onward.number, game=id)
        beside: list[StoredRecord] = []
        if before is not None and onward.sheet is not None:
            digest = sheet_digest(onward.sheet)
            opened = replace(opened, sheet=digest)
            leaf = base64_of(leaf_of(self._clerk.load(before.id), before.seq))
            body = replace(
                body, from_game=before.id, from_seq=before.seq, sheet=digest, from_leaf=leaf
            )
            if not before.closed:
                at = max(body.at, before.at)
                handed = SheetHandedOn(
                    at=at,
                    actor=order.actor,
                    campaign=campaign.id,
                    scenario=onward.number,
                    game=id,
                    sheet=digest,
                )
                beside.append(unit.record_at(before.id, before.seq + 1, handed))
        first = unit.record_at(id, FIRST, opened)
        return Decision((replace(body, leaf=_leaf(first)),), (first, *beside))

    def _answer(self, written: WriteResult[Campaign]) -> CampaignAnswer:
        body = written.record.body
        game = self._clerk.game(body.game, FIRST) if isinstance(body, ScenarioOpened) else None
        return CampaignAnswer(written.record, written.state, game, written.again)


def _leaf(first: StoredRecord) -> str:
    return base64_of(RecordEntry.of(first.stream, FIRST, NO_PREV, first.topic, first.state).leaf)


def _need_left_out(carried: dict[str, Any], opening: Opening) -> None:
    """Raise `BadRequest` if the opening has an option in `carried`: the campaign sets these itself
    for each scenario."""
    for name in opening.options:
        if name in carried:
            raise BadRequest(
                f"/options/{name}",
                Text(
                    "The campaign sets {name} for each of its scenarios: leave it out.", name=name
                ),
            )


def _need_expected_sheet(before: Game | None, sheet_of: tuple[str, int] | None) -> None:
    """Raise `CampaignRefused` unless `sheet_of` is None, or names the game `before` and its last
    record."""
    if sheet_of is None or (before is not None and sheet_of == (before.id, before.seq)):
        return
    if before is None:
        raise CampaignRefused(
            Text("No scenario was played yet: the first one opens without a sheet."),
        )
    raise CampaignRefused(
        Text(
            "This is not the campaign's last sheet: the next scenario opens from game {id} at "
            "record {seq}.",
            id=before.id,
            seq=before.seq,
        ),
    )
