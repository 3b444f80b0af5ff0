"""Asking a table over MQTT: its answer, or within a deadline why there is none."""

import time
from pathlib import Path

import pytest

from controller.contract.commands import Reply, Request
from controller.play.sinks.servers import Mosquitto
from display.ask import UNANSWERED, Asker, Token, ask, read_token
from display.feed import FeedSource
from hardware.free_ports import free_port
from tests.display.answering import ROOT, TOPICS, Answering
from tests.mqtt import Subscriber, until

TOKEN = Token("a-secret-for-tests", "anne")


def yes(name: str, request: Request) -> Reply:
    return Reply(request.id, ok=True, seq=7)


def silence(name: str, request: Request) -> None:
    return None


def source(port: int) -> FeedSource:
    return FeedSource("127.0.0.1", port, ROOT)


def test_the_answer_comes_back(tmp_path: Path) -> None:
    with Mosquitto(tmp_path) as broker, Answering(broker.port, yes) as table:
        reply = ask(source(broker.port), TOKEN, "rebuy", {"seat": 3, "amount": 500})
        assert (reply.ok, reply.seq) == (True, 7)
        [(name, request)] = table.asked
        assert name == "rebuy"
        assert request == Request(reply.id, "anne", TOKEN.secret, data={"seat": 3, "amount": 500})


def test_a_refusal_comes_back_with_its_reason(tmp_path: Path) -> None:
    def no(name: str, request: Request) -> Reply:
        return Reply(request.id, ok=False, error="that seat is already taken", reason="seat-taken")

    with Mosquitto(tmp_path) as broker, Answering(broker.port, no):
        reply = ask(source(broker.port), TOKEN, "sit-down", {})
        assert (reply.ok, reply.reason, reply.error) == (
            False,
            "seat-taken",
            "that seat is already taken",
        )


def test_on_mqtt_3_too(tmp_path: Path) -> None:
    with Mosquitto(tmp_path) as broker, Answering(broker.port, yes):
        assert ask(FeedSource("127.0.0.1", broker.port, ROOT, "3.1.1"), TOKEN, "undo", {}).ok


def test_without_a_broker() -> None:
    assert ask(source(free_port()), TOKEN, "undo", {}, 0.3).reason == "no-broker"


def test_a_user_whom_the_broker_refuses(tmp_path: Path) -> None:
    with Mosquitto(tmp_path, anonymous=False) as broker:
        assert ask(source(broker.port), TOKEN, "undo", {}, 30).reason == "broker-refuses"


def test_a_table_that_is_not_there_is_silent_or_is_off(tmp_path: Path) -> None:
    with Mosquitto(tmp_path) as broker:
        assert ask(source(broker.port), TOKEN, "undo", {}, 0.5).reason == "no-table"
        with Answering(broker.port, silence):
            assert ask(source(broker.port), TOKEN, "undo", {}, 0.5).reason == "no-answer"
        with Answering(broker.port, silence, "offline"):
            began = time.monotonic()
            assert ask(source(broker.port), TOKEN, "undo", {}, 60).reason == "table-off"
            assert time.monotonic() - began < 30


def test_what_others_are_answered_is_nothing_to_us(tmp_path: Path) -> None:
    def noise(name: str, request: Request) -> bytes:
        return b"{" if name == "pause" else b'{"id":"somebody-else","ok":true}'

    with Mosquitto(tmp_path) as broker, Answering(broker.port, noise):
        for name in ("pause", "undo"):
            assert ask(source(broker.port), TOKEN, name, {}, 0.5).reason == "no-answer"


def test_a_broker_that_comes_in_time_has_it_once(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path)
    with Asker(source(broker.port), TOKEN, seconds=30) as asker:
        one = asker.ask("pause", {})
        with broker, Answering(broker.port, yes) as table:
            # The table may be later than the asker: it hears the second one.
            until(lambda: asker.wait(one) if not table.asked else True)
            assert asker.wait(asker.ask("resume", {})).ok
            assert len({request.id for _, request in table.asked}) == len(table.asked)


def test_what_was_given_up_is_never_sent(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path)
    with Asker(source(broker.port), TOKEN, seconds=0.2) as asker:
        assert asker.wait(asker.ask("start-hand", {})).reason == "no-broker"
        with broker, Answering(broker.port, yes) as table:
            until(lambda: asker.wait(asker.ask("pause", {})).ok)
            assert {name for name, _ in table.asked} == {"pause"}


def test_many_at_once_are_told_apart(tmp_path: Path) -> None:
    def even(name: str, request: Request) -> Reply:
        return Reply(request.id, ok=request.data["seat"] % 2 == 0, reason="seat-empty")

    with Mosquitto(tmp_path) as broker, Answering(broker.port, even):
        heard: dict[str, Reply] = {}
        with Asker(source(broker.port), TOKEN, seconds=30) as asker:
            asked = {asker.ask("absent", {"seat": seat}): seat for seat in range(1, 11)}
            until(lambda: heard.update(asker.answers()) or len(heard) == 10)
            assert not asker.waiting
            assert not asker.answers()
        assert {one: reply.ok for one, reply in heard.items()} == {
            one: seat % 2 == 0 for one, seat in asked.items()
        }


def test_the_request_is_not_kept_by_the_broker(tmp_path: Path) -> None:
    with Mosquitto(tmp_path) as broker:
        with Answering(broker.port, yes):
            assert ask(source(broker.port), TOKEN, "undo", {}).ok
        with Subscriber(broker.port) as later:
            later.say("tapis/x", {})
            until(lambda: later.last("tapis/x") is not None)
            assert not [topic for topic, _, _ in later.heard if topic == TOPICS.command("undo")]


@pytest.mark.parametrize(
    ("text", "secret", "by"),
    [
        ("a-secret-for-tests\n", "a-secret-for-tests", ""),
        ("# ours\n\nanne a-secret-for-tests  # hers\n", "a-secret-for-tests", "anne"),
    ],
)
def test_a_token_has_a_file(tmp_path: Path, text: str, secret: str, by: str) -> None:
    file = tmp_path / "token"
    file.write_text(text)
    file.chmod(0o600)
    token = read_token(file)
    assert (token.secret, token.by) == (secret, by)
    assert secret not in f"{token!r} {token}"


@pytest.mark.parametrize(
    ("content", "mode", "said"),
    [
        (b"anne a-secret\n", 0o604, "is readable by everybody"),
        (b"anne a-secret\nbea b-secret\n", 0o600, "contains the tokens of several people"),
        (b"# nothing\n", 0o600, "contains no token"),
        (b"anne a-secret c-secret\n", 0o600, "does not contain a name and a token"),
        (b"\xff\xfe", 0o600, "is not text"),
    ],
)
def test_a_token_file_that_cannot_be_right(
    tmp_path: Path, content: bytes, mode: int, said: str
) -> None:
    file = tmp_path / "token"
    file.write_bytes(content)
    file.chmod(mode)
    with pytest.raises(ValueError, match=said) as caught:
        read_token(file)
    assert str(file) in str(caught.value)
    assert "secret" not in str(caught.value).replace(str(file), "")


def test_every_answer_of_our_own_has_words() -> None:
    from display.words.refusals import REASONS

    assert set(REASONS) > UNANSWERED
