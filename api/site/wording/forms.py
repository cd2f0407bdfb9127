"""What the controls of forms say."""

from __future__ import annotations

from domain.rules.text import Text

WORDS = {
    "forms.choose": Text("choose", "choisir"),
    "forms.more": Text("One more: {what}", "Un de plus : {what}"),
    "forms.less": Text("One less: {what}", "Un de moins : {what}"),
    "forms.add-row": Text("Add a line", "Ajouter une ligne"),
    "forms.line": Text("Line {n}", "Ligne {n}"),
    "forms.commas": Text("several with commas", "plusieurs avec des virgules"),
    "forms.range": Text("{least} to {most}", "{least} à {most}"),
    "forms.from-least": Text("{least} or more", "{least} ou plus"),
}
