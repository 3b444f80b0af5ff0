"""The simulated rehearsal table, where everybody's actions are carried out one after another.

Requests from browsers are executed in a separate thread, as scenario statements. They move items on
the simulated table, which the product's own controller senses. Table time follows the wall clock
except while items are being moved: it then runs at full speed until everything has been sensed.
"""

import logging
import random
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from hashlib import blake2b
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from controller.config.model import TableConfig
from controller.contract.errors import TapisError
from controller.contract.public import PublicEvent, PublicState
from controller.contract.scans import BadgeTag, CardTag, ChipTag, zone_seat
from controller.play.game import DealtGame, Depth
from controller.play.runner import Runner
from controller.play.script import outside
from controller.play.script import statements as s
from controller.play.sinks.live import Ended, LiveSink, Pace
from controller.play.sinks.sink import Doubt
from controller.rehearse.floor import READER, UID, FloorsWord, floors_name, is_floors
from controller.rehearse.opening import (
    first_statements,
    rehearsed,
    setup_of,
    stacks_of,
    statements_of,
    wired,
)
from controller.rehearse.script import Script, said_by
from controller.run.loop.runtime import ResultOutput
from controller.table.state import OF_VARIANT, deck_of
from display.words.locale import N_
from hardware.pads import keypad

if TYPE_CHECKING:
    from controller.play.sinks.wire import WireSink
    from controller.play.sinks.wiring import Wiring

log = logging.getLogger(__name__)

SPEED: Final = 20.0
"""While items are being moved, table time advances in steps of `SPEED` times 20 ms."""

IDLE_S: Final = 0.1
"""The interval (s) at which the table time of an idle table catches up with the wall clock."""

ANSWERS_S: Final = 60.0
MOST_TOLD: Final = 60
BADGE_MS: Final = 10_000
LOOK_MS: Final = 200
PATIENCE_MS: Final = 1_000
"""The shortest wait that the script records (ms).

Only time during which a timer runs counts as waiting.
"""

SHUFFLES = (s.NewHand, s.CollectCards, s.ShuffleDeck)

ENDED = N_("the table has stopped")


Deed = Callable[[PublicState], Sequence[s.Statement]]
Following = Callable[[PublicState], s.Statement | None]


class NotDone(TapisError):
    """A request that can't be carried out at this table now."""


class CardLies(msgspec.Struct, frozen=True):
    """A card on the table. `deck` is 0 for a tag that was never enrolled; `face` is then empty.

    `mark` is the card's id on web pages until the next shuffle. It reveals nothing about `face`.
    """

    mark: str
    zone: str
    face: str
    deck: int


class Seen(msgspec.Struct, frozen=True):
    """The whole table: its public state and events, and where its items really are.

    `told` lists the latest public events. `told_at` lists the wall time (s) of each.
    `chips` lists the chip values in each zone, highest first; for a stack, they match its amount.
    `foreign` is the number of chips from another set in each zone. `denominations` are the chip
    values in play. `stub` is the number of cards left in the deck. `pads` is each seat's keypad
    display. `button` is the seat where somebody put the dealer button, or 0. `badge` is true while
    the floor badge is on its reader. `lost` names the disconnected antennas. `lines` is the number
    of lines in the script.
    """

    state: PublicState
    told: tuple[PublicEvent, ...] = ()
    cards: tuple[CardLies, ...] = ()
    chips: dict[str, tuple[int, ...]] = {}
    foreign: dict[str, int] = {}
    pads: dict[int, keypad.KeypadDisplay] = {}
    denominations: tuple[int, ...] = ()
    stub: int = 0
    button: int = 0
    lost: tuple[str, ...] = ()
    lines: int = 0
    badge: bool = False
    told_at: tuple[float, ...] = ()

    def card(self, mark: str) -> CardLies | None:
        """Return the card with this mark, or None if it is not on the table."""
        return next((one for one in self.cards if one.mark == mark), None)


