"""Giving a ruling: one form for every remedy, with all faults named at once, a preview of its
consequences, and only then the record."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from typing import Any, TypeVar, Union

import msgspec
from flask import Response, request
from jsonpointer import EndOfList, JsonPointerException, resolve_pointer
from msgspec import Struct, inspect

from api.game.desk.preview import (
    BeforeAndAfter,
    ChangedGame,
    before_and_after,
    changed_game,
    desk_address,
    kinds_with_labels,
    step_sentence,
    suggested_ids,
    suggested_rules,
)
from api.game.dice import RollField, entered_values as dice_entered, roll_fields
from api.game.entries import DecisionReader
from api.game.play.offers import value_labels
from api.game.record_lines import record_lines_since
from api.game.request import action_kinds, action_of, audience_of, decision_reader, need_open_game
from api.game.sentences import Reader
from api.game.subject import game_clerk
from api.web.body import invalid_fields
from api.web.forms.controls import DrawnControl, Given, ObjectControl
from api.web.forms.from_types import FromTypes
from api.web.forms.submission import (
    PREVIEW,
    RECORD,
    Trouble,
    amount,
    attempt,
    digest,
    faults_within,
    number,
    sent,
    sent_fields,
    stamp,
    submit,
)
from api.web.pages.pages import lang, needs, number_in, page, site
from api.web.problems.problem import Problem
from api.web.schemas import AnyField, faults, field_of
from domain.game.aggregate.correction import board_document
from domain.game.aggregate.game import Game, say_record
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Answer, Order
from domain.game.record.records import Adjudicate, Correct, Penalty, Remedy, RulingGiven, Stands
from domain.game.refusals import RollsNeeded
from domain.game.rulings.conditions import REASONS, Grounds, Wish, need_grounds
from domain.game.rulings.use_cases import Rulings
from domain.game.undo.conditions import in_force_from
from domain.kernel.commitments import MOST
from domain.kernel.faults import Fault
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Lang, Text
from domain.titles.codec import decode_facts
from domain.titles.contract.catalogs.catalog import leaves
from domain.titles.contract.chance import Value
from domain.titles.contract.ruleset import ARBITER, Action, AnyRuleset, Audience, Fact
from domain.titles.contract.types import Field
from projections.boards.pictures import pictures
from projections.boards.positions import summary_of

T = TypeVar("T")
Facts = tuple[dict[str, Any], ...]
Values = tuple[tuple[Value, ...], ...]

REMEDIES = (
    "stands",
    "let-stand",
    "annul",
    "correct",
    "penalty",
    "adjudicate",
)  # The remedies that a ruling can order, simplest first.

MOVING = ("let-stand", "annul", "correct")  # What leads to another board.

ACTION = "a"  # Where a form has the fields of an action.

# By remedy: the prefix of the form's fields for declared facts, and the JSON pointer to the facts.
FACTS = {"correct": ("c", "/remedy/facts"), "let-stand": ("f", "/facts")}

SEATS = ("seat", "family")  # Fields of actions and facts that name a seat.

NUMBERS = ("about", "claim", "from_seq")
MOST_FACTS = 60
LONGEST_RULE = 200


class WantedRuling(Struct, frozen=True):
    """A ruling read from the form; `remedy` is the remedy chosen there. If `action` is not None,
    that forbidden action of `seat` is let stand, with the declared `facts`; else `wish` is
    ordered."""

    remedy: str
    grounds: Grounds
    wish: Wish
    seat: str = ""
    action: Action | None = None
    facts: Facts = ()


@cache
def fact_kinds(rules: AnyRuleset) -> dict[str, type[Fact]]:
    return {str(kind.__struct_config__.tag): kind for kind in rules.fact_types}


def action_fields(head: Game, tag: str, lang: Lang = "en") -> ObjectControl | None:
    kind = action_kinds(head.rules).get(tag)
    return _controls(head, lang).struct(kind) if kind else None


def fact_fields(head: Game, tag: str, lang: Lang = "en") -> ObjectControl | None:
    kind = fact_kinds(head.rules).get(tag)
    return _controls(head, lang, empty_texts=True).struct(kind) if kind else None


def _controls(head: Game, lang: Lang, *, empty_texts: bool = False) -> FromTypes:
    seats = dict.fromkeys(SEATS, head.setting.seats)
    none = Text("none").printed(lang)
    call = value_labels(head.setting, lang, none)
    return FromTypes(lang, call, seats, terms=head.rules.terms, empty_texts=empty_texts)


@cache
def _any_fact_field(rules: AnyRuleset) -> AnyField:
    union: Any = Union[rules.fact_types]  # noqa: UP007  the members are known at run time only
    return field_of(inspect.type_info(union), f"{rules.id}.")


# -- reading ---------------------------------------------------------------------------------------


def read_ruling(head: Game, form: Given) -> WantedRuling:
    """The ruling in a form. Raises `invalid-fields` with all faults."""
    remedy = form.get("remedy", "")
    missing = list(_missing_fields(form, remedy))
    numbers = {
        name: _read_part(missing, partial(number, form, name), None) or 0 for name in NUMBERS
    }
    points = _read_part(missing, lambda: amount(form.get("points", ""), "/points"), None) or 0
    patch = (
        _read_part(missing, lambda: _patch_operations(form), ())
        if remedy == "correct" and form.get("how") == "patch"
        else ()
    )
    declares = remedy == "let-stand" or (remedy == "correct" and form.get("how") != "patch")
    facts: Facts = (
        _read_part(missing, lambda: checked_facts(head, form, remedy), ()) if declares else ()
    )
    action = (
        _read_part(missing, lambda: action_of(head.rules, action_entered(head, form)), None)
        if remedy == "let-stand" and form.get("action")
        else None
    )
    if missing:
        raise invalid_fields(tuple(missing))
    grounds = Grounds(
        form.get("rule", "").strip(),
        form["code"],
        form.get("text", "").strip(),
        numbers["claim"],
        numbers["about"],
    )
    if action is not None:
        return WantedRuling(
            remedy, grounds, Wish("stands"), form.get("stand_seat", ""), action, facts
        )
    wish = Wish(
        remedy,  # type: ignore[arg-type]  # one of those offered, as `_missing_fields` has seen
        from_seq=numbers["from_seq"],
        rolls=form.get("rolls", ""),  # type: ignore[arg-type]  # the desk refuses others
        facts=facts,
        patch=patch,
        seat=form.get("penalty_seat", ""),
        points=points,
        winners=tuple(form.getlist("winners")),
    )
    return WantedRuling(remedy, grounds, wish)


def _read_part(wrong: list[Fault], read_one: Callable[[], T], otherwise: Any) -> T:
    """Call `read_one`. If it refuses its part of the form, add the faults to `wrong` and return
    `otherwise`."""
    try:
        return read_one()
    except BadRequest as e:
        wrong.append(Fault(e.pointer, e.text))
    except Problem as e:
        wrong += [Fault(error["pointer"], error["detail"]) for error in e.members["errors"]]
    return otherwise  # type: ignore[no-any-return]  # what stands for a part that is refused is never looked at


def _missing_fields(form: Given, remedy: str) -> Iterator[Fault]:
    if remedy not in REMEDIES:
        yield Fault("/remedy", Text("Choose what is ordered."))
    yield from grounds_missing(form, rule=remedy != "let-stand")
    if remedy == "annul" and not form.get("from_seq"):
        yield Fault("/remedy/from_seq", Text("Choose the first action to annul."))
    if remedy == "let-stand" and not form.get("action"):
        yield Fault("/action", Text("Choose the action that stands."))


def grounds_missing(form: Given, *, rule: bool = True) -> Iterator[Fault]:
    if rule and not form.get("rule", "").strip():
        yield Fault("/rule", Text("Name the rule that the ruling rests on."))
    if len(form.get("rule", "")) > LONGEST_RULE:
        yield Fault("/rule", Text("Name the rule in fewer words."))
    if len(form.get("text", "")) > MOST:
        yield Fault("/text", Text("At most {most} characters.", most=MOST))
    if not form.get("code"):
        yield Fault("/code", Text("Choose why you had to rule."))


def _patch_operations(form: Given) -> tuple[Any, ...]:
    text = form.get("patch", "").strip()
    if not text:
        raise BadRequest("/remedy/patch", Text("The patch is empty: put a place into it."))
    try:
        operations = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        why = str(e).removeprefix("JSON is malformed: ")
        raise BadRequest("/remedy/patch", Text("This is not JSON: {why}.", why=why)) from None
    if not isinstance(operations, list):
        raise BadRequest("/remedy/patch", Text("A patch is a list of operations."))
    return tuple(operations)


def declared_kinds(form: Given, remedy: str) -> list[tuple[int, str]]:
    """The index and kind of each fact that a form declares. Facts that the sender has removed are
    left out."""
    prefix = FACTS[remedy][0]
    declared = [(n, form.get(f"{prefix}.{n}.type", "")) for n in range(MOST_FACTS)]
    return [(n, kind) for n, kind in declared if kind and f"{prefix}.{n}.drop" not in form]


def facts_entered(head: Game, form: Given, remedy: str) -> Facts:
    """The facts that a form declares, as plain data, unvalidated."""
    fields = ((n, kind, fact_fields(head, kind)) for n, kind in declared_kinds(form, remedy))
    return tuple(
        part.read(f"{FACTS[remedy][0]}.{n}", form) if part else {"type": kind}
        for n, kind, part in fields
    )


def checked_facts(head: Game, form: Given, remedy: str) -> Facts:
    """The facts that a form declares, as plain data. Raises `invalid-fields` with all faults."""
    entered, field = facts_entered(head, form, remedy), _any_fact_field(head.rules)
    wrong = [
        fault
        for n, data in enumerate(entered)
        for fault in faults(field, data, f"{FACTS[remedy][1]}/{n}")
    ]
    if wrong:
        raise invalid_fields(tuple(wrong))
    return entered


def action_entered(head: Game, form: Given) -> dict[str, Any]:
    part = action_fields(head, form.get("action", ""))
    return part.read(ACTION, form) if part else {"type": form.get("action", "")}


# -- a ruling tried out before it is given ---------------------------------------------------------


def consequences_of_ruling(
    clerk: Clerk, head: Game, ruling: WantedRuling, audience: Audience, values: Values
) -> ChangedGame:
    """The game as it would be after a ruling. `values` are the dice for an action that is let
    stand. Raises the domain's refusals."""
    if ruling.action is not None:
        return _consequences_of_letting_stand(clerk, head, ruling, ruling.action, audience, values)
    trial = Rulings(clerk).preview(head, ruling.wish, ruling.grounds)
    remedy, grounds = trial.remedy, ruling.grounds
    penalties = (*head.penalties, remedy) if isinstance(remedy, Penalty) else head.penalties
    named = remedy.outcome if isinstance(remedy, Adjudicate) else head.proceedings.outcome
    sentences: tuple[Text, ...] = ()
    if isinstance(remedy, Correct):
        sentences = _fact_sentences(
            head, "", decode_facts(head.rules, remedy.facts), audience, trial.board
        )
    return ChangedGame(
        board=trial.board,
        penalties=penalties,
        named=named,
        gone=trial.gone,
        back=(),
        sentence=_ruling_sentence(clerk, head, remedy, grounds, grounds.rule),
        verdict=None,
        told=sentences,
    )


