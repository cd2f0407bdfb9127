"""The second verifier, written from `domain/proof/FORMAT.md` alone. It shares no code with the
first, reads the test vectors, and agrees with the first on all changed bundles. (`world.audit` runs
both on the other bundles of the suite.)"""

import ast
import json
import re
import sys
from base64 import b64decode
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import domain.proof
from domain.campaign.records import CAMPAIGN_TYPES
from domain.game.record.records import RECORD_TYPES, GameRecord, Record
from domain.proof import stored as first
from domain.proof.log.policy import read_policy
from domain.season.records import SEASON_TYPES
from domain.tournament.records import TOURNAMENT_TYPES, TournamentRecord
from tests.amount import count
from tests.builders.world import World, audit
from tests.domain.proof import mutants
from tests.domain.proof.fuzz import run, targets
from tests.domain.proof.games import RecordedTable, stored
from tests.domain.proof.second import chance, naming, signing, spelling, tree, trust

SECOND = sorted(Path(spelling.__file__).parent.glob("*.py"))
FOLDER = Path(domain.proof.__file__).parent
FORMAT = FOLDER / "FORMAT.md"


def vector(name: str) -> Any:
    return json.loads((FOLDER / "vectors" / name).read_text("utf-8"))


# -- two that share nothing ------------------------------------------------------------------------


