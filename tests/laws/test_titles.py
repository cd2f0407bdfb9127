from collections.abc import Callable, Mapping, Sequence
from functools import cache, reduce
from inspect import get_annotations
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from domain.kernel.text import STORED
from domain.titles import registry
from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.contract.chance import SealedChance, TableChance
from domain.titles.contract.ruleset import (
    ARBITER,
    PUBLIC,
    BadOpening,
    Board,
    decode_board,
    encode_board,
    open_setting,
)
from domain.titles.simulation import Step, opening, steps
from tests.amount import count
from tests.builders.refusals import refused_with
from tests.records.laws import file_of, read
from tests.records.play import union

SEEDS = range(12)
TITLES = registry.ids()


def opened(
    rules: registry.AnyRuleset, seed: int, options: dict[str, Any], players: int, catalog: Catalog
) -> tuple[Board, SealedChance]:
    """Open a game for `players`, or for the catalog's number of players if the title refuses
    that."""
    try:
        board, _, chance = opening(rules, seed, options, players, catalog)
    except BadOpening:
        board, _, chance = opening(rules, seed, options, None, catalog)
    return board, chance


@cache
def game(title: str, seed: int) -> tuple[Board, tuple[Step, ...]]:
    """A random game: the board after set-up, and every step. Each seed uses another of the title's
    catalogs in turn."""
    rules = registry.ruleset(title)
    catalogs = list(rules.catalogs().values())
    players = rules.about.seats[seed % len(rules.about.seats)]
    board, chance = opened(rules, seed, {}, players, catalogs[seed % len(catalogs)])
    return board, tuple(steps(rules, board, chance, Random(seed)))


@cache
def sampled(title: str) -> tuple[Step, ...]:
    """Some steps from all the games, for laws that take long to check."""
    every = [s for seed in SEEDS for s in game(title, seed)[1]]
    return tuple(Random(1).sample(every, min(len(every), count(60, 90))))


def some_options(rules: registry.AnyRuleset, rng: Random) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    for option in msgspec.structs.fields(rules.options_type):
        match msgspec.inspect.type_info(option.type):
            case msgspec.inspect.Metadata(type=msgspec.inspect.BoolType()):
                chosen[option.name] = rng.random() < 0.5
            case msgspec.inspect.Metadata(type=msgspec.inspect.LiteralType(values=values)):
                chosen[option.name] = rng.choice(values)
    return chosen


@pytest.mark.parametrize("title", TITLES)
def test_games_with_any_options_end_and_keep_their_pieces(title: str) -> None:
    rules = registry.ruleset(title)
    for seed in range(count(3, 6)):
        rng, catalogs = Random(seed), list(rules.catalogs().values())
        players, catalog = rng.choice(rules.about.seats), rng.choice(catalogs)
        board, chance = opened(rules, seed, some_options(rules, rng), players, catalog)
        census = rules.census(board)
        for step in steps(rules, board, chance, rng):
            board = step.after
            assert rules.census(board) == census, step.action
        outcome = rules.outcome(board)
        assert outcome is not None and outcome.code in rules.about.endings


@pytest.mark.parametrize("title", TITLES)
def test_other_numbers_of_players_are_refused(title: str) -> None:
    rules = registry.ruleset(title)
    for players in {-1, 0, min(rules.about.seats) - 1, max(rules.about.seats) + 1, 99}:
        refused = refused_with(
            BadOpening, "", open_setting, rules, rules.catalogs()["default"], {}, players
        )
        assert refused.pointer == "/players" and refused.text.fr


@pytest.mark.parametrize("title", TITLES)
def test_every_action_comes_up(title: str) -> None:
    rules = registry.ruleset(title)
    seen = {type(s.action) for seed in SEEDS for s in game(title, seed)[1]}
    options = read(title).options if file_of(title).is_file() else {}
    for seed in SEEDS if options else ():
        board, _, chance = opening(rules, seed, options)
        seen |= {type(s.action) for s in steps(rules, board, chance, Random(seed))}
    assert {t.__name__ for t in rules.action_types} - {t.__name__ for t in seen} == set()


def types_omitting_defaults(value: object) -> set[str]:
    if isinstance(value, Struct):
        own = (
            {type(value).__name__}
            if value.__struct_config__.omit_defaults and value.__struct_defaults__
            else set()
        )
        return own.union(
            *(types_omitting_defaults(getattr(value, name)) for name in value.__struct_fields__)
        )
    if isinstance(value, Mapping):
        return set().union(*map(types_omitting_defaults, value.values()))
    return (
        set().union(*map(types_omitting_defaults, value))
        if isinstance(value, Sequence | frozenset) and not isinstance(value, str)
        else set()
    )


