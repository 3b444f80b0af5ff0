"""The codec on the real MicroPython interpreter: what CPython says, it says too."""

import json
import os
import select
from pathlib import Path

from tests.firmware.campaign import fuzz
from tests.hardware.twin_board import TwinBoard

PROGRAM = Path(__file__).parent / "campaign.py"
THRESHOLDS = Path(__file__).parent / "thresholds.py"
SIZE = 150_000


def answer(board: TwinBoard, question: bytes) -> bytes:
    """Ask a board something, and wait for the line that it answers."""
    os.write(board.rx, question)
    line = b""
    while not line.endswith(b"\n"):
        ready, _, _ = select.select([board.tx], [], [], 60)
        assert ready, "the board is silent"
        piece = os.read(board.tx, 4096)
        assert piece, "the board's program has ended"
        line += piece
    return line


def test_the_vectors_and_a_campaign_give_the_same_there() -> None:
    """The board checks the vectors when it starts; it feeds itself the same bytes as we do."""
    board = TwinBoard(PROGRAM)
    try:
        for seed in (2, 3):
            there = json.loads(answer(board, f"{SIZE} {seed}\n".encode()))
            here = fuzz(SIZE, seed)
            assert there == list(here)
            assert (here.lost, here.wrong) == (0, 0)
            assert here.good > 300
    finally:
        board.close()


def test_garbage_is_collected_often_during_the_imports_and_by_the_roles_afterwards() -> None:
    board = TwinBoard(THRESHOLDS)
    try:
        during, expected, afterwards = json.loads(answer(board, b"?\n"))
        assert during == expected > 0
        assert afterwards == -1
    finally:
        board.close()
