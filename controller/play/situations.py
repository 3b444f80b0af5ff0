"""Sets up a table at each moment in a hand, to test the effect of moving a card at that moment.

Five players sit at a table with six seats; seat 6 is empty. Seat 1 has the button. Seat 4 is under
the gun and folds before the flop, so its cards are in the muck. The others stay in, except at the
moments `all-in` and `over`.
"""

from typing import Final

from controller.contract import commands as c
from controller.houses.model import House
from controller.play.game import DealtGame, Depth, Noise, Setup, Watch
from controller.play.runner import Runner
from controller.play.script.language import parse

SEATS: Final = 6
PLAYERS: Final = 5
STACK: Final = 5_000
FOLDED_SEAT: Final = 4
EMPTY_SEAT: Final = 6
LEVEL: Final = c.SetLevel(50, 100)


def table_of(
    house: House,
    *,
    depth: Depth = "engine",
    noise: Noise = "typical",
    seed: int = 0,
    stacks: bool = False,
    watch: Watch | None = None,
) -> DealtGame:
    """Return a table with five players that is ready for its first hand.

    `noise` is the noise level of the antennas. `seed` determines the shuffles and the missed reads.
    `stacks` means that antennas read the stacks. `watch` is called with every observation and its
    effects.
    """
    setup = Setup(house, SEATS, depth=depth, noise=noise, seed=seed, stacks=stacks)
    game = DealtGame(setup, watch)
    game.dealer.command(LEVEL)
    for seat in range(1, PLAYERS + 1):
        game.dealer.command(c.SitDown(seat, f"Seat {seat}", STACK))
    game.dealer.command(c.SetButton(1))
    return game


_PREFLOP: Final = "hand ; deal ; 4 folds ; 5 calls"
_ROUND_OVER: Final = f"{_PREFLOP} ; 1 calls ; 2 calls ; 3 checks"
_BURN_DUE: Final = f"{_ROUND_OVER} ; gather"
_BOARD_DUE: Final = f"{_BURN_DUE} ; {{burn}}"
_FLOP_CHECKED: Final = f"{_ROUND_OVER} ; flop ; 2 checks"
_FLOP_BET: Final = f"{_FLOP_CHECKED} ; 3 bets 300"
_FLOP_OVER: Final = f"{_FLOP_BET} ; 5 calls ; 1 calls ; 2 calls"
_TURN: Final = f"{_FLOP_OVER} ; turn ; 2 checks"
_RIVER: Final = f"{_TURN} ; 3 checks ; 5 checks ; 1 checks ; river ; 2 checks ; 3 bets 300"

SITUATIONS: Final = {
    "before": "",
    "dealing": "hand ; deal 2 ; deal 3 ; deal 4 ; deal 5 ; deal 1 ; deal 2 ; deal 3",
    "preflop": _PREFLOP,
    "round-over": _ROUND_OVER,
    "burn-due": _BURN_DUE,
    "board-due": _BOARD_DUE,
    "flop-begun": f"{_BOARD_DUE} ; board",
    "flop": _FLOP_CHECKED,
    "flop-bet": _FLOP_BET,
    "turn-due": f"{_FLOP_OVER} ; gather",
    "turn": _TURN,
    "river": _RIVER,
    "all-in": f"{_FLOP_CHECKED} ; 3 goes all-in ; 5 calls ; 1 folds ; 2 folds ; gather",
    "showdown": f"{_RIVER} ; 5 calls ; 1 calls ; 2 calls ; gather",
    "over": f"{_FLOP_BET} ; 5 folds ; 1 folds ; 2 folds",
    "board-ruling": f"{_BOARD_DUE} ; board 4",
    "bet-ruling": f"{_FLOP_BET} ; 5 puts 1x100",
    "paused": f"{_FLOP_BET} ; hold floor at-once",
    "floor-called": f"{_FLOP_BET} ; 5 says floor",
}
"""For each moment in a hand, in order, the scenario that leads to it at a new table.

`{burn}` stands for a burn, in a house that burns cards. In the last four moments, play is
interrupted. The reasons are, in order: a ruling on a flop of four cards, a ruling on a bet that is
less than a call, a hold placed by the floor, and a player who has called the floor.
"""


def play_to(game: DealtGame, moment: str) -> None:
    """Play a new table up to a moment in a hand. Raises `ValueError` if that is impossible."""
    burn = "burn" if game.house.deal.burn.value else ""
    outcome = Runner(game).go_on(parse(SITUATIONS[moment].format(burn=burn)))
    for failure in outcome.failures:
        raise ValueError(f"{failure.statement}: {failure.why}")
