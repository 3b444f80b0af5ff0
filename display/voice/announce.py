"""What happens at the table, said aloud: to everybody alike, as terse as a listener sets it.

It knows public events alone, so it serves a seat's ear and the room's loudspeaker.
"""

from collections.abc import Mapping
from typing import Any, Literal

from controller.contract.public import Envelope, PublicState, ear_seat
from display.voice.spoken import N_, Spoken
from display.words.sentences import event_text
from display.words.steps import NOW, ruling_step

Verbosity = Literal["terse", "normal", "full"]

TERSE = frozenset(
    {
        "action.made", "board.dealt", "board.changed", "turn.started", "cards.tabled",
        "pot.awarded", "irregularity.found", "ruling.opened", "ruling.step", "ruling.closed",
        "hand.voided", "clock.started", "clock.expired", "action.refused", "hand.killed",
    }
)  # fmt: skip
NORMAL = TERSE | {
    "hand.started", "blind.posted", "shoe.reported", "level.changed", "penalty.given",
    "floor.called", "action.undone", "moved.while-off", "table.paused", "bet.returned",
    "ruling.wrong", "device.lost", "device.back", "deck.fouled",
}  # fmt: skip
FULL = NORMAL | {
    "pot.changed", "card.burned", "ante.posted", "seat.taken", "seat.left", "seat.absent",
    "seat.back", "table.resumed", "hand.ended", "ruling.confirmed", "deck.checked",
    "penalty.served", "cards.mucked",
}  # fmt: skip
LEVELS: dict[Verbosity, frozenset[str]] = {"terse": TERSE, "normal": NORMAL, "full": FULL}

_ACTIONS = {
    "fold": N_("{player} folds"),
    "check": N_("{player} checks"),
    "call": N_("{player} calls {amount}"),
    "bet": N_("{player} bets {amount}"),
    "raise": N_("{player} raises to {amount}"),
}
_OWN = {
    "fold": N_("You fold"),
    "check": N_("You check"),
    "call": N_("You call {amount}"),
    "bet": N_("You bet {amount}"),
    "raise": N_("You raise to {amount}"),
}
SHOE = {
    "empty": N_("The shoe is empty"),
    "jam": N_("A card is stuck in the shoe"),
    "count": N_("The shoe has let out a wrong number of cards"),
    "loaded": N_("The shoe is loaded"),
}
_STREETS = {
    "flop": N_("Flop: {cards}"),
    "turn": N_("Turn: {cards}"),
    "river": N_("River: {cards}"),
}
_SEATS = {
    "seat.taken": N_("{player} sits down"),
    "seat.left": N_("{player} leaves"),
    "seat.absent": N_("{player} is away"),
    "seat.back": N_("{player} is back"),
    "cards.mucked": N_("{player} mucks"),
}
_OF_THE_TABLE = frozenset(
    {
        "level.changed", "moved.while-off", "device.lost", "device.back", "shoe.reported",
        "deck.fouled",
    }
)  # fmt: skip
_PLAIN = {
    "card.burned": N_("A card is burned"),
    "table.paused": N_("The table is paused after this hand"),
    "table.resumed": N_("The table goes on"),
    "hand.ended": N_("The hand is over"),
    "deck.checked": N_("The deck is complete"),
}


def announce(
    event: Envelope, state: PublicState, seat: int, verbosity: Verbosity, said: Spoken
) -> str:
    """Return what is said of an event, "" for nothing.

    `state` is the table at or after the event; `seat` is the listener's, 0 for the room.
    """
    if event.type not in LEVELS[verbosity]:
        return ""
    data = event.data
    about = int(data.get("seat", 0) or 0)
    player = said.written.seat(state, about) if about else ""
    match event.type:
        case "action.made":
            return _action(data, player, about == seat and bool(seat), said)
        case "board.dealt":
            text = _STREETS.get(str(data.get("street", "")), N_("On the board: {cards}"))
            return said.say(text, cards=said.cards(map(str, data["cards"])))
        case "board.changed":
            cards = said.cards(map(str, data["cards"]))
            return said.say(N_("The board is now {cards}"), cards=cards)
        case "turn.started":
            return _turn(data, player, seat, about, verbosity, said)
        case "hand.started":
            return _hand(event, data, state, seat, said)
        case "blind.posted" | "ante.posted":
            amount = said.amount(int(data["amount"]))
            if seat and about == seat:
                return said.say(N_("You post {amount}"), amount=amount)
            return said.say(N_("{player} posts {amount}"), player=player, amount=amount)
        case "cards.tabled":
            return _tabled(data, player, about == seat and bool(seat), said)
        case "pot.awarded":
            return _award(data, player, about == seat and bool(seat), said)
        case "pot.changed":
            return "" if _hidden(state) else _pots(data, said)
        case "bet.returned":
            amount = said.amount(int(data["amount"]))
            if seat and about == seat:
                return said.say(N_("{amount} go back to you"), amount=amount)
            return said.say(N_("{amount} go back to {player}"), amount=amount, player=player)
        case "ruling.step" if data["done"]:
            text = said.aloud(event_text(event.type, data, state, said.written))
            return f"{text} {_next_step(data, state, said)}".rstrip()
        case "action.refused" if seat and about != seat:
            return ""
    if event.type in _OF_THE_TABLE:
        return _of_the_table(event.type, data, state, said)
    if event.type in _SEATS:
        return said.say(_SEATS[event.type], player=player)
    if event.type in _PLAIN:
        return said.say(_PLAIN[event.type])
    return said.aloud(event_text(event.type, data, state, said.written))


