"""Rites: spells and blessings, the Sorcerer's additional spell, and the Heretic's sermon.

In the rule text: "Le Sorcier", "L'Hérétique", and that the preparation returns used markers. The
effect of a spell is printed on cards that the rule text does not show. So the table states it: as
enemies lost at once, or within the results of the stage that the spell influences."""

from collections.abc import Iterator, Mapping

from domain.titles.convicted import actions as a, facts as f
from domain.titles.convicted.board import ENEMY, Board
from domain.titles.convicted.chapters.declaring import (
    band_fields,
    declaration_move,
    enemy_kinds,
    random_band,
)
from domain.titles.convicted.chapters.requirements import need_present
from domain.titles.convicted.chapters.stages import are_enemies_revealed, need_stage_taking
from domain.titles.convicted.facts import EnemiesLost, PowerUsed
from domain.titles.convicted.field import SECTIONS, SIDES, BuildingId, Side, Zone, at_zone
from domain.titles.convicted.values import Rite, Stack, summed
from domain.titles.kit import (
    LEGAL,
    Course,
    Pick,
    Refusals,
    Sentences,
    Text,
    Verdict,
    filled_sentence,
    first_refusal,
)

NO = Refusals("Le Sorcier", """
unknown-rite | Marqueurs de sorts et bénédictions = The {house} has nothing called {id}.
building-missing = {rite} is of level {level}; the {house} is at level {stands}.
enemy-first | Période de Siège = Spells and blessings come once the enemy cards of this turn are turned over.
rite-used | Période de Préparation = The marker of {rite} is used until the next preparation.
spells-used | Tour de Mage = {limit} spells can be cast a turn (a house value); only the Sorcerer casts one more.
not-your-hero = Only the Sorcerer casts an additional spell.
power-used = The Sorcerer has cast his additional spell of this turn.
spell-level = The additional spell is of level 1 to {top}; {spell} is of level {level}.
blessings-used | Chapelle = {limit} blessings can be given a turn (a house value).
not-the-heretic | L'Hérétique | not-your-hero = Only the Heretic can do this.
preached | L'Hérétique | power-used = The Heretic has named section {section} this turn: one section a turn.
too-late | L'Hérétique
  He names his section at the start of the preparation step, before the enemy shows itself and before any spell.
""")  # fmt: skip
SAID = Sentences("""
casts = casts {spell}
casts-more = casts {spell} as the Sorcerer's additional spell
strikes = casts {spell}: the enemy loses {fallen}
strikes-more = casts {spell} as the Sorcerer's additional spell: the enemy loses {fallen}
""")  # fmt: skip


def need_ready_rite(
    board: Board, rites: Mapping[str, Rite], building: BuildingId, id: str
) -> Verdict:
    """Refuses a spell or blessing that does not exist, that needs a higher level of its building,
    or whose marker is used."""
    house, rite = board.setting.named(building), rites.get(id)
    if rite is None:
        return NO("unknown-rite", house=house, id=id)
    if rite.level > board.buildings[building]:
        return NO(
            "building-missing",
            rite=rite.name,
            level=rite.level,
            house=house,
            stands=board.buildings[building],
        )
    return NO("rite-used", rite=rite.name) if id in board.rites else LEGAL


def _judge_moment(board: Board) -> Verdict:
    """Refuses a spell or blessing in a stage for which the catalog does not allow them and, since
    version 3, before the enemy cards are turned over."""
    if board.step == "assault":
        return need_stage_taking(board, "rites")
    return LEGAL if are_enemies_revealed(board) or board.setting.version < 3 else NO("enemy-first")


# -- spells ----------------------------------------------------------------------------------------


def judge_cast(board: Board, seat: str, action: a.Cast) -> Verdict:
    setting = board.setting
    verdict = first_refusal(
        _judge_moment(board), need_ready_rite(board, setting.spells, "mage-tower", action.spell)
    )
    if not verdict.legal:
        return verdict
    quota = (
        _judge_additional_spell(board, seat, setting.spells[action.spell])
        if action.extra
        else _judge_ordinary_spell(board)
    )
    return quota if not quota.legal else first_refusal(*_judge_losses(board, action.losses))


def _judge_losses(board: Board, hits: tuple[a.Hit, ...]) -> Iterator[Verdict]:
    lost: dict[tuple[Side, Zone], Stack] = {}
    for hit in hits:
        place = (hit.side, hit.zone)
        lost[place] = summed(lost.get(place, {}), {hit.unit: hit.count})
    for (side, zone), stack in lost.items():
        yield need_present(board, board.pieces_in(side, zone), stack, at_zone(side, zone))


def _judge_ordinary_spell(board: Board) -> Verdict:
    """Refuse a spell if as many as allowed were cast this turn, not counting the Sorcerer's
    additional spell."""
    cast = sum(1 for rite in board.rites if rite in board.setting.spells) - (
        "sorcerer" in board.used
    )
    limit = board.setting.values.siege.spells_per_turn
    return LEGAL if cast < limit else NO("spells-used", limit=limit)


