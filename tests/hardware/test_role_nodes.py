"""Seat, shoe and ring on the Pi's side: what they say, and what they are told."""

import json
from collections.abc import Callable, Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.contract.observations import Declared, Knocked, ShoeSaid
from controller.contract.public import (
    HandStatus,
    LevelView,
    Phase,
    PublicState,
    SeatView,
    Street,
)
from controller.contract.scans import AntennaPlan, Scan
from display.words.keypad import keypad_words
from display.words.locale import languages
from firmware.link import messages, wire
from firmware.link.handshake import Up
from firmware.link.session import Message
from firmware.reading.antennas import ROUNDS
from hardware.node.link import Happened, Joined, Link, Read, nothing
from hardware.node.node_clock import NodeClock
from hardware.node.nodes import Roll, open_node
from hardware.node.ring_node import RingNode, dimmed
from hardware.node.seat_node import WIDE, SeatNode, lines
from hardware.node.shoe_node import OPEN_US, SHUT_US, ShoeNode
from hardware.pads.keypad import KEYS, LAPSES_MS, MENU, PILES, KeypadDisplay
from hardware.ports import Report
from hardware.timing.dynamic_slots import Rounds
from tests.rig.pictures.example_tables import legal

UID = "E004015000000001"
SEATS = tuple(SeatView(seat, HandStatus.IN, f"P{seat}", 5000, 0) for seat in range(1, 4))


class Line:
    """A link without a port: it takes commands while it is up."""

    def __init__(self) -> None:
        self.name = "node"
        self.up = True
        self.node_clock: NodeClock | None = None
        self.sent: list[messages.Command] = []
        self.full = False
        self.roused = 0

    def note(self, level: int, said: str) -> None:
        """Take a line for the log."""

    def complain(self, problem: str) -> None:
        """Take a problem."""

    def send(self, command: messages.Command) -> bool:
        """Take a command, unless too many are waiting."""
        messages.pack_command(command)
        if not self.full:
            self.sent.append(command)
        return not self.full

    def rouse(self) -> None:
        """Count how often a thread would turn at once."""
        self.roused += 1


def joined(*can: str) -> Joined:
    return Joined("n", "r", "1", can, True, 0)


def opened(
    plans: Sequence[AntennaPlan], roll: Roll, pad: SeatNode | ShoeNode
) -> tuple[Callable[..., object], Callable[[int], None]]:
    """Return what a node hears and does as time passes that has a pad or a shoe, and antennas."""
    mine = [msgspec.structs.replace(plan, device="node") for plan in plans]
    tick = pad.tick if isinstance(pad, SeatNode) else nothing
    link = open_node("node", "/nowhere", "", lambda: 0, roll, plans=mine, hear=pad.hear, tick=tick)
    return link._hear, link._tick


def state(turn: int = 0) -> PublicState:
    may = legal(call=200, raise_to=400, most=5000) if turn else ()
    return PublicState(
        seq=1, table="3", house="ppc", hand=1, phase=Phase.BETTING, street=Street.FLOP,
        level=LevelView(50, 100), seats=SEATS, turn=turn, legal=may,
    )  # fmt: skip


def test_keys_and_knocks_of_a_seat_are_its_own() -> None:
    line, seat = Line(), SeatNode(2, (25, 100))
    seat.show(state(turn=2))
    hear: Callable[..., object] = seat.hear
    assert hear(line, joined("keys")) == ()
    assert hear(line, Happened("knock", 0, 3, 50)) == (Knocked(50, 2, 3),)
    assert hear(line, Happened("key", 0, 2, 60)) == ()
    assert hear(line, Happened("key", 0, 2, 70)) == (Declared(70, 2, "call"),)
    assert hear(line, Happened("key", 0, 99, 80)) == ()
    told = [msgspec.json.decode(command.value) for command in line.sent]
    assert {"tone": "ask", "lines": ["call 200?", "", "OK?"]} in told
    assert told[-1]["tone"] == "ok"


