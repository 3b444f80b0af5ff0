"""Injected errors of stacks and pots: chips in pockets, and pots pushed to the wrong seat."""

from controller.contract.public import PublicState
from controller.contract.rules import Kind
from controller.play.sinks.stock import BANK
from tests.rig.injected_bets import UNIT
from tests.rig.injections import InjectedCase, Scene, injection

ASIDE = "pocket"
NOTICED = 160_000
"""Maximum time from a stack's last movement until its difference is known (ms).

In time slots, the antenna of 40 chips misses one for 60 s until it has left, and a stack has to
rest for another 80 s.
"""
PUSHED = 40_000
"""Time until pushed chips are read at their new place and no longer at the old one."""


def _awarded(scene: Scene) -> PublicState | None:
    """Return the view if one seat has won a pot that still lies in its place, else None."""
    state = scene.look()
    if state.raked or state.timed or state.carried or len({a.seat for a in state.awards}) != 1:
        return None
    return state


def _gathered(scene: Scene, state: PublicState) -> tuple[int, ...]:
    """Gather the bets, and return the chips of the pot if they match the amount won."""
    scene.dealer.gather()
    scene.game.sink.settle(slow=True)
    there = scene.game.sink.chips_in("pot")
    return there if sum(there) == sum(award.amount for award in state.awards) else ()


def _another(scene: Scene, state: PublicState) -> int | None:
    """Return a seat of the hand that has won nothing, None if every seat has won."""
    won = {award.seat for award in state.awards}
    return scene.pick(v.seat for v in state.seats if v.name and v.stack and v.seat not in won)


def _hand_on(scene: Scene, zone: str, state: PublicState, there: tuple[int, ...]) -> None:
    """Move a pot from wherever it was pushed to its winner."""
    scene.game.sink.chips(zone, f"stack.{state.awards[0].seat}", there)
    scene.game.sink.settle(slow=True)


@injection(Kind.POT_WRONG, "over")
def a_pot_pushed_to_another_stack(scene: Scene) -> InjectedCase | None:
    """Push the pot to the wrong stack, where antennas read stacks."""
    if (state := _awarded(scene)) is None or not scene.game.setup.stacks:
        return None
    to = _another(scene, state)
    if to is None or not (there := _gathered(scene, state)):
        return None
    scene.game.sink.chips("pot", f"stack.{to}", there)
    at = scene.now
    scene.game.sink.wait(PUSHED)
    return InjectedCase(
        Kind.POT_WRONG, "chip", at, frozenset({"between-hands"}), to, slow=True,
        mend=lambda: _hand_on(scene, f"stack.{to}", state, there),
    )  # fmt: skip


@injection(Kind.POT_WRONG, "over")
def a_winner_says_that_the_pot_is_not_there(scene: Scene) -> InjectedCase | None:
    """Push the pot to the wrong stack, which no antenna reads: the winner objects."""
    if (state := _awarded(scene)) is None or scene.game.setup.stacks:
        return None
    to = _another(scene, state)
    if to is None or not (there := _gathered(scene, state)):
        return None
    scene.game.sink.chips("pot", f"stack.{to}", there)
    scene.game.sink.wait(PUSHED)
    asked = scene.look().pot_asked
    if not asked:
        return None
    scene.game.sink.press(asked[0].seat, "floor")
    return InjectedCase(
        Kind.POT_WRONG, "key", scene.now, frozenset({"between-hands"}), asked[0].seat
    )  # fmt: skip


@injection(Kind.POT_WRONG, "over")
def a_pot_pushed_before_another_seat(scene: Scene) -> InjectedCase | None:
    """Push the pot in front of the wrong seat."""
    if (state := _awarded(scene)) is None:
        return None
    to = _another(scene, state)
    level = state.level
    if to is None or not (there := _gathered(scene, state)):
        return None
    if sum(there) in {level.small_blind, level.big_blind, level.ante, level.big_blind_ante}:
        return None
    scene.game.sink.chips("pot", f"bet.{to}", there)
    at = scene.now
    scene.game.sink.wait(PUSHED)
    return InjectedCase(
        Kind.POT_WRONG, "chip", at, frozenset({"between-hands"}), to, slow=True,
        mend=lambda: _hand_on(scene, f"bet.{to}", state, there),
    )  # fmt: skip


def _at_rest(scene: Scene) -> PublicState | None:
    """Push the pot and let every stack be read; None if stacks are not read or no pot was won."""
    if not scene.game.setup.stacks or not scene.look().awards:
        return None
    scene.dealer.push()
    scene.game.sink.wait(NOTICED)
    return scene.look()


@injection(Kind.STACK_SHORT, "over")
def chips_into_a_pocket(scene: Scene) -> InjectedCase | None:
    """Take chips of a stack off the table."""
    if (state := _at_rest(scene)) is None:
        return None
    seat = scene.pick(v.seat for v in state.seats if v.name and (v.stack or 0) > UNIT)
    if seat is None:
        return None
    taken = scene.dealer.pieces(UNIT)
    scene.game.sink.chips(f"stack.{seat}", ASIDE, taken)
    at = scene.now
    scene.game.sink.wait(NOTICED)
    return InjectedCase(
        Kind.STACK_SHORT, "chip", at, frozenset(), seat, slow=True,
        mend=lambda: _carried(scene, BANK, f"stack.{seat}", taken),
    )  # fmt: skip


@injection(Kind.STACK_OVER, "over")
def chips_out_of_a_pocket(scene: Scene) -> InjectedCase | None:
    """Add chips to a stack that were never sold."""
    if (state := _at_rest(scene)) is None:
        return None
    seat = scene.pick(v.seat for v in state.seats if v.name)
    if seat is None:
        return None
    brought = scene.dealer.pieces(UNIT * scene.rng.randint(1, 20))
    scene.game.sink.chips(ASIDE, f"stack.{seat}", brought)
    at = scene.now
    scene.game.sink.wait(NOTICED)
    return InjectedCase(
        Kind.STACK_OVER, "chip", at, frozenset(), seat, slow=True,
        mend=lambda: _carried(scene, f"stack.{seat}", BANK, brought),
    )  # fmt: skip


def _carried(scene: Scene, source: str, target: str, pieces: tuple[int, ...]) -> None:
    scene.game.sink.chips(source, target, pieces)
    scene.game.sink.wait(NOTICED)
