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

from api.answers.audit import SignatureAt
from api.resources.proof.countersignatures import Countersignatures, Sign
from domain.errors import Refusal
from domain.game.fidelity import said
from domain.ledger.bundle.countersigns import check_countersign
from domain.ledger.errors import Refused
from domain.ledger.spelling import read_base64
from domain.rules.text import NO_WORDS, Lang, Text, joined
from ops.cli.common import clerk_of, json_option, lang_option, plain, show_json
from ops.countersign.data_folder import DataFolder
from ops.countersign.keys import make_key, read_key
from ops.countersign.link import SeatLink
from ops.countersign.position import Told, tell
from ops.countersign.sheet import NotSigned, Sheet, read_sheet

Place = DataFolder | SeatLink
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
        "{file} is your key: keep it to yourself. Whoever relies on your signatures compares this public half with theirs:",
        file=file,
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
    """The place to sign at: a data folder, or the service that the link leads to."""
    if data is not None:
        with clerk_of(data) as clerk:
            yield DataFolder(clerk)
    else:
        yield SeatLink(link if link and link != "-" else _asked(lang), lang)


def _asked(lang: Lang) -> str:
    """The link from standard input: asked for at a terminal, and not shown there."""
    if sys.stdin.isatty():
        asked: str = click.prompt(Text("Your seat's link").to(lang), hide_input=True, err=True)
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
    if isinstance(place, DataFolder):
        if not game or not seat:
            raise click.UsageError("With --data, name the game and --seat.")
        return game, seat
    who = place.caller()
    if who.game is None or (game and game != who.game):
        text = Text(
            "This link is not for the game {game}: it is for {game2}.",
            game=game,
            game2=who.game,
        )
        raise NotSigned(text.to(lang))
    seats = ", ".join(who.seats)
    if seat and who.seats and seat not in who.seats:
        raise NotSigned(Text("This link speaks for {seats}, not for {seat}.", seats=seats, seat=seat).to(lang))
    if not seat and len(who.seats) > 1:
        text = Text("This link speaks for {seats}: name one with --seat.", seats=seats)
        raise NotSigned(text.to(lang))
    if not seat and not who.seats:
        text = Text("This link speaks for no seat: use a seat's own.")
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
            "There is no record {seq}: this game has records 1 to {last}.",
            seq=seq,
            last=sheet.last,
        )
        raise NotSigned(text.to(lang))
    return seq or sheet.newest


def _message(sheet: Sheet, kept: Countersignatures, about: int, seat: str, lang: Lang) -> bytes:
    """What the seat signs, worked out here. Raises `NotSigned` where no player sits, or the service has other things signed."""
    asked = {one.seat: one.message for one in kept.to_sign}
    if seat not in asked:
        seats = ", ".join(asked)
        text = Text("No player has the seat {seat}: there are {seats}.", seat=seat, seats=seats)
        raise NotSigned(text.to(lang))
    message = sheet.message(about, seat)
    if asked[seat].encode() != message:
        raise NotSigned(not_the_same(about).to(lang))
    return message


def _confirm(lang: Lang) -> None:
    """Raise `NotSigned` unless the player agrees; where nobody can be asked, the next line of standard input says so."""
    ask = Text("Sign it? [y/N]").to(lang)
    click.echo(f"{ask} ", nl=False, err=True)
    answer = sys.stdin.readline().strip().lower()
    if answer not in ("y", "yes", "o", "oui"):
        raise NotSigned(Text("Nothing was signed: answer y, or say --yes.").to(lang))


def _done(done: Done) -> Text:
    if done.seq is None:
        return Text(
            "Record {about} is signed; the game is closed, so the signature lies beside it: {address}",
            about=done.about,
            address=done.address,
        )
    return Text(
        "Record {about} is signed, in record {seq}: {address}",
        about=done.about,
        seq=done.seq,
        address=done.address,
    )


def _public(key: Ed25519PrivateKey) -> str:
    return b2a_base64(key.public_key().public_bytes_raw(), newline=False).decode()


def _say(line: str, *, err: bool = True) -> None:
    click.echo(line, err=err)


# -- what a player reads before signing --------------------------------------------------------------------------------


