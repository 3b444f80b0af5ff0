"""`make first-read SEED=7` prints a draw with its questions; MIXED=FILE mixes other projects in."""

import argparse
import json
from pathlib import Path

from tests.first_read.draw import drawn


def main() -> None:
    """Print the questions and the draw; write which items are the product's to the file, if any."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--mixed", type=Path, help="where to write which items are the product's")
    given = asked.parse_args()
    print(Path(__file__).with_name("questions.md").read_text("utf-8"))
    key = {}
    for letter, items in zip("DM", drawn(given.seed, mixed=bool(given.mixed)), strict=True):
        for number, item in enumerate(items, 1):
            key[f"{letter}{number}"] = item.ours
            print(f"--- {letter}{number}\n{item.text}\n")
    if given.mixed:
        given.mixed.write_text(json.dumps(key), "utf-8")


if __name__ == "__main__":
    main()
