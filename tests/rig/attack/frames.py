"""An attacker's frames on a node's line: forged, replayed, sealed with another key, truncated.

Two ends of a sealed link talk in virtual time. An attacker who sees every byte injects as many of
their own in both directions as a line of 115,200 baud can carry. Now and then the line is out for
so long that the session ends, and has to restart while the attack goes on.
"""

import random
import time
from collections import Counter
from collections.abc import Callable

from firmware.link import messages, seal, wire
from firmware.link.handshake import Down, HostHalf, Keys, NodeHalf
from firmware.link.session import Message, Session
from tests.rig.attack.frames_cost import costs
from tests.rig.attack.row import Asked, Row

FRAMES = 100_000
KEY = bytes(range(16))
NODE = "seat-1"
BAR = "0 of 100,000 believed; the honest node is heard, and back within 2 s of a broken line"
BYTES_A_MS = 12
OUT = 1_400
"""Time that the line is out (ms): longer than either end waits."""
CUTS = 20
ROUNDS, FEWEST_ROUNDS = 2_000, 100
LATE = 2_000
"""Milliseconds."""
RECORDED = 2_000
EVENT_EVERY, COMMAND_EVERY, SCAN_EVERY = 50, 130, 20


class Ends:
    """A node and a host with the same key, and their sent and received messages."""

    def __init__(self, rng: random.Random) -> None:
        """Start with the line connected."""
        self._rng = rng
        self.now = 0
        about = messages.Hello(NODE, "seat", "0.2.0", ("keys",), 7, 0, 0)
        self.node_half = NodeHalf(about, "", KEY, rng.randbytes(16))
        keys = Keys({NODE: KEY}.get, lambda: rng.randbytes(seal.NONCE), True)
        self.host_half = HostHalf(5, lambda _: "", keys)
        self.node = Session(self.node_half, 0)
        self.host = Session(self.host_half, 0)
        self.plugged = True
        self.timed = True
        """Whether the line is connected, so that messages must arrive soon."""
        self.up = self.down = b""
        """The bytes sent by the node and by the host in the last millisecond."""
        self.said: dict[bytes, int] = {}
        self.heard: Counter[bytes] = Counter()
        self.pings: Counter[bytes] = Counter()
        self.downs = self.late = self.believed = 0
        self.numbers = 0

    @property
    def linked(self) -> bool:
        """Return whether both are in the same session."""
        return self.host.up and self.node.up and self.host_half.key == self.node_half.key

    def turn(self, to_host: bytes = b"", to_node: bytes = b"") -> None:
        """Let a millisecond pass in which the attacker sends these bytes to both ends."""
        self.now += 1
        self._speak()
        self.up, self.down = self.node.outgoing(self.now), self.host.outgoing(self.now)
        for data in (self.up, self.down):
            self.pings.update(_pings(data))
        line = self.plugged
        for one in self.node.receive((self.down if line else b"") + to_node, self.now):
            self._hear(one)
        for one in self.host.receive((self.up if line else b"") + to_host, self.now):
            self._hear(one)

    def _speak(self) -> None:
        if self.now % EVENT_EVERY == 0:
            self._say(self.node, wire.EVENT, 12)
        if self.now % COMMAND_EVERY == 0:
            self._say(self.host, wire.COMMAND, 12)
        if self.now % SCAN_EVERY == 0 and self.node.up:
            self.node.show(wire.SNAPSHOT, self.now // SCAN_EVERY % 4, self._payload(83))

    def _say(self, end: Session, kind: int, size: int) -> None:
        payload = self._payload(size)
        if end.send(kind, payload):
            self.said[payload] = self.now

    def _payload(self, size: int) -> bytes:
        self.numbers += 1
        return b"%08d" % self.numbers + self._rng.randbytes(size - 8)

    def _hear(self, one: object) -> None:
        self.downs += self.timed and isinstance(one, Down)
        if not isinstance(one, Message):
            return
        if one.kind == wire.PING:
            self.pings[one.payload] -= 1
            self.believed += self.pings[one.payload] < 0
            return
        self.heard[one.payload] += 1
        mine = one.payload[:8].isdigit() and int(one.payload[:8]) <= self.numbers
        self.believed += not mine or self.heard[one.payload] > 1
        if self.timed and one.payload in self.said:
            self.late = max(self.late, self.now - self.said[one.payload])


class Attacker:
    """Sees and records both directions of a line, but does not have the key."""

    def __init__(self, rng: random.Random, ends: Ends) -> None:
        """Listen to these ends."""
        self._rng = rng
        self._ends = ends
        self._heard: dict[str, list[bytes]] = {"up": [], "down": []}
        self._former: dict[str, list[bytes]] = {"up": [], "down": []}
        self._decoders = {"up": wire.Decoder(), "down": wire.Decoder()}
        self._last = {"up": wire.Frame(2, wire.PING, 0, bytes(7))}
        self._last["down"] = self._last["up"]
        self._other = seal.Seal(rng.randbytes(32), is_host=False)
        self.ways: tuple[Callable[[str], bytes], ...] = (
            self.forged, self.forged, self.played_back, self.of_before, self.greeting,
            self.of_another_key, self.foreign, self.cut,
        )  # fmt: skip
        self.made: Counter[str] = Counter()

    def listen(self) -> None:
        """Record the traffic of the last millisecond."""
        for way, data in (("up", self._ends.up), ("down", self._ends.down)):
            for frame in self._decoders[way].feed(data):
                if len(frame.payload) >= seal.SEAL:
                    self._last[way] = frame
                heard = self._heard[way]
                heard.append(wire.encode(*frame[1:], frame.version))
                if len(heard) > RECORDED:
                    del heard[self._rng.randrange(RECORDED)]

    def forget_session(self) -> None:
        """Mark the recorded frames as those of an ended session."""
        for way, heard in self._heard.items():
            self._former[way] = (self._former[way] + heard)[-RECORDED:]
            heard.clear()

    def next(self) -> tuple[str, bytes]:
        """Return the direction and the bytes of the next frame of the attack."""
        way = "up" if self._rng.random() < 0.6 else "down"
        make = self._rng.choice(self.ways)
        self.made[make.__name__] += 1
        return way, make(way)

    def forged(self, way: str) -> bytes:
        """Return a plausible next frame with the right number and a random seal."""
        kind, seq, payload = self._plausible(way)
        number = (self._last[way].payload[-seal.SEAL] + 1) & 255
        tag = bytes((number,)) + self._rng.randbytes(seal.TAG)
        return wire.encode(kind, seq, payload + tag, wire.SEALED)

    def played_back(self, way: str) -> bytes:
        """Return a recorded frame of this session."""
        return self._rng.choice(self._heard[way] or [self.forged(way)])

    def of_before(self, way: str) -> bytes:
        """Return a recorded frame of an earlier session."""
        return self._rng.choice(self._former[way] or [self.forged(way)])

    def greeting(self, way: str) -> bytes:
        """Return a handshake frame, random or recorded."""
        rng = self._rng
        if way == "down":
            kind = rng.choice((wire.ASK, wire.REFUSED, wire.WELCOME))
            payload = {wire.ASK: b"", wire.REFUSED: b"go away"}.get(kind)
            if payload is None:
                welcome = messages.Welcome(rng.randrange(1 << 16), 5, 7, rng.randrange(256))
                payload = messages.pack_welcome(welcome) + rng.randbytes(seal.NONCE + seal.PROOF)
            return wire.encode(kind, 0, payload, rng.choice((wire.VERSION, wire.SEALED)))
        hello = self._hello(rng.choice((7, rng.getrandbits(32))))
        if rng.random() < 0.5:
            return wire.encode(wire.HELLO, 0, hello, rng.choice((wire.VERSION, wire.SEALED, 3)))
        session = (self._ends.host_half.boot + rng.randrange(CUTS)) & 0xFFFF
        ready = messages.pack_session(session) + hello + rng.randbytes(seal.PROOF)
        return wire.encode(wire.READY, 0, ready, wire.SEALED)

    def of_another_key(self, way: str) -> bytes:
        """Return a frame sealed with another key."""
        kind, seq, payload = self._plausible(way)
        if self._rng.random() < 0.8:
            return wire.encode(kind, seq, self._other.close(kind, seq, payload), wire.SEALED)
        kind = wire.READY if way == "up" else wire.WELCOME
        ready = messages.pack_session(6) + self._hello(7)
        said = ready if way == "up" else self._rng.randbytes(19)
        return wire.encode(kind, 0, seal.proven(self._rng.randbytes(32), kind, said), wire.SEALED)

    def foreign(self, way: str) -> bytes:
        """Return a frame of firmware without keys."""
        if way == "up" and self._rng.random() < 0.3:
            about = messages.Hello(NODE, "seat", "0.1.0", (), 9, 0, 0)
            return wire.encode(wire.HELLO, 0, messages.pack_hello(about))
        return wire.encode(*self._plausible(way))

    def cut(self, way: str) -> bytes:
        """Return the last recorded frame, truncated or altered, with a correct CRC."""
        _, kind, seq, payload = self._last[way]
        payload = payload or b"\x00"
        if self._rng.random() < 0.5:
            payload = payload[: self._rng.randrange(len(payload))]
        else:
            place = self._rng.randrange(len(payload))
            other = payload[place] ^ 1 << self._rng.randrange(8)
            payload = payload[:place] + bytes((other,)) + payload[place + 1 :]
        return wire.encode(kind, seq, payload, wire.SEALED)

    def _plausible(self, way: str) -> tuple[int, int, bytes]:
        rng, ends = self._rng, self._ends
        if way == "down":
            if rng.random() < 0.5:
                return wire.ACK, (ends.node.outbox.oldest + rng.randrange(9)) & 255, b""
            feed = messages.pack_command(messages.Command("feed", 0, 3))
            return wire.COMMAND, ends.node.inbox.expected, feed
        kind = rng.choice((wire.EVENT, wire.EVENT, wire.SNAPSHOT, wire.PING, wire.ACK, wire.LOG))
        if kind == wire.EVENT:
            event = messages.Event("key", ends.now, 0, 2)
            return kind, ends.host.inbox.expected, messages.pack_event(event)
        if kind == wire.SNAPSHOT:
            uids = [rng.randbytes(8) for _ in range(rng.randrange(11))]
            return kind, rng.randrange(256), messages.pack_snapshot(1, ends.now, uids)
        if kind == wire.ACK:
            return kind, (ends.host.outbox.oldest + rng.randrange(9)) & 255, b""
        return kind, 0, rng.randbytes(2)

    def _hello(self, boot: int) -> bytes:
        name = self._rng.choice((NODE, NODE, "seat-2"))
        role = self._rng.choice(("seat", "ring"))
        about = messages.Hello(name, role, "0.2.0", ("keys",), boot, 0, self._rng.randrange(256))
        return messages.pack_hello(about, "", self._rng.randbytes(seal.NONCE))


def attack(asked: Asked) -> Row:
    """Return how many of the attacker's frames the two ends accepted."""
    began = time.monotonic()
    rng = random.Random(asked.seed)
    ends, frames = Ends(rng), asked.trials(FRAMES)
    for _ in range(1_000):
        ends.turn()
    attacker = Attacker(rng, ends)
    cuts = max(1, round(CUTS * min(asked.scale, 1.0)))
    back: list[int] = []
    made = 0
    for part in range(cuts):
        made += _hold(ends, attacker, frames * (part + 1) // cuts - made)
        if not ends.linked:
            break
        more, took = _break_line(ends, attacker)
        made += more
        back.append(took)
        attacker.forget_session()
    for _ in range(3_000):
        ends.turn()
    rounds = max(FEWEST_ROUNDS, round(ROUNDS * min(asked.scale, 1.0)))
    return _row(ends, made, back, time.monotonic() - began, rounds)


def _pings(data: bytes) -> list[bytes]:
    if not data:
        return []
    return [
        frame.payload[: -seal.SEAL]
        for frame in wire.Decoder().feed(data)
        if frame.kind == wire.PING
    ]


def _hold(ends: Ends, attacker: Attacker, frames: int) -> int:
    """Attack a link that is up with at least `frames` frames; return their number."""
    made = 0
    while made < frames:
        more, to_host, to_node = _as_many(attacker, ends.now)
        made += more
        ends.turn(to_host, to_node)
        attacker.listen()
    return made


def _break_line(ends: Ends, attacker: Attacker) -> tuple[int, int]:
    """Cut the line during the attack; return the frames, and the time to recover (ms)."""
    made, until = 0, ends.now + OUT
    ends.plugged = ends.timed = False
    while ends.now < until or not (ends.linked or ends.now > until + 10 * LATE):
        ends.plugged = ends.now >= until
        more, to_host, to_node = _as_many(attacker, ends.now)
        made += more
        ends.turn(to_host, to_node)
        attacker.listen()
    ends.plugged = ends.timed = True
    # Messages that waited meanwhile are late for this reason only.
    for payload in ends.said:
        ends.said[payload] = max(ends.said[payload], ends.now)
    return made, ends.now - until


def _as_many(attacker: Attacker, now: int) -> tuple[int, bytes, bytes]:
    """Return the frames that fit into a millisecond of the line, in both directions."""
    made, ways = 0, {"up": b"", "down": b""}
    # A frame takes longer than a millisecond: one is sent when the line has had time for it.
    if now * BYTES_A_MS % 48 < BYTES_A_MS:
        for _ in range(2):
            way, frame = attacker.next()
            ways[way] += frame
            made += 1
    return made, ways["up"], ways["down"]


def _row(ends: Ends, made: int, back: list[int], seconds: float, rounds: int) -> Row:
    missing = [one for one in ends.said if not ends.heard[one]]
    broken = []
    if ends.believed:
        broken.append(f"{ends.believed} frames of somebody else were believed")
    if missing:
        broken.append(f"{len(missing)} of {len(ends.said)} honest messages never arrived")
    if ends.late > LATE:
        broken.append(f"an honest message took {ends.late} ms")
    if not back or max(back) > LATE:
        broken.append(f"the link came back after {max(back, default=-1)} ms")
    if ends.downs:
        broken.append(f"{ends.downs} sessions were ended, with the line in")
    figures = {
        "believed": float(ends.believed),
        "named": float(ends.host.forged + ends.node.forged),
        "honest": float(len(ends.said)),
        "late_max_ms": float(ends.late),
        "back_max_ms": float(max(back, default=-1)),
        **costs(rounds),
    }
    return Row("frames", BAR, made, seconds, figures, tuple(broken))