# -- laws of each step: what the rules say of it, and what comes of it -------------------------


def what_is_offered_is_legal(rules: registry.AnyRuleset, step: Step) -> None:
    for seat in rules.to_act(step.before):
        legal = rules.legal(step.before, seat)
        assert legal.choices or legal.templates
        for action in [c.action for c in legal.choices] + [t.example for t in legal.templates]:
            verdict = rules.judge(step.before, seat, action)
            assert verdict.legal, f"{action} was offered: {verdict.text.en}"
            rules.decide(step.before, seat, action, SealedChance(b"law"))


def everybody_can_read_its_view(rules: registry.AnyRuleset, step: Step) -> None:
    """The view can be written as JSON, with all fields, also those that are zero."""
    for audience in (*step.after.setting.seats, PUBLIC, ARBITER):
        view = rules.view(step.after, audience)
        assert types_omitting_defaults(view) == set()
        assert isinstance(msgspec.json.decode(msgspec.json.encode(view)), dict)


def who_is_not_to_act_may_not(rules: registry.AnyRuleset, step: Step) -> None:
    for seat in {*step.before.setting.seats, "nobody"} - set(rules.to_act(step.before)):
        verdict = rules.judge(step.before, seat, step.action)
        assert not verdict.legal
        assert verdict.code and verdict.rule and verdict.text.en and verdict.text.fr


def judging_is_total(rules: registry.AnyRuleset, step: Step) -> None:
    """Any action of the title on any of its boards gets a verdict, and a legal one can be
    decided."""
    other = Random(repr(step.action)).choice(sampled(rules.id)).action
    for seat in step.before.setting.seats:
        if rules.judge(step.before, seat, other).legal:
            rules.decide(step.before, seat, other, SealedChance(b"law"))


def what_is_written_comes_back(rules: registry.AnyRuleset, step: Step) -> None:
    """Facts read from their bytes lead to the same board. A board read from its bytes is the same,
    and play goes on alike from it."""
    facts, actions = union(rules.fact_types), union(rules.action_types)
    again = msgspec.json.decode(msgspec.json.encode(step.facts), type=tuple[facts, ...])  # type: ignore[valid-type]
    action = msgspec.json.decode(msgspec.json.encode(step.action), type=actions)
    assert again == step.facts
    assert action == step.action
    board = decode_board(type(step.before), encode_board(step.before), step.before.setting)
    assert board == step.before
    for fact in again:
        board = rules.evolve(board, fact)
    assert board == step.after
    assert rules.fingerprint(board) == rules.fingerprint(step.after)


def resolving_is_deciding_and_evolving(rules: registry.AnyRuleset, step: Step) -> None:
    """`resolve` gives the facts of `decide` and the board that they lead to. The same values typed
    in as table dice give the same facts, and none is left over."""
    sealed = SealedChance(b"law", 7)
    facts, after = rules.resolve(step.before, step.seat, step.action, sealed)
    assert facts == rules.decide(step.before, step.seat, step.action, SealedChance(b"law", 7))
    assert after == reduce(rules.evolve, facts, step.before)
    table = TableChance([roll.values for roll in sealed.rolls], 7)
    assert rules.decide(step.before, step.seat, step.action, table) == facts
    table.check_all_used()
    assert [(r.number, r.values) for r in table.rolls] == [
        (r.number, r.values) for r in sealed.rolls
    ]


def a_ranking_without_penalties_is_the_outcome_and_its_places(
    rules: registry.AnyRuleset, step: Step
) -> None:
    ranking = rules.ranking(step.after, {})
    assert ranking.outcome == rules.outcome(step.after)
    assert ranking.outcome is None or ranking.places == rules.places(step.after)


