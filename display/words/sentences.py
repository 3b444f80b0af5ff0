"""What happened, what the rule is, what to do now: the contract's ids in whole sentences.

For the panel of a ruling, the terminal, and whoever plays scenarios. An id that this version
does not know gives no sentence: what shows the ids themselves goes on doing so.
"""

from collections.abc import Mapping
from typing import Any

from controller.contract.public import Award, FoundView, PublicState, RulingView, SeatView, Street
from display.words.hands import why
from display.words.names import N_, STREETS, Words
from display.words.steps import now, step_event

HAPPENED = {
    "deal.wrong-seat": N_("The first card of the deal went to {player}, who is not the first."),
    "deal.order": N_("{player} was dealt a card before his turn in the deal."),
    "deal.skipped": N_("{player} was left out in the deal."),
    "deal.not-entitled": N_("{player} was dealt a card and gets none in this hand."),
    "deal.too-few": N_("{player} has too few cards."),
    "deal.too-many": N_("{player} was dealt a card too many."),
    "deal.mixed": N_("A card of {player} lies among another player's."),
    "deal.exposed": N_("A card of {player} was seen in the deal."),
    "deal.off-table": N_("A card of {player} fell off the table."),
    "deck.double": N_("The same card is there twice."),
    "deck.stranger": N_("A card that is not of this deck is on the table."),
    "deck.missing": N_("A card of the deck is nowhere on the table."),
    "deck.count": N_("The deck has not the number of cards it should have."),
    "board.no-burn": N_("{street}: no card was burned before it."),
    "board.extra-burn": N_("{street}: more than one card was burned before it."),
    "board.premature": N_("{street}: dealt before the betting was over."),
    "board.extra-card": N_("{street}: it has too many cards."),
    "board.misplaced": N_("{street}: a card lies in the wrong place."),
    "button.wrong": N_("The button lies in front of the wrong seat."),
    "blind.missing": N_("{player} has not posted his blind."),
    "blind.wrong-seat": N_("{player} posted a blind that is another's."),
    "blind.short": N_("{player} posted too little for his blind."),
    "bet.out-of-turn": N_("{player} acted before his turn."),
    "bet.string": N_("{player} put chips in with more than one motion."),
    "bet.short": N_("{player} bet less than the least bet."),
    "bet.short-call": N_("{player} put in less than a call."),
    "bet.short-raise": N_("{player} raised by less than the least raise."),
    "bet.not-multiple": N_("{player} bet what is no multiple of the big blind."),
    "bet.oversized": N_("{player} put in one large chip and said nothing."),
    "bet.contradicts": N_("{player} said one thing and put in another."),
    "bet.taken-back": N_("{player} took chips back from his bet."),
    "bet.splashed": N_("{player} put chips straight into the pot."),
    "bet.foreign": N_("{player} put in chips that are not of this game."),
    "bet.hidden": N_("{player} brought out chips that nobody could see."),
    "hand.absent": N_("{player} was not there when the deal ended."),
    "hand.left": N_("{player} left the table with a live hand."),
    "hand.phone": N_("{player} used a phone with a live hand."),
    "hand.clock": N_("The time of {player} has run out."),
    "hand.muck": N_("The cards of {player} are in the muck."),
    "hand.line": N_("{player} let his cards go beyond the line."),
    "hand.taken": N_("The hand of {player} was taken in while it was live."),
    "hand.count": N_("{player} holds the wrong number of cards."),
    "hand.mixed": N_("{player} has a card among his that is not his."),
    "hand.shown": N_("{player} showed his hand while others could still act."),
    "pot.wrong": N_("The pot does not hold what was bet, or went to the wrong seat."),
    "floor": N_("The floor has decided."),
}
OUTCOMES = {
    "made-full": N_("It is made full."),
    "call": N_("It is a call."),
    "choose": N_("The player makes it full, or folds and loses what is in."),
    "chip-value": N_("It counts with the value of the chip."),
    "first-motion": N_("Only the first motion counts."),
    "binds": N_("It binds."),
    "free": N_("It does not bind: the player chooses again in his turn."),
    "waits": N_("It is decided when the turn comes to that seat."),
    "check": N_("It becomes a check."),
    "stands": N_("It stands."),
    "dead": N_("The hand is dead."),
    "live": N_("The hand stays live."),
    "kept": N_("The card is kept."),
    "fold": N_("It is a fold."),
    "penalty": N_("The hand stays live, a penalty may follow."),
}
PLAY_GOES_ON = N_("Play goes on.")
RULE = N_("The rule: {article}, house {house}.")
RULE_ALONE = N_("The rule: {article}.")
NO_RULE = N_("House {house} says nothing of it: the floor decides.")
NO_RULE_ALONE = N_("The house says nothing of it: the floor decides.")

