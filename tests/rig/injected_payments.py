"""Injected errors of payment: bets that are unpaid, taken back or left lying."""

from controller.contract.public import PublicState
from controller.contract.rules import Kind
from controller.play.people.dealer import GATHER_DUE
from controller.table.chips import count_due
from tests.rig.injected_bets import UNIT, front_of, who_acts
from tests.rig.injections import InjectedCase, Scene, injection

WAITS = 6_000
"""Time before a bet left beside a dealt street is noticed (ms)."""


@injection(Kind.BET_UNPAID, "act")
def a_call_is_said_and_not_paid(scene: Scene) -> InjectedCase | None:
    """Announce a call, put in nothing, and make everybody wait."""
    if (turn := who_acts(scene)) is None or turn[1].call is None:
        return None
    state, may = turn
    front, stack = front_of(state, may.seat)
    if stack <= 0 or (may.call or 0) <= front:
        return None
    scene.game.sink.press(may.seat, "call")
    at = scene.now + 1000 * scene.house.betting.payment_seconds.value
    scene.game.sink.wait(at - scene.now + 1000)
    return InjectedCase(
        Kind.BET_UNPAID, "time", at, frozenset(), may.seat, mend=scene.square
    )  # fmt: skip


def _bets(scene: Scene, state: PublicState) -> dict[int, int]:
    """Return the bets in front of the seats that are due to be gathered."""
    lies = {v.seat: sum(scene.game.sink.chips_in(f"bet.{v.seat}")) for v in state.seats}
    return {v.seat: lies[v.seat] for v in state.seats if v.bet and v.bet == lies[v.seat]}


def _gather(scene: Scene, seats: list[int]) -> None:
    scene.game.sink.sweep([f"bet.{seat}" for seat in seats])
    scene.game.sink.settle(slow=True)


def _about_to_gather(scene: Scene) -> tuple[PublicState, dict[int, int]] | None:
    """Return the view and the bets in front; None if they are not due to be gathered."""
    state = scene.look()
    if state.next_step != GATHER_DUE or state.rulings:
        return None
    bets = _bets(scene, state)
    return (state, bets) if len(bets) > 1 and len(bets) == _in_front(state) else None


def _in_front(state: PublicState) -> int:
    return sum(bool(view.bet) for view in state.seats)


@injection(Kind.BET_TAKEN_BACK, "street")
def a_called_bet_is_taken_back_before_it_is_gathered(scene: Scene) -> InjectedCase | None:
    """Gather all bets but one; its player takes it back."""
    if (due := _about_to_gather(scene)) is None:
        return None
    _, bets = due
    seat = scene.pick(bets)
    assert seat is not None
    _gather(scene, [other for other in bets if other != seat])
    scene.game.sink.chips(f"bet.{seat}", f"stack.{seat}", scene.game.sink.chips_in(f"bet.{seat}"))
    at = scene.now
    _let_it_be_counted(scene)
    return InjectedCase(
        Kind.BET_TAKEN_BACK, "chip", at, frozenset({"after-round"}), seat, slow=True
    )  # fmt: skip


def _let_it_be_counted(scene: Scene) -> None:
    """Wait until the gathered bets have been counted: in time slots longer than a slow settle."""
    game = scene.game
    game.sink.settle(slow=True)
    while (due := count_due(game.table, game.table.hand)) is not None:
        game.sink.wait(max(due - scene.now, 1))


@injection(Kind.BET_NOT_GATHERED, "street")
def a_bet_stays_in_front(scene: Scene) -> InjectedCase | None:
    """Gather all bets but one, and deal the next street."""
    if (due := _about_to_gather(scene)) is None:
        return None
    state, bets = due
    if len(scene.able(state)) < 2 or state.boards > 1 or state.may_run_twice:
        return None
    seat = scene.pick(bets)
    assert seat is not None
    _gather(scene, [other for other in bets if other != seat])
    if scene.house.deal.burn.value:
        scene.dealer.burn()
    scene.dealer.board(3 if state.street == "preflop" else 1)
    at = scene.now
    scene.game.sink.wait(WAITS)
    return InjectedCase(Kind.BET_NOT_GATHERED, "chip", at, frozenset(), seat, slow=True)


@injection(Kind.POT_WRONG, "street")
def the_pot_is_short(scene: Scene) -> InjectedCase | None:
    """Keep a chip of a bet while the others are gathered."""
    if (due := _about_to_gather(scene)) is None:
        return None
    _, bets = due
    seat = scene.pick(seat for seat, bet in bets.items() if bet > UNIT)
    if seat is None or UNIT in bets.values():
        return None
    kept = scene.dealer.pieces(UNIT)
    scene.game.sink.chips(f"bet.{seat}", f"stack.{seat}", kept)
    scene.game.sink.sweep([f"bet.{other}" for other in bets])
    return InjectedCase(
        Kind.POT_WRONG, "chip", scene.now, frozenset({"lacking"}), slow=True,
        mend=lambda: _put_back(scene, seat, kept),
    )  # fmt: skip


