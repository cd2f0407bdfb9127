from datetime import timedelta
from typing import Any

import pytest

from api.game.links import link_id
from api.tournament.links import entrant_link, event_links
from api.web.access.keys import make_key
from domain.game.record.records import UMPIRE
from domain.game.rulings.conditions import Grounds, Wish
from domain.game.rulings.use_cases import Rulings
from domain.titles.contract.time_control import TimeControl
from domain.tournament.aggregate.tournament import Tournament
from domain.tournament.values import Rules, Stage
from ops.messages.retry_policy import NotAccepted
from ops.messages.service import Notifier
from projections.messages.subscriptions import Holder, Subscription, Way
from tests.domain.tournament.directing.hall import DUELS, Hall, won
from tests.ops.messages.world import OWNER, World

BUDGET, EACH_TURN = TimeControl("budget", 300), TimeControl("per-move", 300)


@pytest.fixture
def clocked(world: World) -> World:
    world.game = world.open(time_control=BUDGET)
    return world


def only_time(world: World) -> list[tuple[str, dict[str, Any]]]:
    return [(to, sentence) for to, _, sentence in world.sent if sentence["type"] == "greffe.time"]


def give_ruling(world: World, **wish: Any) -> None:
    grounds = Grounds("" if "clock" in wish["kind"] else "1", "time")
    Rulings(world.clerk).rule(
        world.order(link_id(world.links, world.game, UMPIRE)), Wish(**wish), grounds
    )


def test_a_time_that_is_over_is_told_once_to_the_players_and_to_the_arbiter(clocked: World) -> None:
    world = clocked
    for seat in ("blue", "red"):
        world.subscribe_seat(seat)
    world.subscribe_arbiter()
    world.pass_turn()
    _, late = world.pass_turn()
    world.settle()
    record = world.now.seq
    for seconds, called in ((299, []), (2, ["arbiter", "blue", "red"])):
        world.go_on(seconds)
        world.settle()
        assert sorted(to for to, _ in only_time(world)) == called
    messages = dict(only_time(world))
    other = "red" if late == "blue" else "blue"
    base = f"https://greffe.example/games/{world.game}"
    common = {"game": world.game, "title": "northgard-training", "record": record, "clock": late}
    assert messages[late]["data"] == common | {"link": f"{base}/play", "seats": [late]}
    assert messages[other]["data"] == common | {"link": f"{base}/play", "seats": [other]}
    assert messages["arbiter"]["data"] == common | {"link": f"{base}/desk#clocks"}
    assert messages[late]["timestamp"] == (
        world.now.at + timedelta(seconds=300, milliseconds=1)
    ).isoformat().replace("+00:00", "Z")
    for _ in range(2):
        world.later(1)
        world.clerk.note(world.order("spectator"), "hm")
        world.settle()
    assert len(only_time(world)) == 3, "once, whatever is written afterwards"


def test_clocks_that_stand_or_are_set_in_time_call_nobody(clocked: World) -> None:
    world = clocked
    world.subscribe_arbiter(about=("time",))
    world.go_on(9_000)
    assert world.settle() == [], "nobody has acted: they have not begun"
    _, seat = world.pass_turn()
    world.go_on(200)
    give_ruling(world, kind="stop-clocks")
    world.go_on(9_000)
    assert world.settle() == []
    give_ruling(world, kind="set-clock", seat=seat, milliseconds=60_000)
    give_ruling(world, kind="start-clocks")
    world.go_on(59)
    assert world.settle() == []
    world.go_on(2)
    assert world.new_messages() == [("arbiter", "time")]
    give_ruling(world, kind="set-clock", seat=seat, milliseconds=60_000)
    give_ruling(world, kind="adjudicate", winners=("blue",))
    world.go_on(61)
    assert world.settle() == [] == list(world.store.to_come(world.game)), "the game is over"


def test_a_time_that_is_over_while_nobody_follows_is_told_afterwards_and_once(
    clocked: World,
) -> None:
    world = clocked
    world.subscribe_arbiter(about=("time",))
    world.pass_turn()
    world.go_on(400)
    world.clerk.note(world.order("spectator"), "hm")  # after the moment, and before anybody follows
    assert world.new_messages() == [("arbiter", "time")]
    world.rewind(0)
    world.service.close()
    world.service = Notifier(world.clerk, world.store, world.links, world._send)  # after a kill
    assert world.settle() == []


