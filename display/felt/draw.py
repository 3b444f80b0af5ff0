"""Draws the public state of a table: `render` gives a picture, from nothing but the state."""

import os
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Literal

import pygame

from controller.contract.public import PublicState, RulingView, SeatView
from display.felt.layout import MOST_SEATS, Box, Layout, SeatBoxes, layout
from display.felt.paint import Painter
from display.felt.palette import DARK, Colour, Palette
from display.words import N_, WAITS, Words, words

Link = Literal["up", "down", "off", "older"]
_LINKS: dict[Link, str] = {
    "down": N_("No connection: the picture may be old"),
    "off": N_("The table is switched off"),
    "older": N_("This display is older than its table: please update it"),
}
_OUT = ("empty", "folded", "dead", "waiting")


@lru_cache(maxsize=4)
def _painter(_width: int, _height: int) -> Painter:
    """Give the painter of one screen size: its shapes are kept from picture to picture."""
    return Painter(DARK)


def render(
    state: PublicState, size: tuple[int, int], language: str = "en", link: Link = "up"
) -> pygame.Surface:
    """Give the picture of a table, `size` pixels large.

    `link` other than `up` says on the picture why it may be old: the broker is not there, the
    controller is off, or it is newer than this display. Raises `ValueError` for a
    screen below 800x480 and `LookupError` for a language without texts.
    """
    picture = _Picture(state, layout(*size, min(len(state.seats), MOST_SEATS)), words(language))
    return picture.draw(link)


