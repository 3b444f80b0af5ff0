"""Splashed pots: chips that a seat puts straight into the pot, and bets gathered too soon."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from controller.contract.observations import ChipsAt
from controller.contract.rules import Kind
from controller.table.betting import read_action
from controller.table.chips.miscounted_pots import change_in_pot, swept_in_early
from controller.table.chips_in_front import Motion, lifted_seats
from controller.table.rulings import found, goals_of, stops_play
from controller.table.state import (
    BET_ZONES,
    Betting,
    Paying,
    Play,
    Table,
    beyond_ledger,
    lie_in_the_pot,
    lies,
    lying,
    put,
    unpaid,
    whose,
)


def take_splash(play: Play, seen: ChipsAt, settled: tuple[int, ...]) -> None:
    """Interpret chips put straight into the pot; `settled` lists the chips that were there before.

    They are credited to seats that have acted and still owe chips, if they pay their debts (see
    `_whose_now`). If they do not, they are credited to the seat to act. While play is stopped, they
    are only noted.
    """
    hand = play.hand
    gathered = sum(hand.paid) + hand.dead_money + play.table.carried + hand.splashed
    added = sum(seen.chips) - max(gathered, sum(settled))
    _interpret(play, settled, added)


def _interpret(play: Play, settled: tuple[int, ...], added: int) -> None:
    """Credit the seats from which chips worth `added` have reached the pot."""
    hand = play.hand
    if added > 0 and (hand.round.faulty or hand.betting.pulled or lifted_seats(hand)):
        added = _drawn_in(play, added)
    if added > 0 and hand.betting.early:
        added = _early_drawn_in(play, added)
    if added > 0 and hand.awaits.swept:
        added = swept_in_early(play, added)
    if play.table.devices.blind_zones:
        added = _drawn_in_unseen(play, added)
    if added <= 0:
        return
    if _takes_payment(play.table) and (owing := _whose_now(play, added)):
        _credit(play, owing)
    elif stops_play(play.table):
        play.due(thrown_in=play.hand.awaits.thrown_in + added)
    elif debt := _paid_too_large(_still_to_come(play), _thrown_in(play, settled, added)):
        seat, owed = debt
        _credit(play, {seat: owed})
        change_in_pot(play, seat, added - owed)
    elif seat := play.hand.turn:
        _credit(play, {seat: added})
        # They are read as if they lay in front of the seat.
        pieces, front = _thrown_in(play, settled, added), play.hand.bets[seat] + added
        seen = ChipsAt(play.at, BET_ZONES[seat], pieces, play.at)
        read_action(play, Motion(seen, seat, front, ()))


def _whose_now(play: Play, added: int) -> dict[int, int]:
    """Return {seat: amount}: the debts that added chips pay during a betting round (see `whose`).

    If several seats owe exactly this amount, the one that acted first has paid: a player who has
    announced nothing is not bound by such chips.
    """
    debts, turn = _still_to_come(play), play.hand.turn
    equal = [seat for seat, debt in enumerate(debts) if debt == added]
    first = sorted(equal, key=lambda seat: (seat < turn, seat))[:1]
    return whose(debts, added) or dict.fromkeys(first, added)


def _paid_too_large(debts: Sequence[int], pieces: tuple[int, ...]) -> tuple[int, int] | None:
    """Return the seat and the debt that chips in the pot pay, if change is due to that seat.

    It must be the only seat that owes chips, and all of these chips must be needed for its debt.
    Otherwise, the result is None. `debts` is indexed by seat, and `pieces` lists the denominations
    of the chips.
    """
    owed = [(seat, debt) for seat, debt in enumerate(debts) if debt]
    if len(owed) == 1 and pieces and sum(pieces) - min(pieces) < owed[0][1] < sum(pieces):
        return owed[0]
    return None


def thrown_in_meanwhile(play: Play) -> None:
    """Interpret the chips put straight into the pot while play was stopped, once it has resumed.

    Chips that have since been taken out again, or that a ruling has left in the pot, don't count.
    """
    stage, noted = play.hand.stage, play.hand.awaits.thrown_in
    if stops_play(play.table):
        return
    if type(stage) is Paying:
        paid_into_pot(play, stage, sum(play.table.chips.get("pot", ())))
    if not noted or type(stage) is not Betting:
        return
    play.due(thrown_in=0)
    added = min(noted, beyond_ledger(play.table, play.hand) - play.hand.surplus)
    _interpret(play, (), added)


def _thrown_in(play: Play, settled: tuple[int, ...], added: int) -> tuple[int, ...]:
    """Return the denominations of the chips added to the pot, or () if they include gathered bets.

    `added` is the value of the chips that were thrown in.
    """
    there = Counter(play.table.chips.get("pot", ()))
    pieces = tuple((there - Counter(settled)).elements())
    return pieces if sum(pieces) == added else ()


def paid_into_pot(
    play: Play, stage: Paying, lies_there: int, settled: tuple[int, ...] = ()
) -> None:
    """Credit seats whose debts are paid by chips put into the pot after a betting round.

    Nothing is credited if it is unclear whose debts those are (see `whose`). `lies_there` is the
    value of the chips now in the pot, and `settled` lists the chips that were there before. Bets
    gathered in the meantime are also expected in the pot, and are not counted as payments.
    """
    hand, table = play.hand, play.table
    front = lying(table)
    drawn = sum(max(came - there, 0) for came, there in zip(stage.came, front, strict=True))
    there = sum(hand.paid) + hand.dead_money + table.carried + hand.splashed + drawn
    there += hand.surplus
    added = lies_there - there
    if added <= 0 or not _takes_payment(table):
        return
    debts = unpaid(table, hand)
    paid, change = whose(debts, added), 0
    if not paid and (debt := _paid_too_large(debts, _thrown_in(play, settled, added))):
        paid, change = dict([debt]), added - debt[1]
    if paid:
        _credit(play, paid)
        came = tuple([there + paid.get(seat, 0) for seat, there in enumerate(stage.came)])
        play.hand = replace(play.hand, stage=replace(stage, came=came))
    if change:
        change_in_pot(play, next(iter(paid)), change)


def _takes_payment(table: Table) -> bool:
    """Return whether chips may pay a debt now.

    Chips may pay it if play is not stopped, or if an open ruling is waiting for owed chips.
    """
    return not stops_play(table) or any(
        ruling.kind is Kind.BET_UNPAID or any(goal.completes for goal in goals_of(ruling))
        for ruling in table.rulings
    )


def _credit(play: Play, paid: dict[int, int]) -> None:
    """Report chips put straight into the pot, and count them as in front of their seats.

    `paid` maps each of these seats to the value of its chips.
    """
    for seat, chips in paid.items():
        found(play, Kind.BET_SPLASHED, seat=seat)
        lie_in_the_pot(play, seat, chips)


def _still_to_come(play: Play) -> tuple[int, ...]:
    """Return, for each seat, how much of its bet is not in front of it.

    If no antenna reads the bet zone of the seat to act, its whole bet counts as in front of it.
    """
    hand, front = play.hand, lying(play.table)
    missing = tuple([max(bet - lies, 0) for bet, lies in zip(hand.bets, front, strict=True)])
    unread = BET_ZONES[hand.turn] in play.table.devices.blind_zones
    return put(missing, hand.turn, 0) if unread else missing


def _drawn_in(play: Play, added: int) -> int:
    """Treat bets drawn into the pot too soon as if they were still in front (tda RP-2).

    `added` is the value of the chips that arrived in the pot. Returns `added` minus the value of
    those bets.
    """
    betting = play.hand.betting
    taken_up = (betting.turn,) if betting.pulled else ()
    for seat in (*play.hand.round.faulty, *taken_up, *lifted_seats(play.hand)):
        drawn = min(play.hand.bets[seat] - lies(play.table, seat), added)
        if drawn > 0:
            added -= drawn
            lie_in_the_pot(play, seat, drawn)
            play.chips_are_right(seat)
            if seat in taken_up:
                play.betting(pulled=0)
    return added


def _early_drawn_in(play: Play, added: int) -> int:
    """Treat out-of-turn chips that were drawn into the pot as if they were still in front.

    `added` is the value of the chips that arrived in the pot. Returns `added` minus the value of
    the out-of-turn chips.
    """
    for early in play.hand.betting.early:
        drawn = min(early.laid - lies(play.table, early.seat), added)
        if drawn > 0:
            added -= drawn
            lie_in_the_pot(play, early.seat, drawn)
    return added


def _drawn_in_unseen(play: Play, added: int) -> int:
    """Treat chips in the pot as whole bets drawn in from bet zones that no antenna reads.

    `added` is the value of the chips that arrived in the pot. Returns `added` minus the value of
    those bets.
    """
    blind = play.table.devices.blind_zones
    for seat, bet in enumerate(play.hand.bets):
        unseen = BET_ZONES[seat] in blind and seat != play.hand.turn and play.table.base[seat] >= 0
        if unseen and 0 < bet <= added:
            added -= bet
            lie_in_the_pot(play, seat, bet)
    return added
