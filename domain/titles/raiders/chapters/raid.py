"""The player's raid, as in the base game. He pays with worker, crew, provisions and gold; strength
and dice decide the points; then he takes the plunder, loses crew to Valkyries, and takes the worker
on the space."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from domain.titles.kit import LEGAL, Course, Move, Refusals, Text, Verdict
from domain.titles.raiders import facts as f, values as c
from domain.titles.raiders.actions import LoseCrew, Raid, Reroll
from domain.titles.raiders.board import Board, space_id
from domain.titles.raiders.chapters.trade import refuse_unpayable
from domain.titles.raiders.turn import STANDARD
from domain.titles.raiders.values import COLOUR_NAMES, Goods, Site, either_colour_text

NO = Refusals(STANDARD, """
unknown-site = No site is called {site}.
unknown-space = {site} has {spaces} spaces; there is no space {space}.
no-plunder = No plunder is left on {site}, space {space}.
worker-colour = Raiding {site} takes a {wanted} worker; yours is {colour}.
crew-too-small = Raiding {site} takes {wanted} crew; you have {crew}.
no-such-die = {dice} dice were rolled; there is no die {die}.
wrong-number = The Valkyries took {deaths} of your crew; you named {named}.
not-in-crew = Your crew is: {crew}.
""")  # fmt: skip


# -- going -----------------------------------------------------------------------------------------


def judge_raid(board: Board, seat: str, action: Raid) -> Verdict:
    site = board.setting.values.sites.get(action.site)
    if site is None:
        return NO("unknown-site", site=action.site)
    name = board.setting.label(action.site)
    if action.space > len(site.spaces):
        return NO("unknown-space", site=name, spaces=len(site.spaces), space=action.space)
    if not board.spaces[space_id(action.site, action.space)].plunder:
        return NO("no-plunder", site=name, space=action.space)
    if board.player.worker not in site.workers:
        return NO(
            "worker-colour",
            site=name,
            wanted=either_colour_text(site.workers),
            colour=COLOUR_NAMES[board.player.worker],
        )
    if len(board.player.crew) < site.crew:
        return NO("crew-too-small", site=name, wanted=site.crew, crew=len(board.player.crew))
    return refuse_unpayable(board, raid_cost(board, site)) or LEGAL


def raid_cost(board: Board, site: Site) -> Goods:
    """The provisions and gold that raiding a site costs, less the crew's savings."""
    provisions, gold = site.provisions, site.gold
    for card in board.player.crew:
        ability = board.setting.values.townsfolk[card].crew
        if isinstance(ability, c.RaidSaving) and ability.at == site.kind:
            provisions, gold = provisions - ability.provisions, gold - ability.gold
    return Goods(provisions=max(0, provisions), gold=max(0, gold))


def price_in_words(board: Board, action: Raid) -> Text | None:
    """The price of a raid with dice, in words. None for a raid without dice, whose facts are shown
    in advance and include it."""
    site = board.setting.values.sites[action.site]
    return Text("costs {cost}", cost=raid_cost(board, site).in_words) if site.dice else None


def raid(course: Course, seat: str, action: Raid) -> None:
    board = course.board
    site, values = board.setting.values.sites[action.site], board.setting.values
    paid = raid_cost(board, site)
    course.emit(
        f.RaidLaunched(
            space_id(action.site, action.space), board.player.worker, paid.provisions, paid.gold
        )
    )
    if site.dice:
        rolled = course.chance.dice("raid", Text("raid dice"), site.dice, values.dice_faces)
        abilities = (values.townsfolk[card].crew for card in board.player.crew)
        rerolls = sum(a.dice for a in abilities if isinstance(a, c.Reroll))
        course.emit(f.DiceRolled(tuple(int(v) for v in rolled), rerolls))


def offer_raids(board: Board, seat: str) -> Iterator[Raid]:
    for space, site in board.setting.site_of.items():
        if board.spaces[space].plunder:
            yield Raid(site, int(space.rpartition("-")[2]))


# -- rolling again ---------------------------------------------------------------------------------


def judge_reroll(board: Board, seat: str, action: Reroll) -> Verdict:
    dice = len(board.raid.dice)
    return LEGAL if action.die <= dice else NO("no-such-die", dice=dice, die=action.die)


def reroll(course: Course, seat: str, action: Reroll) -> None:
    faces = course.board.setting.values.dice_faces
    course.emit(
        f.DieRerolled(
            action.die, int(course.chance.dice("reroll", Text("die rolled again"), 1, faces)[0])
        )
    )


def offer_rerolls(board: Board, seat: str) -> Iterator[Reroll]:
    return map(Reroll, range(1, len(board.raid.dice) + 1))


# -- fighting --------------------------------------------------------------------------------------