CLOCKED = Rules((Stage(rounds=3, time_control=TimeControl("budget", 300)),))


class TournamentWorld:
    def __init__(self, world: World, rules: Rules = DUELS, **opening: Any) -> None:
        self.world, self.hall = world, Hall(world.clerk, rules, 5, **opening)

    @property
    def tables(self) -> tuple[Any, ...]:
        return self.hall.now.rounds[0].tables

    def subscribe_entrant(self, number: int, **fields: Any) -> Subscription:
        return self._subscribe(
            entrant_link(self.world.links, self.hall.id, number), f"entrant-{number}", **fields
        )

    def subscribe_duty(self, name: str) -> Subscription:
        (link,) = (
            link for link in event_links(self.world.links, self.hall.id, 0) if link.duty == name
        )
        return self._subscribe(link, name)

    def pair(self, *, publish: bool = True) -> Tournament:
        self.hall.pair(1, [[1, 2], [3, 4]], [5])
        if publish:
            self.hall.on.rounds.publish(self.hall.order(), 1)
        return self.hall.now

    def open_game(self, table: int) -> None:
        """Pair a round, open its games, and play at this table from now on."""
        self.pair()
        self.world.game = self.hall.on.rounds.open_games(self.hall.order(), 1).games[table - 1]

    def report(self, entrant: int, first: int) -> None:
        table = next(table for table in self.tables if entrant in table.entrants)
        self.hall.on.results.file_slip(self.hall.order(), 1, entrant, won(table, first))

    def _subscribe(self, link: Any, id: str, **fields: Any) -> Subscription:
        holder = Holder(link.id, link.role, link.to, link.speaks_for, duty=link.duty or "")
        return self.world.subscribe(holder, id, game=self.hall.id, tournament=True, **fields)


@pytest.fixture
def event(world: World) -> TournamentWorld:
    return TournamentWorld(world)


@pytest.fixture
def clocked_event(world: World) -> TournamentWorld:
    return TournamentWorld(world, CLOCKED, ruleset="northgard-training")


def test_each_is_told_of_their_own_table_once_it_is_published(
    event: TournamentWorld, world: World
) -> None:
    for number in (1, 4, 5):
        event.subscribe_entrant(number)
    event.subscribe_duty("director")
    event.pair(publish=False)
    assert world.settle() == []
    event.hall.on.rounds.publish(event.hall.order(), 1)
    sentence = {to: message["data"] for to, _, message in world.settle()}
    assert {
        to: (message.get("seats"), message["round"], message.get("table"))
        for to, message in sentence.items()
    } == {
        "entrant-1": (["1"], 1, 1),
        "entrant-4": (["4"], 1, 2),
        "entrant-5": (["5"], 1, None),
        "director": (None, 1, None),
    }
    assert sentence["entrant-1"]["link"] == f"https://greffe.example/tournaments/{event.hall.id}/me"
    assert "Player" not in str(sentence)


def test_a_report_waits_for_the_other_one_and_one_that_differs_for_the_director(
    event: TournamentWorld, world: World
) -> None:
    for number in (1, 2, 3):
        event.subscribe_entrant(number)
    for duty in ("director", "screen"):
        event.subscribe_duty(duty)
    world.subscribe(Holder("rival", "organiser"), "rival", game="")
    event.pair()
    assert {"screen", "rival"}.isdisjoint(to for to, _, _ in world.settle())
    event.report(1, 1)
    assert world.new_messages() == [("entrant-2", "result")]
    event.report(2, 2)
    assert world.new_messages() == [("director", "result")]
    event.report(2, 1)
    assert world.new_messages() == []


