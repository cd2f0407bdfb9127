"""`greffe witness`: cosign the heads of other people's logs."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any

import click

from domain.kernel.text import Lang, Text
from domain.proof.spelling import base64_of
from domain.proof.verify.report import witness_time_text
from ops.cli.common import json_option, lang_option, show_json, table_lines
from ops.settings.config import HOME, LEVELS
from ops.settings.errors import CannotServe
from ops.settings.listening import address_of, banner_lines, listen
from ops.settings.logs import configure_logging
from ops.settings.signals import StopSignal
from ops.stores.data_folder import make_folder
from ops.witness.http import WitnessServer
from ops.witness.service import RECORD, Witness, log_keys, read_or_make_signer
from ops.witness.store import CosignedHead, HeadEvidence, HeadStore

folder_option = click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=HOME / "witness",
    show_default=True,
    help="Its key, its record and `logs`, the keys of the logs it watches.",
)


@click.group("witness", invoke_without_command=True)
@folder_option
@click.option(
    "--name",
    default="",
    help="What it is called, as in club.example/witness; needed when it starts for the first time.",
)
@click.option(
    "--log",
    "logs",
    multiple=True,
    metavar="KEY",
    help="The verifier key of a log to watch, beside those in `logs`.",
)
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Network interface; 0.0.0.0 for all."
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8010,
    show_default=True,
    help="TCP port; 0 takes a free one.",
)
@click.option(
    "--level",
    type=click.Choice(LEVELS),
    default="info",
    show_default=True,
    help="Least level that is logged.",
)
@lang_option
@click.pass_context
def command(
    ctx: click.Context,
    folder: Path,
    name: str,
    logs: tuple[str, ...],
    host: str,
    port: int,
    level: str,
    lang: Lang,
) -> None:
    """Run a witness (C2SP tlog-witness): it cosigns a head of a log only if that head still
    contains everything it has seen of the log before.

    Somebody else should run it, on another machine than the log. Its key is made at the first start
    and readable only by its owner.
    """
    if ctx.invoked_subcommand is not None:
        return
    configure_logging(level)
    stop = StopSignal()
    make_folder(folder)
    signer, keys = read_or_make_signer(folder, name), log_keys(folder, logs)
    with listen(host, port) as listener:
        heads = HeadStore(folder / RECORD)
        witness = Witness(heads, keys, signer)
        server = WitnessServer(witness, listener)
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
        thread.start()
        lines = _banner_lines(witness, folder, address_of(listener, host), lang)
        click.echo("\n".join(lines))
        while not stop.wait(0.1):
            if not thread.is_alive():
                raise CannotServe(Text("The witness's server ended: the log above says why."))
        server.shutdown()
        heads.close()


@command.command("show")
@folder_option
@lang_option
@json_option
def show(folder: Path, lang: Lang, as_json: bool) -> None:
    """Show the last head of each log that a witness cosigned, and the heads that it refused
    although the log had signed them.

    Two roots for one size prove that the log has shown two histories. If a head was only not shown
    to extend the cosigned one, `greffe compare` with a copy of the log can decide.
    """
    if not (folder / RECORD).is_file():
        raise CannotServe(
            Text(
                "There is no witness in {folder}: start greffe witness --folder {folder}, or name "
                "another folder.",
                folder=folder,
            )
        )
    key = read_or_make_signer(folder, "").verifier
    with closing(HeadStore(folder / RECORD)) as heads:
        held, evidence = heads.heads(), heads.evidence()
    if as_json:
        show_json(
            {
                "key": key.encode(),
                "heads": [_as_dict(head) for head in held],
                "evidence": [_evidence_as_dict(item) for item in evidence],
            }
        )
        return
    click.echo(key.encode())
    click.echo("\n".join(_head_lines(held, evidence, lang)))


def _banner_lines(witness: Witness, folder: Path, address: str, lang: Lang) -> Iterator[str]:
    key = witness.key
    short = key.name.partition(".")[0].partition("/")[0]
    rows = [
        (Text("its key"), key.encode()),
        (Text("in a policy"), f"witness {short} {key.encode()} {address}"),
        (Text("its folder"), str(folder)),
        *((Text("it watches"), log.label) for log in witness.logs),
    ]
    return banner_lines(
        Text("Witness {name} at {address}", name=key.name, address=address), rows, lang
    )


def _head_lines(
    held: list[CosignedHead], evidence: list[HeadEvidence], lang: Lang
) -> Iterator[str]:
    if held:
        head = Text("log size root cosigned").to(lang).split()
        yield from table_lines(head, [_row(head) for head in held])
    else:
        yield Text("It has cosigned nothing yet.").to(lang)
    for item in evidence:
        yield ""
        refused = Text(
            "Refused at {at} because {why}. Cosigned before, then shown:",
            at=witness_time_text(item.time),
            why=item.why,
        )
        yield refused.to(lang)
        yield from (
            f"  {line}"
            for note in (item.held, item.shown)
            for line in note.decode().rstrip("\n").split("\n")
        )


def _row(head: CosignedHead) -> tuple[str, ...]:
    checkpoint = head.checkpoint
    return (
        checkpoint.origin,
        str(checkpoint.size),
        base64_of(checkpoint.root),
        witness_time_text(head.time),
    )


def _as_dict(head: CosignedHead) -> dict[str, Any]:
    checkpoint = head.checkpoint
    return {
        "origin": checkpoint.origin,
        "size": checkpoint.size,
        "root": base64_of(checkpoint.root),
        "time": head.time,
        "checkpoint": head.note.decode(),
    }


def _evidence_as_dict(evidence: HeadEvidence) -> dict[str, Any]:
    return {
        "time": evidence.time,
        "why": evidence.why,
        "held": evidence.held.decode(),
        "shown": evidence.shown.decode(),
    }
