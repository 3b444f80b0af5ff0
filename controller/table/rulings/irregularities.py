"""An irregularity is found: the house is asked, and the ruling opened that its remedy asks for."""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from controller.contract.public import FoundView, IrregularityFound, RulingOpened
from controller.contract.rules import CHANGE, Kind, Outcome, Street, Subject
from controller.houses.model import FLOOR_DECIDES, Remedy
from controller.table.rulings import goals
from controller.table.rulings.void_hands import void_hand, voids
from controller.table.state import Idle, Noted, Play, Ruling

RANK = {subject: place for place, subject in enumerate(Subject)}
"""In which order irregularities are ruled on when there are several: as subjects are listed."""


class Details(NamedTuple):
    """What is told of an irregularity besides: two zones in which one tag is read at once, chips.

    The `amount` of a wrong pot is what it has too much, less than 0 what it lacks.
    """

    zones: tuple[str, ...] = ()
    amount: int = 0


NO_DETAILS = Details()


def found(
    play: Play,
    kind: Kind,
    *,
    seat: int = 0,
    street: Street | None = None,
    tags: Iterable[str] = (),
    cards: tuple[str, ...] = (),
    details: Details = NO_DETAILS,
) -> Remedy:
    """Announce that something went wrong, and open the ruling that its remedy asks for.

    `tags` describe the case in the words of `Remedy.when`; `cards` are the cards concerned.
    Returns the remedy: where it has no steps, its outcome is for the caller to carry out.
    """
    case = frozenset(tags) | ({street} if street else set())
    remedy = play.house.remedy(kind, case)
    if not remedy.steps:
        note(
            play,
            kind,
            remedy.article,
            seat=seat,
            street=street,
            outcome=remedy.outcome,
            amount=details.amount,
        )
        return remedy
    outcome = remedy.outcome if kind in CHANGE and remedy.steps != FLOOR_DECIDES else Outcome.NONE
    play.say(IrregularityFound(kind, remedy.article, street, seat, outcome, *details))
    ruling = open_ruling(play, remedy, seat=seat, street=street, tags=case, cards=cards)
    if details is not NO_DETAILS:
        ruling = replace(ruling, zones=details.zones, amount=details.amount)
        put_ruling(play, ruling)
    if voids(ruling) and remedy.outcome != Outcome.CHOOSE and play.hand.running:
        void_hand(play, kind, remedy.article)
    return remedy


def note(
    play: Play,
    kind: Kind,
    article: str,
    *,
    seat: int,
    street: Street | None = None,
    outcome: Outcome,
    amount: int = 0,
) -> None:
    """Announce that something went wrong that stops nobody, and what comes of it."""
    play.say(IrregularityFound(kind, article, street, seat, outcome, amount=amount))
    hand = play.hand
    if type(hand.stage) is not Idle:
        view = FoundView(kind, article, street, seat, outcome, amount)
        play.record(noted=Noted(view, hand.number, hand.rounds))


def open_ruling(
    play: Play,
    remedy: Remedy,
    *,
    seat: int,
    street: Street | None = None,
    tags: frozenset[str] = frozenset(),
    cards: tuple[str, ...] = (),
    by: str = "",
) -> Ruling:
    """Open a ruling; `by` is who of the floor asks for its steps."""
    chooses = remedy.outcome == Outcome.CHOOSE and remedy.kind.subject is Subject.DEAL
    ruling = Ruling(
        play.table.record.ruled + 1,
        remedy.kind,
        remedy.article,
        street,
        seat,
        goals.resolve(play, remedy, seat, street, cards),
        tuple(sorted(tags)),
        cards,
        owner=seat if chooses else 0,
        since=play.at,
    )
    rulings = tuple(sorted((*play.table.rulings, ruling), key=_rank))
    play.table = replace(play.table, rulings=rulings)
    play.record(ruled=ruling.id)
    announce(play, ruling, by)
    return ruling


def amend(
    play: Play,
    ruling: Ruling,
    remedy: Remedy,
    *,
    tags: Iterable[str],
    cards: tuple[str, ...],
    by: str = "",
) -> Ruling:
    """Put better steps in the place of an open ruling's, now that more is known of the case."""
    chooses = remedy.outcome == Outcome.CHOOSE and remedy.kind.subject is Subject.DEAL
    steps = goals.resolve(play, remedy, ruling.seat, ruling.street, cards)
    better = replace(
        ruling,
        kind=remedy.kind,
        article=remedy.article,
        steps=steps,
        tags=tuple(sorted(tags)),
        cards=cards,
        done=0,
        agreed=(),
        owner=ruling.seat if chooses else 0,
    )
    put_ruling(play, better)
    if [step.said for step in steps] != [step.said for step in ruling.steps]:
        announce(play, better, by)
    return better


def re_rule(play: Play, ruling: Ruling, tags: frozenset[str], cards: tuple[str, ...]) -> None:
    """Ask the house again, now that more is known of the case and of its cards."""
    remedy = play.house.remedy(ruling.kind, tags)
    better = amend(play, ruling, remedy, tags=tags, cards=cards)
    if voids(better) and play.hand.running:
        void_hand(play, ruling.kind, remedy.article)


def announce(play: Play, ruling: Ruling, by: str = "") -> None:
    """Tell the steps of a ruling as they are now."""
    steps = tuple(step.said for step in ruling.steps)
    play.say(RulingOpened(ruling.id, ruling.kind, ruling.article, steps, by))


def put_ruling(play: Play, ruling: Ruling) -> None:
    """Put a ruling in the place of the one with its id."""
    rulings = tuple([ruling if r.id == ruling.id else r for r in play.table.rulings])
    play.table = replace(play.table, rulings=rulings)


def _rank(ruling: Ruling) -> int:
    return RANK[ruling.kind.subject]
