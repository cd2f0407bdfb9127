"""Changing a secret changes no answer to anybody who may not know the secret.

A game is played twice. The two runs differ only in what one seat hides; clock, dice, salts, ids and
keys are the same. Then all answers of all addresses (status, headers and body; reads, refusals and
dry runs) must be the same to the byte for everybody who may not know the secret.

One difference is allowed: the digest shown in place of a hidden record. It is the digest of the
whole stored record, which contains random bytes that no outsider knows, and so reveals nothing. Two
digests are taken as equal only if they are those of the stored records with the same number; a
digest of the hidden part alone would be noticed.

The test fails for an address that `tests/api/secret_probes.py` does not list."""

import re
from collections.abc import Callable
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask import Flask

from api import create_app
from api.settings import AppSettings
from api.web.request.service import EXTENSION, Limits
from domain.game.clerk.clerk import Clerk
from domain.titles import registry
from tests.amount import slow, slow_but
from tests.api.secret_game import AnswersByLabel, World
from tests.api.secret_probes import READ, WRITTEN
from tests.api.secret_titles import TITLES, Archers, SecretTitle
from tests.builders.api.client import KEY
from tests.builders.api.disputes import fix_chance
from tests.builders.logs import Log
from tests.builders.stores import new_clerk


@pytest.fixture(autouse=True)
def title(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._TITLES, ("loud-bids", 1), "tests.api.secret_titles:RULES")


# -- what happens to a secret ----------------------------------------------------------------------


def story_acted(world: World, secret: int) -> None:
    seq = world.act(secret)
    other = world.others[0]
    world.table.done(other, "/notes", {"text": "What was that?", "about": seq, "seat": other})
    world.table.done(other, "/claims", {"text": "That took long.", "about": seq, "seat": other})
    world.table.done(world.owner, f"/seats/{world.owner}/take", {"name": "Somebody"})


def story_taken_back(world: World, secret: int) -> None:
    """The seat takes the secret action back and restores it. The arbiter takes it back. Then the
    seat enters another action and takes it back."""
    world.act(secret)
    for of, name in (("/undo", world.owner), ("/redo", world.owner), ("/undo", "arbiter")):
        world.table.done(name, of, {"seat": name})
    world.act(1)
    world.table.done(world.owner, "/undo", {"seat": world.owner})


def story_granted(world: World, secret: int) -> None:
    world.act(secret)
    world.answer(world.ask(), world.others[0], agree=True)


def story_refused_then_granted(world: World, secret: int) -> None:
    world.act(secret)
    world.answer(world.ask(), world.others[0], agree=False)
    seq = world.ask()
    for other in world.others:
        world.answer(seq, other, agree=True)


def story_corrected(world: World, secret: int) -> None:
    """The arbiter declares the secret as a fact, patches it into the board, overturns the patch,
    and annuls everything."""
    fact = world.kept.fact(world.table, world.owner, secret)
    seq = world.table.rule({"type": "correct", "facts": [fact]}, code="wrong-entry")["seq"]
    for value in (1, secret):
        world.table.rule({"type": "correct", "patch": [world.operation(value)]}, code="wrong-entry")
    world.table.done(
        "arbiter", f"/rulings/{world.table.seq}/overturn", {"rule": "X", "code": "ruling-error"}
    )
    world.table.rule({"type": "annul", "from_seq": seq, "rolls": "reroll"})
    world.act(1)
    world.table.rule({"type": "correct", "patch": [world.operation(secret)]}, code="wrong-entry")


def story_let_stand(world: World, secret: int) -> None:
    """The secret action is illegal, and the arbiter lets it stand; likewise the next action of
    another seat. The verdicts recorded with them could reveal the secret."""
    low, high = world.kept.secrets
    other = world.others[0]
    world.let_stand(world.owner, world.kept.forbidden[secret == high], low)
    world.let_stand(other, world.kept.forbidden[0], 1)


def story_adjudicated(world: World, secret: int) -> None:
    seq = world.act(secret)
    other = world.others[0]
    claim = world.table.done(other, "/claims", {"text": "He looked.", "about": seq, "seat": other})
    world.table.rule({"type": "stands"}, claim=claim["seq"], code="wrong-entry")
    world.table.rule({"type": "penalty", "seat": world.owner, "points": -1}, code="conduct")
    world.table.rule({"type": "adjudicate", "winners": [other]}, code="conduct")
    world.table.done("arbiter", "/close", {})