def _consequences_of_letting_stand(
    clerk: Clerk,
    head: Game,
    ruling: WantedRuling,
    action: Action,
    audience: Audience,
    values: Values,
) -> ChangedGame:
    need_grounds(head, ruling.grounds, rule=False)
    tried = Rulings(clerk).try_let_stand(head, ruling.seat, action, values, ruling.facts)
    reader = Reader(head, audience, tried.board)
    deed = reader.action_sentence(head.board, ruling.seat, action)
    rule = ruling.grounds.rule or tried.verdict.rule
    sentence = _ruling_sentence(
        clerk, head, Stands(), msgspec.structs.replace(ruling.grounds, about=head.seq + 1), rule
    )
    sentences = (deed, *_fact_sentences(head, ruling.seat, tried.facts, audience, tried.board))
    return changed_game(head, tried.board, sentence=sentence, verdict=tried.verdict, told=sentences)


def _fact_sentences(
    head: Game, seat: str, facts: tuple[Fact, ...], audience: Audience, after: Any
) -> tuple[Text, ...]:
    reader = Reader(head, audience, after)
    return tuple(reader.fact_sentences(head.board, facts, reader.items(seat, facts), after))


def _ruling_sentence(clerk: Clerk, head: Game, remedy: Remedy, grounds: Grounds, rule: str) -> Text:
    claim = head.proceedings.claim(grounds.claim)
    about = grounds.about or (claim.body.about if claim else 0)
    body = RulingGiven(
        at=clerk.clock(),
        remedy=remedy,
        rule=rule,
        code=grounds.code,
        claim=grounds.claim,
        about=about,
    )
    return say_record(head, body)


