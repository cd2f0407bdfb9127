"""Attacks that must be refused: each with its name, what is done, the words of the refusal, and the
record that these name. Both verifiers are run on each."""

import json
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.kernel.stored import StoredRecord
from domain.proof.bundle.countersigns import countersign_message
from domain.proof.bundle.lines import Disclosure, SignedBeside
from domain.proof.chance.seals import seal
from domain.proof.log.checkpoints import cosign, sign_checkpoint
from domain.proof.log.notes import COSIGNATURE, Note, Signature, SignerKey, read_note
from domain.proof.log.proofs import Proof
from domain.proof.spelling import base64_of
from domain.proof.verify.fsck import differences
from domain.proof.verify.report import Report
from domain.titles.contract.chance import dice_key
from tests.builders.world import (
    CLUB,
    LOG,
    RIVAL,
    TIME,
    Record,
    World,
    audit,
    lines,
    policy,
    verified,
)
from tests.domain.kernel.diary import DiaryOpened, PageWritten
from tests.domain.proof.games import AT, SEATS, VALUES, RecordedTable, small_game, stored
from tests.domain.proof.refusing import check_refused, failed, incomplete

# -- games that were logged just so, wrong from the start ------------------------------------------

Story = tuple[list[Record], str, int]
"""The records, words of the refusal, and the seq that it names."""

OPENED, *CONTRIBUTED = RecordedTable().open().contribute().records
COMMITS, REVEALS = CONTRIBUTED[:2], CONTRIBUTED[2:]
OVER = {"rule": "1", "code": "x"}


def altered(records: list[Record], seq: int, old: bytes, new: bytes) -> list[Record]:
    topic, data = records[seq - 1]
    assert old in data
    return [*records[: seq - 1], (topic, data.replace(old, new, 1)), *records[seq:]]


def game_with_roll(spec: str = "2d6", /, chance: str = "sealed", **changed: Any) -> list[Record]:
    """A game with a roll of which `changed` replaces fields by false ones."""
    table = RecordedTable(chance=chance).open()
    return table.act_with(table.roll(spec, **changed)).close().records


def repeating(table: RecordedTable, *numbers: int) -> list[Record]:
    return table.act_with(*(table.roll(again=number) for number in numbers)).records


def ruled(*specs: str) -> RecordedTable:
    """A game whose only action rolled dice of these `specs` and was annulled; the rolls stand."""
    return RecordedTable().open(()).act(*specs).annul(2)


def unkeyed() -> RecordedTable:
    """A game whose service still rolls without the parts that the seats revealed."""
    table = RecordedTable().open().contribute()
    table.key = RecordedTable().key
    return table


def of_the_wolf() -> RecordedTable:
    values = {**VALUES, "wolf": b"w" * 16}
    table = RecordedTable().open().contribute(values)
    table.key = dice_key(table.seed, "g1", list(values.items()))
    return table


