"""The public view of a table: everything that anybody may see, and nothing more."""

from functools import lru_cache

from msgspec.structs import asdict, replace

from controller.contract.cards_become_public import Asks
from controller.contract.public import (
    Action,
    AskedView,
    Award,
    DeckView,
    Due,
    FoundView,
    HandStatus,
    LegalView,
    LevelView,
    NextStep,
    Places,
    PotView,
    PublicState,
    RulingView,
    SeatView,
    Task,
    WaitsFor,
)
from controller.contract.rules import Subject
from controller.houses.model import House
from controller.table.betting import (
    cards_left,
    change_of_posts,
    may_straddle,
    owed,
    posting_order,
)
from controller.table.between_hands import (
    in_force,
    left_to_serve,
    may_choose,
    next_bomb,
    next_kill,
    on_street,
    stream_view,
)
from controller.table.board import burn_due, next_street
from controller.table.chips_in_front import change_due, next_change
from controller.table.dealing import due_seat, game_of, still_due
from controller.table.power_loss import zones_of
from controller.table.rulings import asked_back, goals_of, stops_play, waits_for_decision
from controller.table.showdown import asked, may_agree, next_to_show, to_clear
from controller.table.state import (
    ALL_IN,
    FOLDED,
    LIVE,
    STREETS,
    BoardDue,
    Dealing,
    Game,
    Hand,
    Idle,
    Level,
    Over,
    Paying,
    Posting,
    Ruling,
    Showdown,
    Table,
    legal,
    low_of,
    next_dealer,
    next_positions,
    odd_article,
    on_first,
    one_board,
    pots,
    put,
    to_call,
    unpaid,
    worth,
)

DEEP = 1 << 52
"""Stands for an unlimited stack: more chips than in any game, but exact in every JSON reader."""

_STATUS = {LIVE: HandStatus.IN, ALL_IN: HandStatus.ALL_IN, FOLDED: HandStatus.FOLDED}


def public_state(
    table: Table, house: House, seq: int, name: str, *, disclose: bool = False
) -> PublicState:
    """Return a table's public view.

    `seq` is the number of the last event, and `name` the table's name. Amounts that the house does
    not show are None unless `disclose` is true. Only the table's own logic and tests may set
    `disclose`; a view that leaves the controller never contains such amounts.
    """
    hand = table.hand
    running, stopped = hand.running, stops_play(table)
    game = hand.game if running else game_of(table.next_level or table.level, house)
    shows_pot = disclose or _shows_pot(hand, house)
    gathered = any(hand.paid) or hand.dead_money or table.carried
    made = pots(hand, hand.paid, table.carried) if running and gathered else ()
    held = tuple(PotView(pot.amount if shows_pot else None, pot.seats) for pot in made)
    dues = ((seat, owed(hand, seat)) for seat in posting_order(hand))
    small, big, bomb, boards = _blinds_of(table, hand, house)
    first, second = hand.boards()
    may_post, may_wait = may_choose(table, house)
    phones = house.disclosure.earphones
    return PublicState(
        seq=seq,
        table=name,
        house=house.name,
        hand=hand.number,
        phase=hand.phase,
        street=STREETS[hand.street] if running or hand.board else None,
        button=table.played.button if type(hand.stage) is Idle else hand.button,
        small_blind=small,
        big_blind=big,
        level=_level(table),
        seats=_seats(table, house, disclose=disclose),
        board=second,
        burned=len(hand.cards.burns),
        pots=held,
        carried=0 if held else table.carried,  # a pot already includes the carried chips
        turn=0 if stopped else hand.turn,
        legal=() if stopped else _legal(table, hand, house, disclose=disclose),
        rulings=tuple(_ruling(ruling, table) for ruling in table.rulings),
        voided=hand.voided,
        clock_seat=table.clock.seat if table.clock else 0,
        clock_left=max(table.clock.until - table.at, 0) if table.clock else 0,
        clock_whole=table.clock.whole if table.clock else 0,
        clock_cards=cards_left(table, house, table.clock.seat) if table.clock else 0,
        next_step=next_step(table, house),
        asked=_asked(hand),
        next_dealer=0 if running else next_dealer(table, house),
        to_post=tuple(Due(seat, *due) for seat, due in dues if any(due)),
        to_deal=still_due(hand) if hand.before_betting else (),
        awards=_awards(hand, house),
        paused=table.paused,
        # A zone without an antenna does not count as blind.
        blind_zones=table.devices.blind_zones and _blind(table),
        deaf=table.devices.deaf,
        found=_found(table, hand),
        moved_while_off=zones_of(table) if table.devices.moved else (),
        # The article that requires the floor's consent to earphones.
        earphones=phones.article if phones is not None and not phones.value else "",
        keyed_unit=table.fittings.unit if table.fittings.keyed else 0,
        next_places=None if running else _next_places(table, house),
        deck=None if running else _deck(table),
        shoe=table.devices.shoe.wrong,
        holds=tuple([replace(one, waited=max(table.at - one.since, 0)) for one in in_force(table)]),
        notices=table.at_rest.notices,
        leaving=tuple(dict.fromkeys(one.seat for one in table.at_rest.leaving if one.seat)),
        coming=tuple([one.seat for one in table.at_rest.coming]),
        tournament=table.at_rest.tournament,
        closed=table.at_rest.closed,
        denominations=table.at_rest.denominations,
        raked=hand.boxed if shows_pot else None,
        timed=hand.over.timed,
        languages=table.at_rest.languages,
        game=game.variant,
        structure=game.structure,
        may_straddle=may_straddle(table, hand, house),
        bomb_pot=bomb,
        first_board=first,
        may_run_twice=() if stopped else may_agree(table, hand, house),
        kill=_kill(table, hand, game, house),
        button_ante=house.blinds.ante_for_all.value == "button",
        cards_keyed=table.fittings.cards_keyed,
        boards=boards,
        may_post=may_post,
        may_wait=may_wait,
        pot_asked=asked(hand),
        stream=stream_view(table),
    )


