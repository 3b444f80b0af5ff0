"""What `tapis install` puts into a folder: systemd takes it, and it can be taken away again."""

import hashlib
import json
import os
import re
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from controller.cli import app
from controller.config.model import SYSTEM_SOCKET, load_config
from controller.config.stream import STREAM_USER
from controller.install.commands import SERVICES, voice_units
from controller.install.installed_files import install_files
from controller.install.layout import InstallOptions, password_line, with_broker
from controller.run.access.tokens import load_tokens
from controller.run.stream.stream_socket import stream_socket_of
from display.ask import read_token

EXAMPLE = Path(__file__).parents[3] / "docs" / "table.toml"
TAPIS = str(Path(sys.prefix) / "bin" / "tapis")


def tapis(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def files_below(root: Path) -> set[str]:
    return {str(file.relative_to(root)) for file in root.rglob("*") if file.is_file()}


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    install_files(InstallOptions(TAPIS), tmp_path)
    units = [str(unit) for unit in (tmp_path / "etc/systemd/system").glob("*.s*")]
    assert len(units) == 9
    told = subprocess.run(
        ["systemd-analyze", "verify", *units], capture_output=True, text=True, timeout=60
    )
    assert told.returncode == 0, told.stderr
    # What it says of this machine's other units is no matter.
    assert [line for line in told.stderr.splitlines() if "tapis" in line] == []


ASK_POLKIT = """
const rules = [], polkit = { addRule: (rule) => rules.push(rule), Result: { YES: "yes" } };
eval(process.argv[1]);
const asked = JSON.parse(process.argv[2]).map(([id, user, unit, verb]) => {
    const action = { id, lookup: (name) => ({ unit, verb })[name] };
    return rules.some((rule) => rule(action, { user }) === polkit.Result.YES);
});
console.log(JSON.stringify(asked));
"""
MANAGE, ENABLE = (
    "org.freedesktop.systemd1.manage-units",
    "org.freedesktop.systemd1.manage-unit-files",
)
READERS = "org.debian.pcsc-lite.access_"


def test_polkit_lets_the_page_stop_and_start_its_table_and_nothing_else(tmp_path: Path) -> None:
    """The rules are run as polkitd runs them."""
    install_files(InstallOptions(TAPIS), tmp_path)
    rules = next((tmp_path / "etc/polkit-1/rules.d").glob("*tapis*.rules")).read_text()
    units, users = ("tapis.service", "tapis-care.service", "ssh.service"), ("tapis", "tapis-page")
    asked = [
        (action, user, unit, verb)
        for action in (MANAGE, ENABLE, f"{READERS}card", f"{READERS}pcsc")
        for user in users for unit in units for verb in ("start", "stop", "restart", "reload")
    ]  # fmt: skip
    told = subprocess.run(
        ["node", "-e", ASK_POLKIT, rules, json.dumps(asked)],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    granted = {one for one, yes in zip(asked, json.loads(told.stdout), strict=True) if yes}
    assert {one for one in granted if not one[0].startswith(READERS)} == {
        (MANAGE, "tapis", "tapis.service", verb) for verb in ("start", "stop")
    }
    assert {user for action, user, *_ in granted if action.startswith(READERS)} == {"tapis"}


@pytest.mark.parametrize(
    "unit",
    [
        "tapis",
        "tapis-display",
        "tapis-voice@",
        "tapis-page",
        "tapis-care",
        "tapis-stream",
        "tapis-venue",
        "tapis-venue-page",
    ],
)
def test_the_services_are_shut_in(tmp_path: Path, unit: str) -> None:
    install_files(InstallOptions(TAPIS), tmp_path)
    told = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=17", "--json=short",
         str(tmp_path / "etc/systemd/system" / f"{unit}.service")],
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    open_doors = {row["json_field"] for row in json.loads(told.stdout) if not row["set"]}
    assert not open_doors & {"NoNewPrivileges", "PrivateTmp", "ProtectSystem", "ProtectHome"}


def calls_of(name: str) -> set[str]:
    """Return the system calls of a set of systemd's, or the one of this name."""
    if not name.startswith("@"):
        return {name}
    told = subprocess.run(
        ["systemd-analyze", "syscall-filter", name],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    words = [line.split()[0] for line in told.stdout.splitlines()[1:] if line.strip()]
    return {call for word in words if word != "#" for call in calls_of(word)}


@pytest.mark.parametrize(
    ("unit", "needs"),
    [
        ("tapis", {"lchown", "sched_setscheduler"}),
        ("tapis-care", {"lchown"}),
        ("tapis-venue", {"lchown"}),
    ],
)
def test_the_kernel_refuses_no_service_what_it_needs(
    tmp_path: Path, unit: str, needs: set[str]
) -> None:
    """Sockets are given to other groups, which is among what needs privileges elsewhere."""
    install_files(InstallOptions(TAPIS), tmp_path)
    text = (tmp_path / "etc/systemd/system" / f"{unit}.service").read_text()
    may: set[str] = set()
    for line in re.findall(r"^SystemCallFilter=(.*)$", text, re.MULTILINE):
        calls = {call for word in line.lstrip("~").split() for call in calls_of(word)}
        may = may - calls if line.startswith("~") else may | calls
    assert needs <= may
    assert not {"setuid", "reboot", "mount"} & may


def test_what_would_be_two_lines_is_refused(tmp_path: Path) -> None:
    for option in ("--bridge-user", "--bridge-ca", "--tapis"):
        told = tapis("install", "--root", tmp_path, "--bridge", "a.lan:1", option, "x\nuser root")
        assert told.exit_code == 2
        assert "one line" in told.output
    assert files_below(tmp_path) == set()


def test_a_link_in_a_folder_s_place_leads_root_nowhere(tmp_path: Path) -> None:
    outside, root = tmp_path / "outside", tmp_path / "root"
    outside.mkdir(mode=0o755)
    (root / "etc/tapis").mkdir(parents=True)
    (root / "etc/tapis/passwords").symlink_to(outside)
    told = tapis("install", "--root", root)
    assert told.exit_code == 2
    assert "this is a link" in told.output
    assert stat.S_IMODE(outside.stat().st_mode) == 0o755
    assert [*outside.iterdir()] == []


@pytest.mark.parametrize(
    ("place", "leads"),
    [("etc/tapis/tls", "folder"), ("etc/tapis/passwords", "folder"), ("etc/mosquitto", "folder"),
     ("etc/tapis/tls/ca.key", "file"), ("etc/tapis/passwords/table-1", "file"),
     ("etc/tapis/tokens", "file"), ("etc/tapis/installed.json", "file"),
     ("etc/mosquitto/certs/tapis.key", "file")],
)  # fmt: skip
def test_root_follows_no_link_whatever_is_one(tmp_path: Path, place: str, leads: str) -> None:
    outside, root = tmp_path / "outside", tmp_path / "root"
    outside.mkdir(mode=0o755)
    secret = outside / "secret"
    secret.write_text("of another user\n")
    secret.chmod(0o604)
    link = root / place
    link.parent.mkdir(parents=True)
    link.symlink_to(secret if leads == "file" else outside)
    told = tapis("install", "--root", root)
    assert told.exit_code == 2, told.output
    assert "this is a link" in told.output
    assert [*outside.iterdir()] == [secret]
    assert (secret.read_text(), stat.S_IMODE(secret.stat().st_mode)) == ("of another user\n", 0o604)
    assert stat.S_IMODE(outside.stat().st_mode) == 0o755
    copies = [file for file in files_below(root) if "another user" in (root / file).read_text()]
    assert copies in ([], [place])  # no more than the link itself


def test_a_record_that_somebody_wrote_takes_nothing_away_outside(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "mine"
    outside.write_text("mine")
    tapis("install", "--root", root)
    record = root / "etc/tapis/installed.json"
    for path in ("../mine", str(outside)):
        record.write_text(json.dumps({path: hashlib.sha256(b"mine").hexdigest()}))
        told = tapis("uninstall", "--root", root)
        assert (told.exit_code, "is outside" in told.output) == (2, True)
    assert outside.read_text() == "mine"


def test_each_seat_s_voice_is_a_user_of_its_own_whose_line_the_table_may_give_it(
    tmp_path: Path,
) -> None:
    install_files(InstallOptions(TAPIS), tmp_path)
    unit = (tmp_path / "etc/systemd/system/tapis-voice@.service").read_text()
    assert "\nUser=tapis-seat-%i\nGroup=tapis-seat-%i\n" in unit
    told = subprocess.run(
        ["systemd-sysusers", f"--root={tmp_path}"], capture_output=True, text=True, timeout=60
    )
    assert told.returncode == 0, told.stderr
    people = (tmp_path / "etc/passwd").read_text()
    members = (tmp_path / "etc/group").read_text()
    for seat in range(1, 11):
        assert re.search(rf"^tapis-seat-{seat}:", people, re.MULTILINE)
        assert re.search(rf"^tapis-seat-{seat}:.*:tapis$", members, re.MULTILINE)


def test_the_streams_socket_is_read_by_the_one_user_of_its_overlays(tmp_path: Path) -> None:
    """The unit's user, the one that the controller asks the kernel for, and its group, are one."""
    install_files(InstallOptions(TAPIS, table="7"), tmp_path)
    unit = (tmp_path / "etc/systemd/system/tapis-stream.service").read_text()
    assert f"\nUser={STREAM_USER}\nGroup={STREAM_USER}\n" in unit
    assert f"--socket {stream_socket_of(Path('/run/tapis'), '7')} " in unit
    assert "tapis-stream.service" not in SERVICES, "off until somebody switches it on"
    told = subprocess.run(
        ["systemd-sysusers", f"--root={tmp_path}"], capture_output=True, text=True, timeout=60
    )
    assert told.returncode == 0, told.stderr
    members = dict(line.split(":", 1) for line in (tmp_path / "etc/group").read_text().split())
    assert members[STREAM_USER].endswith(":tapis"), "it may give the socket to that group"
    alone = [line for line in (tmp_path / "etc/passwd").read_text().splitlines()
             if line.startswith(f"{STREAM_USER}:")]  # fmt: skip
    assert len(alone) == 1


def test_polkit_lets_the_tables_user_alone_to_the_readers_and_to_its_service(
    tmp_path: Path,
) -> None:
    install_files(InstallOptions(TAPIS), tmp_path)
    rule = (tmp_path / "etc/polkit-1/rules.d/50-tapis.rules").read_text()
    asked = """
const rules = [];
const polkit = { Result: { YES: "yes" }, addRule: (rule) => rules.push(rule) };
const may = (id, user, unit, verb) => {
  const action = { id, lookup: (key) => ({ unit, verb })[key] };
  return rules.some((rule) => rule(action, { user }) === "yes");
};
"""
    tell = """
const found = [];
for (const id of ["pcsc-lite.access_pcsc", "pcsc-lite.access_card", "pcsc-lite.else"])
  for (const user of ["tapis", "www-data"])
    if (may(`org.debian.${id}`, user)) found.push(`${id} ${user}`);
for (const id of ["manage-units", "manage-unit-files"])
  for (const user of ["tapis", "tapis-page"])
    for (const unit of ["tapis.service", "ssh.service"])
      for (const verb of ["start", "stop", "restart", "kill"])
        if (may(`org.freedesktop.systemd1.${id}`, user, unit, verb))
          found.push(`${id} ${user} ${unit} ${verb}`);
console.log(found.join("\\n"));
"""
    told = subprocess.run(
        ["node", "-e", f"{asked}\n{rule}\n{tell}"], capture_output=True, text=True, timeout=60
    )
    assert told.stdout.splitlines() == [
        "pcsc-lite.access_pcsc tapis", "pcsc-lite.access_card tapis",
        "manage-units tapis tapis.service start", "manage-units tapis tapis.service stop",
    ], told.stderr  # fmt: skip


def test_the_controllers_door_to_the_broker_is_in_a_folder_of_its_group(tmp_path: Path) -> None:
    install_files(InstallOptions(TAPIS), tmp_path)
    folders = (tmp_path / "etc/tmpfiles.d/tapis.conf").read_text()
    # What mosquitto makes there is the group's, by the folder's setgid.
    assert f"\nd {SYSTEM_SOCKET.parent} 2750 mosquitto tapis -\n" in folders
    broker = (tmp_path / "etc/mosquitto/conf.d/tapis.conf").read_text()
    doors = re.findall(r"^listener (.*)\nmax_connections (\d+)$", broker, re.MULTILINE)
    assert doors == [(f"0 {SYSTEM_SOCKET}", "8"), ("1883 127.0.0.1", "64"), ("8883", "64")]
    # Nobody else is of that group.
    people = (tmp_path / "etc/sysusers.d/tapis.conf").read_text()
    assert not re.search(r"^m \S+ tapis$", people, re.MULTILINE)


@pytest.mark.parametrize("unit", ["tapis", "tapis-care"])
def test_the_library_of_the_pins_has_a_folder_to_write_to(tmp_path: Path, unit: str) -> None:
    """Importing lgpio makes a pipe in LG_WD, or in the working folder: a unit's is `/`."""
    install_files(InstallOptions(TAPIS), tmp_path)
    text = (tmp_path / f"etc/systemd/system/{unit}.service").read_text()
    [folder] = re.findall(r"^RuntimeDirectory=(\S+)$", text, re.MULTILINE)
    assert re.findall(r"^WorkingDirectory=(\S+)$", text, re.MULTILINE) == [f"/run/{folder}"]
    assert re.findall(r"^Environment=LG_WD=(\S+)$", text, re.MULTILINE) == [f"/run/{folder}"]


def test_udev_rules_are_whole(tmp_path: Path) -> None:
    install_files(InstallOptions(TAPIS), tmp_path)
    rules = (tmp_path / "etc/udev/rules.d/60-tapis.rules").read_text()
    word = r'[A-Z_]+(?:{\w+})?(?:==|=|\+=)"[^"]*"'
    for line in rules.splitlines():
        assert not line or line.startswith("#") or re.fullmatch(rf"{word}(?:, {word})*", line), line


def test_secrets_are_for_those_who_need_them(tmp_path: Path) -> None:
    install_files(InstallOptions(TAPIS), tmp_path, config=EXAMPLE.read_text())
    for file in files_below(tmp_path):
        mode = stat.S_IMODE((tmp_path / file).stat().st_mode)
        secret = re.search(r"password|passwd|token|\.key$|acl$", file)
        assert mode & 0o007 == (0 if secret else 0o004), (file, oct(mode))
    assert stat.S_IMODE((tmp_path / "etc/tapis/passwords").stat().st_mode) == 0o700
    passwords = [file.read_text() for file in (tmp_path / "etc/tapis/passwords").iterdir()]
    assert len(set(passwords)) == len(passwords) == 6
    assert all(len(password.strip()) >= 24 for password in passwords)


def test_the_screen_commands_with_a_token_of_its_own(tmp_path: Path) -> None:
    install_files(InstallOptions(TAPIS), tmp_path)
    etc = tmp_path / "etc/tapis"
    tokens = load_tokens(etc / "tokens")
    screen, floor = (read_token(etc / f"{who}-token").secret for who in ("screen", "floor"))
    assert (tokens.owner(screen), tokens.owner(floor)) == ("screen", "floor")
    assert tokens.is_local("screen")
    assert not tokens.is_local("floor")
    assert not any(secret in (etc / "tokens").read_text() for secret in (screen, floor))
    assert "--token-file /etc/tapis/screen-token " in (etc / "display.env").read_text()


def test_tokens_of_ones_own_are_not_touched(tmp_path: Path) -> None:
    etc = tmp_path / "etc/tapis"
    etc.mkdir(parents=True)
    (etc / "tokens").write_text("paul a-secret-of-his-own\n")
    install_files(InstallOptions(TAPIS), tmp_path)
    assert (etc / "tokens").read_text() == "paul a-secret-of-his-own\n"
    # It knows no screen, and the screen that shows the table tries no token.
    assert "--token-file" not in (etc / "display.env").read_text()
    assert not any((etc / f"{who}-token").exists() for who in ("screen", "floor"))


def test_tokens_that_are_hashed_later_leave_the_screen_its_own(tmp_path: Path) -> None:
    etc = tmp_path / "etc/tapis"
    etc.mkdir(parents=True)
    (etc / "tokens").write_text("floor a-secret-of-theirs\nscreen the-screens-own-token local\n")
    assert tapis("install", "--root", tmp_path, "--config", EXAMPLE).exit_code == 0
    assert read_token(etc / "screen-token").secret == "the-screens-own-token"
    told = tapis("floor", "token", "--hash", "--config", etc / "table.toml")
    assert told.exit_code == 0, told.output
    before = (etc / "tokens").read_text()
    assert "own-token" not in before
    tapis("install", "--root", tmp_path)
    assert (etc / "tokens").read_text() == before
    assert load_tokens(etc / "tokens").owner(read_token(etc / "screen-token").secret) == "screen"
    assert "--token-file /etc/tapis/screen-token " in (etc / "display.env").read_text()


def test_the_ears_that_start_with_the_machine_are_stopped_too(tmp_path: Path) -> None:
    wants = tmp_path / "multi-user.target.wants"
    wants.mkdir()
    for seat in (3, 7):
        (wants / f"tapis-voice@{seat}.service").symlink_to(tmp_path / "tapis-voice@.service")
    (tmp_path / "tapis-voice@.service").touch()
    assert voice_units(tmp_path) == ["tapis-voice@3.service", "tapis-voice@7.service"]


def test_the_config_that_is_taken_along_reaches_the_broker(tmp_path: Path) -> None:
    told = tapis("install", "--root", tmp_path, "--config", EXAMPLE)
    assert told.exit_code == 0, told.output
    config = load_config(tmp_path / "etc/tapis/table.toml")
    assert (config.broker.user, config.broker.port) == ("table-1", 1883)
    assert (
        Path(config.broker.password_file).read_text()
        == (tmp_path / "etc/tapis/passwords/table-1").read_text()
    )
    if os.geteuid() != 0:
        load_tokens(Path(config.tokens))
    assert config.tokens == str(tmp_path / "etc/tapis/tokens")
    other = tmp_path / "other.toml"
    other.write_text(EXAMPLE.read_text().replace("port = 1883", "port = 1884"))
    assert tapis("install", "--root", tmp_path / "b", "--config", other).exit_code == 0
    assert "listener 1884 " in (tmp_path / "b/etc/mosquitto/conf.d/tapis.conf").read_text()


@pytest.mark.parametrize(
    "config",
    [
        'name = "1"\n',
        'name = "1"\n[broker]\nhost = "b"\n[level]\nante = 5\n',
        '[broker]\nuser = "own"\npassword_file = "own"\n',
        'tokens = "mine"\n[level]\nante = 5\n',
    ],
)
def test_a_config_gets_what_it_lacks_and_keeps_the_rest(config: str) -> None:
    before, after = tomllib.loads(config), tomllib.loads(with_broker(config, InstallOptions(TAPIS)))
    assert after["tokens"] == before.get("tokens", "tokens")
    assert after["broker"]["user"] == before.get("broker", {}).get("user", "table-1")
    for key, value in before.items():
        assert after[key] == value | after[key] if isinstance(value, dict) else value


def test_a_config_keeps_its_comments_and_its_order() -> None:
    config = """\
# The big table.
name = "1"  # by the window

# The old PC in the office.
[broker]
host = "b" # not ours

# Friday's level.
[level]
ante = 5
"""
    assert with_broker(config, InstallOptions(TAPIS)) == 'tokens = "tokens"\n' + config.replace(
        "not ours\n", 'not ours\nuser = "table-1"\npassword_file = "broker-password"\n'
    )


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    told = tapis("install", "--root", tmp_path, "--dry-run")
    assert told.exit_code == 0
    assert f"{tmp_path}/etc/systemd/system/tapis.service: new" in told.output
    assert files_below(tmp_path) == set()


def test_installing_again_keeps_what_is_yours(tmp_path: Path) -> None:
    assert tapis("install", "--root", tmp_path, "--tapis", TAPIS).exit_code == 0
    unit = tmp_path / "etc/systemd/system/tapis.service"
    acl = tmp_path / "etc/mosquitto/tapis.acl"
    acl.write_text(acl.read_text() + "\nuser clubhouse\ntopic read tapis/#\n")
    secrets = {
        file: (tmp_path / file).read_text()
        for file in files_below(tmp_path)
        if re.search(r"passwords/|token|tls/|certs/|-password", file)
    }
    told = tapis("install", "--root", tmp_path, "--tapis", "/opt/tapis/bin/tapis")
    assert "tapis.service: changed" in told.output
    assert "tapis.passwd: unchanged" in told.output
    assert "tapis.acl: kept because you changed it" in told.output
    assert "/opt/tapis/bin/tapis" in unit.read_text()
    assert "clubhouse" in acl.read_text()
    assert (tmp_path / "etc/mosquitto/tapis.acl.tapis-new").exists()
    assert {file: (tmp_path / file).read_text() for file in secrets} == secrets


def test_uninstalling_leaves_what_is_yours(tmp_path: Path) -> None:
    tapis("install", "--root", tmp_path, "--config", EXAMPLE)
    journal = tmp_path / "var/lib/tapis/1.db"
    journal.write_text("an evening")
    acl = tmp_path / "etc/mosquitto/tapis.acl"
    acl.write_text("# my own\n")
    tapis("install", "--root", tmp_path)
    assert acl.with_name("tapis.acl.tapis-new").exists()
    told = tapis("uninstall", "--root", tmp_path, "--dry-run")
    assert "tapis.service: removed" in told.output
    assert (tmp_path / "etc/systemd/system/tapis.service").exists()
    told = tapis("uninstall", "--root", tmp_path)
    assert told.exit_code == 0, told.output
    assert "tapis.acl: you have changed it, so it is kept" in told.output
    left = files_below(tmp_path)
    assert {"var/lib/tapis/1.db", "etc/tapis/table.toml", "etc/tapis/tokens"} <= left
    assert not any("systemd" in file or "udev" in file or "conf.d" in file for file in left)
    assert not any(file.endswith(".tapis-new") for file in left)
    told = tapis("uninstall", "--root", tmp_path)
    assert told.exit_code == 2
    assert "Tapis is not installed here" in told.output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--bridge", "broker"), "expected host:port"),
        (("--config", "/no/table.toml"), "no such config"),
    ],
)
def test_what_cannot_be_installed_says_what_would_be_right(
    tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    told = tapis("install", "--root", tmp_path, *arguments)
    assert told.exit_code == 2
    assert sentence in told.output
    assert files_below(tmp_path) == set()


def test_a_password_line_is_mosquittos(tmp_path: Path) -> None:
    file = tmp_path / "passwd"
    file.touch(0o600)
    subprocess.run(
        ["mosquitto_passwd", "-b", str(file), "anne", "a-password"], check=True, timeout=30
    )
    user, _, rest = file.read_text().strip().partition(":")
    _, kind, rounds, salt, _ = rest.split("$")
    import base64

    assert (kind, rounds) == ("7", "101")
    assert password_line(user, "a-password", base64.b64decode(salt)) == file.read_text().strip()
