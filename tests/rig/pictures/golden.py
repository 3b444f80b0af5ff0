"""The display's states as small pictures, for the docs and for detecting changes in the drawing.

Each picture is drawn at full size, then reduced to 480 pixels along its longer side and to few
colours for storage.
"""

import struct
import sys
import zlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec
import pygame
from msgspec.structs import replace

from controller.contract.public import Kind, PublicState, Street
from display.felt.console.commands import Console
from display.felt.console.commands_draw import draw_console
from display.felt.console.floor_panel import FloorPanel
from display.felt.console.seat_pad import ScreenPad
from display.felt.draw import render
from display.felt.drawing.all_in_equity import NONE, Shares, counted, spot
from display.felt.drawing.look import Look
from display.felt.side_panels.bar import Link
from tests.rig.pictures import example_tables as e
from tests.rig.pictures import example_tables_all_in as all_in
from tests.rig.pictures import example_tables_between as between
from tests.rig.pictures.golden_rulings import OUTCOMES, STEPS, stopped, told
from tests.steps import step_read

# The longer side of a stored picture, in pixels, and the number of its colours.
LONGEST = 480
_COLOURS = 94
MOST_COLOURS = 256
# Masks for the three colours of a pixel; the fourth byte stays as it is.
_UPPER_HALVES = int.from_bytes(b"\xf0\xf0\xf0\xff", sys.byteorder)
_MIDDLES = int.from_bytes(b"\x08\x08\x08\x00", sys.byteorder)


def shares(state: PublicState) -> Shares:
    """Return the winning chances of all face-up hands, or none if there are none to compare."""
    where = spot(state)
    return NONE if where is None else next(filter(None, counted(where)), NONE)


class Golden(msgspec.Struct, frozen=True):
    """One picture to draw.

    `state` makes the table's state. `size` is the screen's width and height in pixels, and `look`
    its settings. `link` says whether the state is current. `title` is the picture's heading in the
    docs, or "" if it is used only in tests. `fresh` are the indices of the ruling steps that are
    highlighted. `console` is the open pad or floor panel, which is drawn over the picture.
    """

    name: str
    state: Callable[[], PublicState]
    size: tuple[int, int] = (1280, 720)
    look: Look = Look()
    link: Link = "up"
    title: str = ""
    fresh: frozenset[int] = frozenset()
    console: Console = Console()

    def seen(self) -> PublicState:
        """Return the state, with its house replaced by the one whose article it cites first.

        A state that cites no article keeps its own house.
        """
        state = self.state()
        articles = [one.article for one in state.rulings]
        articles += [state.found.article] if state.found else []
        articles += [one.article for one in state.awards]
        house = next((one.partition(" ")[0].lower() for one in articles if one), state.house)
        return e.as_fidpa(state) if house == "fidpa" else replace(state, house=house)


FRENCH = Look(language="fr")
SMALL, TALL = (800, 480), (480, 800)


def _ruled(kind: Kind, *steps: str, **fields: object) -> Callable[[], PublicState]:
    return lambda: e.ruled(kind, *steps, **fields)


def _keyed(state: PublicState) -> Callable[[], PublicState]:
    return lambda: replace(state, keyed_unit=25)


