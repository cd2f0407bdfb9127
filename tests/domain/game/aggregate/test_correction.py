from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from typing import Any

import msgspec
import pytest

from domain.game.aggregate.correction import LARGEST, MOST, TOO_LARGE, board_document
from domain.game.clerk.clerk import Clerk
from domain.game.refusals import CorrectionRefused, RulingRefused
from domain.game.rulings.conditions import Wish
from domain.kernel.refusals import BadRequest
from domain.titles import registry
from tests.builders.refusals import refused_with
from tests.builders.stores import new_clerk
from tests.builders.table import CONVICTED, DUEL, FIEF, GROUNDS, RAIDERS, TEARS, Table, midway
from tests.records.laws import losing_patch, sound_patch

TITLES = pytest.mark.parametrize("title", registry.ids())


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Table]]:
    """A function that returns a game in progress of a title. The module's tests share it, as they
    record nothing: every correction is refused."""
    with closing(new_clerk(tmp_path_factory.mktemp("patch") / "greffe.sqlite")) as clerk:
        yield cache(lambda title: midway(clerk, title, name=title, seed=2))


def put(path: str, value: Any) -> dict[str, Any]:
    return {"op": "replace", "path": path, "value": value}


def refused(table: Table, *patch: Any) -> CorrectionRefused:
    before = table.game.seq
    tried = refused_with(
        CorrectionRefused,
        "",
        table.rulings.preview,
        table.game,
        Wish("correct", patch=patch),
        GROUNDS,
    )
    raises = refused_with(CorrectionRefused, "", table.rule, "correct", patch=patch)
    assert (raises.pointer, raises.text, table.game.seq) == (tried.pointer, tried.text, before)
    return raises


# -- what is refused -------------------------------------------------------------------------------


@TITLES
def test_a_patch_that_makes_or_loses_pieces_is_refused(
    table: Callable[[str], Table], title: str
) -> None:
    made = table(title)
    how = refused(made, *losing_patch(title, board_document(made.game.board)))
    assert how.pointer == "/remedy/patch"
    assert "valid" in how.text.en


@TITLES
@pytest.mark.parametrize(
    ("patch", "pointer"),
    [
        (put("/setting", "0" * 64), "/0/path"),
        (put("/setting/options", {}), "/0/path"),
        ({"op": "remove", "path": "/setting"}, "/0/path"),
        (put("", {}), "/0/path"),
        ({"op": "copy", "from": "/setting", "path": "/note"}, "/0/from"),
        ({"op": "move", "from": "", "path": "/all"}, "/0/from"),
        ({"op": "test", "path": "/setting", "value": 1}, "/0/path"),
    ],
)
def test_a_patch_may_not_touch_the_setting(
    table: Callable[[str], Table], title: str, patch: Any, pointer: str
) -> None:
    how = refused(table(title), patch)
    assert how.pointer == f"/remedy/patch{pointer}"
    assert "setting" in how.text.en and "cadre" in how.text.fr


@TITLES
@pytest.mark.parametrize(
    "patch",
    [
        5, None, "add", [], {}, {"op": "add"}, {"op": "add", "path": "/x"}, {"op": "put", "path": "/x", "value": 1},
        {"op": ["add"], "path": "/x", "value": 1}, {"op": "add", "path": 5, "value": 1}, {"op": "copy", "from": 5, "path": "/x"},
        put("/no/such/place", 1), put("no-slash", 1), put("/~2", 1), {"op": "remove", "path": "/nothing"},
        {"op": "move", "from": "/nothing", "path": "/x"},
    ],
)  # fmt: skip
def test_an_operation_that_cannot_be_applied_is_named(
    table: Callable[[str], Table], title: str, patch: Any
) -> None:
    how = refused(
        table(title),
        {"op": "test", "path": "/nothing/at/all", "value": 1} if patch is None else patch,
    )
    assert how.pointer == "/remedy/patch/0"
    assert "Operation 1" in how.text.en and "opération 1" in how.text.fr


@TITLES
def test_the_operation_at_fault_is_counted(table: Callable[[str], Table], title: str) -> None:
    made = table(title)
    how = refused(
        made, *sound_patch(title, board_document(made.game.board)), put("/nowhere/there", 1)
    )
    last = len(sound_patch(title, board_document(made.game.board)))
    assert how.pointer == f"/remedy/patch/{last}" and f"Operation {last + 1}" in how.text.en


NO_BOARD = {
    DUEL: [put("/turn", 5), put("/sides/blue", {}), put("/sides", []), put("/grid", None)],
    FIEF: [
        put("/phase", "lunch"),
        put("/families/red/purse", "much"),
        put("/lords", 3),
        put("/pool", None),
    ],
    RAIDERS: [
        put("/stage", "pray"),
        put("/player/silver", 1.5),
        put("/supply", {}),
        put("/spaces", []),
    ],
    TEARS: [
        put("/phase", ""),
        put("/player/faction", "viking"),
        put("/wedges", 3),
        put("/enemy", None),
    ],
    CONVICTED: [
        put("/step", "lunch"),
        put("/stock/wood", -1),
        put("/sections/N/units", []),
        put("/box", "empty"),
    ],
}


