from typing import Any

from tests.builders.api.callers import Club
from tests.builders.api.client import Caller, Table
from tests.builders.api.disputes import Dispute

READS = ("", "/board", "/score", "/legal", "/records", "/records/1", "/records/2", "/diff?from=1")


def looks(bids: Dispute, **query_fields: Any) -> list[dict[str, Any]]:
    query = "&".join(f"{name}={value}" for name, value in query_fields.items())
    answer = bids.organiser.get(f"{bids.path}/looks?{query}")
    assert answer.status_code == 200, answer.json
    return list(answer.json["looks"])


def test_looks_at_own_or_public_things_and_refused_looks_are_not_logged(bids: Dispute) -> None:
    for name in ("a", "b", "spectator"):
        for of in READS:
            assert bids.holder(name).get(bids.path + of).status_code == 200
    for of in (
        "/board",
        "/board?audience=public",
        "/records",
        "/score",
        "",
        "/board?audience=nobody",
    ):
        bids.holder("arbiter").get(bids.path + of)
    assert bids.holder("b").get(f"{bids.path}/board?audience=a").status_code == 403
    assert [
        bids.holder(name).get(f"{bids.path}/board").json["board"]["bids"] for name in ("a", "b")
    ] == [{"a": 7}, {}]
    assert looks(bids) == []


def test_what_a_seat_may_do_is_shown_to_that_seat_alone_while_the_title_keeps_secrets(
    bids: Dispute,
) -> None:
    def offered(name: str, of: str = "/legal") -> list[str]:
        return [seat["seat"] for seat in bids.holder(name).get(bids.path + of).json["seats"]]

    assert offered("b") == ["b"]
    assert offered("a") == offered("spectator") == []
    assert offered("a", "/legal?seat=a") == ["a"]
    for name, seat in (("a", "b"), ("spectator", "a")):
        refused = bids.holder(name).get(f"{bids.path}/legal?seat={seat}")
        assert refused.json["type"] == "/problems/not-your-audience"
    mine = bids.holder("b").get(f"{bids.path}/legal").headers["ETag"]
    assert bids.holder("spectator").get(f"{bids.path}/legal", If_None_Match=mine).status_code == 200


def test_a_look_at_hidden_things_is_logged(bids: Dispute, caller: Caller) -> None:
    arbiter = bids.holder("arbiter")
    assert arbiter.get(f"{bids.path}/board?audience=a").json["board"]["bids"] == {"a": 7}
    arbiter.get(f"{bids.path}/records/2?audience=arbiter")
    bids.organiser.get(f"{bids.path}/board?audience=b&at=1")
    caller.get(f"{bids.path}/diff?audience=arbiter")
    caller.get(f"{bids.path}/export")
    looks_made = looks(bids)
    owner = bids.organiser.get(f"{bids.path}/links").json["links"][0]["issued_by"]
    assert [
        (
            look["role"],
            look["actor"],
            look["what"].removeprefix("GET /api/v1/games/{game}"),
            look["audience"],
            look["seq"],
        )
        for look in looks_made
    ] == [
        ("arbiter", bids.links["arbiter"]["id"], "/board", "a", 2),
        ("arbiter", bids.links["arbiter"]["id"], "/records/{seq}", "arbiter", 2),
        ("organiser", owner, "/board", "b", 1),
        ("operator", "operator", "/diff", "arbiter", 1),
        ("operator", "operator", "/diff", "arbiter", 2),
        ("operator", "operator", "/export", "arbiter", 2),
    ]
    assert [look["at"] for look in looks_made] == sorted(look["at"] for look in looks_made)


def test_offers_and_dry_runs_for_a_seat_are_in_the_access_log(bids: Dispute) -> None:
    arbiter = bids.holder("arbiter")
    assert [seat["seat"] for seat in arbiter.get(f"{bids.path}/legal").json["seats"]] == ["b"]
    arbiter.post(
        f"{bids.path}/actions?dry_run=1", {"seat": "b", "action": {"type": "bid", "amount": 1}}
    )
    assert [(look["what"].rpartition("/")[2], look["audience"]) for look in looks(bids)] == [
        ("legal", "b"),
        ("actions", "b"),
    ]


def test_even_a_refused_patch_is_in_the_access_log(bids: Dispute) -> None:
    remedy = {"type": "correct", "patch": [{"op": "test", "path": "/bids", "value": {"a": 1}}]}
    ruling = {"remedy": remedy, "rule": "1", "code": "wrong-entry"}
    answer = bids.table("arbiter").write("/rulings", ruling, seq=(before := bids.seq))
    assert answer.json["type"] == "/problems/correction-refused", (
        "what it names is not what stands there"
    )
    assert [(look["role"], look["audience"], look["seq"]) for look in looks(bids)] == [
        ("arbiter", "arbiter", before)
    ]
    assert bids.seq == before


def test_titles_without_secrets_keep_no_log(club: Club) -> None:
    assert club.holder("arbiter").get(f"{club.path}/board?audience=red").status_code == 200
    assert looks(club) == []


def test_an_arbiter_who_enters_for_a_seat_reads_what_the_seat_reads(bids: Dispute) -> None:
    table = Table(bids.holder("arbiter"), bids.game, bids.seq)
    assert table.act("b", {"type": "bid", "amount": 3}).json["facts"][0] == {
        "type": "bid-placed",
        "seat": "b",
        "amount": 3,
    }
    assert table.get("/records/3").json["entry"]["record"]["actor"] == bids.links["arbiter"]["id"]
