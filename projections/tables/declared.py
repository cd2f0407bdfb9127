"""The tables that there are, with their columns. `rows.py` fills them, cell by cell in this order."""

from __future__ import annotations

from domain.rules.text import Text
from projections.tables.schema import Column, Kind, Table


def _column(name: str, kind: Kind, en: str, fr: str, example: str, unit: str = "", *, exact: bool = False) -> Column:
    return Column(name, kind, Text(en, fr), example, unit, exact=exact)


_GAME = _column("game", "id", "The game's id.", "L'identifiant de la partie.", "r6e9w6xhp0g8")
_SEQ = _column(
    "seq", "number", "The record's number in its game, from 1.", "Le numéro de l'écriture dans sa partie, à partir de 1.", "7"
)
_SEAT = _column(
    "seat", "id", "The seat's id; empty where none is meant.", "L'identifiant du siège ; vide s'il n'y en a pas.", "blue"
)
_STANDS = _column(
    "stands",
    "flag",
    "Whether it counts at the end of what is known: an action that was taken back stays in the table, and does not stand.",
    "Si elle compte à la fin de ce qui est connu : une action reprise reste dans la table, et ne compte pas.",
    "true",
)

GAMES = Table(
    "games",
    Text("a game"),
    ("game",),
    (
        _GAME,
        _column("ruleset", "id", "The title's id.", "L'identifiant du titre.", "northgard-training"),
        _column("version", "number", "The version of the rules.", "La version des règles.", "1"),
        _column("catalog", "id", "The SHA-256 of the catalog.", "Le SHA-256 du catalogue.", "5f2c…"),
        _column("options", "json", "The options it was opened with.", "Les options d'ouverture.", '{"misere": true}'),
        _column("players", "number", "Seats for people.", "Sièges pour des personnes.", "2", "seats"),
        _column("chance", "id", "`sealed` or `table` dice.", "Dés `sealed` (scellés) ou `table` (de la table).", "sealed"),
        _column("undo", "id", "Who may take back: `free`, `consent`, `arbiter`, `none`.", "Qui peut reprendre.", "consent"),
        _column("opened", "time", "When it was opened.", "Quand elle a été ouverte.", "2026-03-01T18:04:11Z", exact=True),
        _column(
            "closed",
            "time",
            "When its record was closed; empty while it is open.",
            "Quand son registre a été clos ; vide avant.",
            "2026-03-01T20:15:40Z",
            exact=True,
        ),
        _column(
            "status",
            "id",
            "`open`, `ended` (there is an outcome) or `closed`.",
            "`open`, `ended` (il y a une issue) ou `closed`.",
            "closed",
        ),
        _column(
            "outcome",
            "id",
            "The slug of the ending; empty where there is none.",
            "Le code de la fin ; vide s'il n'y en a pas.",
            "points",
        ),
        _column("winners", "json", "The seats that won.", "Les sièges vainqueurs.", '["blue"]'),
        _column("records", "number", "Records, the opening among them.", "Écritures, l'ouverture comprise.", "212", "records"),
        _column(
            "actions",
            "number",
            "Actions taken, those taken back among them.",
            "Actions jouées, reprises comprises.",
            "180",
            "actions",
        ),
        _column("retracted", "number", "Actions that do not stand.", "Actions qui ne comptent plus.", "4", "actions"),
        _column("rulings", "number", "Rulings of an arbiter.", "Décisions d'un arbitre.", "1", "rulings"),
        _column(
            "irregular",
            "number",
            "Records that make the last position irregular.",
            "Écritures qui rendent la dernière position irrégulière.",
            "0",
            "records",
        ),
        _column(
            "fidelity",
            "id",
            "How far the replay can be believed: `exact`, `unverified`, `diverged at n`.",
            "À quel point se fier à la relecture.",
            "exact",
        ),
        _column(
            "parent",
            "id",
            "The game it grew from, where it is a branch: no session that was played.",
            "La partie dont elle est issue si c'est une branche : ce n'est pas une séance jouée.",
            "",
        ),
        _column("parent_seq", "number", "The record it grew from.", "L'écriture dont elle est issue.", ""),
        _column("campaign", "id", "Its campaign.", "Sa campagne.", ""),
        _column("scenario", "number", "The scenario of the campaign.", "Le scénario de la campagne.", ""),
        _column("tournament", "id", "Its tournament.", "Son tournoi.", ""),
        _column("round", "number", "The round of the tournament.", "La ronde du tournoi.", ""),
        _column("table", "number", "The table of the round.", "La table de la ronde.", ""),
        _column(
            "first_index",
            "number",
            "The place of its first record in the log.",
            "La place de sa première écriture dans le journal.",
            "4021",
        ),
        _column(
            "last_index",
            "number",
            "The place of its last record in the log.",
            "La place de sa dernière écriture dans le journal.",
            "4502",
        ),
    ),
)

SEATS = Table(
    "seats",
    Text("a seat of a game"),
    ("game", "seat"),
    (
        _GAME,
        _column("seat", "id", "The seat's id.", "L'identifiant du siège.", "blue"),
        _column("order", "number", "Its place in the order of play, from 1.", "Son rang dans l'ordre du tour, à partir de 1.", "1"),
        _column("role", "id", "`player`, `automa` or `chance`.", "`player`, `automa` ou `chance`.", "player"),
        _column(
            "player",
            "id",
            "Who sat there last: a random id that leads to a name in the service alone; empty where nobody sat down.",
            "Qui y était assis en dernier : un identifiant aléatoire ; vide si personne ne s'est assis.",
            "p7k2…",
        ),
        _column("points", "number", "Points at the end of what is known.", "Points à la fin de ce qui est connu.", "41", "points"),
        _column(
            "penalty",
            "number",
            "Points of penalties that hold, to be added.",
            "Points de pénalité en vigueur, à ajouter.",
            "0",
            "points",
        ),
        _column("parts", "json", "What the points are made of.", "De quoi sont faits les points.", '[["Territories", 12]]'),
        _column(
            "place",
            "number",
            "Its place: winners share the first, all others follow by points; empty without an outcome.",
            "Sa place : les vainqueurs partagent la première, les autres suivent aux points ; vide sans issue.",
            "1",
        ),
        _column("winner", "flag", "Whether it won; empty without an outcome.", "S'il a gagné ; vide sans issue.", "true"),
    ),
)

