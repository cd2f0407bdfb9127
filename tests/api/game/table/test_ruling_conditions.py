from typing import Any

import pytest
from flask import Flask
from jsonschema_rs import Draft202012Validator

from domain.game.clerk.clerk import Clerk
from domain.game.rulings.conditions import POINTS, REASONS
from tests.builders.api.client import Caller
from tests.builders.api.disputes import GROUNDS, KINDS, Dispute, remedies

pytestmark = pytest.mark.usefixtures("fixed_chance")


@pytest.mark.parametrize("kind", KINDS)
def test_a_dry_run_shows_what_would_come_of_it_and_records_nothing(
    kind: str, duel: Dispute, clerk: Clerk
) -> None:
    """A dry run of a ruling, or of overturning it after further play, shows the board that would
    result, and writes neither a record nor a text."""

    def shown_to_go(by: dict[str, Any]) -> bool:
        gone = sorted(seq for seq, record in duel.taken_back().items() if record == by["seq"])
        return [step["seq"] for step in tried.json["gone"]] == gone

    body = {"remedy": remedies(duel)[kind], "about": 2, **GROUNDS, "text": "Why."}
    before, words = duel.records(), set(clerk.key_values.keys("text"))
    tried = duel.holder("arbiter").post(f"{duel.path}/rulings?dry_run=1", body)
    assert tried.status_code == 200, tried.json
    assert (tried.json["seq"], tried.json["audience"], tried.headers["ETag"]) == (
        duel.seq,
        "arbiter",
        f'"{duel.seq}-arbiter"',
    )
    assert (duel.records(), set(clerk.key_values.keys("text"))) == (before, words)
    done = duel.done("arbiter", "/rulings", body)
    assert duel.read("arbiter", "/board?audience=arbiter")["board"] == tried.json["after"]
    assert shown_to_go(done)
    if duel.now.to_act:
        duel.played.play(1)
    over = {"rule": "X", "code": "ruling-error"}
    tried = duel.holder("arbiter").post(
        f"{duel.path}/rulings/{done['seq']}/overturn?dry_run=1", over
    )
    assert tried.status_code == 200, tried.json
    assert shown_to_go(duel.done("arbiter", f"/rulings/{done['seq']}/overturn", over))
    assert duel.read("arbiter", "/board?audience=arbiter")["board"] == tried.json["after"]
    if kind in ("annul", "facts", "patch"):
        assert (
            tried.json["after"]
            == duel.read("arbiter", f"/board?audience=arbiter&at={done['seq'] - 1}")["board"]
        )


