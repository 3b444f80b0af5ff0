"""What the floor decides: confirm, waive or replace a ruling, kill a hand, void it, punish."""

from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.public import PenaltyGiven
from controller.houses.model import House, Remedy
from controller.table.dead import kill_now
from controller.table.irregular import open_ruling
from controller.table.rulings import Resume, active, close, progress
from controller.table.state import ALL_IN, LIVE, Out, Table
from controller.table.voiding import void_hand

STEP_WORDS = frozenset(
    {
        "take_back", "to_stub", "shuffle", "mix", "cut", "burn", "deal", "use_as_burn",
        "set_aside", "keep", "finish_deal", "finish_round", "void_hand", "return_bets",
        "kill_hand", "floor_decides",
    }
)  # fmt: skip


def judge(
    table: Table, command: c.Command, by: str, house: House, out: Out, resume: Resume
) -> tuple[Table, str]:
    """Carry out a decision of the floor; the second value says why not."""
    match command:
        case c.Confirm():
            return _confirm(table, by, house, out, resume)
        case c.Waive():
            if active(table) is None:
                return table, "no-ruling"
            return close(table, house, out, "waived", by, resume), ""
        case c.Rule():
            return _rule(table, command.steps, house, out, resume)
        case c.KillHand():
            return _kill(table, command.seat, house, out, resume)
        case c.Misdeal():
            return _misdeal(table, house, out, resume)
        case c.Penalty():
            if not table.seats[command.seat].taken:
                return table, "seat-empty"
            out.say(PenaltyGiven(command.seat, command.penalty))
            return replace(table, penalties=(*table.penalties, (command.seat, command.penalty))), ""
        case _:
            return table, "not-now"


def _confirm(table: Table, by: str, house: House, out: Out, resume: Resume) -> tuple[Table, str]:
    """Confirm a ruling: its steps stay; one that waits for the floor alone lets play go on."""
    ruling = active(table)
    if ruling is None:
        return table, "no-ruling"
    if ruling.step is not None and ruling.step.word != "floor_decides":
        return table, ""
    return close(table, house, out, "confirmed", by, resume), ""


def _rule(
    table: Table, steps: tuple[str, ...], house: House, out: Out, resume: Resume
) -> tuple[Table, str]:
    ruling = active(table)
    if ruling is None:
        return table, "no-ruling"
    if not steps or any(step.split()[0] not in STEP_WORDS for step in steps):
        return table, "unknown-step"
    remedy = Remedy(ruling.kind, ruling.article, steps=steps)
    table = open_ruling(
        table,
        out,
        remedy,
        ruling.seat,
        ruling.street,
        frozenset(ruling.tags),
        ruling.cards,
        amends=ruling,
    )
    if "void_hand" in steps and table.hand is not None and table.hand.phase != "over":
        table = void_hand(table, out, ruling.kind, ruling.article)
    if "kill_hand" in steps and ruling.seat:
        table = kill_now(table, house, out, ruling.seat, "floor")
    return progress(table, house, out, resume), ""


def _kill(table: Table, seat: int, house: House, out: Out, resume: Resume) -> tuple[Table, str]:
    hand = table.hand
    if hand is None or hand.phase == "over" or hand.status[seat] not in (LIVE, ALL_IN):
        return table, "no-live-hand"
    if len(hand.live()) == 1:
        return table, "last-hand"
    table = kill_now(table, house, out, seat, "floor")
    return progress(table, house, out, resume), ""


def _misdeal(table: Table, house: House, out: Out, resume: Resume) -> tuple[Table, str]:
    hand = table.hand
    if hand is None or hand.phase == "over":
        return table, "no-hand"
    ruling = active(table)
    kind = ruling.kind if ruling else "floor"
    article = ruling.article if ruling else ""
    remedy = Remedy(kind, article, steps=("void_hand", "return_bets"))
    seat, street = (ruling.seat, ruling.street) if ruling else (0, "")
    table = open_ruling(table, out, remedy, seat, street, frozenset(), (), amends=ruling)
    table = void_hand(table, out, kind, article)
    return progress(table, house, out, resume), ""
