"""The demo's own MQTT broker: amqtt in a thread, on the loopback interface and in memory only.

It supports MQTT 3.1.1. A club's table uses mosquitto.
"""

import asyncio
import logging
import threading
from typing import Any, Self

from hardware.free_ports import free_port


class EmbeddedBroker:
    """An MQTT broker that runs while its context does."""

    def __init__(self, port: int = 0) -> None:
        """Prepare a broker on 127.0.0.1; with `port` 0, it uses any free port."""
        self.host = "127.0.0.1"
        self.port = port or free_port()
        self._ready = threading.Event()
        self._done: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._trouble: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="embedded-broker", daemon=True)

    def __enter__(self) -> Self:
        """Start the broker; raises `OSError` if the port is taken or amqtt is not installed."""
        self._thread.start()
        self._ready.wait(20)
        if self._trouble is not None:
            raise OSError(
                f"the demo's broker can't be opened on 127.0.0.1:{self.port} ({self._trouble}); "
                "choose a different port"
            ) from self._trouble
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the broker."""
        if self._loop is not None and self._done is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._done.set)
        self._thread.join(10)

    def _run(self) -> None:
        # amqtt logs every packet, and every client that leaves without a goodbye.
        logging.getLogger("amqtt").setLevel(logging.CRITICAL)
        logging.getLogger("transitions").setLevel(logging.WARNING)
        # If amqtt breaks off a client's session, the client starts a new one.
        logging.getLogger("asyncio").setLevel(logging.CRITICAL)
        try:
            asyncio.run(self._serve())
        except (Exception, SystemExit) as error:  # noqa: BLE001
            self._trouble = self._trouble or error
        finally:
            self._ready.set()

    async def _serve(self) -> None:
        from amqtt.broker import Broker

        self._loop = asyncio.get_running_loop()
        self._done = asyncio.Event()
        plugins: dict[str, Any] = {
            "amqtt.plugins.authentication.AnonymousAuthPlugin": {"allow_anonymous": True}
        }
        broker = Broker(
            {
                "listeners": {"default": {"type": "tcp", "bind": f"{self.host}:{self.port}"}},
                "plugins": plugins,
            }
        )
        await broker.start()
        self._ready.set()
        await self._done.wait()
        await broker.shutdown()
