"""What the title is, and how the sheet is read where a table could read it in several ways."""

from __future__ import annotations

from domain.games.score_sheet.values import SEATS
from domain.kit import About, Text, readings

READINGS = readings("""
empty | The sheet
  A cell that is left empty counts nothing.
  Une case laissée vide ne compte rien.
again | The sheet
  A cell can be entered again while the game goes on; the value before stays on record.
  Une case peut être entrée de nouveau tant que la partie dure ; la valeur d'avant reste au dossier.
table | The sheet
  What is entered for the whole table counts for every seat.
  Ce qui est entré pour toute la table compte pour chaque siège.
equal | The end
  Seats that no tie-break parts share their place, and the next place counts all before it; if all of them share the first, it is a
    draw.
  Les sièges qu'aucun départage ne sépare partagent leur place, et la suivante compte tous ceux d'avant ; si tous partagent la
    première, c'est un match nul.
agreed | The end
  Places that the table has agreed on stand whatever the sheet says, and the record tells so.
  Les places convenues par la table valent quoi que dise la feuille, et le dossier le dit.
turns | Turns
  On a sheet with turns only the seat whose turn it is enters values, rolls and moves counters; the order is that of the seats.
  Sur une feuille à tours, seul le siège dont c'est le tour entre des valeurs, lance et déplace des compteurs, dans l'ordre des
    sièges.
whole | The sheet
  Numbers are whole; a game that counts halves is entered in halves.
  Les nombres sont entiers ; un jeu qui compte des demis s'entre en demis.
clock | Turns
  No clock runs: the record has the time of each entry.
  Aucune pendule ne tourne : le dossier a l'heure de chaque entrée.
""")

ABOUT = About(
    title=Text("Score sheet", "Feuille de score"),
    edition=Text("any game, by the sheet that its table keeps", "tout jeu, par la feuille que tient sa table"),
    rules=Text(
        "The rules are with the table: the sheet says what is entered", "Les règles sont à la table : la feuille dit ce qui s'entre"
    ),
    editions={
        "default": Text("Points", "Points"),
        "rounds": Text("Points in each round", "Points à chaque manche"),
        "placings": Text("Places only", "Places seulement"),
        "win-draw-loss": Text("Win, draw or loss", "Victoire, nul ou défaite"),
        "cooperative": Text("All together against the game", "Tous ensemble contre le jeu"),
    },
    seats=tuple(range(1, SEATS + 1)),
    readings=READINGS,
    endings=("won", "shared", "drawn", "won-together", "lost-together"),
)
