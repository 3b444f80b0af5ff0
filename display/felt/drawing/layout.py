"""The screen layout: boxes computed from the screen size and the number of seats.

Pure: no drawing, no state. No two boxes in which something is drawn overlap, and all are within the
screen, from 800x480 up, landscape or portrait, for 0 to 10 seats.
"""

from functools import lru_cache

import msgspec

from controller.contract.errors import N_, WrongOption

MOST_SEATS = 10
STRIP = 56
"""The maximum height in pixels of a caption on the smallest screen; the table gets the rest."""

USUAL = (1280, 720)
FIT = (0, 0)
"""The size that requests a window filling most of the screen."""

# Seats along the top, the right, the bottom and the left edge, by number of seats.
_LANDSCAPE = (
    (0, 0, 0, 0),
    (0, 0, 1, 0),
    (1, 0, 1, 0),
    (2, 0, 1, 0),
    (2, 0, 2, 0),
    (2, 1, 1, 1),
    (2, 1, 2, 1),
    (3, 1, 2, 1),
    (3, 1, 3, 1),
    (4, 1, 3, 1),
    (4, 1, 4, 1),
)
# In portrait, each side has an even number of seats, which leaves the board the full width.
_PORTRAIT = (
    (0, 0, 0, 0),
    (0, 0, 1, 0),
    (1, 0, 1, 0),
    (2, 0, 1, 0),
    (0, 2, 0, 2),
    (0, 2, 1, 2),
    (1, 2, 1, 2),
    (2, 2, 1, 2),
    (2, 2, 2, 2),
    (1, 4, 0, 4),
    (1, 4, 1, 4),
)


class Box(msgspec.Struct, frozen=True):
    """A rectangle in pixels: its left, top, width and height."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first pixel column to the right of the box."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first pixel row below the box."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[int, int]:
        """The pixel in the middle of the box."""
        return self.x + self.w // 2, self.y + self.h // 2

    def inset(self, dx: int, dy: int | None = None) -> "Box":
        """Return the box reduced by `dx` pixels left and right, and `dy` above and below."""
        dy = dx if dy is None else dy
        return Box(self.x + dx, self.y + dy, max(1, self.w - 2 * dx), max(1, self.h - 2 * dy))

    def below(self, y: int) -> "Box":
        """Return the part of the box below the pixel row `y`, at least one pixel high."""
        return Box(self.x, y, self.w, max(1, self.bottom - y))

    def within(self, other: "Box") -> bool:
        """Return whether no pixel of the box is outside `other`."""
        return (
            self.x >= other.x
            and self.y >= other.y
            and self.right <= other.right
            and self.bottom <= other.bottom
        )

    def overlaps(self, other: "Box") -> bool:
        """Return whether the two boxes share a pixel."""
        return (
            self.x < other.right
            and other.x < self.right
            and self.y < other.bottom
            and other.y < self.bottom
        )

    def columns(self, count: int, gap: int) -> tuple["Box", ...]:
        """Return `count` equal boxes side by side within the box, `gap` pixels apart."""
        width = (self.w - gap * (count - 1)) // count
        return tuple(Box(self.x + i * (width + gap), self.y, width, self.h) for i in range(count))

    def rows(self, *shares: float, gap: int = 0) -> tuple["Box", ...]:
        """Return boxes stacked `gap` pixels apart, with heights proportional to `shares`."""
        room = self.h - gap * (len(shares) - 1)
        top, boxes, total = self.y, [], sum(shares)
        for share in shares:
            height = int(room * share / total)
            boxes.append(Box(self.x, top, self.w, height))
            top += height + gap
        return tuple(boxes)


class SeatBoxes(msgspec.Struct, frozen=True):
    """A seat's boxes: name plate, cards, bet, and markers for the button and blinds."""

    plate: Box
    cards: Box
    bet: Box
    marks: Box


class Layout(msgspec.Struct, frozen=True):
    """All boxes on one screen.

    `table` is the part of the screen for the table, and `felt` the oval drawn behind the seats and
    the board. `seats` are in clockwise order, seen from above. `tall` covers `level`, `panel` and
    `notice`, for content that needs all their space; in portrait it is the same as `panel`. `bar`
    is the background of the side strip, which contains these three boxes and `title`. `unit` is the
    height in pixels from which type sizes are derived. `large` means that type is larger than
    usual.
    """

    screen: Box
    table: Box
    felt: Box
    seats: tuple[SeatBoxes, ...]
    pots: Box
    board: tuple[Box, ...]
    burn: Box
    message: Box
    title: Box
    language: Box
    level: Box
    panel: Box
    notice: Box
    tall: Box
    bar: Box
    gap: int
    unit: int
    large: bool = False

    @property
    def corner_share(self) -> float:
        """The radius of the table's corners, as a fraction of its shorter side."""
        # With many seats, the corners have seats too.
        return 0.5 if len(self.seats) <= 6 else 0.36


