"""`tapis bench attack fuzz` in small: nothing falls, and a fall is reported."""

import random
from collections import deque

import psutil
import pytest

from controller.contract.commands import Request
from controller.run.access.requests import read_request
from tests.rig.attack import fuzz
from tests.rig.attack.command import run
from tests.rig.attack.mutations import odd_bytes, odd_json, odd_text
from tests.rig.attack.row import Asked

SAMPLES = {
    "commands": 1500,
    "frames": 1500,
    "configs": 100,
    "houses": 60,
    "hands": 300,
    "scenarios": 200,
    "backups": 150,
}


@pytest.mark.parametrize("kind", fuzz.KINDS)
def test_nothing_falls(kind: str) -> None:
    work = fuzz.Work(kind, fuzz.KINDS[kind][1], 1, 0, SAMPLES[kind])
    held = psutil.Process().num_fds()
    tried = list(fuzz.sweep(work))
    assert [(number, why) for number, why, _ in tried if why] == []
    assert len(tried) == SAMPLES[kind] + 1
    assert psutil.Process().num_fds() <= held, "a file stays open"


def test_the_whole_attack_is_made_by_processes_of_its_own() -> None:
    row = run("fuzz", Asked(0.00005))
    assert row.held, row.broken
    assert row.trials == 50 + 50 + 5 * 10
    assert row.figures["commands"] == 50
    assert row.figures["backups_slowest_ms"] > 0


def test_what_falls_is_named_with_its_sample_and_the_rest_is_tried() -> None:
    swept = {"falls": fuzz.Swept({})}
    work = fuzz.Work("falls", "tests.rig.tests.fuzz_site:Falls", 0, 0, 10)
    fuzz.oversee(deque([work]), swept, hangs=3)
    fallen = {why: numbers for why, numbers in swept["falls"].broken.items() if " in " not in why}
    assert fallen == {
        "the process ends (exit status 3)": [4],
        "a sample takes more than 3 s": [6],
        "differs": [8],
        "is left behind": [9],
    }


def test_a_sample_comes_again_and_no_two_are_alike() -> None:
    def samples(seed: int) -> list[object]:
        rng = random.Random(seed)
        text = "board.dealt street=flop cards=4"
        return [
            *(odd_text(rng, text, "seat 1 Anne 5000") for _ in range(20)),
            *(odd_bytes(rng, text.encode(), b"\x00\x01") for _ in range(20)),
            *(odd_json(rng) for _ in range(20)),
        ]

    assert samples(1) == samples(1)
    assert len(set(map(repr, samples(1)))) > 40
    assert samples(1) != samples(2)


def test_most_requests_are_nearly_right() -> None:
    from tests.rig.attack.fuzz_commands import request_of

    rng = random.Random(3)
    read = [read_request(request_of(rng, "sit-down", 4)) for _ in range(400)]
    assert 100 < sum(isinstance(one, Request) for one in read) < 390
