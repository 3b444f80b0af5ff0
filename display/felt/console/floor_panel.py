"""The floor staff's panel on a screen: rulings, stacks, button and penalties.

A badge or PIN unlocks it. Pure: each function takes a key and returns the next panel, with any
order or reason for a refusal. Only the table knows whether a screen is unlocked, so the panel sends
every request and shows any refusal.
"""

from typing import Literal

import msgspec
from msgspec.structs import replace

from controller.contract.public import PublicState, StepView, StepWord
from controller.contract.readings.step_notation import step_written
from display.felt.console.key_pages import Did, Key, KeyPage, Tone
from display.orders import MOST_DIGITS, Order
from display.words.locale import C_
from display.words.names import N_, Words, seat_of
from display.words.refusals import REASONS
from display.words.ruling_steps import acts_of, ruling_step

PENALTIES = ("warning", "10m", "1r", "3h", "out", "0m")
# The commands that ask for confirmation first.
DANGEROUS = frozenset({"misdeal", "kill-hand", "set-stack"})
# The page that follows the choice of a seat, if the command needs more than that.
_AFTER_SEAT: dict[str, Literal["amount", "penalty", "sure"]] = {
    "set-stack": "amount", "rebuy": "amount", "penalty": "penalty", "kill-hand": "sure",
}  # fmt: skip
_OF_A_SEAT = frozenset({"kill-hand", "set-stack", "set-button", "penalty", "absent", "rebuy"})

NAMES = {
    "confirm": N_("Confirm the ruling"),
    "waive": N_("Waive the ruling"),
    "rule": N_("Other steps"),
    "kill-hand": N_("Kill a hand"),
    "misdeal": N_("Void the hand"),
    "undo": N_("Undo"),
    "set-stack": N_("Correct a stack"),
    "set-button": C_("key", "Move the button"),
    "penalty": N_("Penalty"),
    "absent": N_("Away or back"),
    "rebuy": N_("Rebuy"),
    "lock": N_("Lock"),
}
_ROWS = (
    ("confirm", "waive", "rule"),
    ("kill-hand", "misdeal", "undo"),
    ("set-stack", "set-button", "penalty"),
    ("absent", "rebuy", "lock"),
)


class FloorPanel(msgspec.Struct, frozen=True):
    """The floor's open panel.

    `page` is the page shown. `doing` is the command being composed, or "" for none. `seat` is the
    seat chosen for it, or 0 for none. `typed` contains the digits entered so far. `steps` are the
    steps chosen for the command `rule`. `both` means that the table requires both a badge and a
    PIN.
    """

    page: Literal["asking", "pin", "menu", "seat", "amount", "penalty", "steps", "sure"] = "asking"
    doing: str = ""
    seat: int = 0
    typed: str = ""
    steps: tuple[StepView, ...] = ()
    both: bool = False

    def __repr__(self) -> str:
        """Return the panel as text without the typed digits, because they may be a PIN."""
        return f"FloorPanel(page={self.page!r}, doing={self.doing!r})"


def _pin_keys(said: Words, panel: FloorPanel, ok_why: str) -> tuple[tuple[Key, ...], ...]:
    return (
        *(tuple(Key(f"digit:{n}", str(n)) for n in range(at, at + 3)) for at in (1, 4, 7)),
        (Key("erase", "←", "" if panel.typed else said.say(N_("Nothing entered yet")), "quiet"),
         Key("digit:0", "0"), Key("ok", "OK", ok_why, "good")),
    )  # fmt: skip


def floor_page(panel: FloorPanel, state: PublicState, said: Words) -> KeyPage:
    """Return the panel's page of keys."""
    title = said.say(N_("Floor"))
    if panel.doing:
        title = said.say(NAMES[panel.doing])
        if panel.seat:
            title = f"{title} · {said.seat(state, panel.seat)}"
    match panel.page:
        case "asking":
            return KeyPage(title, said.say(N_("Checking with the table")), ())
        case "pin":
            why = "" if len(panel.typed) >= 4 else said.say(N_("A PIN has 4 digits or more"))
            asked = N_("Put the floor's badge on the reader, or enter the PIN")
            if panel.both:
                asked = N_("Put the floor's badge on the reader, and enter the PIN")
            text = "●" * len(panel.typed) or said.say(asked)
            return KeyPage(title, text, _pin_keys(said, panel, why))
        case "seat":
            return KeyPage(title, said.say(N_("Which seat?")), _seats(panel, state, said))
        case "amount":
            why = "" if panel.typed else said.say(N_("Nothing entered yet"))
            return KeyPage(title, said.amount(int(panel.typed or 0)), _pin_keys(said, panel, why))
        case "penalty":
            keys = [Key(f"penalty:{one}", said.penalty(one)) for one in PENALTIES]
            return KeyPage(title, "", (tuple(keys[:3]), tuple(keys[3:]), (_back(said),)))
        case "steps":
            return _steps_page(panel, title, state, said)
        case "sure":
            yes = Key("yes", said.say(N_("Yes")), tone="danger")
            no = Key("back", said.say(N_("No")), tone="quiet")
            return KeyPage(title, preview(panel, state, said), ((no, yes),))
        case _:
            open_ruling = said.ruling_name(state.rulings[0].kind) if state.rulings else ""
            return KeyPage(title, open_ruling, _menu(state, said))