DICE: dict[str, Story] = {
    "a different roll": (
        game_with_roll(picks=[5, 5], values=[6, 6]),
        "roll 2 is not what the seed",
        2,
    ),
    "a different roll in the set-up": (
        altered(RecordedTable().open(("1d6",)).close().records, 1, b'"picks":[', b'"picks":[1'),
        "does not have the picks and values",
        1,
    ),
    "another seed": (
        RecordedTable().open().act("2d6").close(seed="ff" * 32).records,
        "not the one that was committed to at the opening",
        3,
    ),
    "a seed in capitals": (
        RecordedTable().open().close(seed="FF" * 32).records,
        "lower-case hex",
        2,
    ),
    "no seed": (
        RecordedTable().open().act("2d6").close(seed="").records,
        "closed without showing the seed",
        3,
    ),
    "a seed for table dice": (
        RecordedTable(chance="table").open().close(seed="ff" * 32).records,
        "the dice were the table's",
        2,
    ),
    "a roll number that rewinds with an undo": (
        repeating(
            RecordedTable()
            .open()
            .act("2d6")
            .add("ActionsRetracted", seat="blue", from_seq=2, actions=[2]),
            2,
        ),
        "roll 3 repeats roll 2, which no ruling in force let stand",
        4,
    ),
    "a contribution changed after the rolls": (
        RecordedTable().open().contribute().act("2d6").contribute({"blue": b"x" * 16}).records,
        '"blue" contributes twice',
        7,
    ),
    "dice without the contributions": (
        unkeyed().act("2d6").close().records,
        "roll 2 is not what the seed and the contributions draw",
        6,
    ),
    "another contribution than was committed to": (
        [OPENED, *COMMITS, stored("ContributionRevealed", seat="red", value=(b"x" * 16).hex())],
        "is not what it committed to",
        4,
    ),
    "a contribution chosen last": (
        [OPENED, COMMITS[0], REVEALS[0], COMMITS[1]],
        'reveals before "red" has committed',
        3,
    ),
    "a contribution held back from a roll": (
        [OPENED, *COMMITS, REVEALS[0], *RecordedTable().open().act("2d6").records[1:]],
        'after others have revealed and before "red" does',
        5,
    ),
    "a contribution revealed twice": (
        [OPENED, *COMMITS, REVEALS[0], REVEALS[0]],
        "had revealed",
        5,
    ),
    "a contribution not committed to": ([OPENED, REVEALS[0]], "did not commit", 2),
    "a short contribution": (
        RecordedTable().open().contribute({**VALUES, "red": b"r" * 15}).records,
        "15 bytes, not 16 to",
        5,
    ),
    "a stranger's contribution": (
        RecordedTable().open().contribute({"green": b"g" * 16}).records,
        "is no player's seat",
        2,
    ),
    "a contribution in the name of a seat that nobody plays": (
        of_the_wolf().act("2d6").close().records,
        '"wolf" contributes but is no player\'s seat',
        4,
    ),
    "a contribution by the arbiter": (
        RecordedTable().open().contribute(by={"red": "arbiter"}).records,
        "by the seat or by the service",
        3,
    ),
    "a commitment that is no hash": (
        [OPENED, stored("ContributionCommitted", seat="red", commitment="zz")],
        "lower-case hex",
        2,
    ),
    "a contribution to table dice": (
        RecordedTable(chance="table").open(()).contribute().records,
        "the dice are the table's: nothing is added to them",
        2,
    ),
    "dice typed in among sealed ones": (
        game_with_roll(source="table"),
        "in a game whose chance is sealed",
        2,
    ),
    "sealed dice among those typed in": (
        game_with_roll("1d6", "table", source="sealed"),
        "in a game whose chance is table",
        2,
    ),
    "a roll hidden behind an escape": (
        altered(game_with_roll(picks=[5, 5], values=[6, 6]), 2, b'"rolls"', b'"\\u0072olls"'),
        "roll 2 is not what the seed",
        2,
    ),
    "a roll that is repeated twice": (
        repeating(RecordedTable().open(()).act("2d6").annul(2).act_with(), 1, 1),
        "repeats roll 1",
        5,
    ),
    "a roll repeated by no ruling": (
        repeating(RecordedTable().open(()).act("2d6").annul(2, "reroll"), 1),
        "repeats roll 1, which no ruling in force let stand",
        4,
    ),
    "a roll repeated by an overturned ruling": (
        repeating(ruled("2d6").add("RulingOverturned", ruling=3, **OVER), 1),
        "no ruling in force",
        5,
    ),
    "a roll repeated from before the ruling": (
        repeating(RecordedTable().open(()).act("2d6").act().annul(3), 1),
        "no ruling in force",
        5,
    ),
    "a roll repeated once what repeated it is restored": (
        repeating(
            RecordedTable()
            .open(())
            .act("2d6")
            .annul(2)
            .add("ActionTaken", seat="blue", facts=[], rolls=[])
            .add("ActionsRetracted", seat="blue", from_seq=4, actions=[4])
            .add("ActionsRestored", seat="blue", retraction=5),
            1,
            1,
        ),
        "repeats roll 1",
        7,
    ),
    "rolls that stand, out of their order": (
        repeating(ruled("2d6", "2d6", "1d6"), 2),
        "roll 4 had to repeat roll 1",
        4,
    ),
    "a shuffle made anew that stands": (
        ruled("3of3").act("3of3").records,
        "roll 2 had to repeat roll 1",
        4,
    ),
    "dice made anew that stand, once the ruling is back": (
        RecordedTable()
        .open(())
        .act()
        .act("2d6")
        .annul(3)
        .add("ActionsRetracted", seat="arbiter", from_seq=2, actions=[2])
        .add("ActionsRestored", seat="arbiter", retraction=5)
        .act("2d6")
        .records,
        "roll 2 had to repeat roll 1",
        7,
    ),
    "a ruling overturned twice": (
        ruled().add("RulingOverturned", ruling=3, **OVER).add("RulingOverturned", ruling=3).records,
        "overturns ruling 3, which record 4 has overturned",
        5,
    ),
    "a ruling overturned once nothing rests on it": (
        RecordedTable()
        .open(())
        .act()
        .act("1d6")
        .annul(3)
        .add("ActionsRetracted", seat="arbiter", from_seq=2, actions=[2])
        .add("RulingOverturned", ruling=4, **OVER)
        .records,
        "overturns ruling 4, whose position was taken back",
        6,
    ),
    **{
        f"{topic} in a game without undo": (
            RecordedTable()
            .open((), undo="none")
            .act()
            .add(topic, seat="blue", from_seq=2, actions=[2])
            .records,
            "the game was opened without undo",
            3,
        )
        for topic in ("ActionsRetracted", "RetractionAsked")
    },
    **{
        f"{topic} with {fields}": (
            RecordedTable().open(()).act().act().act().add(topic, seat="blue", **fields).records,
            says,
            5,
        )
        for topic, fields, says in (
            ("ActionsRetracted", {"from_seq": 9, "actions": [9]}, "from record 9 on, which is not"),
            ("ActionsRetracted", {"from_seq": 0, "actions": []}, "from record 0 on, which is not"),
            ("ActionsRetracted", {"from_seq": 3, "actions": [4]}, "does not name the actions"),
            ("ActionsRetracted", {"from_seq": 3}, "does not name the actions"),
            ("ActionsRestored", {"retraction": 2}, "restores retraction 2, which cannot be"),
            ("RulingOverturned", {"ruling": 3}, "overturns record 3, which is no ruling"),
            (
                "RulingGiven",
                {"remedy": {"type": "annul", "from_seq": 7, "rolls": "stands"}},
                "takes back from record 7 on",
            ),
        )
    },
    **{
        f"a roll with {changed}": (game_with_roll(**changed), "", 2)
        for changed in (
            *({"number": number} for number in (1, 3, 0, -2, True, 2.0, "2", None)),
            *({"picks": picks} for picks in ([1], [1, 6], [-1, 1], [True, 1], [1.0, 1], "12")),
            {"picks": [1, 1], "values": [2, 3]},
            *({"values": values} for values in ([1, None], [[[]], 1], [1])),
            *({"spec": spec} for spec in ("2d", 26, "2D6", " 2d6", "2d\u0666", "1000000000d6")),
            *({"of": of} for of in ("1", -1, 2)),
            {"kind": 1},
            {"source": None},
        )
    },
    **{
        f"a roll with the {field} {value.decode()[:20]}": (
            altered(game_with_roll(**{field: "HERE"}), 2, b'"HERE"', value),
            "",
            2,
        )
        for field, value in (
            ("number", b"1e400"),
            ("number", b"-0"),
            ("number", b"9" * 4000),
            ("number", b'1,"number":2'),
            ("spec", b'"2d6","spec":"1d6"'),
            ("spec", b'"1of999999999999999999"'),
            ("picks", b"[1e400,1]"),
            ("values", b'["\\ud800",1,2]'),
            ("source", b'"sealed\\u0000"'),
        )
    },
    **{
        f"a repeated roll with {changed}": (
            (table := ruled("2d6")).act_with(table.roll(again=1, **changed)).records,
            "",
            4,
        )
        for changed in (
            {"picks": [0, 0], "values": [1, 1]},
            {"kind": "fire"},
            {"spec": "2d7"},
            {"values": [17, 18]},
            *({"of": of} for of in (2, 9, -1)),
        )
    },
}

# Hidden values.

SLOT, SALT, BID = "bid 1", bytes(32), {"type": "bid", "amount": 3}


def seal_of(seat: str, game: str = "g1") -> str:
    return seal(game, SLOT, seat, SALT, b'{"type":"bid","amount":3}').hex()


def sealed(
    blue: dict[str, Any] | None = None,
    red: dict[str, Any] | None = None,
    shows: dict[str, Any] | None = None,
    **opened: Any,
) -> list[Record]:
    """A game in which records 2 and 3 seal a bid of each seat, and record 4 shows blue's bid.
    `blue`, `red` and `shows` replace fields of these, `opened` fields of the opening."""
    table = RecordedTable(chance="table").open((), **{"seals": ["bid"], **opened})
    for seat, changed in (("blue", blue), ("red", red)):
        sealing = {"seat": seat, "slot": SLOT, "seal": seal_of(seat), **(changed or {})}
        table.add("ValueSealed", **sealing)
    opens = {"record": 2, "salt": SALT.hex()}
    showing = {"seat": "blue", "action": BID, "facts": [], "opens": opens, **(shows or {})}
    return table.add("ActionTaken", **showing).close().records


def opens(**changed: Any) -> dict[str, Any]:
    return {"opens": {"record": 2, "salt": SALT.hex(), **changed}}


