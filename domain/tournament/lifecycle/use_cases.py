"""The use cases of the whole tournament: opening, amending the rules, closing."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Raw

from domain.game.commands import Opening, Order
from domain.kernel import commitments
from domain.kernel.canonical import canonical_json
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.tournament import records as r
from domain.tournament.aggregate.conditions import (
    NO_CONFIRMATION,
    Confirmation,
    departure,
    need_confirmed,
    need_open,
)
from domain.tournament.aggregate.tournament import Tournament
from domain.tournament.aggregate.wishes import LONGEST, TournamentOpening
from domain.tournament.directing.direction import (
    Rows,
    TournamentAnswer,
    TournamentWriter,
    WriteContext,
)
from domain.tournament.directing.games import TableGames
from domain.tournament.lifecycle.conditions import need_rules, need_shared_deal_allowed
from domain.tournament.refusals import TournamentRefused, need
from domain.tournament.results.correction_effects import moved
from domain.tournament.rounds.conditions import need_results
from domain.tournament.standings.ranking import standings
from domain.tournament.values import CannotPair, Engine, Rules, Stage


class Lifecycle:
    def __init__(
        self, store: TournamentWriter, engines: Callable[[Stage, int], Engine], games: TableGames
    ) -> None:
        self._store, self._engines, self._of_tables = store, engines, games

    def open(
        self,
        wish: TournamentOpening,
        actor: str,
        key: str,
        request: str = "",
        client_at: datetime | None = None,
    ) -> TournamentAnswer:
        """Open a tournament. A repeated request opens no second one."""
        order = Order(self._store.new_id(actor, key), 0, actor, key, request, client_at)
        title = checked_title(wish.title)
        need_rules(wish.rules, wish.edition)
        need_shared_deal_allowed(wish.chance, wish.rules, public=wish.public)
        engines = self._engines_used(wish.rules, wish.edition)
        games = self._games(wish)

        def make(context: WriteContext) -> r.TournamentOpened:
            return r.TournamentOpened(
                **context.last,
                text=context.store_words(title, "/title"),
                rules=Raw(canonical_json(wish.rules)),
                commitment=self._store.commit_seed(order.stream),
                engines=engines,
                edition=wish.edition,
                derivation=wish.derivation,
                tags=wish.tags,
                public=wish.public,
                **games,
            )

        return self._store.begin(order, make)

    def amend(
        self, order: Order, rules: Rules, confirmation: Confirmation = NO_CONFIRMATION
    ) -> TournamentAnswer:
        """Replace the rules. After the first pairing this must be confirmed twice."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            need_rules(rules, t.opened.edition)
            need_shared_deal_allowed(t.opened.chance, rules)
            need(rules != t.rules, Text("These are the rules already."), "/rules")
            played = t.rounds[-1].round if t.rounds else 0
            need(
                rules.rounds >= played
                and all(rules.stage_of(round.round) == round.stage for round in t.rounds),
                Text(
                    "Rounds 1 to {played} are paired: they have to stay in their stages.",
                    played=played,
                ),
                "/rules/stages",
            )
            departures = [departure("rules-amended")] if t.begun else []
            confirmed = need_confirmed(
                departures, context.confirmation, _rank_changes(t, rules) if t.begun else ()
            )
            body = r.RulesAmended(
                **context.confirmed(confirmed),
                rules=Raw(canonical_json(rules)),
                engines=self._engines_used(rules, t.opened.edition),
            )
            return Rows((body,))

        return self._store.write(order, make, confirmation)

    def close(self, order: Order, confirmation: Confirmation = NO_CONFIRMATION) -> TournamentAnswer:
        """Close the tournament: record the digest of the final standings, and the seed, which
        everybody may then read."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            for paired in t.rounds:
                need_results(paired)
                if paired.adjourned:
                    raise TournamentRefused(
                        Text(
                            "Table {adjourned} of round {round} is adjourned: enter its result "
                            "first.",
                            adjourned=paired.adjourned[0],
                            round=paired.round,
                        )
                    )
            played = t.rounds[-1].round if t.rounds else 0
            departures = [departure("closed-early", played)] if played < t.rules.rounds else []
            if t.opened.edition > 1:
                waiting = (protest.filed for protest in t.protests if not protest.decided)
                departures += [
                    departure("open-protest", protest.round, protest.table, (protest.entrant,))
                    for protest in waiting
                ]
            confirmed = need_confirmed(departures, context.confirmation)
            body = r.TournamentClosed(
                **context.confirmed(confirmed),
                basis=t.basis,
                standings=standings(t.field).sha256,
                seed=self._store.seed(t).hex(),
            )
            return Rows((body,))

        return self._store.write(order, make, confirmation)

    # -- inside ------------------------------------------------------------------------------------

    def _engines_used(self, rules: Rules, edition: int) -> tuple[r.EngineUsed, ...]:
        """The engines that pair the stages. Raises `BadRequest` if the rules name one that does not
        exist."""
        engines = []
        for n, stage in enumerate(rules.stages):
            try:
                engine = self._engines(stage, edition)
            except CannotPair as e:
                raise BadRequest(f"/rules/stages/{n}/engine", e.text) from None
            engines.append(r.EngineUsed(engine.id, engine.version, engine.source))
        return tuple(engines)

    def _games(self, wish: TournamentOpening) -> dict[str, Any]:
        """The fields of the opening record about games, after checking that games of every table
        size can be opened. Raises `BadRequest`."""
        if wish.ruleset == r.EXTERNAL:
            if wish.options:
                raise BadRequest(
                    "/options",
                    Text("Games that are played elsewhere have no options here."),
                )
            return {"ruleset": r.EXTERNAL}
        fields: dict[str, Any] = {}
        for n, stage in enumerate(wish.rules.stages):
            opening = Opening(
                ruleset=wish.ruleset,
                catalog=wish.catalog,
                options=wish.options,
                players=stage.seats or stage.preferred,
                undo=wish.undo,
                seals=wish.seals,
            )
            counted = _victory_points_pointer(stage) if wish.edition > 1 else ""
            try:
                fields = self._of_tables.prepare(opening, counted=bool(counted))
            except BadRequest as e:
                field = {
                    "/players": "seats" if stage.seats else "preferred",
                    "/scoring": counted,
                }.get(e.pointer)
                raise (BadRequest(f"/rules/stages/{n}/{field}", e.text) if field else e) from None
        return fields | {"chance": wish.chance, "undo": wish.undo, "seals": wish.seals}


def checked_title(text: str) -> str:
    """The title without spaces around it. Raises `BadRequest` if it is empty or too long."""
    title = commitments.checked_text(text, "/title", lines=False).strip()
    if not 0 < len(title) <= LONGEST:
        raise BadRequest("/title", Text("A title has 1 to {longest} characters.", longest=LONGEST))
    return title


def _victory_points_pointer(stage: Stage) -> str:
    """The end of the JSON pointer to the first field by which a stage counts victory points; "" if
    none does."""
    if stage.format == "challenge" or stage.scoring.points in ("raw", "share", "margin"):
        return "scoring/points"
    return next(
        (
            f"keys/{n}"
            for n, key in enumerate(stage.keys)
            if key in ("share", "score-sum", "margin")
        ),
        "",
    )


def _rank_changes(t: Tournament, rules: Rules) -> tuple[Text, ...]:
    """The consequences of amended rules, as sentences: how many entrants get another rank."""
    n = len(moved(standings(t.field), standings(msgspec.structs.replace(t, rules=rules).field)))
    return (Text("{n} entrants have another rank by these rules.", n=n),)
