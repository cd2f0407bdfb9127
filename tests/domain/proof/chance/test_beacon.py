"""Against what drand published of quicknet, by both libraries."""

from domain.proof.chance.beacon import CHAINS, QUICKNET, drawn_with, is_signed
from tests.domain.proof.events import SIGNED
from tests.domain.proof.second import beacon as second

CHAIN = CHAINS[QUICKNET]
RANDOMNESS = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"


def test_rounds_that_were_published_are_signed_and_no_other_bit_is() -> None:
    for round, signature in SIGNED.items():
        data = bytes.fromhex(signature)
        assert is_signed(CHAIN, round, data)
        assert second.signed(round, data)
        for bit in range(0, 8 * len(data), 13):
            changed = bytearray(data)
            changed[bit // 8] ^= 1 << bit % 8
            assert is_signed(CHAIN, round, bytes(changed)) is False
            assert not second.signed(round, bytes(changed))
        assert is_signed(CHAIN, round + 1, data) is False
    assert drawn_with(1000, bytes.fromhex(SIGNED[1000])) == ("beacon 1000", RANDOMNESS)


def test_a_round_exists_at_the_time_that_its_number_says() -> None:
    at = 1_692_806_364
    assert CHAIN.time_of(1000) == at
    assert CHAIN.is_to_come(1000, at - 1)
    assert not CHAIN.is_to_come(1000, at)
    assert [CHAIN.round_after(at + n) for n in (-1, 0, 2, 3)] == [1000, 1001, 1001, 1002]
    assert CHAIN.round_after(0) == 1
