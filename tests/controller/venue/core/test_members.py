"""Members at the desk: numbers, cards, who is coming, and the sheet that goes to the league."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.controller.venue.core.rooms import Room, room

DAY, PAST = "2999-11-26", "2001-01-01"


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with room(tmp_path_factory.mktemp("members"), tables=1) as found:
        yield found


# holds: redcactus membre 1, redcactus membre 2
def test_a_player_becomes_a_member_at_the_bar_or_comes_with_a_number(here: Room) -> None:
    """The card is due once there is a number: at the first visit, or the second."""
    desk = here.desk
    desk.do("open-tournament", file="redcactus")
    assert desk.tried("do", "enter", name="Nina Neuf")["reason"] == "not-a-member"
    new = desk.do("enter", name="Nina Neuf", mail="nina@example.org")["player"]
    old = desk.do("enter", name="Otto Vieux", member_no="R17")["player"]
    told = desk.ask("newcomers")
    assert [(one["person"], one["mail"]) for one in told["without_number"]] == [
        (new, "nina@example.org")
    ]
    assert [one["person"] for one in told["card_due"]] == [old]
    desk.do("keep-member", person=old, card=True)
    taken = desk.tried("do", "keep-member", person=new, member_no="r17")
    assert taken["reason"] == "number-is-taken"
    assert desk.tried("do", "enter", name="Twin", member_no="R17")["reason"] == "number-is-taken"
    desk.do("keep-member", person=new, member_no="R18")
    told = desk.ask("newcomers")
    assert not told["without_number"]
    assert [(one["person"], one["member_no"]) for one in told["card_due"]] == [(new, "R18")]
    assert desk.tried("do", "keep-member", person="p_nobody")["reason"] == "no-such-player"


def test_a_name_that_is_known_may_be_refused_for_somebody_new(here: Room) -> None:
    """Two desks at once make one person of one; a second of the name comes in when it is meant."""
    desk = here.desk
    desk.do("open-tournament", file="redcactus")
    asked = {"mail": "a@example.org", "if_unknown": True}
    first = desk.do("enter", name="Ada Double", **asked)["player"]
    again = desk.tried("do", "enter", name="ada double", **asked)
    assert again["reason"] == "name-is-known"
    assert desk.do("enter", name="Ada Double", mail="b@example.org")["player"] != first


# holds: redcactus spéc. inscription
def test_players_say_whether_they_come_and_tables_are_set_up_for_them(here: Room) -> None:
    desk = here.desk
    desk.do("open-tournament", file="redcactus")
    links = [
        desk.do("enter", name=f"Coming {n}", member_no=f"c{n}")["link"] for n in range(10)
    ]  # fmt: skip
    wrong = {"day": PAST, "file": "deauville"}
    assert desk.tried("do", "announce", **wrong)["reason"] == "no-such-day"
    assert desk.tried("do", "announce", **wrong | {"day": "soon"})["reason"] == "no-such-day"
    nowhere = {"day": DAY, "file": "nowhere"}
    assert desk.tried("do", "announce", **nowhere)["reason"] == "no-such-tournament"
    desk.do("announce", day=DAY, file="ppc")
    desk.do("announce", day=DAY, file="deauville", title="Thursday")
    assert desk.ask("me", link=links[0])["coming"] == [
        {"day": DAY, "title": "Thursday", "present": None}
    ]
    for link in links:
        desk.do("declare", link=link, day=DAY, present=True)
    desk.do("declare", link=links[0], day=DAY, present=False)
    assert desk.ask("me", link=links[0])["coming"][0]["present"] is False
    assert desk.tried("do", "declare", link=links[0], day=PAST, present=True)["reason"] == (
        "no-such-day"
    )
    nobody = desk.tried("do", "declare", link="nobody", day=DAY, present=True)
    assert nobody["reason"] == "no-such-link"
    (evening,) = desk.ask("attendance")["evenings"]
    assert (len(evening["present"]), evening["absent"], evening["tables"]) == (9, ["Coming 0"], 2)


# holds: redcactus membre 2, redcactus déroulement 8a
def test_the_sheet_has_names_and_numbers_and_bars_rank_apart(tmp_path: Path) -> None:
    """Two bars, an evening each: points of one don't count at the other."""
    with room(tmp_path, tables=2) as one:
        desk = one.desk
        ids: list[str] = []
        for table, bar in enumerate(("Cactus", "Oasis"), 1):
            desk.do("open-tournament", file="redcactus", bar=bar, title=f"At the {bar}")
            desk.do("open-table", table=table, seats=8)
            known = {"person": ids[0]} if ids else {"name": "Anne Ancienne", "member_no": "R1"}
            ids = [desk.do("enter", **known)["player"]]
            guest = {"name": f"Gus {bar}", "mail": "gus@example.org"}
            ids.append(desk.do("enter", **guest)["player"])
            for seat, player in enumerate(ids, 1):
                desk.do("seat-player", player=player, seat=[table, seat])
            desk.do("start")
            assert not desk.ask("sheet")["lines"]
            desk.do("remove", player=ids[1], why="left")
            told = desk.ask("sheet")
            assert (told["title"], told["bar"], told["ended"]) == (f"At the {bar}", bar, True)
            assert [(line["first"], line["name"], line["member_no"]) for line in told["lines"]] == [
                (1, "Anne Ancienne", "R1"), (2, f"Gus {bar}", ""),
            ]  # fmt: skip
            results = desk.ask("results")
            assert results["bar"] == bar
            first = results["season"][0]
            assert (first["player"], first["points"]) == (ids[0], 100)
        before = desk.ask("sheet", tournament=_first(one))
        assert before["bar"] == "Cactus"
        assert [line["points"] for line in before["lines"]] == [100, 0]
        assert desk.tried("ask", "sheet", tournament="t0")["reason"] == "no-such-tournament"
        desk.do("forget", person=ids[1])
        assert "Gus Oasis" not in str(desk.ask("sheet"))


def _first(one: Room) -> str:
    rows = one.desk.ask("log", after=0, limit=50)["rows"]
    opened = [row["said"] for row in rows if row["said"]["type"] == "open-tournament"]
    return str(opened[0]["tournament"])
