"""The language of scenarios: every form reads, prints back, and a typo is named with its place."""

import time
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.contract import commands as c
from controller.contract.commands import StructureLevel
from controller.contract.observations import Declaration
from controller.contract.public import EVENTS
from controller.contract.rules import Entry, HoldReason, Leaver, LeaveWhen, NoticeText
from controller.play.runner import set_up
from controller.play.script import expectations as hope
from controller.play.script import outside, room
from controller.play.script import statements as say
from controller.play.script.expect_words import STEP_WORDS
from controller.play.script.language import SEAT_VERBS, VERBS, ScenarioError, parse, read, title
from controller.play.script.words import CARDS, SEATS, ZONES

EXAMPLE = """\
# PPC 18: a flop dealt with no burn, its order known
house ppc
blinds 50 100
seat 1 Anne 5000 ; seat 2 Bruno 5000 ; seat 3 Chloe 5000
button 1
deck 2c 3c 4c 5c 6c 7c  Ah Kd Qs Jh
hand ; deal
1 calls ; 2 calls ; 3 checks
board 3
expect irregularity.found kind=board.no-burn street=flop article="PPC 18"
expect steps use_as_burn deal
follow all
expect board.changed cards="Kd Qs Jh"
expect turn 2
"""

LEVELS = (
    StructureLevel(1, 50, 100, seconds=1200),
    StructureLevel(0, seconds=600),
    StructureLevel(2, 100, 200, 25),
)

