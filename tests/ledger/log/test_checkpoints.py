from __future__ import annotations

import random

import pytest

from domain.ledger.errors import Misspelt, Unproven
from domain.ledger.log.checkpoints import Checkpoint, grown, open_checkpoint, read_checkpoint, sign_checkpoint
from domain.ledger.log.cosignatures import Cosigned, cosign, cosigned_by
from domain.ledger.log.merkle import EMPTY_ROOT, Frontier, consistency_proof, leaf_hash
from domain.ledger.log.notes import COSIGNATURE, Note, Signature, SignerKey, read_note

LOG = SignerKey("example.org/greffe", bytes(32))
WITNESS = SignerKey("witness.example/w1", bytes([1]) * 32, COSIGNATURE)

# The example of the specification.
EXAMPLE = """example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
""".encode()


def head(size: int) -> Checkpoint:
    frontier = Frontier()
    for i in range(size):
        frontier.append(leaf_hash(bytes([i])))
    return Checkpoint("example.org/greffe", size, frontier.root())


def test_the_example_of_the_specification_is_read() -> None:
    note = read_note(EXAMPLE)
    checkpoint = read_checkpoint(note.text)
    assert (checkpoint.origin, checkpoint.size) == ("example.com/behind-the-sofa", 20852163)
    assert checkpoint.encode() == note.text
    assert int.from_bytes(note.signatures[1].blob[:8], "big") == 1679315147


def test_checkpoints_that_no_log_makes() -> None:
    good = head(3).encode()
    origin, _, root, _ = good.split("\n")
    for bad in (
        "",
        good[:-1],
        good + "\n",
        good.replace("\n", "\r\n"),
        f"{origin}\n03\n{root}\n",
        f"{origin}\n+3\n{root}\n",
        f"{origin}\n3 \n{root}\n",
        f"{origin}\n٣\n{root}\n",
        f"{origin}\n{2**63}\n{root}\n",
        f"{origin}\n3\n{root[:-1]}\n",
        f"{origin}\n3\n{root[:-2]}{chr(ord(root[-2]) + 1)}=\n",
        f"{origin}\n3\nAAAA\n",
        f"\n3\n{root}\n",
        f"{origin}\n3\n",
        f"{origin}\n3\n{root}\n\n",
        f"{origin}\n0\n{root}\n",
    ):
        with pytest.raises(Misspelt):
            read_checkpoint(bad)
    assert read_checkpoint(good + "more\n").extensions == ("more",)
    assert read_checkpoint(head(0).encode()).root == EMPTY_ROOT


def test_it_is_opened_with_known_keys_of_its_origin_only() -> None:
    note = sign_checkpoint(head(3), [LOG])
    assert open_checkpoint(note.encode(), [LOG.verifier]).checkpoint == head(3)
    namesake = SignerKey.generate(LOG.verifier.name)
    both = sign_checkpoint(head(3), [LOG, namesake])
    assert open_checkpoint(both.encode(), [namesake.verifier]).keys == (namesake.verifier,)
    with pytest.raises(Unproven, match="no known key of the log"):
        open_checkpoint(note.encode(), [namesake.verifier])
    with pytest.raises(Unproven, match="for which no key is known"):
        open_checkpoint(note.encode(), [SignerKey.generate("example.org/other").verifier])
    forged = Note(note.text, (Signature(LOG.verifier.name, LOG.verifier.id, namesake.sign(note.text.encode())),))
    with pytest.raises(Unproven, match="does not hold"):
        open_checkpoint(forged.encode(), [LOG.verifier])
    with pytest.raises(ValueError, match="sign under its origin"):
        sign_checkpoint(head(3), [SignerKey.generate("example.org/other")])


def test_a_cosignature_holds_for_its_checkpoint_and_time() -> None:
    note = sign_checkpoint(head(3), [LOG])
    line = cosign(note.text, WITNESS, 1_700_000_000)
    signed = read_note(note.with_signatures([line]).encode())
    assert cosigned_by(signed, [WITNESS.verifier]) == (Cosigned(WITNESS.verifier, 1_700_000_000),)
    assert cosigned_by(signed, [SignerKey.generate("w", COSIGNATURE).verifier]) == ()
    later = (1_700_000_001).to_bytes(8, "big") + line.blob[8:]
    for text, blob in (
        (note.text, later),
        (note.text, line.blob[:-1]),
        (note.text, line.blob + b"x"),
        (note.text, line.blob[:8]),
        (note.text, b"\xff" * 8 + line.blob[8:]),
        (head(4).encode(), line.blob),
        (note.text + "more\n", line.blob),
    ):
        with pytest.raises(Unproven, match="does not hold for this checkpoint"):
            cosigned_by(Note(text, (Signature(line.name, line.id, blob),)), [WITNESS.verifier])


def test_a_log_key_is_no_witness_and_a_witness_signs_checkpoints_only() -> None:
    with pytest.raises(ValueError, match="type 4"):
        cosign(head(3).encode(), LOG, 1)
    with pytest.raises(ValueError, match="from 1970 on"):
        cosign(head(3).encode(), WITNESS, -1)
    with pytest.raises(Misspelt):
        cosign("hello\n", WITNESS, 1)
    as_log = SignerKey("witness.example/w1", bytes([1]) * 32)
    assert as_log.verifier.id != WITNESS.verifier.id


def test_the_latest_of_two_times_counts() -> None:
    text = head(3).encode()
    note = Note(text, (cosign(text, WITNESS, 20), cosign(text, WITNESS, 10)))
    assert cosigned_by(note, [WITNESS.verifier])[0].time == 20


def test_a_head_follows_another_or_not() -> None:
    frontier, nodes = Frontier(), {}
    for i in range(20):
        nodes.update({(n.level, n.index): n.hash for n in frontier.append(leaf_hash(bytes([i])))})
    for old in range(21):
        for new in range(old, 21):
            grown(head(old), head(new), consistency_proof(old, new, lambda *at: nodes[at]))
    other = Checkpoint("example.org/greffe", 7, random.Random(1).randbytes(32))
    with pytest.raises(Unproven, match="goes back"):
        grown(head(8), head(7), ())
    with pytest.raises(Unproven, match="two roots for size 7"):
        grown(head(7), other, ())
    with pytest.raises(Unproven, match="does not begin with"):
        grown(other, head(20), consistency_proof(7, 20, lambda *at: nodes[at]))
    with pytest.raises(Unproven, match="is not"):
        grown(Checkpoint("a", 0, EMPTY_ROOT), head(1), ())
    with pytest.raises(Unproven, match="has to be empty"):
        grown(head(0), head(1), [bytes(32)])
    with pytest.raises(Unproven, match="wrong number"):
        grown(head(7), head(20), ())
