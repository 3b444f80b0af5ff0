"""A seat's pad on a screen: what its player says by a touch, where the seat has no keys.

Pure: keys go in, the pad as it is then, an order, or why not, come out.
"""

from typing import Literal

import msgspec
from msgspec.structs import replace

from controller.contract.public import LegalView, PublicState, SeatView
from display.felt.touch import Key, Page
from display.orders import MOST_DIGITS, Order
from display.words.names import N_, Words
from display.words.vocabulary import ACTIONS

# On a keyboard: what the keys of the first page are.
LETTERS = {
    "f": "fold", "c": "call", "r": "amount", "b": "amount", "a": "all-in", "t": "time",
    "v": "seen", "o": "floor", "d": "done", "g": "agree",
}  # fmt: skip


class Pad(msgspec.Struct, frozen=True):
    """An open pad. `typed` is the amount as digits; `own` says that nobody opened it."""

    seat: int
    page: Literal["act", "amount", "seen"] = "act"
    typed: str = ""
    own: bool = False


class Did(msgspec.Struct, frozen=True):
    """What a key has done: the pad then (None: shut), an order, or why not."""

    pad: Pad | None
    order: Order | None = None
    why: str = ""


def seat_of(state: PublicState, number: int) -> SeatView:
    """Return a seat of a state, an empty one where there is none."""
    return next((seat for seat in state.seats if seat.seat == number), SeatView(number))


def legal_of(pad: Pad, state: PublicState) -> LegalView | None:
    """Return what the pad's seat may do now, None when it is not its turn."""
    legal = state.legal
    return legal if legal is not None and state.turn == pad.seat == legal.seat else None


def bounds(legal: LegalView) -> tuple[str, int, int] | None:
    """Give `bet` or `raise`, the least and the most it may go to, None when neither is allowed."""
    least = legal.bet if legal.bet is not None else legal.raise_to
    if least is None:
        return None
    most = max(least, legal.most if legal.most is not None else least)
    return ("bet" if legal.bet is not None else "raise"), least, most


