"""What a wheel says of where the project lives, as a package index shows it."""

import json
import os
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"\[[^\]]*\]\(([^)]+)\)")


def metadata(address: str) -> dict[str, Any]:
    """Return the metadata of a wheel that is built with this address."""
    told = subprocess.run(
        [sys.executable, "-m", "hatchling", "metadata"], cwd=ROOT, capture_output=True, text=True,
        timeout=60, check=True, env=os.environ | {"TAPIS_URL": address},
    )  # fmt: skip
    found: dict[str, Any] = json.loads(told.stdout)
    return found


@pytest.mark.parametrize("address", ["https://example.org/club/tapis", "https://example.org/t/"])
def test_every_link_of_a_wheel_leads_to_the_source(address: str) -> None:
    about = metadata(address)
    place = address.rstrip("/")
    assert about["urls"]["Homepage"] == place
    assert {"Changelog", "Documentation", "Issues"} <= about["urls"].keys()
    links = LINK.findall(about["readme"]["text"])
    assert len(links) > 30
    assert all(re.match(r"https?://|#", link) for link in links)
    files = [
        found for link in links if (found := link.partition(f"/v{version('tapis-table')}/")[2])
    ]
    assert {"docs/INSTALL.md", "docs/ruling.png", "LICENSE"} <= set(files)
    for link in links:
        kind = "raw" if link.endswith(".png") else "blob"
        assert not link.startswith(place) or link.startswith(f"{place}/{kind}/v")
    assert all((ROOT / file.partition("#")[0]).is_file() for file in files)


def test_without_an_address_no_link_leads_nowhere() -> None:
    about = metadata("")
    assert "urls" not in about
    text = about["readme"]["text"]
    assert all(re.match(r"https?://|#", link) for link in LINK.findall(text))
    assert "![" not in text
    assert "INSTALL" in text
