"""What the page of branches says."""

from __future__ import annotations

from domain.rules.text import Text

WORDS = {
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
