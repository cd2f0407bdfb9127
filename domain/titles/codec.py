"""Codecs of a title's actions and facts: to JSON bytes and back. Each decoder is made once for a
ruleset."""

from functools import cache
from typing import Any, Union

import msgspec
from msgspec import Raw

from domain.kernel.stored import DamagedRecord
from domain.titles.contract.ruleset import Action, AnyRuleset, Fact

_encode = msgspec.json.Encoder().encode


@cache
def _facts_decoder(rules: AnyRuleset) -> msgspec.json.Decoder[tuple[Fact, ...]]:
    union: Any = Union[rules.fact_types]  # noqa: UP007  the members are known at run time only
    return msgspec.json.Decoder(tuple[union, ...])


@cache
def action_union(rules: AnyRuleset) -> Any:
    return Union[rules.action_types]  # noqa: UP007


@cache
def _action_decoder(rules: AnyRuleset) -> msgspec.json.Decoder[Action]:
    return msgspec.json.Decoder(action_union(rules))


def decode_facts(rules: AnyRuleset, raw: Raw | bytes) -> tuple[Fact, ...]:
    """Decode the facts of a record from their JSON. Raises `msgspec.DecodeError` for a kind of fact
    that the title does not have."""
    return _facts_decoder(rules).decode(raw)


@cache
def _facts_reader(rules: AnyRuleset) -> msgspec.json.Decoder[Any]:
    union: Any = Union[rules.fact_types]  # noqa: UP007
    return msgspec.json.Decoder(
        msgspec.defstruct("Facts", [("facts", tuple[union, ...])], frozen=True, gc=False)
    )


def facts_in(rules: AnyRuleset, state: bytes) -> tuple[Fact, ...]:
    """Decode only the facts from the JSON bytes of a stored record."""
    facts: tuple[Fact, ...] = _facts_reader(rules).decode(state).facts
    return facts


def decode_action(rules: AnyRuleset, raw: Raw | bytes) -> Action:
    """Decode the action of a record from its JSON. Raises `DamagedRecord` for a kind of action that
    the title does not have."""
    try:
        return _action_decoder(rules).decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        raise DamagedRecord(str(e)) from None


def encode_facts(facts: tuple[Fact, ...]) -> Raw:
    return Raw(_encode(facts))


def encode_action(action: Action) -> Raw:
    return Raw(_encode(action))
