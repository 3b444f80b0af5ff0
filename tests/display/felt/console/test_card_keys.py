"""Cards that no antenna reads: whose are asked for, and where the keys for them stand."""

from msgspec.structs import replace

from controller.contract.public import Phase, PublicState
from display.felt.console.card_keys import asked_of
from display.felt.console.pads import ScreenPad, pad_page
from display.felt.pictures import example_tables as e
from display.words.names import words
from display.words.vocabulary import SUITS

EN = words("en")


def names_of(pad: ScreenPad, state: PublicState) -> list[list[str]]:
    return [[key.name for key in row] for row in pad_page(pad, state, EN).rows]


def test_cards_are_keyed_for_whoever_has_to_show_them_and_in_their_order() -> None:
    state = replace(e.comparing(), cards_keyed=True)
    assert asked_of(state) == 5
    for other in (
        replace(state, next_step=None), replace(state, phase=Phase.BETTING),
        replace(state, cards_keyed=False), replace(state, turn=5),
        replace(state, rulings=e.ruling().rulings),
    ):  # fmt: skip
        assert asked_of(other) is None
    ranks = [[f"rank:{rank}" for rank in row] for row in ("AKQJT", "98765", "432")]
    assert names_of(ScreenPad(5, "cards"), state) == [
        *ranks[:2], [*ranks[2], "erase", "muck"], [f"suit:{suit}" for suit in SUITS], ["ok"],
    ]  # fmt: skip
    assert names_of(ScreenPad(0, "cards"), state)[2] == [*ranks[2], "erase"]
    # Nobody's cards are none.
    nobody = pad_page(ScreenPad(9, "cards"), state, EN).key("ok")
    assert nobody is not None
    assert not nobody.why
    board = [pad_page(ScreenPad(0, "cards", "2s" * n), state, EN).key("ok") for n in (0, 1, 2)]
    assert [bool(ok and ok.why) for ok in board] == [True, False, False]