def telling(
    sheet: Sheet, told: Told, kept: Countersignatures, about: int, seat: str, public: str, *, worked_out: bool, lang: Lang
) -> Iterator[str]:
    """The lines. `worked_out`: the position was folded here, not told by the service."""
    lines = [_game(sheet, told), *_position(told, about, sheet.last), *_signatures(sheet, told, kept, about, seat, public)]
    for text in lines:
        yield plain(text.to(lang))
    yield Text("  Signed is:").to(lang)
    for line in sheet.message(about, seat).decode().splitlines():
        yield f"    {line}"
    yield f"  {_checked(sheet, about, worked_out=worked_out).to(lang)}"


def said_before(one: SignatureAt) -> Text:
    """The sentence for a signature that is there already."""
    where = Text("in record {seq}", seq=one.seq)
    if one.seq is None:
        where = Text("beside the closed game")
    when = f"{one.at:%Y-%m-%d %H:%M}"
    return Text(
        "This key has signed record {about} for {seat} already, {when} UTC, {where}.",
        about=one.about,
        seat=one.seat,
        when=when,
        where=where,
    )


def not_the_same(about: int) -> Text:
    """The sentence for a service that asks for a signature over something else than it shows."""
    return Text(
        "Nothing was signed: the records, as the service gives them, do not come to what it has "
        "signed for record {about}. Tell the arbiter.",
        about=about,
    )


def _game(sheet: Sheet, told: Told) -> Text:
    grown = NO_WORDS
    if told.lineage is not None:
        of, at = told.lineage.game, told.lineage.seq
        grown = Text(", a branch of {of} from record {at}", of=of, at=at)
    return Text("{title}, game {game}{grown}", title=told.title, game=sheet.game, grown=grown)


def _position(told: Told, about: int, last: int) -> Iterator[Text]:
    yield Text("  Record {about} of {last}: {sentence}", about=about, last=last, sentence=told.sentence)
    points = [(told.names.get(seat, Text(seat, seat)), total) for seat, total in told.points.items()]
    if points:
        yield Text("  Score: {points}", points=joined(Text("{name} {total}", name=name, total=total) for name, total in points))
    if told.outcome is not None:
        yield Text("  Outcome: {outcome}", outcome=told.outcome)
    printed = NO_WORDS
    if told.fingerprint:
        printed = Text(", fingerprint {fingerprint}", fingerprint=told.fingerprint)
    fidelity = said(told.fidelity)
    yield Text("  Position: {fidelity}{printed}", fidelity=fidelity, printed=printed)
    if told.irregular:
        seqs = ", ".join(map(str, told.irregular))
        yield Text("  ⚑ Irregular: it rests on records {seqs}", seqs=seqs)


def _signatures(sheet: Sheet, told: Told, kept: Countersignatures, about: int, seat: str, public: str) -> Iterator[Text]:
    """Who signs, and who has signed it before."""
    name = told.names.get(seat, Text(seat, seat))
    yield Text("  Seat: {name}, key {public}", name=name, public=public)
    for one in kept.signatures:
        if one.about == about:
            name = told.names.get(one.seat, Text(one.seat, one.seat))
            if _holds(sheet, one):
                yield Text("  ✍ {name} has signed it, key {public}", name=name, public=one.public)
            else:
                yield Text(
                    "  ✗ The signature shown for {name} does not hold.",
                    name=name,
                )


def _holds(sheet: Sheet, one: SignatureAt) -> bool:
    """Whether a signature that the service shows is one over these records."""
    try:
        public, made = read_base64(one.public, 32), read_base64(one.signature, 64)
        check_countersign(public, made, sheet.game, one.about, sheet.leaves[one.about - 1], one.seat)
    except Refused:
        return False
    return True


def _checked(sheet: Sheet, about: int, *, worked_out: bool) -> Text:
    """How far it was checked."""
    read, hidden = Text("{n:record|records}", n=about), sheet.hidden_upto(about)
    told = Text("Sentence, score and position are in the service's words.")
    if hidden:
        return Text(
            "Checked: the leaf follows from {read}; {hidden} of them are hidden from this seat, and "
            "of those only the SHA-256 is known. {told}",
            read=read,
            hidden=hidden,
            told=told,
        )
    if worked_out:
        told = Text("Sentence, score and position were worked out here from them.")
    return Text(
        "Checked: the leaf follows from {read}, read to the byte. {told}",
        read=read,
        told=told,
    )
