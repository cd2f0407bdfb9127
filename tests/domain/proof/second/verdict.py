"""Sections 2 and 12: a bundle as a whole, and its verdict."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Literal, NamedTuple

from .event import TournamentReader
from .game import Game
from .lines import Line, follows, read_line
from .parsing import Fields, a_number, a_text, an_object
from .season import SeasonReader
from .spelling import Rejected, refuse, to64, un64
from .times import first_beyond, first_gone_back
from .tree import GAME, TOPIC, entries_of, entry_of, leaf_of, read_proof, read_record_entry, root_of
from .trust import Accepted, Policy, accept, read_policy


class Judgement(NamedTuple):
    verdict: Literal["verified", "not complete", "failed"]
    record: int = 0
    why: str = ""
    one_hand: frozenset[int] = frozenset()
    """Entrants with a part in a draw that was entered by a key which entered another's part,
    too."""


def _text(lines: list[bytes], n: int) -> str:
    refuse(
        n == len(lines) - 1 or len(lines[n]) > 1 << 22 or re.search(rb"[^ -~]", lines[n]),
        "a byte that is not printable ASCII, or a line that is cut or too long",
    )
    return lines[n].decode("ascii")


class Bundle:
    """A bundle that was read. `wrong` lists its faults, each with the record it is at."""

    def __init__(
        self, data: bytes, policy: Policy, *, strict: bool, in_event: bool = False
    ) -> None:
        self.policy, self.strict, self.in_event = policy, strict, in_event
        self.following = b""
        """The rest of the file: bundles of the tournament's games, or of its other games."""
        self.wrong: list[Judgement] = []
        self.leaves: list[bytes] = []
        self.id = ""
        self.game: Game | None = None
        self.proof = ""
        self.accepted: Accepted | None = None
        self.enough = True
        """Whether enough witnesses cosigned all heads, and the copy of the log is long enough."""
        self.whole = False
        try:
            self._read(data)
        except Rejected as e:
            self._note(e)
        else:
            self._check_proof()

    def _note(self, e: Rejected, record: int = 0) -> None:
        self.note(str(e), e.record or record)

    def note(self, why: str, record: int = 0) -> None:
        self.wrong.append(Judgement("failed", record, why))

    def leaf(self, seq: int) -> bytes:
        refuse(not 0 < seq <= len(self.leaves), f"there is no record {seq}")
        return self.leaves[seq - 1]

    def _read(self, data: bytes) -> None:
        lines = data.split(b"\n")
        header = read_line(_text(lines, 0))
        refuse(
            header.kind != "header"
            or header.members["format"] != "greffe/bundle@v1"
            or not GAME.fullmatch(header.members["game"]),
            "no bundle",
        )
        self.id = header.members["game"]
        self.game = Game(self.id, self.leaf)
        before = header
        for n in range(1, len(lines) if lines[-1] else len(lines) - 1):
            text = _text(lines, n)
            if before.kind == "proof" and text.startswith('{"format":') and self._may_be_followed():
                self.following = b"\n".join(lines[n:])
                break
            line = read_line(text)
            refuse(not follows(line, before), "a line out of its place")
            if line.kind == "record":
                self._record(**line.members)
            if line.kind == "proof":
                self.proof = line.members["proof"]
            else:
                self._take(line)
            before = line
        refuse(before.kind != "proof", "no proof at the end")
        self.whole = True

    def _may_be_followed(self) -> bool:
        return self.in_event or self.game is None or bool(self.game.event or self.game.season)

    def _record(self, seq: int, topic: str, data: str) -> None:
        n = len(self.leaves) + 1
        refuse(not TOPIC.fullmatch(topic), "no topic")
        refuse(seq != n, f"record {seq} in its place", n)
        refuse(n >= 1 << 22, "too many records")
        prev = self.leaves[-1] if self.leaves else bytes(32)
        self.leaves.append(leaf_of(entry_of(self.id, seq, prev, topic, data.encode())))

    def _take(self, line: Line) -> None:
        game, seq = self.game, line.members.get("seq", 0)
        if game is None:
            return
        try:
            if line.kind == "record":
                game.take(
                    **{
                        "stored" if name == "data" else name: value
                        for name, value in line.members.items()
                    }
                )
            elif line.kind == "catalog":
                game.check_catalog(line.members["catalog"])
            elif line.kind == "disclosure":
                game.check_disclosure(**line.members)
            else:
                about, seat, public, signature = line.members.values()
                game.check_signature(about, seat, public, signature)
        except Rejected as e:
            self._note(e, seq)
            if line.kind == "record":
                self.game = None

    def _check_proof(self) -> None:
        try:
            proof = read_proof(self.proof.encode())
            refuse(proof.extra is not None, "extra data in the proof")
            accepted = self.accepted = accept(self.policy, proof.checkpoint, strict=self.strict)
        except Rejected as e:
            self._note(e)
            return
        self.enough = accepted.enough
        try:
            proof.check(self.leaves[-1], accepted.head)
        except Rejected as e:
            self._note(e, len(self.leaves))
        if self.game is not None:
            self._note_time(first_gone_back(self.game.times))
            self._note_time(first_beyond(self.game.times, accepted.times))

    def _note_time(self, record: int) -> None:
        if record:
            self._note(Rejected("a time that no clock had", record))

    # -- against other files -----------------------------------------------------------------------

    def check_receipt(self, data: bytes) -> None:
        try:
            proof = read_proof(data)
            id, seq = read_record_entry(proof.extra or b"")
            leaf = leaf_of(proof.extra or b"")
            accepted = accept(self.policy, proof.checkpoint, strict=False)
            proof.check(leaf, accepted.head)
            refuse(id != self.id, "a receipt for another game")
        except Rejected as e:
            self._note(e)
            return
        there = self.leaves[seq - 1 : seq]
        if there != [leaf] and (there or self.whole):
            self._note(Rejected("the receipt is for another record, or one left out", seq))
        if there == [leaf]:
            self.enough = self.enough and accepted.enough
            if self.game is not None:
                self._note_time(first_beyond(self.game.times[:seq], accepted.times))
        mine = self.accepted.head if self.accepted else accepted.head
        if mine[:2] == accepted.head[:2] and mine.root != accepted.head.root:
            self._note(Rejected("two roots for one size"))

    # -- against its campaign ----------------------------------------------------------------------

    def check_campaign(self, other: Bundle) -> None:
        if self.game is None:
            return
        if other.wrong or other.game is None:
            self._note(Rejected("the campaign's bundle does not hold"))
        elif (
            self.game.campaign
            or self.game.event
            or self.game.season
            or self.game.unknown
            or not other.game.campaign
        ):
            self._note(Rejected("no game, or no campaign"))
        else:
            self.enough = self.enough and other.enough
            try:
                self._check_scenario(self.game, other.game)
            except Rejected as e:
                self._note(e)

    def _check_scenario(self, game: Game, campaign: Game) -> None:
        opening, all, over = game.opening, campaign.scenarios, bool(campaign.closed)
        number = opening.get("scenario", 0)
        refuse(opening.get("campaign", "") != campaign.id, "of another campaign", 1)
        if number > len(all) and not over:
            self.enough = False
            return
        refuse(
            not 0 < number <= len(all) or all[number - 1]["game"] != self.id, "not that scenario", 1
        )
        mine = all[number - 1]
        leaf, sheet = mine.get("leaf", ""), opening.get("sheet", "")
        refuse(
            (leaf and leaf != to64(self.leaves[0]))
            or ((leaf or sheet) and sheet != mine.get("sheet", "")),
            "another opening, or another sheet",
            1,
        )
        refuse(not _as_agreed(opening, campaign.opening), "opened otherwise than was agreed", 1)
        following = all[number] if number < len(all) else None
        for seq, handed in game.handed:
            if (handed.get("campaign"), handed.get("scenario")) != (campaign.id, number + 1) or (
                following is None and over
            ):
                raise Rejected("the sheet went elsewhere", seq)
            if following is None:
                self.enough = False
            elif (handed["game"], handed["sheet"], seq) != (
                following["game"],
                following["sheet"],
                following["from_seq"] + 1,
            ):
                raise Rejected("another sheet was handed on", seq)
        if following is not None and following.get("from_leaf"):
            at = following["from_seq"]
            if at > len(self.leaves):
                self.enough = False
            elif following["from_leaf"] != to64(self.leaves[at - 1]):
                raise Rejected("another record to go on from", at)
            elif len(self.leaves) > at and not game.handed:
                raise Rejected("the sheet was not handed on", at + 1)

    # -- a tournament and its games ----------------------------------------------------------------

    def check_following(self) -> None:
        """Check the bundles that follow in the same file: a tournament's games, or a season's
        events."""
        files: EventGames | SeasonEvents
        season, event = self.game.season, self.game.event
        files = SeasonEvents(self, season) if season is not None else EventGames(self, event)
        rest = self.following
        while rest:
            bundle = Bundle(rest, self.policy, strict=self.strict, in_event=True)
            if not files.add(bundle):
                break
            rest = bundle.following
        files.end()

    def check_copy(self, folder: Path) -> None:
        try:
            copied, own = self._read_copy(folder)
        except Rejected as e:
            self._note(e)
            return
        for n, (seq, leaf) in enumerate(own, start=1):
            if seq != n or self.leaves[n - 1 : n] != [leaf]:
                self._note(Rejected("the log has another record there", seq))
                return
        far = self.accepted is None or copied.head.size >= self.accepted.head.size
        self.enough = self.enough and copied.enough and far

    def _read_copy(self, folder: Path) -> tuple[Accepted, list[tuple[int, bytes]]]:
        try:
            checkpoint = (folder / "checkpoint").read_bytes()
        except OSError:
            raise Rejected("no checkpoint in the copy") from None
        accepted = accept(self.policy, checkpoint, strict=False)
        head, proven = accepted.head, self.accepted.head if self.accepted else None
        refuse(proven is not None and head.origin != proven.origin, "a copy of another log")
        leaves, own, start = [], [], f"greffe/record@v1\ngame {self.id}\n".encode()
        for entry in entries_of(folder, head.size):
            leaves.append(leaf_of(entry))
            if entry.startswith(start):
                own.append((read_record_entry(entry)[1], leaves[-1]))
        refuse(root_of(leaves) != head.root, "the entries do not have the signed root")
        if proven is not None and head.size >= proven.size:
            refuse(root_of(leaves[: proven.size]) != proven.root, "two histories")
        return accepted, own


