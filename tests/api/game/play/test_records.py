import hashlib

from domain.game.clerk.clerk import Clerk
from tests.builders.api.client import Table


def test_records_still_list_what_was_taken_back(table: Table, clerk: Clerk) -> None:
    seat, action = table.offers()[0]
    table.act(seat, action)
    table.write("/undo", {"seat": seat, "reason": "the wrong tile"})
    table.write("/notes", {"text": "Rouge s'est trompé.", "about": 2, "seat": seat})
    table.act(seat, action)
    table.write("/close", {"reason": "le bar ferme"})
    page = table.get("/records").json
    assert (page["game"], page["seq"], page["next"], page["audience"]) == (
        table.id,
        6,
        None,
        "public",
    )
    entries = page["records"]
    assert [e["seq"] for e in entries] == [1, 2, 3, 4, 5, 6]
    kinds = [
        "GameOpened",
        "ActionTaken",
        "ActionsRetracted",
        "NoteAdded",
        "ActionTaken",
        "GameClosed",
    ]
    assert [e["type"] for e in entries] == kinds == [e["record"]["type"] for e in entries]
    assert [e["in_force"] for e in entries] == [None, False, None, None, True, None]
    assert [e["words"] for e in entries] == [
        None,
        None,
        "the wrong tile",
        "Rouge s'est trompé.",
        None,
        "le bar ferme",
    ]
    assert all(e["sentence"]["en"] and e["sentence"]["fr"] for e in entries)
    assert [len(e["told"]) for e in entries] == [len(e["record"].get("facts", ())) for e in entries]
    assert entries[2]["sentence"]["fr"].endswith("annule l'écriture 2.")
    assert entries[0]["rolls"][0]["number"] == 1
    for entry, stored in zip(entries, clerk.load(table.id).records(), strict=True):
        assert entry["digest"] == hashlib.sha256(stored.state).hexdigest()
        assert entry == table.get(f"/records/{entry['seq']}").json["entry"]


def test_what_a_secret_could_be_worked_out_from_is_for_the_arbiter(table: Table) -> None:
    seat, action = table.offers()[0]
    table.act(seat, action)
    for seq in (1, 2):
        whole = table.get(f"/records/{seq}?audience=arbiter").json["entry"]["record"]
        public = table.get(f"/records/{seq}").json["entry"]["record"]
        assert {"salt", "key", "request"} <= set(whole)
        assert set(whole) - set(public) == {"salt", "key", "request"} | ({"board"} & set(whole))
        assert public == {name: value for name, value in whole.items() if name in public}
