"""Attacks on who signed: keys that count twice, lines that nobody checks, counter-signatures that were copied or made by nobody."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domain.ledger.bundle import story
from domain.ledger.bundle.countersigns import countersign_message
from domain.ledger.bundle.lines import SignedBeside
from domain.ledger.errors import Misspelt
from domain.ledger.log.notes import COSIGNATURE, Note, Signature, SignerKey, VerifierKey, read_note
from domain.ledger.log.policy_file import policy_text, read_policy
from domain.ledger.log.proofs import Proof
from domain.ledger.spelling import base64_of
from tests.builders.world import CLUB, LOG, Record, World, audit, lines, policy
from tests.ledger.games import Table, stored
from tests.ledger.refusing import failed, told

# -- signatures -------------------------------------------------------------------------------------------------------------------


def test_a_line_of_another_logs_key(world: World) -> None:
    """A policy may name two logs; what the one's key is said to have signed under the other's head is checked by nobody."""
    other = SignerKey("other.example/log", b"o" * 32)
    proof = world.proof("g1", 10)
    note = read_note(proof.checkpoint)
    line = Signature(other.verifier.name, other.verifier.id, b"x" * 64)
    bundle = world.bundle("g1", proof=Proof(proof.index, proof.hashes, Note(note.text, (*note.signatures, line)).encode()))
    both = policy(2, logs=[LOG, other])
    assert audit(world.bundle("g1"), both).verdict == "verified"
    failed(audit(bundle, both), "which is the key of another log")
    assert audit(bundle, both, pass_unknown=True).verdict == "verified"


def test_a_proof_of_another_origin(world: World, good: bytes) -> None:
    """The same entries, logged by somebody else under a key of his own."""
    mallory = World(SignerKey("mallory.example/log", b"m" * 32))
    for entry in world.entries:
        mallory.append(entry)
    mallory.at = world.at
    bundle = world.bundle("g1", proof=mallory.proof("g1", 10))
    failed(audit(bundle), "for which no key is known")
    renamed = bundle.replace(b"mallory.example/log", b"greffe.example/log")
    failed(audit(renamed), "no known key of the log")
    assert audit(bundle, policy(2, logs=[LOG, mallory.key])).verdict == "verified", "whoever names both believes both"


def test_policies_that_promise_more_than_they_hold() -> None:
    """One key twice under two names, the log's own key as a witness's, groups that need nobody."""
    club, again = CLUB.verifier, VerifierKey("other.example/w", COSIGNATURE, CLUB.verifier.public)
    own = VerifierKey("w.example/w", COSIGNATURE, LOG.verifier.public)
    named = f"log {LOG.verifier.encode()}\nwitness club {club.encode()}\n"
    for text, says in (
        (policy_text([LOG.verifier], [("club", club), ("again", again)], 2), "is there already"),
        (policy_text([LOG.verifier], [("own", own)], 1), "is there already"),
        (f"{named}group g 0 club\nquorum g\n", "0 of 1 cannot be"),
        (f"{named}group g any club\ngroup h any club\nquorum g\n", "is a member already"),
        (f"{named}quorum g\n", "no witness or group above"),
    ):
        with pytest.raises(Misspelt, match=says):
            read_policy(text.encode())


def test_a_policy_without_a_quorum_says_so_in_the_report(world: World) -> None:
    """k = 0 is allowed, and shown for what it is worth."""
    report = audit(world.bundle("g1"), policy(0))
    assert report.verdict == "verified"
    assert any("cosigned by 2 of 2" in f.said.en for f in report.findings)
    report = audit(world.bundle("g1", proof=world.proof("g1", 10, witnesses=())), policy(0))
    (said,) = [f for f in report.findings if f.check == "witnesses"]
    assert (said.status, said.said.en) == ("note", "the policy asks for no witness: the head is the log's word alone")


def test_an_old_key_beyond_its_last_size(world: World) -> None:
    """Whoever stole a key that was ended signs no later head with it, alone or beside garbage of the new one."""
    new = SignerKey(LOG.verifier.name, b"n" * 32)
    ended = policy(2, logs=[LOG, new])
    ended.last_sizes[LOG.verifier.label] = world.size - 1
    failed(audit(world.bundle("g1"), ended), f"count up to tree size {world.size - 1}, and this one is {world.size}")
    assert audit(world.bundle("g1", proof=world.proof("g1", 10, keys=(new,))), ended).verdict == "verified"
    ended.last_sizes[LOG.verifier.label] = world.size
    assert audit(world.bundle("g1"), ended).verdict == "verified"


# -- counter-signatures -----------------------------------------------------------------------------------------------------------


def signed(about: int, leaf: bytes, *, game: str = "g1", seat: str = "blue", to: str = "blue", of: int | None = None) -> Record:
    """A counter-signature that was made for one record, game and seat, put into a game as that of another."""
    key = SignerKey("x", b"s" * 32)
    made = key.sign(countersign_message(game, about, leaf, seat))
    place = about if of is None else of
    return stored("PositionSigned", seat=to, about=place, public=base64_of(key.verifier.public), signature=base64_of(made))


def test_a_countersignature_copied_between_records_games_and_seats() -> None:
    world, records = World(), Table().open().act("2d6").act().records
    world.play("g1", records)
    first, second = world.nodes[0, 0], world.nodes[0, 1]
    closing = Table().open().act("2d6").act().close().records[-1]
    good = World()
    good.play("g1", [*records, signed(2, second), closing])
    assert audit(good.bundle("g1")).verdict == "verified"
    for copied in (
        signed(2, second, of=1),
        signed(2, second, of=3),
        signed(2, second, to="red"),
        signed(2, second, game="g2"),
        signed(2, first),
        signed(1, second),
    ):
        told([*records, copied, closing], "does not hold for record", record=4)
    told([*records, signed(2, second, of=4), closing], "does not hold for record 4", record=4)
    told([*records, signed(2, second, of=10**18), closing], "there is no record", record=4)


def beside(about: int, leaf: bytes, seat: str = "blue", key: bytes = b"s" * 32) -> SignedBeside:
    by = SignerKey("x", key)
    return SignedBeside(
        about, seat, base64_of(by.verifier.public), base64_of(by.sign(countersign_message("g1", about, leaf, seat)))
    )


def test_a_countersignature_beside_a_closed_game_changed_copied_doubled_or_out_of_order() -> None:
    world = World()
    world.play("g1", Table().open().act("2d6").close().records)
    blue, red = beside(3, world.nodes[0, 2]), beside(3, world.nodes[0, 2], "red", b"r" * 32)
    bundle = world.bundle("g1", signed=[red, blue])
    report = audit(bundle)
    assert report.verdict == "verified"
    found = [(f.record, f.data["seat"], f.data["beside"]) for f in report.findings if f.check == "countersigned"]
    assert found == [(3, "blue", True), (3, "red", True)]
    for wrong, says in (
        (replace(blue, about=2), "does not hold for record 2"),
        (replace(blue, about=4), "there is no record 4"),
        (replace(blue, seat="red"), "does not hold for record 3"),
        (replace(blue, seat="wolf"), "is no player's seat"),
        (replace(blue, public=red.public), "does not hold for record 3"),
        (replace(blue, signature=red.signature), "does not hold for record 3"),
        (replace(blue, signature=blue.signature[:-4]), "where 64 belong"),
    ):
        refused = audit(world.bundle("g1", signed=[wrong]))
        assert refused.verdict == "failed"
        assert any(f.status == "failed" and f.check == "countersigned" and says in f.said.en for f in refused.findings), says
    *records, first, second, proof = lines(bundle)
    for order in ((second, first, proof), (first, first, second, proof), (first, proof, second)):
        assert "does not belong where it is" in str(audit(b"".join((*records, *order))).findings)
    for spelling in (b'{"about":"3"', b'{"about":03', b'{"about":3.0', b'{"about":true', b'{"about": 3'):
        respelt = audit(b"".join((*records, first.replace(b'{"about":3', spelling), second, proof)))
        assert "one spelling" in str(respelt.findings), spelling


def test_a_countersignature_by_a_seat_that_nobody_plays() -> None:
    world, records = World(), Table().open().act("2d6").records
    world.play("g1", records)
    told([*records, signed(2, world.nodes[0, 1], seat="wolf", to="wolf")], '"wolf" signs but is no player\'s seat', record=3)


def test_more_countersignatures_than_a_report_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(story, "MOST_SIGNED", 2)
    world, records = World(), Table().open().act("2d6").records
    world.play("g1", records)
    told([*records, *[signed(2, world.nodes[0, 1])] * 3], "more signatures than an audit lists", record=5, second=False)


def test_a_countersignature_by_a_key_with_which_everybody_can_sign() -> None:
    """For a key of small order R = key, S = 0 holds for every text."""
    records = Table().open().act("2d6").records
    for point in (1, 0, 2**255 - 20, 2**255 - 18):
        public = point.to_bytes(32, "little")
        forged = stored("PositionSigned", seat="blue", about=2, public=base64_of(public), signature=base64_of(public + bytes(32)))
        told([*records, forged], "is no Ed25519 key that one alone can sign with", record=3)
