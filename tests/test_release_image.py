"""The image for a Pi: its layer and its scripts say the same, and are what rpi-image-gen reads.

What rpi-image-gen itself makes of them is looked at by `make image`, and the first start by `make
roots`.
"""

import configparser
import re
import subprocess
from pathlib import Path

import yaml

IMAGE = Path(__file__).parents[1] / "debian/image"
OVERLAY = IMAGE / "layer/tapis.rootfs-overlay"


def test_the_layer_is_the_one_that_the_config_names() -> None:
    config = yaml.safe_load((IMAGE / "config/tapis.yaml").read_text())
    text = (IMAGE / "layer/tapis.yaml").read_text()
    head = text.partition("# METABEGIN\n")[2].partition("# METAEND\n")[0]
    fields = dict(re.findall(r"^# X-Env-([\w-]+):(?: (.*))?$", head, re.MULTILINE))
    assert all(line == "#" or line.startswith(("# X-Env-", "#  ")) for line in head.splitlines())
    assert config["layer"]["app"] == fields["Layer-Name"] == OVERLAY.name.partition(".")[0]
    variables = {name for name in fields if re.fullmatch(r"Var-[a-z]+", name)}
    body = yaml.safe_load(text)["mmdebstrap"]
    used = {f"Var-{name}" for name in re.findall(r"IGconf_tapis_([a-z]+)", str(body))}
    assert used == variables
    assert {f"{name}-Valid" for name in variables} <= fields.keys()
    units = body["customize-hooks"][-1].split()[2:]
    assert all((OVERLAY / "etc/systemd/system" / unit).is_file() for unit in units)


def test_every_program_and_unit_that_is_named_is_there() -> None:
    units = OVERLAY / "etc/systemd/system"
    for unit in (*units.glob("*.service"), *units.glob("*.path")):
        read = configparser.ConfigParser(strict=False, interpolation=None)
        read.read_string(unit.read_text())
        for section in read.values():
            program = section.get("ExecStart", "")
            if program.startswith("/usr/lib/tapis-image/"):
                assert (OVERLAY / program[1:]).stat().st_mode & 0o111
            if other := section.get("Unit"):
                assert (units / other).is_file()


def test_its_scripts_are_shell() -> None:
    for script in (IMAGE / "make", *(OVERLAY / "usr/lib/tapis-image").iterdir()):
        subprocess.run(["sh", "-n", str(script)], check=True, timeout=30)


def test_what_is_missing_is_said() -> None:
    told = subprocess.run(
        ["sh", str(IMAGE / "make"), "no.deb", "nowhere"], capture_output=True, text=True,
        timeout=30, check=False,
    )  # fmt: skip
    assert told.returncode == 2
    assert "rpi-image-gen" in told.stderr
