"""What the desk of the arbiter says, its pages of rulings, undo and closing, and the report of irregularities."""

from __future__ import annotations

from domain.rules.text import Text

_TABLE = {
    "desk.title": Text("Desk", "Bureau"),
    "desk.chance-sealed": Text("sealed dice", "dés scellés"),
    "desk.chance-table": Text("the table's dice", "dés de la table"),
    "desk.undo-free": Text("undo: free", "retour : libre"),
    "desk.undo-consent": Text("undo: by consent", "retour : avec accord"),
    "desk.undo-arbiter": Text("undo: the arbiter's", "retour : par l'arbitre"),
    "desk.undo-none": Text("undo: none", "retour : aucun"),
    "desk.placeholders": Text("{count} numbers of the catalog are placeholders", "{count} nombres du catalogue sont provisoires"),
    "desk.news": Text(
        "Recorded since you opened this page: {count}.", "Enregistré depuis que vous avez ouvert cette page : {count}."
    ),
    "desk.reload": Text("Show it", "Montrer"),
    "desk.done": Text("Record {seq} is written:", "L'écriture {seq} est faite :"),
    "desk.waiting": Text("Waiting for you", "En attente de votre décision"),
    "desk.nothing-waits": Text(
        "No open claim, and nobody asks to take something back.",
        "Aucune réclamation ouverte, et personne ne demande à revenir en arrière.",
    ),
    "desk.decide": Text("Decide", "Trancher"),
    "desk.annul-from": Text("Annul from {seq}", "Annuler depuis {seq}"),
    "desk.proposal-of": Text(
        "Record {seq}: {seat} asks to take back everything from record {from}",
        "Écriture {seq} : {seat} demande à revenir avant l'écriture {from}",
    ),
    "desk.waits-for": Text("Still to answer: {seats}.", "Réponse attendue : {seats}."),
    "desk.until": Text("Lapses on {time}.", "Caduque le {time}."),
    "desk.answer-for": Text("Answer for", "Répondre pour"),
    "desk.answer-all": Text("everybody, as the arbiter", "tous, en arbitre"),
    "desk.agree": Text("Agree", "Accepter"),
    "desk.refuse": Text("Refuse", "Refuser"),
    "desk.do": Text("Rule, take back, close", "Statuer, revenir en arrière, clore"),
    "desk.jump": Text("On this page", "Sur cette page"),
    "desk.undo": Text("Take back", "Revenir en arrière"),
    "desk.redo": Text("Restore", "Rétablir"),
    "desk.note": Text("Note", "Note"),
    "desk.close": Text("Close the game", "Clore la partie"),
}

_TRAIL = {
    "desk.trail": Text("The record", "Le registre"),
    "desk.filters": Text("Which records", "Quelles écritures"),
    "desk.show-all": Text("All", "Toutes"),
    "desk.show-gone": Text("Out of force", "Hors vigueur"),
    "desk.show-undo": Text("Undo", "Retours"),
    "desk.show-claims": Text("Claims", "Réclamations"),
    "desk.show-rulings": Text("Rulings", "Décisions"),
    "desk.show-dice": Text("Dice", "Dés"),
    "desk.show-irregular": Text("Irregular", "Irrégulières"),
    "desk.show-notes": Text("Notes", "Notes"),
    "desk.no-such-records": Text("No such record in this game.", "Aucune écriture de ce genre dans cette partie."),
    "desk.taken-back": Text("out of force by record", "hors vigueur par l'écriture"),
    "desk.refers-claim": Text("answers claim", "tranche la réclamation"),
    "desk.refers-about": Text("about record", "sur l'écriture"),
    "desk.refers-asked": Text("answers record", "répond à l'écriture"),
    "desk.refers-restores": Text("restores record", "rétablit l'écriture"),
    "desk.refers-overturns": Text("overturns record", "infirme l'écriture"),
    "desk.refers-from": Text("from record", "depuis l'écriture"),
    "desk.dice-from-sealed": Text("sealed", "scellé"),
    "desk.dice-from-table": Text("the table's", "de la table"),
    "desk.dice-from-attested": Text("attested", "attesté"),
    "desk.repeats": Text("repeats roll {roll}", "répète le jet {roll}"),
    "desk.device": Text("device {clock}", "appareil {clock}"),
    "desk.rule-on": Text("Rule on it", "Statuer"),
    "desk.undo-from": Text("Take back", "Revenir avant"),
    "desk.overturn": Text("Overturn", "Infirmer"),
    "desk.proof-waiting": Text("not in the log yet", "pas encore au journal"),
    "desk.proof-logged": Text("in the log, not signed yet", "au journal, pas encore signée"),
    "desk.proof-signed": Text("signed", "signée"),
    "desk.proof-cosigned": Text("cosigned by {count} of {of}", "cosignée par {count} sur {of}"),
}

