"""The layout of templates, and which part of it is sent."""

import pytest
from flask import Flask

from ops.settings.config import ROOT

TEMPLATES = sorted((ROOT / "api").glob("**/templates/**/*.html"))
WIDEST = 120


def test_no_line_of_a_template_is_wider_than_a_screen() -> None:
    assert len(TEMPLATES) > 100
    wide = {
        f"{file.relative_to(ROOT)}:{n}"
        for file in TEMPLATES
        for n, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if len(line) > WIDEST
    }
    assert wide == set()


@pytest.mark.parametrize(
    ("laid_out", "sent"),
    [
        ("<p>\n  a\n  b\n</p>\n<p>c</p>", "<p>a b</p><p>c</p>"),
        ("<b>a</b>\n  <i>b</i>\nc", "<b>a</b> <i>b</i>\nc"),
        (
            "<ul>\n{% for n in (1, 2) %}\n  <li>{{ n }}</li>\n{% endfor %}\n</ul>",
            "<ul><li>1</li><li>2</li></ul>",
        ),
        ('<a\n  href="/"{% if 1 %}\n  class="b"{% endif %}>a</a>', '<a href="/" class="b">a</a>'),
        ("a{% if 1 %}\n  b{% endif %}", "a b"),
    ],
)
def test_white_space_of_a_templates_layout_is_not_sent(
    app: Flask, laid_out: str, sent: str
) -> None:
    assert app.jinja_env.from_string(laid_out).render() == sent
