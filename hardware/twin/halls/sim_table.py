"""A simulated table without cards, as seen by a whole venue's software: seats, stacks and holds.

It implements the same interface as a real table, for tests with many tables. The play of a hand is
not simulated, only its outcome. A request is carried out at most once per id, as at a real table.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from controller.contract.commands import Reply, Request
from controller.contract.public import Envelope, LevelView, Phase, Places, PublicState, SeatView
from controller.contract.rules import HandStatus, HoldReason, NoticeText
from controller.contract.state import HoldView, NoticeView, RulingView


class SimSeat(msgspec.Struct):
    """A seated player.

    `rebuy` is the value of chips that have been bought but count only from the next hand on.
    """

    player: str
    name: str
    stack: int
    rebuy: int = 0


class SimTable:
    """One simulated table.

    `said` holds the events that have not been published yet. `state` is always current.
    """

    def __init__(
        self, name: str, seats: int, *, epoch: str = "E1", house: str = "redcactus"
    ) -> None:
        """Set up an empty table; `house` is the id of its house rules."""
        self.name, self.size, self.epoch, self.house = name, seats, epoch, house
        self.seats: dict[int, SimSeat] = {}
        self.holds: dict[str, bool] = {}
        self.seq = self.hand = self.button = self.small_blind = self.big_blind = 0
        self.level: tuple[int, int] = (0, 0)
        self.running: tuple[int, ...] = ()
        self.closed = False
        self.events: list[Envelope] = []
        self.said: list[Envelope] = []
        self._once: set[str] = set()
        self._leaving: list[dict[str, Any]] = []
        self._taking: list[dict[str, Any]] = []
        self._done: dict[str, int] = {}
        self._busted: dict[int, int] = {}
        self.notices: dict[str, NoticeView] = {}
        self.rulings: tuple[RulingView, ...] = ()

    # Requests.

    def asked(self, command: str, request: Request) -> Reply:
        """Carry out a request, unless one with its id has already succeeded; return the reply."""
        if request.id in self._done:
            return Reply(request.id, ok=True, seq=self._done[request.id])
        do = getattr(self, "_" + command.replace("-", "_"), None)
        if do is None:
            return Reply(request.id, ok=False, seq=self.seq, reason="unknown-command")
        reason = do(request.data)
        if reason:
            return Reply(request.id, ok=False, seq=self.seq, reason=reason)
        self._done[request.id] = self.seq
        return Reply(request.id, ok=True, seq=self.seq)

    def after(self, seq: int, limit: int) -> Sequence[Envelope]:
        """Return up to `limit` of the events that follow sequence number `seq`, in order."""
        return self.events[seq : seq + limit]

    def _sit_down(self, data: Mapping[str, Any]) -> str:
        seat = data["seat"]
        if self.running:
            return "hand-running"
        if seat in self.seats:
            return "seat-taken"
        self.seats[seat] = SimSeat(data.get("player", ""), data["name"], data["stack"])
        self._say("seat.taken", **{k: data[k] for k in ("seat", "name", "stack", "player", "order")
                                   if k in data})  # fmt: skip
        return ""

    def _stand_up(self, data: Mapping[str, Any]) -> str:
        if data.get("who", "seat") == "seat" and data.get("seat") not in self.seats:
            return "seat-empty"
        self._leaving.append(dict(data))
        if not self.running:
            self._leave()
        return ""

    def _stay(self, data: Mapping[str, Any]) -> str:
        meant = [one for one in self._leaving if one.get("order") == data["order"]]
        if not meant:
            return "not-leaving"
        self._leaving = [one for one in self._leaving if one not in meant]
        self._say("seat.stays", seat=meant[0].get("seat", 0), order=data["order"])
        return ""

    def _notice(self, data: Mapping[str, Any]) -> str:
        seat = data.get("seat", 0)
        to = data.get("to_table", 0), data.get("to_seat", 0)
        told = NoticeView(data["notice"], NoticeText(data["text"]), seat, *to)
        self.notices[told.notice] = told
        self._say("notice.given", **msgspec.to_builtins(told))
        return ""

    def _notice_off(self, data: Mapping[str, Any]) -> str:
        if self.notices.pop(data["notice"], None) is not None:
            self._say("notice.ended", notice=data["notice"])
        return ""

    def _rebuy(self, data: Mapping[str, Any]) -> str:
        sits = self.seats.get(data["seat"])
        if sits is None:
            return "seat-empty"
        if data["seat"] in self.running:
            sits.rebuy += data["amount"]
        else:
            sits.stack += data["amount"]
        self._say("stack.changed", seat=data["seat"], stack=sits.stack + sits.rebuy, reason="rebuy")
        return ""

    def _take_chips(self, data: Mapping[str, Any]) -> str:
        sits = self.seats.get(data["seat"])
        if sits is None or sits.player != data["player"]:
            return "seat-empty"
        self._taking.append(dict(data))
        if not self.running:
            self._take()
        return ""

    def _take(self) -> None:
        taking, self._taking = self._taking, []
        for data in taking:
            sits = self.seats[data["seat"]]
            taken = data["chips"] if data["chips"] < sits.stack else 0
            sits.stack -= taken
            self._say("stack.changed", seat=data["seat"], stack=sits.stack, reason="taken",
                      taken=taken, order=data["order"])  # fmt: skip

    def _hold(self, data: Mapping[str, Any]) -> str:
        self.holds[data["hold"]] = data.get("clock_runs", False)
        if not self.running:
            self._say("table.held", holds=list(self.holds))
        return ""

    def _release(self, data: Mapping[str, Any]) -> str:
        if self.holds.pop(data["hold"], None) is not None:
            self._say("table.released", hold=data["hold"], holds=list(self.holds))
        return ""

    def _deal_one(self, data: Mapping[str, Any]) -> str:
        if data["hold"] not in self.holds:
            return "no-hold"
        self._once.add(data["hold"])
        return ""

    def _structure(self, data: Mapping[str, Any]) -> str:
        level = data["levels"][data.get("at", 0)]
        self.level = level.get("small_blind", 0), level.get("big_blind", 0)
        self._say("level.changed", small_blind=self.level[0], big_blind=self.level[1],
                  number=level["number"])  # fmt: skip
        return ""

    def _set_button(self, data: Mapping[str, Any]) -> str:
        self.button = data["seat"]
        return ""

    def _open_table(self, data: Mapping[str, Any]) -> str:
        if data["house"] != self.house:
            return "other-house"
        self.closed = False
        self._say("table.opened", tournament=data["tournament"], house=data["house"])
        return ""

    def _close_table(self, _data: Mapping[str, Any]) -> str:
        self.closed = True
        self._say("table.closed")
        return ""

    # Play.

    @property
    def may_deal(self) -> bool:
        """Return whether a hand may start.

        The table must be open, with no hand running and no hold in force, and at least two players
        must have chips.
        """
        held = set(self.holds) - self._once
        return not self.running and not held and not self.closed and len(self._in_play()) > 1

    def begin(self) -> None:
        """Start a hand."""
        self.running = tuple(self._in_play())
        self._once.clear()
        self.rulings = ()
        self.hand += 1
        for seat in self.running:
            self.seats[seat].stack += self.seats[seat].rebuy
            self.seats[seat].rebuy = 0
        for seat, hand in self._busted.items():
            if seat in self.seats and not self.seats[seat].stack:
                self._say("seat.out", seat=seat, hand=hand, player=self.seats[seat].player)
        self._busted.clear()
        self.button, self.small_blind, self.big_blind = msgspec.structs.astuple(self.places())
        self._say(
            "hand.started", button=self.button, small_blind=self.small_blind,
            big_blind=self.big_blind, stacks=self._stacks(self.running), house=self.house,
        )  # fmt: skip

    def end(self, rng: random.Random, boldness: float = 0.3, most: int = 2) -> None:
        """End the current hand: one player, drawn at random, wins what the others lose.

        Each loser loses the whole stack with probability `boldness`, otherwise up to `most` big
        blinds, but never more than the winner had.
        """
        began = {seat: self.seats[seat].stack for seat in self.running}
        winner = rng.choice(self.running)
        unit = max(self.level[1], 1)
        for seat, stack in began.items():
            if seat == winner:
                continue
            bold = rng.random() < boldness
            paid = min(stack, began[winner], stack if bold else unit * rng.randint(0, most))
            self.seats[seat].stack -= paid
            self.seats[winner].stack += paid
        ended, self.running = self.running, ()
        self._say("hand.ended", stacks=self._stacks(ended))
        for seat in ended:
            if not self.seats[seat].stack:
                self._busted[seat] = self.hand
                self._say("seat.busted", seat=seat, hand=self.hand, had=began[seat],
                          player=self.seats[seat].player, by=winner)  # fmt: skip
        self._take()
        self._leave()
        if self.holds:
            self._say("table.held", holds=list(self.holds))

    def places(self) -> Places:
        """Return the seats of the button and the blinds in the current hand.

        Between hands, return those for the next hand. If fewer than two players can play, the seats
        of the blinds are 0.
        """
        order = self._in_play()
        if len(order) < 2:
            return Places(self.button, 0, 0)
        if self.running:
            return Places(self.button, self.small_blind, self.big_blind)
        behind = sorted(order, key=lambda seat: (seat <= self.button, seat))
        button = behind[0] if self.hand else self.button or behind[-1]
        after = sorted(set(order) - {button}, key=lambda seat: (seat < button, seat))
        if len(order) == 2:
            return Places(button, button, after[0])
        return Places(button, after[0], after[1])

    @property
    def state(self) -> PublicState:
        """Return the table's public state."""
        seats = tuple(
            SeatView(seat, HandStatus.IN if seat in self.running else HandStatus.WAITING, one.name,
                     one.stack, player=one.player)
            for seat, one in sorted(self.seats.items())
        )  # fmt: skip
        places = self.places()
        return PublicState(
            self.seq, self.name, self.house, self.hand,
            Phase.BETTING if self.running else Phase.IDLE,
            button=self.button, small_blind=self.small_blind, big_blind=self.big_blind,
            level=LevelView(*self.level), seats=seats, epoch=self.epoch, closed=self.closed,
            next_places=None if self.running else places, rulings=self.rulings,
            holds=tuple(HoldView(name, HoldReason.VENUE) for name in self.holds),
            notices=tuple(self.notices.values()),
        )  # fmt: skip

    def _in_play(self) -> list[int]:
        return sorted(seat for seat, one in self.seats.items() if one.stack + one.rebuy)

    def _stacks(self, seats: Sequence[int]) -> list[dict[str, int]]:
        return [{"seat": seat, "stack": self.seats[seat].stack} for seat in seats]

    def _leave(self) -> None:
        """Carry out the departures that had to wait for the end of a hand."""
        leaving, self._leaving = self._leaving, []
        for data in leaving:
            by_table = data.get("who") == "next-big-blind"
            seat = self.places().big_blind if by_table else data["seat"]
            sits = self.seats.pop(seat, None)
            if sits is not None:
                if data.get("to_table"):
                    to = {name: data[name] for name in ("to_table", "to_seat")}
                    self._notice({"notice": data["order"], "text": "move", "seat": seat, **to})
                self._say("seat.left", seat=seat, stack=sits.stack + sits.rebuy,
                          player=sits.player, order=data.get("order", ""))  # fmt: skip

    def find(self, ruling: RulingView) -> None:
        """Report an irregularity, which stays open for the floor until the next hand starts."""
        self.rulings = (ruling,)
        self._say("irregularity.found", kind=ruling.kind, article=ruling.article, seat=ruling.seat)

    def _say(self, kind: str, /, **data: Any) -> None:
        self.seq += 1
        told = Envelope(1, self.seq, "sim", "", self.name, self.hand, kind, data, self.epoch)
        self.events.append(told)
        self.said.append(told)
