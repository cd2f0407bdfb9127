"""`greffe audit`: show a game as its arbiter reads it."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click
from eventsourcing.persistence import PersistenceError

from api.access.actors import Actors
from api.answers.audit import AuditAt
from api.reading.audit import Auditor
from domain.game.game import need_seat
from domain.rules.ruleset import ARBITER, PUBLIC
from domain.rules.text import Lang, Text
from ops.cli.audit_output import Telling
from ops.cli.common import clerk_of, data_option, json_option, lang_option, links_of, settings, show_json
from ops.log import folder
from ops.settings.config import Settings
from ops.settings.errors import Trouble
from ops.stores.sqlite.log import Ledger


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
    """Whether the record does not hold."""
    head = audit.head
    return head.fidelity.startswith("diverged") or head.resting.verified is False or bool(head.log and head.log.trouble)


@contextmanager
def _log(found: Settings, lang: Lang) -> Iterator[Ledger | None]:
    """The log, if there is one; raises `DamagedLog` for whatever cannot be read while it is in use."""
    if not found.ledger.is_file():
        yield None
        return
    try:
        log = folder.open_ledger(found)
        try:
            yield log
        finally:
            log.close()
    except (sqlite3.Error, PersistenceError) as e:
        text = Text(
            f"The log {found.ledger} cannot be read: {e}. Put its newest copy back, or move it away: the next start makes it anew "
            "from the record, and its guard sees to it that it is the same.",
            f"Le journal {found.ledger} est illisible : {e}. Remettez sa copie la plus récente, ou ôtez-le : le prochain démarrage "
            "le refait d'après le registre, et sa garde veille à ce que ce soit le même.",
        )
        raise DamagedLog(text.to(lang)) from None
