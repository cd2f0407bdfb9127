"""A random player, varied enough that every action, every question and every ending occurs."""

from random import Random

from domain.titles.kit import Action, replace
from domain.titles.tears import actions as a
from domain.titles.tears.board import SEATS, Board, Seat, line_of, wedge_of
from domain.titles.tears.chapters.answers import current_question, judge_resolve, printed_might
from domain.titles.tears.chapters.combats import judge_fight
from domain.titles.tears.chapters.damage import may_hurt_wedges, room_on_wedge
from domain.titles.tears.chapters.enemy_turn import needs_entered_card
from domain.titles.tears.chapters.own_turn import judge_use
from domain.titles.tears.chapters.phases import draw_counts
from domain.titles.tears.chapters.play import judge_play, payers_by_resources, suggested_play
from domain.titles.tears.chapters.real_cards import new_name
from domain.titles.tears.chapters.results import judge_declare
from domain.titles.tears.turn import phase


def sample(board: Board, rng: Random) -> Action:
    if board.question:
        return _sample_answer(board, rng)
    now = phase(board)
    if now == "enemy":
        return _sample_enemy_turn(board, rng)
    if rng.random() < 0.03:
        declared = a.Declare((_sample_result(board, rng),))
        if judge_declare(board, "player", declared).legal:
            return declared
    if now == "wedges":
        return _sample_fight(board, rng)
    if now == "objectives":
        return a.FaceObjective("player" if "player" in board.left else "enemy", rng.randrange(8))
    return _sample_turn(board, rng)


def _sample_answer(board: Board, rng: Random) -> Action:
    question = current_question(board)
    if question.kind == "leader":
        at = rng.choice(board.free_spaces("player"))
        return a.PlaceLeader(wedge_of(at), line_of(at))
    if question.kind == "keep":
        if board.player.entered:
            return a.Prepare(deck_empty=rng.random() < 0.05)
        return a.Prepare(tuple(rng.sample(question.options, draw_counts(board)[1])))
    if question.kind == "might":
        sums = ((int(w), *printed_might(board, int(w))) for w in question.options)
        return a.StateMight(
            tuple(
                a.MightOf(w, enemy + rng.randrange(3), player + rng.randrange(6))
                for w, enemy, player in sums
            )
        )
    if question.kind == "results":
        resolved = a.Resolve(results=(_sample_result(board, rng),))
        return (
            resolved
            if judge_resolve(board, "player", resolved).legal
            else a.Resolve(possible=rng.random() < 0.5)
        )
    spared = [o for o in question.options if not board.is_known(o) or not board.is_leader(o)]
    return a.Choose(rng.choice(spared if spared and rng.random() < 0.8 else question.options))


def _sample_enemy_turn(board: Board, rng: Random) -> Action:
    if not needs_entered_card(board):
        return a.TakeTurn()
    return (
        a.TakeTurn(deck_empty=True)
        if rng.random() < 0.03
        else a.TakeTurn(new_name(board), _sample_card(rng))
    )


def _sample_card(rng: Random) -> a.Shape:
    cost, actions, resource = rng.randrange(6), rng.randrange(2), rng.randrange(2)
    roll = rng.random()
    if roll < 0.6:
        health, ranged = rng.choice((None, 2, 4)), rng.choice((0, 0, 0, 1, 2))
        return a.Shape(
            "unit",
            cost,
            resource,
            ranged,
            rng.random() < 0.2,
            health,
            actions,
            solo=rng.random() < 0.1,
        )
    if roll < 0.75:
        return a.Shape("event", cost, actions=1 + actions, discount=rng.choice((0, 0, 1)))
    return a.Shape(
        rng.choice(("character", "tactic", "attachment")), cost, resource, actions=actions
    )


def _sample_turn(board: Board, rng: Random) -> Action:
    player, roll = board.player, rng.random()
    ready = [s.card for _, s in player.fielded() if not s.exhausted]
    archers = [id for id in ready if board.card(id).ranged]
    cards = [s.card for s in player.stacks() if not board.is_leader(s.card)]
    if archers and roll < 0.5:
        at_leader = [
            s.card
            for _, s in board.enemy.fielded()
            if board.is_leader(s.card) and rng.random() < 0.7
        ]
        return a.Shoot(
            rng.choice(archers), rng.choice(at_leader or [s.card for _, s in board.enemy.fielded()])
        )
    if cards and 0.5 <= roll < 0.53:
        return a.Sacrifice(rng.choice(cards))
    if ready and 0.53 <= roll < 0.58:
        use = a.Use(rng.choice(ready), results=(_sample_result(board, rng),))
        if judge_use(board, "player", use).legal:
            return use
    return (_sample_play(board, rng) if roll < 0.85 else None) or a.Pass()


def _sample_play(board: Board, rng: Random) -> Action | None:
    if board.player.entered:
        return a.Play(new_name(board), shape=a.Shape("tactic", 0, rng.randrange(2)))
    free = board.free_spaces("player")
    pays = payers_by_resources(board)
    plays = [
        suggested_play(board, id, pays, rng.choice(free) if free else None)
        for id in board.player.hand
    ]
    able = [p for p in plays if p]
    if not able:
        return None
    play = rng.choice(able)
    printed = board.card(play.card)
    if not printed.actions and not printed.solo:
        return play
    with_text = replace(
        play,
        solo=printed.solo is not None and rng.random() < 0.5,
        results=(_sample_result(board, rng),),
    )
    return with_text if judge_play(board, "player", with_text).legal else play


def _sample_result(board: Board, rng: Random) -> a.Result:
    seat: Seat = rng.choice(SEATS)
    id = rng.choice([s.card for _, s in board.army(seat).fielded()])
    roll = rng.random()
    if roll < 0.1:
        return a.Result("draw", amount=1)
    if roll < 0.2:
        return a.Result("objective", amount=1, by=seat)
    if roll < 0.3:
        return a.Result("wedge", amount=1, wedge=rng.choice(board.untaken_wedges()), by=seat)
    if roll < 0.4:
        at = rng.choice(board.free_spaces(seat) or (0,))
        return a.Result("move", id, wedge=wedge_of(at), line=line_of(at))
    if roll < 0.45 and not board.is_leader(id):
        return a.Result("destroy", id)
    if roll < 0.65:
        return a.Result(rng.choice(("exhaust", "ready")), id)
    return a.Result("heal" if roll < 0.75 else "damage", id, amount=1)


def _sample_fight(board: Board, rng: Random) -> Action:
    wedge = int(rng.choice(board.left))
    most = {
        seat: room_on_wedge(board, wedge, seat) if may_hurt_wedges(board, seat) else 0
        for seat in SEATS
    }
    player, enemy = (min(rng.randrange(6), most[seat]) for seat in SEATS)
    fight = a.Fight(wedge, player, enemy)
    return fight if judge_fight(board, "player", fight).legal else a.Fight(wedge, player)