UNSEALED = "without a seal or a ruling that lets it stand"
NOT_OPENED = f"does not open the seal of blue for {SLOT}"
SEALS: dict[str, Story] = {
    "a value that its seal does not open": (
        sealed(shows={"action": {**BID, "amount": 5}}),
        NOT_OPENED,
        4,
    ),
    "a salt that its seal does not open": (sealed(shows=opens(salt="01" * 32)), NOT_OPENED, 4),
    "a value in another spelling": (
        sealed(shows={"action": {"amount": 3, "type": "bid"}}),
        NOT_OPENED,
        4,
    ),
    "a seal copied from another seat": (sealed({"seal": seal_of("red")}), NOT_OPENED, 4),
    "a seal copied from another game": (sealed({"seal": seal_of("blue", "g2")}), NOT_OPENED, 4),
    "a seal moved to another slot": (sealed({"slot": "bid 9"}), "of blue for bid 9", 4),
    "another seat's seal": (sealed(shows=opens(record=3)), '"blue" opens the seal of "red"', 4),
    "a seal that is none": (sealed(shows=opens(record=1)), "record 1 before it is no seal", 4),
    "a value without a seal": (sealed(shows={"opens": {}}), UNSEALED, 4),
    "a value without a seal behind an escape": (
        altered(sealed(shows={"opens": {}}), 4, b'"bid"', b'"b\\u0069d"'),
        UNSEALED,
        4,
    ),
    "a value without a seal, and a ruling on another record": (
        [
            *sealed(shows={"opens": {}})[:4],
            stored("RulingGiven", remedy={"type": "stands"}, rule="1", code="x", about=3),
        ],
        UNSEALED,
        4,
    ),
    "a value sealed once another was shown": (
        [(s := sealed())[0], s[1], s[3], s[2]],
        f'"red" seals for {SLOT} after another has shown',
        4,
    ),
    "a value sealed twice": (sealed(red={"seat": "blue"}), f'"blue" seals twice for {SLOT}', 3),
    "a seal of what is not sealed": (sealed(seals=["other"]), "for what is not sealed", 4),
    "a seal in a game without": (sealed(seals=[]), "in a game without seals", 2),
    "seals of no type": (sealed(seals=[1]), "its field seals", 1),
    **{
        f"a seal with {changed}": (sealed(changed), says, 2)
        for changed, says in (
            ({"seat": "z"}, '"z" seals but is no seat'),
            ({"slot": ""}, "does not say what is sealed"),
            ({"slot": "bid\n1"}, "does not say what is sealed"),
            ({"slot": "x" * 129}, "does not say what is sealed"),
            ({"seal": "ab"}, "32 bytes"),
            ({"seal": "AB" * 32}, "lower-case hex"),
        )
    },
}

# Who did it, and in what order.


def signed_by(public: bytes, signature: bytes, about: int = 2) -> Record:
    signed = {"public": base64_of(public), "signature": base64_of(signature)}
    return stored("PositionSigned", seat="blue", about=about, **signed)


PEN = SignerKey("x", b"s" * 32)
PLAYED = RecordedTable().open().act("2d6").act().records
PLAYED_IN = World().play("g1", PLAYED)


def countersigned(
    about: int = 2, of: int = 2, game: str = "g1", seat: str = "blue", **wrong: Any
) -> list[Record]:
    """A game with a signature made for record `about` by `seat` in `game`, but stored for record
    `of` of game `g1`."""
    made = PEN.sign(countersign_message(game, about, PLAYED_IN.nodes[0, about - 1], seat))
    record = signed_by(PEN.verifier.public, made, of)
    return [*PLAYED, (record[0], json.dumps({**json.loads(record[1]), **wrong}).encode())]


ORDER: dict[str, Story] = {
    **{
        f"{late[0]} after GameClosed": (
            [*small_game(), late],
            "comes after the game was closed by record 10",
            11,
        )
        for late in (
            stored("NoteAdded", text="0" * 64),
            stored("ActionTaken", seat="blue", action={}, facts=[]),
            stored("GameClosed"),
        )
    },
    "a game that opens twice": (
        [*small_game()[:3], small_game()[0]],
        "GameOpened cannot be record 4",
        4,
    ),
    "a game that does not open": (
        small_game()[1:],
        "ContributionCommitted cannot be record 1",
        1,
    ),
    "a lineage that is none": (
        RecordedTable().open(lineage=["g1", 4]).records,
        "its field lineage",
        1,
    ),
    "one name twice beside the rolls": (
        altered(small_game(), 10, b'"seed":', b'"seed":"","seed":'),
        "one name twice",
        10,
    ),
    "a sheet handed on twice": (
        RecordedTable()
        .open(())
        .add("SheetHandedOn", campaign="c", scenario=2, game="b", sheet="00" * 32)
        .add("SheetHandedOn", campaign="c", scenario=2, game="b", sheet="00" * 32)
        .records,
        "as record 2 did before",
        3,
    ),
    "an arbiter's link that is no text": (RecordedTable().open(arbiter=7).records, "arbiter", 1),
    **{
        f"the links {links}": (
            RecordedTable().open((), links=links, arbiter="arb", actor="owner").records,
            "is said to be that of two, or a key",
            1,
        )
        for links in (
            {"blue": "one", "red": "one"},
            *({"blue": link, "red": "two"} for link in ("operator", "owner", "arb")),
        )
    },
    **{
        f"a part bound by the {bound} and shown by the {shown}": (
            [
                OPENED,
                *RecordedTable().open().contribute(by={"red": bound}).records[1:3],
                *RecordedTable().open().contribute(by={"red": shown}).records[3:5],
            ],
            f"was bound by the {bound} and is shown by the {shown}",
            5,
        )
        for bound, shown in (("service", "seat"), ("seat", "service"))
    },
    **{
        f"a counter-signature of {what}": (countersigned(**how), says, 4)
        for what, how, says in (
            ("another record", {"of": 1}, "does not hold for record 1"),
            ("a later record", {"of": 3}, "does not hold for record 3"),
            ("its own record", {"of": 4}, "does not hold for record 4"),
            ("no record", {"of": 10**18}, "there is no record"),
            ("record 0", {"of": 0}, "there is no record"),
            ("no number", {"about": 2, "of": "2"}, "its field about"),
            ("another game", {"game": "g2"}, "does not hold"),
            ("another seat", {"seat": "red"}, "does not hold"),
            ("nobody's seat", {"seat": "wolf"}, "does not hold"),
            ("a record before", {"about": 1}, "does not hold"),
        )
    },
    **{
        f"a counter-signature whose {field} is {value[:8]}": (
            countersigned(**{field: value}),
            "",
            4,
        )
        for field, value in (
            ("seat", "green"),
            ("seat", "wolf"),
            ("public", base64_of(b"x" * 32)),
            ("public", "x"),
            ("signature", base64_of(b"x" * 64)),
            ("signature", base64_of(b"x" * 63)),
        )
    },
    **{
        f"a counter-signature by the key {point}, with which everybody can sign": (
            [*PLAYED, signed_by(key := point.to_bytes(32, "little"), key + bytes(32))],
            "is no Ed25519 key that one alone can sign with",
            4,
        )
        for point in (1, 0, 2**255 - 20, 2**255 - 18)
    },
}

# Records that are none.


def named(topic: str, **fields: Any) -> list[Record]:
    return RecordedTable(chance="table").open(()).act().act().add(topic, **fields).close().records


