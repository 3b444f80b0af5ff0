"""Bomb pots and kill pots: hands that begin with other chips than the level's blinds and antes.

In a bomb pot everybody posts an ante, nobody bets before the flop, and the flop is dealt at once
(common card room practice). In a kill pot of a limit game the limits are higher for one hand, and
who brought that about posts a blind of the size (Robert, kill pots): whoever has won two pots in a
row, or a whole pot of high-low that was five times the upper limit. They act in their turn. The
button and the blinds go on as ever in both.
"""

from msgspec.structs import replace

from controller.contract.commands import BombPot
from controller.contract.public import BombPotAsked
from controller.houses.model import House
from controller.table.games import Game
from controller.table.hand import Extras, Level, Over, Posting
from controller.table.play import Play
from controller.table.pots import Pot
from controller.table.state import Streak, Table, put

LARGE = 5
"""A pot of so many times the upper limit is killed by who wins all of it."""
IN_A_ROW = 2


def ask(play: Play, command: BombPot) -> str:
    """Let the next hand be a bomb pot, or not; return why it can't be, nothing when it is."""
    ante = command.ante or _usual(play.table, play.house)
    if command.called_off:
        ante = 0
    elif not play.house.game.bomb_pot_ante.value:
        return "no-bomb-pots"
    elif ante <= 0 or ante % play.table.fittings.unit:
        return "bad-amount"
    play.rest(bomb=ante)
    play.say(BombPotAsked(ante))
    return ""


def _usual(table: Table, house: House) -> int:
    level = table.next_level or table.level
    return house.game.bomb_pot_ante.value * level.big_blind


def next_bomb(table: Table, house: House) -> int:
    """Return the ante of a bomb pot that the next hand is, 0 when it is none."""
    every = house.game.bomb_pot_every.value
    if table.at_rest.bomb or not every or (table.played.hands + 1) % every:
        return table.at_rest.bomb
    return _usual(table, house)


def begins(play: Play, game: Game, stacks: tuple[int, ...]) -> tuple[Level, Extras | None]:
    """Return the level and the extras of the hand that begins, where it is such a pot."""
    table, house = play.table, play.house
    level = table.level
    if ante := next_bomb(table, house):
        play.rest(bomb=0)
        return replace(level, ante=ante, big_blind_ante=0), Extras(bomb=True)
    streak = table.at_rest.streak
    if streak is None or not _kills(table, streak, game, stacks):
        return level, None
    half = house.game.kill.value == "half"
    to = level.big_blind + (level.big_blind // 2 if half else level.big_blind)
    to += -to % table.fittings.unit
    return replace(level, big_blind=to), Extras(kill=streak.seat)


def _kills(table: Table, streak: Streak, game: Game, stacks: tuple[int, ...]) -> bool:
    """Return whether who has won so plays the next hand, and its limits can rise."""
    same = table.seats[streak.seat].name == streak.name
    return streak.kills and same and stacks[streak.seat] > 0 and game.structure == "limit"


def owed_in(due: Posting, level: Level, extras: Extras | None, stacks: tuple[int, ...]) -> Posting:
    """Return what is owed at the beginning of such a hand; `due` is what the table's level says."""
    if extras is None:
        return due
    if extras.bomb:
        antes = tuple([min(level.ante, stack) for stack in stacks])
        return Posting(antes, (0,) * len(stacks))
    seat = extras.kill
    blind = min(level.big_blind, stacks[seat] - due.antes[seat])
    return replace(due, blinds=put(due.blinds, seat, max(blind, due.blinds[seat])))


def note_win(play: Play, pots: tuple[Pot, ...]) -> None:
    """Keep who has won all of a hand's pots, and how often in a row: the next may be killed."""
    hand, house = play.hand, play.house
    winners = {won.seat for won in hand.awards}
    if len(winners) != 1 or type(hand.stage) is not Over:
        play.rest(streak=None)
        return
    seat = winners.pop()
    name, before = play.table.seats[seat].name, play.table.at_rest.streak
    again = before is not None and (before.seat, before.name) == (seat, name)
    pots_won = before.pots + 1 if again and before is not None else 1
    if house.game.kill_after.value == "scoop":
        upper = play.table.level.big_blind * hand.game.limit_bets[-1]
        kills = hand.game.high_low and sum(pot.amount for pot in pots) >= LARGE * upper
    else:
        kills = pots_won >= IN_A_ROW
    play.rest(streak=Streak(seat, name, pots_won, kills))
