"""Announce tables to Home Assistant: each is a device, with an entity for each of its values.

The entities read their values from the tables' own topics, so only the announcements (discovery
messages) are published. The announcements follow Home Assistant's MQTT integration, with one
retained message for each entity. All versions since 2023.8, the first with event entities, support
them.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
from paho.mqtt.client import Client, MQTTMessage

from controller.contract.public import JOURNALS, Topics
from controller.contract.rules import Phase

CALLED: Final = (
    '{{ {"event_type": "called", "seat": value_json.data.seat,'
    ' "reason": value_json.data.about | default("")} | tojson }}'
)
"""Home Assistant's template for a call: the calling seat (0 for none) and the reason."""

NOTHING: Final = "None"
"""The value sent for an unknown number; every version of Home Assistant shows it as unknown."""

RULING: Final = (
    "{% set open = value_json.rulings | default([]) %}{{ open[0].kind if open else 'none' }}"
)
RULING_MORE: Final = (
    "{% set open = value_json.rulings | default([]) %}{{ (open[0] if open else {}) | tojson }}"
)
SILENT: Final = (
    "value_json.devices | default([]) | rejectattr('ok') | map(attribute='device') | list"
)
BLIND: Final = "value_json.zones | default([]) | selectattr('blind') | map(attribute='zone') | list"

FREE: Final = (
    "{{ (value_json.disk_free / 1000000000) | round(1) if value_json.disk_free is defined"
    " else 'None' }}"
)

Entities = Iterator[tuple[str, str, dict[str, Any]]]


def discovery_key(root: str, table: str) -> str:
    """Return a table's name for use in Home Assistant's topics and ids.

    `root` is the venue's MQTT topic, and `table` the part of the topic that names the table.

    >>> discovery_key("tapis/club", "3")
    'tapis_club_3'
    """
    return "_".join(
        "".join(c if c.isascii() and c.isalnum() else "-" for c in part)
        for part in ("tapis", *root.split("/")[1:], table)
    )


def configs(
    prefix: str, root: str, table: str, software: str = "", address: str = ""
) -> dict[str, bytes]:
    """Return the retained messages that announce a table, by topic.

    `prefix` is Home Assistant's discovery prefix, and `root` the venue's MQTT topic. `software`
    is the version running at the table, and `address` the URL of the table's page; either is "" if
    unknown.
    """
    topics = Topics(f"{root}/{table}")
    key = discovery_key(root, table)
    device: dict[str, Any] = {
        "identifiers": [key], "name": f"Table {table}", "manufacturer": "Tapis", "model": "Table",
    }  # fmt: skip
    origin = {"name": "Tapis"}
    if software:
        device["sw_version"] = origin["sw_version"] = software
    if address:
        device["configuration_url"] = address
    there = [
        {"topic": topics.status, "value_template": "{{ value_json.status }}",
         "payload_available": "online", "payload_not_available": "offline"},
    ]  # fmt: skip
    found: dict[str, bytes] = {}
    for kind, what, fields in (*_of_play(topics), *_of_health(topics)):
        body = {"unique_id": f"{key}_{what}", "device": device, "origin": origin} | fields
        if what != "status":
            body["availability"] = there
        found[f"{prefix}/{kind}/{key}/{what}/config"] = msgspec.json.encode(body)
    return found


