"""Doctor's check of pcscd's log for an ACR122U that times out.

Such a reader stays silent until it is plugged in again, and libccid logs `LIBUSB_ERROR_TIMEOUT`.
The remedy is the manufacturer's own driver, Debian's libacsccid1 (LudovicRousseau/PCSC 93,
LudovicRousseau/pyscard 94).
"""

from collections.abc import Iterator
from typing import Final

from controller.setup.checks.system import Finding
from controller.setup.checks.table_checks import Installation

TIMED_OUT: Final = "LIBUSB_ERROR_TIMEOUT"

LOG: Final = ("journalctl", "-u", "pcscd.service", "-b", "-q", "--no-pager", "-o", "cat")

DRIVER: Final = "/usr/lib/pcsc/drivers/ifd-acsccid.bundle"
"""The folder that the libacsccid1 package installs."""


def check_reader_log(it: Installation) -> Iterator[Finding]:
    """Look for reader timeouts in pcscd's log since the machine booted."""
    config, say = it.config, it.words.say
    if config is None or all(device.kind != "pcsc" for device in config.devices):
        return
    log = it.system.run([*LOG, "-n", "2000"]).text
    count = log.count(TIMED_OUT)
    if not count:
        return
    found = it.words.count(
        "{n} reader timeout in pcscd's log", "{n} reader timeouts in pcscd's log",
        count,
    )  # fmt: skip
    acs = any("ACR122" in device.port for device in config.devices) or "ACR122" in log
    if acs and not it.system.path(DRIVER).exists():
        todo = say("sudo apt-get install libacsccid1, then unplug the ACR122U and plug it in again")
    else:
        todo = say(
            "unplug the reader and plug it in again; if that fails, try a different port or "
            "a powered hub"
        )
    yield Finding("readers", "warn", found, todo)