def step_of(state: PublicState) -> int:
    """Return by how much an amount goes up and down: the big blind, in chips that there are."""
    unit = max(1, state.keyed_unit)
    return max(unit, state.level.big_blind // unit * unit)


def presets(state: PublicState, legal: LegalView) -> tuple[tuple[str, int], ...]:
    """Return (name, total) of the amounts that need no digits; of the pot where it is shown."""
    found = bounds(legal)
    if found is None:
        return ()
    _, least, most = found
    amounts = [("least", least)]
    seats, unit = state.seats, max(1, state.keyed_unit)
    known = [pot.amount for pot in state.pots if pot.amount is not None]
    bets = [seat.bet for seat in seats if seat.bet is not None]
    if len(known) == len(state.pots) and len(bets) == sum(s.status != "empty" for s in seats):
        own = seat_of(state, legal.seat).bet or 0
        call = max([own, *bets])
        pot = sum(known) + sum(bets) + state.carried + call - own
        for name, part in (("half-pot", pot // 2), ("pot", pot)):
            amounts.append((name, min(most, max(least, (call + part) // unit * unit))))
    return tuple(amounts)


def amount_why(pad: Pad, state: PublicState, said: Words) -> str:
    """Return why the typed amount can't be bet, "" when it can."""
    legal = legal_of(pad, state)
    found = None if legal is None else bounds(legal)
    if found is None:
        return _turn_why(pad, state, said)
    _, least, most = found
    amount, unit = int(pad.typed or 0), max(1, state.keyed_unit)
    if amount < least:
        return said.say(N_("At least {amount}"), amount=said.amount(least))
    if amount > most:
        return said.say(N_("At most {amount}"), amount=said.amount(most))
    if amount % unit and amount != most:
        return said.say(N_("The smallest chip is {amount}"), amount=said.amount(unit))
    return ""


def _turn_why(pad: Pad, state: PublicState, said: Words) -> str:
    if state.turn and state.turn != pad.seat:
        return said.say(N_("It is the turn of {player}"), player=said.seat(state, state.turn))
    if state.turn:
        return said.say(N_("This can't be done now"))
    return said.say(N_("Nobody is to act now"))


def pad_page(pad: Pad, state: PublicState, said: Words) -> Page:
    """Return what stands on a pad now."""
    title = said.seat(state, pad.seat)
    if pad.page == "seen":
        return _seen_page(title, state, said)
    legal = legal_of(pad, state)
    if pad.page == "amount":
        return _amount_page(pad, title, state, said)
    why = "" if legal else _turn_why(pad, state, said)
    no = said.say(N_("This can't be done now"))
    call, raises = "check", bounds(legal) if legal is not None else None
    call_text = said.of(ACTIONS, "check")
    if legal is not None and not legal.check:
        call = "call"
        call_text = said.of(ACTIONS, "call")
        if legal.call is not None:
            call_text += f" {said.amount(legal.call)}"
    can_call = legal is not None and (legal.check or legal.call is not None)
    raising = raises is not None and raises[0] == "raise"
    bet_text = said.say(N_("Raise")) if raising else said.of(ACTIONS, "bet")
    can_fold = legal is not None and legal.fold
    stack = seat_of(state, pad.seat).stack
    first = (
        Key("fold", said.of(ACTIONS, "fold"), why or ("" if can_fold else no), "danger"),
        Key(call, call_text, why or ("" if can_call else no), "good"),
    )
    all_in = why or ("" if stack or stack is None else no)
    second = (
        Key("amount", f"{bet_text}\N{NO-BREAK SPACE}…", why or ("" if raises else no)),
        Key("all-in", said.of(ACTIONS, "all-in"), all_in),
    )
    third = [Key("time", said.say(N_("Time")), "" if state.turn else _turn_why(pad, state, said))]
    third.append(Key("seen", said.say(N_("Card seen")), "" if _with_cards(state) else no))
    third.append(Key("floor", said.say(N_("Call the floor"))))
    last = [Key("seat", said.say(N_("Seat")), tone="quiet")]
    if state.rulings and state.rulings[0].waits_for == "seats":
        last.insert(0, Key("agree", said.say(N_("Agree")), tone="good"))
    if state.next_dealer == pad.seat or state.phase not in ("idle", "over", "betting"):
        last.insert(0, Key("done", said.say(N_("Done")), tone="good"))
    return Page(title, "", (first, second, tuple(third), tuple(last)), docked=True)


def _amount_page(pad: Pad, title: str, state: PublicState, said: Words) -> Page:
    legal = legal_of(pad, state)
    found = None if legal is None else bounds(legal)
    kind = found[0] if found else "bet"
    amount = int(pad.typed or 0)
    why = amount_why(pad, state, said)
    word = said.of(ACTIONS, kind)
    says = f"{word} {said.amount(amount)}" + (f" · {why}" if why and pad.typed else "")
    names = {"least": said.say(N_("Least")), "half-pot": "½ " + said.say(N_("Pot")),
             "pot": said.say(N_("Pot"))}  # fmt: skip
    ready = dict(presets(state, legal)) if legal is not None else {}
    quick = [Key(name, names[name]) for name in names if name in ready]
    quick.append(Key("most", said.say(N_("Most"))))
    spare = (Key("clear", "C", tone="quiet"), Key("digit:000", "000"))
    quick += spare[: 4 - len(quick)]
    digit = {sign: Key(f"digit:{sign}", sign) for sign in ("00", *"0123456789")}
    none = said.say(N_("At most {amount}"), amount=said.amount(found[2])) if found else why
    low = said.say(N_("At least {amount}"), amount=said.amount(found[1])) if found else why
    less = Key("less", "−", low if not found or amount <= found[1] else "")
    more = Key("more", "+", none if not found or amount >= found[2] else "")
    rows = (
        (digit["1"], digit["2"], digit["3"], Key("erase", "←", tone="quiet")),
        (digit["4"], digit["5"], digit["6"], less),
        (digit["7"], digit["8"], digit["9"], more),
        (digit["00"], digit["0"], *quick[:2]),
        (*quick[2:4], Key("back", said.say(N_("Back to the pad")), tone="quiet"),
         Key("ok", "OK", why, "good")),
    )  # fmt: skip
    return Page(title, says, rows, docked=True)


def _with_cards(state: PublicState) -> list[int]:
    return [seat.seat for seat in state.seats if seat.cards]


def _seen_page(title: str, state: PublicState, said: Words) -> Page:
    keys = [Key(f"seen:{seat}", str(seat)) for seat in _with_cards(state)]
    keys.append(Key("seen:stub", said.say(N_("Stub"))))
    rows = [tuple(keys[at : at + 4]) for at in range(0, len(keys), 4)]
    rows.append((Key("back", said.say(N_("Back to the pad")), tone="quiet"),))
    return Page(title, said.say(N_("Whose card was seen?")), tuple(rows), docked=True)


def pad_key(pad: Pad, name: str, state: PublicState, said: Words) -> Did:
    """Return what a key of the pad does; a key that can't be touched now says why."""
    key = pad_page(pad, state, said).key(name)
    if key is None:
        return Did(None if name == "close" else pad)
    if key.why:
        return Did(pad, why=key.why)
    legal = legal_of(pad, state)
    found = None if legal is None else bounds(legal)
    what, _, of = name.partition(":")
    match what:
        case "amount":
            return Did(replace(pad, page="amount", typed=str(found[1]) if found else ""))
        case "seen" if not of:
            return Did(replace(pad, page="seen"))
        case "seen":
            return Did(replace(pad, page="act"), _act(pad, "seen", target=of))
        case "back":
            return Did(replace(pad, page="act", typed=""))
        case "digit":
            # The amount that stands there at first is a proposal: a digit takes its place.
            fresh = found is not None and pad.typed == str(found[1])
            typed = str(int(("" if fresh else pad.typed) + of))[:MOST_DIGITS]
            return Did(replace(pad, typed=typed))
        case "erase":
            return Did(replace(pad, typed=pad.typed[:-1]))
        case "clear":
            return Did(replace(pad, typed=""))
        case "less" | "more" if found is not None:
            step = step_of(state) if what == "more" else -step_of(state)
            to = min(found[2], max(found[1], int(pad.typed or 0) + step))
            return Did(replace(pad, typed=str(to)))
        case "most" if found is not None:
            return Did(replace(pad, typed=str(found[2])))
        case "least" | "half-pot" | "pot" if legal is not None:
            return Did(replace(pad, typed=str(dict(presets(state, legal))[what])))
        case "ok" if found is not None:
            order = _act(pad, found[0], amount=int(pad.typed))
            return Did(replace(pad, page="act", typed=""), order)
        case _:
            return Did(pad, _act(pad, what))


def pad_letter(pad: Pad, letter: str) -> str:
    """Return the key of the pad that a key of the keyboard stands for, "" for none."""
    if letter == "escape":
        return "close" if pad.page == "act" else "back"
    if pad.page == "act":
        return LETTERS.get(letter.lower(), "")
    if letter.isascii() and letter.isdecimal():
        return f"digit:{letter}" if pad.page == "amount" else f"seen:{letter}"
    signs = {"+": "more", "-": "less", "enter": "ok", "backspace": "erase", "m": "least",
             "h": "half-pot", "p": "pot", "a": "most"}  # fmt: skip
    return signs.get(letter.lower(), "") if pad.page == "amount" else ""


def _act(pad: Pad, what: str, target: str = "", amount: int = 0) -> Order:
    data: dict[str, object] = {"seat": pad.seat, "what": what}
    if target:
        data["target"] = target
    if amount:
        data["amount"] = amount
    return Order("act", data)
