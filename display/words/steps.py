"""What is to be done, in words: the steps of a ruling, and the dealer's next one.

A word that this version does not know is shown as it is.
"""

from collections.abc import Mapping
from typing import Any

from controller.contract.public import PublicState, RulingView, StepView
from display.words.names import N_, WAITS, Words

STEPS = {
    "shuffle": N_("Shuffle"),
    "cut": N_("Cut"),
    "mix": N_("Mix these cards"),
    "burn": N_("Burn a card"),
    "deal": N_("Deal"),
    "deal flop": N_("Deal the flop"),
    "deal turn": N_("Deal the turn"),
    "deal river": N_("Deal the river"),
    "gather": N_("Gather the bets"),
    "push": N_("Push the pot to the winner"),
    "post": N_("Post the blinds"),
    "take_back": N_("Take the cards back"),
    "to_stub": N_("Put the cards back into the stub"),
    "use_as_burn": N_("Use the card as the burn"),
    "set_aside": N_("Set the card aside, face up"),
    "keep": N_("The cards stay"),
    "finish_deal": N_("Finish the deal"),
    "finish_round": N_("Finish the betting round"),
    "void_hand": N_("The hand is void"),
    "return_bets": N_("Give the bets back"),
    "kill_hand": N_("The hand is dead"),
    "floor_decides": N_("The floor decides"),
    "show": N_("Show the hands"),
    "muck": N_("Put the cards into the muck"),
    "clear": N_("Clear the table"),
    "button": N_("Move the button"),
}
# Steps that name a seat, or a seat and chips.
OF_A_SEAT = {
    "deal": N_("Deal a card to {player}"),
    "take_back": N_("Take the card back from {player}"),
    "to_stub": N_("Put the card of {player} back into the stub"),
    "use_as_burn": N_("Use the card of {player} as the burn"),
    "set_aside": N_("Set the card of {player} aside, face up"),
    "keep": N_("{player} keeps the card"),
    "table": N_("{player} shows or mucks"),
    "kill_hand": N_("The hand of {player} is dead"),
    "return_bets": N_("Give {player} the bet back"),
}
# Steps that name cards, or say which ones.
OF_CARDS = {
    "deal": N_("Lay {cards} on the board"),
    "take_back": N_("Take {cards} back"),
    "to_stub": N_("Put {cards} back into the stub"),
    "use_as_burn": N_("Use {cards} as the burn"),
    "set_aside": N_("Set {cards} aside, face up"),
    "keep": N_("Leave {cards} in place"),
    "mix": N_("Mix {cards}"),
}
# The same words where chips are ruled on.
OF_CHIPS = {
    "take_back": N_("{player} takes the chips back"),
    "keep": N_("{player} leaves the chips in"),
}
DUES = {
    "post": N_("{player} posts {amount}"),
    "ante": N_("{player} posts the ante, {amount}"),
}
DETAILS = {
    "flop": N_("the flop"),
    "turn": N_("the turn"),
    "river": N_("the river"),
    "board": N_("the board"),
    "burn": N_("the burn"),
    "stub": N_("the stub"),
    "all": N_("all"),
    "street": N_("the cards of the street"),
    "first": N_("the first card"),
    "last": N_("the last card"),
    "extra": N_("the card too many"),
    "left": N_("the card left over"),
    "card": N_("the card"),
    "street+burn": N_("the cards of the street and the burn"),
    "seat": N_("the player"),
}
NOW = N_("Now: {step}.")
DONE_SO = N_("Done: {step}.")
UNDONE = N_("Not done any more: {step}.")
WRONG_STEP = N_("That is not what the ruling asks for. Now: {step}.")


def step_text(word: str, detail: str, state: PublicState, said: Words, kind: str = "") -> str:
    """Return what is to be done: a step word and what it is about.

    `kind` is that of the ruling it belongs to: a bet is mended with chips, not with cards.
    """
    seat, _, chips = detail.partition(" ")
    if word in DUES and seat.isdecimal() and chips.isdecimal():
        player, amount = said.seat(state, int(seat)), said.amount(int(chips))
        return said.say(DUES[word], player=player, amount=amount)
    if kind.startswith(("bet.", "blind.")) and word in OF_CHIPS and detail.isdecimal():
        return said.say(OF_CHIPS[word], player=said.seat(state, int(detail)))
    number = detail.removeprefix("hand.")
    if word in OF_A_SEAT and number.isdecimal():
        return said.say(OF_A_SEAT[word], player=said.seat(state, int(number)))
    if word == "burn" and detail.isdecimal():
        return said.count("Burn {n} card", "Burn {n} cards", int(detail))
    if f"{word} {detail}" in STEPS:
        return said.of(STEPS, f"{word} {detail}")
    text = said.of(STEPS, word)
    if not detail:
        return text
    cards = said.cards(detail) or said.of(DETAILS, detail)
    return said.say(OF_CARDS[word], cards=cards) if word in OF_CARDS else f"{text} ({cards})"


def ruling_step(step: StepView, state: PublicState, said: Words, kind: str = "") -> str:
    """Return a step of a ruling of this kind."""
    return step_text(step.step, step.detail, state, said, kind)


def who_does(state: PublicState, said: Words) -> str:
    """Return whom the next step is for: the dealer, the players, or nobody."""
    word = state.next_step.partition(" ")[0]
    if not word:
        return said.say(N_("Table"))
    return said.say(N_("Next")) if word in (*DUES, "table") else said.say(N_("Dealer"))


def next_step(state: PublicState, said: Words) -> str:
    """Return what the dealer does next, empty while players act."""
    word, _, detail = state.next_step.partition(" ")
    return step_text(word, detail, state, said) if word else ""


def step_at_seat(state: PublicState, said: Words) -> tuple[str, ...]:
    """Return what is to be done at the seat that the next step names, the shorter the later."""
    word, _, detail = state.next_step.partition(" ")
    _, _, chips = detail.partition(" ")
    if word in DUES and chips.isdecimal():
        amount, short = said.amount(int(chips)), said.short_amount(int(chips))
        text = N_("Posts {amount}") if word == "post" else N_("Ante {amount}")
        return said.say(text, amount=amount), said.say(text, amount=short), short
    if word == "deal" and detail.isdecimal():
        return (said.say(N_("Next card")),)
    if word == "table":
        return said.say(N_("Shows or mucks")), said.say(N_("Shows"))
    if word == "shuffle":
        return said.say(N_("Deals next")), said.say(N_("Deals"))
    return ("",)


def now(ruling: RulingView, state: PublicState, said: Words) -> str:
    """Return what is to be done now for an open ruling: its next step, or who has to decide."""
    for step in ruling.steps:
        if not step.done:
            return said.say(NOW, step=ruling_step(step, state, said, ruling.kind))
    return said.of(WAITS, ruling.waits_for)


def step_event(name: str, data: Mapping[str, Any], state: PublicState, said: Words) -> str:
    """Return an event of a ruling's steps as a sentence, "" for a ruling without any."""
    if name == "ruling.opened":
        kind = str(data["kind"])
        steps = [_of_event(step, kind, state, said) for step in data["steps"]]
        return said.say(NOW, step=", ".join(steps)) if steps else ""
    step = _of_event(str(data["step"]), "", state, said)
    if name == "ruling.wrong":
        return said.say(WRONG_STEP, step=step)
    return said.say(DONE_SO if data["done"] else UNDONE, step=step)


def _of_event(step: str, kind: str, state: PublicState, said: Words) -> str:
    word, _, detail = step.partition(" ")
    return step_text(word, detail, state, said, kind)
