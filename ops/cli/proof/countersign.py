"""`greffe countersign`: sign a record of a game with a key of your own, without having to trust the
service."""

import os
from binascii import b2a_base64
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import click
import msgspec
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from api.game.play.sealing_routes import Sign
from api.game.sentences import Reader
from domain.game.aggregate.fidelity import fidelity_text
from domain.game.aggregate.game import Game, fingerprint, say_record, seat_name
from domain.game.record.records import FIRST, ActionTaken
from domain.kernel.text import Lang, Text, joined
from domain.titles.codec import decode_action
from domain.titles.contract.ruleset import ARBITER
from ops.cli.common import lang_option, safe_line
from ops.cli.proof.sheet import ExportedRecords, read_export
from ops.settings.errors import CannotServe, CommandFailed, reason
from projections.boards.positions import score_at

MOST = 1 << 14
"""The most bytes that are read from a key file."""


@click.command("countersign")
@click.argument("file", type=click.File("rb"))
@click.option("--seat", required=True, help="The seat that signs.")
@click.option(
    "--key",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="Your key: Ed25519, PKCS #8 in PEM.",
)
@click.option(
    "--at",
    type=click.IntRange(min=1),
    metavar="SEQ",
    help="The record that is signed; the newest if none is named.",
)
@lang_option
def command(file: BinaryIO, seat: str, key: Path, at: int | None, lang: Lang) -> None:
    """Sign record SEQ of a game, and with it all records before it, with a key of your own, as
    players sign a score sheet.

    FILE is the game as your seat may read it, `GET /api/v1/games/GAME/export?audience=SEAT`; `-` is
    standard input. The text to sign is computed here from the file's bytes and printed on standard
    error. Standard output has the body for `POST /api/v1/games/GAME/countersignatures`, which
    accepts only a signature over exactly these records. Make a key with `openssl genpkey -algorithm
    ed25519`, or save the one in your browser.
    """
    own = _read_key(key)
    sheet = read_export(file.read())
    about = at or sheet.newest_seq
    if about > sheet.last:
        raise CommandFailed(
            Text(
                "There is no record {seq}: this game has records 1 to {last}.",
                seq=about,
                last=sheet.last,
            )
        )
    game = sheet.game_at(about)
    if game is not None and seat not in game.setting.seats:
        seats = ", ".join(game.setting.seats)
        raise CommandFailed(
            Text("No player has the seat {seat}: there are {seats}.", seat=seat, seats=seats)
        )
    message = sheet.message_to_sign(about, seat)
    for text in _lines_before_signing(sheet, about, game):
        click.echo(safe_line(text.to(lang)), err=True)
    click.echo(message, err=True)
    public, signature = own.public_key().public_bytes_raw(), own.sign(message)
    body = Sign(
        seat, about, *(b2a_base64(value, newline=False).decode() for value in (public, signature))
    )
    click.echo(msgspec.json.encode(body))


def _read_key(file: Path) -> Ed25519PrivateKey:
    """The Ed25519 private key in a PEM file. Raises `CannotServe` if others can read the file or it
    contains no such key."""
    try:
        with file.open("rb") as f:
            mode, data = os.fstat(f.fileno()).st_mode & 0o777, f.read(MOST)
    except OSError as e:
        raise CannotServe(
            Text("The key file {file} cannot be read: {why}.", file=file, why=reason(e))
        ) from None
    if mode & 0o077:
        raise CannotServe(
            Text(
                "The key file {file} can be read by others (mode {mode}): run chmod 600 on it.",
                file=file,
                mode=f"{mode:04o}",
            )
        )
    try:
        key = load_pem_private_key(data, None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PrivateKey):
        raise CannotServe(
            Text(
                "The file {file} holds no Ed25519 private key in PEM without a password.", file=file
            )
        )
    return key


def _lines_before_signing(sheet: ExportedRecords, about: int, game: Game | None) -> Iterator[Text]:
    """The lines that a player reads before signing record `about`: the position after it, if it can
    be folded here (`game`; None: it cannot), and the checks that were made."""
    read, hidden = Text("{n:record|records}", n=about), sheet.count_hidden_upto(about)
    if game is None:
        yield Text(
            "Game {game}, record {about} of {last}.", game=sheet.game, about=about, last=sheet.last
        )
        yield Text(
            "Checked: the leaf follows from {read}. The position is not worked out: records that "
            "are hidden from this seat are known by their SHA-256 alone ({hidden}).",
            read=read,
            hidden=hidden,
        )
        return
    yield Text("{title}, game {game}", title=game.name, game=sheet.game)
    yield Text(
        "  Record {about} of {last}: {sentence}",
        about=about,
        last=sheet.last,
        sentence=_record_text(game),
    )
    points = [(seat_name(game, line.seat), line.total) for line in score_at(game).score]
    if points:
        yield Text(
            "  Score: {points}",
            points=joined(Text("{name} {total}", name=name, total=total) for name, total in points),
        )
    if game.outcome is not None:
        yield Text("  Outcome: {outcome}", outcome=game.outcome.text)
    fidelity, printed = fidelity_text(game.fidelity), fingerprint(game.rules, game.board)
    yield Text(
        "  Position: {fidelity}, fingerprint {fingerprint}", fidelity=fidelity, fingerprint=printed
    )
    if game.irregularities:
        yield Text(
            "  ⚑ Irregular: it rests on records {seqs}",
            seqs=", ".join(map(str, game.irregularities)),
        )
    yield Text(
        "Checked: the leaf follows from {read}, read to the byte, and the position was worked out "
        "here from them.",
        read=read,
    )


def _record_text(game: Game) -> Text:
    body = game.history.record(game.seq).body
    before = Game(game.history, game.checks, max(game.seq - 1, FIRST))
    if isinstance(body, ActionTaken):
        return Reader(before, ARBITER).action_sentence(
            before.board, body.seat, decode_action(before.rules, body.action)
        )
    return say_record(before, body)
