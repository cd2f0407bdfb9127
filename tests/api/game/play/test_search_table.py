"""The organiser's search by title, player, status, date, tag, irregularity and open claim, with
Redis and without; and the views of games with rulings and branches."""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest

from api import create_app
from domain.game.clerk.clerk import Clerk
from ops.stores.redis_server import EmbeddedRedis
from projections.follower.follower import Follower
from projections.read.views import Views
from tests.builders.api.callers import organiser
from tests.builders.api.client import GAMES, KEY, Caller, Table, new_key, problem
from tests.builders.api.disputes import GROUNDS
from tests.builders.stores import VIEWS_KEY, new_clerk
from tests.builders.table import DUEL
from tests.records.laws import sound_patch

Game = dict[str, Any]
Fits = Callable[[Game], bool]


class TwoClubs:
    """Two clubs and their games, served by two apps: `viewed` reads the views in Redis, `folded`
    has no Redis. `games` are the summaries of all games, the last changed first; `players` are the
    names of those who sat in each game."""

    def __init__(self, clerk: Clerk, redis_url: str) -> None:
        self.clerk, self.redis_url = clerk, redis_url
        self.follower = Follower(clerk, redis_url, VIEWS_KEY)
        self.follower.catch_up()
        self.views = Views(redis_url, VIEWS_KEY, timeout=5.0)
        self.folded, self.viewed = create_app(clerk, None, KEY), create_app(clerk, self.views, KEY)
        self.players: dict[str, dict[str, str]] = {}
        self.clubs = [Club(self, organiser(self.folded, clerk, f"club {n}"), n) for n in range(2)]
        self.follower.catch_up()
        self.owners = {game: club for club in self.clubs for game in club.games}
        order = clerk.recorder.select_notifications(None, 10**6)
        last = {str(row.originator_id): row.id for row in order}
        summaries = [Caller(self.folded).get(f"{GAMES}/{id}").json for id in last]
        self.games = sorted(summaries, key=lambda game: -last[game["id"]])

    def take_seat(self, table: Table, seat: str, name: str, player: str = "") -> None:
        body = {"name": name, **({"player": player} if player else {})}
        answer = table.written(f"/seats/{seat}/take", body)
        self.players.setdefault(table.id, {})[answer["player"]] = name


class Club:
    """An organiser with games of each kind: only played, ended, closed, with an open claim, with a
    settled claim, with an irregularity, and branches."""

    def __init__(self, house: TwoClubs, caller: Caller, n: int) -> None:
        self.caller = caller
        self.games: list[str] = []
        played = self._open(tags=["club", f"table {n}"]).moves(4)
        house.take_seat(played, "red", "Ann Other")
        (ann,) = house.players[played.id]
        ended = self._open(tags=["club", "winter"])
        self._rule(ended, {"type": "adjudicate", "winners": ["red"]})
        house.take_seat(ended, "blue", "Ann Other", ann)
        closed = self._open(tags=["winter"])
        house.take_seat(closed, "red", f"Bob {n}")
        closed.written("/seats/red/leave", {})
        closed.written("/close")
        self._open(ruleset="raiders-solo").written(
            "/claims", {"seat": "player", "about": 1, "text": "no"}
        )
        settled = self._open(public=True)
        settled.written("/claims", {"seat": "red", "about": 1, "text": "no"})
        self._rule(settled, {"type": "penalty", "seat": "red", "points": -2}, claim=2)
        corrected = self._open(tags=["club"]).moves(5)
        patch = list(sound_patch(DUEL, corrected.get("/board/document").json["board"]))
        self._rule(corrected, {"type": "correct", "patch": patch})
        self._grow(played, {"at": 3, "tags": ["club"]})
        self._grow(corrected, {}).move()
        overturned = self._open()
        seq = self._rule(overturned, {"type": "penalty", "seat": "red", "points": -2})
        overturned.written(f"/rulings/{seq}/overturn", {"rule": "X", "code": "ruling-error"})
        self.played = played

    def _open(self, **fields: Any) -> Table:
        table = Table.open(self.caller, **fields)
        self.games.append(table.id)
        return table

    def _rule(self, table: Table, remedy: dict[str, Any], **more: Any) -> int:
        table.written("/rulings", {"remedy": remedy, **GROUNDS, **more})
        return table.seq

    def _grow(self, table: Table, body: dict[str, Any]) -> Table:
        answer = self.caller.made(table.path("/branches"), body, Idempotency_Key=new_key())
        self.games.append(answer["id"])
        return Table(self.caller, answer["id"])


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwoClubs]:
    folder = tmp_path_factory.mktemp("search")
    with closing(new_clerk(folder / "greffe.sqlite")) as clerk, EmbeddedRedis(folder) as server:
        house_ = TwoClubs(clerk, server.url)
        yield house_
        house_.views.close()