SAID = (
    ("NoteAdded", "about", {}),
    ("ClaimFiled", "about", {"seat": "blue"}),
    ("RulingGiven", "about", {"remedy": {"type": "stands"}}),
    ("RulingGiven", "claim", {"remedy": {"type": "stands"}}),
    ("RetractionAsked", "from_seq", {"seat": "blue"}),
    ("RetractionAnswered", "asked", {"seat": "blue", "answer": "agree"}),
    ("ActionsRetracted", "asked", {"seat": "blue", "from_seq": 2, "actions": [2, 3]}),
)
NEXT = {"number": 2, "game": "b", "from_game": "a", "from_seq": 5, "sheet": "00" * 32}
RECORDS: dict[str, Story] = {
    **{
        f"{topic} of {field} {at}": (
            named(topic, **{**fields, field: at}),
            f"its field {field} is not" if at is True else f"of record {at}, and there is no",
            4,
        )
        for topic, field, fields in SAID
        for at in (99, 4, -1, True)
    },
    "a ruling on a claim that is an action": (
        named("RulingGiven", remedy={"type": "stands"}, claim=2),
        "of record 2 as ClaimFiled, and that is ActionTaken",
        4,
    ),
    "a proposal to take an opening back": (
        named("RetractionAsked", seat="blue", from_seq=1),
        "of record 1 as ActionTaken or RulingGiven, and that is GameOpened",
        4,
    ),
    "an answer to an action": (
        named("RetractionAnswered", seat="blue", asked=2),
        "of record 2 as RetractionAsked, and that is ActionTaken",
        4,
    ),
    **{
        f"a record {topic}": (named(topic), f"{topic} is no kind of record", 4)
        for topic in ("MoneyPaid", "CampaignClosed", "ScenarioOpened", "X")
    },
    "a game's record in a campaign": (
        [stored("CampaignOpened"), stored("NoteAdded", text="x")],
        "NoteAdded is no kind of record that can stand here",
        2,
    ),
    **{
        f"record {seq} with the salt {salt!r}": (
            altered(
                small_game(),
                seq,
                b'"salt":"AAAAAAAAAAAAAAAAAAAAAA=="',
                b'"salt":' + json.dumps(salt).encode(),
            ),
            "its field salt is not" if salt == 7 else "the salt of 16 bytes",
            seq,
        )
        for seq in (1, 7, 9)
        for salt in ("", "AAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAB==", 7)
    },
    **{
        f"record {seq} at {time!r}": (
            altered(small_game(), seq, AT.encode(), time.encode()),
            "does not say when it was written",
            seq,
        )
        for seq in (1, 7, 9)
        for time in (
            "",
            "noon",
            "2025-12-31T12:00:00",
            "2025-13-31T12:00:00Z",
            "2025-02-30T12:00:00Z",
            "20251231T120000Z",
        )
    },
    **{
        f"an opening with {new[:30].decode()}": (altered([OPENED], 1, old, new), says, 1)
        for old, new, says in (
            (b'"chance":"sealed"', b'"chance":"none"', "not sealed, duplicate or table"),
            (b'"chance":"sealed"', b'"chance":["sealed"]', "its field chance"),
            (b'"id":"red"', b'"id":"blue"', "cannot be told apart"),
            (b'"id":"red"', b'"id":"r d"', "cannot be told apart"),
            (b'"seats":[', b'"seats":[1,', "its field seats"),
            (b'"commitment":"', b'"commitment":"0', "not lower-case hex"),
            (b'"rolls":[', b'"rolls":[[],', "its field rolls"),
            (b'"rolls":[', b'"rolls":{"a":[', "not JSON"),
            (b'"at":', b'"type":"GameOpened","at":', "one name twice"),
            (b'"at":', b'"x":NaN,"at":', "not JSON"),
            (b'"at":', b'"x":-Infinity,"at":', "not JSON"),
            (b'"at":', b'"x":' + b"9" * 5000 + b',"at":', "not JSON"),
            (b'"at":', b'"x":' + b"[" * 100_000 + b"]" * 100_000 + b',"at":', "nested too deep"),
            (b'"type":"GameOpened"', b'"type":"GameClosed"', "filed as GameOpened"),
            (b'"type":"GameOpened"', b'"kind":"GameOpened"', "filed as GameOpened"),
            (b'{"type"', b'[{"type"', "not JSON"),
            (b'{"type"', b' {"type"', "not JSON"),
        )
    },
    "something after an opening": ([(OPENED[0], OPENED[1] + b"{}")], "no single JSON object", 1),
    "an opening that is a text": ([("GameOpened", b'"GameOpened"')], "no single JSON object", 1),
    "an action of no kind": ([OPENED, ("ActionTaken", b"{}")], "filed as ActionTaken but says", 2),
    "half an action": ([OPENED, ("ActionTaken", b'{"type":"A",')], "it is not JSON", 2),
    **{
        f"a scenario with {changed}": (
            [
                stored("CampaignOpened"),
                stored("ScenarioOpened", number=1, game="a"),
                stored("ScenarioOpened", **{**NEXT, **changed}),
            ],
            says,
            3,
        )
        for changed, says in (
            ({"number": 3}, "opens scenario 3 where scenario 2 belongs"),
            ({"game": "a"}, "which is none or another scenario's"),
            ({"game": ""}, "which is none or another scenario's"),
            ({"from_game": "x"}, 'the game before is "a"'),
            ({"from_game": "", "from_seq": 0, "sheet": ""}, 'the game before is "a"'),
            ({"from_seq": 0}, "both the record and the sheet"),
            ({"sheet": ""}, "both the record and the sheet"),
            ({"leaf": "AAAA"}, "bytes where 32 belong"),
            ({"from_leaf": 7}, "from_leaf"),
        )
    },
}
STORIES = {**DICE, **SEALS, **ORDER, **RECORDS}


@pytest.mark.parametrize("name", STORIES)
def test_a_logged_game_with_a_fault_is_refused(name: str) -> None:
    records, says, seq = STORIES[name]
    check_refused(records, says, record=seq)


SEALED: dict[str, tuple[list[Record], str, str]] = {
    "closed": (sealed(), "note", "sealed values: 2, 1 never opened"),
    "open": (sealed()[:-1], "note", "sealed values: 2, 1 not opened so far"),
    "spelt with spaces": (
        altered(sealed(), 4, b'"action":', b'"n" : [{"action":1}] , "action" : '),
        "note",
        "sealed values: 2, 1 never opened",
    ),
    "entered by the arbiter": (
        [
            *sealed(shows={"opens": {}})[:4],
            stored("RulingGiven", remedy={"type": "stands"}, rule="1", code="x", about=4),
            stored("GameClosed"),
        ],
        "note",
        "2 never opened; entered without a seal, by the arbiter's ruling: 4",
    ),
    "entered by the arbiter, whose ruling is to come": (
        sealed(shows={"opens": {}})[:4],
        "open",
        "the ruling that lets it stand is not in here",
    ),
}


@pytest.mark.parametrize("what", SEALED)
def test_what_is_told_of_sealed_values(what: str) -> None:
    records, status, says = SEALED[what]
    world = World().play("g1", records)
    told_of = [f for f in audit(world.bundle("g1")).findings if f.check == "seals"]
    assert any(f.status == status and says in f.said.en and f.said.fr for f in told_of), told_of