def _back(said: Words) -> Key:
    return Key("back", said.say(N_("Back to the panel")), tone="quiet")


def _menu(state: PublicState, said: Words) -> tuple[tuple[Key, ...], ...]:
    running = state.phase not in ("idle", "over")
    no_ruling = "" if state.rulings else said.of(REASONS, "no-ruling")
    no_hand = "" if running else said.of(REASONS, "no-hand")
    why = {"confirm": no_ruling, "waive": no_ruling, "rule": no_ruling, "kill-hand": no_hand,
           "misdeal": no_hand}  # fmt: skip
    if state.moved_while_off:
        why["confirm"] = ""
    tones: dict[str, Tone] = {"kill-hand": "danger", "misdeal": "danger", "lock": "quiet",
                              "confirm": "good"}  # fmt: skip
    return tuple(
        tuple(
            Key(f"do:{n}", said.say(NAMES[n]), why.get(n, ""), tones.get(n, "plain")) for n in row
        )
        for row in _ROWS
    )


def _seats(panel: FloorPanel, state: PublicState, said: Words) -> tuple[tuple[Key, ...], ...]:
    nobody = said.of(REASONS, "seat-empty")
    dead = said.of(REASONS, "no-live-hand")
    keys = []
    for seat in state.seats:
        why = "" if seat.status != "empty" or panel.doing == "set-button" else nobody
        if not why and panel.doing == "kill-hand" and seat.status not in ("in", "all-in"):
            why = dead
        keys.append(Key(f"seat:{seat.seat}", str(seat.seat), why))
    wide = len(keys) if len(keys) <= 5 else -(-len(keys) // 2)
    rows = (tuple(keys[at : at + wide]) for at in range(0, len(keys), wide))
    return (*rows, (_back(said),))


def offered_steps(state: PublicState) -> tuple[StepView, ...]:
    """Return up to 8 steps that the floor may choose from.

    They are the open ruling's remaining steps, if any, followed by shuffling and voiding the hand.
    """
    steps = acts_of(state.rulings[0]) if state.rulings else ()
    left = [step for step in steps if not step.done]
    always = (StepView(StepWord.SHUFFLE), StepView(StepWord.VOID_HAND))
    return tuple(dict.fromkeys((*left, *always)))[:8]


def step_text(step: StepView, state: PublicState, said: Words) -> str:
    """Return a step in words, as one of the first open ruling if there is any."""
    kind = state.rulings[0].kind if state.rulings else None
    return ruling_step(step, state, said, kind)


def _steps_page(panel: FloorPanel, title: str, state: PublicState, said: Words) -> KeyPage:
    keys = []
    for at, step in enumerate(offered_steps(state)):
        chosen = panel.steps.index(step) + 1 if step in panel.steps else 0
        text = step_text(step, state, said)
        keys.append(Key(f"step:{at}", f"{chosen}. {text}" if chosen else text,
                        tone="chosen" if chosen else "plain"))  # fmt: skip
    rows = [tuple(keys[at : at + 2]) for at in range(0, len(keys), 2)]
    why = "" if panel.steps else said.say(N_("Choose the steps in order"))
    rows.append((_back(said), Key("ok", "OK", why, "good")))
    return KeyPage(title, preview(panel, state, said), tuple(rows))


def preview(panel: FloorPanel, state: PublicState, said: Words) -> str:
    """Return a sentence that says what the command being composed on the panel will do."""
    if panel.doing == "rule":
        if not panel.steps:
            return said.say(N_("Choose the steps in order"))
        done = ", ".join(step_text(step, state, said) for step in panel.steps)
        return said.say(N_("Steps: {steps}"), steps=done)
    player = said.seat(state, panel.seat) if panel.seat else ""
    if panel.doing == "misdeal":
        return said.say(N_("Void this hand and return all bets?"))
    if panel.doing == "kill-hand":
        return said.say(N_("Kill {player}'s hand?"), player=player)
    amount = said.amount(int(panel.typed or 0))
    return said.say(N_("Set {player}'s stack to {amount}?"), player=player, amount=amount)


def floor_key(panel: FloorPanel, name: str, state: PublicState, said: Words) -> Did[FloorPanel]:
    """Return the result of a keypress; for a disabled key, the panel stays as it is."""
    if name == "close":
        return Did(None)
    key = floor_page(panel, state, said).key(name)
    if key is None:
        return Did(panel)
    if key.why:
        return Did(panel, why=key.why)
    what, _, of = name.partition(":")
    return _enabled_key(panel, what, of, state)


def _enabled_key(panel: FloorPanel, what: str, of: str, state: PublicState) -> Did[FloorPanel]:
    """Return the result of pressing an enabled key.

    `what` is the kind of key. `of` is the command, seat, penalty, step or digit on the key, or ""
    for a key that has none of these.
    """
    menu = FloorPanel("menu")
    match what:
        case "back":
            return Did(menu)
        case "do":
            return _do(of)
        case "seat":
            return _with_seat(replace(panel, seat=int(of)), state)
        case "penalty":
            return Did(menu, Order("penalty", {"seat": panel.seat, "penalty": of}))
        case "step":
            step = offered_steps(state)[int(of)]
            others = tuple(one for one in panel.steps if one != step)
            return Did(replace(panel, steps=others if step in panel.steps else (*others, step)))
        case "digit":
            return Did(replace(panel, typed=(panel.typed + of)[:MOST_DIGITS]))
        case "erase":
            return Did(replace(panel, typed=panel.typed[:-1]))
        case "ok" if panel.page == "pin":
            return Did(replace(panel, typed=""), Order("unlock", {"pin": panel.typed}))
        case "ok" if panel.doing in DANGEROUS:
            return Did(replace(panel, page="sure"))
        case _:
            return Did(menu, _order(panel))


def _do(doing: str) -> Did[FloorPanel]:
    if doing == "lock":
        return Did(None, Order("lock"))
    if doing == "rule":
        return Did(FloorPanel("steps", doing))
    if doing in _OF_A_SEAT:
        return Did(FloorPanel("seat", doing))
    if doing in DANGEROUS:
        return Did(FloorPanel("sure", doing))
    return Did(FloorPanel("menu"), Order(doing))


def _with_seat(panel: FloorPanel, state: PublicState) -> Did[FloorPanel]:
    if panel.doing in _AFTER_SEAT:
        return Did(replace(panel, page=_AFTER_SEAT[panel.doing]))
    back = panel.doing == "absent" and seat_of(state, panel.seat).absent
    order = Order("back" if back else panel.doing, {"seat": panel.seat})
    return Did(FloorPanel("menu"), order)


def _order(panel: FloorPanel) -> Order:
    if panel.doing == "rule":
        return Order("rule", {"steps": [step_written(step) for step in panel.steps]})
    data: dict[str, object] = {"seat": panel.seat} if panel.seat else {}
    if panel.doing in ("set-stack", "rebuy"):
        data["stack" if panel.doing == "set-stack" else "amount"] = int(panel.typed)
    return Order(panel.doing, data)


def floor_answer(panel: FloorPanel, order: Order, ok: bool, reason: str) -> FloorPanel:
    """Return the panel after the table's answer to an order.

    If the order was refused because the screen is still locked, the panel shows the PIN page. If
    the screen has been unlocked, or the panel was only waiting for an answer, it shows the menu.
    Otherwise it does not change.
    """
    if order.name == "unlock" and ok:
        return FloorPanel("menu")
    if reason in ("locked", "badge-and-pin", "no-badge", "wrong-pin", "too-many-pins"):
        return FloorPanel("pin", both=panel.both or reason == "badge-and-pin")
    return FloorPanel("menu") if panel.page == "asking" else panel


def floor_letter(panel: FloorPanel, letter: str) -> str:
    """Return the panel key that corresponds to a keyboard key, or "" if there is none."""
    if letter == "escape":
        return "close" if panel.page in ("asking", "pin", "menu") else "back"
    if letter.isascii() and letter.isdecimal():
        n = int(letter)
        keys = {"pin": f"digit:{n}", "amount": f"digit:{n}", "seat": f"seat:{n or 10}",
                "steps": f"step:{n - 1}"}  # fmt: skip
        if panel.page in keys:
            return keys[panel.page]
        if panel.page == "penalty" and 1 <= n <= len(PENALTIES):
            return f"penalty:{PENALTIES[n - 1]}"
        if panel.page == "menu" and n:
            return f"do:{[name for row in _ROWS for name in row][n - 1]}"
    ok = "yes" if panel.page == "sure" else "ok"
    return {"enter": ok, "backspace": "erase"}.get(letter, "")
