import json
from random import Random

from domain.game.clerk.clerk import Clerk
from projections.boards.json import audiences, board_shape, encode, score_shape, summary_shape, views
from tests.projections.play import move, open_one


def test_shapes_and_views_are_the_same_bytes(clerk: Clerk) -> None:
    rng = Random(8)
    game = open_one(clerk, "shaped")
    for turn in range(40):
        game = move(clerk, game, rng, f"shaped/{turn}")
        served = {f"board:{audience}": encode(board_shape(game, audience)) for audience in audiences(game)}
        served |= {"score": encode(score_shape(game)), "summary": encode(summary_shape(game))}
        assert views(game) == served


def test_a_shape_is_of_its_position_not_of_the_head(clerk: Clerk) -> None:
    rng = Random(10)
    game = open_one(clerk, "past")
    then = [views(game)]
    for turn in range(30):
        after = move(clerk, game, rng, f"past/{turn}")
        if after.seq > game.seq:
            then.append(views(after))
        game = after
    for seq, seen in enumerate(then, 1):
        past = json.loads(views(clerk.game(game.id, seq))["board:public"])
        at_the_time = json.loads(seen["board:public"])
        # a later fingerprint may vouch for a position that nothing vouched for when it was the head
        assert {**past, "fidelity": ""} == {**at_the_time, "fidelity": ""}