RECORDS = Table(
    "records",
    Text("a record"),
    ("game", "seq"),
    (
        _GAME,
        _SEQ,
        _column("type", "id", "The kind of record.", "Le type d'écriture.", "ActionTaken"),
        _column(
            "entered_by",
            "id",
            "Who entered it: a `seat`'s own link, the `arbiter`'s, the `organiser`'s key, or `other`.",
            "Qui l'a saisie : le lien d'un `seat`, celui de l'`arbiter`, la clé de l'`organiser`, ou `other`.",
            "seat",
        ),
        _SEAT,
        _column(
            "at", "time", "When, by the service's clock.", "Quand, à l'horloge du service.", "2026-03-01T18:05:02Z", exact=True
        ),
        _STANDS,
        _column("retracted_by", "number", "The record that took it out of force.", "L'écriture qui l'a mise hors jeu.", ""),
        _column(
            "log_index",
            "number",
            "Its place in the log; empty while the log does not have it.",
            "Sa place dans le journal ; vide tant qu'il ne l'a pas.",
            "4022",
        ),
        _column(
            "leaf",
            "id",
            "Its leaf in the log, in base64: what a proof of it begins with.",
            "Sa feuille dans le journal, en base64 : le début de sa preuve.",
            "q9Zt…",
        ),
    ),
)

ACTIONS = Table(
    "actions",
    Text("an action"),
    ("game", "seq"),
    (
        _GAME,
        _SEQ,
        _SEAT,
        _column(
            "turn",
            "number",
            "The how many-th change of the seat that acts it is in, from 1; empty for what does not stand.",
            "Le combientième changement de siège, à partir de 1 ; vide si elle ne compte pas.",
            "12",
        ),
        _column("type", "id", "The kind of action.", "Le type d'action.", "move-units"),
        _column("arguments", "json", "Its fields, as they are stored.", "Ses champs, tels que stockés.", '{"origin": "T03a"}'),
        _column(
            "offered",
            "number",
            "How many things the seat was offered: choices and forms to fill in; empty where that may not be known yet.",
            "Combien de choses étaient offertes au siège ; vide si on ne peut pas encore le savoir.",
            "14",
            "offers",
        ),
        _column(
            "thinking",
            "number",
            "Milliseconds since the record before.",
            "Millisecondes depuis l'écriture précédente.",
            "18250",
            "ms",
            exact=True,
        ),
        _STANDS,
    ),
)

FACTS = Table(
    "facts",
    Text("a fact: one thing that became true"),
    ("game", "seq", "n"),
    (
        _GAME,
        _SEQ,
        _column("n", "number", "Its number in the record, from 1.", "Son numéro dans l'écriture, à partir de 1.", "1"),
        _column("type", "id", "The kind of fact.", "Le type de fait.", "units-moved"),
        _column(
            "subject",
            "id",
            "Whom it is about: the field `seat`, else its first word.",
            "De qui il s'agit : le champ `seat`, sinon son premier mot.",
            "blue",
        ),
        _column("object", "id", "What it is about: its next word.", "De quoi il s'agit : le mot suivant.", "T03a"),
        _column("amount", "number", "How much: its first number.", "Combien : son premier nombre.", "3"),
        _column("fields", "json", "All its fields, as they are stored.", "Tous ses champs, tels que stockés.", '{"seat": "blue"}'),
        _STANDS,
    ),
)

ROLLS = Table(
    "rolls",
    Text("a use of chance"),
    ("game", "roll"),
    (
        _GAME,
        _SEQ,
        _column("roll", "number", "Its number in the game, from 1.", "Son numéro dans la partie, à partir de 1.", "9"),
        _column("kind", "id", "What it was for.", "Pour quoi.", "combat"),
        _column("spec", "id", "What was asked for.", "Ce qui était demandé.", "2d6"),
        _column("values", "json", "What came up.", "Ce qui est sorti.", "[3, 6]"),
        _column("source", "id", "`sealed`, `table` or `attested`.", "`sealed`, `table` ou `attested`.", "sealed"),
        _column(
            "repeats",
            "number",
            "The roll that it repeats, because a ruling let its dice stand.",
            "Le jet qu'il répète, parce qu'une décision a maintenu ses dés.",
            "",
        ),
        _STANDS,
    ),
)

GAUGES = Table(
    "gauges",
    Text("a number of a seat that changed with a record"),
    ("game", "seq", "gauge", "seat"),
    (
        _GAME,
        _SEQ,
        _column(
            "gauge",
            "id",
            "What is counted: `points`, or what the title follows.",
            "Ce qui est compté : `points`, ou ce que suit le titre.",
            "points",
        ),
        _column("seat", "id", "The seat's id.", "L'identifiant du siège.", "blue"),
        _column(
            "value", "number", "How many there are from this record on.", "Combien il y en a à partir de cette écriture.", "17"
        ),
    ),
)

TABLES: dict[str, Table] = {table.name: table for table in (GAMES, SEATS, RECORDS, ACTIONS, FACTS, ROLLS, GAUGES)}
"""All tables of games, by name."""
