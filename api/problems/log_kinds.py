"""Problems of the log: receipts, bundles, tiles."""

from __future__ import annotations

from api.problems.kind import kind

LEDGER_KINDS = (
    kind(
        "not-logged-yet",
        503,
        ("The log does not cover this yet", "Le journal ne couvre pas encore ceci"),
        ("The record is kept, but no signed head of the log covers it yet: the log's writer is behind, is not running, or does not "
         "sign. `/healthz` says which.",
         "L'écriture est conservée, mais aucune tête signée du journal ne la couvre encore : l'écrivain du journal est en retard, "
         "arrêté, ou ne signe pas. `/healthz` dit pourquoi."),
        ("Try again after `Retry-After` seconds.", "Réessayez après les secondes de `Retry-After`."),
    ),
    kind(
        "not-cosigned-yet",
        503,
        ("No head of the log is cosigned yet", "Aucune tête du journal n'est encore cosignée"),
        ("The log has witnesses, and no signed head has the cosignatures of enough of them yet. An uncosigned head is not "
         "published as the log's checkpoint.",
         "Le journal a des témoins, et aucune tête signée n'est encore cosignée par assez d'entre eux. Une tête non cosignée n'est "
         "pas publiée comme point de contrôle."),
        ("Try again after `Retry-After` seconds; `/readyz` names the witnesses that refuse or are away.",
         "Réessayez après les secondes de `Retry-After` ; `/readyz` nomme les témoins qui refusent ou sont absents."),
    ),
    kind(
        "no-such-tile",
        404,
        ("The log has no such tile", "Le journal n'a pas cette tuile"),
        ("The path is not spelt as C2SP tlog-tiles has it, or the log that is signed does not reach so far.",
         "Le chemin n'est pas écrit comme le veut C2SP tlog-tiles, ou le journal signé ne va pas si loin."),
        ("Read `/log/checkpoint` first: its size says which tiles there are, and how wide the last of each level is.",
         "Lisez d'abord `/log/checkpoint` : sa taille dit quelles tuiles existent, et la largeur de la dernière de chaque niveau."),
    ),
    kind(
        "bundle-hides",
        403,
        ("The bundle would show what you may not see", "Le dossier montrerait ce que vous ne pouvez voir"),
        ("A bundle is whole or it proves nothing, and this game has records that are hidden from you for now.",
         "Un dossier est entier ou ne prouve rien, et cette partie a des écritures qui vous sont cachées pour l'instant."),
        ("Ask the arbiter for it, take it once everything is open, or take it up to a record before `first` with `?at=`.",
         "Demandez-le à l'arbitre, prenez-le quand tout sera découvert, ou jusqu'à une écriture avant `first` avec `?at=`."),
    ),
    kind(
        "record-damaged",
        500,
        ("A stored record is damaged", "Une écriture stockée est abîmée"),
        ("A stored record is gone, or is not what was stored. `seq` names it; positions up to `whole` can be read with `?at=`.",
         "Une écriture stockée a disparu ou a changé. `seq` la nomme ; les positions jusqu'à `whole` se lisent par `?at=`."),
        ("Tell the operator: `greffe fsck` names every difference from the log, and a true copy has to be put back.",
         "Prévenez l'opérateur : `greffe fsck` nomme chaque différence avec le journal ; il faut remettre une copie fidèle."),
    ),
)  # fmt: skip
"""Those that come with the log."""