def record_ruling(clerk: Clerk, order: Order, ruling: WantedRuling, values: Values) -> Answer:
    desk = Rulings(clerk)
    if ruling.action is not None:
        return desk.let_stand(
            order, ruling.seat, ruling.action, ruling.grounds, values, ruling.facts
        )
    return desk.rule(order, ruling.wish, ruling.grounds)


class NeededRolls(Struct, frozen=True):
    """The rolls that a ruling's form has to ask for, and the values of the rolls before them
    (`known`). In a game with sealed dice the entered values are assumptions for the preview alone:
    the service rolls when the ruling is recorded."""

    asks: tuple[RollField, ...]
    known: Values


class TriedRuling(Struct, frozen=True):
    """The result of a ruling's form: why it was refused, its consequences, or the dice needed to
    compute them. `altered`: the entry was changed after the consequences were shown."""

    trouble: Trouble | None = None
    preview: BeforeAndAfter | None = None
    dice: NeededRolls | None = None
    altered: bool = False

    @property
    def ready(self) -> bool:
        return self.preview is not None or (self.dice is not None and not self.trouble)


def try_ruling(clerk: Clerk, head: Game, form: Given) -> TriedRuling:
    try:
        return _try_ruling(clerk, head, form)
    except RollsNeeded as needed:
        known = _dice_entered(form)
        return TriedRuling(
            dice=NeededRolls(
                roll_fields(needed.asks, needed.given, head.setting, lang()), known[: needed.given]
            )
        )


