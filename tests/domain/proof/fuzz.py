"""Thousands of broken inputs (`test_second.py`): everything that the verifier reads besides bundles
(for these: `mutants.py`) is changed at random. It may only be refused."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from domain.proof.chance.seals import seal
from domain.proof.errors import Refused
from domain.proof.log.add_checkpoint import judge_request, read_add_checkpoint, read_cosignatures
from domain.proof.log.checkpoints import cosigned_by, read_checkpoint
from domain.proof.log.entries import KeyEntry, SuccessionEntry, read_entry
from domain.proof.log.notes import read_note, read_signer_key, read_verifier_key, verified_by
from domain.proof.log.policy import read_policy
from domain.proof.log.proofs import read_proof, receipt_entry
from domain.proof.log.tiles import entry_bundle, read_entry_bundle, read_tile_path
from domain.proof.stored import read_stored
from tests.builders.policies import policy_text
from tests.builders.world import CLUB, LOG, RIVAL, TIME, Record, World, policy
from tests.domain.proof.games import RecordedTable, small_game

TOKENS = (
    *(
        b"\n",
        b"\r\n",
        b"\n\n",
        b"\\n",
        b"\\u0000",
        b"\\ud800",
        b"\\u2014 ",
        b"\t",
        b"\x00",
        b"\x7f",
        b"\x85",
        b"\xff",
    ),
    *(
        b'"',
        b"\\",
        b"{",
        b"}",
        b"[" * 5000,
        b",",
        b":",
        b"[]",
        b"0",
        b"-1",
        b"1e9",
        b"9" * 30,
        b"9" * 5000,
        b"NaN",
        b"true",
    ),
    *(
        b"=",
        b"==",
        b"A" * 44,
        b"+",
        b" ",
        b"null",
        b"\xc3\xa9",
        b"\xe2\x80\xa8",
        b'"seq":',
        b'"rolls":[]',
        b"of",
        b"d0",
    ),
    *(
        b'"type":"GameClosed"',
        b'{"proof":""}\n',
        b"index ",
        b"extra ",
        b"old ",
        b"greffe",
        b"quorum none\n",
        b"#greffe:",
    ),
)


def changed(rng: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    for _ in range(rng.choice((1, 1, 1, 2, 3, 4))):
        at = rng.randrange(len(data) + 1)
        to = min(len(data), at + int(rng.paretovariate(0.7)))
        match rng.randrange(9):
            case 0 if data:
                bit = rng.randrange(8 * len(data))
                data = (
                    data[: bit // 8] + bytes([data[bit // 8] ^ 1 << bit % 8]) + data[bit // 8 + 1 :]
                )
            case 1:
                data = data[:at] + rng.choice(TOKENS) + data[at:]
            case 2:
                data = data[:at] + rng.choice(TOKENS) + data[to:]
            case 3:
                data = data[:at] + data[to:]
            case 4:
                data = data[:to] + data[at:to] * rng.randrange(1, 4) + data[to:]
            case 5:
                other = rng.choice(others)
                start = rng.randrange(len(other) + 1)
                data = data[:at] + other[start : start + rng.randrange(1, 200)] + data[to:]
            case 6:
                data = data[:at]
            case 7:
                lines = data.split(b"\n")
                i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
                lines[i], lines[j] = (
                    (lines[j], lines[i]) if rng.random() < 0.5 else (lines[i], lines[i])
                )
                data = b"\n".join(lines)
            case _:
                data = data[:at] + rng.randbytes(rng.randrange(1, 9)) + data[to:]
    return data


Target = tuple[list[bytes], Callable[[bytes], str]]


def targets() -> dict[str, Target]:
    world = World().play("g1", small_game())
    vkeys = [key.verifier.encode().encode() for key in (LOG, CLUB, RIVAL)]
    named = [("club", CLUB.verifier), ("rival", RIVAL.verifier)]
    policies = [policy_text([LOG.verifier], named, n).encode() for n in (0, 1, 2)]
    policies.append(
        f"{policies[0].decode()}# x\n#greffe:last-tree-size {LOG.verifier.label} 7\n".encode()
    )
    signed, known = world.signed(), policy()
    entries = [
        *world.entries[:4],
        KeyEntry(LOG.verifier).encode(),
        SuccessionEntry(signed).encode(),
    ]
    proofs = [world.proof("g1", 3).encode(), world.receipt("g1", 3).encode()]

    def accepted(data: bytes) -> str:
        assert known.accept(data).checkpoint.encode() == read_note(signed).text, (
            "a changed checkpoint is accepted"
        )
        return "accepted"

    def noted(data: bytes) -> str:
        note = read_note(data)
        assert note.encode() == data
        read_checkpoint(note.text)
        verified_by(note, [LOG.verifier])
        cosigned_by(note, [CLUB.verifier, RIVAL.verifier])
        return "read"

    def proven(data: bytes) -> str:
        proof = read_proof(data)
        assert proof.encode() == data
        entry = receipt_entry(proof)
        proof.check(entry.leaf, known.accept(proof.checkpoint).checkpoint)
        assert entry.encode() in world.entries, "a receipt for what was never logged"
        return "proven"

    def entered(data: bytes) -> str:
        assert read_entry(data).encode() == data
        return "read"

    def bundled(data: bytes) -> str:
        assert (
            entry_bundle(read_entry_bundle(data, 6)) == data
            or len(read_entry_bundle(data, 256)) == 256
        )
        return "read"

    def asked(data: bytes) -> str:
        ask = read_add_checkpoint(data)
        assert ask.encode() == data
        return str(judge_request(ask, [LOG.verifier], world.head(5), CLUB, TIME).status)

    def keyed(data: bytes) -> str:
        text = data.decode("utf-8", "surrogateescape")
        read = read_signer_key if text.startswith("PRIVATE") else read_verifier_key
        assert read(text).encode() == text
        return "read"

    def pathed(data: bytes) -> str:
        text = data.decode("utf-8", "surrogateescape")
        assert str(read_tile_path(text)) == text
        return "read"

    def told(data: bytes) -> str:
        read_stored("GameOpened", data.decode("utf-8", "surrogateescape"))
        return "read"

    def stated(data: bytes) -> str:
        read_policy(data).enough(["club"])
        return "read"

    def answered(data: bytes) -> str:
        return str(len(read_cosignatures(data)))

    requests = [b"old 5\n\n" + world.signed(5), b"old 0\n" + b"A" * 43 + b"=\n\n" + signed]
    return {
        "checkpoint": ([signed], accepted),
        "note": ([signed, world.signed(3, witnesses=())], noted),
        "proof": (proofs, proven),
        "entry": (entries, entered),
        "entries": ([entry_bundle(entries)], bundled),
        "request": (requests, asked),
        "answer": ([signed.split(b"\n\n")[1]], answered),
        "policy": (policies, stated),
        "key": ([*vkeys, LOG.encode().encode()], keyed),
        "path": ([b"tile/0/x001/x234/067", b"tile/entries/273.p/112", b"tile/63/000.p/1"], pathed),
        "record": ([data for _, data in world.games["g1"][:2]], told),
    }


def sealed_game(game: str) -> list[Record]:
    salt, action = bytes(32), {"type": "bid", "amount": 3}
    sealed = seal(game, "round 1", "blue", salt, json.dumps(action, separators=(",", ":")).encode())
    table = (
        RecordedTable(game, "table")
        .open((), seals=["bid"])
        .add("ValueSealed", seat="blue", slot="round 1", seal=sealed.hex())
    )
    return (
        table.add(
            "ActionTaken", seat="blue", action=action, opens={"record": 2, "salt": salt.hex()}
        )
        .close()
        .records
    )


def run(inputs: int, seed: int = 1) -> Counter[tuple[str, str]]:
    rng, counts = Random(seed), Counter[tuple[str, str]]()
    all = targets()
    everything = [data for examples, _ in all.values() for data in examples]
    for _ in range(inputs):
        name = rng.choice(list(all))
        examples, read = all[name]
        data = changed(rng, rng.choice(examples), everything)
        try:
            came = read(data)
        except Refused as e:
            assert e.said.en
            assert e.said.fr
            came = "refused"
        except BaseException:
            sys.stderr.write(f"{name}: {data!r}\n")
            raise
        counts[name, came] += 1
    return counts
