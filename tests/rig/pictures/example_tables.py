"""Example tables: made-up public states that cover everything the display can show.

They are used for the pictures in the docs, the tests and the benchmark, and by display developers.
"""

from typing import Any

from msgspec.structs import replace

from controller.contract.public import (
    Action,
    Award,
    Due,
    FoundView,
    HandStatus,
    Kind,
    LegalView,
    LevelView,
    NextStep,
    Outcome,
    Phase,
    PotView,
    PublicState,
    RulingView,
    SeatView,
    Street,
    Task,
    WaitsFor,
)
from tests.steps import step_read

NAMES = ("Anaïs", "Bruno", "Chloé", "Driss", "Édith", "Farid", "Gaëlle", "Hugo", "Inès", "Jonas")
LONG_NAME = "Marie-Antoinette de la Rochefoucauld-Montbel"[:40]


def table(seats: int, **fields: Any) -> PublicState:
    """Return the state of a table with `seats` players between two hands.

    `fields` replace fields of the state.
    """
    views = tuple(
        SeatView(
            seat=n + 1,
            status=HandStatus.WAITING,
            name=NAMES[n],
            stack=5_000 + 1_250 * n,
            bet=0,
            committed=0,
        )
        for n in range(seats)
    )
    level = LevelView(
        small_blind=50,
        big_blind=100,
        number=3,
        next_in=754_000,
        next_small_blind=75,
        next_big_blind=150,
    )
    state = PublicState(seq=10, table="3", house="ppc", level=level, seats=views)
    return replace(state, **fields)


def legal(
    *,
    check: bool = False,
    call: int | None = None,
    bet: int | None = None,
    raise_to: int | None = None,
    most: int = 0,
    multiple: int = 0,
    all_in: int | None = None,
) -> tuple[LegalView, ...]:
    """Return a seat's legal actions: fold, and those given as arguments. Amounts are total bets.

    `bet` or `raise_to` is the least, `most` the most, and all are multiples of `multiple` (0: any).
    """
    found = [LegalView(Action.CHECK)] if check else []
    found += [LegalView(Action.CALL, call, call)] if call is not None else []
    for action, least in ((Action.BET, bet), (Action.RAISE, raise_to)):
        if least is not None:
            found.append(LegalView(action, least, max(most, least), multiple))
    found += [LegalView(Action.ALL_IN, all_in, all_in)] if all_in is not None else []
    return (*found, LegalView(Action.FOLD))


def with_seat(state: PublicState, seat: int, **fields: Any) -> PublicState:
    """Return the state with some fields of one seat changed."""
    return replace(
        state,
        seats=tuple(replace(s, **fields) if s.seat == seat else s for s in state.seats),
    )


def dealt(seats: int, **fields: Any) -> PublicState:
    """Return a table before the flop: all players hold two cards, and the blinds are posted."""
    small, big = (1, 2) if seats == 2 else (2, 3)
    state = table(
        seats,
        seq=100,
        hand=5,
        phase=Phase.BETTING,
        street=Street.PREFLOP,
        button=1,
        small_blind=small,
        big_blind=big,
        turn=1 if seats <= 3 else 4,
    )
    for seat in range(1, seats + 1):
        state = with_seat(state, seat, status=HandStatus.IN, cards=2)
    for seat, amount, word in ((small, 50, "small"), (big, 100, "big")):
        stack = (state.seats[seat - 1].stack or 0) - amount
        state = with_seat(
            state,
            seat,
            bet=amount,
            committed=amount,
            stack=stack,
            last_action=word,
            last_amount=amount,
        )
    may = legal(call=100, raise_to=200, most=5_000)
    return replace(replace(state, legal=may), **fields)


def flop() -> PublicState:
    """Return a six-player table on the flop: bets, an all-in, a side pot, one player to act."""
    state = table(
        6,
        seq=412,
        hand=17,
        phase=Phase.BETTING,
        street=Street.FLOP,
        button=3,
        small_blind=4,
        big_blind=5,
        board=("Ah", "Kd", "7c"),
        burned=1,
        turn=2,
        pots=(PotView(3_700, (1, 2, 4, 6)), PotView(1_200, (1, 2, 6))),
        legal=legal(call=1_500, raise_to=2_400, most=9_350),
    )
    deeds: dict[int, dict[str, Any]] = {
        1: {"stack": 6_400, "committed": 2_800, **_bet("raise", 1_500)},
        2: {"stack": 9_350, "committed": 1_300},
        3: {"stack": 4_975, "status": HandStatus.FOLDED, "cards": 0, "last_action": "fold"},
        4: {"stack": 0, "committed": 900, "status": HandStatus.ALL_IN, **_bet("raise", 900, 0)},
        5: {"stack": 8_200, "committed": 100, "status": HandStatus.FOLDED, "cards": 0},
        6: {"stack": 12_725, "committed": 1_900, **_bet("bet", 600)},
    }
    for seat, fields in deeds.items():
        state = with_seat(state, seat, **{"status": HandStatus.IN, "cards": 2, **fields})
    return with_seat(state, 5, absent=True)


