"""`tapis bench equities`: a stream's equities against poker-equity's, which deals every board.

Random spots of every game are counted by both. poker-equity is a Rust library of others, with its
own ranking of hands; it deals all boards one by one, so it takes seconds where ours takes
milliseconds.
"""

import importlib
import random
import time
from typing import Annotated, Any

import msgspec
import typer

from controller.broadcast.equity import HOLE_CARDS, SUITS, equities, prepare
from controller.broadcast.hand_values import RANKS
from controller.contract.errors import ExitCode, TapisError
from controller.contract.rules import Variant
from tests.rig.progress import progress

NAMES = {
    Variant.HOLDEM: "holdem",
    Variant.SHORT_DECK: "short_deck",
    Variant.OMAHA: "omaha",
    Variant.OMAHA_5: "omaha_five",
    Variant.OMAHA_HI_LO: "omaha_hi_lo",
    Variant.OMAHA_5_HI_LO: "omaha_five_hi_lo",
}
"""The games by their names in poker-equity."""
BOARDS = (5, 4, 3, 0)
ALIKE = 1e-3
"""The most that a share of the pot may differ."""


class GameEquities(msgspec.Struct):
    """The spots of a game: how many, the largest difference of a share, the longest time (ms)."""

    game: str
    spots: int = 0
    largest: float = 0.0
    longest_ms: float = 0.0


class RandomSpot(msgspec.Struct, frozen=True):
    """A spot: the hands by seat, the board, and cards that can't come."""

    hands: dict[int, list[str]]
    board: list[str]
    gone: list[str]


def random_spot(game: Variant, number: int, seed: int) -> RandomSpot:
    """Return a random spot of a game: 2 to 6 hands, a board that goes round, up to 8 gone cards."""
    rng = random.Random(f"{seed}/{game}/{number}")
    ranks = RANKS[4:] if game is Variant.SHORT_DECK else RANKS
    deck = [rank + suit for rank in ranks for suit in SUITS]
    rng.shuffle(deck)
    size = HOLE_CARDS[game]
    players = rng.choice((2, 2, 3, 4, 6))
    hands = {seat: [deck.pop() for _ in range(size)] for seat in range(1, players + 1)}
    board = [deck.pop() for _ in range(BOARDS[number % len(BOARDS)])]
    return RandomSpot(hands, board, deck[: rng.choice((0, 4, 8))] if len(deck) > 13 else [])


def compare_spots(spots: int, seed: int) -> list[GameEquities]:
    """Count so many spots of each game by both, and return the results by game.

    Raises `TapisError` where poker-equity is not installed.
    """
    try:
        theirs: Any = importlib.import_module("poker_equity")
    except ModuleNotFoundError:
        raise TapisError("poker-equity is not installed: make equities installs it") from None
    prepare()
    found = [GameEquities(str(game)) for game in NAMES]
    with progress("equities", spots * len(NAMES)) as advance:
        for result, (game, name) in zip(found, NAMES.items(), strict=True):
            for number in range(spots):
                spot = random_spot(game, number, seed)
                begun = time.process_time()
                ours = equities(game, spot.hands, spot.board, spot.gone)
                took = (time.process_time() - begun) * 1000
                hands = ["".join(cards) for cards in spot.hands.values()]
                walked = theirs.exact_from_text(
                    name, hands, " ".join(spot.board), " ".join(spot.gone)
                )
                pairs = zip(walked["players"], ours.values(), strict=True)
                differ = max(abs(player["equity"] - share) for player, share in pairs)
                result.spots += 1
                result.largest = max(result.largest, differ)
                result.longest_ms = max(result.longest_ms, round(took, 1))
                advance(1)
    return found


def bench_equities(
    spots: Annotated[int, typer.Option(min=1, help="How many random spots a game.")] = 60,
    seed: Annotated[int, typer.Option(help="Seed of the spots.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="The result as JSON.")] = False,
) -> None:
    """Compare equities with poker-equity's. Status 1: a share differs by 0.1 percent."""
    found = compare_spots(spots, seed)
    if as_json:
        typer.echo(msgspec.json.encode(found).decode())
    else:
        for one in found:
            typer.echo(
                f"{one.game}: {one.spots} spots, largest difference {one.largest:.1e},"
                f" longest {one.longest_ms} ms"
            )
    if any(one.largest > ALIKE for one in found):
        raise typer.Exit(ExitCode.NOT_SO)
