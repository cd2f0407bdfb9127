"""What the choices of the titles' options mean, in the order in which a form offers them; by title and option. An option that is
not here, and does not say it where it is declared (`extra={"choices": …}`), shows its choices as the rules call them."""

from __future__ import annotations

from domain.rules.text import Text

CHOICES: dict[tuple[str, str], dict[str, Text]] = {
    ("raiders-solo", "difficulty"): {
        "normal": Text("normal: nothing", "normal : rien"),
        "hard": Text("hard: 2 armour, 2 provisions", "difficile : 2 Armements, 2 Provisions"),
        "heroic": Text("heroic: 4 armour, 4 provisions", "héroïque : 4 Armements, 4 Provisions"),
    },
    ("raiders-solo", "schemes"): {
        "catalog": Text("the catalog's deck", "le paquet du catalogue"),
        "table": Text("the real cards on the table", "les vraies cartes sur la table"),
    },
    ("raiders-solo", "offering_from"): {
        "face-up": Text("the leftmost face-up tile", "la tuile visible la plus à gauche"),
        "stack": Text("the top tile of the stack", "la tuile du dessus de la pile"),
    },
    ("tears-solo", "faction"): {
        "norman": Text("Normans", "Normands"),
        "saxon": Text("Saxons", "Saxons"),
    },
    ("tears-solo", "difficulty"): {
        "easy": Text("easy", "facile"),
        "normal": Text("normal", "normal"),
        "hard": Text("hard", "difficile"),
    },
    ("tears-solo", "cards"): {
        "catalog": Text("the catalog's decks", "les paquets du catalogue"),
        "table": Text("real decks on the table", "de vrais paquets sur la table"),
    },
    ("tears-solo", "hastings"): {
        "both": Text("once both sides are at Hastings", "quand les deux camps y sont"),
        "enemy": Text("as soon as the Enemy is at Hastings", "dès que l'Ennemi y est"),
    },
    ("tears-solo", "hastings_passed"): {
        "same": Text("as the other exception", "comme l'autre exception"),
        "both": Text("once both sides are at Hastings", "quand les deux camps y sont"),
        "enemy": Text("as soon as the Enemy is at Hastings", "dès que l'Ennemi y est"),
    },
    ("tears-solo", "wedge_phase"): {
        "first": Text("by a side that is at Hastings", "par un camp arrivé à Hastings"),
        "both": Text("only once both sides are there", "seulement quand les deux camps y sont"),
    },
    ("tears-solo", "commander"): {
        "whole-turn": Text("it is the Enemy's whole turn", "il est tout le tour de l'Ennemi"),
        "then-turn": Text("the Enemy's turn follows it", "le tour de l'Ennemi le suit"),
    },
    ("tears-solo", "taken_wedge"): {
        "stay": Text("the cards stay", "les cartes restent"),
        "discarded": Text("the cards are discarded, leaders stay", "les cartes sont défaussées, les Chefs restent"),
    },
    ("tears-solo", "ranged_swap"): {
        "same-cost": Text("it may, at the same cost", "oui, à coût égal"),
        "never": Text("it may not", "non"),
    },
    ("tears-solo", "after_last_row"): {
        "repeat": Text("the last row goes on", "la dernière ligne continue"),
        "no-draw": Text("the Enemy draws no more cards", "l'Ennemi ne pioche plus"),
    },
    ("tears-solo", "shared_points"): {
        "lower": Text("the lower rank", "le niveau inférieur"),
        "higher": Text("the higher rank", "le niveau supérieur"),
    },
    ("convicted", "hoardings"): {
        "unit": Text("from each enemy unit that shoots", "à chaque unité ennemie qui tire"),
        "group": Text("from the whole group", "à tout le groupe"),
    },
    ("convicted", "ditches"): {
        "side": Text("all units from its side", "toutes les unités de son côté"),
        "slot": Text("units that cross at its slot", "les unités passant à son emplacement"),
    },
}
