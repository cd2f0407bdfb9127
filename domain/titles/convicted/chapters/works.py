"""Period II: fortifications, ditches and moats, buildings, research, gathering, training, the end
of a player's actions.

In the rule text: "Construction", "Fortifications", "Douves et Fossés", "Réparation des
Fortifications", "Qu'est-ce qu'une Action", "Recherche", "Entraînement", "Collecte de Ressources",
"Le Déserteur".
"""

from collections import Counter
from collections.abc import Iterator

from domain.titles.contract.types import Field, Template
from domain.titles.convicted import actions as a, facts as f
from domain.titles.convicted.board import Board
from domain.titles.convicted.chapters.requirements import (
    need_developed,
    need_in_box,
    need_marker,
    need_payable,
    need_room,
    need_unlocked,
)
from domain.titles.convicted.field import (
    BUILDINGS,
    DITCH,
    GATE,
    MOAT,
    RESOURCES,
    SECTIONS,
    SLOTS,
    BuildingId,
    Place,
    Resource,
    is_wall,
    section_name,
)
from domain.titles.convicted.setup import next_in_turn
from domain.titles.convicted.values import Engine, Goods, Troop
from domain.titles.convicted.words import capital
from domain.titles.kit import (
    LEGAL,
    Course,
    Move,
    Refusals,
    Text,
    Verdict,
    accept_any,
    entry,
    first_refusal,
)

PLACES: tuple[Place, ...] = (*SECTIONS, "city")

NO = Refusals("Entraînement", """
top-level | Fortifications = Level {top} is the highest of {section}; there is no level {next}.
one-level | Construction = One action raises a section by one level: {section} is at level {level}, the next is {next}.
slot-taken | Douves et Fossés = Slot {slot} has a ditch or moat already.
moat-already | Douves et Fossés = Slot {slot} is a moat already.
no-ditch | Douves et Fossés = A moat is an improved ditch: dig one in slot {slot} first.
no-gate | Fortifications = The gates of the city are in section {gate}, not in {section}.
not-damaged | Réparation des Fortifications = {section} lacks {missing} points of resistance (its level is {level}), not {points}.
building-top | Ville | top-level = The {building} is at its highest level, {level}.
next-level | Construction | one-level = One action builds one level: the {building} is at level {level}, the next is {next}.
building-missing = {what}: the {building} has to be at level {level}; it is at {stands}.
not-ours = The defenders have no {kind} to train or build.
batch = One action trains at most {batch} of {kind}, not {count}.
wrong-stand | Engins de Siège = The {kind} cannot be installed here: {place}.
no-stand | Fortifications (Tours) = {place} at level {level} takes {room} siege engines and has {there}.
not-your-hero | Le Déserteur = Only the Deserter can do this.
power-used | Le Déserteur = The Deserter has trained his additional unit of this turn.
no-engine | Le Déserteur = His additional unit comes from the barracks: siege engines are excepted.
""")  # fmt: skip

# -- fortifications, ditches, moats ----------------------------------------------------------------


def spend_marker_and_goods(course: Course, seat: str, cost: Goods) -> None:
    """Emit that a seat spends an action marker, and goods from the bank."""
    course.emit(f.MarkerSpent(seat))
    spend_goods(course, cost)


def spend_goods(course: Course, cost: Goods) -> None:
    if cost.total:
        course.emit(f.Spent(cost))


def judge_fortify(board: Board, seat: str, action: a.Fortify) -> Verdict:
    levels, section = board.setting.levels[action.section], board.sections[action.section]
    name, top = section_name(action.section), len(levels) - 1
    if section.level == top or action.level > top:
        return NO("top-level", top=top, section=capital(name, "fr"), next=top + 1)
    if action.level != section.level + 1:
        return NO("one-level", section=name, level=section.level, next=section.level + 1)
    key = f"{'wall' if is_wall(action.section) else 'tower'}-{action.level}"
    built = levels[action.level]
    fresh = section.level == 0
    return first_refusal(
        need_marker(board, seat),
        need_unlocked(board, key, built.name),
        need_payable(board, built.cost),
        need_in_box(board, "fortifications") if fresh else LEGAL,
        need_in_box(board, "resistance", 2 if action.section == GATE else 1) if fresh else LEGAL,
    )


