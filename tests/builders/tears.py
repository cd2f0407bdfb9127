"""Positions for tests: two small decks whose cards are named after what is printed on them,
drawn-up armies, and the results of actions. Uses no store.

`foot-3` is a unit that costs 3, `bow-2` a ranged one with Range 2, `horse-2` cavalry. The player is
the Norman unless a test says otherwise; his cards have the same names with `my-` before them."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.contract.chance import Value
from domain.titles.contract.ruleset import Action, Fact
from domain.titles.tears import RULES, actions as a
from domain.titles.tears.board import Army, Board, EnemyTurn, InPlay, Wedge, space_at
from tests.builders.rules import Rules

_rules = Rules(RULES)

Space = tuple[int, int]
"""A wedge and a line."""


def _ability(do: str, amount: int = 1, **more: Any) -> dict[str, Any]:
    return {"do": do, "amount": amount, **more}


_IGNORED = ("agile", "movement", "family", "leader", "discount", "scholar", "draw", "reaction")


_CARDS: list[tuple[str, str, int, dict[str, Any]]] = [
    *(
        card
        for cost in range(6)
        for card in (
            *(
                (f"foot-{cost}{twin}", "unit", cost, {"might": cost, "health": 3})
                for twin in ("", "b", "c")
            ),
            (f"bow-{cost}", "unit", cost, {"ranged": max(cost, 1), "health": 3}),
            (f"horse-{cost}", "unit", cost, {"cavalry": True, "health": 3}),
        )
    ),
    ("bow-2b", "unit", 2, {"ranged": 2, "health": 3}),
    ("rich-1", "unit", 1, {"resource": 1, "health": 3}),
    ("rich-2", "character", 2, {"resource": 2, "health": 3}),
    ("tough-1", "unit", 1, {}),
    ("noble-1", "character", 1, {"health": 3, "actions": [_ability("damage", 1)]}),
    ("volley-1", "unit", 1, {"health": 3, "actions": [_ability("volley", 2)]}),
    ("snare-1", "unit", 1, {"health": 3, "actions": [_ability("exhaust")]}),
    ("sage-1", "character", 1, {"health": 3, "actions": [_ability("table")]}),
    *(
        (f"{word}-1", "unit", 1, {"health": 3, "actions": [_ability("damage", 5, keyword=word)]})
        for word in _IGNORED
    ),
    (
        "stated-1",
        "unit",
        1,
        {"health": 3, "actions": [_ability("damage", 2, keyword="agile", enemy=True)]},
    ),
    (
        "solo-1",
        "character",
        1,
        {"health": 3, "actions": [_ability("damage", 5)], "solo": _ability("exhaust")},
    ),
    ("strike-1", "event", 1, {"actions": [_ability("damage", 2)]}),
    (
        "choice-1",
        "event",
        1,
        {"actions": [_ability("damage", 1), _ability("exhaust"), _ability("ready")]},
    ),
    ("wake-1", "event", 1, {"actions": [_ability("ready")]}),
    ("lecture-1", "event", 1, {"actions": [_ability("draw", 2, keyword="draw")]}),
    ("told-1", "event", 1, {"actions": [_ability("table")]}),
    (
        "tales-1",
        "event",
        1,
        {"actions": [_ability("table"), _ability("damage", 1), _ability("table")]},
    ),
    ("cheap-0", "event", 0, {"actions": [_ability("discount", 1)]}),
    ("cheap-1", "event", 1, {"actions": [_ability("discount", 2)]}),
    ("plan-1", "tactic", 1, {"resource": 1}),
    ("ruse-1", "tactic", 1, {"actions": [_ability("exhaust")]}),
    ("banner-1", "attachment", 1, {"resource": 1}),
    ("sword-1", "attachment", 1, {"might": 2, "actions": [_ability("damage", 1)]}),
]


def _deck(prefix: str) -> list[dict[str, Any]]:
    return [
        {"id": prefix + id, "name": {"en": prefix + id, "fr": prefix + id}}
        | {"kind": kind, "cost": cost, **more}
        for id, kind, cost, more in _CARDS
    ]


def catalog_document() -> dict[str, Any]:
    """The default catalog with the test decks, as plain data that a test may change."""

    def with_decks(values: dict[str, Any]) -> None:
        for faction, prefix in (("saxon", ""), ("norman", "my-")):
            side = values["factions"][faction]
            side["deck"] = [c for c in side["deck"] if c["id"] in side["start"]] + _deck(prefix)

    document: dict[str, Any] = json.loads(_rules.catalog(with_decks).data)
    return document


CATALOG = Catalog(json.dumps(catalog_document()).encode())


def fresh(catalog: Catalog = CATALOG, **options: Any) -> Board:
    return _rules.blank(catalog, options=options)


def opened(hand: Sequence[str] | None = None, **options: Any) -> Board:
    """The game after set-up, with the player's leader not yet placed. `hand` is the player's first
    hand, else the top cards of the deck."""
    board = fresh(**options)
    cards = list(hand or board.player.deck[:4])
    return _rules.set_up(board, *([cards] if board.player.deck else []))


def started(drawn: Sequence[str] | None = None, **options: Any) -> Board:
    """The player's first turn of round 1: the leader is in wedge 2, line 3, and the player kept two
    of the drawn cards."""
    board = opened(**options)
    cards = list(drawn or board.player.deck[:4])
    board = do(board, a.PlaceLeader(2, 3), cards).board
    return do(board, a.Prepare(tuple(cards[:2]))).board if board.question else board


def table(
    mine: Mapping[Space, str | InPlay] | None = None,
    theirs: Mapping[Space, str | InPlay] | None = None,
    round: int = 9,
    hand: Sequence[str] = (),
    deck: Sequence[str] | None = None,
    discard: Sequence[str] = (),
    turned: Sequence[str] = (),
    reserve: Sequence[str] = (),
    objectives: tuple[int, int] = (0, 0),
    wedges: Sequence[Wedge] = (Wedge(), Wedge(), Wedge()),
    **options: Any,
) -> Board:
    """A position in the middle of a deployment, with the player to act. Leaders are in wedge 2,
    line 3, unless `mine` or `theirs` places them elsewhere. `deck`, `discard`, `turned` and
    `reserve` are the Enemy's; `objectives` are how many the player and the Enemy have destroyed."""
    board = fresh(**options)
    player = _army(
        board.player, mine or {}, board.setting.values.factions[board.player.faction].leader.id
    )
    enemy = _army(
        board.enemy, theirs or {}, board.setting.values.factions[board.enemy.faction].leader.id
    )
    gone = {
        *hand,
        *(s.card for side in (player, enemy) for s in side.spaces if s),
        *discard,
        *turned,
        *reserve,
    }
    left = tuple(c for c in enemy.deck if c not in gone) if deck is None else tuple(deck)
    return replace(
        board,
        player=replace(player, hand=tuple(hand), deck=tuple(c for c in player.deck if c not in gone), objective=objectives[0]),
        enemy=replace(
            enemy, deck=left, discard=tuple(discard), turned=tuple(turned), objective=objectives[1],
            reserve=tuple(InPlay(c) for c in reserve),
        ),
        wedges=tuple(wedges), round=round, marker=round - 1, phase="deployment",
    )  # fmt: skip