@pytest.mark.parametrize(
    ("title", "patch"), [(title, patch) for title, patches in NO_BOARD.items() for patch in patches]
)
def test_a_patch_after_which_there_is_no_board_of_the_title(
    table: Callable[[str], Table], title: str, patch: Any
) -> None:
    how = refused(table(title), patch)
    assert how.pointer == "/remedy/patch"
    assert "none of this title" in how.text.en


@TITLES
def test_a_field_that_the_board_does_not_have_is_refused(
    table: Callable[[str], Table], title: str
) -> None:
    """Otherwise a typing error in a pointer would go unnoticed, and the patch would change less
    than the arbiter believes."""
    made = table(title)
    sound = sound_patch(title, board_document(made.game.board))
    places = ("/scroe", "/player/poinst") if title == RAIDERS else ("/scroe",)
    for place in places:
        how = refused(made, *sound, {"op": "add", "path": place, "value": 1})
        assert how.text.en == f"A board of this title has no {place}."


@TITLES
def test_a_patch_that_changes_nothing_is_no_correction(
    table: Callable[[str], Table], title: str
) -> None:
    made = table(title)
    plain = board_document(made.game.board)
    name = next(name for name in plain if name != "setting")
    for patch in (
        (put(f"/{name}", plain[name]),),
        ({"op": "test", "path": f"/{name}", "value": plain[name]},),
    ):
        refused_with(RulingRefused, "changes nothing", made.rule, "correct", patch=patch)


def test_a_patch_has_an_end(table: Callable[[str], Table]) -> None:
    made = table(DUEL)
    operation = {"op": "test", "path": "/turn", "value": made.game.board.turn}
    assert str(MOST) in refused(made, *[operation] * (MOST + 1)).text.en
    refused_with(RulingRefused, "changes nothing", made.rule, "correct", patch=(operation,) * MOST)


def test_copies_of_copies_end_before_they_fill_the_memory(table: Callable[[str], Table]) -> None:
    made = table(DUEL)
    how = refused(
        made, *[{"op": "copy", "from": "/sides", "path": f"/sides/{n}"} for n in range(MOST)]
    )
    assert how.text.en == TOO_LARGE.en
    assert 4 < int(how.pointer.removeprefix("/remedy/patch/")) < 16
    long = put("/turn", "x" * LARGEST)
    assert refused(made, long).text.en == TOO_LARGE.en, "nor does one long text"
    double = {"op": "copy", "from": "/turn", "path": "/sides/blue/points"}
    assert refused(made, long, double).pointer == "/remedy/patch/1"
    points = board_document(made.game.board)["sides"]["blue"]["points"]
    twice = [{"op": "copy", "from": "/sides/blue/points", "path": "/sides/red/points"}] * (MOST - 1)
    made.rulings.preview(
        made.game, Wish("correct", patch=(put("/sides/blue/points", points + 1), *twice)), GROUNDS
    )


def test_the_refusal_of_a_long_patch_is_short(table: Callable[[str], Table]) -> None:
    word = "x" * 100_000
    for operation in (
        put("/turn", word),
        {"op": "add", "path": f"/sides/blue/{word}", "value": 1},
        {"op": "add", "path": "/sides/blue/up/-", "value": word},
        put(f"/{word}/x", 1),
        {"op": word, "path": "/turn"},
    ):
        how = refused(table(DUEL), operation)
        assert max(len(how.text.en), len(how.text.fr)) < 400, how.text.en[:100]
    unquoted = refused(table(DUEL), put("/__proto__/x", 1)).text.en
    assert unquoted.endswith("member '__proto__' not found."), "the board is not quoted"


def test_values_that_no_json_holds_are_refused(table: Callable[[str], Table]) -> None:
    made = table(DUEL)
    deep: Any = []
    for _ in range(2_000):
        deep = [deep]
    for value in (deep, 10**400, "\ud800"):
        refused_with(
            (CorrectionRefused, BadRequest), "", made.rule, "correct", patch=(put("/turn", value),)
        )
        refused_with(
            (CorrectionRefused, BadRequest),
            "",
            made.rule,
            "correct",
            facts=({"type": "first-player-drawn", "seat": value},),
        )
    assert made.game.seq == 26


