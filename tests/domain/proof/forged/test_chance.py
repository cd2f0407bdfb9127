"""The forger at random: every kind of record × every field of chance, and the rest of the game
dealt again to go with it.

Whatever he writes is refused, or it gained him nothing: what is verified has exactly the rolls that
the clerk would have made for these actions. The oracle plays them anew with the clerk's own dice,
and knows nothing of the audit."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from domain.game.aggregate.game import Game
from domain.game.aggregate.standing_rolls import StandingChance, standing_rolls
from domain.game.clerk.clerk import Clerk
from domain.game.procedure.contributions import players
from domain.game.record import records as r
from domain.game.record.headers import ROLLING
from domain.game.table.contributions import Contributions
from domain.proof.chance.dice import contribution_commitment
from domain.titles.codec import decode_action
from domain.titles.contract.chance import SealedChance
from domain.transfer.replay import replay
from tests.amount import ALL, count
from tests.builders.stores import new_clerk
from tests.builders.table import DUEL, RAIDERS, Table, last
from tests.domain.proof.forger import Forger

TOPICS = tuple(kind.__name__ for kind in r.RECORD_TYPES)
SEED = 20260


def contributed(table: Table) -> Table:
    dice = Contributions(table.clerk)
    for seat in players(table.game):
        dice.commit(
            table.order(), seat, contribution_commitment(table.id, seat, seat.encode() * 8).hex()
        )
    for seat in players(table.game):
        dice.reveal(table.order(), seat, (seat.encode() * 8).hex())
    return table


def duel(clerk: Clerk) -> Table:
    table = contributed(Table(clerk, DUEL, name="duel"))
    table.until(lambda game: game.seq > 12)
    return table


def ruled(clerk: Clerk) -> Table:
    """Dice that stand, repeated and annulled again; something taken back and restored; a claim, a
    note."""
    table = contributed(Table(clerk, RAIDERS, name="ruled"))
    at = table.until(lambda game: last(game)[1]).in_force()[-1]
    table.rule("annul", from_seq=at, rolls="stands")
    table.again(at)
    table.play(2)
    table.undo("arbiter")
    table.redo("arbiter")
    table.rulings.claim(table.order(), "player", at, "it was mine")
    table.overturn(table.rule("annul", from_seq=table.game.in_force()[-1], rolls="reroll"))
    table.play(3)
    clerk.note(table.order(), "a remark")
    return table


def typed(clerk: Clerk) -> Table:
    table = Table(clerk, RAIDERS, name="typed", chance="table")
    table.play(8)
    return table


def branch(clerk: Clerk) -> Table:
    table = Table(clerk, RAIDERS, name="trunk")
    table.play(5)
    grown = Table(clerk, game=table.grow(4).id)
    grown.play(4)
    return grown


@cache
def games() -> tuple[Forger, ...]:
    forgers = []
    with TemporaryDirectory() as folder:
        clerk = new_clerk(Path(folder) / "greffe.sqlite")
        for made in (duel, ruled, typed, branch):
            table = made(clerk)
            clerk.close_game(table.order())
            forgers.append(Forger.over(clerk, table.id))
        clerk.close()
    for forger in forgers:
        forger.holds(rules=True)
    return tuple(forgers)


# -- what he changes -------------------------------------------------------------------------------

Change = Callable[[Forger, int, Random], None]


def burn(forger: Forger, seq: int, rng: Random) -> None:
    """Rolls that nothing asked for, before, among or after those that are there; or with numbers
    that come later."""
    rolls = forger.body(seq).get("rolls", [])
    before = sum(len(forger.body(at).get("rolls", [])) for at in range(1, seq))
    at, many = rng.randint(0, len(rolls)), rng.randint(1, 12)
    fresh = [
        forger.roll(rng.choice(["1d6", "2d6", "1of9"]), number=before + at + 1 + n)
        for n in range(many)
    ]
    for roll in rolls[at:]:
        roll["number"] += many
    forger.change(seq, rolls=[*rolls[:at], *fresh, *rolls[at:]])


def one_field(forger: Forger, seq: int, rng: Random) -> None:
    rolls = forger.body(seq).get("rolls") or [forger.roll()]
    roll = rng.choice(rolls)
    match rng.choice(["number", "kind", "spec", "picks", "values", "source", "of"]):
        case "number":
            roll["number"] += rng.choice([-1, 1, 2, 40])
        case "kind":
            roll["kind"] = rng.choice(["tile", "battle", "offering", "x"])
        case "spec":
            roll["spec"] = rng.choice(
                ["1d6", "2d6", "1of9", "1of13", roll["spec"].replace("of", "d")]
            )
        case "picks":
            roll["picks"] = [pick + rng.choice([-1, 1]) for pick in roll["picks"]]
        case "values":
            roll["values"] = rng.sample(
                [*roll["values"], *roll["values"], 1, 2], len(roll["values"])
            )
        case "source":
            roll["source"] = rng.choice(["sealed", "table", "attested"])
        case _:
            roll["of"] = rng.randint(0, roll["number"])
    forger.change(seq, rolls=rolls)


def other_rolls(forger: Forger, seq: int, rng: Random) -> None:
    rolls = forger.body(seq).get("rolls", [])
    match rng.randrange(4):
        case 0 if rolls:
            rolls.pop(rng.randrange(len(rolls)))
        case 1 if rolls:
            rolls.append(rng.choice(rolls))
        case 2 if len(rolls) > 1:
            rng.shuffle(rolls)
        case _:
            rolls.append(rng.choice(forger.rolls or [forger.roll()]))
    forger.change(seq, rolls=rolls)


def bound(forger: Forger, seq: int, rng: Random) -> None:
    """What the dice rest on: the seed, the commitments, the parts, the mode; what a ruling says of
    rolls."""
    topic, body = forger.rows[seq - 1][0], forger.body(seq)
    other = rng.randbytes(32)
    match topic:
        case "GameOpened":
            forger.change(
                seq,
                **rng.choice(
                    [
                        {"commitment": other.hex()},
                        {"chance": "table"},
                        {"chance": "sealed"},
                        {"rolls": None},
                    ]
                ),
            )
        case "GameClosed":
            forger.change(seq, seed=rng.choice([other.hex(), None, forger.seed.hex()[:-2]]))
        case "ContributionCommitted" | "ContributionRevealed":
            name = "commitment" if topic == "ContributionCommitted" else "value"
            forger.change(
                seq,
                **rng.choice(
                    [{name: other.hex()}, {"seat": "wolf"}, {name: body.get(name, "")[::-1]}]
                ),
            )
        case "RulingGiven" if body.get("remedy", {}).get("type") == "annul":
            remedy = body["remedy"]
            forger.change(
                seq,
                remedy={
                    **remedy,
                    **rng.choice([{"rolls": "reroll"}, {"rolls": "stands"}, {"from_seq": 2}]),
                },
            )
        case _:
            burn(forger, seq, rng)


def away(forger: Forger, seq: int, rng: Random) -> None:
    del rng
    if forger.last > 2 and seq > 1:
        del forger.rows[seq - 1]


CHANGES: tuple[Change, ...] = (burn, burn, one_field, one_field, other_rolls, bound, away)


def dealt_again(forger: Forger, honest: Forger, seq: int) -> None:
    """The rest of the game after record `seq`, as far as it can be played with the dice that come
    now."""
    for topic, _ in forger.cut(seq) and honest.rows[seq:]:
        if topic != "ActionTaken":
            continue
        game = forger.game
        seats = game.rules.to_act(game.board)
        legal = (
            [choice.action for choice in game.rules.legal(game.board, seats[0]).choices]
            if seats
            else []
        )
        if not legal:
            break
        forger.act(seats[0], legal[0])
    forger.close()


def forge(rng: Random) -> tuple[Forger, Forger, str]:
    """One forgery: what it was made from, what it is, and the kind of record that was changed."""
    honest, topic = rng.choice(games()), rng.choice(TOPICS)
    forger = honest.copy()
    there = forger.find(topic)
    if not there:
        at = rng.randint(2, forger.last)
        forger.insert(at, topic, seat="player", about=1, text="0" * 64)
        there = [at]
    seq = rng.choice(there)
    rng.choice(CHANGES)(forger, seq, rng)
    if rng.random() < 0.3 and seq < forger.last and honest.body(1)["chance"] == "sealed":
        try:
            dealt_again(forger, honest, seq)
        except Exception:  # noqa: BLE001  what he changed cannot be played on: then it is tried as it is
            forger.rows = forger.rows[:seq]
    return honest, forger, topic


# -- what he gains ---------------------------------------------------------------------------------


def as_rolled(forger: Forger) -> Iterator[tuple[Any, Any]]:
    game = forger.game
    for seq, (topic, _) in enumerate(forger.rows, start=1):
        body: Any = game.history.filed(seq).body
        if topic in ROLLING and seq > 1:
            before = Game(game.history, game.checks, seq - 1)
            chance = StandingChance(
                SealedChance(forger.key(seq - 1), before.rolls), standing_rolls(before)
            )
            game.rules.decide(
                before.board, body.seat, decode_action(game.rules, body.action), chance
            )
            yield body.rolls, tuple(chance.rolls)
        else:
            yield getattr(body, "rolls", ()) if seq > 1 else (), ()


def tried(times: int, seed: int) -> Counter[tuple[str, str]]:
    outcomes = Counter[tuple[str, str]]()
    for n in range(times):
        honest, forger, topic = forge(Random(f"{seed}/{n}"))
        if forger.rows == honest.rows:
            outcomes[topic, "unchanged"] += 1
            continue
        report = forger.report(rules=True)
        outcomes[topic, report.verdict] += 1
        if report.verdict == "failed":
            continue
        if forger.body(1)["chance"] == "sealed":
            assert all(roll == right for roll, right in as_rolled(forger)), (
                f"run {n}: {forger.rows}"
            )
        else:
            assert replay(forger.id, forger.rows, forger.catalog).wrong == ()
    return outcomes


def test_no_forged_chance_gains_anything() -> None:
    times = count(100, 800)
    outcomes = tried(times, SEED)
    assert outcomes.total() == times
    assert sum(many for (_, came), many in outcomes.items() if came == "failed") > times * 2 // 3
    assert not ALL or all(outcomes[topic, "failed"] > 10 for topic in TOPICS), outcomes