def _of_the_table(name: str, data: Mapping[str, Any], state: PublicState, said: Spoken) -> str:
    match name:
        case "level.changed":
            return said.say(
                N_("New level: blinds {small} and {big}"),
                small=said.amount(int(data["small_blind"])),
                big=said.amount(int(data["big_blind"])),
            )
        case "moved.while-off":
            return moved(tuple(map(str, data.get("zones", ()))), said)
        case "device.lost" | "device.back" if ear_seat(str(data["device"])):
            player = said.written.seat(state, ear_seat(str(data["device"])))
            lost = name == "device.lost"
            text = N_("{player} hears nothing any more") if lost else N_("{player} hears again")
            return said.say(text, player=player)
        case "device.lost" | "device.back":
            lost = name == "device.lost"
            text = N_("{device} does not answer") if lost else N_("{device} answers again")
            return said.say(text, device=str(data["device"]))
        case "shoe.reported":
            return said.say(SHOE[str(data["what"])]) if data["what"] in SHOE else ""
        case "deck.fouled":
            cards = said.cards(map(str, data.get("missing_cards", ())))
            if cards:
                return said.say(N_("The deck is not complete: {cards}"), cards=cards)
            return said.say(N_("The deck is not as it should be"))
    return ""


def _action(data: Mapping[str, Any], player: str, own: bool, said: Spoken) -> str:
    action = str(data["action"])
    texts = _OWN if own else _ACTIONS
    amount = int(data.get("amount" if action == "call" else "to", 0) or 0)
    text = said.say(texts.get(action, "{player}"), player=player, amount=said.amount(amount))
    if data.get("all_in"):
        text = said.say(N_("{action}, all-in"), action=text)
    return said.say(N_("Correction: {action}"), action=text) if data.get("amended") else text


def _turn(
    data: Mapping[str, Any], player: str, seat: int, about: int, verbosity: Verbosity, said: Spoken
) -> str:
    call = int(data.get("call", 0))
    if seat and about == seat:
        if call:
            return said.say(N_("Your turn, {amount} to call"), amount=said.amount(call))
        return said.say(N_("Your turn, you can check"))
    if verbosity == "terse":
        return ""
    return said.say(N_("{player} to act"), player=player)


def _hand(
    event: Envelope, data: Mapping[str, Any], state: PublicState, seat: int, said: Spoken
) -> str:
    text = said.say(N_("Hand {number}"), number=event.hand)
    button = int(data["button"])
    if seat and button == seat:
        return said.say(N_("{hand}, you have the button"), hand=text)
    player = said.written.seat(state, button)
    return said.say(N_("{hand}, button {player}"), hand=text, player=player) if button else text


def _tabled(data: Mapping[str, Any], player: str, own: bool, said: Spoken) -> str:
    cards = said.cards(map(str, data["cards"]))
    if own:
        text = said.say(N_("You show {cards}"), cards=cards)
    else:
        text = said.say(N_("{player} shows {cards}"), player=player, cards=cards)
    if not data.get("name"):
        return text
    ranks, best = (tuple(map(str, data.get(key, ()))) for key in ("ranks", "best"))
    return f"{text}: {said.hand(str(data['name']), ranks, best)}"


def _award(data: Mapping[str, Any], player: str, own: bool, said: Spoken) -> str:
    amount = said.amount(int(data["amount"]))
    text = N_("You win {amount}") if own else N_("{player} wins {amount}")
    award = said.say(text, player=player, amount=amount)
    pot = int(data.get("pot", 0))
    if not pot:
        return award
    return said.say(N_("{award}, {pot}"), award=award, pot=said.written.pot(pot))


def _pots(data: Mapping[str, Any], said: Spoken) -> str:
    amounts = [int(amount) for amount in data.get("pots", ()) if amount]
    if not amounts:
        return ""
    main = said.say(N_("Pot {amount}"), amount=said.amount(amounts[0]))
    sides = [said.say(N_("side pot {amount}"), amount=said.amount(a)) for a in amounts[1:]]
    return ", ".join((main, *sides))


def moved(zones: tuple[str, ...], said: Spoken) -> str:
    """Tell what lies otherwise than when the table went off; that all is well for no zones."""
    if not zones:
        return said.say(N_("All lies as confirmed, play goes on"))
    places = ", ".join(map(said.written.zone, zones))
    return said.say(N_("Moved while the table was off: {zones}"), zones=places)


def _next_step(data: Mapping[str, Any], state: PublicState, said: Spoken) -> str:
    """Return the step behind the one that is done; the state may be the one before it."""
    for ruling in state.rulings:
        if ruling.id == data["id"]:
            for step in ruling.steps[int(data["index"]) + 1 :]:
                if not step.done:
                    text = ruling_step(step, state, said.written, ruling.kind)
                    return said.aloud(said.written.say(NOW, step=text))
    return ""


def _hidden(state: PublicState) -> bool:
    return any(pot.amount is None for pot in state.pots) or any(
        view.stack is None for view in state.seats if view.status != "empty"
    )
