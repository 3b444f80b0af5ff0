"""Statements in a room's scenario about staff, conduct, and simple reports from tables."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from controller.contract.venue import inputs
from controller.contract.venue.floor import direction
from controller.contract.venue.floor.chips import ChipsFound, SatWrongly, StackShort
from controller.contract.venue.floor.conduct import Excuse, Offence, sanction_of
from controller.contract.venue.kinds import RoomInput
from controller.contract.venue.prizes import registration
from controller.contract.venue.seats import Seat

Words = list[str]
Inputs = dict[str, Callable[[Words], RoomInput]]
"""Maps each statement's syntax to the function that makes an input from the statement's words."""


def seat_of(words: str) -> Seat:
    """Return the seat written as `3-7` (table 3, seat 7); raises `ValueError`."""
    table, seat = words.split("-")
    return Seat(int(table), int(seat))


def entered(player: str) -> inputs.PlayerEntered:
    """Return the input for the entry of a player who passes every check that a house may make."""
    return inputs.PlayerEntered(
        player=player, identified=True, of_age=True, receipt=True, membership="number"
    )


def after(words: Words, name: str, default: str) -> str:
    """Return the word after `name`, or `default` if `words` does not contain `name`."""
    return words[words.index(name) + 1] if name in words else default


def amounts(words: Iterable[str]) -> dict[str, int]:
    """Return the amounts written as `ID=AMOUNT`, by player."""
    return {who: int(amount) for who, _, amount in (word.partition("=") for word in words)}


def _deal(words: Words) -> inputs.PrizesShared:
    at = words.index("agreed")
    return inputs.PrizesShared(shares=amounts(words[:at]), agreed=tuple(words[at + 1 :]))


def _stack(words: Words) -> inputs.StackCounted:
    chips = {int(value): int(n) for n, _, value in (word.partition("x") for word in words[1:])}
    return inputs.StackCounted(seat=seat_of(words[0]), chips=chips)


def _deck(words: Words) -> inputs.DeckChanged:
    why: Any = words[1]
    return inputs.DeckChanged(table=int(words[0]), why=why, done="done" in words)


def _conduct(words: Words) -> inputs.ConductNoted:
    names, offence, *rest = words
    player, *others = names.split(",")
    excuse = after(rest, "excuse", "")
    return inputs.ConductNoted(
        player=player, others=tuple(others), offence=Offence(offence),
        sanction=next((word for word in rest if sanction_of(word) is not None), ""),
        deliberate="deliberate" in rest, director="director" in rest,
        hand=int(after(rest, "hand", "0")), bound="bound" in rest,
        excuse=Excuse(excuse) if excuse else None,
    )  # fmt: skip


STAFF: Final[Inputs] = {
    "unsold T-S": lambda words: inputs.StackUnsold(seat=seat_of(words[0])),
    "stack T-S PIECESxVALUE ...": _stack,
    "prizes POOL SHARE ...": lambda words: inputs.PrizesPosted(
        pool=int(words[0]), shares=tuple(map(int, words[1:]))
    ),
    "deal ID=SHARE ... agreed ID ...": _deal,
    "cancel [WHY]": lambda words: inputs.TournamentCancelled(why=" ".join(words)),
    # A table's deck must be changed; the reason is the word after T. `done` means that the new deck
    # is in place.
    "deck T dealer|level|order|player [done]": _deck,
    # An offence by one or more players is recorded, with the sanction imposed or the excuse
    # accepted.
    "conduct ID[,ID ...] OFFENCE [SANCTION] [deliberate] [director] [excuse E] ...": _conduct,
    "appeal N": lambda words: inputs.AppealMade(incident=int(words[0])),
    "decide N stands|reversed": lambda words: inputs.AppealDecided(
        incident=int(words[0]), stands=words[1] == "stands"
    ),
    "readmit ID": lambda words: inputs.PlayerReadmitted(player=words[0]),
    "refund ID [WHY]": lambda words: registration.EntryRefunded(
        player=words[0], why=" ".join(words[1:])
    ),
    "announces ID CHIPS": lambda words: registration.RebuyAnnounced(
        player=words[0], chips=int(words[1])
    ),
    "pays ID": lambda words: registration.RebuyPaid(player=words[0]),
    "bets ID CHIPS": lambda words: registration.BetBehind(player=words[0], chips=int(words[1])),
    "adds ID CHIPS": lambda words: inputs.ChipsBought(
        player=words[0], chips=int(words[1]), addon=True
    ),
    "delegate NAME [off]": lambda words: direction.ClockDelegated(
        to=words[0], on="off" not in words
    ),
    "colours CHIP INTO ID ...": lambda words: direction.ColourUpAsked(
        players=tuple(words[2:]), chip=int(words[0]), into=int(words[1])
    ),
    "reports ID OFFENCE [BY]": lambda words: direction.OffenceReported(
        player=words[0], offence=Offence(words[1]), by=words[2] if len(words) > 2 else ""
    ),
    "dismiss ID": lambda words: direction.ReportDismissed(player=words[0]),
    "short ID CHIPS": lambda words: StackShort(player=words[0], chips=int(words[1])),
    "turns-up CHIPS [ID]": lambda words: ChipsFound(
        chips=int(words[0]), whose=words[1] if len(words) > 1 else ""
    ),
    "wrongly ID T-S": lambda words: SatWrongly(player=words[0], seat=seat_of(words[1])),
    "redraw [CARD ...]": lambda words: inputs.RedrawAsked(cards=tuple(words)),
    "draw SECRET [WITNESS]": lambda words: inputs.SeatsDrawn(
        secret=words[0], witness=words[1] if len(words) > 1 else ""
    ),
    "begin": lambda _: inputs.PlayStarted(),
    "move ID T-S": lambda words: inputs.PlayerMoved(player=words[0], seat=seat_of(words[1])),
    "agree ID": lambda words: inputs.MoveAnswered(player=words[0]),
    "decline ID": lambda words: inputs.MoveAnswered(player=words[0], yes=False),
    "call-off ID": lambda words: inputs.MoveCalledOff(player=words[0]),
    "buys ID CHIPS": lambda words: inputs.ChipsBought(player=words[0], chips=int(words[1])),
    "level N": lambda words: inputs.LevelJumped(index=int(words[0])),
    # The room is put on hold after the current hands.
    "hold NAME [clock-runs]": lambda words: inputs.RoomHeld(
        name=words[0], clock_runs="clock-runs" in words
    ),
    "release NAME": lambda words: inputs.RoomReleased(name=words[0]),
    "hand-for-hand on|off [by-street]": lambda words: inputs.HandForHand(
        on=words[0] == "on", by_street="by-street" in words
    ),
    "remove ID [WHY]": lambda words: inputs.PlayerRemoved(
        player=words[0], why=words[1] if len(words) > 1 else "disqualified"
    ),
    "found ID COUNT CHIP": lambda words: inputs.SmallChipsFound(
        player=words[0], count=int(words[1]), chip=int(words[2])
    ),
    "silent T": lambda words: inputs.TableHeard(table=int(words[0]), heard=False),
    "heard T": lambda words: inputs.TableHeard(table=int(words[0]), heard=True),
    "street T": lambda words: inputs.StreetEnded(table=int(words[0])),
    "held T": lambda words: inputs.TableHeld(table=int(words[0])),
    # A table refuses an order (by type) that is not about a player.
    "denies T ORDER WHY": lambda words: inputs.OrderRefused(
        table=int(words[0]), kind=words[1], why=words[2]
    ),
}
"""The statements about staff actions and reports from tables."""
