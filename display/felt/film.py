"""A hand as a video for the club's website, and the hand's result as a single picture.

The video is written by ffmpeg, if that is installed. The picture needs no other program.
"""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pygame

from controller.contract.errors import WrongOption
from controller.contract.public import PublicState, SeatView
from display.feed import same_picture
from display.felt.draw import places_of, render, save_png
from display.felt.drawing.layout import Box
from display.felt.drawing.look import Look
from display.felt.drawing.paint import Canvas
from display.felt.drawing.sheet import painter_for
from display.felt.on_felt.boards import places_of_cards, winning_cards
from display.felt.on_felt.moves import MOVE_S, at, moves_between
from display.felt.screen import under
from display.words.cards.kickers import counting_order, standing
from display.words.levels import blinds
from display.words.names import N_, Words, won_by, words

FPS = 25
# How long a state is shown, in seconds: long waits at the table are cut.
_LEAST_S, _MOST_S, _LAST_S = 0.4, 1.6, 4.0
CARD = (1200, 630)
_KINDS = {
    ".mp4": ("-c:v", "libx264", "-pix_fmt", "yuv420p", "-movflags", "+faststart"),
    ".webm": ("-c:v", "libvpx-vp9", "-pix_fmt", "yuv420p"),
    ".gif": ("-vf", "fps=10,split[a][b];[a]palettegen[p];[b][p]paletteuse"),
}


