"""The Dealer, who acts for the dealer and all players at any kind of table, without mistakes.

Each table is a `Sink`. The Dealer sees only the public view, but also knows the stub's order.
"""

import random
from collections.abc import Callable, Iterable, Sequence

import msgspec

from controller.contract.commands import Command
from controller.contract.public import (
    Action,
    BetReturned,
    HandStarted,
    HandVoided,
    IrregularityFound,
    NextStep,
    Phase,
    PublicEvent,
    PublicState,
    RulingOpened,
    SeatView,
    Street,
    Task,
)
from controller.contract.readings.legal_actions import choice
from controller.contract.rules import BET_ERRORS
from controller.play.people.making_change import asks_to_show, change_of, concerned, middle
from controller.play.setup import Setup
from controller.play.sinks.engine_sink import make_up
from controller.play.sinks.sink import Sink
from controller.table.state import DECK, OF_VARIANT, deck_of

SHOE_MS = 300
BURN_DUE, GATHER_DUE = NextStep(Task.BURN), NextStep(Task.GATHER)
LOOK, LOOKS, BRISK_LOOK = 1_000, 8, 100
"""How the Dealer waits for bets: every `LOOK` ms, the Dealer checks whether they have been read, at
most `LOOKS` times. If `brisk`, the interval is `BRISK_LOOK` ms, with the same time limit."""
STREET_CARDS = {Street.FLOP: 3, Street.TURN: 1, Street.RIVER: 1}


