"""The session as a picture: the turn, the current event, the villages fief by fief, and the
families with their lords.

It is drawn from the view alone, so a bid that the view hides is drawn face down."""

from typing import Any

from domain.kernel.text import Lang
from domain.titles.drawing import svg as draw
from domain.titles.drawing.layout import Fill, Layout, at_fixed_width, beside, in_grid
from domain.titles.fief import words
from domain.titles.fief.board import TURN, Phase, Setting
from domain.titles.fief.picture import icons as signs
from domain.titles.fief.picture.families import families, family_column
from domain.titles.fief.picture.map import map_size, realm
from domain.titles.fief.picture.matter import current_event
from domain.titles.fief.picture.places import places
from domain.titles.fief.picture.scene import EDGE, KINDS, WIDE, FiefScene, fief_scene
from domain.titles.fief.values import Ground
from domain.titles.kit import Text

_WALLS: tuple[tuple[Ground, float], ...] = (("castle", 16), ("city", 36))


def picture(
    setting: Setting,
    view: dict[str, Any],
    lang: Lang,
    changed: draw.Changed = draw.NOTHING,
    shape: draw.Shape = draw.TALL,
) -> str:
    scene = fief_scene(setting, view, lang, changed)
    across = map_size(setting)[0]
    aside = draw.WIDTHS[draw.WIDE] - across - 2 * EDGE
    layout = LAYOUT._replace(board_width=across, aside=aside)
    wide, high, body = layout.draw(scene, shape)
    purses = [
        scene.colon(scene.family(seat), _purse_in_words(scene, family))
        for seat, family in view["families"].items()
    ]
    name = scene.say(Text("Fief: France 1429, tactical expansion"))
    tells = f"{headline(scene)}. {'. '.join(purses)}."
    return draw.svg(name, tells, wide, high, body, lang=lang, title="fief")


def _purse_in_words(scene: FiefScene, family: dict[str, Any]) -> str:
    return scene.say(
        Text("{purse}, {points} VP", purse=words.ecus(family["purse"]), points=family["points"])
    )


def headline(scene: FiefScene) -> str:
    view = scene.view
    phase = words.PHASES[view["phase"]].to(scene.lang)
    over = view["ending"] or not view["to_act"]
    who = scene.say(Text("the session is over")) if over else scene.families(view["to_act"])
    return scene.say(Text("Turn {turn} · {phase} · {who}", turn=view["turn"], phase=phase, who=who))


def _head(scene: FiefScene, wide: float) -> tuple[str, float]:
    step, now = (wide - 2 * EDGE) / len(TURN), scene.view["phase"]
    done = TURN.index(now) if now in TURN else -1
    bars = (_phase(scene, phase, at - done, step) for at, phase in enumerate(TURN))
    title = draw.fitted_text("f-ink b", EDGE + 2, 20, headline(scene), wide - 2 * EDGE - 4, 14)
    return title + in_grid(bars, len(TURN), step, 0, EDGE + 1, 30), 42.0


def _phase(scene: FiefScene, phase: Phase, after: int, step: float) -> str:
    cls = "f-line" if after < 0 else "f-shade" if after else "f-accent"
    says = words.PHASES[phase].to(scene.lang)
    return draw.group("phase", says, draw.rect(cls, 0, 0, step - 2, 6 if after else 8, 2))


def _legend(scene: FiefScene, wide: float) -> tuple[str, float]:
    named = [(kind, words.token_name(kind).to(scene.lang)) for kind in KINDS]
    rooms = [15 + draw.width(word, 10) for _, word in named]
    gap = max(4.0, (wide - 2 * EDGE - 8 - sum(rooms)) / (len(named) - 1))
    parts, x = [], EDGE + 4.0
    for (kind, word), room in zip(named, rooms, strict=True):
        parts.append(
            signs.sign_drawing(kind, x + 6, 8, 12) + draw.text("f-faint", x + 15, 12, word, 10)
        )
        x += room + gap
    return "".join(parts), 18.0


def _key(scene: FiefScene, _: float) -> tuple[str, float]:
    marks = [
        *(
            (signs.sign_drawing(kind, 7, 0, 13), words.token_name(kind).to(scene.lang))
            for kind in KINDS
        ),
        *(
            (draw.at(0, 5, signs.wall_edge(fort, wide)), words.GROUNDS[fort].to(scene.lang))
            for fort, wide in _WALLS
        ),
        (signs.sign_drawing("bishop", 7, 0, 11, "f-faint"), scene.say(Text("diocese"))),
        (signs.sign_drawing("plague", 7, 0, 12), scene.say(Text("plague"))),
    ]
    lines = (mark + draw.text("f-faint", 42, 4, word, 12) for mark, word in marks)
    return in_grid(lines, 1, 0, 19, y=12), 19.0 * len(marks)


LAYOUT = Layout(
    tall=(_head, current_event, places, families, _legend),
    board=realm,
    side=(Fill(family_column),),
    above=(_head,),
    below=(beside((at_fixed_width(current_event, WIDE), WIDE * 1.1), (_key, 0)),),
    width=WIDE,
    most=1.0,
    deep=True,
    gap=4.0,
    margin=0,
)
