"""What the pages say of halls: the arbiter's links to all games of a tag, and the page of whoever has one."""

from __future__ import annotations

from domain.rules.text import Text

WORDS = {
    "halls.title": Text("Arbiters of a hall", "Arbitres d'une salle"),
    "halls.lead": Text(
        "One link makes its bearer the arbiter of all your games that carry a tag: those there are, those you open or tag later, "
        "and no longer those you take the tag from. Branches are no part of it.",
        "Un seul lien fait de son porteur l'arbitre de toutes vos parties qui portent une étiquette : celles d'aujourd'hui, "
        "celles que vous ouvrirez ou étiquetterez, et plus celles à qui vous l'ôtez. Les branches n'en font pas partie.",
    ),
    "halls.issue": Text("Issue a link", "Délivrer un lien"),
    "halls.tag": Text("Tag of the games", "Étiquette des parties"),
    "halls.tag-hint": Text(
        "Whole, as the games carry it; its case does not matter.", "Entière, telle que les parties la portent, majuscules ou non."
    ),
    "halls.arbiter": Text("Arbiter of the hall “{tag}”", "Arbitre de la salle « {tag} »"),
    "halls.one": Text("1 game", "1 partie"),
    "halls.count": Text("{count} games", "{count} parties"),
    "halls.none": Text("No link to a hall holds.", "Aucun lien de salle n'est valable."),
    "halls.hint": Text(
        "Whoever has the link decides in all these games and may look at what is hidden in them. Withdrawn, it stops at once.",
        "Qui a le lien tranche dans toutes ces parties et peut y voir ce qui est caché. Retiré, il cesse aussitôt de valoir.",
    ),
    "hall.title": Text("Hall: {tag}", "Salle : {tag}"),
    "hall.lead": Text(
        "The games that you are the arbiter of. Those in which somebody waits for you stand first.",
        "Les parties dont vous êtes l'arbitre. Celles où l'on vous attend viennent d'abord.",
    ),
    "hall.none": Text("No game carries this tag now.", "Aucune partie ne porte cette étiquette pour l'instant."),
    "hall.desk": Text("Desk", "Bureau"),
    "hall.claim": Text("1 claim waits", "1 réclamation en attente"),
    "hall.claims": Text("{count} claims wait", "{count} réclamations en attente"),
    "hall.request": Text("1 request waits", "1 demande en attente"),
    "hall.requests": Text("{count} requests wait", "{count} demandes en attente"),
}
