"""Who follows a table has each event once and in order, whatever the broker loses or doubles."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from controller.contract.commands import Reply
from controller.contract.public import Envelope, PublicState, Status, event_data
from display.follow import _MOST_WAITING, Follower, Heard

ROOT = "tapis/club/3"


def event(seq: int, epoch: str = "A") -> bytes:
    data = {"seat": 1}
    return msgspec.json.encode(
        Envelope(1, seq, "s", "2026-11-20T21:00:00Z", "3", 1, "seat.absent", data, epoch)
    )


def state(seq: int, epoch: str = "A") -> bytes:
    return msgspec.json.encode(PublicState(seq, "3", "ppc", epoch=epoch))


def status(epoch: str) -> bytes:
    return msgspec.json.encode(Status("online", "s", "3", "0.2.0", epoch=epoch))


def following(seq: int = 10) -> Follower:
    one = Follower(ROOT, "board")
    one.take(f"{ROOT}/status", status("A"))
    assert one.take(f"{ROOT}/state", state(seq)) == ()
    return one


def numbers(heard: tuple[Heard, ...]) -> list[int]:
    return [one.envelope.seq for one in heard]


@given(st.lists(st.integers(1, 30), max_size=60))
def test_what_comes_is_given_once_and_in_order_and_a_replay_brings_the_rest(
    came: list[int],
) -> None:
    one, got = following(10), list[int]()
    for seq in came:
        got += numbers(one.take(f"{ROOT}/event/x", event(seq)))
    one.take(f"{ROOT}/state", state(30))
    while (asked := one.ask()) is not None:
        topic, payload = asked
        request = msgspec.json.decode(payload)
        assert topic == f"{ROOT}/command/replay"
        assert one.ask() is None, "it is asked for once"
        after = request["data"]["after_seq"]
        for seq in range(after + 1, min(after + 8, 31)):
            got += numbers(one.take(f"{ROOT}/replay/{request['id']}", event(seq)))
        one.take(f"{ROOT}/reply/replay", msgspec.json.encode(Reply(request["id"], ok=True)))
    assert got == list(range(11, 31))


def test_an_event_is_typed_and_what_nobody_can_read_is_passed() -> None:
    one = following()
    (heard,) = one.take(f"{ROOT}/event/seat.absent", event(11))
    assert heard.event is not None
    assert (heard.event.type, event_data(heard.event)) == ("seat.absent", {"seat": 1})
    assert one.take(f"{ROOT}/event/seat.absent", b"{") == ()
    newer = event(12).replace(b"seat.absent", b"of.tomorrow")
    (unknown,) = one.take(f"{ROOT}/event/of.tomorrow", newer)
    assert unknown.event is None


def test_a_new_epoch_begins_with_its_state() -> None:
    one = following()
    one.take(f"{ROOT}/status", status("B"))
    assert one.take(f"{ROOT}/event/x", event(11, "A")) == ()
    assert (one.seq, one.ask()) == (None, None)
    one.take(f"{ROOT}/state", state(5, "B"))
    assert numbers(one.take(f"{ROOT}/event/x", event(6, "B"))) == [6]


def test_an_epoch_that_began_while_the_program_was_off_begins_with_its_state() -> None:
    before = following()
    one = Follower(ROOT, "board", before.seq, before.epoch)
    one.take(f"{ROOT}/status", status("B"))
    one.take(f"{ROOT}/state", state(5, "B"))
    assert numbers(one.take(f"{ROOT}/event/x", event(6, "B"))) == [6]


def test_a_program_that_was_off_has_the_events_that_it_missed() -> None:
    before = following()
    one = Follower(ROOT, "board", before.seq, before.epoch)
    one.take(f"{ROOT}/status", status("A"))
    one.take(f"{ROOT}/state", state(12))
    assert one.ask() is not None
    assert [numbers(one.take(f"{ROOT}/replay/1", event(seq))) for seq in (11, 12)] == [[11], [12]]


def test_what_was_asked_for_is_asked_again_on_a_new_connection() -> None:
    one = following()
    one.take(f"{ROOT}/event/x", event(13))
    assert one.ask() is not None
    assert one.ask() is None
    one.reconnected()
    assert one.ask() is not None


def test_a_gap_is_filled_even_if_no_more_events_may_wait_behind_it() -> None:
    one = Follower(ROOT, "board", after=0)
    one.take(f"{ROOT}/status", status("A"))
    for seq in range(4, _MOST_WAITING + 4):
        assert one.take(f"{ROOT}/event/x", event(seq)) == ()
    got = [numbers(one.take(f"{ROOT}/replay/1", event(seq))) for seq in (1, 2, 3)]
    assert got[:2] == [[1], [2]]
    assert got[2] == list(range(3, _MOST_WAITING + 4))
