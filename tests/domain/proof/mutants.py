"""Bundles on which both verifiers must agree: games of every kind, changed byte by byte, or changed
record by record and then logged, signed and cosigned anew by somebody who has every key. The suite
tries a few hundred of each (`test_second.py`)."""

import json
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import Any

from domain.proof.bundle.countersigns import countersign_message
from domain.proof.bundle.lines import Disclosure
from domain.proof.log.notes import SignerKey
from domain.proof.spelling import base64_of
from tests.builders.world import Record, World, audit, policy
from tests.domain.proof.events import WithGames, every_kind, played, with_beacons, with_parts
from tests.domain.proof.fuzz import changed, sealed_game
from tests.domain.proof.games import RecordedTable, small_game, stored
from tests.domain.proof.second.course import Resolution
from tests.domain.proof.second.spelling import Rejected

GAME = "g1"
"""The id of every game, so that a record moved from one game to another fits there."""

CATALOG = "{}"
HASH = sha256(CATALOG.encode()).hexdigest()


def games() -> list[list[Record]]:
    ruled = RecordedTable().open(()).act("2d6", "1d6").act("1of5").annul(2)
    ruled.act_with(ruled.roll(again=1), ruled.roll(again=2)).act()
    ruled.add("ActionsRetracted", seat="blue", from_seq=5, actions=[5, 6]).add(
        "ActionsRestored", seat="blue", retraction=7
    )
    ruled.annul(5).add("RulingOverturned", ruling=9, rule="1", code="x").act_with(
        ruled.roll(again=3)
    )
    ruled.add("RulingGiven", remedy={"type": "correct", "facts": []}, rule="1", code="x").act(
        "2d6"
    ).close()
    table = (
        RecordedTable(chance="table")
        .open(("1d6",), catalog=HASH)
        .act("1d6")
        .act()
        .add("SeatTaken", seat="blue", player="p1", name=_words("Ada").commitment)
    )
    table.add("ClaimFiled", seat="blue", about=2, text=_words("no").commitment)
    table.add(
        "RulingGiven",
        remedy={"type": "penalty", "seat": "red", "points": -1},
        rule="1",
        code="x",
        claim=5,
        about=2,
    )
    table.add("RetractionAsked", seat="blue", from_seq=3, affected=["red"])
    table.add("RetractionAnswered", asked=7, seat="red", answer="agree")
    table.add(
        "ActionsRetracted", seat="blue", from_seq=3, actions=[3], asked=7, agreed=["red"]
    ).close()
    signed = RecordedTable().open(("2of9",), undo="none").act("12d70000")
    signed.add("NoteAdded", text=_words("a note").commitment, about=2).add(
        "SeatLeft", seat="blue", player="p1"
    )
    world, key = World(), SignerKey("x", b"s" * 32)
    world.play(GAME, signed.records)
    made = key.sign(countersign_message(GAME, 2, world.nodes[0, 1], "blue"))
    signed.add(
        "PositionSigned",
        seat="blue",
        about=2,
        public=base64_of(key.verifier.public),
        signature=base64_of(made),
    ).close()
    branch = (
        RecordedTable(chance="table").open((), lineage={"game": "g0", "seq": 3}).act("1d6").close()
    )
    series = [
        stored("CampaignOpened"),
        stored("ScenarioOpened", number=1, game="g7"),
        stored("CampaignClosed"),
    ]
    alone = [
        small_game(),
        ruled.records,
        table.records,
        signed.records,
        branch.records,
        sealed_game(GAME),
        series,
    ]
    return [
        *alone,
        every_kind().records,
        played().close().records,
        with_parts().close().records,
        with_beacons().close().records,
    ]


def _words(text: str) -> Disclosure:
    salt = "5a" * 16
    return Disclosure(sha256(f"greffe/text@v1\n{salt}\n{text}".encode()).hexdigest(), salt, text)


WORDS = tuple(map(_words, ("Ada", "no", "a note")))


