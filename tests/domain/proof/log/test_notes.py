"""Signed notes: they have one spelling only, are signed by known keys, and equal the reference
implementation's example byte for byte."""

import random

from domain.proof.errors import Misspelt, Unproven
from domain.proof.log.checkpoints import (
    Checkpoint,
    Cosigned,
    check_growth,
    cosign,
    cosigned_by,
    open_checkpoint,
    read_checkpoint,
    sign_checkpoint,
)
from domain.proof.log.merkle import EMPTY_ROOT, Frontier, consistency_proof, leaf_hash
from domain.proof.log.notes import (
    COSIGNATURE,
    ED25519,
    Note,
    Signature,
    SignerKey,
    VerifierKey,
    read_note,
    read_signer_key,
    read_verifier_key,
    sign_note,
    verified_by,
)
from tests.builders.refusals import refused_with

# The example that the documentation of golang.org/x/mod/sumdb/note gives.
VKEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
SKEY = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
TEXT = (
    "If you think cryptography is the answer to your problem,\nthen you don't know what your "
    "problem is.\n"
)
NOTE = (
    TEXT + "\n— PeterNeumann "
    "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
).encode()


def test_the_reference_example() -> None:
    signer, key = read_signer_key(SKEY), read_verifier_key(VKEY)
    assert (signer.encode(), key.encode(), signer.verifier) == (SKEY, VKEY, key)
    assert sign_note(TEXT, [signer]).encode() == NOTE
    note = read_note(NOTE)
    assert (note.text, note.encode()) == (TEXT, NOTE)
    assert verified_by(note, [key]) == (key,)


def test_any_other_spelling_of_a_key_is_refused() -> None:
    for text, read in ((VKEY, read_verifier_key), (SKEY, read_signer_key)):
        for i in range(len(text)):
            for other in (
                text[:i],
                text[i + 1 :],
                text[:i] + chr(ord(text[i]) + 1) + text[i + 1 :],
                text[:i] + " " + text[i:],
            ):
                refused_with(Misspelt, "", read, other)
        refused_with(Misspelt, "", read, text + "\n")
        refused_with(Misspelt, "", read, text.replace("c74f20a3", "C74F20A3"))


def test_no_refusal_of_a_private_key_repeats_it() -> None:
    for text in (SKEY[:-4], SKEY.replace("c74f20a3", "c74f20a4"), SKEY.removeprefix("PRIVATE+")):
        e = refused_with(Misspelt, "", read_signer_key, text)
        assert SKEY[-20:-4] not in e.said.en + e.said.fr
    assert "AYEK" not in repr(read_signer_key(SKEY))


def test_keys_that_anyone_could_sign_for_are_refused() -> None:
    """These are the eight points of small order, and values of y at or above the field's prime,
    which would be a second spelling."""
    p = 2**255 - 19
    weak = int.from_bytes(
        bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"), "little"
    )
    for y in (0, 1, p - 1, weak, p - weak, p, p + 1, p + 18):
        for sign in (0, 1 << 255):
            refused_with(
                Misspelt,
                "no Ed25519 key",
                VerifierKey,
                "x",
                ED25519,
                (y | sign).to_bytes(32, "little"),
            )
    signature = (1).to_bytes(32, "little") + bytes(32)  # R the neutral point, S zero
    accepted = [library_accepts(y.to_bytes(32, "little"), signature) for y in (1, weak)]
    assert any(accepted), "no longer needed if the library itself refuses these"


def library_accepts(public: bytes, signature: bytes) -> bool:
    """Whether the library accepts this signature for any of 64 texts, under a public key to which
    nobody has a private one."""
    key = object.__new__(VerifierKey)
    key.__dict__.update(name="x", kind=ED25519, public=public)
    return any(key.verifies(signature, bytes([i])) for i in range(64))


def test_notes_that_no_signer_makes() -> None:
    line = NOTE.split(b"\n\n")[1]
    for bad in (
        b"",
        TEXT.encode(),
        TEXT.encode() + b"\n",
        NOTE[:-1],
        NOTE + b"\n",
        b"\x01" + NOTE,
        b"\xff" + NOTE,
        NOTE.replace(b"\n", b"\r\n"),
        NOTE.replace(b"cryptography", b"crypto\tgraphy"),
        TEXT.encode() + "\n— Bad Name ".encode() + line.split(b" ")[2],
        NOTE + b"Unexpected line.\n",
        NOTE.replace("—".encode(), b"--"),
        NOTE.replace(b"AM=\n", b"AN=\n"),  # stray bits in base64
        NOTE.replace(b"AM=\n", b"AM\n"),
        NOTE.replace(b"AM=\n", b"AM==\n"),
        NOTE.replace(b"AM=\n", b"AM=\nA"),
        NOTE.replace(b" x08", b"  x08"),
        TEXT.encode() + b"\n" + "— PeterNeumann x08g\n".encode(),
        TEXT.encode() + b"\n" + line * 101,
        b"x" * 2**20 + NOTE,
    ):
        refused_with(Misspelt, "", read_note, bad)


