"""The seven-key pad at a seat, as a pure state machine; a player can use it without looking.

`press` processes a key and `see` a public state; both return the updated pad, and `press` also
returns any declaration made. A check in turn counts immediately. A declaration out of turn, or one
that costs chips or the hand, needs a second press: the same key (or ok) confirms it, and any other
key cancels it.

    fold, call, all-in    as named; call means check when there is nothing to call
    raise                 asks for an amount: plus and minus change it by one chip, raise picks the
                          next chip, all-in bets everything; with no amount, the chips put in decide
    ok                    confirms, or opens the menu with the awaited declaration first
    plus, minus           move through the menu; fold goes back
"""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from controller.contract.limits import MOST_CHIPS
from controller.contract.observations import Declaration
from controller.contract.public import (
    Action,
    HandStatus,
    LegalView,
    NextStep,
    Phase,
    PublicState,
    SeatView,
    Street,
    WaitsFor,
    share_asked,
)
from controller.contract.readings.current_task import now
from controller.contract.readings.legal_actions import call_cost, choice, sized
from controller.contract.rules import UNSENSED, Task
from hardware.pads.bet_sizing import first_chip, legal_chips, made_up, next_chip

Key = Literal["fold", "call", "raise", "all-in", "plus", "minus", "ok"]
KEYS: tuple[Key, ...] = ("fold", "call", "raise", "all-in", "plus", "minus", "ok")

Tone = Literal["", "key", "ask", "ok", "no", "turn"]

LAPSES_MS = 10_000
"""The time (ms) after which an unanswered question or menu closes without a declaration."""

AMOUNT_LAPSES_MS = 30_000

SAID: tuple[Declaration, ...] = ("fold", "check", "call", "bet", "raise", "all-in")
"""The actions, which the menu also lists at its end, so that each can be declared by name."""

MENU: tuple[Declaration, ...] = (
    "done", "agree", "time", "seen", "off-table", "shown", "phone", "away", "back", "floor",
    "time-bank", "see", *SAID, "pot", "straddle", "run-twice", "post", "wait",
    "stream-yes", "stream-no",
)  # fmt: skip

PILES = ("stub", "burn", "muck")


class KeyedDeclaration(msgspec.Struct, frozen=True):
    """A declaration made on a seat's pad, with its target (a seat or pile) and amount, if any."""

    what: Declaration
    target: str = ""
    amount: int = 0


