"""The board as monospaced text: the fortifications row by row, then the enemy before them."""

from domain.kernel.text import Lang, Text
from domain.titles.contract.types import Audience
from domain.titles.convicted.board import Board
from domain.titles.convicted.field import DITCH, GATE, PERIODS, SLOTS, SectionId, phase
from domain.titles.convicted.values import Stack

ROWS: tuple[tuple[SectionId, ...], ...] = (("NW", "N", "NE"), ("W", "E"), ("SW", "S", "SE"))


def drawing(board: Board, audience: Audience, lang: Lang) -> str:
    lines = [_head(board, lang), _bank(board, lang), ""]
    lines += [_section(board, section, lang) for row in ROWS for section in row]
    ring = " ".join(
        f"{slot}:{'~' if board.ring[slot] != DITCH else '-'}" for slot in SLOTS if board.ring[slot]
    )
    lines.append(Text("ring (- ditch, ~ moat): {ring}", ring=ring or ".").to(lang))
    city, buildings = _stack(board, board.city, lang), _buildings(board, lang)
    lines.append(Text("city: {city}; {buildings}", city=city, buildings=buildings).to(lang))
    for side, front in board.fronts.items():
        if front.people:
            people = board.setting.named(front.people).to(lang)
            far, near = _stack(board, front.deployment, lang), _stack(board, front.assault, lang)
            zones = Text("deployment {far} | assault {near}", far=far, near=near).to(lang)
            held = "".join(
                f" | {slot} {_stack(board, stack, lang)}" for slot, stack in front.held.items()
            )
            lines.append(f"{side} {people}: {zones}{held}")
    if board.inside:
        lines.append(Text("inside: {inside}", inside=_stack(board, board.inside, lang)).to(lang))
    return "\n".join(lines) + "\n"


def _head(board: Board, lang: Lang) -> str:
    parts = [
        Text("scenario {scenario}", scenario=board.scenario).to(lang),
        Text("turn {turn}/", turn=board.turn).to(lang) + str(board.setting.values.campaign.turns),
        PERIODS[board.step][1].to(lang),
    ]
    if board.stage:
        name = phase(board.stage)[1]
        parts.append(
            Text(
                "round {round}, stage {stage} ({name})",
                round=board.round,
                stage=board.stage,
                name=name,
            ).to(lang)
        )
    if board.morale >= 0:
        parts.append(Text("enemy morale {morale}", morale=board.morale).to(lang))
    return " - ".join(parts)


def _bank(board: Board, lang: Lang) -> str:
    people = ", ".join(
        f"{board.setting.name(seat).to(lang)}{'*' if seat == board.first else ''} "
        f"[{board.heroes.get(seat, '-')}]"
        f" {board.markers.get(seat, 0)}"
        for seat in board.setting.players
    )
    bank = Text("bank").to(lang)
    technologies = ", ".join(board.setting.named(t).to(lang) for t in board.technologies)
    return f"{bank}: {board.stock.said.to(lang)} - {people}" + (
        f" - {technologies}" if technologies else ""
    )


def _section(board: Board, section: SectionId, lang: Lang) -> str:
    what, level = board.sections[section], board.level(section)
    resistance = f"{what.resistance}+{what.gate}" if section == GATE else str(what.resistance)
    units = f"{sum(what.units.values())}/{level.capacity} {_stack(board, what.units, lang)}"
    engines = f"; {_stack(board, what.engines, lang)}" if what.engines else ""
    squads = "".join(
        f" < {_stack(board, squad.units, lang)}" for squad in what.squads if squad.units
    )
    return (
        f"{section:>2} {what.level} {level.name.to(lang):<26} R{resistance:<4} "
        f"{what.seat or '-':<3} {units}{engines}{squads}"
    )


def _buildings(board: Board, lang: Lang) -> str:
    return ", ".join(
        f"{board.setting.named(b).to(lang)} {n}" for b, n in board.buildings.items() if n
    )


def _stack(board: Board, stack: Stack, lang: Lang) -> str:
    return (
        ", ".join(
            f"{n} × {board.setting.named(unit).to(lang)}" for unit, n in sorted(stack.items())
        )
        or "."
    )
