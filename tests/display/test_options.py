"""The options with which a screen is started."""

from pathlib import Path

import pytest

from controller.contract.errors import UnusableFile
from display.options import password_in


@pytest.mark.parametrize(
    ("content", "password"),
    [(b"", ""), (b"secret", "secret"), (b"s\xc3\xa9same\nmore\n", "sésame")],
)
def test_a_password_is_the_first_line_of_its_file(
    tmp_path: Path, content: bytes, password: str
) -> None:
    file = tmp_path / "password"
    file.write_bytes(content)
    assert password_in(file) == password
    assert password_in(None) == ""


def test_a_password_in_another_encoding_is_no_bug(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_bytes(b"s\xe9same\n")
    with pytest.raises(UnusableFile, match="is not UTF-8 text"):
        password_in(file)