def fortify(course: Course, seat: str, action: a.Fortify) -> None:
    spend_marker_and_goods(
        course, seat, course.board.setting.levels[action.section][action.level].cost
    )
    course.emit(f.FortificationRaised(action.section, action.level))


def offer_fortifying(board: Board, seat: str) -> Iterator[a.Fortify]:
    for section in SECTIONS:
        level = board.sections[section].level + 1
        if level < len(board.setting.levels[section]):
            yield a.Fortify(section, level)


def judge_dig(board: Board, seat: str, action: a.Dig) -> Verdict:
    if board.ring[action.slot]:
        return NO("slot-taken", slot=action.slot)
    return first_refusal(
        need_marker(board, seat),
        need_payable(board, board.setting.values.works.ditch),
        need_in_box(board, "ditches"),
    )


def dig(course: Course, seat: str, action: a.Dig) -> None:
    spend_marker_and_goods(course, seat, course.board.setting.values.works.ditch)
    course.emit(f.DitchDug(action.slot))


def judge_flood(board: Board, seat: str, action: a.Flood) -> Verdict:
    what = board.ring[action.slot]
    if what != DITCH:
        return NO("moat-already" if what == MOAT else "no-ditch", slot=action.slot)
    return first_refusal(
        need_marker(board, seat),
        need_unlocked(board, "moat", Text("A moat")),
        need_payable(board, board.setting.values.works.moat),
        need_in_box(board, "moats"),
    )


def flood(course: Course, seat: str, action: a.Flood) -> None:
    spend_marker_and_goods(course, seat, course.board.setting.values.works.moat)
    course.emit(f.MoatFlooded(action.slot))


def judge_repair(board: Board, seat: str, action: a.Repair) -> Verdict:
    section, name = board.sections[action.section], section_name(action.section)
    if action.gate and action.section != GATE:
        return NO("no-gate", gate=GATE, section=name)
    missing = section.level - (section.gate if action.gate else section.resistance)
    if action.points > missing:
        return NO(
            "not-damaged",
            section=capital(name),
            missing=missing,
            level=section.level,
            points=action.points,
        )
    return need_payable(board, board.setting.values.works.repair.times(action.points))


def repair(course: Course, seat: str, action: a.Repair) -> None:
    spend_goods(course, course.board.setting.values.works.repair.times(action.points))
    course.emit(f.Repaired(action.section, action.points, action.gate))


def offer_repairs(board: Board, seat: str) -> Iterator[a.Repair]:
    yield from (a.Repair(section, 1) for section in SECTIONS)
    yield a.Repair(GATE, 1, gate=True)


# -- buildings, research, gathering ----------------------------------------------------------------


def judge_build(board: Board, seat: str, action: a.Build) -> Verdict:
    levels, stands = board.setting.buildings[action.building], board.buildings[action.building]
    name = board.setting.named(action.building)
    if stands == len(levels):
        return NO("building-top", building=name, level=stands)
    if action.level != stands + 1:
        return NO("next-level", building=name, level=stands, next=stands + 1)
    return first_refusal(
        need_marker(board, seat),
        need_unlocked(board, f"{action.building}-{action.level}", name),
        need_payable(board, levels[stands]),
        need_in_box(board, "buildings") if stands == 0 else LEGAL,
    )


def build(course: Course, seat: str, action: a.Build) -> None:
    spend_marker_and_goods(
        course, seat, course.board.setting.buildings[action.building][action.level - 1]
    )
    course.emit(f.BuildingRaised(action.building, action.level))


def _judge_building(
    board: Board, building: BuildingId, level: int, what: Text, rule: str
) -> Verdict:
    """Refuse if a building is below a level."""
    stands = board.buildings[building]
    if stands >= level:
        return LEGAL
    name = board.setting.named(building)
    return NO.under(rule)(
        "building-missing", what=capital(what), building=name, level=level, stands=stands
    )


def judge_research(board: Board, seat: str, action: a.Research) -> Verdict:
    works = board.setting.values.works
    return first_refusal(
        need_marker(board, seat),
        _judge_building(board, "library", works.research_level, Text("research"), "Recherche"),
        need_in_box(board, "technologies"),
        need_payable(board, works.research),
    )


