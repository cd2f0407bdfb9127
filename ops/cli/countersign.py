"""`greffe countersign`: sign a record of a game, and everything before it, with a key of your own."""

from __future__ import annotations

import sys
from binascii import b2a_base64
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from api.resources.proof.countersignatures import Countersignatures, Sign
from domain.errors import Refusal
from domain.rules.text import Lang, Text
from ops.cli.common import clerk_of, json_option, lang_option, show_json
from ops.cli.countersign_output import not_the_same, said_before, telling
from ops.countersign.here import Here
from ops.countersign.keys import make_key, read_key
from ops.countersign.link import SeatLink
from ops.countersign.sheet import NotSigned, Sheet, read_sheet
from ops.countersign.told import Told, tell

Place = Here | SeatLink
"""Where a game is signed."""

_FOLDER = "Sign in this data folder's own record, without a link; for the operator, on the machine itself."
_LINK = "Your seat's link. Others on this machine can read it here: GREFFE_LINK or standard input keeps it from them."


class Done(Struct, frozen=True):
    """What `--json` writes: the signature, the record that holds it (null: it lies beside a closed game), where it can be read, how
    many records were read, how many of them are hidden from the seat, and whether the position was worked out here."""

    game: str
    seat: str
    about: int
    message: str
    public: str
    signature: str
    seq: int | None
    address: str
    read: int
    hidden: int
    worked_out: bool


