"""`greffe catalog`: check a file, list, show, add."""

from __future__ import annotations

import sys
from typing import BinaryIO

import click

from api.answers.catalogs import line_of, origins_of
from domain.errors import CatalogRefused
from domain.rules.catalogs.catalog import Catalog, FileFault
from domain.rules.text import Lang, Text
from domain.rules.titles import registry
from domain.store.catalog_faults import catalog_faults
from domain.store.catalogs import Catalogs, Listed
from ops.cli.common import clerk_of, columns, data_option, json_option, lang_option, show_json

SHORT = 12
"""Digits of a SHA-256 that a table shows."""

ORIGINS = {
    "text": Text("text"),
    "published": Text("published"),
    "inferred": Text("inferred"),
    "placeholder": Text("placeholder"),
}


@click.group("catalog", invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """The printed numbers of the titles: check a corrected file, add it, see where each number comes from.

    To correct a catalog: greffe catalog show TITLE --file > mine.json, change it, greffe catalog check mine.json, then
    greffe catalog add mine.json. Games and campaigns are opened with its SHA-256.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@command.command("check")
@click.argument("file", type=click.File("rb"))
@lang_option
@json_option
def check(file: BinaryIO, lang: Lang, as_json: bool) -> None:
    """Say everything that is wrong with a catalog file, by line; exit code 1 if anything is. `-` is standard input."""
    data, name = file.read(), _name(file)
    faults = catalog_faults(data)
    if as_json:
        show_json({"file": name, "faults": faults})
    elif faults:
        _tell_faults(name, faults, lang)
    else:
        catalog = Catalog(data)
        title = registry.ruleset(catalog.game).about.title.to(lang)
        fine = Text("no fault").to(lang)
        click.echo(f"{name}: {fine}. {title}, {catalog.edition}")
        click.echo(f"  sha256 {catalog.sha256}")
        click.echo(f"  {_counts(Listed(catalog, None, catalog.counts()), lang)}")
    if faults:
        sys.exit(1)


@command.command("list")
@click.option("--ruleset", metavar="ID", default="", help="Only catalogs of this title.")
@data_option
@lang_option
@json_option
def list_(ruleset: str, data: str | None, lang: Lang, as_json: bool) -> None:
    """List the catalogs that games can be opened with: those that come with the titles, and those that were added."""
    with clerk_of(data) as clerk:
        found = list(Catalogs(clerk.key_values).listed(ruleset))
    if as_json:
        show_json([line_of(one) for one in found])
        return
    if not found:
        click.echo(Text("No catalog is found.").to(lang), err=True)
        return
    head = Text("title name sha256 values placeholders edition").to(lang).split()
    added = Text("(added)").to(lang)
    rows = [
        (
            one.catalog.game,
            one.name or added,
            one.catalog.sha256[:SHORT],
            str(sum(one.provenance.values())),
            str(one.provenance["placeholder"]),
            one.catalog.edition,
        )
        for one in found
    ]
    click.echo("\n".join(columns(head, rows)))


@command.command("show")
@click.argument("name")
@click.option("--origin", type=click.Choice(list(ORIGINS)), help="List the values that come from there.")
@click.option("--file", "whole", is_flag=True, help="Write the file itself, to the byte.")
@data_option
@lang_option
@json_option
def show(name: str, origin: str | None, whole: bool, data: str | None, lang: Lang, as_json: bool) -> None:
    """Show a catalog and how many of its values come from where.

    NAME is a SHA-256 or the beginning of one, a title (that one's default), or title/name.
    """
    with clerk_of(data) as clerk:
        one = Catalogs(clerk.key_values).find(name)
    if whole:
        sys.stdout.buffer.write(one.catalog.data)
    elif as_json:
        show_json(origins_of(one, origin or ""))
    else:
        title = registry.ruleset(one.catalog.game).about.title.to(lang)
        called = f"{one.catalog.game}/{one.name}" if one.name else Text("added").to(lang)
        click.echo(f"{title}, {one.catalog.edition} ({called})")
        click.echo(f"  sha256 {one.catalog.sha256}")
        click.echo(f"  {_counts(one, lang)}")
        if origin:
            rows = [(leaf.pointer, str(leaf.value)) for leaf in origins_of(one, origin).values]
            head = Text("pointer").to(lang), Text("value").to(lang)
            click.echo("\n" + "\n".join(columns(head, rows)))


@command.command("add")
@click.argument("file", type=click.File("rb"))
@data_option
@lang_option
@json_option
def add(file: BinaryIO, data: str | None, lang: Lang, as_json: bool) -> None:
    """Keep a catalog file as it is, to the byte, for games to be opened with; `-` is standard input.

    A file with faults is not kept: they are listed by line, exit code 1.
    """
    with clerk_of(data) as clerk:
        try:
            kept, before = Catalogs(clerk.key_values).keep(file.read())
        except CatalogRefused as refused:
            _tell_faults(_name(file), refused.faults, lang, err=True)
            sys.exit(1)
    if as_json:
        show_json(line_of(kept))
    else:
        said = Text("The catalog {sha256} was here already.") if before else Text("The catalog {sha256} is kept.")
        click.echo(said.filled({"sha256": kept.catalog.sha256}).to(lang))


def _name(file: BinaryIO) -> str:
    return str(getattr(file, "name", "<stdin>"))


def _tell_faults(name: str, faults: tuple[FileFault, ...], lang: Lang, *, err: bool = False) -> None:
    """One line a fault, as compilers write them; then how many there are."""
    for fault in faults:
        click.echo(f"{name}:{fault.line}: {fault.pointer or '/'}: {fault.text.to(lang)}", err=err)
    n = len(faults)
    said = Text("{n:fault|faults}.", n=n)
    click.echo(said.to(lang), err=err)


def _counts(one: Listed, lang: Lang) -> str:
    """`69 values: 20 text, 5 published, 0 inferred, 44 placeholder`."""
    n = sum(one.provenance.values())
    parts = ", ".join(f"{count} {ORIGINS[origin].to(lang)}" for origin, count in one.provenance.items())
    return Text("{n:value|values}: {parts}", n=n, parts=parts).to(lang)
