"""Notices are sent beside the room: a service that fails, hangs or is flooded holds nobody up."""

import logging
import threading
import time
from collections.abc import Callable

import pytest

from controller.venue.notices.post import Notice, Post
from tests.mqtt import until

ONE = Notice("mailto://secret@example.org", "Thursday", "Seat 3")


class Service:
    """A service that does what it is told to: an answer for each time, then the last of them."""

    def __init__(self, *answers: bool | Callable[[], bool]) -> None:
        self.answers, self.had = list(answers), []  # type: ignore[var-annotated]

    def __call__(self, notice: Notice) -> bool:
        """Take a notice, or not."""
        self.had.append(notice)
        told = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return told() if callable(told) else told


def test_what_is_not_taken_is_sent_again_and_then_given_up(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Health says so without an address, and no more once something was taken."""
    service = Service(False, False, False, True)
    post = Post("mail", service, pauses=(0.01, 0.01))
    with caplog.at_level(logging.DEBUG):
        post.put(ONE)
        until(lambda: post.lost == 1, what="it is given up")
        assert len(service.had) == 3
        assert post.problem == "notices by mail are not accepted: 1 lost, 0 waiting"
        post.put(ONE)
        until(lambda: post.sent == 1, what="the next is taken")
    assert post.problem == ""
    assert "secret" not in caplog.text + repr(ONE)
    post.stop()


def test_a_service_that_hangs_holds_nobody_up_and_its_queue_has_an_end() -> None:
    free = threading.Event()
    post = Post("mail", Service(lambda: free.wait(60)), most=10)
    began = time.monotonic()
    post.put(ONE)
    until(lambda: post.waiting == 0, what="the first one hangs")
    for _ in range(1_000):
        post.put(ONE)
    assert time.monotonic() - began < 5
    assert (post.waiting, post.lost) == (10, 990)
    free.set()
    until(lambda: post.sent == 11, what="what waited is sent")
    post.stop()


def test_what_is_too_old_is_not_sent() -> None:
    free = threading.Event()
    service = Service(lambda: free.wait(60))
    post = Post("mail", service, kept=-1.0)
    post.put(ONE)
    until(lambda: post.lost == 1, what="it was of no use any more")
    assert not service.had
    post.stop()


def test_the_end_waits_for_nothing() -> None:
    free = threading.Event()
    post = Post("mail", Service(lambda: free.wait(60)))
    post.put(ONE)
    began = time.monotonic()
    post.stop()
    assert time.monotonic() - began < 5
    free.set()
