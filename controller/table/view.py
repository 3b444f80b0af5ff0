"""The public view of a table: all that anybody may see, and nothing else."""

from controller.contract.public import (
    Action,
    Award,
    DeckView,
    Due,
    FoundView,
    HandStatus,
    Kind,
    LegalView,
    LevelView,
    NextStep,
    Phase,
    Places,
    PotView,
    PublicState,
    RulingView,
    SeatView,
    Street,
    Task,
    WaitsFor,
)
from controller.houses.model import House
from controller.table.betting import legal
from controller.table.hands import due_seat, posting_order, still_due
from controller.table.irregular import view
from controller.table.moved import zones_of
from controller.table.penalties import left_to_serve
from controller.table.positions import next_dealer, next_positions
from controller.table.pots import Pot, pots
from controller.table.ranking import Ranking, ranking
from controller.table.rulings import stops_play
from controller.table.showdown import showing_order
from controller.table.state import ALL_IN, FOLDED, LIVE, Hand, Ruling, Table

_STATUS = {LIVE: HandStatus.IN, ALL_IN: HandStatus.ALL_IN, FOLDED: HandStatus.FOLDED}
_BOARD_STREETS = tuple(Street)


def public_state(
    table: Table, house: House, seq: int, name: str, *, disclose: bool = False
) -> PublicState:
    """Return the whole public view.

    Amounts that the house does not show are None, unless `disclose` asks for them (the table's
    own logic and its tests do; nothing that leaves the controller does).
    """
    hand = table.hand
    shows = house.disclosure
    level = LevelView(
        table.level.small_blind,
        table.level.big_blind,
        table.level.ante,
        table.level.big_blind_ante,
        table.level.number,
        *_what_comes(table),
    )
    seats = tuple(
        _seat(table, number, shows.show_stacks.value or disclose, shows.show_bets.value or disclose)
        for number in range(1, len(table.seats))
    )
    rulings = tuple(_ruling(ruling, table.floor) for ruling in table.rulings)
    stopped = stops_play(table)
    if hand is None:
        return PublicState(
            seq=seq,
            table=name,
            house=house.name,
            level=level,
            seats=seats,
            button=table.button,
            paused=table.paused,
            carried=table.carried,
            next_step=next_step(table, house),
            next_dealer=next_dealer(table, house),
            next_places=_next_places(table, house),
            deck=_deck(table),
            shoe=table.shoe.wrong,
            blind_zones=table.blind_zones,
            deaf=table.deaf,
            moved_while_off=zones_of(table),
            earphones=_earphones(house),
            keyed_unit=table.unit if table.keyed else 0,
        )
    running = hand.phase != "over"
    held = tuple(
        PotView(pot.amount if shows.show_pot.value or disclose else None, pot.seats)
        for pot in gathered_pots(table, hand)
    )
    return PublicState(
        seq=seq,
        table=name,
        house=house.name,
        hand=hand.number,
        phase=Phase(hand.phase),
        street=_BOARD_STREETS[hand.street] if running or hand.board else None,
        button=hand.button,
        small_blind=0 if hand.small_blind == hand.big_blind else _posted(hand, hand.small_blind),
        big_blind=hand.big_blind,
        level=level,
        seats=seats,
        board=hand.board,
        burned=len(hand.burns),
        pots=held,
        # Once there is a pot, what was kept for it lies in it.
        carried=0 if held else table.carried,
        turn=0 if stopped else hand.turn,
        legal=() if stopped else _legal(table, hand, house),
        rulings=rulings,
        voided=hand.voided,
        clock_seat=table.clock.seat if table.clock else 0,
        clock_left=max(table.clock.until - table.at, 0) if table.clock else 0,
        next_step=next_step(table, house),
        next_dealer=0 if running else next_dealer(table, house),
        to_post=tuple(
            Due(s, hand.antes_due[s], hand.blinds_due[s])
            for s in posting_order(hand)
            if hand.antes_due[s] or hand.blinds_due[s]
        ),
        to_deal=still_due(hand) if hand.phase in {"posting", "dealing"} else (),
        awards=_awards(hand, house),
        paused=table.paused,
        blind_zones=table.blind_zones,
        deaf=table.deaf,
        found=_found(table, hand),
        moved_while_off=zones_of(table) if table.moved else (),
        earphones=_earphones(house),
        keyed_unit=table.unit if table.keyed else 0,
        next_places=None if running else _next_places(table, house),
        deck=None if running else _deck(table),
        shoe=table.shoe.wrong,
    )


def _what_comes(table: Table) -> tuple[int | None, int, int, int, int]:
    """Return in how many ms the next level comes, None from the next hand on, and what it is."""
    clock, level, left = table.level_clock, table.next_level, None
    if level is None and clock is not None and clock.until:
        level, left = clock.coming, max(clock.until - table.at, 0)
    if level is None:
        return left, 0, 0, 0, 0
    return left, level.small_blind, level.big_blind, level.ante, level.big_blind_ante


def _deck(table: Table) -> DeckView | None:
    """Give how the deck was counted: between hands only, as what lacks then has been dealt else."""
    shoe = table.shoe
    if shoe.counted is None:
        return None
    extra = len(shoe.extra) + shoe.strangers
    return DeckView(shoe.counted, shoe.missing, extra, shoe.extra)


def _next_places(table: Table, house: House) -> Places | None:
    places = next_positions(table, house)
    if places is None:
        return None
    return Places(places.button, places.small_blind, places.big_blind)


def _awards(hand: Hand, house: House) -> tuple[Award, ...]:
    article = house.pots.odd_chip.article
    return tuple(
        Award(won.pot, won.seat, won.amount, won.odd, article if won.odd else "")
        for won in hand.awards
    )


