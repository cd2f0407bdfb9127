"""The page on which the arbiter gives a ruling: one form for every remedy, what it would come to, and only then the record."""

from __future__ import annotations

import msgspec
from flask import Response, request
from msgspec import Struct

from api.caller import caller
from api.derive import action_kinds
from api.reading import keeps_secrets
from api.service import service
from api.site.desk_asked import ACTION, FACTS, MOVING, REMEDIES, fact_kinds, fact_places, foreseen, give, read
from api.site.desk_document import OPERATIONS, patch_text, places
from api.site.desk_fields import Given, Node, blank, entered, nodes
from api.site.desk_forms import PREVIEW, RECORD, Trouble, attempt, digest, given, order, since, stamp
from api.site.desk_preview import Shown, shown
from api.site.desk_words import comparing, field_name, kind_name, known_ids, known_rules, named_kinds, value_name
from api.site.play_dice import Rolled
from api.site.play_dice import asked as dice_asked
from api.site.play_dice import entered as dice_entered
from api.site.web import go, lang, needs, page, site
from api.table_reading import TableReader
from domain.chance import Value
from domain.clerk import Clerk
from domain.errors import BadRequest, ValuesNeeded
from domain.game import Game
from domain.reasons import REASONS
from domain.ruleset import ARBITER
from domain.texts import MOST
from domain.undo import line_from
from projections.pictures import picture
from projections.shapes import summary_shape

STEPS = 60
"""The last actions in force that can be chosen from a list."""

Values = tuple[tuple[Value, ...], ...]


class Dice(Struct, frozen=True):
    """What has to be rolled, or supposed where the dice are sealed, after the values `known` so far."""

    asks: tuple[Rolled, ...]
    known: Values


class Found(Struct, frozen=True):
    """What came of a form that was sent: why it was refused, or what it would come to, or the dice that are missing for that."""

    trouble: Trouble | None = None
    shown: Shown | None = None
    dice: Dice | None = None
    altered: bool = False
    renew: bool = False

    @property
    def ready(self) -> bool:
        """Whether what is shown can be recorded as it is."""
        return self.shown is not None or (self.dice is not None and not self.trouble)


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
        return _form(head, form, _foresee(clerk, head, form) if form.get("do", PREVIEW) == PREVIEW else Found())
    head = clerk.game(game)
    entered_digest = _digest(head, form)
    if form.get("shown") != entered_digest:
        return _form(head, form, msgspec.structs.replace(_foresee(clerk, head, form), altered=True), 409)
    given_order = order(game, entered_digest)
    answer = attempt(lambda: give(clerk, given_order, read(head, form), _values(head, form)))
    if not isinstance(answer, Trouble):
        return go(f"/games/{game}/desk?done={answer.filed.seq}#done")
    head = clerk.game(game)
    again = _foresee(clerk, head, form) if answer.slug == "stale" else Found()
    return _form(head, form, Found(answer, again.shown, again.dice, renew=answer.slug == "key-reused"), answer.status)


# -- what it would come to -----------------------------------------------------------------------------------------


def _foresee(clerk: Clerk, head: Game, form: Given) -> Found:
    try:
        return _tried(clerk, head, form)
    except ValuesNeeded as needed:
        known = _supposed(form)
        return Found(dice=Dice(dice_asked(needed.asks, needed.given, head.setting, lang()), known[: needed.given]))


def _tried(clerk: Clerk, head: Game, form: Given) -> Found:
    needed: list[ValuesNeeded] = []

    def look() -> Shown | None:
        asked = read(head, form)
        audience = caller().audience(head, ARBITER if asked.remedy in MOVING else "")
        try:
            after = foreseen(clerk, head, asked, audience, _supposed(form))
        except ValuesNeeded as e:
            needed.append(e)
            return None
        return shown(clerk, head, after, audience, lang(), comparing())

    found = attempt(look)
    if needed:
        raise needed[0]
    return Found(trouble=found) if isinstance(found, Trouble) else Found(shown=found)


def _supposed(form: Given) -> Values:
    """The dice that were entered, or supposed where they are sealed."""
    try:
        return tuple(map(tuple, dice_entered(form)))
    except (ValueError, msgspec.DecodeError):
        raise BadRequest("/values", "These are no dice.", "Ce ne sont pas des dés.") from None


def _values(head: Game, form: Given) -> Values:
    """The dice that are recorded: those of the table; sealed ones are rolled when it is recorded."""
    return _supposed(form) if head.opened.chance == "table" else ()


_BUILT = (f"{ACTION}.", *(f"{prefix}." for prefix, _ in FACTS.values()), "v.", "given", "add_", "place", "op")
"""Fields of which something is made before it is compared, and those that only help to fill the form in."""


