"""Signed notes: one spelling, known keys only, and the example of the reference implementation byte for byte."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.ledger.errors import Misspelt, Unproven
from domain.ledger.log.notes import (
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
    valid_name,
    verified_by,
)
from domain.ledger.spelling import base64_of

# The example that the documentation of golang.org/x/mod/sumdb/note gives.
VKEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
SKEY = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
NOTE = (
    TEXT + "\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
).encode()


def test_the_reference_example() -> None:
    signer, key = read_signer_key(SKEY), read_verifier_key(VKEY)
    assert (signer.encode(), key.encode(), signer.verifier) == (SKEY, VKEY, key)
    assert sign_note(TEXT, [signer]).encode() == NOTE
    note = read_note(NOTE)
    assert note.text == TEXT
    assert note.encode() == NOTE
    assert verified_by(note, [key]) == (key,)


def test_any_other_spelling_of_a_key_is_refused() -> None:
    for text, read in ((VKEY, read_verifier_key), (SKEY, read_signer_key)):
        for i in range(len(text)):
            for other in (text[:i], text[i + 1 :], text[:i] + chr(ord(text[i]) + 1) + text[i + 1 :], text[:i] + " " + text[i:]):
                with pytest.raises(Misspelt):
                    read(other)
        with pytest.raises(Misspelt):
            read(text + "\n")
        with pytest.raises(Misspelt):
            read(text.replace("c74f20a3", "C74F20A3"))


def test_no_refusal_of_a_private_key_repeats_it() -> None:
    for text in (SKEY[:-4], SKEY.replace("c74f20a3", "c74f20a4"), SKEY.removeprefix("PRIVATE+")):
        with pytest.raises(Misspelt) as e:
            read_signer_key(text)
        assert SKEY[-20:-4] not in e.value.said.en + e.value.said.fr
    assert "AYEK" not in repr(read_signer_key(SKEY))


def test_keys_that_anyone_could_sign_for_are_refused() -> None:
    """The eight points of small order, and y at or over the field's prime, which would be a second spelling."""
    p = 2**255 - 19
    weak = int.from_bytes(bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"), "little")
    for y in (0, 1, p - 1, weak, p - weak, p, p + 1, p + 18):
        for sign in (0, 1 << 255):
            with pytest.raises(Misspelt, match="no Ed25519 key"):
                VerifierKey("x", ED25519, (y | sign).to_bytes(32, "little"))
    signature = (1).to_bytes(32, "little") + bytes(32)  # R the neutral point, S zero
    accepted = [held(y.to_bytes(32, "little"), signature) for y in (1, weak)]
    assert any(accepted), "no longer needed if the library itself refuses these"


def held(public: bytes, signature: bytes) -> bool:
    """Whether the library takes the signature for some of a few texts, with a key that nobody holds."""
    key = object.__new__(VerifierKey)
    key.__dict__.update(name="x", kind=ED25519, public=public)
    return any(key.holds(signature, bytes([i])) for i in range(64))


def test_types_of_keys() -> None:
    for kind in (ED25519, COSIGNATURE):
        signer = SignerKey.generate("example.org/w", kind)
        assert read_signer_key(signer.encode()).encode() == signer.encode()
        assert read_verifier_key(signer.verifier.encode()) == signer.verifier
    for kind in (0, 2, 5, 6, 255):
        with pytest.raises(Misspelt, match="only Ed25519 is read here"):
            VerifierKey("x", kind, signer.verifier.public)


def test_names() -> None:
    for good in ("a", "example.org/log", "écluse", "日本", "a\u200bb"):
        assert valid_name(good)
    for bad in ("", "a b", "a+b", "a\tb", "a\u00a0b", "a\u2003b", "a\u2028b", "a\x1fb", "a\u0085b", "a\udcffb"):
        assert not valid_name(bad)


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
        with pytest.raises(Misspelt):
            read_note(bad)


def test_a_text_may_have_empty_lines() -> None:
    signer = read_signer_key(SKEY)
    for text in ("a\n\nb\n", "a\n\n", "\n", "\n\n\n"):
        note = read_note(sign_note(text, [signer]).encode())
        assert note.text == text
        assert verified_by(note, [signer.verifier])
    for text in ("", "a", "a\r\n", "a\x00\n"):
        with pytest.raises(Misspelt):
            sign_note(text, [signer])


def test_unknown_signatures_are_passed_over() -> None:
    """Also those that share a name, or an id, with a known key, but not both."""
    peter, other = read_signer_key(SKEY), SignerKey.generate("EnochRoot")
    namesake = SignerKey.generate("PeterNeumann")
    note = sign_note(TEXT, [other, namesake, peter])
    same_id = Signature("Somebody", peter.verifier.id, b"x" * 64)
    note = Note(TEXT, (same_id, *note.signatures))
    assert verified_by(read_note(note.encode()), [peter.verifier]) == (peter.verifier,)
    assert verified_by(note, [SignerKey.generate("nobody").verifier]) == ()


def test_a_known_key_whose_signature_does_not_hold_spoils_the_note() -> None:
    peter, other = read_signer_key(SKEY), SignerKey.generate("EnochRoot")
    good = sign_note(TEXT, [peter, other])
    for blob in (b"x" * 64, good.signatures[0].blob + b"x", good.signatures[0].blob[:-1], b"x"):
        bad = Note(TEXT, (Signature("PeterNeumann", peter.verifier.id, blob), good.signatures[1]))
        with pytest.raises(Unproven, match="PeterNeumann"):
            verified_by(bad, [peter.verifier, other.verifier])
        twice = Note(TEXT, (*good.signatures, *bad.signatures))
        with pytest.raises(Unproven):
            verified_by(twice, [peter.verifier])


def test_a_new_signature_takes_the_place_of_an_old_one_by_the_same_key() -> None:
    peter = read_signer_key(SKEY)
    good = sign_note(TEXT, [peter])
    bad = Note(TEXT, (Signature("PeterNeumann", peter.verifier.id, b"x" * 64),))
    assert bad.with_signatures(good.signatures) == good


@given(st.binary(max_size=300))
def test_a_note_is_read_as_it_is_written_or_not_at_all(data: bytes) -> None:
    for candidate in (data, data + NOTE[-120:], NOTE[:100] + data + NOTE[100:]):
        try:
            note = read_note(candidate)
        except Misspelt:
            continue
        assert note.encode() == candidate


def test_base64_in_a_signature_has_one_spelling() -> None:
    blob = read_note(NOTE).signatures[0].blob
    assert Signature("a", b"abcd", blob).encode() == f"— a {base64_of(b'abcd' + blob)}\n"
