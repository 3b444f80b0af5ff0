"""What pages of a table that is rehearsed at ask for is done, kept, and seen by whom it may."""

import re
import threading
from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.contract.observations import Declaration
from controller.contract.public import PublicState, event_data
from controller.play.game import Depth
from controller.play.runner import Runner, set_up
from controller.play.script import statements as s
from controller.play.script.language import parse
from controller.rehearse.browser.pages import DEVICE
from controller.rehearse.opening import as_in, usual
from controller.rehearse.rights import HOST
from controller.rehearse.script import said_by
from controller.rehearse.table import Rehearsal
from controller.run.access.floor_pin import pin_for, save_pin
from hardware.pads.keypad import KeyedDeclaration
from tests.controller.rehearse.conftest import FROM_HERE, Room
from tests.texts import plain

FACE = re.compile(r"\b(?:[2-9JQKA]|10)[♣♦♥♠]")


def dealt(room: Room) -> None:
    """Deal a hand by moving cards one by one."""
    room.say("hand")
    for seat in (2, 3, 1, 2, 3, 1):
        room.move("top", f"hand.{seat}")
    assert room.rehearsal.seen.state.turn == 1


def replayed(text: str, depth: Depth) -> list[tuple[str, object]]:
    """Return the events of a scenario that is played again."""
    statements = parse(text)
    runner = Runner(set_up(statements, depth=depth))
    try:
        outcome = runner.play(statements)
        assert not outcome.failures
        return [(one.type, event_data(one)) for one in runner.game.events]
    finally:
        runner.game.close()


def test_what_was_done_plays_again_with_the_same_events(room: Room) -> None:
    dealt(room)
    room.move("chips:stack.1:100", "bet.1")
    for key in ("call", "call"):  # asked once more: it costs chips
        assert room.post("press", 2, key=key)["ok"]
    room.post("press", 3, key="call")
    for seat in (1, 2, 3):
        for value in sorted(set(room.rehearsal.seen.chips[f"bet.{seat}"])):
            count = room.rehearsal.seen.chips[f"bet.{seat}"].count(value)
            told = room.post("move", thing=f"chips:bet.{seat}:{value}", to="pot", count=str(count))
            assert told["ok"]
    room.move("top", "board")  # no card was burned
    assert [one.kind for one in room.rehearsal.seen.state.rulings] == ["board.no-burn"]
    room.say("follow all")
    assert len(room.rehearsal.seen.state.board) == 3
    room.say("device-lost board.1")
    room.say("device-back board.1")
    room.say("power-cut")
    room.say("3 clocks 2; wait 75s")
    room.say("floor misdeal")
    was = [(one.type, event_data(one)) for one in room.rehearsal._game.events]
    saved = room.ask(f"/{room.site.links.of[0]}/scenario.scn")
    assert "attachment" in saved.headers["content-disposition"]
    assert replayed(saved.text, "sensed") == was
    undone = {"device.lost", "device.back", "zone.blind"}
    assert [one[0] for one in replayed(saved.text, "engine") if one[0] not in undone] == [
        one[0] for one in was if one[0] not in undone
    ]


def test_what_is_saved_says_what_was_seen_and_fails_where_it_is_otherwise(room: Room) -> None:
    dealt(room)
    room.say("1 calls; 2 calls; 3 checks; gather; board 3")
    saved = room.rehearsal.script.text()
    found = 'expect irregularity.found kind=board.no-burn street=flop article="PPC 18"'
    assert f"board 3\n{found}\n" in saved
    assert "\nexpect steps " in saved
    assert "\nexpect turn 2\n" in saved
    statements = parse(saved)
    assert sum(isinstance(one, s.Expectation) for one in statements) > 8
    runner = Runner(set_up(statements, house="fidpa"))
    otherwise = runner.play(statements, keep_on=True).failures
    runner.game.close()
    assert [one for one in otherwise if "board.no-burn" in one.statement]


@pytest.mark.parametrize("deed", ["flop", "turn", "gather", "push", "collect", "hand", "deal"])
def test_a_button_of_the_dealer_waits_until_its_deed_is_due(room: Room, deed: str) -> None:
    """In the midst of the betting none of them moves anything; mistakes are made by hand."""
    dealt(room)
    room.say("1 raises to 300")
    seen = room.rehearsal.seen
    told = room.post("say", say=deed)
    assert not told["ok"]
    assert "can't be done: can't" not in told["text"]
    assert (room.rehearsal.seen.chips, room.rehearsal.seen.lines) == (seen.chips, seen.lines)
    french = room.ask("/language/fr?back=/", None, **FROM_HERE)
    assert french.status_code == 303
    assert room.post("say", say=deed)["text"] != told["text"]
    room.say("burn; board 3")
    assert [one.kind for one in room.rehearsal.seen.state.rulings] == ["board.premature"]


