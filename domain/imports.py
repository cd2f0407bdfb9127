"""Reading an export back: every line is checked before anything is stored."""

from __future__ import annotations

import hashlib
import re
from typing import Any

import msgspec

from domain.catalog import Catalog, CatalogError
from domain.errors import DamagedFile
from domain.export import CATALOG_TYPE, CatalogLine, Line, Report
from domain.filed import DamagedRecord, Filed
from domain.game import Game, begin, fold, setting_of
from domain.games import UnknownRuleset
from domain.record import FIRST, ActionTaken, GameClosed, GameOpened
from domain.ruleset import BadOpening, Verdict
from domain.titles import decode_action

_lines = msgspec.json.Decoder(Line)
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Imported:
    """A file read to its end: the catalog, the records, every position, and what today's rules say of the actions."""

    def __init__(self, data: bytes) -> None:
        """Read and check; raises `DamagedFile` naming the line and the records before it that are whole."""
        self.filed: list[Filed] = []
        self.illegal: list[tuple[int, Verdict]] = []
        self._game: Game | None = None
        rows = data.split(b"\n")
        if rows and not rows[-1]:
            rows.pop()
        if not rows:
            raise DamagedFile(1, 0, "the file is empty.", "le fichier est vide.")
        for number, row in enumerate(rows, start=1):
            try:
                self._take(_lines.decode(row), number)
            except (_Damage, DamagedRecord, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
                raise DamagedFile(number, len(self.filed), f"{e}.", f"{e}.") from None
        if not self.filed:
            raise DamagedFile(2, 0, "the file has no record.", "le fichier n'a aucune écriture.")

    @property
    def game(self) -> Game:
        """The game after the last record."""
        assert self._game is not None
        return self._game

    def report(self, fidelity: str, *, already: bool) -> Report:
        """What the import found."""
        return Report(self.game.id, len(self.filed), tuple(self.illegal), fidelity, already)

    def _take(self, line: Line, number: int) -> None:
        if line.sequence != number - 1:
            raise _Damage(f"its sequence is {line.sequence} where {number - 1} was expected")
        if number == 1:
            self._take_catalog(line)
            return
        filed = Filed(line.subject, line.sequence, line.type.removeprefix("greffe."), bytes(line.data))
        self._check(line, filed)
        try:
            self._fold(filed)
        except (UnknownRuleset, BadOpening, CatalogError) as e:
            raise _Damage(f"its game cannot be opened here: {e}") from None
        except (ValueError, LookupError, TypeError, AttributeError) as e:
            raise _Damage(f"it does not follow from the records before it: {e}") from None
        self.filed.append(filed)

    def _take_catalog(self, line: Line) -> None:
        if line.type != CATALOG_TYPE:
            raise _Damage("an export begins with its catalog")
        found = msgspec.json.decode(line.data, type=CatalogLine)
        if hashlib.sha256(found.text.encode()).hexdigest() != found.sha256:
            raise _Damage("the catalog is not the one its SHA-256 names")
        try:
            self.catalog = Catalog(found.text.encode())
        except CatalogError as e:
            raise _Damage(str(e)) from None

    def _check(self, line: Line, filed: Filed) -> None:
        if self.filed and filed.game != self.filed[0].game:
            raise _Damage(f"it belongs to game {filed.game}")
        if _ID.fullmatch(filed.game) is None:
            raise _Damage("its game has an id that no address can have")
        if (filed.seq == FIRST) != isinstance(filed.body, GameOpened):
            raise _Damage("a game begins with its opening record, and has one")
        if self.filed and isinstance(self.filed[-1].body, GameClosed):
            raise _Damage("it comes after the closing record")
        if isinstance(filed.body, GameOpened) and filed.body.catalog != self.catalog.sha256:
            raise _Damage("the game was opened with another catalog than the file carries")

    def _fold(self, filed: Filed) -> None:
        game, body = self._game, filed.body
        rolls: tuple[Any, ...] = getattr(body, "rolls", ())
        before = game.rolls if game else 0
        if [r.number for r in rolls] != list(range(before + 1, before + 1 + len(rolls))):
            raise ValueError("its roll numbers do not go on from the last one")
        if game is None:
            assert isinstance(body, GameOpened)
            self._game = begin(filed, *setting_of(body, self.catalog))
            return
        if isinstance(body, ActionTaken):
            verdict = game.rules.judge(game.board, body.seat, decode_action(game.rules, body.action))
            if not verdict.legal:
                self.illegal.append((filed.seq, verdict))
        self._game = fold(game, filed)
        assert self._game.board is not None  # facts are read now, not when somebody looks


class _Damage(Exception):
    """What is wrong with a line."""
