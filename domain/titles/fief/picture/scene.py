"""The data that every part of Fief's picture needs. Names come from the setting, everything else
from the view."""

from typing import Any, NamedTuple

from domain.kernel.text import Lang, Text
from domain.titles.drawing import svg as draw
from domain.titles.fief import words
from domain.titles.fief.board import TROOP_KINDS, Setting
from domain.titles.fief.picture import icons as signs

WIDE = 400
EDGE = 6
KINDS = (*TROOP_KINDS, "mercenary")


class FiefScene(NamedTuple):
    """The view to draw, its setting, its language and the parts to mark. `free`: free lords by
    family and place; `letters`: each family's letters."""

    setting: Setting
    view: dict[str, Any]
    lang: Lang
    changed: draw.Changed
    free: dict[tuple[str, str], list[str]]
    letters: dict[str, str]

    def say(self, text: Text) -> str:
        return text.to(self.lang)

    def colon(self, before: str, after: str) -> str:
        """The text `before: after`, with the spaces that the language puts around a colon."""
        return self.say(Text("{before}: {after}", before=before, after=after))

    def family(self, seat: str) -> str:
        return self.say(self.setting.word("family", seat))

    def families(self, seats: list[str]) -> str:
        return self.say(self.setting.families(seats))

    def lord(self, id: str) -> str:
        return self.say(self.setting.word("lord", id))

    def place(self, id: str) -> str:
        return self.say(self.setting.word("place", id))

    def title(self, id: str) -> str:
        return self.say(self.setting.word("title", id))

    def arms(self, seat: str, x: float, y: float, size: float) -> str:
        return signs.arms(seat, self.letters.get(seat, "†"), x, y, size)

    def lords_of(self, seat: str, place: str) -> list[str]:
        return self.free.get((seat, place), [])

    def troops_of(self, seat: str, place: str) -> dict[str, int]:
        """The troops of a family in a place by kind; royal guards are `guard_knight` and
        `guard_sergeant`."""
        here = self.view["places"].get(place)
        there = here["troops"].get(seat, {}) if here else {}
        parts = {kind: there[kind] for kind in KINDS if there.get(kind)}
        guards = [self.view["lords"][id]["guard"] for id in self.lords_of(seat, place)]
        for kind in ("knight", "sergeant"):
            if count := sum(guard[kind] for guard in guards):
                parts[f"guard_{kind}"] = count
        return parts

    def families_present(self, place: str) -> list[str]:
        return [
            s for s in self.setting.seats if self.lords_of(s, place) or self.troops_of(s, place)
        ]


def fief_scene(
    setting: Setting, view: dict[str, Any], lang: Lang, changed: draw.Changed
) -> FiefScene:
    free: dict[tuple[str, str], list[str]] = {}
    for id, lord in view["lords"].items():
        if not lord["dead"] and not lord["captor"]:
            free.setdefault((lord["family"], lord["place"]), []).append(id)
    letters = signs.letters({seat: setting.name(seat).to(lang) for seat in setting.seats})
    return FiefScene(setting, view, lang, changed, free, letters)


def troop_signs_width(troops: dict[str, int], size: float) -> float:
    """The width of what `troop_signs` draws at this size."""
    guarded = any(kind.startswith("guard_") for kind in troops)
    return sum(size * (1.35 + 0.62 * len(str(count))) for count in troops.values()) + (
        size if guarded else 0
    )


def troop_signs(troops: dict[str, int], x: float, y: float, room: float, size: float) -> str:
    """Troops in a row, a sign and a number for each kind, drawn smaller if the room is short. Royal
    guards come after a crown."""
    needed = troop_signs_width(troops, size)
    size *= min(1.0, room / needed) if needed else 1.0
    crowned, parts = False, []
    for kind, count in sorted(troops.items(), key=lambda entry: entry[0].startswith("guard_")):
        guard = kind.startswith("guard_")
        if guard and not crowned:
            parts.append(signs.sign_drawing("king", x + size * 0.45, y, size * 0.85, "f-accent"))
            x, crowned = x + size, True
        parts.append(
            signs.sign_drawing(
                kind.removeprefix("guard_"), x + size / 2, y, size, "f-accent" if guard else "f-ink"
            )
        )
        parts.append(draw.text("f-ink", x + size * 1.08, y + size * 0.36, count, size))
        x += size * (1.35 + 0.62 * len(str(count)))
    return "".join(parts)


def troops_in_words(troops: dict[str, int]) -> Text:
    return words.counts(**troops)
