"""What the pages of rulings, undo and closing say; the desk itself in `desk_home.py`."""

from __future__ import annotations

from domain.rules.text import Text

_RULING = {
    "desk.rule-title": Text("Give a ruling", "Rendre une décision"),
    "desk.to-desk": Text("Back to the desk", "Retour au bureau"),
    "desk.preview": Text("Preview the result", "Prévisualiser le résultat"),
    "desk.record": Text("Record it", "L'enregistrer"),
    "desk.record-unseen": Text("Record it; the dice are rolled then", "L'enregistrer ; les dés sont lancés alors"),
    "desk.leave-it": Text("Cancel", "Annuler"),
    "desk.not-yet": Text("Nothing is recorded yet.", "Rien n'est encore enregistré."),
    "desk.comes-to": Text("The result, as a preview", "Le résultat, en aperçu"),
    "desk.altered": Text(
        "You changed something after the preview was made. Look at it again, then record it.",
        "Vous avez changé quelque chose depuis l'aperçu. Regardez de nouveau, puis enregistrez.",
    ),
    "desk.nothing-recorded": Text("Nothing was recorded.", "Rien n'a été enregistré."),
    "desk.since": Text("Recorded since you opened this page:", "Enregistré depuis que vous avez ouvert cette page :"),
    "desk.dice": Text("Dice", "Dés"),
    "desk.dice-sealed": Text(
        "This action rolls dice, and they are sealed: nobody sees them before it is recorded. Suppose what they show to see what "
        "it would come to, or record it as it is.",
        "Cette action lance des dés, et ils sont scellés : personne ne les voit avant l'enregistrement. Supposez ce qu'ils donnent "
        "pour voir l'effet, ou enregistrez tel quel.",
    ),
    "desk.dice-table": Text("The table has to roll for this action.", "La table doit lancer les dés pour cette action."),
    "desk.verdict": Text("The rules forbid this ({rule}):", "Les règles l'interdisent ({rule}) :"),
    "desk.looked-behind": Text(
        "You see the whole board here: this look is in the access log.",
        "Vous voyez ici tout le plateau : ce regard est au journal des accès.",
    ),
    "desk.claim-of": Text("Claim of record {seq}, by {seat}", "Réclamation de l'écriture {seq}, par {seat}"),
    "desk.no-words": Text("The words were erased.", "Les mots ont été effacés."),
    "desk.about-record": Text("Record {seq}:", "Écriture {seq} :"),
    "desk.what": Text("What is ordered", "Ce qui est ordonné"),
    "desk.remedy-stands": Text("It stands", "C'est maintenu"),
    "desk.remedy-stands-hint": Text(
        "The record stays as it is; a claim is answered.", "L'écriture reste telle quelle ; une réclamation reçoit sa réponse."
    ),
    "desk.stands-more": Text(
        "Name the record below. It is flagged as irregular if the reason is an action against the rules, a wrong entry or dice.",
        "Nommez l'écriture ci-dessous. Elle est marquée irrégulière si le motif est une action contraire aux règles, une saisie "
        "fautive ou des dés.",
    ),
    "desk.remedy-let-stand": Text("Let an illegal action stand", "Maintenir une action illégale"),
    "desk.remedy-let-stand-hint": Text(
        "It was done at the table and is recorded although the rules forbid it.",
        "Elle a été faite à la table et s'enregistre bien que les règles l'interdisent.",
    ),
    "desk.remedy-annul": Text("Annul", "Annuler"),
    "desk.remedy-annul-hint": Text(
        "Everything in force from a record on goes out of force.", "Tout ce qui est en vigueur depuis une écriture cesse de l'être."
    ),
    "desk.remedy-correct": Text("Correct the board", "Corriger le plateau"),
    "desk.remedy-correct-hint": Text(
        "The board is set to what is right, by facts or field by field.",
        "Le plateau est remis d'aplomb, par des faits ou champ par champ.",
    ),
    "desk.remedy-penalty": Text("Penalty", "Pénalité"),
    "desk.remedy-penalty-hint": Text("A seat gets or loses points.", "Un siège gagne ou perd des points."),
    "desk.remedy-adjudicate": Text("Adjudicate", "Attribuer la partie"),
    "desk.remedy-adjudicate-hint": Text("You name the outcome; the game ends.", "Vous désignez l'issue ; la partie prend fin."),
    "desk.seat": Text("Seat", "Siège"),
    "desk.action": Text("Action", "Action"),
    "desk.show-fields": Text("Show its fields", "Montrer ses champs"),
    "desk.no-fields": Text(
        "Press “Show its fields” to fill this action in; some need nothing more.",
        "Touchez « Montrer ses champs » pour remplir cette action ; certaines n'ont besoin de rien d'autre.",
    ),
    "desk.declare-outcome": Text("Declare what came of it", "Déclarer ce qui en est résulté"),
    "desk.declare-outcome-hint": Text(
        "Only where the rules cannot say so: the facts as they were at the table, in their order.",
        "Seulement si les règles ne peuvent le dire : les faits tels qu'à la table, dans leur ordre.",
    ),
    "desk.from": Text("From which action on", "À partir de quelle action"),
    "desk.from-hint": Text(
        "This action and all that followed it go. They stay in the record, struck through.",
        "Cette action et toutes les suivantes tombent. Elles restent au registre, barrées.",
    ),
    "desk.rolls": Text("Dice that were rolled", "Dés qui ont été lancés"),
    "desk.rolls-none": Text("none were rolled", "aucun n'a été lancé"),
    "desk.rolls-stands": Text(
        "they stand: the next roll of the same kind repeats them", "ils tiennent : le prochain lancer du même genre les répète"
    ),
    "desk.rolls-reroll": Text("they are rolled again", "ils sont relancés"),
    "desk.how-facts": Text("by facts", "par des faits"),
    "desk.how-patch": Text("field by field (JSON Patch)", "champ par champ (JSON Patch)"),
    "desk.facts-hint": Text(
        "Facts become true in their order, as if they had come of an action. Pieces are neither made nor lost.",
        "Les faits deviennent vrais dans leur ordre, comme s'ils résultaient d'une action. Aucune pièce n'apparaît ni ne "
        "disparaît.",
    ),
    "desk.fact": Text("Fact", "Fait"),
    "desk.add-fact": Text("Add this fact", "Ajouter ce fait"),
    "desk.drop": Text("leave this one out", "laisser celui-ci de côté"),
    "desk.patch-hint": Text(
        "Choose a place of the board, add it, and change its value. A patch is a list of operations after RFC 6902.",
        "Choisissez un endroit du plateau, ajoutez-le et changez sa valeur. Un correctif est une liste d'opérations selon la "
        "RFC 6902.",
    ),
    "desk.find": Text("Find in the board", "Chercher dans le plateau"),
    "desk.board-hint": Text(
        "The ids that fields take. With scripts, tapping something writes its id into the field you were in.",
        "Les identifiants que prennent les champs. Avec scripts, toucher une chose écrit son identifiant dans le dernier champ.",
    ),
    "desk.op": Text("What", "Quoi"),
    "desk.op-replace": Text("replace", "remplacer"),
    "desk.op-add": Text("add", "ajouter"),
    "desk.op-remove": Text("remove", "supprimer"),
    "desk.place": Text("Place", "Endroit"),
    "desk.add-place": Text("Add to the patch", "Ajouter au correctif"),
    "desk.patch": Text("Patch", "Correctif"),
    "desk.document": Text("The board, place by place", "Le plateau, endroit par endroit"),
    "desk.document-json": Text("The same as JSON", "La même chose en JSON"),
    "desk.document-hidden": Text(
        "The whole board holds what is hidden from you as a bystander. Showing it goes into the access log.",
        "Le plateau entier contient ce qui est caché au public. Le montrer s'inscrit au journal des accès.",
    ),
    "desk.document-show": Text("Show the whole board", "Montrer tout le plateau"),
    "desk.points": Text("Points", "Points"),
    "desk.points-hint": Text("Points to take away are negative: -3.", "Des points à retirer sont négatifs : -3."),
    "desk.winners": Text("Who wins", "Qui gagne"),
    "desk.winners-hint": Text("Nobody ticked: nobody wins.", "Personne de coché : personne ne gagne."),
    "desk.grounds": Text("What it rests on", "Sur quoi elle repose"),
    "desk.code": Text("Why you had to rule", "Pourquoi il a fallu statuer"),
    "desk.rule": Text("Rule", "Règle"),
    "desk.rule-hint": Text(
        "As the rule text heads or numbers it. An illegal action that stands brings its own.",
        "Telle que le texte l'intitule ou la numérote. Une action illégale maintenue apporte la sienne.",
    ),
    "desk.claim": Text("Claim it answers", "Réclamation tranchée"),
    "desk.no-claim": Text("none", "aucune"),
    "desk.about": Text("Record it is about", "Écriture concernée"),
    "desk.words": Text("To the players, in your words", "Aux joueurs, en vos mots"),
    "desk.words-hint": Text(
        "Everybody who may see the game can read this. It can be erased later without touching the record.",
        "Quiconque peut voir la partie peut le lire. On peut l'effacer plus tard sans toucher au registre.",
    ),
}

