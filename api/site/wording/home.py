"""What the list of games says."""

from __future__ import annotations

from domain.rules.text import Text

WORDS = {
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
