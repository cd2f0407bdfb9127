"""The page on which the arbiter gives a ruling: one form for every remedy, what it would come to,
and only then the record."""

from typing import Any

import msgspec
from flask import Response, request

from api.game.desk.pages import sentence_of, to_desk
from api.game.desk.preview import kind_name, known_ids, known_rules, named_kinds
from api.game.desk.ruling_form import (
    ACTION,
    FACTS,
    REMEDIES,
    Found,
    action_fields,
    content_digest,
    fact_fields,
    fact_kinds,
    fact_places,
    foresee,
    give,
    known_values,
    read,
    recorded_values,
)
from api.game.proceedings import TableReader
from api.game.record_lines import since
from api.game.request import audience_of, table_reader
from api.web.forms.controls import Given, Shown
from api.web.forms.submission import PREVIEW, RECORD, Trouble, given, sent, stamp, submit, within
from api.web.pages.pages import lang, needs, number_in, page, site
from api.web.request.service import service
from api.web.schemas import action_kinds
from domain.game.aggregate.correction import document
from domain.game.aggregate.game import Game
from domain.game.aggregate.visibility import keeps_secrets
from domain.game.procedure.rulings import REASONS
from domain.game.procedure.undo import line_from
from domain.kernel.commitments import MOST
from domain.titles.contract.catalogs.catalog import leaves
from domain.titles.contract.ruleset import ARBITER
from domain.titles.contract.verdict import Field
from projections.boards.json import summary_shape
from projections.boards.pictures import pictures

STEPS = 60  # The last actions in force that can be chosen from a list.


@site.get("/games/<game>/desk/rule")
@needs("arbiter")
def write_ruling(game: str) -> Response:
    """The form of a ruling; `?claim=`, `?about=`, `?remedy=` fill it in as far as they go."""
    return _form(service().clerk.game(game), given(), Found())


@site.post("/games/<game>/desk/rule")
@needs("arbiter")
def give_ruling(game: str) -> Response:
    """Show what a ruling would come to, or record it once it was shown."""
    clerk, form = service().clerk, request.form
    if form.get("do") != RECORD:
        head = clerk.game(game)
        return _form(
            head,
            form,
            foresee(clerk, head, form) if form.get("do", PREVIEW) == PREVIEW else Found(),
        )
    head = clerk.game(game)
    entered_digest = content_digest(head, form)
    if form.get("shown") != entered_digest:
        return _form(
            head, form, msgspec.structs.replace(foresee(clerk, head, form), altered=True), 409
        )
    given_order = sent().order(game, told=entered_digest)
    if form.get("remedy") in FACTS:  # what is refused says what stands on the board
        audience_of(head, ARBITER)

    def again(trouble: Trouble) -> Response:
        now = clerk.game(game)
        outcome = foresee(clerk, now, form) if trouble.slug == "stale" else Found()
        return _form(now, form, Found(trouble, outcome.shown, outcome.dice), trouble.status)

    return submit(
        lambda: give(clerk, given_order, read(head, form), recorded_values(head, form)),
        to_desk,
        again,
    )


# -- the page --------------------------------------------------------------------------------------


def _form(head: Game, form: Given, outcome: Found, status: int = 0) -> Response:
    clerk, rules, language = service().clerk, head.rules, lang()
    audience = audience_of(head, "")
    reader = table_reader(head, audience)
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
        game=summary_shape(head),
        head=head,
        form=form,
        stamp=stamp(head, refused),
        digest=content_digest(head, form),
        found=outcome,
        since=since(clerk, head, audience, refused),
        remedies=REMEDIES,
        remedy=form.get("remedy", ""),
        reasons=[(code, text.printed(language)) for code, text in REASONS.items()],
        claim=reader.claim(claim) if claim else None,
        claims=[reader.claim(claim) for claim in head.proceedings.open_claims],
        about=about,
        told=sentence_of(reader, head, about),
        steps=_steps(reader, head, number_in(form.get("from_seq", ""))),
        actions=named_kinds(rules, action_kinds(rules), language),
        facts=named_kinds(rules, fact_kinds(rules), language),
        kind_name=lambda tag: kind_name(rules, tag, language),
        fields=_action_fields(head, form, refused),
        declared={remedy: _declared(head, form, remedy, refused) for remedy in FACTS},
        grows=True,
        document=places(head) if behind or not keeps_secrets(rules) else None,
        operations=OPERATIONS,
        patch=patch_text(head, form)
        if behind or not keeps_secrets(rules)
        else form.get("patch", ""),
        secretive=keeps_secrets(rules),
        known_values=known_values(outcome, form),
        longest=MOST,
        known=known_ids(head, next(iter(drawn.values())), language),
        known_rules=known_rules(head),
        drawn=drawn,
    )


