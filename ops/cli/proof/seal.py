"""`greffe seal`: choose in secret from a terminal, and show it once all are bound."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec
from msgspec import Raw, Struct

from api.resources.play.actions import TakeAction
from api.resources.proof.seals import SealValue
from domain.ledger.chance.seals import new_seal_salt, seal
from domain.ledger.spelling import printable
from domain.rules.ruleset import Action
from domain.rules.text import Lang, Text
from domain.rules.titles.codec import action_union, encode_action
from domain.rules.titles.registry import UnknownRuleset, ruleset
from ops.cli.common import lang_option
from ops.cli.proof.countersign import seat_link
from ops.countersign.link import SeatLink
from ops.log.durable import write_durably
from ops.settings.errors import CannotServe


class Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """What opens a seal: the file that `--keep` writes and `--show` reads. Whoever has it knows the choice."""

    game: str
    seat: str
    slot: str
    action: Raw
    salt: str


@click.command("seal")
@click.argument("action", required=False)
@click.option("--keep", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Where to keep what opens the seal.")
@click.option(
    "--show",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    metavar="FILE",
    help="Enter what was sealed and kept there.",
)
@click.option("--seat", help="The seat that chooses; need not be named where the link speaks for one.")
@click.option(
    "--link", envvar="GREFFE_LINK", metavar="LINK", help="Your seat's link; GREFFE_LINK or standard input keep it hidden."
)
@lang_option
def command(action: str | None, keep: Path | None, show: Path | None, seat: str | None, link: str | None, lang: Lang) -> None:
    """Seal ACTION, the JSON of a secret choice, so that not even the service reads it before all are bound; then show it.

    What opens the seal is written to a file before anything is sent. Once everybody has sealed, `--show` enters the action with it:

        greffe seal '{"type": "bid", "amount": 3}' --keep bid.json

        greffe seal --show bid.json
    """
    if (action is None) == (show is None) or (action is None) != (keep is None):
        raise click.UsageError("Give the action and --keep to seal it, or --show alone to enter what was sealed.")
    place, game, own = seat_link(link, None, seat, lang)
    if show is not None:
        said = _show(place, game, own, show)
    else:
        assert action is not None and keep is not None
        said = _seal(place, game, own, action, keep, lang)
    click.echo(said.to(lang))


def _seal(place: SeatLink, game: str, seat: str, given: str, keep: Path, lang: Lang) -> Text:
    now = place.sealing(game)
    if now.slot is None:
        raise CannotServe(Text("Nothing is being chosen in secret now.").to(lang))
    spelt, salt = bytes(encode_action(_action(place.ruleset(game), given, lang))), new_seal_salt()
    kept = Kept(game, seat, now.slot, Raw(spelt), salt.hex())
    if keep.exists():
        already = Text("{keep} is there already: name a new file.", keep=keep)
        raise CannotServe(already.to(lang))
    write_durably(keep, msgspec.json.encode(kept))
    made = SealValue(seat, now.slot, seal(game, now.slot, seat, salt, spelt).hex())
    n = place.seal(game, now.seq, made)
    return Text(
        "Record {n} holds your seal for {slot}. Once all are bound, show it: greffe seal --show {keep}",
        n=n,
        slot=now.slot,
        keep=keep,
    )


def _show(place: SeatLink, game: str, seat: str, file: Path) -> Text:
    try:
        kept = msgspec.json.decode(file.read_bytes(), type=Kept)
    except (msgspec.DecodeError, UnicodeDecodeError, OSError) as e:
        raise CannotServe(
            f"{file} does not hold what opens a seal ({printable(str(e))}): it is the file that --keep wrote."
        ) from None
    if (kept.game, kept.seat) != (game, seat):
        raise CannotServe(f"{file} is of seat {kept.seat} in game {kept.game}: your link is for {seat} in game {game}.")
    n = place.show(game, place.sealing(game).seq, TakeAction(seat, kept.action, salt=kept.salt))
    return Text("Record {n} shows what was sealed.", n=n)


def _action(title: str, given: str, lang: Lang) -> Action:
    """The title's action that was given, with all its fields: sealed is how it is spelt."""
    try:
        found: Action = msgspec.json.decode(given, type=action_union(ruleset(title)))
    except UnknownRuleset:
        text = Text("The rules of {title} are not in this program.", title=title)
        raise CannotServe(text.to(lang)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        text = Text(
            "This is no action of {title}: {e}. GET /games/…/legal spells those that are.",
            title=title,
            e=printable(str(e)),
        )
        raise CannotServe(text.to(lang)) from None
    return found
