"""Spoken announcements of table events, in as much detail as each listener has chosen.

They use only public events, so they suit both a seat's earpiece and the room's loudspeaker.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from controller.contract.public import Action, Envelope, PublicState, ear_seat
from display.voice.speaking.spoken import Spoken
from display.words.levels import played
from display.words.locale import N_
from display.words.room import CONFIRM, notice, waits
from display.words.ruling_steps import NOW, acts_of, ruling_step
from display.words.sentences import event_text
from display.words.vocabulary import HALVES, RUNS
from display.words.vocabulary import SHOE as WRONG

Verbosity = Literal["terse", "normal", "full"]

TERSE = frozenset(
    {
        "action.made", "board.dealt", "board.changed", "turn.started", "cards.tabled",
        "pot.awarded", "irregularity.found", "ruling.opened", "ruling.step", "ruling.closed",
        "hand.voided", "clock.started", "clock.expired", "action.refused", "hand.killed",
        "notice.given", "clock.extended", "hand.asked", "cards.seen", "word.asked",
    }
)  # fmt: skip
NORMAL = TERSE | {
    "hand.started", "blind.posted", "shoe.reported", "level.changed", "penalty.given",
    "floor.called", "action.undone", "moved.while-off", "table.paused", "bet.returned",
    "ruling.wrong", "device.lost", "device.back", "deck.fouled", "epoch.begun", "table.held",
    "street.held", "chips.coloured", "seat.busted", "bomb-pot.asked", "kill-pot.asked",
    "run.twice", "board.second", "entry.chosen", "time.taken", "pot.pushed",
}  # fmt: skip
FULL = NORMAL | {
    "pot.changed", "card.burned", "ante.posted", "seat.taken", "seat.left", "seat.absent",
    "seat.back", "table.resumed", "hand.ended", "ruling.confirmed", "deck.checked",
    "penalty.served", "cards.mucked", "table.released", "seat.out", "table.opened",
    "table.closed",
}  # fmt: skip
LEVELS: dict[Verbosity, frozenset[str]] = {"terse": TERSE, "normal": NORMAL, "full": FULL}

_ACTIONS = {
    "fold": (N_("You fold"), N_("{player} folds")),
    "check": (N_("You check"), N_("{player} checks")),
    "call": (N_("You call {amount}"), N_("{player} calls {amount}")),
    "bet": (N_("You bet {amount}"), N_("{player} bets {amount}")),
    "raise": (N_("You raise to {amount}"), N_("{player} raises to {amount}")),
}
"""The announcement of each action: to the player who made it, and to everyone else."""

SHOE = {**WRONG, "loaded": N_("The shoe is loaded")}
_STREETS = {
    "flop": N_("Flop: {cards}"),
    "turn": N_("Turn: {cards}"),
    "river": N_("River: {cards}"),
}
_TEXTS = {
    "seat.taken": N_("{player} sits down"),
    "seat.left": N_("{player} leaves"),
    "seat.absent": N_("{player} is away"),
    "seat.back": N_("{player} is back"),
    "cards.mucked": N_("{player} mucks"),
    "seat.busted": N_("{player} has no chips left"),
    "seat.out": N_("{player} is out"),
    "card.burned": N_("Card burned"),
    "street.held": N_("The betting round is over: wait for the signal to deal the next street"),
    "table.paused": N_("The table will pause after this hand"),
    "table.resumed": N_("The table resumes play"),
    "hand.ended": N_("The hand is over"),
    "deck.checked": N_("The deck is complete"),
    "chips.coloured": N_("The small chips have been removed from play"),
    "table.opened": N_("The table is open"),
    "table.closed": N_("The table is closed"),
}


def announce(
    event: Envelope, state: PublicState, seat: int, verbosity: Verbosity, said: Spoken
) -> str:
    """Return the announcement for an event, or "" if there is none.

    `state` is the table's state at or after the event. `seat` is the listener's seat, or 0 for the
    room's loudspeaker.
    """
    if event.type not in LEVELS[verbosity]:
        return ""
    heard = HeardEvent(event, state, seat, verbosity, said)
    tell = _TOLD.get(event.type)
    if tell is not None:
        return tell(heard)
    if event.type in _TEXTS:
        # Only the event may have the name of a player who has just sat down.
        return said.say(_TEXTS[event.type], player=event.data.get("name") or heard.player)
    return heard.sentence()


class HeardEvent(NamedTuple):
    """An event with the table's state, the listener's seat and the listener's level of detail.

    `seat` is 0 for the room's loudspeaker.
    """

    event: Envelope
    state: PublicState
    seat: int
    verbosity: Verbosity
    said: Spoken

    @property
    def data(self) -> Mapping[str, Any]:
        """The event's fields."""
        return self.event.data

    @property
    def about(self) -> int:
        """The seat that the event concerns, or 0 if none."""
        return int(self.data.get("seat", 0) or 0)

    @property
    def player(self) -> str:
        """The player whom the event concerns, or "" if none."""
        return self.said.written.seat(self.state, self.about) if self.about else ""

    @property
    def own(self) -> bool:
        """Whether the event concerns the listener's own seat."""
        return self.about == self.seat and bool(self.seat)

    def told(self, yours: str, theirs: str, chips: int = 0) -> str:
        """Return `yours` if the event concerns the listener's own seat, and `theirs` otherwise.

        Its fields `{player}` and `{amount}` are filled in; `chips` is the amount.
        """
        text, amount = yours if self.own else theirs, self.said.amount(chips)
        return self.said.say(text, player=self.player, amount=amount)

    def sentence(self) -> str:
        """Return the event's written sentence in spoken form."""
        return self.said.aloud(
            event_text(self.event.type, self.data, self.state, self.said.written)
        )