give = room.GiveCommand
FORMS = {
    "house ppc": say.UseHouse("ppc"),
    'house "mes règles/club.toml"': say.UseHouse("mes règles/club.toml"),
    "chips keyed": say.Chips("keyed"),
    "chips rfid": say.Chips("rfid"),
    "blinds 50 100": say.Blinds(50, 100),
    "blinds 50 100 ante 10": say.Blinds(50, 100, 10),
    "blinds 50 100 big-blind-ante 100": say.Blinds(50, 100, 0, 100),
    "blinds 50 100 ante 10 big-blind-ante 100": say.Blinds(50, 100, 10, 100),
    "seat 1 Anne 5000": say.SeatPlayer(1, "Anne", 5000),
    "seat 4 Dora 5000 absent": say.SeatPlayer(4, "Dora", 5000, True),
    'seat 5 "Zoé #1; l\'aînée" 300': say.SeatPlayer(5, "Zoé #1; l'aînée", 300),
    "button 1": say.PlaceButton(1),
    "deck Ah Kd 7c ...": say.Deck(("Ah", "Kd", "7c")),
    "denominations 25 100 500 1000": say.Denominations((25, 100, 500, 1000)),
    "shoe": say.UseShoe(True),
    "no-shoe": say.UseShoe(False),
    "shoe counts": say.UseShoe(True, counts=True),
    "gate": say.Gate(),
    "stacks read": say.StacksRead(),
    "deck lacks Kh 2c": say.DeckHolds(("Kh", "2c"), lacks=True),
    "deck holds Kh": say.DeckHolds(("Kh",)),
    "deck holds unknown": say.DeckHolds(unknown=True),
    "deck whole": say.DeckHolds(),
    "shuffle": say.ShuffleDeck(),
    "hand": say.NewHand(),
    "deal": say.DealHands(),
    "deal to 3": say.DealTo(3),
    "deal to 3 exposed": say.DealTo(3, "exposed"),
    "deal to 3 off-table": say.DealTo(3, "off-table"),
    "burn": say.BurnCards(),
    "burn 2 together": say.BurnCards(2, True),
    "flop": say.DealStreet("flop"),
    "turn": say.DealStreet("turn"),
    "river": say.DealStreet("river"),
    "board": say.DealBoard(),
    "board 3": say.DealBoard(3),
    "board 3 together": say.DealBoard(3, True),
    "move Kh board burn": say.MoveCard("Kh", "board", "burn"),
    "move Kh from hand.3 to muck": say.MoveCard("Kh", "hand.3", "muck"),
    "move 2x100 1x500 from pot to stack.3": say.MoveChips(
        700, ((2, 100), (1, 500)), "pot", "stack.3"
    ),
    "collect": say.CollectCards(),
    "3 says off-table 5": say.Says(3, "off-table", of=5),
    "3 says shown 5": say.Says(3, "shown", of=5),
    "swap 2 3": say.Swap(2, 3),
    "foreign Kh to 3": say.Foreign("Kh", "hand.3"),
    "foreign Kh to board": say.Foreign("Kh", "board"),
    "unknown to board": say.Unknown("board"),
    "unknown to 3": say.Unknown("hand.3"),
    "follow": say.Follow(),
    "follow all": say.Follow(True),
    "gather": say.Gather(),
    "push": say.Push(),
    "3 folds": say.SeatActs(3, "fold"),
    "3 checks": say.SeatActs(3, "check"),
    "3 calls": say.SeatActs(3, "call"),
    "3 bets 300": say.SeatActs(3, "bet", 300),
    "3 raises to 600": say.SeatActs(3, "raise", 600),
    "3 goes all-in": say.SeatActs(3, "all-in"),
    "3 says call": say.Says(3, "call"),
    "3 says raise": say.Says(3, "raise"),
    "3 says raise to 600": say.Says(3, "raise", 600),
    "3 says bet 300": say.Says(3, "bet", 300),
    "3 says all-in": say.Says(3, "all-in"),
    "3 says fold": say.Says(3, "fold"),
    "3 says check": say.Says(3, "check"),
    "3 puts 500": say.Puts(3, 500),
    "3 puts 2x100 1x500": say.Puts(3, 700, ((2, 100), (1, 500))),
    "3 puts 1x500": say.Puts(3, 500, ((1, 500),)),
    "3 puts foreign 2x100": say.Puts(3, 200, ((2, 100),), True),
    "3 takes 200": say.Takes(3, 200),
    "3 takes foreign 100": say.Takes(3, 100, (), True),
    "3 splashes 100": say.Splashes(3, 100),
    "3 knocks": say.Does(3, "knocks"),
    "3 mucks": say.Does(3, "mucks"),
    "3 pushes": say.Does(3, "pushes"),
    "3 tables": say.Does(3, "tables"),
    "3 lifts": say.Does(3, "lifts"),
    "3 drops card": say.Does(3, "drops"),
    "3 sees card of 5": say.Sees(3, "5"),
    "3 sees card of stub": say.Sees(3, "stub"),
    "3 clocks 5": say.Clocks(3, 5),
    "3 leaves": say.Does(3, "leaves"),
    "3 returns": say.Does(3, "returns"),
    "3 phones": say.Does(3, "phones"),
    "3 agrees": say.Does(3, "agrees"),
    "3 done": say.Does(3, "done"),
    "floor confirms": give(c.Confirm()),
    "floor waives": give(c.Waive()),
    "floor rules take_back shuffle deal": give(c.Rule(("take_back", "shuffle", "deal"))),
    "floor rules burn 2 deal turn": give(c.Rule(("burn 2", "deal turn"))),
    "floor kills 3": give(c.KillHand(3)),
    "floor misdeal": give(c.Misdeal()),
    "floor undoes": give(c.Undo()),
    "floor stack 3 4000": give(c.SetStack(3, 4000)),
    "floor button 2": give(c.SetButton(2)),
    "floor penalty 3 10m": give(c.Penalty(3, "10m")),
    "level 100 200": outside.NextLevel(100, 200),
    "level 100 200 ante 25": outside.NextLevel(100, 200, 25),
    "wait 60s": outside.Wait(60_000),
    "wait 500ms": outside.Wait(500),
    "wait 2m": outside.Wait(120_000),
    "wait 1.5s": outside.Wait(1500),
    "device-lost board.1": outside.LoseDevice("board.1"),
    "device-back board.1": outside.RestoreDevice("board.1"),
    "power-cut": outside.PowerCut(),
    "broker-down": outside.BrokerDown(),
    "broker-up": outside.BrokerUp(),
    "floor pauses": give(c.Pause()),
    "floor resumes": give(c.Resume()),
    "hold lunch": give(c.Hold("lunch")),
    "hold h4h hand-for-hand clock-runs": give(c.Hold("h4h", HoldReason.HAND_FOR_HAND, True)),
    "hold room clock-runs": give(c.Hold("room", clock_runs=True)),
    "release lunch": give(c.Release("lunch")),
    "deal-one h4h": give(c.DealOne("h4h")),
    "structure 50/100 20m break 10m 100/200/25": room.TellStructure(LEVELS),
    "structure 50/100 20m break 10m 100/200/25 at 2 left 90s stands": room.TellStructure(
        LEVELS, 2, 90, True
    ),
    "color-up 100 500": room.ColorUp((100, 500)),
    "color-up 100 500 1=4900 2=0": room.ColorUp((100, 500), ((1, 4900), (2, 0))),
    "notice n1 devices-off": give(c.Notice("n1", NoticeText.DEVICES_OFF)),
    "notice n2 move seat 2 to 4-7 ack": give(c.Notice("n2", NoticeText.MOVE, 2, 4, 7, True)),
    "notice-off n1": give(c.NoticeOff("n1")),
    'open-table "spring cup"': room.OpenTable("spring cup"),
    "open-table spring button 2 chips 25 100": room.OpenTable("spring", 2, (25, 100)),
    "close-table": give(c.CloseTable()),
    "sit-down 4 Dora 5000": give(c.SitDown(4, "Dora", 5000)),
    "sit-down 4 Dora 5000 player p_d post-now penalty 3h owes 150 absent": give(
        c.SitDown(4, "Dora", 5000, "p_d", Entry.POST_NOW, True, "3h", 150)
    ),
    "stand-up 4": give(c.StandUp(4)),
    "stand-up next-big-blind at-rest order m7": give(
        c.StandUp(0, Leaver.NEXT_BIG_BLIND, LeaveWhen.AT_REST, "m7")
    ),
    'expect board.dealt street=flop cards="Ah Kd 7c"': hope.ExpectEvent(
        "board.dealt", (("street", "flop"), ("cards", "Ah Kd 7c"))
    ),
    'expect irregularity.found kind=board.no-burn street=flop article="PPC 18"': hope.ExpectEvent(
        "irregularity.found",
        (("kind", "board.no-burn"), ("street", "flop"), ("article", "PPC 18")),
    ),
    "expect no irregularity.found": hope.ExpectEvent("irregularity.found", (), True),
    "expect no card.dealt seat=3": hope.ExpectEvent("card.dealt", (("seat", "3"),), True),
    "expect steps burn deal": hope.ExpectSteps((say.NamedStep("burn"), say.NamedStep("deal"))),
    "expect steps burn 2 deal turn": hope.ExpectSteps(
        (say.NamedStep("burn", "2"), say.NamedStep("deal", "turn"))
    ),
    'expect steps "burn 2" deal': hope.ExpectSteps(
        (say.NamedStep("burn", "2"), say.NamedStep("deal"))
    ),
    'expect steps "take_back burn" burn': hope.ExpectSteps(
        (say.NamedStep("take_back", "burn"), say.NamedStep("burn"))
    ),
    "expect steps none": hope.ExpectSteps(()),
    'expect next "burn"': hope.ExpectNext(say.NamedStep("burn")),
    'expect next "deal 3"': hope.ExpectNext(say.NamedStep("deal", "3")),
    "expect next deal flop": hope.ExpectNext(say.NamedStep("deal", "flop")),
    "expect next none": hope.ExpectNext(None),
    "expect turn 3": hope.ExpectTurn(3),
    "expect turn none": hope.ExpectTurn(0),
    "expect legal 3 fold call raise>=600": hope.ExpectLegal(
        3, (("fold", 0), ("call", 0), ("raise", 600))
    ),
    "expect legal 3 check bet>=100": hope.ExpectLegal(3, (("check", 0), ("bet", 100))),
    "expect legal 3 fold call raise>=200/100": hope.ExpectLegal(
        3, (("fold", 0), ("call", 0), ("raise", 200)), 100
    ),
    "expect legal 3 fold all-in": hope.ExpectLegal(3, (("fold", 0), ("all-in", 0))),
    "expect pot 1200": hope.ExpectPot(1200),
    "expect pots 900 300": hope.ExpectPots((900, 300)),
    "expect stack 1 4900": hope.ExpectStack(1, 4900),
    "expect stacks 1=4900 2=5100": hope.ExpectStacks(((1, 4900), (2, 5100))),
    "expect button 2": hope.ExpectButton(2),
    "expect small-blind none": hope.ExpectBlind("small", 0),
    "expect big-blind 4": hope.ExpectBlind("big", 4),
    "expect hand voided": hope.ExpectHand("voided"),
    "expect hand over": hope.ExpectHand("over"),
    "expect held none": hope.ExpectHeld(()),
    "expect held lunch h4h": hope.ExpectHeld(("lunch", "h4h")),
    "expect notices n1": hope.ExpectNotices(("n1",)),
    "expect level 2": hope.ExpectLevel(2),
    "expect level 2 stands": hope.ExpectLevel(2, "stands"),
    "expect public no Kh": hope.ExpectHidden(("Kh",)),
    "expect public shows pot bets": hope.ExpectShown(("pot", "bets"), True),
    "expect public hides stacks": hope.ExpectShown(("stacks",), False),
}

