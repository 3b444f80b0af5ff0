"""One-line notes on a hand's irregularities, for formats that have no fields for them."""

from controller.contract.public import (
    ActionUndone,
    BoardChanged,
    CardsSeen,
    HandKilled,
    IrregularityFound,
    PublicEvent,
    RulingClosed,
    RulingOpened,
)


def note_of(event: PublicEvent) -> str:
    """Return a note for an event about an irregularity, or "" for any other event.

    A note states what happened, the seat, the article and the outcome. It is made of fixed words
    and ids, so that a program can parse it. It leaves out the floor person's name.
    """
    match event:
        case IrregularityFound(kind=kind, seat=seat, article=article, outcome=outcome):
            return _line(kind, seat, article, outcome)
        case RulingOpened(kind=kind, article=article, steps=steps):
            return _line("ruling", 0, article, f"{kind}: " + ", ".join(step.word for step in steps))
        case RulingClosed(outcome=outcome):
            return _line("ruling", 0, "", f"closed, {outcome}")
        case HandKilled(seat=seat, reason=reason, article=article):
            return _line("hand killed", seat, article, reason)
        case ActionUndone(seat=seat):
            return _line("action undone", seat, "", "")
        case BoardChanged(cards=cards):
            return _line("board mended", 0, "", " ".join(cards))
        case CardsSeen(seat=seat):
            return _line("mucked hand seen", seat, "", "")
    return ""


def _line(what: str, seat: int, article: str, more: str) -> str:
    where = f" of seat {seat}" * (seat > 0) + f" ({article})" * bool(article)
    return f"{what}{where}" + f": {more}" * bool(more)