GOLDEN: tuple[Golden, ...] = (
    Golden("preflop", lambda: e.dealt(6), title="Before the flop: seat 4 is to act"),
    Golden("flop", e.flop, title="A flop, with bets in front and an all-in with a side pot"),
    Golden("turn-burn", e.burn_due, title="The dealer burns a card before the turn"),
    Golden("turn-deal", lambda: e.board_due(Street.TURN), title="Then the dealer deals the turn"),
    Golden("flop-deal", lambda: e.board_due(Street.FLOP)),
    Golden("river-deal", lambda: e.board_due(Street.RIVER), look=FRENCH),
    Golden("river", e.river, look=FRENCH,
           title="The river, in French, with a dead hand and a penalty"),
    Golden("clock", e.clock, title="The clock runs for the seat to act"),
    Golden("posting", e.posting, title="Posting the blinds"),
    Golden("dealing", e.dealing, title="The deal: where the next card goes, with a dead button"),
    Golden("hidden", e.hidden, title="A house that hides stacks and pots"),
    Golden("ruling", e.ruling, fresh=frozenset({1}),
           title="A ruling: no card was burned, and the step that was just done glows"),
    Golden("ruling-fr", e.ruling, look=FRENCH),
    Golden("ruling-small", e.small_ruling, title="A small irregularity: play goes on"),
    Golden("ruling-round", e.round_to_finish, look=FRENCH,
           title="A ruling in which the betting round is finished first, in French"),
    Golden("ruling-floor", e.for_the_floor, title="A ruling that waits for the floor"),
    Golden(
        "ruling-cards", _ruled(Kind.HAND_MIXED, "set_aside Kd", "mix Ah 7c", "kill_hand 2"),
        title="The cards concerned, in their places",
    ),
    Golden("ruling-misdeal", _ruled(Kind.DEAL_EXPOSED, "void_hand", "return_bets", "shuffle"),
           title="A misdeal"),
    Golden("turned-up", all_in.turned_up, look=FRENCH,
           title="All players are all-in and turn up their hands, in French"),
    Golden("chances", all_in.open_all_in,
           title="All hands are face up, each with its chance of winning"),
    Golden("two-boards", all_in.two_boards, title="Five-card hands, and the second of two boards"),
    Golden("two-boards-small", all_in.two_boards, SMALL, FRENCH),
    Golden("bomb-pot", all_in.bomb_pot, SMALL, title="A bomb pot with two boards side by side"),
    Golden("comparing", e.comparing, title="The showdown: one hand shown, one still to show"),
    Golden("showdown", e.showdown, title="Who wins how much from which pot, and why"),
    Golden("kicker", e.kicker, look=FRENCH, title="The kicker decides, in French"),
    Golden("split", e.split, title="A split pot, its odd chip, and the rule for it"),
    Golden("between", between.between, title="Between hands: what the dealer has to do next"),
    Golden("deck", between.deck_wrong, title="Two cards are missing from the deck"),
    Golden("deck-double", between.deck_double, look=FRENCH,
           title="One card is in the deck twice, in French"),
    Golden("deck-double-small", between.deck_double, SMALL, FRENCH),
    Golden("deck-stranger", between.deck_stranger,
           title="Two cards that do not belong to the deck"),
    Golden("shoe-jam", between.jam, title="A card is stuck in the shoe"),
    Golden("shoe-jam-small", between.jam, SMALL, FRENCH),
    Golden("shoe-empty", between.shoe_empty, look=FRENCH,
           title="The deck is not in the shoe, in French"),
    Golden("shoe-count", between.shoe_count),
    Golden("level", between.new_level, title="The blinds go up with the next hand"),
    Golden("break", between.pause, title="A break"),
    Golden("paused", between.paused, look=FRENCH,
           title="Paused, with an antenna that does not answer, in French"),
    Golden("held", between.hand_for_hand,
           title="Hand for hand: since when, and which player moves where"),
    Golden("held-small", between.hand_for_hand, SMALL, FRENCH),
    Golden("colour-up", between.colour_up, look=FRENCH,
           title="Colour-up, with the clock stopped, in French"),
    Golden("balanced", between.moved,
           title="After this hand, the table waits for a player to move"),
    Golden("closed", between.closed, look=FRENCH),
    Golden("table-breaks", between.breaks, look=FRENCH,
           title="The table has broken: who goes where, in French"),
    Golden("balance", between.balance, look=FRENCH,
           title="The table waits for a player to arrive, in French"),
    Golden("several-leave-small", between.several_leave, SMALL, FRENCH),
    Golden("voided", between.voided),
    Golden("empty", between.empty, title="Nobody is seated yet"),
    Golden("down", e.flop, link="down", title="The broker is disconnected"),
    Golden("light", e.flop, look=Look(palette="light"), title="The light palette"),
    Golden("light-ruling", e.ruling, look=Look(palette="light")),
    Golden("contrast", e.flop, look=Look(palette="contrast"), title="High contrast"),
    Golden("contrast-showdown", e.showdown, look=Look(palette="contrast", language="fr")),
    Golden("safe", e.flop, look=Look(palette="safe"), title="The colour-blind palette"),
    Golden("safe-deal", e.dealing, look=Look(palette="safe")),
    Golden("two-colours", e.river, look=Look(suits=2), title="A two-colour deck"),
    Golden("large", e.flop, look=Look(large=True), title="Large type"),
    Golden("small", e.full_ring, SMALL, FRENCH,
           title="800x480, with ten seats and the longest texts"),
    Golden("small-tall", e.full_ring, TALL, FRENCH, title="480x800"),
    Golden("small-pots", e.many_pots, SMALL, title="Nine pots"),
    Golden("small-ruling", e.ruling, SMALL, Look(language="fr", large=True)),
    Golden("tall-showdown", e.showdown, TALL),
    Golden("tall", e.flop, (1080, 1920), title="Portrait"),
    Golden("huge", e.flop, (3840, 2160), FRENCH),
    Golden("scripts", e.scripts, SMALL, title="Names in other scripts, including right-to-left"),
    Golden("pad", _keyed(e.flop()), console=Console(pad=ScreenPad(2, own=True)),
           title="Amounts keyed in: the pad for the seat to act"),
    Golden("pad-amount", _keyed(e.flop()), console=Console(pad=ScreenPad(2, "amount", "2400")),
           look=FRENCH, title="Keying in an amount, in French"),
    Golden("pad-cards", lambda: replace(e.board_due(Street.TURN), keyed_unit=25, cards_keyed=True),
           console=Console(pad=ScreenPad(0, "cards", "T")),
           title="Without card readers: keying in the turn"),
    Golden("pad-small", _keyed(e.flop()), SMALL, FRENCH,
           console=Console(pad=ScreenPad(2, "amount", "99"))),
    Golden("pad-tall", _keyed(e.flop()), TALL, FRENCH, console=Console(pad=ScreenPad(2, own=True))),
    Golden("floor-pin", e.flop, console=Console(floor=FloorPanel("pin", typed="1234")),
           title="The floor's panel asks for the PIN"),
    Golden("floor-menu", e.ruling, console=Console(floor=FloorPanel("menu")),
           title="The floor's panel"),
    Golden("floor-steps", e.ruling, SMALL, FRENCH,
           console=Console(floor=FloorPanel(
               "steps", "rule", steps=(step_read("void_hand"), step_read("shuffle"))))),
    Golden("floor-sure", e.flop, look=Look(palette="light"),
           console=Console(floor=FloorPanel("sure", "misdeal"))),
    *(Golden(f"seats-{count}", lambda count=count: e.dealt(count), SMALL)  # type: ignore[misc]
      for count in (2, 3, 4, 5, 7, 8, 9)),
    *(Golden(f"tall-seats-{count}", lambda count=count: e.dealt(count), TALL)  # type: ignore[misc]
      for count in (2, 5, 8)),
    *(Golden(f"rule-{kind}", lambda kind=kind: stopped(kind), SMALL,  # type: ignore[misc]
             look=FRENCH if number % 2 else Look())
      for number, kind in enumerate(STEPS)),
    *(Golden(f"rule-{kind}", lambda kind=kind: told(kind), SMALL,  # type: ignore[misc]
             look=FRENCH if number % 2 else Look())
      for number, kind in enumerate(OUTCOMES)),
)  # fmt: skip


