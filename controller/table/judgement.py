"""What the floor decides: confirm, waive or replace a ruling, kill a hand, void it, punish."""

from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.public import Kind, RulingConfirmed, StepWord
from controller.houses.model import House, Remedy
from controller.table.clock import floor_clock
from controller.table.dead import kill_now
from controller.table.irregular import open_ruling
from controller.table.penalties import give
from controller.table.rulings import Resume, active, close, progress
from controller.table.state import CAN_WIN, STREETS, Out, Ruling, Table
from controller.table.voiding import void_hand

STEP_WORDS = frozenset(StepWord)


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
            return _rule(table, command.steps, by, house, out, resume)
        case c.KillHand():
            return _kill(table, command.seat, by, house, out, resume)
        case c.Misdeal():
            return _misdeal(table, by, house, out, resume)
        case c.CallClock():
            return floor_clock(table, house, out, command.seat)
        case c.Penalty():
            return _punish(table, command, by, house, out, resume)
        case _:
            return table, "not-now"


def _confirm(table: Table, by: str, house: House, out: Out, resume: Resume) -> tuple[Table, str]:
    """Confirm a ruling: its steps stay; one that waits for the floor alone lets play go on."""
    ruling = active(table)
    if ruling is None:
        return table, "no-ruling"
    out.say(RulingConfirmed(ruling.id, by))
    if ruling.step is not None and ruling.step.word != "floor_decides":
        return table, ""
    if ruling.done + 1 < len(ruling.steps):
        # The floor has agreed to what comes after its decision: that is still to be done.
        after = replace(ruling, done=ruling.done + 1)
        rulings = tuple(after if r.id == ruling.id else r for r in table.rulings)
        return progress(replace(table, rulings=rulings), house, out, resume), ""
    return close(table, house, out, "confirmed", by, resume), ""


def _rule(
    table: Table, steps: tuple[str, ...], by: str, house: House, out: Out, resume: Resume
) -> tuple[Table, str]:
    ruling = active(table)
    if ruling is None:
        return table, "no-ruling"
    if not steps or not all(_makes_sense(table, step, ruling) for step in steps):
        return table, "unknown-step"
    before = len(out.public)
    remedy = Remedy(Kind(ruling.kind), ruling.article, steps=steps)
    tags = frozenset(ruling.tags)
    table = open_ruling(
        table, out, remedy, ruling.seat, ruling.street, tags, ruling.cards, amends=ruling
    )
    _say_who(out, before, by)
    words = {step.split()[0] for step in steps}
    hand = table.hand
    if hand is not None and hand.phase != "over":
        if "void_hand" in words:
            table = void_hand(table, out, ruling.kind, ruling.article, by)
        for step in steps:
            word, _, about = step.partition(" ")
            seat = int(about) if about.isdigit() else ruling.seat
            if word == "kill_hand" and table.hand is not None and table.hand.phase != "over":
                table = kill_now(table, house, out, seat, "floor", ruling.article, by)
    return progress(table, house, out, resume), ""


def _makes_sense(table: Table, step: str, ruling: Ruling) -> bool:
    """Return whether a step that the floor asks for is one, and can come true at this table."""
    word, _, about = step.strip().partition(" ")
    if word not in STEP_WORDS:
        return False
    if word == "kill_hand":
        seat = int(about) if about.isdigit() else ruling.seat
        return 0 < seat < len(table.seats)
    if word == "burn":
        return not about or about.isdigit()
    if word == "deal":
        return about in STREETS[1:] or about in {"burn", "seat", "card", "street", "extra"}
    return True


def _say_who(out: Out, since: int, by: str) -> None:
    """Put who of the floor it was into the rulings opened since."""
    for at, event in enumerate(out.public):
        if at >= since and event.type == "ruling.opened":
            out.public[at] = replace(event, by=by)


def _kill(
    table: Table, seat: int, by: str, house: House, out: Out, resume: Resume
) -> tuple[Table, str]:
    hand = table.hand
    if hand is None or hand.phase == "over" or hand.status[seat] not in CAN_WIN:
        return table, "no-live-hand"
    if hand.alone():
        return table, "last-hand"
    asked = [
        r
        for r in table.rulings
        if r.seat == seat and r.step is not None and r.step.word == "floor_decides"
    ]
    article = asked[0].article if asked else ""
    table = kill_now(table, house, out, seat, "floor", article, by)
    for ruling in asked:
        if any(r.id == ruling.id for r in table.rulings):
            table = close(table, house, out, "killed", by, resume, ruling)
    return progress(table, house, out, resume), ""


def _misdeal(table: Table, by: str, house: House, out: Out, resume: Resume) -> tuple[Table, str]:
    hand = table.hand
    if hand is None or hand.phase == "over":
        return table, "no-hand"
    ruling = active(table)
    kind = ruling.kind if ruling else "floor"
    article = ruling.article if ruling else ""
    remedy = Remedy(Kind(kind), article, steps=("void_hand", "return_bets"))
    seat, street = (ruling.seat, ruling.street) if ruling else (0, "")
    before = len(out.public)
    table = open_ruling(table, out, remedy, seat, street, frozenset(), (), amends=ruling)
    _say_who(out, before, by)
    table = void_hand(table, out, kind, article, by)
    return progress(table, house, out, resume), ""


def _punish(
    table: Table, command: c.Penalty, by: str, house: House, out: Out, resume: Resume
) -> tuple[Table, str]:
    """Return a penalty; the hand of who is put out of the game is dead at once."""
    seat, hand = command.seat, table.hand
    table, why = give(table, seat, command.penalty, by, house, out)
    if why or command.penalty != "out" or hand is None or hand.phase == "over":
        return table, why
    table = kill_now(table, house, out, seat, "penalty", house.penalties.scale.article, by)
    return progress(table, house, out, resume), ""
