"""The search for legal actions that explain the moves made while the controller was off.

Moves are changes in where cards and chips are. The search, depth first and bounded, tries the
dealer's next action first, then the moves in the order read, then actions that leave no trace.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum

from msgspec.structs import replace

from controller.contract.observations import CardAt, CardLeft, ChipsAt, Declared, TimePassed
from controller.contract.public import (
    ActionRefused,
    BetReturned,
    IrregularityFound,
    PublicEvent,
    RulingWrong,
)
from controller.houses.model import House
from controller.table.board import burn_due
from controller.table.dealing import due_seat, stopped
from controller.table.observations import by_itself, declared, end
from controller.table.rulings import stops_play
from controller.table.state import (
    AFTER_BETTING,
    ALL_IN,
    BEFORE_BETTING,
    BET_ZONES,
    FOLDED,
    HAND_ZONES,
    IN_A_HAND,
    IN_FRONT,
    LIVE,
    Betting,
    BoardDue,
    Dealing,
    Hand,
    Legal,
    Table,
    Transition,
    front_and_pot,
    legal,
    lying,
    next_dealer,
    play_on,
)

Moved = CardAt | CardLeft | ChipsAt
Deed = Moved | Declared
Choice = tuple[tuple[Deed, ...], int | None]
"""Actions to try, and the index in `news` of the move they explain (None if they explain none)."""

PATIENCE = 10_000
"""A sequence of actions is rejected if it leads to an irregularity within this time (ms)."""
MOST_STEPS = 800
"""How many actions a search tries before it gives up, because a table is waiting."""
MOST_THOUGHT = 60
"""How many times a sequence may assume actions that no move shows."""
COMES = 2
"""A move that `_clears` gives at least this rank belongs to the next hand."""

ACCUSES: tuple[type[PublicEvent], ...] = (IrregularityFound,)
WRONG: tuple[type[PublicEvent], ...] = (IrregularityFound, RulingWrong)


class Thought(IntEnum):
    """How much the search may assume in addition to the moves, from nothing to raises."""

    NOTHING = 0
    """No further actions; chips that seem to be missing may not have been read yet."""
    AS_IT_LIES = 1
    """Actions that leave each bet in front of its seat and all other chips in the pot."""
    IN_SUM = 2
    """Actions that account for the total of chips on the table, whatever zones they are in."""
    CARDS = 3
    """Actions that explain the cards, ignoring all chips."""
    RAISES = 4
    """Actions that explain the cards, and unseen raises that gave a player a turn to fold."""


def happens(table: Table, house: House, at: int, deed: Deed) -> Transition:
    """Return the results of an unseen action, presumed to happen at `at` (ms of table time)."""
    play = play_on(table, house, at, unseen=True)
    match deed:
        case Declared():
            declared(play, replace(deed, at=at))
            return end(play)
        case CardAt():
            return by_itself(play, replace(deed, at=at, since=at))
        case _:
            return by_itself(play, replace(deed, at=at))


class Search:
    """A search for actions, all at `at` (ms of table time), that explain the moves in `news`.

    `path` is the sequence so far. `best` is the legal sequence that explains the most moves, and
    `told` is their number. `steps` counts the actions tried. `open_end` means that a
    sequence ended in a hand whose winner can't be known.
    """

    def __init__(
        self,
        table: Table,
        house: House,
        news: Sequence[Moved],
        at: int,
        wrong: tuple[type[PublicEvent], ...],
        thought: Thought = Thought.NOTHING,
    ) -> None:
        """Prepare a search for actions that explain `news` and cause no event in `wrong`."""
        self.path: list[Deed] = []
        self.best: tuple[Deed, ...] = ()
        self.told = 0
        self._table, self._house, self._news, self._at = table, house, news, at
        self._wrong, self._thought = wrong, thought
        self.steps = self._back = 0
        self._been: set[object] = set()
        self._ran = table.hand.running
        self._away = _taken_away(table, news)
        self._chips = {one.zone: one.chips for one in news if isinstance(one, ChipsAt)}
        lying = {**table.chips, **self._chips}
        self._pot = sum(lying.get("pot", ()))
        # Chips beyond those put in belong to another hand, and may have been pushed since. Chips
        # that were announced, or on their way to the pot, may have come since.
        beyond = front_and_pot(table.chips) - _put_in(table)
        self._spare, self._due = max(beyond, 0), max(-beyond, 0)
        self._lies = front_and_pot(lying) - self._spare
        read = "pot" in lying or _stays_in_front(table, news)
        told = read and not table.rulings and not table.carried
        self._counts = told and thought < Thought.CARDS
        lay = {card for card, zone in table.places.items() if zone}
        self._cleared = lay <= {one.card for one in news if not isinstance(one, ChipsAt)}
        self._tabled = _tabled(table, news)
        self._taken_up = _is_taken_up(table, news)
        self.open_end = self._taken_up

    def succeeds(self) -> bool:
        """Run the search; return whether it found a `path` that explains every move."""
        return self._goes_on(self._table, tuple(range(len(self._news))), 0)

    @property
    def gave_up(self) -> bool:
        """Return whether the search stopped early, so that a sequence may have been missed."""
        return self.steps >= MOST_STEPS

    def _goes_on(self, table: Table, left: tuple[int, ...], thought: int) -> bool:
        if not left and self._fits(table):
            return True
        place = self._place(table, left)
        if place in self._been or self.steps >= MOST_STEPS or thought > MOST_THOUGHT:
            return False
        self._been.add(place)
        return any(self._try(table, choice, left, thought) for choice in self._choices(table, left))

    def _try(self, table: Table, choice: Choice, left: tuple[int, ...], thought: int) -> bool:
        deeds, told = choice
        so_far, back = len(self.path), self._back
        after = self._after(table, deeds)
        if after is not None:
            rest = tuple(one for one in left if one != told)
            self.path += deeds
            if len(self._news) - len(rest) > self.told:
                self.told, self.best = len(self._news) - len(rest), tuple(self.path)
            if self._goes_on(after, rest, thought + (told is None)):
                return True
            del self.path[so_far:]
        self._back = back
        return False

    def _after(self, table: Table, deeds: tuple[Deed, ...]) -> Table | None:
        """Return the table after these actions, or None if one of them is irregular or refused."""
        for deed in deeds:
            if self._ran and not table.hand.running and _comes(deed):
                # Going on into the next hand could explain anything, so it explains nothing.
                return None
            self.steps += 1
            done = happens(table, self._house, self._at, deed)
            if any(isinstance(event, (*self._wrong, ActionRefused)) for event in done.public):
                return None
            stage = done.table.hand.stage
            if type(stage) is Dealing and stage.held:
                return None
            self._back += sum(e.amount for e in done.public if isinstance(e, BetReturned))
            table = done.table
        return table

    # Where a sequence may end.

    def _fits(self, table: Table) -> bool:
        """Return whether a sequence may end here: it is regular, and any winner is known."""
        hand = table.hand
        if self._ran and not hand.running and not self._winner_known(hand):
            self.open_end = True
            return False
        if any(hand.status[seat] is FOLDED for seat in self._tabled):
            # Two hands beyond the line are a showdown: neither of them has been folded.
            return False
        if self._ran and hand.running and (self._taken_up or not self._is_paid(table)):
            return False
        return self._stays_right(table)

    def _is_paid(self, table: Table) -> bool:
        """Return whether all chips put in are on the table; uncalled chips may be there, too."""
        if self._thought is Thought.RAISES and type(table.hand.stage) is Betting:
            # An unseen raise must have been answered: otherwise nobody knows what a call costs.
            return not any(table.hand.bets)
        if not self._counts:
            return True
        if self._thought is Thought.AS_IT_LIES and tuple(lying(table)) != table.hand.bets:
            return False
        more = self._lies - _put_in(table)
        # Missing chips may just not have been read yet, so they prove no action.
        least = -self._spare - self._due if self._thought else more
        return least <= more <= self._back

    def _stays_right(self, table: Table) -> bool:
        at, until = self._at, self._at + PATIENCE
        wake = by_itself(play_on(table, self._house, at), TimePassed(at)).wake_at
        while wake is not None and at < wake <= until:
            at = wake
            done = by_itself(play_on(table, self._house, at), TimePassed(at))
            if any(isinstance(event, self._wrong) for event in done.public):
                return False
            table, wake = done.table, done.wake_at
        return True

    def _winner_known(self, hand: Hand) -> bool:
        """Return whether the winner is certain, whatever the order in which hands were mucked."""
        kept = [seat for seat in self._table.hand.live() if seat not in self._away]
        return hand.voided or all(hand.shown[won.seat] or won.seat in kept for won in hand.awards)

    def _place(self, table: Table, left: tuple[int, ...]) -> object:
        """Return a key for a state of the search; of states with equal keys, only one is tried."""
        hand = table.hand
        return (
            tuple(sorted(Counter(_kind(table, self._news[one]) for one in left).items())),
            type(hand.stage), hand.number, hand.turn, hand.street, hand.bets, hand.paid,
            hand.status, len(hand.board), len(hand.seen), hand.gathered, table.base,
            len(table.rulings), hand.betting.to_act, sum(map(bool, table.places.values())),
        )  # fmt: skip

    # What may come next.

    def _choices(self, table: Table, left: tuple[int, ...]) -> Iterator[Choice]:
        hand = table.hand
        forced = self._dealers(table, left) if hand.running else self._begins(table, left)
        if forced is not None:
            yield forced
            if hand.running:
                return
        for index in self._next_of(table, left):
            yield (self._news[index],), index
        if self._thought and hand.running and not stops_play(table):
            for deeds in self._thought_of(table, left):
                yield deeds, None

    def _next_of(self, table: Table, left: tuple[int, ...]) -> list[int]:
        """Return which of the unexplained moves in `left` may come next, one of each kind.

        Moves are given by index, in the order read; between hands, removals come first.
        """
        first: dict[tuple[str, ...], int] = {}
        for index in left:
            first.setdefault(_kind(table, self._news[index]), index)
        if table.hand.running:
            return list(first.values())
        return sorted(first.values(), key=lambda index: _clears(table, self._news[index]))

    def _dealers(self, table: Table, left: tuple[int, ...]) -> Choice | None:
        """Return the dealer's next action if the moves show that it was taken, otherwise None.

        The dealer gathers bets, burns a card or deals the street; nothing else can come first.
        """
        hand = table.hand
        if table.rulings or table.devices.blind_zones or type(hand.stage) not in AFTER_BETTING:
            return None
        full = _full(table)
        if gathered := self._told(left, ChipsAt, full):
            return gathered
        swept = tuple(zone for zone in full if zone in self._chips)
        if swept and "pot" in self._chips:
            return _swept(swept, self._at), None
        if pot := self._told(left, ChipsAt, ("pot",)):
            return pot
        if type(hand.stage) is not BoardDue:
            return None
        return self._told(left, CardAt, ("burn" if burn_due(hand, self._house) else "board",))

    def _told(
        self, left: tuple[int, ...], what: type[Moved], zones: Iterable[str]
    ) -> Choice | None:
        """Return the first move of type `what` in `zones`, with its index in `news`, or None."""
        for index in left:
            one = self._news[index]
            lies_there = isinstance(one, ChipsAt) and one.zone in IN_FRONT and one.chips
            if isinstance(one, what) and one.zone in zones and not lies_there:
                return (one,), index
        return None

    def _begins(self, table: Table, left: tuple[int, ...]) -> Choice | None:
        """Return the actions that begin the next hand, once the last hand is cleared away."""
        coming = [self._news[index] for index in left]
        if (
            not table.hand.number
            or not self._cleared
            or any(_clears(table, one) < COMES for one in coming)
        ):
            return None
        if not any(one.zone in IN_A_HAND or one.zone in IN_FRONT for one in coming):
            return None
        lay = self._table.places
        lying = [(c, zone) for c, zone in table.places.items() if zone and lay.get(c) == zone]
        if lying:
            # Cards that have not moved so far must be collected before the next deal.
            return tuple(CardLeft(self._at, *one, table.deck) for one in lying), None
        if stopped(play_on(table, self._house, self._at)):
            return None
        dealer = next_dealer(table, self._house)
        return ((Declared(self._at, dealer, "done"),), None) if dealer else None

    def _thought_of(self, table: Table, left: tuple[int, ...]) -> Iterator[tuple[Deed, ...]]:
        hand = table.hand
        if type(hand.stage) is Betting:
            if hand.turn:
                yield from self._actions(table, hand)
        elif type(hand.stage) in BEFORE_BETTING:
            yield from self._dealt(table, left)
        elif full := _full(table):
            yield _swept(full, self._at)

    def _dealt(self, table: Table, left: tuple[int, ...]) -> Iterator[tuple[Deed, ...]]:
        """Yield the deal of the next card, if a new card is in the muck or a bet zone."""
        seat = due_seat(table.hand)
        if not seat:
            return
        fresh = [
            one
            for one in (self._news[index] for index in left)
            if isinstance(one, CardAt) and one.card not in table.hand.seen
        ]
        for zone in (BET_ZONES[seat], "muck"):
            for one in fresh:
                if one.zone == zone:
                    yield (CardAt(self._at, one.card, HAND_ZONES[seat], self._at, one.deck),)
                    return

    def _actions(self, table: Table, hand: Hand) -> Iterator[tuple[Deed, ...]]:
        seat, at = hand.turn, self._at
        may = legal(table, hand, self._house, seat)
        if may.check:
            yield (Declared(at, seat, "check"),)
        # Cards that were read in the muck prove a fold, which need not be assumed.
        cards = self._table.hand.holes[seat]
        read = any(isinstance(one, CardAt) and one.card in cards for one in self._news)
        if seat in self._away and not read:
            yield (Declared(at, seat, "fold"),)
        short = self._lies + self._spare - _put_in(table)
        if may.call is not None and (not self._counts or may.call - hand.bets[seat] <= short):
            yield (Declared(at, seat, "call"),)
        if self._counts and short > 0:
            for to in sorted(self._raises(hand, may, short)):
                yield (_raise(may, at, to),)
        least = may.least if may.least is not None else may.all_in
        if self._thought is Thought.RAISES and least is not None and self._lacks_a_turn(table):
            yield (_raise(may, at, least),)

    def _lacks_a_turn(self, table: Table) -> bool:
        """Return whether a seat threw its hand away without a turn, so a raise must be missing."""
        hand = table.hand
        away = _taken_away(table, self._news)
        return any(hand.status[seat] is LIVE and seat not in hand.betting.to_act for seat in away)

    def _raises(self, hand: Hand, may: Legal, short: int) -> set[int]:
        """Return possible totals of a bet or raise; `short` is the value of unexplained chips."""
        live = [seat for seat in hand.entitled if hand.status[seat] == LIVE]
        allin = [seat for seat in hand.entitled if hand.status[seat] == ALL_IN]
        stay = [seat for seat in live if seat not in self._away]
        levels = {may.whole}
        gathered = self._pot - sum(hand.paid) - sum(hand.bets)
        for payers in (live, stay, [*stay, *allin]):
            for more in (short, gathered):
                if payers:
                    levels.add((more + sum(hand.bets[seat] for seat in payers)) // len(payers))
        lying = {**self._table.chips, **self._chips}
        levels |= {sum(chips) for zone, chips in lying.items() if zone in IN_FRONT}
        least = may.least if may.least is not None else may.all_in
        most = may.most if may.most is not None else may.all_in
        if least is None or most is None:
            return set()
        most = min(most, hand.bets[may.seat] + short)
        return {to for to in levels if least <= to <= most}


def _kind(table: Table, one: Moved) -> tuple[str, ...]:
    """Return a key for a move's kind, made of facts such as its origin and destination."""
    if isinstance(one, ChipsAt):
        return ("chips", one.zone)
    home = table.places.get(one.card, "")
    seen = one.card in table.hand.seen
    to = one.zone if isinstance(one, CardAt) else ""
    return ("card", home, to, str(table.hand.holder(one.card)), str(seen), str(one.deck))


