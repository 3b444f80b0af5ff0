"""Recorded hands in the forms that other people's tools read.

Each form is written from one hand record (`controller.play.records.hand_record`); `course` says
what its words come to in chips. Start with `write`: it knows every form by its name.
"""

from collections.abc import Iterable

from controller.play.formats import action_rows, ohh, pokergfx, pokerstars
from controller.play.formats.course import NoWords
from controller.play.records.hand_record import NOWHERE, HandRecord, Where
from controller.play.records.phh_left_out import LeftOut

FORMS = ("phh", "ohh", "pokerstars", "csv", "pokergfx")
"""Every form, by what the command line calls it."""


def write(
    form: str,
    hands: Iterable[HandRecord],
    where: Where = NOWHERE,
    left_out: list[LeftOut] | None = None,
    hero: str = "",
) -> str:
    """Return hands as the text of a file of this form; those without words join `left_out`.

    `hero` is the player whose hands they are, where they are somebody's. Raises `KeyError` for a
    form that is none of `FORMS`.
    """
    if form == "phh":
        texts = (f"[{place}]\n{hand.text(where)}" for place, hand in enumerate(hands, start=1))
        return "\n".join(texts)
    if form == "csv":
        return action_rows.rows(hands, where)
    if form == "pokergfx":
        unsaid: list[tuple[HandRecord, str]] = []
        text = pokergfx.document(hands, where, unsaid)
        if left_out is not None:
            left_out += [LeftOut(hand.table, hand.number, why) for hand, why in unsaid]
        return text
    one = {"ohh": ohh.hand, "pokerstars": pokerstars.hand}[form]
    found = []
    for hand in hands:
        try:
            found.append(one(hand, where, hero))
        except NoWords as error:
            if left_out is not None:
                left_out.append(LeftOut(hand.table, hand.number, error.why))
    return "".join(found)


__all__ = ["FORMS", "write"]
