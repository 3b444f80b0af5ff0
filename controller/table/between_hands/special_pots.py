"""Bomb pots and kill pots: hands that start with posts other than the level's blinds and antes.

In a bomb pot, everybody posts an ante, nobody bets preflop, and the flop is dealt immediately
(common card room practice). A bomb pot may have two boards, each for half of every pot. They are
side by side: on each street, a single burn is followed by the first board's cards and then the
second board's.

In a kill pot in a limit game, the limits are higher for one hand, and the player who caused it
posts a larger blind (Robert, kill pots). A player causes it by winning two pots in a row, or a
whole high-low pot of at least five times the upper limit. This player acts in the usual order.

The button and the blinds move as usual in both.
"""

from msgspec.structs import replace

from controller.contract.commands import BombPot, KillPot
from controller.contract.public import BombPotAsked, KillPotAsked
from controller.houses.model import House
from controller.table.state import (
    Extras,
    Game,
    Hand,
    Level,
    Play,
    Posting,
    Pot,
    Streak,
    Table,
    on_two_boards,
    put,
)

LARGE = 5
"""A scooped pot of at least this many times the upper limit makes the next hand a kill pot."""
IN_A_ROW = 2
HOUSES_ANTE = -1
"""Stands for the house's usual ante in the stored order for a bomb pot.

The usual ante is a multiple of the big blind of the level at which the hand is played.
"""


def order_bomb_pot(play: Play, command: BombPot) -> str:
    """Order a bomb pot for the next hand, or cancel it.

    Return the id of the reason for a refusal, or "" if the command is carried out.
    """
    ante = command.ante or _usual(play.table, play.house)
    boards = command.boards or play.house.game.bomb_pot_boards.value
    if command.called_off:
        ante, boards = 0, 1
    elif not play.house.game.bomb_pot_ante.value:
        return "no-bomb-pots"
    elif ante <= 0 or ante % play.table.fittings.unit or boards not in {1, 2}:
        return "bad-amount"
    play.rest(bomb=HOUSES_ANTE if ante and not command.ante else ante, boards=boards)
    play.say(BombPotAsked(ante, boards))
    return ""


def ask_again(play: Play, hand: Hand) -> None:
    """Order the same bomb pot again for the next hand, because `hand` was voided."""
    usual = hand.level.ante == play.house.game.bomb_pot_ante.value * hand.level.big_blind
    play.rest(bomb=HOUSES_ANTE if usual else hand.level.ante, boards=hand.game.boards)


def _level(table: Table) -> Level:
    """Return the level of the next hand; a voided hand that is redealt keeps its level."""
    if table.next_level is None or table.played.redeal is not None:
        return table.level
    return table.next_level


def _usual(table: Table, house: House) -> int:
    return house.game.bomb_pot_ante.value * _level(table).big_blind


def order_kill_pot(play: Play, command: KillPot) -> str:
    """Order a kill pot for the next hand, or cancel it; the command names the seat that posts.

    Return the id of the reason for a refusal, or "" if the command is carried out.
    """
    table, seat = play.table, 0 if command.called_off else command.by
    why = "" if command.called_off else _not_killed_by(table, play.house, seat)
    if play.hand.running or why:
        return why or "hand-running"
    streak = table.at_rest.streak
    if seat:
        streak = Streak(seat, table.seats[seat].name, IN_A_ROW, kills=True)
    elif streak is not None:
        streak = replace(streak, kills=False)
    play.rest(streak=streak)
    play.say(KillPotAsked(seat))
    return ""


def _not_killed_by(table: Table, house: House, seat: int) -> str:
    if house.game.kill.value == "none":
        return "no-kill-pots"
    if not 1 <= seat < len(table.seats):
        return "no-such-seat"
    return "" if table.seats[seat].taken else "seat-empty"


def next_kill(table: Table, game: Game, house: House) -> int:
    """Return the increased big blind of the next hand if it is a kill pot, otherwise 0."""
    streak = table.at_rest.streak
    if streak is None or next_bomb(table, house)[0]:
        return 0
    stacks = tuple([seat.stack for seat in table.seats])
    killed = _kills(table, streak, game, stacks)
    return _raised(table, _level(table), house) if killed else 0


