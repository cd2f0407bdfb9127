"""The player's raid, as the base game has it: worker, crew, provisions and gold; strength and dice for points; then the plunder,
the Valkyries' due, and the worker that stood there."""

from __future__ import annotations

from collections import Counter

from domain.games.raiders import facts as f
from domain.games.raiders.actions import Forgo, LoseCrew, Raid, Reroll
from domain.games.raiders.board import Assault, RaidersBoard, space_id
from domain.games.raiders.people import RaidPoints, RaidSaving, RaidStrength, StrengthPer, WhenKilled
from domain.games.raiders.people import Reroll as RerollAbility
from domain.games.raiders.printed import Goods, Site
from domain.games.raiders.trade import cannot_pay
from domain.games.raiders.turns import close
from domain.games.raiders.wording import COLOURS, STANDARD, goods, names
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Fact, Resolution, Verdict, illegal
from domain.rules.text import Text

Story = Resolution[RaidersBoard, Fact]

# -- going --------------------------------------------------------------------------------------------------------------


def judge_raid(board: RaidersBoard, action: Raid) -> Verdict:
    """Plunder on the space, the right worker, enough crew, provisions and gold."""
    site = board.setting.values.sites.get(action.site)
    if site is None:
        return illegal("unknown-site", STANDARD, f"No site is called {action.site}.", f"Aucun lieu n'a pour nom {action.site}.")
    name = board.setting.label(action.site)
    if action.space > len(site.spaces):
        return illegal(
            "unknown-space",
            STANDARD,
            f"{name.en} has {len(site.spaces)} spaces; there is no space {action.space}.",
            f"Ce lieu ({name.fr}) a {len(site.spaces)} emplacements ; il n'y a pas d'emplacement {action.space}.",
        )
    if not board.spaces[space_id(action.site, action.space)].plunder:
        return illegal(
            "no-plunder",
            STANDARD,
            f"No plunder is left on {name.en}, space {action.space}.",
            f"Plus de Butin à cet emplacement : {name.fr}, {action.space}.",
        )
    return _unready(board, site, name) or cannot_pay(board, raid_cost(board, site)) or LEGAL


def _unready(board: RaidersBoard, site: Site, name: Text) -> Verdict | None:
    """Why the worker or the crew will not do for a site, if so."""
    if board.player.worker not in site.workers:
        colour = COLOURS[board.player.worker]
        need_en, need_fr = " or ".join(COLOURS[c].en for c in site.workers), " ou ".join(COLOURS[c].fr for c in site.workers)
        return illegal(
            "worker-colour",
            STANDARD,
            f"Raiding {name.en} takes a {need_en} worker; yours is {colour.en}.",
            f"Ce pillage ({name.fr}) demande un Ouvrier {need_fr} ; le vôtre est {colour.fr}.",
        )
    crew = len(board.player.crew)
    if crew < site.crew:
        return illegal(
            "crew-too-small",
            STANDARD,
            f"Raiding {name.en} takes {site.crew} crew; you have {crew}.",
            f"Ce pillage ({name.fr}) demande {site.crew} membres d'Équipage ; vous en avez {crew}.",
        )
    return None


def raid_cost(board: RaidersBoard, site: Site) -> Goods:
    """Provisions and gold for a raid, less what the crew saves there."""
    provisions, gold = site.provisions, site.gold
    for card in board.player.crew:
        ability = board.setting.values.townsfolk[card].crew
        if isinstance(ability, RaidSaving) and ability.at == site.kind:
            provisions, gold = provisions - ability.provisions, gold - ability.gold
    return Goods(provisions=max(0, provisions), gold=max(0, gold))


def price(board: RaidersBoard, action: Raid) -> Text | None:
    """What a raid costs whose dice say the rest; of one without dice its facts say it."""
    site = board.setting.values.sites[action.site]
    cost = goods(raid_cost(board, site))
    return Text(f"costs {cost.en}", f"coûte {cost.fr}") if site.dice else None


def decide_raid(course: Story, action: Raid, chance: Chance) -> None:
    """Pay, roll; fight at once unless a die may be rolled again."""
    board = course.board
    site, values = board.setting.values.sites[action.site], board.setting.values
    cost = raid_cost(board, site)
    course.tell(f.RaidLaunched(space_id(action.site, action.space), board.player.worker, cost.provisions, cost.gold))
    if site.dice:
        rolled = chance.dice("raid", Text("raid dice", "dés du pillage"), site.dice, values.dice_faces)
        abilities = (values.townsfolk[card].crew for card in board.player.crew)
        rerolls = sum(a.dice for a in abilities if isinstance(a, RerollAbility))
        course.tell(f.DiceRolled(tuple(int(v) for v in rolled), rerolls))
    if course.board.stage != "reroll":
        _fight(course)


