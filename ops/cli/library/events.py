"""`greffe events`: the kinds of records there are, and the JSON Schema of one."""

from __future__ import annotations

import json

import click
import msgspec

from domain.kernel.registry import REGISTRY
from domain.record.campaign_records import CAMPAIGN_TYPES
from domain.record.records import RECORD_TYPES
from domain.record.study_records import STUDY_TYPES
from domain.record.tournament_records import TOURNAMENT_TYPES
from ops.cli import NotToBeHad

TYPES = (*RECORD_TYPES, *TOURNAMENT_TYPES, *CAMPAIGN_TYPES, *STUDY_TYPES)


@click.command("events")
@click.argument("topic", default="")
def command(topic: str) -> None:
    """List the kinds of records: the stream they are of, topic, version, meaning. With TOPIC, print its JSON Schema.

    Older versions are read as the newest, which is the one that is shown.
    """
    named = {REGISTRY.topics[one]: one for one in TYPES}
    if topic:
        if topic not in named:
            raise NotToBeHad(f"There is no kind of record {topic}: greffe events lists them.")
        click.echo(json.dumps(msgspec.json.schema(named[topic]), indent=1))
        return
    for known, one in named.items():
        meaning = " ".join((one.__doc__ or "").split()).split(". ")[0].rstrip(".")
        click.echo(f"{REGISTRY.kind_of(known):11} {known:22} {REGISTRY.newest(known)}  {meaning}")
