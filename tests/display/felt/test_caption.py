"""The strip below the table: what stands in it, and what it leaves to the table."""

from pathlib import Path

import pygame

from display.felt.caption import Captioned
from display.felt.drawing.layout import layout
from display.felt.drawing.look import Look
from display.felt.window import Frames, Window
from tests.display.felt.sheets import boxes_in


def test_a_file_that_comes_and_changes_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "caption.txt"
    shown = Captioned(Frames(tmp_path, (800, 480)), path, Look())
    assert not shown.resized()
    path.write_text("One\n\nTwo\nThree\n", "utf-8")
    assert shown.resized()
    assert shown.lines == ("One", "Two")
    assert not shown.resized()


def test_the_table_has_what_the_strip_leaves_and_nothing_of_it_is_covered(tmp_path: Path) -> None:
    path = tmp_path / "caption.txt"
    path.write_text("Look\n", "utf-8")
    for size, left in (((1280, 720), (1280, 640)), ((800, 480), (800, 427))):
        window = Window(size, fullscreen=False)
        shown = Captioned(window, path, Look())
        assert shown.size == left
        assert all(box.bottom <= left[1] for _, box in boxes_in(layout(*left, 10)))
        shown.show(pygame.Surface(left))
        screen = pygame.display.get_surface()
        assert screen is not None
        strip = screen.subsurface((0, size[1] - 40, size[0], 40))
        assert pygame.transform.average_color(strip)[:3] != (0, 0, 0)
        path.write_text(f"Look at {size}\n", "utf-8")
        assert shown.resized()
