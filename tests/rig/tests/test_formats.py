"""Hands survive export and import in every format: a sample of `tapis bench formats`."""

import contextlib
import json
import os
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from controller.cli import app
from controller.demo import scenes
from controller.play.formats import write
from controller.play.records.hand_record import HandRecord
from controller.play.records.phh_export import records
from controller.play.records.phh_left_out import LeftOut
from tests.controller.play.test_my_hands import rows_of
from tests.rig.formats import Formats, FormResult, drawn, random_hands, recorded
from tests.rig.read_back import by_their_ohh, differences, written
from tests.rig.read_text import OffGrammar, by_grammar

SCENARIOS = Path(__file__).parents[2] / "scenarios"
EVERY = 1 if os.environ.get("TAPIS_FORMATS") == "all" else 2
"""One scenario in this many is played; `make formats` plays all."""
HOUSES = sorted(path.name for path in SCENARIOS.iterdir() if path.is_dir())
EVENING = Path(scenes.__path__[0]) / "1-evening.phhs"
INVENTED = 40
READERS = {
    ("phh", "pokerkit"), ("phh", "our own"), ("ohh", "ohh-pydantic"),
    ("pokerstars", "pokerkit"), ("pokerstars", "the grammar"),
}  # fmt: skip


@pytest.fixture(scope="module")
def invented() -> list[HandRecord]:
    """Return random hands of all games."""
    return list(random_hands(INVENTED, 17, "fidpa"))


def test_every_reader_has_the_hands_as_they_were_written(invented: list[HandRecord]) -> None:
    run = Formats(INVENTED)
    for record in invented:
        run.out_and_in(record)
    for record in recorded(EVENING, "fidpa"):
        run.out_and_in(record, recorded=True)
    results = {(one.form, one.reader): one for one in run.found()}
    assert set(results) == READERS
    assert {key: one.different for key, one in results.items() if one.different} == {}
    assert results["pokerstars", "the grammar"].hands == INVENTED + 5
    assert results["phh", "pokerkit"].hands + results["phh", "our own"].hands == INVENTED + 5
    ohh = results["ohh", "ohh-pydantic"]
    assert ohh.hands + ohh.left_out == INVENTED + 5


def test_hands_are_drawn_until_each_form_has_its_number() -> None:
    run = Formats(4)
    for record in drawn(17, "fidpa"):
        if run.done:
            break
        run.out_and_in(record)
    found = {(one.form, one.reader): one for one in run.found()}
    for form in (("phh", "pokerkit"), ("ohh", "ohh-pydantic"), ("pokerstars", "the grammar")):
        assert found[form].hands == 4
        assert found[form].alike == 4
    assert found["phh", "our own"].hands == found["phh", "pokerkit"].left_out > 0


@pytest.mark.parametrize("form", ["ohh", "pokerstars"])
def test_a_reader_notices_what_was_changed(invented: list[HandRecord], form: str) -> None:
    """Some reader checks each number and each card."""
    read = {"ohh": by_their_ohh, "pokerstars": by_grammar}[form]
    record = next(one for one in invented if write("ohh", [one]) and one.returned and one.tabled)
    text = write(form, [record])
    assert differences(written(record), *read(text)) == []
    stack, cards = str(record.starting_stacks[0]), record.actions[0].split()[3]
    for before, after in ((stack, stack + "0"), (cards[:2], "??"), (cards[:2], "2c")):
        other = text.replace(before, after, 1)
        if other == text:
            continue
        with contextlib.suppress(ValueError):
            assert differences(written(record), *read(other))


def test_a_bet_that_went_back_is_in_no_pot_that_others_win(invented: list[HandRecord]) -> None:
    looked = 0
    for record in invented:
        for text in write("ohh", [record]).split("\n\n")[:-1]:
            hand = json.loads(text)["ohh"]
            won = sum(award.amount or 0 for award in record.awards)
            told = [sum(w["win_amount"] for w in pot["player_wins"]) for pot in hand["pots"]]
            back = sum(told) - won
            shared = any(len(pot["player_wins"]) > 1 for pot in hand["pots"])
            if back and len({award.seat for award in record.awards}) > 1:
                assert told[-1] >= back
                assert len(hand["pots"][-1]["player_wins"]) == 1
                looked += 1
            assert shared <= (len(record.awards) > 1)
    assert looked > 0


def test_a_line_that_no_reader_knows_is_refused(invented: list[HandRecord]) -> None:
    text = write("pokerstars", invented[:1])
    for wrong in (
        text.replace("*** SUMMARY", "Somebody: laughs\n*** SUMMARY"),
        text.replace("Total pot ", "Total pot 1"),
        text.replace("-max", " max"),
    ):
        with pytest.raises(OffGrammar):
            by_grammar(wrong)


@pytest.mark.parametrize("house", HOUSES)
def test_hands_in_which_something_went_wrong_come_back_too(house: str) -> None:
    """Dead hands, mended boards, rake, straddles, bomb pots: a scenario's hands, twice."""
    hands = 0
    for path in sorted((SCENARIOS / house).rglob("*.scn"))[::EVERY]:
        for record in records(rows_of(path)):
            hands += 1
            wanted = msgspec.structs.replace(written(record), said=with_calls(record))
            if record.timed:
                # What is paid for the time leaves the stacks: no form has a word for it.
                wanted = msgspec.structs.replace(wanted, finish=())
            for read, form in ((by_grammar, "pokerstars"), (by_their_ohh, "ohh")):
                for found in read(write(form, [record])):
                    finish = () if record.timed else found.finish
                    alike = msgspec.structs.replace(found, finish=finish)
                    assert differences(wanted, alike) == [], (form, path)
    assert hands > 0


@pytest.mark.parametrize("form", ["pokerstars", "ohh", "pokergfx"])
def test_a_fold_that_leaves_chips_in_the_pot_is_left_out_with_its_reason(form: str) -> None:
    path = SCENARIOS / "ppc/04-out-of-turn/04-raise-out-of-turn-left-short.scn"
    left_out: list[LeftOut] = []
    hands = list(records(rows_of(path)))
    assert "Chloe" not in write(form, hands, left_out=left_out)
    assert [one.why for one in left_out] == ["chips-of-a-fold"]
    assert "Chloe" in write("phh", hands)


def with_calls(record: HandRecord) -> tuple[str, ...]:
    """Return what was said: PHH says a bet for a call over a big blind that is short."""
    said = list(written(record).said)
    for place, word in enumerate(said):
        if word.startswith("d db"):
            break
        if " cbr " in word and int(word.split()[2]) <= max(record.blinds):
            said[place] = word.split()[0] + " cc"
    return tuple(said)


def test_the_command_counts_and_tells() -> None:
    shown = CliRunner().invoke(app, ["bench", "formats", str(EVENING), "--hands", "2", "--json"])
    assert shown.exit_code == 0, shown.output
    found = msgspec.convert(json.loads(shown.stdout), list[FormResult])
    assert {(one.form, one.reader) for one in found} <= READERS
    assert all(one.alike == one.hands for one in found)
