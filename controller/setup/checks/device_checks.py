"""Doctor's checks of the nodes and off-the-shelf readers: keys, ports, and what they report."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from controller.run.sockets.control_socket import Question, ask, socket_of
from controller.run.upkeep.devices import DevicesView
from controller.setup.checks.examined_machine import Finding
from controller.setup.checks.table_checks import Installation
from controller.toml.file import FileProblems
from hardware.keys import load_keys
from hardware.ports import DeviceStatus

INSTALL = "tapis firmware install PORT"

BOUGHT = ("lines", "pepper")
"""The kinds of off-the-shelf readers: those that send lines of JSON, and Pepper C1 readers."""


def check_nodes(it: Installation) -> Iterator[Finding]:
    """Check that every node has a key, and report node problems seen by a running controller."""
    config, say = it.config, it.words.say
    if all(device.kind != "node" for device in config.devices):
        return
    path = Path(config.links.key_file)
    try:
        keys = load_keys(path)
    except FileProblems as problems:
        for one in problems.problems:
            wrong, right = one.told(say)
            todo = right or say("run {command} to write the file again", command=INSTALL)
            yield Finding("nodes", "fail", wrong, todo)
        return
    if config.links.keys == "optional":
        found = say(
            "a node without a key is trusted, and so is anything that claims to be that node"
        )
        todo = say(
            '{command} gives each node a key; then set keys = "required" in [links] of table.toml',
            command=INSTALL,
        )
        yield Finding("nodes", "warn", found, todo)
    elif not keys:
        todo = say("run {command} for each node", command=INSTALL)
        yield Finding("nodes", "fail", say("no node has a key in {file}", file=path), todo)
    else:
        found = it.words.count(
            "{n} node has a key, and no node is trusted without one",
            "{n} nodes have keys, and no node is trusted without one",
            len(keys),
        )
        yield Finding("nodes", "ok", found)
    for status in _statuses(it, ("node",)):
        if status.problem:
            yield _problem("nodes", status, it)


def check_bought(it: Installation) -> Iterator[Finding]:
    """Check off-the-shelf readers' ports, and report problems that a running controller sees."""
    say = it.words.say
    bought = [device for device in it.config.devices if device.kind in BOUGHT]
    for device in bought:
        if device.port.startswith("/") and not it.system.path(device.port).exists():
            found = say("{name}: {port} does not exist", name=device.name, port=device.port)
            yield Finding("readers", "fail", found, say("plug the device in"))
    for status in _statuses(it, BOUGHT) if bought else ():
        if status.problem:
            yield _problem("readers", status, it)
        elif status.up:
            found = say("{name} answers on {port}", name=status.name, port=status.port)
            yield Finding("readers", "ok", found)


def _statuses(it: Installation, kinds: tuple[str, ...]) -> Iterator[DeviceStatus]:
    """Yield the status of each device of these kinds, if a controller is running the table."""
    answer = ask(socket_of(it.config), Question("devices"))
    if answer is not None:
        devices = msgspec.json.decode(answer, type=DevicesView).devices
        yield from (one for one in devices if one.kind in kinds)


def _problem(check: str, status: DeviceStatus, it: Installation) -> Finding:
    todo = it.words.say("run tapis devices to list all problems")
    return Finding(check, "warn" if status.up else "fail", status.in_words(it.words.say), todo)