IMPOSSIBLE: list[tuple[str, Any, str]] = [
    (DUEL, put("/turn", "pink"), "“pink” is not a seat of this game"),
    (DUEL, put("/sides/blue/points", -1), "blue, points: -1 is less than 0"),
    (DUEL, put("/sides/red/up", ["recruit", "dragon"]), "“dragon” is not an Action card"),
    (DUEL, put("/playing", "renew"), "“renew” is in play"),
    (DUEL, put("/steps", 3), "steps left: 3 is more than 0"),
    (DUEL, put("/renewing", ["blue"]), "no combat is fought"),
    (DUEL, {"op": "remove", "path": "/sides/red"}, "the side of “red” is missing"),
    (FIEF, put("/families/red/purse", -5), "red, purse: -5 is less than 0"),
    (FIEF, put("/waiting", []), "families wait to act"),
    (FIEF, put("/auction", None), "the phase auction without an auction"),
    (
        FIEF,
        {"op": "add", "path": "/places/atlantis", "value": {}},
        "“atlantis” is not a place of the map",
    ),
    (FIEF, put("/turn", 0), "in turn 0"),
    (RAIDERS, put("/player/silver", -1), "player, silver: -1 is less than 0"),
    (RAIDERS, put("/stage", "close"), "the turn is to be closed"),
    (RAIDERS, put("/stage", "over"), "the end was triggered by nobody"),
    (RAIDERS, put("/blocked", "casino"), "“casino” is not a building of the village"),
    (RAIDERS, {"op": "remove", "path": "/stack/0"}, "is missing"),
    (TEARS, put("/ending", "victory-dance"), "“victory-dance” is not an ending"),
    (TEARS, put("/player/objective", 40), "player, objective: 40 is more than"),
    (TEARS, put("/wedges/0/by_player", -1), "wedge 1, damage by player: -1 is less than 0"),
    (TEARS, put("/player/faction", "saxon"), "not the side that the game was opened with"),
    (TEARS, {"op": "copy", "from": "/player/deck/0", "path": "/player/hand/-"}, "is there 2 times"),
    (CONVICTED, put("/sections/N/level", 9), "N, level: 9 is more than"),
    (
        CONVICTED,
        {"op": "add", "path": "/city/dragon", "value": 1},
        "“dragon” is not a troop of the defenders",
    ),
    (CONVICTED, put("/turn", 40), "turn: 40 is more than"),
    (CONVICTED, put("/step", "over"), "a scenario is over once it has ended"),
    (CONVICTED, put("/ring/N1", 3), "N1, ditch or moat: 3 is more than 2"),
]


@pytest.mark.parametrize(
    ("title", "patch", "why"), IMPOSSIBLE, ids=[f"{title}{p['path']}" for title, p, _ in IMPOSSIBLE]
)
def test_an_impossible_board_is_refused_in_words(
    table: Callable[[str], Table], title: str, patch: Any, why: str
) -> None:
    how = refused(table(title), patch)
    assert how.pointer == "/remedy/patch"
    assert why in how.text.en and how.text.en.startswith("The corrected board would not be valid: ")
    assert how.text.fr.startswith("Le plateau corrigé ne serait pas valable : ")


def test_a_correction_of_a_section_takes_its_pieces_from_the_box(
    table: Callable[[str], Table],
) -> None:
    """In The Convicted, a patch adds a unit to a section and takes it from the box. Either
    operation alone is refused, and the refusal names what else to correct."""
    made = table(CONVICTED)
    box, sections = made.game.board.box["defenders"], made.game.board.sections
    there = next(
        id
        for id, section in sections.items()
        if section.units.get("spearman") and made.game.board.room(id) > 0
    )
    unit = put(f"/sections/{there}/units/spearman", sections[there].units["spearman"] + 1)
    for alone in (unit, put("/box/defenders", box - 1)):
        why = refused(made, alone).text.en
        assert (
            "the count of “defenders” would go from" in why
            and "correct where they come from or go to as well" in why
        )
    made.rule("correct", patch=(unit, put("/box/defenders", box - 1)))
    assert made.game.board.box["defenders"] == box - 1
    assert made.game.rules.amiss(made.game.board) == ()


def test_a_board_on_which_the_game_would_stand_still_is_refused(clerk: Clerk) -> None:
    made = Table(clerk, TEARS)
    made.until(lambda game: game.board.question is not None and game.board.question.kind == "keep")
    how = refused(made, put("/question/options", []))
    assert "nothing to do" in how.text.en or "cannot go on" in how.text.en


# -- what is stored --------------------------------------------------------------------------------


def test_what_a_later_operation_does_to_a_value_is_not_stored_with_the_earlier_one(
    clerk: Clerk, make_clerk: Any
) -> None:
    made = midway(clerk, DUEL, name=DUEL, seed=2)
    up = board_document(made.game.board)["sides"]["blue"]["up"]
    patch = [
        put("/sides/blue/up", []),
        *({"op": "add", "path": "/sides/blue/up/-", "value": card} for card in reversed(up)),
    ]
    before = msgspec.json.encode(patch)
    ruling = made.rule("correct", patch=tuple(patch))
    assert msgspec.json.encode(patch) == before, "what was given stays as it is"
    assert made.body(ruling).remedy.patch == tuple(patch)
    assert list(made.game.board.sides["blue"].up) == list(reversed(up))
    assert make_clerk().game(made.id).board == made.game.board


def test_what_comes_beside_the_members_of_an_operation_is_not_stored(clerk: Clerk) -> None:
    """A record is stored for ever, so it may have no place for remarks about people."""
    made = midway(clerk, DUEL, name=DUEL, seed=2)
    (patch,) = sound_patch(DUEL, board_document(made.game.board))
    ruling = made.rule("correct", patch=({**patch, "comment": "Anna cheats"},))
    assert made.body(ruling).remedy.patch == (patch,)
    assert b"Anna" not in clerk.load(made.id).record(ruling).state
