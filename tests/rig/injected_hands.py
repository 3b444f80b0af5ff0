"""Injected irregularities of hands, players and pots: shown, abandoned, mucked, timed out."""

from typing import Literal

from msgspec import structs

from controller.contract import commands as c
from controller.contract.public import Action, PublicState
from controller.contract.readings.legal_actions import choice
from controller.contract.rules import Kind
from tests.rig.injections import InjectedCase, Scene, dead, injection


def _standing(scene: Scene, state: PublicState, seat: int) -> str:
    """Return whether a live seat is all-in, has acted, or is still to act."""
    if state.seats[seat - 1].status == "all-in":
        return "all-in"
    return "to-act" if seat in scene.still_to_act(state) else "acted"


def _told(
    scene: Scene, kind: Kind, what: Literal["away", "phone", "shown"], *, enough: int = 2
) -> InjectedCase | None:
    state = scene.look()
    live = [view.seat for view in scene.live(state)]
    seat = scene.pick(live)
    if seat is None or len(live) < enough:
        return None
    tags = frozenset({_standing(scene, state, seat)})
    scene.game.sink.press(seat, what)
    return InjectedCase(kind, "key", scene.now, tags, seat, dead(seat))


def _take_up(scene: Scene, seat: int, cards: list[str]) -> None:
    """Have a player whose hand is still live take their cards up again."""
    if scene.look().seats[seat - 1].status in {"in", "all-in"}:
        scene.dealer.lay_all(cards, f"hand.{seat}")


@injection(Kind.HAND_LEFT, "act")
def a_player_leaves_the_table(scene: Scene) -> InjectedCase | None:
    """Leave the table with a live hand."""
    case = _told(scene, Kind.HAND_LEFT, "away")
    if case is None:
        return None
    # A player whose hand stays live comes back before their turn.
    return structs.replace(case, mend=lambda: scene.game.sink.press(case.seat, "back"))


@injection(Kind.HAND_PHONE, "act")
def a_player_takes_a_call(scene: Scene) -> InjectedCase | None:
    """Answer the telephone with a live hand."""
    return _told(scene, Kind.HAND_PHONE, "phone")


@injection(Kind.HAND_SHOWN, "act")
def a_player_shows_his_cards(scene: Scene) -> InjectedCase | None:
    """Show a live hand while others can act."""
    return _told(scene, Kind.HAND_SHOWN, "shown")


@injection(Kind.HAND_CLOCK, "act")
def the_clock_runs_out(scene: Scene) -> InjectedCase | None:
    """Call the clock on the player in turn, who does nothing."""
    state = scene.look()
    others = [view.seat for view in scene.live(state) if view.seat != state.turn]
    by = scene.pick(others)
    if by is None or not state.turn:
        return None
    facing = "facing-bet" if choice(state.legal, Action.CALL) else "unopened"
    rule = scene.house.clock
    scene.game.sink.press(by, "time", str(state.turn))
    at = scene.now + (rule.seconds.value + rule.count.value) * 1000
    scene.game.sink.wait(at - scene.now + 1000)
    tags = frozenset({facing})
    return InjectedCase(Kind.HAND_CLOCK, "time", at, tags, state.turn, dead(state.turn))


@injection(Kind.HAND_LINE, "act")
def cards_beyond_the_line(scene: Scene) -> InjectedCase | None:
    """Push cards beyond the line out of turn."""
    state = scene.look()
    if scene.house.cards.beyond_line.value == "live":
        return None
    seat = scene.pick(view.seat for view in scene.live(state) if view.seat != state.turn)
    if seat is None:
        return None
    cards = scene.dealer.held_by(seat)
    # A hand that moves with the chips of its player's act is no fold.
    scene.think()
    scene.dealer.lay_all(cards, f"bet.{seat}")
    # Its player is asked first, and puts in no chips meanwhile: they would be the answer.
    asked = 1000 * scene.house.cards.ask_seconds.value
    at = scene.now + asked
    scene.game.sink.wait(asked)
    return InjectedCase(
        Kind.HAND_LINE, "card", at, frozenset({"out-of-turn"}), seat, dead(seat),
        mend=lambda: _take_up(scene, seat, cards),
    )  # fmt: skip