class SeasonEvents:
    def __init__(self, whole: Bundle, season: SeasonReader) -> None:
        self.whole, self.missing = whole, dict(season.held)
        self.roots = {whole.accepted.head[:2]: whole.accepted.head.root} if whole.accepted else {}

    def add(self, bundle: Bundle) -> bool:
        """Check the bundle of an event of the season. Returns whether the bundles after it can be
        read."""
        named = self.missing.pop(bundle.id, [])
        if not named:
            self.whole.note("an event that does not count")
            return False
        first = named[0][0]
        if bundle.wrong or bundle.game is None:
            self.whole.note(f"an event that does not hold: {bundle.wrong}", first)
            return bundle.whole
        if not bundle.enough or not bundle.game.complete:
            self.whole.enough = False
        if bundle.accepted is not None:
            head = bundle.accepted.head
            if self.roots.setdefault(head[:2], head.root) != head.root:
                self.whole.note("two histories", first)
        closed = bundle.game.event.closed if bundle.game.event else bundle.game.closed
        for record, (_, seq, leaf) in named:
            if seq > len(bundle.leaves):
                self.whole.enough = False
            elif not 0 < closed <= seq or bundle.leaves[seq - 1] != leaf:
                self.whole.note("an event that was not closed, or another", record)
        return True

    def end(self) -> None:
        if self.missing:
            self.whole.enough = False


