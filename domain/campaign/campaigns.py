"""Campaign use cases: open one, go on to the next scenario, close it.

A scenario is opened from the sheet of the one before and from no other. The campaign's record, the new game's first and, in the
finished game, the record that its sheet was handed on are stored together or not at all; so the store's unique key settles
every race: between two organisers who go on at once, and between one who goes on and a player who takes his last action back.
"""

from __future__ import annotations

from datetime import datetime
from itertools import count
from typing import Any

from eventsourcing.persistence import IntegrityError
from msgspec import Struct
from msgspec.structs import replace

from domain.campaign.campaign import Campaign, fold_campaign
from domain.campaign.sheets import Scenario, Sheet, read_scenarios, read_sheet
from domain.clerk.clerk import Clerk
from domain.clerk.commands import Opening, Order, made_by
from domain.clerk.opening import find_rules, game_id, open_record, setting_for, with_links
from domain.errors import BadRequest, CampaignRefused, KeyReused, Stale, UnknownCampaign
from domain.game.game import Game, plain
from domain.kernel.stored import Filed
from domain.ledger.log.entries import NO_PREV, RecordEntry
from domain.ledger.spelling import base64_of
from domain.procedure.sheets import need_finished, sheet_at, sheet_digest
from domain.record.campaign_records import CampaignClosed, CampaignOpened, ScenarioOpened
from domain.record.records import FIRST, Record, SheetHandedOn
from domain.rules.chance import Values
from domain.rules.text import Text
from domain.store.log import leaf_of

CAMPAIGN = Text("the campaign")


class CampaignAnswer(Struct, frozen=True):
    """The result of a write: the record and the campaign after it; for a new scenario its game, as it was opened. `again` marks
    the answer to a repeated request."""

    filed: Filed
    campaign: Campaign
    game: Game | None = None
    again: bool = False


class Following(Struct, frozen=True):
    """What the next scenario is opened with: its number, the finished game before it and that game's sheet (none before the
    first scenario)."""

    number: int
    opening: Opening
    before: Game | None = None
    sheet: dict[str, Any] | None = None


