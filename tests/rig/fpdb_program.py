"""A program for fpdb-3's interpreter: read a file in PokerStars' format, print the hands as JSON.

It imports nothing of Tapis, and nothing of Tapis imports it: `tests.rig.read_fpdb` starts it in a
checkout of fpdb-3, whose licence (AGPL) is not that of Tapis.
"""

import importlib
import json
import logging
import sys
from typing import Any


def told(hand: Any) -> dict[str, Any]:
    """Return what fpdb knows of a hand, with amounts as text."""
    streets = []
    for street in hand.actionStreets[1:]:
        actions = [[part if isinstance(part, bool) else str(part) for part in one]
                   for one in hand.actions[street]]  # fmt: skip
        streets.append([hand.board.get(street, []), actions])
    holes = {name: cards[1] for name, cards in hand.holecards["PREFLOP"].items()}
    return {
        "id": int(hand.handid),
        "button": int(hand.buttonpos),
        "players": [[seat, name, chips] for seat, name, chips, *_ in hand.players],
        "posts": [[who, what, str(amount)] for who, what, amount, _ in hand.actions["BLINDSANTES"]],
        "streets": streets,
        "dealt": [name for name in holes if name in hand.dealt],
        "holes": holes,
        "shown": sorted(hand.shown),
        "back": {name: str(amount) for name, amount in hand.pot.returned.items()},
        "collected": {name: str(amount) for name, amount in hand.collectees.items()},
        "game": [hand.gametype["category"], hand.gametype["limitType"]],
    }


def main(path: str) -> None:
    """Print the hands of a file that fpdb takes, a line of JSON each."""
    logging.disable(logging.CRITICAL)
    config = importlib.import_module("fpdb_3_legacy.Configuration").Config()
    stars = importlib.import_module("fpdb_3_legacy.PokerStarsToFpdb").PokerStars
    read = stars(config=config, in_path=path, autostart=True)
    for hand in read.processedHands:
        print(json.dumps(told(hand)))


if __name__ == "__main__":
    main(sys.argv[1])
