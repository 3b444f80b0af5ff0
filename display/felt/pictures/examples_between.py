"""Tables to look at between two hands: what is to be done, and what is wrong with deck or shoe."""

from msgspec.structs import replace

from controller.contract.public import (
    DeckView,
    HoldReason,
    HoldView,
    LevelView,
    NextStep,
    NoticeText,
    NoticeView,
    Phase,
    Places,
    PublicState,
    SeatView,
    StreamView,
    Street,
    Task,
)
from display.felt.pictures.examples import board_due, flop, table


def between() -> PublicState:
    """Between two hands: the next dealer, where button and blinds go, the deck is whole."""
    return table(
        6,
        hand=16,
        phase=Phase.OVER,
        next_step=NextStep(Task.SHUFFLE),
        next_dealer=4,
        button=3,
        next_places=Places(4, 5, 6),
        deck=DeckView(52),
    )


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
    return replace(board_due(Street.FLOP), shoe="jam")


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
    level = replace(between().level, on_break=True)
    holds = (HoldView("level-break", HoldReason.BREAK, waited=125_000, clock_runs=True),)
    return replace(between(), paused=True, next_step=None, level=level, holds=holds)


def hand_for_hand() -> PublicState:
    """Hand for hand: this table has ended its hand, and a player of it is to move."""
    state = between()
    notices = (
        NoticeView("n1", NoticeText.DEVICES_OFF),
        NoticeView("n2", NoticeText.MOVE, seat=3, to_table=4, to_seat=7, ack=True),
    )
    return replace(
        state,
        paused=True,
        next_step=None,
        holds=(HoldView("h4h", HoldReason.HAND_FOR_HAND, waited=83_000, clock_runs=True),),
        notices=notices,
        level=replace(state.level, break_in=1_354_000),
    )


def colour_up() -> PublicState:
    """The table waits for the small chips to be changed, and its level's time stands."""
    state = between()
    return replace(
        state,
        paused=True,
        next_step=None,
        holds=(HoldView("c", HoldReason.COLOUR_UP, waited=12_000),),
        level=replace(state.level, next_in=None, next_big_blind=0, stands=600_000),
    )


def moved() -> PublicState:
    """A hand runs that the table is held after, and a player leaves with its end."""
    return replace(
        flop(),
        paused=True,
        holds=(HoldView("b", HoldReason.BALANCE),),
        leaving=(2,),
    )


def breaks() -> PublicState:
    """A table that breaks: everybody has left their seat, and is told where to go."""
    names = [view.name for view in between().seats]
    notices = tuple(
        NoticeView(f"m{seat}", NoticeText.MOVE, seat, 4 + seat % 3, 1 + seat, name=name)
        for seat, name in enumerate(names, 1)
    )
    return replace(closed(), notices=notices)


def several_leave() -> PublicState:
    """A hand runs, and when it is over three players go to other tables."""
    notices = tuple(
        NoticeView(f"m{seat}", NoticeText.MOVE, seat, 4, 5 + seat) for seat in (1, 2, 3)
    )
    return replace(
        moved(), holds=(HoldView("break", HoldReason.VENUE),), leaving=(1, 2, 3), notices=notices
    )


def streamed() -> PublicState:
    """A flop whose hole cards leave for a stream, a quarter of an hour late."""
    return replace(flop(), stream=StreamView(900, "Xavier"))


def closed() -> PublicState:
    """A table that the room has closed."""
    return replace(empty(), closed=True)


def balance() -> PublicState:
    """Between two hands the table waits for somebody to come; the level's time runs on."""
    held = (HoldView("balance", HoldReason.BALANCE, waited=95_000, clock_runs=True),)
    return replace(between(), paused=True, next_step=None, holds=held)


def paused() -> PublicState:
    """Between two hands, paused, with an antenna that does not answer."""
    state = table(6, paused=True, blind_zones=("bet.3", "board"), hand=16)
    level = replace(state.level, next_in=None, next_big_blind=0, stands=state.level.next_in)
    holds = (HoldView("pause", HoldReason.PAUSE, waited=61_000),)
    return replace(state, level=level, holds=holds)


def voided() -> PublicState:
    """A misdeal: every chip is back, and the button stays."""
    return replace(
        between(), voided=True, small_blind=4, big_blind=5, next_dealer=3,
        next_places=Places(3, 4, 5),
    )  # fmt: skip


def empty() -> PublicState:
    """A table at which nobody sits yet."""
    seats = tuple(SeatView(seat) for seat in range(1, 7))
    return PublicState(seq=1, table="3", house="ppc", level=LevelView(25, 50), seats=seats)
