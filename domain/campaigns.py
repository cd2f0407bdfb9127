"""Campaign use cases: open one, go on to the next scenario, read the sheets."""

from __future__ import annotations

from typing import Any

from eventsourcing.persistence import IntegrityError
from msgspec import Struct
from msgspec.structs import replace

from domain.campaign import Campaign, fold_campaign, sheet_digest
from domain.clerk import Clerk
from domain.diff import Change, changes
from domain.errors import BadRequest, CampaignRefused, KeyReused, Stale, UnknownCampaign
from domain.filed import Filed
from domain.game import Game, plain
from domain.openings import find_rules, game_id, open_record, setting_for
from domain.orders import Opening, Order
from domain.record import FIRST, CampaignClosed, CampaignOpened, Record, ScenarioOpened


class CampaignAnswer(Struct, frozen=True):
    """What a write came to: the record and the campaign after it; for a new scenario, its game."""

    filed: Filed
    campaign: Campaign
    game: Game | None = None
    again: bool = False


class Sheet(Struct, frozen=True):
    """What one scenario's game has on the sheet at a seq. `stands` tells whether the next scenario, if there is one, was
    opened from just this sheet; `change` is what is different from the sheet it was opened from itself."""

    number: int
    game: str
    at: int
    final: bool
    stands: bool
    sheet: dict[str, Any]
    change: list[Change]


