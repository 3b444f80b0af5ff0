"""The contract's published copies are those of the structs, and what is sent fits them."""

import json
from pathlib import Path

import msgspec
import yaml
from typer import Typer
from typer.testing import CliRunner

from controller.admin.contract import as_markdown, events
from controller.contract.commands import COMMANDS, Request
from controller.contract.documents.asyncapi import as_yaml, asyncapi
from controller.contract.documents.tables import entries
from controller.contract.observations import ChipsAt
from controller.contract.public import EVENTS, JOURNALS, event_data, event_from
from controller.run.loop.runtime import Runtime
from tests.controller.evening import evening
from tests.documents import ASYNCAPI

DOCUMENT = Path(__file__).parents[3] / "docs" / "EVENTS.md"

app = Typer()
app.command()(events)


def test_asyncapi_yaml_is_not_stale() -> None:
    stale = f"run: tapis events --asyncapi > {ASYNCAPI}"
    assert ASYNCAPI.read_text("utf-8") == as_yaml(), stale


def test_events_md_is_not_stale() -> None:
    assert DOCUMENT.read_text("utf-8") == as_markdown(), (
        f"run: tapis events --markdown > {DOCUMENT}"
    )


def test_the_yaml_says_what_the_document_says() -> None:
    assert yaml.safe_load(as_yaml()) == json.loads(msgspec.json.encode(asyncapi()))


def test_every_reference_leads_somewhere() -> None:
    document = asyncapi()

    def check(value: object) -> int:
        if isinstance(value, dict):
            reference = value.get("$ref")
            if isinstance(reference, str):
                place: object = document
                for word in reference.removeprefix("#/").split("/"):
                    assert isinstance(place, dict), reference
                    assert word in place, reference
                    place = place[word]
                return 1
            return sum(check(inner) for inner in value.values())
        if isinstance(value, list | tuple):
            return sum(check(inner) for inner in value)
        return 0

    assert check(document) > 100


def test_every_event_and_command_is_in_every_copy() -> None:
    document, text = asyncapi(), as_markdown()
    shown = CliRunner(env={"COLUMNS": "250"}).invoke(app, []).output
    told = json.loads(CliRunner().invoke(app, ["--json"]).stdout)
    for name in EVENTS:
        assert name in document["components"]["messages"]
        assert f"| `{name}` |" in text
        assert name in shown
        assert name in [row["name"] for row in told["Events"]]
    for name in (*COMMANDS, "replay"):
        assert f"command.{name}" in document["channels"]
        assert f"| `{name}` |" in text
    assert CliRunner().invoke(app, ["--asyncapi"]).output == ASYNCAPI.read_text("utf-8")


def test_what_a_table_says_has_the_fields_that_the_contract_names() -> None:
    tonight = evening(6, seed=3)
    fields = {row.name: {name for name, _ in row.fields} for row in entries(EVENTS)}
    said = set()
    runtime = Runtime(tonight.house, tonight.table)
    for observation in tonight.observations:
        for event in runtime.observe(observation).public:
            data = event_data(event)
            assert set(data) <= fields[event.type]
            assert event_from(event.type, json.loads(msgspec.json.encode(data))) == event
            said.add(event.type)
    assert {"hand.started", "board.dealt", "pot.awarded", "hand.ended"} <= said


def test_every_message_and_closed_set_has_a_name() -> None:
    """What makes types of the document has no name to invent."""
    document = asyncapi()
    schemas = document["components"]["schemas"]
    unnamed: list[str] = []

    def look(value: object, where: str) -> None:
        if isinstance(value, dict):
            unnamed.extend([where] if "enum" in value else [])
            for key, inner in value.items():
                look(inner, f"{where}/{key}")
        elif isinstance(value, list | tuple):
            for inner in value:
                look(inner, where)

    for name, schema in schemas.items():
        assert schema["title"] == name
        for part in ("properties", "items", "allOf", "anyOf"):
            look(schema.get(part), f"{name}/{part}")
    for name, message in document["components"]["messages"].items():
        assert set(message["payload"]) == {"$ref"}, name
        assert message["name"] == message["payload"]["$ref"].rpartition("/")[2]
    assert unnamed == []
    assert schemas["HealthJournal"]["enum"] == sorted(JOURNALS)


def test_a_default_is_told_in_the_form_that_its_field_has() -> None:
    """What maps names to values is an empty object, and no list."""
    rows = entries({"chips-at": ChipsAt, "request": Request})
    told = dict(field for row in rows for field in row.fields)
    assert (told["brought"], told["data"]) == ("object = {}", "object = {}")