def _blind(table: Table) -> tuple[str, ...]:
    """Return the zones that should be readable, but can't be read at present."""
    if table.fittings.cards_keyed:
        return ()
    unread = table.fittings.unread
    return tuple([zone for zone in table.devices.blind_zones if zone not in unread])


def _level(table: Table) -> LevelView:
    """Return the blinds and antes, with the next level and the time until it, if known."""
    clock, level, coming, left = table.level_clock, table.level, table.next_level, None
    if coming is None and clock is not None and clock.until:
        coming, left = clock.coming, max(clock.until - table.at, 0)
    on_break, stands, break_in = _clock(table)
    shown = _blinds_and_antes(level, coming)
    return replace(shown, next_in=left, on_break=on_break, stands=stands, break_in=break_in)


@lru_cache(maxsize=64)
def _blinds_and_antes(level: Level, coming: Level | None) -> LevelView:
    following = asdict(coming) if coming else {}
    return LevelView(**asdict(level), **{f"next_{key}": value for key, value in following.items()})


def _clock(table: Table) -> tuple[bool, int | None, int | None]:
    """Return (on break, ms left on a stopped clock, ms to the next break).

    The second item is None unless the clock is stopped. The third is None during a break, or if no
    break is planned.
    """
    clock = table.level_clock
    if clock is None:
        return False, None, None
    left = max(clock.until - table.at, 0) if clock.until else clock.left
    stands = None if clock.until else left
    if clock.on_break or clock.break_ms:
        return clock.on_break, stands, None if clock.on_break else left
    for one in clock.rest:
        if one.level is None:
            return False, stands, left
        left += one.ms
    return False, stands, None


def _deck(table: Table) -> DeckView | None:
    """Return the shoe's last deck count, or None if there is none; only for use between hands."""
    shoe = table.devices.shoe
    if shoe.counted is None:
        return None
    extra = len(shoe.extra) + shoe.unknown
    return DeckView(shoe.counted, shoe.missing, extra, shoe.extra)


def _next_places(table: Table, house: House) -> Places | None:
    places = next_positions(table, house)
    if places is None:
        return None
    return Places(places.button, places.small_blind, places.big_blind)


def _awards(hand: Hand, house: House) -> tuple[Award, ...]:
    awards = hand.awards
    return tuple(Award(**asdict(won), article=odd_article(house, awards, won)) for won in awards)


