"""What a table waits for and what it is told: a sentence for each, in every language."""

import pytest
from msgspec.structs import asdict, replace

from controller.contract.public import (
    HoldReason,
    HoldView,
    LevelView,
    NoticeText,
    NoticeView,
    StreamView,
)
from controller.contract.venue.views import NoticeKind, NoticeLine
from display.felt.screen import ticked
from display.words.locale import languages
from display.words.names import words
from display.words.room import (
    TOLD,
    UNTIL,
    WAITS,
    announced,
    goes,
    leaving,
    moves,
    notice,
    since,
    streamed,
    until,
    waits,
)
from display.words.venue.evening import notice_text
from tests.display import states
from tests.texts import plain

ENGLISH = words("en")


def held(reason: HoldReason, waited: int = 0) -> HoldView:
    return HoldView("h", reason, waited=waited)


@pytest.mark.parametrize("language", languages())
def test_every_reason_and_every_text_has_words(language: str) -> None:
    said = words(language)
    for table, members in ((WAITS, HoldReason), (UNTIL, HoldReason), (TOLD, NoticeText)):
        assert set(table) == set(members)
    state = states.table(6)
    for reason in HoldReason:
        waiting = replace(state, paused=True, holds=(held(reason),))
        assert waits(waiting, said)
        assert until(waiting, said)
    for text in NoticeText:
        for seat in (0, 2):
            told = asdict(NoticeView("n", text, seat, 4, 7))
            assert notice(told, state, said)


# holds: fidpa 1-2, 10-3
def test_staff_announce_in_an_official_language() -> None:
    state = states.table(6)
    said = {
        (language, spoken): announced(replace(state, languages=spoken), words(language)).language
        for language in ("en", "fr")
        for spoken in ((), ("fr",), ("fr", "en"), ("xx",), ("xx", "fr"))
    }
    assert {said["fr", spoken] for _, spoken in said} == {"fr"}
    assert [said["en", spoken] for spoken in ((), ("fr", "en"), ("xx",))] == ["en", "en", "en"]
    assert [said["en", spoken] for spoken in (("fr",), ("xx", "fr"))] == ["fr", "fr"]


# holds: tda 6
def test_a_table_is_told_by_name_which_languages_may_be_spoken() -> None:
    state = replace(states.table(6), languages=("fr", "en", "xx"))
    told = asdict(NoticeView("n", NoticeText.LANGUAGES))
    assert notice(told, state, ENGLISH) == "Languages spoken at this table: French, English, xx"
    assert plain(notice(told, state, words("fr"))) == "On parle ici : français, anglais, xx"


def test_a_table_that_waits_for_nothing_says_nothing() -> None:
    state = states.table(6)
    assert (waits(state, ENGLISH), until(state, ENGLISH), since(state, ENGLISH)) == ("", "", "")
    lifted = replace(state, holds=(replace(held(HoldReason.HAND_FOR_HAND), one_hand=True),))
    assert waits(lifted, ENGLISH) == ""


def test_it_says_for_how_long_and_the_time_runs_on() -> None:
    state = replace(states.table(6), paused=True, holds=(held(HoldReason.BALANCE, 65_000),))
    assert since(state, ENGLISH) == "1:05 so far"
    assert since(ticked(state, 10_400), ENGLISH) == "1:15 so far"


def test_a_break_of_the_levels_says_when_it_is_over() -> None:
    level = LevelView(50, 100, next_in=90_000, on_break=True)
    state = replace(states.table(6), paused=True, level=level)
    assert until(state, ENGLISH) == "Play resumes in 1:30"


def test_the_time_to_the_next_break_runs_unless_the_clock_stands() -> None:
    level = LevelView(50, 100, next_in=60_000, break_in=120_000)
    state = replace(states.table(6), level=level)
    assert ticked(state, 5_000).level.break_in == 115_000
    standing = replace(state, level=LevelView(50, 100, stands=60_000, break_in=120_000))
    assert ticked(standing, 5_000) == standing


def test_who_moves_where_is_said_to_them_and_to_the_others() -> None:
    state = states.table(6)
    told = asdict(NoticeView("n", NoticeText.MOVE, 2, 4, 7))
    player = ENGLISH.seat(state, 2)
    assert notice(told, state, ENGLISH) == f"{player} moves to table 4, seat 7"
    assert notice(told, state, ENGLISH, own=True) == "You move to table 4, seat 7"
    assert notice({"text": "of a later version"}, state, ENGLISH) == ""


def test_a_room_that_is_paused_says_why_only_where_there_is_a_reason() -> None:
    def said(reason: str, language: str = "en") -> str:
        line = NoticeLine("held", NoticeKind.HELD, 0, reason=reason)
        return notice_text(line, words(language))

    assert said("pause") == "The room is paused"
    assert said("pause", "fr") == "La salle attend"
    assert said("colour-up") == "The room is paused: Colour-up"
    assert said("the lights are out") == "The room is paused: the lights are out"


