import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import redis
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from domain.game.clerk.clerk import Clerk
from ops.stores.redis_server import EmbeddedRedis
from projections.follower.follower import Follower
from projections.read.views import BadCursor, Page, Query, Views
from projections.search import search as module
from projections.search.index import Index as Folded
from projections.search.query import words
from projections.search.search import Open, search
from projections.store.keys import LIVE, Sealer
from tests.amount import slow
from tests.builders.refusals import refused_with
from tests.builders.stores import VIEWS_KEY, new_clerk
from tests.domain.campaign import campaigning
from tests.projections.naive import expected
from tests.projections.play import TAGS, TITLE, move, open_one, play_to_record

Index = tuple[Any, str, list[dict[str, Any]]]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    """Sixty short games with their views: Redis, its epoch, and the games in a simple fold, the
    last changed first."""
    folder = tmp_path_factory.mktemp("index")
    clerk, rng = new_clerk(folder / "greffe.sqlite"), Random(4)
    for number in range(60):
        game = open_one(clerk, f"found-{number}")
        for turn in range(rng.choice((0, 2, 90))):
            game = game if game.closed else move(clerk, game, rng, f"{number}/{turn}")
    with EmbeddedRedis(folder) as server:
        Follower(clerk, server.url, VIEWS_KEY).catch_up()
        games = [v for k, v in expected(clerk).items() if k.startswith("game:")]
        client: Any = redis.Redis.from_url(server.url)
        yield client, client.get(LIVE).decode(), sorted(games, key=lambda game: -game["order"])
        client.close()
    clerk.close()


def fits(game: dict[str, Any], query: Query) -> bool:
    summary, sets = game["summary"], game["found"]
    opened, updated = (datetime.fromisoformat(summary[at]) for at in ("opened_at", "at"))
    text = [word.removeprefix("word:") for word in sets if word.startswith("word:")]
    return all((
        not query.ruleset or summary["ruleset"] == query.ruleset,
        not query.status or summary["status"] == query.status,
        {tag.casefold() for tag in query.tags} <= {tag.casefold() for tag in summary["tags"]},
        query.seats is None or len(summary["seats"]) == query.seats,
        not query.opened_from or opened >= query.opened_from,
        not query.opened_before or opened < query.opened_before,
        not query.updated_from or updated >= query.updated_from,
        not query.updated_before or updated < query.updated_before,
        all(any(t == w or (len(w) > 2 and t.startswith(w)) for t in text) for w in words(query.words)),
    ))  # fmt: skip


def ids(page: Page) -> list[str]:
    return [json.loads(game)["id"] for game in page.items]


def opened(epoch: str) -> Open:
    sealer = Sealer(VIEWS_KEY, epoch)
    return lambda game, field, seq, value: sealer.open(value, game, field, seq)


def ask(index: Index, query: Query, **bounds: int) -> list[str]:
    return ids(search(index[0], index[1], query, opened(index[1]), **bounds))


def test_an_id_is_found_by_its_beginning(index: Index) -> None:
    for game in index[2][:5]:
        id = game["summary"]["id"]
        assert id in ask(index, Query(words=id[:4].upper()))
        assert ask(index, Query(words=id)) == [id]