def _earphones(house: House) -> str:
    """Return the article by which an earphone needs the floor's agreement, "" where it doesn't."""
    rule = house.disclosure.earphones
    return rule.article if rule is not None and not rule.value else ""


def _ruling(ruling: Ruling, floor: str) -> RulingView:
    step = ruling.step
    asked = WaitsFor.SEATS if floor == "absent" else WaitsFor.FLOOR
    return RulingView(
        id=ruling.id,
        kind=Kind(ruling.kind),
        article=ruling.article,
        street=Street(ruling.street) if ruling.street else None,
        seat=ruling.seat,
        steps=tuple(
            view(goal, done=place < ruling.done) for place, goal in enumerate(ruling.steps)
        ),
        waits_for=asked if step is not None and step.word == "floor_decides" else WaitsFor.STEPS,
    )


def _found(table: Table, hand: Hand) -> FoundView | None:
    """Return what went wrong in this betting round, until the first card of the next street."""
    noted = table.noted
    if noted is None or noted.hand != hand.number or hand.phase in {"showdown", "over"}:
        return None
    since = hand.rounds - noted.round
    return noted.found if since == 0 or (since == 1 and hand.phase == "board") else None


def _posted(hand: Hand, place: int) -> int:
    return place if hand.stacks[place] else 0


def gathered_pots(table: Table, hand: Hand) -> tuple[Pot, ...]:
    """Return the pots in the middle: what lies in front of the seats is in none of them."""
    if hand.phase == "over":
        return ()
    if not any(hand.paid) and not hand.dead_money and not table.carried:
        return ()
    return pots(hand, hand.paid, table.carried)


def _seat(table: Table, number: int, show_stack: bool, show_bet: bool) -> SeatView:
    seat, hand = table.seats[number], table.hand
    if not seat.taken:
        return SeatView(number)
    stack = seat.stack if show_stack else None
    penalty = left_to_serve(table, number)
    if hand is None or not hand.stacks[number]:
        waiting = HandStatus.WAITING
        return SeatView(number, waiting, seat.name, stack, 0, 0, seat.absent, penalty=penalty)
    status = _STATUS.get(hand.status[number], HandStatus.WAITING)
    dead = dict(hand.dead).get(number, "")
    worth = _worth(hand, number)
    action, amount = hand.last[number]
    return SeatView(
        seat=number,
        status=HandStatus.DEAD if dead else status,
        name=seat.name,
        stack=stack,
        bet=hand.bets[number] if show_bet else None,
        committed=hand.bets[number] + hand.paid[number] if show_bet else None,
        absent=seat.absent,
        cards=0 if status is HandStatus.FOLDED else len(hand.holes[number]),
        shown=hand.shown[number],
        hand_name=worth.name if worth else "",
        hand_ranks=worth.ranks if worth else (),
        best=worth.best if worth else (),
        last_action=action,
        last_amount=amount if show_bet else 0,
        dead_reason=dead,
        penalty=penalty,
        won=sum(award.amount for award in hand.awards if award.seat == number) if show_stack else 0,
    )


def _worth(hand: Hand, seat: int) -> Ranking | None:
    cards = hand.shown[seat]
    if len(cards) == 2 and len(hand.board) >= 3:
        return ranking((*cards, *hand.board[:5]))
    return None


def _legal(table: Table, hand: Hand, house: House) -> tuple[LegalView, ...]:
    if not hand.turn:
        return ()
    may = legal(table, hand, house, hand.turn)
    found = [LegalView(Action.CHECK)] if may.check else []
    if may.call is not None:
        found.append(LegalView(Action.CALL, may.call, may.call))
    if may.least is not None and may.most is not None:
        sized = Action.BET if may.opens else Action.RAISE
        found.append(LegalView(sized, may.least, may.most, may.multiple))
    if may.all_in is not None:
        found.append(LegalView(Action.ALL_IN, may.all_in, may.all_in))
    return (*found, LegalView(Action.FOLD))


def next_step(table: Table, house: House) -> NextStep | None:
    """Tell what the dealer (or a player at the showdown) does next."""
    hand = table.hand
    if hand is None or hand.phase == "over":
        if hand is not None and hand.awards and sum(table.chips.get("pot", ())) > table.carried:
            return NextStep(Task.PUSH)
        starts = next_positions(table, house) and not table.paused
        return NextStep(Task.SHUFFLE) if starts else None
    if hand.phase == "posting":
        return _next_post(hand)
    if hand.phase == "dealing":
        seat = due_seat(hand)
        return NextStep(Task.DEAL, seat) if seat else None
    if hand.phase == "board":
        return _next_card(hand, house)
    if hand.phase == "showdown":
        seat = next((s for s in showing_order(table, house) if not hand.shown[s]), 0)
        return NextStep(Task.TABLE, seat) if seat else None
    return None


def _next_post(hand: Hand) -> NextStep | None:
    for dues, task in ((hand.antes_due, Task.ANTE), (hand.blinds_due, Task.POST)):
        for seat in posting_order(hand):
            if dues[seat]:
                return NextStep(task, seat, dues[seat])
    return None


def _next_card(hand: Hand, house: House) -> NextStep:
    if not hand.gathered:
        return NextStep(Task.GATHER)
    if house.deal.burn.value and hand.burned_for <= hand.street and not _begun(hand):
        return NextStep(Task.BURN)
    return NextStep(Task.DEAL, street=_BOARD_STREETS[min(hand.street + 1, 3)])


def _begun(hand: Hand) -> bool:
    return len(hand.board) > (0, 3, 4, 5)[hand.street]
