import re
from typing import Any

import msgspec
import pytest
from flask import Flask

from domain.game.clerk.clerk import Clerk
from domain.game.record.records import RulingGiven
from tests.amount import slow_but
from tests.builders.api.client import GAMES, KEY, Caller
from tests.builders.api.disputes import GROUNDS, KINDS, Dispute, forbidden_action, remedies
from tests.builders.api.judging import Judge
from tests.builders.table import CONVICTED, DUEL, FIEF, RAIDERS, TEARS
from tests.domain.game.undo.test_undo import rolled
from tests.records.laws import sound_facts, sound_patch

DIE = r'name="(v\.\d+\.\d+)" form="ruling"><option value="">[^<]*</option><option value="([^"]*)"'


def given(table: Dispute) -> Any:
    data = msgspec.json.decode(table.now.history.states[-1])
    return {
        name: value
        for name, value in data.items()
        if name not in ("at", "salt", "key", "request", "text")
    }


# -- shown, then recorded --------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_ruling_is_shown_first_and_recorded_as_the_api_records_it(
    kind: str, table: Dispute, judge: Judge, clerk: Clerk
) -> None:
    remedy = remedies(table)[kind]
    before, words = table.records(), set(clerk.key_values.keys("text"))
    answer = judge.preview_remedy(remedy, about=2, text="Because of the card.")
    assert answer.status_code == 200, judge.text("trouble")
    assert "The result, as a preview" in judge.page and "Nothing is recorded yet." in judge.page
    moves = kind in ("annul", "facts", "patch", "let-stand")
    assert (
        judge.page.count('<svg xmlns="http://www.w3.org/2000/svg" class="board') >= 3
    ) is moves, "both sides, and the board to tap"
    assert (
        'class="place changed"' in judge.page or 'class="seat changed"' in judge.page
    ) is moves, "marked"
    assert (table.records(), set(clerk.key_values.keys("text"))) == (before, words), (
        "nothing is recorded by a preview"
    )
    shown = re.search(r'<blockquote class="sentence">(.*?)</blockquote>', judge.page)
    answer = judge.record()
    assert (answer.status_code, answer.request.path) == (200, f"{judge.base}/desk"), judge.text(
        "trouble"
    )
    seq = table.seq
    assert f"Record {seq} is written" in judge.text("done")
    assert (
        shown is not None
        and shown[1] == table.read("arbiter", f"/records/{seq}")["entry"]["sentence"]["en"]
    )
    assert table.read("spectator", f"/records/{seq}")["entry"]["words"] == "Because of the card."
    page, own = given(table), table.seq
    table.done("arbiter", f"/rulings/{own}/overturn", {"rule": "x", "code": "ruling-error"})
    table.rule(remedy, about=2)
    api = given(table)
    if kind == "let-stand":  # another record each time, on another board
        assert (page.pop("about") - own, bool(page.pop("board"))) == (
            api.pop("about") - table.seq,
            bool(api.pop("board")),
        )
    assert page == api


@pytest.mark.parametrize("title", slow_but([CONVICTED], [FIEF, RAIDERS, TEARS, CONVICTED]))
@pytest.mark.parametrize("how", ["facts", "patch"])
def test_a_board_of_every_title_is_corrected(
    title: str, how: str, app: Flask, clerk: Clerk
) -> None:
    table = Dispute(app, clerk, ruleset=title).played_for(12)
    judge = Judge(table)
    patch = sound_patch(title, table.read("arbiter", "/board/document")["board"])
    remedy = {
        "type": "correct",
        **({"facts": sound_facts(title)} if how == "facts" else {"patch": patch}),
    }
    for answer in (judge.preview_remedy(remedy), judge.record()):
        assert answer.status_code == 200, judge.text("trouble")
    body: Any = table.now.history.record(table.seq).body
    assert isinstance(body, RulingGiven) and table.now.irregularities == (table.seq,)
    stored = msgspec.json.decode(msgspec.json.encode(body.remedy))
    if how == "patch":
        assert stored["patch"] == list(patch)
    else:
        assert [fact["type"] for fact in stored["facts"]] == [
            fact["type"] for fact in sound_facts(title)
        ]