def bundle(records: Sequence[Record]) -> bytes:
    world = World().play(GAME, records)
    whole = b"".join(data for _, data in records)
    return world.bundle(
        GAME,
        disclosures=[disclosure for disclosure in WORDS if disclosure.commitment.encode() in whole],
        catalog=CATALOG if HASH.encode() in whole else None,
    )


# -- byte by byte ----------------------------------------------------------------------------------


def bytewise(times: int, seed: int) -> Counter[str]:
    """Change random bytes of bundles; each bundle must then fail. Returns how often each verdict
    came, after checking that both verifiers agree on each bundle."""
    rng, by, counts = Random(seed), policy(), Counter[str]()
    good = [bundle(records) for records in games()]
    for _ in range(times):
        data = changed(rng, rng.choice(good), good)
        report = audit(data, by, second=True)
        assert report.verdict == "failed" or data in good, "a changed bundle passes"
        assert all("\n".join(report.text(lang)).encode() for lang in ("en", "fr"))
        counts[report.verdict] += 1
    return counts


# -- record by record ------------------------------------------------------------------------------

ODD: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        1,
        2,
        3,
        5,
        -1,
        7,
        2**70,
        1.5,
        "",
        "x",
        "blue",
        "red",
        "wolf",
        "\ud800",
        "é",
        "stands",
        "reroll",
    ),
    *(
        "seat",
        "service",
        "arbiter",
        "none",
        "sealed",
        "table",
        "2d6",
        "1d6",
        "0d6",
        "2of9",
        "0" * 64,
        "ab" * 32,
        "player",
    ),
    *(
        "annul",
        "correct",
        "2026-01-01T12:00:00Z",
        "2025-12-31T12:00:00Z",
        "2027-06-01T00:00:00+02:00",
        [],
        [[]],
        [0],
        [2],
        [2, 3],
    ),
    *(
        [None],
        {},
        {"type": []},
        {"type": "stands"},
        {"type": "annul", "from_seq": 2, "rolls": "stands"},
        {"type": "bid"},
    ),
    *(
        "report",
        "adjourned",
        4,
        [{"code": "x", "level": 3}],
        [{"level": 5}],
        {"table": 1, "entries": []},
        {"seq": 2, "results": []},
    ),
)

FIELDS = (
    *(
        "type",
        "at",
        "salt",
        "rolls",
        "lineage",
        "seats",
        "chance",
        "commitment",
        "seals",
        "undo",
        "seat",
        "by",
        "value",
        "slot",
    ),
    *(
        "seal",
        "opens",
        "action",
        "remedy",
        "ruling",
        "about",
        "claim",
        "asked",
        "actions",
        "agreed",
        "from_seq",
        "retraction",
    ),
    *(
        "public",
        "signature",
        "seed",
        "text",
        "reason",
        "name",
        "catalog",
        "number",
        "of",
        "picks",
        "values",
        "spec",
        "x",
    ),
    *(
        "departures",
        "basis",
        "stage",
        "round",
        "attempt",
        "pairing",
        "tables",
        "byes",
        "entrants",
        "result",
        "record",
        "effect",
    ),
    *(
        "table",
        "game",
        "seq",
        "derivation",
        "digest",
        "leaf",
        "penalty",
        "protest",
        "entrant",
        "kind",
        "entries",
    ),
)


def odd_value(rng: Random, value: Any) -> Any:
    if isinstance(value, dict) and value and rng.random() < 0.85:
        name = rng.choice(list(value))
        return {**value, name: odd_value(rng, value[name])}
    if isinstance(value, list) and value and rng.random() < 0.7:
        at = rng.randrange(len(value))
        choice = rng.choice(([], [value[at]], [value[at], value[at]]))
        return (
            [*value[:at], *choice, *value[at + 1 :]]
            if rng.random() < 0.4
            else [*value[:at], odd_value(rng, value[at]), *value[at + 1 :]]
        )
    if isinstance(value, int) and rng.random() < 0.6:
        return value + rng.choice((-2, -1, 1, 2))
    return rng.choice(ODD)


