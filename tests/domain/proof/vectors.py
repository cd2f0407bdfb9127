"""The test vectors beside `domain/proof/FORMAT.md`: made here, by the service's code, and compared
with the files by `test_second.py`.

    python -m tests.domain.proof.vectors              write values.json, log.json and bundles.json
                                                      again
    python -m tests.domain.proof.vectors --games      have a clerk play games that records.json does
                                                      not have yet, first

What is recorded counts, so the records of the games are kept as they were played; everything else
follows from them.
"""

import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import domain.proof
from domain.kernel.commitments import Words, commit
from domain.proof.bundle.countersigns import countersign_message
from domain.proof.bundle.lines import Disclosure, SignedBeside
from domain.proof.chance.dice import contribution_commitment
from domain.proof.chance.seals import seal
from domain.proof.log.entries import KeyEntry, SuccessionEntry
from domain.proof.log.merkle import leaf_hash
from domain.proof.log.notes import SignerKey
from domain.proof.log.proofs import Proof
from domain.proof.spelling import base64_of
from domain.titles.contract.chance import (
    deal_commitment,
    dealt_picks,
    dice_key,
    sealed_picks,
    seed_commitment,
)
from tests.builders.policies import policy_text
from tests.builders.tiles import tree_root
from tests.builders.world import CLUB, LOG, RIVAL, WITNESSES, Record, World, lines
from tests.domain.proof import events
from tests.domain.proof.fuzz import sealed_game
from tests.domain.proof.games import SEED, VALUES, RecordedTable as Small, stored
from tests.domain.proof.vector_games import play

FOLDER = Path(domain.proof.__file__).parent / "vectors"
FILES = ("values.json", "log.json", "bundles.json")
PEN = SignerKey("pen", b"s" * 32)


def text_of(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=True) + "\n"


def make() -> dict[str, str]:
    return dict(zip(FILES, map(text_of, (values(), log(), bundles())), strict=True))


# -- values ----------------------------------------------------------------------------------------


def values() -> dict[str, Any]:
    parts = [(seat, VALUES[seat]) for seat in ("blue", "red")]
    alone, joint = dice_key(SEED, "g1"), dice_key(SEED, "g1", parts)
    specs = (
        "3of13",
        "2d6",
        "1d100",
        "5of5",
        "12d70000",
        "3d1",
        "0d6",
        "40d6",
        "8d129",
        "4d256",
        "4d257",
        "2d65537",
        "1of1",
        "9of300",
    )
    specs += ("1d999999999999999999", "0of0", "20d200", "52of52", "3of70000")
    words = [Words("5a" * 16, text) for text in ("", "a note", "Zoé\nsays “no”", "\U0001f3b2")]
    salt, bid = bytes(range(32)), '{"type":"bid","amount":3}'
    message = countersign_message("g1", 2, bytes(range(32)), "blue")
    return {
        "seeds": [
            {"game": game, "seed": SEED.hex(), "commitment": seed_commitment(SEED, game)}
            for game in ("g1", "G.2_x-y")
        ],
        "contributions": [
            {
                "game": "g1",
                "seat": seat,
                "value": value.hex(),
                "commitment": contribution_commitment("g1", seat, value).hex(),
            }
            for seat, value in parts
        ],
        "keys": [
            {"game": "g1", "seed": SEED.hex(), "parts": [], "key": alone.hex()},
            {
                "game": "g1",
                "seed": SEED.hex(),
                "parts": [[seat, value.hex()] for seat, value in parts],
                "key": joint.hex(),
            },
        ],
        "draws": [
            {"key": key.hex(), "roll": n, "spec": spec, "picks": list(sealed_picks(key, n, spec))}
            for key in (alone, joint)
            for n, spec in enumerate(specs, start=1)
        ],
        "deals": [
            {
                "deal": SEED.hex(),
                "commitment": deal_commitment(SEED),
                "kind": kind,
                "used": used,
                "spec": spec,
                "picks": list(dealt_picks(SEED, kind, used, spec)),
            }
            for kind in ("hand", "Pest – 1")
            for used, spec in (
                (0, "5of13"),
                (0, "2of13"),
                (2, "3of11"),
                (0, "3d6"),
                (1, "2d6"),
                (7, "0of0"),
                (3, "4d300"),
            )
        ],
        "texts": [
            {"salt": word.salt, "text": word.text, "commitment": commit(word)} for word in words
        ],
        "seals": [
            {
                "game": "g1",
                "slot": "bid 3.1 after 57",
                "seat": "blue",
                "salt": salt.hex(),
                "value": bid,
                "seal": seal("g1", "bid 3.1 after 57", "blue", salt, bid.encode()).hex(),
            }
        ],
        "countersigns": [
            {
                "game": "g1",
                "about": 2,
                "leaf": base64_of(bytes(range(32))),
                "seat": "blue",
                "message": message.decode(),
                "public": base64_of(PEN.verifier.public),
                "signature": base64_of(PEN.sign(message)),
            }
        ],
    }


