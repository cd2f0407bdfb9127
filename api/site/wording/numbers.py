"""What the numbers page says."""

from __future__ import annotations

from domain.rules.text import Text

WORDS = {
    "numbers.title": Text("Numbers: {title}", "Chiffres : {title}"),
    "numbers.lead": Text(
        "Read off the record, up to its newest entry. What was taken back counts where it says so.",
        "Lus dans le registre, jusqu'à sa dernière écriture. Ce qui fut annulé ne compte que là où c'est dit.",
    ),
    "numbers.sampled": Text(
        "Drawn from {count} of its {all} positions, evenly spread.",
        "Tracés sur {count} de ses {all} positions, à intervalles égaux.",
    ),
    "numbers.points": Text("Points", "Points"),
    "numbers.record": Text("Record", "Écriture"),
    "numbers.table": Text("The numbers behind it", "Les chiffres derrière"),
    "numbers.pace": Text("Time taken", "Temps pris"),
    "numbers.pace-hint": Text(
        "By the service's clock, from the record before to the action.", "À l'horloge du service, de l'écriture d'avant à l'action."
    ),
    "numbers.tempo": Text("Tempo by seat", "Tempo par siège"),
    "numbers.undo": Text("Taken back, of a hundred actions", "Annulées, sur cent actions"),
    "numbers.seat": Text("Seat", "Siège"),
    "numbers.actions": Text("Actions", "Actions"),
    "numbers.gone": Text("Taken back", "Annulées"),
    "numbers.rate": Text("Share", "Part"),
    "numbers.seconds": Text("In all", "En tout"),
    "numbers.middle": Text("Median", "Médiane"),
    "numbers.longest": Text("Longest", "Le plus long"),
    "numbers.dice": Text("Dice against expectation", "Dés et attentes"),
    "numbers.dice-of": Text("Dice against expectation: {what}", "Dés et attentes : {what}"),
    "numbers.no-actions": Text("No action yet.", "Aucune action pour l'instant."),
    "numbers.no-dice": Text("No dice were rolled.", "Aucun dé n'a été lancé."),
    "numbers.hidden-dice": Text(
        "Something is still hidden from you: dice are counted once nothing is.",
        "Quelque chose vous est encore caché : les dés seront comptés quand plus rien ne le sera.",
    ),
    "numbers.expected": Text(
        "The line across each bar is what fair dice show on average; p is how probable it is that they stray as far as this.",
        "Le trait sur chaque barre est la moyenne de dés équitables ; p est la probabilité qu'ils s'en écartent autant.",
    ),
    "numbers.few": Text("Too few dice to say much.", "Trop peu de dés pour en dire long."),
    "numbers.face": Text("Face", "Face"),
    "numbers.count": Text("Rolled", "Sortie"),
    "numbers.mean": Text("Expected", "Attendue"),
}