class EventGames:
    def __init__(self, whole: Bundle, event: TournamentReader) -> None:
        self.whole, self.event = whole, event
        self.links: dict[str, tuple[int, Fields]] = {}
        self.newest: dict[tuple[int, int], str] = {}
        self.results: list[tuple[int, Fields]] = []
        self.course: dict[str, list[tuple[int, Fields]]] = {}
        self.held: dict[str, Bundle] = {}
        self.last = 0
        self.roots = {whole.accepted.head[:2]: whole.accepted.head.root} if whole.accepted else {}
        for seq, topic, fields in event.of_games:
            try:
                self._read(seq, topic, fields)
            except Rejected as e:
                self.whole.note(str(e), seq)

    def _read(self, seq: int, topic: str, fields: Fields) -> None:
        game, round = a_text(fields, "game"), a_number(fields, "round")
        if topic == "GameLinked":
            table = a_number(fields, "table")
            un64(a_text(fields, "leaf"), 32)
            refuse(game in self.links, "a game linked twice")
            self.links[game], self.newest[round, table] = (seq, fields), game
        elif topic == "TableReopened":
            there = self.newest.get((round, a_number(fields, "table")), "")
            self.course.setdefault(there, []).append((seq, fields))
        elif game:
            if a_text(fields, "leaf"):
                un64(a_text(fields, "leaf"), 32)
            table = a_number(an_object(fields, "result"), "table")
            refuse(self.newest.get((round, table)) != game, "a result from another table's game")
            self.results.append((seq, fields))
            self.course.setdefault(game, []).append((seq, fields))

    def add(self, bundle: Bundle) -> bool:
        seq, link = self.links.get(bundle.id, (0, {}))
        if seq <= self.last:
            self.whole.note("a game that is not linked, or out of order")
            return False
        self.last = seq
        if bundle.wrong or bundle.game is None:
            self.whole.note(f"a game that does not hold: {bundle.wrong}", seq)
            return bundle.whole
        if not bundle.enough or bundle.game.owed:
            self.whole.enough = False
        if (
            bundle.accepted
            and self.roots.setdefault(bundle.accepted.head[:2], bundle.accepted.head.root)
            != bundle.accepted.head.root
        ):
            self.whole.note("two histories", seq)
        try:
            self._check_opening(bundle, bundle.game, link)
        except Rejected as e:
            self.whole.note(str(e), seq)
        else:
            self.held[bundle.id] = bundle
        return True

    def _check_opening(self, bundle: Bundle, game: Game, link: Fields) -> None:
        refuse(game.campaign or game.unknown or game.event, "no game")
        place = (self.whole.id, link["round"], link["table"])
        refuse(_table(game.opening) != place, "another table's game")
        refuse(to64(bundle.leaves[0]) != link["leaf"], "another opening")
        self._check_results(bundle, game, place)

    def _check_results(self, bundle: Bundle, game: Game, place: tuple[str, int, int]) -> None:
        given = list(game.handed_in)
        held = 0
        reads = [a_number(fields, "seq") for _, fields in self.course.get(bundle.id, [])]
        for (_, fields), n in zip(self.course.get(bundle.id, []), reads, strict=True):
            due = given[0] if given else (0, {})
            ours = bool(given) and a_text(due[1], "tournament") == place[0]
            if "record" in fields and "result" not in fields:
                if held and ours and a_number(due[1], "handed") == held:
                    given.pop(0)
                elif held and not game.closed:
                    self.whole.enough = False
                held = 0
            elif n >= held and (held or 0 < game.closed <= n):
                pass
            elif (
                ours
                and due[0] == n + 1
                and (_table(due[1]), due[1].get("digest", ""))
                == (
                    place,
                    a_text(fields, "digest"),
                )
            ):
                held = n + 1
                given.pop(0)
            else:
                refuse(n < len(bundle.leaves), "a result that was not handed in")
                self.whole.enough = False
        for n, fields in given:
            back = "handed" in fields
            refuse(
                self.event.closed or (not back and n - 1 in reads),
                "handed in or given back, and the tournament says otherwise",
            )
            self.whole.enough = False

    def end(self) -> None:
        if set(self.links) - set(self.held):
            self.whole.enough = False
        for record, fields in self.results:
            answer = self.held.get(fields["game"])
            if answer is None:
                continue
            at, leaf = a_number(fields, "seq"), a_text(fields, "leaf")
            if at > len(answer.leaves):
                self.whole.enough = False
            elif at < 1 or (leaf and leaf != to64(answer.leaves[at - 1])):
                self.whole.note("a result read at another record", record)