def _digest(head: Game, form: Given) -> str:
    """What tells this ruling from another one."""
    rules = head.rules
    kind = action_kinds(rules).get(form.get("action", ""))
    action = entered(kind, form, ACTION) if kind else {}
    facts = [
        entered(fact_kinds(rules)[tag], form, f"{FACTS[remedy][0]}.{n}")
        for remedy in FACTS
        for n, tag in fact_places(form, remedy)
        if tag in fact_kinds(rules)
    ]
    values = attempt(lambda: _supposed(form))
    return digest(form, (action, facts, () if isinstance(values, Trouble) else values), _BUILT)


# -- the page --------------------------------------------------------------------------------------------------------


def _form(head: Game, form: Given, found: Found, status: int = 0) -> Response:
    clerk, rules, language = service().clerk, head.rules, lang()
    audience = caller().audience(head, "")
    reader = TableReader(clerk, head, audience)
    claim = head.matters.claim(_seq(form, "claim"))
    about = _seq(form, "about") or (claim.body.about if claim else 0)
    behind = _needs_document(head, form)
    if behind:
        caller().audience(head, ARBITER)
    drawn = picture(head, audience, language)
    refused = found.trouble
    return page(
        "desk_rule.html",
        status or (refused.status if refused else 200),
        game=summary_shape(head),
        head=head,
        form=form,
        stamp=stamp(head, renew=found.renew),
        digest=_digest(head, form),
        found=found,
        since=since(clerk, head, audience) if refused and refused.slug == "stale" else [],
        remedies=REMEDIES,
        remedy=form.get("remedy", ""),
        reasons=[(code, text.to(language)) for code, text in REASONS.items()],
        claim=reader.claim(claim) if claim else None,
        claims=[reader.claim(one) for one in head.matters.open_claims],
        about=about,
        told=_said(reader, head, about),
        steps=_steps(reader, head, _seq(form, "from_seq")),
        actions=named_kinds(rules, action_kinds(rules), language),
        facts=named_kinds(rules, fact_kinds(rules), language),
        field_name=lambda field: field_name(field, language),
        kind_name=lambda tag: kind_name(rules, tag, language),
        word=value_name(head, language),
        fields=_action_fields(head, form),
        declared={remedy: _declared(head, form, remedy) for remedy in FACTS},
        document=places(head) if behind or not keeps_secrets(rules) else None,
        operations=OPERATIONS,
        patch=patch_text(head, form) if behind or not keeps_secrets(rules) else form.get("patch", ""),
        secretive=keeps_secrets(rules),
        known_values=_known_values(found, form),
        longest=MOST,
        known=known_ids(head, drawn, language),
        known_rules=known_rules(head),
        drawn=drawn,
        may_play=True,
        may_judge=True,
    )


def _known_values(found: Found, form: Given) -> str:
    """The dice known so far, as the form carries them."""
    supposed = found.dice.known if found.dice else attempt(lambda: _supposed(form))
    return msgspec.json.encode(supposed).decode() if supposed and not isinstance(supposed, Trouble) else ""


def _seq(form: Given, name: str) -> int:
    text = form.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def _said(reader: TableReader, head: Game, about: int) -> str:
    """The sentence of the record that the ruling is about."""
    return reader.step(about).sentence.to(lang()) if 1 <= about <= head.seq else ""


def _steps(reader: TableReader, head: Game, chosen: int) -> list[tuple[int, str]]:
    """The actions in force, newest first, to annul from; the chosen one is among them."""
    line = line_from(head, 1)
    wanted = [*line[:STEPS], *(seq for seq in line[STEPS:] if seq == chosen)]
    return [(seq, reader.step(seq).sentence.to(lang())) for seq in wanted]


def _action_fields(head: Game, form: Given) -> tuple[Node, ...]:
    kind = action_kinds(head.rules).get(form.get("action", ""))
    if kind is None:
        return ()
    data = entered(kind, form, ACTION) if any(name.startswith(f"{ACTION}.") for name in form) else blank(kind)
    return nodes(kind, data, ACTION, "/action")


def _declared(head: Game, form: Given, remedy: str) -> list[tuple[int, str, tuple[Node, ...]]]:
    """The facts declared so far, as they are shown: renumbered from 0, with their kind and fields; a new one has its defaults."""
    (prefix, pointer), kinds = FACTS[remedy], fact_kinds(head.rules)
    there = [(tag, entered(kinds[tag], form, f"{prefix}.{n}")) for n, tag in fact_places(form, remedy) if tag in kinds]
    new = form.get(f"add_{prefix}", "")
    if form.get("do") == f"add-{prefix}" and new in kinds:
        there.append((new, blank(kinds[new])))
    return [(n, tag, nodes(kinds[tag], data, f"{prefix}.{n}", f"{pointer}/{n}")) for n, (tag, data) in enumerate(there)]


def _needs_document(head: Game, form: Given) -> bool:
    """Whether the whole board is shown, where that is a look behind."""
    wanted = form.get("remedy") == "correct" and form.get("how") == "patch" and request.method == "POST"
    return keeps_secrets(head.rules) and wanted
