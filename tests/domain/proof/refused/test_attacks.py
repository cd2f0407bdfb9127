"""What an attacker thinks of beyond the list of "What must be refused". Each try ends for its own
reason, with one sentence."""

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from domain.proof.bundle import story
from domain.proof.bundle.countersigns import countersign_message
from domain.proof.bundle.lines import Disclosure, SignedBeside
from domain.proof.log.notes import Note, Signature, SignerKey, read_note
from domain.proof.log.proofs import Proof
from domain.proof.spelling import base64_of
from domain.proof.verify.report import Report
from tests.builders.world import CLUB, LOG, RIVAL, Record, World, audit, lines, policy
from tests.domain.proof.games import AT, SEATS, RecordedTable, small_game, stored
from tests.domain.proof.refusing import failed, told

# -- second spellings ------------------------------------------------------------------------------


def test_a_control_character_for_its_escape() -> None:
    """JSON lets DEL stand as it is and as `\\u007f`; a bundle has the one."""
    world, words = World(), "".join(map(chr, range(0x80)))
    world.play(
        "g1", RecordedTable().open().add("NoteAdded", text="0" * 64, words=words).close().records
    )
    good = world.bundle("g1")
    assert audit(good).verdict == "verified"
    for code in range(0x80):
        escape = b"\\u%04x" % code
        if escape in good:
            failed(audit(good.replace(escape, bytes([code]))), "line ")
    failed(
        audit(good.replace(b"\\u007f", b"\x7f")), "line 3 has a byte that is not printable ASCII"
    )
    failed(audit(good.replace(b"\\u007f", b"\\u007F")), "line 3 is not in the one spelling")
    failed(audit(good.replace(b"\\\\/", b"\\/").replace(b"/", b"\\/")), "it is no bundle")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (b'{"format"', b'\xef\xbb\xbf{"format"', "line 1 has a byte"),
        (b'{"format"', b' {"format"', "it is no bundle"),
        (b'"game":"g1"}', b'"game":"g1","game":"g1"}', "it is no bundle"),
        (b'"game":"g1"}', b'"game":"g1","complete":true}', "it is no bundle"),
        (b'"game":"g1"}', b'"game":"g1","closed":true,"records":10}', "it is no bundle"),
        (b'"game":"g1"}', b'"game":"g1","title":"chess"}', "it is no bundle"),
        (b'"game":"g1"', b'"game":"\\u0067\\u0031"', "it is no bundle"),
        (b'{"seq":2,', b'{"seq":2e0,', "line 3"),
        (b'{"seq":2,', b'{"seq":-0,', "line 3"),
        (b'{"seq":2,', b'{"seq":1e400,', "line 3"),
        (b'{"seq":2,', b'{"seq":NaN,', "line 3"),
        (b'{"seq":2,', b'{"seq":' + b"9" * 5000 + b",", "line 3"),
        (b'{"seq":2,', b'{"seq":9223372036854775808,', "stands in its place"),
        (b'{"seq":2,', b'{"seq":1,"seq":2,', "line 3"),
        (b'{"seq":2,', b'{"seq":2,\x00', "line 3"),
        (b'{"seq":2,"topic":"C', b'{"seq":2,"topic":"\\u0043', "line 3"),
        (b'{"seq":2,"topic":"C', b'{"seq":2,"topic":"c', "is no kind of record"),
        (b'{"proof"', b'{"proof":"","proof"', "line 12"),
        (b'"}\n{"seq":2', b'","data":""}\n{"seq":2', "line 2"),
        (b'"}\n{"seq":2', b'\\ud800"}\n{"seq":2', "line 2"),
    ],
)
def test_a_line_that_another_reader_would_read_otherwise(
    good: bytes, old: bytes, new: bytes, says: str
) -> None:
    assert good.count(old) == 1
    failed(audit(good.replace(old, new)), says)


