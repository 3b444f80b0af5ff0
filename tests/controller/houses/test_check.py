"""A house file that contradicts itself is refused with its line; what it leaves open is told."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.admin.house_files.houses import check_file
from controller.contract.rules import Kind, Outcome
from controller.houses.check import contradictions, merged, notes, open_cells
from controller.houses.loader import find_house, load_house, shipped_houses
from controller.houses.model import Remedy, Ruled
from controller.houses.vocabulary import CASES, OUTCOMES, STANDING, STEPS
from controller.toml.file import FileProblems

SEVENTH = """\
name = "club"
title = "The club"
prefix = "Club"
source = "its own"
inherits = "fidpa"
"""


def club(folder: Path, text: str, name: str = "club") -> Path:
    """Write a house file that inherits from fidpa."""
    path = folder / f"{name}.toml"
    path.write_text(SEVENTH + text, encoding="utf-8")
    return path


def problems(path: Path) -> list[str]:
    """Return the problems of a house file, each without the folder it lies in."""
    found, _, _ = check_file(path)
    return [str(problem).replace(f"{path.parent}/", "") for problem in found]


@pytest.mark.parametrize("name", shipped_houses())
def test_a_shipped_house_holds(name: str) -> None:
    found, _, house = check_file(find_house(name))
    assert found == ()
    assert house is not None
    assert house.name == name


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[betting]\nleast_raise = { value = "last-rise", article = "Club 1" }\n',
         'club.toml:7: betting.least_raise.value: "last-rise" is not allowed here; expected'
         ' one of "any", "double-last", "last-raise", "multiple-of-big-blind"'),
        ('[betting]\nleast_rise = { value = "any", article = "Club 1" }\n',
         'club.toml:7: betting.least_rise: is not a known key; expected "least_raise"'),
        ('[[remedies]]\nkind = "board.no-brun"\nsteps = ["burn"]\narticle = "Club 2"\n',
         'club.toml:7: remedies[#1].kind: "board.no-brun" is not allowed here; expected'
         ' "board.no-burn"'),
        ('[[remedies]]\nkind = "board.no-burn"\nwhen = ["flopp"]\nsteps = ["burn"]\n'
         'article = "Club 2"\n',
         'club.toml:8: remedies[#1].when[#1]: "flopp" is not a case of board.no-burn; expected '
         '"flop"'),
        ('[[remedies]]\nkind = "board.no-burn"\nsteps = ["burn", "deel flop"]\n'
         'article = "Club 2"\n',
         'club.toml:8: remedies[#1].steps[#2]: "deel" is not a step; expected "deal"'),
        ('[[remedies]]\nkind = "board.no-burn"\nsteps = ["use_as_burn frist"]\n'
         'article = "Club 2"\n',
         "club.toml:8: remedies[#1].steps[#1]: use_as_burn can't be combined with \"frist\"; "
         'expected "first"'),
        ('[[remedies]]\nkind = "hand.phone"\noutcome = "ded"\narticle = "Club 2"\n',
         'remedies[#1].outcome: "ded" is not allowed here'),
    ],
)  # fmt: skip
def test_a_typo_is_named_with_its_line_and_the_nearest_word(
    tmp_path: Path, text: str, found: str
) -> None:
    assert any(found in problem for problem in problems(club(tmp_path, text)))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[button]\nmovement = { value = "moving", article = "Club 3" }\n'
         'small_blind_out = { value = "same-player", article = "Club 3" }\n',
         "club.toml:8: button.small_blind_out: the button can't stay with the same player"),
        ('[cash]\nbuy_in_least = { value = 50, article = "Club 4" }\n'
         'buy_in_most = { value = 40, article = "Club 4" }\n',
         "club.toml:8: cash.buy_in_most: makes every buy-in impossible; expected 0, "
         "or at least 50"),
        ('[cards]\nask_seconds = { value = 20, article = "Club 4" }\n'
         '[showdown]\npatience_seconds = { value = 20, article = "Club 4" }\n',
         "club.toml:9: showdown.patience_seconds: the floor would be called before the player is "
         "asked; expected more than cards.ask_seconds, which is 20"),
        ('[button]\nsmall_blind_out = { value = "same-player", article = "Club 3" }\n'
         'heads_up_small_blind = { value = "other", article = "Club 3" }\n',
         "club.toml:8: button.heads_up_small_blind: if the small blind leaves "
         "and two players are left"),
        ('[button]\nmovement = { value = "moving", article = "Club 3" }\n'
         '[deal]\nvacant_dead_seat = { value = "dealt", article = "Club 3" }\n',
         "club.toml:9: deal.vacant_dead_seat: the button always moves to a player"),
        ('[betting]\nstructure = { value = "limit", article = "Club 3" }\n'
         'least_raise = { value = "double-last", article = "Club 3" }\n',
         "club.toml:8: betting.least_raise: in a limit game, every raise is one bet"),
        ('[betting]\nknock_facing_bet = { value = "fold", article = "Club 3" }\n'
         'big_blind_option = { value = false, article = "Club 3" }\n',
         "club.toml:7: betting.knock_facing_bet: without a big blind option, a player"),
        ('[showdown]\nloser_may_muck = { value = false, article = "Club 3" }\n'
         'all_in_may_muck = { value = true, article = "Club 3" }\n',
         "club.toml:8: showdown.all_in_may_muck: an all-in player can't be allowed to muck "
         "if a beaten player may not"),
        ('[button]\nmovement = { value = "moving", article = "Club 3" }\n'
         'vacant_seats = { value = "moved-over", article = "Club 3" }\n',
         "club.toml:8: button.vacant_seats: the button always moves to a player"),
        ('[blinds]\nmissed = { value = "posted", article = "Club 3" }\n',
         "club.toml:7: blinds.missed: has no effect where absent players are dealt in"),
        ('[blinds]\nstraddle_blinds = { value = 3, article = "Club 3" }\n',
         "club.toml:7: blinds.straddle_blinds: has no effect where there are no straddles"),
        ('[game]\nbomb_pot_every = { value = 9, article = "Club 3" }\n',
         "club.toml:7: game.bomb_pot_every: a bomb pot needs an ante"),
        ('[game]\nkill_after = { value = "scoop", article = "Club 3" }\n',
         "club.toml:7: game.kill_after: has no effect where there are no kill pots"),
        ("renumbered = [{ first = 2, last = 3, by = 1 }, { first = 3, last = 4, by = 1 }]\n",
         "club.toml:6: renumbered[#2]: 3 to 4 is not an ascending range that starts after 3"),
        ("renumbered = [{ first = 5, last = 5, by = 1 }, { first = 1, last = 3, by = 1 }, "
         "{ first = 3, last = 4, by = 1 }]\n",
         "club.toml:6: renumbered[#3]: 3 to 4 is not an ascending range that starts after 3"),
        ('[clock]\ntime_bank = { value = 3, article = "Club 3" }\n',
         "club.toml:7: clock.time_bank: has no effect unless every decision is timed"),
        ('[clock]\neach_decision = { value = 30, article = "Club 3" }\n'
         'time_bank = { value = 3, article = "Club 3" }\n',
         "club.toml:8: clock.time_bank: a time-bank card adds no time; expected"),
        ('[clock]\neach_decision = { value = 30, article = "Club 3" }\n'
         'time_bank_seconds = { value = 30, article = "Club 3" }\n',
         "club.toml:8: clock.time_bank_seconds: nobody has a time-bank card"),
        ('[clock]\neach_decision = { value = -1, article = "Club 3" }\n',
         "club.toml:7: clock.each_decision.value: -1 is not allowed here"),
        ('[showdown]\nask_to_see = { value = "all", article = "Club 3" }\n',
         'club.toml:7: showdown.ask_to_see.value: "all" is not allowed here'),
        ('[betting]\npot_said = { value = "bind", article = "Club 3" }\n',
         'club.toml:7: betting.pot_said.value: "bind" is not allowed here'),
        ('[clock]\nseconds = { value = 0, article = "Club 3" }\n',
         "club.toml:7: clock.seconds: is too short a time"),
        ('[[remedies]]\nkind = "hand.phone"\noutcome = "dead"\narticle = "Club 4"\n'
         '[[remedies]]\nkind = "hand.phone"\nwhen = ["all-in"]\noutcome = "live"\n'
         'article = "Club 4"\n',
         "club.toml:10: remedies[#2]: never applies: row 1 (hand.phone, in every case)"),
        ('[[remedies]]\nkind = "board.no-burn"\nwhen = ["flop", "turn"]\nsteps = ["burn"]\n'
         'article = "Club 4"\n',
         "club.toml:8: remedies[#1].when: flop and turn are never both true"),
        ('[[remedies]]\nkind = "deal.order"\nsteps = ["void_hand", "shuffle"]\n'
         'article = "Club 4"\n',
         "club.toml:8: remedies[#1].steps: void_hand settles everything, so shuffle has no effect"),
        ('[[remedies]]\nkind = "deal.order"\nsteps = ["floor_decides", "shuffle"]\n'
         'article = "Club 4"\n',
         "club.toml:8: remedies[#1].steps: floor_decides settles everything, "
         "so shuffle has no effect"),
        ('[[remedies]]\nkind = "board.no-burn"\nsteps = ["use_as_burn"]\narticle = "Club 4"\n',
         "club.toml:8: remedies[#1].steps[#1]: use_as_burn needs a second word"),
        ('[[remedies]]\nkind = "board.extra-card"\nsteps = ["use_as_burn left", "deal flop"]\n'
         'article = "Club 4"\n',
         "club.toml:8: remedies[#1].steps[#1]: no card is left over"
         " because no cards were mixed together"),
        ('[[remedies]]\nkind = "board.premature"\nwhen = ["turn"]\n'
         'steps = ["to_stub street", "deal turn"]\narticle = "Club 4"\n',
         "club.toml:9: remedies[#1].steps[#2]: the betting round that was cut short is never "
         "finished"),
        ('[[remedies]]\nkind = "board.no-burn"\nwhen = ["flop"]\n'
         'steps = ["deal flop", "deal turn"]\narticle = "Club 4"\n',
         "club.toml:9: remedies[#1].steps[#2]: two streets are dealt with no betting between them"),
        ('[[remedies]]\nkind = "bet.string"\noutcome = "floor"\narticle = "Club 4"\n',
         "club.toml:8: remedies[#1].outcome: the floor decides here, but no step calls the floor"),
        *[(f'[[remedies]]\nkind = "{kind}"\noutcome = "{outcome}"\narticle = "Club 4"\n',
           f"club.toml:8: remedies[#1].outcome: the table can't apply {outcome} to {kind}")
          for kind, outcome in (("bet.oversized", "chip-value"), ("bet.short-call", "dead"),
                                ("hand.clock", "made-full"), ("bet.short-raise", "check"))],
        ('[[remedies]]\nkind = "bet.string"\narticle = "Club 4"\n',
         "club.toml:6: remedies[#1]: gives neither steps nor an outcome"),
        ('[tournament]\nstarting_stack = { value = 3000, article = "Club 5" }\n'
         'chips = { value = [[4, 50], [1, 1000]], article = "Club 5" }\n'
         'levels = { value = [[50, 100, 20], [50, 100, 20]], article = "Club 5" }\n'
         'rebuy = { value = 0, article = "Club 5" }\n',
         "club.toml:8: tournament.chips: add up to 1200, but the starting stack is 3000"),
        ('[tournament]\nstarting_stack = { value = 1200, article = "Club 5" }\n'
         'chips = { value = [[4, 50], [1, 1000]], article = "Club 5" }\n'
         'levels = { value = [[50, 100, 20], [50, 100, 20]], article = "Club 5" }\n'
         'rebuy = { value = 0, article = "Club 5" }\n',
         "club.toml:9: tournament.levels.value[#2]: 50/100: each level must be higher than the "
         "last, and the big blind at least the small blind"),
        *[('[tournament]\nstarting_stack = { value = 1200, article = "Club 5" }\n'
           'chips = { value = [[4, 50], [1, 1000]], article = "Club 5" }\n'
           f'levels = {{ value = [{row}, [100, 200, 20]], article = "Club 5" }}\n'
           'rebuy = { value = 0, article = "Club 5" }\n',
           "club.toml:9: tournament.levels.value[#1]: lasts to the end, but another level follows")
          for row in ("[50, 100, 0]", "[0, 0, 0]")],
    ],
)  # fmt: skip
def test_what_contradicts_itself_is_refused_with_its_line(
    tmp_path: Path, text: str, found: str
) -> None:
    path = club(tmp_path, text)
    assert any(problem.startswith(found) for problem in problems(path)), problems(path)
    with pytest.raises(FileProblems):
        load_house(str(path))


def test_all_mistakes_come_at_once(tmp_path: Path) -> None:
    text = """\
