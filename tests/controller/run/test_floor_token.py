"""Tokens stand hashed in their file; what stood there plain stays valid."""

import stat
from pathlib import Path

from typer.testing import CliRunner, Result

from controller.cli import app
from controller.run.access.floor_token import (
    all_hashed,
    hashed_token,
    is_hashed,
    is_token,
    new_token,
    plain_owners,
)
from controller.run.access.tokens import load_tokens
from tests.controller.run.test_daemon import write_config


def told(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(app, ["floor", "token", *words, "--config", f"{folder}/table.toml"])


def test_a_hash_knows_its_token_and_no_other() -> None:
    token = new_token()
    kept = hashed_token(token)
    assert is_hashed(kept)
    assert not is_hashed(token)
    assert token not in kept
    assert hashed_token(token) != kept
    assert is_token(kept, token)
    for wrong in ("", token[:-1], f"{token}x", kept):
        assert not is_token(kept, wrong)


def test_who_reads_the_file_can_command_nothing(tmp_path: Path) -> None:
    write_config(tmp_path, 1)
    made = told(tmp_path, "bea")
    assert made.exit_code == 0, made.output
    name, token = made.stdout.split()
    text = (tmp_path / "tokens").read_text()
    assert name == "bea"
    assert token not in text
    tokens = load_tokens(tmp_path / "tokens")
    assert tokens.owner(token) == "bea"
    assert tokens.owner("a-secret-for-tests") == "anne"
    for line in text.splitlines():
        assert tokens.owner(line.split()[1]) != "bea"
    again = told(tmp_path, "bea", "--local").stdout.split()[1]
    tokens = load_tokens(tmp_path / "tokens")
    assert (tokens.owner(token), tokens.owner(again)) == ("", "bea")
    assert tokens.is_local("bea")


def test_plain_tokens_are_hashed_and_stay_valid(tmp_path: Path) -> None:
    write_config(tmp_path, 1)
    path = tmp_path / "tokens"
    path.write_text("# ours\nanne a-secret-for-tests # phone\n\nscreen zyxwvutsrqpo local\n")
    assert plain_owners(path.read_text()) == ("anne", "screen")
    assert "anne, screen" in told(tmp_path, "--hash").output
    text = path.read_text()
    assert plain_owners(text) == ()
    assert (text.startswith("# ours\nanne $sha256$"), "# phone" in text) == (True, True)
    assert "a-secret" not in text
    tokens = load_tokens(path)
    assert tokens.owner("a-secret-for-tests") == "anne"
    assert tokens.is_local(tokens.owner("zyxwvutsrqpo"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "all tokens were already hashed" in told(tmp_path, "--hash").output


def test_a_name_without_a_token_stays_as_it_is() -> None:
    assert plain_owners("anne\n") == ()
    assert all_hashed("anne\n") == "anne\n"


def test_a_token_that_is_also_its_owners_name_is_hashed_and_the_name_stays() -> None:
    text = all_hashed("  floor-screen floor-screen local  # floor-screen\n# floor-screen x\n")
    first, second = text.splitlines()
    name, kept, *rest = first.split()
    assert (name, rest, second) == (
        "floor-screen", ["local", "#", "floor-screen"], "# floor-screen x"
    )  # fmt: skip
    assert is_token(kept, "floor-screen")
    assert is_hashed(kept)


def test_what_cannot_be_made_says_why(tmp_path: Path) -> None:
    config = write_config(tmp_path, 1)
    for words in ((), ("anne", "--hash"), ("an ne",)):
        assert "give a name" in told(tmp_path, *words).output
    config.write_text(config.read_text().replace('tokens = "tokens"\n', ""))
    assert 'expected tokens = "tokens"' in told(tmp_path, "bea").output


def test_a_file_in_another_alphabet_is_named_and_left_alone(tmp_path: Path) -> None:
    write_config(tmp_path, 1)
    path = tmp_path / "tokens"
    path.write_bytes("andré a-secret-for-tests\n".encode("latin-1"))
    made = told(tmp_path, "bea")
    assert made.exit_code == 2, made.output
    assert f"{path} is not UTF-8" in made.output
    assert b"andr\xe9" in path.read_bytes()
