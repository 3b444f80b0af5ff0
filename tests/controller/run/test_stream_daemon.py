"""A whole controller: its stream's socket is there only if the config allows one."""

import socket
from pathlib import Path

import msgspec

from controller.config.model import load_config
from controller.contract.commands import SitDown, Stream
from controller.contract.observations import Declared, FloorSaid
from controller.contract.private import StreamFrame, StreamOff
from controller.run.loop.daemon import Daemon
from controller.run.sockets.control_socket import socket_of
from controller.run.stream.stream_socket import stream_socket_of
from hardware.free_ports import free_port
from tests.controller.run.test_daemon import alive, write_config
from tests.mqtt import until


def say(daemon: Daemon, command: msgspec.Struct) -> None:
    daemon.put(FloorSaid(daemon.clock(), "floor", msgspec.json.encode(command).decode()))


def test_it_is_off_unless_the_config_allows_it(tmp_path: Path) -> None:
    config = load_config(write_config(tmp_path, free_port()))
    with alive(config) as daemon:
        assert not stream_socket_of(socket_of(config).parent, "t1").exists()
        say(daemon, Stream())
        until(lambda: daemon.runtime.seq > 0, what="the stream's end")
        until(lambda: daemon.runtime.table.at_rest.stream.number == 1)
        until(lambda: not daemon.runtime.table.at_rest.stream.on, what="the config's word")


def test_allowed_it_tells_its_subscriber_and_outlives_a_restart(tmp_path: Path) -> None:
    config = load_config(write_config(tmp_path, free_port(), "[stream]\nallowed = true\n"))
    path = stream_socket_of(socket_of(config).parent, "t1")
    with alive(config) as daemon:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(10)
            line.connect(str(path))
            told = line.makefile("rb").readline()
        assert msgspec.json.decode(told, type=StreamFrame | StreamOff) == StreamOff()
        say(daemon, SitDown(1, "Anne", 5000))
        say(daemon, Stream(1200))
        daemon.put(Declared(daemon.clock(), 1, "stream-yes"))
        until(lambda: daemon.runtime.table.at_rest.stream.agreed == ((1, "Anne"),))
    assert not path.exists()
    with alive(config) as daemon:
        stream = daemon.runtime.table.at_rest.stream
        assert (stream.on, stream.delay, stream.agreed) == (True, 1200, ((1, "Anne"),))
        daemon.put(Declared(daemon.clock(), 1, "stream-no"))
        until(lambda: not daemon.runtime.table.at_rest.stream.on)
