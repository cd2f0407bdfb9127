"""What the numbers page says."""

from __future__ import annotations

from domain.words import Text

WORDS = {
    "numbers.title": Text("Numbers: {title}", "Chiffres : {title}"),
    "numbers.lead": Text(
        "Read off the record, up to its newest entry. What was taken back counts where it says so.",
        "Lus dans le registre, jusqu'à sa dernière écriture. Ce qui fut annulé ne compte que là où c'est dit.",
    ),
    "numbers.points": Text("Points", "Points"),
    "numbers.record": Text("Record", "Écriture"),
    "numbers.table": Text("The numbers behind it", "Les chiffres derrière"),
    "numbers.tempo": Text("Tempo and undo", "Tempo et annulations"),
    "numbers.seat": Text("Seat", "Siège"),
    "numbers.actions": Text("Actions", "Actions"),
    "numbers.gone": Text("Taken back", "Annulées"),
    "numbers.rate": Text("Share", "Part"),
    "numbers.seconds": Text("Time in all", "Temps en tout"),
    "numbers.middle": Text("Median", "Médiane"),
    "numbers.longest": Text("Longest", "Le plus long"),
    "numbers.dice": Text("Dice against expectation", "Dés et attentes"),
    "numbers.no-dice": Text("No dice were rolled.", "Aucun dé n'a été lancé."),
    "numbers.expected": Text(
        "The line across each bar is what fair dice would show on average. A small p-value ({p}) alone proves nothing.",
        "Le trait sur chaque barre est la moyenne de dés équitables. Une petite valeur p ({p}) ne prouve rien à elle seule.",
    ),
    "numbers.face": Text("Face", "Face"),
    "numbers.count": Text("Rolled", "Sortie"),
    "numbers.mean": Text("Expected", "Attendue"),
}
