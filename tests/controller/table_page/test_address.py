"""The address that `tapis page run` prints can be opened in a browser."""

import socket

import pytest

from display.web.command import address_of


@pytest.mark.parametrize("listen", ["0.0.0.0:8080", "[::]:8080", ":8080"])
def test_the_address_of_all_interfaces_is_this_machine_s_name(
    monkeypatch: pytest.MonkeyPatch, listen: str
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "tapis.lan")
    assert address_of(listen) == "http://tapis.local:8080"


def test_an_address_of_its_own_stays() -> None:
    assert address_of("127.0.0.1:8080") == "http://127.0.0.1:8080"