def _bet(word: str, amount: int, front: int | None = None) -> dict[str, Any]:
    """Return a seat's fields for its last action.

    `word` is the action. The chips in front are `front` or, if that is None, `amount`.
    """
    lies = amount if front is None else front
    return {"last_action": word, "last_amount": amount, "bet": lies}


def ruling() -> PublicState:
    """Return a six-player table whose flop was dealt without a burn, before anyone has acted."""
    steps = (
        step_read("take_back flop", done=True),
        step_read("to_stub", done=True),
        *map(step_read, ("shuffle", "cut", "burn", "deal flop")),
    )
    opened = RulingView(
        id=4, kind=Kind.BOARD_NO_BURN, article="FIDPA 80-4", street=Street.FLOP, steps=steps
    )
    # The cards dealt without a burn are back in the stub, and no player has acted on them.
    state = replace(flop(), turn=0, legal=(), board=(), burned=0, rulings=(opened,))
    for seat in (1, 6):
        state = with_seat(state, seat, bet=0, committed=1_300, last_action="", last_amount=0)
    return state


def ruled(kind: Kind, *steps: str, **fields: Any) -> PublicState:
    """Return the table of `flop`, stopped by a ruling of this kind with these steps.

    `fields` replace fields of the ruling.
    """
    views = tuple(map(step_read, steps))
    said: dict[str, Any] = {"article": "FIDPA 64", "street": Street.FLOP, "seat": 2}
    opened = RulingView(id=9, kind=kind, steps=views, **{**said, **fields})
    return replace(flop(), turn=0, legal=(), rulings=(opened,))


def small_ruling() -> PublicState:
    """Return the table of `called`, where an oversized chip was ruled on and play continues."""
    found = FoundView(Kind.BET_OVERSIZED, "FIDPA 64-1", None, 1, Outcome.CALL)
    return replace(called(), found=found)


def called() -> PublicState:
    """Return the table of `flop`, but seat 1 has called the bet of seat 6 and not raised it."""
    state = with_seat(flop(), 1, bet=600, committed=1_900, last_action="call", last_amount=600)
    return replace(state, legal=legal(call=600, raise_to=1_200, most=9_350))


def round_to_finish() -> PublicState:
    """Return a table whose turn card was dealt too early, and is set aside until betting ends."""
    steps = (
        step_read("set_aside Ts", done=True),
        *map(step_read, ("finish_round", "burn", "deal turn")),
    )
    opened = RulingView(6, Kind.BOARD_PREMATURE, "FIDPA 80", Street.TURN, 0, steps)
    return replace(flop(), rulings=(opened,))


def for_the_floor() -> PublicState:
    """Return a table whose deck has a duplicate card; only the floor can decide what happens."""
    state = ruled(Kind.DECK_DOUBLE, "floor_decides", article="", waits_for=WaitsFor.FLOOR, seat=0)
    return replace(state, rulings=(replace(state.rulings[0], waited=72_000),))


def showdown() -> PublicState:
    """Return a showdown of three all-in players: two pots, hands shown, both pots awarded."""
    state = replace(
        flop(),
        phase=Phase.OVER,
        street=Street.RIVER,
        turn=0,
        legal=(),
        burned=3,
        next_dealer=4,
        board=("Ah", "Kd", "7c", "Ts", "2d"),
        pots=(),
        awards=(Award(1, 6, 2_500), Award(0, 4, 5_400)),
        next_step=NextStep(Task.SHUFFLE),
    )
    shown: dict[int, dict[str, Any]] = {
        1: {
            "bet": 0,
            "shown": ("Qs", "Jc"),
            "hand_name": "straight",
            "hand_ranks": ("A",),
            "best": ("Ah", "Kd", "Qs", "Jc", "Ts"),
            "status": HandStatus.DEAD,
            "dead_reason": "shown",
        },
        2: {"bet": 0, "status": HandStatus.FOLDED, "cards": 0},
        4: {
            "shown": ("As", "Kc"),
            "hand_name": "two-pair",
            "hand_ranks": ("A", "K"),
            "best": ("Ah", "As", "Kd", "Kc", "Ts"),
            "won": 5_400,
        },
        6: {
            "bet": 0,
            "shown": ("Ac", "9h"),
            "hand_name": "pair",
            "hand_ranks": ("A",),
            "best": ("Ac", "Ah", "Kd", "Ts", "9h"),
            "won": 2_500,
        },
    }
    for seat, fields in shown.items():
        state = with_seat(state, seat, **fields)
    return state