def _ruling(ruling: Ruling, table: Table) -> RulingView:
    asked = WaitsFor.SEATS if table.fittings.floor == "absent" else WaitsFor.FLOOR
    return RulingView(
        id=ruling.id,
        kind=ruling.kind,
        article=ruling.article,
        street=ruling.street,
        seat=ruling.seat,
        steps=tuple(
            goal.now(table, done=place < ruling.done) for place, goal in enumerate(goals_of(ruling))
        ),
        waits_for=asked if waits_for_decision(ruling) else WaitsFor.STEPS,
        zones=ruling.zones,
        waited=max(table.at - ruling.since, 0) if ruling.since else 0,
        amount=ruling.amount,
    )


def _found(table: Table, hand: Hand) -> FoundView | None:
    """Return the irregularity or stack difference that displays should show now, or None."""
    noted = table.record.noted
    if noted is None or noted.hand != hand.number:
        return None
    if noted.found.kind.subject is Subject.STACK:
        counts = table.devices.stacks
        return noted.found if counts is not None and counts.told[noted.found.seat] else None
    if isinstance(hand.stage, Showdown | Over):
        return None
    since = hand.rounds - noted.round
    lasts = since == 0 or (since == 1 and type(hand.stage) is BoardDue)
    return noted.found if lasts else None


def _blinds_of(table: Table, hand: Hand, house: House) -> tuple[int, int, int, int]:
    """Return the seats of the small and big blind (0: none), and the ante and boards of a bomb pot.

    The seats are those of the current or last hand, or 0 during a bomb pot. Between hands, the ante
    and boards are those of the next hand if it is a bomb pot.
    """
    posts = hand.small_blind != hand.big_blind and hand.stacks[hand.small_blind] > 0
    small = hand.small_blind if posts else 0
    if not hand.running:
        return small, hand.big_blind, *next_bomb(table, house)
    if hand.bomb:
        return 0, 0, hand.level.ante, hand.game.boards
    return small, hand.big_blind, 0, 1


def _kill(table: Table, hand: Hand, game: Game, house: House) -> int:
    """Return the big blind if this hand (between hands, the next one) is a kill pot, else 0."""
    if not hand.running:
        return next_kill(table, game, house)
    return hand.level.big_blind if hand.extras and hand.extras.kill else 0


def _shows_pot(hand: Hand, house: House) -> bool:
    """Return whether displays may show the pot (tda 54-A, RP-21)."""
    shown = house.disclosure.show_pot.value
    return hand.game.structure == "pot-limit" if shown == "pot-limit" else bool(shown)


def _shows_stacks(table: Table, house: House) -> bool:
    """Return whether displays may show the stacks now.

    Some houses show them only while a player must decide whether to call an all-in (tda 60).
    """
    shown = house.disclosure.show_stacks.value
    if shown != "facing-all-in":
        return bool(shown)
    hand = table.hand
    all_in = any(bet and hand.status[n] is ALL_IN for n, bet in enumerate(hand.bets))
    return all_in and bool(hand.turn and to_call(table, hand, hand.turn))


def _seats(table: Table, house: House, *, disclose: bool) -> tuple[SeatView, ...]:
    stacks = disclose or _shows_stacks(table, house)
    bets = house.disclosure.show_bets.value or disclose
    owed = tuple(map(max, unpaid(table, table.hand), asked_back(table)))
    due = tuple(zip(owed, change_due(table, table.hand), strict=True))
    return tuple(
        _seat(table, number, due[number], show_stack=stacks, show_bet=bets)
        for number in range(1, len(table.seats))
    )


def _seat(
    table: Table, number: int, due: tuple[int, int], *, show_stack: bool, show_bet: bool
) -> SeatView:
    seat, hand = table.seats[number], table.hand
    if not seat.taken:
        return SeatView(number)
    stack = seat.stack if show_stack else None
    penalty = left_to_serve(table, number)
    if not hand.stacks[number]:
        waiting = HandStatus.WAITING
        return SeatView(
            number, waiting, seat.name, stack, 0, 0, seat.absent,
            penalty=penalty, player=seat.player,
        )  # fmt: skip
    status = _STATUS.get(hand.status[number], HandStatus.WAITING)
    dead = dict(hand.dead).get(number, "")
    game, (first, board), cards = one_board(hand.game), hand.boards(), hand.shown[number]
    made = worth(game, cards, board)
    action, amount = hand.last[number]
    won = sum(award.amount for award in hand.awards if award.seat == number)
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
        hand_name=made.name if made else "",
        hand_ranks=made.ranks if made else (),
        best=made.best if made else (),
        rank=made.rank if made else 0,
        last_action=action,
        last_amount=amount if show_bet else 0,
        dead_reason=dead,
        penalty=penalty,
        won=won if show_stack else 0,
        player=seat.player,
        low=low_of(game, cards, board).best if game.high_low else (),
        first=on_first(game, cards, first),
        owes=due[0],
        change=due[1],
        head=seat.head,
    )