def _try_ruling(clerk: Clerk, head: Game, form: Given) -> TriedRuling:
    needed: list[RollsNeeded] = []

    def look() -> BeforeAndAfter | None:
        need_open_game(head)
        ruling = read_ruling(head, form)
        audience = audience_of(head, ARBITER if ruling.remedy in MOVING else "")
        try:
            after = consequences_of_ruling(clerk, head, ruling, audience, _dice_entered(form))
        except RollsNeeded as e:
            needed.append(e)
            return None
        return before_and_after(clerk, head, after, audience, lang())

    outcome = attempt(look)
    if needed:
        raise needed[0]
    return (
        TriedRuling(trouble=outcome)
        if isinstance(outcome, Trouble)
        else TriedRuling(preview=outcome)
    )


def _dice_entered(form: Given) -> Values:
    try:
        return tuple(map(tuple, dice_entered(form)))
    except (ValueError, msgspec.DecodeError):
        raise BadRequest("/values", Text("These are no dice.")) from None


def values_to_record(head: Game, form: Given) -> Values:
    """The dice to record with a ruling: the entered ones if the table rolls; none for sealed dice,
    which the service rolls on recording."""
    return _dice_entered(form) if head.opened.chance == "table" else ()


# Prefixes of fields left out of a form's digest: those from which the action, facts and dice are
# made, which are digested instead, and those that only help to fill the form in.
_BUILT = (
    f"{ACTION}.",
    *(f"{prefix}." for prefix, _ in FACTS.values()),
    "v.",
    "given",
    "add_",
    "place",
    "op",
)


def content_digest(head: Game, form: Given) -> str:
    facts = [facts_entered(head, form, remedy) for remedy in FACTS]
    values = attempt(lambda: _dice_entered(form))
    return digest(
        form,
        (action_entered(head, form), facts, () if isinstance(values, Trouble) else values),
        _BUILT,
    )


def known_values_json(outcome: TriedRuling, form: Given) -> str:
    supposed = outcome.dice.known if outcome.dice else attempt(lambda: _dice_entered(form))
    return (
        msgspec.json.encode(supposed).decode()
        if supposed and not isinstance(supposed, Trouble)
        else ""
    )


