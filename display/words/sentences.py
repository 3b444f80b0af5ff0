"""Events, rules and next steps as whole sentences, for the ids in the contract.

They are used in the ruling panel, the terminal and the scenario player. An unknown id has no
sentence, so callers may show the id itself.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from controller.contract.cards_become_public import Asks
from controller.contract.public import Award, FoundView, PublicState, RulingView, SeatView
from controller.contract.rules import Entry, Kind, Outcome
from display.words.cards.kickers import why
from display.words.houses import house_name
from display.words.irregularities import (
    BINDING,
    CLOSED,
    HAPPENED,
    OUTCOMES,
    REASONS,
    TWICE,
    WITH_AMOUNT,
    WRONG_POTS,
)
from display.words.locale import N_
from display.words.names import Words
from display.words.ruling_steps import WORD_ASKED, now, step_event
from display.words.vocabulary import STREETS

PLAY_GOES_ON = N_("Play continues.")
RULE = N_("Rule: {rules} {number}.")
RULE_OF_HOUSE = N_("Rule: {rules} {number}, in the {house} house rules.")
NO_RULE = N_("The {house} house rules do not cover this: the floor decides.")
NO_RULE_ALONE = N_("The house rules do not cover this: the floor decides.")

REFUSED = {
    "not-asked": N_("{player}: nobody is being asked about streaming now."),
    "ask-the-floor": N_("{player}: the floor decides that, not the players."),
    "bet-to-call": N_("{player} can't check: there is a bet to call."),
    "clock-runs": N_("{player}: the clock is already running."),
    "deck-fouled": N_(
        "{player}: the deck is fouled, so no hand can start. Correct it and shuffle again."
    ),
    "may-not-raise": N_("{player} may not raise now."),
    "raise-announced": N_("{player} has announced a bet or raise: how much?"),
    "bet-incomplete": N_("{player} must complete the opening bet, or fold."),
    "chips-taken-up": N_(
        "{player} has picked up chips from an earlier bet, so they must call or raise."
    ),
    "moved-while-off": N_("{player}: first confirm what has been moved, or put everything back."),
    "moved-unclear": N_(
        "{player}: it is not clear what has been moved. Put everything back, or void the hand."
    ),
    "hand-shown": N_("{player}: that hand is already face up."),
    "held": N_("{player}: play has stopped and will resume from this point."),
    "may-not-see": N_("{player} may not ask to see this hand."),
    "no-clock": N_(
        "{player}: no clock is running, so there is nothing for a time-bank card to extend."
    ),
    "no-pot-bet": N_('{player}: you can\'t bet "pot" in this game. Announce an amount.'),
    "no-showdown": N_("{player}: you can ask to see a hand only at the showdown."),
    "no-such-hand": N_("{player}: that hand is not in the showdown."),
    "no-straddle": N_("{player} can't straddle now."),
    "no-choice": N_(
        "{player} has no choice to make: they are already in the game or waiting to come in."
    ),
    "no-second-board": N_("{player}: the board can't be run twice now."),
    "no-time-bank": N_("{player} has no time-bank cards left for this level."),
    "no-betting": N_("{player}: nobody can bet now."),
    "no-such-card": N_("{player}: that card is not in play now."),
    "not-in-turn": N_("{player}: the clock can only be called on the player to act."),
    "not-on-oneself": N_("{player} may call the clock only on other players."),
    "not-seated": N_("{player}: only a player at the table can call the clock."),
    "not-the-dealer": N_("{player} is not the dealer: only the dealer can press Done."),
    "not-your-turn": N_("{player}: it is another player's turn."),
    "ruling-open": N_("{player}: the open ruling must be settled before play resumes."),
    "too-many-players": N_(
        "{player}: the deck has too few cards for this many players in this game, so no hand "
        "can start."
    ),
}
KILLED = {
    "absent": N_("{player}'s hand is dead: they were absent."),
    "left": N_("{player}'s hand is dead: they left the table."),
    "phone": N_("{player}'s hand is dead: they used a phone."),
    "clock": N_("{player}'s hand is dead: their time is up."),
    "muck": N_("{player}'s hand is dead: it is in the muck."),
    "line": N_("{player}'s hand is dead: it went beyond the line."),
    "taken": N_("{player}'s hand is dead: it was swept in."),
    "count": N_("{player}'s hand is dead: it has the wrong number of cards."),
    "mixed": N_("{player}'s hand is dead: another card got mixed in with it."),
    "shown": N_("{player}'s hand is dead: they showed it too early."),
    "out-of-turn": N_("{player}'s hand is dead: they folded out of turn."),
    "skipped": N_("{player}'s hand is dead: three players acted after them."),
    "exposed": N_("{player}'s hand is dead: they turned a card face up themselves."),
    "short": N_("{player}'s hand is dead: they did not complete their bet."),
    "penalty": N_("{player}'s hand is dead: they are serving a penalty."),
    "floor": N_("The floor has ruled {player}'s hand dead."),
}
VOIDED = N_("The hand is void and all chips are returned: {why}")
CLOCK_STARTED = N_("{player} has {n} seconds.")
FLOOR_CALLED = N_("{player} calls the floor.")
ASKED_TO_SEE = N_("{player}'s hand must be shown: another player has the right to see it.")
ASKED_THE_FLOOR = N_("A player has asked to see {player}'s hand: the floor decides.")
KILL_POT = N_("{player} has triggered a kill pot: the limits go up for one hand.")
NO_KILL_POT = N_("The next pot is not a kill pot.")
BOMB_POT_OF_TWO = N_(
    "The next hand is a bomb pot with two boards: everybody posts {amount}, and both flops are "
    "dealt right away."
)
BOMB_POT = N_(
    "The next hand is a bomb pot: everybody posts {amount}, and the flop is dealt right away."
)
POSTS = N_("{player} posts to come in on the next hand.")
WAITS_FOR_BLIND = N_("{player} waits for the big blind.")
WANTS_TWO = N_("{player} wants to run it twice.")
TWO_BOARDS = N_("All players agree: the board is run twice.")
TIME_OF_STACKS = N_("Each player puts a time charge of {amount} into the drop box.")
TIME_OF_POT = N_("{amount} is taken from this pot to pay the time charge for everybody.")
NO_BOMB_POT = N_("The next hand is not a bomb pot.")
FLOOR_CALLED_ABOUT = {
    "see": N_("{player} asks to see a hand: the floor decides."),
    "pot": N_("{player} calls the floor about the last pot."),
    "stacks": N_("Chips were moved while the table was off: please count the stacks."),
    "absence": N_("The floor has been called: {player} has been away for too long."),
    "show": N_(
        "The floor has been called: {player} has pushed a hand forward and has neither shown "
        "nor mucked it."
    ),
}
WHY = {
    "kind": N_("Beats: {other}"),
    "rank": N_("{high} is higher than {low}"),
    "kicker": N_("The kicker decides: {high} beats {low}"),
    "same": N_("Equal hands: the pot is split"),
}
ODD = N_("Odd chip, {pot}: {amount}")
ODD_RULE = N_("Odd chip, {pot}: {amount} ({article})")


def why_text(winner: SeatView, other: SeatView, said: Words) -> str:
    """Return text that explains why the hand of `winner` is at least as good as that of `other`."""
    found = why(winner.hand_name, winner.best, other.hand_name, other.best)
    beaten = said.hand(other.hand_name, other.hand_ranks)
    high, low = said.rank_named(found.high), said.rank_named(found.low)
    text = said.say(WHY[found.by], other=beaten, high=high, low=low)
    return text[:1].upper() + text[1:]


def odd_text(odd: Award, said: Words) -> str:
    """Return a note on an odd chip: the amount, the pot, and the article applied, if any."""
    text = ODD_RULE if odd.article else ODD
    amount, pot = said.amount(odd.odd), said.pot(odd.pot)
    return said.say(text, amount=amount, pot=pot, article=odd.article)


def happened(
    kind: str,
    seat: int,
    street: str,
    state: PublicState,
    said: Words,
    zones: Sequence[str] = (),
    amount: int = 0,
) -> str:
    """Return a sentence about an irregularity.

    If the sentence needs a seat or street that is unknown, return the irregularity's name. `zones`
    are the two zones in which the same tag was read at the same time, or () if there are none.
    `amount` is the value of the chips involved, negative if they are missing from a pot.
    """
    if len(zones) > 1:
        return said.say(TWICE, one=said.zone(zones[0]), other=said.zone(zones[1]))
    text = _text(kind, seat, amount)
    if not text or ("{player}" in text and not seat) or ("{street}" in text and not street):
        return said.ruling_name(kind)
    dealt = said.of(STREETS, street) if street else ""
    return said.say(
        text, player=said.seat(state, seat), street=dealt, amount=said.amount(abs(amount))
    )


def _text(kind: str, seat: int, amount: int) -> str:
    """Return the English sentence for a kind of irregularity, or "" if it has none.

    The sentence contains `{fields}`. If the amount is known, it is stated where possible.
    """
    text = HAPPENED.get(kind, "")
    if not amount:
        return text
    if kind == Kind.POT_WRONG:
        lacks, elsewhere, beyond = WRONG_POTS
        if not seat:
            return lacks if amount < 0 else text
        return elsewhere if amount < 0 else beyond
    return WITH_AMOUNT.get(kind, text)


def reason(ruling: RulingView, said: Words) -> str:
    """Return the purpose of the article applied in a ruling, or "" if none is known."""
    why = REASONS.get(ruling.kind) if ruling.article else None
    return said.say(why) if why else ""


def rule(article: str, house: str, said: Words) -> str:
    """Return text that names the article applied and the house that it belongs to.

    If no article applies, the text says that the floor decides.
    """
    rules, _, number = article.rpartition(" ")
    if rules:
        own = not house or rules.casefold() == house.casefold()
        text = RULE if own else RULE_OF_HOUSE
        return said.say(text, rules=rules, number=number, house=house_name(house))
    if article:
        return said.say(N_("Rule: {article}."), article=article)
    return said.say(NO_RULE if house else NO_RULE_ALONE, house=house_name(house))


def ruled_on(ruling: RulingView, state: PublicState, said: Words) -> str:
    """Return a sentence about the irregularity that led to a ruling."""
    street, zones, amount = ruling.street or "", ruling.zones, ruling.amount
    return happened(ruling.kind, ruling.seat, street, state, said, zones, amount)


def ruling_lines(ruling: RulingView, state: PublicState, said: Words) -> tuple[str, str, str]:
    """Return three sentences on an open ruling: what happened, the rule, and what to do now."""
    return (
        ruled_on(ruling, state, said),
        rule(ruling.article, state.house, said),
        now(ruling, state, said),
    )


def found_lines(found: FoundView, state: PublicState, said: Words) -> tuple[str, str, str]:
    """Return three sentences on an irregularity that does not stop play.

    They say what happened, the rule, and the outcome. The rule is "" if no article applies.
    """
    return (
        happened(found.kind, found.seat, found.street or "", state, said, amount=found.amount),
        rule(found.article, state.house, said) if found.article else "",
        said.say(outcome_text(found.kind, found.outcome) or PLAY_GOES_ON),
    )


def outcome_text(kind: str, outcome: str) -> str:
    """Return the English sentence that states an irregularity's outcome, or "" if there is none."""
    binding = BINDING.get(kind) if outcome == Outcome.BINDS else None
    return binding or OUTCOMES.get(outcome, "")


