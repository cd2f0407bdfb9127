"""A process that writes records as fast as it can: `python -m tests.ops.stores.writer DSN NAME
RECORDS`. It prints how many it stored."""

import sys
from contextlib import closing

from eventsourcing.persistence import IntegrityError, StoredEvent

from ops.settings.addresses import Address
from ops.stores.postgres.connections import Connections
from ops.stores.postgres.recorder import Recorder


def main(dsn: str, name: str, records: int) -> int:
    """Write games of this process, and one that all writers share. Returns how many records were
    stored."""
    with closing(Connections(Address(dsn))) as pool:
        recorder, stored, shared = Recorder(pool), 0, 1
        for number in range(records):
            game, seq = f"{name}-{number % 3}", number // 3 + 1
            recorder.insert_events([StoredEvent(game, seq, "NoteAdded", b"{}" * 40)])
            stored += 1
            try:
                recorder.insert_events([StoredEvent("shared", shared, "NoteAdded", b"{}")])
                stored += 1
                shared += 1
            except IntegrityError:
                shared = (
                    recorder.select_events("shared", desc=True, limit=1)[0].originator_version + 1
                )
        recorder.close()
    return stored


if __name__ == "__main__":
    print(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