def test_a_hold_of_one_hand_holds_no_other_and_a_second_is_the_least_to_say() -> None:
    lifted = replace(held(HoldReason.HAND_FOR_HAND, 90_000), one_hand=True)
    state = replace(states.table(6), holds=(lifted, held(HoldReason.BREAK, 999)))
    assert waits(state, ENGLISH) == "Break"
    assert until(state, ENGLISH) == "Play resumes after the break"
    assert since(state, ENGLISH) == ""
    waited = replace(state, holds=(lifted, held(HoldReason.BREAK, 1_000)))
    assert since(waited, ENGLISH) == "0:01 so far"


def test_a_table_that_is_closed_says_so_whatever_else_holds_it() -> None:
    state = replace(states.table(6), closed=True, paused=True, holds=(held(HoldReason.BREAK),))
    assert waits(state, ENGLISH) == "This table is closed"
    assert until(state, ENGLISH).startswith("No hands will be dealt here until")
    opened = replace(state, closed=False, holds=())
    assert waits(opened, ENGLISH) == "The table is paused"
    assert until(opened, ENGLISH) == "No new hands until the floor says so"


@pytest.mark.parametrize(("on_break", "next_in"), [(True, None), (False, 90_000)])
def test_a_time_to_resume_is_said_only_where_one_is_known(
    on_break: bool, next_in: int | None
) -> None:
    level = LevelView(50, 100, next_in=next_in, on_break=on_break)
    state = replace(states.table(6), level=level, holds=(held(HoldReason.BREAK),))
    assert until(state, ENGLISH) == "Play resumes after the break"


def test_the_desk_is_for_a_player_or_for_the_table() -> None:
    state = states.table(6)
    player = ENGLISH.seat(state, 2)
    told = asdict(NoticeView("n", NoticeText.SEE_DESK, 2))
    assert notice(told, state, ENGLISH) == f"{player}: please come to the desk"
    assert notice(told, state, ENGLISH, own=True) == "Please come to the desk"
    everybody = asdict(NoticeView("n", NoticeText.SEE_DESK))
    assert notice(everybody, state, ENGLISH) == "Please call the desk from this table"
    # On the line, what is nought is left out.
    bare = {"notice": "n", "text": "see-desk"}
    assert notice(bare, state, ENGLISH) == "Please call the desk from this table"
    nowhere = {"notice": "n", "text": "move", "seat": 2}
    assert notice(nowhere, state, ENGLISH) == f"{player} moves to table 0, seat 0"
    # Who was told and has left the seat keeps the name.
    left = replace(
        state,
        notices=(
            NoticeView("m", NoticeText.LAST_HAND),
            NoticeView("n", NoticeText.SEE_DESK, 2, name="Zoé"),
        ),
    )
    assert notice(told, left, ENGLISH) == "Zoé: please come to the desk"


def test_a_player_is_asked_for_the_stream_with_its_delay_in_whole_minutes() -> None:
    told = asdict(NoticeView("n", NoticeText.STREAM, 2))
    for stream, minutes in ((StreamView(959), 15), (StreamView(960), 16), (None, 0)):
        state = replace(states.table(6), stream=stream)
        asked = notice(told, state, ENGLISH, own=True)
        assert asked.startswith(f"May your cards be streamed on a {minutes}-minute delay?")
        if stream is not None:
            whole = f"Streamed with hole cards, on a {minutes}-minute delay"
            assert streamed(state, ENGLISH) == whole
    waiting = replace(states.table(6), stream=StreamView(960, "", (3,)))
    assert streamed(waiting, ENGLISH) == "Stream: 1 player has yet to agree"


def test_who_leaves_is_said_but_for_those_who_were_told_where_to() -> None:
    away = NoticeView("n", NoticeText.MOVE, 2, 4, 7)
    state = replace(
        states.table(6), leaving=(2, 3), notices=(NoticeView("m", NoticeText.LAST_HAND), away)
    )
    assert moves(state) == (away,)
    assert leaving(state, ENGLISH) == f"Leaving after this hand: {ENGLISH.seat(state, 3)}"
    assert leaving(replace(state, leaving=(2,)), ENGLISH) == ""
    both = ", ".join(ENGLISH.seat(state, seat) for seat in (2, 3))
    assert leaving(replace(state, notices=()), ENGLISH) == f"Leaving after this hand: {both}"
    assert goes(away, state, ENGLISH) == (ENGLISH.seat(state, 2), "table 4, seat 7")
    assert goes(replace(away, name="Zoé"), state, ENGLISH)[0] == "Zoé"
