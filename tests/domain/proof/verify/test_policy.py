import pytest

from domain.proof.errors import Misspelt, Unproven
from domain.proof.log.notes import COSIGNATURE, SignerKey, VerifierKey
from domain.proof.log.policy import read_policy
from tests.builders.policies import policy_text
from tests.builders.refusals import refused_with
from tests.builders.world import LOG, ORIGIN, World, policy

KEYS = [SignerKey(f"w{i}.example", bytes([50 + i]) * 32, COSIGNATURE) for i in range(6)]
X1, X2, X3, Y1, Y2, Y3 = (key.verifier.encode() for key in KEYS)
VKEY = LOG.verifier.encode()
OWN = VerifierKey("w.example/w", COSIGNATURE, LOG.verifier.public).encode()


def test_the_example_of_the_specification() -> None:
    """Six witnesses in two groups: two of the X and one of the Y are needed."""
    text = f"""log {VKEY}

witness X1 {X1}
witness X2 {X2} https://x2.example/submit
witness X3 {X3}
group X-witnesses 2 X1 X2 X3

witness Y1 {Y1}
witness Y2 {Y2}
witness Y3 {Y3}
group Y-witnesses any Y1 Y2 Y3

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
"""
    read = read_policy(text.encode())
    for names, enough in (
        ("", False),
        ("X1 X2", False),
        ("X1 X2 X3", False),
        ("Y1 Y2 Y3", False),
        ("X1 Y1 Y2 Y3", False),
        ("X1 X2 Y1", True),
        ("X2 X3 Y3", True),
        ("X1 X2 X3 Y1 Y2 Y3", True),
    ):
        assert read.enough(names.split()) is enough, names
    assert read.urls == {KEYS[1].verifier.label: "https://x2.example/submit"}


def test_what_may_stand_in_a_policy() -> None:
    """A policy may have tabs, spaces, comments and names of any bytes, a single witness as its
    quorum, no quorum, and no log."""
    odd = (
        b"\t witness \xe9\xff "
        + X1.encode()
        + b"\t\n # a comment \xff\n\n  \t\n#another\nquorum \xe9\xff\n"
    )
    assert read_policy(odd).enough(["\udce9\udcff"])
    assert not read_policy(odd).enough([])
    assert read_policy(b"quorum none\n").enough([])
    kelvin = f"witness K {X1}\nwitness \u212a {X2}\nquorum K\n"
    assert not read_policy(kelvin.encode()).enough(["\u212a"])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty, or its last line"),
        ("quorum none", "does not end with LF"),
        ("log\n", "0 words, too few or too many"),
        (f"log {VKEY} a b\nquorum none\n", "3 words"),
        (f"log {VKEY}\n", "no quorum line"),
        (
            f"log {VKEY}\nquorum none\nquorum none\n",
            "line 3 of the policy: there is a second quorum",
        ),
        (f"log {VKEY}\nlog {VKEY}\nquorum none\n", "is there already"),
        (f"log {X1}\nquorum none\n", "of type 1"),
        (f"witness a {VKEY}\nquorum a\n", "of type 1, that of a witness of type 4"),
        (f"witness a {X1}\nwitness b {X1}\nquorum a\n", "is there already"),
        (f"log {VKEY}\nwitness own {OWN}\nquorum own\n", "is there already"),
        (f"witness a {X1}\nwitness a {X2}\nquorum a\n", "is taken"),
        (f"witness none {X1}\nquorum none\n", "is taken"),
        (f"witness a {X1}\ngroup a any a\nquorum a\n", "is taken"),
        ("quorum a\n", "no witness or group above"),
        (f"quorum a\nwitness a {X1}\n", "line 1 of the policy"),
        (f"witness a {X1}\ngroup g any a none\nquorum g\n", '"none" is no witness'),
        (f"witness a {X1}\ngroup g any g\nquorum g\n", "no witness or group above"),
        (f"witness a {X1}\ngroup g any a a\nquorum g\n", "is a member already"),
        (f"witness a {X1}\ngroup g any a\ngroup h any a g\nquorum h\n", '"a" is a member already'),
        (f"witness a {X1}\ngroup g any\nquorum g\n", "2 words"),
        (f"witness a {X1}\ngroup g 0 a\nquorum g\n", "0 of 1 cannot be"),
        (f"witness a {X1}\ngroup g 2 a\nquorum g\n", "2 of 1 cannot be"),
        (f"witness a {X1}\ngroup g 01 a\nquorum g\n", "decimal number"),
        (f"witness a {X1}\ngroup g most a\nquorum g\n", "decimal number"),
        (f"witness a {X1[:-1]}\nquorum a\n", "base64"),
        ("log example.org\nquorum none\n", "is no key"),
        ("LOG x\nquorum none\n", "begins nothing a policy says"),
        ("quorum none\r\n", "control character"),
        ("quorum\x0bnone\n", "control character"),
        ("quorum\x00none\n", "control character"),
        ("quorum\xa0none\n", "begins nothing"),
        ("quorum none # really\n", "3 words"),
        ("\n" * 5000 + "quorum none\n", "lines"),
        ("#" * (1 << 20) + "\nquorum none\n", "bytes"),
    ],
)
def test_what_may_not_stand_in_a_policy(text: str, words: str) -> None:
    e = refused_with(Misspelt, "", read_policy, text.encode())
    assert words in e.said.en
    assert e.said.fr != e.said.en


