"""Carries out a ruling's next step, as the display shows it, by moving cards and chips."""

from collections.abc import Callable
from typing import NamedTuple

from controller.contract.public import (
    CardsMeant,
    Kind,
    Phase,
    PublicState,
    RulingView,
    StepView,
    StepWord,
    Street,
    laid,
)
from controller.contract.readings.current_task import first_ruling, open_step
from controller.contract.rules import MISDEALS, UNSENSED, Subject
from controller.play.people.dealer import Dealer
from controller.play.people.making_change import middle
from controller.table.state import BOARD_CARDS, IN_A_HAND, STREETS

FOREIGN = 2
"""The number of the chip set whose chips do not belong to the table."""
NOT_THE_DEALERS = frozenset({StepWord.FINISH_ROUND, StepWord.FLOOR_DECIDES})
_OF_CHIPS = frozenset({Subject.BET, Subject.BLIND})


class Todo(NamedTuple):
    """One step of a ruling, and the Dealer who carries it out."""

    dealer: Dealer
    ruling: RulingView
    step: StepView


def next_step(state: PublicState) -> tuple[RulingView, StepView] | None:
    """Return the ruling that must be followed first, and its next step.

    Return None if no ruling is open, or if no step is left.
    """
    ruling = first_ruling(state)
    step = ruling and open_step(ruling)
    return (ruling, step) if ruling and step else None


def follow(dealer: Dealer) -> bool:
    """Carry out the next step of the open ruling.

    While that ruling waits for the floor, carry out a step of a different ruling. Return False if
    there is no such step, or if the players or the floor must carry it out.
    """
    waiting = next_step(dealer.look())
    if waiting is not None and waiting[1].word is StepWord.FLOOR_DECIDES:
        waiting = _meanwhile(dealer.look())
    if waiting is None or waiting[1].word in NOT_THE_DEALERS:
        return False
    ruling, step = waiting
    now = Todo(dealer, ruling, step)
    do = _BY_HAND.get(step.word, _done if step.word in UNSENSED else None)
    if do is not None:
        do(now)
    of_the_pot = step.word in {StepWord.VOID_HAND, StepWord.RETURN_BETS}
    dealer.sink.settle(slow=of_the_pot and not dealer.brisk)
    state = dealer.look()
    if state.blind_zones and next_step(state) == waiting:
        # No antenna has read the step.
        _done(now)
        dealer.sink.settle()
    return True


def _meanwhile(state: PublicState) -> tuple[RulingView, StepView] | None:
    """Return a ruling and its next step, which the Dealer can carry out while the floor decides.

    In a ruling about bets or blinds, only a step that takes back chips counts. Return None if no
    ruling has such a step.
    """
    for ruling in state.rulings:
        step = open_step(ruling)
        if step is None or step.word in NOT_THE_DEALERS:
            continue
        of_chips = ruling.kind.subject in _OF_CHIPS
        if not of_chips or (step.word is StepWord.TAKE_BACK and not step.cards):
            return ruling, step
    return None


def follow_all(dealer: Dealer, most: int = 40) -> None:
    """Carry out up to `most` steps; stop if none is left, or if players or the floor must act."""
    for _ in range(most):
        if not follow(dealer):
            return


def _shuffle(now: Todo) -> None:
    # Cards set aside that belong to the stub again are shuffled into it; hole cards are not.
    dealer, held = now.dealer, now.dealer.hole_cards
    if _went_back(now.ruling):
        dealer.to_stub([card for card in dealer.lying_in("aside") if card not in held])
    now.dealer.shuffle_stub()
    _done(now)


def _done(now: Todo) -> None:
    state = now.dealer.look()
    seats = [view.seat for view in state.seats if view.status != "empty" and not view.absent]
    now.dealer.sink.press(state.button if state.button in seats else seats[0], "done")


def _mix(now: Todo) -> None:
    now.dealer.mix(_cards(now))
    now.dealer.sink.settle()
    _done(now)


def _burn(now: Todo) -> None:
    for _ in range(now.step.count):
        now.dealer.lay(now.dealer.draw(), now.dealer.burns_to)


def _deal(now: Todo) -> None:
    if now.step.cards:
        now.dealer.lay_all(now.step.cards, "board")
    elif now.step.street is not None:
        wanted = BOARD_CARDS[STREETS.index(now.step.street)]
        state = now.dealer.look()
        there = laid(state)
        lacks = wanted * state.boards - len(there)
        while lacks > 0:
            # A card that the table still counts on the board does not reduce the number lacking.
            now.dealer.lay(card := now.dealer.draw(), "board")
            lacks -= card not in there
    elif now.step.seat:
        now.dealer.lay(now.dealer.draw(), f"hand.{now.step.seat}")
    else:
        now.dealer.lay_all(_burns(now.dealer)[-1:], "board")