def _clears(table: Table, one: Moved) -> int:
    """Return the rank of a move between hands; moves with a lower rank come first."""
    if isinstance(one, ChipsAt):
        return 1 if sum(one.chips) <= sum(table.chips.get(one.zone, ())) else COMES + 1
    return 0 if isinstance(one, CardLeft) else COMES


def _comes(deed: Deed) -> bool:
    """Return whether an action puts a card in a zone that holds cards only during a hand."""
    return isinstance(deed, CardAt) and (deed.zone in ("board", "burn") or deed.zone in IN_A_HAND)


def _raise(may: Legal, at: int, to: int) -> Declared:
    return Declared(at, may.seat, "bet" if may.opens else "raise", amount=to)


def _swept(zones: Iterable[str], at: int) -> tuple[Deed, ...]:
    return tuple(ChipsAt(at, zone, (), at) for zone in zones)


def _taken_away(table: Table, news: Sequence[Moved]) -> frozenset[int]:
    """Return the seats whose hole cards are all in the muck or in no zone now."""
    gone = {
        one.card
        for one in news
        if isinstance(one, CardLeft) or (isinstance(one, CardAt) and one.zone == "muck")
    }
    holes = table.hand.holes
    return frozenset(seat for seat, cards in enumerate(holes) if cards and gone.issuperset(cards))


