"""An answer goes where MQTT 5's response topic says, as mosquitto's own client asks for it."""

import json
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from controller.config.model import load_config
from controller.play.sinks.servers import Mosquitto
from controller.run.messages.askers import MOST_ASKED, MOST_BYTES, Askers
from tests.controller.run.test_daemon import alive, write_config
from tests.mqtt import Subscriber, until

REPLIES = "tapis/home/1/reply/"


def message(**properties: object) -> Any:
    """Return a message with these properties of MQTT 5."""
    return cast("Any", SimpleNamespace(properties=SimpleNamespace(**properties)))


@pytest.mark.parametrize("ask", ["pause", "replay"])
def test_a_client_of_others_gets_its_answer_on_its_own_topic(tmp_path: Path, ask: str) -> None:
    request = json.dumps({"id": "r1", "data": {"after_seq": 10**9}})
    with (
        Mosquitto(tmp_path) as broker,
        alive(load_config(write_config(tmp_path, broker.port))),
        Subscriber(broker.port, "tapis/home/t1/reply/#") as ear,
    ):
        told = subprocess.run(
            ["mosquitto_rr", "-V", "5", "-p", str(broker.port), "-W", "20", "-q", "1",
             "-t", f"tapis/home/t1/command/{ask}", "-e", "tapis/home/t1/reply/mine/7",
             "-m", request, "-D", "publish", "correlation-data", "c-9", "-F", "%D %p"],
            capture_output=True, text=True,
        )  # fmt: skip
        assert told.returncode == 0, told.stderr
        correlation, _, answer = told.stdout.partition(" ")
        assert (correlation, json.loads(answer)["id"]) == ("c-9", "r1")
        until(lambda: ear.heard)
        assert [topic for topic, _, _ in ear.heard] == ["tapis/home/t1/reply/mine/7"]


@pytest.mark.parametrize(
    "topic",
    ["tapis/home/1/state", "tapis/home/1/reply/", "tapis/home/1/reply/#", "tapis/home/1/reply/+",
     "", REPLIES + "x" * MOST_BYTES],
)  # fmt: skip
def test_no_answer_is_written_over_what_only_the_table_says(topic: str) -> None:
    askers = Askers(REPLIES)
    askers.note("r1", "floor", message(ResponseTopic=topic))
    assert askers.user("r1") == "floor"
    assert askers.way(f"{REPLIES}pause", "r1") == (f"{REPLIES}pause", None)
    assert askers.user("r1") == ""


def test_what_is_too_long_and_too_much_is_left_out() -> None:
    askers = Askers(REPLIES)
    askers.note("r1", "floor", message(CorrelationData=b"x" * (MOST_BYTES + 1)))
    assert askers.way(REPLIES, "r1") == (REPLIES, None)
    askers.note("0", "floor", cast("Any", SimpleNamespace()))
    for number in range(1, MOST_ASKED + 1):
        askers.note(str(number), "floor", message())
    assert (askers.user("0"), askers.user("1")) == ("", "floor")


def test_what_is_just_short_enough_is_kept_and_a_thousand_are() -> None:
    askers = Askers(REPLIES)
    topic, mark = REPLIES + "x" * (MOST_BYTES - len(REPLIES)), b"x" * MOST_BYTES
    askers.note("r1", "floor", message(ResponseTopic=topic, CorrelationData=mark))
    way, properties = askers.way(REPLIES, "r1")
    assert (way, getattr(properties, "CorrelationData", None)) == (topic, mark)
    assert askers.way(REPLIES, "r1") == (REPLIES, None), "it has been answered"
    for number in range(MOST_ASKED):
        askers.note(str(number), "floor", message())
    assert (askers.user("0"), askers.user(str(MOST_ASKED - 1))) == ("floor", "floor")
