"""Draws the open console over the table: the command line, the last answer, or a panel."""

import pygame

from controller.contract.public import PublicState
from display.felt.console.commands import CHOICES, Console, Notice, Panel, page_of
from display.felt.console.key_pages import draw_page
from display.felt.console.touched_boxes import ConsoleBoxes, console_boxes
from display.felt.draw import places_of
from display.felt.drawing.layout import Box, Layout
from display.felt.drawing.look import Look
from display.felt.drawing.paint import Canvas
from display.felt.drawing.palette import Colour
from display.felt.drawing.sheet import painter_for
from display.orders import EVENING, completions, label, named, usage, word_of
from display.words.names import N_, seat_of, words
from display.words.refusals import REASONS


def draw_console(
    table: pygame.Surface,
    console: Console,
    state: PublicState | None,
    look: Look,
    able: bool = True,
) -> pygame.Surface:
    """Return a table picture with the console drawn over it; unchanged if nothing is open.

    `able` means that this screen has a token, and so can send commands.
    """
    if console.idle:
        return table
    size = table.get_size()
    places = places_of(state, size, look)
    drawing = _Drawing(table.copy(), places, console_boxes(places, console, state), look)
    page = page_of(console, state, drawing.words)
    if page is not None:
        draw_page(drawing.surface, places, page, look, console.refused, bool(console.waiting))
        return drawing.surface
    if console.panel is not None:
        drawing.seat_panel(console.panel, state)
    if console.line is not None:
        drawing.line(console, console.line, able)
    elif console.notice is not None or console.waiting:
        drawing.answer(console)
    return drawing.surface


