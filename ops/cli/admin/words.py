"""`greffe words`: check the catalogs of translations, update them from the code, and begin them for
another language."""

from pathlib import Path

import click
from babel import Locale, UnknownLocaleError

from domain.kernel.text import ENGLISH, LANGS, Lang, Text
from domain.kernel.words.catalogs import FOLDER, SERVICE, UnreadableCatalog, catalog_file
from ops.cli.common import lang_option
from ops.settings.errors import CommandFailed, Trouble
from ops.words.check import check_catalogs
from ops.words.extraction import packages
from ops.words.files import update_catalog

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.group("words")
def command() -> None:
    """Check and update the translations of titles, pages and problems: English is in the code,
    every other language in catalogs (locale/LANGUAGE.po). FOLDER: a folder of other packages, such
    as a title's, instead of Greffe's own."""


@command.command("check")
@click.argument("folder", nargs=-1, type=_FOLDER)
@lang_option
def check_(folder: tuple[Path, ...], lang: Lang) -> None:
    """List translations that are missing, fuzzy, left over or broken. Exit code 1 if there are
    any."""
    faults = [fault for package in _packages_in(folder) for fault in check_catalogs(package)]
    for fault in faults:
        click.echo(fault.line.to(lang))
    if faults:
        mend = sum(fault.messages for fault in faults)
        raise CommandFailed(Text("{n:thing|things} to mend in the words.", n=mend))
    click.echo(Text("All words are there: {langs}.", langs=", ".join(LANGS)).to(lang))


@command.command("update")
@click.argument("folder", nargs=-1, type=_FOLDER)
@lang_option
def update_(folder: tuple[Path, ...], lang: Lang) -> None:
    """Update all catalogs from the messages in the code."""
    for package in _packages_in(folder):
        for target in LANGS:
            if target != ENGLISH:
                _update_catalog(package, target, lang)


@command.command("add")
@click.argument("language")
@click.argument("folder", nargs=-1, type=_FOLDER)
@lang_option
def add(language: str, folder: tuple[Path, ...], lang: Lang) -> None:
    """Create the catalogs of another language, for example de or pt-BR."""
    try:
        Locale.parse(language, sep="-")
    except (ValueError, UnknownLocaleError):
        raise Trouble(
            Text(
                "No language goes by “{tag}”: give its tag, such as de, nl or pt-BR.", tag=language
            )
        ) from None
    for place in folder:
        if not packages((place,)):
            (place / FOLDER).mkdir()
    for package in packages(folder):
        _update_catalog(package, language, lang)


def _packages_in(folders: tuple[Path, ...]) -> list[Path]:
    """The packages with catalogs in these folders (none: Greffe's own). Raises `Trouble` for a
    folder that has no catalog, rather than ignore it."""
    for folder in folders:
        if not packages((folder,)):
            raise Trouble(
                Text(
                    "{folder} has no words yet: “greffe words add fr {folder}” begins them.",
                    folder=folder,
                )
            )
    return packages(folders)


def _update_catalog(package: Path, language: Lang, lang: Lang) -> None:
    file = catalog_file(package, language)
    try:
        left, gone = update_catalog(package, language)
    except UnreadableCatalog as e:
        raise CommandFailed(Text("{file} cannot be read: {why}.", file=file, why=str(e))) from None
    sentence = Text(
        "{file}: {left} to translate, {gone} removed",
        left=left,
        gone=gone,
        file=str(_relative_path(file)),
    )
    click.echo(sentence.to(lang))


def _relative_path(file: Path) -> Path:
    return file.relative_to(SERVICE.parent) if file.is_relative_to(SERVICE.parent) else file
