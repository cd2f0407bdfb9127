"""What the pages for those who look say: the list of games, the replay, branches, numbers, a title's page."""

from __future__ import annotations

from domain.rules.text import Text

_HOME = {
    "home.title": Text("Games on record", "Parties au registre"),
    "home.what": Text(
        "Greffe writes down every action of a game as it is played, by the rules of the title. Anybody who may see a game can "
        "replay it position by position; players take back and go on; arbiters settle disputes; nothing is ever erased, and "
        "anyone can check the record.",
        "Greffe consigne chaque action d'une partie au moment où elle se joue, selon les règles du titre. Qui peut voir une "
        "partie peut la revoir position par position\u00a0; les joueurs annulent et reprennent\u00a0; les arbitres "
        "tranchent\u00a0; rien n'est jamais effacé, et chacun peut vérifier le registre.",
    ),
    "home.demo": Text("Look at the demonstration game", "Voir la partie de démonstration"),
    "home.search": Text("Find a game", "Chercher une partie"),
    "home.text": Text("Words", "Mots"),
    "home.text-hint": Text("title, id, tag", "titre, identifiant, étiquette"),
    "home.ruleset": Text("Title", "Titre"),
    "home.any": Text("any", "tous"),
    "home.status": Text("Status", "État"),
    "home.player": Text("Player", "Joueur"),
    "home.irregular": Text("with an irregularity", "avec une irrégularité"),
    "home.claim": Text("with an open claim", "avec une réclamation ouverte"),
    "home.go": Text("Search", "Chercher"),
    "home.live": Text("Being played", "En cours"),
    "home.finished": Text("Finished", "Terminées"),
    "home.found": Text("Found", "Trouvées"),
    "home.none": Text("No game here yet.", "Aucune partie pour l'instant."),
    "home.none-found": Text("No game fits. Leave something out.", "Aucune partie ne correspond. Retirez un critère."),
    "home.more": Text("More games", "Plus de parties"),
    "home.record": Text("record {seq}", "écriture {seq}"),
    "home.turn": Text("to act: {seats}", "à jouer : {seats}"),
    "home.branch": Text("branch of {game}", "branche de {game}"),
    "home.flag-irregular": Text("irregular", "irrégulière"),
    "home.flag-claim": Text("open claim", "réclamation ouverte"),
    "home.public": Text("public", "publique"),
    "home.yours": Text("You follow a game by your link.", "Vous suivez une partie par votre lien."),
    "home.hall": Text("You are the arbiter of the games tagged “{tag}”.", "Vous êtes l'arbitre des parties étiquetées « {tag} »."),
    "home.hall-open": Text("Open your hall", "Ouvrir votre salle"),
    "home.open": Text("Open your game", "Ouvrir votre partie"),
}

