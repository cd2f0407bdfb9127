"""What ought to stand in Redis, worked out the slow way: every game folded from its list of records, nothing shared with the
follower but the rules and the names of the fields."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

import msgspec

from domain.catalog import leaves
from domain.clerk import Clerk
from domain.filed import Filed
from domain.game import setting_of
from domain.record import ActionsRestored, ActionsRetracted, ActionTaken, GameClosed, GameOpened
from domain.titles import decode_facts
from projections.keys import LIVE, prefix


def expected(clerk: Clerk) -> dict[str, Any]:
    """Every key of an epoch, without its prefix, with what it holds."""
    games: dict[str, list[tuple[int, Filed]]] = {}
    for row in clerk.recorder.select_notifications(None, 10**9):
        if row.topic in ("CampaignOpened", "ScenarioOpened", "CampaignClosed"):
            continue
        filed = Filed(str(row.originator_id), row.originator_version, row.topic, row.state)
        games.setdefault(filed.game, []).append((row.id, filed))
    keys: dict[str, Any] = {"order": [], "opened": [], "updated": [], "words": set(), "counts": {}}
    for id, rows in games.items():
        _game(keys, id, rows, clerk)
    for name in ("order", "opened", "updated"):
        keys[name] = sorted(keys[name], key=lambda pair: (pair[1], pair[0]))
    keys["words"] = [(word, 0.0) for word in sorted(keys["words"])]
    for name, value in keys.items():
        if name.startswith("found:"):
            keys[name] = sorted(value)
    return keys


def _game(keys: dict[str, Any], id: str, rows: list[tuple[int, Filed]], clerk: Clerk) -> None:
    bodies = [filed.body for _, filed in rows]
    opened, last = bodies[0], bodies[-1]
    assert isinstance(opened, GameOpened)
    rules, setting = setting_of(opened, clerk.shelf.catalog(opened.catalog))
    board = rules.blank(setting)
    for raw in (opened.facts, *(b.facts for s, b in enumerate(bodies, 1) if isinstance(b, ActionTaken) and s in _in_force(bodies))):
        for fact in decode_facts(rules, raw):
            board = rules.evolve(board, fact)
    outcome = rules.outcome(board)
    closed = isinstance(last, GameClosed)
    status = "closed" if closed else "ended" if outcome else "open"
    standing = {
        "game": id,
        "seq": len(bodies),
        "ruleset": opened.ruleset,
        "status": status,
        "to_act": [] if closed else list(rules.to_act(board)),
        "outcome": _json(outcome),
        "irregularities": [],
        "fidelity": "exact" if _vouched(bodies) else "unverified",
    }
    score = [_json(line) for line in rules.score(board)]
    for line in score:
        line["parts"] = [{"text": text, "points": points} for text, points in line["parts"]]
        line |= {"penalty": 0, "total": line["points"]}
    at = [_json(b.at) for b in (opened, last)]
    summary = {
        "id": id, "ruleset": opened.ruleset, "version": opened.version, "title": _json(rules.about.title),
        "status": status, "seq": len(bodies), "opened_at": at[0], "at": at[1], "to_act": standing["to_act"],
        "seats": [{"id": s.id, "role": s.role, "name": {"en": s.name.en, "fr": s.name.fr}} for s in setting.seat_specs],
        "outcome": standing["outcome"], "irregularities": [], "open_claims": [], "tags": list(opened.tags), "chance": opened.chance, "undo": opened.undo,
        "catalog": opened.catalog, "public": opened.public, "lineage": None, "campaign": opened.campaign or None, "scenario": opened.scenario or None,
        "placeholders": sum(setting.catalog.origin(p) == "placeholder" for p, _ in leaves(setting.catalog.values)),
    }  # fmt: skip
    counts = {
        "records": len(bodies),
        "actions": sum(isinstance(b, ActionTaken) for b in bodies),
        "retractions": sum(isinstance(b, ActionsRetracted) for b in bodies),
        "rolls": sum(len(getattr(b, "rolls", ())) for b in bodies),
    }
    found = {f"ruleset:{opened.ruleset}", f"status:{status}", f"seats:{len(setting.seats)}", *(f"tag:{t}" for t in opened.tags)}
    found |= {"official", f"owner:{opened.owner or opened.actor}"}
    words = _words(" ".join([id, opened.campaign, opened.ruleset, rules.about.title.en, rules.about.title.fr, *opened.tags]))
    found |= {f"word:{word}" for word in words}
    keys["words"] |= words
    for name in found:
        keys.setdefault(f"found:{name}", []).append(id)
    for name, value in (("order", rows[-1][0]), ("opened", _micros(opened.at)), ("updated", _micros(last.at))):
        keys[name].append((id, float(value)))
    for name in ("counts", f"counts:{opened.ruleset}"):
        for kind, count in counts.items():
            keys.setdefault(name, {})[kind] = keys.get(name, {}).get(kind, 0) + count
    boards = {f"board:{a}": {**standing, "board": _json(rules.view(board, a))} for a in ("public", "arbiter", *setting.seats)}
    keys[f"game:{id}"] = {
        "seq": len(bodies), "order": rows[-1][0], "ruleset": opened.ruleset, "found": sorted(found), **counts,
        "summary": summary, "score": {**standing, "score": score, "penalties": []}, **boards,
    }  # fmt: skip


def _vouched(bodies: list[Any]) -> bool:
    """Whether a fingerprint was taken of this position, or of one that grew from it."""
    force = sorted(_in_force(bodies))
    return any(
        getattr(body, "board", "") and sorted(_in_force(bodies[:seq]))[: len(force)] == force
        for seq, body in enumerate(bodies, 1)
        if seq >= (force[-1] if force else 0)
    )


def _json(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def _in_force(bodies: list[Any]) -> set[int]:
    """The seqs of the actions in force, from a list that is cut and put back."""
    line: list[int] = []
    taken: dict[int, list[int]] = {}
    for seq, body in enumerate(bodies, 1):
        if isinstance(body, ActionTaken):
            line = [*line, seq]
        elif isinstance(body, ActionsRetracted):
            taken[seq] = line
            line = [s for s in line if s < body.from_seq]
        elif isinstance(body, ActionsRestored):
            line = taken[body.retraction]
    return set(line)


def _words(text: str) -> set[str]:
    flat = unicodedata.normalize("NFKD", text.casefold())
    return set(re.findall(r"[a-z0-9]+", "".join(c for c in flat if not unicodedata.combining(c))))


def _micros(at: Any) -> int:
    return round(at.timestamp() * 1_000_000)


def dump(redis: Any) -> dict[str, Any]:
    """Every key of the live epoch but its log, without the prefix, with exactly what it holds."""
    start = prefix(redis.get(LIVE).decode())
    found: dict[str, Any] = {}
    for key in redis.scan_iter(match=start + "*", count=1000):
        name = key.decode().removeprefix(start)
        if name != "log":
            found[name] = _value(redis, key)
    return found


def _value(redis: Any, key: bytes) -> Any:
    kind = redis.type(key)
    if kind == b"hash":
        return redis.hgetall(key)
    if kind == b"set":
        return sorted(redis.smembers(key))
    return [(id, score) for id, score in redis.zrange(key, 0, -1, withscores=True)]


def readable(found: dict[str, Any]) -> dict[str, Any]:
    """A dump as `expected` writes it: decoded, JSON parsed."""
    return {name: _readable(value, name.startswith("found:")) for name, value in found.items()}


def _readable(value: Any, ids: bool) -> Any:
    if isinstance(value, dict):
        return {k.decode(): v.decode() if k == b"ruleset" else json.loads(v) for k, v in value.items()}
    if ids:
        return [id.decode() for id in value]
    return [(member.decode(), score) for member, score in value]
