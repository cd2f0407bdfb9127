"""`greffe simulate`: let random legal players play games of TITLE, and count the endings and the
speed."""

from collections import Counter
from collections.abc import Callable
from random import Random
from secrets import token_hex
from time import perf_counter

import click
from msgspec import Struct

from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening, Order, find_rules
from domain.game.seats.use_cases import Seats
from domain.kernel.text import Lang, Text
from domain.titles.contract.ruleset import AnyRuleset
from domain.titles.simulation import play
from ops.cli.common import clerk_of, data_option, json_option, lang_option, progress_bar, show_json
from ops.settings.errors import Trouble
from ops.tables.dump import TAG

LIMIT = 10_000
UNFINISHED = "unfinished"
ACTOR = "simulate"


class SimulatedGames(Struct, frozen=True):
    ruleset: str
    games: int
    actions: int
    seconds: float
    games_per_second: float
    actions_per_second: float
    shortest: int
    longest: int
    endings: dict[str, int]
    recorded: bool


@click.command("simulate")
@click.argument("title")
@click.option(
    "--games",
    "count",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    help="How many games to play.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    default=1,
    show_default=True,
    help="The first game's seed; the same seed plays the same game.",
)
@click.option(
    "--record", is_flag=True, help="Record the games in the data folder, through the clerk."
)
@click.option(
    "--open-data",
    is_flag=True,
    help="With --record: public games of people without names, which `greffe tables dump` takes.",
)
@data_option
@lang_option
@json_option
def command(
    title: str,
    count: int,
    seed: int,
    record: bool,
    open_data: bool,
    data: str | None,
    lang: Lang,
    as_json: bool,
) -> None:
    """Let random legal players play games of TITLE, in memory or (--record) in the data folder.
    Print how often each ending occurred, how long the games were and how many were played a
    second."""
    if open_data and not record:
        raise Trouble(Text("--open-data goes with --record."))
    rules = find_rules(title)
    if record:
        tags = ("simulated", TAG) if open_data else ("simulated",)
        opening = Opening(ruleset=title, tags=tags, public=open_data)
        with clerk_of(data) as clerk:
            tally = _play_many(
                rules, count, seed, lambda s: _play_recorded(clerk, opening, s), recorded=True
            )
    else:
        tally = _play_many(rules, count, seed, lambda s: _play_in_memory(rules, s), recorded=False)
    if as_json:
        show_json(tally)
    else:
        _print_summary(tally, lang)


def _play_many(
    rules: AnyRuleset,
    count: int,
    seed: int,
    play_one: Callable[[int], tuple[str, int]],
    *,
    recorded: bool,
) -> SimulatedGames:
    endings: Counter[str] = Counter()
    lengths = []
    begin = perf_counter()
    with progress_bar(rules.id) as progress:
        for s in range(seed, seed + count):
            ending, actions = play_one(s)
            endings[ending] += 1
            lengths.append(actions)
            progress(len(lengths), count)
    spent = perf_counter() - begin
    total = sum(lengths)
    ordered = dict(endings.most_common())
    return SimulatedGames(
        ruleset=rules.id,
        games=count,
        actions=total,
        seconds=spent,
        games_per_second=count / spent,
        actions_per_second=total / spent,
        shortest=min(lengths),
        longest=max(lengths),
        endings=ordered,
        recorded=recorded,
    )


def _play_in_memory(rules: AnyRuleset, seed: int) -> tuple[str, int]:
    outcome, actions, _ = play(rules, seed, limit=LIMIT)
    return (outcome.code if outcome else UNFINISHED), actions


def _play_recorded(clerk: Clerk, opening: Opening, seed: int) -> tuple[str, int]:
    """Play a random game through the clerk: every action is judged and recorded. Returns the ending
    and the number of actions. The clerk rolls the dice, so the same seed plays another game each
    time."""
    game = clerk.open_game(opening, ACTOR, token_hex(12)).state
    rules, rng = game.rules, Random(seed)
    for spec in game.setting.seat_specs if opening.public else ():
        if spec.role == "player":
            order = Order(game.id, game.seq, ACTOR, f"seat-{spec.id}")
            game = Seats(clerk).take(order, spec.id).state
    actions = 0
    while actions < LIMIT and (seats := rules.to_act(game.board)):
        seat = rng.choice(seats)
        action = rules.sample(game.board, seat, rng)
        if action is None:
            break
        actions += 1
        game = clerk.act(Order(game.id, game.seq, ACTOR, f"action-{actions}"), seat, action).state
    outcome = rules.outcome(game.board)
    if outcome:
        clerk.close_game(Order(game.id, game.seq, ACTOR, "close"))
    return (outcome.code if outcome else UNFINISHED), actions


def _print_summary(tally: SimulatedGames, lang: Lang) -> None:
    mean = f"{tally.actions / tally.games:.1f}"
    games = Text("{n:game|games}", n=tally.games)
    actions = Text("{n:action|actions}", n=tally.actions)
    speed = f"{tally.games_per_second:,.1f}", f"{tally.actions_per_second:,.0f}"
    for sentence in (
        Text(
            "{title}: {games}, {actions} in {seconds} s",
            title=tally.ruleset,
            games=games,
            actions=actions,
            seconds=f"{tally.seconds:.2f}",
        ),
        Text("  {games} games/s, {actions} actions/s", games=speed[0], actions=speed[1]),
        Text(
            "  {least} to {most} actions a game, {mean} on average",
            least=tally.shortest,
            most=tally.longest,
            mean=mean,
        ),
    ):
        click.echo(sentence.to(lang))
    for ending, n in tally.endings.items():
        click.echo(f"  {n / tally.games:6.1%}  {n:>6}  {ending}")
