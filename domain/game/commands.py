"""The clerk's commands and answers, and how an opening becomes the opening record of a game."""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any

from msgspec import Meta, Struct, to_builtins
from msgspec.structs import replace

from domain.game.aggregate.clocks import first_clock_reading
from domain.game.aggregate.game import Game, evolve_all, fingerprint
from domain.game.names import checked_name
from domain.game.record.records import (
    POLICIES,
    UMPIRE,
    AnyChance,
    ChanceMode,
    ClockReading,
    GameOpened,
    SeatInfo,
    UndoPolicy,
)
from domain.game.refusals import RollsNeeded, RollsRefused, UnknownCatalog
from domain.game.store.catalogs import stored_catalog
from domain.kernel.ids import id_from
from domain.kernel.key_values import KeyValueStore
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text, joined
from domain.kernel.writer import Order, Stamp, WriteResult
from domain.titles import registry
from domain.titles.codec import encode_facts
from domain.titles.contract.catalogs.catalog import Catalog, CatalogError
from domain.titles.contract.chance import (
    Ask,
    BadValues,
    Chance,
    ChanceNeeded,
    DealtChance,
    Roll,
    SealedChance,
    TableChance,
    Values,
    deal_commitment,
    dice_key,
    new_seed,
    seed_commitment,
)
from domain.titles.contract.ruleset import (
    Action,
    AnyRuleset,
    BadOpening,
    Board,
    Fact,
    Setting,
    Verdict,
    kebab,
    open_setting,
)
from domain.titles.contract.time_control import TimeControl, time_control_fault

__all__ = ["ActionAnswer", "Answer", "DealtOpening", "Opening", "Order", "Trial"]


class Opening(Struct, frozen=True, kw_only=True):
    """A request to open a game; every field but the ruleset has a default."""

    ruleset: str
    catalog: str = "default"
    options: dict[str, Any] = {}
    players: int | None = None
    chance: ChanceMode = "sealed"
    undo: UndoPolicy = "free"
    values: Values = ()
    tags: Annotated[tuple[str, ...], Meta(max_length=32)] = ()
    public: bool = False
    seals: bool = False
    time_control: TimeControl | None = None
    name: str = ""

    @property
    def source(self) -> AnyChance:
        """The source of the dice, as the opening record names it."""
        return self.chance


class DealtOpening(Opening, frozen=True, kw_only=True):
    """The opening of a game in a duplicate challenge. All games of the challenge draw from one
    `deal`."""

    deal: bytes

    @property
    def source(self) -> AnyChance:
        return "duplicate"


Answer = WriteResult[Game]


class ActionAnswer(Answer, frozen=True):
    """The answer to an action. `facts` are its facts, or None if an earlier request had recorded
    it."""

    facts: tuple[Fact, ...] | None = None


class Trial(Struct, frozen=True):
    """The result of a dry run of an action: its verdict and, if it is legal, its facts, rolls and
    board, or `asks`: what has to be rolled first.

    A trial does not use sealed dice, and shows nothing that the action would reveal. `covered`: it
    would reveal something, so that facts and board are shown only once it is recorded."""

    seat: str
    action: Action
    verdict: Verdict
    facts: tuple[Fact, ...] = ()
    rolls: tuple[Roll, ...] = ()
    board: Board | None = None
    asks: tuple[Ask, ...] = ()
    covered: bool = False


def game_id(actor: str, key: str) -> str:
    """The id of the game that a request opens: 12 characters of a hash of its actor and idempotency
    key, so that a repeated request finds its game after any crash."""
    return id_from(hashlib.sha256(f"greffe/game@v1\n{actor}\n{key}".encode()).digest())


def rematch_id(game: str) -> str:
    """The id of a game's rematch. It does not depend on the person who opens it."""
    return game_id("", f"again\n{game}")


def rematch_opening(game: Game) -> Opening:
    """The opening for a game's rematch. If the game's dice were those of a duplicate challenge, the
    rematch has sealed dice."""
    opened = game.opened
    return Opening(
        ruleset=opened.ruleset,
        catalog=opened.catalog,
        options=opened.options,
        players=len(game.player_seats),
        chance="sealed" if opened.chance == "duplicate" else opened.chance,
        undo=opened.undo,
        public=game.listing.public,
        tags=game.listing.tags,
        name=game.typed_name,
        seals=bool(opened.seals),
        time_control=opened.time_control,
    )


def find_rules(id: str) -> AnyRuleset:
    """The newest version of a title's rules. Raises `BadRequest`."""
    try:
        return registry.ruleset(id)
    except registry.UnknownRuleset:
        titles = ", ".join(registry.ids())
        raise BadRequest(
            "/ruleset", Text("There is no ruleset {id}: there are {titles}.", id=id, titles=titles)
        ) from None


def find_catalog(rules: AnyRuleset, name: str, key_values: KeyValueStore) -> Catalog:
    """The catalog of the title with this `name`, or any catalog with this SHA-256. Raises
    `BadRequest`, `CatalogDamaged`."""
    for own, catalog in rules.catalogs().items():
        if name in (own, catalog.sha256):
            return catalog
    with suppress(UnknownCatalog):
        return stored_catalog(key_values, name)
    names = ", ".join(rules.catalogs())
    raise BadRequest(
        "/catalog",
        Text(
            "There is no catalog {name} for {id}: there are {names}, or a catalog's SHA-256.",
            name=name,
            id=rules.id,
            names=names,
        ),
    )