def _use_as_burn(now: Todo) -> None:
    cards = _cards(now) or [now.dealer.draw()]
    now.dealer.lay_all(cards, "burn")
    now.dealer.hole_cards.difference_update(cards)


def _take_back(now: Todo) -> None:
    if now.ruling.kind is Kind.POT_WRONG and not now.step.cards:
        now.dealer.take_out_of_pot(now.ruling.seat, now.ruling.amount)
        now.dealer.sink.settle(slow=True)
        return
    if now.ruling.kind is Kind.BET_FOREIGN:
        zone, sink = f"bet.{now.ruling.seat}", now.dealer.sink
        sink.chips(zone, "bank", sink.chips_in(zone, FOREIGN), FOREIGN)
        return
    if now.ruling.kind.subject in _OF_CHIPS and not now.step.cards:
        now.dealer.take_excess_back(now.ruling.seat)
        return
    cards = _cards(now)
    if now.ruling.kind in {Kind.HAND_MUCK, Kind.HAND_LINE} and not now.step.zone:
        hand, dealer = f"hand.{now.step.seat}", now.dealer
        mucked = [c for c in dealer.lying_in("muck") if dealer.came_from.get(c) == hand]
        dealer.lay_all([*mucked, *dealer.lying_in(f"bet.{now.step.seat}")], hand)
        return
    if now.ruling.kind is Kind.BOARD_MISPLACED and now.step.which is CardsMeant.CARD:
        for card in cards:
            now.dealer.lay(card, now.dealer.came_from.get(card, "aside"))
    elif now.ruling.kind in MISDEALS and not now.step.zone and _of_the_ruling(now.ruling, now.step):
        now.dealer.lay_all(cards, "aside")
    else:
        for card in cards:
            _back_to_its_place(now, card)


def _back_to_its_place(now: Todo, card: str) -> None:
    """Put a card back where it came from, such as a hand, the burns, the ground or the stub.

    A card that returns to the stub goes on top the first time, and under the stub if it is sent
    back again. A card that came from a hand is put back there only once; the next time, it goes to
    the muck (or, during the deal, to the stub). A board card goes back on the board.
    """
    dealer = now.dealer
    if dealer.places.get(card) != "board" and card in laid(dealer.look()):
        dealer.lay(card, "board")
        return
    came_from = f"hand.{now.step.seat}" if now.step.seat and now.step.which else ""
    came_from = came_from or dealer.came_from.get(card, "stub")
    held, again = came_from.startswith("hand."), card in dealer.refused
    dealing = dealer.look().phase is Phase.DEALING
    if came_from in {"aside", "burn", "muck", "floor"} or (held and not (dealing and again)):
        dealer.lay(card, came_from)
        dealer.came_from.pop(card, None)
        if held:
            dealer.refused.add(card)
    elif again and card in dealer.hole_cards and not dealing:
        dealer.lay(card, "muck")
    else:
        dealer.to_stub([card], under=again)
        dealer.refused.add(card)


def _of_the_ruling(ruling: RulingView, step: StepView) -> bool:
    """Return whether a step concerns the same card or seat as its ruling."""
    if step.seat:
        return step.seat == ruling.seat
    return step.which is CardsMeant.CARD or len(step.cards) == 1


def _void(now: Todo) -> None:
    # The refunds are known only once the hand is void.
    now.dealer.collect()
    now.dealer.sink.settle()
    now.dealer.return_chips()


def _gather(now: Todo) -> None:
    now.dealer.sweep()
    now.dealer.sink.settle(slow=True)


def _put_in(now: Todo) -> None:
    dealer, seat = now.dealer, now.step.seat
    missing = max(middle(dealer.look()) - sum(dealer.sink.chips_in("pot")), 0)
    owed = max(dealer.view(seat).owes - missing, 0)
    for zone, amount in (("pot", missing), (f"bet.{seat}", owed)):
        dealer.sink.chips(f"stack.{seat}", zone, dealer.pieces(amount))
    dealer.sink.settle(slow=True)


