"""The player's turn in the village: place a worker and use the building, take another worker and use his.

The solo text leaves this turn to the base game but for one thing: the building that the last scheme card forbids.
"""

from __future__ import annotations

from domain.games.raiders import facts as f
from domain.games.raiders.actions import Forgo, HireCrew, MakeOffering, PlaceWorker, TakeWorker, UseBuilding
from domain.games.raiders.board import RaidersBoard
from domain.games.raiders.field import PLAYER
from domain.games.raiders.hiring import hire, hire_refused
from domain.games.raiders.offerings import make_offering, offering_refused
from domain.games.raiders.people import BuildingBonus, ExtraAction, HireSaving
from domain.games.raiders.printed import Deal, Goods
from domain.games.raiders.trade import deal_refused, settle
from domain.games.raiders.turns import close
from domain.games.raiders.wording import BLOCKED, COLOURS, STANDARD
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Fact, Resolution, Verdict, illegal

Story = Resolution[RaidersBoard, Fact]


def actions_at(board: RaidersBoard, building: str) -> int:
    """How many actions a worker has there: one, and one more for each crew member that says so."""
    townsfolk = board.setting.values.townsfolk
    abilities = (townsfolk[card].crew for card in board.player.crew)
    return 1 + sum(isinstance(a, ExtraAction) and a.at == building for a in abilities)


# -- placing and taking -----------------------------------------------------------------------------------------------


def judge_place(board: RaidersBoard, action: PlaceWorker) -> Verdict:
    """A free building that is not forbidden and lets this colour in."""
    refused = _closed(board, action.building)
    if refused:
        return refused
    name = board.setting.label(action.building)
    if action.building in board.village:
        return illegal(
            "building-occupied",
            STANDARD,
            f"A worker stands on the {name.en} already.",
            f"Un Ouvrier occupe déjà ce bâtiment : {name.fr}.",
        )
    return worker_refused(board, action.building, board.player.worker) or LEGAL


def decide_place(course: Story, action: PlaceWorker, chance: Chance) -> None:
    """The worker stands there and may act."""
    board = course.board
    course.tell(f.WorkerPlaced(action.building, board.player.worker, actions_at(board, action.building)))


def judge_take(board: RaidersBoard, action: TakeWorker) -> Verdict:
    """A worker other than the one just placed, on a building that is not forbidden."""
    refused = _closed(board, action.building)
    if refused:
        return refused
    name = board.setting.label(action.building)
    if action.building == board.placed:
        return illegal(
            "worker-just-placed",
            STANDARD,
            f"You have just placed your worker on the {name.en}: take one from another building.",
            f"Vous venez d'y placer votre Ouvrier ({name.fr}) : récupérez-en un sur un autre bâtiment.",
        )
    if action.building not in board.village:
        return illegal("no-worker", STANDARD, f"No worker stands on the {name.en}.", f"Aucun Ouvrier sur ce bâtiment : {name.fr}.")
    return LEGAL


def decide_take(course: Story, action: TakeWorker, chance: Chance) -> None:
    """The worker comes to hand and may act where he stood."""
    board = course.board
    course.tell(f.WorkerTaken(action.building, board.village[action.building], actions_at(board, action.building)))


def _closed(board: RaidersBoard, building: str) -> Verdict | None:
    """Why nobody may be placed on or taken from a building, if so."""
    if building not in board.setting.values.buildings:
        return illegal(
            "unknown-building", STANDARD, f"No building is called {building}.", f"Aucun bâtiment n'a pour nom {building}."
        )
    if building == board.blocked:
        name = board.setting.label(building)
        return illegal(
            "building-blocked",
            BLOCKED,
            f"The opponent's scheme card forbids the {name.en} this turn: no worker may be placed there or taken from it.",
            f"La carte tactique interdit ce bâtiment pour ce tour ({name.fr}) : on n'y place ni n'y récupère aucun Ouvrier.",
        )
    return None


def worker_refused(board: RaidersBoard, building: str, colour: str) -> Verdict | None:
    """Why a worker of this colour may not act in a building, if so."""
    allowed = board.setting.values.buildings[building].workers
    if colour in allowed:
        return None
    name, is_ = board.setting.label(building), COLOURS[colour]
    need_en, need_fr = " or ".join(COLOURS[c].en for c in allowed), " ou ".join(COLOURS[c].fr for c in allowed)
    return illegal(
        "worker-colour",
        STANDARD,
        f"The {name.en} takes a {need_en} worker; this one is {is_.en}.",
        f"Ce bâtiment ({name.fr}) demande un Ouvrier {need_fr} ; celui-ci est {is_.fr}.",
    )