def _of_play(topics: Topics) -> Entities:
    """Yield the entities about play, each as its kind, its key and its settings.

    Their values come from the table's public state and its events.
    """
    yield "binary_sensor", "status", {
        "name": "Status", "device_class": "connectivity", "state_topic": topics.status,
        "value_template": "{{ value_json.status }}", "payload_on": "online",
        "payload_off": "offline",
    }  # fmt: skip

    def state(name: str, template: str, icon: str, **more: Any) -> dict[str, Any]:
        return {
            "name": name, "state_topic": topics.state, "value_template": template,
            "icon": f"mdi:{icon}",
        } | more  # fmt: skip

    yield "sensor", "phase", state(
        "Phase", "{{ value_json.phase | default('idle') }}", "cards-playing",
        device_class="enum", options=[*Phase],
    )  # fmt: skip
    # A seat is sent as a number: for a text, Home Assistant 2024.3 shows `NOTHING` literally.
    yield "sensor", "button", state(
        "Button", f"{{{{ value_json.button | default('{NOTHING}') }}}}", "alpha-d-circle",
        suggested_display_precision=0,
    )  # fmt: skip
    yield "sensor", "turn", state(
        "Seat in turn", f"{{{{ value_json.turn | default('{NOTHING}') }}}}", "seat",
        suggested_display_precision=0,
    )  # fmt: skip
    yield "sensor", "ruling", state(
        "Open ruling", RULING, "gavel",
        json_attributes_topic=topics.state, json_attributes_template=RULING_MORE,
    )  # fmt: skip
    yield "event", "floor_called", {
        "name": "Floor called", "icon": "mdi:account-alert",
        "state_topic": topics.event("floor.called"), "event_types": ["called"],
        "value_template": CALLED,
    }  # fmt: skip


def _of_health(topics: Topics) -> Entities:
    """Yield the entities for the table's controller, each as a kind, a key and settings.

    Their values come from the controller's health messages.
    """

    def health(name: str, template: str, **more: Any) -> dict[str, Any]:
        return {
            "name": name, "state_topic": topics.health, "value_template": template,
            "entity_category": "diagnostic",
        } | more  # fmt: skip

    def problem(name: str, wrong: str, attribute: str, icon: str) -> dict[str, Any]:
        listed = f"{{{{ {{'{attribute}': {wrong}}} | tojson }}}}"
        return health(
            name, f"{{{{ 'ON' if ({wrong}) else 'OFF' }}}}", device_class="problem",
            icon=f"mdi:{icon}", json_attributes_topic=topics.health,
            json_attributes_template=listed,
        )  # fmt: skip

    yield "binary_sensor", "devices", problem("Devices", SILENT, "silent", "chip")
    yield "binary_sensor", "blind_zones", problem("Blind zones", BLIND, "blind", "eye-off")
    yield "sensor", "journal", health(
        "Journal", "{{ value_json.journal | default('ok') }}", device_class="enum",
        options=[*JOURNALS], icon="mdi:notebook",
    )  # fmt: skip
    yield "sensor", "backlog", health(
        "Broker backlog", "{{ value_json.backlog | default(0) }}", state_class="measurement",
        unit_of_measurement="events", icon="mdi:tray-full",
    )  # fmt: skip
    yield "sensor", "heat", health(
        "Heat", f"{{{{ value_json.celsius | default('{NOTHING}') }}}}",
        device_class="temperature", state_class="measurement", unit_of_measurement="°C",
    )  # fmt: skip
    yield "sensor", "disk", health(
        "Free disk", FREE,
        device_class="data_size", state_class="measurement", unit_of_measurement="GB",
        icon="mdi:harddisk",
    )  # fmt: skip


class Announcer:
    """Announces each table to Home Assistant once.

    A table is announced again when its software changes or Home Assistant starts. If `prefix` is
    empty, nothing is announced. The function `address_of` returns the URL of a table's page.
    """

    def __init__(self, prefix: str, root: str, address_of: Callable[[str], str]) -> None:
        self._prefix = prefix
        self._root = root
        self._address_of = address_of
        self._announced: dict[str, str] = {}

    def listen(self, client: Client) -> None:
        """Subscribe to Home Assistant's birth message; after it, all tables are announced again."""
        if not self._prefix:
            return
        self._announced.clear()
        topic = f"{self._prefix}/status"
        client.message_callback_add(topic, self._born)
        client.subscribe(topic, qos=1)

    def _born(self, client: Client, _data: object, message: MQTTMessage) -> None:
        if message.payload == b"online" and not message.retain:
            again, self._announced = self._announced, {}
            for table, software in again.items():
                self.heard(client, table, software)

    def heard(self, client: Client, table: str, software: str) -> None:
        """Announce a table unless it has already been announced with this software version."""
        if not self._prefix or self._announced.get(table) == software:
            return
        self._announced[table] = software
        address = self._address_of(table)
        made = configs(self._prefix, self._root, table, software, address)
        for topic, payload in made.items():
            client.publish(topic, payload, qos=1, retain=True)