def open_record(
    opening: Opening,
    order: Order,
    key_values: KeyValueStore,
    stamp: Stamp,
    campaign: str = "",
    scenario: int = 0,
) -> GameOpened:
    """The opening record of the game `order.stream`. Stores the game's catalog, and its seed or
    deal, in the key-value store first. `stamp` gives the record its times.

    Raises `BadRequest` for options that the title does not have, and `RollsNeeded` or
    `RollsRefused` for table dice.
    """
    rules, catalog, setting = setting_for(opening, key_values)
    chance, commitment = _new_dice(opening, order.stream, key_values)
    blank = rules.blank(setting)
    try:
        facts = rules.setup(blank, chance)
        chance.check_all_used()
    except ChanceNeeded as e:
        raise RollsNeeded(e.asks, e.given) from None
    except BadValues as e:
        raise RollsRefused(e.text) from None
    key_values.keep("catalog", catalog.sha256, catalog.data)
    board = evolve_all(rules, blank, facts)
    return GameOpened(
        at=stamp["at"],
        clock=stamp["clock"],
        actor=order.actor,
        key=order.key,
        request=order.request,
        client_at=order.client_at,
        ruleset=rules.id,
        version=rules.version,
        catalog=catalog.sha256,
        options=to_builtins(setting.options),
        seats=tuple(SeatInfo(s.id, s.role) for s in setting.seat_specs),
        chance=opening.source,
        commitment=commitment,
        undo=opening.undo,
        facts=encode_facts(facts),
        rolls=tuple(chance.rolls),
        board=fingerprint(rules, board),
        tags=opening.tags,
        public=opening.public,
        seals=tuple(kebab(kind.__name__) for kind in rules.secret_types) if opening.seals else (),
        campaign=campaign,
        scenario=scenario,
        time_control=opening.time_control,
        name=checked_name(opening.name),
        clock_reading=_first_clocks(opening.time_control, setting),
    )


def _first_clocks(control: TimeControl | None, setting: Setting) -> ClockReading | None:
    """The clocks of the players' seats before the first action; None without a time control. Raises
    `BadRequest` for a time control that contradicts itself."""
    if control is None:
        return None
    wrong = time_control_fault(control)
    if wrong is not None:
        raise BadRequest(f"/time_control{wrong[0]}", wrong[1])
    return first_clock_reading(
        control, tuple(spec.id for spec in setting.seat_specs if spec.role == "player")
    )


def with_link_ids(opened: GameOpened, game: str, link_of: Callable[[str, str], str]) -> GameOpened:
    """Add the ids of the links that the players' seats and the arbiter get."""
    seats = tuple(
        replace(seat, link=link_of(game, seat.id)) if seat.role == "player" else seat
        for seat in opened.seats
    )
    return replace(opened, seats=seats, arbiter=link_of(game, UMPIRE))


def setting_for(opening: Opening, key_values: KeyValueStore) -> tuple[AnyRuleset, Catalog, Setting]:
    """The rules, catalog and setting that an opening asks for. Raises `BadRequest` with the pointer
    of the faulty field."""
    rules = find_rules(opening.ruleset)
    catalog = find_catalog(rules, opening.catalog, key_values)
    return rules, catalog, setting_under(opening, rules, catalog)


def setting_under(opening: Opening, rules: AnyRuleset, catalog: Catalog) -> Setting:
    """The setting that an opening asks for, under given rules and catalog. Raises `BadRequest` with
    the pointer of the faulty field."""
    if opening.seals and not rules.secret_types:
        raise BadRequest(
            "/seals",
            Text("Nothing is chosen in secret in this title: open the game without seals."),
        )
    if opening.undo not in POLICIES:
        raise BadRequest(
            "/undo",
            Text(
                "The undo policy {undo} is not offered: choose {policies}.",
                undo=opening.undo,
                policies=joined(POLICIES, Text(" or ")),
            ),
        )
    try:
        return open_setting(rules, catalog, opening.options, opening.players)
    except BadOpening as e:
        raise BadRequest(e.pointer, e.text) from None
    except CatalogError as e:
        raise BadRequest(
            "/catalog", Text("The catalog cannot be used: {text}.", text=e.text)
        ) from None


def _new_dice(opening: Opening, game: str, key_values: KeyValueStore) -> tuple[Chance, str]:
    """The dice of a new game and the commitment to their seed or deal; the commitment is empty for
    table dice. Stores the seed or deal."""
    if isinstance(opening, DealtOpening):
        commitment = deal_commitment(opening.deal)
        return DealtChance(key_values.keep("deal", commitment, opening.deal), {}), commitment
    if opening.chance == "table":
        return TableChance(opening.values), ""
    if opening.values:
        raise BadRequest(
            "/values",
            Text(
                "This game draws its own dice: leave the table values out, or open it with table "
                "dice."
            ),
        )
    seed = key_values.keep("seed", game, new_seed())
    return SealedChance(dice_key(seed, game)), seed_commitment(seed, game)