# -- using a building -------------------------------------------------------------------------------------------------


def bonus(board: RaidersBoard, deal: Deal) -> Goods:
    """What an exchange of the building in use gives, with what the crew adds to it."""
    total = dict(deal.gain.parts())
    for card in board.player.crew:
        ability = board.setting.values.townsfolk[card].crew
        if isinstance(ability, BuildingBonus) and ability.at == board.using:
            total = {name: n + getattr(ability.gain, name) for name, n in total.items()}
    return Goods(**total)


def judge_use(board: RaidersBoard, action: UseBuilding) -> Verdict:
    """An exchange that the building gives this worker and the player and the supply can afford."""
    deals = board.setting.values.buildings[board.using].deals
    name = board.setting.label(board.using)
    if action.deal > len(deals):
        return illegal(
            "no-such-deal",
            STANDARD,
            f"The {name.en} has {len(deals)} exchanges; there is no exchange {action.deal}.",
            f"Ce bâtiment ({name.fr}) offre {len(deals)} échanges ; il n'y a pas d'échange {action.deal}.",
        )
    deal = deals[action.deal - 1]
    if board.colour not in deal.workers:
        colour = COLOURS[board.colour]
        return illegal(
            "worker-colour",
            STANDARD,
            f"That exchange of the {name.en} is not for a {colour.en} worker.",
            f"Cet échange ({name.fr}) n'est pas pour un Ouvrier {colour.fr}.",
        )
    return deal_refused(board, deal.pay, bonus(board, deal)) or LEGAL


def decide_use(course: Story, action: UseBuilding, chance: Chance) -> None:
    """Pay, gain, and the action is done."""
    board = course.board
    deal = board.setting.values.buildings[board.using].deals[action.deal - 1]
    settle(course, deal.pay, bonus(board, deal))
    finish(course)


def judge_hire(board: RaidersBoard, action: HireCrew) -> Verdict:
    """At the Barracks: a card of the hand, its price, and a place in the crew."""
    if not board.setting.values.buildings[board.using].hires:
        return elsewhere(board, "hire crew", "recruter")
    return hire_refused(board, action.card, hire_price(board, action.card), action.instead_of) or LEGAL


def hire_price(board: RaidersBoard, card: str) -> int:
    """The printed cost less what the crew saves; a card may come to cost nothing."""
    townsfolk = board.setting.values.townsfolk
    abilities = (townsfolk[member].crew for member in board.player.crew)
    saved = sum(a.silver for a in abilities if isinstance(a, HireSaving))
    return max(0, townsfolk[card].cost - saved) if card in townsfolk else 0


def decide_hire(course: Story, action: HireCrew, chance: Chance) -> None:
    """The card is crew."""
    hire(course, action.card, hire_price(course.board, action.card), action.instead_of)
    finish(course)


def judge_offering(board: RaidersBoard, action: MakeOffering) -> Verdict:
    """At the Long House: a face-up tile that the player can pay."""
    if not board.setting.values.buildings[board.using].offers:
        return elsewhere(board, "make an offering", "faire une Offrande")
    return offering_refused(board, action.offering, Goods()) or LEGAL


def decide_offering(course: Story, action: MakeOffering, chance: Chance) -> None:
    """The tile is the player's and the next one is shown."""
    make_offering(course, PLAYER, action.offering, Goods(), chance)
    finish(course)


def decide_forgo(course: Story, action: Forgo, chance: Chance) -> None:
    """The worker stands there and nothing comes of it."""
    course.tell(f.ActionForgone(course.board.using))
    close(course)


def elsewhere(board: RaidersBoard, en: str, fr: str) -> Verdict:
    """The verdict on an action that another building gives."""
    name = board.setting.label(board.using)
    return illegal("wrong-building", STANDARD, f"The {name.en} is not the place to {en}.", f"On ne peut pas {fr} ici : {name.fr}.")


def finish(course: Story) -> None:
    """One action of the building is done; the turn closes with the second half."""
    course.tell(f.BuildingUsed(course.board.using))
    close(course)