TYPOS = {
    "hose ppc": (1, "hose", "house"),
    "chips keyd": (7, "keyd", "keyed"),
    "blinds 50 100 anti 10": (15, "anti", "ante"),
    "blinds 50 1OO": (11, "1OO", "1"),
    "blinds 50": (10, "", ""),
    "seat 11 Anne 5000": (6, "11", "10"),
    "seat 1 Anne Marie 5000": (13, "Marie", '"Anne Marie"'),
    "seat 1 Anne 5000 abscent": (18, "abscent", "absent"),
    "seat 1 Anne 5000 ; seat 1 Bruno 5000": (25, "1", "2"),
    "deck Ah 10d": (9, "10d", "Td"),
    "deck Ah kd": (9, "kd", "Kd"),
    "deck Ah Kd Ah": (12, "Ah", ""),
    "deal too 3": (6, "too", "to"),
    "deal to 3 exposd": (11, "exposd", "exposed"),
    "burn 2 togehter": (8, "togehter", "together"),
    "flop 3": (6, "3", ";"),
    "move Kh bord burn": (9, "bord", "board"),
    "move Kh board hand.33": (15, "hand.33", "hand.3"),
    "unknown to borad": (12, "borad", "board"),
    "folow": (1, "folow", "follow"),
    "follow al": (8, "al", "all"),
    "3 folts": (3, "folts", "folds"),
    "3 says rise": (8, "rise", "raise"),
    "3 raises 600": (10, "600", "to"),
    "3 goes allin": (8, "allin", "all-in"),
    "3 puts 2x1oo": (10, "1oo", "1"),
    "3 sees card of stob": (16, "stob", "stub"),
    "floor confirm": (7, "confirm", "confirms"),
    "floor rules burm deal": (13, "burm", "burn"),
    "floor rules burn dael": (18, "dael", "deal"),
    "floor penalty 3 warming": (17, "warming", "warning"),
    "wait 60": (6, "60", "60s"),
    "wait 60sec": (6, "60sec", "60s"),
    "hold h4h hand-for-hnd": (10, "hand-for-hnd", "hand-for-hand"),
    "structure 50-100": (11, "50-100", ""),
    "structure 50/100 20q": (18, "20q", "20m"),
    "notice n1 devises-off": (11, "devises-off", "devices-off"),
    "notice n2 move seat 2 to 4.7": (26, "4.7", "4-7"),
    "sit-down 4 Dora 5000 post-naw": (22, "post-naw", "post-now"),
    "stand-up next-bigblind": (10, "next-bigblind", "1"),
    "expect level 2 stunds": (16, "stunds", "stands"),
    "power-cutt": (1, "power-cutt", "power-cut"),
    "expect bord.dealt": (8, "bord.dealt", "board.dealt"),
    "expect trun 3": (8, "trun", "turn"),
    "expect no irregularity.fond": (11, "irregularity.fond", "irregularity.found"),
    "expect board.dealt stret=flop": (20, "stret", "street"),
    "expect board.dealt street=flob": (27, "flob", "flop"),
    'expect board.dealt cards="Ah Kd 7x"': (26, "7x", "7c"),
    "expect irregularity.found kind=board.noburn": (32, "board.noburn", "board.no-burn"),
    "expect action.made action=rase": (27, "rase", "raise"),
    "expect action.made amended=ture": (28, "ture", "true"),
    "expect legal 3 fold rase>=600": (21, "rase>=600", "raise>=N"),
    "expect legal 3 raise>=6oo": (23, "6oo", "6"),
    "expect hand avoided": (13, "avoided", "voided"),
    "expect public nor Kh": (15, "nor", "no"),
    "expect stacks 1:4900": (15, "1:4900", "1:4900="),
    "expect next burn deal": (18, "deal", ""),
    'expect turn "3': (13, '"3', '"'),
}


