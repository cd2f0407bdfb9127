import operator
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import reduce
from typing import Any

from msgspec.structs import replace

from domain.kernel.faults import Fault
from domain.titles.kit import Sentences, Text
from domain.titles.score_sheet import formulas, values as v
from domain.titles.score_sheet.formulas import NOTHING, Range, Ranges, ranges_by_players
from domain.titles.score_sheet.values import Category, Values

WRONG = Sentences("""
crossed
  the least, {least}, is more than the most, {most}
between
  {number} is not from {least} to {most}
several
  there are {number}, {least} to {most} are possible
twice
  “{id}” is there already
long-name
  a name has at most {most} characters
names
  {number} names for at most {most} seats
no-rounds
  the category is filled in each round, and the sheet has no rounds
rounds-unused
  the sheet has rounds, and no category is filled in each of them
choices-missing
  a category with choices has at least two of them
across-places
  places are numbers of the seats
across-results
  results are choices of the seats, each a win, a draw or a loss
choices-unused
  only a category of the kind “choice” has choices
bounds-unused
  only a category of the kind “number” has bounds
nothing-counts
  no category counts for the seats: nobody could be first
no-tie
  the tie-break “{id}” is no category of the sheet
tie-of-table
  the tie-break “{id}” is the same for all seats
no-decision
  “{id}” is no category of the table with choices, by which a table that plays together has won or lost
decision-one-way
  the choices of “{id}” have to tell a victory from a defeat: some win, some do not
decision-per-round
  “{id}” decides the game, and is entered once
decides-unused
  only a table that plays together has a category that decides
ties-unused
  a table that plays together has no ties to break
die
  a die has sides, or faces of its own
owner-of-table
  what is the table's has no owner who could enter it
no-sides
  the sheet has no sides
sides
  {sides} sides of equal size cannot be made of {least} to {most} seats
between-seats
  a number of players is from {least} to {most}
reckoned-entered
  a reckoned line is entered by nobody: it is not required
check-line
  the check is of no line of the sheet that it could look at: “{id}”
no-sentence
  a rule has a formula, and a sentence that says what has to be
never-met
  no row can meet this: it comes to {low} to {high}
too-few-choices
  there are fewer choices than seats, which are all to be different
target
  the target, {target}, is not above the total at the start, {start}
target-together
  a table that plays together has no totals that could reach a target
dealer
  only a sheet with rounds has a dealer
""")


def check_values(sheet: Values, version: int) -> tuple[Fault, ...]:
    if len(sheet.categories) > v.CATEGORIES or len(sheet.checks) > v.CHECKS:
        return (
            *_count_between("/categories", sheet.categories, 1, v.CATEGORIES),
            *_count_between("/checks", sheet.checks, 0, v.CHECKS),
        )
    parts = (
        _seats,
        _rounds,
        _categories,
        _wins,
        _dice,
        _counters,
        _sides,
    )
    faults = [fault for part in parts for fault in part(sheet)]
    ranges = ranges_by_players(sheet, version)
    faults += [*_checks(sheet, ranges), *formulas.faults(sheet, ranges), *_target(sheet, version)]
    return tuple(dict.fromkeys(faults))


def long_name_faults(sheet: Values) -> Iterator[Fault]:
    lists: tuple[tuple[str, Sequence[Any]], ...] = (
        ("categories", sheet.categories),
        ("dice", sheet.dice),
        ("counters", sheet.counters),
    )
    for list_name, items in lists:
        for n, item in enumerate(items):
            yield from _long_name(f"/{list_name}/{n}/name", item.name)
            for inner in ("choices", "faces"):
                for k, choice in enumerate(getattr(item, inner, ())):
                    yield from _long_name(f"/{list_name}/{n}/{inner}/{k}/name", choice.name)
    for n, name in enumerate(sheet.seats.names):
        yield from _long_name(f"/seats/names/{n}", name)


def _long_name(pointer: str, name: Text) -> Iterator[Fault]:
    if max(len(name.en), len(name.fr)) > v.LONGEST_NAME:
        yield WRONG.at(pointer, "long-name", most=v.LONGEST_NAME)


def _seats(sheet: Values) -> Iterator[Fault]:
    seats = sheet.seats
    for name, number in (("least", seats.least), ("most", seats.most)):
        yield from _between(f"/seats/{name}", number, 1, v.SEATS)
    if seats.least > seats.most:
        yield WRONG.at("/seats", "crossed", least=seats.least, most=seats.most)
    elif not seats.least <= seats.usual <= seats.most and seats.usual != v.Seats().usual:
        yield WRONG.at(
            "/seats/usual", "between", number=seats.usual, least=seats.least, most=seats.most
        )
    if len(seats.names) > seats.most:
        yield WRONG.at("/seats/names", "names", number=len(seats.names), most=seats.most)


def _rounds(sheet: Values) -> Iterator[Fault]:
    if sheet.rounds is None:
        return
    yield from _between("/rounds", sheet.rounds, 0, v.ROUNDS)
    if not any(category.per == "round" for category in sheet.categories):
        yield WRONG.at("/rounds", "rounds-unused")