@pytest.mark.parametrize(
    ("body", "slug", "pointer"),
    [
        ({"remedy": {"type": "stands"}, "rule": "X"}, "invalid-fields", "/code"),
        ({"remedy": {"type": "stands"}, "rule": "X", "code": "because"}, "invalid-fields", "/code"),
        ({"remedy": {"type": "stands"}, "code": "time"}, "invalid-fields", "/rule"),
        ({"remedy": {"type": "stands"}, "rule": "  ", "code": "time"}, "invalid-fields", "/rule"),
        ({"remedy": {"type": "stands"}, "rule": "X", "code": "other"}, "invalid-fields", "/text"),
        ({"rule": "X", "code": "time"}, "invalid-fields", "/remedy"),
        ({"remedy": "stands", "rule": "X", "code": "time"}, "invalid-fields", "/remedy"),
        ({"remedy": {}, **GROUNDS}, "invalid-fields", "/remedy/type"),
        ({"remedy": {"type": "pardon"}, **GROUNDS}, "invalid-fields", "/remedy/type"),
        ({"remedy": {"type": "stands", "about": 3}, **GROUNDS}, "invalid-fields", "/remedy/about"),
        ({"remedy": {"type": "stands"}, **GROUNDS}, "ruling-refused", "/about"),
        ({"remedy": {"type": "stands"}, "about": 99, **GROUNDS}, "ruling-refused", "/about"),
        ({"remedy": {"type": "stands"}, "about": -1, **GROUNDS}, "invalid-fields", "/about"),
        ({"remedy": {"type": "stands"}, "claim": 2, **GROUNDS}, "ruling-refused", "/claim"),
        ({"remedy": {"type": "annul"}, **GROUNDS}, "invalid-fields", "/remedy/from_seq"),
        (
            {"remedy": {"type": "annul", "from_seq": 1}, **GROUNDS},
            "ruling-refused",
            "/remedy/from_seq",
        ),
        (
            {"remedy": {"type": "annul", "from_seq": 99}, **GROUNDS},
            "ruling-refused",
            "/remedy/from_seq",
        ),
        (
            {"remedy": {"type": "annul", "from_seq": 4, "rolls": "maybe"}, **GROUNDS},
            "invalid-fields",
            "/remedy/rolls",
        ),
        ({"remedy": {"type": "correct"}, **GROUNDS}, "ruling-refused", "/remedy"),
        (
            {"remedy": {"type": "correct", "facts": [{"type": "won"}]}, **GROUNDS},
            "correction-refused",
            "/remedy/facts",
        ),
        (
            {"remedy": {"type": "correct", "facts": "won"}, **GROUNDS},
            "invalid-fields",
            "/remedy/facts",
        ),
        (
            {"remedy": {"type": "penalty", "seat": "green", "points": 1}, **GROUNDS},
            "invalid-fields",
            "/remedy/seat",
        ),
        (
            {"remedy": {"type": "penalty", "seat": "arbiter", "points": 1}, **GROUNDS},
            "invalid-fields",
            "/remedy/seat",
        ),
        (
            {"remedy": {"type": "penalty", "seat": "red", "points": 0}, **GROUNDS},
            "ruling-refused",
            "/remedy/points",
        ),
        (
            {"remedy": {"type": "penalty", "seat": "red", "points": 10**40}, **GROUNDS},
            "invalid-fields",
            "/remedy/points",
        ),
        (
            {"remedy": {"type": "penalty", "seat": "red", "points": POINTS + 1}, **GROUNDS},
            "ruling-refused",
            "/remedy/points",
        ),
        (
            {"remedy": {"type": "correct", "facts": [{}], "patch": [{}]}, **GROUNDS},
            "ruling-refused",
            "/remedy",
        ),
        (
            {"remedy": {"type": "penalty", "seat": "red", "points": 0.5}, **GROUNDS},
            "ruling-refused",
            "/remedy/points",
        ),
        (
            {"remedy": {"type": "adjudicate", "winners": ["green"]}, **GROUNDS},
            "invalid-fields",
            "/remedy/winners",
        ),
        (
            {"remedy": {"type": "let-stand", "seat": "red", "action": {}}, **GROUNDS},
            "invalid-fields",
            "/remedy/action/type",
        ),
        (
            {
                "remedy": {"type": "let-stand", "seat": "green", "action": {"type": "renew-all"}},
                **GROUNDS,
            },
            "invalid-fields",
            "/remedy",
        ),
    ],
    ids=str,
)
def test_a_ruling_that_cannot_be_given_names_its_field(
    body: Any, slug: str, pointer: str, duel: Dispute
) -> None:
    for query in ("", "?dry_run=1"):
        refused = duel.refused("arbiter", f"/rulings{query}", body, slug)
        assert refused["pointer"] == pointer or (
            pointer == "/remedy" and refused["pointer"].startswith("/remedy/")
        )


@pytest.mark.parametrize("name", ["GiveRuling", "Overturn"])
def test_the_document_asks_for_words_where_a_reason_is_given_in_words(
    name: str, app: Flask, duel: Dispute
) -> None:
    """The schema in the OpenAPI document and the desk refuse exactly the same combinations of
    reason code and words."""
    components = Caller(app, key=None).get("/openapi.json").json["components"]
    schema = Draft202012Validator(
        {"$ref": f"#/components/schemas/{name}", "components": components}
    )
    rest = (
        {"rule": "X"}
        if name == "Overturn"
        else {"rule": "X", "remedy": {"type": "stands"}, "about": 2}
    )
    assert all(
        f"`{code}`" in components["schemas"][name]["properties"]["code"]["description"]
        for code in REASONS
    )
    address = "/rulings?dry_run=1"
    if name == "Overturn":
        address = f"/rulings/{duel.rule({'type': 'stands'}, about=2)['seq']}/overturn?dry_run=1"
    for code in REASONS:
        for words in (
            {},
            {"text": ""},
            {"text": "  \u00a0 "},
            {"text": "a reason"},
            {"text": " a\nb "},
        ):
            body = {**rest, "code": code, **words}
            write = duel.write("arbiter", address, body)
            assert schema.is_valid(body) == (write.status_code == 200), (body, write.json)
            if write.status_code != 200:
                assert (code, write.json["pointer"]) == ("other", "/text")