@pytest.mark.parametrize(("source", "statement"), FORMS.items())
def test_every_form_of_the_language_reads_and_prints_back(
    source: str, statement: say.Statement
) -> None:
    (found,) = parse(source)
    assert found == placed(statement)
    assert parse(str(found)) == [found]


def test_a_word_without_end_is_held_against_the_others_in_no_time() -> None:
    began = time.thread_time()
    with pytest.raises(ScenarioError):
        parse("expect board.dealt street=" + "x" * 200_000)
    assert time.thread_time() - began < 1


@pytest.mark.parametrize(("source", "error"), TYPOS.items())
def test_a_typo_is_named_with_its_place_and_the_nearest_word(
    source: str, error: tuple[int, str, str]
) -> None:
    with pytest.raises(ScenarioError) as caught:
        parse(f"house ppc\n\n{source}", "a.scn")
    found = caught.value
    assert (found.file, found.line) == ("a.scn", 3)
    assert (found.column, found.word, found.nearest) == error
    assert str(found).startswith(f"a.scn:3:{error[0]}: ")


def test_the_example_reads_with_its_places() -> None:
    statements = parse(EXAMPLE)
    assert len(statements) == 18
    assert statements[3] == say.SeatPlayer(2, "Bruno", 5000, line=4, column=20)
    assert statements[-1] == hope.ExpectTurn(2, line=14, column=1)
    assert title(EXAMPLE) == "PPC 18: a flop dealt with no burn, its order known"


