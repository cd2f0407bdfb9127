"""The expected content of Redis, computed in a slow and simple way: every game is folded from its
list of records. Only the rules and the names of fields are shared with the follower."""

import json
import re
import unicodedata
from hashlib import sha256
from itertools import pairwise
from typing import Any

import msgspec

from domain.game.aggregate.game import setting_of
from domain.game.aggregate.proceedings import closing_needs_text
from domain.game.clerk.clerk import Clerk
from domain.game.record.records import (
    ActionTaken,
    GameClosed,
    ListingChanged,
    Penalty,
    PositionSigned,
    RetractionAsked,
    SeatTaken,
)
from domain.kernel.stored import StoredRecord
from domain.kernel.text import same
from domain.titles.contract.catalogs.catalog import leaves
from projections.store.keys import LIVE, Sealer, mend_key, prefix
from tests.builders.stores import VIEWS_KEY
from tests.domain.game.clerk.table_model import Model


def expected(clerk: Clerk, *, boards: bool = False) -> dict[str, Any]:
    """Every expected key of an epoch, without its prefix, with its value. With `boards` there is
    also `boards:<id>`: a game's boards, which Redis has only if somebody asked for them or wrote to
    the game after the views were built."""
    games: dict[str, list[tuple[int, StoredRecord]]] = {}
    for row in clerk.recorder.select_notifications(None, 10**9):
        if row.topic in ("CampaignOpened", "ScenarioOpened", "CampaignClosed"):
            continue
        stored = StoredRecord(str(row.originator_id), row.originator_version, row.topic, row.state)
        games.setdefault(stored.stream, []).append((row.id, stored))
    keys: dict[str, Any] = {"order": [], "opened": [], "updated": [], "words": set(), "counted": {}}
    for id, rows in games.items():
        _game(keys, id, rows, clerk)
    for name in ("order", "opened", "updated"):
        keys[name] = sorted(keys[name], key=lambda pair: (pair[1], pair[0]))
    keys["words"] = [(word, 0.0) for word in sorted(keys["words"])]
    for name, value in keys.items():
        if name.startswith("found:"):
            keys[name] = sorted(value)
        elif name.startswith("sums:"):  # of what adds up to nothing nothing is kept
            keys[name] = {field: n for field, n in value.items() if n}
    return {name: value for name, value in keys.items() if boards or not name.startswith("boards:")}


