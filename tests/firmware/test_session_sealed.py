"""A sealed session, rule by rule: who has not the key is not believed, and ends nothing."""

from collections.abc import Callable

import pytest

from firmware.link import messages, wire
from firmware.link.handshake import Down, HostHalf, Keys, NodeHalf, Refused, Up
from firmware.link.session import PING_AFTER, SILENCE, Message, Session

KEY = b"sixteen bytes..."
HELLO = messages.Hello("shoe", "shoe", "1.2.3", ("gate", "light"), 77, 0, 0)


def node_of(key: bytes = KEY, hello: messages.Hello = HELLO, seed: bytes = b"1") -> Session:
    return Session(NodeHalf(hello, "0123456789abcdef", key, seed), 0)


class Pair:
    """A host and a node of a key each, and all that went over the line, both ways."""

    def __init__(
        self, host_key: bytes = KEY, node_key: bytes = KEY, *, required: bool = False
    ) -> None:
        self.now = 0
        self.nonces = 0
        self.keys = Keys(lambda node: host_key if node == "shoe" else b"", self.nonce, required)
        self.half = HostHalf(5, lambda _: "", self.keys)
        self.host = Session(self.half, 0)
        self.node = node_of(node_key)
        self.host_said: list[object] = []
        self.node_said: list[object] = []
        self.down: list[bytes] = []
        self.up: list[bytes] = []

    def nonce(self) -> bytes:
        """Return a number that was not there before."""
        self.nonces += 1
        return self.nonces.to_bytes(8, "big")

    def turn(
        self, turns: int = 1, up: Callable[[bytes], bytes] = lambda data: data,
        down: Callable[[bytes], bytes] = lambda data: data,
    ) -> None:  # fmt: skip
        """Let time pass; `up` and `down` are what becomes of the bytes of each way."""
        for _ in range(turns):
            self.now += 1
            self.down.append(self.host.outgoing(self.now))
            self.up.append(self.node.outgoing(self.now))
            self.node_said += self.node.receive(down(self.down[-1]), self.now)
            self.host_said += self.host.receive(up(self.up[-1]), self.now)

    def forge(self, frame: bytes) -> list[object]:
        """Return what the host makes of a frame of somebody else."""
        return list(self.host.receive(frame, self.now))

    def heard(self, kind: int) -> list[bytes]:
        """Return the payloads of the messages of a kind that either end has heard."""
        said = [*self.host_said, *self.node_said]
        return [one.payload for one in said if isinstance(one, Message) and one.kind == kind]

    def refusals(self) -> set[str]:
        """Return why the host has refused the node."""
        return {one.why for one in self.host_said if isinstance(one, Refused)}


@pytest.fixture
def pair() -> Pair:
    """Return two ends in a sealed session."""
    pair = Pair()
    pair.turn(20)
    assert pair.host.up
    assert pair.node.up
    assert pair.half.key
    return pair


def test_all_that_is_said_in_it_is_sealed(pair: Pair) -> None:
    pair.down.clear()
    pair.up.clear()
    pair.host.send(wire.COMMAND, b"do")
    pair.node.send(wire.EVENT, b"done")
    pair.node.show(wire.SNAPSHOT, 1, b"seen")
    pair.turn(1000)
    assert pair.heard(wire.COMMAND) == [b"do"]
    assert pair.heard(wire.EVENT) == [b"done"]
    assert pair.heard(wire.SNAPSHOT) == [b"seen"]
    frames = wire.Decoder().feed(b"".join([*pair.down, *pair.up]))
    assert len(frames) > 8
    assert {frame.version for frame in frames} == {wire.SEALED}
    assert (pair.host.forged, pair.node.forged) == (0, 0)


def test_the_host_knows_who_it_is_by_what_was_sealed(pair: Pair) -> None:
    """What a HELLO says is hearsay: another one's words change nothing that is proven."""
    (up,) = pair.host_said
    assert isinstance(up, Up)
    assert up.peer[:5] == HELLO[:5]
    assert pair.half.files == "0123456789abcdef"
    liar = node_of(hello=HELLO._replace(firmware="9.9.9", oldest=200))
    pair.forge(liar.outgoing(pair.now))
    assert pair.half.peer is not None
    assert pair.half.peer.firmware == "1.2.3"


def test_a_payload_may_be_as_long_as_without_a_seal(pair: Pair) -> None:
    longest = bytes(range(1, 251)) * 4
    pair.node.send(wire.EVENT, longest)
    pair.turn(3)
    assert pair.heard(wire.EVENT) == [longest]


