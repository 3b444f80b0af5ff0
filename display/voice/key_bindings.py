"""The keys of a seat with a private earpiece: letter keys, or a numeric keypad.

This module only maps each key to its meaning: a question that the voice answers, an action to
send for the seat, or a message to speak. The amount of a bet is typed and then confirmed.
"""

from typing import Literal

import msgspec

from controller.contract.private import Pressed
from controller.contract.public import Action, LegalView
from controller.contract.readings.legal_actions import choice, fits, sized
from display.voice.answers import ASKED
from display.voice.speaking.spoken import Spoken
from display.words.locale import C_, N_

KEYPAD = {"-": "C", "+": "R", "*": "A", "/": "F", "8": "S", "9": "V", "0": "T"}
"""The letter key that each symbol stands for on a numeric keypad, which has no letter keys.

The digits 1 to 7 ask for cards, as on a keyboard.
"""

POINT = frozenset(".,")
"""The prefix key of a numeric keypad: it changes the next key's meaning.

Pressed twice, it asks for the player's best hand.
"""

AFTER_POINT = {
    "0": "E", "1": "N", "2": "Y", "3": "H", "4": "Q", "5": "U", "6": "W", "7": "P", "8": "B",
    "9": "O", "-": "L", "+": "K", "*": "Z", "/": "X", ".": "G", ",": "G",
}  # fmt: skip
"""The letter key that each symbol of a numeric keypad stands for after the prefix key."""

DECLARED = {"N": "done", "Y": "agree", "Q": "away", "U": "back", "H": "floor", "X": "time",
            "Z": "time-bank", "I": "straddle", "J": "run-twice", "!": "post",
            "=": "wait", "<": "stream-yes", ">": "stream-no"}  # fmt: skip
"""The declaration that each of these letter keys sends; none of them is a poker action."""

MEANINGS = {
    "C": N_("check or call"),
    "R": N_("bet or raise, followed by the amount and Enter"),
    "A": N_("all-in, followed by Enter"),
    "F": N_("fold, followed by Enter if you can check"),
    "N": N_("done"),
    "Y": N_("I agree"),
    "Q": C_("aloud", "I'm away"),
    "U": C_("aloud", "I'm back"),
    "H": N_("call the floor"),
    "X": N_("call the clock"),
    "Z": N_("more time, using a time-bank card"),
    "I": N_("straddle"),
    "J": N_("run it twice"),
    "!": N_("post a blind now to come in"),
    "=": N_("wait, and come in on the big blind"),
    "<": N_("yes, my cards may be streamed"),
    ">": N_("no, don't stream my cards"),
    "K": N_("repeat the last announcement"),
    "M": N_("hear fewer or more announcements"),
    "?": N_("list the keys"),
}
"""The meaning, in words, of each letter key that does not ask a question.

The keys that ask questions are in `answers.ASKED`."""

ENTER, ESCAPE, ERASE = "enter", "escape", "erase"
MOST_DIGITS = 10


class PadEntry(msgspec.Struct, frozen=True):
    """An entry on a seat's keys that is not complete yet.

    `waits` is what the next key completes: an amount, the confirmation of an all-in or a fold, or a
    key after the prefix key (`point`), or "" for nothing. `digits` are those of the amount so far.
    """

    waits: Literal["", "amount", "all-in", "fold", "point"] = ""
    digits: str = ""


class KeyMeaning(msgspec.Struct, frozen=True):
    """The meaning of a key.

    `pad` is the entry that is still incomplete after the key, if any. `ask` is a question to
    answer. `press` is the action to send to the table. `say` is a message to speak. `again` means
    that the last announcement is repeated. `verbosity` means that announcements switch to the next
    level of detail.
    """

    pad: PadEntry
    ask: str = ""
    press: Pressed | None = None
    say: str = ""
    again: bool = False
    verbosity: bool = False


class SeatTurn(msgspec.Struct, frozen=True):
    """A seat's legal actions, or none if it is not the seat's turn.

    `whole` is the seat's stack plus the chips in front of it, or 0 if the stack is unknown.
    """

    legal: tuple[LegalView, ...] = ()
    whole: int = 0


def heard(pad: PadEntry, key: str, turn: SeatTurn, said: Spoken) -> KeyMeaning:
    """Return the meaning of a key.

    `key` is a character, or one of ENTER, ESCAPE and ERASE. If the key has no function, the meaning
    is a message that says so.
    """
    if pad.waits == "amount":
        return _amount(pad, key, turn, said)
    if pad.waits == "point":
        pad, key = PadEntry(), AFTER_POINT.get(key, key)
    elif key in POINT:
        return KeyMeaning(PadEntry("point"), say=said.say(N_("Point")))
    if pad.waits and key in {ENTER, ESCAPE, ERASE}:
        return _answered(pad, key, turn, said)
    key = KEYPAD.get(key, key.upper() if len(key) == 1 else key)
    if key in ASKED:
        return KeyMeaning(pad, ask=key)
    if key in DECLARED:
        return KeyMeaning(PadEntry(), press=Pressed(DECLARED[key]))
    if key in {"C", "R", "A", "F"}:
        return _act(key, turn.legal, said)
    return _other(pad, key, said)