def test_a_line_of_the_ledgers_own_is_a_comment_to_others_and_never_overlooked_here() -> None:
    label = LOG.verifier.label
    good = f"log {VKEY}\n#greffe:last-tree-size {label} 20\nquorum none\n"
    assert read_policy(good.encode()).last_sizes == {label: 20}
    for bad in (
        good.replace("last-tree-size", "last-tree-sise"),
        good.replace("#greffe", "# greffe"),
        good.replace("#greffe", "#Greffe"),
        good.replace(" 20", ""),
        good.replace(" 20", " 020"),
        good.replace(label, "x+00000000"),
        good.replace("quorum", f"#greffe:last-tree-size {label} 30\nquorum"),
        "\n".join([good.split("\n")[1], good.split("\n", maxsplit=1)[0], "quorum none", ""]),
    ):
        refused_with(Misspelt, "", read_policy, bad.encode())


def test_written_policies_are_read() -> None:
    read = policy(1)
    assert list(read.logs) == [LOG.verifier.label]
    assert [read.enough(names) for names in ([], ["w0"], ["w1"], ["w0", "w1"])] == [
        False,
        True,
        True,
        True,
    ]
    assert read_policy(policy_text([LOG.verifier]).encode()).enough([])


# -- rotation --------------------------------------------------------------------------------------

NEW = SignerKey(ORIGIN, bytes([9]) * 32)


def test_a_key_takes_over_from_another(world: World) -> None:
    """While both keys sign, either is enough. A policy that has only the new key refuses a head
    that only the old one signed."""
    both = world.signed(keys=(LOG, NEW))
    for keys in ([LOG], [NEW], [LOG, NEW]):
        assert policy(logs=keys).accept(both).keys == tuple(key.verifier for key in keys)
    assert policy(logs=[LOG]).accept(both).unknown == (NEW.verifier.label,)
    refused_with(Unproven, "no known key", policy(logs=[NEW]).accept, world.signed())


def test_a_lost_key_counts_up_to_a_tree_size_only(world: World) -> None:
    read = policy(logs=[LOG, NEW])
    read.last_sizes[LOG.verifier.label] = 20
    assert read.accept(world.signed(20)).checkpoint.size == 20
    assert read.accept(world.signed(21, keys=(NEW,))).keys == (NEW.verifier,)
    assert read.accept(world.signed(30, keys=(LOG, NEW))).checkpoint.size == 30
    refused_with(
        Unproven, "count up to tree size 20, and this one is 21", read.accept, world.signed(21)
    )


def test_a_head_opened_again_is_held_to_what_is_asked_this_time(world: World) -> None:
    by, stray = policy(), SignerKey(ORIGIN, b"n" * 32)
    signed, other, odd = world.signed(7), world.signed(9), world.signed(9, keys=(LOG, stray))
    assert [by.open(head).checkpoint.size for head in (signed, signed, other, signed)] == [
        7,
        7,
        9,
        7,
    ]
    assert by.open(odd).unknown == (stray.verifier.label,)
    refused_with(Unproven, "", by.open, odd, strict=True)
    assert by.open(odd).unknown == (stray.verifier.label,)