class Campaigns:
    """The use cases of campaigns. Every method raises the `Refusal`s of `domain/errors.py`."""

    def __init__(self, clerk: Clerk) -> None:
        self._clerk = clerk

    # -- reading -------------------------------------------------------------------------------------------------

    def campaign(self, id: str) -> Campaign:
        """A campaign as the store has it; raises `UnknownCampaign`."""
        campaign = fold_campaign(self._filed(id))
        assert campaign is not None
        return campaign

    def scenarios(self, id: str) -> tuple[Scenario, ...]:
        """The campaign's scenarios, oldest first, each with its game as it stands."""
        return read_scenarios(self._clerk, self.campaign(id))

    def sheet(self, id: str, number: int | None = None, at: int | None = None) -> Sheet:
        """The sheet of scenario `number` (default: the last) as it was after record `at` of its game (default: now)."""
        return read_sheet(self._clerk, self.campaign(id), number, at)

    def following(self, campaign: Campaign) -> Following:
        """What the next scenario would be opened with, as things stand. Raises `CampaignRefused` where there is none: the
        campaign is closed or at its end, the last game goes on, or the title does not go on from its sheet."""
        if campaign.closed:
            raise CampaignRefused(Text("This campaign is closed."))
        if campaign.complete:
            n = campaign.opened.scenarios
            raise CampaignRefused(
                Text("All {n} scenarios of this campaign were opened: there is no next one.", n=n),
            )
        before = self._finished(campaign)
        sheet = sheet_at(before) if before is not None else None
        opened, number = campaign.opened, len(campaign.scenarios) + 1
        opening = Opening(
            ruleset=opened.ruleset,
            catalog=opened.catalog,
            options={**opened.options, **find_rules(opened.ruleset).carry(sheet, number)},
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
        return Following(number, opening, before, sheet)

    # -- writing -------------------------------------------------------------------------------------------------

    def open(self, opening: Opening, actor: str, key: str, request: str = "", client_at: datetime | None = None) -> CampaignAnswer:
        """Open a campaign; its games are opened one after the other with `next`. The same request opens one campaign."""
        order = Order(game_id(actor, f"campaign\n{key}"), 0, actor, key, request, client_at)
        carried = find_rules(opening.ruleset).carry(None, FIRST)
        _leave_out(carried, opening)
        rules, catalog, setting = setting_for(replace(opening, options={**opening.options, **carried}), self._clerk.key_values)
        self._clerk.key_values.keep("catalog", catalog.sha256, catalog.data)
        body = CampaignOpened(
            **self._clerk.stamp(order),
            ruleset=rules.id,
            version=rules.version,
            catalog=catalog.sha256,
            options={name: value for name, value in plain(setting.options).items() if name not in carried},
            players=sum(seat.role == "player" for seat in setting.seat_specs),
            chance="table" if opening.chance == "table" else "sealed",
            undo=opening.undo,
            scenarios=rules.scenarios(setting.values),
            tags=opening.tags,
            seals=opening.seals,
        )
        filed = Filed.new(order.game, FIRST, body)
        try:
            self._clerk.events.put([filed])
        except IntegrityError:
            return self._again(order)
        return self._answer(filed)

    def next(self, order: Order, values: Values = (), sheet_of: tuple[str, int] | None = None) -> CampaignAnswer:
        """Open the next scenario from the sheet of the one before. `sheet_of` names the game and seq whose sheet is meant;
        it has to be the last one. `values` are what the table rolled for the set-up."""
        for attempt in count():
            campaign = self.campaign(order.game)
            if (order.actor, order.key) in campaign.keys:
                return self._again(order)
            if campaign.seq != order.seq:
                raise Stale(campaign.seq, order.seq, CAMPAIGN)
            found = self.following(campaign)
            _check_last(found.before, sheet_of)
            rows = self._rows(campaign, found, order, values, attempt)
            try:
                self._clerk.events.put(rows)
            except IntegrityError:
                continue  # the campaign went on, the finished game got a record, or the new one's id is taken: look again
            return self._answer(rows[0])
        raise AssertionError("counting does not end")

    def close(self, order: Order, reason: str = "") -> CampaignAnswer:
        """Write the campaign's last record."""
        campaign = self.campaign(order.game)
        if (order.actor, order.key) in campaign.keys:
            return self._again(order)
        if campaign.seq != order.seq:
            raise Stale(campaign.seq, order.seq, CAMPAIGN)
        if campaign.closed:
            raise CampaignRefused(Text("This campaign is closed already."))
        body = CampaignClosed(**self._clerk.stamp(order), reason=self._clerk.write_words(reason, "/reason"))
        filed = Filed.new(campaign.id, campaign.seq + 1, self._clerk.bound(body))
        try:
            self._clerk.events.put([filed])
        except IntegrityError:
            self._clerk.forget_words([filed], [one.state for one in self._filed(campaign.id)])
            return self.close(order, reason)  # it answers, or says that the campaign has gone on
        return self._answer(filed)

    # -- inside --------------------------------------------------------------------------------------------------

    def _filed(self, id: str) -> list[Filed]:
        """A campaign's records; raises `UnknownCampaign`."""
        if self._clerk.recorder.opened_as(id) != CampaignOpened.__name__:
            raise UnknownCampaign(id)
        return self._clerk.recorder.filed(id)

    def _finished(self, campaign: Campaign) -> Game | None:
        """The last scenario's game, which must be over and as it was recorded; none before the first scenario."""
        last = campaign.last
        if last is None:
            return None
        game = self._clerk.game(last.game)
        need_finished(game, last.number)
        return game

    def _rows(self, campaign: Campaign, found: Following, order: Order, values: Values, attempt: int) -> list[Filed]:
        """The records that open a scenario: the campaign's, the new game's, and the finished game's unless that is closed."""
        id = game_id(order.actor, f"scenario\n{campaign.id}\n{found.number}\n{attempt}")
        game = Order(id, 0, order.actor, order.key, order.request)
        opening = replace(found.opening, values=values)
        opened = open_record(opening, game, self._clerk.key_values, self._clerk.clock(), campaign.id, found.number)
        opened = with_links(opened, id, self._clerk.link_of)
        if order.actor != campaign.opened.actor:
            opened = replace(opened, owner=campaign.opened.actor)  # all games belong to the campaign's organiser
        before, stamp = found.before, self._clerk.stamp(order)
        if before is None or found.sheet is None:
            first = Filed.new(id, FIRST, opened)
            body = ScenarioOpened(**stamp, number=found.number, game=id, leaf=_leaf(first))
            return [Filed.new(campaign.id, campaign.seq + 1, body), first]
        digest = sheet_digest(found.sheet)
        first = Filed.new(id, FIRST, replace(opened, sheet=digest))
        body = ScenarioOpened(
            **stamp,
            number=found.number,
            game=id,
            from_game=before.id,
            from_seq=before.seq,
            sheet=digest,
            leaf=_leaf(first),
            from_leaf=base64_of(leaf_of(self._clerk.file(before.id), before.seq)),
        )
        rows = [Filed.new(campaign.id, campaign.seq + 1, body), first]
        if not before.closed:
            handed = SheetHandedOn(
                at=body.at, actor=order.actor, campaign=campaign.id, scenario=found.number, game=game.game, sheet=digest
            )
            rows.append(Filed.new(before.id, before.seq + 1, handed))
        return rows

    def _answer(self, filed: Filed, *, again: bool = False) -> CampaignAnswer:
        """The answer for a record: it follows from the records up to it, so that a retry reads the same."""
        then = fold_campaign(self._filed(filed.game)[: filed.seq])
        assert then is not None
        body: Record = filed.body
        game = self._clerk.game(body.game, FIRST) if isinstance(body, ScenarioOpened) else None
        return CampaignAnswer(filed, then, game, again)

    def _again(self, order: Order) -> CampaignAnswer:
        """The first answer to a request that was sent before."""
        rows = self._filed(order.game)
        filed = next((one for one in rows if made_by(one.body, order)), rows[0])
        if not (made_by(filed.body, order) and self._clerk.asked_for(filed.body, order)):
            raise KeyReused(order.key, filed.seq)
        return self._answer(filed, again=True)


def _leaf(first: Filed) -> str:
    """The leaf of a game's opening record, in base64."""
    return base64_of(RecordEntry.of(first.game, FIRST, NO_PREV, first.topic, first.state).leaf)


def _leave_out(carried: dict[str, Any], opening: Opening) -> None:
    """Refuse options that each scenario gets from the campaign: what is given would never be used."""
    for name in opening.options:
        if name in carried:
            raise BadRequest(
                f"/options/{name}",
                Text("The campaign sets {name} for each of its scenarios: leave it out.", name=name),
            )


def _check_last(before: Game | None, sheet_of: tuple[str, int] | None) -> None:
    """Refuse to go on from any sheet but the last one."""
    if sheet_of is None or (before is not None and sheet_of == (before.id, before.seq)):
        return
    if before is None:
        raise CampaignRefused(
            Text("No scenario was played yet: the first one opens without a sheet."),
        )
    raise CampaignRefused(
        Text(
            "This is not the campaign's last sheet: the next scenario opens from game {id} at record {seq}.",
            id=before.id,
            seq=before.seq,
        ),
    )
