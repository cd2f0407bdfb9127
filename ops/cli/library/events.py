"""`greffe events`: list all kinds of records, or print the JSON Schema of one."""

# ruff: noqa: F401  subjects register their records when they are imported

import json
from functools import partial

import click

from domain.campaign import kinds as campaign_kinds
from domain.game.record import records
from domain.kernel.registry import REGISTRY
from domain.kernel.text import Text
from domain.study import kinds as study_kinds
from domain.tournament import records as tournament_records
from ops.cli.common import lang_option
from ops.settings.errors import Trouble


@click.command("events")
@click.argument("topic", default="")
@partial(lang_option, passed=False)
def command(topic: str) -> None:
    """List the kinds of records: the kind of stream that contains them, topic, version, the release
    that added them, meaning. With TOPIC, print the JSON Schema of that kind.

    The page /events also lists who writes and who reads each. Records of an older version are read
    as the newest version, and the schema is that of the newest.
    """
    named = {event.topic: event for event in REGISTRY}
    if topic:
        if topic not in named:
            raise Trouble(
                Text("There is no kind of record {topic}: greffe events lists them.", topic=topic)
            )
        click.echo(json.dumps(named[topic].schema(), indent=1))
        return
    for event in named.values():
        click.echo(
            f"{event.kind:11} {event.topic:22} {event.version:2} {event.since:6} "
            f"{event.meaning.split('. ')[0].rstrip('.')}"
        )
