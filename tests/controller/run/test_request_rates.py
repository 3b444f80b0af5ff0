"""Who asks a table for more than their share."""

from controller.run.messages.request_rates import MOST, STAYS, Callers, Offence


class Clock:
    """A clock that somebody turns."""

    now = 0

    def __call__(self) -> int:
        """Return the time (ms)."""
        return self.now


def test_who_commands_as_people_do_is_never_named() -> None:
    clock = Clock()
    callers = Callers(clock)
    for clock.now in range(0, 60_000, 50):
        assert callers.within("floor", "commands")
    assert callers.health() == ()


def test_who_asks_for_too_much_is_named_until_it_is_over_and_nobody_else() -> None:
    clock = Clock()
    callers = Callers(clock)
    for clock.now in range(0, 5_000, 20):
        callers.within("dashboard", "odd", f"request {clock.now}")
        if clock.now % 1000 == 0:
            assert callers.within("floor", "odd")
    (one,) = callers.health()
    assert (one.user, one.client) == ("dashboard", "request 4980")
    assert "invalid commands" in one.problem
    assert 200 <= one.refused <= 240
    clock.now += STAYS + 1
    assert callers.health() == ()


def test_the_brokers_log_tells_who_connects_again_and_again() -> None:
    clock = Clock()
    callers = Callers(clock)
    line = "1700000000: New client connected from 127.0.0.1:{} as ghost-{} (p2, c0, k60, u'lobby')."
    for clock.now in range(0, 2_000, 20):
        callers.connected(line.format(40_000 + clock.now, clock.now))
        callers.connected("1700000000: Client x disconnected.")
    (one,) = callers.health()
    assert (one.user, one.client) == ("lobby", "ghost-1980 from 127.0.0.1")
    assert "keeps reconnecting to the broker" in one.problem
    # A client may call itself anything, another user too.
    for _ in range(30):
        callers.connected(line.format(40_000, "x (p2, c0, k60, u'floor')"))
        callers.connected(line.format(40_000, "of the lobby"))
    assert [one.user for one in callers.health()] == ["lobby"]
    assert callers.health()[0].client.startswith("ghost-of the lobby")


def test_names_without_end_take_no_memory_without_end() -> None:
    clock = Clock()
    callers = Callers(clock)
    for number in range(10 * MOST):
        for _ in range(30):
            callers.within(f"user-{number}", "odd")
    assert len(callers.health()) == MOST


def test_every_request_too_many_is_counted_and_named_for_fifteen_seconds() -> None:
    callers = Callers(clock := Clock())
    bursts: dict[Offence, int] = {"commands": 200, "odd": 20, "replays": 3, "connections": 20}
    for offence, burst in bursts.items():
        assert [callers.within("anne", offence) for _ in range(burst + 2)] == (
            [True] * burst + [False] * 2
        )
    clock.now = 15_000
    assert [one.refused for one in callers.health()] == [2] * 4
    clock.now = 15_001
    assert callers.health() == ()


def test_sixty_four_users_are_counted_and_a_long_name_is_cut() -> None:
    callers = Callers(Clock())
    for number in range(65):
        for _ in range(4):
            callers.within(f"user-{number:02}", "replays")
    assert [one.user for one in callers.health()] == [f"user-{n:02}" for n in range(1, 65)]
    callers = Callers(Clock())
    line = f"New client connected from 10.0.0.1:5 as {'c' * 70} (p2, c0, k60, u'bar')."
    for _ in range(21):
        callers.connected(line)
    assert [one.client for one in callers.health()] == [f"{'c' * 64} from 10.0.0.1"]