def kicker() -> PublicState:
    """Return a showdown of two players with the same pair, where the kicker decides."""
    state = replace(
        dealt(6),
        phase=Phase.OVER,
        street=Street.RIVER,
        turn=0,
        legal=(),
        burned=3,
        next_dealer=2,
        board=("Ah", "9d", "7c", "4s", "2d"),
        awards=(Award(0, 3, 4_850),),
        next_step=NextStep(Task.PUSH),
    )
    for seat, cards, best in (
        (3, ("As", "Kc"), ("Ah", "As", "Kc", "9d", "7c")),
        (5, ("Ad", "Jc"), ("Ah", "Ad", "Jc", "9d", "7c")),
    ):
        state = with_seat(state, seat, shown=cards, hand_name="pair", hand_ranks=("A",), best=best)
    for seat in (1, 2, 4, 6):
        state = with_seat(state, seat, status=HandStatus.FOLDED, cards=0, bet=0)
    return state


def split() -> PublicState:
    """Return a showdown of two equal hands that share a pot which can't be divided evenly."""
    state = kicker()
    state = with_seat(state, 5, shown=("Ad", "Kh"), best=("Ah", "Ad", "Kh", "9d", "7c"))
    return replace(state, awards=(Award(0, 3, 2_450, 25, "FIDPA 79"), Award(0, 5, 2_425)))


def comparing() -> PublicState:
    """Return a showdown in which one hand is shown, and the next player must show or muck."""
    state = replace(
        kicker(), phase=Phase.SHOWDOWN, awards=(), next_dealer=0, next_step=NextStep(Task.TABLE, 5)
    )
    state = replace(state, pots=(PotView(4_850, (3, 5)),))
    return with_seat(state, 5, shown=(), hand_name="", hand_ranks=(), best=())


def full_ring() -> PublicState:
    """Return a ten-player table before the flop, with long names and very large stacks."""
    state = table(
        10,
        seq=9_001,
        hand=1_204,
        phase=Phase.BETTING,
        street=Street.PREFLOP,
        button=9,
        small_blind=10,
        big_blind=1,
        turn=2,
        pots=(),
        legal=legal(call=1_000_000_000, raise_to=1_100_000_000, most=1_434_567_892),
        level=LevelView(
            small_blind=50_000,
            big_blind=100_000,
            ante=10_000,
            number=22,
            next_in=59_000,
            next_small_blind=75_000,
            next_big_blind=150_000,
        ),
    )
    for seat in range(1, 11):
        state = with_seat(
            state,
            seat,
            status=HandStatus.IN,
            cards=2,
            stack=1_234_567_890 + seat,
            bet=100_000_000 * seat,
            committed=100_000_000 * seat,
            last_action="raise",
            last_amount=100_000_000 * seat,
            name=LONG_NAME,
        )
    return state


def scripts() -> PublicState:
    """Return a ten-player table with names in other scripts, some written from right to left."""
    names = (
        "Ἀριστοτέλης",
        "Владимир",
        "משה כהן",
        "محمد العربي",
        "Nguyễn Thị Ánh",
        "Øyvind",
        "Łukasz",
        "Հայկ",
        "გიორგი",
        "José ♣",
    )
    state = replace(dealt(10), turn=4)
    for seat, name in enumerate(names, 1):
        state = with_seat(state, seat, name=name)
    return state


