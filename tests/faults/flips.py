"""Flipped bits: a service with one of each thing, of whose stores and keys one byte after the other
is changed. Everything else is served, `fsck` names a fault, and nothing breaks.

`python -m tests.faults.flips 2000 seed` tries so many; `test_flips.py` a few.
"""

from __future__ import annotations

import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec
from flask import Flask

from api import create_app
from api.routing import new_routes
from api.web.access.answers import Look
from api.web.access.looks import keep
from api.web.request.service import EXTENSION, Notifications
from domain.game.clerk.clerk import Clerk
from domain.kernel.time_marks import Mark, keep_mark
from domain.titles.contract.ruleset import PUBLIC
from ops.cli.admin.fsck import checked
from ops.log import folder
from ops.messages.store import NotificationStore
from ops.serving.prepare import prepare
from ops.settings.config import Settings
from ops.settings.errors import Trouble
from ops.settings.keys import read_key, secret_key
from ops.stores.data_folder import open_clerk
from projections.messages.subscriptions import Holder, Subscription
from tests.api.test_crawl import Crawl
from tests.builders.api.client import Table
from tests.builders.api.disputes import GROUNDS, Dispute
from tests.builders.api.event_pages import EventPages
from tests.builders.api.forms import Person, signed_in
from tests.builders.api.series import Series

FILES = ("greffe.sqlite", "ledger.sqlite", "notifications.sqlite")
KEYS = ("log.key", "log.guard")


class Place(NamedTuple):
    """A byte of a cell, or of a file where there is no table."""

    file: str
    table: str
    row: int
    column: str
    at: int


class Answers(NamedTuple):
    """How each address of each person was answered."""

    statuses: dict[tuple[str, str], int]
    texts: dict[tuple[str, str], str]