_BY_HAND: dict[StepWord, Callable[[Todo], None]] = {
    StepWord.SHUFFLE: _shuffle,
    StepWord.MIX: _mix,
    StepWord.BURN: _burn,
    StepWord.DEAL: _deal,
    StepWord.USE_AS_BURN: _use_as_burn,
    StepWord.TO_STUB: lambda now: now.dealer.to_stub(_cards(now)),
    StepWord.SET_ASIDE: lambda now: now.dealer.lay_all(_cards(now), "aside"),
    StepWord.TAKE_BACK: _take_back,
    StepWord.FINISH_DEAL: lambda now: now.dealer.deal(),
    StepWord.KILL_HAND: lambda now: now.dealer.lay_all(now.dealer.held_by(now.step.seat), "muck"),
    StepWord.VOID_HAND: _void,
    StepWord.RETURN_BETS: _void,
    StepWord.GATHER: _gather,
    StepWord.PUT_IN: _put_in,
}


def _went_back(ruling: RulingView) -> bool:
    """Return whether a step that puts cards back into the stub has been done in this ruling."""
    return any(step.word is StepWord.TO_STUB and step.done for step in ruling.steps)


def _cards(now: Todo) -> list[str]:
    """Return the cards that a step moves, or [] if there are none.

    They are the cards that the step names. If it names none, they are determined by the step's
    zone, seat or `which`. The card that is left over after board cards have been mixed together
    (`left`) is drawn from the stub.
    """
    if now.step.cards:
        return list(now.step.cards)
    if now.step.zone:
        there = now.dealer.lying_in(now.step.zone)
        moved = [card for card in there if now.dealer.came_from.get(card, "stub") != "stub"]
        return (moved if moved and now.step.seat else there)[-1:]
    if now.step.seat and now.step.which is None:
        taken = now.step.word is StepWord.USE_AS_BURN and _went_back(now.ruling)
        return [] if taken else _card_of(now.dealer, now.step.seat, now.step.word)
    board, burns = now.dealer.lying_in("board"), _burns(now.dealer)
    match now.step.which:
        case CardsMeant.BURN:
            return burns[-1:]
        case CardsMeant.STREET_AND_BURN:
            before = _board_before(now.ruling.street) * now.dealer.look().boards
            return [*board[before:], *burns[-1:]]
        case CardsMeant.LEFT:
            return [now.dealer.draw()]
        case CardsMeant.CARD:
            there = [card for card in board if card not in laid(now.dealer.look())]
            there = there or now.dealer.lying_in(now.dealer.burns_to)
            return (_strayed_from(now.dealer, now.step.seat) or there)[-1:]
        case _:
            return now.dealer.lying_in("aside")


def _strayed_from(dealer: Dealer, seat: int) -> list[str]:
    """Return the cards that have come from a seat's hand to the board, the burns or the muck."""
    piles = {"board", "burn", "muck"}
    return [c for c, at in dealer.places.items() if at in piles and _came_from(dealer, c, seat)]


def _burns(dealer: Dealer) -> list[str]:
    """Return the cards in the burn pile and the muck, without hole cards, in order of arrival.

    If there are only hole cards, return those in the burn pile.
    """
    piles, held = {"burn", "muck"}, dealer.hole_cards
    burns = [card for card, at in dealer.places.items() if at in piles and card not in held]
    return burns or dealer.lying_in("burn")


def _board_before(street: Street | None) -> int:
    """Return how many cards are on a board before a street is dealt; 0 for None."""
    return BOARD_CARDS[STREETS.index(street) - 1] if street in STREETS[1:] else 0


def _card_of(dealer: Dealer, seat: int, word: StepWord) -> list[str]:
    """Return a list with the card of a seat that a step moves, or [] if the seat has no cards.

    It is the seat's exposed card if there is one, even in the muck or the stub (a card in the stub
    is removed from it). Otherwise, it is the last card dealt to the seat. There is one exception: a
    step that uses a card as a burn prefers a card that fell to the floor, was set aside, or was
    moved from this seat to another.
    """
    held = dealer.held_by(seat)
    dealt = [card for card in held if dealer.came_from.get(card, "stub") == "stub"]
    away = [
        *(c for c, at in dealer.places.items() if at in IN_A_HAND and _came_from(dealer, c, seat)),
        *dealer.lying_in("floor"),
        *dealer.lying_in("aside"),
    ]
    marked = dealer.marked.get(seat)
    if marked is not None and marked in dealer.stub:
        # The card has already gone back to the stub.
        dealer.stub.remove(marked)
        return [marked]
    if marked and marked in {*away, *held, *dealer.lying_in("muck")}:
        return [marked]
    return (away if word is StepWord.USE_AS_BURN and away else dealt or held)[-1:]


def _came_from(dealer: Dealer, card: str, seat: int) -> bool:
    """Return whether a card was last moved from a seat's hand."""
    return dealer.came_from.get(card) == f"hand.{seat}"