def test_a_beginning_of_too_many_words_finds_the_word_alone(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.search.query.BEGINNINGS", 0)
    assert ask(index, Query(words="train")) == []
    assert len(ask(index, Query(words="northgard", limit=200))) == 60


MOMENT = datetime(2026, 1, 1, 12, tzinfo=UTC)
moments = st.none() | st.integers(0, 3_000).map(lambda s: MOMENT + timedelta(seconds=s))
queries = st.builds(
    Query,
    ruleset=st.sampled_from(["", "", TITLE]),
    status=st.sampled_from(["", "", "open", "closed", "ended"]),
    tags=st.lists(st.sampled_from(TAGS), max_size=2, unique=True).map(tuple),
    seats=st.sampled_from([None, None, 2, 3]),
    opened_from=moments,
    opened_before=moments,
    updated_from=moments,
    updated_before=moments,
    words=st.sampled_from(["", "", "northgard", "ete", "win", "entrain training"]),
    limit=st.integers(1, 25),
)


@given(query=queries, few=st.sampled_from([0, 5, 2_000]), chunk=st.sampled_from([1, 10, 1_000]))
@settings(max_examples=150, deadline=None)
def test_any_query_is_paged_without_gaps_or_duplicates(
    index: Index, query: Query, few: int, chunk: int
) -> None:
    fitting = [game["summary"]["id"] for game in index[2] if fits(game, query)]
    ids_found: list[str] = []
    while True:
        page = search(index[0], index[1], query, opened(index[1]), few=few, chunk=chunk)
        ids_found += ids(page)
        assert page.total in (None, len(fitting))
        assert len(page.items) == query.limit or not page.after
        if not page.after:
            break
        query = msgspec.structs.replace(query, after=page.after)

    assert ids_found == fitting


def test_totals_are_counted_where_that_is_cheap(index: Index) -> None:
    def total(query: Query, few: int) -> int | None:
        return search(index[0], index[1], query, opened(index[1]), few=few).total

    closed = sum(fits(game, Query(status="closed")) for game in index[2])
    for few in (0, module.FEW):
        assert total(Query(), few) == 60
        assert total(Query(status="closed", ruleset=TITLE), few) == closed
        assert total(Query(opened_from=MOMENT), few) == 60
    assert total(Query(status="closed", words="nor", opened_from=MOMENT), module.FEW) == closed
    assert total(Query(status="closed", opened_from=MOMENT), 0) is None


def test_a_game_played_on_while_pages_are_turned_is_not_shown_twice(
    clerk: Clerk, follower: Follower, server: EmbeddedRedis
) -> None:
    moved = open_one(clerk, "left lying")
    for number in range(12):
        open_one(clerk, f"above it {number}")
    follower.catch_up()
    views, rng = Views(server.url, VIEWS_KEY, timeout=5), Random(1)
    before = ids(views.search(Query(limit=200)))
    page = views.search(Query(limit=10))
    seen = ids(page)
    after = play_to_record(clerk, moved, rng, moved.seq + 1)
    follower.catch_up()
    while page.after:
        page = views.search(Query(limit=10, after=page.after))
        seen += ids(page)

    assert len(seen) == len(set(seen))
    assert set(before) - set(seen) == {after.id}, "it is at the top of the first page now"
    assert ids(views.search(Query(limit=1))) == [after.id]


@pytest.mark.parametrize("after", ["x", "-1", "1.5", "٣", "9" * 16, " 1", "nan"])
def test_a_cursor_that_no_page_ended_with_is_refused(index: Index, after: str) -> None:
    refused_with(BadCursor, "", ask, index, Query(after=after))


def test_a_page_has_its_bounds(index: Index) -> None:
    assert len(ask(index, Query(limit=0))) == 1
    assert len(ask(index, Query(limit=10_000))) == 60


def test_words_know_no_case_and_no_accents() -> None:
    assert words("Défense d'York, ÆTHEL_7  ß") == ("defense", "d", "york", "æthel", "7", "ss")
    assert words("— !") == ()


@slow("an index of thousands")
def test_a_search_among_many_games_takes_small_steps(tmp_path: Path) -> None:
    """No command to Redis processes more games than one chunk."""
    with EmbeddedRedis(tmp_path) as server:
        client: Any = redis.Redis.from_url(server.url)
        sealer = Sealer(VIEWS_KEY, "e")
        with client.pipeline(transaction=False) as pipe:
            for n in range(1, 20_001):
                pipe.zadd("greffe:e:order", {f"g{n}": n})
                pipe.zadd("greffe:e:opened", {f"g{n}": n})
                pipe.sadd("greffe:e:found:status:" + ("open" if n % 2 else "closed"), f"g{n}")
                pipe.sadd("greffe:e:found:tag:" + ("a" if n > 10_000 else "b"), f"g{n}")
                if n in (9_999, 9_997, 9_995):  # those that are shown
                    fields = {
                        "sets": json.dumps(["status:open", "tag:b", "official"]),
                        "summary": json.dumps({"id": f"g{n}"}),
                    }
                    values = {
                        name: sealer.seal(value.encode(), f"g{n}", name, 7)
                        for name, value in fields.items()
                    }
                    pipe.hset(f"greffe:e:game:g{n}", mapping={"seq": 7, **values})
            pipe.execute()
        client.config_resetstat()
        page = search(client, "e", Query(status="open", tags=("b",), limit=3), opened("e"))
        assert ids(page) == ["g9999", "g9997", "g9995"]
        assert page.total == 5_000
        stats = client.info("commandstats")
        assert "cmdstat_smembers" not in stats
        assert "cmdstat_sunion" not in stats
        assert stats["cmdstat_zrange"]["calls"] == 11
        client.close()


def test_an_index_begun_late_is_the_one_that_followed_every_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.search.index.NEAR", 3)
    clerk, rng = new_clerk(tmp_path / "greffe.sqlite"), Random(3)
    followed = Folded(clerk)
    campaigning.scenario(clerk, campaigning.opened(clerk, "late"))
    for number in range(12):
        game = open_one(clerk, f"late-{number}")
        for turn in range(rng.choice((0, 3, 90))):
            game = game if game.closed else move(clerk, game, rng, f"{number}/{turn}")
        followed.open_games()
    late = Folded(clerk)
    for query in (
        Query(limit=200),
        Query(status="closed"),
        Query(tags=TAGS[:1]),
        Query(words=TITLE),
    ):
        found = late.search(query)
        assert found == followed.search(query)
        items, page = list[bytes](), Page((), "inf", None)
        while page.after:  # a few of the newest at a time, without reading the log
            page = Folded(clerk).search_recent(
                replace(query, after=page.after.removeprefix("inf"), limit=2)
            )
            items += page.items
        assert tuple(items) == found.items
    assert late.search(Query(limit=200)).items
    assert late.streams("campaign") == followed.streams("campaign") != []
    assert late.open_games() == followed.open_games()
    clerk.close()
