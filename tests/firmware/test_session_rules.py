"""What a session does, rule by rule: two ends face to face, without a line between them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.link import messages, wire
from firmware.link.handshake import Down, HostHalf, NodeHalf, Refused, Up
from firmware.link.reliable import HELD, WINDOW, ReceiveWindow
from firmware.link.session import PING_AFTER, SILENCE, Message, Session

HELLO = messages.Hello("shoe", "shoe", "1.2.3", ("gate", "light"), 77, 0, 0)


class Pair:
    """A host and a node; each turn takes a millisecond and what is said arrives `trip` later."""

    def __init__(self, trip: int = 1, check: str = "", *, confirms: bool = False) -> None:
        self.now = 0
        self.trip = trip
        self.host = Session(HostHalf(5, lambda _: check), 0, confirms=confirms)
        self.node = Session(NodeHalf(HELLO), 0)
        self.host_said: list[object] = []
        self.node_said: list[object] = []
        self.cut = False
        self._under_way: list[tuple[int, bytes, bytes]] = []

    def turn(self, turns: int = 1) -> None:
        """Let time pass."""
        for _ in range(turns):
            self.now += 1
            said = self.host.outgoing(self.now), self.node.outgoing(self.now)
            self._under_way.append((self.now + self.trip, *said))
            down = up = b""
            while self._under_way and self._under_way[0][0] <= self.now:
                _, to_node, to_host = self._under_way.pop(0)
                down, up = down + to_node, up + to_host
            if self.cut:
                down = up = b""
            self.node_said += self.node.receive(down, self.now)
            self.host_said += self.host.receive(up, self.now)

    def commands(self) -> list[bytes]:
        """Return the commands that the node has heard."""
        return [
            one.payload
            for one in self.node_said
            if isinstance(one, Message) and one.kind == wire.COMMAND
        ]

    def events(self) -> list[Message]:
        """Return the events that the host has heard."""
        return [
            one for one in self.host_said if isinstance(one, Message) and one.kind == wire.EVENT
        ]


@pytest.fixture
def pair() -> Pair:
    """Return two ends in a session."""
    pair = Pair()
    pair.turn(20)
    assert pair.host.up
    assert pair.node.up
    return pair


def test_the_host_knows_whom_it_has_met(pair: Pair) -> None:
    (up,) = pair.host_said
    assert isinstance(up, Up)
    assert up.fresh
    assert (up.peer.node, up.peer.role, up.peer.firmware, up.peer.can, up.peer.boot) == (
        "shoe", "shoe", "1.2.3", ("gate", "light"), 77,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("version", "what_to_do"),
    [(3, "update the controller"), (0, "tapis firmware install PORT")],
)
def test_a_node_of_another_version_is_refused_with_what_to_do(
    version: int, what_to_do: str
) -> None:
    host = Session(HostHalf(5, lambda _: ""), 0)
    hello = wire.encode(wire.HELLO, 0, messages.pack_hello(HELLO), version)
    (refused,) = host.receive(hello, 1)
    assert isinstance(refused, Refused)
    assert 'node "shoe" uses version' in refused.why
    assert what_to_do in refused.why
    assert not host.up
    # A node of any version understands a refusal.
    node = Session(NodeHalf(HELLO), 0)
    assert node.receive(host.outgoing(1), 2) == [Refused(None, refused.why)]


def test_a_refused_node_goes_on_asking_quietly() -> None:
    pair = Pair(check="the wrong port: exchange the cables")
    pair.turn(5000)
    assert not pair.host.up
    assert not pair.node.up
    refusals = [one for one in pair.host_said if isinstance(one, Refused)]
    assert 3 <= len(refusals) <= 8
    assert {one.why for one in refusals} == {"the wrong port: exchange the cables"}


def test_the_latest_snapshot_of_an_antenna_takes_the_place_of_the_one_before(pair: Pair) -> None:
    for number in range(5):
        pair.node.show(wire.SNAPSHOT, 1, b"one %d" % number)
        pair.node.show(wire.SNAPSHOT, 2, b"two %d" % number)
        assert pair.node.outgoing(pair.now, 5) == b""
    pair.turn(3)
    payloads = [one.payload for one in pair.host_said if isinstance(one, Message)]
    assert payloads == [b"one 4", b"two 4"]


@given(st.lists(st.tuples(st.integers(0, 3), st.binary(max_size=90)), max_size=30), st.data())
def test_no_more_is_written_than_there_is_room_for(
    shown: list[tuple[int, bytes]], data: st.DataObject
) -> None:
    pair = Pair()
    pair.turn(20)
    for antenna, payload in shown:
        pair.node.show(wire.SNAPSHOT, antenna, payload)
        pair.node.send(wire.EVENT, payload)
        room = data.draw(st.integers(0, 300))
        assert len(pair.node.outgoing(pair.now, room)) <= room


@given(st.lists(st.binary(max_size=400), max_size=20))
def test_whatever_comes_over_the_line_nothing_is_raised(pieces: list[bytes]) -> None:
    pair = Pair()
    pair.turn(20)
    for piece in pieces:
        for end in (pair.host, pair.node):
            end.receive(piece, pair.now)
            end.outgoing(pair.now)
            end.due(pair.now)


kinds = st.integers(0, 15)
senseless = st.builds(wire.encode, kinds, st.integers(0, 255), st.binary(max_size=40))


@given(st.lists(senseless, max_size=20))
def test_whole_frames_that_make_no_sense_raise_nothing_and_the_link_mends(
    frames: list[bytes],
) -> None:
    """What a CRC that passes by chance lets through; each may cost a command, and no more."""
    pair = Pair()
    pair.turn(20)
    pair.host.send(wire.COMMAND, b"first")
    pair.host.outgoing(pair.now)
    for frame in frames:
        pair.host.receive(frame, pair.now)
        pair.node.receive(frame, pair.now)
    pair.turn(5000)
    for number in range(len(frames)):
        pair.host.send(wire.COMMAND, b"%d" % number)
    pair.host.send(wire.COMMAND, b"last")
    pair.turn(5000)
    assert pair.host.up
    assert pair.node.up
    assert pair.commands()[-1:] == [b"last"]


def test_who_hears_nothing_looks_for_the_other_again(pair: Pair) -> None:
    pair.cut = True
    pair.turn(SILENCE + 2)
    assert not pair.host.up
    assert not pair.node.up
    assert isinstance(pair.host_said[-1], Down)
    pair.cut = False
    pair.turn(500)
    assert pair.host.up
    assert pair.node.up
    assert [one.fresh for one in pair.host_said if isinstance(one, Up)] == [True, False]


def test_a_quiet_link_costs_little(pair: Pair) -> None:
    bytes_said = sum(len(pair.host.outgoing(now)) for now in range(pair.now, pair.now + 10_000))
    assert bytes_said <= 10 * (10_000 // PING_AFTER + 1)


def test_a_command_too_many_is_not_taken(pair: Pair) -> None:
    pair.cut = True
    taken = [pair.host.send(wire.COMMAND, b"%d" % number) for number in range(HELD + 3)]
    assert taken == [True] * HELD + [False] * 3
    pair.cut = False
    pair.turn(200)
    assert pair.commands() == [b"%d" % number for number in range(HELD)]


def test_a_payload_that_is_too_long_is_refused_at_once(pair: Pair) -> None:
    with pytest.raises(ValueError, match="1000 bytes, not 1001"):
        pair.host.send(wire.COMMAND, bytes(1001))
    with pytest.raises(ValueError, match="1000 bytes, not 1001"):
        pair.node.show(wire.SNAPSHOT, 0, bytes(1001))


@pytest.mark.parametrize("trip", [1, 20, 80])
def test_the_time_to_wait_is_learnt_from_round_trips(trip: int) -> None:
    """Nothing is sent twice on a line that only takes its time."""
    pair = Pair(trip)
    pair.turn(1000)
    pair.host.send(wire.COMMAND, b"warm up")
    pair.turn(1000)
    before = pair.host.outbox.again
    for number in range(40):
        pair.host.send(wire.COMMAND, b"%d" % number)
        pair.turn(2 * trip + 3)
    assert pair.host.outbox.again == before
    assert len(pair.commands()) == 41


def test_on_a_fast_line_a_lost_command_is_repeated_soon(pair: Pair) -> None:
    for number in range(10):
        pair.host.send(wire.COMMAND, b"%d" % number)
        pair.turn(5)
    pair.host.send(wire.COMMAND, b"lost")
    pair.host.outgoing(pair.now)
    pair.turn(60)
    assert pair.commands()[-1] == b"lost"


def test_a_confirmation_that_nobody_gave_puts_nothing_out_of_step_for_long(pair: Pair) -> None:
    """It costs the command that it confirms; no other is lost, and it takes less than 2 s."""
    pair.host.send(wire.COMMAND, b"lost")
    pair.host.outgoing(pair.now)
    pair.host.receive(wire.encode(wire.ACK, 1), pair.now)
    for number in range(20):
        pair.host.send(wire.COMMAND, b"%d" % number)
    pair.turn(2000)
    assert pair.commands() == [b"%d" % number for number in range(20)]


def test_no_more_than_a_window_is_under_way(pair: Pair) -> None:
    for number in range(3 * WINDOW):
        pair.host.send(wire.COMMAND, b"%d" % number)
    decoder = wire.Decoder()
    frames = decoder.feed(pair.host.outgoing(pair.now))
    assert [frame.seq for frame in frames] == list(range(WINDOW))


def test_an_event_is_the_nodes_until_its_owner_has_confirmed_it() -> None:
    """A host that starts anew, with what it had on disk, gets what was not confirmed again."""
    pair = Pair(confirms=True)
    pair.turn(20)
    for number in range(3):
        pair.node.send(wire.EVENT, b"%d" % number)
    pair.turn(50)
    assert [one.payload for one in pair.events()] == [b"0", b"1", b"2"]
    pair.host.confirm(HELLO.boot, 0)
    pair.turn(50)
    pair.host = Session(
        HostHalf(6, lambda _: ""), pair.now, ReceiveWindow(HELLO.boot, 1), confirms=True
    )
    pair.turn(2000)
    assert [one.payload for one in pair.events()] == [b"0", b"1", b"2", b"1", b"2"]


def test_an_event_that_was_on_disk_and_not_confirmed_is_not_heard_twice() -> None:
    pair = Pair(confirms=True)
    pair.turn(20)
    for number in range(3):
        pair.node.send(wire.EVENT, b"%d" % number)
    pair.turn(50)
    pair.host = Session(
        HostHalf(6, lambda _: ""), pair.now, ReceiveWindow(HELLO.boot, 2), confirms=True
    )
    pair.turn(2000)
    assert [one.payload for one in pair.events()] == [b"0", b"1", b"2", b"2"]
    pair.host.confirm(HELLO.boot, 2)
    pair.turn(50)
    assert pair.node.outbox.oldest == 3


def test_a_node_waits_as_long_as_its_events_are_not_confirmed() -> None:
    """A full disk is no reason to take a link for broken; a window of events is on its way."""
    pair = Pair(confirms=True)
    pair.turn(20)
    for number in range(20):
        assert pair.node.send(wire.EVENT, b"%d" % number)
    pair.turn(10_000)
    assert pair.host.up
    assert pair.node.up
    assert [one.payload for one in pair.events()] == [b"%d" % number for number in range(WINDOW)]
    assert len([one for one in pair.host_said if isinstance(one, Up)]) == 1
    for event in pair.events():
        pair.host.confirm(HELLO.boot, event.seq)
    pair.turn(500)
    assert len(pair.events()) == 2 * WINDOW


def test_a_confirmation_of_another_start_of_the_node_says_nothing() -> None:
    pair = Pair(confirms=True)
    pair.turn(20)
    pair.node.send(wire.EVENT, b"0")
    pair.turn(50)
    pair.host.confirm(HELLO.boot + 1, 0)
    pair.host.confirm(HELLO.boot, 7)
    pair.turn(50)
    assert pair.node.outbox.oldest == 0


def test_a_node_that_keeps_to_no_window_gets_no_further_than_one() -> None:
    """It says on and on, whatever is confirmed: the host takes a window, and counts the rest."""
    pair = Pair(confirms=True)
    pair.turn(20)
    for number in range(300):
        frame = wire.encode(wire.EVENT, number & 255, b"%d" % number)
        pair.host_said += pair.host.receive(frame, pair.now)
    assert [one.payload for one in pair.events()] == [b"%d" % number for number in range(WINDOW)]
    assert pair.host.inbox.over > 0
    pair.host.confirm(HELLO.boot, 3)
    for number in range(WINDOW, 2 * WINDOW):
        frame = wire.encode(wire.EVENT, number, b"%d" % number)
        pair.host_said += pair.host.receive(frame, pair.now)
    assert len(pair.events()) == WINDOW + 4


def test_a_node_that_waits_for_its_receipts_is_never_over_the_window() -> None:
    pair = Pair(20, confirms=True)
    pair.turn(100)
    for number in range(60):
        pair.node.send(wire.EVENT, b"%d" % number)
    for _ in range(400):
        pair.turn(20)
        for event in pair.events()[-2:]:
            pair.host.confirm(HELLO.boot, event.seq)
    assert len(pair.events()) == 60
    assert pair.host.inbox.over == 0