def story_branched(world: World, secret: int) -> None:
    """In a branch, the arbiter plays on until the secret is revealed, and grows a further branch
    from there. The seat with the secret grows a branch, too, if the title hides nothing else."""
    world.act(secret)
    branch = world.grow(world.table, "arbiter")
    for other in world.others:
        branch.done(other, "/actions", {"seat": other, "action": world.kept.action(branch, 3)})
    told = branch.get("spectator", "/records?limit=500").text
    assert f'"amount":{secret}' in told, "there it lies open"
    world.grow(branch, "arbiter")
    if world.kept.all_else_open:
        world.grow(world.table, world.owner)


def story_replaced(world: World, secret: int) -> None:
    """The seat takes the secret back, the arbiter declares it as a fact and overturns that. Then
    the seat makes another choice, which is revealed."""
    world.act(secret)
    world.table.done(world.owner, "/undo", {"seat": world.owner})
    fact = world.kept.fact(world.table, world.owner, secret)
    seq = world.table.rule({"type": "correct", "facts": [fact]}, code="wrong-entry")["seq"]
    world.table.done("arbiter", f"/rulings/{seq}/overturn", {"rule": "X", "code": "ruling-error"})
    world.act(1)
    for other in world.others:
        world.act(3, other)
    text = world.table.get("spectator", "/records?limit=500").text
    assert '"amount":1' in text, "what was chosen in its place lies open"


Story = Callable[[World, int], None]
STORIES: tuple[Story, ...] = (
    story_acted,
    story_taken_back,
    story_granted,
    story_refused_then_granted,
    story_corrected,
    story_let_stand,
    story_adjudicated,
    story_branched,
    story_replaced,
)
UNDER_CONSENT = (story_granted, story_refused_then_granted)
QUICK = [(story_corrected, "loud-bids")]
"""The case that `./ops/test` tries: a secret that is declared, patched and annulled."""


# -- the test itself -------------------------------------------------------------------------------


Runs = Callable[..., tuple[AnswersByLabel, AnswersByLabel]]


@pytest.fixture
def both(tmp_path: Path, routes: Flask, monkeypatch: pytest.MonkeyPatch) -> Runs:
    """A function that plays a story twice, with the title's two secrets, or with the dice in
    `values`. It returns the answers of both runs."""

    def told(
        title: SecretTitle, story: Story, *values: Any, **options: Any
    ) -> tuple[AnswersByLabel, AnswersByLabel]:
        first, other = (
            run(title, story, secret, tmp_path / str(n), routes, monkeypatch, **options, **dice)
            for n, (secret, dice) in enumerate(
                [(2, {"values": [drawn]}) for drawn in values]
                or [(secret, {}) for secret in title.secrets]
            )
        )
        return first, other

    return told


def run(
    secret_title: SecretTitle,
    story: Story,
    secret: int,
    place: Path,
    routes: Flask,
    monkeypatch: pytest.MonkeyPatch,
    *,
    briefly: bool = False,
    by_nobody: bool = False,
    **fields: Any,
) -> AnswersByLabel:
    place.mkdir()
    with (
        monkeypatch.context() as patch,
        closing(new_clerk(place / "greffe.sqlite")) as clerk,
        closing(Log(place, clerk)) as book,
    ):
        fix_chance(patch)
        app = create_app(
            clerk, None, KEY, AppSettings(limits=Limits(streams=10_000)), book=book, routes=routes
        )
        app.extensions[EXTENSION].streams.stop()  # so a stream tells what is there and ends
        world = World(
            app, clerk, secret_title, undo="consent" if story in UNDER_CONSENT else "free", **fields
        )
        story(world, secret)
        book.log_and_sign_all()
        return world.told(briefly=briefly, by_nobody=by_nobody)


def differing(one: AnswersByLabel, other: AnswersByLabel) -> list[str]:
    assert list(one) == list(other), "the same is asked"
    differences = []
    for label, text in one.items():
        if text != other[label]:
            at = next(
                (n for n, (a, b) in enumerate(zip(text, other[label], strict=False)) if a != b),
                min(len(text), len(other[label])),
            )
            differences.append(
                f"{label}\n    {text[max(0, at - 60) : at + 60]!r}\n    "
                f"{other[label][max(0, at - 60) : at + 60]!r}"
            )
    return differences


@pytest.mark.parametrize(
    ("story", "ruleset"),
    slow_but(QUICK, [*product(STORIES, TITLES), (story_acted, "archers")]),
    ids=lambda case: getattr(case, "__name__", case),
)
def test_nobody_else_is_told_anything_that_depends_on_a_secret(
    story: Story, ruleset: str, both: Runs
) -> None:
    assert differing(*both(TITLES.get(ruleset) or Archers(), story)) == []