STEPS = 60  # The last actions in force that can be chosen from a list.


@site.get("/games/<game>/desk/rule")
@needs("arbiter")
def ruling_form(game: str) -> Response:
    """The page with the form of a ruling; `?claim=`, `?about=`, `?remedy=` and other fields fill it
    in."""
    return _ruling_page(game_clerk().game(game), sent_fields(), TriedRuling())


@site.post("/games/<game>/desk/rule")
@needs("arbiter")
def give_ruling(game: str) -> Response:
    """Show the consequences of a ruling, or record it if its consequences were shown for this very
    entry."""
    clerk, form = game_clerk(), request.form
    if form.get("do") != RECORD:
        head = clerk.game(game)
        return _ruling_page(
            head,
            form,
            try_ruling(clerk, head, form) if form.get("do", PREVIEW) == PREVIEW else TriedRuling(),
        )
    head = clerk.game(game)
    entered_digest = content_digest(head, form)
    if form.get("shown") != entered_digest:
        return _ruling_page(
            head, form, msgspec.structs.replace(try_ruling(clerk, head, form), altered=True), 409
        )
    given_order = sent().order(game, digest=entered_digest)
    if form.get("remedy") in FACTS:  # what is refused says what stands on the board
        audience_of(head, ARBITER)

    def refused_page(trouble: Trouble) -> Response:
        now = clerk.game(game)
        outcome = try_ruling(clerk, now, form) if trouble.slug == "stale" else TriedRuling()
        return _ruling_page(
            now, form, TriedRuling(trouble, outcome.preview, outcome.dice), trouble.status
        )

    return submit(
        lambda: record_ruling(
            clerk, given_order, read_ruling(head, form), values_to_record(head, form)
        ),
        desk_address,
        refused_page,
    )


# -- the page --------------------------------------------------------------------------------------


def _ruling_page(head: Game, form: Given, outcome: TriedRuling, status: int = 0) -> Response:
    clerk, rules, language = game_clerk(), head.rules, lang()
    audience = audience_of(head, "")
    reader = decision_reader(head, audience)
    claim = head.proceedings.claim(number_in(form.get("claim", "")))
    about = number_in(form.get("about", "")) or (claim.body.about if claim else 0)
    behind = _needs_document(head, form)
    if behind:
        audience_of(head, ARBITER)
    drawn = pictures(head, audience, language)
    refused = outcome.trouble
    return page(
        "game/desk/rule.html",
        status or (refused.status if refused else 200),
        game=summary_of(head),
        head=head,
        form=form,
        stamp=stamp(head.seq, refused),
        digest=content_digest(head, form),
        found=outcome,
        since=record_lines_since(clerk, head, audience, refused),
        remedies=REMEDIES,
        remedy=form.get("remedy", ""),
        reasons=[(code, text.printed(language)) for code, text in REASONS.items()],
        claim=reader.claim(claim) if claim else None,
        claims=[reader.claim(claim) for claim in head.proceedings.open_claims],
        about=about,
        told=step_sentence(reader, head, about),
        steps=_recent_actions(reader, head, number_in(form.get("from_seq", ""))),
        actions=kinds_with_labels(rules, action_kinds(rules), language),
        facts=kinds_with_labels(rules, fact_kinds(rules), language),
        kind_name=lambda tag: rules.kind_name(tag).printed(language),
        fields=_action_fields(head, form, refused),
        declared={remedy: _declared_fact_fields(head, form, remedy, refused) for remedy in FACTS},
        grows=True,
        document=document_fields(head) if behind or not rules.keeps_secrets() else None,
        operations=OPERATIONS,
        patch=patch_text(head, form)
        if behind or not rules.keeps_secrets()
        else form.get("patch", ""),
        secretive=rules.keeps_secrets(),
        known_values=known_values_json(outcome, form),
        longest=MOST,
        known=suggested_ids(head, next(iter(drawn.values())), language),
        known_rules=suggested_rules(head),
        drawn=drawn,
    )