[betting]
least_raise = { value = "none", article = "Club 1" }
[[remedies]]
kind = "hand.fone"
outcome = "dead"
article = "Club 2"
[[remedies]]
kind = "board.no-burn"
steps = ["bern"]
article = "Club 2"
"""
    lines = [int(problem.split(":")[1]) for problem in problems(club(tmp_path, text))]
    assert lines == [7, 9, 14]


def test_a_file_is_named_as_its_house_is(tmp_path: Path) -> None:
    path = club(tmp_path, "", name="other")
    assert problems(path) == [
        'other.toml:1: name: the name "club" does not match the file name; expected "other"'
    ]


def test_what_a_house_leaves_to_the_floor_is_told() -> None:
    house = load_house("tda")
    bare = replace(
        house, remedies=(Remedy(Kind.HAND_PHONE, "X 1", when=("all-in",), outcome=Outcome.LIVE),)
    )
    left = open_cells(bare)
    assert left[Kind.HAND_PHONE] == tuple((word,) for word in sorted(STANDING) if word != "all-in")
    assert left[Kind.BET_STRING] == ((),)
    assert set(left) == set(CASES)


def test_a_burn_in_a_house_that_burns_none_is_told() -> None:
    house = load_house("tda")
    dry = replace(house, deal=replace(house.deal, burn=Ruled(False, "X 1")))
    assert any("asks for a burn" in text for _, text in notes(dry))
    assert not any("asks for a burn" in text for _, text in notes(house))


@pytest.mark.parametrize("kind", CASES)
def test_a_word_belongs_to_one_group_of_a_kind(kind: Kind) -> None:
    said = [word for group in CASES[kind] for word in group]
    assert len(said) == len(set(said))


@given(st.data())
def test_merged_cases_are_the_same_cases(data: st.DataObject) -> None:
    """However a set of cases is written, each case of the kind is in it or not as before."""
    kind = data.draw(st.sampled_from(sorted(kind for kind, groups in CASES.items() if groups)))
    groups = CASES[kind]
    whole: list[tuple[str, ...]] = [()]
    for group in groups:
        whole = [(*case, word) for case in whole for word in group]
    chosen = data.draw(st.lists(st.sampled_from(whole), unique=True, max_size=12))
    said = merged(chosen, groups)
    for case in whole:
        assert (case in chosen) == any(set(one) <= set(case) for one in said)


@given(
    kind=st.sampled_from(sorted(CASES)),
    steps=st.lists(
        st.sampled_from(sorted(STEPS)).flatmap(
            lambda word: st.sampled_from(STEPS[word]).map(lambda about: f"{word} {about}".strip())
        ),
        max_size=6,
    ),
    when=st.lists(st.sampled_from(sorted({w for g in CASES.values() for one in g for w in one}))),
)
def test_any_remedy_is_judged_without_a_fault(
    kind: Kind, steps: list[str], when: list[str]
) -> None:
    """Whatever a file says, the check answers: with mistakes, or with none."""
    row = Remedy(kind, "X 1", tuple(when), tuple(steps))
    house = replace(load_house("tda"), remedies=(row,))
    found = list(contradictions(house))
    assert bool(found) or steps
    assert all(mistake.wrong and mistake.path[0] == "remedies" for mistake in found)


def test_a_word_that_the_table_never_says_is_named(tmp_path: Path) -> None:
    """`silent` holds where nothing was announced: a row without a word, behind the others."""
    text = (
        '[[remedies]]\nkind = "bet.short"\nwhen = ["silent"]\noutcome = "choose"\narticle = "C"\n'
    )
    assert problems(club(tmp_path, text)) == [
        'club.toml:8: remedies[#1].when[#1]: the table never reports "silent"; expected this row '
        'without "silent", placed after the rows for the other cases'
    ]


def test_cases_of_a_finer_word_are_those_of_its_wider_one_too() -> None:
    rows = (
        Remedy(Kind.BET_OUT_OF_TURN, "X 1", when=("fold",), outcome=Outcome.BINDS),
        Remedy(Kind.BET_OUT_OF_TURN, "X 2", when=("passive",), outcome=Outcome.FREE),
    )
    house = replace(load_house("tda"), remedies=rows[1:])
    assert open_cells(house)[Kind.BET_OUT_OF_TURN] == (("raise",),)
    house = replace(load_house("tda"), remedies=rows)
    assert open_cells(house)[Kind.BET_OUT_OF_TURN] == (("raise",),)


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_bytes(b"\xef\xbb\xbf" + SEVENTH.encode())
    assert load_house(str(path)).name == "club"


def test_there_is_an_outcome_table_for_every_kind() -> None:
    assert set(OUTCOMES) == set(CASES)
