"""Cards that no antenna reads: whose are asked for, and where the keys for them stand."""

from msgspec.structs import replace

from controller.contract.public import Phase, PublicState
from controller.contract.rules import Street
from display.felt.console.card_keys import asked_of, cards_letter
from display.felt.console.seat_pad import ScreenPad, pad_key, pad_page
from display.words.names import words
from display.words.vocabulary import SUITS
from tests.rig.pictures import example_tables as e

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


def test_as_many_cards_are_keyed_as_a_seat_holds_or_a_street_has() -> None:
    def lacks(seat: int, typed: str, state: PublicState) -> bool:
        ok = pad_page(ScreenPad(seat, "cards", typed), state, EN).key("ok")
        assert ok is not None
        return bool(ok.why)

    hand = replace(e.comparing(), cards_keyed=True)
    assert [lacks(5, "2s3s4s"[: 2 * n], hand) for n in (0, 1, 2)] == [True, True, False]
    for board, cards in ((0, 3), (1, 2), (3, 1), (4, 1)):
        for boards in (1, 2):
            dealt = replace(e.board_due(Street.FLOP), boards=boards, board=e.river().board[:board])
            typed = "2s3s4s5s6s7s"[: 2 * cards * boards]
            assert not lacks(0, typed, dealt)
            assert lacks(0, typed[:-2], dealt)


def test_the_keyboard_has_the_keys_for_cards() -> None:
    keys = {
        ("", "s"): "", ("A", "s"): "suit:s", ("A", "S"): "suit:s", ("As", "s"): "",
        ("", "1"): "rank:T", ("", "t"): "rank:T", ("", "9"): "rank:9", ("", "m"): "muck",
        ("", "enter"): "ok", ("", "backspace"): "erase", ("", "AK"): "", ("", "x"): "",
    }  # fmt: skip
    assert {given: cards_letter(*given) for given in keys} == keys


def test_what_is_keyed_is_shown_and_a_rank_waits_for_its_suit() -> None:
    state = replace(e.comparing(), cards_keyed=True)
    pages = [pad_page(ScreenPad(5, "cards", text), state, EN) for text in ("", "A", "2sA", "2s3s")]
    assert [page.says for page in pages] == [
        "Enter the cards", "A", f"{EN.cards('2s')} A", f"{EN.cards('2s')} {EN.cards('3s')}",
    ]  # fmt: skip
    ranks = [page.rows[0][0].why for page in pages]
    assert ranks == ["", *["Choose the suit first"] * 2, "All cards have been entered"]
    assert pages[0].title == EN.seat(state, 5)
    assert pad_page(ScreenPad(0, "cards"), state, EN).title == "Board"
    erased = [pad_key(ScreenPad(5, "cards", text), "erase", state, EN) for text in ("", "2sA")]
    assert [did.panel and did.panel.typed for did in erased] == ["", "2s"]
    assert [did.why for did in erased] == ["Nothing entered yet", ""]