class Film:
    """A video made from a table's states, in order of arrival."""

    def __init__(self, size: tuple[int, int] = (1280, 720), look: Look | None = None) -> None:
        """Start an empty video; raises `ValueError` for a size that can't be drawn."""
        self._look = look or Look()
        places_of(None, size, self._look)
        # Video encoders want even sizes.
        self._size = (size[0] // 2 * 2, size[1] // 2 * 2)
        self._states: list[tuple[int, PublicState]] = []

    def take(self, state: PublicState, now: int) -> None:
        """Add the state at table time `now` (ms), unless it looks the same as the last one."""
        if not self._states or not same_picture(self._states[-1][1], state):
            self._states.append((now, state))

    def pictures(self) -> Iterator[pygame.Surface]:
        """Yield every frame of the video; there are `FPS` per second."""
        before: tuple[PublicState, pygame.Surface] | None = None
        for index, (now, state) in enumerate(self._states):
            picture = render(state, self._size, self._look)
            last = index + 1 == len(self._states)
            took = _LAST_S if last else (self._states[index + 1][0] - now) / 1000
            stands = took if last else min(_MOST_S, max(_LEAST_S, took))
            moved = list(self._moved(before, state, picture)) if before is not None else []
            yield from moved
            for _ in range(max(1, round(stands * FPS) - len(moved))):
                yield picture
            before = state, picture

    def _moved(
        self, before: tuple[PublicState, pygame.Surface], state: PublicState, new: pygame.Surface
    ) -> Iterator[pygame.Surface]:
        old_state, old = before
        if not self._look.movement:
            return
        moves = moves_between(old_state, state, places_of(state, self._size, self._look))
        if not moves:
            return
        painter = painter_for(*self._size, self._look)
        base, count = under(old, new, moves), round(MOVE_S * FPS)
        for number in range(count):
            frame = base.copy()
            for move in moves:
                box = at(move, number / count)
                frame.blit(painter.moving(move.kind, box.w, box.h, move.name, move.chips),
                           (box.x, box.y))  # fmt: skip
            yield frame

    def write(self, path: Path) -> int:
        """Write the video; return its number of frames.

        Raises `ValueError` if the file name's extension is not that of a supported video format.
        Raises `OSError` if ffmpeg is missing, or with ffmpeg's own message if ffmpeg fails.
        """
        kind = _KINDS.get(path.suffix.lower())
        if kind is None:
            raise WrongOption(
                N_("{path}: a video's file name must end in {kinds}"),
                path=path,
                kinds=", ".join(_KINDS),
            )
        program = shutil.which("ffmpeg")
        if program is None:
            raise OSError(f"{path}: ffmpeg is not installed; try: sudo apt install ffmpeg")
        path.parent.mkdir(parents=True, exist_ok=True)
        size = f"{self._size[0]}x{self._size[1]}"
        call = [program, "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24",
                "-s", size, "-r", str(FPS), "-i", "-", *kind, str(path)]  # fmt: skip
        count = 0
        with subprocess.Popen(call, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as running:
            assert running.stdin is not None
            assert running.stderr is not None
            # If ffmpeg has already ended, its message says more than this error.
            with suppress(BrokenPipeError):
                for picture in self.pictures():
                    running.stdin.write(pygame.image.tobytes(picture, "RGB"))
                    count += 1
                running.stdin.close()
            said = running.stderr.read().decode(errors="replace").strip()
        if running.returncode:
            raise OSError(f"{path}: ffmpeg could not write it: {said or running.returncode}")
        return count

    def write_card(self, path: Path) -> None:
        """Write the last hand's result as a picture.

        Raises `ValueError` if no hand has finished, or `OSError` if the file can't be written.
        """
        ended = [state for _, state in self._states if state.awards]
        if not ended:
            raise WrongOption(
                N_("{path}: no hand has finished yet, so there is no result to show"), path=path
            )
        save_png(card(ended[-1], self._look), path)


def card(state: PublicState, look: Look) -> pygame.Surface:
    """Return a hand's result as a 1200 x 630 picture: board, winners, amounts and hands."""
    canvas, said = Canvas(painter_for(*CARD, look), pygame.Surface(CARD)), words(look.language)
    colours = canvas.colours
    canvas.surface.fill(colours.felt_edge)
    whole = Box(0, 0, *CARD).inset(24)
    canvas.panel(whole, colours.bar, colours.turn, radius=24, thick=3)
    inner = whole.inset(32, 24)
    head, board, players = inner.rows(0.13, 0.36, 0.51, gap=14)
    title = said.say("Table {table}", table=state.table)
    title = " · ".join((title, said.say(N_("Hand {n}"), n=state.hand)))
    canvas.text(title, Box(head.x, head.y, head.w // 2, head.h), colours.text,
                 bold=True, at="left", shrink=0.3)  # fmt: skip
    right = Box(head.x + head.w // 2, head.y, head.w // 2, head.h).inset(0, head.h // 6)
    level = f"{state.house.upper()} · {blinds(state.level, said)[0]}"
    canvas.text(level, right, colours.quiet, at="right", shrink=0.3)
    width = int(board.h / 1.4)
    left = board.x + (board.w - 5 * width - 4 * 16) // 2
    used = winning_cards(state)
    boxes = [Box(left + nth * (width + 16), board.y, width, board.h) for nth in range(5)]
    for _, known, place in places_of_cards(state, boxes):
        if known:
            canvas.card(place, known, dim=bool(used) and known not in used)
        else:
            canvas.panel(place, colours.card_slot, radius=width // 9)
    rows = _best_first(state)[:4]
    for seat, row in zip(rows, players.rows(*(1.0 for _ in rows), gap=8), strict=True):
        high = min(row.h, players.h // 2)
        _player(canvas, said, state, seat, Box(row.x, row.y, row.w, high))
    return canvas.surface


def _best_first(state: PublicState) -> list[SeatView]:
    """Return the seats that have won chips or shown a live hand, largest winnings first."""
    seats = [
        seat
        for seat in state.seats
        if won_by(state, seat.seat) or (seat.best and seat.status != "dead")
    ]
    return sorted(
        seats,
        key=lambda seat: (won_by(state, seat.seat), standing(seat)),
        reverse=True,
    )


def _player(canvas: Canvas, said: Words, state: PublicState, seat: SeatView, row: Box) -> None:
    colours, won = canvas.colours, won_by(state, seat.seat)
    width = int(row.h / 1.4)
    x = row.x
    for one in seat.shown[:2]:
        canvas.card(Box(x, row.y, width, row.h), one)
        x += width + 4
    x = row.x + 2 * (width + 4) + 16 if seat.shown else row.x
    figure = Box(row.right - 300, row.y, 300, row.h).inset(0, row.h // 5)
    words_box = Box(x, row.y, figure.x - x - 16, row.h)
    top, below = words_box.rows(0.56, 0.44)
    ink = colours.text if won else colours.quiet
    canvas.text(said.seat(state, seat.seat), top, ink, bold=True, at="left", shrink=0.4,
                 may_shorten=True)  # fmt: skip
    if seat.best:
        hand = said.hand_whole(seat.hand_name, seat.hand_ranks, counting_order(seat.best))
    else:
        hand = said.say(N_("Nobody else is left in the hand"))
    canvas.text(hand, below, colours.quiet, at="left", shrink=0.4)
    if won:
        canvas.text(f"+{said.amount(won)}", figure, colours.turn_ink, bold=True,
                     at="right", shrink=0.3)  # fmt: skip
