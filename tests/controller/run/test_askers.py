"""An answer goes where MQTT 5's response topic says, as mosquitto's own client asks for it."""

import json
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from controller.config.model import load_config
from controller.play.sinks.servers import Mosquitto
from controller.run.messages.askers import MOST_BYTES, Asker, asker_of
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
    asker = asker_of("floor", message(ResponseTopic=topic), REPLIES)
    assert asker == Asker("floor")
    assert asker.way(f"{REPLIES}pause") == (f"{REPLIES}pause", None)


def test_what_is_too_long_is_left_out_and_what_is_just_short_enough_is_kept() -> None:
    long = message(CorrelationData=b"x" * (MOST_BYTES + 1))
    assert asker_of("floor", long, REPLIES).way(REPLIES) == (REPLIES, None)
    assert asker_of("floor", cast("Any", SimpleNamespace()), REPLIES) == Asker("floor")
    topic, mark = REPLIES + "x" * (MOST_BYTES - len(REPLIES)), b"x" * MOST_BYTES
    asker = asker_of("floor", message(ResponseTopic=topic, CorrelationData=mark), REPLIES)
    way, properties = asker.way(REPLIES)
    assert (way, getattr(properties, "CorrelationData", None)) == (topic, mark)


@pytest.mark.parametrize("ask", ["pause", "replay"])
def test_clients_that_chose_the_same_id_have_each_their_own_answer(
    tmp_path: Path, ask: str
) -> None:
    request = json.dumps({"id": "1", "data": {"after_seq": 10**9}}).encode()
    with (
        Mosquitto(tmp_path) as broker,
        alive(load_config(write_config(tmp_path, broker.port))) as daemon,
        Subscriber(broker.port, "tapis/home/t1/reply/#") as ear,
    ):
        assert daemon.broker is not None
        heard = daemon.broker._received
        with daemon.broker._busy:
            # Both are received before either is answered.
            for name in ("a", "b"):
                asked = message(ResponseTopic=f"tapis/home/t1/reply/{name}")
                asked.topic, asked.payload = f"tapis/home/t1/command/{ask}", request
                asked.retain = False
                heard(cast("Any", None), None, asked)
        until(lambda: len(ear.heard) == 2)
        assert {topic[-1] for topic, _, _ in ear.heard} == {"a", "b"}