# -- the log ---------------------------------------------------------------------------------------


def log() -> dict[str, Any]:
    """A small log: its entries with their leaves, its roots, and a proof of each entry under each
    of a few heads."""
    world = World()
    world.play("g1", Small().open(()).act("2d6").close().records)
    world.append(KeyEntry(SignerKey(LOG.verifier.name, bytes([9]) * 32).verifier).encode())
    world.append(SuccessionEntry(world.signed()).encode())
    world.play("g2", Small("g2", "table").open(()).act().close().records)
    by = policy_text([LOG.verifier], [("club", CLUB.verifier), ("rival", RIVAL.verifier)], 2)
    return {
        "policy": by,
        "entries": [
            {"entry": entry.decode(), "leaf": base64_of(leaf_hash(entry))}
            for entry in world.entries
        ],
        "roots": [base64_of(tree_root(size, world.fetch)) for size in range(world.size + 1)],
        "heads": [
            {"size": size, "checkpoint": world.signed(size).decode()}
            for size in range(world.size + 1)
        ],
        "proofs": [
            {
                "game": game,
                "seq": seq,
                "size": size,
                "proof": world.proof(game, seq, size).encode().decode(),
            }
            for (game, seq), index in world.at.items()
            for size in range(index + 1, world.size + 1)
        ],
        "receipt": world.receipt("g2", 2).encode().decode(),
    }


# -- bundles ---------------------------------------------------------------------------------------


def bundles() -> list[dict[str, Any]]:
    """Bundles with the policy they are held against, the verdict, and the record that a failure
    names."""
    return [
        {
            "name": name,
            "policy": by,
            **({"receipts": [receipt.decode() for receipt in receipts]} if receipts else {}),
            "bundle": data.decode(),
            "verdict": verdict,
            **({"record": record} if record else {}),
        }
        for name, by, receipts, data, verdict, record in _bundles()
    ]


def _policy(threshold: int = 2) -> str:
    return policy_text(
        [LOG.verifier], [("club", CLUB.verifier), ("rival", RIVAL.verifier)], threshold
    )


Case = tuple[str, str, list[bytes], bytes, str, int]


def _case(
    name: str,
    data: bytes,
    verdict: str = "verified",
    record: int = 0,
    by: str = "",
    receipts: Any = (),
) -> Case:
    return name, by or _policy(), list(receipts), data, verdict, record


def _bundles() -> Iterator[Case]:
    played = {name: World() for name in kept()}
    for name, game in kept().items():
        world = played[name]
        world.play(game["game"], [(topic, data.encode()) for topic, data in game["records"]])
        disclosed = [
            Disclosure(commit(Words(salt, text)), salt, text) for salt, text in game["words"]
        ]
        yield _case(
            f"{name}, played by the service", world.bundle(game["game"], disclosures=disclosed)
        )
        if len(game["records"]) > 3:
            short = world.bundle(game["game"], len(game["records"]) - 1)
            yield _case(f"{name}, without its last record", short, "not complete")
    clocked = kept()["a game with clocks"]
    whole = played["a game with clocks"].bundle(clocked["game"])
    for what, before, after in (
        ("a second on a clock", b'\\"left\\":{\\"blue\\":60000', b'\\"left\\":{\\"blue\\":61000'),
        ("whose clock runs", b'\\"runs\\":[\\"blue\\"]', b'\\"runs\\":[\\"bluf\\"]'),
        ("what a clock was set to", b'\\"left\\":90000', b'\\"left\\":99000'),
        ("how the clocks run", b'\\"increment\\":5', b'\\"increment\\":6'),
    ):
        assert before in whole, what
        yield _case(
            f"a game with clocks, {what} changed",
            whole.replace(before, after, 1),
            "failed",
            len(clocked["records"]),
        )
    yield from _small()


