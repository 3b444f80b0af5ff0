"""The deck is counted as a set: complete or not, and nothing of its order stays anywhere."""

import random
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract.commands import Command, SetLevel, SitDown, StartHand
from controller.contract.observations import DeckRead, Declared, FloorSaid, Observation, ShoeSaid
from controller.contract.public import FloorCalled, ShoeReported
from controller.contract.scans import Scan
from controller.houses.loader import house_hash, load_house
from controller.journal import Journal, JournalReader
from controller.run.loop.runtime import Runtime
from controller.sensing.deck_check import DeckCheck
from controller.table.engine import step
from controller.table.state.ranking import DECK
from controller.table.state.table import Table, new_table
from controller.table.view.public_view import public_state
from hardware.twin.bank import new_registry

REGISTRY = new_registry(decks=2)
HOUSE = load_house("ppc")
TAGS = {(card, deck): REGISTRY.card(card, deck) for card in DECK for deck in (1, 2)}


def count(*uids: str, seed: int = 0, reads: int = 3, word: str = "ready") -> DeckRead | None:
    """Let a shoe shuffle these, in some order, and give what it has counted."""
    check = DeckCheck(frozenset({"shoe"}), REGISTRY)
    check.said(ShoeSaid(0, "shuffling"))
    order = list(uids)
    random.Random(seed).shuffle(order)
    at = 0
    for uid in order:
        for _ in range(reads):
            at += 100
            assert check.scan(Scan("shoe", (uid,), at))
    return check.said(ShoeSaid(at, word))  # type: ignore[arg-type]


def seated(table: Table) -> Table:
    """Seat three players, and give them blinds."""
    commands: tuple[Command, ...] = (
        SetLevel(50, 100),
        *(SitDown(n, f"P{n}", 5000) for n in (1, 2, 3)),
    )
    said = [FloorSaid(0, "config", msgspec.json.encode(command).decode()) for command in commands]
    return play(table, *said)


def play(table: Table, *observations: Observation) -> Table:
    for observation in observations:
        table = step(table, observation, HOUSE).table
    return table


WHOLE = [TAGS[card, 1] for card in DECK]


@given(st.integers(0, 1000))
def test_whatever_the_order_the_count_is_the_same(seed: int) -> None:
    read = count(*WHOLE, seed=seed)
    assert read == DeckRead(len(WHOLE) * 300, tuple(sorted(DECK)))


def test_the_second_deck_is_as_good_as_the_first() -> None:
    read = count(*(TAGS[card, 2] for card in DECK))
    assert read is not None
    assert (len(read.cards), read.extra) == (52, ())


def test_what_is_missing_double_or_strange_is_told() -> None:
    uids = [uid for uid in WHOLE if uid != TAGS["7h", 1]]
    read = count(*uids, TAGS["Kd", 2], "E0040150DEADBEEF", reads=4)
    assert read is not None
    assert "7h" not in read.cards
    assert (read.extra, read.strangers) == (("Kd",), 1)


def test_a_uid_that_was_read_once_was_read_wrong() -> None:
    check = DeckCheck(frozenset({"shoe"}), REGISTRY)
    check.said(ShoeSaid(0, "shuffling"))
    for _ in range(3):
        check.scan(Scan("shoe", tuple(WHOLE), 1))
    check.scan(Scan("shoe", ("E0040150DEADBEEF", TAGS["Kd", 2]), 2))
    read = check.said(ShoeSaid(3, "ready"))
    assert read == DeckRead(3, tuple(sorted(DECK)))


def test_a_shoe_that_reads_nothing_or_jams_has_not_counted() -> None:
    assert count() is None
    assert count(*WHOLE, word="jam") is None
    idle = DeckCheck(frozenset({"shoe"}), REGISTRY)
    assert not idle.scan(Scan("shoe", tuple(WHOLE), 1))
    assert idle.said(ShoeSaid(3, "ready")) is None


@pytest.mark.parametrize("word", ["empty", "loaded", "count", "open", "closed"])
def test_what_else_the_shoe_says_while_it_shuffles_ends_no_count(word: str) -> None:
    check = DeckCheck(frozenset({"shoe"}), REGISTRY)
    check.said(ShoeSaid(0, "shuffling"))
    for at in (1, 2, 3):
        assert check.scan(Scan("shoe", tuple(WHOLE), at))
        assert check.said(ShoeSaid(at, word)) is None  # type: ignore[arg-type]
    assert check.said(ShoeSaid(4, "ready")) == DeckRead(4, tuple(sorted(DECK)))
    assert not check.scan(Scan("shoe", tuple(WHOLE), 5))


