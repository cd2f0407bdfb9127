"""The battlefield as a picture: two armies of three lines, the Enemy above, with the three wedges
between them.

Places: the player's spaces as `WEDGE-LINE`, the Enemy's as `enemy-WEDGE-LINE`, wedges as
`wedge-NUMBER`, objectives as `objective-SEAT`, the player's `hand`. Cards: by id, with their side's
seat."""

from typing import Any

from domain.titles.drawing.layout import Band, Fill, Layout, column, in_grid, larger
from domain.titles.drawing.svg import (
    Shape,
    at,
    hatch,
    rect,
    svg,
    text,
    text_lines,
    wrapped,
)
from domain.titles.kit import Text
from domain.titles.tears.board import space_at
from domain.titles.tears.facts import ENDED, PHASES
from domain.titles.tears.picture.around import army, hand, hand_list, legend, resource_table, wedges
from domain.titles.tears.picture.cards import Scene, field_card

WIDTH, GAP = 348.0, 5.0
STEP = (WIDTH + GAP) / 3
CARD, SPACE = STEP - GAP, 46.0
INSET = 2.5
"""The margin between a card and the edge of its space, so that a marked space differs from a marked
card."""
ORDER = {"enemy": (3, 2, 1), "player": (1, 2, 3)}


def picture(scene: Scene, shape: Shape) -> str:
    wide, high, body = LAYOUT.draw(scene, shape)
    return svg(
        _picture_name(scene), _description(scene), wide, high, body, lang=scene.lang, title="tears"
    )


def _picture_name(scene: Scene) -> str:
    return scene.say(Text("1066, Tears to Many Mothers, round {round}", round=scene.view["round"]))


def _description(scene: Scene) -> str:
    mine, theirs = (
        sum(wedge[f"by_{side}"] for wedge in scene.view["wedges"]) for side in ("player", "enemy")
    )
    counts = [
        sum(stands is not None for line in scene.view[side]["lines"] for stands in line)
        for side in ("player", "enemy")
    ]
    sentence = Text(
        "{now} The player has {mine} cards on the battlefield, {damage} damage on the wedges and "
        "{points} points; the Enemy "
        "{theirs} cards and {suffered} damage."
    )
    named = {
        "now": _state_text(scene),
        "mine": counts[0],
        "damage": mine,
        "theirs": counts[1],
        "suffered": theirs,
    }
    return scene.say(sentence.filled({**named, "points": scene.view["score"]["points"]}))


def _state_text(scene: Scene) -> str:
    view = scene.view
    if view["ending"]:
        return ENDED(view["ending"]).to(scene.lang)
    if view["question"]:
        about, words = view["question"]["about"], scene.text_of(view["question"]["text"])
        return (
            scene.say(Text("{about}: {question}", about=scene.name_of(about), question=words))
            if about
            else words
        )
    if "enemy" in view["to_act"]:
        return scene.say(Text("The Enemy takes its turn."))
    if view["phase"] == "wedges":
        return scene.say(Text("The wedges' combats are fought."))
    if view["phase"] == "objectives":
        return scene.say(Text("The objectives are tested."))
    return scene.say(Text("It is the player's turn."))


def _head(scene: Scene, width: float) -> tuple[str, float]:
    view, lang = scene.view, scene.lang
    phase, score = PHASES(view["phase"]).to(lang), view["score"]
    points = scene.say(
        Text("{points} points: {rank}", points=score["points"], rank=scene.text_of(score["rank"]))
    )
    return (
        text("f-ink b", 0, 12, f"Round {view['round']} · {phase}", 13)
        + text("f-ink b end", width, 12, points, 10.5)
        + text_lines("f-accent", 0, 26, wrapped(_state_text(scene), width, 10), 10)
    ), 38.0


def _field(scene: Scene, side: str) -> tuple[str, float]:
    lines = scene.view[side]["lines"]
    drawn = (
        _space(scene, side, wedge, line, lines[line - 1][wedge - 1])
        for line in ORDER[side]
        for wedge in (1, 2, 3)
    )
    return in_grid(drawn, 3, STEP, SPACE + 4), 3 * SPACE + 8


def _space(scene: Scene, side: str, wedge: int, line: int, stands: dict[str, Any] | None) -> str:
    id = f"{wedge}-{line}" if side == "player" else f"enemy-{wedge}-{line}"
    where = scene.say(
        Text(
            "wedge {wedge}, line {line} of {side}",
            wedge=wedge,
            line=line,
            side=scene.side_name(side),
        )
    )
    taken = bool(scene.view["wedges"][wedge - 1]["taken"])
    ground = rect(
        f"edge f-{'shade' if taken else 'paper'} s-line w1{'' if stands else ' dash'}",
        0,
        0,
        CARD,
        SPACE,
        4,
    )
    if stands:
        shown = at(
            INSET, INSET, field_card(scene, side, stands, CARD - 2 * INSET, SPACE - 2 * INSET)
        )
        return scene.place(id, where, ground, shown)
    words = scene.say(Text("line {line}", line=line))
    if side == "enemy":
        words += f" · {scene.setting.placement.index(space_at(wedge, line)) + 1}"
    label = (
        hatch("s-line w1 tint", CARD, SPACE)
        if taken
        else text("f-faint mid", CARD / 2, SPACE / 2 + 3, words, 9.5)
    )
    return scene.place(id, scene.say(Text("{space}: empty", space=where)), ground, label)


FACING: tuple[Band, ...] = (
    lambda scene, width: army(scene, "enemy", width),
    lambda scene, _: _field(scene, "enemy"),
    lambda scene, _: wedges(scene, STEP, CARD),
    lambda scene, _: _field(scene, "player"),
    lambda scene, width: army(scene, "player", width),
)
LAYOUT = Layout(
    tall=(_head, resource_table, *FACING, hand),
    board=column(*FACING),
    side=(larger(_head), larger(resource_table), Fill(hand_list), legend),
)
