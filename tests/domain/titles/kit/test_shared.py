"""Shared parts of the kit: declarations of the table, rules of a catalog's fields, and judges
composed of others."""

from random import Random
from typing import Annotated, Any

from msgspec import Struct
from msgspec.structs import replace

from domain.titles.kit import (
    LEGAL,
    Action,
    Board,
    Declarations,
    DeclaredForms,
    FieldSpec,
    Pick,
    Text,
    ValueRule,
    Verdict,
    fields,
    illegal,
    judges_in_order,
    ordered_tries,
)


class Purse(Board, frozen=True):
    """Money of two seats."""

    purses: dict[str, int]
    setting: Any = None


START = Purse({"p1": 5, "p2": 0})


class Give(Action, frozen=True):
    """Give somebody money."""

    to: str
    amount: int


def affordable(board: Purse, seat: str, action: Give) -> Verdict:
    short = action.amount > board.purses[seat]
    return illegal("purse", "1", Text("Too much.", "Trop.")) if short else LEGAL


def sample_gift(board: Purse, seat: str, pick: Pick) -> Give:
    return Give(pick([other for other in board.purses if other != seat]), pick([9, 4]))


FIELDS = {
    "to": FieldSpec(Text("to", "à")),
    "amount": FieldSpec(Text("sum", "somme"), least=1, most=99),
}
DECLARE = Declarations(FIELDS, tries=ordered_tries(3))


def gift(**more: Any) -> DeclaredForms:
    named = {"label": Text("gives", "donne"), "name": Text("Gift", "Don")}
    move = DECLARE(Give, ("play",), judge=affordable, do=print, sampler=sample_gift, **named | more)
    return move.forms


def test_a_declaration_has_a_form_with_its_bounds_and_an_example_that_is_legal_now() -> None:
    bounds = {"amount": {"most": lambda board, seat: board.purses[seat]}}
    (form,) = gift(form=Text("Give", "Donner"), bounds=bounds)(START, "p1")
    assert form.example == Give("p2", 4), "the second try is the first that can be paid"
    assert (form.fields["amount"].least, form.fields["amount"].most) == (1, 5)


def test_nothing_is_proposed_where_there_is_nothing_to_pick_from_or_nobody_may_enter_it() -> None:
    alone, named = replace(START, purses={"p1": 9}), {"form": Text("Give", "Donner")}
    assert gift(**named).sample(alone, "p1", Pick(Random(1))) is None
    assert list(gift(**named)(alone, "p1")) == []
    assert list(gift(**named, enters=lambda seat: seat == "p2")(START, "p1")) == []
    assert list(gift(**named, timely=lambda board: False)(START, "p1")) == []
    assert list(gift()(START, "p1")) == [], "without a form it is entered by other ways alone"


def test_the_first_judge_that_refuses_decides_and_the_others_are_not_asked() -> None:
    def never(board: Any, seat: str, action: Any) -> Verdict:
        raise AssertionError("asked although an earlier judge refused")

    assert judges_in_order(affordable, never)(START, "p1", Give("p2", 6)).code == "purse"
    assert judges_in_order(affordable, affordable)(START, "p1", Give("p2", 5)) == LEGAL


class Site(Struct, frozen=True):
    crew: Annotated[
        int,
        ValueRule(
            lambda crew, values: crew <= values.most,
            Text("{crew} are more than {most}", "{crew}, c'est plus que {most}"),
            crew=lambda crew, values: crew,
            most=lambda crew, values: values.most,
        ),
    ]


class Catalog(Struct, frozen=True):
    most: int
    sites: dict[str, Site]


def test_every_field_of_a_catalog_that_breaks_its_rule_is_named_with_what_is_wrong() -> None:
    values = Catalog(3, {"a": Site(3), "b/c": Site(4), "d": Site(9)})
    assert [(fault.pointer, fault.text.en) for fault in fields.value_faults(values)] == [
        ("/sites/b~1c/crew", "4 are more than 3"),
        ("/sites/d/crew", "9 are more than 3"),
    ]