def test_a_hand_waits_for_the_count_and_starts_with_a_whole_deck() -> None:
    table = seated(new_table(3, checks=True))
    table = play(table, ShoeSaid(1, "shuffling"))
    assert table.hand.number == 0
    done = step(table, DeckRead(2, tuple(sorted(DECK))), HOUSE)
    assert [event.type for event in done.public][:2] == ["deck.checked", "hand.started"]


def test_no_hand_starts_with_a_deck_that_is_not_whole_and_the_state_says_why() -> None:
    table = seated(new_table(3, checks=True))
    short = tuple(card for card in sorted(DECK) if card not in {"7h", "Qs"})
    table = play(table, ShoeSaid(1, "shuffling"), DeckRead(2, short, ("Kd",)), ShoeSaid(3, "ready"))
    assert table.hand.number == 0
    deck = public_state(table, HOUSE, 0, "3").deck
    assert deck is not None
    assert (deck.cards, set(deck.missing), deck.extra, deck.extra_cards) == (
        51, {"7h", "Qs"}, 1, ("Kd",),
    )  # fmt: skip


def test_a_shoe_that_can_not_be_read_does_not_hold_the_table_up() -> None:
    table = seated(new_table(3, checks=True))
    blind = replace(table, devices=replace(table.devices, blind_zones=("shoe",)))
    assert play(blind, ShoeSaid(1, "shuffling")).hand.running
    silent = play(table, ShoeSaid(1, "shuffling"), ShoeSaid(2, "ready"))
    assert silent.hand.running


def test_while_a_hand_runs_nothing_is_said_of_what_the_shoe_lacks() -> None:
    table = seated(new_table(3, checks=True))
    table = play(table, ShoeSaid(1, "shuffling"), DeckRead(2, tuple(sorted(DECK))))
    done = step(table, DeckRead(9, tuple(sorted(DECK))[:40]), HOUSE)
    assert done.public == ()
    state = public_state(done.table, HOUSE, 0, "3")
    assert state.deck is None


def test_the_order_of_the_shoe_is_in_no_journal(tmp_path: Path) -> None:
    """Two shuffles that differ in their order alone leave the same bytes behind."""
    kept = []
    for seed in (1, 2):
        read = count(*WHOLE, seed=seed)
        assert read is not None
        path = tmp_path / f"{seed}.db"
        journal = Journal(str(path), house="ppc", house_hash=house_hash(HOUSE), table="3")
        runtime = Runtime(HOUSE, seated(new_table(3, checks=True)), journal=journal)
        for observation in (ShoeSaid(1, "shuffling"), read, ShoeSaid(read.at, "ready")):
            runtime.observe(observation)
        state = str(runtime.table)
        journal.close()
        reader = JournalReader(str(path))
        kept.append((state, [(row.observation, row.public) for row in reader.rows()]))
        reader.close()
    assert kept[0] == kept[1]
    assert kept[0][1]


def test_the_tables_own_button_calls_the_floor_for_nobody() -> None:
    table = seated(new_table(3))
    done = step(table, Declared(5, 0, "floor"), HOUSE)
    assert done.public == (FloorCalled(0),)
    assert step(table, Declared(5, 0, "fold"), HOUSE).public == ()


def test_what_is_wrong_with_the_shoe_is_told_and_stands_until_it_goes_on() -> None:
    table = seated(new_table(3))
    for what in ("jam", "empty", "count"):
        done = step(table, ShoeSaid(1, what), HOUSE)
        assert ShoeReported(what) in done.public
        shut = play(done.table, ShoeSaid(2, "closed"))
        assert public_state(shut, HOUSE, 0, "3").shoe == what
        assert public_state(play(shut, ShoeSaid(3, "open")), HOUSE, 0, "3").shoe == ""


def test_the_floor_may_have_a_fouled_deck_played() -> None:
    table = seated(new_table(3, checks=True))
    table = play(table, ShoeSaid(1, "shuffling"), DeckRead(2, tuple(sorted(DECK))[1:]))
    start = msgspec.json.encode(StartHand()).decode()
    assert play(table, FloorSaid(3, "floor", start)).hand.running
