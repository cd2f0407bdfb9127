"""What the report of irregularities says."""

from __future__ import annotations

from domain.rules.text import Text

WORDS = {
    "report.title": Text("Report of irregularities", "Rapport des irrégularités"),
    "report.print": Text("Print", "Imprimer"),
    "report.game": Text("Game", "Partie"),
    "report.rules": Text("Rules", "Règles"),
    "report.version": Text("version {version}", "version {version}"),
    "report.catalog": Text("Catalog", "Catalogue"),
    "report.stands": Text("As it stands", "En l'état"),
    "report.dice": Text("Dice and undo", "Dés et retours"),
    "report.record": Text("Record", "Écriture"),
    "report.kind": Text("Kind", "Nature"),
    "report.what": Text("What", "Quoi"),
    "report.why": Text("Rule and reason", "Règle et motif"),
    "report.counts": Text("Counts", "Compte"),
    "report.yes": Text("yes", "oui"),
    "report.no": Text("no", "non"),
    "report.counts-hint": Text(
        "“Counts” says whether board, score or outcome are what they are by it, as the game stands.",
        "« Compte » dit si le plateau, le score ou l'issue sont ce qu'ils sont par elle, en l'état de la partie.",
    ),
    "report.none": Text("Nothing irregular is on record.", "Rien d'irrégulier au registre."),
    "report.illegal-action": Text("illegal action", "action illégale"),
    "report.let-stand": Text("let stand", "maintenu"),
    "report.inherited": Text("inherited", "hérité"),
    "report.correction": Text("correction", "correction"),
    "report.annulment": Text("annulment", "annulation"),
    "report.penalty": Text("penalty", "pénalité"),
    "report.adjudication": Text("adjudication", "partie attribuée"),
    "report.overturned": Text("overturned", "infirmé"),
    "report.divergence": Text("divergence", "divergence"),
    "report.overturned-by": Text("Overturned by record {seq}.", "Infirmée par l'écriture {seq}."),
    "report.claims": Text("Claims", "Réclamations"),
    "report.no-claims": Text("Nobody has filed a claim.", "Personne n'a déposé de réclamation."),
    "report.answer": Text("Answer", "Réponse"),
    "report.by-ruling": Text("ruling of record {seq}", "décision de l'écriture {seq}"),
    "report.open": Text("open", "ouverte"),
    "report.retracted": Text("Out of force", "Hors vigueur"),
    "report.by": Text("By record", "Par l'écriture"),
    "report.nothing-retracted": Text("Nothing was taken back.", "Rien n'a été annulé."),
}
