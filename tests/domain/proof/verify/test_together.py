import json
from random import Random

import pytest

from domain.proof.bundle import digests
from domain.proof.bundle.acted import PlainActionParser, read_plain_action
from domain.proof.bundle.digests import Digests, digest_piece
from domain.proof.bundle.times import moment_of
from tests.amount import count
from tests.builders.world import lines
from tests.domain.proof.verify.test_pieces import bundle_of, long_game

AT = "2026-11-23T07:13:50.979902Z"
SALT = "x4b8o58q4nB23mTjXAw/BA=="
ROLL = '{"number":6,"kind":"tile","spec":"1of8","picks":[3],"values":["T08"],"source":"sealed"}'
AGAIN = (
    '{"number":7,"kind":"die","spec":"2d6","picks":[3,0],"values":[4,1],"source":"table","of":2}'
)


def a_piece() -> bytes:
    return b"".join(lines(bundle_of(("g1", long_game())))[1:-1])


def line_by_line(piece: bytes, monkeypatch: pytest.MonkeyPatch, *, every: bool) -> Digests:
    """The digests of a piece when each line is parsed on its own, without the shortcuts for groups
    of lines and for usual actions."""
    with monkeypatch.context() as patch:
        patch.setattr(digests, "_read_group", lambda group, seq, minutes: (0, []))
        patch.setattr(PlainActionParser, "read", lambda *args: None)
        return digest_piece(piece, len(piece), every=every)


@pytest.mark.parametrize("seed", range(count(2, 6)))
def test_lines_read_together_come_to_the_same(seed: int, monkeypatch) -> None:
    rng, whole = Random(seed), a_piece()
    taken = 0
    for n in range(150):
        piece = bytearray(whole)
        for _ in range(n % 4):  # two changes can make up for one another
            at = rng.choice(
                [at for at, c in enumerate(piece) if c in b'"\\\n']
                if rng.random() < 0.8
                else range(len(piece))
            )
            what = rng.randrange(4)
            if what == 0:
                del piece[at]
            elif what == 1:
                piece[at:at] = rng.choice(
                    [b"\\", b'"', b'\\"', b"\\\\", b"\x7f", b"\n", b"\xff", b"}"]
                )
            elif what == 2:
                piece[at] ^= 1 << rng.randrange(8)
            else:
                other = rng.randrange(len(piece))
                piece[at], piece[other] = piece[other], piece[at]
        every = rng.random() < 0.2
        monkeypatch.setattr(digests, "GROUP", rng.choice([1, 300, 1_000, 3_000, 1 << 14]))
        together = digest_piece(bytes(piece), len(piece), every=every)
        assert together == line_by_line(bytes(piece), monkeypatch, every=every), bytes(piece)
        taken += len(together.tails)
    assert taken > 2_000


def test_what_the_service_writes_is_read_together() -> None:
    some = lines(a_piece())[:6]
    texts = digests._read_group(b"".join(some), 1, {})[1]
    assert [text for _, text, _, _ in texts] == [json.loads(line)["data"].encode() for line in some]
    assert [moment is not None for *_, moment in texts] == [
        topic == b"ActionTaken" for topic, *_ in texts
    ]
    assert {quiet for topic, _, quiet, _ in texts if topic == b"ActionTaken"} == {True, False}
    assert {topic for topic, *_ in texts} == {b"ActionTaken", b"GameOpened"}


@pytest.mark.parametrize("count", [1, 2])
def test_no_other_escape_is_taken_for_a_quote(count: int, monkeypatch) -> None:
    """Python's decoder knows more escapes than a text in short spelling may have."""
    first, second, *more = lines(a_piece())
    start = second.index(b'\\"salt') - 1
    for byte in range(256):
        for after in (b"", b"0", b"41", b'\\"', b"'"):
            escape = b"\\" + bytes([byte]) + after
            piece = b"".join([first, second[:start] + escape + second[start + count :], *more])
            digests = digest_piece(piece, len(piece), every=False)
            assert digests == line_by_line(piece, monkeypatch, every=False), escape


def acted(
    *, more: str = "", action: str = '{"type":"explore"}', rolls: str = ROLL, end: str = "}"
) -> str:
    start = f'{{"type":"ActionTaken","at":"{AT}","salt":"{SALT}","actor":"bench","seat":"red"{more}'
    return f'{start},"action":{action},"facts":[{{"type":"moved"}}],"rolls":[{rolls}]{end}'