def test_a_pad_with_a_reader_gives_its_keys_and_its_scans() -> None:
    line, seat = Line(), SeatNode(2, (25, 100))
    plans = [AntennaPlan("hand.2", "hand.2", 100), AntennaPlan("bet.2", "bet.2", 200)]
    hear, _ = opened(plans, Roll(), seat)
    assert hear(line, joined("keys")) == ()
    told = [msgspec.json.decode(one.value) for one in line.sent]
    assert {"periods": [100, 200], "slots": {}} in told
    assert hear(line, Read(1, (UID,), 40)) == (Scan("bet.2", (UID,), 40),)
    assert hear(line, Happened("knock", 0, 3, 50)) == (Knocked(50, 2, 3),)


def test_a_node_is_told_of_each_round_once_in_its_own_time_and_again_when_it_comes_back() -> None:
    plans = [AntennaPlan("hand.2", "hand.2", 100), AntennaPlan("bet.2", "bet.2", 200)]
    line, rounds = Line(), Rounds(plans)
    line.node_clock = NodeClock()
    line.node_clock.begin(1000, 3000)
    hear, tick = opened(plans, Roll(rounds=rounds), SeatNode(2, (25, 100)))
    rounds.scanned("bet.2", 9, 2500, news=True)
    tick(2600)
    assert line.sent == [], "nobody is there"
    hear(line, joined("keys", ROUNDS))
    tick(2700)
    told = [msgspec.json.decode(one.value) for one in line.sent]
    (one,) = [config["round"] for config in told if "round" in config]
    (made,) = rounds.made
    assert (one["began"], one["since"]) == (made.began - 2000, made.since - 2000)
    assert one["until"] == made.until - 2000
    slots = made.schedule.of("bet.2")
    assert one["at"][1] == [ms for slot in slots for ms in (slot.start, slot.length)]
    assert len(slots) > 1
    hear(line, joined("keys", ROUNDS))
    again = [config for sent in line.sent if "round" in (config := msgspec.json.decode(sent.value))]
    assert len(again) == 2
    assert line.roused == 0
    rounds.scanned("bet.2", 9, 5000, news=False)
    assert line.roused == 1, "there is a round to tell of"
    made = rounds.made[-1]
    hear(line, joined("keys", "rounds2"))
    rounds.scanned("bet.2", 30, 9000, news=True)
    assert rounds.made[-1:] == (made,), "firmware of before keeps all to the standing slots"


def test_a_pad_that_comes_back_is_shown_what_stands_there() -> None:
    line, seat = Line(), SeatNode(2, (25, 100))
    seat.hear(line, joined("keys"))  # type: ignore[arg-type]
    line.up = False
    seat.show(state(turn=2))
    sent = len(line.sent)
    line.up = True
    seat.hear(line, joined("keys"))  # type: ignore[arg-type]
    assert "your turn" in line.sent[sent].value


def test_a_question_that_nobody_answers_leaves_the_display_without_a_key() -> None:
    line, seat = Line(), SeatNode(2, (25, 100))
    seat.hear(line, joined("keys"))  # type: ignore[arg-type]
    seat.show(state(turn=2))
    seat.hear(line, Happened("key", 0, KEYS.index("fold") + 1, 80))  # type: ignore[arg-type]
    asked = len(line.sent)
    assert "fold?" in line.sent[-1].value
    seat.tick(80 + LAPSES_MS - 1)
    assert len(line.sent) == asked
    seat.tick(80 + LAPSES_MS)
    assert seat._pad.mode == "idle"
    (drawn,) = line.sent[asked:]
    assert msgspec.json.decode(drawn.value) == {"lines": ["your turn", "call 200"]}
    seat.tick(90 + 10 * LAPSES_MS)
    assert len(line.sent) == asked + 1


@pytest.mark.parametrize("language", languages())
def test_a_pads_display_speaks_the_tables_language_in_letters_that_it_has(language: str) -> None:
    words = keypad_words(language)
    asked = {
        *MENU,
        *PILES,
        "your-turn",
        "by-chips",
        "seat",
        "nothing",
        "ok",
        "pot",
        "out-of-turn",
        "below",
        "above",
        "no-game",
    }
    assert asked <= {*words}
    for text in words.values():
        assert 0 < len(text) <= WIDE
        assert text.isascii()


