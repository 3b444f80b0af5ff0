"""Words for what to do next: the steps of a ruling, and the dealer's next step.

An unknown id is shown unchanged.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from controller.contract.cards_become_public import Asks
from controller.contract.public import (
    CardsMeant,
    Kind,
    NextStep,
    PublicState,
    RulingView,
    StepView,
    StepWord,
    Street,
    Task,
    share_asked,
)
from controller.contract.readings.current_task import Now, open_step, to_do
from controller.contract.readings.current_task import now as now_of
from controller.contract.rules import Subject
from display.words.irregularities import WAITS
from display.words.locale import N_
from display.words.names import Words

STEPS: dict[StepWord, str] = {
    StepWord.SHUFFLE: N_("Shuffle"),
    StepWord.CUT: N_("Cut"),
    StepWord.MIX: N_("Mix these cards"),
    StepWord.BURN: N_("Burn a card"),
    StepWord.DEAL: N_("Deal the cards"),
    StepWord.TAKE_BACK: N_("Take the cards back"),
    StepWord.TO_STUB: N_("Put the cards back into the stub"),
    StepWord.USE_AS_BURN: N_("Use the card as the burn"),
    StepWord.SET_ASIDE: N_("Set the card aside, face up"),
    StepWord.KEEP: N_("Leave the cards in place"),
    StepWord.FINISH_DEAL: N_("Finish the deal"),
    StepWord.FINISH_ROUND: N_("Finish the betting round"),
    StepWord.VOID_HAND: N_("Return the chips, and give the cards back to the dealer"),
    StepWord.RETURN_BETS: N_("Return the bets"),
    StepWord.KILL_HAND: N_("Put the hand in the muck"),
    StepWord.GATHER: N_("Gather the bets"),
    StepWord.PUT_IN: N_("Put the missing chips into the pot"),
    StepWord.FLOOR_DECIDES: N_("Ask the floor to decide"),
}
TASKS: dict[Task, str] = {
    Task.SHUFFLE: N_("Shuffle"),
    Task.ANTE: N_("Post the antes"),
    Task.POST: N_("Post the blinds"),
    Task.DEAL: N_("Deal the cards"),
    Task.PUT: N_("Put the bets in"),
    Task.CHANGE: N_("Give change"),
    Task.GATHER: N_("Gather the bets"),
    Task.BURN: N_("Burn a card"),
    Task.TABLE: N_("Show the hands"),
    Task.PUSH: N_("Push the pot to the winner"),
    Task.RAKE: N_("Put the rake in the drop box"),
    Task.WAIT: N_("Wait for the signal to deal the next street"),
}
DEALT: dict[Street, str] = {
    Street.FLOP: N_("Deal the flop"),
    Street.TURN: N_("Deal the turn"),
    Street.RIVER: N_("Deal the river"),
}
# Steps that name a seat, or a seat and chips.
OF_A_SEAT: dict[StepWord, str] = {
    StepWord.DEAL: N_("Deal a card to {player}"),
    StepWord.TAKE_BACK: N_("Take the card back from {player}"),
    StepWord.TO_STUB: N_("Put {player}'s card back into the stub"),
    StepWord.USE_AS_BURN: N_("Use {player}'s card as the burn"),
    StepWord.SET_ASIDE: N_("Set {player}'s card aside, face up"),
    StepWord.KEEP: N_("Let {player} keep the card"),
    StepWord.KILL_HAND: N_("Put {player}'s hand in the muck"),
    StepWord.RETURN_BETS: N_("Return {player}'s bet"),
    StepWord.GATHER: N_("Gather {player}'s bet"),
    StepWord.PUT_IN: N_("Have {player} put the missing chips into the pot"),
}
SEAT_TASKS: dict[Task, str] = {
    Task.DEAL: N_("Deal a card to {player}"),
    Task.TABLE: N_("{player} shows or mucks"),
    Task.POST: N_("{player} posts {amount}"),
    Task.PUT: N_("{player}: {amount} to put in"),
    Task.ANTE: N_("{player} posts the ante, {amount}"),
    Task.CHANGE: N_("{player}: {amount} change due"),
}
# Steps that name cards, or say which cards are meant.
OF_CARDS: dict[StepWord, str] = {
    StepWord.DEAL: N_("Put {cards} on the board"),
    StepWord.TAKE_BACK: N_("Take {cards} back"),
    StepWord.TO_STUB: N_("Put {cards} back into the stub"),
    StepWord.USE_AS_BURN: N_("Use {cards} as the burn"),
    StepWord.SET_ASIDE: N_("Set {cards} aside, face up"),
    StepWord.KEEP: N_("Leave {cards} in place"),
    StepWord.MIX: N_("Mix {cards}"),
}
# The same steps when a ruling is about chips.
OF_CHIPS: dict[StepWord, str] = {
    StepWord.TAKE_BACK: N_("Give {player} the chips back"),
    StepWord.KEEP: N_("Leave {player}'s chips in"),
}
BUTTON_STAYS = N_("Leave the button in front of {player}")
MEANT: dict[CardsMeant, str] = {
    CardsMeant.CARD: N_("the card"),
    CardsMeant.STREET: N_("the street's cards"),
    CardsMeant.FIRST: N_("the first card"),
    CardsMeant.LAST: N_("the last card"),
    CardsMeant.EXTRA: N_("the extra card"),
    CardsMeant.LEFT: N_("the remaining card"),
    CardsMeant.BURN: N_("the burn"),
    CardsMeant.STREET_AND_BURN: N_("the street's cards and the burn"),
    CardsMeant.SEAT: N_("the player"),
}
OF_STREETS: dict[Street, str] = {
    Street.FLOP: N_("the flop"),
    Street.TURN: N_("the turn"),
    Street.RIVER: N_("the river"),
}
LYING_IN: dict[str, str] = {
    "board": N_("the board"),
    "burn": N_("the burn"),
    "stub": N_("the stub"),
}
WINNERS = N_("Push the pots to the winners")
SHARED = N_("Split the pot between the winners")
WHO: dict[Task, str] = dict.fromkeys((Task.POST, Task.ANTE, Task.PUT, Task.TABLE), N_("Next"))
WORD_ASKED = {
    Asks.FOLD: N_("{player}: are you folding? Announce your action, or take your cards back."),
    Asks.SHOW: N_("{player}: will you show your hand or muck it?"),
}
"""The question to a player who has pushed their cards forward."""
_CHIPS = frozenset({Subject.BET, Subject.BLIND, Subject.POT, Subject.STACK})
NOW = N_("Now: {step}.")


def ruling_step(step: StepView, state: PublicState, said: Words, kind: Kind | None = None) -> str:
    """Return a step of a ruling in words.

    The wording may depend on `kind`, the kind of irregularity: a bet, for example, is corrected
    with chips, not with cards.
    """
    word = step.word
    if step.seat and step.which is not None and word is StepWord.TAKE_BACK:
        return said.say(N_("Give {player} the card back"), player=said.seat(state, step.seat))
    if step.seat and word is StepWord.KEEP and kind is Kind.BUTTON_WRONG:
        return said.say(BUTTON_STAYS, player=said.seat(state, step.seat))
    if step.seat and step.amount and not step.done and word is StepWord.PUT_IN:
        player, amount = said.seat(state, step.seat), said.amount(step.amount)
        return said.say(SEAT_TASKS[Task.PUT], player=player, amount=amount)
    if step.seat and word in OF_A_SEAT:
        chips = kind is not None and kind.subject in _CHIPS and not step.zone
        texts = OF_CHIPS if chips and word in OF_CHIPS else OF_A_SEAT
        return said.say(texts[word], player=said.seat(state, step.seat))
    if step.count > 1:
        return said.count("Burn {n} card", "Burn {n} cards", step.count)
    if word is StepWord.DEAL and step.street in DEALT:
        return said.say(DEALT[step.street])
    text, cards = said.of(STEPS, word), _cards(step, said)
    if not cards:
        return text
    return said.say(OF_CARDS[word], cards=cards) if word in OF_CARDS else f"{text} ({cards})"


def acts_of(ruling: RulingView) -> tuple[StepView, ...]:
    """Return the steps in a ruling that people must perform.

    A step that is done as part of another step is left out.
    """
    return to_do(ruling.steps)


def _cards(step: StepView, said: Words) -> str:
    if step.cards:
        return said.cards(" ".join(step.cards))
    if step.zone:
        return said.of(LYING_IN, step.zone)
    if step.street is not None:
        return said.of(OF_STREETS, step.street)
    return said.of(MEANT, step.which) if step.which is not None else ""


def who_does(state: PublicState, said: Words) -> str:
    """Return the heading for the next step: "Dealer", or "Next" for a step that players perform.

    If there is no next step, return "Table". All three are translated.
    """
    if state.next_step is None:
        return said.say(N_("Table"))
    return said.say(WHO.get(state.next_step.task, N_("Dealer")))


def next_step(state: PublicState, said: Words) -> str:
    """Return the next step in words, or "" if it is a player's turn or there is no step.

    A step of a ruling that stops play takes precedence over any other.
    """
    due = now_of(state)
    return "" if _acts(due) else due_text(due, state, said)


def due_now(state: PublicState, said: Words) -> str:
    """Return what must be done next as text, or "" if there is nothing to do.

    Screens, keypads and earpieces all use this text.
    """
    return due_text(now_of(state), state, said)


def due_text(due: Now, state: PublicState, said: Words) -> str:
    """Return what must be done next as text, or "" if there is nothing to do.

    `due` is the next thing to do, as data: for example, the player to act or a ruling's step.
    """
    if _acts(due):
        return said.say(N_("{player} to act"), player=said.seat(state, due.seat))
    if due.moved:
        places = ", ".join(map(said.zone, due.moved))
        return said.say(N_("Moved while the table was off: {zones}"), zones=places)
    if due.ruling is not None:
        if due.step is None:
            return said.of(WAITS, due.ruling.waits_for)
        return ruling_step(due.step, state, said, due.ruling.kind)
    if due.asked is not None:
        return said.say(WORD_ASKED[due.asked.about], player=said.seat(state, due.asked.seat))
    return task_text(due.task, state, said) if due.task is not None else ""


def _acts(due: Now) -> bool:
    return due.by == "player" and due.asked is None and due.task is None


def turns_up(state: PublicState) -> bool:
    """Return whether all-in hands must be turned up before the board is complete."""
    step = state.next_step
    early = state.street not in (None, Street.RIVER)
    return step is not None and step.task is Task.TABLE and early


def _pushed(state: PublicState, said: Words) -> str:
    """Return the instruction to push the pots to their winners.

    If there is a single winner, the instruction names that player. If there are several, it says
    whether they share one pot. If no pot has been awarded, the instruction is a general one.
    """
    pots, seats = ({getattr(one, name) for one in state.awards} for name in ("pot", "seat"))
    if len(seats) == 1:
        return said.say(N_("Push the pot to {player}"), player=said.seat(state, seats.pop()))
    if not seats:
        return said.say(TASKS[Task.PUSH])
    return said.say(SHARED if len(pots) == 1 else WINNERS)


def task_text(step: NextStep, state: PublicState, said: Words) -> str:
    """Return the next task in words, for use when no ruling is open."""
    if turns_up(state):
        return said.say(N_("No more betting: table your hands"))
    if step.task is Task.PUSH:
        return _pushed(state, said)
    if step.seat and step.task in SEAT_TASKS:
        player, amount = said.seat(state, step.seat), said.amount(step.amount)
        return said.say(SEAT_TASKS[step.task], player=player, amount=amount)
    if step.street in DEALT and step.task is Task.DEAL:
        return said.say(DEALT[step.street])
    if step.task is Task.RAKE and step.amount:
        return said.say(N_("Put {amount} into the drop box"), amount=said.amount(step.amount))
    return said.of(TASKS, step.task)


def step_at_seat(state: PublicState, said: Words) -> tuple[str, ...]:
    """Return what the next step asks of the seat that it names, in progressively shorter wordings.

    If it asks nothing, return a single empty string.
    """
    step = state.next_step
    match step.task if step is not None else None:
        case Task.POST | Task.ANTE:
            assert step is not None
            amount, short = said.amount(step.amount), said.short_amount(step.amount)
            text = N_("Posts {amount}") if step.task is Task.POST else N_("Ante {amount}")
            return said.say(text, amount=amount), said.say(text, amount=short), short
        case Task.DEAL:
            return (said.say(N_("Next card")),)
        case Task.TABLE if turns_up(state):
            return said.say(N_("Turn the hand face up")), said.say(N_("Turn face up"))
        case Task.TABLE:
            return said.say(N_("Shows or mucks")), said.say(N_("Shows"))
        case Task.SHUFFLE:
            return said.say(N_("Deals next")), said.say(N_("Dealer"))
        case _:
            return ("",)


def asked_at_seat(state: PublicState, seat: int, said: Words) -> tuple[str, ...]:
    """Return the question that asks a winner whether they have received their share of the pot.

    The question is returned in progressively shorter wordings. If the seat has no share to confirm,
    the result is empty.
    """
    share = share_asked(state, seat)
    ways = (said.amount(share), said.short_amount(share)) if share else ()
    return tuple([said.say(N_("Received {amount}?"), amount=way) for way in ways])


def now(ruling: RulingView, state: PublicState, said: Words) -> str:
    """Return what to do next in an open ruling: its next step or, if none is left, who decides."""
    step = open_step(ruling)
    if step is not None:
        return said.say(NOW, step=ruling_step(step, state, said, ruling.kind))
    return said.of(WAITS, ruling.waits_for)


def step_event(name: str, data: Mapping[str, Any], state: PublicState, said: Words) -> str:
    """Return an event about a ruling's steps as a sentence, or "" if it needs no sentence.

    `name` is the event's type, and `data` holds its fields in published form.
    """
    if name == "ruling.opened":
        read = [_read(step) for step in data["steps"]]
        acts = to_do(tuple(step for step in read if step is not None))
        steps = [_of_event(step, data["kind"], state, said) for step in acts]
        return said.say(NOW, step=", ".join(filter(None, steps))) if any(steps) else ""
    done = _read(data["step"])
    opened = [one for one in state.rulings if one.id == data.get("id")]
    if done is None or any(_contained(done, one) for one in opened):
        return ""
    step = _of_event(done, opened[0].kind if opened else Kind.FLOOR, state, said)
    if name == "ruling.wrong":
        return said.say(N_("That is not what the ruling asks for. Now: {step}."), step=step)
    return said.say(N_("Done: {step}.") if data["done"] else N_("Undone: {step}."), step=step)


def _contained(step: StepView, ruling: RulingView) -> bool:
    """Return whether a step is done as part of another step of its ruling."""
    alike = [one for one in ruling.steps if (one.word, one.seat) == (step.word, step.seat)]
    return bool(alike) and not set(alike) & set(acts_of(ruling))


def _read(step: Any) -> StepView | None:
    """Return the step described by published data, or None if this version can't read it."""
    try:
        return msgspec.convert(step, StepView)
    except msgspec.ValidationError:
        return None


def _of_event(step: StepView, kind: str, state: PublicState, said: Words) -> str:
    """Return a step in words, or "" if `kind` is not a known kind of irregularity."""
    try:
        return ruling_step(step, state, said, msgspec.convert(kind, Kind))
    except msgspec.ValidationError:
        return ""