def many_pots() -> PublicState:
    """Return a ten-player table with nine players all-in for different amounts: nine pots."""
    state = replace(
        dealt(10),
        street=Street.TURN,
        phase=Phase.BETTING,
        board=("Ah", "Kd", "7c", "Ts"),
        burned=2,
        turn=10,
    )
    pots = tuple(PotView(1_000 * (10 - n), tuple(range(n + 1, 11))) for n in range(9))
    for seat in range(1, 10):
        state = with_seat(
            state,
            seat,
            status=HandStatus.ALL_IN,
            stack=0,
            last_action="raise",
            last_amount=1_000 * seat,
            bet=0,
        )
    may = legal(check=True, bet=100, most=16_250)
    return replace(state, pots=pots, legal=may)


def heads_up() -> PublicState:
    """Return a two-player table before the flop, where the button has posted the small blind."""
    return dealt(2)


def clock() -> PublicState:
    """Return a table where the clock is running on the player to act."""
    return replace(flop(), clock_seat=2, clock_left=24_000, clock_whole=70_000)


def posting() -> PublicState:
    """Return a six-player table before the deal, with the small blind still to post."""
    return table(
        6,
        hand=8,
        phase=Phase.POSTING,
        street=Street.PREFLOP,
        button=4,
        small_blind=5,
        big_blind=6,
        next_step=NextStep(Task.POST, 5, 50),
        to_post=(Due(5, blind=50), Due(6, blind=100)),
    )


def dealing() -> PublicState:
    """Return a table during the deal, with nine players, an empty seat and a dead button."""
    state = table(
        10,
        hand=8,
        phase=Phase.DEALING,
        street=Street.PREFLOP,
        button=4,
        small_blind=5,
        big_blind=6,
        next_step=NextStep(Task.DEAL, 8),
    )
    state = with_seat(
        state, 4, status=HandStatus.EMPTY, name="", stack=None, bet=None, committed=None
    )
    for seat in (5, 6, 7, 8, 10, 1, 2, 3):
        state = with_seat(state, seat, status=HandStatus.IN, cards=2 if seat in (5, 6, 7) else 1)
    state = with_seat(state, 5, bet=50)
    state = with_seat(state, 6, bet=100)
    return with_seat(
        state, 9, absent=True, penalty="10m", status=HandStatus.DEAD, dead_reason="absent"
    )


def board_due(street: Street) -> PublicState:
    """Return a six-player table whose bets are collected, so that this street is dealt next."""
    at = list(Street).index(street)
    board: tuple[str, ...] = ("Ah", "Kd", "7c", "Ts", "2d")[: (0, 0, 3, 4)[at]]
    burned, before = at, list(Street)[at - 1]
    state = replace(
        flop(),
        phase=Phase.BOARD,
        street=before,
        turn=0,
        legal=(),
        board=board,
        burned=burned,
        pots=(PotView(3_700, (1, 2, 4, 6)), PotView(5_700 if board else 1_200, (1, 2, 6))),
        next_step=NextStep(Task.DEAL, street=street),
    )
    for seat in (1, 6):
        state = with_seat(state, seat, bet=0, last_action="", last_amount=0)
    return state


def burn_due() -> PublicState:
    """Return a table after the betting round on the flop: a burn is due before the turn."""
    return replace(
        board_due(Street.TURN),
        burned=1,
        next_step=NextStep(Task.BURN),
    )


def river() -> PublicState:
    """Return a table on the river with two live hands; one of the players is facing a bet."""
    state = replace(
        flop(),
        street=Street.RIVER,
        board=("Ah", "Kd", "7c", "Ts", "2d"),
        burned=3,
        pots=(PotView(14_600, (2, 6)),),
        legal=legal(call=1_200, all_in=9_350),
    )
    state = with_seat(state, 1, status=HandStatus.FOLDED, cards=0, bet=0, last_action="fold")
    state = with_seat(state, 6, **_bet("bet", 1_200))
    return with_seat(state, 4, status=HandStatus.DEAD, cards=2, dead_reason="phone", penalty="1r")


def hidden() -> PublicState:
    """Return a table whose house shows neither stacks nor pots."""
    return as_fidpa(flop())


def as_fidpa(state: PublicState) -> PublicState:
    """Return a state as the house `fidpa` shows it: no stacks (57-5) and no pot amounts (57-6)."""
    seats = tuple(replace(seat, stack=None, committed=None) for seat in state.seats)
    pots = tuple(replace(pot, amount=None) for pot in state.pots)
    may = tuple(
        one if one.action in (Action.CALL, Action.FOLD) else replace(one, most=0)
        for one in state.legal
    )
    return replace(state, house="fidpa", seats=seats, pots=pots, raked=None, legal=may)
