"""How a raid under way stands, in words."""

from __future__ import annotations

from domain.games.raiders.board import RaidersBoard
from domain.games.raiders.raid import raid_points, strength
from domain.rules.text import Text


def combat(board: RaidersBoard) -> tuple[Text, ...]:
    """Where the crew raids, its dice and strength, and what that is worth; then the crew that is still to be lost."""
    raid = board.assault
    if raid is None:
        return ()
    where, site = board.setting.space_label(raid.space), board.setting.values.sites[board.setting.site_of[raid.space]]
    told = [Text(f"Raid: {where.en}.", f"Pillage : {where.fr}.")]
    if raid.deaths:
        told.append(
            Text(f"Crew still to be lost to Valkyries: {raid.deaths}.", f"Équipage à laisser aux Valkyries : {raid.deaths}.")
        )
        return tuple(told)
    force, dice = strength(board, site, raid.dice), ", ".join(map(str, raid.dice))
    points = raid_points(board, site, force)
    en, fr = "" if points == 1 else "s", "" if points < 2 else "s"
    told.append(
        Text(
            f"Dice {dice}: strength {force}, worth {points} victory point{en}; rerolls left: {raid.rerolls}.",
            f"Dés {dice} : Force {force}, soit {points} Point{fr} de Victoire ; relances restantes : {raid.rerolls}.",
        )
    )
    return tuple(told)
