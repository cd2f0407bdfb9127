"""Sections 6 to 10: the checks of the records of a game, a campaign or a tournament."""

import re
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from .chance import Rolled, Seal, draw, key_of, part_commitment, read_spec, seed_commitment
from .course import Resolution
from .event import TournamentReader
from .naming import (
    KINDS_OF_CAMPAIGNS,
    KINDS_OF_GAMES,
    KINDS_OF_SEASONS,
    KINDS_OF_TOURNAMENTS,
    need_before,
    newest,
)
from .parsing import Fields, a_list, a_number, a_text, an_object, read_object, spelt
from .season import SeasonReader
from .signing import need_sound_key, signed_by
from .spelling import Rejected, refuse, to64, un64, unhex
from .times import moment


def _printable(text: str) -> bool:
    return all(c.isprintable() for c in text)


_PLAIN = re.compile(
    r'\{"type":"ActionTaken","at":"([0-9T:.Z+-]{20,32})","salt":"[0-9A-Za-z+/]{21}[AQgw]=="(?:\}|[,}][ -\[\]-~]*\})',
)

MOST_SIGNED = 10_000
MOST_ROLLS = 1 << 22


class Game:
    """The state of a stream after the records so far. Call `take` for each record in order, then
    `check_catalog`, `check_disclosure` and `check_signature` for the lines after them."""

    def __init__(self, id: str, leaf: Callable[[int], bytes]) -> None:
        self.id, self.leaf = id, leaf
        self.opening: Fields = {}
        self.campaign = self.unknown = False
        self.event: TournamentReader | None = None
        self.season: SeasonReader | None = None
        self.closed = 0
        self.topics: list[str] = []
        self.times: list[int] = []
        self.seats: list[str] = []
        self.players: list[str] = []
        self.commitments: set[str] = set()
        self.signed = 0
        # chance
        self.rolls: list[Rolled] = []
        self.rolls_of: dict[int, list[int]] = {}
        self.course = Resolution(lambda step: self.rolls_of.get(step, []))
        self.bound: dict[str, bytes] = {}
        self.shown: dict[str, bytes] = {}
        self.made_by: dict[str, str] = {}
        self.joint_from = 0
        # campaigns
        self.scenarios: list[Fields] = []
        self.handed: list[tuple[int, Fields]] = []
        # tables of tournaments
        self.handed_in: list[tuple[int, Fields]] = []
        # seals
        self.secret: set[str] = set()
        self.seals: dict[int, Seal] = {}
        self.opened: set[str] = set()
        self.owed = 0

    def take_plain_action(self, seq: int, topic: str, stored: str) -> bool:
        if (
            seq == 1
            or topic != "ActionTaken"
            or self.campaign
            or self.event
            or self.season
            or self.secret
            or "rolls" in stored
        ):
            return False
        match = _PLAIN.fullmatch(stored)
        if match is not None:
            self.times.append(moment(match[1]))
        return match is not None

    def take(self, seq: int, topic: str, stored: str) -> None:
        refuse(self.closed, "a record after the closing", self.closed + 1)
        known = any(
            topic in kinds
            for kinds in (
                KINDS_OF_GAMES,
                KINDS_OF_CAMPAIGNS,
                KINDS_OF_TOURNAMENTS,
                KINDS_OF_SEASONS,
            )
        )
        self.unknown = self.unknown or (seq == 1 and not known)
        if self.unknown:
            self._take_unknown(topic, stored, known=known)
            return
        refuse(
            (seq == 1)
            != (topic in ("GameOpened", "CampaignOpened", "TournamentOpened", "SeasonOpened")),
            f"{topic} as record {seq}",
        )
        if self.take_plain_action(seq, topic, stored):
            self.course.step(seq)
            self.topics.append(topic)
            return
        fields = newest(topic, read_object(stored))
        self._check_references(seq, topic, fields)
        self.times.append(moment(a_text(fields, "at")))
        for name in ("text", "reason", "name"):
            self._add_commitment(a_text(fields, name))
        self._check_rolls_allowed(topic, fields)
        if topic == "TournamentOpened":
            self.opening, self.event = fields, TournamentReader(self.id)
        if topic == "SeasonOpened":
            self.opening, self.season = fields, SeasonReader()
        if self.event or self.season:
            (self.event or self.season).take(seq, topic, fields)
            return
        do = (
            _CAMPAIGN.get(topic) if self.campaign or topic == "CampaignOpened" else _GAME.get(topic)
        )
        if do is not None:
            do(self, seq, fields)
        if not self.campaign:
            if self.owed:
                self._check_ruling(topic, fields)
            if topic == "ActionTaken":
                self._open_seal(seq, fields, spelt(stored, "action"))

    def _take_unknown(self, topic: str, stored: str, *, known: bool) -> None:
        refuse(known, f"{topic} among others")
        fields = read_object(stored)
        kind = fields.get("type")
        if not isinstance(kind, str) or not re.fullmatch(
            re.escape(topic) + "(@([2-9]|[1-9][0-9]{1,3}))?", kind
        ):
            raise Rejected("filed under another topic")
        un64(a_text(fields, "salt"), 16)
        self.times.append(moment(a_text(fields, "at")))
        for name in ("text", "reason", "name"):
            self._add_commitment(a_text(fields, name))

    def _check_references(self, seq: int, topic: str, fields: Fields) -> None:
        """Refuse an unknown kind of record, a record without its salt, and a reference to a record
        which is not before it. Adds the topic to those so far."""
        known = KINDS_OF_CAMPAIGNS if self.campaign or topic == "CampaignOpened" else KINDS_OF_GAMES
        if self.event or topic == "TournamentOpened":
            known = KINDS_OF_TOURNAMENTS
        if self.season or topic == "SeasonOpened":
            known = KINDS_OF_SEASONS
        refuse(topic not in known, f"{topic} is not known")
        un64(a_text(fields, "salt"), 16)
        for name, (kinds, may_be_none) in known[topic].items():
            named = a_number(fields, name)
            if named or not may_be_none:
                need_before(self.topics, named, kinds)
        self.topics.append(topic)

    def _add_commitment(self, commitment: str) -> None:
        if len(commitment) == 64:
            self.commitments.add(commitment)

    # -- openings and closings ---------------------------------------------------------------------

    def open_campaign(self, _seq: int, fields: Fields) -> None:
        self.opening, self.campaign = fields, True

    def open_scenario(self, seq: int, fields: Fields) -> None:
        number, game, before = (
            a_number(fields, "number"),
            a_text(fields, "game"),
            a_text(fields, "from_game"),
        )
        from_seq, sheet = a_number(fields, "from_seq"), self._sheet(fields)
        last = a_text(self.scenarios[-1], "game") if self.scenarios else ""
        refuse(
            number != len(self.scenarios) + 1 or number > 10_000 or before != last,
            "a scenario out of its order",
        )
        refuse(0 < a_number(self.opening, "scenarios") < number, "more scenarios than it has")
        refuse(
            not game or any(scenario["game"] == game for scenario in self.scenarios),
            "a scenario without a game of its own",
        )
        refuse(
            (from_seq > 0) != bool(before) or bool(sheet) != bool(before),
            "a scenario that does not say what it goes on from",
        )
        for name in ("leaf", "from_leaf"):
            if a_text(fields, name):
                un64(fields[name], 32)
        self.scenarios.append({**fields, "seq": seq})

    @staticmethod
    def _sheet(fields: Fields) -> str:
        sheet = a_text(fields, "sheet")
        if sheet:
            unhex(sheet, 32)
        return sheet

    def hand_on(self, seq: int, fields: Fields) -> None:
        a_text(fields, "campaign"), a_number(fields, "scenario"), a_text(fields, "game")
        unhex(a_text(fields, "sheet"), 32)
        refuse(self.handed, "a sheet handed on twice")
        self.handed.append((seq, fields))

    def hand_in(self, seq: int, fields: Fields) -> None:
        self.handed_in.append((seq, fields))

    def close_campaign(self, seq: int, _fields: Fields) -> None:
        self.closed = seq

    def _seats(self, fields: Fields) -> None:
        seats = a_list(fields, "seats", dict)
        self.seats = [a_text(seat, "id") for seat in seats]
        self.players = [a_text(seat, "id") for seat in seats if seat.get("role") == "player"]
        for seat in seats:
            self._add_commitment(a_text(seat, "name"))

    def _links(self, fields: Fields) -> None:
        links = [
            a_text(fields, "arbiter"),
            *(a_text(seat, "link") for seat in a_list(fields, "seats", dict)),
        ]
        named_links = [link for link in links if link]
        refuse(
            len(set(named_links)) < len(named_links)
            or {
                a_text(fields, "actor"),
                a_text(fields, "owner"),
                "operator",
            }
            & set(named_links),
            "links that cannot be told apart",
        )

    def open_game(self, _seq: int, fields: Fields) -> None:
        self.opening = fields
        self._seats(fields)
        refuse(
            len(set(self.seats)) < len(self.seats)
            or not all(id and " " not in id and _printable(id) for id in self.seats),
            "seats that cannot be told apart",
        )
        self._links(fields)
        scenario = a_number(fields, "scenario")
        if scenario < 0 or (scenario and not a_text(fields, "campaign")):
            raise Rejected("a scenario of nothing")
        a_text(fields, "campaign"), self._sheet(fields)
        lineage = an_object(fields, "lineage")
        a_text(lineage, "game"), a_number(lineage, "seq")
        refuse(
            a_text(fields, "chance") not in ("sealed", "duplicate", "table"),
            "neither sealed, dealt nor table dice",
        )
        if fields["chance"] != "table":
            unhex(a_text(fields, "commitment"), 32)
        self.secret = set(a_list(fields, "seals", str))
        self._roll(1, fields)

    def close_game(self, seq: int, fields: Fields) -> None:
        self.closed = seq
        seed = a_text(fields, "seed")
        if self.opening["chance"] != "sealed":
            refuse(seed, "a seed where the game has no dice of its own")
            return
        raw = unhex(seed, 32)
        refuse(
            seed_commitment(self.id, raw) != self.opening["commitment"],
            "another seed than was committed to",
        )
        alone = key_of(self.id, raw, ())
        parts = (
            [(seat, self.shown[seat]) for seat in self.seats if seat in self.shown]
            if self.joint_from
            else []
        )
        joint = key_of(self.id, raw, parts)
        for roll in self.rolls:
            key = joint if 0 < self.joint_from < roll.seq else alone
            refuse(
                not roll.of and draw(key, roll.number, roll.said[1]) != roll.said[2],
                f"roll {roll.number} was not drawn",
                roll.seq,
            )

    # -- contributions -----------------------------------------------------------------------------

    def _seat_of_part(self, fields: Fields) -> str:
        seat = a_text(fields, "seat")
        a_text(fields, "actor")
        refuse(self.opening["chance"] != "sealed", "a part where the dice are the table's")
        refuse(
            seat not in self.players or a_text(fields, "by") not in ("", "seat", "service"),
            "a part of the dice by nobody who may",
        )
        return seat

    def commit(self, _seq: int, fields: Fields) -> None:
        seat, commitment = self._seat_of_part(fields), unhex(a_text(fields, "commitment"), 32)
        refuse(seat in self.bound, "a second part of one seat")
        self.bound[seat] = commitment
        self.made_by[seat] = a_text(fields, "by") or "seat"

    def reveal(self, seq: int, fields: Fields) -> None:
        seat, value = self._seat_of_part(fields), unhex(a_text(fields, "value"))
        refuse(
            seat not in self.bound or seat in self.shown or len(self.bound) < len(self.players),
            "a part shown too early, twice, or unbound",
        )
        refuse(
            (a_text(fields, "by") or "seat") != self.made_by[seat],
            "a part bound by one and shown by another",
        )
        refuse(
            not 16 <= len(value) <= 1024
            or part_commitment(self.id, seat, value) != self.bound[seat].hex(),
            "not the part that was bound",
        )
        self.shown[seat] = value
        if len(self.shown) == len(self.bound):
            self.joint_from = seq

    # -- rolls -------------------------------------------------------------------------------------

    def _check_rolls_allowed(self, topic: str, fields: Fields) -> None:
        refuse(
            a_list(fields, "rolls", dict)
            and (topic not in ("GameOpened", "ActionTaken") or an_object(fields, "lineage")),
            f"rolls in a {topic}",
        )

    def _roll(self, seq: int, fields: Fields) -> None:
        for fields_of_one in a_list(fields, "rolls", dict):
            refuse(self.shown and not self.joint_from, "a roll while parts are still to be shown")
            self._read_roll(seq, fields_of_one)

    def _read_roll(self, seq: int, fields: Fields) -> None:
        number, of, source = (
            a_number(fields, "number"),
            a_number(fields, "of"),
            a_text(fields, "source"),
        )
        kind, spec = a_text(fields, "kind"), a_text(fields, "spec")
        picks, values = a_list(fields, "picks", int), a_list(fields, "values", (int, str))
        sources = {"sealed": ("sealed",), "duplicate": ("dealt",), "table": ("table", "attested")}[
            self.opening["chance"]
        ]
        refuse(
            number != len(self.rolls) + 1 or source not in sources or number > MOST_ROLLS,
            f"roll {number} is out of its order, or from elsewhere",
        )
        many, size, without = read_spec(spec)
        refuse(
            not len(picks) == len(values) == many or not all(0 <= pick < size for pick in picks),
            f"roll {number} is not what {spec} gives",
        )
        faces: dict[int, Any] = {}
        for pick, value in zip(picks, values, strict=True):
            refuse(
                pick in faces and (without or faces[pick] != value),
                f"roll {number} has one pick twice",
            )
            faces[pick] = value
        roll = Rolled(seq, number, (kind, spec, picks, values), of, faces)
        standing = self.course.standing()
        refuse(
            of and (of not in standing or self.rolls[of - 1].said != roll.said),
            f"roll {number} may not be roll {of} again",
        )
        for due in standing[: standing.index(of)] if of else standing:
            refuse(
                self._must_repeat(roll, self.rolls[due - 1]),
                f"roll {number} had to be roll {due} again",
            )
        if of:
            self.course.repeat(seq, of)
        self.rolls.append(roll)
        self.rolls_of.setdefault(seq, []).append(of or number)

    @staticmethod
    def _must_repeat(mine: Rolled, other: Rolled) -> bool:
        if mine.said[:2] != other.said[:2]:
            return False
        if any(
            pick in mine.faces and mine.faces[pick] != value for pick, value in other.faces.items()
        ):
            return False
        return "d" in mine.said[1] or set(other.faces) <= set(mine.faces)

    # -- what is in force --------------------------------------------------------------------------

    def act(self, seq: int, fields: Fields) -> None:
        self.course.step(seq)
        self._roll(seq, fields)

    def rule(self, seq: int, fields: Fields) -> None:
        remedy = an_object(fields, "remedy")
        start = a_number(remedy, "from_seq") if remedy.get("type") == "annul" else 0
        self.course.rule(seq, remedy.get("type"), start, remedy.get("rolls") == "stands")

    def overturn(self, seq: int, fields: Fields) -> None:
        self.course.overturn(seq, a_number(fields, "ruling"))

    def ask(self, _seq: int, _fields: Fields) -> None:
        refuse(self.opening.get("undo") == "none", "undo where there is none")

    def retract(self, seq: int, fields: Fields) -> None:
        self.ask(seq, fields)
        a_list(fields, "agreed"), a_text(fields, "seat")
        self.course.retract(seq, a_number(fields, "from_seq"), a_list(fields, "actions", int))

    def restore(self, _seq: int, fields: Fields) -> None:
        self.course.restore(a_number(fields, "retraction"))

    # -- seals -------------------------------------------------------------------------------------

    def seal(self, seq: int, fields: Fields) -> None:
        seat, slot, seal = (
            a_text(fields, "seat"),
            a_text(fields, "slot"),
            unhex(a_text(fields, "seal"), 32),
        )
        refuse(
            not self.secret
            or seat not in self.seats
            or not 0 < len(slot) <= 128
            or not _printable(slot),
            "a seal that cannot be here",
        )
        refuse(
            slot in self.opened
            or any((seal.seat, seal.slot) == (seat, slot) for seal in self.seals.values()),
            "a second seal for a slot, or one that comes too late",
        )
        self.seals[seq] = Seal(seat, slot, seal)

    def _open_seal(self, seq: int, fields: Fields, value: str) -> None:
        opens, secret = (
            an_object(fields, "opens"),
            a_text(an_object(fields, "action"), "type") in self.secret,
        )
        a_text(fields, "seat")
        if not opens:
            self.owed = seq if secret else 0
            return
        seat, salt = a_text(fields, "seat"), unhex(a_text(opens, "salt"), 32)
        answer = self.seals.get(a_number(opens, "record"))
        if not secret or answer is None or answer.seat != seat:
            raise Rejected("it opens what is not its own to open")
        head = f"greffe/seal@v1\n{self.id}\n{answer.slot}\n{seat}\n".encode()
        refuse(
            sha256(head + salt + b"\n" + value.encode()).digest() != answer.seal,
            "what is shown does not open the seal",
        )
        self.opened.add(answer.slot)

    def _check_ruling(self, topic: str, fields: Fields) -> None:
        action, self.owed = self.owed, 0
        stands = topic == "RulingGiven" and an_object(fields, "remedy").get("type") == "stands"
        refuse(
            not stands or a_number(fields, "about") != action,
            "an action without its seal, and no ruling",
            action,
        )

    # -- signatures and disclosures ----------------------------------------------------------------

    def sign(self, _seq: int, fields: Fields) -> None:
        self.check_signature(
            a_number(fields, "about"),
            *(a_text(fields, name) for name in ("seat", "public", "signature")),
        )

    def check_signature(self, about: int, seat: str, public64: str, made64: str) -> None:
        public, made = un64(public64, 32), un64(made64, 64)
        self.signed += 1
        refuse(
            seat not in self.players or self.signed > MOST_SIGNED,
            "signed by nobody who may, or too often",
        )
        need_sound_key(public)
        lines = (
            "greffe/countersign@v1",
            f"game {self.id}",
            f"seq {about}",
            f"leaf {to64(self.leaf(about))}",
            f"seat {seat}",
            "",
        )
        refuse(
            not signed_by(public, made, "\n".join(lines).encode()),
            "a signature of a seat that does not hold",
        )

    def check_catalog(self, text: str) -> None:
        refuse(sha256(text.encode()).hexdigest() != self.opening.get("catalog"), "another catalog")

    def check_disclosure(self, commitment: str, salt: str, text: str) -> None:
        unhex(salt)
        refuse(
            sha256(f"greffe/text@v1\n{salt}\n{text}".encode()).hexdigest() != commitment
            or commitment not in self.commitments,
            "words that nobody committed to",
        )
        self.commitments.remove(commitment)

    @property
    def complete(self) -> bool:
        return (self.event or self.season or self).closed > 0 and not self.owed


_GAME: dict[str, Callable[[Game, int, Fields], None]] = {
    "GameOpened": Game.open_game,
    "ContributionCommitted": Game.commit,
    "ContributionRevealed": Game.reveal,
    "ValueSealed": Game.seal,
    "ActionTaken": Game.act,
    "RetractionAsked": Game.ask,
    "RulingGiven": Game.rule,
    "RulingOverturned": Game.overturn,
    "ActionsRetracted": Game.retract,
    "ActionsRestored": Game.restore,
    "PositionSigned": Game.sign,
    "SheetHandedOn": Game.hand_on,
    "ResultHandedIn": Game.hand_in,
    "ResultReopened": Game.hand_in,
    "GameClosed": Game.close_game,
}
_CAMPAIGN: dict[str, Callable[[Game, int, Fields], None]] = {
    "CampaignOpened": Game.open_campaign,
    "CampaignClosed": Game.close_campaign,
    "ScenarioOpened": Game.open_scenario,
}