@slow("as the stories above, with a card in the place of a bid")
def test_cards_that_were_dealt_in_secret_are_nobody_elses(both: Runs) -> None:
    hands = ([card, "king", "queen"] for card in ("ace", "jack"))
    assert differing(*both(TITLES["loud-bids"], story_acted, *hands)) == []


@slow("a game as the stories above play it, within a campaign")
def test_a_campaign_and_its_sheets_say_nothing_of_it(both: Runs) -> None:
    def in_a_campaign(world: World, secret: int) -> None:
        world.join_campaign()
        world.act(secret)

    first, other = both(TITLES["fief-tactics"], in_a_campaign)
    assert differing(first, other) == []
    assert sum("/sheet" in label and text.startswith("200") for label, text in first.items()) > 3


def story_sealed(world: World, secret: int) -> None:
    world.seal(secret)
    world.seal(1, world.others[0])


@pytest.mark.parametrize("ruleset", slow_but(["loud-bids"], TITLES))
def test_of_what_is_sealed_nobody_at_all_is_told(ruleset: str, both: Runs) -> None:
    """Neither the arbiter nor the operator nor the seat's own pages show a sealed choice. The two
    runs differ only in the seal and in hashes of it."""
    first, other = both(TITLES[ruleset], story_sealed, by_nobody=True, seals=True)
    assert differing(first, other) == []
    assert any("<seal of record" in text for text in first.values())


@slow("the witness that the law above can fail, for every title")
def test_what_is_not_sealed_somebody_is_told(both: Runs) -> None:
    """Shows that the comparison above can fail: an unsealed secret is known to its owner, the
    arbiter and the operator."""
    told = both(TITLES["loud-bids"], story_acted, by_nobody=True)
    assert {line.partition(":")[0] for line in differing(*told)} == {
        "operator",
        "arbiter",
        "owner",
    }


def test_every_title_that_keeps_secrets_is_among_those_tested() -> None:
    secretive = {id for id in registry.ids() if registry.ruleset(id).keeps_secrets()}
    assert secretive == set(TITLES), "say in kept.py what it hides and how"


def test_every_address_is_asked_or_says_why_not(app: Flask, clerk: Clerk) -> None:
    rules = {
        method: {r.rule for r in app.url_map.iter_rules() if method in (r.methods or ())}
        for method in ("GET", "POST")
    }
    assert rules["GET"] - set(READ) == set(), (
        "say in secret_probes.py how they are asked, so that they are held to tell no secret"
    )
    assert set(READ) - rules["GET"] == set()
    world = World(app, clerk, TITLES["loud-bids"])
    world.act(2)
    posted = {world.table.path + of.partition("?")[0] for of, _ in world._bodies("b")} | {
        path for path, _ in world._forms("b")
    }
    for rule in rules["POST"] - set(WRITTEN):
        pattern = re.sub(r"<[^>]+>", "[^/]+", rule)
        assert any(re.fullmatch(pattern, path) for path in posted), (
            f"post something to {rule}, so that its refusals are compared"
        )
    assert set(WRITTEN) - rules["POST"] == set()


HOLES: dict[str, tuple[Story, Any]] = {
    "api.game.sentences.Reader.sees": (story_acted, lambda *_: True),
    "tests.api.bids.SealedBids.view": (
        story_acted,
        lambda _self, board, _audience: {"bids": board.bids},
    ),
    "api.game.entries.PRIVATE": (story_acted, ("salt", "key", "board")),
    "domain.game.aggregate.visibility.Redaction.sends_whole": (story_acted, lambda *_: True),
    "api.game.sentences.Reader.sees_verdict": (story_let_stand, lambda *_: True),
    "api.game.entries.remedy_for": (
        story_corrected,
        lambda _reader, _filed, remedy: msgspec.json.decode(msgspec.json.encode(remedy)),
    ),
    "api.game.replay.routes.may_know": (story_branched, lambda *_: True),
    "domain.game.aggregate.visibility.Sight._in_force": (
        story_replaced,
        property(lambda _: range(10**6)),
    ),
    "api.game.replay.routes.grew_in_sight": (story_branched, lambda *_: True),
}
"""Functions that hide something, each with a story and a replacement that hides nothing."""


@pytest.mark.parametrize("place", slow_but(list(HOLES)[:1], HOLES))
def test_a_place_that_hides_nothing_is_found(
    place: str, both: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shows that the comparison above can fail: with one function replaced by one that hides
    nothing, it finds a difference."""
    story, hole = HOLES[place]
    monkeypatch.setattr(place, hole)
    assert differing(*both(TITLES["loud-bids"], story, briefly=True))