def _other(pad: PadEntry, key: str, said: Spoken) -> KeyMeaning:
    """Return the meaning of a key that neither asks a question nor sends an action."""
    match key:
        case "K":
            return KeyMeaning(pad, again=True)
        case "M":
            return KeyMeaning(pad, verbosity=True)
        case "?":
            return KeyMeaning(pad, say=keys_in_words(said))
        case "enter" | "escape" | "erase":
            return KeyMeaning(PadEntry())
    return KeyMeaning(pad, say=said.say(N_("This key does nothing.")))


def _answered(pad: PadEntry, key: str, turn: SeatTurn, said: Spoken) -> KeyMeaning:
    """Return the meaning of a key that confirms or cancels an all-in or a fold."""
    if key != ENTER:
        return KeyMeaning(PadEntry(), say=said.say(N_("Cancelled")))
    if not turn.legal:
        return KeyMeaning(PadEntry(), say=said.say(N_("It is no longer your turn.")))
    return KeyMeaning(PadEntry(), press=Pressed("all-in" if pad.waits == "all-in" else "fold"))


def _act(key: str, legal: tuple[LegalView, ...], said: Spoken) -> KeyMeaning:
    if not legal:
        return KeyMeaning(PadEntry(), say=said.say(N_("It is not your turn.")))
    check = choice(legal, Action.CHECK)
    if key == "C":
        return KeyMeaning(PadEntry(), press=Pressed("check" if check else "call"))
    if key == "F" and check:
        return KeyMeaning(
            PadEntry("fold"), say=said.say(N_("You can check. Press Enter to fold anyway."))
        )
    if key == "F":
        return KeyMeaning(PadEntry(), press=Pressed("fold"))
    if key == "A":
        return KeyMeaning(PadEntry("all-in"), say=said.say(N_("All-in? Press Enter to confirm.")))
    return _ask_amount(legal, said)


def _ask_amount(legal: tuple[LegalView, ...], said: Spoken) -> KeyMeaning:
    may = sized(legal)
    if may is None and choice(legal, Action.ALL_IN):
        return KeyMeaning(
            PadEntry("all-in"), say=said.say(N_("You can only go all-in. Press Enter to confirm."))
        )
    if may is None:
        return KeyMeaning(PadEntry(), say=said.say(N_("You may not raise.")))
    text = (
        N_("Bet how much? Minimum {least}.")
        if may.action is Action.BET
        else N_("Raise to how much? Minimum {least}.")
    )
    return KeyMeaning(PadEntry("amount"), say=said.say(text, least=said.amount(may.least)))


def _amount(pad: PadEntry, key: str, turn: SeatTurn, said: Spoken) -> KeyMeaning:
    if len(key) == 1 and key in "0123456789":
        if len(pad.digits) >= MOST_DIGITS:
            return KeyMeaning(pad, say=said.say(N_("Too many digits")))
        digits = (pad.digits + key).lstrip("0")
        return KeyMeaning(PadEntry("amount", digits), say=key)
    if key == ERASE and pad.digits:
        digits = pad.digits[:-1]
        return KeyMeaning(PadEntry("amount", digits), say=digits or said.say(N_("Amount cleared")))
    if key != ENTER:
        return KeyMeaning(PadEntry(), say=said.say(N_("Cancelled")))
    if not turn.legal:
        return KeyMeaning(PadEntry(), say=said.say(N_("It is no longer your turn.")))
    if not pad.digits:
        return KeyMeaning(pad, say=said.say(N_("Enter the amount first")))
    return _bet(int(pad.digits), turn, said)


def _bet(amount: int, turn: SeatTurn, said: Spoken) -> KeyMeaning:
    """Return the typed bet or raise, or a message that says why it can't be made.

    The table would treat a typing error as a binding bet, so the amount is checked here.
    """
    may = sized(turn.legal)
    if may is None:
        return KeyMeaning(PadEntry(), say=said.say(N_("You may not raise.")))
    again = ""
    if amount < may.least:
        again = said.say(N_("At least {least}"), least=said.amount(may.least))
    elif 0 < may.most < amount:
        again = said.say(N_("At most {most}"), most=said.amount(may.most))
    elif not fits(may, amount, turn.whole):
        again = said.say(N_("Only multiples of {multiple}"), multiple=said.amount(may.multiple))
    if again:
        return KeyMeaning(PadEntry("amount"), say=again)
    return KeyMeaning(PadEntry(), press=Pressed(may.action.value, amount=amount))


def keys_in_words(said: Spoken) -> str:
    """Return all keys with their meanings, as one text to be read aloud."""
    known = {**MEANINGS, **ASKED}
    line = N_("{name}: {what}")
    return ". ".join(said.say(line, name=key, what=said.say(text)) for key, text in known.items())