class Rehearsal:
    """A table that runs from `start` to `stop`; its thread calls `on_change` after each change."""

    def __init__(
        self,
        config: TableConfig,
        folder: Path,
        *,
        seed: int | None = None,
        first: Sequence[s.Statement] | None = None,
        depth: Depth = "sensed",
    ) -> None:
        """Prepare the table of `config`, with its files in `folder`; `seed` determines shuffles.

        The statements in `first` (by default, the config's players and blinds) are executed before
        play. At depth `wire`, the real firmware reads the table on simulated nodes.
        """
        self.config = config
        self.config_played = rehearsed(config, folder)
        if depth == "wire":
            self.config_played = wired(self.config_played)
        self._depth = depth
        self.on_change: Callable[[], None] = lambda: None
        self.trouble: BaseException | None = None
        self._setup = setup_of(self.config_played)
        self._first = tuple(first_statements(config))
        if first is not None:
            # The scenario may be about another table, such as one with other house rules.
            placed = (one for one in first if not isinstance(one, s.SET_UP))
            self._first = (*statements_of(self.config_played), *placed)
        self._stacked = False
        self._times: list[float] = []
        self._chance = random.Random(seed)
        self._stop = threading.Event()
        self.over = threading.Event()
        self._ready = threading.Event()
        self._asked: SimpleQueue[tuple[Callable[[], None], Future[None]]] = SimpleQueue()
        title = f"Rehearsed at a table of {config.seats}, {self._setup.house.name}"
        self.script = Script(title)
        self.keys_only = False
        """If true, a key press only declares a bet, and a person must move the chips."""
        self._waited = self._heard = 0
        self._lost: set[str] = set()
        self._shuffles = 0
        self._pads: dict[int, keypad.Keypad] = {}
        self._floor = FloorsWord(self.config_played, lambda: self._sink.badges_in(READER))
        self._game: DealtGame
        self._sink: LiveSink | WireSink
        self._wiring: Wiring | None = None
        self._seen = Seen(PublicState(0, config.name, config.house))
        self._thread = threading.Thread(target=self._run, name="rehearsal", daemon=True)

    # -- calls from pages, in any thread -----------------------------------------------------

    @property
    def seen(self) -> Seen:
        """Return the current state of the table and its items, all taken at the same moment."""
        return self._seen

    def start(self) -> None:
        """Set up the table and wait until it is playable. Raises any error that prevents it."""
        self._thread.start()
        self._ready.wait()
        if self.trouble is not None:
            raise self.trouble

    def stop(self) -> None:
        """Stop the table, even in the middle of a hand."""
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join()

    def ask(self, statements: Sequence[s.Statement]) -> "Future[None]":
        """Queue statements to be executed in order; the future raises `NotDone` if one fails."""
        return self._put(lambda: self._do_asked(statements))

    def ask_of(self, deed: Deed) -> "Future[None]":
        """Queue a call to `deed`, which receives the state and returns statements to execute."""
        return self._put(lambda: self._do_asked(deed(self._game.look())))

    def ask_while(self, following: Following) -> "Future[None]":
        """Queue a loop: execute each statement that `following` returns, until it returns None."""
        return self._put(lambda: self._do_while(following))

    def press(self, seat: int, key: keypad.Key) -> "Future[None]":
        """Request a key press on a seat's pad."""
        return self._put(lambda: self._press(seat, key))

    def lay_badge(self, *, laid: bool) -> "Future[None]":
        """Request that the floor badge be put on its reader or removed."""
        return self._put(lambda: self._lay_badge(laid=laid))

    def key_pin(self, pin: str) -> "Future[None]":
        """Request entry of the floor's PIN; the future raises `NotDone` for a wrong PIN."""
        return self._put(lambda: self._ask_floor(pin))

    @property
    def has_reader(self) -> bool:
        """Return whether there is a floor badge reader; without one, the floor needs no badge."""
        return any(plan.zone == READER for plan in self.config_played.plans())

    @property
    def has_pins(self) -> bool:
        """Return whether the floor can enter a PIN; a table without a badge reader needs no PIN."""
        return self.has_reader and self._floor.has_pins

    def _put(self, deed: Callable[[], None]) -> "Future[None]":
        done: Future[None] = Future()
        if self._stop.is_set() or not self._thread.is_alive():
            done.set_exception(NotDone(ENDED))
        else:
            self._asked.put((deed, done))
        return done

    # -- the thread that moves the items -----------------------------------------------------

    def _run(self) -> None:
        try:
            game = self._table()
            try:
                self._game = game
                for statement in self._first:
                    self._set_up(statement)
                self._lay_badge(laid=True)
                self._look()
                self._ready.set()
                self._play()
            finally:
                game.close()
                if self._wiring is not None:
                    self._wiring.close()
        except Ended:
            pass
        except BaseException as error:
            log.debug("the table has stopped", exc_info=True)
            self.trouble = error
        finally:
            self._stop.set()
            self._ready.set()
            self.over.set()
            while not self._asked.empty():
                _, left = self._asked.get()
                if left.set_running_or_notify_cancel():
                    left.set_exception(NotDone(ENDED))

    def _table(self) -> DealtGame:
        """Create and return the table with its complete controller; raise any error that occurs."""
        if self._depth != "wire":
            return DealtGame(self._setup, hosted=self._open)
        from controller.play.sinks.wire import WireSink
        from controller.play.sinks.wiring import Wiring

        self._wiring = Wiring(keeps=False)
        game = DealtGame(replace(self._setup, depth="wire"), wiring=self._wiring)
        assert isinstance(game.sink, WireSink)
        self._sink = game.sink
        return game

    def _open(self, heard: ResultOutput, doubt: Doubt) -> LiveSink:
        pace = Pace(SPEED, self._stop, waits=False)
        self._sink = LiveSink(self.config_played, 0, pace, heard, doubt, broker=False)
        return self._sink

    def _play(self) -> None:
        rested = time.monotonic()
        while not self._stop.is_set():
            try:
                deed, done = self._asked.get(timeout=IDLE_S)
            except Empty:
                deed, done = None, None
            now = time.monotonic()
            self._rest(round(1000 * (now - rested)))
            # An answer that a page no longer waits for has been cancelled.
            if deed is not None and done is not None and done.set_running_or_notify_cancel():
                try:
                    deed()
                except NotDone as error:
                    self._look()
                    done.set_exception(error)
                except (ValueError, LookupError) as error:
                    log.warning("not done: %s", type(error).__name__)
                    self._look()
                    done.set_exception(NotDone("{why}", why=error))
                except BaseException:
                    done.set_exception(NotDone(ENDED))
                    raise
                else:
                    self._look()
                    done.set_result(None)
                now = time.monotonic()
            rested = now

    def _rest(self, ms: int) -> None:
        """Let `ms` milliseconds of table time pass without moving any item."""
        game, before = self._game, len(self._game.events)
        waits = game.runtime.wake_at is not None
        if ms > 0:
            game.sink.wait(ms)
        if waits:
            self._waited += ms
        if len(game.events) != before or self._clock_shown():
            self._look()

    def _clock_shown(self) -> bool:
        """Return whether the seconds on the running clock have changed since `seen` was updated."""
        state = self._seen.state
        if not state.clock_seat:
            return False
        left = self._game.runtime.published(self._game.sink.now).clock_left
        return left // 1000 != state.clock_left // 1000

    def _do_asked(self, statements: Sequence[s.Statement]) -> None:
        """Carry out a page's statements; those reserved for the floor need its authority."""
        if any(map(is_floors, statements)):
            self._ask_floor()
        self._do_all(statements)

    def _ask_floor(self, pin: str = "") -> None:
        why = self._floor.why_not(pin) if self.has_reader else ""
        if why:
            raise NotDone(why)

    def _lay_badge(self, *, laid: bool) -> None:
        """Put the floor's badge on its reader or remove it; wait up to 10 s for it to be sensed."""
        sink = self._sink
        if not self.has_reader:
            return
        if UID not in sink.registry:
            sink.registry.enrol(UID, BadgeTag(floors_name(self.config), "floor"))
        sink.twin.put(UID, READER) if laid else sink.twin.take(UID)
        ends = sink.now + BADGE_MS
        while bool(sink.badges_in(READER)) != laid and sink.now < ends:
            sink.wait(LOOK_MS)

    def _do_while(self, following: Following) -> None:
        while (statement := following(self._game.look())) is not None:
            self._do_all((statement,))

    def _do_all(self, statements: Sequence[s.Statement]) -> None:
        for statement in statements:
            if isinstance(statement, SHUFFLES):
                if not self._stacked:
                    self._do(self._deck())
                self._shuffles += 1
            self._do(statement)
            self._stacked = isinstance(statement, s.Deck)

    def _set_up(self, statement: s.Statement) -> None:
        """Record a statement about the table; execute any other statement but an expectation."""
        if isinstance(statement, s.SET_UP):
            self.script.write(str(statement))
        elif not isinstance(statement, s.Expectation):
            self._do_all((statement,))

    def _do(self, statement: s.Statement) -> None:
        """Carry out one statement and record it. Raises `NotDone` if it is impossible."""
        if isinstance(statement, s.SET_UP):
            raise NotDone(N_("this can be changed only in the table's config"))
        game, script = self._game, self.script
        waited, self._waited = self._waited, 0
        if waited >= PATIENCE_MS:
            script.write(str(outside.Wait(waited)))
            script.saw(game.since(self._heard), game.look().turn)
        begun = len(game.events)
        outcome = Runner(game).go_on((statement,))
        self._heard = len(game.events)
        if outcome.failures:
            failure = outcome.failures[0]
            script.write(f"# {failure.statement}: {failure.why}")
            raise NotDone("{why}", why=failure.why.removeprefix("can't be done: "))
        script.write(str(statement))
        script.saw(game.since(begun), game.look().turn)
        match statement:
            case outside.LoseDevice(device=name):
                self._lost.add(name)
            case outside.RestoreDevice(device=name):
                self._lost.discard(name)

    def _deck(self) -> s.Deck:
        """Return a deck in a secret random order, from which the next hand is dealt."""
        cards = list(deck_of(OF_VARIANT[self._game.look().game].lowest))
        self._chance.shuffle(cards)
        return s.Deck(tuple(cards))

    def _press(self, seat: int, key: keypad.Key) -> None:
        pressed = keypad.press(self._pads[seat], key, self._game.sink.now)
        self._pads[seat] = pressed.pad
        if pressed.said is not None:
            self._do(said_by(seat, pressed.said))
            owes = self._game.look().seats[seat - 1].owes
            if owes and not self.keys_only:
                # The chips that the player has declared with the key are moved for them.
                self._do(s.Puts(seat, owes))

    # -- the arrangement of the items --------------------------------------------------------

    def _look(self) -> None:
        """Update `seen` to the current state of the table, and call `on_change`."""
        game, sink = self._game, self._sink
        state = game.runtime.published(sink.now)
        self._times += [time.time()] * (len(game.events) - len(self._times))
        for view in state.seats:
            pad = self._pads.get(view.seat) or keypad.new_pad(
                view.seat, self.config.denominations, keyed=self.config.chips == "keyed"
            )
            self._pads[view.seat] = keypad.see(keypad.lapse(pad, sink.now), state).pad
        cards, chips, foreign = self._lying()
        spots = [plan.zone for plan in sink.twin.plans if plan.zone.startswith("button.")]
        self._seen = Seen(
            state,
            tuple(game.events[-MOST_TOLD:]),
            cards,
            chips | stacks_of(game.look(), chips, self.config.denominations),
            foreign,
            {seat: keypad.shown(pad) for seat, pad in self._pads.items()},
            tuple(sorted(self.config.denominations, reverse=True)),
            len(game.dealer.stub),
            next((zone_seat(spot) for spot in spots if sink.twin.lying_in(spot)), 0),
            tuple(sorted(self._lost)),
            len(self.script),
            bool(sink.twin.where(UID)),
            tuple(self._times[-MOST_TOLD:]),
        )
        self.on_change()

    def _lying(self) -> tuple[tuple[CardLies, ...], dict[str, tuple[int, ...]], dict[str, int]]:
        """Return the cards, each zone's chips, and the number of foreign chips in each zone."""
        twin, registry = self._sink.twin, self._sink.registry
        cards: list[CardLies] = []
        chips: dict[str, tuple[int, ...]] = {}
        foreign: dict[str, int] = {}
        for zone in dict.fromkeys(plan.zone for plan in twin.plans):
            chips[zone] = self._sink.chips_in(zone)
            for uid in twin.lying_in(zone):
                match registry.get(uid):
                    case CardTag(card=face, deck=deck):
                        cards.append(CardLies(self._mark(uid), zone, face, deck))
                    case ChipTag(set=number) if number != 1:
                        foreign[zone] = foreign.get(zone, 0) + 1
                    case None:
                        cards.append(CardLies(self._mark(uid), zone, "", 0))
        return tuple(cards), chips, foreign

    def _mark(self, uid: str) -> str:
        """Return the id that web pages use for a card until the next shuffle."""
        return blake2b(f"{self._shuffles} {uid}".encode(), key=self._key, digest_size=6).hexdigest()

    _key = random.SystemRandom().randbytes(16)