@injection(Kind.HAND_TAKEN, "act")
def a_hand_is_swept_into_the_muck(scene: Scene) -> InjectedCase | None:
    """Sweep the cards of a player who has acted into the muck."""
    state = scene.look()
    seat = _done_acting(scene, state, "in")
    if seat is None:
        return None
    case = "uncalled" if _uncalled(scene, seat) else "called"
    at = scene.muck(seat)
    return InjectedCase(Kind.HAND_TAKEN, "card", at, frozenset({case}), seat, dead(seat))


@injection(Kind.HAND_MUCK, "act")
def an_all_in_hand_is_mucked_early(scene: Scene) -> InjectedCase | None:
    """Muck an all-in hand before the betting is over."""
    state = scene.look()
    seat = _done_acting(scene, state, "all-in")
    if seat is None or _uncalled(scene, seat):
        return None
    cards = scene.dealer.held_by(seat)
    at = scene.muck(seat)
    return InjectedCase(
        Kind.HAND_MUCK, "card", at, frozenset({"all-in"}), seat, dead(seat),
        mend=lambda: _take_up(scene, seat, cards),
    )  # fmt: skip


def _done_acting(scene: Scene, state: PublicState, status: str) -> int | None:
    """Return a live seat with no action left, with at least two others in the hand."""
    waiting = scene.still_to_act(state)
    live = scene.live(state)
    if len(live) < 3:
        return None
    done = [v.seat for v in live if v.status == status and v.seat not in waiting]
    return scene.pick(seat for seat in done if scene.last_card(seat))


def _uncalled(scene: Scene, seat: int) -> bool:
    """Return whether a seat made the last bet or raise, and nobody has put in chips since."""
    state = scene.look()
    made = scene.actions()
    raises = [place for place, act in enumerate(made) if act.action in {"bet", "raise"}]
    if not raises or made[raises[-1]].seat != seat:
        return False
    blind = state.level.big_blind if state.street == "preflop" else 0
    before = max([blind, *(act.to for act in made[: raises[-1]])])
    return not any(act.to > before for act in made[raises[-1] + 1 :])


@injection(Kind.HAND_MUCK, "show")
def a_hand_mucked_that_must_be_shown(scene: Scene) -> InjectedCase | None:
    """Muck a hand at the showdown where the house requires it to be shown."""
    state = scene.look()
    seat = state.next_step.seat if state.next_step is not None else 0
    if not seat or scene.last_card(seat) is None:
        return None
    rule = scene.house.showdown
    every = rule.all_in_shows_all.value and any(one.status == "all-in" for one in state.seats)
    all_in = every or state.seats[seat - 1].status == "all-in" or len(scene.able(state)) < 2
    if rule.all_in_may_muck.value if all_in else rule.loser_may_muck.value:
        return None
    if all_in and not rule.face_up_when_no_action.value:
        return None
    cards = scene.dealer.held_by(seat)
    at = scene.muck(seat)
    return InjectedCase(
        Kind.HAND_MUCK, "card", at, frozenset({"all-in" if all_in else "showdown"}), seat,
        dead(seat), mend=lambda: _take_up(scene, seat, cards),
    )  # fmt: skip


@injection(Kind.HAND_ABSENT, "deal")
def nobody_there_at_the_end_of_the_deal(scene: Scene) -> InjectedCase | None:
    """Leave the table during the deal and stay away until its end."""
    state = scene.look()
    playing = [view.seat for view in state.seats if view.status in {"in", "all-in"}]
    seat = scene.pick(playing)
    if seat is None or len(playing) < 3:
        return None
    scene.dealer.command(c.Absent(seat))
    for to in scene.order[scene.nth :]:
        scene.lay(scene.dealer.draw(), f"hand.{to}")
    scene.nth = len(scene.order)
    return InjectedCase(Kind.HAND_ABSENT, "card", scene.now, frozenset(), seat, dead(seat))


@injection(Kind.POT_WRONG, "over")
def a_pot_pushed_to_the_wrong_seat(scene: Scene) -> InjectedCase | None:
    """Dispute the pot with the floor before the next hand begins."""
    state = scene.look()
    teller = scene.pick(view.seat for view in state.seats if view.status != "empty")
    if teller is None or not state.awards:
        return None
    scene.game.sink.press(teller, "floor", "pot")
    return InjectedCase(Kind.POT_WRONG, "key", scene.now, frozenset({"between-hands"}), teller)