_REPLAY = {
    "replay.title": Text("{title}, record {seq}", "{title}, écriture {seq}"),
    "replay.record": Text("Record {seq} of {head}", "Écriture {seq} sur {head}"),
    "replay.board": Text("The board after record {seq}", "Le plateau après l'écriture {seq}"),
    "replay.first": Text("First record", "Première écriture"),
    "replay.previous-turn": Text("Previous turn", "Tour précédent"),
    "replay.previous": Text("Previous record", "Écriture précédente"),
    "replay.next": Text("Next record", "Écriture suivante"),
    "replay.next-turn": Text("Next turn", "Tour suivant"),
    "replay.last": Text("Last record", "Dernière écriture"),
    "replay.play": Text("Play", "Lecture"),
    "replay.pause": Text("Pause", "Pause"),
    "replay.position": Text("Position", "Position"),
    "replay.go": Text("Show", "Montrer"),
    "replay.keys": Text("Keys", "Touches"),
    "replay.keys-title": Text("Keys of the replay", "Touches de la lecture"),
    "replay.key-home": Text("first record", "première écriture"),
    "replay.key-up": Text("previous turn", "tour précédent"),
    "replay.key-left": Text("previous record", "écriture précédente"),
    "replay.key-right": Text("next record", "écriture suivante"),
    "replay.key-down": Text("next turn", "tour suivant"),
    "replay.key-end": Text("last record", "dernière écriture"),
    "replay.key-space": Text("play or pause", "lecture ou pause"),
    "replay.key-help": Text("this list", "cette liste"),
    "replay.close": Text("Close", "Fermer"),
    "replay.score": Text("Points", "Points"),
    "replay.acts": Text("to act", "à jouer"),
    "replay.penalty": Text("with a penalty of {points}", "dont une pénalité de {points}"),
    "replay.what": Text("What happened", "Ce qui s'est passé"),
    "replay.records": Text("The record", "Le registre"),
    "replay.earlier": Text("Earlier records", "Écritures précédentes"),
    "replay.later": Text("Later records", "Écritures suivantes"),
    "replay.taken-back": Text("taken back by record {by}", "annulée par l'écriture {by}"),
    "replay.flagged": Text("irregular", "irrégulière"),
    "replay.ruling": Text("ruling", "décision"),
    "replay.claim": Text("claim", "réclamation"),
    "replay.roll": Text("roll {numbers}", "jet {numbers}"),
    "replay.as": Text("Seen by", "Vu par"),
    "replay.public": Text("the public", "le public"),
    "replay.compare": Text("Compare with record", "Comparer avec l'écriture"),
    "replay.compared": Text(
        "Marked on the board: what is different from record {seq}.", "Marqué sur le plateau : ce qui diffère de l'écriture {seq}."
    ),
    "replay.uncompare": Text("Stop comparing", "Ne plus comparer"),
    "replay.tools": Text("Look closer, share", "Regarder de près, partager"),
    "replay.link": Text("Link to this position", "Lien vers cette position"),
    "replay.copied": Text("Link copied", "Lien copié"),
    "replay.branch": Text("Branch from here", "Brancher d'ici"),
    "replay.branches": Text("Branches", "Branches"),
    "replay.parent": Text(
        "This is a branch of game {game}, grown from its record {seq}. It is no official line.",
        "Ceci est une branche de la partie {game}, née de son écriture {seq}. Ce n'est pas la ligne officielle.",
    ),
    "replay.export": Text("Export", "Exporter"),
    "replay.numbers": Text("Numbers", "Chiffres"),
    "replay.watch": Text("Replay", "Lecture"),
    "replay.seat": Text("Play", "Jouer"),
    "replay.desk": Text("Desk", "Bureau"),
    "replay.live": Text("live", "en direct"),
    "replay.behind": Text("New records: {count}. Show the newest", "Nouvelles écritures : {count}. Montrer la dernière"),
    "replay.lost": Text("Not connected: trying again.", "Hors connexion : nouvel essai."),
    "replay.irregular": Text(
        "This position rests on something irregular, see record {records}.",
        "Cette position repose sur une irrégularité, voir l'écriture {records}.",
    ),
    "replay.unverified": Text("No fingerprint vouches for this position yet.", "Aucune empreinte n'atteste encore cette position."),
    "replay.diverged": Text(
        "This replay differs from the record ({fidelity}): do not rely on what follows.",
        "Cette lecture diffère du registre ({fidelity}) : ne vous fiez pas à la suite.",
    ),
}