def _steps(reader: TableReader, head: Game, chosen: int) -> list[tuple[int, str]]:
    line = line_from(head, 1)
    listed = [*line[:STEPS], *(seq for seq in line[STEPS:] if seq == chosen)]
    return [(seq, reader.step(seq).sentence.printed(lang())) for seq in listed]


def _action_fields(head: Game, form: Given, refused: Trouble | None) -> tuple[Shown, ...]:
    part = action_fields(head, form.get("action", ""), lang())
    if part is None:
        return ()
    begun = any(name.startswith(f"{ACTION}.") for name in form)
    return part.row(
        ACTION, part.read(ACTION, form) if begun else part.defaults, within(refused, "/action")
    )


def _declared(
    head: Game, form: Given, remedy: str, refused: Trouble | None
) -> list[tuple[int, str, tuple[Shown, ...]]]:
    """The facts declared so far, as they are shown: renumbered from 0, with their kind and fields;
    a new one has its defaults."""
    prefix, pointer = FACTS[remedy]
    new = form.get(f"add_{prefix}", "") if form.get("do") == f"add-{prefix}" else ""
    there = [
        (tag, fact_fields(head, tag, lang()), f"{prefix}.{n}")
        for n, tag in fact_places(form, remedy)
    ]
    known = [
        (tag, part, at)
        for tag, part, at in [*there, (new, fact_fields(head, new, lang()), "")]
        if part
    ]
    return [
        (
            n,
            tag,
            part.row(
                f"{prefix}.{n}",
                part.read(at, form) if at else part.defaults,
                within(refused, f"{pointer}/{n}"),
            ),
        )
        for n, (tag, part, at) in enumerate(known)
    ]


def _needs_document(head: Game, form: Given) -> bool:
    requested = (
        form.get("remedy") == "correct" and form.get("how") == "patch" and request.method == "POST"
    )
    return keeps_secrets(head.rules) and requested


OPERATIONS = (
    "replace",
    "add",
    "remove",
)  # What the form helps to write; a patch may have the others of RFC 6902.


MOST_NAMED = 12  # So many ids at most are named of those that a place can be.


def places(game: Game) -> list[tuple[str, str, str]]:
    """The board's document place by place, each with its value as JSON and what it can be; the
    setting is not for patching."""
    allowed = game.rules.allowed(game.board)
    board_leaves = ((at, value) for at, value in leaves(document(game.board)) if at != "/setting")
    return [
        (at, _json(value), _can_be(allowed[at]) if at in allowed else "")
        for at, value in board_leaves
    ]


def _can_be(field: Field) -> str:
    if field.choices:
        named = [str(choice) or '""' for choice in field.choices[:MOST_NAMED]]
        return " | ".join([*named, *(["…"] if len(field.choices) > MOST_NAMED else [])])
    return f"≥ {field.least}" if field.most is None else f"{field.least} – {field.most}"


def patch_text(game: Game, form: Given) -> str:
    """The patch as it was entered; where the form was sent to add a place, with an operation for
    that."""
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
        operation["value"] = _value(document(game.board), place)
    lines = ",\n".join(f"  {_json(item)}" for item in [*operations, operation])
    return f"[\n{lines}\n]"


def _value(result: Any, place: str) -> Any:
    for step in place.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        if isinstance(result, dict) and name in result:
            result = result[name]
        elif (
            isinstance(result, list)
            and name.isascii()
            and name.isdecimal()
            and int(name) < len(result)
        ):
            result = result[int(name)]
        else:
            return None
    return result


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