def test_a_claim_leads_to_a_ruling_form_prefilled_from_the_claim(
    table: Dispute, judge: Judge
) -> None:
    about = table.now.in_force()[-2]
    claim = table.done("red", "/claims", {"seat": "red", "about": about, "text": "<b>Not so.</b>"})[
        "seq"
    ]
    judge.desk_page(f"/rule?claim={claim}&remedy=annul")
    assert judge.field_values("remedy", "claim", "about", "from_seq") == [
        "annul",
        str(claim),
        str(about),
        str(about),
    ]
    assert "&lt;b&gt;Not so.&lt;/b&gt;" in judge.page
    assert judge.press_do("preview", **GROUNDS, rolls="stands").status_code == 200
    judge.record()
    assert (table.read("red")["open_claims"], table.now.proceedings.claims[0].ruling) == (
        [],
        table.seq,
    )
    assert "No open claim" in judge.page


def test_another_ruling_under_a_used_key_is_not_lost(table: Dispute, judge: Judge) -> None:
    judge.preview_remedy({"type": "penalty", "seat": "red", "points": -2})
    first = judge.ruling
    judge.record()
    seq = table.seq
    judge.post(first.action, {**first.sent(points="-3"), "do": "preview"})
    assert (judge.record().status_code, table.seq) == (422, seq)
    assert f"already used for record {seq}" in judge.text("trouble")
    assert judge.field_values("points") == ["-3"]
    judge.press_do("preview")
    assert judge.record().status_code == 200
    assert [penalty.points for _, penalty in table.now.proceedings.penalties()] == [-2, -3]


def test_what_is_recorded_is_what_was_shown(table: Dispute, judge: Judge) -> None:
    judge.preview_remedy({"type": "penalty", "seat": "red", "points": -2})
    before = table.records()
    assert (judge.record(points="-20").status_code, table.records()) == (409, before)
    assert "You changed something" in judge.page and "-20" in judge.page
    assert judge.record().status_code == 200
    assert [penalty.points for _, penalty in table.now.proceedings.penalties()] == [-20]


def test_a_ruling_is_previewed_again_if_the_game_went_on(table: Dispute, judge: Judge) -> None:
    judge.preview_remedy({"type": "penalty", "seat": "red", "points": -2}, text="Late.")
    table.done("", "/notes", {"text": "Meanwhile."})
    before = table.records()
    assert (judge.record().status_code, table.records()) == (412, before)
    assert "adds a note" in judge.text("trouble") and "The result, as a preview" in judge.page
    assert judge.field_values("text", "points", "seq") == ["Late.", "-2", str(table.seq)]
    assert judge.record().status_code == 200
    assert [penalty.points for _, penalty in table.now.proceedings.penalties()] == [-2]


# -- an illegal action -----------------------------------------------------------------------------


def test_dice_of_the_table_are_asked_for_and_come_with_the_ruling(app: Flask, clerk: Clerk) -> None:
    values: list[Any] = []
    opening = {"ruleset": DUEL, "chance": "table"}
    while "asks" in (
        json := Caller(app).post(GAMES, {**opening, "values": values}, Idempotency_Key=KEY).json
    ):
        values += [ask["pool"][: ask["count"]] for ask in json["asks"]]
    table = Dispute(app, clerk, chance="table", values=values).played_for(9)
    judge, seat = Judge(table), ""
    for _ in range(30):
        seat, action = forbidden_action(table)
        judge.preview_remedy({"type": "let-stand", "seat": seat, "action": action})
        if "The table has to roll" in judge.page:
            break
        table.played.step()
    rolls = {name: value.replace("&#34;", '"') for name, value in re.findall(DIE, judge.page)}
    before = table.records()
    assert rolls and judge.press_do("record").status_code in (409, 422)
    assert table.records() == before
    judge.preview_remedy({"type": "let-stand", "seat": seat, "action": action})
    assert judge.press_do("preview", **rolls).status_code == 200, judge.text("trouble")
    assert judge.record().status_code == 200, judge.text("trouble")
    taken: Any = table.now.history.record(table.seq - 1).body
    assert [value for roll in taken.rolls for value in roll.values] == [
        msgspec.json.decode(value) for value in rolls.values()
    ]