def test_a_pad_in_french() -> None:
    words = keypad_words("fr")
    assert lines(KeypadDisplay(what="turn", call=200), words) == ["A vous", "Suivre 200"]
    assert lines(KeypadDisplay("menu", "phone"), words) == ["> Un telephone"]
    assert lines(KeypadDisplay("target", "seen", "3"), words) == ["Carte vue", "> Siege 3"]
    assert lines(KeypadDisplay("target", "seen", "burn"), words) == ["Carte vue", "> Carte brulee"]
    assert lines(KeypadDisplay("target", "time"), words) == ["Temps", "> personne"]
    assert lines(KeypadDisplay("confirm", "fold", warning="out-of-turn"), words) == [
        "Se coucher?", "Pas votre tour !", "OK ?",
    ]  # fmt: skip


@given(
    st.builds(
        KeypadDisplay, st.sampled_from(("idle", "confirm", "amount", "menu", "target")),
        st.sampled_from(MENU), st.sampled_from(("", "3", "10", *PILES)),
        st.sampled_from((0, 25, 9_999_999_999)), st.sampled_from((25, 5_000_000_000)),
        st.sampled_from((0, 9_999_999_999)), st.sampled_from(("", "below", "out-of-turn")),
    ),
    st.sampled_from(languages()),
)  # fmt: skip
def test_no_figure_is_cut_off_a_pads_display(shown: KeypadDisplay, language: str) -> None:
    written = lines(shown, keypad_words(language))
    assert len(written) <= 4
    if shown.mode == "amount" and shown.amount:
        assert any(str(shown.amount) in line for line in written)
    if shown.mode == "confirm" and shown.amount:
        assert any(str(shown.amount) in line for line in written)
    if shown.mode == "idle" and shown.call:
        assert any(str(shown.call) in line for line in written)


PLANS = (AntennaPlan("shoe", "shoe", 100, device="shoe"),)


def shoe(*can: str) -> tuple[Line, ShoeNode, Callable[[int, str], list[tuple[str, int]]]]:
    """Return a shoe that can these, and what it is told when so many cards may leave."""
    line, allowed = Line(), [(0, "")]
    node = ShoeNode(lambda _: allowed[0])
    node.hear(line, joined(*can))  # type: ignore[arg-type]

    def allow(cards: int, what: str) -> list[tuple[str, int]]:
        line.sent.clear()
        allowed[0] = (cards, what)
        node.show(state())
        return [(command.what, command.value) for command in line.sent]

    return line, node, allow


def test_a_shoe_with_a_feeder_gives_one_card_after_the_other() -> None:
    _, _, allow = shoe("count", "gate", "feed")
    assert allow(4, "flop") == [("feed", 1)]
    assert allow(4, "flop") == []
    assert allow(3, "flop") == [("feed", 1)]
    assert allow(0, "") == [("feed", 0)]


def test_a_shoe_that_counts_lets_out_what_is_due_once() -> None:
    _, _, allow = shoe("count", "gate")
    assert allow(4, "flop") == [("feed", 4)]
    assert allow(3, "flop") == []
    assert allow(1, "ruling") == [("feed", 1)]
    assert allow(3, "flop") == [("feed", 3)]
    assert allow(0, "") == [("feed", 0)]


def test_a_shoe_that_can_not_count_is_open_or_shut() -> None:
    _, _, allow = shoe("gate")
    assert allow(4, "flop") == [("servo", OPEN_US)]
    assert allow(0, "") == [("servo", SHUT_US)]


def test_a_shoe_that_was_reset_is_told_again() -> None:
    line, node, allow = shoe("count", "gate")
    allow(4, "flop")
    line.sent.clear()
    node.hear(line, joined("count", "gate"))  # type: ignore[arg-type]
    (feed,) = line.sent
    assert (feed.what, feed.value) == ("feed", 4)


def test_a_shoe_has_its_time_slot_as_all_antennas_have_and_follows_rounds() -> None:
    line, rounds = Line(), Rounds(PLANS)
    line.node_clock = NodeClock()
    hear, tick = opened(PLANS, Roll(rounds=rounds), ShoeNode())
    hear(line, joined("count", ROUNDS))
    (config,) = line.sent
    slots = json.loads(config.value)["slots"]
    slot = rounds.standing.slots["shoe"]
    assert (slots["frame"], slots["at"]) == (rounds.standing.frame, [[slot.start, slot.length]])
    rounds.scanned("shoe", 1, 0, news=True)
    tick(50)
    assert hear(line, Read(0, ("E0",), 60)) == (Scan("shoe", ("E0",), 60),)
    assert "round" in json.loads(line.sent[-1].value)


