"""What doctor checks of the nodes: whether they prove who they are, and what is wrong with one."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from controller.run.control_socket import Question, ask, socket_of
from controller.run.devices import DevicesView
from controller.setup.system import Finding
from controller.setup.table_checks import Installation
from controller.toml.file import FileProblems
from hardware.keys import load_keys

INSTALL = "tapis firmware install PORT"


def check_nodes(it: Installation) -> Iterator[Finding]:
    """Look whether every node has a key, and what a running controller has against one."""
    config = it.config
    if config is None or all(device.kind != "node" for device in config.devices):
        return
    path = Path(config.links.key_file)
    try:
        keys = load_keys(path)
    except FileProblems as problems:
        for one in problems.problems:
            todo = one.right or f"{INSTALL} writes it anew"
            yield Finding("nodes", "fail", f"{one.file}: {one.key} {one.wrong}", todo)
        return
    if config.links.keys == "optional":
        found = "a node without a key is believed, and so is whatever else says that it is one"
        todo = f'{INSTALL} gives each node a key; then keys = "required" in [links] of table.toml'
        yield Finding("nodes", "warn", found, todo)
    elif not keys:
        yield Finding("nodes", "fail", f"no node has a key in {path}", f"{INSTALL}, for each node")
    else:
        yield Finding("nodes", "ok", f"{len(keys)} nodes have keys, and none is believed without")
    answer = ask(socket_of(config), Question("devices"))
    if answer is None:
        return
    for status in msgspec.json.decode(answer, type=DevicesView).devices:
        if status.kind == "node" and status.problem:
            todo = "tapis devices shows them all"
            yield Finding("nodes", "warn" if status.up else "fail", status.problem, todo)