USUAL = (
    acted(),
    acted(rolls=f"{ROLL},{AGAIN}"),
    acted(end=',"board":"f4f1822c7e7d9c2b"}'),
    acted(action="{}"),
    acted(more=',"key":"real-1"'),
)

UNUSUAL = (
    acted(more=',"verdict":{"rule":"3.1"}'),
    acted(more=',"verdict":{}'),
    acted(more=',"text":"abc"'),
    acted(more=',"opens":{}'),
    acted(more=',"seat":"blue"'),  # the name twice
    acted(more=',"seat" :"blue","x":":"'),  # as many colons as names once each
    acted(more=',"x":":"'),
    acted(more=',"x":NaN'),
    acted(more=',"x":-Infinity'),
    acted(more=',"x":1 '),
    acted(more=',"rolls":[]'),
    acted(more=',"rolls":{}'),
    acted(action="null"),
    acted(action="[]"),
    acted(action='{"type":7}'),
    acted(action='{"type":null}'),
    acted(action='{"type":"a","type":"b"}'),
    acted(action='{"type":"a","deep":' + '{"x":' * 3 + "0" + "}" * 3 + "}"),
    acted(action="[" * 100_000),
    acted(rolls=""),
    acted(rolls=ROLL + ","),
    acted(rolls=f"{ROLL},null"),
    acted(rolls=ROLL.replace('"number":6', '"number":06')),
    acted(rolls=ROLL.replace('"number":6', '"number":-6')),
    acted(rolls=ROLL.replace('"number":6', '"number":6.0')),
    acted(rolls=ROLL.replace('"number":6', '"number":6,"number":7')),
    acted(rolls=ROLL.replace('"picks":[3]', '"picks":[8]')),
    acted(rolls=ROLL.replace('"picks":[3]', '"picks":[true]')),
    acted(rolls=ROLL.replace('"picks":[3]', '"picks":[]')),
    acted(rolls=ROLL.replace("1of8", "9of8")),
    acted(rolls=ROLL.replace('"number":6', '"of":6')),
    acted(rolls=ROLL[:-1] + '}],"seat":[{"x":1}'),
    acted(rolls=ROLL[:-1] + '}],"x":[{"x":1}'),
    acted(end=',"board":7}'),
    acted(end=',"seat":"blue"}'),
    acted(end=',"board":"a","board":"b"}'),
    acted(end="}}"),
    acted(end=""),
    # the rolls are not the record's own, or stand in a string
    f'{{"type":"ActionTaken","at":"{AT}","salt":"{SALT}","seat":"red","action":{{"type":"x","rolls":[{ROLL}]}}}}',
    f'{{"type":"ActionTaken","at":"{AT}","salt":"{SALT}","seat":"red","action":{{"type":"x","rolls":[{ROLL}],"board":"a"}}}}',
    f'{{"type":"ActionTaken","at":"{AT}","salt":"{SALT}","seat":"red","facts":[[{{"x":1,"rolls":[{ROLL}]}}]]}}',
)


@pytest.mark.parametrize("text", USUAL)
def test_an_action_written_as_most_are_is_read_at_once(text: str) -> None:
    read_record = PlainActionParser().read(7, moment_of(AT), text)
    assert read_record == read_plain_action(7, text)
    assert read_record is not None


@pytest.mark.parametrize("text", UNUSUAL, ids=lambda text: text[-80:])
def test_the_fast_reader_returns_none_or_what_the_normal_reader_returns(text: str) -> None:
    assert PlainActionParser().read(7, moment_of(AT), text) in (None, read_plain_action(7, text))


def test_any_change_in_an_action_is_read_as_the_one_reader_does() -> None:
    rng, read = Random(3), 0
    for n in range(6_000):
        text = rng.choice((*USUAL, acted(rolls=f"{ROLL},{AGAIN}", end=',"board":"f4"}')))
        start = text.index(SALT) + len(SALT) + 1
        for _ in range(1 + n % 3):
            at = rng.randrange(start, len(text))
            piece = rng.choice(
                [
                    *'"{}[],: 0-',
                    text[at],
                    ',"rolls":[',
                    '},{"number":',
                    "null",
                    '":"',
                    json.dumps("x"),
                ]
            )
            text = text[:at] + piece + text[at + rng.choice([0, 1, 1, len(piece)]) :]
        read_record = PlainActionParser().read(7, moment_of(AT), text)
        assert read_record in (None, read_plain_action(7, text)), text
        read += read_record is not None
    assert read > 100
