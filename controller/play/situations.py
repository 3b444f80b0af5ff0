"""Sets up a table at each moment of a hand, to test the effect of moving a card at that moment.

Five players sit at a table with six seats; seat 6 is empty. Seat 1 has the button. Seat 4 is under
the gun and folds before the flop, so its cards are in the muck. The others stay in, except at the
moments `all-in` and `over`.
"""

from collections.abc import Callable
from typing import Final

from controller.contract import commands as c
from controller.houses.model import House
from controller.play.game import DealtGame, Depth, Noise, Setup, Watch
from controller.play.people.dealer import BURN_DUE

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
    """Return a table with five players before its first hand.

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


def _dealing(game: DealtGame) -> None:
    dealer = game.dealer
    dealer.start_hand()
    for seat in game.look().to_deal[:7]:
        dealer.lay(dealer.draw(), f"hand.{seat}")
    game.sink.settle()


def _preflop(game: DealtGame) -> None:
    game.dealer.start_hand()
    game.dealer.deal()
    game.dealer.act(FOLDED_SEAT, "fold")
    game.dealer.act(5, "call")


def _round_over(game: DealtGame) -> None:
    _preflop(game)
    game.dealer.act(1, "call")
    game.dealer.act(2, "call")
    game.dealer.act(3, "check")


def _burn_due(game: DealtGame) -> None:
    _round_over(game)
    game.dealer.gather()
    game.dealer.wait_for_bets()


def _board_due(game: DealtGame) -> None:
    _burn_due(game)
    if game.look().next_step == BURN_DUE:
        game.dealer.burn()
    game.sink.settle()


def _flop_begun(game: DealtGame) -> None:
    _board_due(game)
    game.dealer.board()
    game.sink.settle()


def _flop(game: DealtGame) -> None:
    _round_over(game)
    game.dealer.street("flop")


def _flop_checked(game: DealtGame) -> None:
    _flop(game)
    game.dealer.act(2, "check")


def _flop_bet(game: DealtGame) -> None:
    _flop_checked(game)
    game.dealer.act(3, "bet", 300)


def _flop_over(game: DealtGame) -> None:
    _flop_bet(game)
    for seat in (5, 1, 2):
        game.dealer.act(seat, "call")


def _turn_due(game: DealtGame) -> None:
    _flop_over(game)
    game.dealer.gather()
    game.dealer.wait_for_bets()


def _turn(game: DealtGame) -> None:
    _flop_over(game)
    game.dealer.street("turn")
    game.dealer.act(2, "check")


def _river(game: DealtGame) -> None:
    _turn(game)
    for seat in (3, 5, 1):
        game.dealer.act(seat, "check")
    game.dealer.street("river")
    game.dealer.act(2, "check")
    game.dealer.act(3, "bet", 300)


def _showdown(game: DealtGame) -> None:
    _river(game)
    for seat in (5, 1, 2):
        game.dealer.act(seat, "call")
    game.dealer.gather()
    game.dealer.wait_for_bets()


def _over(game: DealtGame) -> None:
    _flop_bet(game)
    for seat in (5, 1, 2):
        game.dealer.act(seat, "fold")


def _all_in(game: DealtGame) -> None:
    _flop_checked(game)
    game.dealer.act(3, "all-in")
    game.dealer.act(5, "call")
    for seat in (1, 2):
        game.dealer.act(seat, "fold")
    game.dealer.gather()
    game.dealer.wait_for_bets()


def _board_ruling(game: DealtGame) -> None:
    """Play up to the flop and deal four cards for it; every house requires a ruling on that."""
    _board_due(game)
    game.dealer.board(4)
    game.sink.settle()


def _bet_ruling(game: DealtGame) -> None:
    """Play until a seat puts in less than a call; in some houses, the floor then decides."""
    _flop_bet(game)
    game.sink.chips("stack.5", "bet.5", (100,))
    game.sink.settle()


def _paused(game: DealtGame) -> None:
    _flop_bet(game)
    game.dealer.command(c.Hold("floor", at_once=True))
    game.sink.settle()


def _floor_called(game: DealtGame) -> None:
    _flop_bet(game)
    game.sink.press(5, "floor")
    game.sink.settle()


SITUATIONS: Final[dict[str, Callable[[DealtGame], object]]] = {
    "before": lambda _: None,
    "dealing": _dealing,
    "preflop": _preflop,
    "round-over": _round_over,
    "burn-due": _burn_due,
    "board-due": _board_due,
    "flop-begun": _flop_begun,
    "flop": _flop_checked,
    "flop-bet": _flop_bet,
    "turn-due": _turn_due,
    "turn": _turn,
    "river": _river,
    "all-in": _all_in,
    "showdown": _showdown,
    "over": _over,
    "board-ruling": _board_ruling,
    "bet-ruling": _bet_ruling,
    "paused": _paused,
    "floor-called": _floor_called,
}
"""For each moment of a hand, in order, a function that plays a new table up to that moment.

In the last four moments, play is interrupted. The reasons are, in order: a ruling on a flop of four
cards, a ruling on a bet that is less than a call, a hold placed by the floor, and a player who has
called the floor.
"""