def test_a_text_may_have_empty_lines() -> None:
    signer = read_signer_key(SKEY)
    for text in ("a\n\nb\n", "a\n\n", "\n", "\n\n\n"):
        note = read_note(sign_note(text, [signer]).encode())
        assert note.text == text
        assert verified_by(note, [signer.verifier])
    for text in ("", "a", "a\r\n", "a\x00\n"):
        refused_with(Misspelt, "", sign_note, text, [signer])


def test_a_known_key_whose_signature_does_not_hold_spoils_the_note() -> None:
    peter, other = read_signer_key(SKEY), SignerKey.generate("EnochRoot")
    good = sign_note(TEXT, [peter, other])
    for blob in (b"x" * 64, good.signatures[0].blob + b"x", good.signatures[0].blob[:-1], b"x"):
        bad = Note(TEXT, (Signature("PeterNeumann", peter.verifier.id, blob), good.signatures[1]))
        refused_with(Unproven, "PeterNeumann", verified_by, bad, [peter.verifier, other.verifier])
        twice = Note(TEXT, (*good.signatures, *bad.signatures))
        refused_with(Unproven, "", verified_by, twice, [peter.verifier])


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
        refused_with(Misspelt, "", read_checkpoint, bad)
    assert read_checkpoint(good + "more\n").extensions == ("more",)
    assert read_checkpoint(head(0).encode()).root == EMPTY_ROOT


def test_a_checkpoint_is_opened_with_known_keys_of_its_origin_only() -> None:
    note = sign_checkpoint(head(3), [LOG])
    assert open_checkpoint(note.encode(), [LOG.verifier]).checkpoint == head(3)
    namesake = SignerKey.generate(LOG.verifier.name)
    both = sign_checkpoint(head(3), [LOG, namesake])
    assert open_checkpoint(both.encode(), [namesake.verifier]).keys == (namesake.verifier,)
    refused_with(
        Unproven, "no known key of the log", open_checkpoint, note.encode(), [namesake.verifier]
    )
    refused_with(
        Unproven,
        "for which no key is known",
        open_checkpoint,
        note.encode(),
        [SignerKey.generate("example.org/other").verifier],
    )
    forged = Note(
        note.text,
        (Signature(LOG.verifier.name, LOG.verifier.id, namesake.sign(note.text.encode())),),
    )
    refused_with(Unproven, "does not hold", open_checkpoint, forged.encode(), [LOG.verifier])
    refused_with(
        ValueError,
        "sign under its origin",
        sign_checkpoint,
        head(3),
        [SignerKey.generate("example.org/other")],
    )


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
        refused_with(
            Unproven,
            "does not hold for this checkpoint",
            cosigned_by,
            Note(text, (Signature(line.name, line.id, blob),)),
            [WITNESS.verifier],
        )


def test_a_log_key_is_no_witness_and_a_witness_signs_checkpoints_only() -> None:
    refused_with(ValueError, "type 4", cosign, head(3).encode(), LOG, 1)
    refused_with(ValueError, "from 1970 on", cosign, head(3).encode(), WITNESS, -1)
    refused_with(Misspelt, "", cosign, "hello\n", WITNESS, 1)
    assert SignerKey("witness.example/w1", bytes([1]) * 32).verifier.id != WITNESS.verifier.id


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
            check_growth(head(old), head(new), consistency_proof(old, new, lambda *at: nodes[at]))
    other = Checkpoint("example.org/greffe", 7, random.Random(1).randbytes(32))
    refused_with(Unproven, "goes back", check_growth, head(8), head(7), ())
    refused_with(Unproven, "two roots for size 7", check_growth, head(7), other, ())
    refused_with(
        Unproven,
        "does not begin with",
        check_growth,
        other,
        head(20),
        consistency_proof(7, 20, lambda *at: nodes[at]),
    )
    refused_with(Unproven, "is not", check_growth, Checkpoint("a", 0, EMPTY_ROOT), head(1), ())
    refused_with(Unproven, "has to be empty", check_growth, head(0), head(1), [bytes(32)])
    refused_with(Unproven, "wrong number", check_growth, head(7), head(20), ())