def _level(heard: HeardEvent) -> str:
    data, said = heard.data, heard.said
    level = said.say(
        N_("New level: blinds {small} and {big}"),
        small=said.amount(int(data["small_blind"])),
        big=said.amount(int(data["big_blind"])),
    )
    if not (data.get("game") or data.get("structure")):
        return level
    game = played(heard.state.game, heard.state.structure, said.written)
    return f"{level}. {game}" if game else level


def _moved(heard: HeardEvent) -> str:
    """Return the announcement of the zones in which something was moved while the table was off.

    If the event lists none, the announcement says that everything is confirmed and play resumes.
    """
    said, zones = heard.said, [heard.said.written.zone(str(z)) for z in heard.data.get("zones", ())]
    if not zones:
        return said.say(N_("Everything has been confirmed: play resumes"))
    return said.say(N_("Moved while the table was off: {zones}"), zones=", ".join(zones))


def _device(heard: HeardEvent) -> str:
    said, device, lost = heard.said, str(heard.data["device"]), heard.event.type == "device.lost"
    if seat := ear_seat(device):
        text = N_("No audio for {player}") if lost else N_("Audio restored for {player}")
        return said.say(text, player=said.written.seat(heard.state, seat))
    text = N_("{device} is not responding") if lost else N_("{device} is responding again")
    return said.say(text, device=device)


def _deck(heard: HeardEvent) -> str:
    said = heard.said
    cards = said.cards(map(str, heard.data.get("missing_cards", ())))
    if cards:
        return said.say(N_("Missing from the deck: {cards}"), cards=cards)
    return said.say(N_("The deck has the wrong cards"))


def _action(heard: HeardEvent) -> str:
    data, said = heard.data, heard.said
    action = str(data["action"])
    yours, theirs = _ACTIONS.get(action, ("{player}", "{player}"))
    chips = int(data.get("amount" if action == Action.CALL else "to", 0) or 0)
    text = heard.told(yours, theirs, chips)
    if data.get("all_in"):
        text = said.say(N_("{action}, all-in"), action=text)
    return said.say(N_("Correction: {action}"), action=text) if data.get("amended") else text


def _dealt(heard: HeardEvent) -> str:
    text = _STREETS.get(str(heard.data.get("street", "")), N_("On the board: {cards}"))
    return _of_board(heard, text)


def _of_board(heard: HeardEvent, text: str) -> str:
    """Return the announcement of board cards; if there are two boards, it says which one."""
    said = heard.said
    told = said.say(text, cards=said.cards(map(str, heard.data["cards"])))
    if (run := int(heard.data.get("run", 0))) not in RUNS:
        return told
    return said.say(N_("{board}: {cards}"), board=said.say(RUNS[run]), cards=told)


def _turn(heard: HeardEvent) -> str:
    call, said = int(heard.data.get("call", 0)), heard.said
    if heard.own:
        if call:
            return said.say(N_("Your turn, {amount} to call"), amount=said.amount(call))
        return said.say(N_("Your turn, you can check"))
    if heard.verbosity == "terse":
        return ""
    return said.say(N_("{player} to act"), player=heard.player)


def _hand(heard: HeardEvent) -> str:
    said, button = heard.said, int(heard.data["button"])
    text = said.say(N_("Hand {number}"), number=heard.event.hand)
    if not button:
        return text
    if button == heard.seat:
        return said.say(N_("{hand}, you have the button"), hand=text)
    player = said.written.seat(heard.state, button)
    return said.say(N_("{hand}, {player} has the button"), hand=text, player=player)


def _posted(heard: HeardEvent) -> str:
    chips = int(heard.data["amount"])
    return heard.told(N_("You post {amount}"), N_("{player} posts {amount}"), chips)


def _tabled(heard: HeardEvent) -> str:
    data, said = heard.data, heard.said
    cards = said.cards(map(str, data["cards"]))
    text = N_("You show {cards}") if heard.own else N_("{player} shows {cards}")
    text = said.say(text, player=heard.player, cards=cards)
    if not data.get("name"):
        return text
    hand = _hand_of(data, "name", "ranks", said)
    first = data.get("first")
    if isinstance(first, Mapping):
        on_first = _hand_of(first, "hand_name", "hand_ranks", said)
        return f"{text}. {said.boards(on_first, hand)}"
    return said.say("{name}: {what}", name=text, what=hand)


def _hand_of(data: Mapping[str, Any], name: str, ranks: str, said: Spoken) -> str:
    known, best = (tuple(map(str, data.get(key, ()))) for key in (ranks, "best"))
    return said.hand(str(data[name]), known, best)


