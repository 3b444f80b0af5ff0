"""Players' own requests about the waiting list and deals, made through their secret link."""

from typing import assert_never

from controller.contract.venue.cash_game import waiting as w
from controller.contract.venue.prizes.deals import DealAnswered, OwnDeal
from controller.venue.core.refusals import No
from controller.venue.core.take_input import Turn
from controller.venue.store.persons import people


def own_wait(turn: Turn, asked: w.OwnWait | OwnDeal, source: str) -> None:
    """Carry out a player's own request; a refused one is not logged. Raises `No`.

    A player who says that they are coming must still check in at the desk, because seats are sold
    there.
    """
    who = people.by_link(turn.connection, asked.link) if asked.link else None
    if who is None:
        raise No("no-such-link")
    said = (
        DealAnswered(player=who.id, agrees=asked.agrees)
        if isinstance(asked, OwnDeal)
        else _said(asked, who.id)
    )
    # Anybody with a link can repeat this at will: it must not fill the log.
    if why := turn.would_refuse(said):
        raise No(why)
    turn.happen(said, who.id, source)


def _said(
    asked: w.OwnWait, player: str
) -> w.ListJoined | w.ListLeft | w.ComingSaid | w.CallAnswered:
    match asked.wish:
        case "join":
            return w.ListJoined(player=player, tables=asked.tables)
        case "leave":
            return w.ListLeft(player=player)
        case "come":
            return w.ComingSaid(player=player)
        case "pass":
            return w.CallAnswered(player=player, comes=False)
    assert_never(asked.wish)