def event_text(name: str, data: Mapping[str, Any], state: PublicState, said: Words) -> str:
    """Return an event as a sentence, or "" if it has none.

    `name` is the event's type, and `data` holds its fields in published form. Of the state, only
    the players' names, the house and the open rulings are used.
    """
    if name in STEP_EVENTS:
        return step_event(name, data, state, said)
    if name in RULED:
        return RULED[name](data, state, said)
    text = TOLD[name](data) if name in TOLD else PLAYERS.get(name, "")
    player, penalty = said.seat(state, int(data.get("seat", 0))), str(data.get("penalty", ""))
    values: dict[str, object] = {"player": player, "penalty": said.penalty(penalty)}
    if name in FIGURES:
        field, source = FIGURES[name]
        values[field] = said.amount(int(data[source]))
    sentence = said.say(text, **values)
    return _with_rule(sentence, data) if name in CITING else sentence


def _found(data: Mapping[str, Any], state: PublicState, said: Words) -> str:
    seat, street = int(data.get("seat", 0)), str(data.get("street", ""))
    zones = [str(zone) for zone in data.get("zones", ())]
    amount = int(data.get("amount", 0))
    what = happened(str(data["kind"]), seat, street, state, said, zones, amount)
    # If the hand is dead, a separate event about that follows.
    outcome = data.get("outcome", "")
    comes = "" if outcome == Outcome.DEAD else outcome_text(str(data["kind"]), outcome)
    texts = _ended(what), rule(str(data.get("article", "")), state.house, said), said.say(comes)
    return " ".join(text for text in texts if text)