@injection(Kind.POT_WRONG, "street")
def chips_come_to_the_pot_that_nobody_bet(scene: Scene) -> InjectedCase | None:
    """Gather all bets, and add chips of a stack to the pot before the next street."""
    if (due := _about_to_gather(scene)) is None:
        return None
    seat = scene.pick(v.seat for v in due[0].seats if v.name and (v.stack or 0) > UNIT)
    if seat is None:
        return None
    _gather(scene, list(due[1]))
    more = scene.dealer.pieces(UNIT)
    scene.game.sink.chips(f"stack.{seat}", "pot", more)
    return InjectedCase(
        Kind.POT_WRONG, "chip", scene.now, frozenset({"surplus"}), slow=True,
        mend=lambda: _taken_out(scene, seat, more),
    )  # fmt: skip


def _taken_out(scene: Scene, seat: int, more: tuple[int, ...]) -> None:
    scene.game.sink.chips("pot", f"stack.{seat}", more)
    scene.game.sink.settle(slow=True)


def _put_back(scene: Scene, seat: int, kept: tuple[int, ...]) -> None:
    scene.game.sink.chips(f"stack.{seat}", "pot", kept)
    scene.game.sink.settle(slow=True)


@injection(Kind.BET_UNPAID, "act")
def a_raise_is_said_and_paid_in_part(scene: Scene) -> InjectedCase | None:
    """Announce a raise, put in only part of it after a correct bet, and stop paying."""
    if (turn := who_acts(scene)) is None or turn[1].raise_to is None:
        return None
    state, may = turn
    to = may.raise_to or 0
    front, stack = front_of(state, may.seat)
    if not scene.game.setup.stacks or not UNIT < to - front < stack:
        return None
    scene.game.sink.press(may.seat, "raise", amount=to)
    scene.put(may.seat, to - front - UNIT, least_pieces=2)
    scene.game.sink.settle()
    at = scene.now + 1000 * scene.house.betting.payment_seconds.value
    scene.game.sink.wait(at - scene.now + 1000)
    return InjectedCase(
        Kind.BET_UNPAID, "time", at, frozenset(), may.seat, slow=True, mend=scene.square
    )  # fmt: skip


@injection(Kind.BET_TAKEN_BACK, "act")
def more_change_is_taken_than_is_due(scene: Scene) -> InjectedCase | None:
    """Call with one large chip, and take too much change from another player's bet."""
    if (turn := who_acts(scene)) is None or turn[1].call is None:
        return None
    state, may = turn
    front, stack = front_of(state, may.seat)
    to_act = scene.still_to_act(state)
    given = scene.pick(
        v.seat for v in state.seats if v.seat not in to_act and (v.bet or 0) > 2 * UNIT
    )
    cost = (may.call or 0) - front
    lies = {v.seat: sum(scene.game.sink.chips_in(f"bet.{v.seat}")) for v in state.seats}
    if any((v.bet or 0) != lies[v.seat] for v in state.seats):
        return None
    if given is None or len(to_act) < 2 or sum(scene.game.sink.chips_in(f"bet.{given}")) < cost:
        return None
    most = sum(scene.game.sink.chips_in(f"bet.{given}")) + cost - UNIT
    chip = scene.pick(v for v in scene.game.setup.denominations if cost < v < min(stack, most))
    remedy = scene.house.remedy(Kind.BET_OVERSIZED, frozenset({"facing-bet", "one-chip"}))
    if chip is None or remedy.steps or not cost > 0:
        return None
    # The verbal call tells how the chip counts.
    scene.game.sink.press(may.seat, "call")
    scene.put(may.seat, chip)
    scene.game.sink.settle()
    taken = scene.dealer.pieces(chip - cost + UNIT)
    scene.game.sink.chips(f"bet.{given}", f"stack.{may.seat}", taken)
    return InjectedCase(
        Kind.BET_TAKEN_BACK, "chip", scene.now, frozenset({"announced"}), may.seat, slow=True,
        mend=lambda: _one_more(scene, may.seat),
    )  # fmt: skip


def _one_more(scene: Scene, seat: int) -> None:
    """Have a seat put back the excess change."""
    if scene.look().phase != "over":
        scene.put(seat, UNIT)
        scene.game.sink.settle()
