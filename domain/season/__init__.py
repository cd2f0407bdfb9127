"""Seasons. Their kinds of records have their rows as soon as anything of this room is known."""

from domain.season import kinds as kinds