def _change_field(rng: Random, records: list[Record], at: int) -> None:
    topic, data = records[at]
    body = json.loads(data)
    match rng.randrange(6):
        case 0 if body:
            del body[rng.choice(list(body))]
        case 1:
            body[rng.choice(FIELDS)] = rng.choice(ODD)
        case 2:
            body |= dict([rng.choice(list(json.loads(rng.choice(records)[1]).items()))])
        case _:
            name = rng.choice(
                [name for name in body if name not in ("at", "salt", "type")] or ["x"]
            )
            body[name] = odd_value(rng, body.get(name))
    records[at] = topic, json.dumps(body, separators=(",", ":")).encode()


def _change_records(rng: Random, records: list[Record], others: Sequence[Record]) -> None:
    at, to = rng.randrange(len(records)), rng.randrange(len(records))
    match rng.randrange(6):
        case 0 if len(records) > 1:
            del records[at]
        case 1:
            records[at], records[to] = records[to], records[at]
        case 2:
            records.insert(to, records[at])
        case 3:
            records.insert(to, rng.choice(others))
        case 4:
            records[at] = rng.choice(others)
        case _:
            del records[max(1, at) :]


def _change_text(rng: Random, records: list[Record], at: int) -> None:
    topic, data = records[at]
    pairs = (
        (b":", b": "),
        (b'"blue"', b'"\\u0062lue"'),
        (b"{", b'{"x":{"a":1,"a":1},'),
        (b"}", b"} "),
        (b"{", b" {"),
        (b"true", b"1"),
        (b"[", b"[ "),
        (b'"type"', b'"typ\\u0065"'),
    )
    pairs += (
        (b"1", b"1.0"),
        (b"2", b"2e0"),
        (b":", b':NaN,"y":'),
        (b'"salt"', b'"s\\tlt"'),
        (b"0", b"00"),
        (b"}", b""),
        (b"rolls", b"roll"),
    )
    old, new = rng.choice(pairs)
    places = [i for i in range(len(data)) if data.startswith(old, i)]
    if places:
        i = rng.choice(places)
        data = data[:i] + new + data[i + len(old) :]
    records[at] = (rng.choice(records)[0] if rng.random() < 0.1 else topic), data


def resigned(times: int, seed: int) -> Counter[str]:
    """Change one to three records of games, and log, sign and cosign each game anew. Returns how
    often each verdict came, after checking that both verifiers agree on each game."""
    rng, counts, all = Random(seed), Counter[str](), games()
    others = [record for records in all for record in records]
    for _ in range(times):
        records = list(rng.choice(all))
        for _ in range(rng.choice((1, 1, 2, 3))):
            at = rng.randrange(len(records))
            match rng.randrange(8):
                case 0 | 1:
                    _change_records(rng, records, others)
                case 2:
                    _change_text(rng, records, at)
                case _:
                    try:
                        _change_field(rng, records, at)
                    except (ValueError, IndexError):  # its JSON was broken by a change before
                        continue
        try:
            data = bundle(records)
        except UnicodeDecodeError:
            continue
        counts[audit(data).verdict] += 1
    return counts


def with_games(times: int, seed: int) -> Counter[str]:
    """In files of a tournament and its games, change one or two records of the tournament or of one
    game. Returns how often each verdict came, after checking that both verifiers agree on each
    file."""
    rng, counts = Random(seed), Counter[str]()
    for _ in range(times):
        file = WithGames()
        all = {"g1": file.event().records, **file.games}
        records = all[rng.choice(list(all))]
        others = [record for records in all.values() for record in records]
        for _ in range(rng.choice((1, 1, 2))):
            try:
                change = rng.choice((_change_text, _change_field, _change_field, _change_field))
                if rng.random() < 0.2:
                    _change_records(rng, records, others)
                else:
                    change(rng, records, rng.randrange(len(records)))
            except (ValueError, IndexError):  # its JSON was broken by a change before
                continue
        world = World()
        for game, changed_or_not in all.items():
            world.play(game, changed_or_not)
        order = (
            ["g7", "g8"]
            if rng.random() < 0.9
            else rng.choice((["g7"], ["g8"], ["g8", "g7"], ["g7", "g7", "g8"]))
        )
        try:
            data = b"".join(map(world.bundle, ("g1", *order)))
        except UnicodeDecodeError:
            continue
        counts[audit(data, second=True).verdict] += 1
    return counts