def test_why_the_floor_is_refused_is_said_in_words(room: Room) -> None:
    room.ask("/language/fr?back=/", None, **FROM_HERE)
    for text, why in (
        ("floor confirms", "Aucune décision n'est en cours"),
        ("follow", "le donneur ne peut pas faire la prochaine étape"),
        ("swap 1 2", "le siège 1 n'a pas de carte devant lui"),
        (
            "1 cals",
            "un scénario ne dit pas « cals » à cet endroit ; vouliez-vous dire « calls » ?",
        ),
        ("1 calls 1oo", "un scénario ne dit pas « 1oo » à cet endroit"),
        ("1", "il manque un mot à la phrase"),
    ):
        assert plain(room.post("say", say=text)["text"]) == f"C'est impossible : {why}"


def test_a_seat_sees_its_own_cards_and_nobody_elses(room: Room) -> None:
    dealt(room)
    mine = [one.face for one in room.rehearsal.seen.cards if one.zone == "hand.2"]
    assert len(FACE.findall(room.page())) == 2 * 6, "who plays alone sees all hands, twice named"
    said = room.page(2)
    assert len(set(FACE.findall(said))) == len(mine) == 2
    assert len(set(FACE.findall(room.page()))) == 4, "a seat that is taken is seen there alone"
    secrets = {room.site.links.of[seat] for seat in (0, 1, 3)}
    assert not [secret for secret in secrets if secret in said]
    assert re.findall(r"E004[0-9A-F]{12}", said + room.page()) == []
    told = room.post("move", 2, thing=room.marks("hand.3")[0], to="hand.2")
    assert not told["ok"]
    assert told["text"] == "This can't be done: you are not allowed to do that"
    room.say("3 mucks")
    assert not room.post("move", 2, thing=room.marks("muck")[0], to="hand.2")["ok"]


@pytest.mark.parametrize(
    ("deed", "form"),
    [
        ("say", {"say": "floor misdeal"}),
        ("say", {"say": "3 says fold"}),
        ("say", {"say": "move Kh stub hand.2"}),
        ("say", {"say": "foreign Kh to 2"}),
        ("say", {"say": "device-lost board.1"}),
        ("press", {"seat": "3", "key": "fold"}),
        ("move", {"thing": "chips:stack.3:100", "to": "bet.3"}),
    ],
)
def test_a_seat_does_nothing_for_others_and_is_no_floor(
    room: Room, deed: str, form: dict[str, str]
) -> None:
    before = room.rehearsal.seen.lines
    assert room.post(deed, 2, **form)[
        "text"
    ] == "This can't be done: you are not allowed to do that" or (deed == "press")
    assert room.rehearsal.seen.lines == before


def test_what_can_not_be_done_is_told_and_nothing_is_lost(room: Room) -> None:
    for form in (
        {"thing": "card:nothing", "to": "board"}, {"thing": "top", "to": "pot"},
        {"thing": "top", "to": "moon"}, {"thing": "chips:stack.1:7", "to": "pot", "count": "x"},
        {"thing": "chips:pot:100", "to": "stack.1"}, {"thing": "chips:stack.1:100", "to": "board"},
        {"thing": "chips:bet.1:5,chips:pot:5", "to": "pot"}, {},
    ):  # fmt: skip
        assert not room.post("move", **form)["ok"]
    for seat in ("9" * 5000, "²", "-1", "x"):
        assert not room.post("press", seat=seat, key="call")["ok"]
        freed = room.ask(f"/{room.site.links.of[HOST]}/free", {"seat": seat}, **FROM_HERE)
        assert freed.status_code == 303
    for text in ("", "nonsense", "expect turn 1", "house fidpa", "swap 1 2", "cable {node}"):
        assert not room.post("say", say=text)["ok"]
    room.say("hand")
    assert room.rehearsal.seen.state.hand == 1