_SIDES = {
    "desk.before": Text("Before", "Avant"),
    "desk.after": Text("After", "Après"),
    "desk.now": Text("Now", "Maintenant"),
    "desk.then": Text("Then", "Ensuite"),
    "desk.differs": Text("(differs)", "(diffère)"),
    "desk.marked": Text(
        "Marked on both boards: what differs ({count}).", "Marqué sur les deux plateaux : ce qui diffère ({count})."
    ),
    "desk.unmarked": Text(
        "The boards differ in something that no place shows; see the list below.",
        "Les plateaux diffèrent par quelque chose qu'aucun endroit ne montre ; voyez la liste ci-dessous.",
    ),
    "desk.same-board": Text("The board stays as it is.", "Le plateau reste tel quel."),
    "desk.gone": Text("Goes out of force ({count})", "Cesse d'être en vigueur ({count})"),
    "desk.back": Text("Comes back into force ({count})", "Redevient en vigueur ({count})"),
    "desk.places": Text("Field by field ({count})", "Champ par champ ({count})"),
    "desk.more-places": Text("And {count} more.", "Et {count} de plus."),
    "desk.to-act": Text("To act", "À jouer"),
    "desk.outcome": Text("Outcome", "Issue"),
    "desk.nobody": Text("nobody", "personne"),
    "desk.no-outcome": Text("none yet", "pas encore"),
    "desk.none": Text("none", "aucun"),
}