def raid_strength(board: Board, site: Site, dice: tuple[int, ...]) -> int:
    """The strength of the player's raid: armour, dice, crew and their abilities."""
    player, townsfolk = board.player, board.setting.values.townsfolk
    total = player.armour + sum(dice)
    for card in player.crew:
        total += townsfolk[card].strength
        ability = townsfolk[card].crew
        if isinstance(ability, c.RaidStrength) and ability.at == site.kind:
            total += ability.strength
        elif isinstance(ability, c.StrengthPer):
            counts = {
                "armour": player.armour,
                "crew": len(player.crew) - 1,
                "valkyries": player.valkyries,
            }
            total += counts[ability.of] // ability.each
    return total


def raid_points(board: Board, site: Site, force: int) -> int:
    """The points of a raid with this strength, with the crew's."""
    tier = max((points for need, points in site.tiers if force >= need), default=0)
    abilities = (board.setting.values.townsfolk[card].crew for card in board.player.crew)
    return tier + sum(
        a.points for a in abilities if isinstance(a, c.RaidPoints) and a.at == site.kind
    )


def fight_if_ready(course: Course) -> None:
    """If a raid is under way, with no reroll and no deaths left, emit its result. If all of the
    crew die, they are killed at once."""
    board, raid = course.board, course.board.assault
    if raid is None or raid.rerolls or raid.deaths:
        return
    site = board.setting.values.sites[board.setting.site_of[raid.space]]
    force = raid_strength(board, site, raid.dice)
    course.emit(f.RaidFought(force, raid_points(board, site, force)))
    laid, crew = board.spaces[raid.space], board.player.crew
    deaths = min(laid.valkyries, len(crew))
    course.emit(
        f.PlunderTaken(raid.space, laid.gold, laid.iron, laid.livestock, laid.valkyries, deaths)
    )
    if deaths == len(crew):
        _emit_killed(course, crew)


def combat_sentences(board: Board) -> tuple[Text, ...]:
    """Sentences on the raid in progress: where it is, its dice, its strength and the points for it;
    then how much of the crew is still to be lost. Empty without a raid."""
    raid = board.assault
    if raid is None:
        return ()
    where, site = (
        Text("Raid: {space}.", space=board.setting.space_label(raid.space)),
        board.setting.site_of[raid.space],
    )
    if raid.deaths:
        return where, Text("Crew still to be lost to Valkyries: {deaths}.", deaths=raid.deaths)
    force = raid_strength(board, board.setting.values.sites[site], raid.dice)
    points = raid_points(board, board.setting.values.sites[site], force)
    dice = ", ".join(map(str, raid.dice))
    return where, Text(
        "Dice {dice}: strength {force}, worth {points:victory point|victory points}; rerolls "
        "left: {rerolls}.",
        dice=dice,
        force=force,
        points=points,
        rerolls=raid.rerolls,
    )


# -- mourning --------------------------------------------------------------------------------------


def judge_lose_crew(board: Board, seat: str, action: LoseCrew) -> Verdict:
    deaths = board.raid.deaths
    if len(action.crew) != deaths:
        return NO("wrong-number", deaths=deaths, named=len(action.crew))
    if Counter(action.crew) - Counter(board.player.crew):
        return NO("not-in-crew", crew=board.setting.labels(board.player.crew))
    return LEGAL


def lose_crew(course: Course, seat: str, action: LoseCrew) -> None:
    _emit_killed(course, action.crew)


def offer_losses(board: Board, seat: str) -> Iterator[LoseCrew]:
    return map(LoseCrew, dict.fromkeys(combinations(sorted(board.player.crew), board.raid.deaths)))


def _emit_killed(course: Course, crew: tuple[str, ...]) -> None:
    """Emit that Valkyries kill these crew members, with what each gives."""
    for card in crew:
        board = course.board
        ability = board.setting.values.townsfolk[card].crew
        if isinstance(ability, c.WhenKilled):
            course.emit(
                f.CrewKilled(
                    card, min(ability.gold, board.supply.gold), ability.points, ability.to_hand
                )
            )
        else:
            course.emit(f.CrewKilled(card))


# -- in words --------------------------------------------------------------------------------------


def _space_label(board: Board, action: Raid) -> Text:
    return board.setting.space_label(space_id(action.site, action.space))


def _reroll_button(board: Board, action: Reroll) -> Text:
    return Text(
        "Roll die {die} ({value}) again", die=action.die, value=board.raid.dice[action.die - 1]
    )


MOVES = (
    Move(
        Raid, ("place",), judge_raid, raid, offer_raids,
        lambda board, action: Text("raids {where}", where=_space_label(board, action)),
        Text.pgettext("names", "Raid"), button=lambda board, action: Text("Raid {where}", where=_space_label(board, action)),
    ),
    Move(
        Reroll, ("reroll",), judge_reroll, reroll, offer_rerolls, Text("rolls die {die} again"), Text("Roll a die again"),
        button=_reroll_button, always_legal=True,
    ),
    Move(
        LoseCrew, ("mourn",), judge_lose_crew, lose_crew, offer_losses,
        Text("gives {crew} to the Valkyries"), Text("Choose the crew lost"), button=Text("Lose {crew}"), always_legal=True,
    ),
)  # fmt: skip