REFUSED = {
    "ask-the-floor": N_("{player}: the floor decides that, not the players."),
    "bet-to-call": N_("{player}: there is a bet to call, so this is no check."),
    "clock-runs": N_("{player}: the clock runs already."),
    "deck-fouled": N_(
        "{player}: the deck is not complete, so no hand starts. Put it right and shuffle again."
    ),
    "may-not-raise": N_("{player} may not raise now: call or fold."),
    "moved-while-off": N_("{player}: first confirm what was moved, or put it back."),
    "no-betting": N_("{player}: nobody can bet now."),
    "no-such-card": N_("{player}: there is no such card now."),
    "not-in-turn": N_("{player}: the clock can only be called on who is in turn."),
    "not-on-oneself": N_("{player} can call the clock on others only."),
    "not-seated": N_("{player}: who calls the clock has to be seated."),
    "not-the-dealer": N_("{player} is not the dealer: the dealer says when it is done."),
    "not-your-turn": N_("{player}: it is another player's turn."),
    "ruling-open": N_("{player}: first the open ruling, then play goes on."),
    "skipped": N_("{player} was passed over by three players and may no longer bet."),
    "too-little": N_("{player}: that is less than the least that can be bet."),
    "too-much": N_("{player}: that is more than can be bet."),
}
KILLED = {
    "absent": N_("The hand of {player} is dead: he was absent."),
    "left": N_("The hand of {player} is dead: he left the table."),
    "phone": N_("The hand of {player} is dead: he used a phone."),
    "clock": N_("The hand of {player} is dead: his time is up."),
    "muck": N_("The hand of {player} is dead: it is in the muck."),
    "line": N_("The hand of {player} is dead: it went beyond the line."),
    "taken": N_("The hand of {player} is dead: it was taken in."),
    "count": N_("The hand of {player} is dead: it has the wrong number of cards."),
    "mixed": N_("The hand of {player} is dead: another card lies among his."),
    "shown": N_("The hand of {player} is dead: he showed it too early."),
    "out-of-turn": N_("The hand of {player} is dead: he folded before his turn."),
    "skipped": N_("The hand of {player} is dead: three players acted after him."),
    "exposed": N_("The hand of {player} is dead: he turned a card up himself."),
    "short": N_("The hand of {player} is dead: he did not make his bet full."),
    "penalty": N_("The hand of {player} is dead: he serves a penalty."),
    "floor": N_("The hand of {player} is dead: the floor has decided so."),
}
VOIDED = N_("The hand is void, every chip goes back: {why}")
CLOSED = {
    "done": N_("The ruling is closed: every step is done."),
    "waived": N_("The ruling is closed: the floor has waived it."),
    "confirmed": N_("The ruling is closed: the floor has confirmed it."),
    "agreed": N_("The ruling is closed: all players in the hand agree."),
    "moot": N_("The ruling is closed: the hand has ended without it."),
    "kept": N_("The ruling is closed: the card is kept."),
    "killed": N_("The ruling is closed: the hand is dead."),
}
CLOCK_STARTED = N_("{player} has {n} seconds.")
CLOCK_EXPIRED = N_("The time of {player} has run out.")
PENALTY = N_("{player}: {penalty}.")
PENALTY_SERVED = N_("{player} has served the penalty and plays again.")
CONFIRMED = N_("The floor has confirmed the ruling: its steps stay as they are.")
FLOOR_CALLED = N_("{player} calls the floor.")
FLOOR_CALLED_ABOUT = {
    "pot": N_("{player} calls the floor about the last pot."),
    "absence": N_("The floor is called: {player} has been away for too long."),
}
UNDONE_ACTION = N_("The last action, of {player}, is taken back.")
WHY = {
    "kind": N_("It beats: {other}"),
    "rank": N_("{high} is higher than {low}"),
    "kicker": N_("The kicker decides: {high} beats {low}"),
    "same": N_("The same hand twice: the pot is shared"),
}
ODD = N_("Odd chip: {amount} of the {pot}")
ODD_RULE = N_("Odd chip: {amount} of the {pot} ({article})")


def why_text(winner: SeatView, other: SeatView, said: Words) -> str:
    """Return why a shown hand is no worse than another shown one."""
    found = why(winner.hand_name, winner.best, other.hand_name, other.best)
    beaten = said.hand(other.hand_name, other.hand_ranks)
    high, low = said.rank(found.high), said.rank(found.low)
    return said.say(WHY[found.by], other=beaten, high=high, low=low)


