"""The arbiter at the desk, without scripts: fills in forms as the page asks."""

import re
from collections.abc import Iterable
from typing import Any

from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from api.game.desk.rulings import action_fields, fact_fields
from api.web.forms.controls import ObjectControl
from tests.builders.api.disputes import GROUNDS, Dispute
from tests.builders.api.forms import Form, Person, form_data

Sent = dict[str, str]


def _filled(part: ObjectControl | None, name: str, data: dict[str, Any]) -> Sent:
    return form_data(part.row(name, data)).to_dict()


class Judge(Person):
    """A person with the arbiter's link to a disputed game, or another link."""

    def __init__(self, table: Dispute, name: str = "arbiter", lang: str = "en") -> None:
        super().__init__(table.app.test_client(), table.links[name]["token"], lang)
        self.table = table
        self.base = f"/games/{table.game}"

    def desk_page(self, path: str = "", status: int = 200) -> str:
        answer = self.go(f"{self.base}/desk{path}")
        assert answer.status_code == status, answer.text
        return answer.text

    @property
    def ruling(self) -> Form:
        return self.form("/desk/rule")

    def press_do(
        self, do: str, *, winners: Iterable[str] | None = None, **changes: str | None
    ) -> TestResponse:
        """Send the ruling's form by its button `do`, which may be outside of the form."""
        ticked = (
            re.findall(r'name="winners" value="(\w+)" checked', self.page)
            if winners is None
            else list(winners)
        )
        data = MultiDict({**self.ruling.sent(**changes), "do": do})
        data.setlist("winners", ticked)
        return self.post(self.ruling.action, data)  # type: ignore[arg-type]  # several boxes can be ticked

    def preview_remedy(self, remedy: dict[str, Any], **grounds: str | int) -> TestResponse:
        self.desk_page("/rule")
        sent: Sent = {
            "remedy": remedy["type"],
            **GROUNDS,
            **{name: str(value) for name, value in grounds.items()},
        }
        match remedy:
            case {"type": "annul"}:
                sent |= {"from_seq": str(remedy["from_seq"]), "rolls": remedy.get("rolls", "")}
            case {"type": "correct", "patch": patch}:
                sent |= {"how": "patch", "patch": self.table.app.json.dumps(list(patch))}
            case {"type": "correct", "facts": facts}:
                sent |= {"how": "facts"}
                self._fill_facts("c", facts, sent)
            case {"type": "penalty"}:
                sent |= {"penalty_seat": remedy["seat"], "points": str(remedy["points"])}
            case {"type": "adjudicate"}:
                return self.press_do("preview", winners=remedy["winners"], **sent)
            case {"type": "let-stand"}:
                self._fill_action(remedy, sent)
        return self.press_do("preview", **sent)

    def _fill_action(self, remedy: dict[str, Any], sent: Sent) -> None:
        action = remedy["action"]
        sent |= {"stand_seat": remedy["seat"], "action": action["type"]}
        self.press_do("fields", **sent)
        sent |= _filled(action_fields(self.table.now, action["type"]), "a", action)
        self._fill_facts("f", remedy.get("facts", ()), sent)

    def _fill_facts(self, prefix: str, facts: Iterable[dict[str, Any]], sent: Sent) -> None:
        for n, fact in enumerate(facts):
            self.press_do(f"add-{prefix}", **sent, **{f"add_{prefix}": fact["type"]})
            assert self.ruling.fields[f"{prefix}.{n}.type"].value == fact["type"]
            sent |= _filled(fact_fields(self.table.now, fact["type"]), f"{prefix}.{n}", fact)

    def record(self, **changes: str | None) -> TestResponse:
        return self.press_do("record", **changes)

    def field_values(self, *names: str) -> list[str | None]:
        return [self.ruling.fields[name].value for name in names]