def test_lines_that_are_put_at_the_ends(good: bytes) -> None:
    for odd, says in (
        (good + b"\n", "line 13 is not in the one spelling"),
        (good + b"\x00", "its last line does not end with LF"),
        (good[:-1], "its last line does not end with LF"),
        (b"\n" + good, "it is no bundle"),
        (good + lines(good)[0], "line 13"),
        (good.replace(b"\n", b"\r"), "its last line does not end with LF"),
    ):
        failed(audit(odd), says)


# -- names and words -------------------------------------------------------------------------------


def words(text: str, salt: str) -> Disclosure:
    return Disclosure(sha256(f"greffe/text@v1\n{salt}\n{text}".encode()).hexdigest(), salt, text)


def disclosing(*disclosed: Disclosure, of: tuple[Disclosure, ...]) -> Report:
    """The report on a game whose two seats and whose note are named so, with these disclosures."""
    first, second, note = of
    names = [
        {"id": seat, "role": "player", "name": name.commitment}
        for seat, name in zip(SEATS, (first, second), strict=True)
    ]
    opened = stored("GameOpened", seats=names, chance="table", catalog="0" * 64)
    world = World()
    world.play("g1", [opened, stored("NoteAdded", text=note.commitment), stored("GameClosed")])
    return audit(world.bundle("g1", disclosures=disclosed))


def test_names_exchanged_between_seats() -> None:
    """A commitment opens with its own salt and text; nothing of another's fits."""
    of = (
        words("Ada", "01" * 16),
        words("Bob", "02" * 16),
        words("It was\nthe other way round.", "03" * 16),
    )
    assert disclosing(*of, of=of).verdict == "verified"
    ada, bob, note = of
    failed(
        disclosing(Disclosure(ada.commitment, bob.salt, bob.text), of=of),
        "do not open that commitment",
    )
    failed(
        disclosing(Disclosure(ada.commitment, ada.salt, bob.text), of=of),
        "do not open that commitment",
    )
    failed(disclosing(words("Eve", ada.salt), of=of), "no record commits")
    failed(disclosing(note, note, of=of), "disclosed twice")


def test_words_whose_first_line_was_pushed_into_the_salt() -> None:
    of = (
        words("Ada", "01" * 16),
        words("Bob", "02" * 16),
        words("I do not agree.\nI agree to the rest.", "03" * 16),
    )
    note = of[2]
    cut = Disclosure(note.commitment, f"{note.salt}\nI do not agree.", "I agree to the rest.")
    assert words(cut.text, cut.salt).commitment == note.commitment
    failed(disclosing(cut, of=of), "is not lower-case hex")


# -- passed off as what they are not
# ----------------------------------------------------------------------------------------


def test_records_as_another_audience_sees_them(good: bytes) -> None:
    """What is hidden from somebody is a tombstone with a digest; a bundle of those is no bundle of
    the game."""
    line = next(line for line in lines(good) if b'"seq":8,' in line)
    digest = sha256(line).hexdigest().encode()
    tombstone = (
        b'{"seq":8,"topic":"ActionTaken","data":"{\\"type\\":\\"ActionTaken\\",\\"hidden\\":\\"'
        + digest
        + b'\\"}"}\n'
    )
    failed(audit(good.replace(line, tombstone)), "the salt of 16 bytes", record=8)
    failed(
        audit(good.replace(line, b'{"seq":8,"hidden":"' + digest + b'"}\n')),
        "line 9 is not in the one spelling",
    )


def test_a_branch_as_the_game_it_grew_from(world: World) -> None:
    """It is verified as what it is: a game with another id, and the report says where it grew
    from."""
    branch = World()
    branch.play(
        "b1",
        RecordedTable("b1")
        .open((), lineage={"game": "g1", "seq": 4, "purpose": "teaching"})
        .close()
        .records,
    )
    report = audit(branch.bundle("b1"))
    assert report.verdict == "verified"
    (told_of,) = [f for f in report.findings if f.check == "branch"]
    assert (told_of.status, told_of.data) == ("note", {"game": "g1", "seq": 4})
    assert 'grew from record 4 of "g1": it is not that game' in told_of.said.en
    assert "branche       c'est une branche" in "\n".join(report.text("fr"))
    failed(audit(branch.bundle("b1").replace(b'"game":"b1"', b'"game":"g1"', 1)))
    told(RecordedTable().open(lineage=["g1", 4]).close().records, "its field lineage", record=1)