@pytest.mark.parametrize(
    ("what", "target", "line"),
    [
        ("seen", "burn", "2 sees card of burn"), ("time", "3", "2 clocks 3"),
        ("off-table", "1", "2 says off-table 1"), ("see", "1", "2 says see 1"),
        ("floor", "", "2 says floor"), ("floor", "pot", "2 says floor pot"),
        ("raise", "", "2 says raise to 300"),
    ],
)  # fmt: skip
def test_what_a_pad_declares_is_what_a_scenario_says(
    what: Declaration, target: str, line: str
) -> None:
    said = said_by(2, KeyedDeclaration(what, target, 300 if what == "raise" else 0))
    assert (str(said), parse(line)) == (line, [replace(said, line=1, column=1)])


def test_a_cable_that_is_pulled_takes_all_antennas_of_its_node(room: Room) -> None:
    assert room.post("say", say="cable {node}", node="seat-2")["ok"]
    assert room.rehearsal.seen.lost == ("bet.2", "hand.2")
    assert set(room.rehearsal.seen.state.blind_zones) == {"hand.2", "bet.2"}
    assert "Not read: " in room.page()
    assert "Not read: " in room.page(2)
    assert room.post("say", say="cable {node}", node="seat-2")["ok"]
    assert room.rehearsal.seen.state.blind_zones == ()


def test_each_of_five_antennas_of_the_board_is_lost_and_back_by_itself(tmp_path: Path) -> None:
    """They read one zone, which stays blind until the last of them is back."""
    config = usual("ppc", 2)
    config = replace(config, reference=replace(config.reference, board_antennas=5))
    room = Room(tmp_path, config=config)
    try:
        room.say("device-lost board.1; device-lost board.2")
        for antenna, blind in (("board.1", True), ("board.2", False)):
            room.say(f"device-back {antenna}")
            assert ("board" in room.rehearsal.seen.state.blind_zones) is blind
    finally:
        room.rehearsal.stop()


def test_an_answer_that_nobody_waits_for_any_more_stops_no_table(room: Room) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def deed(_: PublicState) -> tuple[s.Statement, ...]:
        begun.set()
        may_end.wait(20)
        return ()

    asked = room.rehearsal.ask_of(deed)
    assert begun.wait(20)
    asked.cancel()
    may_end.set()
    room.say("hand")


def test_without_a_link_there_is_nothing(room: Room) -> None:
    for path in ("/", "/nobody", "/nobody/stream", "/nobody/scenario.scn"):
        assert room.ask(path).status_code == 404
    link = room.site.links.of[2]
    assert room.ask(f"/{link}/scenario.scn").status_code == 404
    assert room.ask(f"/{link}/say", {"say": "hand"}).status_code == 403
    room.page(2)
    assert room.site.links.taken == {2}
    host = room.site.links.of[0]
    room.ask(f"/{host}/free", {"seat": "2"}, **FROM_HERE)
    assert room.ask(f"/{link}").status_code == 404
    assert room.site.links.taken == set()
    # A page that is still open somewhere is pushed nothing of the table any more.
    assert room.site.pushed(link, "fr") == '<p class="banner">Ce siège a été repris.</p>'


def test_a_page_works_without_a_script(room: Room) -> None:
    link = room.site.links.of[0]
    plain = {"sec-fetch-site": "same-origin"}
    done = room.ask(f"/{link}/say", {"say": "hand"}, **plain)
    assert (done.status_code, done.headers["location"]) == (303, f"/{link}")
    room.ask(f"/{link}/say", {"say": "swap 1 2"}, **plain)
    assert "This can&#39;t be done" in room.page()
    assert "This can&#39;t be done" not in room.page()


def test_what_is_done_is_written_into_a_file_at_once(room: Room, tmp_path: Path) -> None:
    room.rehearsal.script.record = tmp_path / "evening.scn"
    dealt(room)
    assert room.rehearsal.script.record.read_text("utf-8") == room.rehearsal.script.text()


def test_a_table_begins_where_a_scenario_ends(tmp_path: Path) -> None:
    begun = Path("tests/scenarios/ppc/18-board/18-misplaced-burn-on-the-board.scn").read_text(
        "utf-8"
    )
    room = Room(tmp_path, begun)
    try:
        assert room.rehearsal.seen.state.board
        room.move("button", "hand.3")
        assert room.rehearsal.seen.button == 3
        was = [(one.type, event_data(one)) for one in room.rehearsal._game.events]
        assert replayed(room.rehearsal.script.text(), "sensed")[-len(was) :] == was
    finally:
        room.rehearsal.stop()


