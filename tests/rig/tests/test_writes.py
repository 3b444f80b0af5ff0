"""What a table at play writes to its disk is counted, and told by table."""

import json

from typer.testing import CliRunner

from controller.cli import app


def test_what_the_demo_writes_is_counted() -> None:
    result = CliRunner().invoke(app, ["bench", "writes", "--seconds", "3", "--json"])
    assert result.exit_code == 0, result.output
    writes = json.loads(result.stdout)
    assert writes["commits_a_minute"] > 20
    assert 0.05 < writes["written_mb_a_minute"] < 1
    assert writes["disk_mb_a_minute"] >= 0  # none, where temporary files are in memory
    assert writes["page_size"] == 512
    assert {"observations", "events", "head"} <= writes["pages"].keys()
    assert writes["pages"]["head"] <= 1
