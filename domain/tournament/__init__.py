"""Tournaments. Importing this package registers the rows of all their kinds of records."""

from domain.tournament.entrants import kinds as entrants_kinds
from domain.tournament.lifecycle import kinds as lifecycle_kinds
from domain.tournament.parts import kinds as parts_kinds
from domain.tournament.results import kinds as results_kinds
from domain.tournament.rounds import kinds as rounds_kinds

__all__ = ["entrants_kinds", "lifecycle_kinds", "parts_kinds", "results_kinds", "rounds_kinds"]
