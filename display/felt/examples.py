"""Tables to look at: made-up public states that show all that the display can show.

The pictures in the docs and in the tests, the bench and whoever changes the display use them.
"""

from typing import Any

from msgspec.structs import replace

from controller.contract.public import (
    DeckView,
    FoundView,
    LegalView,
    LevelView,
    OddView,
    PotView,
    PublicState,
    RulingView,
    SeatView,
    StepView,
)

NAMES = ("Anaïs", "Bruno", "Chloé", "Driss", "Édith", "Farid", "Gaëlle", "Hugo", "Inès", "Jonas")
LONG_NAME = "Marie-Antoinette de la Rochefoucauld-Montbel"[:40]


def table(seats: int, **fields: Any) -> PublicState:
    """Return a table with `seats` players between two hands."""
    views = tuple(SeatView(seat=n + 1, status="waiting", name=NAMES[n], stack=5_000 + 1_250 * n,
                           bet=0, committed=0)
                  for n in range(seats))  # fmt: skip
    level = LevelView(
        small_blind=50, big_blind=100, number=3, next_in=754_000, next_small_blind=75,
        next_big_blind=150,
    )  # fmt: skip
    state = PublicState(seq=10, table="3", house="fidpa", level=level, seats=views)
    return replace(state, **fields)


def with_seat(state: PublicState, seat: int, **fields: Any) -> PublicState:
    """Return the state with some fields of one seat changed."""
    return replace(
        state,
        seats=tuple(replace(s, **fields) if s.seat == seat else s for s in state.seats),
    )


def dealt(seats: int, **fields: Any) -> PublicState:
    """Return a table whose players all hold two cards before the flop, the blinds posted."""
    small, big = (1, 2) if seats == 2 else (2, 3)
    state = table(
        seats, seq=100, hand=5, phase="betting", street="preflop", button=1, small_blind=small,
        big_blind=big, turn=1 if seats <= 3 else 4,
    )  # fmt: skip
    for seat in range(1, seats + 1):
        state = with_seat(state, seat, status="in", cards=2)
    for seat, amount, word in ((small, 50, "small"), (big, 100, "big")):
        stack = (state.seats[seat - 1].stack or 0) - amount
        state = with_seat(
            state, seat, bet=amount, committed=amount, stack=stack, last_action=word,
            last_amount=amount,
        )  # fmt: skip
    legal = LegalView(seat=state.turn, fold=True, call=100, raise_to=200, most=5_000)
    return replace(replace(state, legal=legal), **fields)