def test_the_proof_of_another_record_or_of_another_game(world: World, good: bytes) -> None:
    for game, seq in (("g1", 9), ("g0", 10), ("g2", 10), ("g2", 1)):
        proof = world.proof(game, seq)
        failed(
            audit(world.bundle("g1", proof=proof)), "does not lead to the signed root", record=10
        )
    older = world.proof("g1", 10, size=world.at["g1", 10] + 1)
    assert audit(world.bundle("g1", proof=older)).verdict == "verified", (
        "an older head that covers it all is as good"
    )


def test_a_game_that_was_made_up_at_home(tmp_path: Path) -> None:
    """It is in no log that anybody knows; and where the true key helped, the log that everybody has
    shows another history."""
    home = World(SignerKey.generate(LOG.verifier.name))
    home.play("g1", small_game())
    failed(audit(home.bundle("g1")), "no known key of the log")
    helped, known = home.bundle("g1", proof=home.proof("g1", 10, keys=(LOG,))), World()
    for game in ("g2", "g3"):
        known.play(game, small_game(game))
    assert audit(helped).verdict == "verified", (
        "the log and every witness act together: that no proof can show"
    )
    failed(audit(helped, mirror=known.mirror(tmp_path)), "two histories")


def test_a_receipt_for_another_record_given_as_this_ones(world: World, good: bytes) -> None:
    """The entry in a receipt is what the proof is for: it cannot be relabelled."""
    receipt = world.receipt("g1", 4)
    for old, new in (
        (b"seq 4\n", b"seq 5\n"),
        (b"game g1\n", b"game g2\n"),
        (b"topic ContributionR", b"topic R"),
    ):
        assert old in receipt.extra
        changed = Proof(
            receipt.index, receipt.hashes, receipt.checkpoint, receipt.extra.replace(old, new)
        )
        failed(audit(good, receipts=[changed.encode()]), "does not lead to the signed root")


def test_times_in_records_are_not_repeated_as_proven() -> None:
    """They are the service's word; what the report tells of times are the witnesses'."""
    world = World()
    world.play(
        "g1",
        [
            (topic, data.replace(AT.encode(), b"1999-12-31T00:00:00Z"))
            for topic, data in RecordedTable().open().close().records
        ],
    )
    text = "\n".join(audit(world.bundle("g1")).text("en"))
    assert "1999" not in text
    assert f"{CLUB.verifier.label} (2026-01-01 00:00:00 UTC)" in text
    assert RIVAL.verifier.label in text


# -- signatures ------------------------------------------------------------------------------------


def test_a_line_of_another_logs_key(world: World) -> None:
    """A policy may name two logs; what the one's key is said to have signed under the other's head
    is checked by nobody."""
    other = SignerKey("other.example/log", b"o" * 32)
    proof = world.proof("g1", 10)
    note = read_note(proof.checkpoint)
    line = Signature(other.verifier.name, other.verifier.id, b"x" * 64)
    bundle = world.bundle(
        "g1",
        proof=Proof(proof.index, proof.hashes, Note(note.text, (*note.signatures, line)).encode()),
    )
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
    assert audit(bundle, policy(2, logs=[LOG, mallory.key])).verdict == "verified", (
        "whoever names both believes both"
    )


def test_a_policy_without_a_quorum_says_so_in_the_report(world: World) -> None:
    """k = 0 is allowed, and shown for what it is worth."""
    report = audit(world.bundle("g1"), policy(0))
    assert report.verdict == "verified"
    assert any("cosigned by 2 of 2" in f.said.en for f in report.findings)
    report = audit(world.bundle("g1", proof=world.proof("g1", 10, witnesses=())), policy(0))
    (sentence,) = [f for f in report.findings if f.check == "witnesses"]
    assert (sentence.status, sentence.said.en) == (
        "note",
        "the policy asks for no witness: the head is the log's word alone",
    )