class Dealer:
    """Moves the cards as a dealer does, and moves chips and presses keys as the players do."""

    def __init__(self, sink: Sink, look: Callable[[], PublicState], setup: Setup) -> None:
        """Play at `sink`, a table with this `setup`; `look` returns the public view."""
        self.sink = sink
        self.look = look
        self.keyed = setup.keyed
        self.shoe, self.gate, self.counts = setup.shoe, setup.gate, setup.counts
        self.decks = self.deck = setup.decks
        """The number of decks, and the number of the deck in play."""
        self.burns, self.burns_to = True, "burn"
        """Whether the house burns a card before each street, and the pile that burns go to."""
        self.brisk = False
        """Whether players move both cards at once, and act while others' chips are being read."""
        self._last_deck: list[str] = []
        self.denominations = setup.denominations
        self._random = random.Random(setup.seed)
        self._top: tuple[str, ...] = ()
        self.stub, self.places = list[str](), dict[str, str]()
        self.came_from: dict[str, str] = {}
        self.marked: dict[int, str] = {}
        self._cloned, self.hole_cards, self.refused = set[str](), set[str](), set[str]()
        self._slipped_in: list[tuple[str, int]] = []
        self._returns, self._refunds, self._splashed = (dict[int, int]() for _ in range(3))
        self._change: set[int] = set()
        self._pushed = 0
        self.carry: Callable[[], object] = tuple
        """The function that carries chips between the bank and stacks that antennas read."""
        self.lacks, self.holds = tuple[str, ...](), tuple[str, ...]()
        self.unknown = 0
        self.stack_deck(())

    # -- cards --------------------------------------------------------------------------

    def stack_deck(self, top: Iterable[str]) -> None:
        """Put these cards on top of the deck for the next hand, in this order.

        If no card of the current hand has been dealt yet, the current hand is dealt from this deck
        too.
        """
        self._top = tuple(top)
        if not self.places:
            self._shuffle()

    def _shuffle(self, deck: Sequence[str] = DECK) -> None:
        rest = [card for card in deck if card not in self._top]
        self._random.shuffle(rest)
        self.stub = [*self._top, *rest]

    def draw(self) -> str:
        """Remove the next card from the stub (through the shoe, if there is one), and return it."""
        self._top = ()
        card = self.stub.pop(0)
        if self.shoe:
            self.sink.card(card, "shoe", deck=self.deck)
            self.sink.wait(SHOE_MS)
        return card

    def shut(self) -> bool:
        """Return whether the shoe has a gate that is closed, as it is while a player is to act."""
        state = self.look()
        return self.gate and state.phase == "betting" and state.turn != 0

    def lay(self, card: str, zone: str) -> None:
        """Put one card into a zone."""
        self.sink.card(card, zone, deck=self.deck)
        self._note(card, zone)

    def _note(self, card: str, zone: str) -> None:
        before = self.places.pop(card, "stub")
        if before != "board" or self.came_from.get(card, "stub") == "stub":
            # A card that was on the board by mistake still came from where it was before.
            self.came_from[card] = before
        self.places[card] = zone
        if zone != "stub" and card in self.stub:
            self.stub.remove(card)
        self.hole_cards |= {card} if zone.startswith("hand.") else set()

    def slip_in(self, card: str, zone: str) -> None:
        """Put a card from another deck into a zone, as if by mistake."""
        deck = 3 - self.deck
        self.sink.card(card, zone, deck=deck)
        self._slipped_in.append((card, deck))

    def clone(self, card: str, zone: str) -> None:
        """Put a second card with a copy of this card's tag into a zone.

        If `zone` is "", the second card is removed instead.
        """
        self.sink.clone(card, zone, deck=self.deck)
        self._cloned = {*self._cloned - {card}, *([card] if zone else [])}

    def slip_in_unknown(self, zone: str) -> None:
        """Put an unenrolled card into a zone."""
        self._slipped_in.append((self.sink.unknown_tag(zone), 0))

    def lay_all(self, cards: Iterable[str], zone: str, *, together: bool = False) -> None:
        """Put several cards into a zone, one after another or all at once."""
        moves = [(card, zone) for card in cards]
        if moves:
            self.sink.cards(moves, together, deck=self.deck)
        for card, where in moves:
            self._note(card, where)

    def held_by(self, seat: int) -> list[str]:
        """Return the cards in front of a seat, in order of arrival."""
        return [c for c, zone in self.places.items() if zone in {f"hand.{seat}", f"bet.{seat}"}]

    def lying_in(self, zone: str) -> list[str]:
        """Return the cards in a zone, in order of arrival."""
        return [card for card, where in self.places.items() if where == zone]

    def shuffle_stub(self) -> None:
        """Shuffle the stub."""
        self._random.shuffle(self.stub)

    def mix(self, cards: Iterable[str]) -> None:
        """Pick up these cards, shuffle them, and put them on top of the stub."""
        mixed = list(cards)
        for card in mixed:
            self.lay(card, "hands")
        self._random.shuffle(mixed)
        for card in mixed:
            del self.places[card]
        self.stub = [*mixed, *(card for card in self.stub if card not in mixed)]

    def to_stub(self, cards: Iterable[str], *, under: bool = False) -> None:
        """Put cards back on top of the stub in this order, or under it if `under` is true."""
        back = [card for card in cards if card in self.places]
        for card in back:
            self.lay(card, "stub")
            del self.places[card]
        self.hole_cards.difference_update(back)
        self.stub = [*self.stub, *back] if under else [*back, *self.stub]

    def collect(self) -> None:
        """Gather all cards into the stub; remove copied tags and cards from other decks."""
        moves = [(card, "stub") for card, zone in self.places.items() if zone != "stub"]
        if moves:
            self.sink.cards(moves, together=True, deck=self.deck)
        for card in sorted(self._cloned):
            self.clone(card, "")
        for card, deck in self._slipped_in:
            self.sink.lift(card, deck)
        self.places, self.marked, self._slipped_in = {}, {}, []
        self.hole_cards, self.refused = set(), set()

    def return_chips(self) -> None:
        """Give all chips in front of seats and in the pot back to the players who put them in."""
        if self.keyed:
            return
        for view in self.look().seats:
            there = self.sink.chips_in(f"bet.{view.seat}")
            self.sink.chips(f"bet.{view.seat}", f"stack.{view.seat}", there)
            refund = self._refunds.pop(view.seat, 0)
            lies = sum(self.sink.chips_in("pot")) - self.look().carried
            # The last player gets the rest, because some may have put in more than their bet.
            kept = sum(there) - self._returns.get(view.seat, 0)
            left = min(refund - kept, lies) if self._refunds else lies * (refund > 0)
            if left > 0:
                self.sink.chips("pot", f"stack.{view.seat}", self.pieces(left))
        self._returns = {}

    def take_excess_back(self, seat: int) -> None:
        """Move any chips in front of a seat beyond its bet back to the seat's stack."""
        front = sum(self.sink.chips_in(f"bet.{seat}"))
        excess = min(front + self._splashed.get(seat, 0) - (self.view(seat).bet or 0), front)
        if excess > 0 and not self.keyed:
            self.sink.chips(f"bet.{seat}", f"stack.{seat}", self.pieces(excess))

    def clear(self) -> None:
        """Collect and shuffle all cards; with two decks, the next hand uses the other deck."""
        if self.decks > 1:
            self.lay_all([c for c, zone in self.places.items() if zone != "stub"], "muck")
            self._last_deck = self.lying_in("muck")
            self.places = {}
        self.collect()
        self.sink.settle()
        if self.decks > 1:
            self.deck = 3 - self.deck
        self._shuffle(deck_of(OF_VARIANT[self.look().game].lowest))

    def start_hand(self) -> None:
        """Push any pots left from the last hand, shuffle, and post the blinds and antes."""
        if self._refunds:
            self.return_chips()
        if self.brisk:
            self.collect()  # while somebody else pushes the pot
        self.push()
        self.clear()
        if self.look().rulings:
            # A void hand has ended once all its chips, including the pot's, are read as returned.
            self.sink.settle(slow=True)
        if self.shoe:
            self.shuffle_in_shoe()
        else:
            self.sink.press(self.look().next_dealer, "done")
        self.post()

    def post(self) -> None:
        """Post all antes that are due and move them into the pot, then post all blinds."""
        dues = self.look().to_post
        for due in dues:
            self.put_chips(due.seat, due.ante)
        if any(due.ante for due in dues):
            self.sink.settle()
            self.sweep()
            self.sink.settle()
        for due in dues:
            self.put_chips(due.seat, due.blind)
        self.sink.settle()

    def shuffle_in_shoe(self) -> None:
        """Have the shoe shuffle the deck and, if it can, count the deck at the same time."""
        self.sink.shoe("shuffling")
        if self.counts:
            there = [card for card in self.stub if card not in self.lacks]
            self.sink.count_deck(there, self.holds, self.unknown)
        self.sink.shoe("ready")

    def deal(self) -> None:
        """Finish the initial deal, then muck the dead hands."""
        for seat in self.look().to_deal:
            self.lay(self.draw(), f"hand.{seat}")
        self.sink.settle()
        if self._last_deck:
            moves = [(card, "stub") for card in self._last_deck]
            self.sink.cards(moves, together=True, deck=3 - self.deck)
            self._last_deck = []
            self.sink.settle()
        for view in self.look().seats:
            if view.status in {"dead", "waiting", "empty"}:
                self.lay_all(self.held_by(view.seat), "muck")
        self.sink.settle()

    def burn(self, count: int = 1, *, together: bool = False) -> None:
        """Burn the next `count` cards; do nothing if the shoe's gate is closed."""
        if self.shut():
            return
        self.lay_all([self.draw() for _ in range(count)], self.burns_to, together=together)

    def board(self, count: int = 1, *, together: bool = False) -> None:
        """Deal the next `count` cards to the board; do nothing if the shoe's gate is closed."""
        if self.shut():
            return
        self.lay_all([self.draw() for _ in range(count)], "board", together=together)

    def street(self, street: str) -> None:
        """Wait for the bets, gather them, burn if the house requires it, and deal a street."""
        self.wait_for_bets()
        self.gather()
        self.wait_for_bets()
        if self._burn_due():
            self.burn()
            self.sink.settle()
        self.board(STREET_CARDS[Street(street)] * self.look().boards)
        self.sink.settle()

    def _burn_due(self) -> bool:
        state = self.look()
        if state.next_step and state.next_step.task is Task.TABLE:
            return self.burns and state.burned == max(0, len(state.board) - 2)
        return state.next_step == BURN_DUE

    def hear(self, events: Iterable[PublicEvent]) -> None:
        """Note which uncalled bets and refunds are due, and who must take back excess chips."""
        for event in events:
            if isinstance(event, IrregularityFound | RulingOpened) and event.kind in BET_ERRORS:
                self._change |= concerned(event)
            if isinstance(event, BetReturned):
                self._returns[event.seat] = self._returns.get(event.seat, 0) + event.amount
            elif isinstance(event, HandStarted):
                self._returns, self._refunds, self._splashed, self._change = {}, {}, {}, set()
            elif isinstance(event, HandVoided):
                self._refunds = {back.seat: back.amount for back in event.refunds}
                self._change = set()

    def pieces(self, amount: int) -> tuple[int, ...]:
        """Return chips that make up an amount. Raises `ValueError` if none do."""
        return make_up(amount, self.denominations)

    def put_chips(self, seat: int, amount: int) -> None:
        """Move an amount from a seat's stack to its bet in one motion, if the table reads chips."""
        if amount > 0 and not self.keyed:
            self.sink.chips(f"stack.{seat}", f"bet.{seat}", self.pieces(amount))

    def splash(self, seat: int, pieces: Sequence[int]) -> None:
        """Move chips from a seat's stack straight into the pot."""
        self.sink.chips(f"stack.{seat}", "pot", pieces)
        self._splashed[seat] = self._splashed.get(seat, 0) + sum(pieces)

    def put_in(self, seat: int) -> int:
        """Return the amount in front of a seat, plus the amount it threw straight into the pot."""
        return sum(self.sink.chips_in(f"bet.{seat}")) + self._splashed.get(seat, 0)

    def sweep(self) -> None:
        """Move all chips in front of seats into the pot, except bets made for the next street."""
        early = self._bets_are_in()
        if self.brisk:
            self.sink.sweep([f"bet.{view.seat}" for view in self.look().seats if not early])
            return
        for view in self.look().seats:
            there = () if early else self.sink.chips_in(f"bet.{view.seat}")
            self.sink.chips(f"bet.{view.seat}", "pot", there)

    def take_out_of_pot(self, seat: int, amount: int) -> None:
        """Move surplus chips from the pot to a seat's stack: at most `amount`, or all if it is 0.

        Bets that were gathered too early are not surplus, although the pot should not have them
        yet. `amount` limits the move so that they stay in the pot.
        """
        excess = sum(self.sink.chips_in("pot")) - middle(self.look())
        excess = min(excess, amount or excess)
        if excess > 0:
            self.sink.chips("pot", f"stack.{seat}", self.pieces(excess))

    def give_change(self) -> None:
        """Have the players who put in too many chips take back the excess."""
        for seat in sorted(self._change):
            fronts = {v.seat: sum(self.sink.chips_in(f"bet.{v.seat}")) for v in self.look().seats}
            beyond = change_of(self.look(), seat, fronts, sum(self.sink.chips_in("pot")))
            if beyond > 0 and not self._returns.get(seat):
                self.sink.chips(f"bet.{seat}", f"stack.{seat}", self.pieces(beyond))
                self.sink.settle()
        self._change = set()

    def gather(self, *, change: bool = True) -> None:
        """Give back uncalled bets and, with `change`, excess chips; then gather the other bets."""
        if self.keyed:
            return
        hurried = self.brisk and self.look().phase is Phase.OVER
        if self.brisk and not hurried:
            self.sink.settle()
        for seat, amount in self._returns.items():
            # A player who took their own bet back is already done.
            front = sum(self.sink.chips_in(f"bet.{seat}"))
            more = front + self._splashed.get(seat, 0) - (self.view(seat).bet or 0)
            back = min(amount, max(more, 0))
            self.sink.chips(f"bet.{seat}", f"stack.{seat}", self.pieces(min(back, front)))
            self.sink.chips("pot", f"stack.{seat}", self.pieces(max(back - front, 0)))
        if change:
            self.give_change()
        self._splashed, self._returns = {}, {}
        self.sweep()
        if not hurried:
            self.sink.settle()

    def _bets_are_in(self) -> bool:
        """Return whether all bets of this street are in the pot.

        If they are, any chips in front of seats are for the next street.
        """
        state = self.look()
        if state.phase is not Phase.BOARD or any(view.bet for view in state.seats):
            return False
        known = bool(state.pots) and all(pot.amount is not None for pot in state.pots)
        return known and sum(self.sink.chips_in("pot")) >= middle(state)

    def wait_for_bets(self) -> None:
        """Wait, for at most eight seconds, until the table has read the bets or their removal."""
        look = BRISK_LOOK if self.brisk else LOOK
        for _ in range(LOOKS * LOOK // look):
            there = any(self.sink.chips_in(f"bet.{view.seat}") for view in self.look().seats)
            step = self.look().next_step
            if not (step and step.task is Task.PUT) and (there or step != GATHER_DUE):
                return
            self.sink.wait(look)

    def push(self) -> None:
        """Gather the bets, push the pots to their winners, and take the rake and time charges."""
        if self.keyed:
            return
        self.gather()
        won: dict[int, int] = {}
        state = self.look()
        if state.hand == self._pushed:
            return
        if state.awards:
            self._pushed = state.hand
        for award in state.awards:
            won[award.seat] = won.get(award.seat, 0) + award.amount
        there = sum(self.sink.chips_in("pot"))
        if state.raked:
            # The house's box has no antenna.
            rake = min(state.raked, there)
            self.sink.chips("pot", "box", self.pieces(rake))
            there -= rake
        for seat, amount in won.items():
            share = min(amount, there)
            self.sink.chips("pot", f"stack.{seat}", self.pieces(share))
            there -= share
        for paid in state.timed:
            if paid.seat:
                self.sink.chips(f"stack.{paid.seat}", "box", self.pieces(paid.amount))
        self.carry()

    # -- seats --------------------------------------------------------------------------

    def view(self, seat: int) -> SeatView:
        """Return the public view of a seat."""
        return self.look().seats[seat - 1]

    def act(self, seat: int, action: str, amount: int = 0) -> None:
        """Press a seat's key and move chips or cards; `amount` is the total of a bet or raise."""
        state = self.look()
        view = state.seats[seat - 1]
        front, stack = view.bet or 0, view.stack or 0
        match action:
            case "fold":
                self.sink.press(seat, "fold")
                self.lay_all(self.held_by(seat), "muck", together=self.brisk)
            case "check":
                self.sink.press(seat, "check")
            case "call":
                highest = max(v.bet or 0 for v in state.seats)
                highest = max(highest, state.level.big_blind if state.street == "preflop" else 0)
                to = min(highest, front + stack)
                may = choice(state.legal, Action.CALL) if state.turn == seat else None
                self.sink.press(seat, "call")
                self.put_chips(seat, max((may.least if may else to) - front, view.owes))
            case "all-in":
                to = front + stack
                if state.turn == seat:
                    to = min(to, max((may.most for may in state.legal), default=0) or to)
                self.sink.press(seat, "all-in")
                self.put_chips(seat, to - front)
            case "bet" | "raise":
                self.sink.press(seat, "bet" if action == "bet" else "raise", amount=amount)
                self.put_chips(seat, min(amount - front, stack))
        self._look_on()

    def _look_on(self) -> None:
        """Wait until the table has read the chips and cards; do not wait if `brisk` is true."""
        if not self.brisk:
            self.sink.settle()

    def table_cards(self, seat: int) -> None:
        """Move a seat's cards beyond its betting line; press `shown` if the table requires it."""
        self.lay_all(self.held_by(seat), f"bet.{seat}", together=self.brisk)
        self.sink.wait(2 * LOOK)  # An antenna may miss a card for a second.
        state = self.look()
        if not self.view(seat).shown and asks_to_show(state, seat):
            self.sink.press(seat, "shown")
        self._look_on()

    def muck(self, seat: int) -> None:
        """Throw a seat's cards into the muck without announcing anything."""
        self.lay_all(self.held_by(seat), "muck", together=self.brisk)
        self._look_on()

    def command(self, command: Command, by: str = "floor") -> None:
        """Give a floor command on behalf of `by`, and move any chips that it requires."""
        self.sink.floor(by, msgspec.json.encode(command).decode())
        self.carry()
