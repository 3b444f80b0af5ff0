"""The choices on the pages: places, actions of the dealer and the floor, mistakes, and keys.

A place is where an item can be put.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from controller.contract.rules import Action
from controller.contract.scans import AntennaPlan
from controller.play.script import statements as s
from controller.rehearse.browser.picture import place_name
from controller.rehearse.motions import cable, said
from controller.rehearse.table import NotDone, Seen
from display.words.names import C_, N_, Words
from display.words.vocabulary import KEYS as NAMES
from hardware.pads.keypad import KEYS

KEYS_NAMED: Final = {
    "fold": NAMES[Action.FOLD], "call": NAMES[Action.CALL], "raise": NAMES[Action.RAISE],
    "all-in": NAMES[Action.ALL_IN], "plus": "+", "minus": "−", "ok": "OK",
}  # fmt: skip
"""The labels of the keys on a seat's pad, by the key's name, in order."""

assert tuple(KEYS_NAMED) == KEYS

DEALINGS: Final = {
    "hand": N_("Next hand"), "deal": N_("Deal the hands"), "burn": C_("key", "Burn a card"),
    "flop": N_("Flop"), "turn": N_("Turn"), "river": N_("River"),
    "gather": C_("key", "Gather the bets"), "push": N_("Push the pot"),
    "collect": N_("Collect the cards"), "follow": N_("Do the next step"),
}  # fmt: skip
"""The labels of the buttons for correct dealer actions, by the scenario statement to send."""

FLOOR: Final = {
    "floor confirms": N_("Confirm the ruling"), "floor waives": N_("Waive the ruling"),
    "floor undoes": N_("Undo the last action"), "floor misdeal": N_("Void the hand"),
    "floor pauses": N_("Pause the table"), "floor resumes": N_("Resume the table"),
    "wait 10s": N_("Wait ten seconds"), "wait 60s": N_("Wait one minute"),
}  # fmt: skip

MISTAKES_NAMED: Final = {
    "burn 2": N_("Burn two cards"),
    "burn 2 together": N_("Burn two cards at once"),
    "board 3": N_("Three cards on the board at once, without a burn"),
    "burn; board 3": N_("The flop is dealt before the betting is over"),
    "deal to {seat}": N_("Deal one card too many to the seat"),
    "deal to {seat} exposed": N_("Deal an exposed card to the seat"),
    "deal to {seat} off-table": N_("A card falls off the table"),
    "swap {seat} {other}": N_("Swap one of the seat's cards with one from the other seat"),
    "foreign Kh to {seat}": N_("A card from another deck goes to the seat"),
    "foreign Kh to board": N_("A card from another deck goes on the board"),
    "unknown to {seat}": N_("An unenrolled card goes to the seat"),
    "{seat} puts foreign 2x100": N_("The seat bets chips from another set"),
    "{seat} calls": N_("The seat calls, in or out of turn"),
    "{seat} folds": N_("The seat folds, in or out of turn"),
    "{seat} takes 100": N_("The seat takes 100 back from its bet"),
    "{seat} drops card": N_("The seat drops a card"),
    "{seat} mucks": N_("The seat mucks its cards"),
    "{seat} lifts": N_("The seat picks up its cards"),
    "{seat} tables": N_("The seat turns its cards face up"),
    "{seat} knocks": N_("The seat knocks"),
    "device-lost {antenna}": N_("The antenna fails"),
    "device-back {antenna}": N_("The antenna works again"),
    "cable {node}": N_("The node's cable is unplugged, or plugged back in"),
    "power-cut": N_("The power goes off and comes back on"),
}
"""The names of mistakes and faults, by the scenario statement that causes each one.

The user chooses the values for the words in braces.
"""


def places(zones: Sequence[str], seen: Seen, words: Words) -> list[tuple[str, str]]:
    """Return the places to which items can be moved, as (zone, name); leave out empty seats."""
    empty = {view.seat for view in seen.state.seats if view.status == "empty"}
    return [
        (zone, place_name(zone, words, seen))
        for zone in zones
        if not any(zone.endswith(f".{seat}") for seat in empty)
    ]


FIELDS: Final = ("seat", "other", "antenna", "node", "amount")


def wanted(
    form: Mapping[str, str], plans: Sequence[AntennaPlan], lost: Sequence[str]
) -> tuple[s.Statement, ...]:
    """Return the scenario statements that a submitted form requests.

    The form's field `say` is a statement. Words in braces in it are replaced with the values of
    other fields. `plans` are the table's antennas, and `lost` names the disconnected ones. Raises
    `NotDone` for a form that can't be understood.
    """
    text = form.get("say", "")
    chosen = {name: form[name] for name in FIELDS if name in form}
    if not all(value.replace("-", "").replace(".", "").isalnum() for value in chosen.values()):
        raise NotDone(N_("expected a seat, an antenna or a node"))
    for name, value in chosen.items():
        text = text.replace(f"{{{name}}}", value)
    if "{" in text:
        raise NotDone(N_("expected a seat, an antenna or a node"))
    if text.startswith("cable "):
        return cable(plans, text.removeprefix("cable "), lost)
    return said(text)
