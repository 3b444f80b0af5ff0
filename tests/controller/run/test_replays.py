"""Events that are asked for again: in slices, by turns, within a budget."""

from collections.abc import Iterator

from controller.contract.public import Envelope
from controller.journal import JournalError
from controller.run.messages.askers import Asker
from controller.run.messages.journal_outbox import JournalOutbox
from controller.run.messages.replays import (
    EVERY,
    LEAST,
    MOST_EVENTS,
    MOST_WAITING,
    REFILL,
    SLICE,
    Replays,
)


class Kept(JournalOutbox):
    """An outbox of so many events."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.broken = False

    @property
    def committed(self) -> int:
        """The seq of the last event."""
        return self.count

    def events(self, after: int = 0, limit: int = 100) -> Iterator[Envelope]:
        """Return the events behind a seq."""
        if self.broken:
            raise JournalError("the disk is gone")
        seqs = range(after + 1, min(after + limit, self.committed) + 1)
        return iter(
            [
                Envelope(
                    v=1, seq=seq, session="s", at="", table="3", hand=1, type="card.dealt", data={}
                )
                for seq in seqs
            ]
        )


def drained(replays: Replays, now: int = 0, most: int = 100) -> list[tuple[str, list[int], bool]]:
    """Give all that waits, a slice after the other: id, seqs, whether the reply came with it."""
    out = []
    while (wait := replays.wait(now)) is not None:
        now += int(wait * 1000)
        ident, events, reply, _ = replays.given(most, now)
        out.append((ident, [one.seq for one in events], reply is not None))
    return out


def test_what_is_asked_for_comes_in_slices_and_the_reply_last() -> None:
    replays = Replays(Kept(100))
    assert replays.ask(Asker("anne"), "x", 70, 500, 0) == ""
    slices = drained(replays)
    assert [seq for _, seqs, _ in slices for seq in seqs] == list(range(71, 101))
    assert [len(seqs) for _, seqs, _ in slices] == [SLICE, SLICE, SLICE]
    assert [replied for *_, replied in slices] == [False, False, True]


def test_nothing_to_give_is_answered_too() -> None:
    replays = Replays(Kept(5))
    assert replays.ask(Asker("anne"), "x", 9, 500, 0) == ""
    assert replays.given(SLICE, 0)[2] is not None
    assert replays.wait(0) is None


def test_who_asks_for_little_does_not_wait_for_who_asks_for_all() -> None:
    replays = Replays(Kept(5000))
    assert replays.ask(Asker("anne"), "all", 0, 1000, 0) == ""
    assert replays.ask(Asker("bea"), "few", 4995, 5, 0) == ""
    assert [ident for ident, *_ in drained(replays)[:3]] == ["all", "few", "all"]


def test_slices_keep_a_distance_and_to_the_room_that_there_is() -> None:
    replays = Replays(Kept(5000))
    replays.ask(Asker("anne"), "all", 0, 1000, 0)
    assert replays.wait(0) == 0
    assert len(replays.given(3, 0)[1]) == 3
    assert replays.wait(0) == EVERY / 1000
    assert replays.wait(EVERY) == 0


def test_a_budget_is_used_up_and_fills_again_for_each() -> None:
    replays = Replays(Kept(100_000))
    for number in range(MOST_EVENTS // 1000):
        assert replays.ask(Asker("anne"), f"x{number}", 0, 1000, 0) == ""
        drained(replays)
    assert "try again in 6 s" in replays.ask(Asker("anne"), "more", 0, 1000, 0)
    assert replays.ask(Asker("bea"), "x", 0, 1000, 0) == ""
    assert replays.ask(Asker("anne"), "later", 0, 1000, 1000 * 1000 // REFILL) == ""


def test_requests_for_nothing_are_counted_too() -> None:
    replays = Replays(Kept(0))
    taken = 0
    for number in range(1000):
        taken += not replays.ask(Asker("anne"), f"x{number}", 0, 1000, 0)
        drained(replays)
    assert taken == MOST_EVENTS // LEAST


def test_only_a_few_requests_of_one_wait() -> None:
    replays = Replays(Kept(1000))
    told = [
        replays.ask(Asker("anne"), f"x{number}", 0, 10, 0) for number in range(MOST_WAITING + 1)
    ]
    assert [bool(why) for why in told] == [False] * MOST_WAITING + [True]
    replays.forget()
    assert replays.wait(0) is None


def test_a_disk_that_gives_nothing_is_an_answer() -> None:
    kept = Kept(1000)
    replays = Replays(kept)
    replays.ask(Asker("anne"), "x", 0, 100, 0)
    kept.broken = True
    _, events, reply, asker = replays.given(SLICE, 0)
    assert not events
    assert reply is not None
    assert (reply.ok, reply.error) == (False, "the disk is gone")
    assert asker == Asker("anne")
    assert replays.wait(0) is None


def test_a_request_costs_at_least_fifty_three_wait_and_ten_events_go_at_a_time() -> None:
    replays = Replays(Kept(100_000))
    assert [replays.ask(Asker("anne"), f"x{n}", 0, 20, 0) for n in range(4)] == [
        "", "", "", "too many requests at once; try again in 1 s",
    ]  # fmt: skip
    assert [len(seqs) for _, seqs, _ in drained(replays)] == [10] * 6
    assert replays.ask(Asker("bea"), "whole", 0, 4_900, 0) == ""
    assert [replays.ask(Asker("bea"), name, 0, 1, 0) for name in "xy"] == ["", ""]
    drained(replays)
    assert replays.ask(Asker("bea"), "z", 0, 1, 0) == "too many requests at once; try again in 1 s"


def test_sixty_four_requesters_are_remembered() -> None:
    replays = Replays(Kept(100))
    for number in range(64):
        assert replays.ask(Asker(f"user-{number}"), f"x{number}", 0, 1, 0) == ""
    assert replays.ask(Asker("user-0"), "again", 0, 1, 0) == ""
    assert replays.ask(Asker("one more"), "last", 0, 1, 0) == ""
    idents = {ident for ident, *_ in drained(replays)}
    assert idents == {"x0", "again", "last", *(f"x{number}" for number in range(2, 64))}


def test_a_hundred_slices_go_out_in_a_second() -> None:
    replays = Replays(Kept(100))
    assert replays.ask(Asker("anne"), "x", 0, 100, 0) == ""
    replays.given(SLICE, 5)
    assert [replays.wait(now) for now in (5, 14, 15, 99)] == [0.01, 0.001, 0, 0]
