"""Doctor's checks of the nodes: whether they have keys, and problems that they report."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from controller.run.sockets.control_socket import Question, ask, socket_of
from controller.run.upkeep.devices import DevicesView
from controller.setup.checks.system import Finding, Level
from controller.setup.checks.table_checks import Installation
from controller.toml.file import FileProblems
from hardware.keys import load_keys

INSTALL = "tapis firmware install PORT"


def check_nodes(it: Installation) -> Iterator[Finding]:
    """Check that every node has a key, and report node problems seen by a running controller."""
    config, say = it.config, it.words.say
    if config is None or all(device.kind != "node" for device in config.devices):
        return
    path = Path(config.links.key_file)
    try:
        keys = load_keys(path)
    except FileProblems as problems:
        for one in problems.problems:
            wrong, right = one.told(say)
            todo = right or say("{command} rewrites the file", command=INSTALL)
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
    answer = ask(socket_of(config), Question("devices"))
    if answer is None:
        return
    for status in msgspec.json.decode(answer, type=DevicesView).devices:
        if status.kind == "node" and status.problem:
            level: Level = "warn" if status.up else "fail"
            todo = say("run tapis devices to list all problems")
            yield Finding("nodes", level, status.in_words(say), todo)
