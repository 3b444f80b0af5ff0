"""The process of the worst client: see `tests/rig/attack/client.py`.

It knows its account, the table's topics, and the public files written by `tapis install`.
"""

import json
import random
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from tests.rig.attack.client import Tried

USER: Final = "dashboard"
ROOT: Final = "tapis/home/1"
GHOSTS: Final = 100
TAKEOVERS: Final = 7.0
REPLAYS: Final = 50.0
PATIENCE: Final = 5.0
IDS: Final = ("tapis-home-1", "table-1", "tapis/home/1", "tapis-home-1-out", "tapis", "1")
"""Client ids that a table's controller might have, as guessed from public information."""


class Attacker:
    """One account and its attacks."""

    def __init__(self, port: int, password: str, seed: int) -> None:
        """Take the port and the account's password."""
        self.tried = Tried()
        self._port = port
        self._password = password
        self._chance = random.Random(seed)

    def connect(self, ident: str, *, clean: bool = True) -> Client:
        """Return a client that tries to connect; it may have been refused."""
        came = threading.Event()
        client = Client(CallbackAPIVersion.VERSION2, ident, clean_session=clean)
        client.username_pw_set(USER, self._password)
        client.on_connect = lambda *_: came.set()
        client.connect("127.0.0.1", self._port)
        client.loop_start()
        came.wait(PATIENCE)
        return client

    def ghosts(self, seconds: float) -> None:
        """Leave persistent sessions that subscribe to everything and never return."""
        ends = time.monotonic() + seconds
        for number in range(GHOSTS):
            if time.monotonic() > ends:
                return
            client = self.connect(f"ghost-{number}", clean=False)
            heard = threading.Event()
            client.on_subscribe = lambda *_, heard=heard: heard.set()
            client.subscribe("#", qos=1)
            heard.wait(PATIENCE)
            leave(client)
            self.tried.ghosts += 1

    def take_over(self, seconds: float) -> None:
        """Connect again and again with client ids that the table might have."""
        self._each(TAKEOVERS, seconds, "takeovers", self._take_over)

    def replay(self, seconds: float) -> None:
        """Request a replay of all events, again and again."""
        client = self.connect("")
        client.subscribe(f"{ROOT}/replay/#", qos=1)

        def ask(number: int) -> None:
            request = {"id": f"r{number}", "data": {"after_seq": 0, "limit": 1000}}
            client.publish(f"{ROOT}/command/replay/{USER}", json.dumps(request), qos=1)
            self.tried.replays += 1

        self._each(REPLAYS, seconds, "replays", ask)
        leave(client)

    def odd(self, seconds: float, count: int) -> None:
        """Send invalid commands, and commands that the account may not send."""
        client = self.connect("")

        def ask(_: int) -> None:
            name = self._chance.choice(("replay", "replay", "pause", "set-stack"))
            client.publish(f"{ROOT}/command/{name}/{USER}", self._oddity(), qos=1)
            self.tried.odd += 1

        self._each(count / seconds, seconds, "odd", ask)
        leave(client)

    def _oddity(self) -> bytes:
        chance = self._chance
        return chance.choice((
            b"{]", b"", b"\xff" * 200, b'{"id": "x", "data": ' + b'{"a":' * 900 + b"1" + b"}" * 901,
            b'{"id": "x", "data": {"after_seq": 1' + b"0" * 4000 + b"}}", b"x" * 100_000,
            b'{"id": "x", "data": {"after_seq": "' + chance.randbytes(20).hex().encode() + b'"}}',
        ))  # fmt: skip

    def _take_over(self, number: int) -> None:
        client = self.connect(IDS[number % len(IDS)])
        self.tried.takeovers += 1
        self.tried.let_in += client.is_connected()
        leave(client)

    def _each(self, rate: float, seconds: float, kind: str, do: Callable[[int], object]) -> None:
        """Do something `rate` times a second."""
        began = time.monotonic()
        self.tried.began[kind] = began
        number = 0
        while (passed := time.monotonic() - began) < seconds:
            if number > passed * rate:
                time.sleep((number - passed * rate) / rate)
                continue
            do(number)
            number += 1


def leave(client: Client) -> None:
    """Disconnect cleanly."""
    client.disconnect()
    client.loop_stop()


def main() -> None:
    """Attack with an account for some time; print what was tried."""
    port, password, seconds, odd, seed = sys.argv[1:]
    attacker = Attacker(int(port), Path(password).read_text("utf-8").strip(), int(seed))
    lasts = float(seconds)
    deeds: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
        (attacker.replay, (lasts,)),
        (attacker.take_over, (lasts,)),
        (attacker.odd, (lasts, int(odd))),
        (attacker.ghosts, (lasts,)),
    ]
    threads = [threading.Thread(target=do, args=args) for do, args in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(msgspec.json.encode(attacker.tried).decode())


if __name__ == "__main__":
    main()