def test_a_time_that_is_over_is_told_at_the_table_and_to_who_directs_and_names_no_game(
    clocked_event: TournamentWorld,
    world: World,
) -> None:
    for number in (1, 3):
        clocked_event.subscribe_entrant(number)
    for duty in ("director", "scorer", "screen"):
        clocked_event.subscribe_duty(duty)
    make_key(world.clerk.key_values, "organiser", "Open day", world.clerk.clock(), "director")
    world.subscribe(Holder("director", "organiser"), "organiser", game="", about=("time",))
    clocked_event.open_game(1)
    world.settle()
    world.pass_turn()
    world.settle()
    world.go_on(301)
    sentence = {
        to: message["data"] for to, _, message in world.settle() if message["type"] == "greffe.time"
    }
    base, (late,) = f"https://greffe.example/tournaments/{clocked_event.hall.id}", world.now.to_act
    common = {
        "tournament": clocked_event.hall.id,
        "title": "northgard-training",
        "round": 1,
        "table": 1,
        "clock": late,
    }
    assert sentence.pop("organiser")["game"] == world.game
    assert sentence == {
        "entrant-1": common | {"link": f"{base}/me", "seats": ["1"]},
        "director": common | {"link": f"{base}/hall"},
        "scorer": common | {"link": f"{base}/rounds/1"},
    }
    world.later(1)
    assert world.settle() == [] == list(world.store.to_come(world.game))


@pytest.mark.parametrize("way", ["mail", "ntfy", "slack", "webhook"])
def test_who_subscribed_to_all_games_and_to_a_tournament_hears_of_each_thing_once(
    clocked_event: TournamentWorld, world: World, way: Way
) -> None:
    make_key(world.clerk.key_values, "organiser", "Open day", world.clerk.clock(), "director")
    key, to = (
        Holder("director", "organiser"),
        "ada@club.example" if way == "mail" else "https://club.example/room",
    )
    world.subscribe(key, "of-tournament", way, game=clocked_event.hall.id, tournament=True, to=to)
    world.go_on(1)
    world.subscribe(key, "of-all", way, game="", to=to)
    world.subscribe(
        Holder("operator", "operator"), "elsewhere", game="", to="https://club.example/room"
    )
    world.subscribe(key, "program", game="", to="https://club.example/another")
    clocked_event.open_game(1)
    world.settle()
    world.pass_turn()
    world.settle()
    world.go_on(301)
    everywhere = ("elsewhere", "of-all", "program")
    assert sorted(world.new_messages()) == [(to, "time") for to in everywhere], (
        "the one that names the game"
    )
    for fails, heard in ((False, everywhere), (True, ("elsewhere", "of-tournament", "program"))):
        if fails:
            world.set_failures("of-all", 3)
        world.claim(world.now.to_act[0])
        assert sorted(world.new_messages()) == [(to, "claim") for to in heard]


def test_a_claim_in_a_game_of_a_tournament_reaches_who_directs_by_a_link(
    clocked_event: TournamentWorld, world: World
) -> None:
    clocked_event.subscribe_entrant(1)
    for duty in ("director", "scorer", "screen"):
        clocked_event.subscribe_duty(duty)
    world.subscribe_arbiter("evening")  # of another game
    clocked_event.open_game(2)
    world.settle()
    world.claim("blue")
    base = f"https://greffe.example/tournaments/{clocked_event.hall.id}"
    common = {
        "tournament": clocked_event.hall.id,
        "title": "northgard-training",
        "round": 1,
        "table": 2,
    }
    sentence = [(to, message["type"], message["data"]) for to, _, message in world.settle()]
    assert sorted(sentence) == [
        ("director", "greffe.claim", common | {"link": f"{base}/hall"}),
        ("scorer", "greffe.claim", common | {"link": f"{base}/rounds/1"}),
    ]
    assert world.game not in str(sentence) and "word" not in str(sentence)


def test_a_time_that_was_set_anew_is_not_told_late_to_who_directs(
    clocked_event: TournamentWorld, world: World
) -> None:
    clocked_event.subscribe_duty("director")
    clocked_event.open_game(1)
    world.pass_turn()
    world.settle()
    world.failing["director"] = NotAccepted("it answers 500")
    world.go_on(301)
    world.settle()
    (late,) = world.now.to_act
    wish, grounds = Wish("set-clock", seat=late, milliseconds=600_000), Grounds("", "time")
    Rulings(world.clerk).rule(world.order(OWNER), wish, grounds)
    del world.failing["director"]
    world.go_on(120)
    assert [sentence["type"] for _, _, sentence in world.settle()] == []
    assert [
        delivery.state
        for delivery in world.store.deliveries("director", 0, 10)
        if delivery.about == "time"
    ] == ["dropped"]
