"""Random games through a clerk: actions, undo, redo, notes, disputes, branches, closing, at several
tables at once."""

from random import Random

from domain.game.aggregate.correction import board_document
from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.clerk.first_game import TITLE
from domain.game.commands import Opening, Order
from domain.game.play.branches import Branches, BranchRequest
from domain.game.record.records import UMPIRE
from domain.game.rulings.conditions import Grounds, Wish
from domain.game.rulings.use_cases import Rulings
from domain.game.undo.conditions import open_requests
from domain.game.undo.use_cases import Consents
from domain.kernel.refusals import Refusal
from tests.records.laws import sound_facts, sound_patch

TAGS = ("winter", "Coupe d'Été", "club 7", "final")


def open_one(clerk: Clerk, name: str) -> Game:
    rng = Random(name)
    tags = tuple(sorted(rng.sample(TAGS, rng.randrange(3))))
    return clerk.open_game(Opening(ruleset=TITLE, tags=tags), "op", name).state


def move(clerk: Clerk, game: Game, rng: Random, key: str, closing: bool = True) -> Game:
    order = Order(game.id, game.seq, "op", key)
    seats = game.rules.to_act(game.board)
    chance = rng.random()
    is_asked = bool(open_requests(game))
    if closing and 0.2 < chance < (0.8 if is_asked else 0.3):
        return dispute(clerk, game, rng, key)
    try:
        if closing and (not seats or chance < 0.01):
            return clerk.close_game(order, "enough").state
        if chance < 0.12:
            return clerk.undo(order, rng.choice(game.setting.seats)).state
        if chance < 0.17:
            return clerk.redo(order, rng.choice(game.setting.seats)).state
        if chance < 0.2 or not seats:
            return clerk.note(order, "Is that so?", about=game.seq).state
        seat = rng.choice(seats)
        return clerk.act(order, seat, game.rules.sample(game.board, seat, rng)).state
    except Refusal:
        return game


def dispute(clerk: Clerk, game: Game, rng: Random, key: str) -> Game:
    """Write a random record of a dispute, or two. Returns the game after it, which is
    unchanged if the clerk refuses."""
    order, rulings, consent = Order(game.id, game.seq, "op", key), Rulings(clerk), Consents(clerk)
    line, seats, proceedings = game.in_force(), game.setting.seats, game.proceedings
    claims, rulings_held = (
        [claim.seq for claim in proceedings.open_claims],
        [ruling.seq for ruling in proceedings.rulings_in_force],
    )
    grounds = Grounds(
        "X", rng.choice(["illegal-action", "time"]), "", rng.choice([0, *claims]), game.seq
    )
    wishes = [
        Wish("stands"),
        Wish("penalty", seat=rng.choice(seats), points=-2),
        Wish("correct", facts=sound_facts(TITLE)),
        Wish("correct", patch=sound_patch(TITLE, board_document(game.board))),
        Wish(
            "annul", from_seq=rng.choice(line[-4:] or [0]), rolls=rng.choice(["stands", "reroll"])
        ),
        Wish("adjudicate", winners=(rng.choice(seats),)),
    ]
    seqs = [proposal.seq for proposal in consent.proposals(game) if proposal.state == "open"]
    action = game.rules.sample(game.board, game.to_act[0], rng) if game.to_act else None
    try:
        match 2 if seqs and rng.random() < 0.7 else rng.randrange(7):
            case 0:
                return rulings.claim(
                    order, rng.choice(seats), rng.randint(1, game.seq), "Look at this."
                ).state
            case 1:
                return consent.ask(order, rng.choice(seats), rng.choice([None, *line[-3:]])).state
            case 2 if seqs:
                return consent.answer(
                    order, seqs[0], rng.choice([*seats, UMPIRE]), agree=rng.random() < 0.7
                ).state
            case 3 if rulings_held:
                return rulings.overturn(order, rng.choice(rulings_held), grounds).state
            case 4 if action is not None:
                return rulings.let_stand(order, rng.choice(seats), action, grounds).state
            case _:
                return rulings.rule(order, rng.choice(wishes), grounds).state
    except Refusal:
        return game


def play_to_record(clerk: Clerk, game: Game, rng: Random, seq: int) -> Game:
    """Play on until record `seq` without closing the game. Returns the game."""
    for turn in range(10 * seq):
        if game.seq == seq:
            return game
        game = move(clerk, game, rng, f"{game.id}/{game.seq}/{turn}", closing=False)
    raise AssertionError(f"the game does not get beyond record {game.seq}")


def play(
    clerk: Clerk, games: int, seed: int, tables: int = 6, most: int = 10_000, branching: float = 0.0
) -> None:
    """Play `games` games, up to `tables` at once, until each is closed or abandoned, or `most`
    moves were tried. `branching` is the probability that a game grows a branch at a move."""
    rng = Random(seed)
    open_now: list[Game] = []
    opened = 0
    for turn in range(most):
        if opened < games and len(open_now) < tables:
            open_now.append(open_one(clerk, f"{seed}-{opened}"))
            opened += 1
        if not open_now:
            return
        at = rng.randrange(len(open_now))
        if branching and rng.random() < branching:
            seq = rng.randint(1, open_now[at].seq)
            open_now.append(
                Branches(clerk)
                .grow(BranchRequest(game=open_now[at].id, seq=seq), "op", f"{seed}/{turn}")
                .state
            )
        open_now[at] = move(clerk, open_now[at], rng, f"{seed}/{turn}")
        if open_now[at].closed or rng.random() < 0.005:
            open_now.pop(at)
