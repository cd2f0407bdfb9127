"""Crew: who can be hired, at what price, and who makes room."""

from __future__ import annotations

from domain.games.raiders import facts as f
from domain.games.raiders.board import RaidersBoard
from domain.games.raiders.printed import Goods
from domain.games.raiders.trade import cannot_pay, settle
from domain.games.raiders.wording import STANDARD
from domain.rules.ruleset import Fact, Resolution, Verdict, illegal


def not_in_hand(board: RaidersBoard, card: str, played: tuple[str, ...] = ()) -> Verdict | None:
    """Why a named card cannot be in the player's hand, if so. Cards in hand are known by number only, so what is checked is that
    the hand holds a card besides those `played` with it, and that not every copy of the card is crew or was discarded by name."""
    printed = board.setting.values.townsfolk.get(card)
    if printed is None:
        what = card or "…"
        return illegal("unknown-townsfolk", STANDARD, f"No townsfolk is called {what}.", f"Aucun Citoyen n'a pour nom {what}.")
    if board.player.cards <= len(played):
        return illegal(
            "hand-empty",
            STANDARD,
            f"You have {board.player.cards} cards in hand and need {len(played) + 1}.",
            f"Vous avez {board.player.cards} cartes en main, il en faut {len(played) + 1}.",
        )
    if printed.copies <= sum(pile.count(card) for pile in (board.player.crew, board.discards, played)):
        name = board.setting.label(card)
        return illegal(
            "no-copy-left",
            STANDARD,
            f"All {printed.copies} copies of {name.en} are on the table or discarded already.",
            f"Les {printed.copies} exemplaires de cette carte sont déjà sur la table ou défaussés : {name.fr}.",
        )
    return None


def not_in_crew(board: RaidersBoard, card: str) -> Verdict | None:
    """Why a named card is not one of the crew, if so."""
    if card in board.player.crew:
        return None
    name = board.setting.label(card or "…")
    return illegal(
        "not-in-crew", STANDARD, f"{name.en} is not in your crew.", f"Cette carte n'est pas dans votre Équipage : {name.fr}."
    )


def hire_refused(board: RaidersBoard, card: str, silver: int, leaving: str, played: tuple[str, ...] = ()) -> Verdict | None:
    """Why a card cannot be hired for so much silver while `leaving` (a card or none) makes room, if so."""
    refused = not_in_hand(board, card, played) or (not_in_crew(board, leaving) if leaving else None)
    if refused:
        return refused
    limit = board.setting.values.limits.crew
    if not leaving and len(board.player.crew) >= limit:
        return illegal(
            "crew-full",
            STANDARD,
            f"Your crew has {limit} members already: name one to discard first.",
            f"Votre Équipage compte déjà {limit} membres : désignez-en un à défausser d'abord.",
        )
    if leaving and len(board.player.crew) < limit:
        return illegal(
            "crew-not-full",
            STANDARD,
            f"Your crew has {len(board.player.crew)} of {limit} members: nobody has to make room.",
            f"Votre Équipage compte {len(board.player.crew)} membres sur {limit} : personne n'a à céder sa place.",
        )
    return cannot_pay(board, Goods(silver=silver))


def hire(course: Resolution[RaidersBoard, Fact], card: str, silver: int, leaving: str) -> None:
    """Pay, make room, and the card is crew."""
    settle(course, Goods(silver=silver), Goods())
    if leaving:
        course.tell(f.CrewLeft(leaving))
    course.tell(f.CrewHired(card))
