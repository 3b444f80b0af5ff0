"""Injected irregularities of the blinds: missing, short, or posted by a player who owes none."""

from collections.abc import Callable

from controller.contract.rules import Kind
from controller.houses.model import Remedy
from tests.rig.injected_bets import UNIT
from tests.rig.injections import Fact, Facts, InjectedCase, Scene, injection


def _may_have_none(scene: Scene) -> bool:
    """Return whether the next hand may have no blinds: a bomb pot, or antes take the last chips."""
    state = scene.look()
    least = min((view.stack for view in state.seats if view.stack), default=0)
    return bool(state.bomb_pot) or least <= state.level.ante


def _begin(scene: Scene) -> dict[int, int]:
    """Start a hand up to its blinds; return the blind owed by each seat, small blind first."""
    dealer = scene.dealer
    dealer.clear()
    scene.game.sink.press(scene.look().next_dealer, "done")
    dues = scene.look().to_post
    scene.order = scene.look().to_deal
    for due in dues:
        dealer.put_chips(due.seat, due.ante)
    if any(due.ante for due in dues):
        scene.game.sink.settle()
        dealer.gather()
    return {due.seat: due.blind for due in dues if due.blind}


def _post_and_deal(scene: Scene, blinds: dict[int, int]) -> int:
    """Post these blinds and deal; return the time at which the last card comes to rest."""
    for seat, blind in blinds.items():
        scene.dealer.put_chips(seat, blind)
    scene.game.sink.settle()
    for seat in scene.order:
        scene.lay(scene.dealer.draw(), f"hand.{seat}")
    scene.nth = len(scene.order)
    return scene.now


@injection(Kind.BLIND_MISSING, "post")
def a_blind_is_not_posted(scene: Scene) -> InjectedCase | None:
    """Deal although one of the blinds has not been posted."""
    if _may_have_none(scene):
        return None
    blinds = _begin(scene)
    seat = scene.rng.choice(list(blinds))
    at = _post_and_deal(scene, {s: blind for s, blind in blinds.items() if s != seat})
    return InjectedCase(
        Kind.BLIND_MISSING, "card", at, frozenset({"before-action"}), seat,
        _blind(seat, blinds[seat]), mend=scene.square,
    )  # fmt: skip


@injection(Kind.BLIND_SHORT, "post")
def a_blind_too_small(scene: Scene) -> InjectedCase | None:
    """Deal although one of the blinds is short."""
    if _may_have_none(scene):
        return None
    blinds = _begin(scene)
    seat = scene.pick(s for s, blind in blinds.items() if blind > UNIT)
    if seat is None:
        seat = next(iter(blinds))
    less = (
        scene.rng.randrange(UNIT, max(blinds[seat], UNIT + 1), UNIT) if blinds[seat] > UNIT else 1
    )
    at = _post_and_deal(scene, {**blinds, seat: less})
    return InjectedCase(
        Kind.BLIND_SHORT, "card", at, frozenset({"before-action"}), seat,
        _blind(seat, blinds[seat]), mend=scene.square,
    )  # fmt: skip


@injection(Kind.BLIND_WRONG_SEAT, "post")
def a_blind_of_who_owes_none(scene: Scene) -> InjectedCase | None:
    """Have a seat that owes nothing post a blind."""
    few = sum(bool(view.stack) for view in scene.look().seats) < 4
    if few or _may_have_none(scene):
        return None
    blinds = _begin(scene)
    playing = [view.seat for view in scene.look().seats if view.status == "in"]
    seat = scene.rng.choice([seat for seat in playing if seat not in blinds])
    at = scene.put(seat, max(blinds.values()))

    def the_others_post() -> frozenset[str]:
        for other, blind in blinds.items():
            scene.dealer.put_chips(other, blind)
        return frozenset()

    return InjectedCase(
        Kind.BLIND_WRONG_SEAT, "chip", at, frozenset({"before-action"}), seat,
        then=the_others_post, mend=scene.square,
    )  # fmt: skip


def _blind(seat: int, amount: int) -> Callable[[Remedy], Facts]:
    """Expect the blind to count in full where the house completes it."""
    return lambda remedy: (
        (Fact("blind.posted", {"seat": seat, "amount": amount}),)
        if remedy.outcome == "made-full"
        else ()
    )