def test_a_comment_may_follow_and_quotes_hide_its_sign() -> None:
    source = '\ufeffseat 1 "No #1; yes" 500 # a comment; not a statement\r\n\t;; hand;'
    assert [str(s) for s in parse(source)] == ['seat 1 "No #1; yes" 500', "hand"]


def test_a_seat_that_nobody_took_cannot_act_but_can_be_dealt_to() -> None:
    seats = "seat 1 Anne 500 ; seat 2 Bruno 500 ; seat 4 Chloe 500\nbutton 3\nhand\ndeal to 3\n"
    with pytest.raises(ScenarioError) as caught:
        parse(seats + "7 folds")
    assert (caught.value.line, caught.value.word, caught.value.nearest) == (5, "7", "4")


def test_an_unknown_house_is_named_unless_it_is_a_path() -> None:
    houses = ("ppc", "fidpa")
    with pytest.raises(ScenarioError) as caught:
        parse("house pcp", houses=houses)
    assert (caught.value.word, caught.value.nearest) == ("pcp", "ppc")
    assert parse("house ./club.toml", houses=houses)[0] == placed(say.UseHouse("./club.toml"))


def test_a_file_that_cannot_be_read_is_an_error_with_its_name(tmp_path: Path) -> None:
    latin = tmp_path / "latin.scn"
    latin.write_bytes("house ppc\nseat 1 Zoé 500\n".encode("latin-1"))
    with pytest.raises(ScenarioError) as caught:
        read(latin)
    assert (caught.value.line, caught.value.column) == (2, 10)
    with pytest.raises(ScenarioError, match="can't be read"):
        read(tmp_path / "nothing.scn")
    latin.write_text(EXAMPLE, encoding="utf-8")
    assert read(latin) == parse(EXAMPLE)