def _game(
    keys: dict[str, Any], id: str, rows: list[tuple[int, StoredRecord]], clerk: Clerk
) -> None:
    bodies = [stored.body for _, stored in rows]
    opened, last = bodies[0], bodies[-1]
    rules, setting = setting_of(opened, clerk.game_repository.catalog(opened.catalog))
    model = Model(opened, rules, setting)
    for body in bodies[1:]:
        model.take(body)
    listing = next((b for b in reversed(bodies) if isinstance(b, ListingChanged)), opened)
    board, named = model.board(model.seq), model.outcome()
    added = [(seq, b.remedy) for seq, b in model.rulings().items() if isinstance(b.remedy, Penalty)]
    outcome = named or _by_the_rules(
        model, board, [penalty for _, penalty in added if penalty.ranks]
    )
    closed = isinstance(last, GameClosed)
    status = "closed" if closed else "ended" if outcome else "open"
    irregular, claims = model.irregular(), model.open_claims()
    standing = {
        "game": id,
        "seq": len(bodies),
        "ruleset": opened.ruleset,
        "status": status,
        "to_act": [] if closed or named else list(rules.to_act(board)),
        "outcome": _json(outcome),
        "irregularities": irregular,
        "fidelity": "exact"
        if any(getattr(body, "board", "") for body in model.bodies)
        else "unverified",
    }
    penalties = [
        {"ruling": seq, "seat": penalty.seat, "points": penalty.points} for seq, penalty in added
    ]
    score = [_json(line) for line in rules.score(board)]
    for line in score:
        line["parts"] = [{"text": text, "points": points} for text, points in line["parts"]]
        penalty = sum(
            _points_added(model, board, penalty)
            for _, penalty in added
            if penalty.seat == line["seat"]
        )
        line |= {"penalty": penalty, "total": line["points"] + penalty}
    at = [_json(b.at) for b in (opened, last)]
    typed = opened.name if listing.name is None else listing.name
    name = same(typed) if typed else rules.game_name(setting.catalog)
    summary = {
        "id": id, "ruleset": opened.ruleset, "version": opened.version, "title": _json(rules.about.title),
        "name": _json(name),
        "status": status, "seq": len(bodies), "opened_at": at[0], "at": at[1], "to_act": standing["to_act"],
        "turn_since": _turn_since(model, standing["to_act"]), "open_requests": _requests(model), "signed": _signed(model, status),
        "seats": [{"id": s.id, "role": s.role, "name": {"en": s.name.en, "fr": s.name.fr}} for s in setting.seat_specs],
        "outcome": standing["outcome"], "irregularities": irregular,
        "score": [{name: line[name] for name in ("seat", "total", "penalty")} for line in score],
        "waits": _json(closing_needs_text(status, claims, opened)),
        "open_claims": claims, "tags": list(listing.tags),
        "time_control": None, "clocks": None,
        "chance": opened.chance, "undo": opened.undo, "lineage": _json(opened.lineage), "public": listing.public,
        "seals": opened.seals != (), "catalog": opened.catalog,
        "campaign": opened.campaign or None, "scenario": opened.scenario or None,
        "placeholders": sum(setting.catalog.origin(p) == "placeholder" for p, _ in leaves(setting.catalog.values)),
    }  # fmt: skip
    sets = {
        f"ruleset:{opened.ruleset}",
        f"status:{status}",
        f"seats:{len(setting.seats)}",
        *(f"tag:{t.casefold()}" for t in listing.tags),
        *(["public"] if listing.public else []),
    }
    group = f"{opened.ruleset}:{_group(opened, name)}"
    sets |= {
        f"owner:{opened.owner or opened.actor}",
        f"group:{group.partition(':')[2]}",
        *(f"player:{b.player}" for b in bodies if isinstance(b, SeatTaken)),
    }
    sets |= {"branch", f"branch-of:{opened.lineage.game}"} if opened.lineage else {"official"}
    sets |= {name for name, there in (("irregular", irregular), ("claim:open", claims)) if there}
    words = _words(
        " ".join(
            [
                id,
                opened.campaign,
                opened.ruleset,
                rules.about.title.en,
                rules.about.title.fr,
                name.en,
                name.fr,
                *listing.tags,
            ]
        )
    )
    sets |= {f"word:{word}" for word in words}
    keys["words"] |= words
    for name in sets:
        keys.setdefault(f"found:{name}", []).append(id)
    for name, value in (
        ("order", rows[-1][0]),
        ("opened", _micros(opened.at)),
        ("updated", _micros(last.at)),
    ):
        keys[name].append((id, float(value)))
    if opened.tournament:
        keys.setdefault(f"found:tournament:{opened.tournament}", []).append(id)
    boards = {
        f"board:{a}": {**standing, "board": _json(rules.view(board, a))}
        for a in ("public", "arbiter", *setting.seats)
    }
    keys[f"game:{id}"] = {
        "seq": len(bodies), "order": rows[-1][0], "found": sorted(sets), "summary": summary,
    }  # fmt: skip
    shown = {"score": {**standing, "score": score, "penalties": penalties}, **boards}
    keys[f"boards:{id}"] = shown
    if status != "open" and not opened.lineage:
        keys[f"game:{id}"]["tally"] = [
            id,
            *_tally(bodies, model, outcome, summary["score"], irregular),
            summary["name"],
            _sheet(opened),
        ]
    if not opened.lineage:
        scopes = {scope for scope in sets if re.match("official$|public$|owner:", scope)}
        parts = _counted(keys[f"game:{id}"].get("tally"))
        keys["counted"][id] = [sorted(scopes), group, parts]
        for scope in scopes:
            named = {f"{group}{part}": counts for part, counts in parts.items()}
            for part, counts in (("", {group: 1}), *named.items()):
                sums = keys.setdefault(f"sums:{scope}:{part}", {})
                for field, n in counts.items():
                    sums[field] = sums.get(field, 0) + n