def _army(side: Army, cards: Mapping[Space, str | InPlay], leader: str) -> Army:
    spaces: list[InPlay | None] = [None] * 9
    for (wedge, line), card in cards.items():
        spaces[space_at(wedge, line)] = InPlay(card) if isinstance(card, str) else card
    if not any(s and s.card == leader for s in spaces):
        spaces[space_at(2, 3)] = InPlay(leader)
    return replace(side, spaces=tuple(spaces), hand=())


def full_battlefield(
    others: Mapping[Space, str | InPlay] | None = None,
) -> dict[Space, str | InPlay]:
    """The Enemy's cards by space, for a full battlefield: those of `others` on their spaces, and
    expensive cards on the rest. Wedge 2, line 3 is left to the leader."""
    spaces = [(wedge, line) for line in (1, 2, 3) for wedge in (1, 2, 3) if (wedge, line) != (2, 3)]
    filled: dict[Space, str | InPlay] = dict(zip(spaces, DEAR, strict=True))
    return filled | dict(others or {})


DEAR = ("foot-5", "foot-5b", "foot-5c", "foot-4", "foot-4b", "foot-4c", "horse-5", "horse-4")
"""Eight cards of cost 4 and 5 that are neither ranged nor leaders."""


class ActionResult(NamedTuple):
    facts: tuple[Fact, ...]
    board: Board

    def all(self, kind: type[Fact]) -> list[Any]:
        return [fact for fact in self.facts if type(fact) is kind]

    def only(self, kind: type[Fact]) -> Any:
        facts = self.all(kind)
        assert len(facts) == 1, facts
        return facts[0]


def do(
    board: Board, action: Action, *values: Value | Sequence[Value], seat: str = "player"
) -> ActionResult:
    """Take a legal action. `values`: for each of its rolls and draws, in order, the list of
    results; a single result needs no list."""
    made, facts = _rules.outcome_of(
        board, seat, action, *([v] if isinstance(v, (str, int)) else list(v) for v in values)
    )
    return ActionResult(facts, made)


def refused(board: Board, action: Action, code: str, seat: str = "player") -> None:
    """Fail unless the action is judged illegal with this code."""
    assert _rules.refused(board, seat, action).code == code


def enemy_turn(board: Board, *drawn: str, passing: bool = False) -> ActionResult:
    """Take the Enemy's turn on a board. `passing`: the player has passed in this deployment.
    `drawn` are the cards that the Enemy draws."""
    return do(replace(board, turn=EnemyTurn(passing=passing)), a.TakeTurn(), *drawn, seat="enemy")


def choose(done: ActionResult, option: str | int, *values: Value) -> ActionResult:
    return do(done.board, a.Choose(str(option)), *values)


def at(board: Board, seat: str, wedge: int, line: int) -> str | None:
    stands = (board.player if seat == "player" else board.enemy).spaces[space_at(wedge, line)]
    return stands.card if stands else None


def card_of(board: Board, seat: str, id: str) -> InPlay:
    side = board.player if seat == "player" else board.enemy
    return next(s for s in (*side.spaces, *side.reserve) if s and s.card == id)
