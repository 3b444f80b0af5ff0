"""Draws a table's antennas to scale, with their read rates and the crosstalk between them."""

import os
from collections.abc import Iterable
from pathlib import Path

from controller.contract.scans import AntennaPlan
from controller.setup.antennas.read_quality import Measured
from controller.setup.words import N_, Words

SCALE = 0.62
"""Pixels per millimetre."""

MARGIN = 60
FELT = (18, 74, 52)
RIM = (58, 40, 30)
INK = (240, 240, 232)
GREY = (92, 104, 98)
GOOD, FAIR, BAD = (46, 160, 90), (214, 158, 46), (200, 62, 54)
GOOD_FROM, FAIR_FROM = 0.95, 0.80
CROSS = (255, 120, 110)

Colour = tuple[int, int, int]


def colour_of(one: Measured | None) -> Colour:
    """Return an antenna's colour: green, amber or red by its read rate, grey if it read no tag."""
    if one is None or not one.tags:
        return GREY
    return GOOD if one.rate >= GOOD_FROM else FAIR if one.rate >= FAIR_FROM else BAD


def legend(words: Words) -> str:
    """Return text that explains the picture's colours and lines."""
    return words.say(
        N_(
            "green: at least {good} of reads succeed; amber: at least {fair}; red: fewer; grey: "
            "no tag. Lines: the antenna beside the percentage also reads tags on the other "
            "antenna, in that percentage of its scans"
        ),
        good=f"{GOOD_FROM:.0%}",
        fair=f"{FAIR_FROM:.0%}",
    )


def draw_antennas(
    path: Path,
    plans: Iterable[AntennaPlan],
    measured: Iterable[Measured],
    table: str,
    words: Words,
) -> None:
    """Write a PNG picture of a table's antennas, with the table's name above and a legend below.

    Needs pygame-ce. Raises `OSError`.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    pygame.font.init()
    title, below = words.say(N_("Table {table}: antennas"), table=table), legend(words)
    plans = list(plans)
    known = {one.antenna: one for one in measured}
    left = min(plan.x - plan.width / 2 for plan in plans)
    right = max(plan.x + plan.width / 2 for plan in plans)
    low = min(plan.y - plan.depth / 2 for plan in plans)
    high = max(plan.y + plan.depth / 2 for plan in plans)
    width = round((right - left) * SCALE) + 2 * MARGIN
    height = round((high - low) * SCALE) + 2 * MARGIN + 60
    # The line below must fit, however small the table is.
    width = max(width, 640, pygame.font.Font(None, 18).size(below)[0] + 40)
    picture = pygame.Surface((width, height))
    picture.fill(RIM)
    felt = pygame.Rect(12, 48, width - 24, height - 96)
    pygame.draw.ellipse(picture, FELT, felt)

    def place(plan: AntennaPlan) -> tuple[int, int]:
        # y runs towards seat 1 at the bottom, in the same direction as on a screen.
        x = width / 2 + (plan.x - (left + right) / 2) * SCALE
        y = height / 2 + (plan.y - (low + high) / 2) * SCALE
        return round(x), round(y)

    def write(text: str, at: tuple[int, int], size: int, ink: Colour = INK) -> None:
        drawn = pygame.font.Font(None, size).render(text, True, ink)
        picture.blit(drawn, drawn.get_rect(center=at))

    where = {plan.name: place(plan) for plan in plans}
    overheard = [
        (where[other], where[one.antenna], share)
        for one in known.values()
        for other, share in one.overheard.items()
        if other in where and one.antenna in where
    ]
    for start, end, _ in overheard:
        pygame.draw.line(picture, CROSS, start, end, 2)
    for plan in plans:
        box = pygame.Rect(0, 0, round(plan.width * SCALE), round(plan.depth * SCALE))
        box.center = where[plan.name]
        one = known.get(plan.name)
        pygame.draw.rect(picture, colour_of(one), box, border_radius=5)
        pygame.draw.rect(picture, INK, box, 1, border_radius=5)
        write(plan.name, (box.centerx, box.centery - 8), 20)
        rate = f"{one.rate:.0%}" if one is not None and one.tags else "-"
        write(rate, (box.centerx, box.centery + 10), 22)
    for (x, y), (to_x, to_y), share in overheard:
        # Nearer to the antenna that overhears, so that both shares of mutual crosstalk can be read.
        at = round(x + (to_x - x) * 0.6), round(y + (to_y - y) * 0.6)
        pygame.draw.rect(picture, FELT, pygame.Rect(at[0] - 19, at[1] - 8, 38, 16))
        write(f"{share:.1%}", at, 18, CROSS)
    write(title, (width // 2, 24), 28)
    write(below, (width // 2, height - 24), 18)
    pygame.image.save(picture, str(path))
