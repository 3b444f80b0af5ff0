"""Plays a scenario: each statement moves things, each expectation is held against the table."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from controller.contract import commands as c
from controller.contract.errors import TapisError
from controller.contract.observations import Observation
from controller.contract.public import PublicEvent, RulingClosed, RulingOpened
from controller.contract.scans import zone_seat
from controller.houses.loader import find_house, load_house
from controller.journal import JournalError
from controller.play import outside
from controller.play import statements as s
from controller.play.dealer import DENOMINATIONS, Dealer
from controller.play.expect import check
from controller.play.expectations import ExpectEvent, ExpectShown
from controller.play.follow import follow, follow_all
from controller.play.game import Depth, Game, Noise, Setup
from controller.table.engine import Step

USUAL_BLINDS = (50, 100)
"""The level of a scenario that names none."""

Watch = Callable[[Observation, Step], object]

DEEDS = {
    "leaves": "away",
    "returns": "back",
    "phones": "phone",
    "agrees": "agree",
    "done": "done",
}


class Failure(msgspec.Struct, frozen=True):
    """An expectation that does not hold, or a statement that can't be done, and why.

    `events` are those since the last statement that was no expectation.
    """

    line: int
    statement: str
    why: str
    events: tuple[PublicEvent, ...] = ()


class Outcome(msgspec.Struct, frozen=True):
    """How a scenario went; it holds when `failures` is empty. `at` is table time in ms."""

    failures: tuple[Failure, ...]
    expectations: int
    at: int


class CannotDo(TapisError):
    """A statement that makes no sense at this table now."""


def set_up(
    statements: Sequence[s.Statement],
    *,
    house: str = "",
    beside: Path | None = None,
    depth: Depth = "engine",
    noise: Noise = "typical",
    seed: int = 0,
) -> Setup:
    """Return the table that a scenario asks for. Raises `FileProblems` for its house file."""
    named = "ppc"
    keyed = shoe = gate = counts = False
    decks = 1
    denominations: tuple[int, ...] = DENOMINATIONS
    for statement in statements:
        match statement:
            case s.House(name=named):
                pass
            case s.Chips(mode=mode):
                keyed = mode == "keyed"
            case s.Shoe(present=shoe, counts=counts):
                pass
            case s.Gate():
                gate = True
            case s.Decks(count=decks):
                pass
            case s.Denominations(values=denominations):
                pass
    taken = [st.seat for st in statements if isinstance(st, s.Seat | s.Button | s.DealTo)]
    zones = [st.zone for st in statements if isinstance(st, s.Foreign | s.Unknown)]
    zones += [st.target for st in statements if isinstance(st, s.Move)]
    taken += [zone_seat(zone) for zone in zones]
    return Setup(
        load_house(house or named, beside),
        max(taken, default=10),
        keyed,
        denominations,
        shoe,
        gate,
        counts,
        depth,
        noise,
        seed,
        journal=any(isinstance(statement, outside.PowerCut) for statement in statements),
        button=_moves_button(statements),
        house_file=_house_file(house or named, beside),
        alone=tuple(st.device for st in statements if isinstance(st, outside.DeviceLost)),
        decks=decks,
    )


def _house_file(house: str, beside: Path | None) -> str:
    """Return a house's name, or where its file is from anywhere."""
    return str(find_house(house, beside)) if house.endswith(".toml") else house


def _moves_button(statements: Sequence[s.Statement]) -> bool:
    """Return whether a scenario moves the dealer button once a hand has begun."""
    begun = False
    for statement in statements:
        begun = begun or isinstance(statement, s.Hand)
        if begun and isinstance(statement, s.Button):
            return True
    return False


def _card_of(dealer: Dealer, seat: int) -> str:
    """Return the card that a seat got last. Raises `CannotDo` when it has none."""
    held = dealer.held_by(seat)
    if not held:
        raise CannotDo(f"seat {seat} has no card in front of it")
    return held[-1]