_BESIDE = {
    "desk.board": Text("The board", "Le plateau"),
    "desk.open-replay": Text("Open the replay", "Ouvrir la lecture"),
    "desk.look-noted": Text(
        "Looking as anybody but the public goes into the access log.",
        "Regarder autrement qu'en public s'inscrit au journal des accès.",
    ),
    "desk.people": Text("Who sits where", "Qui siège où"),
    "desk.sitter": Text("Player", "Joueur"),
    "desk.nameless": Text("somebody", "quelqu'un"),
    "desk.since-record": Text("since record {seq}", "depuis l'écriture {seq}"),
    "desk.empty-seat": Text("empty", "libre"),
    "desk.role-automa": Text("automa", "automa"),
    "desk.role-chance": Text("chance", "hasard"),
    "desk.role-player": Text("player", "joueur"),
    "desk.seating": Text("Seat a player, free a seat", "Asseoir quelqu'un, libérer un siège"),
    "desk.sit-down": Text("Sit down", "Asseoir"),
    "desk.empty-the-seat": Text("Empty the seat of {seat}", "Libérer le siège de {seat}"),
    "desk.irregularities": Text("Irregularities", "Irrégularités"),
    "desk.report-count": Text(
        "on record: {count}; counting now: {counting}", "au registre : {count} ; comptant encore : {counting}"
    ),
    "desk.report-retracted": Text(
        "retractions: {retractions}; actions out of force: {actions}; rolls out of force: {rolls}",
        "retours : {retractions} ; actions hors vigueur : {actions} ; jets hors vigueur : {rolls}",
    ),
    "desk.report-none": Text("nothing irregular on record", "rien d'irrégulier au registre"),
    "desk.retracted-none": Text("nothing was taken back", "rien n'a été annulé"),
    "desk.fidelity": Text("Replay", "Relecture"),
    "desk.fidelity-says": Text("Replay: {how}", "Relecture : {how}"),
    "desk.fidelity-exact": Text("exact", "exacte"),
    "desk.fidelity-unverified": Text(
        "no fingerprint vouches for this position yet", "aucune empreinte n'atteste encore cette position"
    ),
    "desk.report": Text("Report to print", "Rapport à imprimer"),
    "desk.files": Text("Files and proof", "Fichiers et preuve"),
    "desk.export-public": Text("Export for the public", "Export public"),
    "desk.export-whole": Text("Whole export", "Export entier"),
    "desk.bundle": Text("Bundle to verify", "Dossier à vérifier"),
    "desk.proof-hint": Text(
        "The bundle is one file that anybody can check without this service: greffe verify.",
        "Le dossier est un seul fichier que chacun peut vérifier sans ce service : greffe verify.",
    ),
    "desk.no-log": Text("This service keeps no signed log.", "Ce service ne tient pas de journal signé."),
    "desk.note-text": Text("Your remark", "Ce que vous voulez noter"),
    "desk.note-hint": Text("Empty: about the game.", "Vide : sur la partie."),
    "desk.note-go": Text("Add the note", "Ajouter la note"),
    "desk.looks": Text("Access log", "Journal des accès"),
    "desk.looks-hidden": Text(
        "Every look at what is hidden is written down, yours too. The organiser reads the list.",
        "Chaque regard sur ce qui est caché est consigné, les vôtres aussi. L'organisateur lit la liste.",
    ),
    "desk.all-looks": Text("The whole access log", "Tout le journal des accès"),
    "desk.no-looks": Text("Nobody has looked at what is hidden.", "Personne n'a regardé ce qui est caché."),
    "desk.no-secrets": Text("Nothing is hidden in this title.", "Rien n'est caché dans ce titre."),
    "desk.when": Text("When", "Quand"),
    "desk.who": Text("Who", "Qui"),
    "desk.looked-as": Text("As", "Comme"),
    "desk.looked-at": Text("What", "Quoi"),
}

_RULING = {
    "desk.rule-title": Text("Give a ruling", "Rendre une décision"),
    "desk.to-desk": Text("Back to the desk", "Retour au bureau"),
    "desk.preview": Text("Preview the result", "Prévisualiser le résultat"),
    "desk.record": Text("Record it", "L'enregistrer"),
    "desk.record-unseen": Text("Record it; the dice are rolled then", "L'enregistrer ; les dés sont lancés alors"),
    "desk.leave-it": Text("Cancel", "Abandonner"),
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
        "would follow, or record it as it is.",
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
    "desk.can-be": Text("can be {can}", "peut être {can}"),
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

_REPORT = {
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

WORDS = {**_TABLE, **_TRAIL, **_BESIDE, **_RULING, **_SIDES, **_MOVES, **_REPORT}
