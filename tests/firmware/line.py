"""A serial line in virtual time with a session at each end, and what can happen to it.

The line keeps its order, loses and alters bytes, can be pulled out and plugged in again; either
end can be reset in the midst. Both ends note what they were given to send and what arrived; an
event has arrived when the host has it on disk.
"""

import hashlib
import random
from collections import Counter
from collections.abc import Callable

from firmware.link import messages, wire
from firmware.link.handshake import NO_KEYS, HostHalf, Keys, NodeHalf, Up
from firmware.link.reliable import ReceiveWindow
from firmware.link.session import Message, Session

BYTE = 10 / 115.2
"""How long a byte takes on the line, in ms."""


class Way:
    """One way of the line: what is put in comes out in its order, after its time."""

    def __init__(self, rng: random.Random) -> None:
        self.damage = 0.0
        self.plugged = True
        self._rng = rng
        self._free = 0.0
        self._bytes: list[tuple[float, bytes]] = []

    def put(self, data: bytes, now: int) -> None:
        """Put bytes in; each may be altered, lost or doubled, if the line is plugged in."""
        self._free = max(self._free, now) + len(data) * BYTE
        if not self.plugged or not data:
            return
        if self.damage:
            data = bytes(out for byte in data for out in self._damaged(byte))
        self._bytes.append((self._free, data))

    def _damaged(self, byte: int) -> tuple[int, ...]:
        if self._rng.random() >= self.damage:
            return (byte,)
        other = self._rng.randrange(256)
        return self._rng.choice(((), (other,), (byte, other), (byte ^ 1 << other % 8,)))

    def take(self, now: int) -> bytes:
        """Take what has come through."""
        out = b""
        while self._bytes and self._bytes[0][0] <= now:
            out += self._bytes.pop(0)[1]
        return out

    def empty(self) -> None:
        """Lose what is under way, all but a piece from its beginning."""
        left = b"".join(data for _, data in self._bytes)
        cut = self._rng.randint(0, len(left))
        self._bytes = [(self._free, left[:cut])] if self._rng.random() < 0.5 else []

    def next(self) -> float:
        """Return when the next bytes come out."""
        return self._bytes[0][0] if self._bytes else float("inf")


