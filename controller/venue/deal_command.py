"""`tapis venue deal`: shows the value of the remaining prizes to players considering a deal."""

from typing import Annotated

import msgspec
import typer

from controller.contract.errors import N_, WrongOption
from controller.contract.venue.prizes.money import DealLine
from controller.venue.rules.standings.icm import chip_chop, icm
from display.words.command_line.chosen import words_for


def deal_command(
    stacks: Annotated[
        list[str], typer.Argument(help="Remaining players with their chips, such as anne=5200.")
    ],
    prizes: Annotated[
        str, typer.Option(help="Prizes by place, starting with first place, such as 50,30.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Machine-readable output.")] = False,
) -> None:
    """Show what the remaining prizes are worth to the remaining players, by chips and by ICM.

    This decides nothing: unless all remaining players agree, the prizes stay as they are.
    """
    named = [_stack(one) for one in stacks]
    if len({name for name, _ in named}) < len(named):
        raise WrongOption(N_("a player is named twice"))
    left, won = [stack for _, stack in named], [_amount(one) for one in prizes.split(",")]
    offers = [
        DealLine(name, stack, by_chips, by_icm)
        for (name, stack), by_chips, by_icm in zip(
            named, chip_chop(left, won), icm(left, won), strict=True
        )
    ]
    if as_json:
        typer.echo(msgspec.json.encode(offers).decode())
        return
    said = words_for("")
    player, stack, chips = (said.say(one) for one in (N_("player"), N_("stack"), N_("chip chop")))
    wide = max(len(player), *(len(one.player) for one in offers))
    typer.echo(f"{player:{wide}}  {stack:>10}  {chips:>10}  {'ICM':>10}")
    for one in offers:
        typer.echo(f"{one.player:{wide}}  {one.stack:>10}  {one.chips:>10}  {one.icm:>10}")


def _stack(words: str) -> tuple[str, int]:
    name, equals, stack = words.rpartition("=")
    if not equals or not name:
        raise WrongOption(
            N_('"{words}" is not a stack; expected player=stack, such as anne=5200'), words=words
        )
    return name, _amount(stack)


def _amount(words: str) -> int:
    if not (words.isascii() and words.isdigit() and len(words) < 10):
        raise WrongOption(
            N_('"{words}" is not an amount; expected a whole number below 10^9'), words=words
        )
    return int(words)