class _Sizes(msgspec.Struct, frozen=True):
    """The heights and widths of a seat's parts on one screen, in pixels."""

    gap: int
    plate_w: int
    plate_h: int
    cards_h: int
    front_h: int
    marks_w: int


@lru_cache(maxsize=16)
def layout(width: int, height: int, seats: int, large: bool = False) -> Layout:
    """Return the boxes for a screen of `width` x `height` pixels and up to 10 seats.

    Raises `ValueError` for more seats, or for a screen below 800x480 (or 480x800). The height may
    be up to `STRIP` less than that, because a caption may take up the rest.
    """
    if not 0 <= seats <= MOST_SEATS:
        raise ValueError(f"a table has at most {MOST_SEATS} seats, not {seats}")
    high = height + STRIP
    if not (width >= 800 and high >= 480) and not (width >= 480 and high >= 800):
        raise WrongOption(
            N_("the screen is {width}x{height}: at least 800x480 is needed"),
            width=width, height=height,
        )  # fmt: skip
    screen = Box(0, 0, width, height)
    portrait = height > width
    margin = max(4, min(width, height) // 90)
    if portrait:
        bar_h = int(height * (0.27 if large else 0.25))
        table = Box(0, 0, width, height - bar_h).inset(margin)
        bar = Box(0, table.bottom, width, height - table.bottom).inset(margin)
    else:
        # Wide enough for the amount to call; a very wide screen gets more table, not wider texts.
        share = 0.32 if large else 0.31
        bar_w = min(max(int(width * (share - 0.02)), int(height * 0.515)), int(width * share))
        bar_w = min(bar_w, int(height * 0.62))
        table = Box(0, 0, width - bar_w, height).inset(margin)
        bar = Box(table.right, 0, width - table.right, height).inset(margin)
    around = (_PORTRAIT if portrait else _LANDSCAPE)[seats]
    sizes = _sizes(table, around, portrait, margin, large)
    placed, centre = _places(table, around, sizes, portrait)
    pots, board, burn, message = _centre(centre, sizes, table)
    title, level, panel, notice, tall = _bar(bar, portrait, margin)
    side = min(title.h, max(40, title.h * 2 // 3))
    language = Box(title.right - side, title.y, side, title.h)
    title = Box(title.x, title.y, title.w - side - margin, title.h)
    felt = _felt(table, sizes, portrait)
    unit = min(width, height) // 8 if not portrait else min(width // 7, height // 12)
    unit = unit * 9 // 8 if large else unit
    return Layout(
        screen, table, felt, placed, pots, board, burn, message,
        title, language, level, panel, notice, tall, bar, margin, unit, large,
    )  # fmt: skip


def _sizes(
    table: Box, around: tuple[int, int, int, int], portrait: bool, margin: int, large: bool
) -> _Sizes:
    in_row = max(around[0], around[2], 1)
    cards = 0.62 if large else 0.8
    if portrait:
        # The total height, in plates, of the rows at top and bottom, the sides, pots and message.
        rows = (around[0] > 0) + (around[2] > 0)
        side = 2 * (max(around[1], around[3]) // 2)
        high = rows * 1.54 + side * (cards + 0.54) + 1.3
        board_h = int(table.w * 0.13 * 1.4)
        free = table.h - board_h - margin * (6 + 2 * rows + 2 * side)
        plate_h = min(int(free / high), int(table.w * (0.16 if large else 0.135)))
        plate_w = min(int(table.w * 0.285), int(plate_h * 3))
    else:
        plate_h = int(table.h * (0.14 if large else 0.128))
        plate_w = min(int(table.w * 0.24), plate_h * 3, table.w // in_row - margin)
    front_h = int(plate_h * 0.54)
    # Heads-up, one seat has both the button and a blind; otherwise a seat has one marker at most.
    marks_w = 2 * front_h if sum(around) == 2 else min(front_h, plate_w * 3 // 10)
    return _Sizes(margin, plate_w, plate_h, int(plate_h * cards), front_h, marks_w)


def _places(
    table: Box, around: tuple[int, int, int, int], sizes: _Sizes, portrait: bool
) -> tuple[tuple[SeatBoxes, ...], Box]:
    """Return the boxes of all seats, and the box of the space in the middle.

    The seats are in clockwise order, starting at the right end of the bottom row. `around` holds
    the numbers of seats at the top, right, bottom and left.
    """
    top, right, bottom, left = around
    block = sizes.cards_h + sizes.plate_h
    row = (sizes.plate_h if portrait else block) + sizes.gap + sizes.front_h
    upper, lower = table.y + row + sizes.gap, table.bottom - row - sizes.gap
    # Clockwise means right to left at the bottom.
    in_row = _seat_at_end if portrait else _seat_in_row
    bottom_row = [in_row(table, i, bottom, sizes, at_top=False) for i in reversed(range(bottom))]
    top_row = [in_row(table, i, top, sizes, at_top=True) for i in range(top)]
    if portrait:
        half = max(left, right) // 2
        # The seats at a side are in an upper and a lower half, with the board between the halves.
        step = max(sizes.plate_h, sizes.cards_h + sizes.front_h) + 2 * sizes.gap
        starts_up = upper if top else table.y
        starts_down = (lower if bottom else table.bottom) - half * step
        tops = [starts_up + i * step for i in range(half)]
        tops += [starts_down + sizes.gap * 2 + i * step for i in range(half)]
        middle_top = starts_up + half * step
        centre = Box(table.x, middle_top, table.w, starts_down - middle_top)
        left_side = [_seat_inside(table, y, sizes, right=False) for y in reversed(tops)]
        right_side = [_seat_inside(table, y, sizes, right=True) for y in tops]
    else:
        y = table.y + (table.h - row) // 2
        left_side = [_seat_at_side(table, y, sizes, right=False)] * left
        right_side = [_seat_at_side(table, y, sizes, right=True)] * right
        x_free = (sizes.plate_w + 2 * sizes.gap) if left or right else 0
        centre = Box(table.x + x_free, upper, table.w - 2 * x_free, lower - upper)
    return (*bottom_row, *left_side, *top_row, *right_side), centre


def _split_front(front: Box, sizes: _Sizes, marks_left: bool) -> tuple[Box, Box]:
    """Split `front`, the row in front of a seat; return the boxes for the bet and the markers.

    The markers are on the left of the row if `marks_left` is true, otherwise on its right.
    """
    marks_w = sizes.marks_w
    bet_w = front.w - marks_w - sizes.gap // 2
    bet_x, marks_x = front.x, front.right - marks_w
    if marks_left:
        bet_x, marks_x = front.right - bet_w, front.x
    return Box(bet_x, front.y, bet_w, front.h), Box(marks_x, front.y, marks_w, front.h)


def _seat(x: int, y: int, front: Box, sizes: _Sizes, marks_left: bool) -> SeatBoxes:
    """Return the boxes of a seat whose cards are directly above its name plate.

    `x` is the left edge of the plate, and `y` the top edge of the cards. `front` is the row for the
    bet and the markers. The markers are on its left if `marks_left` is true, else on its right.
    """
    cards = Box(x + sizes.plate_w // 6, y, sizes.plate_w - sizes.plate_w // 3, sizes.cards_h)
    plate = Box(x, y + sizes.cards_h, sizes.plate_w, sizes.plate_h)
    bet, marks = _split_front(front, sizes, marks_left)
    return SeatBoxes(plate, cards, bet, marks)


def _seat_in_row(table: Box, index: int, count: int, sizes: _Sizes, *, at_top: bool) -> SeatBoxes:
    """Return the boxes of a seat in the top or the bottom row of a landscape screen.

    The row has `count` seats, and `index` is the seat's place in it, from 0 at the left.
    """
    x = table.x + int(table.w * (index + 0.5) / count) - sizes.plate_w // 2
    high = sizes.cards_h + sizes.plate_h
    y = table.y if at_top else table.bottom - high
    front_y = y + high + sizes.gap if at_top else y - sizes.gap - sizes.front_h
    front = Box(x, front_y, sizes.plate_w, sizes.front_h)
    # The marks are on the side nearer the middle, because the corners have no felt.
    return _seat(x, y, front, sizes, marks_left=2 * index + 1 >= count)


def _seat_at_side(table: Box, y: int, sizes: _Sizes, *, right: bool) -> SeatBoxes:
    """Return the boxes of the seat at the left or right edge of a landscape screen."""
    x = table.right - sizes.plate_w if right else table.x
    # Chips in front of a side seat are moved inwards, from the rim onto the felt.
    inwards = sizes.plate_w * 18 // 100
    below = y + sizes.cards_h + sizes.plate_h + sizes.gap
    width = sizes.plate_w + sizes.gap - inwards
    front = Box(x - sizes.gap if right else x + inwards, below, width, sizes.front_h)
    return _seat(x, y, front, sizes, marks_left=right)


def _seat_at_end(table: Box, index: int, count: int, sizes: _Sizes, *, at_top: bool) -> SeatBoxes:
    """Return the boxes of a seat in the top or the bottom row of a portrait screen.

    The row has `count` seats, and `index` is the seat's place in it, from 0 at the left. The seat's
    cards are to the right of its name plate.
    """
    cards_w = sizes.cards_h * 9 // 5
    middle = table.x + int(table.w * (index + 0.5) / count)
    x = middle - (sizes.plate_w + sizes.gap + cards_w) // 2
    y = table.y if at_top else table.bottom - sizes.plate_h
    plate = Box(x, y, sizes.plate_w, sizes.plate_h)
    down = (sizes.plate_h - sizes.cards_h) // 2
    cards = Box(plate.right + sizes.gap, y + down, cards_w, sizes.cards_h)
    front_y = plate.bottom + sizes.gap if at_top else y - sizes.gap - sizes.front_h
    front = Box(x, front_y, sizes.plate_w, sizes.front_h)
    bet, marks = _split_front(front, sizes, marks_left=False)
    return SeatBoxes(plate, cards, bet, marks)


def _seat_inside(table: Box, y: int, sizes: _Sizes, *, right: bool) -> SeatBoxes:
    """Return the boxes of a seat at the left or right edge of a portrait screen.

    Its cards, bet and markers are on the side of its name plate that faces the middle. The markers
    are farther from the plate than the cards.
    """
    high = sizes.cards_h + sizes.front_h
    wide = min(sizes.plate_w, (table.w - 2 * sizes.plate_w) // 2 - 2 * sizes.gap)
    x = table.right - sizes.plate_w if right else table.x
    plate = Box(x, y + max(0, high - sizes.plate_h) // 2, sizes.plate_w, sizes.plate_h)
    x = x - sizes.gap - wide if right else plate.right + sizes.gap
    size = min(sizes.marks_w, max(wide - sizes.cards_h * 8 // 5, wide * 27 // 100))
    cards = Box(x + size if right else x, y, wide - size, sizes.cards_h)
    marks_x = x if right else cards.right
    marks = Box(marks_x, y + (sizes.cards_h - size) // 2, size, size)
    bet = Box(x, cards.bottom + 1, wide, sizes.front_h - 1)
    return SeatBoxes(plate, cards, bet, marks)


def _centre(centre: Box, sizes: _Sizes, table: Box) -> tuple[Box, tuple[Box, ...], Box, Box]:
    """Return the boxes for the pots, the five board cards, the burned cards and the line of text.

    The burned cards are below the board's left end, and the line of text is to their right.
    """
    row_h, pots_h = int(sizes.plate_h * 0.54), int(sizes.plate_h * 0.7)
    width = min(centre.w, int(table.w * 0.8))
    room = centre.h - row_h - pots_h - 2 * sizes.gap
    between = max(3, sizes.gap)
    card_w = min((width - 4 * between) // 5, int(room / 1.4), int(table.w * 0.13))
    card_h = int(card_w * 1.4)
    total = row_h + pots_h + card_h + 2 * sizes.gap
    x = centre.x + (centre.w - width) // 2
    y = centre.y + (centre.h - total) // 2
    pots = Box(x, y, width, pots_h)
    left = centre.x + (centre.w - 5 * card_w - 4 * between) // 2
    top = pots.bottom + sizes.gap
    board = tuple(Box(left + i * (card_w + between), top, card_w, card_h) for i in range(5))
    y = top + card_h + sizes.gap
    board_w = 5 * card_w + 4 * between
    burn_w = min(row_h, (board_w - 2 * between) // 6)
    burn = Box(left, y, burn_w, row_h)
    # The text gets the room to the right of the burned cards, centred if it fits.
    edge = burn.right + between
    right = min(x + width, left + board_w + burn_w)
    message = Box(edge, y, right - edge, row_h)
    return pots, board, burn, message


def _bar(bar: Box, portrait: bool, gap: int) -> tuple[Box, Box, Box, Box, Box]:
    """Return the boxes of the side strip: title, level, panel, notice, and a large panel.

    In landscape, the strip is a column to the right of the table, and the large panel covers the
    level, the panel and the notice. In portrait, the strip is below the table, and the large panel
    is the same as the panel.
    """
    if not portrait:
        title, level, panel, notice = bar.rows(0.125, 0.2, 0.545, 0.13, gap=gap)
        return title, level, panel, notice, Box(bar.x, level.y, bar.w, notice.bottom - level.y)
    left, right = Box(bar.x, bar.y, int(bar.w * 0.38), bar.h), bar
    right = Box(left.right + gap, bar.y, bar.right - left.right - gap, bar.h)
    title, level, notice = left.rows(0.28, 0.44, 0.28, gap=gap)
    return title, level, right, notice, right


def _felt(table: Box, sizes: _Sizes, portrait: bool) -> Box:
    """Return the box of the felt's oval, whose edge passes behind the seats' name plates."""
    x_in = int(sizes.plate_w * 0.15)
    y_top = int(sizes.plate_h * 0.45) if portrait else int(sizes.cards_h * 0.75)
    y_bottom = int(sizes.plate_h * 0.45)
    return Box(table.x + x_in, table.y + y_top, table.w - 2 * x_in, table.h - y_top - y_bottom)
