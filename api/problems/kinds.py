"""Every problem this service can answer with: one table, from which answers, pages and the OpenAPI document are made.

A slug is part of a problem's `type`, which clients compare: adding a kind means adding an entry, renaming one breaks them.
"""

from __future__ import annotations

from collections.abc import Mapping

from api.problems.access_kinds import ACCESS
from api.problems.clerk_kinds import ABOUT, CAMPAIGNS, FILES, LOG, PLAYING, SEATS, TABLE
from api.problems.kind import Kind
from api.problems.request_kinds import REQUEST, SERVICE, STREAMS, WRITING
from api.problems.tournament_kinds import TOURNAMENT_KINDS

_GROUPS = (REQUEST, ABOUT, WRITING, PLAYING, FILES, SERVICE, CAMPAIGNS, ACCESS, TABLE, STREAMS, SEATS, LOG, TOURNAMENT_KINDS)

KINDS: Mapping[str, Kind] = {kind.slug: kind for group in _GROUPS for kind in group}
"""All kinds by slug."""