class Table:
    """A host and a node at a line, both with something to say."""

    def __init__(self, seed: int, key: bytes = b"") -> None:
        """Have a link of its own by a number; with a key it is sealed."""
        self.rng = random.Random(seed)
        self._key = key
        # Of another source than what happens to the line: that stays the same with a key.
        self._nonces = random.Random(~seed)
        self.now = 0
        self.up = Way(self.rng)
        self.down = Way(self.rng)
        self.events: list[bytes] = []
        self.commands: list[bytes] = []
        self.heard: list[bytes] = []
        self.done: list[bytes] = []
        self.snapshots: Counter[int] = Counter()
        self.unconfirmed: list[bytes] = []
        self.died_with_node: set[bytes] = set()
        self.died_with_host: set[bytes] = set()
        self.wrong: list[Message] = []
        self.boots = 0
        # What the host has on disk: where the events go on. Each takes its time to get there.
        self.mark = ReceiveWindow()
        self.commit = self.rng.choice((0, 3, 20))
        self._writing: list[tuple[int, int, int, bytes]] = []
        self.reset_node()
        self.reset_host()

    def reset_node(self) -> None:
        """Start the node anew: all that it knew is gone."""
        self.died_with_node |= set(self.events) - set(self.heard)
        self.boots += 1
        about = messages.Hello("seat-3", "seat", "1.0.0", ("keys",), self.boots, 0, 0)
        self.node_began = self.now - self.rng.randrange(1000)
        chance = hashlib.sha256(b"%d" % self.boots).digest()[:16]
        self.node_half = NodeHalf(about, "", self._key, chance)
        self.node = Session(self.node_half, self.now - self.node_began)

    def reset_host(self) -> None:
        """Start the host anew: what it had on disk is all it knows."""
        self._writing = []
        self.died_with_host |= set(self.commands) - set(self.done)
        self.boots += 1
        mark = ReceiveWindow(self.mark.boot, self.mark.expected)
        keys = Keys(lambda _: self._key, lambda: self._nonces.randbytes(8), True)
        self.host_half = HostHalf(self.boots, lambda _: "", keys if self._key else NO_KEYS)
        self.host = Session(self.host_half, self.now, mark, confirms=True)

    def plug(self, plugged: bool) -> None:
        """Pull the cable out, or plug it in again."""
        for way in (self.up, self.down):
            way.plugged = plugged
            if not plugged:
                way.empty()

    def damage(self, share: float) -> None:
        """Damage that share of the bytes from now on."""
        self.up.damage = self.down.damage = share

    def press(self) -> None:
        """Have the node send an event."""
        payload = b"E%d" % len(self.events)
        if self.node.send(wire.EVENT, payload):
            self.events.append(payload)

    def order(self) -> None:
        """Have the host send a command."""
        payload = b"C%d" % len(self.commands) + b"\x00" * self.rng.choice((0, 72))
        if self.host.send(wire.COMMAND, payload):
            self.commands.append(payload)

    def run(self, until: int, stop: Callable[[], bool] = lambda: False) -> None:
        """Let time pass, from one thing that happens to the next."""
        while self.now < until and not stop():
            self.turn()
            coming = min(
                self._writing[0][0] if self._writing else until,
                self.up.next(), self.down.next(), self.host.due(self.now),
                self.node.due(self.now - self.node_began) + self.node_began,
            )  # fmt: skip
            self.now = min(max(self.now + 1, int(coming)), until)

    def turn(self) -> None:
        """Let both ends hear and speak, now."""
        node_now = self.now - self.node_began
        for message in self.node.receive(self.down.take(self.now), node_now):
            if isinstance(message, Message) and message.kind == wire.COMMAND:
                self.done.append(message.payload)
            elif isinstance(message, Message) and message.kind != wire.PING:
                self.wrong.append(message)
        for message in self.host.receive(self.up.take(self.now), self.now):
            if isinstance(message, Up):
                self.unconfirmed += [payload for _, payload in message.unconfirmed]
            elif isinstance(message, Message):
                self._host_hears(message)
        while self._writing and self._writing[0][0] <= self.now:
            _, boot, seq, payload = self._writing.pop(0)
            self.heard.append(payload)
            self.mark = ReceiveWindow(boot, (seq + 1) & 255)
            self.host.confirm(boot, seq)
        self.up.put(self.node.outgoing(node_now, 256), self.now)
        self.down.put(self.host.outgoing(self.now, 256), self.now)

    def _host_hears(self, message: Message) -> None:
        if message.kind == wire.EVENT:
            assert self.host.inbox.boot is not None
            begun = max(self.now, self._writing[-1][0] if self._writing else 0)
            self._writing.append(
                (begun + self.commit, self.host.inbox.boot, message.seq, message.payload)
            )
        elif message.kind == wire.SNAPSHOT and message.payload.startswith(b"S"):
            self.snapshots[message.payload[1]] += 1
        elif message.kind != wire.PING:
            self.wrong.append(message)

    def linked(self) -> bool:
        """Return whether both are in a session, and in the same one."""
        return self.host.up and self.node.up and self.host_half.key == self.node_half.key

    def last_arrived(self) -> bool:
        """Return whether the last event and the last command have arrived."""
        return self.events[-1] in self.heard[-1:] and self.commands[-1] in self.done[-1:]

    def settled(self) -> bool:
        """Return whether all that was said has arrived."""
        return (
            self.linked()
            and set(self.events) <= set(self.heard) | self.died_with_node
            and set(self.commands)
            <= set(self.done) | set(self.unconfirmed) | self.died_with_host
        )  # fmt: skip