def official(game: Game) -> bool:
    return game["lineage"] is None


def tagged(*tags: str) -> Fits:
    return lambda game: official(game) and set(tags) <= set(game["tags"])


def sat(house: TwoClubs, name: str) -> Fits:
    return lambda game: (
        official(game)
        and any(name in called for called in house.players.get(game["id"], {}).values())
    )


def queries(house: TwoClubs) -> list[tuple[str, Fits]]:
    opened, written = house.games[4]["opened_at"], house.games[6]["at"]
    ann = next(iter(house.players[house.clubs[0].played.id]))
    first = house.clubs[0]
    return [
        ("", official),
        ("ruleset=raiders-solo", lambda g: official(g) and g["ruleset"] == "raiders-solo"),
        ("ruleset=tears-solo", lambda g: False),
        ("status=open", lambda g: official(g) and g["status"] == "open"),
        ("status=ended", lambda g: official(g) and g["status"] == "ended"),
        ("status=closed", lambda g: official(g) and g["status"] == "closed"),
        ("seats=2", lambda g: official(g) and len(g["seats"]) == 2),
        ("seats=9", lambda g: False),
        ("tag=club", tagged("club")),
        ("tag=CLUB", tagged("club")),
        ("tag=winter&status=closed", lambda g: tagged("winter")(g) and g["status"] == "closed"),
        ("text=wint%20northgard", tagged("winter")),
        ("text=table", lambda g: official(g) and any(tag.startswith("table") for tag in g["tags"])),
        (f"text={first.played.id}", lambda g: g["id"] == first.played.id),
        ("player=Ann%20Other", sat(house, "Ann Other")),
        ("player=ann", sat(house, "Ann Other")),
        ("player=BOB%201", sat(house, "Bob 1")),
        (f"player={ann}", lambda g: official(g) and ann in house.players.get(g["id"], {})),
        ("player=nobody", lambda g: False),
        (f"opened_from={opened}", lambda g: official(g) and g["opened_at"] >= opened),
        (f"opened_before={opened}", lambda g: official(g) and g["opened_at"] < opened),
        (f"updated_from={written}", lambda g: official(g) and g["at"] >= written),
        (f"updated_before={written}&tag=club", lambda g: tagged("club")(g) and g["at"] < written),
        ("irregular=true", lambda g: official(g) and bool(g["irregularities"])),
        ("irregular=1&tag=club", lambda g: tagged("club")(g) and bool(g["irregularities"])),
        ("irregular=false&open_claim=false", official),
        ("open_claim=true", lambda g: official(g) and bool(g["open_claims"])),
        (
            "open_claim=true&irregular=true",
            lambda g: official(g) and bool(g["open_claims"]) and bool(g["irregularities"]),
        ),
        ("branches=only", lambda g: not official(g)),
        ("branches=only&irregular=true", lambda g: not official(g) and bool(g["irregularities"])),
        ("branches=all&tag=club", lambda g: "club" in g["tags"]),
        ("branches=all&open_claim=true&ruleset=northgard-training", lambda g: False),
    ]


def found(caller: Caller, query: str, limit: int) -> tuple[list[Game], list[str], set[int | None]]:
    games: list[Game] = []
    cursors: list[str] = []
    totals, after = set(), ""
    while after is not None:
        page = caller.get(f"{GAMES}?{query}{'&' * bool(query)}limit={limit}&after={after}")
        assert page.status_code == 200, page.json
        games += page.json["games"]
        totals.add(page.json["total"])
        after = page.json["next"]
        cursors.append(after or "")
        assert len(page.json["games"]) == limit or after is None
    return games, cursors, totals


