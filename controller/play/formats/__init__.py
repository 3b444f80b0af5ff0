"""Writes recorded hands in the formats that third-party tools read.

Each format is written from one hand record (`controller.play.records.hand_record`); `course`
translates the PHH actions in it into chips. Start with `write`, which finds every format by name.
"""

from collections.abc import Iterable

from controller.play.formats import action_rows, ohh, pokergfx, pokerstars
from controller.play.formats.course import Course, NoWords
from controller.play.records.hand_record import NOWHERE, HandRecord, Where
from controller.play.records.phh_export import phhs
from controller.play.records.phh_left_out import LeftOut, leave_out

FORMS = ("phh", "ohh", "pokerstars", "csv", "pokergfx")
"""The names of all formats, as given on the command line."""


def write(
    form: str,
    hands: Iterable[HandRecord],
    where: Where = NOWHERE,
    left_out: list[LeftOut] | None = None,
    hero: str = "",
) -> str:
    """Return hands as the text of one file in the format `form`.

    `where` gives facts that the hands do not contain. A hand that the format can't express is left
    out; if `left_out` is a list, the hand and the reason are added to it. `hero` names the player
    for whom the hands are exported; "" means everybody. Raises `KeyError` for an unknown `form`.
    """
    if form == "phh":
        return phhs(hands, where)
    if form == "csv":
        return action_rows.rows(hands, where)
    if form == "pokergfx":
        return pokergfx.document(hands, where, left_out)
    one = {"ohh": ohh.hand, "pokerstars": pokerstars.hand}[form]
    found = []
    for hand in hands:
        try:
            Course(hand).check_folds()
            found.append(one(hand, where, hero))
        except NoWords as error:
            leave_out(left_out, hand.table, hand.number, str(error))
    return "".join(found)


__all__ = ["FORMS", "write"]
