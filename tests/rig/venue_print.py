"""`tapis bench venue print`: seat cards by the hundred, as one accessible PDF."""

import re
import time
import zlib
from contextlib import suppress
from typing import Annotated

import msgspec
import typer

from controller.contract.errors import ExitCode
from display.web.evening import printed_pdf
from display.words.names import words

SECONDS = 5.0
"""Time limit for the cards of a large tournament."""

TAGGED = (b"/StructTreeRoot", b"/MarkInfo", b"/Lang", b"pdfuaid:part")
"""The marks of an accessible PDF: a structure tree, a language, and the tagged flag."""


class Printed(msgspec.Struct, frozen=True):
    """The result of printing: cards, pages, bytes, and total seconds."""

    cards: int
    pages: int
    bytes: int
    tagged: bool
    seconds: float


def print_command(
    cards: Annotated[int, typer.Option(min=1, max=10_000, help="How many seat cards.")] = 500,
    label: Annotated[
        bool, typer.Option(help="Each on a label, instead of ten to a sheet.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Print seat cards. Status 1: not tagged, or slower than 5 s for 500."""
    done = measure_print(cards, label=label)
    typer.echo(msgspec.json.encode(done).decode() if as_json else str(done))
    if not done.tagged or done.seconds > SECONDS * max(1.0, cards / 500):
        raise typer.Exit(ExitCode.NOT_SO)


def measure_print(cards: int, *, label: bool = False) -> Printed:
    """Make the seat cards of a tournament, each with its own link."""
    listed = [
        printed_pdf.Card(
            f"Joueuse numéro {n}", f"https://poker.example/me/{n:08}-secret-of-a-player",
            (n - 1) // 8 + 1, (n - 1) % 8 + 1, f"R{n}",
        )
        for n in range(1, cards + 1)
    ]  # fmt: skip
    began = time.monotonic()
    made = printed_pdf.pdf("cards.typ", words("fr"), "Ligue du jeudi", cards=listed, label=label)
    seconds = round(time.monotonic() - began, 2)
    opened = unpacked(made)
    pages = len(re.findall(rb"/Type\s*/Page\b", opened))
    return Printed(cards, pages, len(made), all(one in opened for one in TAGGED), seconds)


def unpacked(made: bytes) -> bytes:
    """Return all objects of a PDF, including compressed ones."""
    found = [made]
    for packed in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", made, re.DOTALL):
        with suppress(zlib.error):
            found.append(zlib.decompressobj().decompress(packed))
    return b"\n".join(found)