class Runner:
    """Plays the statements of one scenario."""

    def __init__(
        self,
        setup: Setup | Game,
        watch: Watch | None = None,
    ) -> None:
        """Set the table up, or go on at one; `watch` is shown all that it observes and says."""
        self.game = setup if isinstance(setup, Game) else Game(setup, watch)
        self._mark = len(self.game.events)
        self._failures: list[Failure] = []

    def play(self, statements: Sequence[s.Statement], *, keep_on: bool = False) -> Outcome:
        """Play until the first failure, or with `keep_on` to the end."""
        count = 0
        if not any(isinstance(statement, s.Blinds) for statement in statements):
            self._command(c.SetLevel(*USUAL_BLINDS))
        for statement in statements:
            if isinstance(statement, s.Expectation):
                count += 1
                shown = isinstance(statement, ExpectShown)
                state = self.game.shown() if shown else self.game.look()
                why = check(statement, self._in_sight(statement), state, self.game.events)
            else:
                why = self._try(statement)
            if why is not None:
                events = tuple(self.game.since(self._mark))
                self._failures.append(Failure(statement.line, str(statement), why, events))
                if not keep_on:
                    break
        return Outcome(tuple(self._failures), count, self.game.sink.now)

    def _in_sight(self, expectation: s.Statement) -> Sequence[PublicEvent]:
        """Return the events that an expectation is held against.

        They are those since the last statement; what was found stays in sight as long as its
        ruling is open, or when it has been closed since.
        """
        recent = self.game.since(self._mark)
        if not isinstance(expectation, ExpectEvent) or expectation.absent:
            return recent
        if expectation.type not in {"irregularity.found", "ruling.opened"}:
            return recent
        open_kinds = {ruling.kind for ruling in self.game.look().rulings}
        closed = {e.id for e in recent if isinstance(e, RulingClosed)}
        open_kinds |= {
            e.kind for e in self.game.events if isinstance(e, RulingOpened) and e.id in closed
        }
        older = self.game.events[: self._mark]
        return [*(e for e in older if getattr(e, "kind", "") in open_kinds), *recent]

    def _try(self, statement: s.Statement) -> str | None:
        mark = len(self.game.events)
        try:
            self._do(statement)
            # Pot antennas are slow: what is pushed is waited for, what is bet meanwhile not.
            self.game.sink.settle(slow=isinstance(statement, s.Push | s.Gather))
        except (CannotDo, JournalError, ValueError, IndexError) as error:
            return f"can't be done: {error}"
        if not isinstance(statement, s.Push) or len(self.game.events) > mark:
            # A push that brings nothing new leaves what was awarded in sight.
            self._mark = mark
        return None

    def _do(self, statement: s.Statement) -> None:
        game, dealer = self.game, self.game.dealer
        match statement:
            case s.House() | s.Chips() | s.Denominations() | s.Decks() | s.Shoe() | s.Gate():
                pass
            case (
                s.Blinds(small_blind=small, big_blind=big)
                | outside.Level(small_blind=small, big_blind=big)
            ):
                level = c.SetLevel(small, big, statement.ante, statement.big_blind_ante)
                self._command(level)
            case s.Seat(seat=seat, name=name, stack=stack, absent=absent):
                self._sit(seat, name, stack)
                if absent:
                    self._command(c.Absent(seat))
            case s.Button(seat=seat) if self._in_a_hand():
                game.sink.button(seat)
            case s.Button(seat=seat):
                self._command(c.SetButton(seat))
            case s.Deck(cards=cards):
                dealer.stack_deck(cards)
            case s.Hand():
                self._start_hand()
            case s.Deal():
                dealer.deal()
            case s.DealTo(seat=seat, chance=chance):
                self._deal_to(seat, chance)
            case s.Burn(count=count, together=together):
                dealer.burn(count, together=together)
            case s.Board(count=count, together=together):
                dealer.board(count, together=together)
            case s.DealStreet(street=street):
                dealer.street(street)
            case s.Gather():
                dealer.gather()
            case s.Push():
                dealer.push()
            case _:
                self._do_card_or_seat(statement)

    def _do_card_or_seat(self, statement: s.Statement) -> None:
        dealer, sink = self.game.dealer, self.game.sink
        match statement:
            case s.DeckHolds():
                self._change_deck(statement)
            case s.Shuffle():
                dealer.shuffle_in_shoe()
                sink.settle()
            case s.Move(card=card, target=target):
                if target == "stub":
                    dealer.stub.append(card)
                elif card in dealer.stub:
                    dealer.stub.remove(card)
                dealer.lay(card, target)
            case s.Swap(seat=seat, other=other):
                one, two = _card_of(dealer, seat), _card_of(dealer, other)
                dealer.lay(one, f"hand.{other}")
                dealer.lay(two, f"hand.{seat}")
            case s.Foreign(card=card, zone=zone):
                dealer.slip_in(card, zone)
            case s.Unknown(zone=zone):
                dealer.slip_in_unknown(zone)
            case s.Act(seat=seat, action=action, amount=amount):
                dealer.act(seat, action, amount)
            case s.Says(seat=seat, what=what, amount=amount):
                sink.press(seat, what, amount=amount)
            case s.Puts(seat=seat, foreign=True):
                sink.chips("bank", f"bet.{seat}", self._pieces(statement), chip_set=2)
            case s.Takes(seat=seat, foreign=True):
                sink.chips(f"bet.{seat}", "bank", self._pieces(statement), chip_set=2)
            case s.Puts(seat=seat):
                sink.chips(f"stack.{seat}", f"bet.{seat}", self._pieces(statement))
            case s.Takes(seat=seat):
                sink.chips(f"bet.{seat}", f"stack.{seat}", self._pieces(statement))
            case s.Splashes(seat=seat):
                sink.chips(f"stack.{seat}", "pot", self._pieces(statement))
                sink.settle(slow=True)
            case s.Does(seat=seat, deed=deed):
                self._deed(seat, deed)
            case s.Sees(seat=seat, target=target):
                if target.isdigit():
                    dealer.marked[int(target)] = _card_of(dealer, int(target))
                sink.press(seat, "seen", target)
            case s.Clocks(seat=seat, target=clocked):
                sink.press(seat, "time", str(clocked))
            case _:
                self._do_floor(statement)

    def _do_floor(self, statement: s.Statement) -> None:
        match statement:
            case s.Follow(all=True):
                follow_all(self.game.dealer)
            case s.Follow():
                if not follow(self.game.dealer):
                    raise CannotDo("no step that a dealer can do is next")
            case outside.FloorConfirms():
                self._command(c.Confirm())
            case outside.FloorWaives():
                self._command(c.Waive())
            case outside.FloorRules(steps=steps):
                self._command(c.Rule(tuple(str(step).strip('"') for step in steps)))
            case outside.FloorKills(seat=seat):
                self._command(c.KillHand(seat))
            case outside.FloorMisdeal():
                self._command(c.Misdeal())
            case outside.FloorUndoes():
                self._command(c.Undo())
            case outside.FloorStack(seat=seat, stack=stack):
                self._command(c.SetStack(seat, stack))
            case outside.FloorButton(seat=seat):
                self._command(c.SetButton(seat))
            case outside.FloorPenalty(seat=seat, penalty=penalty):
                self._command(c.Penalty(seat, penalty))
            case _:
                self._do_world(statement)

    def _do_world(self, statement: s.Statement) -> None:
        game = self.game
        match statement:
            case outside.Wait(ms=ms):
                game.sink.wait(ms)
            case outside.DeviceLost(device=device):
                game.sink.lose(device)
            case outside.DeviceBack(device=device):
                game.sink.back(device)
            case outside.PowerCut():
                game.cut_power()
            case outside.BrokerDown():
                game.broker_away()
            case outside.BrokerUp():
                game.broker_back()
            case _:
                raise CannotDo(f'"{statement}" is not known at this depth')

    def _in_a_hand(self) -> bool:
        return self.game.table.hand.running

    def _command(self, command: c.Command) -> None:
        before = len(self.game.refused)
        self.game.dealer.command(command)
        refused = self.game.refused[before:]
        if refused:
            raise CannotDo(refused[0])

    def _sit(self, seat: int, name: str, stack: int) -> None:
        """Seat a player; who has lost all his chips gives his seat up, or buys in again."""
        view = self.game.look().seats[seat - 1] if seat <= self.game.setup.seats else None
        if view is not None and view.status != "empty" and not view.stack:
            if view.name == name:
                self._command(c.Rebuy(seat, stack))
                return
            self._command(c.StandUp(seat))
        self._command(c.SitDown(seat, name, stack))

    def _change_deck(self, what: s.DeckHolds) -> None:
        dealer = self.game.dealer
        if what.unknown:
            dealer.unknown += 1
        elif what.lacks:
            dealer.lacks = (*dealer.lacks, *what.cards)
        elif what.cards:
            dealer.holds = (*dealer.holds, *what.cards)
        else:
            dealer.lacks, dealer.holds, dealer.unknown = (), (), 0

    def _start_hand(self) -> None:
        before = self.game.table.hands, self.game.table.hand
        self.game.dealer.start_hand()
        hand = self.game.table.hand
        if hand is before[1] or not hand.running:
            raise CannotDo("no hand starts: fewer than two players with chips, or a hand is on")

    def _deal_to(self, seat: int, chance: Literal["", "exposed", "off-table"]) -> None:
        dealer, sink = self.game.dealer, self.game.sink
        card = dealer.draw()
        if chance:
            dealer.marked[seat] = card
        if chance == "off-table":
            dealer.lay(card, "floor")
            sink.press(self.game.look().button, "off-table", str(seat))
            return
        dealer.lay(card, f"hand.{seat}")
        if chance == "exposed":
            # Nobody finds the key before the card lies there and has been read.
            sink.settle()
            sink.press(seat, "seen", str(seat))

    def _pieces(self, statement: s.Puts | s.Takes | s.Splashes) -> tuple[int, ...]:
        if statement.pieces:
            return tuple(v for count, value in statement.pieces for v in [value] * count)
        return self.game.dealer.pieces(statement.amount)

    def _deed(self, seat: int, deed: s.Deed) -> None:
        dealer, sink = self.game.dealer, self.game.sink
        match deed:
            case "knocks":
                sink.knock(seat, 2)
            case "mucks":
                dealer.muck(seat)
            case "pushes" | "tables":
                dealer.table_cards(seat)
            case "lifts":
                for card in dealer.held_by(seat):
                    sink.lift(card)
            case "drops":
                card = _card_of(dealer, seat)
                dealer.lay(card, "floor")
                dealer.marked[seat] = card
                sink.press(seat, "off-table", str(seat))
            case "leaves":
                sink.press(seat, "away")
            case "returns":
                sink.press(seat, "back")
            case "phones":
                sink.press(seat, "phone")
            case "agrees":
                sink.press(seat, "agree")
            case "done":
                sink.press(seat, "done")