def test_a_preview_supposes_sealed_dice_and_recording_rolls_them(
    table: Dispute, judge: Judge
) -> None:
    for _ in range(60):
        seat, action = forbidden_action(table)
        judge.preview_remedy({"type": "let-stand", "seat": seat, "action": action})
        unseen, dice = judge.ruling, re.findall(DIE, judge.page)
        if dice and action["type"] == "explore":
            break
        table.played.step()
    assert "they are sealed" in judge.page and "Record it; the dice are rolled then" in judge.page
    rolls = {name: value.replace("&#34;", '"') for name, value in dice}
    assert judge.press_do("preview", **rolls).status_code == 200
    assert "The result, as a preview" in judge.page
    recorded = judge.post(unseen.action, {**unseen.sent(), "do": "record"})
    assert recorded.request.path == f"{judge.base}/desk"
    taken: Any = table.now.history.record(table.seq - 1).body
    assert {roll.source for roll in taken.rolls} == {"sealed"}


# -- what is refused -------------------------------------------------------------------------------


def test_everything_that_is_missing_is_named_at_once_and_in_its_place(
    table: Dispute, judge: Judge
) -> None:
    judge.desk_page("/rule?remedy=correct")
    judge.press_do("add-c", add_c="points-gained")
    before = table.records()
    answer = judge.press_do("preview", **{"c.0.points": "many", "text": "Kept.", "about": "soon"})
    assert (answer.status_code, table.records()) == (422, before)
    text = judge.text("trouble")
    for sentence in (
        "Name the rule",
        "Choose why",
        "must be a whole number, not soon",
        "This must be a whole number, not a text.",
    ):
        assert sentence in text and judge.page.count(sentence) >= 2, "in its place, too"
    assert judge.field_values("c.0.points", "text", "about") == ["many", "Kept.", "soon"]
    assert 'href="#c-0-points"' in judge.page and 'id="c-0-points"' in judge.page


REFUSED = (
    ({"remedy": ""}, "Choose what is ordered."),
    ({"remedy": "banish"}, "Choose what is ordered."),
    ({"remedy": "annul"}, "Choose the first action to annul."),
    ({"remedy": "annul", "from_seq": "1"}, "Record 1 is no action in force"),
    ({"remedy": "annul", "from_seq": "9999999"}, "Record 9999999 is no action in force"),
    ({"remedy": "penalty", "penalty_seat": "red"}, "A penalty is a number of points"),
    ({"remedy": "penalty", "penalty_seat": "green", "points": "1"}, "There is no seat green"),
    ({"remedy": "penalty", "penalty_seat": "red", "points": "٣"}, "This must be a number of points"),
    ({"remedy": "correct", "how": "patch"}, "The patch is empty"),
    ({"remedy": "correct", "how": "patch", "patch": "[{"}, "This is not JSON"),
    ({"remedy": "correct", "how": "patch", "patch": "{}"}, "A patch is a list of operations."),
    ({"remedy": "correct", "how": "patch", "patch": '[{"op":"remove","path":"/setting"}]'}, "may not touch the setting"),
    ({"remedy": "correct", "how": "patch", "patch": '[{"op":"replace","path":"/turn","value":"nobody"}]'}, "board"),
    ({"remedy": "correct", "how": "patch", "patch": "[" * 5000}, "This is not JSON"),
    ({"remedy": "correct"}, "Declare facts, or give a patch"),
    ({"remedy": "correct", "c.0.type": "miracle"}, "There is no such type here"),
    ({"remedy": "let-stand", "stand_seat": "red"}, "Choose the action that stands."),
    ({"remedy": "let-stand", "stand_seat": "red", "action": "fly"}, "There is no such type here"),
    ({"remedy": "let-stand", "stand_seat": "red", "action": "build"}, "This field is required: a "
        "text."),
    ({"remedy": "stands", "claim": "3"}, "Record 3 is no claim."),
    ({"remedy": "stands", "about": "12345"}, "There is no record 12345"),
    ({"remedy": "stands", "code": "whim"}, "There is no reason whim"),
    ({"remedy": "stands", "code": "other"}, "is given in words"),
    ({"remedy": "stands", "rule": "x" * 201}, "in fewer words"),
    ({"remedy": "stands", "text": "x" * 2001}, "At most 2000 characters."),
)  # fmt: skip