def _legal(table: Table, hand: Hand, house: House, *, disclose: bool) -> tuple[LegalView, ...]:
    """Return the legal actions of the seat to act, if any.

    A stack that displays may not show counts as unlimited, unless `disclose` is true.
    """
    if not hand.turn:
        return ()
    if not disclose and not _shows_stacks(table, house):
        # The stack is so deep that no bet can exceed it.
        deep = replace(table.seats[hand.turn], stack=DEEP)
        table = replace(table, seats=put(table.seats, hand.turn, deep))
    may, betting = legal(table, hand, house, hand.turn), hand.betting
    found: list[LegalView] = []
    if may.least is not None and may.most is not None:
        sized = Action.BET if may.opens else Action.RAISE
        most = 0 if may.most == may.whole and may.whole >= DEEP else may.most
        found.append(LegalView(sized, may.least, most, may.multiple))
    if may.all_in is not None:
        found.append(LegalView(Action.ALL_IN, may.all_in, may.all_in))
    if found and betting.announced is not None:
        return tuple(found)  # an announced raise is binding
    if may.call is not None:
        found.insert(0, LegalView(Action.CALL, may.call, may.call))
    if may.check:
        found.insert(0, LegalView(Action.CHECK))
    return tuple(found) if betting.pulled else (*found, LegalView(Action.FOLD))


def _asked(hand: Hand) -> AskedView | None:
    """Return the question about a hand beyond the line, and the seat that must answer it."""
    asked = hand.awaits.asked
    if asked is None or (asked.about is Asks.SHOW and not asked.told):
        return None
    return AskedView(asked.seat, asked.about)


def next_step(table: Table, house: House) -> NextStep | None:
    """Return the next task for the dealer, or for a player at the showdown; None if none is due."""
    hand = table.hand
    match hand.stage:
        case Paying():
            debts = unpaid(table, hand)
            seat = next((seat for seat in hand.entitled if debts[seat]), 0)
            return NextStep(Task.PUT, seat, debts[seat]) if seat else None
        case Posting() as due:
            return _next_post(table, hand, due)
        case Dealing():
            seat = due_seat(hand)
            return NextStep(Task.DEAL, seat) if seat else None
        case BoardDue():
            if on_street(table, hand):
                return NextStep(Task.WAIT, street=STREETS[hand.street + 1])
            return _next_card(table, hand, house)
        case Showdown():
            seat = next_to_show(table, hand, house)
            return NextStep(Task.TABLE, seat) if seat else None
        case Idle() | Over():
            if hand.awards and (clear := to_clear(table, hand)) is not None:
                return clear
            starts = next_positions(table, house) and not (table.paused or table.at_rest.closed)
            return NextStep(Task.SHUFFLE) if starts else None
        case _:
            return None


def _next_post(table: Table, hand: Hand, due: Posting) -> NextStep | None:
    seat, amount = change_of_posts(table, hand, due)
    if seat:
        return NextStep(Task.CHANGE, seat, amount)
    for dues, task in ((due.antes, Task.ANTE), (due.blinds, Task.POST)):
        for seat in posting_order(hand):
            if dues[seat]:
                return NextStep(task, seat, dues[seat])
    return None


def _next_card(table: Table, hand: Hand, house: House) -> NextStep:
    begun = len(hand.board) > hand.game.board[hand.street]
    if not hand.gathered:
        seat, amount = next_change(table, hand)
        return NextStep(Task.CHANGE, seat, amount) if seat else NextStep(Task.GATHER)
    if burn_due(hand, house) and not begun:
        return NextStep(Task.BURN)
    return NextStep(Task.DEAL, street=next_street(hand))
