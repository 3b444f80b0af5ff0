"""Each step word is a goal over what lies where; together they are all the words there are."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

import controller.table
from controller.contract.public import RulingClosed, StepView
from controller.contract.rules import CardsMeant, Kind, StepWord, Street
from controller.houses.loader import load_house
from controller.table.rulings.steps import GOALS, burns_unread, goal_of
from controller.table.rulings.steps.goal import RulingPlan, asks_for_burn
from controller.table.state import LOST_CARD, Ruling, Step, play_on, put
from tests.controller.table.scripted import go_on, kinds, played, said

ROUND_OVER = "hand ; deal\n1 calls ; 2 calls ; 3 checks\n"
NO_BURN = ROUND_OVER + "board 3\n"

# The floor asks for a step, and what then lies so that it is reached.
AGAIN = "take_back street {} burn deal flop"
REACHED = {
    StepWord.USE_AS_BURN: ("use_as_burn first deal flop", "move Ah board burn\nboard"),
    StepWord.BURN: ("burn 2", "burn 2"),
    StepWord.TO_STUB: ("to_stub street shuffle burn deal flop", "follow all"),
    StepWord.TAKE_BACK: (AGAIN.format(""), "follow all"),
    StepWord.SET_ASIDE: ("set_aside last deal flop", "follow all"),
    StepWord.SHUFFLE: (AGAIN.format("shuffle"), "follow ; 1 done\nfollow all"),
    StepWord.CUT: (AGAIN.format("cut"), "follow ; 1 done\nfollow all"),
    StepWord.KILL_HAND: ('"kill_hand 2" keep', ""),
    StepWord.KEEP: ("keep", ""),
    StepWord.VOID_HAND: ("void_hand return_bets", "follow all"),
    StepWord.FLOOR_DECIDES: ("floor_decides", "floor confirms"),
}


def test_every_step_word_has_its_goal_and_no_other_has_one() -> None:
    assert set(GOALS) == set(StepWord)
    assert len(set(GOALS.values())) == len(StepWord)


def test_no_other_module_of_the_engine_names_a_step_word() -> None:
    rooms = Path(*controller.table.__path__).rglob("*.py")
    texts = {one.name: one.read_text("utf-8") for one in rooms if one.parent.name != "steps"}
    assert "open_rulings.py" in texts
    assert not [name for name, text in texts.items() if re.search(r"StepWord\.[A-Z]", text)]


@pytest.mark.parametrize("word", REACHED)
def test_a_step_that_the_floor_asks_for_is_done_when_things_lie_so(word: StepWord) -> None:
    asks, does = REACHED[word]
    game = played(f"{NO_BURN}floor rules {asks}")
    if does:
        assert game.look().rulings, f"{word} is to be done, and nobody has done it"
        go_on(game, does)
    assert not game.look().rulings
    assert [event.outcome for event in said(game, RulingClosed)][-1] != "waived"  # type: ignore[attr-defined]
    assert kinds(game)[0] == "board.no-burn"


def test_the_round_that_is_to_be_finished_is_finished_by_playing() -> None:
    game = played("hand ; deal\n1 calls\nburn ; board 3\nfollow")
    assert game.look().rulings[0].steps[1].word is StepWord.FINISH_ROUND
    go_on(game, "2 calls ; 3 checks")
    assert game.look().rulings[0].steps[1].done


def test_a_step_about_chips_says_how_many_are_still_to_come_and_so_does_the_seat() -> None:
    table = "blinds 50 100\nseat 1 Anne 5000 ; seat 2 Bruno 5000 ; seat 3 Chloe 5000\nbutton 1"
    game = played(
        "hand ; deal\n1 raises to 1000 ; 2 calls ; 3 folds\nmove 2x500 from bet.1 to pot"
        "\nmove 1x100 from bet.3 to pot\nmove 2x500 from bet.2 to stack.2\nwait 30s",
        house="fidpa",
        table=table,
    )

    def still() -> tuple[list[tuple[StepWord, int]], list[int]]:
        state = game.look()
        steps = [(step.word, step.amount) for one in state.rulings for step in one.steps]
        return steps, [seat.owes for seat in state.seats[:3]]

    assert kinds(game) == ["bet.taken-back"]
    assert still() == ([(StepWord.PUT_IN, 1000)], [0, 1000, 0])
    go_on(game, "move 1x500 from stack.2 to pot")
    assert still() == ([(StepWord.PUT_IN, 500)], [0, 500, 0])
    go_on(game, "move 1x500 from stack.2 to pot")
    assert still() == ([], [0, 0, 0])


@pytest.mark.parametrize("back", ["amid the ruling", "later", "never"])
def test_a_card_replaced_where_nothing_reads_it_leaves_its_hand_live(back: str) -> None:
    exposed = "hand\ndeal to 2 ; deal to 3 ; deal to 1 ; deal to 2 ; deal to 3 exposed"
    script = f"{exposed}\ndevice-lost hand.3\ndeal\nmove 6c hand.3 muck\n1 done ; 1 done"
    game = played(script, house="fidpa")
    assert LOST_CARD in game.table.hand.holes[3]
    if back == "amid the ruling":
        go_on(game, "device-back hand.3\ndeal to 3")
    go_on(game, "move 6c muck burn\nexpect steps none\nexpect turn 1")
    if back == "later":
        go_on(game, "device-back hand.3\ndeal to 3")
    go_on(game, "1 raises to 300 ; 2 calls ; 3 calls")
    assert game.table.hand.holes[3] == ("3c", LOST_CARD if back == "never" else "Ah")
    assert kinds(game) == ["deal.exposed"]


@pytest.mark.parametrize("word", [StepWord.KILL_HAND, StepWord.TAKE_BACK])
@pytest.mark.parametrize(
    ("about", "taken"),
    [("0", False), ("1", True), ("3", True), ("4", False), ("a card", False)],
)
def test_a_step_is_about_a_seat_from_the_first_to_the_last(
    word: StepWord, about: str, taken: bool
) -> None:
    game = played("hand ; deal")
    play = play_on(game.table, game.house, game.table.at)
    assert GOALS[word].takes(play, about, 2) is taken


def test_a_hand_is_killed_of_the_seat_concerned_if_none_is_named() -> None:
    game = played("hand ; deal")
    play = play_on(game.table, game.house, game.table.at)
    assert [GOALS[StepWord.KILL_HAND].takes(play, "", seat) for seat in (0, 1, 3, 4)] == [
        False,
        True,
        True,
        False,
    ]


def test_a_step_that_is_done_keeps_the_amount_that_was_put_in() -> None:
    table = played(NO_BURN).table
    ruling = table.rulings[0]
    for word in (StepWord.PUT_IN, StepWord.KEEP):
        step = replace(ruling.steps[0], said=StepView(word, amount=500))
        goal = goal_of(ruling, step)
        assert goal.now(table, done=True).amount == 500
        assert goal.now(table, done=False).amount == 0
        free = goal_of(ruling, replace(step, said=StepView(word)))
        assert free.now(table, done=False) == StepView(word)


def ruling_of(kind: Kind, *steps: Step, done: int = 0) -> Ruling:
    return Ruling(1, kind, "", Street.FLOP, 0, steps, done=done)


def step_of(word: StepWord, which: CardsMeant | None = None, count: int = 0) -> Step:
    return Step(word, StepView(word, which=which), count=count)


def test_a_ruling_asks_for_a_burn_while_that_is_its_next_step() -> None:
    burn, deal = step_of(StepWord.BURN), step_of(StepWord.DEAL)
    asks = [asks_for_burn(ruling_of(Kind.FLOOR, deal, burn, done=done)) for done in range(3)]
    assert asks == [False, True, False]


@pytest.mark.parametrize(
    ("kind", "step", "done", "left"),
    [
        (Kind.BOARD_PREMATURE, step_of(StepWord.TO_STUB, CardsMeant.BURN, 1), 0, 1),
        (Kind.BOARD_PREMATURE, step_of(StepWord.TO_STUB, CardsMeant.STREET_AND_BURN, 0), 0, 0),
        (Kind.BOARD_PREMATURE, step_of(StepWord.TO_STUB, CardsMeant.BURN, 3), 0, 2),
        (Kind.BOARD_PREMATURE, step_of(StepWord.TO_STUB, CardsMeant.BURN, 1), 1, 2),
        (Kind.BOARD_PREMATURE, step_of(StepWord.TO_STUB, CardsMeant.STREET, 1), 0, 2),
        (Kind.BOARD_PREMATURE, step_of(StepWord.BURN, CardsMeant.BURN, 1), 0, 2),
        (Kind.BOARD_NO_BURN, step_of(StepWord.TO_STUB, CardsMeant.BURN, 1), 0, 2),
    ],
)
def test_burns_that_another_ruling_still_takes_back_are_not_counted(
    kind: Kind, step: Step, done: int, left: int
) -> None:
    game = played(NO_BURN)
    hand = game.table.hand
    hand = replace(hand, cards=replace(hand.cards, burns=("2d", "3d")))
    table = replace(game.table, hand=hand, rulings=(ruling_of(kind, step, done=done),))
    play = play_on(table, game.house, 0)
    plan = RulingPlan(play, Kind.BOARD_NO_BURN, 0, Street.FLOP, ())
    assert plan.burns == left


def test_which_cards_a_word_means() -> None:
    game = played(f"{ROUND_OVER}burn ; board 5")
    hand = game.table.hand
    hand = replace(hand, cards=replace(hand.cards, burns=("2d", "Ah")))
    play = play_on(replace(game.table, hand=hand), game.house, 0)
    plan = RulingPlan(play, Kind.BOARD_EXTRA_CARD, 0, Street.FLOP, ("2s",))
    street = ("Kd", "Qs", "Jh", "Th", "9s")
    for about, cards in {
        CardsMeant.STREET: street,
        CardsMeant.FIRST: street[:1],
        CardsMeant.LAST: street[2:3],
        CardsMeant.EXTRA: street[3:],
        CardsMeant.BURN: ("Ah",),
        CardsMeant.STREET_AND_BURN: (*street, "Ah"),
        CardsMeant.LEFT: (),
        "": ("2s",),
    }.items():
        assert plan.chosen(about) == cards, about


@pytest.mark.parametrize(
    ("seat", "cards", "about", "said"),
    [
        (2, ("Kd", "Qs"), "", {"cards": ("Kd", "Qs")}),
        (2, ("Kd", "2d"), "", {"seat": 2}),
        (2, (), "", {"seat": 2}),
        (2, (), "card", {"seat": 2}),
        (2, (), "3", {"seat": 3}),
        (2, (), "street", {"which": CardsMeant.STREET}),
        (0, (), "street", {"which": CardsMeant.STREET}),
        (0, (), "", {}),
    ],
)
def test_a_step_names_cards_that_all_can_see_or_a_seat_or_says_which_are_meant(
    seat: int, cards: tuple[str, ...], about: str, said: dict[str, object]
) -> None:
    game = played(f"{ROUND_OVER}burn ; board 3")
    play = play_on(game.table, game.house, 0)
    plan = RulingPlan(play, Kind.BOARD_EXTRA_CARD, seat, Street.FLOP, cards)
    expected = replace(StepView(StepWord.KEEP), **said)
    assert plan.told(StepWord.KEEP, cards, about) == expected


@pytest.mark.parametrize(
    ("chips", "blind", "back", "to_come"),
    [(300, False, True, 0), (299, False, True, 1), (301, False, False, 0), (1, True, True, 0)],
)
def test_the_pot_is_right_again_to_the_chip(
    chips: int, blind: bool, back: bool, to_come: int
) -> None:
    table = played(f"{ROUND_OVER}gather").table
    assert sum(table.chips["pot"]) == 300
    devices = replace(table.devices, blind_zones=frozenset({"pot"} if blind else ()))
    table = replace(table, chips={**table.chips, "pot": (chips,)}, devices=devices)
    play = play_on(table, load_house("ppc"), 0)
    ruling = ruling_of(Kind.POT_WRONG)
    take_back = replace(step_of(StepWord.TAKE_BACK), seat=2)
    assert goal_of(ruling, take_back).reached(play) is back
    decides = step_of(StepWord.FLOOR_DECIDES)
    assert goal_of(replace(ruling, tags=("surplus",)), decides).reached(play) is back
    put_in = replace(step_of(StepWord.PUT_IN), said=StepView(StepWord.PUT_IN, amount=500))
    assert goal_of(ruling, put_in).now(table, done=False).amount == to_come


@pytest.mark.parametrize(("burns", "burned_for"), [((), 0), (("2d",), 1), (("2d", "3d"), 1)])
def test_a_burn_for_each_street_has_to_be_left_when_cards_go_back(
    burns: tuple[str, ...], burned_for: int
) -> None:
    game = played(ROUND_OVER)
    cards = replace(game.table.hand.cards, burns=burns, burned_for=1)
    hand = replace(game.table.hand, cards=cards)
    play = play_on(replace(game.table, hand=hand), game.house, 0)
    step = replace(step_of(StepWord.TO_STUB, CardsMeant.STREET_AND_BURN), cards=("Ah",))
    goal_of(ruling_of(Kind.BOARD_PREMATURE, step), step).apply(play)
    assert play.hand.cards.burned_for == burned_for


def test_a_bet_that_is_to_be_gathered_is_named_by_its_seat_without_an_amount() -> None:
    game = played(ROUND_OVER)
    plan = RulingPlan(play_on(game.table, game.house, 0), Kind.BET_NOT_GATHERED, 2, None, ())
    step = GOALS[StepWord.GATHER].resolve(plan, "")
    assert (step.seat, step.said) == (2, StepView(StepWord.GATHER, seat=2))
    assert step.said.amount == 0


@pytest.mark.parametrize(("place", "unread"), [("hand.2", False), ("burn", True), ("muck", True)])
def test_a_burn_may_have_been_taken_for_a_card_of_a_folded_hand_that_lies_with_it(
    place: str, unread: bool
) -> None:
    game = played("hand ; deal\n1 folds")
    table = game.table
    hand = replace(table.hand, holes=put(table.hand.holes, 1, (LOST_CARD, "9c")))
    devices = replace(table.devices, blind_zones=frozenset({"hand.1"}))
    table = replace(table, hand=hand, devices=devices, places={**table.places, "9c": place})
    assert burns_unread(play_on(table, game.house, 5000)) is unread