@pytest.mark.parametrize("room", [0, 20, 60, 200])
def test_a_frame_that_finds_no_room_costs_no_number(pair: Pair, room: int) -> None:
    for antenna in range(4):
        pair.node.show(wire.SNAPSHOT, antenna, bytes((antenna,)) * 50)
    for _ in range(5):
        said = pair.node.outgoing(pair.now, room)
        assert len(said) <= room
        pair.host_said += pair.host.receive(said, pair.now)
    pair.turn(3)
    assert len(pair.heard(wire.SNAPSHOT)) == 4
    assert pair.host.forged == 0


def test_frames_without_a_seal_or_of_another_key_are_dropped_and_counted(pair: Pair) -> None:
    event = messages.pack_event(messages.Event("key", 0, 0, 1))
    for version in (wire.VERSION, wire.SEALED):
        for seal in (b"", bytes(5), bytes((1, 2, 3, 4, 5))):
            assert pair.forge(wire.encode(wire.EVENT, 0, event + seal, version)) == []
    assert pair.host.forged == 6
    pair.node.send(wire.EVENT, b"mine")
    pair.turn(20)
    assert pair.heard(wire.EVENT) == [b"mine"]


def test_what_was_recorded_says_nothing_a_second_time(pair: Pair) -> None:
    pair.node.send(wire.EVENT, b"pressed")
    pair.host.send(wire.COMMAND, b"feed")
    pair.turn(1000)
    recorded = list(pair.up), list(pair.down)
    for up, down in zip(*recorded, strict=True):
        assert pair.forge(up) == []
        assert pair.node.receive(down, pair.now) == []
    assert pair.host.up
    assert pair.node.up
    # Nor in a session that begins later, of the same two ends.
    pair.turn(SILENCE + 2, up=lambda _: b"", down=lambda _: b"")
    assert not pair.host.up
    pair.turn(1000)
    assert pair.host.up
    for up, down in zip(*recorded, strict=True):
        assert pair.forge(up) == []
        assert pair.node.receive(down, pair.now) == []
    assert pair.heard(wire.EVENT) == [b"pressed"]
    assert pair.heard(wire.COMMAND) == [b"feed"]


def test_what_was_recorded_begins_no_session(pair: Pair) -> None:
    """The whole of a session is played to a host that waits for the node."""
    pair.turn(1000)
    recorded = list(pair.up)
    pair.turn(SILENCE + 2, up=lambda _: b"")
    for up in recorded:
        pair.now += 1
        pair.host.outgoing(pair.now)
        assert all(isinstance(one, Refused) for one in pair.forge(up))
    assert not pair.host.up


@pytest.mark.parametrize(
    ("kind", "version", "answers"),
    [
        (wire.WELCOME, wire.SEALED, 1), (wire.WELCOME, wire.VERSION, 0),
        (wire.READY, wire.SEALED, 0), (wire.READY, wire.VERSION, 0),
    ],
)  # fmt: skip
def test_only_a_welcome_that_comes_again_is_answered(
    pair: Pair, kind: int, version: int, answers: int
) -> None:
    """The host repeats it if the READY was lost; other frames with its payload are forged."""
    frames = wire.Decoder().feed(b"".join(pair.down))
    welcome = [frame for frame in frames if frame.kind == wire.WELCOME][-1]
    pair.node.receive(wire.encode(kind, 0, welcome.payload, version), pair.now)
    sent = wire.Decoder().feed(pair.node.outgoing(pair.now))
    assert [frame.kind for frame in sent].count(wire.READY) == answers
    assert pair.node.forged == 1 - answers


@pytest.mark.parametrize("kind", [wire.HELLO, wire.ASK, wire.REFUSED, wire.WELCOME, wire.READY])
def test_nobody_ends_a_session_that_lives(pair: Pair, kind: int) -> None:
    hello = messages.pack_hello(HELLO._replace(boot=9), "", bytes(8))
    for _ in range(50):
        for version in (wire.VERSION, wire.SEALED):
            for payload in (b"", b"go away", hello, bytes(27), bytes(11)):
                frame = wire.encode(kind, 0, payload, version)
                pair.node_said += pair.node.receive(frame, pair.now)
                pair.host_said += pair.host.receive(frame, pair.now)
        pair.turn(2)
    assert pair.host.up
    assert pair.node.up
    assert [type(one) for one in [*pair.host_said, *pair.node_said]].count(Up) == 2
    assert Down not in map(type, [*pair.host_said, *pair.node_said])
    assert kind == wire.ASK or pair.host.forged + pair.node.forged > 40
    pair.node.send(wire.EVENT, b"still here")
    pair.turn(20)
    assert pair.heard(wire.EVENT) == [b"still here"]


def test_frames_that_nobody_believes_keep_no_dead_link_alive(pair: Pair) -> None:
    ping = wire.encode(wire.PING, 0, bytes(7), wire.SEALED)
    pair.turn(SILENCE + 2, up=lambda _: ping)
    assert not pair.host.up


