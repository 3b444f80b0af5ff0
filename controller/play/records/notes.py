"""Notes on a hand's irregularities, one line each, for formats that can't express them."""

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
    """Return the note for an event about an irregularity, or "" for any other event.

    The words are ids from the contract, so a program can parse them: what happened, the seat, the
    article and the outcome. The floor person's name is left out.
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