def _categories(sheet: Values) -> Iterator[Fault]:
    yield from _count_between("/categories", sheet.categories, 1, v.CATEGORIES)
    yield from _repeated_ids("/categories", [category.id for category in sheet.categories])
    for n, category in enumerate(sheet.categories):
        pointer = f"/categories/{n}"
        if category.least > category.most:
            yield WRONG.at(pointer, "crossed", least=category.least, most=category.most)
        yield from (
            fault
            for name in ("least", "most")
            for fault in _between(f"{pointer}/{name}", getattr(category, name), v.LEAST, v.MOST)
        )
        if category.kind not in ("number", "reckoned") and (category.least, category.most) != (
            v.LEAST,
            v.MOST,
        ):
            yield WRONG.at(pointer, "bounds-unused")
        yield from WRONG.at_when(
            category.per == "round" and sheet.rounds is None, f"{pointer}/per", "no-rounds"
        )
        if category.whose == "table" and category.by == "owner":
            yield WRONG.at(f"{pointer}/by", "owner-of-table")
        yield from _choices(pointer, category)
        yield from _across(pointer, category)


def _across(pointer: str, category: Category) -> Iterator[Fault]:
    if category.across == "places" and (category.kind != "number" or category.whose != "seat"):
        yield WRONG.at(f"{pointer}/across", "across-places")
    if category.across == "results" and (
        category.whose != "seat"
        or not category.choices
        or not all(choice.result for choice in category.choices)
    ):
        yield WRONG.at(f"{pointer}/across", "across-results")


def _choices(pointer: str, category: Category) -> Iterator[Fault]:
    yield from _between(f"{pointer}/worth", category.worth, -v.WORTH, v.WORTH)
    for n, choice in enumerate(category.choices):
        yield from _between(f"{pointer}/choices/{n}/points", choice.points, -v.WORTH, v.WORTH)
    if category.kind != "choice":
        yield from WRONG.at_when(category.choices, f"{pointer}/choices", "choices-unused")
    elif len(category.choices) < 2:
        yield WRONG.at(f"{pointer}/choices", "choices-missing")
    yield from _count_between(f"{pointer}/choices", category.choices, 0, v.CHOICES)
    yield from _repeated_ids(f"{pointer}/choices", [choice.id for choice in category.choices])


def _wins(sheet: Values) -> Iterator[Fault]:
    known = {category.id: category for category in sheet.categories}
    if sheet.wins == "together":
        yield from _decisive_line(sheet, known.get(sheet.decides))
        return
    yield from WRONG.at_when(sheet.decides, "/decides", "decides-unused")
    if not any(category.whose != "table" and category.counts for category in sheet.categories):
        yield WRONG.at("/categories", "nothing-counts")
    yield from _repeated_ids("/ties", [tie.category for tie in sheet.ties])
    for n, tie in enumerate(sheet.ties):
        category = known.get(tie.category)
        if category is None:
            yield WRONG.at(f"/ties/{n}/category", "no-tie", id=tie.category)
        elif category.whose == "table":
            yield WRONG.at(f"/ties/{n}/category", "tie-of-table", id=tie.category)


def _decisive_line(sheet: Values, category: Category | None) -> Iterator[Fault]:
    if category is None or category.whose != "table" or category.kind != "choice":
        yield WRONG.at("/decides", "no-decision", id=sheet.decides)
    elif category.per == "round":
        yield WRONG.at("/decides", "decision-per-round", id=category.id)
    elif len({choice.wins for choice in category.choices}) < 2:
        yield WRONG.at("/decides", "decision-one-way", id=category.id)
    yield from WRONG.at_when(sheet.ties, "/ties", "ties-unused")


def _sides(sheet: Values) -> Iterator[Fault]:
    least, most = sheet.seats.least, sheet.seats.most
    yield from _between("/sides", sheet.sides, 0, v.SEATS)
    if sheet.sides and not any(n % sheet.sides == 0 for n in range(least, most + 1)):
        yield WRONG.at("/sides", "sides", sides=sheet.sides, least=least, most=most)
    yield from WRONG.at_when(sheet.dealer and sheet.rounds is None, "/dealer", "dealer")
    for n, line in enumerate(sheet.categories):
        pointer = f"/categories/{n}"
        if not sheet.sides and (line.whose == "side" or line.kind == "side"):
            yield WRONG.at(
                f"{pointer}/whose" if line.whose == "side" else f"{pointer}/kind", "no-sides"
            )
        if not all(1 <= count <= v.SEATS for count in line.players):
            yield WRONG.at(f"{pointer}/players", "between-seats", least=1, most=v.SEATS)
        if line.kind == "reckoned" and line.required:
            yield WRONG.at(f"{pointer}/required", "reckoned-entered")