class _Drawing(Canvas):
    def __init__(
        self, surface: pygame.Surface, places: Layout, boxes: ConsoleBoxes, look: Look
    ) -> None:
        super().__init__(painter_for(*surface.get_size(), look), surface)
        self.boxes = boxes
        self.words = words(look.language)
        self.unit = places.unit
        self.radius = max(4, places.unit // 7)
        self.thick = max(2, places.unit // 24)

    def line(self, console: Console, line: str, able: bool) -> None:
        assert self.boxes.line is not None
        inner = self._plate(self.boxes.line, self.colours.turn)
        typed, hint, answer = inner.rows(0.28, 0.36, 0.36, gap=max(2, inner.h // 24))
        self._typed(line, typed)
        poor = not able and console.notice is None
        ink = self.colours.warning if poor else self.colours.quiet
        about = self.words.of(REASONS, "no-token") if poor else self._hint(line)
        self.paragraph(about, hint, self._type(0.25), ink)
        if console.notice is not None:
            self._notice(console.notice, answer)
        elif console.waiting:
            self._text("…", Box(answer.x, answer.y, answer.w, typed.h), self.colours.quiet)

    def _typed(self, line: str, box: Box) -> None:
        """Write the line and the cursor; if the line is too long, only its end is shown."""
        mark_w = max(2, box.h // 12)
        sign = self.painter.fitted(":", box.h, box.h, self.colours.turn_ink, bold=True)
        self.surface.blit(sign, (box.x, box.y + (box.h - sign.get_height()) // 2))
        x = box.x + sign.get_width() + box.h // 5
        room = box.right - x - 3 * mark_w
        size = int(box.h * 0.82)
        shown = line
        while shown and not self.painter.fits(shown, room, size, bold=True):
            shown = shown[1:]
        if shown:
            drawn = self.painter.fitted(shown, room, size, self.colours.text, bold=True)
            self.surface.blit(drawn, (x, box.y + (box.h - drawn.get_height()) // 2))
            # A trailing space is drawn at its full width.
            x += drawn.get_width()
        pygame.draw.rect(
            self.surface,
            self.colours.turn,
            (x + mark_w, box.y + box.h // 8, mark_w, box.h * 3 // 4),
        )

    def _hint(self, line: str) -> str:
        """Return a hint for the line: the possible completions, or the fields of its command."""
        if not line:
            return "  ".join(word_of(name, self.words) for name in EVENING)
        if known := completions(line, self.words):
            return "  ".join(known)
        name = named(line, self.words)
        return usage(name, self.words) if name else ""

    def answer(self, console: Console) -> None:
        box = self.boxes.notice
        ok = console.notice is None or console.notice.ok
        inner = self._plate(box, self.colours.won if ok else self.colours.warning)
        if console.notice is None:
            self._text("…", inner, self.colours.quiet)
        else:
            self._notice(console.notice, inner)

    def _notice(self, notice: Notice, box: Box) -> None:
        ink = self.colours.good if notice.ok else self.colours.warning
        text = notice.text
        if notice.about:
            both = N_("{command}: {answer}")
            text = self.words.say(both, command=notice.about, answer=notice.text)
        size = min(self._type(0.34 if notice.ok else 0.27), box.h)
        self.paragraph(text, box, size, ink, bold=True)

    def seat_panel(self, panel: Panel, state: PublicState | None) -> None:
        """Draw a panel: its title, its choices or fields, and its keys."""
        assert self.boxes.panel is not None
        self._plate(self.boxes.panel, self.colours.turn)
        title, place = self._title(panel, state), self.boxes.title
        if panel.form and not panel.fields:
            self.paragraph(title, place, self._type(0.42), self.colours.text, bold=True)
        else:
            high = min(place.h, self._type(0.5))
            place = place.inset(0, (place.h - high) // 2)
            self._text(title, place, self.colours.text, bold=True)
        for name, box in self.boxes.touches:
            what, _, of = name.partition(":")
            if what == "field":
                self._field(panel, int(of), box)
            elif what == "choose":
                self._key(box, self.words.say(CHOICES[of]), self.colours.passive)
            else:
                self._key(box, *self._face(panel, what, of))
                if of == " ":
                    self._blank(box)

    def _face(self, panel: Panel, what: str, of: str) -> tuple[str, Colour]:
        """Return the label of a panel's key, and its colour.

        `what` is the kind of key. `of` is the key's character or its name (`enter`, `backspace`).
        """
        asks = not panel.fields
        if what == "outside":
            return (self.words.say(N_("No")) if asks and panel.form else "×"), self.colours.folded
        if of == "enter":
            return (self.words.say(N_("Yes")) if asks else "OK"), self.colours.won
        if of == "backspace":
            return "←", self.colours.folded
        return of, self.colours.passive

    def _title(self, panel: Panel, state: PublicState | None) -> str:
        if panel.form == "undo":
            return self.words.say(N_("Undo the last action?"))
        if not panel.seat:
            said = self.words.say(N_("Table"))
            return f"{said} · {self.words.say(CHOICES[panel.form])}" if panel.form else said
        name = "" if state is None else seat_of(state, panel.seat).name
        if panel.form == "stand-up":
            return self.words.say(N_("Have {player} stand up?"), player=name or panel.seat)
        said = self.words.say(N_("Seat {seat}"), seat=panel.seat)
        about = self.words.say(CHOICES[panel.form]) if panel.form else name
        return f"{said} · {about}" if about else said

    def _field(self, panel: Panel, index: int, box: Box) -> None:
        now = index == panel.at
        edge = self.colours.turn if now else self.colours.plate_edge
        self.panel(box, self.colours.room, edge, radius=self.radius, thick=self.thick)
        top, below = box.inset(max(4, box.w // 24), max(2, box.h // 14)).rows(0.36, 0.64)
        name = label(panel.fields[index], self.words).replace("_", " ")
        self._text(name, top, self.colours.quiet)
        value = panel.values[index]
        if value.isdecimal():
            value = self.words.amount(int(value))
        self._text(value + ("_" if now else ""), below, self.colours.text, bold=True)

    def _key(self, box: Box, text: str, fill: Colour) -> None:
        self.panel(box, fill, radius=self.radius)
        height = min(int(box.h * 0.6), int(self.unit * 0.5))
        place = box.inset(max(2, box.w // 16), (box.h - height) // 2)
        self.text(text, place, self.colours.deed_text, bold=True)

    def _blank(self, box: Box) -> None:
        """Draw the symbol of the space bar, which some fonts lack."""
        place = box.inset(box.w // 4, box.h * 2 // 5)
        ends = [(place.x, place.y), (place.x, place.bottom), (place.right, place.bottom)]
        points = [*ends, (place.right, place.y)]
        pygame.draw.lines(self.surface, self.colours.deed_text, False, points, self.thick)

    def _plate(self, box: Box, edge: Colour) -> Box:
        self.panel(box, self.colours.bar, edge, radius=self.radius, thick=self.thick)
        return box.inset(max(8, self.unit // 7), max(6, self.unit // 10))

    def _text(self, text: str, box: Box, ink: Colour, bold: bool = False) -> None:
        self.text(text, box, ink, bold=bold, at="left")

    def _type(self, share: float) -> int:
        return max(12, int(self.unit * share))
