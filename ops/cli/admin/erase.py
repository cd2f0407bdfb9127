"""`greffe erase`: erase a player's names and texts."""

import sys
from collections.abc import Mapping, Sequence

import click

from api.game.links import all_links
from api.web.access.links import Links
from domain.game.clerk.clerk import Clerk
from domain.game.clerk.people import Alone, People, Person, Traces, no_actors
from domain.game.record.records import GameOpened
from domain.kernel.text import Lang, Text
from ops.cli.common import clerk_of, data_option, json_option, lang_option, settings, show_json
from ops.settings.config import Settings
from ops.settings.errors import Trouble
from ops.settings.keys import LOST_WITH_LINKS, read_key

ID_PREFIX = "p-"


@click.command("erase")
@click.argument("player")
@click.option("--yes", is_flag=True, help="Do not ask.")
@data_option
@lang_option
@json_option
def command(player: str, yes: bool, data: str | None, lang: Lang, as_json: bool) -> None:
    """Erase what identifies a player: every name they gave, and every text that was written for
    their seat while they had it, in all games.

    PLAYER is an id such as p-4k2m…, or a name that only one player has. Records and boards stay as
    they are, to the byte. What was erased cannot be restored, not even by importing an older copy.
    Existing copies, such as backups and exports, are not changed, nor are texts that others wrote
    about the player.
    """
    config = settings(data=data)
    with clerk_of(data) as clerk:
        people, alone = People(clerk), _sole_speakers_of(clerk, config)
        id = player if player.startswith(ID_PREFIX) else _id_of(people.find(player), player)
        if not yes:
            _confirm(people.count_traces(id, alone), lang)
        erased = people.erase(id, alone)
    if as_json:
        show_json(erased)
    else:
        click.echo(_summary(erased, done=True).to(lang))


def _id_of(people: Sequence[Person], name: str) -> str:
    """The id of the only one of these `people` who has this name, whatever its case. Raises
    `Trouble` if nobody has it, or several."""
    people_named = [
        person
        for person in people
        if any(name.casefold() == known.casefold() for known in person.names)
    ]
    if len(people_named) == 1:
        return people_named[0].player
    if people_named:
        ids = ", ".join(person.player for person in people_named)
        raise Trouble(
            Text("Several players are called {name}: name one of {ids}.", name=name, ids=ids)
        )
    raise Trouble(Text("No player is called {name}.", name=name))


def _confirm(traces: Traces, lang: Lang) -> None:
    """Print what would be erased and ask for confirmation. Raises `Trouble` if it is refused, or if
    standard input is no terminal."""
    click.echo(_summary(traces, done=False).to(lang), err=True)
    if not _at_a_terminal():
        raise Trouble(Text("Nothing was erased: confirm with --yes."))
    if not click.confirm(Text("Erase it? It cannot be brought back.").to(lang), err=True):
        raise Trouble(Text("Nothing was erased."))


def _at_a_terminal() -> bool:
    return sys.stdin.isatty()


def _summary(traces: Traces, *, done: bool) -> Text:
    names, texts = Text("{n:name|names}", n=traces.names), Text("{n:text|texts}", n=traces.texts)
    games = Text("{n:game|games}", n=len(traces.games))
    values = {"names": names, "texts": texts, "player": traces.player, "games": games}
    return (_DONE if done else _TO_DO).filled(values)


_DONE = Text("Erased: {names} and {texts} of player {player}, who sat in {games}.")
_TO_DO = Text("To be erased: {names} and {texts} of player {player}, who sat in {games}.")


def _sole_speakers_of(clerk: Clerk, config: Settings) -> Alone:
    """A function that takes a game's id and returns those of its links that speak for exactly one
    seat: link id to seat."""
    if not config.link_key_file.exists():
        return no_actors
    links = Links(clerk.key_values, read_key(config.link_key_file, LOST_WITH_LINKS))

    def alone(game: str) -> Mapping[str, str]:
        opening = next((stored.body for stored in clerk.recorder.records_of(game, lte=1)), None)
        if not isinstance(opening, GameOpened):
            return {}
        issued = all_links(links, game, opening)
        return {
            issue.link.id: issue.link.speaks_for[0]
            for issue in issued
            if issue.link.role == "seat" and len(issue.link.speaks_for) == 1
        }

    return alone