def research(course: Course, seat: str, action: a.Research) -> None:
    board: Board = course.board
    spend_marker_and_goods(course, seat, board.setting.values.works.research)
    deck = [t.id for t in board.setting.values.technologies if t.id not in board.technologies]
    card = course.chance.draw("technology", Text("technology card"), deck)[0]
    course.emit(f.TechnologyFound(str(card)))


def gathering_yield(board: Board, resource: Resource) -> Goods:
    """The markers that gathering a resource yields: no more than the box has."""
    count = min(board.setting.values.works.gather.of(resource), board.box["resources"])
    return Goods(**{resource: count})


def judge_gather(board: Board, seat: str, action: a.Gather) -> Verdict:
    return first_refusal(
        need_marker(board, seat),
        need_developed(board, Goods(**{action.resource: 1})),
        need_in_box(board, "resources"),
    )


def gather(course: Course, seat: str, action: a.Gather) -> None:
    course.emit(f.MarkerSpent(seat), f.Gained(gathering_yield(course.board, action.resource)))


# -- training --------------------------------------------------------------------------------------


def need_trainable(board: Board, unit: str) -> Verdict:
    recruit = board.setting.troops.get(unit) or board.setting.engines.get(unit)
    if recruit is None or (isinstance(recruit, Engine) and "defenders" not in recruit.sides):
        return NO("not-ours", kind=board.setting.named(unit))
    building: BuildingId = "workshop" if isinstance(recruit, Engine) else "barracks"
    return first_refusal(
        _judge_building(board, building, recruit.level, recruit.name, NO.rule),
        need_unlocked(board, unit, capital(recruit.name)),
    )


def judge_train(board: Board, seat: str, action: a.Train) -> Verdict:
    if not (verdict := need_trainable(board, action.unit)).legal:
        return verdict
    troop, count = board.setting.troops.get(action.unit), len(action.places)
    recruit: Troop | Engine = troop or board.setting.engines[action.unit]
    batch = troop.batch if troop else 1
    if count > batch:
        return NO("batch", batch=batch, kind=recruit.name, count=count)
    posts = Counter(action.places)
    fits = (
        _need_room_at_posts(board, posts)
        if troop
        else _need_stand(board, board.setting.engines[action.unit], action.places[0])
    )
    component = "defenders" if troop else "engines"
    return first_refusal(
        need_marker(board, seat),
        fits,
        need_in_box(board, component, count),
        need_payable(board, recruit.cost.times(count)),
    )


def _need_room_at_posts(board: Board, posts: Counter[Place]) -> Verdict:
    return first_refusal(
        *(need_room(board, place, n) for place, n in posts.items() if place != "city")
    )


def _need_stand(board: Board, engine: Engine, place: Place) -> Verdict:
    if place == "city" or ("wall" if is_wall(place) else "tower") not in engine.stands:
        return NO("wrong-stand", kind=engine.name, place=section_name(place))
    room, there = board.fortification(place).engines, sum(board.sections[place].engines.values())
    if there < room:
        return LEGAL
    return NO(
        "no-stand",
        place=capital(section_name(place)),
        level=board.sections[place].level,
        room=room,
        there=there,
    )


def train(course: Course, seat: str, action: a.Train) -> None:
    setting = course.board.setting
    if (troop := setting.troops.get(action.unit)) is None:
        spend_marker_and_goods(course, seat, setting.engines[action.unit].cost)
        course.emit(
            *(f.EngineInstalled(place, action.unit) for place in action.places if place != "city")
        )
        return
    spend_marker_and_goods(course, seat, troop.cost.times(len(action.places)))
    course.emit(
        *(
            f.UnitsPosted(place, action.unit, count)
            for place, count in Counter(action.places).items()
        )
    )


def judge_enlist(board: Board, seat: str, action: a.Enlist) -> Verdict:
    if board.heroes.get(seat) != "deserter":
        return NO("not-your-hero")
    if "deserter" in board.used:
        return NO("power-used")
    if action.unit in board.setting.engines:
        return NO("no-engine")
    room = LEGAL if action.place == "city" else need_room(board, action.place, 1)
    return first_refusal(need_trainable(board, action.unit), room, need_in_box(board, "defenders"))


def _trainable_kinds(board: Board) -> list[str]:
    return [
        unit
        for unit in (*board.setting.troops, *board.setting.engines)
        if need_trainable(board, unit).legal
    ]


