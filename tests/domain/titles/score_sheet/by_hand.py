"""The totals of the ready-made sheets, computed from their cells as people do at a table, without
the sheets' own code."""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

Cells = Mapping[str, Mapping[str, Any]]
Seats = tuple[str, ...]


def rounds(cells: Cells) -> list[dict[str, Any]]:
    """One dict for each round, in order. Its keys are the lines of the table's column, and
    `line:column` for other columns."""
    by_number: dict[int, dict[str, Any]] = {}
    for column, rows in cells.items():
        for row, value in rows.items():
            line, _, number = row.partition(".")
            if number:
                key = line if column == "table" else f"{line}:{column}"
                by_number.setdefault(int(number), {})[key] = value
    return [by_number[n] for n in sorted(by_number)]


def tarot(cells: Cells, seats: Seats) -> dict[str, int]:
    totals = dict.fromkeys(seats, 0)
    for deal in rounds(cells):
        gap = Fraction(deal["points"]) - {0: 56, 1: 51, 2: 41, 3: 36}[deal["oudlers"]]
        made, times = (
            gap >= 0,
            {"petite": 1, "garde": 2, "garde-sans": 4, "garde-contre": 6}[deal["contract"]],
        )
        worth = (25 + math.ceil(abs(gap))) * times
        worth += {
            None: 0,
            "simple": 20,
            "double": 30,
            "triple": 40,
            "two-simple": 40,
            "simple-double": 50,
            "two-double": 60,
            "simple-triple": 60,
        }[deal.get("poignee")]
        worth = worth if made else -worth
        worth += {None: 0, "attack": 10, "defence": -10}[deal.get("petit")] * times
        worth += {None: 0, "announced": 400, "made": 200, "failed": -200, "defence": -200}[
            deal.get("chelem")
        ]
        attack = {deal["taker"], deal.get("partner", deal["taker"])}
        for seat in seats:
            if seat not in attack:
                totals[seat] -= worth
                totals[deal["taker"]] += worth
            elif seat != deal["taker"]:
                totals[seat] += worth
                totals[deal["taker"]] -= worth
    return totals


def belote(cells: Cells, seats: Seats) -> dict[str, int]:
    totals, held = {"side-1": 0, "side-2": 0}, 0
    for deal in rounds(cells):
        taker = deal["taker"]
        other = "side-2" if taker == "side-1" else "side-1"
        tricks = {
            side: deal[f"points:{side}"] + (90 if deal.get("capot") == side else 0)
            for side in totals
        }
        with_belote = {
            side: tricks[side] + (20 if deal.get("belote") == side else 0) for side in totals
        }
        for side in totals:
            totals[side] += with_belote[side] - tricks[side]
        if with_belote[taker] == with_belote[other]:
            totals[other] += tricks[other]
            held += tricks[taker]
            continue
        winner, loser = (
            (taker, other) if with_belote[taker] > with_belote[other] else (other, taker)
        )
        times = {None: 0, "contre": 2, "surcontre": 4}[deal.get("contre")]
        if times:
            totals[winner] += sum(tricks.values()) * times
        elif winner == other:
            totals[other] += sum(tricks.values())
        else:
            totals[winner] += tricks[winner]
            totals[loser] += tricks[loser]
        totals[winner] += held
        held = 0
    return {seat: totals[f"side-{n % 2 + 1}"] for n, seat in enumerate(seats)}


def yams(cells: Cells, seats: Seats) -> dict[str, int]:
    def total(card: Mapping[str, Any]) -> int:
        upper = sum(
            card.get(line, 0) for line in ("ones", "twos", "threes", "fours", "fives", "sixes")
        )
        fixed = {"full": 25, "small": 30, "large": 40, "yams": 50}
        lower = sum(worth for line, worth in fixed.items() if card.get(line) == "yes")
        lower += sum(card.get(line, 0) for line in ("three", "four", "chance"))
        return upper + (35 if upper >= 63 else 0) + lower + 100 * card.get("more", 0)

    return {seat: total(cells[seat]) for seat in seats}


def skyjo(cells: Cells, seats: Seats) -> dict[str, int]:
    totals = dict.fromkeys(seats, 0)
    for played in rounds(cells):
        points = {seat: played[f"points:{seat}"] for seat in seats}
        closer = played["closer"]
        beaten = any(points[seat] <= points[closer] for seat in seats if seat != closer)
        if beaten and points[closer] > 0:
            points[closer] *= 2
        totals = {seat: totals[seat] + points[seat] for seat in seats}
    return totals


def seven_wonders(cells: Cells, seats: Seats) -> dict[str, int]:
    def total(own: Mapping[str, int]) -> int:
        signs = [own.get(sign, 0) for sign in ("compass", "tablet", "gear")]
        plain = sum(
            own.get(line, 0) for line in ("military", "wonder", "civilian", "commerce", "guilds")
        )
        return plain + own.get("coins", 0) // 3 + sum(n * n for n in signs) + 7 * min(signs)

    return {seat: total(cells[seat]) for seat in seats}


def azul(cells: Cells, seats: Seats) -> dict[str, int]:
    totals = dict.fromkeys(seats, 0)
    for played in rounds(cells):
        for seat in seats:
            change = played.get(f"placed:{seat}", 0) - played.get(f"lost:{seat}", 0)
            totals[seat] = max(0, totals[seat] + change)
    for seat in seats:
        own = cells[seat]
        totals[seat] += (
            2 * own.get("rows", 0) + 7 * own.get("columns", 0) + 10 * own.get("colours", 0)
        )
    return totals


def scrabble(cells: Cells, seats: Seats) -> dict[str, int]:
    totals = {
        seat: sum(v for row, v in cells[seat].items() if row.startswith("score.")) for seat in seats
    }
    left = {seat: cells[seat].get("left", 0) for seat in seats}
    out = cells["table"].get("out")
    return {
        seat: totals[seat] - left[seat] + (sum(left.values()) if seat == out else 0)
        for seat in seats
    }


def darts(cells: Cells, seats: Seats) -> dict[str, int]:
    return {seat: sum(cells[seat].values()) for seat in seats}


def added(**worth: int) -> Callable[[Cells, Seats], dict[str, int]]:
    """A function that computes the totals of a sheet: each line's value times its worth, with a yes
    as 1."""

    def totals(cells: Cells, seats: Seats) -> dict[str, int]:
        return {
            seat: sum(worth[line] * (int(value == "yes") if isinstance(value, str) else value)
                      for line, value in cells[seat].items())
            for seat in seats
        }  # fmt: skip

    return totals


BY_HAND: dict[str, Callable[[Cells, Seats], dict[str, int]]] = {
    "tarot": tarot,
    "belote": belote,
    "yams": yams,
    "skyjo": skyjo,
    "7-wonders": seven_wonders,
    "azul": azul,
    "scrabble": scrabble,
    "darts-501": darts,
    "catan": added(settlements=1, cities=2, road=2, army=2, cards=1),
    "wingspan": added(birds=1, bonus=1, goals=1, eggs=1, food=1, tucked=1, unused=0),
    "terraforming-mars": added(
        rating=1, milestones=5, awards=1, greenery=1, cities=1, cards=1, megacredits=0
    ),
}