class KeypadDisplay(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the pad displays, or whispers to a blind player: ids and numbers, never sentences.

    `mode` is as in `Keypad`. In `idle`, `what` is `turn` (this seat must act), `has` (the player is
    asked to confirm a share of the pots) or "". With `has`, `amount` is that share; otherwise it is
    what the seat owes. In other modes, `what`, `target` and `amount` make up a declaration; if
    `amount` is 0, the chips put in decide. Plus and minus change `amount` by `chip`. A call costs
    `call`. `warning` is `out-of-turn`, `below` or `above` (the legal amounts), `no-game` (no
    betting round is in progress) or "".
    """

    mode: str = "idle"
    what: str = ""
    target: str = ""
    amount: int = 0
    chip: int = 0
    call: int = 0
    warning: str = ""


class Keypad(msgspec.Struct, frozen=True):
    """One seat's pad.

    `chips` are the denominations, lowest first. `keyed` means that no antenna reads chips. `mode`
    is what the pad asks for: nothing, a confirmation, an amount, or one of `items`. `place` is the
    index of the item displayed. `spoken` is the declaration in question. Plus and minus change
    `amount` by `chip`. `turn` is (seat in turn, hand, street) when the question was asked.
    `touched` is the time of the last key press (ms). `lapsed` means that the last question expired
    without an answer, so that a late ok is ignored.
    """

    seat: int
    chips: tuple[int, ...]
    keyed: bool = False
    state: PublicState = PublicState(seq=0, table="", house="")
    mode: Literal["idle", "confirm", "amount", "menu", "target"] = "idle"
    spoken: KeyedDeclaration | None = None
    amount: int = 0
    chip: int = 0
    items: tuple[str, ...] = ()
    place: int = 0
    turn: tuple[int, int, Street | None] = (0, 0, None)
    touched: int = 0
    lapsed: bool = False


class KeyResult(msgspec.Struct, frozen=True):
    """The result of `press` or `see`: the updated pad, any declaration, and the tone to play."""

    pad: Keypad
    said: KeyedDeclaration | None = None
    tone: Tone = "key"


def new_pad(seat: int, denominations: Sequence[int], *, keyed: bool = False) -> Keypad:
    """Return the pad for a seat (from 1) at a table where these chip denominations are in play."""
    return Keypad(seat, tuple(sorted(denominations)) or (1,), keyed)


def see(pad: Keypad, state: PublicState) -> KeyResult:
    """Update the pad with a new public state; return the pad and the tone to play.

    A question is dropped if the new state makes it outdated.
    """
    was = _my_turn(pad)
    pad = replace(pad, state=state)
    if pad.mode != "idle" and _turn_of(state) != pad.turn:
        mine = pad.turn[0] == pad.seat
        if mine or pad.mode == "amount" or (pad.spoken is not None and pad.spoken.what in SAID):
            # The question belongs to a turn that chips or cards have ended.
            return KeyResult(_idle(pad), None, "turn" if _my_turn(pad) else "")
    return KeyResult(pad, None, "turn" if _my_turn(pad) and not was else "")


def lapse(pad: Keypad, now: int) -> Keypad:
    """Return the pad, without a question or menu that has gone unanswered for too long."""
    patience = AMOUNT_LAPSES_MS if pad.mode == "amount" else LAPSES_MS
    if pad.mode == "idle" or now - pad.touched < patience:
        return pad
    return replace(_idle(pad), lapsed=pad.mode in {"confirm", "amount"})


def press(pad: Keypad, key: Key, now: int, *, repeated: bool = False) -> KeyResult:
    """Process a key press at `now` (ms); `repeated` means that the key is being held down."""
    pad = replace(lapse(pad, now), touched=now)
    if repeated and key not in {"plus", "minus"}:
        return KeyResult(pad, None, "")
    was, pad = pad, replace(pad, lapsed=False)
    if was.lapsed and key == "ok":
        return KeyResult(pad, None, "no")
    match pad.mode:
        case "idle":
            return _idle_key(pad, key)
        case "confirm":
            return _confirm_key(pad, key)
        case "amount":
            return _amount_key(pad, key)
        case _:
            return _menu_key(pad, key)


def shown(pad: Keypad) -> KeypadDisplay:
    """Return what the pad's display shows now."""
    call = _to_call(pad)
    match pad.mode:
        case "confirm":
            assert pad.spoken is not None
            what, target, amount = pad.spoken.what, pad.spoken.target, pad.spoken.amount
            warning = _warning(pad, pad.spoken)
            return KeypadDisplay("confirm", what, target, amount, call=call, warning=warning)
        case "amount":
            spoken = KeyedDeclaration(_raising(pad), amount=pad.amount)
            warning = _warning(pad, spoken)
            return KeypadDisplay("amount", spoken.what, "", pad.amount, pad.chip, call, warning)
        case "menu":
            return KeypadDisplay("menu", pad.items[pad.place])
        case "target":
            assert pad.spoken is not None
            return KeypadDisplay("target", pad.spoken.what, pad.items[pad.place])
        case _:
            if share := share_asked(pad.state, pad.seat):
                return KeypadDisplay("idle", "has", "", share)
            owes = _view(pad).owes
            return KeypadDisplay("idle", "turn" if _my_turn(pad) else "", "", owes, call=call)


def menu(pad: Keypad) -> tuple[Declaration, ...]:
    """Return the menu's declarations; those that the table is waiting for come first."""
    asked: dict[Declaration, bool] = {
        "agree": share_asked(pad.state, pad.seat) > 0
        or any(ruling.waits_for == WaitsFor.SEATS for ruling in pad.state.rulings),
        "stream-yes": bool((on := pad.state.stream) and pad.seat in on.waits),
        "done": _awaits_done(pad),
        "back": _view(pad).absent,
        "shown": now(pad.state).task == NextStep(Task.TABLE, pad.seat),
    }
    first = [what for what, waits in asked.items() if waits]
    return (*first, *(what for what in MENU if what not in first))


def targets(pad: Keypad, what: Declaration) -> tuple[str, ...]:
    """Return a declaration's targets (seat, pile or ""), likeliest first; () if it takes none."""
    seats = [str(view.seat) for view in pad.state.seats if view.status != "empty"]
    mine = str(pad.seat)
    others = [seat for seat in seats if seat != mine]
    match what:
        case "time":
            turn = str(pad.state.turn)
            first = [turn] if turn in others else []
            return (*first, *(s for s in others if s != turn), mine, "")
        case "seen":
            return (mine, *others, *PILES)
        case "off-table":
            due = [str(seat) for seat in pad.state.to_deal[:1] if str(seat) in others]
            return (mine, *due, *(s for s in others if s not in due))
        case "shown":
            return ("", mine, *others)
        case "see":
            return (*others,)
        case "floor":
            return ("", "pot")
        case _:
            return ()


def keys_for(pad: Keypad, wanted: KeyedDeclaration) -> tuple[Key, ...]:
    """Return the keys that make a declaration. Raises `ValueError` if the pad can't make it."""
    back = _back_to_idle(pad)
    pad = _idle(pad)
    keys: list[Key] = [*back, *_way_to(pad, wanted)]
    for key in keys[len(back) :]:
        pressed = press(pad, key, pad.touched)
        pad = pressed.pad
    if pad.mode == "confirm":
        keys.append("ok")
        pressed = press(pad, "ok", pad.touched)
    if pressed.said != wanted:
        raise ValueError(f"seat {pad.seat} has no keys for {wanted}")
    return tuple(keys)


def _way_to(pad: Keypad, wanted: KeyedDeclaration) -> list[Key]:
    """Return the keys that make a declaration on an idle pad, without any final confirmation."""
    direct: dict[str, Key] = {"fold": "fold", "check": "call", "call": "call", "all-in": "all-in"}
    key = direct.get(wanted.what)
    if key is not None:
        after = press(pad, key, pad.touched)
        if wanted in {after.said, after.pad.spoken}:
            return [key]
    if wanted.what == _raising(pad):
        return ["raise", *_amount_keys(pad, wanted.what, wanted.amount), "ok"]
    keys: list[Key] = ["ok"]
    keys += ["plus"] * menu(pad).index(wanted.what)
    keys.append("ok")
    if wanted.what in {"bet", "raise"}:
        return [*keys, *_amount_keys(pad, wanted.what, wanted.amount), "ok"]
    about = targets(pad, wanted.what)
    if about:
        keys += ["plus"] * about.index(wanted.target)
        keys.append("ok")
    return keys


def _back_to_idle(pad: Keypad) -> list[Key]:
    keys: list[Key] = []
    while pad.mode != "idle":
        # At the question "fold?", the fold key would confirm it.
        keys.append("minus" if pad.mode == "confirm" else "fold")
        pad = press(pad, keys[-1], pad.touched).pad
    return keys


def _idle_key(pad: Keypad, key: Key) -> KeyResult:
    match key:
        case "ok":
            return _asked(pad, mode="menu", items=menu(pad), place=0)
        case "raise":
            return _ask_amount(pad, _raising(pad))
        case "plus" | "minus":
            return KeyResult(pad, None, "")
        case "fold" | "all-in":
            return _say(pad, KeyedDeclaration(key))
        case "call":
            return _say(pad, KeyedDeclaration("call" if _to_call(pad) else "check"))


def _confirm_key(pad: Keypad, key: Key) -> KeyResult:
    assert pad.spoken is not None
    what = pad.spoken.what
    same: dict[str, Key] = {"check": "call", "bet": "raise"}
    if key in {"ok", same.get(what, what)}:
        return KeyResult(_idle(pad), pad.spoken, "ok")
    return KeyResult(_idle(pad), None, "no")


def _amount_key(pad: Keypad, key: Key) -> KeyResult:
    assert pad.spoken is not None
    match key:
        case "plus":
            amount = pad.amount + pad.chip if pad.amount else max(pad.chip, _least(pad))
            amount = min(amount, MOST_CHIPS)
            return KeyResult(replace(pad, amount=amount - amount % _multiple(pad)))
        case "minus":
            amount = max(pad.amount - pad.chip, 0)
            return KeyResult(replace(pad, amount=amount + -amount % _multiple(pad)))
        case "raise":
            return KeyResult(replace(pad, chip=next_chip(_chips(pad), pad.chip)))
        case "all-in":
            return KeyResult(replace(pad, amount=_most(pad) or pad.amount))
        case "ok" | "call":
            spoken = KeyedDeclaration(pad.spoken.what, amount=pad.amount)
            if _warning(pad, spoken):
                return _asked(replace(pad, spoken=spoken), mode="confirm")
            return KeyResult(_idle(pad), spoken, "ok")
        case _:
            return KeyResult(_idle(pad), None, "no")


def _menu_key(pad: Keypad, key: Key) -> KeyResult:
    match key:
        case "plus":
            return KeyResult(replace(pad, place=(pad.place + 1) % len(pad.items)))
        case "minus":
            return KeyResult(replace(pad, place=(pad.place - 1) % len(pad.items)))
        case "ok":
            pass
        case "fold" if pad.mode == "target" and pad.spoken is not None:
            items = menu(pad)
            place = items.index(pad.spoken.what)
            return KeyResult(replace(pad, mode="menu", items=items, place=place), None, "no")
        case _:
            return KeyResult(_idle(pad), None, "no")
    item = pad.items[pad.place]
    if pad.mode == "target":
        assert pad.spoken is not None
        return _say(pad, replace(pad.spoken, target=item))
    chosen: Declaration = item  # type: ignore[assignment]
    if chosen in {"bet", "raise"}:
        return _ask_amount(pad, chosen)
    about = targets(pad, chosen)
    if about:
        return _asked(pad, mode="target", items=about, place=0, spoken=KeyedDeclaration(chosen))
    return _say(pad, KeyedDeclaration(chosen))


def _say(pad: Keypad, spoken: KeyedDeclaration) -> KeyResult:
    """Make a declaration, or first ask for confirmation if it could cost the player something."""
    if spoken.what in SAID:
        costs = spoken.what != "check" or bool(_warning(pad, spoken))
    else:
        # A declaration that is not listed here can cost a hand or stop the table.
        harmless = (*MENU[:3], "back", "time-bank", "post", "wait", "stream-no")
        costs = spoken.what not in harmless
    if not costs:
        return KeyResult(_idle(pad), spoken, "ok")
    return _asked(replace(pad, spoken=spoken), mode="confirm")


def _asked(pad: Keypad, **changes: object) -> KeyResult:
    pad = replace(pad, turn=_turn_of(pad.state), **changes)
    return KeyResult(pad, None, "ask" if pad.mode == "confirm" else "key")


def _ask_amount(pad: Keypad, what: Declaration) -> KeyResult:
    amount = _least(pad) if pad.keyed else 0
    chip = first_chip(_chips(pad), pad.state.level.big_blind)
    return _asked(pad, mode="amount", spoken=KeyedDeclaration(what), amount=amount, chip=chip)


def _idle(pad: Keypad) -> Keypad:
    return replace(pad, mode="idle", spoken=None, amount=0, items=(), place=0)


def _multiple(pad: Keypad) -> int:
    """Return the number that all legal amounts are multiples of, or 1 if any amount is legal."""
    may = sized(_legal(pad))
    return may.multiple or 1 if may is not None else 1


def _chips(pad: Keypad) -> tuple[int, ...]:
    """Return the chip values by which an amount can be changed and stay legal, lowest first."""
    return legal_chips(pad.chips, _multiple(pad))


def _amount_keys(pad: Keypad, what: Declaration, amount: int) -> Iterator[Key]:
    """Yield the keys to press, after `raise` and before `ok`, to enter an amount."""
    pad = _ask_amount(pad, what).pad
    if amount == pad.amount:
        return
    if amount == _most(pad):
        yield "all-in"
        return
    start = pad.amount
    if not start:
        yield "plus"
        start = max(pad.chip, _least(pad))
    towards: Key = "plus" if amount > start else "minus"
    chips = _chips(pad)
    counts = made_up(abs(amount - start), chips)
    begin = chips.index(pad.chip)
    for turn in range(len(chips)):
        if not any(counts.values()):
            return
        if turn:
            yield "raise"
        yield from [towards] * counts.pop(chips[(begin + turn) % len(chips)])


def _raising(pad: Keypad) -> Declaration:
    """Return "bet" if nobody has bet in this betting round, else "raise"."""
    may = _legal(pad)
    if may:
        return "bet" if choice(may, Action.BET) else "raise"
    bets = any(view.bet for view in pad.state.seats)
    return "raise" if bets or pad.state.street == "preflop" else "bet"


def _legal(pad: Keypad) -> tuple[LegalView, ...]:
    return pad.state.legal if _my_turn(pad) else ()


def _least(pad: Keypad) -> int:
    may = sized(_legal(pad)) or choice(_legal(pad), Action.ALL_IN)
    return may.least if may is not None else pad.state.level.big_blind


def _most(pad: Keypad) -> int:
    """Return the amount of an all-in, or 0 if stacks are hidden or the seat may not bet."""
    if _legal(pad):
        may = sized(_legal(pad)) or choice(_legal(pad), Action.ALL_IN)
        return may.most if may is not None else 0
    view = _view(pad)
    return 0 if view.stack is None else view.stack + (view.bet or 0)


def _view(pad: Keypad) -> SeatView:
    return next((view for view in pad.state.seats if view.seat == pad.seat), SeatView(pad.seat))


def _to_call(pad: Keypad) -> int:
    """Return the chips that a call adds to the seat's bet; 0 if there is nothing to call."""
    if _legal(pad):
        cost = call_cost(pad.state, _legal(pad))
        return cost.add if cost is not None else 0
    own = _view(pad)
    if own.status is not HandStatus.IN or pad.state.phase is not Phase.BETTING:
        return 0
    return max(view.bet or 0 for view in pad.state.seats) - (own.bet or 0)


def _warning(pad: Keypad, spoken: KeyedDeclaration) -> str:
    if spoken.what not in SAID:
        return ""
    if pad.state.phase != Phase.BETTING:
        return "no-game"
    if not _my_turn(pad):
        return "out-of-turn"
    if not spoken.amount or not _legal(pad):
        return ""
    may = sized(_legal(pad))
    if may is not None and 0 < may.most < spoken.amount:
        return "above"
    return "below" if spoken.amount < _least(pad) else ""


def _my_turn(pad: Keypad) -> bool:
    return pad.state.turn == pad.seat


def _turn_of(state: PublicState) -> tuple[int, int, Street | None]:
    return state.turn, state.hand, state.street


def _awaits_done(pad: Keypad) -> bool:
    """Return whether the table is waiting for this seat's `done`.

    It waits for `done` before a hand starts, and after a step that no antenna senses, such as a
    shuffle.
    """
    due = now(pad.state)
    if due.step is not None:
        return pad.state.button == pad.seat and due.step.word in UNSENSED
    return pad.state.next_dealer == pad.seat and due.ruling is None
