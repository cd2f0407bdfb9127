"""Campaigns. Their kinds of records have their rows as soon as anything of this room is known."""

from domain.campaign import kinds as kinds