_MOVES = {
    "desk.undo-title": Text("Take back", "Revenir en arrière"),
    "desk.undo-lead": Text(
        "Everything in force from the chosen action on goes out of force. It stays in the record, struck through, and can be "
        "restored until another action is taken.",
        "Tout ce qui est en vigueur depuis l'action choisie cesse de l'être. Cela reste au registre, barré, et peut être rétabli "
        "jusqu'à la prochaine action.",
    ),
    "desk.redo-title": Text("Restore", "Rétablir"),
    "desk.redo-lead": Text(
        "What was taken back last comes back into force.", "Ce qui a été annulé en dernier redevient en vigueur."
    ),
    "desk.overturn-title": Text("Overturn the ruling of record {seq}", "Infirmer la décision de l'écriture {seq}"),
    "desk.overturn-lead": Text(
        "The ruling no longer holds: where it moved the position, the one from before it is back.",
        "La décision ne tient plus : si elle a changé la position, celle d'avant revient.",
    ),
    "desk.close-title": Text("Close the game", "Clore la partie"),
    "desk.close-lead": Text(
        "The last record: nothing can be added afterwards, not even a ruling. The seed of sealed dice is shown then.",
        "La dernière écriture : rien ne peut plus être ajouté, pas même une décision. La graine des dés scellés est alors montrée.",
    ),
    "desk.record-close": Text("Close it for good", "Clore pour de bon"),
    "desk.reopens": Text(
        "The claim of record {seq} will be open again.", "La réclamation de l'écriture {seq} sera de nouveau ouverte."
    ),
}

WORDS = {**_RULING, **_SIDES, **_MOVES}