def _table(fields: Fields) -> tuple[str, int, int]:
    return a_text(fields, "tournament"), a_number(fields, "round"), a_number(fields, "table")


def judge(
    data: bytes,
    policy: bytes,
    receipts: Iterable[bytes] = (),
    log: Path | None = None,
    *,
    pass_unknown: bool = False,
    campaign: bytes | None = None,
) -> Judgement:
    """The verdict on a bundle. Raises `Rejected` for an invalid policy."""
    trusted = read_policy(policy)
    bundle = Bundle(data, trusted, strict=not pass_unknown)
    if bundle.whole and log is not None:
        bundle.check_copy(log)
    for receipt in receipts if bundle.id else ():
        bundle.check_receipt(receipt)
    if bundle.whole and campaign is not None:
        bundle.check_campaign(Bundle(campaign, trusted, strict=not pass_unknown))
    if (
        bundle.whole
        and not bundle.wrong
        and bundle.game is not None
        and (bundle.game.season or (bundle.following and bundle.game.event))
    ):
        bundle.check_following()
    if bundle.wrong:
        return min(bundle.wrong, key=lambda reader: reader.record or 1 << 62)
    event = bundle.game.event if bundle.game is not None else None
    one_hand = frozenset(event.one_hand) if event is not None else frozenset()
    if bundle.game is None or not bundle.game.complete or not bundle.enough:
        return Judgement("not complete", one_hand=one_hand)
    return Judgement("verified", one_hand=one_hand)


def _as_agreed(game: Fields, campaign: Fields) -> bool:
    """Whether a game was opened as its campaign requires."""
    mine, agreed = game.get("options"), campaign.get("options")
    if isinstance(mine, dict) and isinstance(agreed, dict):
        mine = {name: mine.get(name) for name in agreed}
    names = ("ruleset", "catalog", "chance", "undo")
    return (
        mine == agreed
        and bool(game.get("seals")) is bool(campaign.get("seals"))
        and all(game.get(name) == campaign.get(name) for name in names)
    )
