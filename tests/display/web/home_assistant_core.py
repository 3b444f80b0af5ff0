"""Home Assistant's own core with its MQTT integration, at a broker. Its own Python runs this.

It runs with each version since 2024.3. It is given where its folder is, the broker's port, a user
and a password. Whatever comes on a line of standard input is answered by a line with all states; an
empty line ends it.
"""

import asyncio
import inspect
import json
import logging
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from homeassistant import bootstrap, config_entries, core, loader
from homeassistant.helpers import device_registry
from homeassistant.setup import async_setup_component


async def begun(folder: str, port: int, user: str, password: str) -> Any:
    """Return a Home Assistant that has nothing but MQTT."""
    Path(folder, "configuration.yaml").write_text("homeassistant:\n", "utf-8")
    hass = core.HomeAssistant(folder)
    loader.async_setup(hass)
    hass.config_entries = config_entries.ConfigEntries(hass, {})
    hass.config.skip_pip = True
    # 2024.3 has another name for it.
    base = getattr(bootstrap, "async_load_base_functionality", None) or bootstrap.load_registries
    await base(hass)
    await async_setup_component(hass, "homeassistant", {})
    # MQTT serves no page of its own: it only names these.
    hass.config.components.update({"http", "file_upload"})
    # Nor does a camera, which 2024.3 sets up with it.
    hass.http = SimpleNamespace(register_view=lambda _: None)
    broker = {"broker": "127.0.0.1", "port": port, "username": user, "password": password}
    entry: dict[str, Any] = {
        "version": 1, "minor_version": 2, "domain": "mqtt", "title": "broker", "data": broker,
        "options": {}, "source": "user", "unique_id": None, "discovery_keys": {},
        "subentries_data": (), "entry_id": "mqtt",
    }  # fmt: skip
    known = inspect.signature(config_entries.ConfigEntry).parameters.keys() & entry.keys()
    await hass.config_entries.async_add(
        config_entries.ConfigEntry(**{field: entry[field] for field in known})
    )
    await hass.async_start()
    return hass


def told(hass: Any) -> str:
    """Return all states and devices, as a line of JSON."""
    states = {
        one.entity_id: {"state": one.state, "attributes": dict(one.attributes)}
        for one in hass.states.async_all()
    }
    devices = [
        {"name": one.name, "sw_version": one.sw_version, "url": one.configuration_url}
        for one in device_registry.async_get(hass).devices.values()
    ]
    return json.dumps({"states": states, "devices": devices}, default=str)


async def main() -> None:
    """Run until nothing more is asked for."""
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    folder, port, user, password = sys.argv[1:5]
    hass = await begun(folder, int(port), user, password)
    while (await asyncio.to_thread(sys.stdin.readline)).strip():
        await hass.async_block_till_done()
        print(told(hass), flush=True)
    await hass.async_stop(force=True)


if __name__ == "__main__":
    asyncio.run(main())