def flop() -> PublicState:
    """Six players, a flop, bets in front, an all-in with a side pot, one folded, one to act."""
    state = table(
        6, seq=412, hand=17, phase="betting", street="flop", button=3, small_blind=4, big_blind=5,
        board=("Ah", "Kd", "7c"), burned=1, turn=2,
        pots=(PotView(3_600, (1, 2, 4, 6)), PotView(1_250, (1, 2, 6))),
        legal=LegalView(seat=2, fold=True, call=1_200, raise_to=2_400, most=9_350),
    )  # fmt: skip
    deeds: dict[int, dict[str, Any]] = {
        1: {"status": "in", "stack": 6_400, "bet": 600, "cards": 2, "committed": 1_900,
            "last_action": "bet", "last_amount": 600},
        2: {"status": "in", "stack": 9_350, "bet": 0, "cards": 2, "committed": 1_300,
            "last_action": "check"},
        3: {"status": "folded", "stack": 4_975, "last_action": "fold"},
        4: {"status": "all-in", "stack": 0, "cards": 2, "last_action": "raise",
            "last_amount": 3_600, "committed": 900},
        5: {"status": "folded", "stack": 8_200, "absent": True, "committed": 50},
        6: {"status": "in", "stack": 12_725, "bet": 1_200, "cards": 2, "committed": 2_500,
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


def ruled(kind: str, *steps: str, **fields: Any) -> PublicState:
    """Return six players at the flop, stopped by a ruling of this kind with these steps."""
    views = tuple(
        StepView(word, detail) for word, _, detail in (step.partition(" ") for step in steps)
    )
    said: dict[str, Any] = {"article": "FIDPA 64", "street": "flop", "seat": 2}
    opened = RulingView(id=9, kind=kind, steps=views, **{**said, **fields})
    return replace(flop(), turn=0, legal=None, rulings=(opened,))


def small_ruling() -> PublicState:
    """One large chip without a word: what it counts as is said, and play goes on."""
    state = with_seat(flop(), 1, last_action="call", last_amount=600)
    return replace(state, found=FoundView("bet.oversized", "FIDPA 64-1", "", 1, "call"))


def round_to_finish() -> PublicState:
    """A premature turn: it is set aside, and the betting round is played on."""
    steps = (
        StepView("set_aside", "Ts", done=True),
        StepView("finish_round"),
        StepView("burn"),
        StepView("deal", "turn"),
    )
    opened = RulingView(6, "board.premature", "FIDPA 80", "turn", 0, steps)
    return replace(flop(), rulings=(opened,))


def for_the_floor() -> PublicState:
    """A card that is twice in the deck: nothing but the floor can say what becomes of it."""
    return ruled("deck.double", "floor_decides", article="", waits_for="floor", seat=0)


def showdown() -> PublicState:
    """Three players all in at the river, two pots, shown hands, the pots awarded."""
    state = replace(
        flop(), phase="over", street="river", turn=0, legal=None, burned=3, next_dealer=4,
        board=("Ah", "Kd", "7c", "Ts", "2d"), pots=(),
        awards=((1, 6, 2_500), (0, 4, 5_400)),
        next_step="shuffle",
    )  # fmt: skip
    shown: dict[int, dict[str, Any]] = {
        1: {"bet": 0, "shown": ("Qs", "Jc"), "hand_name": "straight", "hand_ranks": ("A",),
            "best": ("Ah", "Kd", "Qs", "Jc", "Ts"), "status": "dead", "dead_reason": "shown"},
        2: {"bet": 0, "status": "folded", "cards": 0},
        4: {"shown": ("As", "Kc"), "hand_name": "two-pair", "hand_ranks": ("A", "K"),
            "best": ("Ah", "As", "Kd", "Kc", "Ts"), "won": 5_400},
        6: {"bet": 0, "shown": ("Ac", "9h"), "hand_name": "pair",
            "hand_ranks": ("A",), "best": ("Ac", "Ah", "Kd", "Ts", "9h"), "won": 2_500},
    }  # fmt: skip
    for seat, fields in shown.items():
        state = with_seat(state, seat, **fields)
    return state


def kicker() -> PublicState:
    """Two players with the same pair: the kicker decides."""
    state = replace(
        dealt(6), phase="over", street="river", turn=0, legal=None, burned=3, next_dealer=2,
        board=("Ah", "9d", "7c", "4s", "2d"), awards=((0, 3, 4_850),),
        next_step="push",
    )  # fmt: skip
    for seat, cards, best in (
        (3, ("As", "Kc"), ("Ah", "As", "Kc", "9d", "7c")),
        (5, ("Ad", "Jc"), ("Ah", "Ad", "Jc", "9d", "7c")),
    ):
        state = with_seat(state, seat, shown=cards, hand_name="pair", hand_ranks=("A",), best=best)
    for seat in (1, 2, 4, 6):
        state = with_seat(state, seat, status="folded", cards=0, bet=0)
    return state


def split() -> PublicState:
    """Two players with the same hand share a pot that can't be halved."""
    state = kicker()
    state = with_seat(state, 5, shown=("Ad", "Kh"), best=("Ah", "Ad", "Kh", "9d", "7c"))
    return replace(
        state, awards=((0, 3, 2_450), (0, 5, 2_425)), odd=(OddView(0, 3, 25, "FIDPA 79"),)
    )


def comparing() -> PublicState:
    """At the showdown one hand is shown and the next player shows or mucks."""
    state = replace(kicker(), phase="showdown", awards=(), next_dealer=0, next_step="table 5")
    state = replace(state, pots=(PotView(4_850, (3, 5)),))
    return with_seat(state, 5, shown=(), hand_name="", hand_ranks=(), best=())


def full_ring() -> PublicState:
    """Ten players before the flop, with long names and very large stacks."""
    state = table(
        10, seq=9_001, hand=1_204, phase="betting", street="preflop", button=9, small_blind=10,
        big_blind=1, turn=2, pots=(),
        legal=LegalView(seat=2, fold=True, call=100, raise_to=200, most=1_000_000_000),
        level=LevelView(
            small_blind=50_000, big_blind=100_000, ante=10_000, number=22, next_in=59_000,
            next_small_blind=75_000, next_big_blind=150_000,
        ),
    )  # fmt: skip
    for seat in range(1, 11):
        state = with_seat(
            state, seat, status="in", cards=2, stack=1_234_567_890 + seat,
            bet=100_000_000 * seat, committed=100_000_000 * seat, last_action="raise",
            last_amount=100_000_000 * seat, name=LONG_NAME,
        )  # fmt: skip
    return state


def scripts() -> PublicState:
    """Ten players whose names are written in other scripts, some from right to left."""
    names = (
        "Ἀριστοτέλης", "Владимир", "משה כהן", "محمد العربي", "Nguyễn Thị Ánh", "Øyvind",
        "Łukasz", "Հայկ", "გიორგი", "José ♣",
    )  # fmt: skip
    state = replace(dealt(10), turn=4)
    for seat, name in enumerate(names, 1):
        state = with_seat(state, seat, name=name)
    return state


def many_pots() -> PublicState:
    """Ten players, nine of them all in for different amounts: nine pots."""
    state = replace(
        dealt(10), street="turn", phase="betting", board=("Ah", "Kd", "7c", "Ts"), burned=2, turn=10
    )
    pots = tuple(PotView(1_000 * (10 - n), tuple(range(n + 1, 11))) for n in range(9))
    for seat in range(1, 10):
        state = with_seat(
            state, seat, status="all-in", stack=0, last_action="raise", last_amount=1_000 * seat,
            bet=0,
        )  # fmt: skip
    legal = LegalView(seat=10, fold=True, check=True, bet=100, most=16_250)
    return replace(state, pots=pots, legal=legal)


def heads_up() -> PublicState:
    """Two players before the flop, the button posts the small blind."""
    return dealt(2)


def clock() -> PublicState:
    """The clock runs for the seat in turn."""
    return replace(flop(), clock_seat=2, clock_left=24_000)


def posting() -> PublicState:
    """Six players before the deal: the small blind is to be posted."""
    return table(
        6, hand=8, phase="posting", street="preflop", button=4, small_blind=5, big_blind=6,
        next_step="post 5 50", to_post=((5, 0, 50), (6, 0, 100)),
    )  # fmt: skip


def dealing() -> PublicState:
    """Nine players and a free seat that has the dead button, cards being dealt."""
    state = table(
        10, hand=8, phase="dealing", street="preflop", button=4, small_blind=5, big_blind=6,
        next_step="deal 8",
    )  # fmt: skip
    state = with_seat(state, 4, status="empty", name="", stack=None, bet=None, committed=None)
    for seat in (5, 6, 7):
        state = with_seat(state, seat, status="in", cards=2)
    state = with_seat(state, 5, bet=50)
    state = with_seat(state, 6, bet=100)
    return with_seat(state, 9, absent=True, penalty="10m", status="dead", dead_reason="absent")


def board_due(street: str) -> PublicState:
    """Six players whose bets are gathered; the dealer lays this street next."""
    board: tuple[str, ...] = ("Ah", "Kd", "7c", "Ts")[: {"flop": 0, "turn": 3, "river": 4}[street]]
    burned = {"flop": 1, "turn": 2, "river": 3}[street]
    before = {"flop": "preflop", "turn": "flop", "river": "turn"}[street]
    state = replace(
        flop(), phase="board", street=before, turn=0, legal=None, board=board, burned=burned,
        next_step=f"deal {street}",
    )  # fmt: skip
    for seat in (1, 6):
        state = with_seat(state, seat, bet=0)
    return state


def burn_due() -> PublicState:
    """The flop has been bet on: a card is burned before the turn."""
    return replace(board_due("turn"), burned=1, next_step="burn", pots=(PotView(5_450, (1, 2, 6)),))


def river() -> PublicState:
    """Two players at the river, one to act after a bet."""
    state = replace(
        flop(), street="river", board=("Ah", "Kd", "7c", "Ts", "2d"), burned=3,
        pots=(PotView(14_600, (2, 6)),),
        legal=LegalView(seat=2, fold=True, call=1_200, all_in=9_350, most=9_350),
    )  # fmt: skip
    state = with_seat(state, 1, status="folded", cards=0, bet=0, last_action="fold")
    return with_seat(state, 4, status="dead", cards=2, dead_reason="phone", penalty="1r")


def hidden() -> PublicState:
    """A house that shows neither stacks nor pots."""
    state = replace(flop(), pots=(PotView(None, (1, 2, 4, 6)), PotView(None, (1, 2, 6))))
    for seat in range(1, 7):
        state = with_seat(state, seat, stack=None, bet=None, committed=None, last_amount=0)
    return state


def between() -> PublicState:
    """Between two hands: the next dealer, where button and blinds go, the deck is whole."""
    return table(
        6, hand=16, phase="over", next_step="shuffle", next_dealer=4, button=3,
        next_places=(4, 5, 6), deck=DeckView(52),
    )  # fmt: skip


def deck_wrong() -> PublicState:
    """Between two hands the deck was counted: two cards are missing."""
    return replace(between(), deck=DeckView(50, missing=("7h", "Qs")))


def deck_double() -> PublicState:
    """Between two hands: a card that is there twice, one that lacks, and one of another deck."""
    wrong = DeckView(53, missing=("7h",), extra=2, extra_cards=("Qs",))
    return replace(between(), deck=wrong)


def deck_stranger() -> PublicState:
    """Between two hands: two cards in the deck that nobody has enrolled."""
    return replace(between(), deck=DeckView(54, extra=2))


def jam() -> PublicState:
    """A card is stuck in the shoe while the flop is due."""
    return replace(board_due("flop"), shoe="jam")


def shoe_empty() -> PublicState:
    """Between two hands: the deck is not in the shoe."""
    return replace(between(), shoe="empty")


def shoe_count() -> PublicState:
    """A betting round runs, and the shoe has let out a card that nobody asked for."""
    return replace(flop(), shoe="count")


def new_level() -> PublicState:
    """Between two hands: the next one is played for higher blinds."""
    state = between()
    return replace(
        state,
        level=LevelView(50, 100, number=3, next_small_blind=75, next_big_blind=150, next_ante=25),
    )


def pause() -> PublicState:
    """A break: play goes on in some minutes."""
    return replace(between(), paused=True)


def paused() -> PublicState:
    """Between two hands, paused, with an antenna that does not answer."""
    return table(6, paused=True, blind_zones=("bet.3", "board"), hand=16, next_step="shuffle")


def voided() -> PublicState:
    """A misdeal: the hand is void and every chip is back."""
    return replace(between(), voided=True)


def empty() -> PublicState:
    """A table at which nobody sits yet."""
    seats = tuple(SeatView(seat) for seat in range(1, 7))
    return PublicState(seq=1, table="3", house="ppc", level=LevelView(25, 50), seats=seats)