# -- disputes --------------------------------------------------------------------------------------


def disputed(times: int, seed: int) -> Counter[str]:
    """Games in which nearly everything is undone, annulled, restored, overturned and rolled again,
    mostly as the rules allow. Returns how often each verdict came, after checking that both
    verifiers agree on each game."""
    rng, counts = Random(seed), Counter[str]()
    for _ in range(times):
        counts[audit(bundle(_dispute(rng)), second=True).verdict] += 1
    return counts


def _dispute(rng: Random) -> list[Record]:
    table = RecordedTable(chance=rng.choice(("sealed", "table"))).open(rng.choice(((), ("2d6",))))
    course = Resolution(
        lambda step: [roll.get("of", 0) or roll["number"] for roll in rolled.get(step, [])]
    )
    rolled: dict[int, list[dict[str, Any]]] = {}
    mistaken, wrong = rng.random() < 0.5, 0.05
    for seq in range(2, rng.randrange(5, 22)):
        line, odd = course.line(course.tip), mistaken and rng.random() < wrong
        at = rng.randrange(1, seq + 2) if odd or not line else rng.choice(line)
        rulings = list(course.rests) or [at]
        try:
            match rng.randrange(9):
                case 0 | 1 if line:
                    kind = rng.choice(("stands", "stands", "reroll"))
                    table.annul(at, kind)
                    course.rule(seq, "annul", at, kind == "stands")
                case 2 if line:
                    actions = (
                        course.line(course.tip)[: line.index(at) + 1][::-1] if at in line else [at]
                    )
                    table.add("ActionsRetracted", seat="blue", from_seq=at, actions=actions)
                    course.retract(seq, at, actions)
                case 3 if course.undone or odd:
                    at = course.undone[-1][0] if course.undone and not odd else at
                    table.add("ActionsRestored", seat="blue", retraction=at)
                    course.restore(at)
                case 4 if course.rests or odd:
                    at = at if odd else rng.choice(rulings)
                    table.add("RulingOverturned", ruling=at, rule="1", code="x")
                    course.overturn(seq, at)
                case 5:
                    table.add(
                        "RulingGiven", remedy={"type": "correct", "facts": []}, rule="1", code="x"
                    )
                    course.rule(seq, "correct", 0, False)
                case _:
                    course.step(seq)
                    rolled[seq] = []
                    table.act_with(
                        *(
                            _roll(rng, table, course, seq, rolled[seq], odd=odd)
                            for _ in range(rng.randrange(4))
                        )
                    )
        except Rejected:
            break
    return table.records if rng.random() < 0.2 else table.close().records


def _roll(
    rng: Random,
    table: RecordedTable,
    course: Resolution,
    seq: int,
    here: list[dict[str, Any]],
    *,
    odd: bool,
) -> dict[str, Any]:
    spec, standing = rng.choice(("1d6", "1d6", "2d6", "2of5", "3of3")), course.standing()
    due = [n for n in standing if table.rolls[n - 1]["spec"] == spec]
    if odd and table.rolls:
        due = rng.choice(([], [rng.randrange(1, len(table.rolls) + 1)]))
    roll = table.roll(spec, again=due[0]) if due else table.roll(spec)
    if due:
        course.repeat(seq, due[0])
    here.append(roll)
    return roll