def _small() -> Iterator[Case]:
    def story(*tables: Small) -> World:
        world = World()
        world.play("g1", [record for table in tables for record in table.records])
        return world

    sealed = World()
    sealed.play("g1", sealed_game("g1"))
    yield _case("a value sealed and shown", sealed.bundle("g1"))
    good = story(Small().open().contribute().act().act("2d6", "1d100").close())
    bundle, receipt = good.bundle("g1"), good.receipt("g1", 6).encode()
    yield _case("contributions, and a receipt that agrees", bundle, receipts=[receipt])
    other = story(Small().open().contribute().act().act("2d6").close())
    yield _case(
        "a receipt for another record 7",
        bundle,
        "failed",
        7,
        receipts=[other.receipt("g1", 7).encode()],
    )
    yield _case(
        "cut, with a receipt for a later record",
        good.bundle("g1", 5),
        "failed",
        6,
        receipts=[receipt],
    )
    yield _case("one bit of a record", bundle.replace(b'\\"move\\"', b'\\"movd\\"', 1), "failed", 8)
    yield _case(
        "a record left out",
        b"".join(line for line in lines(bundle) if b'"seq":6,' not in line),
        "failed",
        6,
    )
    yield _case("a letter spelt otherwise", bundle.replace(b"blue", b"\\u0062lue", 1), "failed")
    yield _case("without LF at the end", bundle[:-1], "failed")
    yield _case("a proof with extra data", good.bundle("g1", proof=good.receipt("g1", 8)), "failed")
    proof = good.proof("g1", 8)
    wrong = Proof(proof.index + 1, proof.hashes, proof.checkpoint)
    yield _case("the proof of another index", good.bundle("g1", proof=wrong), "failed", 8)
    thief = SignerKey(LOG.verifier.name, bytes([8]) * 32)
    yield _case(
        "signed by another key of the log's name",
        good.bundle("g1", proof=good.proof("g1", 8, keys=(thief,))),
        "failed",
    )
    third = SignerKey("third.example/w", bytes([7]) * 32, 4)
    stray = good.bundle("g1", proof=good.proof("g1", 8, witnesses=(*WITNESSES, third)))
    yield _case("a witness that the policy does not name", stray, "failed")
    ended = _policy() + f"#greffe:last-tree-size {LOG.verifier.label} 7\n"
    yield _case("a log key that ended before", bundle, "failed", by=ended)
    yield _case("a policy that asks for no witness", bundle, by=_policy(0))
    note = Small().open(()).act("2d6")
    yield _case(
        "rolls in a note",
        story(note.add("NoteAdded", text="", rolls=[note.roll()]).close()).bundle("g1"),
        "failed",
        3,
    )
    skipped = Small().open(())
    skipped.rolls.append({})
    yield _case(
        "a roll number left out", story(skipped.act("2d6").close()).bundle("g1"), "failed", 2
    )
    wished = Small().open(())
    yield _case(
        "a roll that was not drawn",
        story(
            wished.act().act_with(wished.roll("2d6", picks=[5, 5], values=[6, 6])).close()
        ).bundle("g1"),
        "failed",
        3,
    )
    yield _case(
        "closed without its seed",
        story(Small().open(()).act("2d6").close(seed="")).bundle("g1"),
        "failed",
        3,
    )
    early = Small().open(()).contribute()
    shown = early.records.pop()
    early.act("2d6").records.append(shown)
    yield _case(
        "a roll between two parts that are shown", story(early.close()).bundle("g1"), "failed", 5
    )
    stood = Small().open(()).act("2d6").annul(2)
    yield _case(
        "a roll that stands, repeated",
        story(stood.act_with(stood.roll(again=1)).close()).bundle("g1"),
    )
    ignored = Small().open(()).act("2d6").annul(2)
    yield _case(
        "a roll that stands, rolled anew",
        story(ignored.act("2d6").close()).bundle("g1"),
        "failed",
        4,
    )
    unruled = Small().open(()).act("2d6")
    yield _case(
        "a roll repeated without a ruling",
        story(unruled.act_with(unruled.roll(again=1)).close()).bundle("g1"),
        "failed",
        3,
    )
    pair = story(Small().open(()).act("2d6").close())
    beside = _signed(pair, 3)
    yield _case("signed once it was closed", pair.bundle("g1", signed=[beside]))
    moved = replace(beside, about=2)
    yield _case(
        "that signature moved to another record", pair.bundle("g1", signed=[moved]), "failed"
    )
    yield _case(
        "a signature beside a game that is not closed",
        pair.bundle("g1", 2, signed=[_signed(pair, 2)]),
        "not complete",
    )
    yield from _read_as_written(story)
    yield from _several_faults(story)
    yield from _hands(story)
    yield from _campaigns()
    yield from _tournaments()
    deal = Small(chance="duplicate").open().act("2d6")
    yield _case("a game of a deal", story(deal.close()).bundle("g1"))
    shown = Small(chance="duplicate").open().close(seed=SEED.hex())
    yield _case("a deal shown by one of its games", story(shown).bundle("g1"), "failed", 2)
    bare = Small(chance="duplicate").open(commitment="")
    yield _case(
        "a deal that its game does not commit to", story(bare.close()).bundle("g1"), "failed", 1
    )
    after = Small().open(()).close().add("NoteAdded", text="")
    yield _case("a record after the closing", story(after).bundle("g1"), "failed", 3)