def odd_text(odd: Award, said: Words) -> str:
    """Return who is paid what could not be divided, and by which article."""
    text = ODD_RULE if odd.article else ODD
    amount, pot = said.amount(odd.odd), said.pot(odd.pot)
    return said.say(text, amount=amount, pot=pot, article=odd.article)


def happened(kind: str, seat: int, street: Street | None, state: PublicState, said: Words) -> str:
    """Return what went wrong in a sentence; the short name where seat or street is not known."""
    text = HAPPENED.get(kind, "")
    if not text or ("{player}" in text and not seat) or ("{street}" in text and not street):
        return said.ruling_name(kind)
    dealt = said.of(STREETS, street) if street else ""
    return said.say(text, player=said.seat(state, seat), street=dealt)


def rule(article: str, house: str, said: Words) -> str:
    """Return the house and article that rule; that the floor decides where no article does."""
    if article:
        return said.say(RULE if house else RULE_ALONE, article=article, house=house)
    return said.say(NO_RULE if house else NO_RULE_ALONE, house=house)


def ruling_lines(ruling: RulingView, state: PublicState, said: Words) -> tuple[str, str, str]:
    """Return an open ruling as three sentences: what happened, the rule, what to do now."""
    return (
        happened(ruling.kind, ruling.seat, ruling.street, state, said),
        rule(ruling.article, state.house, said),
        now(ruling, state, said),
    )


def found_lines(found: FoundView, state: PublicState, said: Words) -> tuple[str, str, str]:
    """Return what went wrong and stops nobody: what happened, the rule, what comes of it."""
    return (
        happened(found.kind, found.seat, found.street, state, said),
        rule(found.article, state.house, said) if found.article else "",
        said.of(OUTCOMES, found.outcome) if found.outcome in OUTCOMES else said.say(PLAY_GOES_ON),
    )


def event_text(name: str, data: Mapping[str, Any], state: PublicState, said: Words) -> str:
    """Return an event as a sentence, "" for one that says nothing of rules or refusals.

    `name` is the event's type and `data` its fields, as they travel; of the state only the
    players' names and the house are used.
    """
    seat, article = int(data.get("seat", 0)), str(data.get("article", ""))
    player = said.seat(state, seat)
    match name:
        case "irregularity.found":
            what = happened(str(data["kind"]), seat, data.get("street"), state, said)
            # That a hand is dead is told by the event of it, which follows.
            outcome = str(data.get("outcome", ""))
            comes = OUTCOMES.get(outcome, "") if outcome != "dead" else ""
            texts = _ended(what), rule(article, state.house, said), comes and said.say(comes)
            return " ".join(text for text in texts if text)
        case "ruling.opened" | "ruling.step" | "ruling.wrong":
            return step_event(name, data, state, said)
        case "ruling.closed":
            return _known(CLOSED, str(data["outcome"]), said)
        case "action.refused":
            return _known(REFUSED, str(data["reason"]), said, player=player)
        case "hand.killed":
            return _with_rule(_known(KILLED, str(data["reason"]), said, player=player), article)
        case "hand.voided":
            why = happened(str(data["reason"]), 0, None, state, said)
            return _with_rule(said.say(VOIDED, why=_ended(why)), article)
        case "clock.started":
            return said.say(CLOCK_STARTED, player=player, n=said.amount(int(data["seconds"])))
        case "clock.expired":
            return said.say(CLOCK_EXPIRED, player=player)
        case "penalty.given":
            penalty = said.penalty(str(data["penalty"]))
            return _with_rule(said.say(PENALTY, player=player, penalty=penalty), article)
        case "penalty.served":
            return said.say(PENALTY_SERVED, player=player)
        case "ruling.confirmed":
            return said.say(CONFIRMED)
        case "floor.called":
            about = FLOOR_CALLED_ABOUT.get(str(data.get("about", "")), FLOOR_CALLED)
            return _with_rule(said.say(about, player=player), article)
        case "action.undone":
            return said.say(UNDONE_ACTION, player=player)
    return ""


def seats_named(names: Mapping[int, str], house: str = "") -> PublicState:
    """Return a state that knows nothing but players' names: enough for `event_text`."""
    seats = tuple(SeatView(number, name=name) for number, name in sorted(names.items()))
    return PublicState(0, "", house, seats=seats)


def _known(texts: Mapping[str, str], key: str, said: Words, **values: object) -> str:
    return said.say(texts[key], **values) if key in texts else ""


def _with_rule(text: str, article: str) -> str:
    return f"{text} ({article})" if text and article else text


def _ended(text: str) -> str:
    return text if text.endswith(".") else f"{text}."
