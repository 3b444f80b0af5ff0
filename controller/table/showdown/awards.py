"""The award of the pots to the best hands, and the end of a hand."""

from msgspec.structs import asdict, replace

from controller.contract.public import (
    ChipsCarried,
    HandEnded,
    PotAwarded,
    SeatStack,
    StackChanged,
    TimePaid,
)
from controller.contract.rules import Half
from controller.table.between_hands import (
    hand_over,
    hand_played,
    note_win,
    taken,
    time_of_pots,
    time_of_stacks,
)
from controller.table.showdown.push_pots import pushed_early
from controller.table.state import (
    Hand,
    Over,
    Play,
    Pot,
    Share,
    Showdown,
    clockwise,
    halves,
    low_of,
    odd_article,
    one_board,
    pots,
    rank_in,
    share,
)

Shares = tuple[tuple[Share, ...], int]
"""The shares of a pot, and the amount carried to the next pot."""


def award(play: Play) -> None:
    """Award every pot to its winners, each pot separately (ppc 25, fidpa 77), and end the hand."""
    hand, table, house = play.hand, play.table, play.house
    made, raked = pots(hand, hand.put_in(), table.carried), 0
    timed: tuple[TimePaid, ...] = ()
    if house.cash is not None:
        made, raked = taken(play, made)
        made, timed = time_of_pots(play, house.cash, made)
    order = list(enumerate(made))
    if house.pots.award_order.value == "outermost-first":
        order.reverse()
    carried = 0
    awards: list[Share] = []
    ranks = _ranks(hand)
    divide = _by_halves if hand.game.high_low and ranks else _whole
    if hand.boards()[0]:
        divide = _by_boards
    for index, pot in order:
        shares, rest = divide(play, pot, index, ranks)
        for part in shares:
            play.say(PotAwarded(**asdict(part), article=odd_article(house, shares, part)))
        awards += shares
        carried += rest
    if carried:
        play.say(ChipsCarried(carried, house.pots.odd_chip.article))
    _pay_out(play, tuple(awards), carried, raked, timed)
    if house.game.kill.value != "none":
        note_win(play, made)
    hand_played(play, hand, made)


def _whole(play: Play, pot: Pot, index: int, ranks: dict[int, int]) -> Shares:
    """Divide a pot among its winners; return the shares and the amount carried to the next pot.

    `index` is the pot's number (0 for the main pot). `ranks` maps each seat to its hand's rank.
    """
    hand, table = play.hand, play.table
    won = _winners(hand, pot, ranks)
    winners = [seat for seat in clockwise(len(table.seats) - 1, hand.button) if seat in won]
    return share(pot, index, winners, table.fittings.unit, play.house)


def _by_halves(play: Play, pot: Pot, index: int, ranks: dict[int, int]) -> Shares:
    """Divide a pot between the high and the low hand (tda 20-C, 21); either may be tied.

    Returns the shares and the amount carried to the next pot. `index` is the pot's number (0 for
    the main pot). `ranks` maps each seat to the rank of its high hand.
    """
    hand = play.hand
    lows = {seat: low for seat, low in _lows(hand).items() if seat in pot.seats}
    contested = sum(seat not in hand.mucked for seat in pot.seats) > 1
    if not lows or not contested:
        return _whole(play, pot, index, ranks)
    high, low = halves(pot, play.table.fittings.unit, play.house)
    awards: list[Share] = []
    carried = 0
    half: Half
    for half, amount, worths in (("high", high, ranks), ("low", low, lows)):
        part = Pot(amount, tuple([seat for seat in pot.seats if seat in worths]))
        shares, rest = _whole(play, part, index, worths)
        larger = amount - min(high, low) if len(shares) == 1 else 0
        awards += [replace(one, half=half, odd=one.odd + larger) for one in shares]
        carried += rest
    return tuple(awards), carried


