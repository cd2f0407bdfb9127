"""`greffe key`: make, list, renew and revoke keys."""

import re
from typing import Any, get_args

import click

from api.web.access.caller import NAMES, OPERATOR_ID
from api.web.access.keys import Key, KeyState, Scope, all_keys, keys_of, make_key, revoke_keys
from domain.game.clerk.clerk import Clerk
from domain.kernel.text import Lang, Text
from ops.cli.common import clerk_of, data_option, json_option, lang_option, show_json, table_lines
from ops.settings.errors import Trouble

MOST = 64


@click.group("key")
def command() -> None:
    """Keys for organisers, who open games and give out links to them. A running server applies
    every change at once.

    The operator's own key is not among them: it is in operator.key in the data folder.
    """


@command.command("add")
@click.option(
    "--scope",
    type=click.Choice(get_args(Scope)),
    default="organiser",
    show_default=True,
    help="The role it gives.",
)
@click.option(
    "--label",
    required=True,
    help="What it is for, as the list shows it: a word for you, nobody's name.",
)
@data_option
@lang_option
@json_option
def add(scope: Scope, label: str, data: str | None, lang: Lang, as_json: bool) -> None:
    """Make a key and print it. It cannot be printed again, since only its SHA-256 is stored."""
    if not re.fullmatch(r"\S(.*\S)?", label) or len(label) > MOST or not label.isprintable():
        raise Trouble(
            Text(
                "A label is a line of 1 to {most} characters without spaces at its ends.", most=MOST
            )
        )
    with clerk_of(data) as clerk:
        _print_key(*make_key(clerk.key_values, scope, label, clerk.clock()), lang, as_json)


@command.command("list")
@data_option
@lang_option
@json_option
def list_(data: str | None, lang: Lang, as_json: bool) -> None:
    """List all keys, revoked ones included, oldest first. Only their ids and labels are stored, not
    the keys."""
    with clerk_of(data) as clerk:
        keys = all_keys(clerk.key_values)
    if as_json:
        show_json(
            [
                {
                    **_as_dict(key.key),
                    "revoked_at": key.revoked.at if key.revoked is not None else None,
                }
                for key in keys
            ]
        )
    elif keys:
        head = Text("id scope made state label").to(lang).split()
        click.echo("\n".join(table_lines(head, [_row(key, lang) for key in keys])))
    else:
        click.echo(Text("No key was made.").to(lang), err=True)


@command.command("renew")
@click.argument("id")
@data_option
@lang_option
@json_option
def renew(id: str, data: str | None, lang: Lang, as_json: bool) -> None:
    """Replace the key ID, which was lost or seen by others: make a new key under the same id, which
    has the same games, and revoke the old one."""
    with clerk_of(data) as clerk:
        last = _need_keys(clerk, id)[-1].key
        revoke_keys(clerk.key_values, id, clerk.clock(), OPERATOR_ID)
        _print_key(
            *make_key(clerk.key_values, last.scope, last.label, clerk.clock(), id), lang, as_json
        )


@command.command("revoke")
@click.argument("id")
@data_option
@lang_option
def revoke(id: str, data: str | None, lang: Lang) -> None:
    """Revoke the key ID: a running server refuses it from now on. Its games remain, and the
    operator can manage them, as can a key that renews this one."""
    with clerk_of(data) as clerk:
        before = _need_keys(clerk, id)[-1].revoked
        revoke_keys(clerk.key_values, id, clerk.clock(), OPERATOR_ID)
    sentence = Text("Key {id} is revoked.", id=id)
    if before is not None:
        when = f"{before.at:%Y-%m-%d %H:%M}"
        sentence = Text("Key {id} was revoked already, {when}.", id=id, when=when)
    click.echo(sentence.to(lang))


def _need_keys(clerk: Clerk, id: str) -> list[KeyState]:
    """All keys made under an id, oldest first. Raises `Trouble` if there is none."""
    keys = keys_of(clerk.key_values, id)
    if not keys:
        raise Trouble(Text("There is no key {id}: greffe key list.", id=id))
    return keys


def _print_key(key: Key, secret: str, lang: Lang, as_json: bool) -> None:
    """Print a new key: the key alone on standard output, so that it can be redirected into a file,
    and a sentence on standard error."""
    if as_json:
        show_json({**_as_dict(key), "key": secret})
        return
    sentence = Text(
        "Key {id} ({scope}, {label}). It is shown this once:",
        id=key.id,
        scope=NAMES[key.scope],
        label=key.label,
    )
    click.echo(sentence.to(lang), err=True)
    click.echo(secret)


def _as_dict(key: Key) -> dict[str, Any]:
    return {"id": key.id, "scope": key.scope, "label": key.label, "at": key.at}


def _row(key: KeyState, lang: Lang) -> tuple[str, ...]:
    state = Text("good").to(lang)
    if key.revoked is not None:
        state = Text("revoked {when}", when=f"{key.revoked.at:%Y-%m-%d %H:%M}").to(lang)
    return (
        key.key.id,
        NAMES[key.key.scope].to(lang),
        f"{key.key.at:%Y-%m-%d %H:%M}",
        state,
        key.key.label,
    )
