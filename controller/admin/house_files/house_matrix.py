"""`tapis house matrix`: shows how a table responds when a card moves between any two zones."""

from collections.abc import Iterable
from typing import Annotated, Final

import typer

from controller.admin.house_files.house_options import AsJson, Name, console, print_json
from controller.contract.errors import ExitCode, WrongOption
from controller.houses.loader import load_house
from controller.play.matrix import Answer, Says, answer, cells
from controller.play.situations import SITUATIONS
from display.words.command_line.chosen import LanguageOption, words_for
from display.words.irregularities import RULINGS
from display.words.locale import N_
from display.words.names import Words

MOMENTS: Final[dict[str, str]] = {
    "before": N_("before the first hand"),
    "dealing": N_("during the deal"),
    "preflop": N_("before the flop, with a player to act"),
    "round-over": N_("after the betting round, with bets not yet gathered"),
    "burn-due": N_("the burn is due"),
    "board-due": N_("the flop is due"),
    "flop-begun": N_("one card of the flop is on the board"),
    "flop": N_("on the flop, nothing to call"),
    "flop-bet": N_("on the flop, a bet to call"),
    "turn-due": N_("the turn is due"),
    "turn": N_("on the turn, nothing to call"),
    "river": N_("on the river, a bet to call"),
    "all-in": N_("all players all-in, hands face up"),
    "showdown": N_("at the showdown"),
    "over": N_("the hand is over"),
    "board-ruling": N_("a ruling about the board is pending"),
    "bet-ruling": N_("a ruling about a bet is pending"),
    "paused": N_("the floor has stopped play"),
    "floor-called": N_("the floor has been called"),
}
ORIGINS: Final[dict[str, str]] = {
    "stub": N_("from the stub"),
    "own": N_("from the hand of the player to act"),
    "other": N_("from another live hand"),
    "board": N_("from the board"),
    "burn": N_("from the burn pile"),
    "muck": N_("from the muck"),
    "off": N_("a dropped card belonging to the player to act"),
    "deck": N_("from another deck"),
    "unknown": N_("a card that was never enrolled"),
}
PLACES: Final[dict[str, str]] = {
    "own": N_("to the hand of the player to act"),
    "other": N_("to another live hand"),
    "folded": N_("to a folded player"),
    "empty": N_("to an empty seat"),
    "front": N_("beyond the betting line of the player to act"),
    "other-front": N_("beyond another player's betting line"),
    "board": N_("to the board"),
    "burn": N_("to the burn pile"),
    "muck": N_("to the muck"),
    "pot": N_("to the pot"),
    "stub": N_("into the stub"),
    "off": N_("off the table"),
}
MANY: Final[dict[str, str]] = {"one": N_("one card"), "all": N_("several cards at once")}
SAYS: Final[dict[str, str]] = {
    Says.PLAY: N_("regular play"),
    Says.IRREGULAR: N_("irregular"),
    Says.ASKS: N_("asks the player"),
    Says.LATER: N_("ruled on when play resumes"),
    Says.NOTHING: N_("does not affect the table"),
}


def matrix_command(
    name: Name,
    moment: Annotated[
        list[str] | None,
        typer.Option(
            help="Try moves only at this moment in a hand (such as flop); by default, at every "
            "moment."
        ),
    ] = None,
    trouble: Annotated[
        bool,
        typer.Option(
            "--trouble", help="Show only moves that get no answer, or leave no way to continue."
        ),
    ] = False,
    as_json: AsJson = False,
    language: LanguageOption = "",
) -> None:
    """Try moving a card from every zone to every other zone, and report the table's responses.

    Status 1: a move gets no answer, or leaves the table with no way to continue.
    """
    said = words_for(language, as_json=as_json)
    for one in moment or ():
        if one not in SITUATIONS:
            raise WrongOption(
                N_("{moment} is not a moment in a hand; choose one of {moments}"),
                moment=one, moments=", ".join(SITUATIONS),
            )  # fmt: skip
    house = load_house(name)
    asked = [cell for cell in cells() if not moment or cell.moment in moment]
    answers = (answer(house, cell) for cell in asked)
    played = [one for one in answers if one is not None]
    wrong = [one for one in played if one.is_trouble]
    shown = wrong if trouble else played
    if as_json:
        print_json(shown)
    else:
        _print(shown, said)
        text = N_("{n} moves tried; {wrong} got no answer, or left no way to continue")
        console().print(said.say(text, n=len(played), wrong=len(wrong)), markup=False)
    if wrong:
        raise typer.Exit(ExitCode.NOT_SO)


Told = dict[str, list[str]]
"""The table's answers to one movement of cards, each with the moments at which it is given."""


def _print(answers: Iterable[Answer], said: Words) -> None:
    out = console()
    for ways, told in _by_movement(answers, said).items():
        out.print(ways, style="bold", markup=False, soft_wrap=True)
        for text, moments in told.items():
            out.print(f"  {text}", markup=False, soft_wrap=True)
            out.print(f"    {'; '.join(moments)}", style="dim", markup=False, soft_wrap=True)


def _by_movement(answers: Iterable[Answer], said: Words) -> dict[str, Told]:
    """Group the answers by movement: origin, destination and number of cards.

    For each movement, map each answer's text to the moments at which the table gives that answer.
    """
    by_movement: dict[str, Told] = {}
    for one in answers:
        cell = one.cell
        ways = said.of(ORIGINS, cell.origin), said.of(PLACES, cell.place), said.of(MANY, cell.many)
        told = by_movement.setdefault(", ".join(ways), {})
        told.setdefault(_text(one, said), []).append(said.of(MOMENTS, cell.moment))
    return by_movement


def _text(one: Answer, said: Words) -> str:
    """Return an answer as text: its kind; its irregularities, events or reason; and any trouble."""
    found = (f"{said.of(RULINGS, f.kind)} ({f.article})".replace(" ()", "") for f in one.found)
    details = [*dict.fromkeys(found)] or [*one.told]
    if one.says is Says.LATER:
        details = [said.of(RULINGS, kind) for kind in dict.fromkeys(one.later)]
    if one.says is Says.NOTHING:
        details = [said.say(one.why)]
    return ": ".join(
        text for text in (said.of(SAYS, one.says), ", ".join(details), one.trouble) if text
    )