@pytest.mark.parametrize("path", SECOND, ids=lambda path: path.name)
def test_it_imports_the_standard_library_cryptography_pyblst_and_itself(path: Path) -> None:
    for level, name in imported(path):
        inside = level == 1 and (path.parent / f"{name}.py") in SECOND
        assert inside or (level == 0 and _theirs(name)), name
    assert not re.search(r"\b__import__\b|\bimport_module\b", path.read_text("utf-8"))


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """The modules that a file imports, each with the number of dots before its name."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((0, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.level, node.module or ""


def _theirs(module: str) -> bool:
    top = module.partition(".")[0]
    return top in ("cryptography", "pyblst") or (
        top in sys.stdlib_module_names and top != "importlib"
    )


def test_bundles_changed_byte_by_byte() -> None:
    many = count(400, 1_500)
    assert mutants.bytewise(many, seed=20)["failed"] > many * 3 // 4


def test_games_changed_and_signed_anew() -> None:
    many = count(250, 600)
    resigned = mutants.resigned(many, seed=21)
    assert min(resigned["failed"], resigned["verified"]) > many // 8
    assert resigned["not complete"] > 2


def test_tournaments_with_their_games_changed_and_signed_anew() -> None:
    many = count(120, 300)
    with_games = mutants.with_games(many, seed=23)
    assert min(with_games["failed"], with_games["verified"]) > many // 10
    assert with_games["not complete"]


def test_disputed_games() -> None:
    many = count(150, 400)
    disputed = mutants.disputed(many, seed=22)
    assert min(disputed["failed"], disputed["verified"]) > many // 14


# -- the test vectors ------------------------------------------------------------------------------


@pytest.mark.parametrize("case", vector("bundles.json"), ids=lambda case: case["name"])
def test_a_bundle_of_the_vectors(case: dict[str, Any]) -> None:
    policy, data = case["policy"].encode(), case["bundle"].encode()
    receipts = [receipt.encode() for receipt in case.get("receipts", [])]
    report = audit(data, read_policy(policy), receipts=receipts)
    assert report.verdict == case["verdict"]
    assert (report.failure.record if report.failure else 0) == case.get("record", 0), report.said.en


Value = dict[str, Any]


def hashed(*lines: str, end: bytes = b"") -> str:
    return sha256("\n".join(lines).encode() + end).hexdigest()


MADE: list[tuple[str, str, Callable[[Value], object]]] = [
    ("seeds", "commitment", lambda v: chance.seed_commitment(v["game"], bytes.fromhex(v["seed"]))),
    (
        "contributions",
        "commitment",
        lambda v: chance.part_commitment(v["game"], v["seat"], bytes.fromhex(v["value"])),
    ),
    (
        "keys",
        "key",
        lambda v: chance.key_of(
            v["game"],
            bytes.fromhex(v["seed"]),
            [(seat, bytes.fromhex(value)) for seat, value in v["parts"]],
        ).hex(),
    ),
    ("draws", "picks", lambda v: chance.draw(bytes.fromhex(v["key"]), v["roll"], v["spec"])),
    ("deals", "commitment", lambda v: chance.deal_commitment(bytes.fromhex(v["deal"]))),
    (
        "deals",
        "picks",
        lambda v: chance.dealt(bytes.fromhex(v["deal"]), v["kind"], v["used"], v["spec"]),
    ),
    ("texts", "commitment", lambda v: hashed("greffe/text@v1", v["salt"], v["text"])),
    (
        "seals",
        "seal",
        lambda v: hashed(
            "greffe/seal@v1",
            v["game"],
            v["slot"],
            v["seat"],
            "",
            end=bytes.fromhex(v["salt"]) + b"\n" + v["value"].encode(),
        ),
    ),
    (
        "countersigns",
        "message",
        lambda v: (
            f"greffe/countersign@v1\ngame {v['game']}\nseq {v['about']}\n"
            f"leaf {v['leaf']}\nseat {v['seat']}\n"
        ),
    ),
]


def test_computed_values_are_those_of_the_vectors() -> None:
    values = vector("values.json")
    assert {kind for kind, _, _ in MADE} == set(values)
    for kind, name, made in MADE:
        for value in values[kind]:
            assert made(value) == value[name], (kind, value)
    for signed in values["countersigns"]:
        key, signature = b64decode(signed["public"]), b64decode(signed["signature"])
        assert signing.signed_by(key, signature, signed["message"].encode())


def test_leaves_roots_and_heads_are_those_of_the_vectors() -> None:
    values = vector("log.json")
    policy = trust.read_policy(values["policy"].encode())
    leaves = [tree.leaf_of(entry["entry"].encode()) for entry in values["entries"]]
    assert [spelling.to64(leaf) for leaf in leaves] == [
        entry["leaf"] for entry in values["entries"]
    ]
    assert [
        spelling.to64(tree.root_of(leaves[:size])) for size in range(len(leaves) + 1)
    ] == values["roots"]
    for head in values["heads"]:
        accepted, size = (
            trust.accept(policy, head["checkpoint"].encode(), strict=True),
            head["size"],
        )
        assert accepted.enough
        assert (accepted.head.size, spelling.to64(accepted.head.root)) == (
            size,
            values["roots"][size],
        )
    for proven in values["proofs"]:
        proof = tree.read_proof(proven["proof"].encode())
        proof.check(leaves[proof.index], trust.accept(policy, proof.checkpoint, strict=True).head)
        entry = values["entries"][proof.index]["entry"].encode()
        assert tree.read_record_entry(entry) == (proven["game"], proven["seq"])
    proof = tree.read_proof(values["receipt"].encode())
    assert proof.extra == values["entries"][proof.index]["entry"].encode()
    for entry in (entry["entry"].encode() for entry in values["entries"]):
        if not entry.startswith(b"greffe/record@v1\n"):
            tree.check_log_entry(entry)


@pytest.mark.parametrize(
    "kind",
    (*RECORD_TYPES, *CAMPAIGN_TYPES, *TOURNAMENT_TYPES, *SEASON_TYPES),
    ids=lambda kind: kind.__name__,
)
def test_the_page_has_every_field_of_a_record(kind: type[Record]) -> None:
    row = next(
        line
        for line in FORMAT.read_text("utf-8").split("\n")
        if line.startswith(f"| `{kind.__name__}` | `")
    )
    base = next(base for base in (TournamentRecord, GameRecord, Record) if issubclass(kind, base))
    for name in set(kind.__struct_fields__) - set(base.__struct_fields__):
        assert f"`{name}`" in row, name


def test_the_worked_examples_of_the_page() -> None:
    """The examples printed in `domain/proof/FORMAT.md` are those of the test vectors."""
    page, values = FORMAT.read_text("utf-8"), vector("values.json")
    alone, joint = values["keys"][0]["key"], values["keys"][1]["key"]
    for shown in (
        alone,
        joint,
        values["seeds"][0]["commitment"],
        *(contribution["commitment"] for contribution in values["contributions"]),
    ):
        assert f"`{shown}`" in page
    for key, number, spec in (
        (alone, 1, "3of13"),
        (joint, 2, "2d6"),
        (joint, 3, "1d100"),
        (joint, 4, "5of5"),
        (joint, 5, "12d70000"),
    ):
        picks = chance.draw(bytes.fromhex(key), number, spec)
        assert f"| {', '.join(map(str, picks))} |" in page, spec
    assert chance.draw(bytes.fromhex(joint), 6, "3d1") == [0, 0, 0]


# -- fuzz ------------------------------------------------------------------------------------------

SEED = 20260101


def test_a_few_thousand_broken_inputs() -> None:
    many = count(5_000, 12_000)
    counts = run(many, SEED)
    assert counts.total() == many
    assert {name for name, _ in counts} == set(targets())
    assert counts["policy", "read"] > 5, (
        "changes that leave a policy well-formed must be among them"
    )


# -- alone -----------------------------------------------------------------------------------------

FILES = sorted(FOLDER.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(FOLDER)))
def test_it_imports_the_standard_library_and_cryptography_and_for_beacons_a_library_of_theirs(
    path: Path,
) -> None:
    for level, name in imported(path):
        top = name.split(".")[0]
        assert level == 0 and (
            top in sys.stdlib_module_names
            or top == "cryptography"
            or (top == "py_arkworks_bls12381" and path.name == "beacon.py")
            or name.startswith("domain.proof")
        ), name


@pytest.mark.parametrize("about", [1, 9])
def test_both_read_a_second_version_of_a_known_kind(
    about: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Notes get a made-up second version, whose field `about` was called `on` in the first. Both
    verifiers check the reference in either version, and refuse a third version."""

    def upcast(note: dict[str, Any]) -> dict[str, Any]:
        return {**note, "about": note["on"]}

    monkeypatch.setitem(first.KINDS, "NoteAdded", {**first.KINDS["NoteAdded"], "version": 2})
    monkeypatch.setitem(first.LATER, "NoteAdded", 2)
    monkeypatch.setitem(first.UPCASTS, ("NoteAdded", 1), upcast)
    monkeypatch.setitem(naming.LATER, "NoteAdded", [upcast])
    old, new = stored("NoteAdded", on=about), stored("NoteAdded", about=about, type="NoteAdded@2")
    for notes in ([old], [new], [old, new], [stored("NoteAdded", about=1, type="NoteAdded@3")]):
        world = World().play("g1", [*RecordedTable().open().records, *notes])
        failed = audit(world.bundle("g1")).verdict == "failed"
        assert failed == (about == 9 or b"@3" in notes[0][1])