# -- rolling again ------------------------------------------------------------------------------------------------------


def judge_reroll(board: RaidersBoard, action: Reroll) -> Verdict:
    """One of the dice on the table."""
    dice = assault(board).dice
    if action.die <= len(dice):
        return LEGAL
    return illegal(
        "no-such-die",
        STANDARD,
        f"{len(dice)} dice were rolled; there is no die {action.die}.",
        f"{len(dice)} dés ont été lancés ; il n'y a pas de dé {action.die}.",
    )


def decide_reroll(course: Story, action: Reroll, chance: Chance) -> None:
    """Another value; fight once no reroll is left."""
    faces = course.board.setting.values.dice_faces
    value = int(chance.dice("reroll", Text("die rolled again", "dé relancé"), 1, faces)[0])
    course.tell(f.DieRerolled(action.die, value))
    if not assault(course.board).rerolls:
        _fight(course)


def decide_keep(course: Story, action: Forgo, chance: Chance) -> None:
    """The dice stay as they are."""
    course.tell(f.ActionForgone("reroll"))
    _fight(course)


# -- fighting -----------------------------------------------------------------------------------------------------------


def strength(board: RaidersBoard, site: Site, dice: tuple[int, ...]) -> int:
    """Military strength: the crew with its abilities, armour, dice."""
    player, townsfolk = board.player, board.setting.values.townsfolk
    total = player.armour + sum(dice)
    for card in player.crew:
        total += townsfolk[card].strength
        ability = townsfolk[card].crew
        if isinstance(ability, RaidStrength) and ability.at == site.kind:
            total += ability.strength
        elif isinstance(ability, StrengthPer):
            counts = {"armour": player.armour, "crew": len(player.crew) - 1, "valkyries": player.valkyries}
            total += counts[ability.of] // ability.each
    return total


def raid_points(board: RaidersBoard, site: Site, force: int) -> int:
    """The highest tier reached, and what the crew adds at such a site."""
    tier = max((points for need, points in site.tiers if force >= need), default=0)
    abilities = (board.setting.values.townsfolk[card].crew for card in board.player.crew)
    return tier + sum(a.points for a in abilities if isinstance(a, RaidPoints) and a.at == site.kind)


def _fight(course: Story) -> None:
    """Score, take the plunder and the worker found there; then the Valkyries are due."""
    board, raid = course.board, assault(course.board)
    site = board.setting.values.sites[board.setting.site_of[raid.space]]
    force = strength(board, site, raid.dice)
    course.tell(f.RaidFought(force, raid_points(board, site, force)))
    laid, crew = board.spaces[raid.space], board.player.crew
    deaths = min(laid.valkyries, len(crew))
    course.tell(f.PlunderTaken(raid.space, laid.gold, laid.iron, laid.livestock, laid.valkyries, deaths))
    if deaths == len(crew):
        _bury(course, crew)
    close(course)


# -- mourning -----------------------------------------------------------------------------------------------------------


def judge_lose_crew(board: RaidersBoard, action: LoseCrew) -> Verdict:
    """As many of the crew as the Valkyries took, each of them there."""
    deaths = assault(board).deaths
    if len(action.crew) != deaths:
        return illegal(
            "wrong-number",
            STANDARD,
            f"The Valkyries took {deaths} of your crew; you named {len(action.crew)}.",
            f"Les Valkyries ont pris {deaths} membres de votre Équipage ; vous en nommez {len(action.crew)}.",
        )
    if Counter(action.crew) - Counter(board.player.crew):
        crew = names(board.setting, board.player.crew)
        return illegal("not-in-crew", STANDARD, f"Your crew is: {crew.en}.", f"Votre Équipage est : {crew.fr}.")
    return LEGAL


def decide_lose_crew(course: Story, action: LoseCrew, chance: Chance) -> None:
    """They are gone, and the turn ends."""
    _bury(course, action.crew)
    close(course)


def _bury(course: Story, crew: tuple[str, ...]) -> None:
    for card in crew:
        board = course.board
        ability = board.setting.values.townsfolk[card].crew
        if isinstance(ability, WhenKilled):
            course.tell(f.CrewKilled(card, min(ability.gold, board.supply.gold), ability.points, ability.to_hand))
        else:
            course.tell(f.CrewKilled(card))


def assault(board: RaidersBoard) -> Assault:
    """The raid under way; there is one whenever this is asked."""
    assert board.assault is not None
    return board.assault
