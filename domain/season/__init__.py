"""Seasons. Importing this package registers the rows of their kinds of records."""

from domain.season import kinds as kinds
