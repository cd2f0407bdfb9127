"""`greffe audit`: show a game as its arbiter reads it."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
from eventsourcing.persistence import PersistenceError

from api.access.holders import Actors
from api.answers.audit import AuditAt, AuditHead, AuditLine, DiceLine, LogAt, Why
from api.reading.audit import Auditor
from api.site.wording import WORDS
from domain.game.dice_statistics import DiceTable, FaceCount
from domain.game.fidelity import said
from domain.game.game import Game, need_seat, seat_name
from domain.rules.ruleset import ARBITER, PUBLIC
from domain.rules.text import Lang, Text
from domain.rules.words.places import fill
from domain.rules.words.typography import decimal
from ops.cli.common import clerk_of, data_option, json_option, lang_option, links_of, plain, settings, show_json
from ops.log import folder
from ops.settings.config import Settings
from ops.settings.errors import Trouble
from ops.stores.log.opening import is_log
from ops.stores.log.reading import Ledger


class DamagedLog(Trouble):
    """The log cannot be read."""

    code = 1


@click.command("audit")
@click.argument("game")
@click.option("--audience", default=ARBITER, show_default=True, help="Who reads: arbiter, public, or a seat.")
@click.option("--lines/--no-lines", default=True, show_default=True, help="Whether every record is listed.")
@data_option
@lang_option
@json_option
def command(game: str, audience: str, lines: bool, data: str | None, lang: Lang, as_json: bool) -> None:
    """Show a game as its arbiter reads it: on what it rests, then one line a record with who, what, why, its dice and its proof.

    Exit code 1 if the replay diverges, the dice do not follow from their seed, or the log refuses to sign. It reads this service's
    own files, so it convinces whoever trusts them: `greffe bundle` and `greffe verify` are for everybody else.
    """
    found = settings(data=data)
    with clerk_of(data) as clerk:
        head = clerk.game(game)
        if audience not in (ARBITER, PUBLIC):
            need_seat(head, audience)
        with _log(found, lang) as log:
            hands = Actors(clerk.key_values, links_of(found, clerk.key_values), head.id, head.opened)
            audit = Auditor(clerk, head, audience, log, hands.of, words=True).page(0, None if lines else 0)
    if as_json:
        show_json(audit)
    else:
        for line in Telling(head, audit, lang).all():
            click.echo(line)
    if _amiss(audit):
        sys.exit(1)


def _amiss(audit: AuditAt) -> bool:
    """Whether the audit found a fault: the exit code is 1 then."""
    head = audit.head
    return head.fidelity.startswith("diverged") or head.resting.verified is False or bool(head.log and head.log.trouble)


@contextmanager
def _log(found: Settings, lang: Lang) -> Iterator[Ledger | None]:
    """The log, if there is one; raises `DamagedLog` for what cannot be read while it is in use."""
    if not is_log(found.ledger):
        yield None
        return
    try:
        log = folder.open_ledger(found)
        try:
            yield log
        finally:
            log.close()
    except PersistenceError as e:
        text = Text(
            "The log {ledger} cannot be read: {e}. Put its newest copy back, or move it away: the "
            "next start makes it anew from the record, and its guard sees to it that it is the same.",
            ledger=found.ledger,
            e=e,
        )
        raise DamagedLog(text.to(lang)) from None


# -- in lines ----------------------------------------------------------------------------------------------------------


Columns = tuple[str, str, str, str, str]
"""When, by whom, what, the position after it, its proof."""


class Telling:
    """An audit in lines: as long as they are for a program or a file, broken where they are too long for a terminal."""

    def __init__(self, game: Game, audit: AuditAt, lang: Lang) -> None:
        self._game, self._audit, self._lang = game, audit, lang
        self._width = screen()

    def all(self) -> Iterator[str]:
        """All of it: on what the game rests, every record, what no proof can show."""
        report = self._audit.head
        yield plain(f"{self._say('title', title=self._to(report.title))} ({self._audit.game})")
        for name, text in self._facts(report):
            yield from self._broken(f"  {name}{self._colon} {text}", 4)
        yield from self._section("irregular", self._faults(report), "regular")
        yield from self._section("dice", self._tables(report), "no-dice")
        yield from self._broken(f"  {self._note(report)}", 2)
        yield from self._section("retracted", self._retracted(report))
        yield from self._section("signatures", self._signatures(report), "no-signatures")
        if self._audit.lines:
            yield from self._section("lines", self._lines())
        yield from self._section("limits", (f"- {self._to(limit)}" for limit in report.limits))

    def _section(self, name: str, lines: Iterator[str], otherwise: str = "") -> Iterator[str]:
        """A headed part; where there is nothing to say, what is said instead, or no part at all."""
        told = list(lines) or ([self._say(otherwise)] if otherwise else [])
        if told:
            yield self._say(name)
        for line in told:
            yield from self._broken(f"  {line}", 4)

    # -- on what it rests ------------------------------------------------------------------------------------------

    def _facts(self, report: AuditHead) -> Iterator[tuple[str, str]]:
        at, status = f"{report.opened_at:%Y-%m-%d %H:%M:%S} UTC", WORDS[f"status.{report.status}"].printed(self._lang)
        yield self._say("game"), f"{status}, {self._say('opened')} {at}"
        yield self._say("extent"), self._to(report.extent)
        yield self._say("position"), self._to(said(report.fidelity))
        yield self._say("dice-rest"), self._to(report.resting.text)
        if report.resting.commitment:
            yield self._say("commitment"), report.resting.commitment
        if report.seals is not None:
            yield self._say("seals"), self._to(report.seals.text)
        yield self._say("log"), self._log(report.log)
        yield self._say("rules"), f"{report.ruleset}, {self._say('version', version=report.version)}"
        yield self._say("package"), report.package
        guesses = self._say("placeholders", count=report.placeholders) if report.placeholders else self._say("no-placeholders")
        yield self._say("catalog"), f"{report.catalog}, {guesses}"
        yield self._say("build"), report.build

    def _log(self, log: LogAt | None) -> str:
        if log is None:
            return self._say("no-log")
        asked = self._say("witnesses", names=", ".join(log.witnesses)) if log.witnesses else self._say("no-witness")
        trouble = f". {self._to(log.trouble)}" if log.trouble else ""
        return f"{log.origin}, {self._say('signed', size=log.signed)}, {asked}{trouble}"

    def _faults(self, report: AuditHead) -> Iterator[str]:
        for fault in report.faults:
            yield f"⚑ {fault.seq} {self._to(fault.text)}"

    def _tables(self, report: AuditHead) -> Iterator[str]:
        for table in report.dice.tables:
            yield self._table(table)

    def _table(self, table: DiceTable) -> str:
        """`Battle dice · Red · sealed · dice: 8, rolls: 4 · sword ×2: 3 (2.7), … · χ² = …`"""
        faces = ", ".join(map(self._count, table.faces))
        parts = [
            ", ".join(map(self._to, table.labels)),
            self._seat(table.seat) if table.seat else self._say("all-seats"),
            self._say(table.source),
            "" if table.in_force else f"↶ {self._say('gone-dice')}",
            self._say("many-dice", dice=table.dice, rolls=table.rolls),
            faces,
        ]
        if table.p is not None:
            value, p = (self._number(f"{number:.2g}") for number in (table.chi_square, table.p))
            parts.append(self._say("chi", value=value, degrees=table.degrees, p=p))
        parts += [self._say("few") if table.few else "", f"⚑ {self._say('flagged')}" if table.flagged else ""]
        return " · ".join(filter(None, parts))

    def _count(self, one: FaceCount) -> str:
        sides = f" ×{one.sides}" if one.sides > 1 else ""
        return f"{self._face(one.face)}{sides}{self._colon} {one.count} ({self._number(f'{one.expected:.1f}')})"

    def _note(self, report: AuditHead) -> str:
        dice = report.dice
        counts = {"draws": dice.draws, "repeated": dice.repeated, "hidden-rolls": dice.hidden, "unknown-dice": dice.unknown}
        return " ".join([self._to(dice.note), *(self._say(name, count=count) for name, count in counts.items() if count)])

    def _retracted(self, report: AuditHead) -> Iterator[str]:
        for one in report.dice.retracted:
            yield f"↶ {self._say('roll-gone', number=one.number, seq=one.seq, values=self._faces(one.values), by=one.by)}"

    def _signatures(self, report: AuditHead) -> Iterator[str]:
        for one in report.countersignatures:
            where = self._say("in-record", seq=one.seq) if one.seq else self._say("beside")
            signed = self._say("signed-by", seat=self._seat(one.seat), about=one.about)
            yield f"✍ {signed}, {one.at:%Y-%m-%d %H:%M:%S}, {where} · {self._say('key')} {one.public}"

    # -- the records -----------------------------------------------------------------------------------------------

    def _lines(self) -> Iterator[str]:
        """Every record in a line; those of the first columns stand under one another."""
        head = tuple(map(self._say, ("when", "who", "what", "after", "proof")))
        rows = [
            (f"{self._say('number'):>5}  ", head),
            *((f"{one.seq:>5} {_mark(one)}", self._columns(one)) for one in self._audit.lines),
        ]
        when, who = (max(len(row[i]) for _, row in rows) for i in (0, 1))
        for number, row in rows:
            yield f"{number} {row[0]:<{when}} | {row[1]:<{who}} | {' | '.join(row[2:])}"

    def _columns(self, line: AuditLine) -> Columns:
        device = f" ({self._say('client', time=f'{line.client_at:%H:%M:%S}')})" if line.client_at else ""
        after = " ".join(filter(None, (self._to(said(line.after.fidelity)), line.after.fingerprint)))
        return f"{line.at:%Y-%m-%d %H:%M:%S}{device}", self._who(line), self._what(line), after, self._to(line.proof.text)

    def _who(self, line: AuditLine) -> str:
        """The role with its seats, the seat it was entered for if that is another, the id of key or link."""
        hand = line.by
        role = WORDS[f"role.{hand.role}"].printed(self._lang) if hand.role else self._say("unknown-hand")
        other = line.seat if line.seat and line.seat not in hand.seats else None
        seat = self._say("for", seat=self._to(seat_name(self._game, other, inside=True))) if other else ""
        who = " ".join(filter(None, (role, ", ".join(map(self._seat, hand.seats)), seat)))
        return who if hand.id == hand.role else f"{who}, {hand.id}"

    def _what(self, line: AuditLine) -> str:
        parts = [self._to(line.what)]
        if line.out_of_force:
            parts.append(f"(↶ {self._say('taken-back', by=line.out_of_force)})")
        if line.irregular:
            parts.append(f"(⚑ {self._say('amiss')})")
        if line.why is not None:
            parts.append(self._why(line.why))
        parts += [f"→ {self._say(one.how, seq=one.seq)}" for one in line.refers]
        parts += map(self._die, line.dice)
        return " ".join(parts)

    def _why(self, why: Why) -> str:
        said = " ".join((why.words or "").split())  # whatever people wrote stays in its line
        words = Text("“{said}”", said=said).to(self._lang) if said else None
        return f"[{' · '.join(filter(None, (why.rule, self._to(why.reason) if why.reason else None, words)))}]"

    def _die(self, die: DiceLine) -> str:
        values = getattr(die.roll, "values", None)
        return f"⚄ {self._say('hidden-roll') if values is None else self._faces(values)} ({self._to(die.provenance)})"

    # -- words ---------------------------------------------------------------------------------------------------

    def _seat(self, seat: str) -> str:
        return seat_name(self._game, seat).to(self._lang)

    def _face(self, value: Any) -> str:
        name: Text = self._game.setting.word("", value)
        return name.to(self._lang)

    def _faces(self, values: tuple[Any, ...]) -> str:
        return ", ".join(map(self._face, values))

    def _number(self, number: str) -> str:
        return decimal(number, self._lang)

    @property
    def _colon(self) -> str:
        return Text(":").to(self._lang)

    def _to(self, text: Text) -> str:
        return text.to(self._lang)

    def _say(self, name: str, **parts: object) -> str:
        return fill(WORDS[f"audit.{name}"].printed(self._lang), parts, self._lang)

    def _broken(self, line: str, indent: int) -> list[str]:
        """A line as the reader's screen takes it."""
        line = plain(line)
        if len(line) <= self._width or not self._width:
            return [line]
        return textwrap.wrap(line, self._width, subsequent_indent=" " * indent, break_on_hyphens=False)


def screen() -> int:
    """The width of the reader's screen in columns; 0 where output goes elsewhere."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 0


def _mark(line: AuditLine) -> str:
    """`✗` for what is out of force."""
    return "✗" if line.out_of_force else " "
