"""The cost of a seal: the time to make and check one, on the host and on a node's interpreter."""

import os
import select
import time
from pathlib import Path

from tests.hardware.twin_board import TwinBoard
from tests.rig.attack import frames_board

BOARD = Path(frames_board.__file__)
BEST_OF = 3
PATIENCE = 60


def costs(rounds: int) -> dict[str, float]:
    """Return the microseconds to encode and decode a frame of ten tags, with and without a seal.

    Each figure is the best of three spans of `rounds` frames. The node's figures are from the
    interpreter on this machine, so only their ratio applies to a board. Raises `NoInterpreter`.
    """
    found = {}
    for name, sealed in (("open", False), ("sealed", True)):
        spans = []
        for _ in range(BEST_OF):
            began = time.perf_counter()
            frames_board.rounds(rounds, sealed=sealed)
            spans.append(time.perf_counter() - began)
        found[f"host_{name}_us"] = round(1e6 * min(spans) / rounds, 1)
    board = TwinBoard(BOARD)
    try:
        for name, word in (("open", b"0"), ("sealed", b"1")):
            spans = [_asked(board, word, rounds) for _ in range(BEST_OF)]
            found[f"node_{name}_us"] = round(1e6 * min(spans) / rounds, 1)
    finally:
        board.close()
    return found


def _asked(board: TwinBoard, word: bytes, rounds: int) -> float:
    began = time.perf_counter()
    os.write(board.rx, word + b" %d\n" % rounds)
    ready, _, _ = select.select([board.tx], [], [], PATIENCE)
    if not ready or not os.read(board.tx, 100):
        raise OSError("the simulated board says nothing; try again on a less busy machine")
    return time.perf_counter() - began
