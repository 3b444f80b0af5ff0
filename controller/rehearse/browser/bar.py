"""The action bar below the table picture, with the options for the page's seat or for the dealer.

If one person plays the whole table, the bar shows the options of the player to act.
"""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Final

import msgspec
from msgspec.structs import replace

from controller.contract.cards_become_public import Asks
from controller.contract.public import Action, NextStep, PublicState, StepWord, Street, Task
from controller.contract.readings.current_task import Now, now
from controller.contract.readings.legal_actions import choice, sized
from controller.contract.rules import HandStatus
from controller.play.script import statements as s
from controller.rehearse.browser.picture import Viewer
from controller.rehearse.rights import HOST
from controller.rehearse.table import NotDone, Seen
from display.words.locale import N_
from display.words.names import Words, won_by
from display.words.ruling_steps import TASKS, due_text, turns_up
from display.words.vocabulary import KEYS

NEXT: Final = "next"
"""The id of the green button, which carries out the next action that is due."""

ON_BOARD: Final = {Street.FLOP: 3, Street.TURN: 4, Street.RIVER: 5}
_SHOWING: Final = ((N_("Show"), "{seat} tables", "good"), (N_("Muck"), "{seat} mucks", "danger"))
_ASKED: Final = {
    Asks.SHOW: _SHOWING,
    Asks.FOLD: (
        (N_("Take the cards back"), "{seat} lifts", "good"),
        (KEYS[Action.FOLD], "{seat} folds", "danger"),
    ),
}  # fmt: skip
_DECIDES: Final = (
    (N_("Confirm the ruling"), "floor confirms", "good"),
    (N_("Waive the ruling"), "floor waives", ""),
    (N_("Void the hand"), "floor misdeal", "danger"),
)


class BarKey(msgspec.Struct, frozen=True):
    """A button on the action bar.

    `text` is the text on the button. `say` is the scenario statement that it sends. `tone` is a CSS
    class for its style, or "".
    """

    text: str
    say: str
    tone: str = ""


class Sizes(msgspec.Struct, frozen=True):
    """The amounts from which a player may choose for a bet or raise.

    `text` is the text on the button that makes the bet or raise. `say` is the scenario statement
    that it sends. In both, `{amount}` stands for the chosen amount. The amounts range from `least`
    to `most` in steps of `unit`, all in chips. Each preset is the name of an amount, such as "Pot",
    and the amount.
    """

    text: str
    say: str
    least: int
    most: int
    unit: int
    presets: tuple[tuple[str, int], ...] = ()


class Bar(msgspec.Struct, frozen=True):
    """The contents of the action bar.

    `seat` is the seat whose options are shown, or 0 for the dealer or nobody. `text` is the text
    shown with the buttons. `keys` are the buttons. `sizes` are the amounts of a bet or raise, or
    None if there is no choice. `deed` is the dealer's green button, or None. `due` identifies the
    next action that is due; it changes once that action has been done.
    """

    seat: int = 0
    text: str = ""
    keys: tuple[BarKey, ...] = ()
    sizes: Sizes | None = None
    deed: BarKey | None = None
    due: str = ""


def bar_of(seen: Seen, viewer: Viewer) -> Bar:
    """Return the action bar for a viewer's page."""
    return replace(_bar_of(seen, viewer), due=due_mark(seen.state))


def due_mark(state: PublicState) -> str:
    """Return 16 hexadecimal digits, which change as soon as another action is due.

    They identify the action that is due now, its hand, and how much of the hand has been played.
    """
    due = now(state)
    ruling = due.ruling.id if due.ruling is not None else 0
    now_due = (due.by, due.seat, ruling, due.step, due.asked, due.task)
    named = msgspec.json.encode((state.hand, len(state.board), state.legal, now_due))
    return blake2b(named, digest_size=8).hexdigest()


def _bar_of(seen: Seen, viewer: Viewer) -> Bar:
    state, said, due = seen.state, viewer.said, now(seen.state)
    text = due_text(due, state, said)
    if due.by == "player" and due.task is not None and due.task.task is not Task.TABLE:
        return Bar(deed=BarKey(text, NEXT, "deed"))
    if turns_up(state) and due.task is not None:
        return Bar(deed=BarKey(text, NEXT, "deed"))
    if due.by == "player":
        return _of_player(seen, viewer, due, text)
    if due.by == "dealer":
        dealt = due.task is not None and due.task.task is Task.DEAL and due.task.seat
        deed = BarKey(said.say(TASKS[Task.DEAL]) if dealt else text, NEXT, "deed")
        return Bar(0, _won(state, said), deed=deed)
    if due.by == "floor" and viewer.seat == HOST:
        return Bar(0, text, _keys(_DECIDES, 0, said))
    if due.by == "players" and due.step is None:
        agree = "; ".join(f"{seat} agrees" for seat in _mine(state, viewer))
        return Bar(viewer.seat, text, (BarKey(said.say(N_("Agree")), agree, "good"),))
    if not text and state.paused and viewer.seat == HOST:
        return Bar(
            0,
            said.stage(state),
            (BarKey(said.say(N_("Resume the table")), "floor resumes", "good"),),
        )
    return Bar(0, text or said.stage(state))


def _won(state: PublicState, said: Words) -> str:
    """Return who has won a hand, and how much, as text, or "" before any pot is won."""
    gains = [(view.seat, view.won or won_by(state, view.seat)) for view in state.seats]
    text = N_("{player} wins {amount}")
    return " · ".join(
        said.say(text, player=said.seat(state, seat), amount=said.amount(won))
        for seat, won in gains
        if won
    )