def render_waiting(size: tuple[int, int], language: str, about: str) -> pygame.Surface:
    """Give the picture that is shown until there is a state; `about` says what is waited for."""
    places, said = layout(*size, 0), words(language)
    painter = _painter(*size)
    surface = _background(places, painter).copy()
    middle = places.felt.inset(places.felt.w // 6, places.felt.h * 2 // 5)
    top, below = middle.rows(0.6, 0.4)
    text = said.say("Waiting for the table")
    painter.text(surface, text, top, painter.palette.text, bold=True)
    painter.text(surface, about, below, painter.palette.quiet)
    return surface


def save_png(surface: pygame.Surface, path: str | os.PathLike[str]) -> None:
    """Write a picture to a PNG file, whole or not at all; raises `OSError`."""
    target = Path(path)
    unfinished = target.with_name(f".{target.name}.part.png")
    try:
        pygame.image.save(surface, os.fspath(unfinished))
    except pygame.error as error:
        raise OSError(f"{target}: the picture cannot be written ({error})") from error
    unfinished.replace(target)


def _background(places: Layout, painter: Painter) -> pygame.Surface:
    """Give the room, the oval and the bar: what never changes on one screen."""

    def draw() -> pygame.Surface:
        colours = painter.palette
        surface = pygame.Surface((places.screen.w, places.screen.h))
        surface.fill(colours.room)
        felt = places.felt
        fine = 2
        big = pygame.Surface((felt.w * fine, felt.h * fine), pygame.SRCALPHA)
        rim = max(8, places.unit // 5) * fine
        whole = big.get_rect()
        radius = min(whole.w, whole.h) // 2
        pygame.draw.rect(big, (0, 0, 0), whole, border_radius=radius)
        inner = whole.inflate(-fine * 2, -fine * 2)
        pygame.draw.rect(big, colours.rim_light, inner, border_radius=radius)
        inner = inner.inflate(-rim // 4, -rim // 4)
        pygame.draw.rect(big, colours.rim, inner, border_radius=radius)
        inner = inner.inflate(-rim * 2, -rim * 2)
        for step in range(48):
            part = step / 47
            shrink = int(min(inner.w, inner.h) * 0.7 * part)
            colour = _between(colours.felt_edge, colours.felt, part)
            ring = inner.inflate(-shrink, -shrink)
            pygame.draw.rect(big, colour, ring, border_radius=min(ring.w, ring.h) // 2)
        line = inner.inflate(-rim * 3, -rim * 3)
        pygame.draw.rect(
            big, colours.felt_line, line, width=fine, border_radius=min(line.w, line.h) // 2
        )
        surface.blit(pygame.transform.smoothscale(big, (felt.w, felt.h)), (felt.x, felt.y))
        return surface

    key = ("background", places.screen.w, places.screen.h, places.felt, places.unit)
    return painter.keep(key, draw)


def _between(first: Colour, second: Colour, part: float) -> Colour:
    """Give the colour that lies `part` (0 to 1) of the way from the first to the second."""
    red, green, blue = (int(a + (b - a) * part) for a, b in zip(first, second, strict=True))
    return red, green, blue


class _Picture:
    """One picture being drawn."""

    def __init__(self, state: PublicState, places: Layout, said: Words) -> None:
        self.state = state
        self.places = places
        self.words = said
        self.painter = _painter(places.screen.w, places.screen.h)
        self.colours: Palette = self.painter.palette
        self.surface = _background(places, self.painter).copy()
        self.radius = max(4, places.unit // 7)
        self.thick = max(1, places.unit // 45)

    def draw(self, link: Link) -> pygame.Surface:
        for boxes, seat in zip(self.places.seats, self.state.seats, strict=False):
            self._seat(boxes, seat)
        self._board()
        self._pots()
        self._message()
        self._title(link)
        self._level()
        self._panel()
        self._notice(link)
        return self.surface

    # The felt

    def _seat(self, boxes: SeatBoxes, seat: SeatView) -> None:
        self._hole_cards(boxes.cards, seat)
        self._plate(boxes.plate, seat)
        self._front(boxes, seat)

    def _hole_cards(self, box: Box, seat: SeatView) -> None:
        count = max(seat.cards, len(seat.shown))
        if not count or seat.status in ("empty", "folded"):
            count = len(seat.shown)
        if not count:
            return
        gap = max(2, box.h // 24)
        width = min(int(box.h * 0.84), (box.w - gap * (count - 1)) // count)
        left = box.x + (box.w - count * width - gap * (count - 1)) // 2
        # Backs look out from behind the plate; a face is whole, for it is to be read.
        self.surface.set_clip((box.x, box.y, box.w, box.h))
        for nth in range(count):
            x = left + nth * (width + gap)
            if nth < len(seat.shown):
                place = Box(x, box.y, width, box.h - 1)
                card = seat.shown[nth]
                unused = bool(seat.won and seat.best and card not in seat.best)
                self.painter.card(self.surface, place, card, dim=unused)
            else:
                back = Box(x, box.y + box.h // 5, width, int(width * 1.4))
                dim = seat.status == "dead" or seat.absent
                self.painter.back(self.surface, back, dim=dim)
        self.surface.set_clip(None)

    def _plate(self, box: Box, seat: SeatView) -> None:
        colours, state = self.colours, self.state
        turn = state.turn == seat.seat and seat.status != "empty"
        out = seat.status in _OUT or seat.absent
        fill = colours.plate_off if out else colours.plate
        edge = colours.turn if turn else colours.won if seat.won else colours.plate_edge
        thick = self.thick * (3 if turn else 2 if seat.won else 1)
        self.painter.panel(self.surface, box, fill, edge, radius=self.radius, thick=thick)
        inner = box.inset(thick + max(3, box.w // 30), thick + max(1, box.h // 24))
        name_row, stack_row, deed_row = inner.rows(0.34, 0.36, 0.30)
        number_w = int(name_row.h * 1.35)
        number = Box(name_row.x, name_row.y, number_w, name_row.h)
        ink = colours.turn if turn else colours.quiet
        self.painter.text(self.surface, str(seat.seat), number, ink, bold=True, at="left")
        name_w = name_row.right - number.right
        if seat.penalty:
            flag = Box(name_row.right - name_row.h, name_row.y, name_row.h, name_row.h)
            ink = colours.mark_text
            self.painter.disc(self.surface, flag, colours.warning, colours.warning, "!", ink)
            name_w -= name_row.h
        name = Box(number.right, name_row.y, name_w, name_row.h)
        bright = colours.faint if out else colours.text
        shown = seat.name or ("" if seat.status == "empty" else self.words.seat(state, seat.seat))
        self.painter.text(self.surface, shown, name, bright, at="left")
        if seat.status != "empty" and seat.stack is not None:
            stack = Box(number.right, stack_row.y, stack_row.right - number.right, stack_row.h)
            figure = self._figure(seat.stack, stack.w, stack.h)
            self.painter.text(self.surface, figure, stack, bright, bold=True, at="left", shrink=0)
        self._deed(deed_row, seat, turn)

    def _deed(self, box: Box, seat: SeatView, turn: bool) -> None:
        colours = self.colours
        said = self.words.doing(seat)
        if turn:
            said = self.words.say("To act")
            if self.state.clock_seat == seat.seat:
                said = f"{said} {self.words.clock(self.state.clock_left)}"
        if not said:
            return
        if seat.status == "empty":
            self.painter.text(self.surface, said, box, colours.faint)
            return
        fill, ink = colours.passive, colours.text
        if turn:
            fill, ink = colours.turn, colours.turn_text
        elif seat.won:
            fill = colours.won
        elif seat.status in _OUT or seat.absent:
            fill, ink = colours.folded, colours.quiet
        elif seat.status == "all-in":
            fill = colours.all_in
        elif seat.last_action in ("bet", "raise") and not seat.hand_name:
            fill = colours.raising
        self.painter.panel(self.surface, box, fill, radius=max(3, box.h // 3))
        self.painter.text(self.surface, said, box.inset(box.h // 3, box.h // 12), ink, bold=True)

    def _front(self, boxes: SeatBoxes, seat: SeatView) -> None:
        state, colours = self.state, self.colours
        letters = self.words.marks()
        marks = [
            (letter, fill)
            for letter, fill, at in zip(
                letters,
                (colours.button, colours.small_blind, colours.big_blind),
                (state.button, state.small_blind, state.big_blind),
                strict=True,
            )
            if at == seat.seat
        ]
        row = boxes.marks
        for index, (letter, fill) in enumerate(marks):
            size = min(row.h, row.w // len(marks))
            left = row.right - size * len(marks) if row.x < boxes.bet.x else row.x
            place = Box(left + index * size, row.y + (row.h - size) // 2, size, size)
            ink = colours.mark_text
            self.painter.disc(self.surface, place.inset(max(1, size // 16)), fill, ink, letter, ink)
        if seat.won:
            self._chips_and_figure(boxes.bet, seat.won, "+")
        elif seat.bet:
            self._chips_and_figure(boxes.bet, seat.bet, "")

    def _figure(self, chips: int, width: int, height: int, sign: str = "") -> str:
        """Give an amount in full where it has room, else rounded: never cut short."""
        full = sign + self.words.amount(chips)
        if self.painter.fits(full, width, height, bold=True):
            return full
        return sign + self.words.short_amount(chips)

    def _chips_and_figure(self, box: Box, chips: int, sign: str) -> None:
        pile = Box(box.x, box.y, min(box.h * 9 // 10, box.w * 3 // 10), box.h)
        rest = Box(pile.right + box.h // 8, box.y, box.right - pile.right - box.h // 8, box.h)
        height = int(box.h * 0.62)
        figure = self._figure(chips, rest.w - height // 2, height, sign)
        drawn = self.painter.fitted(
            figure, rest.w - height // 2, height, self.colours.text, True, shrink=0
        )
        # Pile and figure stand together in the middle of their box.
        label_w = drawn.get_width() + height // 2
        shift = max(0, (rest.w - label_w) // 2)
        self.painter.chips(self.surface, Box(pile.x + shift, pile.y, pile.w, pile.h), chips)
        label = Box(
            rest.x + shift,
            box.y + (box.h - height) // 2 - 1,
            drawn.get_width() + height // 2,
            height + 2,
        )
        self.painter.panel(self.surface, label, self.colours.room, radius=height // 2)
        at = (label.x + height // 4, label.y + (label.h - drawn.get_height()) // 2)
        self.surface.blit(drawn, at)

    def _board(self) -> None:
        winners = {card for seat in self.state.seats if seat.won for card in seat.best}
        for nth, box in enumerate(self.places.board):
            if nth < len(self.state.board):
                card = self.state.board[nth]
                self.painter.card(self.surface, box, card, bool(winners) and card not in winners)
            else:
                self.painter.panel(
                    self.surface, box, self.colours.card_slot, self.colours.felt_line,
                    radius=max(3, box.w // 9),
                )  # fmt: skip

    def _pots(self) -> None:
        pots = [pot for pot in self.state.pots if pot.amount is None or pot.amount]
        if not pots:
            return
        row = self.places.pots
        gap = self.places.gap
        boxes = row.columns(len(pots), gap)
        widest = int(row.h * 6)
        if boxes[0].w > widest:
            total = len(pots) * widest + gap * (len(pots) - 1)
            left = row.x + (row.w - total) // 2
            boxes = tuple(
                Box(left + i * (widest + gap), row.y, widest, row.h) for i in range(len(pots))
            )
        for index, (pot, box) in enumerate(zip(pots, boxes, strict=True)):
            self.painter.panel(
                self.surface, box, self.colours.room, self.colours.felt_line, radius=box.h // 2
            )
            pile = Box(box.x + box.h // 3, box.y + box.h // 8, box.h * 3 // 4, box.h * 3 // 4)
            if pot.amount:
                self.painter.chips(self.surface, pile, pot.amount)
            text = Box(
                pile.right + box.h // 8, box.y, box.right - pile.right - box.h * 3 // 8, box.h
            )
            figure_w = text.w * 50 // 100
            height = box.h * 5 // 8
            figure = "" if pot.amount is None else self._figure(pot.amount, figure_w, height)
            self._two_inks(
                self.words.pot_on_felt(index, len(pots)), figure, text.inset(0, box.h * 3 // 16)
            )

    def _two_inks(self, quiet: str, bright: str, box: Box) -> None:
        """Write a quiet word and a bright figure on one line."""
        figure = self.painter.fitted(
            bright, box.w * 50 // 100, box.h, self.colours.text, True, shrink=0
        )
        word_w = box.w - figure.get_width() - box.h // 3
        word = self.painter.fitted(quiet, word_w, box.h * 3 // 4, self.colours.quiet, shrink=0.5)
        total = word.get_width() + figure.get_width() + box.h // 3
        x = box.x + max(0, (box.w - total) // 2)
        self.surface.blit(word, (x, box.y + (box.h - word.get_height()) // 2))
        x += word.get_width() + box.h // 3
        self.surface.blit(figure, (x, box.y + (box.h - figure.get_height()) // 2))

    def _message(self) -> None:
        """Say under the board what happens there next."""
        said, ink = self.words.next_step(self.state), self.colours.text
        total = self._total()
        if not said and total:
            said = self.words.say("Total {amount}", amount=self.words.amount(total))
            ink = self.colours.quiet
        if self.state.rulings:
            open_steps = [step for step in self.state.rulings[0].steps if not step.done]
            said = self.words.ruling_step(open_steps[0], self.state) if open_steps else ""
            ink = self.colours.ruling
        if said:
            box = self.places.message
            height = int(box.h * 0.62)
            self.painter.text(
                self.surface, said, box.inset(0, (box.h - height) // 2), ink, bold=True
            )

    def _total(self) -> int:
        """Give what is in the pots and in front of the seats; 0 where the house hides it."""
        pots = [pot.amount for pot in self.state.pots]
        bets = [seat.bet for seat in self.state.seats if seat.status != "empty"]
        if None in pots or not any(bets):
            return 0
        return sum(amount or 0 for amount in (*pots, *bets))

    # The bar

    def _in_panel(self, box: Box, fill: Colour | None = None, edge: Colour | None = None) -> Box:
        """Draw a panel of the bar and give the room in it."""
        fill = self.colours.bar if fill is None else fill
        self.painter.panel(self.surface, box, fill, edge, radius=self.radius, thick=2 * self.thick)
        return box.inset(max(6, self.places.unit // 8), max(4, self.places.unit // 12))

    def _title(self, link: Link) -> None:
        inner = self._in_panel(self.places.title)
        top, below = inner.rows(0.58, 0.42)
        dot = max(6, top.h // 4)
        colour = (86, 190, 120) if link == "up" else self.colours.warning
        place = Box(top.right - dot, top.y + (top.h - dot) // 2, dot, dot)
        self.painter.disc(self.surface, place, colour, colour, "", colour)
        stage = self.words.stage(self.state)
        top = Box(top.x, top.y, top.w - 2 * dot, top.h)
        self.painter.text(self.surface, stage, top, self.colours.text, bold=True, at="left")
        table = self.words.say("Table {table}", table=self.state.table)
        if self.state.hand:
            hand = self.words.say("Hand {n}", n=self.state.hand)
            table = f"{table} · {hand}"
        self.painter.text(self.surface, table, below, self.colours.quiet, at="left")

    def _level(self) -> None:
        inner = self._in_panel(self.places.level)
        top, middle, below = inner.rows(0.3, 0.4, 0.3)
        level, state = self.state.level, self.state
        said = self.words.say("Blinds")
        if level.number:
            said = self.words.say("Level {n}", n=level.number)
        self.painter.text(self.surface, said, top, self.colours.quiet, at="left")
        self.painter.text(self.surface, state.house.upper(), top, self.colours.faint, at="right")
        blinds = self.words.blinds(state)
        self.painter.text(
            self.surface, blinds, middle, self.colours.text, bold=True, at="left", shrink=0
        )
        self.painter.text(
            self.surface, self.words.level_notes(level), below, self.colours.quiet, at="left",
            shrink=0,
        )  # fmt: skip

    def _panel(self) -> None:
        if self.state.rulings:
            self._ruling(self.state.rulings[0])
        elif self.state.awards:
            self._awards()
        elif self.state.turn:
            self._turn()
        else:
            self._dealer()

    def _type(self, share: float) -> int:
        """Give a height of type in the panel, in pixels."""
        return max(11, int(self.places.unit * share))

    def _ruling(self, ruling: RulingView) -> None:
        colours, box = self.colours, self.places.panel
        inner = self._in_panel(box, edge=colours.ruling)
        size, gap = self._type(0.3), max(4, self.places.unit // 10)
        head = Box(inner.x, inner.y, inner.w, int(inner.h * 0.3))
        y = self.painter.paragraph(
            self.surface, self.words.ruling(ruling), head, size, colours.ruling, bold=True
        )
        about = ruling.article
        if ruling.seat:
            player = self.words.seat(self.state, ruling.seat)
            about = f"{player} · {about}" if about else player
        line_h = self.painter.line_height(self._type(0.24))
        line = Box(inner.x, y, inner.w, line_h)
        self.painter.text(self.surface, about, line, colours.quiet, at="left")
        foot_h = line_h
        steps = Box(
            inner.x, line.bottom + gap, inner.w, inner.bottom - foot_h - line.bottom - 2 * gap
        )
        self._steps(ruling, steps)
        foot = Box(inner.x, inner.bottom - foot_h, inner.w, foot_h)
        waits = self.words.of(WAITS, ruling.waits_for)
        ink = colours.quiet if ruling.waits_for == "steps" else colours.ruling
        self.painter.text(self.surface, waits, foot, ink, at="left")

    def _steps(self, ruling: RulingView, box: Box) -> None:
        """List the steps, those done ticked, the next one large."""
        if not ruling.steps:
            return
        colours = self.colours
        following = next((i for i, step in enumerate(ruling.steps) if not step.done), -1)
        weights = [1.7 if i == following else 1.0 for i in range(len(ruling.steps))]
        row_h = min(self._type(0.46), int(box.h / sum(weights)))
        y = box.y
        for index, step in enumerate(ruling.steps):
            height = int(row_h * weights[index])
            row = Box(box.x, y, box.w, height)
            y += height
            tick_h = int(row_h * 0.62)
            tick = Box(row.x, row.y + (row.h - tick_h) // 2, tick_h, tick_h)
            rest = Box(tick.right + tick_h // 2, row.y, row.right - tick.right - tick_h // 2, row.h)
            ink = colours.text if index == following else colours.quiet
            edge = colours.ruling if index == following else colours.faint
            if step.done:
                self.painter.panel(self.surface, tick, colours.won, radius=tick_h // 4)
                self._tick(tick)
                ink = colours.faint
            else:
                self.painter.panel(
                    self.surface, tick, colours.bar, edge, radius=tick_h // 4, thick=2 * self.thick
                )
            text = self.words.ruling_step(step, self.state)
            bold = index == following
            size = int(row_h * (0.66 if bold else 0.58))
            lines = len(self.painter.wrapped(text, rest.w, size, bold))
            block = min(rest.h, lines * self.painter.line_height(size, bold))
            place = Box(rest.x, rest.y + (rest.h - block) // 2, rest.w, block)
            self.painter.paragraph(self.surface, text, place, size, ink, bold=bold)

    def _tick(self, box: Box) -> None:
        points = [(0.22, 0.52), (0.43, 0.72), (0.8, 0.28)]
        at = [(box.x + x * box.w, box.y + y * box.h) for x, y in points]
        for first, second in pairwise(at):
            pygame.draw.line(self.surface, self.colours.text, first, second, max(2, box.w // 8))

    def _awards(self) -> None:
        inner = self._in_panel(self.places.panel, edge=self.colours.won)
        awards = self.state.awards
        heights = min(inner.h // len(awards), int(self.places.unit * 0.92))
        for index, (pot, seat, amount) in enumerate(awards):
            row = Box(inner.x, inner.y + index * heights, inner.w, heights)
            top, below = row.inset(0, heights // 14).rows(0.6, 0.4)
            figure = self.painter.text(
                self.surface, self.words.amount(amount), top, self.colours.turn, bold=True,
                at="right",
            )  # fmt: skip
            name = Box(top.x, top.y, max(1, figure.x - top.x - top.h // 3), top.h)
            player = self.words.seat(self.state, seat)
            self.painter.text(self.surface, player, name, self.colours.text, bold=True, at="left")
            about = self.words.pot(pot)
            view = next((view for view in self.state.seats if view.seat == seat), None)
            if view is not None and view.hand_name:
                about = f"{about} · {self.words.hand(view.hand_name, view.hand_ranks)}"
            self.painter.text(self.surface, about, below, self.colours.quiet, at="left")

    def _turn(self) -> None:
        inner = self._in_panel(self.places.panel, edge=self.colours.turn)
        state, legal = self.state, self.state.legal
        y = self._heading(inner, self.words.say("To act"))
        if state.clock_seat == state.turn:
            left = self.words.clock(state.clock_left)
            top = Box(inner.x, inner.y, inner.w, y - inner.y)
            self.painter.text(self.surface, left, top, self.colours.turn, bold=True, at="right")
        name = Box(inner.x, y, inner.w, self._type(0.5))
        self.painter.text(
            self.surface, self.words.seat(state, state.turn), name, self.colours.turn, bold=True,
            at="left",
        )  # fmt: skip
        pots_h = inner.h // 3 if len(state.pots) > 1 else 0
        rest = Box(inner.x, name.bottom, inner.w, inner.bottom - name.bottom - pots_h)
        rest = rest.inset(0, self.places.unit // 10)
        if legal is not None:
            self._table_of(self.words.choices(legal), rest)
        if pots_h:
            self._who_can_win(Box(inner.x, inner.bottom - pots_h, inner.w, pots_h))

    def _heading(self, inner: Box, text: str) -> int:
        """Write the panel's small first line; give the row below it."""
        height = min(inner.h // 4, self._type(0.34))
        line = Box(inner.x, inner.y, inner.w, height)
        self.painter.text(self.surface, text, line, self.colours.quiet, at="left")
        return line.bottom

    def _who_can_win(self, box: Box) -> None:
        """List the pots with the seats that can win them."""
        y = self._heading(box, self.words.say("Seats in each pot"))
        rows = [
            (self.words.pot(index), " ".join(str(seat) for seat in pot.seats))
            for index, pot in enumerate(self.state.pots)
        ]
        self._table_of(rows, Box(box.x, y, box.w, box.bottom - y), self._type(0.34))

    def _table_of(self, rows: list[tuple[str, str]], box: Box, most: int = 0) -> None:
        """List words at the left with their figures at the right."""
        height = min(most or self._type(0.42), box.h // max(1, len(rows)))
        for index, (word, figure) in enumerate(rows):
            row = Box(box.x, box.y + index * height, box.w, height).inset(0, height // 10)
            word_w = self.painter.fitted(word, row.w // 2, row.h, self.colours.quiet).get_width()
            room = Box(row.x + word_w + row.h // 2, row.y, row.w - word_w - row.h // 2, row.h)
            drawn = self.painter.text(
                self.surface, figure, room, self.colours.text, bold=True, at="right", shrink=0
            )
            rest = Box(row.x, row.y, max(1, drawn.x - row.x - row.h // 2), row.h)
            self.painter.text(self.surface, word, rest, self.colours.quiet, at="left")

    def _dealer(self) -> None:
        inner = self._in_panel(self.places.panel)
        state = self.state
        said = self.words.next_step(state)
        if not said:
            if state.paused:
                said = self.words.say("The table is paused")
            elif state.phase == "idle":
                said = self.words.say("The next hand can start")
        dealer = self.words.next_dealer(state)
        label = self.words.say("Dealer") if state.next_step else self.words.say("Table")
        y = self._heading(inner, label)
        rest = Box(inner.x, y, inner.w, inner.bottom - y)
        if said:
            y = self.painter.paragraph(
                self.surface, said, rest, self._type(0.42), self.colours.text, bold=True
            )
        if dealer:
            rest = Box(inner.x, y, inner.w, max(1, inner.bottom - y))
            self.painter.paragraph(self.surface, dealer, rest, self._type(0.32), self.colours.quiet)

    def _notice(self, link: Link) -> None:
        """Say in the corner what is not as it should be, or how many burned cards there are."""
        notices: list[tuple[str, Colour]] = []
        state, colours = self.state, self.colours
        if link in _LINKS:
            notices.append((self.words.say(_LINKS[link]), colours.warning))
        if state.paused and state.phase != "idle":
            notices.append((self.words.say("Paused after this hand"), colours.quiet))
        if state.blind_zones:
            zones = ", ".join(self.words.zone(zone) for zone in state.blind_zones)
            notices.append((self.words.say("Not read: {zones}", zones=zones), colours.warning))
        if state.moved_while_off:
            zones = ", ".join(self.words.zone(zone) for zone in state.moved_while_off)
            said = self.words.say("Moved while off: {zones}", zones=zones)
            notices.append((said, colours.warning))
        if state.carried:
            carried = self.words.amount(state.carried)
            said = self.words.say("{amount} carried to the next pot", amount=carried)
            notices.append((said, colours.quiet))
        if state.burned:
            said = self.words.count("{n} card burned", "{n} cards burned", state.burned)
            notices.append((said, colours.quiet))
        inner = self._in_panel(self.places.notice)
        if not notices:
            return
        shown = notices[:3]
        height = min(inner.h // len(shown), int(self.places.unit * 0.62))
        for index, (text, ink) in enumerate(shown):
            place = Box(inner.x, inner.y + index * height, inner.w, height)
            self.painter.paragraph(self.surface, text, place, self._type(0.25), ink)