def test_an_amount_that_no_table_counts_is_no_amount() -> None:
    assert parse("seat 1 Anne 1000000000")
    for amount in ("1000000001", "999999999999"):
        with pytest.raises(ScenarioError, match="too large for a stack; the nearest"):
            parse(f"seat 1 Anne {amount}")


def test_more_chips_than_lie_on_a_table_are_not_moved() -> None:
    for pieces in ("99999x1 2x100", "1000000000x1"):
        with pytest.raises(ScenarioError, match="no table has that many chips; the nearest"):
            parse(f"1 puts {pieces}")


def placed(statement: say.Statement) -> say.Statement:
    """Return a statement as it is read from the first column of the first line."""
    (found,) = parse(str(statement))
    assert (found.line, found.column) == (1, 1)
    fields = {name: getattr(statement, name) for name in statement.__struct_fields__}
    return type(statement)(**{**fields, "line": 1, "column": 1})


# -- properties -------------------------------------------------------------------------

SEAT = st.sampled_from(list(SEATS))
AMOUNT = st.integers(1, 10**9)
CARD = st.sampled_from(CARDS)
ZONE = st.sampled_from(ZONES)
NAME = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"))
PIECES = st.lists(st.tuples(st.integers(1, 99), st.integers(1, 9999)), min_size=1).map(tuple)
DETAIL = st.one_of(AMOUNT.map(str), CARD, ZONE, st.sampled_from(["flop", "turn", "2 50"]))
STEP = st.builds(say.NamedStep, st.sampled_from(STEP_WORDS), st.one_of(st.just(""), DETAIL))
STEPS = st.lists(STEP, min_size=1).map(tuple)
FREE_FIELDS = [("hand.killed", "reason"), ("seat.taken", "name"), ("ruling.opened", "kind")]


def named_chips(
    kind: type[say.Puts | say.Takes | say.Splashes],
) -> st.SearchStrategy[say.Statement]:
    """Return statements about chips, with an amount or with pieces."""
    return st.one_of(
        st.builds(kind, SEAT, AMOUNT),
        st.builds(lambda s, p: kind(s, sum(n * v for n, v in p), p), SEAT, PIECES),
    )


