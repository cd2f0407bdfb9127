"""What an attacker thinks of beyond the list of "What must be refused". Each try ends for its own reason, with one sentence."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from domain.ledger.bundle.lines import Disclosure
from domain.ledger.log.notes import SignerKey
from domain.ledger.log.proofs import Proof
from domain.ledger.verify.report import Report
from tests.builders.world import CLUB, LOG, RIVAL, World, audit, lines
from tests.ledger.games import AT, SEATS, Table, small_game, stored
from tests.ledger.refusing import failed, told

# -- second spellings ---------------------------------------------------------------------------------------------------------


def test_a_control_character_for_its_escape() -> None:
    """JSON lets DEL stand as it is and as `\\u007f`; a bundle has the one."""
    world, words = World(), "".join(map(chr, range(0x80)))
    world.play("g1", Table().open().add("NoteAdded", text="0" * 64, words=words).close().records)
    good = world.bundle("g1")
    assert audit(good).verdict == "verified"
    for code in range(0x80):
        escape = b"\\u%04x" % code
        if escape in good:
            failed(audit(good.replace(escape, bytes([code]))), "line ")
    failed(audit(good.replace(b"\\u007f", b"\x7f")), "line 3 has a byte that is not printable ASCII")
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
def test_a_line_that_another_reader_would_read_otherwise(good: bytes, old: bytes, new: bytes, says: str) -> None:
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


# -- names and words ------------------------------------------------------------------------------------------------------------


def words(text: str, salt: str) -> Disclosure:
    return Disclosure(sha256(f"greffe/text@v1\n{salt}\n{text}".encode()).hexdigest(), salt, text)


def disclosing(*disclosed: Disclosure, of: tuple[Disclosure, ...]) -> Report:
    """The report on a game whose two seats and whose note are named so, with these disclosures."""
    first, second, note = of
    names = [{"id": seat, "role": "player", "name": name.commitment} for seat, name in zip(SEATS, (first, second), strict=True)]
    opened = stored("GameOpened", seats=names, chance="table", catalog="0" * 64)
    world = World()
    world.play("g1", [opened, stored("NoteAdded", text=note.commitment), stored("GameClosed")])
    return audit(world.bundle("g1", disclosures=disclosed))


def test_names_exchanged_between_seats() -> None:
    """A commitment opens with its own salt and text; nothing of another's fits."""
    of = (words("Ada", "01" * 16), words("Bob", "02" * 16), words("It was\nthe other way round.", "03" * 16))
    assert disclosing(*of, of=of).verdict == "verified"
    ada, bob, note = of
    failed(disclosing(Disclosure(ada.commitment, bob.salt, bob.text), of=of), "do not open that commitment")
    failed(disclosing(Disclosure(ada.commitment, ada.salt, bob.text), of=of), "do not open that commitment")
    failed(disclosing(words("Eve", ada.salt), of=of), "no record commits")
    failed(disclosing(note, note, of=of), "disclosed twice")


def test_words_whose_first_line_was_pushed_into_the_salt() -> None:
    of = (words("Ada", "01" * 16), words("Bob", "02" * 16), words("I do not agree.\nI agree to the rest.", "03" * 16))
    note = of[2]
    cut = Disclosure(note.commitment, f"{note.salt}\nI do not agree.", "I agree to the rest.")
    assert words(cut.text, cut.salt).commitment == note.commitment
    failed(disclosing(cut, of=of), "is not lower-case hex")


# -- passed off as what they are not ----------------------------------------------------------------------------------------


def test_records_as_another_audience_sees_them(good: bytes) -> None:
    """What is hidden from somebody is a tombstone with a digest; a bundle of those is no bundle of the game."""
    line = next(line for line in lines(good) if b'"seq":8,' in line)
    digest = sha256(line).hexdigest().encode()
    tombstone = b'{"seq":8,"topic":"ActionTaken","data":"{\\"type\\":\\"ActionTaken\\",\\"hidden\\":\\"' + digest + b'\\"}"}\n'
    failed(audit(good.replace(line, tombstone)), "the salt of 16 bytes", record=8)
    failed(audit(good.replace(line, b'{"seq":8,"hidden":"' + digest + b'"}\n')), "line 9 is not in the one spelling")


def test_a_branch_as_the_game_it_grew_from(world: World) -> None:
    """It is verified as what it is: a game with another id, and the report says where it grew from."""
    branch = World()
    branch.play("b1", Table("b1").open((), lineage={"game": "g1", "seq": 4, "purpose": "teaching"}).close().records)
    report = audit(branch.bundle("b1"))
    assert report.verdict == "verified"
    (told_of,) = [f for f in report.findings if f.check == "branch"]
    assert (told_of.status, told_of.data) == ("note", {"game": "g1", "seq": 4})
    assert 'grew from record 4 of "g1": it is not that game' in told_of.said.en
    assert "branche       c'est une branche" in "\n".join(report.text("fr"))
    failed(audit(branch.bundle("b1").replace(b'"game":"b1"', b'"game":"g1"', 1)))
    told(Table().open(lineage=["g1", 4]).close().records, "its field lineage", record=1)


def test_the_proof_of_another_record_or_of_another_game(world: World, good: bytes) -> None:
    for game, seq in (("g1", 9), ("g0", 10), ("g2", 10), ("g2", 1)):
        proof = world.proof(game, seq)
        failed(audit(world.bundle("g1", proof=proof)), "does not lead to the signed root", record=10)
    older = world.proof("g1", 10, size=world.at["g1", 10] + 1)
    assert audit(world.bundle("g1", proof=older)).verdict == "verified", "an older head that covers it all is as good"


def test_a_game_that_was_made_up_at_home(tmp_path: Path) -> None:
    """It is in no log that anybody knows; and where the true key helped, the log that everybody has shows another history."""
    home = World(SignerKey.generate(LOG.verifier.name))
    home.play("g1", small_game())
    failed(audit(home.bundle("g1")), "no known key of the log")
    helped, known = home.bundle("g1", proof=home.proof("g1", 10, keys=(LOG,))), World()
    for game in ("g2", "g3"):
        known.play(game, small_game(game))
    assert audit(helped).verdict == "verified", "the log and every witness act together: that no proof can show"
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
        changed = Proof(receipt.index, receipt.hashes, receipt.checkpoint, receipt.extra.replace(old, new))
        failed(audit(good, receipts=[changed.encode()]), "does not lead to the signed root")


def test_times_in_records_are_not_repeated_as_proven() -> None:
    """They are the service's word; what the report tells of times are the witnesses'."""
    world = World()
    world.play(
        "g1", [(topic, data.replace(AT.encode(), b"1999-12-31T00:00:00Z")) for topic, data in Table().open().close().records]
    )
    text = "\n".join(audit(world.bundle("g1")).text("en"))
    assert "1999" not in text
    assert f"{CLUB.verifier.label} (2026-01-01 00:00:00 UTC)" in text
    assert RIVAL.verifier.label in text