MANY: dict[str, tuple[str, int, list[Record], str, int]] = {
    "hidden values": (
        "bundle.hidden.MOST_SEALED",
        1,
        sealed(),
        "more hidden values than an audit follows",
        4,
    ),
    "rolls": (
        "chance.rolls.MOST_ROLLS",
        2,
        RecordedTable(chance="table").open().act("1d6").act("1d6").records,
        "more rolls than an audit can keep",
        3,
    ),
    "rulings": (
        "chance.standing_rolls.MOST_RULINGS",
        1,
        RecordedTable().open(()).act().annul(2).act().annul(4).records,
        "more rulings than an audit follows",
        5,
    ),
    "rolls that stand": (
        "chance.standing_rolls.MOST_STANDING",
        2,
        ruled("2d6", "1d6", "1d4").records,
        "more rolls stand than an audit follows",
        3,
    ),
    "rolls that come again": (
        "chance.standing_rolls.MOST_REPEATS",
        1,
        repeating(ruled("2d6", "1d6"), 1, 2),
        "more rolls come again than an audit follows",
        4,
    ),
    "signatures": (
        "bundle.stream_checks.MOST_SIGNED",
        1,
        [*countersigned(), countersigned()[-1]],
        "more signatures than an audit lists",
        5,
    ),
}