def _raised(table: Table, level: Level, house: House) -> int:
    half = house.game.kill.value == "half"
    to = level.big_blind + (level.big_blind // 2 if half else level.big_blind)
    return to + -to % table.fittings.unit


def next_bomb(table: Table, house: House) -> tuple[int, int]:
    """Return the next hand's bomb pot ante (0 if it isn't one) and its number of boards.

    If the next hand is the redeal of a voided hand, it is a bomb pot only if the voided hand was
    one (tda 35-C). Voided hands are not counted in the interval between bomb pots.
    """
    every, rest, played = house.game.bomb_pot_every.value, table.at_rest, table.played
    if played.redeal is not None and not played.redeal.bomb:
        return 0, 1
    if rest.bomb == HOUSES_ANTE:
        return _usual(table, house), rest.boards
    if rest.bomb or not every or (played.hands - played.void + 1) % every:
        return rest.bomb, rest.boards
    return _usual(table, house), house.game.bomb_pot_boards.value


def begin_special_pot(
    play: Play, game: Game, stacks: tuple[int, ...], players: int
) -> tuple[Level, Game, Extras | None]:
    """Return a new hand's level and game, with extras if it is a bomb pot or kill pot.

    `players` is the number of seats that are dealt in.
    """
    table, house = play.table, play.house
    level = table.level
    ante, boards = next_bomb(table, house)
    if ante:
        play.rest(bomb=0, boards=1)
        game = on_two_boards(game, players) if boards > 1 else game
        return replace(level, ante=ante, big_blind_ante=0), game, Extras(bomb=True)
    streak = table.at_rest.streak
    if streak is None or not _kills(table, streak, game, stacks):
        return level, game, None
    return replace(level, big_blind=_raised(table, level, house)), game, Extras(kill=streak.seat)


def _kills(table: Table, streak: Streak, game: Game, stacks: tuple[int, ...]) -> bool:
    """Return whether the wins recorded in `streak` make the next hand a kill pot.

    The game must be limit. The player who won must still be in the same seat, and have chips.
    """
    same = table.seats[streak.seat].name == streak.name
    return streak.kills and same and stacks[streak.seat] > 0 and game.structure == "limit"


def special_posts(
    due: Posting, level: Level, extras: Extras | None, stacks: tuple[int, ...]
) -> Posting:
    """Return a hand's opening posts, adapted to a special pot.

    `due` contains the level's usual posts; they are returned if `extras` is None.
    """
    if extras is None:
        return due
    if extras.bomb:
        antes = tuple([min(level.ante, stack) for stack in stacks])
        return Posting(antes, (0,) * len(stacks))
    seat = extras.kill
    blind = min(level.big_blind, stacks[seat] - due.antes[seat])
    return replace(due, blinds=put(due.blinds, seat, max(blind, due.blinds[seat])))


def note_win(play: Play, pots: tuple[Pot, ...]) -> None:
    """Record who won all pots, for how many hands in a row, and whether a kill pot follows.

    If two wins in a row cause a kill pot (`two-wins`), a player on a streak who shares a pot keeps
    the streak (Robert, kill pots).
    """
    hand, house = play.hand, play.house
    winners = {won.seat for won in hand.awards}
    before = play.table.at_rest.streak
    scoops = house.game.kill_after.value == "scoop"
    if not scoops and before is not None and len(winners) > 1 and before.seat in winners:
        return
    if len(winners) != 1:
        play.rest(streak=None)
        return
    seat = winners.pop()
    name = play.table.seats[seat].name
    again = before is not None and (before.seat, before.name) == (seat, name)
    pots_won = before.pots + 1 if again and before is not None else 1
    if scoops:
        upper = play.table.level.big_blind * hand.game.limit_bets[-1]
        kills = hand.game.high_low and sum(pot.amount for pot in pots) >= LARGE * upper
    else:
        kills = pots_won >= IN_A_ROW
    play.rest(streak=Streak(seat, name, pots_won, kills))
