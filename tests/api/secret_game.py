"""One run of a game in which one seat has a secret: its actions, and all answers that others
get."""

import gzip
import hashlib
import re
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import msgspec
from flask import Flask
from werkzeug.test import TestResponse

from domain.game.clerk.clerk import Clerk
from domain.game.record.records import ValueSealed
from tests.amount import spread
from tests.api.secret_probes import READ, TO_NOBODY, Probe
from tests.api.secret_titles import SecretTitle
from tests.builders import table as table_helpers
from tests.builders.api.client import Caller
from tests.builders.api.disputes import GROUNDS, Dispute
from tests.domain.game.seals.sealers import Device

KEY_OF_NOBODY = b64encode(b"\x58" + b"\x66" * 31).decode()
"""The base point of Ed25519: a valid public key whose private key we do not have."""

AnswersByLabel = dict[str, str]


class World:
    def __init__(self, app: Flask, clerk: Clerk, secret_title: SecretTitle, **fields: Any) -> None:
        self.app, self.clerk, self.kept = app, clerk, secret_title
        opening = {
            "ruleset": secret_title.ruleset,
            "public": True,
            **secret_title.opening,
            **fields,
        }
        self.table = Dispute(app, clerk, **opening)
        self.branches: list[str] = []
        self.campaign = "000000000000"
        self.owner = secret_title.play_up_to_secret(self.table)
        self.before = self.table.seq
        self.others = [seat for seat in self.table.now.setting.seats if seat != self.owner]

    # -- what is done in it ------------------------------------------------------------------------

    def act(self, secret: int, seat: str = "") -> int:
        seat = seat or self.owner
        return int(
            self.table.done(
                seat, "/actions", {"seat": seat, "action": self.kept.action(self.table, secret)}
            )["seq"]
        )

    def seal(self, secret: int, seat: str = "") -> None:
        seat = seat or self.owner
        slot = self.table.read(seat, "/seals")["slot"]
        seal = Device(self.table.game, seat).seal(slot, self.kept.action(self.table, secret))
        self.table.done(seat, "/seals", {"seat": seat, "slot": slot, "seal": seal})

    def join_campaign(self) -> None:
        organiser, campaigns = self.table.organiser, "/api/v1/campaigns"
        body = {"ruleset": self.kept.ruleset, "players": len(self.table.now.setting.seats)}
        self.campaign = organiser.post(campaigns, body, Idempotency_Key="campaign").json["id"]
        opened = organiser.post(
            f"{campaigns}/{self.campaign}/scenarios", If_Match='"1"', Idempotency_Key="scenario"
        ).json
        self.table = self.table.branch({**opened, "id": opened["game"]})
        self.table.played = table_helpers.Table(self.clerk, game=self.table.game)
        self.owner, self.before = self.kept.play_up_to_secret(self.table), self.table.seq

    def ask(self) -> int:
        body = {"seat": self.owner, "ask": True, "reason": "Too much."}
        return int(self.table.done(self.owner, "/undo", body)["seq"])

    def answer(self, seq: int, seat: str, *, agree: bool) -> None:
        self.table.done(seat, f"/undo/{seq}/answer", {"seat": seat, "agree": agree})

    def operation(self, secret: int) -> dict[str, Any]:
        return {"op": "replace", "path": self.kept.path(self.owner), "value": secret}

    def let_stand(self, seat: str, forbidden: int, instead: int) -> None:
        self.table.rule(
            {
                "type": "let-stand",
                "seat": seat,
                "action": self.kept.action(self.table, forbidden),
                "facts": [self.kept.fact(self.table, seat, instead)],
            }
        )

    def grow(self, parent: Dispute, name: str) -> Dispute:
        answer = parent.grow(name, {}, f"branch-{len(self.branches)}")
        assert answer.status_code == 201, answer.json
        self.branches.append(answer.json["id"])
        return parent.branch(answer.json)

    # -- what is told of it ------------------------------------------------------------------------

    def told(self, *, briefly: bool = False, by_nobody: bool = False) -> AnswersByLabel:
        """All answers to everybody who may not know the secret, as text by label. `briefly`: only
        the reads of one of them. `by_nobody`: for a sealed secret, instead the answers to the
        operator, the arbiter and the secret's own seat. Digests and seals are replaced by the
        name of their record."""
        digests: dict[str, str] = {}
        sealed: dict[str, str] = {}
        for game in (self.table.game, *self.branches):
            for stored in self.clerk.load(game).records():
                digests[hashlib.sha256(stored.state).hexdigest()] = (
                    f"<digest of record {game}/{stored.seq}>"
                )
                if isinstance(stored.body, ValueSealed):  # the request's digest is over the seal
                    sealed |= {
                        stored.body.seal: f"<seal of record {game}/{stored.seq}>",
                        stored.body.request: "<request>",
                    }
        texts = {}
        answers = self._to_all() if by_nobody else self._answers(briefly)
        for label, answer, hashes in answers:
            assert label not in texts, label
            zipped = answer.headers.get("Content-Encoding") == "gzip"
            body = gzip.decompress(answer.data) if zipped else answer.data  # a PNG, too
            headers = re.sub(
                r"Expires=[^;]+|Content-Length: .*",  # by another clock; of what is zipped
                "",
                "\n".join(f"{name}: {value}" for name, value in answer.headers),
            )
            text = f"{answer.status}\n{headers}\n\n{body.decode(errors='backslashreplace')}"
            text = re.sub(r"[0-9a-f]{64}", lambda hit: digests.get(hit[0], hit[0]), text)
            for hashed, name in sealed.items():
                text = text.replace(hashed, name)
            if sealed:  # the seal stands in that part of a page
                text = re.sub(r"\bseals-[\w-]{8}", "seals-<hash>", text)
            texts[label] = re.sub(r"[A-Za-z0-9+/]{40,}={0,2}", "<hash>", text) if hashes else text
            answer.close()
        return texts

    def _everybody(self) -> Iterator[tuple[str, Caller, bool]]:
        table, other = self.table, self.others[0]
        yield "spectator", table.holder("spectator"), False
        yield other, table.holder(other), False
        yield "scribe", Caller(self.app, table.issue("seat", *self.others[::-1])["token"]), False
        yield "nobody", Caller(self.app, key=None), False
        yield "organiser", table.organiser, True

    def _to_all(self) -> Iterator[tuple[str, TestResponse, bool]]:
        """What the operator, the arbiter and the secret's own seat read of the game and of its last
        record: label, answer, and whether hashes in it are left out of the comparison."""
        self.before = self.table.seq
        everybody = {
            "operator": Caller(self.app),
            "arbiter": self.table.holder("arbiter"),
            "owner": self.table.holder(self.owner),
        }
        for name, caller in everybody.items():
            for rule, query in READ.items():
                if isinstance(query, Probe) and (
                    name == "arbiter" or (query.whole if name == "operator" else "/play" in rule)
                ):
                    for path in self._paths(rule, query._replace(queries=query.queries[:1]), False):
                        yield f"{name}: GET {path}", caller.get(path), query.hashes

    def _answers(self, briefly: bool) -> Iterator[tuple[str, TestResponse, bool]]:
        """All requests of those who may not know the secret: label, answer, and whether hashes in
        it are left out of the comparison."""
        other = self.others[0]
        for name, caller, key in list(self._everybody()):
            if not briefly or name == other:
                for rule, query in READ.items():
                    if isinstance(query, Probe) and _asks(name, rule):
                        for path in self._paths(rule, query, key):
                            yield f"{name}: GET {path}", caller.get(path), query.hashes
        for name in () if briefly else ("spectator", other):
            caller = self.table.holder(name)
            for n, (path, body, headers) in enumerate(self._writes(name)):
                yield f"{name}: POST {n} {path} {body}", caller.post(path, body, **headers), False
        for n, (path, form) in enumerate(() if briefly else self._forms(other)):
            caller = self.table.holder(other)
            yield (
                f"{other}: form {n} {path} {form}",
                caller.client.post(path, data=form, headers=caller.headers),
                False,
            )

    def _paths(self, rule: str, asked: Probe, key: bool) -> Iterator[str]:
        link = self.table.links["spectator"]["token" if rule.startswith("/seat") else "id"]
        named = {
            "game": self.table.game,
            "campaign": self.campaign,
            "link": link,
            "seat": self.others[0],
            "deed": "act",
        }
        seqs = self._seqs()
        paths = [
            _filled_in(rule, {**named, "seq": str(seq)})
            for seq in (seqs if "seq>" in rule else [0])
        ]
        audiences = ["public", *((self.owner,) if not key else ())] if asked.audience else []
        if asked.audience and rule.startswith("/api"):
            audiences += [self.others[0], *(("arbiter",) if not key else ())]
        for path in paths:
            for query in asked.queries:
                if key and ("{branch}" in query or rule.endswith("/branches")):
                    # organisers have the branches of their games, and what comes to light there
                    continue
                for filled in self._filled(query, seqs):
                    if not (key and asked.whole):
                        yield path + filled
                    for audience in audiences:
                        yield f"{path}{filled}{'&' if filled else '?'}audience={audience}"

    def _seqs(self) -> list[int]:
        """The seqs to read: the first record, the last before the secret, the secret's own, and in
        the full run all records since, else a third of them."""
        return sorted({1, self.before + 1, *spread(range(self.before, self.table.seq + 1), 3)})

    def _filled(self, query: str, seqs: list[int]) -> Iterator[str]:
        named = {"owner": self.owner, "other": self.others[0], "game": self.table.game}
        for branch in self.branches if "{branch}" in query else [""]:
            for seq in seqs if "{seq}" in query else [0]:
                yield query.format(seq=seq, branch=branch, **named)

    def _writes(self, name: str) -> Iterator[tuple[str, Any, dict[str, str]]]:
        """The writes that somebody tries: path, body and headers. Those that are recorded are
        recorded in both runs."""
        for n, (of, body) in enumerate(self._bodies(self.others[0])):
            if (
                name != "spectator" or n % 7 == 0
            ):  # who is refused for their role is always told the same
                headers = {"If_Match": f'"{self.table.seq}"', "Idempotency_Key": f"{name}-{n}"}
                yield self.table.path + of, body, headers
                if f'"{self.table.seq}"' != headers["If_Match"]:
                    yield self.table.path + of, body, headers  # it was recorded: once more
        yield (
            self.table.path + "/notes",
            {"text": "hm"},
            {"If_Match": '"1"', "Idempotency_Key": "stale"},
        )

    def _bodies(self, seat: str) -> Iterator[tuple[str, Any]]:
        newest, secret = self.table.seq, self.kept.secrets[0]
        actions = [{"type": "nothing"}]
        if self.table.read("", "/legal")["seats"]:
            actions += [
                self.kept.action(self.table, amount)
                for amount in (0, 1, *self.kept.secrets, *self.kept.forbidden)
            ]
        for action in actions:
            for who in (seat, self.owner):
                yield "/actions?dry_run=1", {"seat": who, "action": action}
        for amount in self.kept.forbidden:
            if len(actions) > 1:
                yield "/actions", {"seat": seat, "action": self.kept.action(self.table, amount)}
                yield (
                    "/actions?dry_run=1&at=1",
                    {"seat": seat, "action": self.kept.action(self.table, secret)},
                )
        for seq in self._seqs():
            for who in (seat, self.owner, "arbiter"):
                yield "/undo", {"seat": who, "from_seq": seq}
            yield f"/undo/{seq}/answer", {"seat": self.owner, "agree": True}
            yield "/branches", {"at": seq}
            yield f"/rulings/{seq}/overturn", GROUNDS
            yield "/claims", {"seat": seat, "about": seq, "text": "Is this right?"}
        yield "/undo", {"seat": seat, "ask": True}
        yield (
            "/undo",
            {
                "seat": seat,
                "from_seq": self.table.now.in_force()[-1] if self.table.now.in_force() else 1,
                "ask": True,
            },
        )
        yield "/redo", {"seat": seat}
        yield "/rulings", {"remedy": {"type": "stands"}, **GROUNDS}
        yield "/rulings?dry_run=1", {"remedy": {"type": "stands"}, **GROUNDS}
        yield from (
            ("/notes", {"seat": seat, "about": newest, "text": "hm"}),
            (f"/seats/{seat}/take", {"name": "Somebody"}),
            (f"/seats/{seat}/leave", {}),
            (f"/seats/{self.owner}/leave", {}),
            ("/listing", {"public": self.table.now.opened.public, "tags": ["hm"]}),
        )
        seals = {"seat": seat, "slot": "bid after 1", "seal": "0" * 64}
        yield from (
            ("/close", {}),
            ("/links", {"role": "spectator"}),
            ("/links/nothing/revoke", None),
            ("/contributions", {"seat": seat, "commitment": "0" * 64}),
            ("/contributions/reveal", {"seat": seat, "value": "0" * 64}),
            ("/contributions/stand-in", {"seat": seat}),
            ("/seals", seals),
        )
        yield (
            "/countersignatures",
            {"seat": seat, "about": newest, "public": KEY_OF_NOBODY, "signature": "Z" * 86 + "=="},
        )

    def _forms(self, seat: str) -> Iterator[tuple[str, dict[str, str]]]:
        page, amount = f"/games/{self.table.game}", self.kept.forbidden[0]
        form = {"seat": seat, "seq": str(self.table.seq), "key": "form"}
        if self.table.read("", "/legal")["seats"]:
            action = msgspec.json.encode(self.kept.action(self.table, amount)).decode()
            yield f"{page}/play/act", {**form, "action": action}
            yield f"{page}/play/foresee", {**form, "action": action}
            yield f"{page}/play/act", {**form, "action": action, "seq": "1"}
            yield f"{page}/play/act", {**form, "action": action, "seat": self.owner}
        for deed in ("undo", "redo", "answer", "claim", "sit", "leave", "pass", "grid", "nothing"):
            yield f"{page}/play/{deed}", {**form, "key": f"form-{deed}"}
        yield f"{page}/branches", {**form, "at": str(self.table.seq)}
        for deed in (
            "rule",
            "undo",
            "redo",
            "close",
            "note",
            "overturn/1",
            "answer/1",
            f"seats/{seat}",
        ):
            yield f"{page}/desk/{deed}", form
        yield f"{page}/desk/clocks", {**form, "do": "stop"}
        yield f"/organise{page}/listing", form


def _asks(name: str, rule: str) -> bool:
    """Whether this person reads this address. Pages take long, and all holders of links get the
    same ones, so only one holder reads them."""
    if name == "nobody":
        return rule in TO_NOBODY
    return rule.startswith("/api") or name not in ("spectator", "scribe")


def _filled_in(rule: str, named: dict[str, str]) -> str:
    """The path of an address. Each variable is replaced by its value in `named`, or else by `1`."""
    return re.sub(r"<(?:[^:<>]+:)?([^<>]+)>", lambda group: named.get(group[1], "1"), rule)