_BRANCHES = {
    "branches.to-game": Text("To the replay", "Vers la lecture"),
    "branches.what": Text(
        "A branch is a what-if: a game of its own that starts from a position of this one. It counts in no score, sheet or "
        "statistics, and is never taken for the line that was played.",
        "Une branche est une hypothèse : une partie à part, née d'une position de celle-ci. Elle ne compte dans aucun score, "
        "feuille ni statistique, et n'est jamais prise pour la ligne jouée.",
    ),
    "branches.grown": Text("Your branch", "Votre branche"),
    "branches.links": Text(
        "These links let people into the branch. Only you see them here: hand them out, or open one.",
        "Ces liens font entrer dans la branche. Vous seul les voyez ici : distribuez-les, ou ouvrez-en un.",
    ),
    "branches.whose": Text("For", "Pour"),
    "branches.link": Text("Link", "Lien"),
    "branches.open-as": Text("Open as {whose}", "Ouvrir comme {whose}"),
    "branches.not-yours": Text(
        "The links of a branch are shown to whoever grew it.", "Les liens d'une branche se montrent à qui l'a fait pousser."
    ),
    "branches.there": Text("Branches of this game", "Branches de cette partie"),
    "branches.none": Text("Nothing has branched off yet.", "Rien n'a encore bifurqué."),
    "branches.from": Text("From record {seq}", "Depuis l'écriture {seq}"),
    "branches.hidden": Text("Something at its root is still hidden from you.", "Quelque chose à sa racine vous est encore caché."),
    "branches.more": Text("More branches", "Plus de branches"),
    "branches.compare": Text("Beside the line played", "À côté de la ligne jouée"),
    "branches.show-links": Text("Its links", "Ses liens"),
    "branches.beside": Text("The branch beside the line played", "La branche à côté de la ligne jouée"),
    "branches.ours": Text("Record of the line", "Écriture de la ligne"),
    "branches.theirs": Text("Record of branch {branch}", "Écriture de la branche {branch}"),
    "branches.line-at": Text("The line played, record {seq}", "La ligne jouée, écriture {seq}"),
    "branches.branch-at": Text("Branch {branch}, record {seq}", "Branche {branch}, écriture {seq}"),
    "branches.line": Text("Line", "Ligne"),
    "branches.branch": Text("Branch", "Branche"),
    "branches.new": Text("Branch from here", "Brancher d'ici"),
    "branches.from-record": Text("From record {seq} of {head}:", "Depuis l'écriture {seq} sur {head} :"),
    "branches.out-of-sight": Text(
        "Something in this position is hidden from you. Choose an earlier one, or ask the arbiter to branch.",
        "Quelque chose vous est caché dans cette position. Choisissez-en une plus ancienne, ou demandez à l'arbitre de brancher.",
    ),
    "branches.at": Text("From record", "Depuis l'écriture"),
    "branches.purpose": Text("What for", "Pour quoi faire"),
    "branches.purpose-analysis": Text("analysis", "analyse"),
    "branches.purpose-dispute": Text("to settle a dispute", "trancher un litige"),
    "branches.purpose-teaching": Text("teaching", "enseignement"),
    "branches.chance": Text("Dice from here on", "Dés à partir d'ici"),
    "branches.undo": Text("Undo in the branch", "Retours dans la branche"),
    "branches.grow": Text("Grow the branch", "Faire pousser la branche"),
    "branches.hint": Text(
        "You get a link for each seat, one for an arbiter and one for spectators.",
        "Vous recevez un lien par siège, un d'arbitre et un de spectateur.",
    ),
}

_NUMBERS = {
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

_TITLES = {
    "title.see": Text("Rules as read here", "Lecture des règles"),
    "title.version": Text("rules version {version}", "version {version} des règles"),
    "title.readings": Text("Readings", "Lectures"),
    "title.readings-hint": Text(
        "How unclear sentences of the rule text are read. Where an option is named, a table can choose otherwise at the opening.",
        "Comment sont lues les phrases peu claires du texte. Si une option est nommée, une table peut choisir autrement.",
    ),
    "title.reading": Text("Reading", "Lecture"),
    "title.rule": Text("Rule", "Règle"),
    "title.read-as": Text("Read as", "Se lit ainsi"),
    "title.option": Text("Option", "Option"),
    "title.concordance": Text("Sentence by sentence", "Phrase par phrase"),
    "title.concordance-hint": Text(
        "Where each sentence of “{text}” has gone, counted under its heading. SHA-256 of the copy that was read:",
        "Où est allée chaque phrase de « {text} », comptée sous son titre. SHA-256 de l’exemplaire lu :",
    ),
    "title.no-concordance": Text("There is no concordance for this title yet.", "Ce titre n’a pas encore de concordance."),
    "title.heading": Text("Heading", "Titre"),
    "title.sentence": Text("Sentence", "Phrase"),
    "title.how": Text("How", "Comment"),
    "title.by": Text("By what", "Par quoi"),
    "title.enforced": Text("enforced", "appliquée"),
    "title.context": Text("nothing to enforce", "rien à appliquer"),
    "title.declared": Text("declared by the table", "déclarée par la table"),
}

WORDS = {**_HOME, **_REPLAY, **_BRANCHES, **_NUMBERS, **_TITLES}