def test_what_cannot_be_ruled_is_refused_in_place(table: Dispute, judge: Judge) -> None:
    before = table.records()
    for remedy, sentence in REFUSED:
        judge.desk_page("/rule")
        answer = judge.press_do("preview", **{**GROUNDS, **remedy})
        assert (400 <= answer.status_code < 500, table.records()) == (True, before), remedy
        assert sentence in judge.text("trouble"), remedy
        assert "Nothing was saved." in judge.text("trouble")


def test_annulling_an_action_before_rolls_asks_what_becomes_of_the_rolls(
    table: Dispute, judge: Judge
) -> None:
    table.played.until(rolled)
    judge.preview_remedy({"type": "annul", "from_seq": table.seq})
    assert judge.answer.status_code == 409
    assert "say whether the rolls stand or are rolled again" in judge.text("rolls")
    assert judge.press_do("preview", rolls="reroll").status_code == 200


# -- help in filling it in -------------------------------------------------------------------------


def test_a_place_of_the_board_is_put_into_the_patch_with_its_value(
    table: Dispute, judge: Judge
) -> None:
    judge.desk_page("/rule?remedy=correct&how=patch")
    assert "can be blue | red" in judge.page and "can be ≥ 0" in judge.page, (
        "the title says what its places can be"
    )
    points = table.read("arbiter", "/board/document")["board"]["sides"]["blue"]["points"]
    judge.press_do("place", place="/sides/blue/points")
    judge.press_do("place", place="/sides/red/up/0", op="remove")
    assert msgspec.json.decode(judge.field_values("patch")[0] or "") == [
        {"op": "replace", "path": "/sides/blue/points", "value": points},
        {"op": "remove", "path": "/sides/red/up/0"},
    ]
    assert judge.press_do("place", place="/nowhere", patch="not json").status_code == 200
    assert judge.field_values("patch") == ["not json"], "what was entered is left alone"


def test_a_fact_can_be_left_out_again_and_rows_added(table: Dispute, judge: Judge) -> None:
    judge.desk_page("/rule?remedy=correct")
    judge.press_do("add-c", add_c="points-gained")
    judge.press_do("add-c", add_c="units-placed", **{"c.0.points": "4"})
    assert judge.field_values("c.0.type", "c.0.points", "c.1.type") == [
        "points-gained",
        "4",
        "units-placed",
    ]
    judge.press_do(
        "more", **{"c.1.units.0.key": "T01a", "c.1.units.0.value": "2", "c.1.units.1.key": "T02a"}
    )
    assert judge.field_values(
        "c.1.units.0.key", "c.1.units.0.value", "c.1.units.1.key", "c.1.units.3.key"
    ) == ["T01a", "2", "T02a", ""]
    judge.press_do("more", **{"c.0.drop": "1"})
    assert judge.field_values("c.0.type", "c.0.units.0.key") == ["units-placed", "T01a"]
    assert "c.1.type" not in judge.ruling.fields


# -- Rulings on a game with hidden values: when the arbiter looks behind, it is written down.
def looks(table: Dispute) -> list[tuple[str, str, str]]:
    return [
        (look["what"], look["audience"], look["role"]) for look in table.read("", "/looks")["looks"]
    ]


def test_only_a_look_at_hidden_things_is_logged(hidden: Dispute) -> None:
    judge = Judge(hidden)
    judge.preview_remedy({"type": "penalty", "seat": "red", "points": -2})
    assert looks(hidden) == [], "a penalty needs no look"
    judge.desk_page("/rule?remedy=correct&how=patch")
    assert "Showing it goes into the access log." in judge.page
    assert ("/families/red/purse" in judge.page, looks(hidden)) == (False, [])
    judge.press_do("document")
    assert "/families/red/purse" in judge.page
    judge.preview_remedy(
        {"type": "annul", "from_seq": hidden.now.in_force()[-1], "rolls": "reroll"}
    )
    assert "this look is in the access log" in judge.page
    assert looks(hidden) == [("POST /games/{game}/desk/rule", "arbiter", "arbiter")] * 2