def _judge_additional_spell(board: Board, seat: str, spell: Rite) -> Verdict:
    """Refuse the Sorcerer's additional spell to other heroes, a second time in a turn, or above its
    level."""
    top = board.setting.values.powers.sorcerer_level
    if board.heroes.get(seat) != "sorcerer":
        return NO("not-your-hero")
    if "sorcerer" in board.used:
        return NO("power-used")
    return (
        LEGAL
        if spell.level <= top
        else NO("spell-level", top=top, spell=spell.name, level=spell.level)
    )


def cast(course: Course, seat: str, action: a.Cast) -> None:
    if action.extra:
        course.emit(PowerUsed("sorcerer"))
    course.emit(f.SpellCast(action.spell))
    course.emit(*(EnemiesLost(hit.side, hit.zone, hit.unit, hit.count) for hit in action.losses))


def offer_spells(board: Board, seat: str) -> Iterator[a.Cast]:
    for spell in board.setting.spells if seat != ENEMY else ():
        yield a.Cast(spell)
        yield a.Cast(spell, extra=True)


def sample_cast(board: Board, seat: str, pick: Pick) -> a.Cast:
    spell = pick(
        [
            s
            for s, rite in board.setting.spells.items()
            if rite.level <= board.buildings["mage-tower"]
        ],
    )
    extra = board.heroes.get(seat) == "sorcerer" and "sorcerer" not in board.used
    sides = [side for side in SIDES if board.fronts[side].assault]
    if not sides:
        return a.Cast(spell, extra)
    side = pick(sides)
    hits = random_band(pick.rng, board.fronts[side].assault, 2)
    return a.Cast(
        spell, extra, tuple(a.Hit(side, "assault", band.unit, band.count) for band in hits)
    )


def cast_label(board: Board, action: a.Cast) -> Text:
    slug = ("strikes" if action.losses else "casts") + ("-more" if action.extra else "")
    return filled_sentence(SAID[slug], action, board)


# -- blessings -------------------------------------------------------------------------------------


def judge_bless(board: Board, seat: str, action: a.Bless) -> Verdict:
    verdict = first_refusal(
        _judge_moment(board),
        need_ready_rite(board, board.setting.blessings, "chapel", action.blessing),
    )
    limit = board.setting.values.siege.blessings_per_turn
    if verdict.legal and sum(1 for rite in board.rites if rite in board.setting.blessings) >= limit:
        return NO("blessings-used", limit=limit)
    return verdict


def sample_bless(board: Board, seat: str, pick: Pick) -> a.Bless:
    return a.Bless(
        pick(
            [
                b
                for b, rite in board.setting.blessings.items()
                if rite.level <= board.buildings["chapel"]
            ],
        )
    )


# -- the sermon ------------------------------------------------------------------------------------


def judge_preach(board: Board, seat: str, action: a.Preach) -> Verdict:
    if board.heroes.get(seat) != "heretic":
        return NO("not-the-heretic")
    if board.preached:
        return NO("preached", section=board.preached)
    return (
        NO("too-late")
        if are_enemies_revealed(board) or (board.rites and board.setting.version > 1)
        else LEGAL
    )


def sample_preach(board: Board, seat: str, pick: Pick) -> a.Preach:
    manned = [
        s
        for s, what in board.sections.items()
        if any(board.setting.troops[u].fire for u in what.units)
    ]
    return a.Preach(pick(manned or SECTIONS))


MOVES = (
    declaration_move(
        a.Cast,
        ("deployment", "assault"),
        judge=judge_cast,
        do=cast,
        sampler=sample_cast,
        takes=("rites",),
        bounds={"losses": {"within": band_fields(enemy_kinds, "side", "zone")}},
        label=cast_label,
        name=Text("Cast a spell"),
        form=Text("Cast a spell"),
        hint=Text("Enter the enemies lost to the spell, if it kills."),
        offers=offer_spells,
    ),
    declaration_move(
        a.Bless,
        ("deployment", "assault"),
        judge=judge_bless,
        do=lambda course, seat, action: course.emit(f.BlessingGiven(action.blessing)),
        sampler=sample_bless,
        takes=("rites",),
        label=Text("gives the blessing {blessing}"),
        name=Text("Bless"),
        offers=lambda board, seat: (
            a.Bless(blessing) for blessing in (board.setting.blessings if seat != ENEMY else ())
        ),
    ),
    declaration_move(
        a.Preach,
        ("deployment",),
        judge=judge_preach,
        do=lambda course, seat, action: course.emit(
            PowerUsed("heretic"), f.Preached(action.section)
        ),
        sampler=sample_preach,
        label=Text("fires up the shooters {on_section}, as the Heretic"),
        name=Text("Preach"),
        offers=lambda board, seat: (
            a.Preach(section) for section in (SECTIONS if seat != ENEMY else ())
        ),
    ),
)