def _of_player(seen: Seen, viewer: Viewer, due: Now, text: str) -> Bar:
    seat, state, said = due.seat, seen.state, viewer.said
    if seat not in _mine(state, viewer):
        return Bar(0, text)
    if due.asked is not None:
        return Bar(seat, text, _keys(_ASKED[due.asked.about], seat, said))
    if due.task is not None:
        return Bar(seat, text, _keys(_SHOWING, seat, said))
    return Bar(seat, text, tuple(_acts(state, seat, said)), _sizes(seen, seat, said))


def _mine(state: PublicState, viewer: Viewer) -> list[int]:
    """Return the seats that a page acts for.

    A seat's page acts for that seat. The table's own page acts for all occupied seats that no
    player has taken by opening the seat's page.
    """
    if viewer.seat != HOST:
        return [viewer.seat]
    played = [view.seat for view in state.seats if view.status is not HandStatus.EMPTY]
    return [seat for seat in played if seat not in viewer.taken]


def _keys(rows: tuple[tuple[str, str, str], ...], seat: int, said: Words) -> tuple[BarKey, ...]:
    return tuple(BarKey(said.say(text), what.format(seat=seat), tone) for text, what, tone in rows)


def _acts(state: PublicState, seat: int, said: Words) -> Iterator[BarKey]:
    legal, bet = state.legal, state.seats[seat - 1].bet or 0
    if choice(legal, Action.FOLD):
        yield BarKey(said.of(KEYS, Action.FOLD), f"{seat} folds", "danger")
    if choice(legal, Action.CHECK):
        yield BarKey(said.of(KEYS, Action.CHECK), f"{seat} checks", "good")
    call = choice(legal, Action.CALL)
    if call is not None:
        more, whole = said.amount(call.least - bet), said.amount(call.least)
        text = said.say(N_("Call {amount} ({total})"), amount=more, total=whole)
        text = text if bet else said.say(N_("Call {amount}"), amount=more)
        yield BarKey(text, f"{seat} calls", "good")
    whole_stack = choice(legal, Action.ALL_IN)
    if whole_stack is not None:
        text = said.say(N_("All-in {amount}"), amount=said.amount(whole_stack.least))
        yield BarKey(text, f"{seat} goes all-in")


def _sizes(seen: Seen, seat: int, said: Words) -> Sizes | None:
    state, may = seen.state, sized(seen.state.legal)
    if may is None:
        return None
    view = state.seats[seat - 1]
    front = sum(seen.chips.get(f"bet.{seat}", ()))
    stack = sum(seen.chips.get(f"stack.{seat}", ())) + front
    most = min(may.most or stack, stack) if view.stack is None else may.most or stack
    bets = may.action is Action.BET
    text = said.say(N_("Bet {amount}") if bets else N_("Raise to {amount}"), amount="{amount}")
    say = f"{seat} bets {{amount}}" if bets else f"{seat} raises to {{amount}}"
    unit = may.multiple or min(seen.denominations, default=1)
    pot = _pot(state)
    asked = [(said.say(N_("Minimum")), may.least)]
    if pot is not None:
        call = choice(state.legal, Action.CALL)
        level = call.least if call is not None else 0
        after = pot + max(level - (view.bet or 0), 0)
        asked.append((f"½ {said.say(N_('Pot'))}", level + after // 2))
        asked.append((said.say(N_("Pot")), level + after))
    asked.append((said.say(N_("All-in")), most))
    presets = {
        amount if amount == most else amount - amount % unit: name
        for name, amount in asked
        if may.least <= amount <= most
    }
    return Sizes(
        text, say, may.least, most, unit, tuple((name, at) for at, name in presets.items())
    )


def _pot(state: PublicState) -> int | None:
    """Return the sum of pots and bets in chips, or None if the house hides it."""
    seated = [view.bet for view in state.seats if view.status is not HandStatus.EMPTY]
    amounts = [*(pot.amount for pot in state.pots), *seated]
    return None if None in amounts else sum(amount or 0 for amount in amounts)


def next_deed(state: PublicState) -> tuple[s.Statement, ...]:
    """Return the green button's action as scenario statements. Raises `NotDone` if none is due."""
    due = now(state)
    if due.step is not None and due.by == "dealer":
        return (s.Follow(all=due.step.word is StepWord.VOID_HAND),)
    if due.task is None:
        raise NotDone(N_("the dealer has nothing to do now"))
    return _of_task(due.task, state)


def _of_task(task: NextStep, state: PublicState) -> tuple[s.Statement, ...]:
    match task.task:
        case Task.SHUFFLE:
            return (s.NewHand(),)
        case Task.DEAL if task.street in ON_BOARD:
            return (s.DealBoard(max(ON_BOARD[task.street] - len(state.board), 1)),)
        case Task.DEAL:
            return (s.DealHands(),)
        case Task.BURN:
            return (s.BurnCards(),)
        case Task.CHANGE | Task.GATHER:
            return (s.Gather(),)
        case Task.PUSH:
            return (s.Push(),)
        case Task.TABLE if turns_up(state):
            return tuple(
                s.Does(view.seat, "tables")
                for view in state.seats
                if view.status in (HandStatus.IN, HandStatus.ALL_IN) and not view.shown
            )
        case Task.POST | Task.ANTE | Task.PUT if task.amount:
            return (s.Puts(task.seat, task.amount),)
    raise NotDone(N_("the dealer has nothing to do now"))
