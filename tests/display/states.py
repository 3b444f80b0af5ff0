"""Public states as a table would publish them, for the tests of all that shows them."""

from typing import Any

from msgspec.structs import replace

from controller.contract.public import (
    LegalView,
    LevelView,
    PotView,
    PublicState,
    RulingView,
    SeatView,
    StepView,
)

NAMES = ("Anaïs", "Bruno", "Chloé", "Driss", "Édith", "Farid", "Gaëlle", "Hugo", "Inès", "Jonas")


def table(seats: int, **fields: Any) -> PublicState:
    """Give a table with `seats` players between two hands."""
    views = tuple(SeatView(seat=n + 1, status="waiting", name=NAMES[n], stack=5_000 + 1_250 * n)
                  for n in range(seats))  # fmt: skip
    level = LevelView(small_blind=50, big_blind=100, number=3, next_in=754_000)
    state = PublicState(seq=10, table="3", house="fidpa", level=level, seats=views)
    return replace(state, **fields)


def with_seat(state: PublicState, seat: int, **fields: Any) -> PublicState:
    """Give the state with some fields of one seat changed."""
    return replace(
        state,
        seats=tuple(replace(s, **fields) if s.seat == seat else s for s in state.seats),
    )


def flop() -> PublicState:
    """Six players, a flop, bets in front, an all-in with a side pot, one folded, one to act."""
    state = table(
        6, seq=412, hand=17, phase="betting", street="flop", button=3, small_blind=4, big_blind=5,
        board=("Ah", "Kd", "7c"), burned=1, turn=2,
        pots=(PotView(3_600, (1, 2, 4, 6)), PotView(1_250, (1, 2, 6))),
        legal=LegalView(seat=2, fold=True, call=1_200, raise_to=2_400, most=9_350),
    )  # fmt: skip
    deeds: dict[int, dict[str, Any]] = {
        1: {"status": "in", "stack": 6_400, "bet": 600, "cards": 2,
            "last_action": "bet", "last_amount": 600},
        2: {"status": "in", "stack": 9_350, "bet": 0, "cards": 2,
            "last_action": "check"},
        3: {"status": "folded", "stack": 4_975, "last_action": "fold"},
        4: {"status": "all-in", "stack": 0, "cards": 2, "last_action": "raise",
            "last_amount": 3_600},
        5: {"status": "folded", "stack": 8_200, "absent": True},
        6: {"status": "in", "stack": 12_725, "bet": 1_200, "cards": 2,
            "last_action": "raise", "last_amount": 1_200},
    }  # fmt: skip
    for seat, fields in deeds.items():
        state = with_seat(state, seat, **fields)
    return state


def ruling() -> PublicState:
    """The flop of six players, without a burn, before anybody has acted."""
    steps = (
        StepView("take_back", "flop", done=True),
        StepView("to_stub", done=True),
        StepView("shuffle"),
        StepView("cut"),
        StepView("burn"),
        StepView("deal", "flop"),
    )
    opened = RulingView(
        id=4, kind="board.no-burn", article="FIDPA 80-4", street="flop", steps=steps
    )
    return replace(flop(), turn=0, legal=None, rulings=(opened,))


def showdown() -> PublicState:
    """Three players all in at the river, two pots, shown hands, the pots awarded."""
    state = replace(
        flop(), phase="award", street="river", turn=0, legal=None, burned=3,
        board=("Ah", "Kd", "7c", "Ts", "2d"), pots=(),
        awards=((1, 6, 2_500), (0, 4, 5_400)),
    )  # fmt: skip
    shown: dict[int, dict[str, Any]] = {
        1: {"bet": 0, "shown": ("Qs", "Js"), "hand_name": "high-card", "hand_ranks": ("A",)},
        2: {"bet": 0, "status": "folded", "cards": 0},
        4: {"shown": ("As", "Kc"), "hand_name": "two-pair", "hand_ranks": ("A", "K"),
            "best": ("Ah", "As", "Kd", "Kc", "Ts"), "won": 5_400},
        6: {"bet": 0, "shown": ("7h", "7d"), "hand_name": "three-of-a-kind",
            "hand_ranks": ("7",), "best": ("7h", "7d", "7c", "Ah", "Kd"), "won": 2_500},
    }  # fmt: skip
    for seat, fields in shown.items():
        state = with_seat(state, seat, **fields)
    return state


def full_ring() -> PublicState:
    """Ten players before the flop, with long names and very large stacks."""
    state = table(
        10, seq=9_001, hand=1_204, phase="betting", street="preflop", button=9, small_blind=10,
        big_blind=1, turn=2, pots=(),
        legal=LegalView(seat=2, fold=True, call=100, raise_to=200, most=1_000_000_000),
        level=LevelView(small_blind=50_000, big_blind=100_000, ante=10_000, number=22),
    )  # fmt: skip
    for seat in range(1, 11):
        state = with_seat(
            state, seat, status="in", cards=2, stack=1_234_567_890 + seat,
            bet=100_000_000 * seat, last_action="raise", last_amount=100_000_000 * seat,
            name=f"Marie-Antoinette de la Rochefoucauld {seat}",
        )  # fmt: skip
    return state


def heads_up() -> PublicState:
    """Two players before the flop, the button posts the small blind."""
    state = table(
        2, hand=3, phase="betting", street="preflop", button=1, small_blind=1, big_blind=2, turn=1,
        legal=LegalView(seat=1, fold=True, call=100, raise_to=200, most=5_000),
    )  # fmt: skip
    state = with_seat(state, 1, status="in", cards=2, bet=50, last_action="small", last_amount=50)
    return with_seat(state, 2, status="in", cards=2, bet=100, last_action="big", last_amount=100)


def dealing() -> PublicState:
    """Nine players and a free seat that has the dead button, cards being dealt."""
    state = table(
        10, hand=8, phase="dealing", street="preflop", button=4, small_blind=5, big_blind=6,
        next_step="deal 8",
    )  # fmt: skip
    state = with_seat(state, 4, status="empty", name="", stack=None)
    state = with_seat(state, 5, status="in", cards=2, bet=50)
    state = with_seat(state, 6, status="in", cards=2, bet=100)
    state = with_seat(state, 7, status="in", cards=2)
    return with_seat(state, 9, absent=True, penalty="10m", status="dead", dead_reason="absent")


def paused() -> PublicState:
    """Between two hands, paused, with an antenna that does not answer."""
    return table(6, paused=True, blind_zones=("bet.3", "board"), hand=16, next_step="shuffle")


ALL = {
    "flop": flop,
    "ruling": ruling,
    "showdown": showdown,
    "full-ring": full_ring,
    "heads-up": heads_up,
    "dealing": dealing,
    "paused": paused,
}