@pytest.mark.parametrize("what", MANY)
def test_a_game_beyond_the_limits_of_the_audit_is_refused(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit, most, records, says, seq = MANY[what]
    monkeypatch.setattr(f"domain.proof.{limit}", most)
    check_refused(records, says, record=seq, second=False)


# -- a bundle that was changed ---------------------------------------------------------------------

Change = Callable[[list[bytes]], list[bytes]]
"""A change of a bundle's lines, which are the header, ten records, and the proof."""


def put(old: bytes, new: bytes) -> Change:
    def change(rows: list[bytes]) -> list[bytes]:
        assert old in b"".join(rows)
        return [b"".join(rows).replace(old, new, 1)]

    return change


def put_everywhere(old: bytes, new: bytes) -> Change:
    return lambda rows: [b"".join(rows).replace(old, new)]


BUNDLES: dict[str, tuple[Change, str, int]] = {
    "a topic": (
        put(b'"seq":6,"topic":"ActionTaken"', b'"seq":6,"topic":"NoteAdded"'),
        "filed as NoteAdded",
        6,
    ),
    "a topic and its record with it": (
        lambda rows: [*rows[:6], rows[6].replace(b"ActionTaken", b"NoteAdded"), *rows[7:]],
        "does not lead to the signed root",
        10,
    ),
    **{
        f"a record's JSON respelt as {new.decode()}": (
            put(old, new),
            "does not lead to the signed root",
            10,
        )
        for old, new in (
            (b'\\"ActionTaken\\",\\"at\\"', b'\\"ActionTaken\\", \\"at\\"'),
            (b'\\"move\\"', b'\\"mov\\\\u0065\\"'),
            (b'\\"facts\\":[]', b'\\"facts\\":[ ]'),
            (b',\\"facts\\":[]}', b',\\"rolls\\":[],\\"facts\\":[]}'),
        )
    }
    | {
        f"record {n} deleted": (
            lambda rows, n=n: rows[:n] + rows[n + 1 :],
            f"record {n + 1} stands in its place" if n < 10 else "",
            n if n < 10 else 9,
        )
        for n in range(1, 11)
    },
    "a space after a record": (
        put(b'\\"facts\\":[]}"', b'\\"facts\\":[]} "'),
        "no single JSON object",
        6,
    ),
    "a record inserted": (
        lambda rows: [*rows[:9], rows[9], *rows[9:]],
        "record 9 stands in its place",
        10,
    ),
    "a record inserted, and those after it renumbered": (
        lambda rows: [
            *rows[:10],
            *(
                row.replace(b'{"seq":%d,' % n, b'{"seq":%d,' % (n + 1))
                for n, row in enumerate(rows[9:], start=9)
            ),
        ],
        "does not lead to the signed root",
        11,
    ),
    "two records exchanged": (
        lambda rows: [*rows[:6], rows[7], rows[6], *rows[8:]],
        "record 7 stands in its place",
        6,
    ),
    "two records exchanged and renumbered": (
        lambda rows: [
            *rows[:6],
            rows[7].replace(b'"seq":7', b'"seq":6'),
            rows[6].replace(b'"seq":6', b'"seq":7'),
            *rows[8:],
        ],
        "does not lead to the signed root",
        10,
    ),
    "a record twice": (lambda rows: [*rows[:7], *rows[6:]], "record 6 stands in its place", 7),
    "a proof twice": (lambda rows: [*rows, rows[-1]], "does not belong where it is", 0),
    "the whole twice": (lambda rows: rows + rows, "line 13", 0),
    "a record renumbered": (put(b'{"seq":9,', b'{"seq":19,'), "record 19 stands in its place", 9),
    "the first record renumbered": (put(b'{"seq":1,', b'{"seq":2,'), "record 2 stands", 1),
    "the tail cut, with the proof": (
        lambda rows: [*rows[:-2], rows[-1]],
        "does not lead to the signed root",
        9,
    ),
    "the proof cut": (lambda rows: rows[:-1], "ends without a proof", 0),
    "the last LF cut": (lambda rows: [b"".join(rows)[:-1]], "does not end with LF: it was cut", 0),
    "cut in the middle": (lambda rows: [b"".join(rows)[:900]], "does not end with LF", 0),
    "another game's name": (put(b'"game":"g1"', b'"game":"g2"'), "commit", 4),
    "CRLF": (put_everywhere(b"\n", b"\r\n"), "", 0),
    "CRLF in the proof": (put_everywhere(b"\\n", b"\\r\\n"), "", 0),
    "CR for LF": (put_everywhere(b"\n", b"\r"), "its last line does not end with LF", 0),
    "a line more": (lambda rows: [*rows, b"\n"], "line 13 is not in the one spelling", 0),
    "a header more": (lambda rows: [*rows, rows[0]], "line 13", 0),
    "a byte more": (lambda rows: [*rows, b"\x00"], "its last line does not end with LF", 0),
    "a line before": (lambda rows: [b"\n", *rows], "it is no bundle", 0),
    **{
        f"the byte {byte!r} in {before.decode()}": (put(before, byte + before), "", 0)
        for byte in (
            *(b"\x00", b"\t", b"\x0b", b"\x1b", b"\x7f", b"\xc2\x85", b"\xe2\x80\xa8", b"\xff"),
            *(b"\\t", b"\\u0000", b"\\u000b", b"\\u001e", b"\\u0085", b"\\u2028", b"\\ud800"),
        )
        for before in (b'{"format', b"greffe.example/log\\n", b"\\u2014 club", b"index ")
    },
    **{
        f"{new[:30]!r} for {old!r}": (put(old, new), says, 0)
        for old, new, says in (
            (b'{"format"', b'\xef\xbb\xbf{"format"', "line 1 has a byte"),
            (b'{"format"', b' {"format"', "it is no bundle"),
            (b'"game":"g1"}', b'"game":"g1","game":"g1"}', "it is no bundle"),
            (b'"game":"g1"}', b'"game":"g1","complete":true}', "it is no bundle"),
            (b'"game":"g1"', b'"game":"\\u0067\\u0031"', "it is no bundle"),
            (b'{"seq":2,', b'{"seq":2e0,', "line 3"),
            (b'{"seq":2,', b'{"seq":-0,', "line 3"),
            (b'{"seq":2,', b'{"seq":1e400,', "line 3"),
            (b'{"seq":2,', b'{"seq":NaN,', "line 3"),
            (b'{"seq":2,', b'{"seq":02,', "line 3"),
            (b'{"seq":2,', b'{"seq":' + b"9" * 5000 + b",", "line 3"),
            (b'{"seq":2,', b'{"seq":1,"seq":2,', "line 3"),
            (b'{"seq":2,', b'{"seq":2,\x00', "line 3"),
            (b'{"seq":2,', b'{"seq":2, ', "line 3"),
            (b'{"seq":2,"topic":"C', b'{"seq":2,"topic":"\\u0043', "line 3"),
            (b'{"seq":2,"topic":"C', b'{"seq":2,"topic":"c', "is no kind of record"),
            (b'{"proof"', b'{"proof":"","proof"', "line 12"),
            (b'{"proof":', b'{"extra":"","proof":', "line 12"),
            (b"\\u2014 club", b"\\u2014\\u0020club", "line 12"),
            (b"\\n", b"\\u000a", "line 12"),
            (b"blue", b"\\u0062lue", "line 2"),
            (b'"}\n{"seq":2', b'","data":""}\n{"seq":2', "line 2"),
            (b'"}\n{"seq":2', b'\\ud800"}\n{"seq":2', "line 2"),
            (b'"}\n{"seq":2', b'"}\n\n{"seq":2', "line 3"),
            (b'"}\n{"seq":2', b'"} \n{"seq":2', "line 2"),
        )
    },
    **{
        f"{beside[:30]!r} beside the records": (
            lambda rows, beside=beside: [*rows[:-1], beside + b"\n", rows[-1]],
            says,
            0,
        )
        for beside, says in (
            *(
                (odd, "line 12 is not in the one spelling")
                for odd in (
                    *(b'{"catalog":1}', b"{}", b"[]", b"null", b"1", b'"x"', b"", b"[" * 100_000),
                    b'{"salt":"y","commitment":"x","text":"z"}',
                    b'{"catalog":"\\ud800"}',
                )
            ),
            (
                b'{"commitment":"x","salt":"y","text":"z"}\n{"catalog":"x"}',
                "line 13 does not belong where it is",
            ),
            (b'{"catalog":"x"}\n{"catalog":"x"}', "line 13 does not belong where it is"),
        )
    },
    "a record as another audience sees it": (
        lambda rows: [
            *rows[:8],
            b'{"seq":8,"topic":"ActionTaken","data":"{\\"type\\":\\"ActionTaken\\",'
            b'\\"hidden\\":\\"ab\\"}"}\n',
            *rows[9:],
        ],
        "the salt of 16 bytes",
        8,
    ),
}


@pytest.mark.parametrize("what", BUNDLES)
def test_a_bundle_that_was_changed(good: bytes, what: str) -> None:
    change, says, seq = BUNDLES[what]
    changed = b"".join(change(lines(good)))
    assert changed != good
    failed(audit(changed), says, record=seq or None)


def test_a_control_character_has_one_spelling() -> None:
    """JSON allows DEL itself and `\\u007f`; a bundle may have only the latter."""
    world, words = World(), "".join(map(chr, range(0x80)))
    world.play("g1", RecordedTable().open().add("NoteAdded", words=words).close().records)
    good = world.bundle("g1")
    assert audit(good).verdict == "verified"
    for code in range(0x80):
        escape = b"\\u%04x" % code
        if escape in good:
            failed(audit(good.replace(escape, bytes([code]))), "line ")


def test_a_bundle_of_two_games(world: World) -> None:
    failed(audit(world.bundle("g2").replace(b'"game":"g2"', b'"game":"g1"')))
    table = World().play("a", RecordedTable("a", "table").open().act("2d6").close().records)
    relabelled = table.bundle("a").replace(b'"game":"a"', b'"game":"b"')
    failed(audit(relabelled), "does not lead to the signed root", record=3)


# -- a proof, a head, its signatures ---------------------------------------------------------------

STRANGER = SignerKey("stranger.example/w", b"t" * 32, COSIGNATURE)
MALLORY = SignerKey(LOG.verifier.name, b"m" * 32)


def at_index(index: int) -> Callable[[World, Proof], Proof]:
    return lambda world, proof: replace(proof, index=index)


def of_size(size: int) -> Callable[[World, Proof], Proof]:
    return lambda world, proof: replace(
        proof, checkpoint=proof.checkpoint.replace(b"\n30\n", b"\n%d\n" % size)
    )


def with_signatures(*places: int, add: Callable[[World, Note], Signature] | None = None) -> Any:
    """A change of a proof: its note keeps only the signatures at these indexes, and gets the one
    made by `add`."""

    def change(world: World, proof: Proof) -> Proof:
        note = read_note(proof.checkpoint)
        signed = [note.signatures[place] for place in places]
        more = [add(world, note)] if add else []
        return replace(proof, checkpoint=Note(note.text, (*signed, *more)).encode())

    return change


def dated_later(world: World, note: Note) -> Signature:
    line = note.signatures[2]
    return Signature(line.name, line.id, (TIME + 3600).to_bytes(8, "big") + line.blob[8:])


def signed_by_mallory(world: World, note: Note) -> Signature:
    return Signature(LOG.verifier.name, LOG.verifier.id, MALLORY.sign(note.text.encode()))


PROOFS: dict[str, tuple[Callable[[World, Proof], Proof], str]] = {
    **{f"the index {n}": (at_index(n), "") for n in (0, 27, 29, 30, 2**63 - 1)},
    **{f"the size {n}": (of_size(n), "") for n in (29, 31, 0, 2**62)},
    **{
        f"the proof of record {seq} of {game}": (
            lambda world, proof, game=game, seq=seq: world.proof(game, seq),
            "does not lead to the signed root",
        )
        for game, seq in (("g1", 9), ("g0", 10), ("g2", 10), ("g2", 1))
    },
    "extra data": (
        lambda world, proof: world.receipt("g1", 10),
        "extra data, which nothing vouches for",
    ),
    "a forged key of the same name": (
        with_signatures(
            1, 2, add=lambda world, note: sign_checkpoint(world.head(), [MALLORY]).signatures[0]
        ),
        "no known key of the log",
    ),
    "a forged key of the same name, with the true key id pasted": (
        with_signatures(1, 2, add=signed_by_mallory),
        "the signature by greffe.example/log",
    ),
    "a witness line doubled": (
        with_signatures(0, 1, 2, add=lambda world, note: note.signatures[1]),
        "one key signed the checkpoint twice",
    ),
    "a witness line of a second time": (
        with_signatures(0, 1, add=lambda world, note: cosign(note.text, CLUB, TIME + 9)),
        "one key signed the checkpoint twice",
    ),
    "a witness line unknown, in place of another": (
        with_signatures(0, 1, add=lambda world, note: cosign(note.text, STRANGER, TIME)),
        "whom the policy does not name",
    ),
    "a witness line unknown": (
        with_signatures(0, 1, 2, add=lambda world, note: cosign(note.text, STRANGER, TIME)),
        "--pass-unknown",
    ),
    "a witness line from another checkpoint": (
        with_signatures(
            0, 1, add=lambda world, note: cosign(world.head(12).encode(), RIVAL, TIME + 1)
        ),
        "does not hold for this checkpoint",
    ),
    "a witness line with its time altered": (
        with_signatures(0, 1, add=dated_later),
        "does not hold for this checkpoint and its time",
    ),
}


@pytest.mark.parametrize("what", PROOFS)
def test_a_proof_that_was_changed(world: World, what: str) -> None:
    change, says = PROOFS[what]
    failed(audit(world.bundle("g1", proof=change(world, world.proof("g1", 10)))), says)


@pytest.mark.parametrize("gone", [1, 2])
def test_witness_line_removed(world: World, gone: int) -> None:
    proof = with_signatures(0, 3 - gone)(world, world.proof("g1", 10))
    report = audit(world.bundle("g1", proof=proof))
    incomplete(report, "cosigned by 1 of the policy's 2 witnesses, it does not reach the quorum")


def test_an_unknown_line_is_passed_over_only_where_that_is_asked_for(world: World) -> None:
    bundle = world.bundle("g1", proof=world.proof("g1", 10, witnesses=(CLUB, STRANGER, RIVAL)))
    report = verified(audit(bundle, pass_unknown=True))
    assert any("passed over" in f.said.en and "stranger" in f.said.en for f in report.findings)
    lacking = world.bundle("g1", proof=world.proof("g1", 10, witnesses=(CLUB, STRANGER)))
    incomplete(audit(lacking, pass_unknown=True), "does not reach the quorum")


def test_cut_the_tail_with_a_genuine_older_receipt(world: World, tmp_path: Path) -> None:
    """The shortened bundle is not complete by itself. It fails if the auditor has the log, or a
    receipt for a missing record."""
    cut = world.bundle("g1", 7, world.proof("g1", 7, size=world.at["g1", 7] + 1))
    incomplete(audit(cut), "not closed")
    left_out = "the log has a record 8, ActionTaken, and the bundle ends before it"
    failed(audit(cut, mirror=world.mirror(tmp_path)), left_out, record=8)
    receipt = world.receipt("g1", 9).encode()
    failed(audit(cut, receipts=[receipt]), "the bundle leaves it out", record=9)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"seq 4\n", b"seq 5\n"),
        (b"game g1\n", b"game g2\n"),
        (b"topic ContributionR", b"topic R"),
    ],
)
def test_a_receipt_for_another_record_passed_off_as_this_ones(
    world: World, good: bytes, old: bytes, new: bytes
) -> None:
    receipt = world.receipt("g1", 4)
    changed = replace(receipt, extra=receipt.extra.replace(old, new)).encode()
    failed(audit(good, receipts=[changed]), "does not lead to the signed root")


