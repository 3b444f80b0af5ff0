"""Doctor's check of off-the-shelf readers: those that send lines of JSON, and Pepper C1 readers."""

from collections.abc import Iterator

import msgspec

from controller.run.sockets.control_socket import Question, ask, socket_of
from controller.run.upkeep.devices import DevicesView
from controller.setup.checks.system import Finding, Level
from controller.setup.checks.table_checks import Installation

KINDS = ("lines", "pepper")


def check_bought(it: Installation) -> Iterator[Finding]:
    """Check off-the-shelf readers' ports, and report problems that a running controller sees."""
    if it.config is None:
        return
    say = it.words.say
    bought = [device for device in it.config.devices if device.kind in KINDS]
    for device in bought:
        if device.port.startswith("/") and not it.system.path(device.port).exists():
            found = say("{name}: {port} does not exist", name=device.name, port=device.port)
            yield Finding("readers", "fail", found, say("plug it in"))
    answer = ask(socket_of(it.config), Question("devices")) if bought else None
    if answer is None:
        return
    for status in msgspec.json.decode(answer, type=DevicesView).devices:
        if status.kind not in KINDS:
            continue
        if status.problem:
            level: Level = "warn" if status.up else "fail"
            found = status.in_words(say)
            yield Finding("readers", level, found, say("run tapis devices to list all problems"))
        elif status.up:
            found = say("{name} answers on {port}", name=status.name, port=status.port)
            yield Finding("readers", "ok", found)
