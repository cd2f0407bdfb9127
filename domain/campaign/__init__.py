"""Campaigns. Importing this package registers the rows of their kinds of records."""

from domain.campaign import kinds as kinds
