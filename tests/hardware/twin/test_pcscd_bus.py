"""The library that is preloaded into pcscd: its built-in folders are below the test's own."""

import subprocess
from pathlib import Path

import pytest

from hardware.twin.cards.pcscd import BUS

PROGRAM = """
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
int main(void) {
    struct stat about;
    const char *path = "/run/pcscd/probe";
    if (fopen(path, "r") == NULL)
        return 1;
    return open(path, O_RDONLY) < 0 ? 2 : stat(path, &about) < 0 ? 3 : 0;
}
"""


@pytest.mark.parametrize("names", [(), ("-D_FILE_OFFSET_BITS=64",)])
def test_folders_are_moved_by_both_names_of_a_call(tmp_path: Path, names: tuple[str, ...]) -> None:
    """Debian 13 builds its pcscd for large files."""
    (tmp_path / "probe.c").write_text(PROGRAM)
    (tmp_path / "run/pcscd").mkdir(parents=True)
    (tmp_path / "run/pcscd/probe").touch()
    flags = ["-shared", "-fPIC", "-I/usr/include/PCSC"]
    bus = tmp_path / "bus.so"
    subprocess.run(["gcc", *flags, "-o", bus, BUS / "bus.c"], check=True)
    subprocess.run(["gcc", *names, "-o", tmp_path / "probe", tmp_path / "probe.c"], check=True)
    ours = {"LD_PRELOAD": str(bus), "TAPIS_PCSCD": str(tmp_path)}
    assert subprocess.run([tmp_path / "probe"], env=ours).returncode == 0