class Campaigns:
    """The clerk's use cases for campaigns. Every method raises the `Refusal`s of `domain/errors.py`."""

    def __init__(self, clerk: Clerk) -> None:
        self._clerk = clerk

    def campaign(self, id: str) -> Campaign:
        """A campaign as the store has it; raises `UnknownCampaign`."""
        rows = list(self._clerk.events.get(id))
        if not rows or rows[0].topic != CampaignOpened.__name__:  # type: ignore[attr-defined]
            raise UnknownCampaign(id)
        campaign = fold_campaign(rows)  # type: ignore[arg-type]  # the mapper makes filed records of all rows
        assert campaign is not None
        return campaign

    def open(self, opening: Opening, actor: str, key: str, request: str = "") -> CampaignAnswer:
        """Open a campaign; its games are opened one after the other with `next`. The same request opens one campaign."""
        order = Order(game_id(actor, f"campaign\n{key}"), 0, actor, key, request)
        options = {**opening.options, **find_rules(opening.ruleset).carry(None, FIRST)}
        rules, catalog, setting = setting_for(replace(opening, options=options), self._clerk.drawer)
        self._clerk.drawer.keep("catalog", catalog.sha256, catalog.data)
        body = CampaignOpened(
            **self._clerk.stamp(order),
            ruleset=rules.id,
            version=rules.version,
            catalog=catalog.sha256,
            options=dict(opening.options),
            players=opening.players,
            chance=opening.chance,
            undo=opening.undo,
            scenarios=rules.scenarios(setting.values),
            tags=opening.tags,
        )
        filed = Filed.new(order.game, FIRST, body)
        try:
            self._clerk.events.put([filed])
        except IntegrityError:
            return self._again(order)
        return CampaignAnswer(filed, self.campaign(order.game))

    def next(self, order: Order, values: Any = (), sheet_of: tuple[str, int] | None = None) -> CampaignAnswer:
        """Open the next scenario from the sheet of the one before. `sheet_of` names the game and seq whose sheet is meant;
        it has to be the last one. The campaign's record and the new game's are stored together or not at all."""
        campaign = self.campaign(order.game)
        if order.key in campaign.keys:
            return self._again(order)
        self._may_go_on(campaign, order)
        before = self._finished(campaign, sheet_of)
        number = len(campaign.scenarios) + 1
        sheet = before.rules.sheet(before.board) if before is not None else None
        opened = campaign.opened
        opening = Opening(
            ruleset=opened.ruleset,
            catalog=opened.catalog,
            options={**opened.options, **find_rules(opened.ruleset).carry(sheet, number)},
            players=opened.players,
            chance=opened.chance,
            undo=opened.undo,
            values=tuple(tuple(v) for v in values),
            tags=opened.tags,
        )
        game = Order(game_id(order.actor, f"scenario\n{campaign.id}\n{number}"), 0, order.actor, order.key, order.request)
        record = open_record(opening, game, self._clerk.drawer, self._clerk.clock(), campaign.id, number)
        body = ScenarioOpened(
            **self._clerk.stamp(order),
            number=number,
            game=game.game,
            from_game=before.id if before is not None else "",
            from_seq=before.seq if before is not None else 0,
            sheet=sheet_digest(sheet) if sheet is not None else "",
        )
        return self._write(order, body, Filed.new(game.game, FIRST, record))

    def close(self, order: Order, reason: str = "") -> CampaignAnswer:
        """Write the campaign's last record."""
        campaign = self.campaign(order.game)
        if order.key in campaign.keys:
            return self._again(order)
        self._may_go_on(campaign, order, closing=True)
        return self._write(order, CampaignClosed(**self._clerk.stamp(order), reason=self._clerk.write_words(reason)))

    def sheet(self, id: str, number: int | None = None, at: int | None = None) -> Sheet:
        """The sheet of scenario `number` (default: the last) as it was after record `at` of its game (default: now)."""
        campaign = self.campaign(id)
        number = len(campaign.scenarios) or 1 if number is None else number
        if not 1 <= number <= len(campaign.scenarios):
            raise BadRequest(
                "/scenario",
                f"There is no scenario {number}: this campaign has opened {len(campaign.scenarios)}.",
                f"Il n'y a pas de scénario {number} : cette campagne en a ouvert {len(campaign.scenarios)}.",
            )
        scenario = campaign.scenarios[number - 1]
        game = self._clerk.game(scenario.game, at)
        sheet = game.rules.sheet(game.board)
        follows = campaign.scenarios[number] if number < len(campaign.scenarios) else None
        return Sheet(
            number,
            game.id,
            game.seq,
            game.status != "open",
            follows is None or follows.sheet == sheet_digest(sheet),
            sheet,
            changes(self._opened_from(scenario), plain(sheet)),
        )

    def _opened_from(self, scenario: ScenarioOpened) -> Any:
        if not scenario.from_game:
            return {}
        before = self._clerk.game(scenario.from_game, scenario.from_seq)
        return plain(before.rules.sheet(before.board))

    def _may_go_on(self, campaign: Campaign, order: Order, *, closing: bool = False) -> None:
        if campaign.seq != order.seq:
            raise Stale(campaign.seq, order.seq)
        if campaign.closed:
            raise CampaignRefused("This campaign is closed.", "Cette campagne est close.")
        if campaign.complete and not closing:
            n = campaign.opened.scenarios
            raise CampaignRefused(
                f"All {n} scenarios of this campaign were opened: there is no next one.",
                f"Les {n} scénarios de cette campagne ont été ouverts : il n'y en a pas d'autre.",
            )

    def _finished(self, campaign: Campaign, sheet_of: tuple[str, int] | None) -> Game | None:
        """The last scenario's game as it stands, which must be over; none before the first scenario."""
        last = campaign.last
        if last is None:
            if sheet_of is not None:
                raise _not_the_last("none yet", "aucune encore")
            return None
        game = self._clerk.game(last.game)
        if game.status == "open":
            raise CampaignRefused(
                f"Scenario {last.number} (game {game.id}) is still being played: finish it first.",
                f"Le scénario {last.number} (partie {game.id}) est encore en cours : terminez-le d'abord.",
            )
        if sheet_of is not None and sheet_of != (game.id, game.seq):
            raise _not_the_last(f"game {game.id} at record {game.seq}", f"partie {game.id} à l'écriture {game.seq}")
        return game

    def _write(self, order: Order, body: Record, *beside: Filed) -> CampaignAnswer:
        filed = Filed.new(order.game, order.seq + 1, body)
        try:
            self._clerk.events.put([filed, *beside])
        except IntegrityError:
            campaign = self.campaign(order.game)
            if order.key in campaign.keys:
                return self._again(order)
            raise Stale(campaign.seq, order.seq) from None
        campaign = self.campaign(order.game)
        return CampaignAnswer(filed, campaign, self._clerk.game(beside[0].game) if beside else None)

    def _again(self, order: Order) -> CampaignAnswer:
        """The first answer to a request that was sent before."""
        campaign = self.campaign(order.game)
        rows = list(self._clerk.events.get(order.game))
        seq = campaign.keys.get(order.key, FIRST)
        filed: Any = rows[seq - 1]
        if filed.body.request != order.request or filed.body.key != order.key:
            raise KeyReused(order.key, seq)
        then = fold_campaign(rows[:seq])  # type: ignore[arg-type]
        assert then is not None
        game = self._clerk.game(filed.body.game, FIRST) if isinstance(filed.body, ScenarioOpened) else None
        return CampaignAnswer(filed, then, game, again=True)


def _not_the_last(en: str, fr: str) -> CampaignRefused:
    return CampaignRefused(
        f"This is not the campaign's last sheet: the next scenario opens from {en}.",
        f"Ce n'est pas la dernière feuille de la campagne : le scénario suivant s'ouvre depuis {fr}.",
    )
