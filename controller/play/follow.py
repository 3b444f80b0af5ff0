"""The Dealer follows a ruling: does its next step with cards and chips, as the display says it."""

from controller.contract.public import PublicState, RulingView, StepView
from controller.play.dealer import Dealer
from controller.table.ranking import DECK
from controller.table.state import BOARD_CARDS, STREETS

NOT_THE_DEALERS = frozenset({"finish_round", "floor_decides"})
_WAITS_FOR_PLAYERS = frozenset({"finish_round", "finish_deal"})
_CARDS = frozenset(DECK)


def next_step(state: PublicState) -> tuple[RulingView, StepView] | None:
    """Return the open ruling and its step that is to be done now, None when none is open.

    A ruling that waits for the players comes after those that stop them.
    """
    waiting = [
        (ruling, next(step for step in ruling.steps if not step.done))
        for ruling in state.rulings
        if not all(step.done for step in ruling.steps)
    ]
    stopping = [pair for pair in waiting if pair[1].step not in _WAITS_FOR_PLAYERS]
    return next(iter(stopping or waiting), None)


def follow(dealer: Dealer) -> bool:
    """Do the next step of the open ruling; False when there is none that a dealer can do."""
    waiting = next_step(dealer.look())
    if waiting is None or waiting[1].step in NOT_THE_DEALERS:
        return False
    ruling, step = waiting
    _do(dealer, ruling, step)
    dealer.sink.settle(slow=step.step in {"void_hand", "return_bets"})
    return True


def follow_all(dealer: Dealer, most: int = 40) -> None:
    """Do steps until the ruling is closed or waits for somebody else."""
    for _ in range(most):
        if not follow(dealer):
            return


def _do(dealer: Dealer, ruling: RulingView, step: StepView) -> None:
    match step.step:
        case "shuffle":
            # What was set aside and belongs to the stub again is shuffled into it.
            if any(s.step == "to_stub" and s.done for s in ruling.steps):
                dealer.to_stub(dealer.lying_in("aside"))
            dealer.shuffle_stub()
            _done(dealer)
        case "cut":
            _done(dealer)
        case "mix":
            dealer.mix(_cards(dealer, ruling, step))
            dealer.sink.settle()
            _done(dealer)
        case "burn":
            for _ in range(int(step.detail or 1)):
                dealer.lay(dealer.draw(), "burn")
        case "deal":
            _deal(dealer, step)
        case "use_as_burn":
            cards = _cards(dealer, ruling, step) or [dealer.draw()]
            dealer.lay_all(cards, "burn")
        case "to_stub":
            dealer.to_stub(_cards(dealer, ruling, step))
        case "set_aside":
            dealer.lay_all(_cards(dealer, ruling, step), "aside")
        case "take_back":
            _take_back(dealer, ruling, step)
        case "finish_deal":
            dealer.deal()
        case "kill_hand":
            dealer.lay_all(dealer.held_by(int(step.detail)), "muck")
        case "void_hand" | "return_bets":
            # What goes back is known once the hand is void.
            dealer.collect()
            dealer.sink.settle()
            dealer.return_chips()
        case _:
            pass


def _done(dealer: Dealer) -> None:
    state = dealer.look()
    seats = [view.seat for view in state.seats if view.status != "empty" and not view.absent]
    dealer.sink.press(state.button if state.button in seats else seats[0], "done")


def _deal(dealer: Dealer, step: StepView) -> None:
    named = [word for word in step.detail.split() if word in _CARDS]
    if named:
        dealer.lay_all(named, "board")
    elif step.detail in STREETS:
        wanted = BOARD_CARDS[STREETS.index(step.detail)]
        for _ in range(wanted - len(dealer.look().board)):
            dealer.lay(dealer.draw(), "board")
    elif step.detail.isdigit():
        dealer.lay(dealer.draw(), f"hand.{step.detail}")
    else:
        dealer.lay_all(dealer.lying_in("burn")[-1:], "board")


def _take_back(dealer: Dealer, ruling: RulingView, step: StepView) -> None:
    if ruling.kind.startswith(("bet.", "blind.")):
        dealer.take_excess_back(ruling.seat)
        return
    cards = _cards(dealer, ruling, step)
    if ruling.kind == "board.misplaced" and step.detail == "card":
        for card in cards:
            dealer.lay(card, dealer.came_from.get(card, "aside"))
    elif ruling.kind.startswith("deal.") and step.detail in {"card", str(ruling.seat), *cards}:
        dealer.lay_all(cards, "aside")
    else:
        # A card that nobody asked for goes back to where it came from.
        dealer.to_stub(cards)


def _cards(dealer: Dealer, ruling: RulingView, step: StepView) -> list[str]:
    """Return cards that a step is about: named where they are public, else seen to lie there."""
    named = [word for word in step.detail.split() if word in _CARDS]
    if named:
        return named
    board = dealer.lying_in("board")
    before = BOARD_CARDS[STREETS.index(ruling.street) - 1] if ruling.street in STREETS[1:] else 0
    burns = dealer.lying_in("burn")
    match step.detail:
        case "burn":
            return burns[-1:]
        case "street+burn":
            return [*board[before:], *burns[-1:]]
        case "left":
            return [dealer.draw()]
        case "card":
            return [card for card in board if card not in dealer.look().board][-1:]
        case detail if detail.isdigit():
            back = any(s.step == "to_stub" and s.done for s in ruling.steps)
            if step.step == "use_as_burn" and back:
                return []
            return _card_of(dealer, int(detail), step.step)
        case detail if detail.startswith("hand."):
            return dealer.lying_in(detail)[-1:]
        case _:
            return dealer.lying_in("aside")


def _card_of(dealer: Dealer, seat: int, step: str) -> list[str]:
    """Return the card of a seat that a step is about: the one that was seen, else its last."""
    away = dealer.lying_in("aside") + dealer.lying_in("floor")
    marked = dealer.marked.get(seat)
    if marked is not None and marked in dealer.stub:
        # It went back to the stub first.
        dealer.stub.remove(marked)
        return [marked]
    if marked is not None and (marked in away or marked in dealer.held_by(seat)):
        return [marked]
    return away[-1:] if step == "use_as_burn" and away else dealer.held_by(seat)[-1:]
