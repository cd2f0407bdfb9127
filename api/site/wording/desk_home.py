"""What the desk of the arbiter says."""

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

WORDS = {**_TABLE, **_TRAIL, **_BESIDE}