def test_an_old_key_beyond_its_last_size(world: World) -> None:
    """Whoever stole a key that was ended signs no later head with it, alone or beside garbage of
    the new one."""
    new = SignerKey(LOG.verifier.name, b"n" * 32)
    ended = policy(2, logs=[LOG, new])
    ended.last_sizes[LOG.verifier.label] = world.size - 1
    failed(
        audit(world.bundle("g1"), ended),
        f"count up to tree size {world.size - 1}, and this one is {world.size}",
    )
    assert (
        audit(world.bundle("g1", proof=world.proof("g1", 10, keys=(new,))), ended).verdict
        == "verified"
    )
    ended.last_sizes[LOG.verifier.label] = world.size
    assert audit(world.bundle("g1"), ended).verdict == "verified"


# -- counter-signatures
# --------------------------------------------------------------------------------------------------


def signed(
    about: int,
    leaf: bytes,
    *,
    game: str = "g1",
    seat: str = "blue",
    to: str = "blue",
    of: int | None = None,
) -> Record:
    """A counter-signature that was made for one record, game and seat, put into a game as that of
    another."""
    key = SignerKey("x", b"s" * 32)
    made = key.sign(countersign_message(game, about, leaf, seat))
    place = about if of is None else of
    return stored(
        "PositionSigned",
        seat=to,
        about=place,
        public=base64_of(key.verifier.public),
        signature=base64_of(made),
    )


def test_a_countersignature_copied_between_records_games_and_seats() -> None:
    world, records = World(), RecordedTable().open().act("2d6").act().records
    world.play("g1", records)
    first, second = world.nodes[0, 0], world.nodes[0, 1]
    closing = RecordedTable().open().act("2d6").act().close().records[-1]
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
        about,
        seat,
        base64_of(by.verifier.public),
        base64_of(by.sign(countersign_message("g1", about, leaf, seat))),
    )


def test_a_countersignature_beside_a_closed_game_changed_copied_doubled_or_out_of_order() -> None:
    world = World()
    world.play("g1", RecordedTable().open().act("2d6").close().records)
    blue, red = beside(3, world.nodes[0, 2]), beside(3, world.nodes[0, 2], "red", b"r" * 32)
    bundle = world.bundle("g1", signed=[red, blue])
    report = audit(bundle)
    assert report.verdict == "verified"
    rolls = [
        (f.record, f.data["seat"], f.data["beside"])
        for f in report.findings
        if f.check == "countersigned"
    ]
    assert rolls == [(3, "blue", True), (3, "red", True)]
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
        assert any(
            f.status == "failed" and f.check == "countersigned" and says in f.said.en
            for f in refused.findings
        ), says
    *records, first, second, proof = lines(bundle)
    for order in ((second, first, proof), (first, first, second, proof), (first, proof, second)):
        assert "does not belong where it is" in str(audit(b"".join((*records, *order))).findings)
    for spelling in (
        b'{"about":"3"',
        b'{"about":03',
        b'{"about":3.0',
        b'{"about":true',
        b'{"about": 3',
    ):
        respelt = audit(b"".join((*records, first.replace(b'{"about":3', spelling), second, proof)))
        assert "one spelling" in str(respelt.findings), spelling


def test_more_countersignatures_than_a_report_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(story, "MOST_SIGNED", 2)
    world, records = World(), RecordedTable().open().act("2d6").records
    world.play("g1", records)
    told(
        [*records, *[signed(2, world.nodes[0, 1])] * 3],
        "more signatures than an audit lists",
        record=5,
        second=False,
    )


def test_a_countersignature_by_a_key_with_which_everybody_can_sign() -> None:
    """For a key of small order R = key, S = 0 holds for every text."""
    records = RecordedTable().open().act("2d6").records
    for point in (1, 0, 2**255 - 20, 2**255 - 18):
        public = point.to_bytes(32, "little")
        forged = stored(
            "PositionSigned",
            seat="blue",
            about=2,
            public=base64_of(public),
            signature=base64_of(public + bytes(32)),
        )
        told([*records, forged], "is no Ed25519 key that one alone can sign with", record=3)
