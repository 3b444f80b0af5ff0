"""A wrong pot: the floor is called, or an antenna sees chips go in, out or elsewhere."""

from msgspec.structs import replace

from controller.contract.observations import Declared
from controller.contract.public import FloorCalled
from controller.contract.rules import Kind
from controller.table.dealing import late
from controller.table.rulings import Details, found
from controller.table.showdown import ask_no_more
from controller.table.state import (
    Betting,
    BoardDue,
    Over,
    Paying,
    Play,
    Showdown,
    beyond_ledger,
    lacking,
)


def floor_called(play: Play, said: Declared) -> None:
    """Report that a seat calls the floor; between hands the call is about the pot just awarded.

    Once the next hand runs, the target `pot` says so (ppc 23, fidpa 75-5).
    """
    over = bool(play.hand.awards)
    about = said.target or ("pot" if over else "")
    play.say(FloorCalled(said.seat, about))
    if about == "pot" and play.hand.number >= 2 - over:
        ask_no_more(play)
        _wrong_pot(play, said.seat)


def swept_in(play: Play) -> bool:
    """Find change swept into the pot together with the bets; return whether any was found."""
    hand = play.hand
    if not hand.change or not (hand.gathered or type(hand.stage) in {Betting, Over}):
        return False
    more = beyond_ledger(play.table, hand)
    if more <= 0:
        return False
    play.hand = replace(hand, change=(), surplus=more)
    found(
        play,
        Kind.POT_WRONG,
        seat=hand.change[-1],
        tags={"during-hand"},
        details=Details(amount=more),
    )
    return True


def taken_out(play: Play) -> None:
    """Find that chips were taken out of the pot while a hand runs: less lies there than before.

    If the pot holds no less than the table expects, nobody has taken anything.
    """
    hand, stage = play.hand, type(play.hand.stage)
    to_come = stage is Showdown and len(hand.board) < hand.game.board[-1]
    if not to_come and stage not in {Betting, Paying, BoardDue}:
        return
    lacks = lacking(play.table, hand)
    if not lacks:
        return
    if not any(ruling.kind is Kind.POT_WRONG for ruling in play.table.rulings):
        found(play, Kind.POT_WRONG, tags={"lacking"}, details=Details(amount=-lacks))


def _wrong_pot(play: Play, seat: int) -> None:
    if not any(ruling.kind is Kind.POT_WRONG for ruling in play.table.rulings):
        found(play, Kind.POT_WRONG, seat=seat, tags={noticed(play)})


def noticed(play: Play) -> str:
    """Return the word of `Remedy.when` for when a wrong pot is noticed."""
    if not play.hand.running:
        return "between-hands"
    return "substantial-action" if late(play.hand, play.house) else "next-hand"
