"""Declared actions: people enter the result of events that the rules leave to them, and whose
possible results cannot all be listed.

    declared = Declarations(FIELDS, tries=ordered_tries(8))

    MOVES = (
        declared(
            DeclareIncome, ("income",), judge=accept_any, do=…, sampler=lambda board, seat, pick: …,
            label=Text("declares an income of {amount}"), name=…, form=…, bounds={"amount": {"most": 99}},
        ),
    )

A declaration has the action's type, the bounds of its fields, its sentence, and a sampler. The
sampler makes the example of its form and the actions of random players: it proposes a plausible
action, choosing with a `Pick`. The proposal may be illegal; the caller judges it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from msgspec import UNSET, UnsetType

from domain.kernel.text import Text
from domain.titles.contract.types import Action, Field, Template
from domain.titles.kit.judging import Judge
from domain.titles.kit.moves import Move, none_listed
from domain.titles.kit.offering import entry
from domain.titles.kit.telling import filled_sentence

T = TypeVar("T")


class NothingToPick(LookupError):
    """A sampler has nothing to choose from, so it proposes no action."""


class Pick:
    """Chooses one of several possibilities at random. Raises `NothingToPick` if there are none."""

    steady = False
    """Whether, once a try made no proposal, the other tries of its series make none either."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def __call__(self, possible: Sequence[T]) -> T:
        if not possible:
            raise NothingToPick
        return self.rng.choice(possible)


class Nth(Pick):
    """Chooses possibility `n`, counted from 0, modulo their number."""

    steady = True

    def __init__(self, n: int) -> None:
        super().__init__(Random(n))
        self.n = n

    def __call__(self, possible: Sequence[T]) -> T:
        if not possible:
            raise NothingToPick
        return possible[self.n % len(possible)]


Tries = Callable[[], Iterable[Pick]]
Sampler = Callable[[Any, str, Any], Action | None]
"""A function of board, seat and pick that proposes an action, or None."""


def ordered_tries(count: int) -> Tries:
    """Picks that choose possibility 0, 1, 2 and so on, `count` of them."""
    return lambda: map(Nth, range(count))


def random_tries(count: int) -> Tries:
    """Picks with a random generator each, `count` of them; equal at each call."""
    return lambda: (Pick(Random(n)) for n in range(count))


class FieldSpec(NamedTuple):
    """A field of a form: its label and its bounds. `choices`, `most` and `within` (the fields of a
    nested value) are each a value, or a function of board and seat."""

    label: Text
    choices: Any = ()
    least: int | None = None
    most: Any = None
    within: Any = UNSET

    def field(self, board: Any, seat: str) -> Field:
        choices, most, within = (
            bound(board, seat) if callable(bound) else bound
            for bound in (self.choices, self.most, self.within)
        )
        inner: dict[str, Field] | UnsetType = within
        return Field(self.label, tuple(choices), self.least, most, inner)


Fields = Mapping[str, FieldSpec]
Bounds = Mapping[str, Mapping[str, Any]]
"""By field name, bounds that replace the usual ones of that field: `{"lord": {"choices":
captives}}`."""


def with_bounds(fields: Fields, bounds: Bounds) -> Fields:
    """The fields, with other bounds for those named in `bounds`."""
    return {**fields, **{name: fields[name]._replace(**bounds[name]) for name in bounds}}


class DeclaredForms:
    """Makes the forms of a declaration: called with board and seat, as `Move.forms` is. It makes a
    single form or, with `apart`, a form for each pair of sampler and bounds that `apart(board)`
    yields. The example of a form is the first legal action among the sampler's tries; without one
    there is no form. It makes no form at all if `label` is None, or if `timely(board)` or
    `enters(seat)` is false."""

    def __init__(
        self,
        action: type[Action],
        *,
        judge: Judge,
        sampler: Sampler,
        fields: Fields,
        tries: Tries,
        label: Text | None,
        timely: Callable[[Any], bool],
        enters: Callable[[str], bool],
        apart: Callable[[Any], Iterable[tuple[Sampler, Bounds]]] | None,
    ) -> None:
        self.action, self.judge, self.sampler, self.label = action, judge, sampler, label
        self.fields, self.tries, self.apart = fields, tries, apart
        self.timely, self.enters = timely, enters

    def __call__(self, board: Any, seat: str) -> Iterator[Template]:
        if self.label is None or not self.enters(seat) or not self.timely(board):
            return
        ways = ((self.sampler, {}),) if self.apart is None else self.apart(board)
        for sampler, bounds in ways:
            if (example := self._example(sampler, board, seat)) is not None:
                label = filled_sentence(self.label, example, board)
                yield form_from_example(
                    with_bounds(self.fields, bounds), label, board, seat, example
                )

    def sample(self, board: Any, seat: str, pick: Pick) -> Action | None:
        return _sampled(self.sampler, board, seat, pick)

    def _example(self, sampler: Sampler, board: Any, seat: str) -> Action | None:
        for pick in self.tries():
            action = _sampled(sampler, board, seat, pick)
            if action is not None and self.judge(board, seat, action).legal:
                return action
            if action is None and pick.steady:
                return None
        return None


def form_from_example(
    fields: Fields, label: Text, board: Any, seat: str, example: Action
) -> Template:
    """A form for all fields of an example, with the field definitions in `fields`."""
    names = type(example).__struct_fields__
    return entry(label, example, **{name: fields[name].field(board, seat) for name in names})


def _sampled(sampler: Sampler, board: Any, seat: str, pick: Pick) -> Action | None:
    try:
        return sampler(board, seat, pick)
    except NothingToPick:
        return None


class Declarations:
    """Makes the moves of a title's declarations. `fields`: the usual definitions of form fields, by
    name; `tries`: the picks with which a sampler is tried for an example."""

    def __init__(self, fields: Fields, tries: Tries) -> None:
        self.fields, self.tries = fields, tries

    def __call__(
        self,
        action: type[Action],
        phases: tuple[str, ...],
        *,
        judge: Judge,
        do: Callable[[Any, str, Any], None],
        sampler: Sampler,
        label: Text | Callable[[Any, Any], Text],
        name: Text,
        form: Text | None = None,
        bounds: Bounds = MappingProxyType({}),
        timely: Callable[[Any], bool] = lambda board: True,
        enters: Callable[[str], bool] = lambda seat: True,
        apart: Callable[[Any], Iterable[tuple[Sampler, Bounds]]] | None = None,
        offers: Callable[[Any, str], Iterable[Any]] = none_listed,
        **more: Any,
    ) -> Move:
        forms = DeclaredForms(
            action,
            judge=judge,
            sampler=sampler,
            fields=with_bounds(self.fields, bounds),
            tries=self.tries,
            label=form,
            timely=timely,
            enters=enters,
            apart=apart,
        )
        return Move(action, phases, judge, do, offers, label, name, forms=forms, **more)