def _signed(world: World, about: int) -> SignedBeside:
    made = PEN.sign(countersign_message("g1", about, leaf_hash(world.entries[about - 1]), "red"))
    return SignedBeside(about, "red", base64_of(PEN.verifier.public), base64_of(made))


def _read_as_written(story: Callable[[Small], World]) -> Iterator[Case]:
    """Fields left out, empty, and of another kind; spaces; and rolls of the table that stand."""

    def game(name: str, table: Small, record: int = 0) -> Case:
        return _case(
            name, story(table.close()).bundle("g1"), "failed" if record else "verified", record
        )

    yield game("an empty lineage, and rolls", Small().open(lineage={}).act("2d6"))
    empty = Small().open(())
    rolled = empty.roll()
    yield game(
        "an action with an empty lineage, and rolls",
        empty.add("ActionTaken", lineage={}, action={"type": "x"}, rolls=[rolled]),
    )
    yield game("a lineage that is null", Small().open((), lineage=None), 1)
    yield game("a branch that rolls", Small().open(lineage={"game": "g0", "seq": 3}), 1)
    yield game("types of sealed actions that are no texts", Small().open((), seals=[1]), 1)
    retracted = {"seat": "blue", "from_seq": 2, "actions": [True]}
    yield game(
        "a retraction of no number", Small().open(()).act().add("ActionsRetracted", **retracted), 3
    )
    yield game("a note about no record", Small().open(()).add("NoteAdded"))
    yield game("a claim about no record", Small().open(()).add("ClaimFiled", seat="blue"), 2)
    for name, at, change in (
        ("a space after a record", 2, lambda data: data + b" "),
        ("a space before a record", 2, lambda data: b" " + data),
        ("spaces in a record", 0, lambda data: data.replace(b",", b" ,\t")),
    ):
        table = Small().open(()).add("NoteAdded", text="")
        topic, data = table.records[1]
        table.records[1] = topic, change(data)
        yield game(name, table, at)
    again = Small(chance="table").open(()).act("2d6").annul(2)
    yield game("a roll of the table that stands, repeated", again.act_with(again.roll(again=1)))
    anew = Small(chance="table").open(()).act("2d6").annul(2)
    yield game("a roll of the table that stands, rolled anew", anew.act("2d6"), 4)


def _several_faults(story: Callable[[Small], World]) -> Iterator[Case]:
    late = Small().open(()).act("2d6").add("NoteAdded", text="", at="2027-01-01T12:00:00Z")
    yield _case(
        "a time too late, and then a wrong closing",
        story(late.close(seed="")).bundle("g1"),
        "failed",
        4,
    )
    undrawn = Small().open(())
    undrawn.act_with(undrawn.roll("2d6", picks=[5, 5], values=[6, 6])).close(seed="00" * 32)
    yield _case(
        "a roll that was not drawn, and another seed", story(undrawn).bundle("g1"), "failed", 3
    )
    unsealed = (
        Small(chance="table")
        .open((), seals=["bid"])
        .add("ActionTaken", seat="blue", action={"type": "bid"})
    )
    broken = Small().add("ClaimFiled", about=9)
    yield _case(
        "an action without its seal, and a wrong record",
        story(unsealed, broken).bundle("g1"),
        "failed",
        3,
    )
    other = story(Small().open(()).add("ClaimFiled", seat="blue").act().close())
    spelt = other.bundle("g1").replace(b'{"seq":4,', b'{"seq": 4,')
    yield _case("a claim about no record, and a line spelt otherwise", spelt, "failed", 2)
    moved = other.bundle("g1").replace(b'{"seq":4,', b'{"seq":5,')
    yield _case("a claim about no record, and a line out of its place", moved, "failed", 2)
    good = story(Small().open(()).act().act().close())
    bundle = good.bundle("g1")
    yield _case(
        "a line spelt otherwise, under another number",
        bundle.replace(b'{"seq":3,', b'{"seq": 5,'),
        "failed",
    )
    yield _case(
        "a topic that is none, under another number",
        bundle.replace(b'3,"topic":"A', b'5,"topic":"a'),
        "failed",
    )
    world = World()
    world.play("g2", Small("g2").open(()).close().records)
    yield _case(
        "a receipt for another game", bundle, "failed", receipts=[world.receipt("g2", 2).encode()]
    )
    yield _case(
        "a receipt that is none", bundle, "failed", receipts=[good.receipt("g1", 2).encode()[:-9]]
    )
    cut = b"".join(lines(bundle)[:3])
    yield _case(
        "a bundle without its end, and a receipt for what is not there",
        cut,
        "failed",
        receipts=[good.receipt("g1", 4).encode()],
    )
    forged = story(Small().open(()).act().act("2d6").close()).receipt("g1", 2).encode()
    yield _case(
        "a bundle without its end, and a receipt that agrees", cut, "failed", receipts=[forged]
    )