def _voided(data: Mapping[str, Any], state: PublicState, said: Words) -> str:
    reason = happened(str(data["reason"]), 0, "", state, said)
    return _with_rule(said.say(VOIDED, why=_ended(reason)), data)


def _bomb_pot(ante: int, boards: int) -> str:
    if not ante:
        return NO_BOMB_POT
    return BOMB_POT if boards == 1 else BOMB_POT_OF_TWO


STEP_EVENTS = frozenset({"ruling.opened", "ruling.step", "ruling.wrong"})
PLAYERS = {
    "clock.expired": N_("{player}'s time has run out."),
    "penalty.served": N_("{player} has served the penalty and may play again."),
    "action.undone": N_("The last action, by {player}, has been undone."),
    "clock.extended": N_("{player} plays a time-bank card: {n} seconds."),
    "board.second": N_("Now deal the second board."),
    "penalty.given": N_("{player}: {penalty}."),
    "ruling.confirmed": N_("The floor has confirmed the ruling and its steps."),
    "epoch.begun": N_(
        "Part of the table's record was lost, or restored from a backup: compare the stacks "
        "with the chips on the table."
    ),
}
"""The sentence about each type of event that has only one sentence."""

TOLD: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "ruling.closed": lambda data: CLOSED.get(data["outcome"], ""),
    "action.refused": lambda data: REFUSED.get(data["reason"], ""),
    "hand.killed": lambda data: KILLED.get(data["reason"], ""),
    # If nobody called the clock, the time limit applies to everyone, and needs no sentence.
    "clock.started": lambda data: CLOCK_STARTED if data.get("called", True) else "",
    "hand.asked": lambda data: ASKED_TO_SEE if data["granted"] else ASKED_THE_FLOOR,
    "word.asked": lambda data: WORD_ASKED.get(data["about"], WORD_ASKED[Asks.SHOW]),
    "bomb-pot.asked": lambda data: _bomb_pot(int(data["ante"]), int(data.get("boards", 1))),
    "kill-pot.asked": lambda data: KILL_POT if data["seat"] else NO_KILL_POT,
    "time.taken": lambda data: TIME_OF_STACKS if data.get("seats") else TIME_OF_POT,
    "run.twice": lambda data: TWO_BOARDS if data.get("settled") else WANTS_TWO,
    "entry.chosen": lambda data: (
        WAITS_FOR_BLIND if data["entry"] == Entry.WAIT_BIG_BLIND else POSTS
    ),
    "floor.called": lambda data: FLOOR_CALLED_ABOUT.get(data.get("about", ""), FLOOR_CALLED),
}
"""Functions that choose an event's sentence from several; they return "" if it has none."""

FIGURES = {
    "clock.started": ("n", "seconds"),
    "clock.extended": ("n", "seconds"),
    "bomb-pot.asked": ("amount", "ante"),
    "time.taken": ("amount", "amount"),
}
"""For each event whose sentence contains a number: the field of the sentence that shows it, and the
field of the event that it comes from."""

CITING = frozenset({"hand.killed", "hand.asked", "penalty.given", "floor.called"})
"""Events whose sentence is followed by the article that applies."""

RULED: Mapping[str, Callable[[Mapping[str, Any], PublicState, Words], str]] = {
    "irregularity.found": _found,
    "hand.voided": _voided,
}
"""For each event about an irregularity or a voided hand, the function that makes its sentence."""


def seats_named(names: Mapping[int, str], house: str = "") -> PublicState:
    """Return a state with nothing but players' names and the house, for `event_text`.

    `names` maps seats to names.
    """
    seats = tuple(SeatView(number, name=name) for number, name in sorted(names.items()))
    return PublicState(0, "", house, seats=seats)


def _with_rule(text: str, data: Mapping[str, Any]) -> str:
    article = str(data.get("article", ""))
    return f"{text} ({article})" if text and article else text


def _ended(text: str) -> str:
    return text if text.endswith(".") else f"{text}."