def test_a_node_without_the_key_is_not_believed_and_named() -> None:
    pair = Pair(node_key=b"another key.....")
    pair.turn(5000)
    assert not pair.host.up
    assert not pair.node.up
    assert pair.half.impostor
    (why,) = pair.refusals()
    assert 'claims to be "shoe", but can\'t prove it' in why


def test_a_host_without_the_key_commands_no_node() -> None:
    """The node waits for the one that has it."""
    pair = Pair(host_key=b"another key.....")
    pair.host.send(wire.COMMAND, b"feed")
    pair.turn(3000)
    assert not pair.node.up
    assert pair.heard(wire.COMMAND) == []
    right = Pair()
    right.node, right.now = pair.node, pair.now
    right.turn(1500)
    assert right.node.up


@pytest.mark.parametrize(
    ("host_key", "node_key", "required", "words"),
    [
        (KEY, b"", False, "can't prove it with that node's key"),
        (KEY, b"", True, "can't prove it with that node's key"),
        (b"", b"", True, 'node "shoe" has no key, but every node of this table must have one'),
        (b"", KEY, False, 'node "shoe" has a key that this controller does not know'),
        (b"", KEY, True, 'node "shoe" has a key that this controller does not know'),
    ],
)
def test_a_key_that_only_one_end_has_is_named_with_what_to_do(
    host_key: bytes, node_key: bytes, required: bool, words: str
) -> None:
    pair = Pair(host_key, node_key, required=required)
    pair.turn(3000)
    assert not pair.host.up
    (why,) = pair.refusals()
    assert words in why
    assert "tapis firmware install PORT" in why
    assert pair.half.impostor


def test_a_node_without_a_key_is_believed_where_none_is_asked_for() -> None:
    pair = Pair(b"", b"")
    pair.turn(20)
    pair.node.send(wire.EVENT, b"pressed")
    pair.turn(20)
    assert pair.heard(wire.EVENT) == [b"pressed"]
    assert not pair.half.impostor


def test_a_controller_of_before_says_what_to_do_with_a_node_that_has_a_key() -> None:
    """It knows version 1 alone, and calls what is above it newer than itself."""
    (hello,) = wire.Decoder().feed(node_of().outgoing(1))
    assert hello.version == wire.SEALED > wire.VERSION
    assert messages.read_hello(hello.payload) == HELLO._replace(now=1)
    # And the node understands its refusal, and goes on asking.
    node = node_of()
    refused = wire.encode(wire.REFUSED, 0, b"update the controller")
    assert node.receive(refused, 1) == [Refused(None, "update the controller")]
    assert node.due(1) <= 1001


def test_a_node_that_resets_is_back_at_once(pair: Pair) -> None:
    pair.host.send(wire.COMMAND, b"first")
    pair.turn(50)
    pair.node = node_of(hello=HELLO._replace(boot=78), seed=b"2")
    pair.turn(20)
    assert pair.node.up
    pair.host.send(wire.COMMAND, b"second")
    pair.turn(20)
    assert pair.heard(wire.COMMAND) == [b"first", b"second"]
    assert [one.fresh for one in pair.host_said if isinstance(one, Up)] == [True, True]
    assert pair.host.forged == 0


def test_a_ready_that_is_lost_is_asked_for_again(pair: Pair) -> None:
    """The node is in the new session, the host in the old one: it is no stranger."""
    pair.node = node_of(hello=HELLO._replace(boot=78), seed=b"2")

    def lose_ready(data: bytes) -> bytes:
        kinds = [frame.kind for frame in wire.Decoder().feed(data)]
        return b"" if wire.READY in kinds else data

    pair.turn(4, up=lose_ready)
    assert pair.node.up
    pair.node.send(wire.EVENT, b"soon")
    pair.turn(1000)
    assert pair.heard(wire.EVENT) == [b"soon"]
    assert pair.host.forged == 0


def test_a_host_that_starts_anew_is_back_soon(pair: Pair) -> None:
    pair.half = HostHalf(6, lambda _: "", pair.keys)
    pair.host = Session(pair.half, pair.now)
    pair.turn(1000)
    assert pair.half.key
    pair.node.send(wire.EVENT, b"for the new one")
    pair.turn(20)
    assert pair.heard(wire.EVENT) == [b"for the new one"]
    assert pair.node.forged == 0


def test_a_quiet_sealed_link_costs_little(pair: Pair) -> None:
    said = sum(len(pair.host.outgoing(now)) for now in range(pair.now, pair.now + 10_000))
    assert said <= 15 * (10_000 // PING_AFTER + 1)