def _checks(sheet: Values, ranges: Collection[Ranges]) -> Iterator[Fault]:
    yield from _count_between("/checks", sheet.checks, 0, v.CHECKS)
    yield from _repeated_ids("/checks", [check.id for check in sheet.checks])
    lines = {line.id: line for line in sheet.categories}
    for n, check in enumerate(sheet.checks):
        pointer, line = f"/checks/{n}", lines.get(check.line)
        with_line = [there for there in ranges if check.line in there.lines]
        if line is None or (
            check.kind not in v.BY_FORMULA and (line.whose == "table" or line.kind == "reckoned")
        ):
            yield WRONG.at(f"{pointer}/line", "check-line", id=check.line)
        elif check.kind in v.BY_FORMULA:
            if check.formula is None or check.text is None:
                yield WRONG.at(pointer, "no-sentence")
                continue
            known = [len(there.faults) for there in with_line]
            came = _joint_range(
                there.range_of(check.formula, line, f"{pointer}/formula") for there in with_line
            )
            sound = known == [len(there.faults) for there in with_line]
            if sound and came is not None and came.high <= 0:
                yield WRONG.at(f"{pointer}/formula", "never-met", low=came.low, high=came.high)
        elif check.kind == "sum":
            came = _joint_range(_row_sum(sheet, line, there) for there in with_line)
            if came is not None and not came.low <= check.number <= came.high:
                yield WRONG.at(f"{pointer}/number", "never-met", low=came.low, high=came.high)
        elif (
            check.kind == "different"
            and line.kind != "number"
            and any(len(line.choices) < there.seats[1] for there in with_line)
        ):
            yield WRONG.at(pointer, "too-few-choices")


def _joint_range(ranges: Iterable[Range]) -> Range | None:
    """The range that covers all these ranges, of which there is one for each number of players;
    None if there are none."""
    there = tuple(ranges)
    return reduce(operator.or_, there) if there else None


def _row_sum(sheet: Values, line: Category, ranges: Ranges) -> Range:
    """The range of the sum of a line's values over its columns."""
    cell = ranges.entry_range(line) if line.required else ranges.entry_range(line) | NOTHING
    return cell.times(*((sheet.sides, sheet.sides) if line.whose == "side" else ranges.seats))


def _target(sheet: Values, version: int) -> Iterator[Fault]:
    if sheet.target is None:
        return
    if sheet.wins == "together":
        yield WRONG.at("/target", "target-together")
        return
    yield from _between("/target", sheet.target, -v.WORTH, v.WORTH)
    start = blank_total(sheet, version)
    yield from WRONG.at_when(
        sheet.target <= start, "/target", "target", target=sheet.target, start=start
    )


def blank_total(sheet: Values, version: int) -> int:
    """The total of a sheet without entries. It can differ from 0 if formulas contain constants."""
    empty = [replace(line, kind="number", least=0, most=0, choices=(), parts=1)
             if line.kind != "reckoned" else line for line in sheet.categories]  # fmt: skip
    once = [line for line in empty if line.kind == "reckoned" and line.per == "once"]
    ranges = ranges_by_players(replace(sheet, categories=tuple(empty)), version)
    return max(
        (
            int(sum(there.entry_range(line).high * line.worth for line in once if line.counts))
            for there in ranges
        ),
        default=0,
    )


def _dice(sheet: Values) -> Iterator[Fault]:
    yield from _count_between("/dice", sheet.dice, 0, v.DICE)
    yield from _repeated_ids("/dice", [die.id for die in sheet.dice])
    for n, die in enumerate(sheet.dice):
        if bool(die.sides) == bool(die.faces):
            yield WRONG.at(f"/dice/{n}", "die")
        elif die.sides:
            yield from _between(f"/dice/{n}/sides", die.sides, 2, 100)
        else:
            yield from _count_between(f"/dice/{n}/faces", die.faces, 2, v.CHOICES)
        yield from _repeated_ids(f"/dice/{n}/faces", [face.id for face in die.faces])
        yield from _between(f"/dice/{n}/most", die.most, 1, 20)


def _counters(sheet: Values) -> Iterator[Fault]:
    yield from _count_between("/counters", sheet.counters, 0, v.COUNTERS)
    yield from _repeated_ids("/counters", [counter.id for counter in sheet.counters])
    for n, counter in enumerate(sheet.counters):
        if counter.least > counter.most:
            yield WRONG.at(f"/counters/{n}", "crossed", least=counter.least, most=counter.most)
        else:
            yield from _between(f"/counters/{n}/start", counter.start, counter.least, counter.most)
        for name in ("least", "most"):
            yield from _between(f"/counters/{n}/{name}", getattr(counter, name), v.LEAST, v.MOST)


def _between(pointer: str, number: int, least: int, most: int) -> Iterator[Fault]:
    if not least <= number <= most:
        yield WRONG.at(pointer, "between", number=number, least=least, most=most)


def _count_between(pointer: str, items: Collection[Any], least: int, most: int) -> Iterator[Fault]:
    if not least <= len(items) <= most:
        yield WRONG.at(pointer, "several", number=len(items), least=least, most=most)


def _repeated_ids(pointer: str, ids: Sequence[str]) -> Iterator[Fault]:
    known = set[str]()
    for n, id in enumerate(ids):
        yield from WRONG.at_when(id in known, f"{pointer}/{n}", "twice", id=id)
        known.add(id)