def _recent_actions(reader: DecisionReader, head: Game, chosen: int) -> list[tuple[int, str]]:
    line = in_force_from(head, 1)
    listed = [*line[:STEPS], *(seq for seq in line[STEPS:] if seq == chosen)]
    return [(seq, reader.step(seq).sentence.printed(lang())) for seq in listed]


def _action_fields(head: Game, form: Given, refused: Trouble | None) -> tuple[DrawnControl, ...]:
    part = action_fields(head, form.get("action", ""), lang())
    if part is None:
        return ()
    begun = any(name.startswith(f"{ACTION}.") for name in form)
    return part.row(
        ACTION,
        part.read(ACTION, form) if begun else part.defaults,
        faults_within(refused, "/action"),
    )


def _declared_fact_fields(
    head: Game, form: Given, remedy: str, refused: Trouble | None
) -> list[tuple[int, str, tuple[DrawnControl, ...]]]:
    """The facts that a form declares, as they are shown: each as its new number from 0, its kind,
    and its controls. A fact just added by the form's button has default values."""
    prefix, pointer = FACTS[remedy]
    new = form.get(f"add_{prefix}", "") if form.get("do") == f"add-{prefix}" else ""
    declared = [
        (tag, fact_fields(head, tag, lang()), f"{prefix}.{n}")
        for n, tag in declared_kinds(form, remedy)
    ]
    known = [
        (tag, part, name)
        for tag, part, name in [*declared, (new, fact_fields(head, new, lang()), "")]
        if part
    ]
    return [
        (
            n,
            tag,
            part.row(
                f"{prefix}.{n}",
                part.read(name, form) if name else part.defaults,
                faults_within(refused, f"{pointer}/{n}"),
            ),
        )
        for n, (tag, part, name) in enumerate(known)
    ]


def _needs_document(head: Game, form: Given) -> bool:
    requested = (
        form.get("remedy") == "correct" and form.get("how") == "patch" and request.method == "POST"
    )
    return head.rules.keeps_secrets() and requested


OPERATIONS = (
    "replace",
    "add",
    "remove",
)  # The patch operations that the form helps to write; a patch may have all of RFC 6902.


MOST_NAMED = 12  # So many ids at most are named of those that a place can be.


def document_fields(game: Game) -> list[tuple[str, str, str]]:
    """The fields of the board's document, each as its JSON pointer, its value as JSON, and the
    allowed values in words (empty: not known). The setting is left out."""
    allowed = game.rules.enterable_values(game.board)
    board_leaves = (
        (pointer, value)
        for pointer, value in leaves(board_document(game.board))
        if pointer != "/setting"
    )
    return [
        (
            pointer,
            _json_text(value),
            _allowed_in_words(allowed[pointer]) if pointer in allowed else "",
        )
        for pointer, value in board_leaves
    ]


def _allowed_in_words(field: Field) -> str:
    if field.choices:
        named = [str(choice) or '""' for choice in field.choices[:MOST_NAMED]]
        return " | ".join([*named, *(["…"] if len(field.choices) > MOST_NAMED else [])])
    return f"≥ {field.least}" if field.most is None else f"{field.least} – {field.most}"


def patch_text(game: Game, form: Given) -> str:
    """The text of the patch as entered; with one operation more if the form was sent with the
    button that adds a field."""
    text, place = form.get("patch", ""), form.get("place", "").strip()
    if form.get("do") != "place" or not place:
        return text
    try:
        operations = msgspec.json.decode(text.strip() or "[]", type=list[Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return text  # it is refused where it is shown, as soon as somebody asks what it comes to
    kind = form.get("op", "")
    operation: dict[str, Any] = {"op": kind if kind in OPERATIONS else "replace", "path": place}
    if kind != "remove":
        operation["value"] = _value_at_pointer(board_document(game.board), place)
    lines = ",\n".join(f"  {_json_text(item)}" for item in [*operations, operation])
    return f"[\n{lines}\n]"


def _value_at_pointer(board: Any, place: str) -> Any:
    """The value at a JSON pointer in a board's document; None if there is none."""
    pointed = None
    with suppress(JsonPointerException):
        pointed = resolve_pointer(board, place, None)
    return None if isinstance(pointed, EndOfList) else pointed


def _json_text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