def it_is_told_in_both_languages(rules: registry.AnyRuleset, step: Step) -> None:
    """Every action and fact has a sentence in both languages, visible to its seat and to an
    arbiter. If a fact “says alone”, its sentence is the same on every board, since it is written
    without one."""
    for reader, item in product((step.seat, ARBITER), (step.action, *step.facts)):
        assert rules.visible(step.after, reader, step.seat, item)
    sentences, board = [rules.say_action(step.before, step.seat, step.action)], step.before
    for fact in step.facts:
        board = rules.evolve(board, fact)
        sentences.append(rules.say_fact(board, fact))
        if rules.is_told_without_board(fact):
            others = {rules.say_fact(step.before, fact), rules.say_fact(step.after, fact)}
            assert others == {sentences[-1]}
    assert all(said.en and said.fr for said in sentences)
    assert {line.seat for line in rules.score(step.after)} <= set(step.after.setting.seats)


LAWS = (
    a_ranking_without_penalties_is_the_outcome_and_its_places,
    what_is_offered_is_legal,
    everybody_can_read_its_view,
    who_is_not_to_act_may_not,
    judging_is_total,
    what_is_written_comes_back,
    resolving_is_deciding_and_evolving,
    it_is_told_in_both_languages,
)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("title", TITLES)
def test_every_step_obeys_the_law(
    law: Callable[[registry.AnyRuleset, Step], None], title: str
) -> None:
    for step in sampled(title):
        law(registry.ruleset(title), step)


@pytest.mark.parametrize("title", TITLES)
def test_nothing_is_legal_after_the_end(title: str) -> None:
    rules = registry.ruleset(title)
    actions = [s.action for s in sampled(title)]
    for seed in SEEDS:
        last = game(title, seed)[1][-1].after
        for seat in last.setting.seats:
            assert not any(rules.judge(last, seat, a).legal for a in actions)
            legal = rules.legal(last, seat)
            assert not legal.choices and not legal.templates


@pytest.mark.parametrize("title", TITLES)
def test_a_board_that_keeps_a_secret_says_so(title: str) -> None:
    """Otherwise the record would contain a fingerprint of the board, from which a secret with few
    values could be guessed."""
    rules = registry.ruleset(title)
    for seed in SEEDS:
        for step in game(title, seed)[1]:
            secret = not all(
                rules.visible(step.after, PUBLIC, step.seat, item)
                for item in (step.action, *step.facts)
            )
            assert rules.hides(step.after) or not secret


@pytest.mark.parametrize("title", TITLES)
def test_a_title_says_what_it_is(title: str) -> None:
    rules = registry.ruleset(title)
    assert rules.id == title
    known = {
        name for base in type(rules).__mro__[1:] for name in (*vars(base), *get_annotations(base))
    }
    own = {name for name in vars(type(rules)) if not name.startswith("_")}
    assert own <= known, "the contract has no such name, so nothing would ever ask for it"
    about, named = rules.about, set(rules.about.editions)
    assert named <= set(rules.catalogs()), "what a catalog is called is said of one that there is"
    assert all(
        text.en and text.fr
        for text in (about.title, about.edition, about.rules, *about.editions.values())
    )
    assert rules.about.endings and rules.about.readings
    assert len({reading.id for reading in about.readings}) == len(about.readings)
    assert {reading.option for reading in about.readings} - {""} <= {
        option.name for option in msgspec.structs.fields(rules.options_type)
    }
    assert set(about.ending_names) <= set(about.endings)
    assert all(text.en and text.fr for text in about.ending_names.values())
    for catalog in rules.catalogs().values():
        assert (
            rules.check_values(catalog.values_as(rules.values_type)),
            catalog.stray_pointers(),
        ) == (
            (),
            (),
        )
    for option in msgspec.structs.fields(rules.options_type):
        info = msgspec.inspect.type_info(option.type)
        assert isinstance(info, msgspec.inspect.Metadata), (
            f"option {option.name} has no description"
        )
        asks = (info.extra or {}).get("asks")
        assert asks and all(map(asks.to, STORED)), (
            f"option {option.name} wants a description in English and French"
        )
        assert option.default is not msgspec.NODEFAULT, f"option {option.name} has no default"


@pytest.mark.parametrize("title", TITLES)
def test_every_action_explains_its_fields(title: str) -> None:
    """The API documents an action by its docstring and the descriptions of its fields, so none may
    be missing."""
    for kind in registry.ruleset(title).action_types:
        assert kind.__doc__ and "(" not in kind.__doc__.partition("\n")[0][:3]
        for entry in msgspec.structs.fields(kind):
            info = msgspec.inspect.type_info(entry.type)
            described = isinstance(info, msgspec.inspect.Metadata) and (
                info.extra_json_schema or {}
            ).get("description")
            assert described, f"{kind.__name__}.{entry.name} has no description"
