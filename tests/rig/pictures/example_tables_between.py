"""Example tables, mostly between hands: tasks to do, and faults in the deck or the shoe."""

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
from tests.rig.pictures.example_tables import board_due, flop, table


def between() -> PublicState:
    """Return a table between hands: next dealer named, button and blinds to move, deck complete."""
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
    """Return a table between hands with two cards missing from its counted deck."""
    return replace(between(), deck=DeckView(50, missing=("7h", "Qs")))


def deck_double() -> PublicState:
    """Return a table between hands whose deck has a duplicate, a missing and a foreign card."""
    wrong = DeckView(53, missing=("7h",), extra=2, extra_cards=("Qs",))
    return replace(between(), deck=wrong)


def deck_stranger() -> PublicState:
    """Return a table between hands whose deck includes two cards that were never enrolled."""
    return replace(between(), deck=DeckView(54, extra=2))


def jam() -> PublicState:
    """Return a table with a card stuck in the shoe just when the flop is due."""
    return replace(board_due(Street.FLOP), shoe="jam")


def shoe_empty() -> PublicState:
    """Return a table between hands with no deck in the shoe."""
    return replace(between(), shoe="empty")


def shoe_count() -> PublicState:
    """Return a betting round in which the shoe has released the wrong number of cards."""
    return replace(flop(), shoe="count")


def new_level() -> PublicState:
    """Return a table between hands; the next hand will be played at higher blinds."""
    state = between()
    return replace(
        state,
        level=LevelView(50, 100, number=3, next_small_blind=75, next_big_blind=150, next_ante=25),
    )


def pause() -> PublicState:
    """Return a table on a break of several minutes."""
    level = replace(between().level, on_break=True)
    holds = (HoldView("level-break", HoldReason.BREAK, waited=125_000, clock_runs=True),)
    return replace(between(), paused=True, next_step=None, level=level, holds=holds)


def hand_for_hand() -> PublicState:
    """Return a table that has finished its hand in hand-for-hand play; one player has to move."""
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
    """Return a table waiting for a colour-up, with its level clock stopped."""
    state = between()
    return replace(
        state,
        paused=True,
        next_step=None,
        holds=(HoldView("c", HoldReason.COLOUR_UP, waited=12_000),),
        level=replace(state.level, next_in=None, next_big_blind=0, stands=600_000),
    )


def moved() -> PublicState:
    """Return a table that will be held after the current hand, so that one player can leave."""
    return replace(
        flop(),
        paused=True,
        holds=(HoldView("b", HoldReason.BALANCE),),
        leaving=(2,),
    )


def breaks() -> PublicState:
    """Return a breaking table whose players have all left, with their new seats shown."""
    names = [view.name for view in between().seats]
    notices = tuple(
        NoticeView(f"m{seat}", NoticeText.MOVE, seat, 4 + seat % 3, 1 + seat, name=name)
        for seat, name in enumerate(names, 1)
    )
    return replace(closed(), notices=notices)


def several_leave() -> PublicState:
    """Return a hand in progress, after which three players will move to other tables."""
    notices = tuple(
        NoticeView(f"m{seat}", NoticeText.MOVE, seat, 4, 5 + seat) for seat in (1, 2, 3)
    )
    return replace(
        moved(), holds=(HoldView("break", HoldReason.VENUE),), leaving=(1, 2, 3), notices=notices
    )


def streamed() -> PublicState:
    """Return a table on the flop, where hole cards are streamed with a delay of 15 minutes."""
    return replace(flop(), stream=StreamView(900, "Xavier"))


def closed() -> PublicState:
    """Return a table that has been closed by the room."""
    return replace(empty(), closed=True)


def balance() -> PublicState:
    """Return a table between hands that is waiting for a player; the level clock keeps running."""
    held = (HoldView("balance", HoldReason.BALANCE, waited=95_000, clock_runs=True),)
    return replace(between(), paused=True, next_step=None, holds=held)


def paused() -> PublicState:
    """Return a paused table between hands, with two antennas that do not respond."""
    state = table(6, paused=True, blind_zones=("bet.3", "board"), hand=16)
    level = replace(state.level, next_in=None, next_big_blind=0, stands=state.level.next_in)
    holds = (HoldView("pause", HoldReason.PAUSE, waited=61_000),)
    return replace(state, level=level, holds=holds)


def voided() -> PublicState:
    """Return a table after a misdeal: all chips have been returned, and the button stays put."""
    return replace(
        between(), voided=True, small_blind=4, big_blind=5, next_dealer=3,
        next_places=Places(3, 4, 5),
    )  # fmt: skip


def empty() -> PublicState:
    """Return an empty table."""
    seats = tuple(SeatView(seat) for seat in range(1, 7))
    return PublicState(seq=1, table="3", house="ppc", level=LevelView(25, 50), seats=seats)
