"""Home Assistant's discovery: for each table whether it is there, its phase, floor calls.

The entities read the tables' own topics, so nothing is published but what they are.
"""

from typing import Any, Final

import msgspec
from paho.mqtt.client import Client

from controller.contract.public import Topics

ORIGIN: Final = {"name": "Tapis"}

CALLED: Final = (
    '{{ {"event_type": "called", "seat": value_json.data.seat,'
    ' "about": value_json.data.about | default("")} | tojson }}'
)
"""What Home Assistant makes of a call: the seat that calls, 0 for nobody's, and what for."""


def configs(prefix: str, root: str, table: str) -> dict[str, bytes]:
    """Return the retained messages that announce a table, by their topics."""
    topics = Topics(f"{root}/{table}")
    key = "_".join(
        "".join(c if c.isascii() and c.isalnum() else "-" for c in part)
        for part in ("tapis", *root.split("/")[1:], table)
    )
    device = {"identifiers": [key], "name": f"Table {table}", "manufacturer": "Tapis"}
    there = [
        {"topic": topics.status, "value_template": "{{ value_json.status }}",
         "payload_available": "online", "payload_not_available": "offline"},
    ]  # fmt: skip

    def one(kind: str, what: str, **fields: Any) -> tuple[str, bytes]:
        body = {"unique_id": f"{key}_{what}", "device": device, "origin": ORIGIN} | fields
        return f"{prefix}/{kind}/{key}/{what}/config", msgspec.json.encode(body)

    return dict((
        one("binary_sensor", "status", name="Status", device_class="connectivity",
            state_topic=topics.status, value_template="{{ value_json.status }}",
            payload_on="online", payload_off="offline"),
        one("sensor", "phase", name="Phase", icon="mdi:cards-playing",
            state_topic=topics.state, value_template="{{ value_json.phase | default('idle') }}",
            availability=there),
        one("event", "floor_called", name="Floor called", icon="mdi:account-alert",
            state_topic=topics.event("floor.called"), event_types=["called"],
            value_template=CALLED, availability=there),
    ))  # fmt: skip


class Announcer:
    """Announces each table once a connection; with no prefix it announces nothing."""

    def __init__(self, prefix: str, root: str) -> None:
        self._prefix = prefix
        self._root = root
        self._announced: set[str] = set()

    def heard(self, client: Client, table: str) -> None:
        """Announce a table that has not been announced yet."""
        if not self._prefix or table in self._announced:
            return
        self._announced.add(table)
        for topic, payload in configs(self._prefix, self._root, table).items():
            client.publish(topic, payload, qos=1, retain=True)
