"""Injected action out of turn: with keys, with chips, with cards."""

from controller.contract.rules import Kind
from controller.houses.model import FLOOR_DECIDES, Remedy
from tests.rig.injected_bets import front_of, who_acts
from tests.rig.injections import Fact, Facts, InjectedCase, Scene, dead, injection
from tests.rig.turns import Turn


@injection(Kind.BET_OUT_OF_TURN, "act")
def a_key_out_of_turn(scene: Scene) -> InjectedCase | None:
    """Have the seat after the player in turn fold, check, call, bet or raise first."""
    if (turn := who_acts(scene)) is None:
        return None
    state, may = turn
    waiting = scene.still_to_act(state)
    if len(waiting) < 3 or waiting[0] != may.seat:
        return None
    skipped, seat = waiting[0], waiting[1]
    level = scene.level_bet(state)
    front, stack = front_of(state, seat)
    to = 0
    what = scene.rng.choice(["fold", "call" if level > front else "check", "raise"])
    if what == "raise":
        least = may.bet if may.bet is not None else may.raise_to
        if least is None or front + stack <= 3 * least:
            return None
        what, to = ("bet" if may.bet is not None else "raise"), least
    scene.game.sink.press(seat, what, amount=to)  # type: ignore[arg-type]
    at = scene.now
    group = "passive" if what in {"fold", "check", "call"} else "raise"
    came: list[str] = []

    def the_skipped_player_acts() -> frozenset[str]:
        came.append(_answer(scene, skipped, may))
        changed = "changed" if came[0] == "raises" else "unchanged"
        return frozenset({f"skipped-{came[0]}", changed})

    def facts(remedy: Remedy) -> Facts:
        return _early_facts(remedy, seat, what, to, came[0], level > front)

    tags = frozenset({group, what, "skipped-by-fewer", "opened" if level else "unopened"})
    return InjectedCase(
        Kind.BET_OUT_OF_TURN, "key", at, tags, seat, facts, the_skipped_player_acts,
        mend=scene.square,
    )  # fmt: skip


@injection(Kind.BET_OUT_OF_TURN, "act")
def chips_out_of_turn(scene: Scene) -> InjectedCase | None:
    """Have the seat after the player in turn put in a call or raise first, without a word."""
    if (turn := who_acts(scene)) is None:
        return None
    state, may = turn
    waiting = scene.still_to_act(state)
    level = scene.level_bet(state)
    if len(waiting) < 3 or waiting[0] != may.seat:
        return None
    skipped, seat = waiting[0], waiting[1]
    front, stack = front_of(state, seat)
    least = may.bet if may.bet is not None else may.raise_to
    calls = level > front and scene.chance(0.5)
    to = level if calls else least
    if to is None or to <= front or stack <= 3 * to:
        return None
    if not calls and 0 < to - front <= level:
        return None  # the chips count as a call where each of them is needed for it
    what = "call" if calls else "bet" if may.bet is not None else "raise"
    at = scene.put(seat, to - front, least_pieces=2)
    came: list[str] = []

    def the_skipped_player_acts() -> frozenset[str]:
        came.append(_answer(scene, skipped, may))
        changed = "changed" if came[0] == "raises" else "unchanged"
        return frozenset({f"skipped-{came[0]}", changed})

    def facts(remedy: Remedy) -> Facts:
        return _early_facts(remedy, seat, what, to, came[0], level > front)

    group = "passive" if calls else "raise"
    tags = frozenset({group, what, "skipped-by-fewer", "opened" if level else "unopened"})
    return InjectedCase(
        Kind.BET_OUT_OF_TURN, "chip", at, tags, seat, facts, the_skipped_player_acts,
        mend=scene.square,
    )  # fmt: skip


@injection(Kind.HAND_MUCK, "act")
def a_hand_mucked_out_of_turn(scene: Scene) -> InjectedCase | None:
    """Have a player who is still to act muck their cards out of turn."""
    if (turn := who_acts(scene)) is None:
        return None
    state, may = turn
    waiting = scene.still_to_act(state)
    seat = scene.pick(waiting[1:])
    if seat is None or len(waiting) < 3 or waiting[0] != may.seat:
        return None
    if scene.last_card(seat) is None:
        return None
    at = scene.muck(seat)
    return InjectedCase(Kind.HAND_MUCK, "card", at, frozenset({"out-of-turn"}), seat, dead(seat))


def _answer(scene: Scene, skipped: int, may: Turn) -> str:
    """Have the skipped player act; return their action in the words of `Remedy.when`.

    Where the table is stopped for the floor's decision they wait, as if they folded.
    """
    if scene.look().rulings:
        return "folds"
    least = may.bet if may.bet is not None else may.raise_to
    choices = ["fold", "check" if may.check else "call"]
    if least is not None and (may.most or 0) >= least:
        choices.append("raise")
    what = scene.rng.choice(choices)
    if what == "raise":
        scene.dealer.act(skipped, "bet" if may.bet is not None else "raise", least or 0)
    else:
        scene.dealer.act(skipped, what)
    return f"{what}s"


def _early_facts(remedy: Remedy, seat: int, what: str, to: int, skipped: str, faced: bool) -> Facts:
    """Return the expected facts for an action out of turn once the skipped player has acted."""
    mine = {"seat": seat}
    free = (Fact("action.made", mine, absent=True), Fact("turn.started", mine))
    changed = skipped == "raises"
    if remedy.steps == FLOOR_DECIDES:
        return (Fact("action.made", mine, absent=True),)
    match remedy.outcome:
        case "check" if not faced and not changed:
            return (Fact("action.made", {**mine, "action": "check"}),)
        case "binds" if what == "check" and changed:
            return free
        case "binds" if what in {"bet", "raise"} and changed:
            # It stands as announced, and the skipped player has raised to exactly that amount.
            return (Fact("action.made", {**mine, "action": "call", "to": to}),)
        case "binds" if what in {"bet", "raise"}:
            return (Fact("action.made", {**mine, "action": what, "to": to}),)
        case "binds":
            return (Fact("action.made", {**mine, "action": what}),)
        case _:
            return free
