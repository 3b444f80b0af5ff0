"""A table with a hand dealt and a floor that has a name, for the tests of what the floor does."""

import random

import msgspec

from controller.contract import commands as c
from controller.contract.observations import FloorSaid
from controller.contract.public import (
    PublicEvent,
)
from controller.houses.loader import load_house
from controller.table.state.table import new_table
from tests.controller.table.random_table import PlayedTable


def table_of(players: int, house: str = "ppc") -> PlayedTable:
    """Return a table with stacks of 1000, the button before 1, a hand dealt."""
    play = PlayedTable(load_house(house), random.Random(1), new_table(players, keyed=True))
    assert not play.command(c.SetLevel(50, 100))
    for seat in range(1, players + 1):
        assert not play.command(c.SitDown(seat, f"P{seat}", 1000))
    assert not play.command(c.SetButton(1))
    assert not play.start()
    play.deal()
    return play


def said(play: PlayedTable, kind: type[PublicEvent]) -> list[PublicEvent]:
    """Return the events of a kind so far."""
    return [event for event in play.events if isinstance(event, kind)]


def order(play: PlayedTable, command: c.Command, by: str = "Nina") -> str:
    """Return a command in somebody's name; why it was refused."""
    text = msgspec.json.encode(command).decode()
    return play.tell(FloorSaid(play.table.at, by, text)).refused


def over(play: PlayedTable) -> None:
    """Let everybody fold: the hand is over, and nothing is open."""
    while play.table.hand.running:
        play.key(play.look().turn, "fold")


def looks(play: PlayedTable) -> object:
    """Return what an undo brings back: the whole public view but for the burns, which lie."""
    return msgspec.structs.replace(play.look(), burned=0, clock_left=0)


def no_burn(players: int = 3) -> PlayedTable:
    """Return a table with a ruling open: a flop without a burn."""
    play = table_of(players)
    for _ in range(players - 1):
        play.key(play.look().turn, "call")
    play.key(play.look().turn, "check")
    for _ in range(3):
        play.card("board")
    assert play.look().rulings
    return play