def _by_boards(play: Play, pot: Pot, index: int, ranks: dict[int, int]) -> Shares:
    """Divide a pot between two boards: the winners on each board share one half.

    Returns the shares and the amount carried to the next pot. `index` is the pot's number (0 for
    the main pot). `ranks` maps each seat to its hand's rank. If only one hand can win the pot, the
    pot is not divided; `ranks` is used only in that case.
    """
    hand = play.hand
    if sum(seat not in hand.mucked for seat in pot.seats) < 2:
        return _whole(play, pot, index, ranks)
    unit = play.table.fittings.unit
    second = pot.amount // unit // 2 * unit
    first = pot.amount - second
    awards: list[Share] = []
    carried = 0
    game = one_board(hand.game)
    for run, (board, amount) in enumerate(zip(hand.boards(), (first, second), strict=True), 1):
        play.hand = on_board = replace(hand, board=board, game=game)
        divide = _by_halves if hand.game.high_low else _whole
        shares, rest = divide(play, Pot(amount, pot.seats), index, _ranks(on_board))
        larger = amount - second if len(shares) == 1 else 0
        awards += [replace(one, run=run, odd=one.odd + larger) for one in shares if one.amount]
        carried += rest
    play.hand = hand
    return tuple(awards), carried


def leads(hand: Hand, seat: int) -> bool:
    """Return whether a tabled hand may still win a pot, i.e. no other tabled hand beats it.

    It may win as the high hand or the low hand. The result is also True if there are two boards, or
    if the board is not complete.
    """
    ranks = _ranks(hand)
    if hand.boards()[0] or not ranks or ranks.get(seat) == min(ranks.values()):
        return True
    lows = _lows(hand)
    return seat in lows and lows[seat] == min(lows.values())


def _lows(hand: Hand) -> dict[int, int]:
    """Return the rank of the low hand of each live seat that has shown one."""
    shown = hand.shown
    lows = {s: low_of(hand.game, shown[s], hand.board).rank for s in hand.live() if shown[s]}
    return {seat: low for seat, low in lows.items() if low}


def _ranks(hand: Hand) -> dict[int, int]:
    if len(hand.board) < hand.game.board[-1] or hand.game.boards > 1:
        return {}
    shown = hand.shown
    return {s: rank_in(hand.game, shown[s], hand.board) for s in hand.live() if shown[s]}


def _winners(hand: Hand, pot: Pot, ranks: dict[int, int]) -> tuple[int, ...]:
    claimants = tuple([s for s in pot.seats if s not in hand.mucked])
    if not claimants:
        return tuple(s for s in hand.mucked if s in pot.seats)[-1:]
    if len(claimants) == 1 or not ranks:
        return claimants
    best = min(ranks[s] for s in claimants)
    return tuple([s for s in claimants if ranks[s] == best])


def _pay_out(
    play: Play, awards: tuple[Share, ...], carried: int, raked: int, timed: tuple[TimePaid, ...]
) -> None:
    hand = play.hand
    seats = list(play.table.seats)
    for part in awards:
        owner = seats[part.seat]
        seats[part.seat] = replace(owner, stack=owner.stack + part.amount)
    for seat in sorted({part.seat for part in awards}):
        play.say(StackChanged(seat, seats[seat].stack, "award"))
    if play.house.cash is not None:
        timed += time_of_stacks(play, play.house.cash, seats)
    none = (0,) * len(seats)
    play.hand = over = replace(
        hand, stage=Over(awards, raked=raked, timed=timed), bets=none, paid=none, dead_money=0
    )
    dealt_in = [SeatStack(s, seats[s].stack) for s, stack in enumerate(hand.stacks) if stack]
    play.say(HandEnded(tuple(dealt_in), raked, timed))
    table = play.table
    played = replace(table.played, hands=hand.number)
    play.table = replace(table, hand=over, seats=tuple(seats), carried=carried, played=played)
    if type(hand.stage) is Showdown:
        pushed_early(play)
    if play.table.serving:
        hand_over(play, played=True)