def test_a_game_that_was_made_up_at_home(tmp_path: Path) -> None:
    """No known log contains it. If the true key signed it, the log that everybody has shows another
    history."""
    home = World(MALLORY).play("g1", small_game())
    failed(audit(home.bundle("g1")), "no known key of the log")
    helped, known = home.bundle("g1", proof=home.proof("g1", 10, keys=(LOG,))), World()
    for game in ("g2", "g3"):
        known.play(game, small_game(game))
    assert audit(helped).verdict == "verified", (
        "the log and every witness act together: that no proof can show"
    )
    failed(audit(helped, mirror=known.mirror(tmp_path)), "two histories")


def test_heads_of_other_logs(world: World, good: bytes) -> None:
    """Somebody else logs the same entries under a key of his own: the head is refused unless the
    policy has that key. A signature in his name beside a true head is refused, too; with
    `pass_unknown` it is ignored, even if it is invalid."""
    key = SignerKey("mallory.example/log", b"m" * 32)
    mallory, both = World(key), policy(2, logs=[LOG, key])
    for entry in world.entries:
        mallory.append(entry)
    mallory.at = world.at
    bundle = world.bundle("g1", proof=mallory.proof("g1", 10))
    failed(audit(bundle), "for which no key is known")
    failed(audit(bundle.replace(key.verifier.name.encode(), b"greffe.example/log")), "no known key")
    assert audit(bundle, both).verdict == "verified", "whoever names both believes both"
    line = Signature(key.verifier.name, key.verifier.id, b"x" * 64)
    proof = with_signatures(0, 1, 2, add=lambda world, note: line)(world, world.proof("g1", 10))
    beside = world.bundle("g1", proof=proof)
    failed(audit(beside, both), "which is the key of another log")
    assert audit(beside, both, pass_unknown=True).verdict == "verified"


def test_a_policy_without_a_quorum_says_so_in_the_report(world: World) -> None:
    report = audit(world.bundle("g1", proof=world.proof("g1", 10, witnesses=())), policy(0))
    (finding,) = [f for f in report.findings if f.check == "witnesses"]
    assert (report.verdict, finding.status) == ("verified", "note")
    alone = "the policy asks for no witness: the head is the log's word alone"
    assert finding.said.en == alone


def test_an_old_key_beyond_its_last_size(world: World) -> None:
    """Whoever stole a key after it was ended can sign no later head with it."""
    new = SignerKey(LOG.verifier.name, b"n" * 32)
    ended = policy(2, logs=[LOG, new])
    ended.last_sizes[LOG.verifier.label] = world.size - 1
    failed(audit(world.bundle("g1"), ended), f"tree size {world.size - 1}, and this one is")
    signed_anew = world.bundle("g1", proof=world.proof("g1", 10, keys=(new,)))
    assert audit(signed_anew, ended).verdict == "verified"
    ended.last_sizes[LOG.verifier.label] = world.size
    assert audit(world.bundle("g1"), ended).verdict == "verified"


# -- words and signatures beside the records -------------------------------------------------------


def words(text: str, salt: str) -> Disclosure:
    return Disclosure(sha256(f"greffe/text@v1\n{salt}\n{text}".encode()).hexdigest(), salt, text)


ADA, BOB = words("Ada", "01" * 16), words("Bob", "02" * 16)
REMARK = words("I do not agree.\nI agree to the rest.", "03" * 16)
CUT = Disclosure(REMARK.commitment, f"{REMARK.salt}\nI do not agree.", "I agree to the rest.")
CATALOG = '{"dice": "é"}'
DISCLOSED: dict[str, tuple[list[Disclosure], str]] = {
    "another's words": ([Disclosure(ADA.commitment, BOB.salt, BOB.text)], "do not open that"),
    "another's text": ([replace(ADA, text=BOB.text)], "do not open that commitment"),
    "words of nobody": ([words("Eve", ADA.salt)], "no record commits"),
    "words twice": ([REMARK, REMARK], "disclosed twice"),
    "a first line pushed into the salt": ([CUT], "is not lower-case hex"),
}