def test_what_a_shoe_says_is_told_on_and_a_reload_tries_again() -> None:
    line, node, allow = shoe("count", "gate", "feed")
    allow(2, "flop")
    hear: Callable[..., object] = node.hear
    assert hear(line, Happened("shoe", 0, "empty", 9)) == (ShoeSaid(9, "empty"),)
    assert hear(line, Happened("shoe", 0, "card-out", 9)) == ()
    line.sent.clear()
    assert hear(line, Happened("shoe", 0, "loaded", 10)) == (ShoeSaid(10, "loaded"),)
    assert [(one.what, one.value) for one in line.sent] == [("feed", 1)]


def heard(link: Link, what: str, says: str) -> None:
    """Let a link hear of an event."""
    event = messages.pack_event(messages.Event(what, 1, 0, says))
    link._tell(Message(wire.EVENT, 0, event), 1)


@pytest.mark.parametrize(("what", "says"), [("fault", "tag E00401500A1B2C3D\nok"), ("shoe", "jam")])
def test_what_a_node_says_of_itself_is_logged_in_part_and_without_uids(
    caplog: pytest.LogCaptureFixture, what: str, says: str
) -> None:
    link = Link("node-7", "/nowhere", lambda: 0, shoe("gate")[1].hear)
    link._put = list[Report]().append
    for _ in range(500):
        heard(link, what, says)
    lines_of_it = [record.getMessage() for record in caplog.records]
    assert 1 <= len(lines_of_it) <= 21
    assert not any("E004" in line or "\n" in line for line in lines_of_it)
    if what == "fault":
        assert lines_of_it[0] == "node-7: tag (uid)?ok"


def test_why_a_nodes_reader_fails_is_its_problem_until_it_works_or_is_reset(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plans = [AntennaPlan("board.1", "board", 100, device="west")]
    link = open_node("west", "/nowhere", "antennas", lambda: 0, Roll(), plans=plans)
    link._put = list[Report]().append
    monkeypatch.setattr(link._session, "up", True)
    for text in ("its BUSY line does not change", "E00401500A1B2C3D"):
        heard(link, "fault", text)
        assert link.status().problem == f"west: {text.replace('E00401500A1B2C3D', '(uid)')}"
    heard(link, "fault", "")
    assert link.status().problem == ""
    heard(link, "fault", "no answer")
    link._tell(Message(wire.SNAPSHOT, 0, messages.pack_snapshot(0, 0, [])), 2)
    assert link.status().problem == "", "it reads again, whatever it has said"
    heard(link, "fault", "no answer")
    link._tell(Up(messages.Hello("west", "antennas", "0", (), 7, 0, 0), True, []), 2)
    assert "no answer" not in link.status().problem


def test_a_ring_on_a_node_is_sent_what_changes_and_what_it_has_forgotten() -> None:
    line, ring = Line(), RingNode(2, 50)
    frame = ((255, 0, 1), (2, 128, 0))
    assert not ring.show(frame)
    ring.hear(line, joined("leds"))  # type: ignore[arg-type]
    assert line.sent[-1].value == bytes((128, 0, 1, 1, 64, 0))
    assert not ring.show(frame)
    ring.hear(line, joined("leds"))  # type: ignore[arg-type]
    assert len(line.sent) == 2
    line.full = True
    other = ((9, 9, 9), (0, 0, 0))
    assert not ring.show(other), "too many commands are waiting"
    line.full = False
    assert [ring.show(other), ring.show(other)] == [True, False]
    ring.close()
    assert line.sent[-1].value == bytes(6)
    with pytest.raises(ValueError, match="2 LEDs, not 1"):
        ring.show(((0, 0, 0),))
    with pytest.raises(ValueError, match="1 to 300"):
        RingNode(301)
    assert dimmed(((1, 0, 255),), 1) == bytes((1, 0, 3))
