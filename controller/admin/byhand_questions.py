"""The questions that `tapis byhand back` asks about the counted stacks, in the table's language."""

import typer

from controller.admin.byhand_counts import ByHandError, parse_stacks
from controller.admin.byhand_page import chips_in_play
from controller.table.state import Table
from display.words.answers import YES_OR_NO, understood
from display.words.locale import N_
from display.words.names import Words


def check_total(
    table: Table, stacks: dict[int, int | None], said: Words, *, yes: bool, ask: bool
) -> None:
    """Compare the counted stacks with the chips in play, and print the result.

    `stacks` maps each seat to its stack, or to None if the seat is empty. A count that differs is
    accepted if `yes` is true. If only `ask` is true, the user is asked whether to accept the count.
    Raises `ByHandError` if the count is not accepted.
    """
    total, there = chips_in_play(table), sum(stack or 0 for stack in stacks.values())
    counted = said.amount(there)
    if total == there:
        typer.echo(said.say(N_("counted: {there}, which matches the chips in play"), there=counted))
        return
    text = (
        N_("counted: {there}; in play: {total}; {difference} too many")
        if there > total
        else N_("counted: {there}; in play: {total}; {difference} missing")
    )
    difference = said.amount(abs(there - total))
    typer.echo(said.say(text, there=counted, total=said.amount(total), difference=difference))
    if yes or (ask and _confirmed(said)):
        return
    raise ByHandError(
        N_(
            "nothing was loaded: count again, or use --yes if you can explain the difference (a "
            "rebuy, or a player who left with their chips)"
        )
    )


def _confirmed(said: Words) -> bool:
    question = said.say(N_("Accept this count anyway?"))
    meant = understood(YES_OR_NO, said)
    answer: str = typer.prompt(
        question, type=str, default=said.say(N_("no")), prompt_suffix=_colon(said)
    )
    return meant.get(answer.strip().lower(), False)


def asked_stacks(table: Table, said: Words) -> tuple[dict[int, int | None], dict[int, str]]:
    """Ask for the stack at each taken seat; return the stacks and newcomers' names, by seat."""
    stacks: dict[int, int | None] = {}
    names: dict[int, str] = {}
    for number, seat in enumerate(table.seats):
        if not seat.taken:
            continue
        prompt = said.say(
            N_("Seat {seat} {player} (last stack: {stack}; enter out if the player has left)"),
            seat=number,
            player=seat.name,
            stack=said.amount(seat.stack),
        )
        while number not in stacks:
            answer = typer.prompt(prompt, type=str, prompt_suffix=_colon(said))
            try:
                stack, name = parse_stacks(f"{number}={answer}")
            except ByHandError:
                typer.echo(said.say(N_("enter a number of chips, or the word out")))
            else:
                stacks, names = stacks | stack, names | name
    return stacks, names


def asked_button(table: Table, said: Words) -> int:
    """Ask which seat has the button in the next hand; return 0 if the button moves as usual."""
    prompt = said.say(N_("Seat with the button in the next hand (0: the button moves as usual)"))
    last = len(table.seats) - 1
    while True:
        seat: int = typer.prompt(prompt, type=int, default=0, prompt_suffix=_colon(said))
        if 0 <= seat <= last:
            return seat
        typer.echo(
            said.say(N_("seat {seat}: this table has seats 1 to {last}"), seat=seat, last=last)
        )


def _colon(said: Words) -> str:
    return said.say(N_("{question}: "), question="")
