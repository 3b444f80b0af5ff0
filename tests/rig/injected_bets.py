"""Injected irregularities of bets: with chips, with keys, or with chips that contradict keys."""

from collections.abc import Callable

from controller.contract.public import PublicState
from controller.contract.rules import Kind
from controller.houses.model import Remedy
from controller.play.people.follow import FOREIGN
from tests.rig.injections import Fact, Facts, InjectedCase, Scene, injection
from tests.rig.turns import Turn, turn_of

UNIT = 25
"""Step of random amounts, as people bet."""


def who_acts(scene: Scene) -> tuple[PublicState, Turn] | None:
    """Return the view and the choices of the player in turn; None if it is nobody's turn."""
    state = scene.look()
    turn = turn_of(state)
    return None if turn is None else (state, turn)


def front_of(state: PublicState, seat: int) -> tuple[int, int]:
    """Return a seat's bet and its remaining stack."""
    view = state.seats[seat - 1]
    return view.bet or 0, view.stack or 0


def _between(scene: Scene, low: int, high: int) -> int | None:
    """Draw an amount strictly between two others."""
    choices = range((low // UNIT + 1) * UNIT, high, UNIT)
    return scene.rng.choice(choices) if choices else None


def _read(seat: int, kind: str, may: Turn) -> Callable[[Remedy], Facts]:
    """Expect an illegal amount of chips to be read as the house says."""

    def facts(remedy: Remedy) -> Facts:
        opens = may.raise_to is None
        least = may.bet if opens else may.raise_to
        if remedy.outcome == "made-full" and kind == Kind.BET_SHORT_CALL:
            return (Fact("action.made", {"seat": seat, "action": "call", "to": may.call}),)
        if remedy.outcome == "made-full":
            word = "bet" if opens else "raise"
            return (Fact("action.made", {"seat": seat, "action": word, "to": least}),)
        if remedy.outcome == "call":
            return (Fact("action.made", {"seat": seat, "action": ("call", "check")}),)
        return (Fact("action.made", {"seat": seat}, absent=True),)

    return facts


@injection(Kind.BET_SHORT, "act")
def an_opening_bet_too_small(scene: Scene) -> InjectedCase | None:
    """Open for less than the minimum bet, with chips alone or after announcing a bet."""
    if (turn := who_acts(scene)) is None or turn[1].bet is None:
        return None
    state, may = turn
    amount = _between(scene, 0, may.bet or 0)
    if amount is None or front_of(state, may.seat)[1] <= (may.bet or 0):
        return None
    announced = scene.chance(0.3)
    if announced:
        scene.game.sink.press(may.seat, "bet")
    at = scene.put(may.seat, amount, least_pieces=2)
    tags = frozenset({"announced" if announced else "silent"})
    return InjectedCase(
        Kind.BET_SHORT, "chip", at, tags, may.seat, _read(may.seat, Kind.BET_SHORT, may),
        mend=scene.square,
    )  # fmt: skip


@injection(Kind.BET_SHORT_CALL, "act")
def a_call_too_small(scene: Scene) -> InjectedCase | None:
    """Put in less than a call without announcing anything."""
    if (turn := who_acts(scene)) is None or turn[1].call is None:
        return None
    state, may = turn
    front, stack = front_of(state, may.seat)
    to = _between(scene, front, may.call or 0)
    if to is None or stack <= (may.call or 0) - front:
        return None
    tags = {"silent", scene.facing(state)}
    tags.add("heads-up" if len(scene.live(state)) == 2 else "several")
    at = scene.put(may.seat, to - front, least_pieces=scene.rng.randint(1, 2))
    return InjectedCase(
        Kind.BET_SHORT_CALL, "chip", at, frozenset(tags), may.seat,
        _read(may.seat, Kind.BET_SHORT_CALL, may), mend=scene.square,
    )  # fmt: skip


@injection(Kind.BET_SHORT_CALL, "act")
def a_call_announced_and_too_small(scene: Scene) -> InjectedCase | None:
    """Say "call" and put in less than a call: where stacks are read, the rest is owed instead."""
    if (turn := who_acts(scene)) is None or turn[1].call is None or scene.game.setup.stacks:
        return None
    state, may = turn
    front, stack = front_of(state, may.seat)
    to = _between(scene, front, may.call or 0)
    if to is None or stack <= (may.call or 0) - front:
        return None
    tags = {"announced", scene.facing(state)}
    tags.add("heads-up" if len(scene.live(state)) == 2 else "several")
    scene.game.sink.press(may.seat, "call")
    at = scene.put(may.seat, to - front)
    return InjectedCase(
        Kind.BET_SHORT_CALL, "chip", at, frozenset(tags), may.seat,
        _read(may.seat, Kind.BET_SHORT_CALL, may), mend=scene.square, slow=True,
    )  # fmt: skip


@injection(Kind.BET_SHORT_RAISE, "act")
def a_raise_too_small(scene: Scene) -> InjectedCase | None:
    """Put in more than a call but less than a raise, in several chips, perhaps saying "raise"."""
    if (turn := who_acts(scene)) is None or turn[1].raise_to is None:
        return None
    state, may = turn
    least, call = may.raise_to or 0, may.call if may.call is not None else scene.level_bet(state)
    front, stack = front_of(state, may.seat)
    to = _between(scene, max(call, front), least)
    if to is None or stack <= least - front or len(scene.pieces(to - front, 2)) < 2:
        return None
    announced = scene.chance(0.3)
    if not announced and _none_to_spare(scene, to - front, may.call or 0):
        return None
    if announced:
        scene.game.sink.press(may.seat, "raise")
    half = 2 * (to - call) >= least - call
    tags = {"announced" if announced else "silent", "half" if half else "less-than-half"}
    at = scene.put(may.seat, to - front, least_pieces=2)
    return InjectedCase(
        Kind.BET_SHORT_RAISE, "chip", at, frozenset(tags), may.seat,
        _read(may.seat, Kind.BET_SHORT_RAISE, may), mend=scene.square,
    )  # fmt: skip


@injection(Kind.BET_SHORT_RAISE, "act")
def a_raise_announced_too_small(scene: Scene) -> InjectedCase | None:
    """Announce a raise below the minimum raise."""
    if (turn := who_acts(scene)) is None or turn[1].raise_to is None:
        return None
    state, may = turn
    least, call = may.raise_to or 0, may.call if may.call is not None else scene.level_bet(state)
    front, stack = front_of(state, may.seat)
    to = _between(scene, max(call, front), least)
    if to is None or stack <= least - front:
        return None
    half = 2 * (to - call) >= least - call
    scene.game.sink.press(may.seat, "raise", amount=to)
    tags = frozenset({"announced", "half" if half else "less-than-half"})
    return InjectedCase(
        Kind.BET_SHORT_RAISE, "key", scene.now, tags, may.seat,
        _read(may.seat, Kind.BET_SHORT_RAISE, may), mend=scene.square,
    )  # fmt: skip


@injection(Kind.BET_SHORT, "act")
def an_opening_bet_announced_too_small(scene: Scene) -> InjectedCase | None:
    """Announce an opening bet below the minimum bet."""
    if (turn := who_acts(scene)) is None or turn[1].bet is None:
        return None
    state, may = turn
    amount = _between(scene, 0, may.bet or 0)
    if amount is None or front_of(state, may.seat)[1] <= (may.bet or 0):
        return None
    scene.game.sink.press(may.seat, "bet", amount=amount)
    return InjectedCase(
        Kind.BET_SHORT, "key", scene.now, frozenset({"announced"}), may.seat,
        _read(may.seat, Kind.BET_SHORT, may), mend=scene.square,
    )  # fmt: skip


@injection(Kind.BET_NOT_MULTIPLE, "act")
def a_raise_to_no_multiple(scene: Scene) -> InjectedCase | None:
    """Raise to an amount that is no multiple of the big blind, where the house requires one."""
    if (turn := who_acts(scene)) is None or turn[1].raise_to is None or not turn[1].most:
        return None
    if scene.house.betting.least_raise.value != "multiple-of-big-blind":
        return None
    state, may = turn
    front, stack = front_of(state, may.seat)
    big_blind = state.level.big_blind
    to = _between(scene, may.raise_to or 0, min(may.most or 0, (may.raise_to or 0) + 500))
    if to is None or to % big_blind == 0 or to >= front + stack:
        return None
    if scene.chance(0.3):
        scene.game.sink.press(may.seat, "raise", amount=to)
        at, said = scene.now, "announced"
    else:
        at, said = scene.put(may.seat, to - front, least_pieces=2), "silent"
    medium = "key" if said == "announced" else "chip"
    return InjectedCase(
        Kind.BET_NOT_MULTIPLE, medium, at, frozenset({said}), may.seat,  # type: ignore[arg-type]
        lambda _: (Fact("action.made", {"seat": may.seat}, absent=True),), mend=scene.square,
    )  # fmt: skip


@injection(Kind.BET_OVERSIZED, "act")
def one_chip_too_large(scene: Scene) -> InjectedCase | None:
    """Put in a single oversized chip facing a bet, without announcing anything."""
    if (turn := who_acts(scene)) is None or turn[1].call is None:
        return None
    state, may = turn
    front, stack = front_of(state, may.seat)
    cost = (may.call or 0) - front
    chip = scene.pick(v for v in scene.game.setup.denominations if cost < v < stack)
    if chip is None:
        return None
    at = scene.put(may.seat, chip)
    return InjectedCase(
        Kind.BET_OVERSIZED, "chip", at, frozenset({"facing-bet"}), may.seat,
        lambda _: (Fact("action.made", {"seat": may.seat, "action": "call", "to": may.call}),),
        mend=scene.square,
    )  # fmt: skip


@injection(Kind.BET_STRING, "act")
def a_bet_in_two_motions(scene: Scene) -> InjectedCase | None:
    """Call with chips, let them rest, and add more chips: a string bet."""
    if (turn := who_acts(scene)) is None or turn[1].call is None:
        return None
    state, may = turn
    front, stack = front_of(state, may.seat)
    cost = may.call - front if may.call is not None else 0
    if stack <= cost + UNIT or len(scene.live(state)) < 2:
        return None
    more = scene.rng.randrange(UNIT, min(stack - cost, 500) + 1, UNIT)
    scene.put(may.seat, cost, least_pieces=2)
    scene.game.sink.settle()
    at = scene.put(may.seat, more)
    made = Fact("action.made", {"seat": may.seat, "action": "call", "to": may.call})
    return InjectedCase(
        Kind.BET_STRING, "chip", at, frozenset({"other-motions"}), may.seat,
        lambda _: (made,), mend=scene.square,
    )  # fmt: skip


@injection(Kind.BET_CONTRADICTS, "act")
def more_chips_than_announced(scene: Scene) -> InjectedCase | None:
    """Say "call" and put in more, in several chips, without asking for change."""
    if (turn := who_acts(scene)) is None or turn[1].call is None:
        return None
    state, may = turn
    front, stack = front_of(state, may.seat)
    cost = (may.call or 0) - front
    more = scene.rng.randrange(100, 500, 100)
    if stack <= cost + more:
        return None
    scene.game.sink.press(may.seat, "call")
    pieces = (*scene.dealer.pieces(cost), *scene.dealer.pieces(more))
    if sum(pieces) - min(pieces) < cost:
        pieces = (*scene.dealer.pieces(cost), *([UNIT] * (more // UNIT)))
    if sum(pieces) - min(pieces) < cost:
        return None
    scene.game.sink.chips(f"stack.{may.seat}", f"bet.{may.seat}", pieces)
    made = Fact("action.made", {"seat": may.seat, "action": "call", "to": may.call})
    return InjectedCase(
        Kind.BET_CONTRADICTS, "chip", scene.now, frozenset({"announced"}), may.seat,
        lambda _: (made,), mend=scene.square,
    )  # fmt: skip


@injection(Kind.BET_CONTRADICTS, "act")
def fewer_chips_than_announced(scene: Scene) -> InjectedCase | None:
    """Announce a bet or raise and put in less: where stacks are read, the rest is owed instead."""
    if (turn := who_acts(scene)) is None or scene.game.setup.stacks:
        return None
    state, may = turn
    least = may.bet if may.bet is not None else may.raise_to
    front, stack = front_of(state, may.seat)
    if least is None or stack <= least - front:
        return None
    less = _between(scene, front, least)
    if less is None:
        return None
    word = "bet" if may.bet is not None else "raise"
    scene.game.sink.press(may.seat, "bet" if may.bet is not None else "raise", amount=least)
    at = scene.put(may.seat, less - front)
    made = Fact("action.made", {"seat": may.seat, "action": word, "to": least})
    return InjectedCase(
        Kind.BET_CONTRADICTS, "chip", at, frozenset({"announced"}), may.seat,
        lambda _: (made,), mend=scene.square, slow=True,
    )  # fmt: skip


def _none_to_spare(scene: Scene, amount: int, call: int) -> bool:
    """Return whether the house reads these chips as a call since each one is needed for it."""
    pieces = scene.pieces(amount, 2)
    return scene.house.betting.multi_chip.value == "all-needed" and amount - min(pieces) < call


@injection(Kind.BET_TAKEN_BACK, "act")
def chips_are_taken_back(scene: Scene) -> InjectedCase | None:
    """Take back chips of a bet before the bets are gathered."""
    state = scene.look()
    # A player facing a bet may pick up their chips where the house judges both together.
    turn = who_acts(scene)
    together = scene.house.betting.prior_chips.value == "judged-together"
    may = turn[1].seat if turn is not None and together else None
    lies = {v.seat: sum(scene.game.sink.chips_in(f"bet.{v.seat}")) for v in scene.live(state)}
    # A bet that was splashed into the pot lies there.
    seat = scene.pick(
        v.seat for v in scene.live(state) if UNIT <= (v.bet or 0) <= lies[v.seat] and v.seat != may
    )
    if seat is None:
        return None
    bet, _ = front_of(state, seat)
    back = scene.rng.randrange(UNIT, bet + 1, UNIT)
    scene.game.sink.chips(f"bet.{seat}", f"stack.{seat}", scene.dealer.pieces(back))
    stays = Fact("stack.changed", {"seat": seat}, absent=True)
    # The chips leave when they are picked up; at `now` they are back on the stack. They might also
    # have been on their way to the pot, which is read seldom.
    return InjectedCase(
        Kind.BET_TAKEN_BACK, "chip", scene.now, frozenset(), seat, lambda _: (stays,), slow=True,
        mend=scene.square,
    )  # fmt: skip


@injection(Kind.BET_SPLASHED, "act")
def chips_straight_into_the_pot(scene: Scene) -> InjectedCase | None:
    """Call, or open for the minimum, with chips that go straight into the pot."""
    if (turn := who_acts(scene)) is None:
        return None
    state, may = turn
    to = may.call if may.call is not None else may.bet
    front, stack = front_of(state, may.seat)
    if to is None or stack < to - front:
        return None
    pieces = scene.pieces(to - front)
    scene.dealer.splash(may.seat, pieces)
    made = Fact("action.made", {"seat": may.seat, "to": to})
    return InjectedCase(
        Kind.BET_SPLASHED, "chip", scene.now, frozenset(), may.seat, lambda _: (made,), slow=True
    )


@injection(Kind.BET_FOREIGN, "act")
def a_chip_of_another_set(scene: Scene) -> InjectedCase | None:
    """Put chips of another set in front of a seat."""
    state = scene.look()
    seat = scene.pick(view.seat for view in scene.live(state))
    if seat is None:
        return None
    zone, sink = f"bet.{seat}", scene.game.sink
    sink.chips("bank", zone, [100] * scene.rng.randint(1, 2), FOREIGN)
    return InjectedCase(
        Kind.BET_FOREIGN, "chip", scene.now, frozenset(), seat,
        mend=lambda: sink.chips(zone, "bank", sink.chips_in(zone, FOREIGN), FOREIGN),
    )  # fmt: skip


@injection(Kind.BET_HIDDEN, "act")
def more_than_the_stack(scene: Scene) -> InjectedCase | None:
    """Go all-in with chips that were not in play; where stacks are read, they are known."""
    if (turn := who_acts(scene)) is None or turn[1].most is None or scene.game.setup.stacks:
        return None
    state, may = turn
    front, stack = front_of(state, may.seat)
    if may.most != front + stack:
        return None
    more = scene.rng.randrange(100, 600, 100)
    at = scene.put(may.seat, stack + more, least_pieces=2)
    return InjectedCase(
        Kind.BET_HIDDEN, "chip", at, frozenset({"not-all-in"}), may.seat, mend=scene.square
    )


@injection(Kind.BET_HIDDEN, "act")
def chips_after_the_all_in(scene: Scene) -> InjectedCase | None:
    """Add chips that were not in play to an all-in bet; where stacks are read, they are known."""
    state = scene.look()
    seat = scene.pick(view.seat for view in state.seats if view.status == "all-in" and view.bet)
    if seat is None or scene.game.setup.stacks:
        return None
    at = scene.put(seat, scene.rng.randrange(100, 600, 100))
    return InjectedCase(Kind.BET_HIDDEN, "chip", at, frozenset({"all-in"}), seat, mend=scene.square)