def disclosing(*disclosed: Disclosure, catalog: str | None = None) -> Report:
    seats = [
        {"id": seat, "role": "player", "name": name.commitment}
        for seat, name in zip(SEATS, (ADA, BOB), strict=True)
    ]
    of = sha256(CATALOG.encode()).hexdigest()
    opening = stored("GameOpened", seats=seats, chance="table", catalog=of)
    world = World().play(
        "g1", [opening, stored("NoteAdded", text=REMARK.commitment), stored("GameClosed")]
    )
    return audit(world.bundle("g1", disclosures=disclosed, catalog=catalog))


@pytest.mark.parametrize("what", DISCLOSED)
def test_words_that_do_not_open_what_records_commit_to(what: str) -> None:
    disclosed, says = DISCLOSED[what]
    failed(disclosing(*disclosed), says)


def test_words_that_open_what_records_commit_to() -> None:
    report = verified(disclosing(ADA, BOB, REMARK, catalog=CATALOG))
    assert any("4 disclosures" in f.said.en for f in report.findings)
    assert [f.data["there"] for f in report.findings if f.check == "catalog"] == [True]
    failed(disclosing(catalog=CATALOG + " "), "not the one that the game was opened with")


def test_a_countersignature_beside_a_closed_game() -> None:
    """Signatures given after the game was closed stand in lines after its records, in a fixed order
    and spelling."""
    world = World().play("g1", RecordedTable().open().act("2d6").close().records)

    def signature(seat: str, key: SignerKey) -> SignedBeside:
        made = key.sign(countersign_message("g1", 3, world.nodes[0, 2], seat))
        return SignedBeside(3, seat, base64_of(key.verifier.public), base64_of(made))

    blue, red = signature("blue", PEN), signature("red", SignerKey("x", b"r" * 32))
    bundle = world.bundle("g1", signed=[red, blue])
    report = audit(bundle)
    signed = [
        (f.record, f.data["seat"], f.data["beside"], f.data["key"])
        for f in report.findings
        if f.check == "countersigned"
    ]
    keys = [b64encode(bytes.fromhex(key)).decode() for *_, key in signed]
    assert (report.verdict, keys) == ("verified", [blue.public, red.public])
    assert [line[:3] for line in signed] == [(3, "blue", True), (3, "red", True)]
    for wrong, says in (
        (replace(blue, about=2), "does not hold for record 2"),
        (replace(blue, about=4), "there is no record 4"),
        (replace(blue, seat="red"), "does not hold for record 3"),
        (replace(blue, seat="wolf"), "is no player's seat"),
        (replace(blue, public=red.public), "does not hold for record 3"),
        (replace(blue, signature=blue.signature[:-4]), "where 64 belong"),
    ):
        failed(audit(world.bundle("g1", signed=[wrong])), says)
    *records, first, second, proof = lines(bundle)
    for order in ((second, first, proof), (first, first, second, proof), (first, proof, second)):
        failed(audit(b"".join((*records, *order))), "does not belong where it is")
    for number in (b'"3"', b"03", b"3.0", b"true", b" 3"):
        respelt = first.replace(b'{"about":3', b'{"about":' + number)
        failed(audit(b"".join((*records, respelt, second, proof))), "one spelling")


# -- streams of another kind -----------------------------------------------------------------------


def test_a_branch_as_the_game_it_grew_from() -> None:
    """A branch is verified as a game with an id of its own, and the report names the game it grew
    from."""
    branch, lineage = World(), {"game": "g1", "seq": 4, "purpose": "teaching"}
    branch.play("b1", RecordedTable("b1").open((), lineage=lineage).close().records)
    report = audit(branch.bundle("b1"))
    (finding,) = [f for f in report.findings if f.check == "branch"]
    assert (report.verdict, finding.status) == ("verified", "note")
    assert finding.data == {"game": "g1", "seq": 4}
    assert 'grew from record 4 of "g1": it is not that game' in finding.said.en
    failed(audit(branch.bundle("b1").replace(b'"game":"b1"', b'"game":"g1"', 1)))


def diary(body: DiaryOpened | PageWritten) -> Record:
    stored = StoredRecord.new("diary", 1, body)
    return stored.topic, stored.state


DIARY = diary(msgspec.convert({"at": AT, "club": "Die Runde"}, DiaryOpened, strict=False))
PAGE = diary(
    msgspec.convert({"at": AT, "came": ["ann"], "text": "c0" * 32}, PageWritten, strict=False)
)


def page(**fields: Any) -> Record:
    return "PageBurnt", stored("PageBurnt", **fields)[1]


def report_on_diary(*records: Record) -> Report:
    return audit(World().play("diary", records).bundle("diary"))


def test_a_stream_of_an_unknown_kind_is_whole_and_not_judged() -> None:
    incomplete(report_on_diary(DIARY, PAGE), "DiaryOpened, which this version does not know")
    failed(report_on_diary(stored("NoteAdded"), PAGE), record=1)


@pytest.mark.parametrize(
    ("record", "says"),
    [
        (stored("NoteAdded"), "NoteAdded cannot be record 2"),
        (page(type="PageTorn"), "says that it is"),
        (page(type="PageBurnt@1"), "says that it is"),
        (page(salt=""), "salt"),
        (page(at="noon"), "does not say when"),
        (page(text=1), "text"),
        (("PageBurnt", b"{}{}"), "JSON"),
    ],
)
def test_the_common_fields_of_records_are_checked_in_every_stream(
    record: Record, says: str
) -> None:
    failed(report_on_diary(DIARY, record, PAGE), says, record=2)


def test_one_key_that_signs_for_two_seats_is_told() -> None:
    own, forged = ([*PLAYED, *(signed(seat) for seat in seats)] for seats in (SEATS[:1], SEATS))
    for records, status in ((own, ["ok"]), (forged, ["note", "note"])):
        found = audit(World().play("g1", records).bundle("g1")).findings
        assert [f.status for f in found if f.check == "countersigned"] == status


def signed(seat: str) -> Record:
    topic, data = countersigned(seat=seat)[-1]
    return topic, data.replace(b'"blue"', f'"{seat}"'.encode())


# -- the store against its log ---------------------------------------------------------------------


def test_a_log_whose_chain_is_broken(world: World) -> None:
    rows = {(g, i): r for g, records in world.games.items() for i, r in enumerate(records, start=1)}
    broken = [*world.entries[:9], b"garbage", *world.entries[9:12], *world.entries[15:]]
    there = list(differences(broken, lambda game, seq: rows.get((game, seq))))
    places = [(d.index, d.game, d.seq) for d in there]
    assert places == [(9, "", 0), (13, "g0", 6), (14, "g1", 6), (15, "g2", 6)]
    assert "does not follow record 4" in there[1].said.en
