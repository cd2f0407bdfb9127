"""`greffe recheck`: judge the actions of stored games again by the newest rules of their title."""

import sys
from collections.abc import Iterable, Iterator
from typing import Any

import click

from domain.kernel.text import NO_WORDS, Lang, Text
from domain.transfer.recheck import Recheck, RecheckDifference, RecheckResult
from ops.cli.common import clerk_of, data_option, json_option, lang_option, show_json


@click.command("recheck")
@click.option("--ruleset", metavar="TITLE", required=True, help="The title whose games are judged.")
@click.option(
    "--game", metavar="ID", default="", help="Only this game; every action that differs is listed."
)
@data_option
@lang_option
@json_option
def command(ruleset: str, game: str, data: str | None, lang: Lang, as_json: bool) -> None:
    """Judge the actions of stored games again by the newest rules of their title, each on the board
    that the stored facts lead to. Nothing is changed.

    Compares for each action, in force or taken back: whether it is legal; its facts, with the
    recorded dice; and the outcome of the position after it. Lists for each game the first record
    that differs today. Exit code 1 if something differs or a game cannot be judged.
    """
    with clerk_of(data) as clerk:
        recheck = Recheck(clerk, ruleset)
        results: Iterable[RecheckResult] = (
            [recheck.recheck_game(game)] if game else recheck.recheck_all()
        )
        version = recheck.rules.version
        if as_json:
            games = list(results)
            show_json(
                {
                    "ruleset": ruleset,
                    "version": version,
                    "games": [_as_dict(game) for game in games],
                    **_counts(games),
                }
            )
        else:
            games = []
            for result in results:
                games.append(result)
                for line in _lines(result, every=bool(game)):
                    click.echo(line.to(lang))
            click.echo(_summary(games, version).to(lang))
    if not all(game.same for game in games):
        sys.exit(1)


def _as_dict(result: RecheckResult) -> dict[str, Any]:
    return {
        "game": result.game,
        "version": result.version,
        "actions": result.actions,
        "first": result.differences[0].seq if result.differences else None,
        "differences": result.differences,
        "trouble": result.trouble,
    }


def _counts(games: list[RecheckResult]) -> dict[str, int]:
    return {
        "actions": sum(game.actions for game in games),
        "differ": sum(len(game.differences) for game in games),
        "not_judged": sum(game.trouble is not None for game in games),
    }


def _lines(result: RecheckResult, *, every: bool) -> Iterator[Text]:
    differ = result.differences
    for difference in differ if every else differ[:1]:
        head = Text("{game} record {seq}", game=result.game, seq=difference.seq)
        yield Text("{head}: {told}", head=head, told=_difference_text(difference))
    if len(differ) > 1 and not every:
        yield Text("{game} and {more} more after it", game=result.game, more=len(differ) - 1)
    if result.trouble is not None:
        yield Text(
            "{game} not judged to its end: {trouble}", game=result.game, trouble=result.trouble
        )


def _difference_text(difference: RecheckDifference) -> Text:
    """The sentence of a difference: `Blue plays …: legal then, illegal today. … [rule]`, or the
    results of the action then and today."""
    sentence, now, then = difference.said, difference.now, difference.then
    back = NO_WORDS if difference.in_force else Text(" (taken back)")
    if difference.came is not None and difference.comes is not None:
        what, came, comes = _WHAT[difference.what], difference.came, difference.comes
        return Text(
            "{said}{back}: {what}. Then: {came} Today: {comes}",
            said=sentence,
            back=back,
            what=what,
            came=came,
            comes=comes,
        )
    if now.legal:
        why = f"[{then.rule}]"
        return Text(
            "{said}{back}: let stand as illegal then {why}, legal today.",
            said=sentence,
            back=back,
            why=why,
        )
    return Text(
        "{said}{back}: legal then, illegal today. {text} [{rule}]",
        said=sentence,
        back=back,
        text=now.text,
        rule=now.rule,
    )


_WHAT = {
    "facts": Text("legal then and today, but something else comes of it"),
    "outcome": Text("the position has another outcome"),
}


def _summary(games: list[RecheckResult], version: int) -> Text:
    counts = _counts(games)
    differ = Text(
        "otherwise today: {records}.", records=Text("{n:record|records}", n=counts["differ"])
    )
    lost = Text(
        " Not judged to the end: {games}.", games=Text("{n:game|games}", n=counts["not_judged"])
    )
    return Text(
        "{games}, {actions}, by version {version} of the rules: {found}{lost}",
        games=Text("{n:game|games}", n=len(games)),
        actions=Text("{n:action|actions}", n=counts["actions"]),
        version=version,
        found=differ if counts["differ"] else Text("nothing differs."),
        lost=lost if counts["not_judged"] else NO_WORDS,
    )