def full_size(golden: Golden) -> pygame.Surface:
    """Draw one golden picture at the size of its screen."""
    state = golden.seen()
    drawn = render(state, golden.size, golden.look, golden.link, shares(state), golden.fresh)
    return draw_console(drawn, golden.console, state, golden.look)


def picture(golden: Golden) -> pygame.Surface:
    """Draw one golden picture at the size at which it is stored."""
    drawn = full_size(golden)
    width, height = golden.size
    longest = max(width, height)
    small = (width * LONGEST // longest, height * LONGEST // longest)
    return pygame.transform.smoothscale(drawn, small)


def write_all(folder: Path) -> None:
    """Write all pictures into a folder. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    for golden in GOLDEN:
        save_few_colours(picture(golden), folder / f"{golden.name}.png")


def page(folder: str) -> str:
    """Return Markdown with all titled pictures; `folder` is their path relative to the page."""
    parts = [
        f"**{golden.title}**\n\n![{golden.title}]({folder}/{golden.name}.png)"
        for golden in GOLDEN
        if golden.title
    ]
    return "\n\n".join(parts) + "\n"


def difference(first: pygame.Surface, second: pygame.Surface) -> float:
    """Return how much two pictures differ, from 0 to 255; 255 if their sizes differ.

    The pictures are divided into a grid, and the colours in each cell are averaged. The result is
    the largest difference between the averages of a cell. It shows small changes, but ignores
    different anti-aliasing.
    """
    if first.get_size() != second.get_size():
        return 255.0
    grid = (max(1, first.get_width() // 12), max(1, first.get_height() // 12))
    one, other = (pygame.transform.smoothscale(each.convert(24), grid) for each in (first, second))
    a, b = (pygame.image.tobytes(each, "RGB") for each in (one, other))
    return float(max(abs(x - y) for x, y in zip(a, b, strict=True)))


def few_colours(surface: pygame.Surface, most: int = _COLOURS) -> tuple[list[bytes], bytes]:
    """Return a palette of at most `most` colours, up to 256, and the index in it of each pixel."""
    # Each pixel is one number here, so that each colour is processed once and not at every pixel.
    pixels = memoryview(pygame.image.tobytes(surface, "RGBX")).cast("I")
    exact = Counter(pixels)
    # Similar colours count as one, because smooth edges and shades need few.
    coarse = {pixel: pixel & _UPPER_HALVES | _MIDDLES for pixel in exact}
    alike: Counter[int] = Counter()
    for pixel, count in exact.items():
        alike[coarse[pixel]] += count
    kept = [pixel for pixel, _ in exact.most_common(most // 4)]
    kept += [pixel for pixel, _ in alike.most_common(most) if pixel not in kept]
    kept = kept[:most]
    palette = [pixel.to_bytes(4, sys.byteorder)[:3] for pixel in kept]
    nearest = {pixel: index for index, pixel in enumerate(kept)}
    nearest |= {
        pixel: _nearest(palette, pixel.to_bytes(4, sys.byteorder)[:3])
        for pixel in alike
        if pixel not in nearest
    }
    index_of = {pixel: nearest.get(pixel, nearest[coarse[pixel]]) for pixel in exact}
    return palette, bytes(map(index_of.__getitem__, pixels))


def in_few_colours(surface: pygame.Surface) -> pygame.Surface:
    """Return a picture as a file with few colours shows it."""
    palette, indices = few_colours(surface)
    shown = pygame.image.frombytes(indices, surface.get_size(), "P")
    shown.set_palette(palette)
    return shown


def save_few_colours(surface: pygame.Surface, path: Path, most: int = _COLOURS) -> None:
    """Write a PNG with a palette of at most `most` colours, which makes the file far smaller.

    `most` may be up to 256. Raises `OSError`.
    """
    width, height = surface.get_size()
    palette, indices = few_colours(surface, most)
    lines = b"".join(
        b"\0" + indices[y * width : (y + 1) * width] for y in range(height)
    )  # each line without a filter
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", b"".join(palette)),
        (b"IDAT", zlib.compress(lines, 9)),
        (b"IEND", b""),
    )
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + b"".join(
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            for kind, data in chunks
        )
    )


def _nearest(kept: list[bytes], colour: bytes) -> int:
    """Return the index of the colour in `kept` nearest to `colour`; if several tie, the first."""
    red, green, blue = colour
    apart = [(r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2 for r, g, b in kept]
    return apart.index(min(apart))


if __name__ == "__main__":
    write_all(Path(sys.argv[1]))