@click.command("countersign")
@click.argument("game", required=False)
@click.argument("seq", required=False, type=click.IntRange(min=1))
@click.option("--seat", help="The seat that signs; need not be named where the link speaks for one.")
@click.option("--key", type=click.Path(path_type=Path, dir_okay=False), help="The file of your key: Ed25519, PKCS #8 in PEM.")
@click.option("--new-key", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Only make a key, in a new file.")
@click.option("--link", envvar="GREFFE_LINK", metavar="LINK", help=_LINK)
@click.option("--data", metavar="FOLDER", help=_FOLDER)
@click.option("--yes", is_flag=True, help="Sign without asking.")
@lang_option
@json_option
def command(
    game: str | None,
    seq: int | None,
    seat: str | None,
    key: Path | None,
    new_key: Path | None,
    link: str | None,
    data: str | None,
    yes: bool,
    lang: Lang,
    as_json: bool,
) -> None:
    """Sign record SEQ of a game, and with it everything before, with a key of your own, as players sign a score sheet.

    Works from anywhere: your seat's link is taken from --link, from GREFFE_LINK or, without both, from the first line of standard
    input. The newest record is signed if none is named. What is signed is worked out here from the records that the service gives,
    and shown before you are asked. `greffe verify` shows the signature to whoever checks the game's bundle.
    """
    if new_key is not None:
        if key or game or data or seat:
            raise click.UsageError("--new-key makes a key and nothing else: sign with --key afterwards.")
        _made(new_key, lang)
        return
    if key is None:
        raise click.UsageError("Name the file of your key with --key, or make one with --new-key.")
    own = read_key(key, lang)
    with _place(link, data, lang) as place, _refused(lang):
        game, seat = _whose(place, game, seat, lang)
        done = _sign(place, game, seat, seq, own, yes=yes, lang=lang)
    if as_json:
        show_json(done)
    else:
        _say(_done(done).to(lang), err=False)


def _made(file: Path, lang: Lang) -> None:
    """Make a key, and show its public half alone on standard output."""
    public = _public(make_key(file, lang))
    text = Text(
        f"{file} is your key: keep it to yourself. Whoever relies on your signatures compares this public half with theirs:",
        f"{file} est votre clé : gardez-la pour vous. Qui se fie à vos signatures y compare cette moitié publique :",
    )
    _say(text.to(lang))
    click.echo(public)


def seat_link(link: str | None, game: str | None, seat: str | None, lang: Lang) -> tuple[SeatLink, str, str]:
    """The service behind a seat's link, from standard input if it is not given, with its game and the seat it speaks for. Raises
    `CannotServe`, `NotSigned`."""
    place = SeatLink(link if link and link != "-" else _asked(lang), lang)
    return place, *_whose(place, game, seat, lang)


@contextmanager
def _place(link: str | None, data: str | None, lang: Lang) -> Iterator[Place]:
    """Where is signed: in a data folder, or at the service that the link leads to."""
    if data is not None:
        with clerk_of(data) as clerk:
            yield Here(clerk)
    else:
        yield SeatLink(link if link and link != "-" else _asked(lang), lang)


def _asked(lang: Lang) -> str:
    """The link from standard input: asked for at a terminal, and not shown there."""
    if sys.stdin.isatty():
        asked: str = click.prompt(Text("Your seat's link", "Le lien de votre siège").to(lang), hide_input=True, err=True)
        return asked
    return sys.stdin.readline()


@contextmanager
def _refused(lang: Lang) -> Iterator[None]:
    """A refusal of the record on this machine ends as one of a service does."""
    try:
        yield
    except Refusal as e:
        raise NotSigned(e.text.to(lang)) from None


def _whose(place: Place, game: str | None, seat: str | None, lang: Lang) -> tuple[str, str]:
    """The game and the seat that signs. Raises `NotSigned` where the link is for others."""
    if isinstance(place, Here):
        if not game or not seat:
            raise click.UsageError("With --data, name the game and --seat.")
        return game, seat
    who = place.caller()
    if who.game is None or (game and game != who.game):
        text = Text(
            f"This link is not for the game {game}: it is for {who.game}.",
            f"Ce lien n'est pas pour la partie {game} : il est pour {who.game}.",
        )
        raise NotSigned(text.to(lang))
    seats = ", ".join(who.seats)
    if seat and who.seats and seat not in who.seats:
        raise NotSigned(
            Text(f"This link speaks for {seats}, not for {seat}.", f"Ce lien parle pour {seats}, non pour {seat}.").to(lang)
        )
    if not seat and len(who.seats) > 1:
        text = Text(
            f"This link speaks for {seats}: name one with --seat.", f"Ce lien parle pour {seats} : nommez-en un par --seat."
        )
        raise NotSigned(text.to(lang))
    if not seat and not who.seats:
        text = Text(
            "This link speaks for no seat: use a seat's own.", "Ce lien ne parle pour aucun siège : prenez celui d'un siège."
        )
        raise NotSigned(text.to(lang))
    return who.game, seat or who.seats[0]


def _sign(place: Place, game: str, seat: str, seq: int | None, key: Ed25519PrivateKey, *, yes: bool, lang: Lang) -> Done:
    """Work out what is signed, show it, ask, and sign it."""
    sheet = read_sheet(place.export(game, seat), game, lang)
    about = _about(sheet, seq, lang)
    kept, public = place.kept(game, about), _public(key)
    message = _message(sheet, kept, about, seat, lang)
    before = [one for one in kept.signatures if one.seat == seat and one.about == about and one.public == public]
    if before:
        raise NotSigned(said_before(before[0]).to(lang))
    there = sheet.at(about)
    told: Told = tell(there) if there is not None else place.tell(game, about)
    for line in telling(sheet, told, kept, about, seat, public, worked_out=there is not None, lang=lang):
        _say(line)
    if not yes:
        _confirm(lang)
    signature = b2a_base64(key.sign(message), newline=False).decode()
    at = place.sign(game, kept.seq, Sign(seat, about, public, signature))
    hidden = sheet.hidden_upto(about)
    address = place.address(game, at)
    return Done(game, seat, about, message.decode(), public, signature, at, address, about, hidden, there is not None)


def _about(sheet: Sheet, seq: int | None, lang: Lang) -> int:
    """The record that is signed."""
    if seq is not None and seq > sheet.last:
        text = Text(
            f"There is no record {seq}: this game has records 1 to {sheet.last}.",
            f"Il n'y a pas d'écriture {seq} : cette partie a les écritures 1 à {sheet.last}.",
        )
        raise NotSigned(text.to(lang))
    return seq or sheet.newest


def _message(sheet: Sheet, kept: Countersignatures, about: int, seat: str, lang: Lang) -> bytes:
    """What the seat signs, worked out here. Raises `NotSigned` where no player sits, or the service has other things signed."""
    asked = {one.seat: one.message for one in kept.to_sign}
    if seat not in asked:
        seats = ", ".join(asked)
        text = Text(f"No player has the seat {seat}: there are {seats}.", f"Aucun joueur n'a le siège {seat} : il y a {seats}.")
        raise NotSigned(text.to(lang))
    message = sheet.message(about, seat)
    if asked[seat].encode() != message:
        raise NotSigned(not_the_same(about).to(lang))
    return message


def _confirm(lang: Lang) -> None:
    """Raise `NotSigned` unless the player agrees; where nobody can be asked, the next line of standard input says so."""
    ask = Text("Sign it? [y/N]", "Signer ? [o/N]").to(lang)
    click.echo(f"{ask} ", nl=False, err=True)
    answer = sys.stdin.readline().strip().lower()
    if answer not in ("y", "yes", "o", "oui"):
        raise NotSigned(
            Text("Nothing was signed: answer y, or say --yes.", "Rien n'a été signé : répondez o, ou dites --yes.").to(lang)
        )


def _done(done: Done) -> Text:
    if done.seq is None:
        return Text(
            f"Record {done.about} is signed; the game is closed, so the signature lies beside it: {done.address}",
            f"L'écriture {done.about} est signée ; la partie est close, la signature est donc à côté : {done.address}",
        )
    return Text(
        f"Record {done.about} is signed, in record {done.seq}: {done.address}",
        f"L'écriture {done.about} est signée, dans l'écriture {done.seq} : {done.address}",
    )


def _public(key: Ed25519PrivateKey) -> str:
    return b2a_base64(key.public_key().public_bytes_raw(), newline=False).decode()


def _say(line: str, *, err: bool = True) -> None:
    click.echo(line, err=err)
