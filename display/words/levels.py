"""A tournament's numbers in words: blinds, antes, the next level, and the average stack.

Most texts have several progressively shorter wordings, for screens with little space.
"""

from controller.contract.public import LevelView, PublicState
from controller.contract.rules import Phase
from display.words.names import N_, Words
from display.words.vocabulary import BETTING, GAMES


def blinds(level: LevelView, said: Words) -> tuple[str, ...]:
    """Return the small and big blinds, in progressively shorter wordings."""
    return _pair(level.small_blind, level.big_blind, said)


def played(game: str, structure: str, said: Words) -> str:
    """Return the game and its betting structure, or "" for no-limit hold'em, the default."""
    return "" if (game, structure) == ("holdem", "no-limit") else game_name(game, structure, said)


def game_name(game: str | None, structure: str | None, said: Words) -> str:
    """Return the game and its betting structure in words, or "" if either of them is missing."""
    if not game or not structure:
        return ""
    game, structure = GAMES.get(game, game), BETTING.get(structure, structure)
    return said.say(N_("{game}, {betting}"), game=said.say(game), betting=said.say(structure))


def special(state: PublicState, said: Words) -> str:
    """Return a notice about a time charge, bomb pot or kill pot, or "" if there is none."""
    each = max((paid.amount for paid in state.timed if paid.seat), default=0)
    if each:
        return said.say(N_("Time charge: {amount} each"), amount=said.amount(each))
    if state.bomb_pot:
        text = (
            N_("Bomb pot, {amount}") if state.boards == 1 else N_("Bomb pot, two boards, {amount}")
        )
        return said.say(text, amount=said.amount(state.bomb_pot))
    return said.say(N_("Kill pot, {amount}"), amount=said.amount(state.kill)) if state.kill else ""


def antes(level: LevelView, said: Words, *, by_button: bool = False) -> tuple[str, ...]:
    """Return the level's ante in progressively shorter wordings.

    If there is no ante, return a single empty string. `by_button` means that the button posts a
    single ante for the whole table.
    """
    amount, text = level.big_blind_ante, N_("Big blind ante {amount}")
    if by_button:
        text = N_("Button ante {amount}")
    if not amount:
        amount, text = level.ante, N_("Ante {amount}")
    if not amount:
        return ("",)
    figures = (said.amount(amount), said.short_amount(amount))
    return tuple(said.say(text, amount=figure) for figure in figures)


def next_level(level: LevelView, said: Words) -> tuple[str, ...]:
    """Return the next level and when it begins, in progressively shorter wordings.

    If neither is known, return a single empty string.
    """
    time = "" if level.next_in is None else said.clock(level.next_in)
    if not time and not rises(level):
        return ("",)
    if not level.next_big_blind:
        return (said.say(N_("Next level in {time}"), time=time) if time else "",)
    pairs = _pair(level.next_small_blind, level.next_big_blind, said)
    text = N_("{blinds} in {time}") if time else N_("From the next hand: {blinds}")
    return tuple(said.say(text, blinds=pair, time=time) for pair in pairs)


def rises(level: LevelView) -> bool:
    """Return whether the next level is known to change the blinds, the ante or the game."""
    now = (level.small_blind, level.big_blind, level.ante, level.big_blind_ante)
    coming = (
        level.next_small_blind, level.next_big_blind, level.next_ante, level.next_big_blind_ante,
    )  # fmt: skip
    games = level.next_game is not None or level.next_structure is not None
    return bool(level.next_big_blind) and (now != coming or games)


def next_blinds(level: LevelView, said: Words) -> str:
    """Return the next level's blinds in as few characters as possible."""
    small, big = level.next_small_blind, level.next_big_blind
    return f"\N{RIGHTWARDS ARROW} {_pair(small, big, said)[-1]}"


def average(state: PublicState, said: Words) -> tuple[str, ...]:
    """Return the average stack of the players with chips, in progressively shorter wordings.

    If the house hides stacks or nobody has chips, return a single empty string.
    """
    seated = [seat for seat in state.seats if seat.status != "empty"]
    over = state.phase is Phase.OVER
    stacks = [(seat.stack or 0) + (0 if over else seat.committed or 0) for seat in seated]
    players = sum(map(bool, stacks))
    if not players or any(seat.stack is None or seat.bet is None for seat in seated):
        return ("",)
    mean = sum(stacks) // players
    whole, short = said.amount(mean), said.short_amount(mean)
    count = said.count("{n} player", "{n} players", players)
    text = N_("Average stack {amount}")
    ways = [f"{said.say(text, amount=amount)} · {count}" for amount in (whole, short)]
    return (*ways, said.say(text, amount=short))


def _pair(small: int, big: int, said: Words) -> tuple[str, ...]:
    return tuple(f"{figure(small)} / {figure(big)}" for figure in (said.amount, said.short_amount))