def _can_enlist(board: Board, seat: str) -> bool:
    return board.heroes.get(seat) == "deserter" and "deserter" not in board.used


def offer_training(board: Board, seat: str) -> Iterator[a.Train | a.Enlist]:
    deserter = _can_enlist(board, seat)
    for unit in _trainable_kinds(board):
        for place in PLACES:
            yield a.Train(unit, (place,))
            if deserter and unit in board.setting.troops:
                yield a.Enlist(unit, place)


def train_form(board: Board, seat: str) -> Iterator[Template]:
    some = (a.Train(unit, (place,)) for unit in _trainable_kinds(board) for place in PLACES)
    yield from _training_form(
        [action for action in some if judge_train(board, seat, action).legal], TRAIN, "places"
    )


def enlist_form(board: Board, seat: str) -> Iterator[Template]:
    some = (
        (a.Enlist(unit, place) for unit in _trainable_kinds(board) for place in PLACES)
        if _can_enlist(board, seat)
        else ()
    )
    yield from _training_form(
        [action for action in some if judge_enlist(board, seat, action).legal], ENLIST, "place"
    )


def _training_form(
    results: list[a.Train] | list[a.Enlist], label: Text, where: str
) -> Iterator[Template]:
    if results:
        units = Field(Text("unit"), choices=tuple(dict.fromkeys(action.unit for action in results)))
        yield entry(label, results[0], unit=units, **{where: Field(Text("places"), choices=PLACES)})


# -- the end of one's actions ----------------------------------------------------------------------


def end(course: Course, seat: str, action: a.EndActions) -> None:
    course.emit(f.ActionsEnded(seat, course.board.markers[seat]))
    after = next_in_turn(course.board)
    course.emit(f.ActionsBegun(after) if after else f.SiegeBegun())


TRAIN = Text("Train units or build a siege engine")
ENLIST = Text("Train the Deserter's additional unit")
MOVES = (
    Move(
        a.Fortify, ("actions",), judge_fortify, fortify, offer_fortifying,
        Text("raises {the_section} to level {level} ({storey})"), Text("Fortify"),
    ),
    Move(
        a.Dig, ("actions",), judge_dig, dig, lambda board, seat: (a.Dig(slot) for slot in SLOTS if not board.ring[slot]),
        Text("digs a ditch at {slot}"), Text("Dig a ditch"),
    ),
    Move(
        a.Flood, ("actions",), judge_flood, flood, lambda board, seat: (a.Flood(slot) for slot in SLOTS if board.ring[slot]),
        Text("makes the ditch at {slot} a moat"), Text("Flood a ditch"),
    ),
    Move(a.Repair, ("actions",), judge_repair, repair, offer_repairs, Text("repairs {points} at "
        "{the_part}"), Text("Repair")),
    Move(
        a.Build, ("actions",), judge_build, build,
        lambda board, seat: (a.Build(building, board.buildings[building] + 1) for building in BUILDINGS),
        Text("builds the {building}, level {level}"), Text("Build"),
    ),
    Move(
        a.Research, ("actions",), judge_research, research, lambda board, seat: (a.Research(),),
        Text("researches a technology"), Text("Research"),
    ),
    Move(
        a.Gather, ("actions",), judge_gather, gather,
        lambda board, seat: (a.Gather(r) for r in RESOURCES if need_developed(board, Goods(**{r: 1})).legal),
        Text("gathers {resource}"), Text("Gather"),
    ),
    Move(
        a.Train, ("actions",), judge_train, train, lambda board, seat: (),
        Text("trains {number} × {unit}: {posts}"), Text("Train"), forms=train_form,
    ),
    Move(
        a.Enlist, ("actions",), judge_enlist,
        lambda course, seat, action: course.emit(f.PowerUsed("deserter"), f.UnitsPosted(action.place, action.unit, 1)),
        lambda board, seat: (), Text("trains one more {unit} {on_place}, as the Deserter"), Text("Enlist"), forms=enlist_form,
    ),
    Move(
        a.EndActions, ("actions",), accept_any, end, lambda board, seat: (a.EndActions(),), Text("ends the actions of this turn"),
        Text("End the actions"), passing=True,
    ),
)  # fmt: skip