def _campaigns() -> Iterator[Case]:
    leaf, sheet = base64_of(bytes(range(32))), "5a" * 32
    first = stored("ScenarioOpened", number=1, game="g1", leaf=leaf)
    following = {
        "number": 2,
        "game": "g2",
        "from_game": "g1",
        "from_seq": 7,
        "sheet": sheet,
        "leaf": leaf,
        "from_leaf": leaf,
    }

    def campaign(**changed: Any) -> bytes:
        world = World()
        second = stored("ScenarioOpened", **{**following, **changed})
        world.play("c1", [stored("CampaignOpened"), first, second, stored("CampaignClosed")])
        return world.bundle("c1")

    yield _case("a campaign bound to leaves of its games", campaign())
    yield _case("a campaign from before leaves were named", campaign(leaf="", from_leaf=""))
    yield _case("a scenario out of its order", campaign(number=3), "failed", 3)
    yield _case("a scenario that goes on from another game", campaign(from_game="g0"), "failed", 3)
    yield _case("a game twice in a campaign", campaign(game="g1"), "failed", 3)
    yield _case("a scenario without its sheet", campaign(sheet=""), "failed", 3)


def _tournaments() -> Iterator[Case]:
    def event(records: list[Record]) -> bytes:
        world = World()
        world.play("g1", records)
        return world.bundle("g1")

    yield _case("a tournament with a correction", event(events.played().close().records))
    yield _case(
        "a tournament drawn with entrants' parts", event(events.with_parts().close().records)
    )
    yield _case("a tournament drawn with a beacon", event(events.with_beacons().close().records))
    yield _case("a tournament with records of every kind", event(events.every_kind().records))
    for name, records, at in events.wrong():
        yield _case(f"a tournament with {name}", event(records), "failed", at)
    yield _case("a tournament followed by its games", events.WithGames().file())
    elsewhere = events.WithGames()
    elsewhere.results["g8"]["leaf"] = "A" * 43 + "="
    yield _case(
        "a tournament with a result read at another record of its game",
        elsewhere.file(),
        "failed",
        10,
    )
    short = events.WithGames()
    short.order = ["g7"]
    yield _case("a tournament followed by one of its two games", short.file(), "not complete")


def _hands(story: Callable[[Small], World]) -> Iterator[Case]:
    links = {"blue": "linkofblue", "red": "linkofred"}
    parts = (
        Small()
        .open((), links=links, arbiter="linkofarbiter", actor="club")
        .contribute()
        .act("2d6")
        .close()
    )
    yield _case("links that the opening names", story(parts).bundle("g1"))
    for name, of_two in (
        ("of two seats", {**links, "red": "linkofblue"}),
        ("that is the operator's key", {"red": "operator"}),
    ):
        yield _case(
            f"a link {name}",
            story(Small().open((), links=of_two).close()).bundle("g1"),
            "failed",
            1,
        )
    mixed = Small().open(()).contribute(by={"red": "service"}).close()
    mixed.records[4] = stored("ContributionRevealed", seat="red", value=VALUES["red"].hex())
    yield _case(
        "a part bound by the service and shown by the seat", story(mixed).bundle("g1"), "failed", 5
    )
    typed = Small(chance="table").open(()).contribute().close()
    yield _case("a part where the dice are the table's", story(typed).bundle("g1"), "failed", 2)


# -- games that a service played
# -------------------------------------------------------------------------------------------


def kept() -> dict[str, Any]:
    records: dict[str, Any] = json.loads((FOLDER / "records.json").read_text("utf-8"))
    return records


def main(words: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    if "--games" in words:
        with tempfile.TemporaryDirectory() as folder:
            (FOLDER / "records.json").write_text(text_of({**play(Path(folder)), **kept()}), "utf-8")
    for name, text in make().items():
        (FOLDER / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