def _counted(tally: list[Any] | None) -> dict[str, dict[str, int]]:
    """The numbers that a game adds to the sums of its group, by part and by field, from its stored
    tally; {} for None."""
    if tally is None:
        return {}
    seconds, ending, actions, gone, turns, rulings, claims, irregular, begun, seats = tally[3:13]
    name, sheet = tally[13:]
    counts = {
        f"called:{msgspec.json.encode([name['en'], name['fr'], sheet]).decode()}": 1, f"ending:{ending}": 1,
        "care:actions": actions, "care:gone": gone, "care:claims": claims, "care:rulings": rulings,
        "care:with-undo": int(gone > 0), "care:irregular": int(irregular > 0),
        "care:claimed": int(claims > 0), "care:ruled": int(rulings > 0),
    }  # fmt: skip
    for what, length in (
        ("actions", actions - gone),
        ("turns", turns),
        ("minutes", -(seconds // -60)),
    ):
        if ending:
            counts[f"{what}:{int(str(length)[:3].ljust(len(str(length)), '0'))}"] = 1
    winners = [seat[1] for seat in seats if seat[4]]
    for at, (seat, acted, _, _, won, points, _, _, _, pace) in enumerate(seats):
        for n, took in enumerate(pace):
            counts[f"pace:{n}"] = counts.get(f"pace:{n}", 0) + took
        if ending:
            how = ("won" if len(winners) == 1 else "shared") if won else "lost"
            counts[f"seat:{seat}:{acted}:{at}:{how}:{int(points is not None)}"] = 1
            counts[f"points:{seat}:{acted}"] = round((points or 0) * 100)
    parts = {"": {field: n for field, n in counts.items() if n}}
    for n, (move, by) in enumerate(begun):
        before = [move for move, _ in begun[:n]]
        if sum(after != move for move, after in pairwise(before)) + bool(n) < 3:
            how = "won" if by in winners else "lost" if ending else ""
            parts[f":{','.join(before)}"] = {f"{by}:{how}:{move}": 1}
    return parts


def _sheet(opened: Any) -> str:
    return opened.catalog if opened.ruleset == "score-sheet" else ""


def _group(opened: Any, name: Any) -> str:
    en, fr = (re.sub(r"\s+", " ", text.casefold()).strip() for text in (name.en, name.fr))
    return sha256(f"{opened.ruleset}\n{_sheet(opened)}\n{en}\n{fr}".encode()).hexdigest()[:12]


def _points_added(model: Model, board: Any, penalty: Penalty) -> int:
    """The points that a penalty adds to its seat's total. Where the fewest points win, a ranking
    penalty adds instead of subtracting."""
    return -penalty.points if penalty.ranks and model.rules.lowest_wins(board) else penalty.points


def _by_the_rules(model: Model, board: Any, ranking: list[Penalty]) -> Any:
    outcome = model.rules.outcome(board)
    if not outcome or not ranking:
        return outcome
    added = {
        penalty.seat: sum(
            _points_added(model, board, other) for other in ranking if other.seat == penalty.seat
        )
        for penalty in ranking
    }
    return model.rules.ranking(board, added).outcome


def _turn_since(model: Model, acting: list[str]) -> Any:
    if not acting:
        return None
    lines = [position.line for position in model.positions]
    moved = [seq for seq in range(2, model.seq + 1) if lines[seq - 1] != lines[seq - 2]]
    alone = sum(spec.role == "player" for spec in model.setting.seat_specs) == 1
    there = set(acting)
    for looked, seq in enumerate(reversed(moved), 1):
        before = there & set(model.rules.to_act(model.board(seq - 1)))
        if alone or not before or looked == 24:
            return _json(model.body(seq).at)
        there = before
    return _json(model.body(1).at)


def _requests(model: Model) -> list[Any]:
    proposals = [
        (seq, body) for seq, body in enumerate(model.bodies, 1) if isinstance(body, RetractionAsked)
    ]
    waiting = [
        (seq, body) for seq, body in proposals if model.proposal(seq, model.bodies[-1].at) == "open"
    ]
    return [{"record": seq, "seat": body.seat, "until": _json(body.until)} for seq, body in waiting]


def _signed(model: Model, status: str) -> list[str]:
    since = max(model.now.line, default=1)
    signed = {
        b.seat for b in model.bodies[since:] if isinstance(b, PositionSigned) and b.about >= since
    }
    return sorted(signed) if status != "open" else []


def _tally(
    bodies: list[Any], model: Model, outcome: Any, score: list[Any], irregular: list[int]
) -> list[Any]:
    """The stored tally of a finished game: a list in the order of the tally's fields, without its
    id."""
    opened, line = bodies[0], set(model.now.line)
    actions = [(seq, body) for seq, body in enumerate(bodies, 1) if isinstance(body, ActionTaken)]
    stood = [
        (body.seat, (body.at - bodies[seq - 2].at).total_seconds(), body)
        for seq, body in actions
        if seq in line
    ]
    order = list(dict.fromkeys(seat for seat, _, _ in stood))
    turns: list[tuple[str, float]] = []
    for seat, seconds, _ in stood:
        if turns and turns[-1][0] == seat:
            turns[-1] = seat, turns[-1][1] + seconds
        else:
            turns.append((seat, seconds))
    last = actions[-1][1].at if actions else opened.at
    begun = []
    for seat, _, body in stood[:8]:
        fields = json.loads(msgspec.json.encode(body.action))
        kind = fields.pop("type")
        words = [
            v
            for v in fields.values()
            if isinstance(v, str) and re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,23}", v)
        ]
        begun.append([":".join([kind, *words[:1]]), order.index(seat) + 1])
    totals = {row["seat"]: row["total"] for row in score}
    sits: dict[str, str] = {seat.id: seat.player for seat in opened.seats}
    for body in bodies:
        if isinstance(body, SeatTaken):
            sits[body.seat] = body.player
    seats = []
    for seat_ in opened.seats:
        if seat_.role != "player":
            continue
        took = [seconds for seat, seconds in turns if seat == seat_.id]
        bounds = [5, 10, 20, 30, 60, 120, 300, 600]
        pace = [
            sum(low < s <= high for s in took)
            for low, high in zip([-1, *bounds], [*bounds, 1e9], strict=True)
        ]
        mine = [seq for seq, body in actions if body.seat == seat_.id]
        won = outcome is not None and seat_.id in outcome.winners
        better = sum(
            (other in outcome.winners, totals[other] if other not in outcome.winners else 0)
            > (won, totals[seat_.id] if not won else 0)
            for other in totals
        ) if outcome and seat_.id in totals else -1  # fmt: skip
        seats.append([
            seat_.id, order.index(seat_.id) + 1 if seat_.id in order else 0, sits[seat_.id], better + 1, won, totals.get(seat_.id),
            len(mine), sum(seq not in line for seq in mine), len(took), pace,
        ])  # fmt: skip
    kinds = [type(body).__name__ for body in bodies]
    return [
        opened.ruleset, _micros(last), round((last - opened.at).total_seconds()),
        outcome.code if outcome else "", len(actions), sum(seq not in line for seq, _ in actions), len(turns),
        kinds.count("RulingGiven"), kinds.count("ClaimFiled"), len(irregular), begun, seats,
    ]  # fmt: skip


def _json(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def _words(text: str) -> set[str]:
    flat = unicodedata.normalize("NFKD", text.casefold())
    return set(re.findall(r"[a-z0-9]+", "".join(c for c in flat if not unicodedata.combining(c))))


def _micros(at: Any) -> int:
    return round(at.timestamp() * 1_000_000)


PLAIN = {"seq", "order", "found"}


def dump(redis: Any, *, boards: bool = False) -> dict[str, Any]:
    """Every key of the live epoch but its log, without its prefix, with its unsealed value. With
    `boards` there are also boards and scores, named as in `expected`, those of closed games
    included."""
    epoch = redis.get(LIVE).decode()
    start, sealer = prefix(epoch), Sealer(VIEWS_KEY, epoch)
    entries: dict[str, Any] = {}
    for key in redis.scan_iter(match=start + "*", count=1000):
        name = key.decode().removeprefix(start)
        kind, _, game = name.partition(":")
        if name == "log":
            continue
        value = _value(redis, key)
        if kind in ("game", "closed"):
            value = _unsealed(value, game, sealer)
            shown = {
                field: value[field] for field in value if field.startswith((b"board:", b"score"))
            }
            value = {field: value[field] for field in value.keys() - shown}
            if boards and shown:
                entries[f"boards:{game}"] = shown
        if kind != "closed":
            entries[name] = value
    return entries


def ask_for_all(redis: Any) -> None:
    """Ask the follower to write the boards of every game in its next turn."""
    epoch = redis.get(LIVE).decode()
    start = prefix(epoch) + "game:"
    for key in redis.scan_iter(match=start + "*", count=1000):
        redis.sadd(mend_key(epoch), key.decode().removeprefix(start))


def _unsealed(fields: dict[bytes, bytes], game: str, sealer: Sealer) -> dict[bytes, bytes]:
    """A game's fields with their values unsealed, and with the boards that equal the public one
    filled in. `PLAIN` fields are not sealed."""
    seq = int(fields[b"seq"])
    opened = {
        k: v if k.decode() in PLAIN else sealer.open(v, game, k.decode(), seq)
        for k, v in fields.items()
    }
    opened |= {
        name.encode(): opened[b"board:public"] for name in json.loads(opened.pop(b"alike", b"[]"))
    }
    if b"sets" in opened:
        assert opened.pop(b"sets") == opened[b"found"]
    return opened


def _value(redis: Any, key: bytes) -> Any:
    kind = redis.type(key)
    if kind == b"hash":
        return redis.hgetall(key)
    if kind == b"set":
        return sorted(redis.smembers(key))
    return [(id, score) for id, score in redis.zrange(key, 0, -1, withscores=True)]


def readable(entry: dict[str, Any]) -> dict[str, Any]:
    """A dump in the form that `expected` has: decoded, with JSON parsed."""
    return {name: _readable(value, name.startswith("found:")) for name, value in entry.items()}


def _readable(value: Any, ids: bool) -> Any:
    if isinstance(value, dict):
        return {k.decode(): json.loads(v) for k, v in value.items()}
    if ids:
        return [id.decode() for id in value]
    return [(member.decode(), score) for member, score in value]
