"""Doctor's check for programs and drivers that interfere with a table's USB adapters."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.rehearse.simulated_devices.workshop import is_rehearsed
from controller.setup.checks.system import Finding
from controller.setup.checks.table_checks import Installation

BRAILLE: Final = ("/usr/lib/udev/rules.d", "/lib/udev/rules.d", "/etc/udev/rules.d")
"""The folders of udev rules. brltty's rules there may claim serial adapters (even the CH340) as
braille displays."""

ADAPTERS: Final = ("1a86", "10c4", "0403")
"""The USB vendor ids of serial adapters, in hexadecimal as in udev rules."""

OURS: Final = "/etc/udev/rules.d/60-tapis.rules"
"""The file with the rule that makes ModemManager leave nodes alone."""

SLOW_MS: Final = 1
"""The tolerated latency of an FTDI adapter (ms); the kernel's default is 16."""


def check_adapters(it: Installation) -> Iterator[Finding]:
    """Find programs that take over serial adapters, and adapters that delay bytes."""
    config = it.config
    if config is None or is_rehearsed(config):
        return
    if not any(device.kind in ("node", "lines", "pepper") for device in config.devices):
        return
    say, system = it.words.say, it.system
    rules = [
        rule.name for folder in BRAILLE for rule in system.files(folder, "*brltty*.rules")
        if any(maker in rule.read_text(errors="replace").lower() for maker in ADAPTERS)
    ]  # fmt: skip
    if rules:
        found = say("brltty claims serial adapters for braille displays ({file})", file=rules[0])
        yield Finding("ports", "warn", found, "sudo apt-get purge brltty")
    asked = system.run(["systemctl", "is-active", "ModemManager.service"])
    if asked.text.strip() == "active" and not system.path(OURS).exists():
        found = say("ModemManager probes every new serial port, including the nodes' ports")
        todo = "sudo tapis install; sudo udevadm trigger"
        yield Finding("ports", "warn", found, todo)
    for timer in system.files("/sys/bus/usb-serial/devices", "*/latency_timer"):
        waits = _number(timer)
        if waits > SLOW_MS:
            found = say(
                "{port} delays bytes by {n} ms (FTDI)",
                port=f"/dev/{timer.parent.name}",
                n=waits,
            )
            todo = say(
                "sudo tapis install (for its udev rule), then unplug the adapter and plug it in "
                "again"
            )
            yield Finding("ports", "warn", found, todo)


def _number(file: Path) -> int:
    text = file.read_text(errors="replace").strip()
    return int(text) if text.isdecimal() else 0