STATEMENT = st.one_of(
    st.sampled_from(list(FORMS.values())),
    st.builds(say.UseHouse, NAME),
    st.builds(say.Blinds, AMOUNT, AMOUNT, AMOUNT, AMOUNT),
    st.builds(outside.NextLevel, AMOUNT, AMOUNT, AMOUNT, AMOUNT),
    st.builds(say.SeatPlayer, SEAT, NAME, AMOUNT, st.booleans()),
    st.builds(say.Deck, st.lists(CARD, min_size=1, unique=True).map(tuple)),
    st.builds(say.Denominations, st.lists(AMOUNT, min_size=1).map(tuple)),
    st.builds(say.DealTo, SEAT, st.sampled_from(["", "exposed", "off-table"])),
    st.builds(say.BurnCards, AMOUNT, st.booleans()),
    st.builds(say.DealBoard, AMOUNT, st.booleans()),
    st.builds(say.MoveCard, CARD, ZONE, ZONE),
    st.builds(say.Foreign, CARD, ZONE),
    st.builds(say.Unknown, ZONE),
    st.builds(say.SeatActs, SEAT, st.sampled_from(["bet", "raise"]), AMOUNT),
    st.builds(say.Says, SEAT, st.sampled_from(["bet", "raise"]), AMOUNT),
    st.builds(say.Says, SEAT, st.sampled_from(get_args(Declaration))),
    named_chips(say.Puts),
    named_chips(say.Takes),
    named_chips(say.Splashes),
    st.builds(lambda steps: give(c.Rule(tuple(str(one).strip('"') for one in steps))), STEPS),
    st.builds(outside.Wait, st.integers(0, 10**7)),
    st.builds(outside.LoseDevice, NAME),
    st.builds(hope.ExpectSteps, STEPS),
    st.builds(hope.ExpectNext, STEP),
    st.builds(hope.ExpectPots, st.lists(AMOUNT).map(tuple)),
    st.builds(
        hope.ExpectStacks, st.dictionaries(SEAT, AMOUNT, min_size=1).map(dict.items).map(tuple)
    ),
    st.builds(
        lambda field, value, absent: hope.ExpectEvent(field[0], ((field[1], value),), absent),
        st.sampled_from(FREE_FIELDS),
        NAME,
        st.booleans(),
    ),
)


@given(st.lists(STATEMENT.filter(lambda s: not isinstance(s, say.SeatPlayer)), min_size=1))
def test_statements_of_one_line_read_back_from_their_print(statements: list[say.Statement]) -> None:
    found = parse(" ; ".join(map(str, statements)) + " # end")
    assert [str(s) for s in found] == [str(s) for s in statements]
    assert [type(s) for s in found] == [type(s) for s in statements]


@given(STATEMENT)
def test_a_statement_reads_back_from_its_print(statement: say.Statement) -> None:
    assert parse(str(statement)) == [placed(statement)]


WORDS = st.one_of(
    st.sampled_from([*VERBS, *SEAT_VERBS, *EVENTS, *STEP_WORDS, *CARDS, *ZONES]),
    st.sampled_from(["expect", "no", "to", "3", "12", "=", "seat=", 'cards="Ah', "raise>=", "2x"]),
    st.text(max_size=6),
)


@given(st.lists(WORDS, max_size=8).map(" ".join))
def test_any_text_reads_or_is_answered_with_a_place(text: str) -> None:
    error = fault(text)
    if error is None:
        printed = [str(statement) for statement in parse(text)]
        assert [str(statement) for statement in parse("\n".join(printed))] == printed
        return
    lines = text.split("\n")
    assert 1 <= error.line <= len(lines)
    assert 1 <= error.column <= len(lines[error.line - 1]) + 2
    assert error.message


def fault(text: str) -> ScenarioError | None:
    """Return what is wrong with a text."""
    try:
        parse(text)
    except ScenarioError as error:
        return error
    return None


def test_a_house_file_of_ones_own_is_found_from_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The controller that is started for a scenario runs in another folder."""
    (tmp_path / "club.toml").write_text('name = "club"\ninherits = "ppc"\n', "utf-8")
    monkeypatch.chdir(tmp_path)
    table = "house club.toml\nseat 1 Anne 5000 ; seat 2 Bruno 5000"
    setup = set_up(parse(table, "t"), beside=Path())
    assert setup.house_file == str(tmp_path / "club.toml")