def _lessens(table: Table, one: Moved) -> bool:
    """Return whether a move leaves fewer chips in a zone."""
    return isinstance(one, ChipsAt) and sum(one.chips) < sum(table.chips.get(one.zone, ()))


def _stays_in_front(table: Table, news: Sequence[Moved]) -> bool:
    """Return whether no bet in a running hand has been gathered, so the pot need not be read."""
    dealt_on = any(isinstance(one, CardAt) and one.zone in ("board", "burn") for one in news)
    return table.hand.running and not dealt_on and not any(_lessens(table, one) for one in news)


def _tabled(table: Table, news: Sequence[Moved]) -> tuple[int, ...]:
    """Return the seats whose hands are complete beyond the line, if there are at least two."""
    lies = {(one.card, one.zone) for one in news if isinstance(one, CardAt)}
    holes = enumerate(table.hand.holes)
    seats = [s for s, cards in holes if cards and all((c, BET_ZONES[s]) in lies for c in cards)]
    return tuple(seats) if len(seats) > 1 else ()


def _is_taken_up(table: Table, news: Sequence[Moved]) -> bool:
    """Return whether every live hand has been picked up, along with board cards, burns or chips.

    The hand is then over, and nobody saw who won it.
    """
    hand = table.hand
    moved = {one.card for one in news if isinstance(one, CardLeft)}
    holes = [hand.holes[seat] for seat in hand.live() if hand.holes[seat]]
    if not hand.running or not holes or not all(moved.intersection(cards) for cards in holes):
        return False
    others = [card for card in (*hand.board, *hand.cards.burns) if table.places.get(card)]
    return any(_lessens(table, one) for one in news) or bool(moved.intersection(others))


def is_cleared(table: Table, news: Sequence[Moved]) -> bool:
    """Return whether cards or chips that should stay until the hand ends have been removed."""
    hand = table.hand
    if not hand.running:
        return False
    # Of several moves of the chips in a zone, the last counts.
    chips = {one.zone: one for one in news if isinstance(one, ChipsAt)}
    if len(set(hand.live()) - _taken_away(table, news)) < 2:
        return True
    pot = sum(chips["pot"].chips) if "pot" in chips else 0
    fewer = any(_lessens(table, one) for one in chips.values())
    if fewer and pot <= sum(table.chips.get("pot", ())):
        return True
    lie_there = {*hand.board, *hand.cards.burns}
    gone = {one.card for one in news if isinstance(one, CardLeft)}
    return not table.rulings and not gone.isdisjoint(lie_there)


def _full(table: Table) -> tuple[str, ...]:
    """Return the bet zones that contain chips."""
    return tuple(zone for zone in BET_ZONES[: len(table.seats)] if table.chips.get(zone))


def _put_in(table: Table) -> int:
    hand = table.hand
    return sum(hand.paid) + sum(hand.bets) + hand.dead_money
