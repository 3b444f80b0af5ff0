"""Injected irregularities of the deal, the button and the deck."""

from controller.contract.rules import Kind, Outcome
from controller.table.state import DECK
from tests.rig.injections import InjectedCase, Scene, dead, injection


def _dealt_wrong(
    scene: Scene, kind: Kind, to: int, seat: int = 0, tags: frozenset[str] = frozenset()
) -> InjectedCase:
    at = scene.lay(scene.dealer.draw(), f"hand.{to}")
    return InjectedCase(
        kind, "card", at, frozenset({"in-time"}) | tags, seat or to, floor="misdeal"
    )


@injection(Kind.DEAL_WRONG_SEAT, "deal")
def first_card_to_the_wrong_seat(scene: Scene) -> InjectedCase | None:
    """Start the deal at the wrong seat."""
    to = scene.pick({seat for seat in scene.order if seat != scene.order[0]})
    if scene.nth or to is None:
        return None
    return _dealt_wrong(scene, Kind.DEAL_WRONG_SEAT, to)


@injection(Kind.DEAL_SKIPPED, "deal")
def a_seat_is_skipped(scene: Scene) -> InjectedCase | None:
    """Skip one or more seats in a round of the deal."""
    count = len(scene.order) // 2
    round_ends = (scene.nth // count + 1) * count
    to = scene.pick(scene.order[scene.nth + 1 : round_ends])
    if not scene.nth or to is None:
        return None
    return _dealt_wrong(scene, Kind.DEAL_SKIPPED, to, scene.order[scene.nth])


@injection(Kind.DEAL_ORDER, "deal")
def a_second_card_in_the_first_round(scene: Scene) -> InjectedCase | None:
    """Deal a second card to a seat while others wait for their first."""
    if not 1 <= scene.nth < len(scene.order) // 2:
        return None
    first = int(scene.nth == len(scene.order) // 2 - 1 and _button_may_be_last(scene))
    to = scene.pick(scene.order[first : scene.nth])
    return None if to is None else _dealt_wrong(scene, Kind.DEAL_ORDER, to)


def _button_may_be_last(scene: Scene) -> bool:
    """Return whether the first seat may get its second card before the button gets its first."""
    remedy = scene.house.remedy(Kind.DEAL_ORDER, frozenset({"button-owed"}))
    return remedy.outcome is Outcome.STANDS


@injection(Kind.DEAL_NOT_ENTITLED, "deal")
def a_card_to_an_empty_seat(scene: Scene) -> InjectedCase | None:
    """Deal to a seat where nobody plays."""
    state = scene.look()
    empty = [view.seat for view in state.seats if view.status == "empty"]
    to = scene.pick(seat for seat in empty if seat not in scene.order)
    if not scene.nth or to is None:
        return None
    return _dealt_wrong(scene, Kind.DEAL_NOT_ENTITLED, to)


def _extra(scene: Scene, to: int, *tags: str) -> frozenset[str]:
    first = scene.order[0]
    small = scene.look().small_blind or first
    whom = "to-first" if to == first else "to-other"
    blind = "to-small-blind" if to == small else "not-to-small-blind"
    return frozenset({whom, blind, "one", *tags})


@injection(Kind.DEAL_TOO_MANY, "deal")
def a_third_card_in_the_deal(scene: Scene) -> InjectedCase | None:
    """Deal a third card to a seat before the deal is complete."""
    count = len(scene.order) // 2
    to = scene.pick(scene.order[count : scene.nth])
    if to is None:
        return None
    return _dealt_wrong(scene, Kind.DEAL_TOO_MANY, to, tags=_extra(scene, to, "dealing"))


@injection(Kind.DEAL_TOO_MANY, "act")
def a_third_card_after_the_deal(scene: Scene) -> InjectedCase | None:
    """Deal one card too many, to the first seat or another."""
    if scene.actions_of_hand():
        return None
    to = scene.order[0] if scene.chance(0.5) else scene.rng.choice(scene.order)
    scene.dealer.marked[to] = scene.dealer.stub[0]
    return _dealt_wrong(scene, Kind.DEAL_TOO_MANY, to, tags=_extra(scene, to, "dealt"))


@injection(Kind.HAND_COUNT, "act")
def a_third_card_late(scene: Scene) -> InjectedCase | None:
    """Deal an extra card to a live hand when it is too late for a misdeal."""
    if scene.window() != "late":
        return None
    to = scene.pick(view.seat for view in scene.live(scene.look()))
    if to is None:
        return None
    card = scene.dealer.stub[0]
    at = scene.lay(scene.dealer.draw(), f"hand.{to}")
    tags = frozenset({"late"}) | _extra(scene, to, "dealt")
    return InjectedCase(
        Kind.HAND_COUNT, "card", at, tags, to, dead(to), mend=lambda: scene.lay(card, "muck")
    )


def _mix(scene: Scene, kind: Kind, window: str) -> InjectedCase | None:
    state = scene.look()
    seats = [view.seat for view in scene.live(state)]
    if len(seats) < 2:
        return None
    one, two = scene.rng.sample(seats, 2)
    card, other = scene.last_card(one), scene.last_card(two)
    if card is None or other is None:
        return None
    at = scene.lay(card, f"hand.{two}")
    both = scene.chance(0.5)
    if both:
        scene.lay(other, f"hand.{one}")

    def put_back() -> None:
        scene.lay(card, f"hand.{one}")
        if both:
            scene.lay(other, f"hand.{two}")

    return InjectedCase(
        kind, "card", at, frozenset({window, "dealt"}), two, mend=put_back, floor="misdeal"
    )


@injection(Kind.DEAL_MIXED, "act")
def cards_of_two_players_get_mixed(scene: Scene) -> InjectedCase | None:
    """Mix a card of one hand into another, or swap one of each, early in the hand."""
    if scene.window() != "in-time":
        return None
    return _mix(scene, Kind.DEAL_MIXED, "in-time")


@injection(Kind.HAND_MIXED, "act")
def cards_of_two_players_get_mixed_late(scene: Scene) -> InjectedCase | None:
    """Mix a card of one hand into another, or swap one of each, late in the hand."""
    if scene.window() != "late":
        return None
    return _mix(scene, Kind.HAND_MIXED, "late")


def _seen_tags(
    scene: Scene, seat: int, nth: int, by: str, when: str, teller: int
) -> frozenset[str]:
    button = scene.look().button
    which = "first-two" if nth <= 2 else "later"
    own = "dealer-own" if seat == button else "not-dealer"
    # The dealer or the card's owner says that it was turned up; any other player, that it was seen.
    how = "turned-up" if teller in {seat, button} else "flashed"
    return frozenset({scene.window(), f"by-{by}", which, "only-one", own, when, how, "untouched"})


@injection(Kind.DEAL_EXPOSED, "deal")
def a_card_is_exposed_in_the_deal(scene: Scene) -> InjectedCase | None:
    """Expose a card in the deal; a player declares it."""
    if not scene.nth:
        return None
    seat = scene.order[scene.nth - 1]
    if (card := scene.last_card(seat)) is None:
        return None
    scene.think()
    teller = scene.rng.choice(scene.order)
    tags = _seen_tags(scene, seat, scene.nth, "dealer", "dealing", teller)
    scene.dealer.marked[seat] = card
    scene.game.sink.press(teller, "seen", str(seat))
    return InjectedCase(Kind.DEAL_EXPOSED, "key", scene.now, tags, seat, floor="misdeal")


@injection(Kind.DEAL_EXPOSED, "act")
def the_last_card_is_exposed(scene: Scene) -> InjectedCase | None:
    """Declare a dealt card exposed before anybody has acted."""
    if scene.actions_of_hand():
        return None
    place = scene.rng.randrange(len(scene.order) // 2, len(scene.order))
    seat = scene.order[place]
    if (card := scene.last_card(seat)) is None:
        return None
    teller = scene.rng.choice(scene.order)
    tags = _seen_tags(scene, seat, place + 1, "dealer", "dealt", teller)
    scene.dealer.marked[seat] = card
    scene.think()
    scene.game.sink.press(teller, "seen", str(seat))
    return InjectedCase(Kind.DEAL_EXPOSED, "key", scene.now, tags, seat, floor="misdeal")


@injection(Kind.DEAL_EXPOSED, "deal")
def the_first_card_is_turned_up(scene: Scene) -> InjectedCase | None:
    """Turn up the very first card, or the second; the dealer declares it."""
    if scene.nth not in {1, 2}:
        return None
    seat, button = scene.order[scene.nth - 1], scene.look().button
    if (card := scene.last_card(seat)) is None:
        return None
    scene.think()
    tags = _seen_tags(scene, seat, scene.nth, "dealer", "dealing", button)
    scene.dealer.marked[seat] = card
    scene.game.sink.press(button, "seen", str(seat))
    return InjectedCase(Kind.DEAL_EXPOSED, "key", scene.now, tags, seat, floor="misdeal")


@injection(Kind.DEAL_OFF_TABLE, "deal")
def a_card_falls_in_the_deal(scene: Scene) -> InjectedCase | None:
    """Drop the next card off the table; the dealer declares it."""
    seat = scene.order[scene.nth]
    button = scene.look().button
    if button not in scene.order:
        return None
    tags = _seen_tags(scene, seat, scene.nth + 1, "dealer", "dealing", button)
    card = scene.dealer.draw()
    scene.dealer.marked[seat] = card
    scene.lay(card, "floor")
    scene.think()
    scene.game.sink.press(button, "off-table", str(seat))
    return InjectedCase(
        Kind.DEAL_OFF_TABLE, "key", scene.now, tags, seat,
        mend=lambda: scene.lay(card, f"hand.{seat}"), floor="misdeal",
    )  # fmt: skip


@injection(Kind.DEAL_OFF_TABLE, "act")
def a_player_drops_a_card(scene: Scene) -> InjectedCase | None:
    """Have a player drop one of their own cards and declare it."""
    if scene.actions_of_hand():
        return None
    place = scene.rng.randrange(len(scene.order) // 2, len(scene.order))
    seat = scene.order[place]
    if (card := scene.last_card(seat)) is None:
        return None
    tags = _seen_tags(scene, seat, place + 1, "player", "dealt", seat)
    scene.dealer.marked[seat] = card
    scene.lay(card, "floor")
    scene.game.sink.settle()
    scene.think()
    scene.game.sink.press(seat, "off-table", str(seat))
    at = scene.now
    return InjectedCase(
        Kind.DEAL_OFF_TABLE, "key", at, tags, seat,
        mend=lambda: scene.lay(card, f"hand.{seat}"), floor="misdeal",
    )  # fmt: skip


@injection(Kind.DEAL_TOO_FEW, "deal")
def play_begins_before_the_deal_is_complete(scene: Scene) -> InjectedCase | None:
    """Leave the last cards undealt: a player acts, or the dealer burns or turns a card."""
    count = len(scene.order) // 2
    missing = len(scene.order) - scene.nth
    if scene.nth <= count:
        return None
    scene.game.sink.settle()
    seat, button = scene.order[scene.nth], scene.look().button
    tags = {
        "in-time",
        "button" if missing == 1 and seat == button else "not-button",
        "one" if missing == 1 else "more",
    }
    if scene.chance(0.5):
        scene.game.sink.press(scene.rng.choice(scene.order), "call")
        return InjectedCase(
            Kind.DEAL_TOO_FEW, "key", scene.now, frozenset(tags), seat, floor="misdeal"
        )
    card = scene.dealer.draw()

    def back() -> frozenset[str]:
        # A flop that came too soon, and stayed, would be a second irregularity.
        if scene.dealer.places.get(card) == "board":
            scene.dealer.to_stub([card])
        return frozenset()

    at = scene.lay(card, "burn" if scene.house.deal.burn.value else "board")
    return InjectedCase(
        Kind.DEAL_TOO_FEW, "card", at, frozenset(tags), seat, then=back, floor="misdeal"
    )


# -- the button -------------------------------------------------------------------------


@injection(Kind.BUTTON_WRONG, "act")
def the_button_on_the_wrong_seat(scene: Scene) -> InjectedCase | None:
    """Put the tagged button in front of a seat other than the dealer's, before or after action."""
    state = scene.look()
    seat = scene.pick(v.seat for v in state.seats if v.status != "empty" and v.seat != state.button)
    if seat is None:
        return None
    scene.game.sink.button(state.button)
    scene.game.sink.wait(2000)
    scene.game.sink.button(seat)
    at = scene.now
    acted = state.street != "preflop" or bool(scene.actions_of_hand())
    return InjectedCase(
        Kind.BUTTON_WRONG, "card", at,
        frozenset({"after-action" if acted else "before-action", scene.window()}),
        seat, mend=lambda: scene.game.sink.button(state.button),
    )  # fmt: skip


# -- the deck ---------------------------------------------------------------------------


def _take_away(scene: Scene, card: str, deck: int) -> None:
    scene.game.sink.card(card, "box", deck)
    scene.game.sink.settle()


@injection(Kind.DECK_DOUBLE, "deal")
def a_card_comes_twice_in_the_deal(scene: Scene) -> InjectedCase | None:
    """Deal a card of another deck whose face a player already holds."""
    face = scene.pick(scene.dealer.places)
    if scene.nth < 2 or face is None:
        return None
    scene.game.sink.settle()
    scene.game.sink.card(face, f"hand.{scene.order[scene.nth]}", deck=2)
    return InjectedCase(
        Kind.DECK_DOUBLE, "card", scene.now, frozenset({scene.window()}),
        mend=lambda: _take_away(scene, face, 2), floor="misdeal",
    )  # fmt: skip


@injection(Kind.DECK_DOUBLE, "street")
def a_card_comes_twice_on_the_board(scene: Scene) -> InjectedCase | None:
    """Burn or turn a card of another deck whose face has been seen in this hand."""
    face = scene.pick(scene.dealer.places)
    if face is None:
        return None
    scene.dealer.gather()
    burns = scene.house.deal.burn.value
    scene.game.sink.card(face, "burn" if burns and scene.chance(0.5) else "board", deck=2)
    return InjectedCase(
        Kind.DECK_DOUBLE, "card", scene.now, frozenset({scene.window()}),
        mend=lambda: _take_away(scene, face, 2), floor="misdeal",
    )  # fmt: skip


@injection(Kind.DECK_STRANGER, "deal")
def a_card_of_the_other_deck_is_dealt(scene: Scene) -> InjectedCase | None:
    """Deal a card of another deck whose face nobody has seen in this hand."""
    face = scene.pick(card for card in DECK if card not in scene.dealer.places)
    if face is None:
        return None
    scene.game.sink.card(face, f"hand.{scene.order[scene.nth]}", deck=2)
    return InjectedCase(
        Kind.DECK_STRANGER, "card", scene.now, frozenset({scene.window(), "stub"}),
        mend=lambda: _take_away(scene, face, 2), floor="misdeal",
    )  # fmt: skip


@injection(Kind.DECK_STRANGER, "street")
def a_card_that_nobody_enrolled(scene: Scene) -> InjectedCase | None:
    """Lay a card with an unknown tag on the board, on the burns, or in a hand."""
    scene.dealer.gather()
    zones = ["board", "muck", *(["burn"] if scene.house.deal.burn.value else [])]
    zones += [f"hand.{view.seat}" for view in scene.live(scene.look())]
    uid = scene.game.sink.unknown_tag(scene.rng.choice(zones))
    return InjectedCase(
        Kind.DECK_STRANGER, "card", scene.now, frozenset({scene.window(), "unknown"}),
        mend=lambda: _take_away(scene, uid, 0), floor="misdeal",
    )  # fmt: skip


@injection(Kind.DECK_MISSING, "street")
def the_shoe_is_empty_too_soon(scene: Scene) -> InjectedCase | None:
    """Let the shoe run empty before all cards of the deck have been seen."""
    scene.dealer.gather()
    tags = frozenset({scene.window()})
    scene.game.sink.shoe("empty")
    return InjectedCase(Kind.DECK_MISSING, "key", scene.now, tags, floor="misdeal")
