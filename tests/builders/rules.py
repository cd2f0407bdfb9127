"""A title's rules as tests use them: a position, an action, and the result. Uses no store."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.contract.chance import ChanceNeeded, TableChance, Value
from domain.titles.contract.ruleset import Action, AnyRuleset, Fact, Verdict, open_setting


def put(values: Any, path: str, value: object) -> None:
    """Set the value at a path in plain data (`tiles/0/id`), or delete it (with the value `...`)."""
    *parents, last = path.split("/")
    for part in parents:
        values = values[int(part)] if isinstance(values, list) else values[part]
    if value is ...:
        del values[last]
    else:
        values[int(last) if isinstance(values, list) else last] = value


class Rules:
    """Positions of a title, and actions on them. Chance gives exactly the values of the test, one
    list for each roll."""

    def __init__(self, rules: AnyRuleset) -> None:
        self.rules = rules

    # -- positions ---------------------------------------------------------------------------------

    def catalog(self, edit: Callable[[Any], object]) -> Catalog:
        """The default catalog after `edit` has changed its values."""
        envelope = json.loads(self.rules.catalogs()["default"].data)
        edit(envelope["values"])
        envelope["provenance"] = {"": "placeholder"}
        return Catalog(json.dumps(envelope).encode())

    def blank(
        self,
        catalog: Catalog | None = None,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> Any:
        chosen = catalog or self.rules.catalogs()["default"]
        return self.rules.blank(open_setting(self.rules, chosen, dict(options or {}), players))

    def set_up(self, board: Any, *values: Sequence[Value]) -> Any:
        return self.after(board, self.rules.setup(board, TableChance(values)))

    def after(self, board: Any, facts: Sequence[Fact]) -> Any:
        for fact in facts:
            board = self.rules.evolve(board, fact)
        return board

    # -- actions -----------------------------------------------------------------------------------

    def facts(
        self, board: Any, seat: str, action: Action, *values: Sequence[Value]
    ) -> tuple[Any, ...]:
        verdict = self.rules.judge(board, seat, action)
        assert verdict.legal, f"{action}: {verdict.rule}: {verdict.text.en}"
        chance = TableChance(values)
        decide = self.rules.decide(board, seat, action, chance)
        chance.check_all_used()
        return decide

    def outcome_of(
        self, board: Any, seat: str, action: Action, *values: Sequence[Value]
    ) -> tuple[Any, tuple[Any, ...]]:
        """The board after a legal action, and the facts that led there. Fails if a piece is lost or
        added."""
        facts = self.facts(board, seat, action, *values)
        made = self.after(board, facts)
        assert self.rules.census(made) == self.rules.census(board)
        return made, facts

    def act(self, board: Any, seat: str, action: Action, *values: Sequence[Value]) -> Any:
        return self.outcome_of(board, seat, action, *values)[0]

    def refused(self, board: Any, seat: str, action: Action) -> Verdict:
        """The verdict on an illegal action. It must cite a rule and give a reason in both
        languages."""
        verdict = self.rules.judge(board, seat, action)
        assert not verdict.legal, f"{action} is legal"
        assert verdict.code and verdict.rule and verdict.text.en and verdict.text.fr
        return verdict

    def rolls_asked(self, board: Any, seat: str, action: Action) -> list[str]:
        try:
            self.rules.decide(board, seat, action, TableChance())
        except ChanceNeeded as e:
            return [f"{ask.label.en}: {ask.spec}" for ask in e.asks]
        return []
