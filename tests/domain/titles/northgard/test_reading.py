from domain.titles.northgard import RULES
from domain.titles.northgard.actions import Move
from tests.builders.northgard import act, table

HOME = {"T01a": {"blue": 3}, "T04a": {"red": 3}}


def test_a_template_says_how_units_can_be_split() -> None:
    (template,) = RULES.legal(table(units=HOME), "blue").templates
    assert template.type == "move"
    assert template.fields["card"].choices == ("special", "move-a", "move-b")
    assert (template.fields["units"].least, template.fields["units"].most) == (1, 3)
    board = act(table(units=HOME), "blue", Move("move-a", "T01a", "T02a", 1))
    (template,) = RULES.legal(board, "blue").templates
    assert template.type == "step" and RULES.judge(board, "blue", template.example).legal