def test_what_begins_with_a_scenario_of_another_table_plays_again_as_it_was(tmp_path: Path) -> None:
    """The table's own house rules are those that are kept, and that its cards are read."""
    begun = "house ppc ; cards keyed ; decks 2\nseat 1 Anne 5000 ; seat 2 Bruno 5000\nhand"
    room = Room(tmp_path, begun, replace(as_in(set_up(parse(begun))), house="fidpa"))
    try:
        room.say("board 3")
        assert not room.post("say", say="stacks read")["ok"]
        was = [(one.type, event_data(one)) for one in room.rehearsal._game.events]
        assert replayed(room.rehearsal.script.text(), "sensed")[-len(was) :] == was
    finally:
        room.rehearsal.stop()


def test_the_floors_word_wants_the_floors_badge(room: Room) -> None:
    """It lies on its reader from the start; taken away, nobody is the floor."""
    assert room.rehearsal.seen.badge
    room.say("floor pauses")
    assert not room.post("move", 1, thing="badge", to="pocket")["ok"], "no seat's to take"
    room.move("badge", "pocket")
    assert not room.rehearsal.seen.badge
    told = room.post("say", say="floor resumes")
    assert "put the floor's badge on its reader" in told["text"]
    assert room.rehearsal.seen.state.paused
    room.move("badge", "floor-badge")
    room.say("floor resumes")
    assert not room.rehearsal.seen.state.paused
    assert not room.post("move", thing="badge", to="board")["ok"]
    assert "badge" not in room.rehearsal.script.text()


def test_where_a_pin_goes_with_the_badge_one_alone_is_nothing(tmp_path: Path) -> None:
    save_pin(tmp_path / "floor.pin", pin_for("floor", "2468"))
    asks = replace(usual("ppc", 2), floor_badge="pin", floor_pin=str(tmp_path / "floor.pin"))
    room = Room(tmp_path / "played", config=asks)
    try:
        assert 'name="pin"' in room.page()
        assert 'name="pin"' not in room.page(1)
        assert "and enter the PIN" in room.post("say", say="floor pauses")["text"]
        assert "wrong floor PIN" in room.post("pin", pin="1357")["text"]
        assert not room.post("pin", 1, pin="2468")["ok"]
        assert room.post("pin", pin="2468")["ok"]
        room.say("floor pauses")
        room.move("badge", "pocket")
        assert not room.post("say", say="floor resumes")["ok"]
    finally:
        room.rehearsal.stop()


def test_who_comes_back_keeps_the_seat_and_a_second_device_is_told_of(room: Room) -> None:
    """A page that is loaded anew, or twice in one browser, is one device."""
    room.page(2)
    device = room.cookies[DEVICE]
    room.page(2)
    assert room.cookies[DEVICE] == device
    assert room.site.links.taken == {2}
    with room.site.sits(2, device), room.site.sits(2, device):
        assert "open on" not in room.site.fragment(2, "en")
        with room.site.sits(2, "another"):
            assert "open on 2 devices" in room.site.fragment(2, "en")
            assert "open on" not in room.site.fragment(HOST, "en")
    assert room.site.devices(2) == 0


class _SlowReady(threading.Event):
    """An event that comes after every deadline."""

    def wait(self, timeout: float | None = None) -> bool:
        return super().wait(None if timeout is None else 0)


def test_a_table_has_started_when_it_is_playable_however_long_that_takes(tmp_path: Path) -> None:
    table = Rehearsal(usual("ppc", 2), tmp_path, seed=1)
    table._ready = _SlowReady()
    table.start()
    try:
        assert [seat.status for seat in table.seen.state.seats] == ["waiting"] * 2
    finally:
        table.stop()


def test_the_real_firmware_is_below_it_where_that_is_asked_for(tmp_path: Path) -> None:
    """Boards read what is dealt; the floor's badge has no reader there, and is not asked for."""
    table = Rehearsal(usual("ppc", 2), tmp_path, seed=1, depth="wire")
    table.start()
    try:
        table.ask(parse("floor pauses\nfloor resumes\nhand\ndeal to 1")).result(120)
        assert table.seen.state.seats[0].cards == 1
        assert not table.has_reader
    finally:
        table.stop()
    assert table.trouble is None
