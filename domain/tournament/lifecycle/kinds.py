"""The rows of opening, amending the rules, and closing."""

from typing import Any

from msgspec.structs import replace

from domain.game.commands import Order
from domain.kernel.text import Text, joined
from domain.tournament import records as r
from domain.tournament.aggregate.conditions import departure
from domain.tournament.aggregate.kinds import (
    TOURNAMENT_KINDS,
    Telling,
    after_parts,
    kind,
    read_rules,
    words_of,
)
from domain.tournament.aggregate.tournament import Tournament
from domain.tournament.aggregate.wishes import TournamentOpening
from domain.tournament.lifecycle.rule_words import changes


def _ask_opened(on: Any, order: Order, body: r.TournamentOpened) -> object:
    wish = TournamentOpening(
        title=words_of(body.text),
        rules=read_rules(body.rules),
        ruleset=body.ruleset,
        catalog=body.catalog,
        options=body.options,
        chance=body.chance,
        undo=body.undo,
        seals=body.seals,
        tags=body.tags,
        public=body.public,
        edition=body.edition,
        derivation=body.derivation,
    )
    return on.whole.open(wish, body.actor, body.key, body.request, body.client_at)


def _unfinished_rounds(t: Tournament, body: r.TournamentClosed) -> tuple[r.Departure, ...]:
    """A departure for each round that is not published, or not closed, when the tournament is."""
    return tuple(
        departure(code, paired.round)
        for paired in t.rounds
        for code, done in (("not-published", paired.published), ("not-closed", paired.closed))
        if not done
    )


def _amends(on: Telling, body: r.RulesAmended) -> Text:
    now = read_rules(body.rules, on.t.opened.edition)
    changed = list(changes(on.t.rules, now)) or [Text("nothing")]
    return Text("The rules are changed: {changes}.", changes=joined(changed, Text("; ")))


TOURNAMENT_KINDS.add(
    kind(
        r.TournamentOpened, says=Text("The tournament is opened."), by_hand=False, asks=_ask_opened
    ),
    kind(
        r.RulesAmended,
        says=_amends,
        by_hand=True,
        departs=after_parts,
        fold=lambda t, seq, body: replace(
            t, rules=read_rules(body.rules, t.opened.edition), amended=seq
        ),
        asks=lambda on, order, body: on.whole.amend(order, read_rules(body.rules)),
    ),
    kind(
        r.TournamentClosed,
        says=Text("The tournament is closed."),
        departs=_unfinished_rounds,
        by_hand=False,
        part="standings",
        fold=lambda t, _, body: replace(t, closing=body),
        about=lambda body: frozenset(),
        asks=lambda on, order, body: on.whole.close(order),
    ),
)
