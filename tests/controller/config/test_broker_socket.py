"""The controller's own door to a broker of this machine, as a config names it."""

from pathlib import Path

import msgspec
import pytest

from controller.config.model import SYSTEM_FOLDER, SYSTEM_SOCKET, BrokerConfig, broker_from
from tests.controller.config.test_config import TWIN, accepted, refusals


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (
            'host = "broker.lan"\nsocket = "m.sock"',
            "table.toml:7: broker.socket: a socket is always on this machine, but host "
            '"broker.lan" is not; expected host or socket, not both',
        ),
        (
            'socket = "m.sock"\ntls = true',
            "table.toml:7: broker.tls: a socket needs no tls because nothing leaves this "
            "machine; expected tls or socket, not both",
        ),
        (
            f'socket = "/{"s" * 107}"',
            "table.toml:6: broker.socket: this path can't be used for a socket; expected at "
            "most 107 bytes of plain text",
        ),
        (
            'socket = "a\\u0000b"',
            "table.toml:6: broker.socket: this path can't be used for a socket; expected at "
            "most 107 bytes of plain text",
        ),
    ],
)
def test_a_socket_that_no_broker_of_this_machine_can_have(
    tmp_path: Path, keys: str, said: str
) -> None:
    assert refusals(tmp_path, TWIN + "[broker]\n" + keys) == [said]


def test_the_broker_s_socket_is_the_installed_one_for_a_table_that_is_installed(
    tmp_path: Path,
) -> None:
    near, far = BrokerConfig(), BrokerConfig(host="broker.lan")
    named = BrokerConfig(socket="m.sock")
    assert accepted(tmp_path, TWIN).broker.socket == ""
    config = accepted(tmp_path, TWIN + '[broker]\nsocket = "m.sock"\n')
    assert config.broker.socket == str(tmp_path / "m.sock")
    assert broker_from(near, SYSTEM_FOLDER).socket == str(SYSTEM_SOCKET)
    assert broker_from(named, SYSTEM_FOLDER).socket == str(SYSTEM_FOLDER / "m.sock")
    assert broker_from(far, SYSTEM_FOLDER).socket == ""
    encrypted = msgspec.structs.replace(near, tls=True)
    assert broker_from(encrypted, SYSTEM_FOLDER).socket == ""