def _award(heard: HeardEvent) -> str:
    said, chips = heard.said, heard.data["amount"]
    if chips is None:
        award = heard.told(N_("You win the pot"), N_("{player} wins the pot"))
    else:
        award = heard.told(N_("You win {amount}"), N_("{player} wins {amount}"), int(chips))
    pot, half = int(heard.data.get("pot", 0)), str(heard.data.get("half", ""))
    if half in HALVES:
        award = said.say(N_("{award}, {pot}"), award=award, pot=said.say(HALVES[half]))
    if (run := int(heard.data.get("run", 0))) in RUNS:
        award = said.say(N_("{award}, {pot}"), award=award, pot=said.say(RUNS[run]))
    if not pot:
        return award
    return said.say(N_("{award}, {pot}"), award=award, pot=said.written.pot(pot))


def _asked(heard: HeardEvent) -> str:
    """Return the question that asks whether a winner has received their share of the pot.

    The winner hears it with the amount, unless the house hides amounts. Others hear it without
    the amount, and only at full verbosity; below that, return "" for them.
    """
    said, chips = heard.said, heard.data["amount"]
    if not heard.own:
        asked = N_("Has {player} received the pot?")
        return said.say(asked, player=heard.player) if heard.verbosity == "full" else ""
    if chips is None:
        return said.say(N_("Have you received the pot? If not, call the floor"))
    text = N_("Have you received {amount} from the pot? If not, call the floor")
    return said.say(text, amount=said.amount(int(chips)))


def _pots(heard: HeardEvent) -> str:
    said = heard.said
    amounts = [int(pot["amount"]) for pot in heard.data.get("pots", ()) if pot["amount"]]
    if not amounts or _hidden(heard.state):
        return ""
    main = said.say(N_("Pot {amount}"), amount=said.amount(amounts[0]))
    sides = [said.say(N_("side pot {amount}"), amount=said.amount(a)) for a in amounts[1:]]
    return ", ".join((main, *sides))


def _returned(heard: HeardEvent) -> str:
    chips = int(heard.data["amount"])
    return heard.told(N_("{amount} returned to you"), N_("{amount} returned to {player}"), chips)


def _step(heard: HeardEvent) -> str:
    if not heard.data["done"]:
        return heard.sentence()
    return f"{heard.sentence()} {_next_step(heard.data, heard.state, heard.said)}".rstrip()


def _held(heard: HeardEvent) -> str:
    return waits(heard.state, heard.said.written) or heard.said.say(N_("The room is paused"))


def _released(heard: HeardEvent) -> str:
    if heard.data.get("to_street"):
        return heard.said.say(N_("Play resumes for one betting round"))
    if heard.data.get("one_hand"):
        return heard.said.say(N_("Play resumes for one hand"))
    return "" if heard.data.get("holds") else heard.said.say(N_("The table resumes play"))


def _noticed(heard: HeardEvent) -> str:
    """Return the announcement of a notice, or "" if it is meant for another seat."""
    if heard.seat and heard.about and not heard.own:
        return ""
    said = heard.said
    text = said.aloud(notice(heard.data, heard.state, said.written, own=heard.own))
    if text and heard.own and heard.data.get("ack"):
        return f"{text}. {said.say(CONFIRM)}"
    return text


_TOLD: dict[str, Callable[[HeardEvent], str]] = {
    "action.made": _action,
    "board.dealt": _dealt,
    "board.changed": lambda heard: _of_board(heard, N_("The board is now {cards}")),
    "turn.started": _turn,
    "hand.started": _hand,
    "blind.posted": _posted,
    "ante.posted": _posted,
    "cards.tabled": _tabled,
    "cards.seen": _tabled,
    "pot.awarded": _award,
    "pot.changed": _pots,
    "pot.pushed": _asked,
    "bet.returned": _returned,
    "ruling.step": _step,
    "action.refused": lambda heard: "" if heard.seat and not heard.own else heard.sentence(),
    "table.held": _held,
    "table.released": _released,
    "notice.given": _noticed,
    "level.changed": _level,
    "moved.while-off": _moved,
    "device.lost": _device,
    "device.back": _device,
    "shoe.reported": lambda heard: heard.said.say(SHOE.get(str(heard.data["what"]), "")),
    "deck.fouled": _deck,
}


def _next_step(data: Mapping[str, Any], state: PublicState, said: Spoken) -> str:
    """Return the ruling's next step after the one that an event reports, or "" if none is left.

    `data` holds the event's fields. The step that the event reports, and those before it, are never
    returned: `state` may be older than the event, and show them as still to be done.
    """
    for ruling in state.rulings:
        if ruling.id == data["id"]:
            acts = acts_of(ruling)
            for step in ruling.steps[int(data["index"]) + 1 :]:
                if not step.done and step in acts:
                    text = ruling_step(step, state, said.written, ruling.kind)
                    return said.aloud(said.written.say(NOW, step=text))
    return ""


def _hidden(state: PublicState) -> bool:
    return any(pot.amount is None for pot in state.pots) or any(
        view.stack is None for view in state.seats if view.status != "empty"
    )