@pytest.mark.parametrize("limit", [1, 3, 200])
def test_each_criterion_finds_what_it_says_in_the_same_pages_with_redis_and_without(
    limit: int, house: TwoClubs
) -> None:
    for query, fits in queries(house):
        fitting = [game for game in house.games if fits(game)]
        pages = [found(Caller(app), query, limit) for app in (house.viewed, house.folded)]
        for games, _, totals in pages:
            assert games == fitting, query
            assert totals <= {None, len(fitting)}, query
        assert pages[0][1] == pages[1][1], (
            "a reader who turned a page just before Redis went away turns the next one without it"
        )


def test_the_criteria_tell_games_apart(house: TwoClubs) -> None:
    assert all(any(not fits(game) for game in house.games) for _, fits in queries(house))
    assert (len(house.games), sum(bool(game["irregularities"]) for game in house.games)) == (18, 8)


def test_how_many_there_are_is_said_with_redis_and_without_it_where_the_openings_tell(
    house: TwoClubs,
) -> None:
    """Without Redis, the number is missing where every game would have to be folded to find it."""
    folded = (
        "status=open",
        "status=ended",
        "player=",
        "updated_",
        "irregular=true",
        "irregular=1",
        "open_claim=true",
    )
    for query, fits in queries(house):
        number = sum(map(fits, house.games))
        assert found(Caller(house.viewed), query, 2)[2] == {number}, query
        asks = any(name in query for name in folded)
        assert found(Caller(house.folded), query, 2)[2] == {None if asks else number}, query


def test_organisers_find_their_own_games_and_nobody_elses(house: TwoClubs) -> None:
    for query, fits in queries(house):
        for club in house.clubs:
            fitting = [
                game["id"]
                for game in house.games
                if fits(game) and house.owners[game["id"]] is club
            ]
            for app in (house.viewed, house.folded):
                caller = Caller(app, club.caller.headers["Authorization"].removeprefix("Bearer "))
                games, _, totals = found(caller, query, 2)
                assert [game["id"] for game in games] == fitting, query
                assert totals <= {None, len(fitting)}, query


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ("status=running", "status"),
        ("irregular=perhaps", "irregular"),
        ("open_claim=", "open_claim"),
        ("branches=some", "branches"),
        ("opened_from=yesterday", "opened_from"),
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("after=next", "after"),
        ("after=-1", "after"),
        ("after=9999999999999999", "after"),
        ("seats=two", "seats"),
        (f"player={'x' * 201}", "player"),
        ("title=northgard", "title"),
        ("tag=a&tag=b", "tag"),
    ],
)
def test_a_search_that_is_none_names_its_parameter(
    query: str, parameter: str, house: TwoClubs
) -> None:
    for app in (house.viewed, house.folded):
        answer = Caller(app).get(f"{GAMES}?{query}")
        assert problem(answer) == (400, "invalid-parameters")
        assert [error["parameter"] for error in answer.json["errors"]] == [parameter]


# -- views -----------------------------------------------------------------------------------------


def positions(game: Game) -> list[str]:
    audiences = ("public", "arbiter", *(seat["id"] for seat in game["seats"]))
    return ["", "/score", *(f"/board?audience={audience}" for audience in audiences)]


def test_views_of_games_that_were_ruled_on_and_branched_are_what_a_fold_comes_to(
    house: TwoClubs, monkeypatch: pytest.MonkeyPatch
) -> None:
    folded = {
        (game["id"], of): Caller(house.folded).get(f"{GAMES}/{game['id']}{of}")
        for game in house.games
        if game["status"] != "closed"  # whose boards come back when somebody asks
        for of in positions(game)
    }

    monkeypatch.setattr(house.clerk, "game", lambda *_: pytest.fail("the record was folded"))
    for (id, of), answer in folded.items():
        read = Caller(house.viewed).get(f"{GAMES}/{id}{of}")
        assert (read.status_code, read.data, read.headers["ETag"]) == (
            200,
            answer.data,
            answer.headers["ETag"],
        )
