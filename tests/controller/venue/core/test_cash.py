"""A cash game at the desk: what staff do is in the log, and is there again after a restart."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from controller.contract.public import Envelope
from controller.contract.rules import Entry
from controller.contract.venue import desk as d
from controller.contract.venue.cash_game.cash import DayBegan
from controller.contract.venue.cash_game.waiting import (
    CallAnswered,
    KeepList,
    ListJoined,
    OwnWait,
    SeatCalled,
    TableFeeds,
)
from controller.contract.venue.inputs import (
    HandReported,
    MoveCalledOff,
    PrizesPosted,
    TournamentCancelled,
)
from controller.contract.venue.prizes.money import KeepBank, MoneyApproved, PaidOut, SecondNeeded
from controller.contract.venue.rights import Role, may
from controller.contract.venue.seats import Seat
from controller.houses.model import Ruled
from controller.venue.core.at_tables.hearing import Hearing
from controller.venue.core.refusals import No
from controller.venue.core.room_time import RoomTime
from controller.venue.core.screens.views import posting_view
from controller.venue.core.screens.waiting_view import list_view
from controller.venue.core.staff import actions
from controller.venue.core.staff.bank import bank_of, deal_of
from controller.venue.core.staff.book import options_of
from controller.venue.core.staff.own_requests import own_wait
from controller.venue.core.staff.questions import answer
from controller.venue.core.take_input import Core
from controller.venue.store import log
from controller.venue.store.database import Database
from controller.venue.store.tables import Heard
from controller.venue.store.verify import verify
from controller.venue.tournament_files import load_tournament
from display.words.stakes import STAKES

EVENING, NEXT_DAY = 1_790_000_000_000, 1_790_000_000_000 + 86_400_000


def do(core: Core, asked: d.AnyDo) -> object:
    """Have the floor do something."""
    with core.turn() as turn:
        return actions.act(turn, asked, "anne", "")


def test_a_seat_is_sold_played_from_and_cashed(tmp_path: Path) -> None:
    """And a core that starts anew has the books as they were."""
    database = Database(tmp_path / "venue.db")
    walls = [EVENING]
    core = Core(database, RoomTime(0, 0, now=lambda: walls[0]))
    assert core.new_day() == ""
    do(core, d.OpenTournament("ramponneau"))
    do(core, d.OpenTable(1, 6))
    entered = [do(core, d.Enter(name=name, level=2)) for name in ("Anne", "Bruno")]
    first, second = (one.player for one in entered if isinstance(one, d.Entered))
    day = core.new_day()
    with core.turn() as turn:
        turn.happen(DayBegan(day=day), "clock")
    assert day
    assert core.new_day() == ""
    with pytest.raises(No, match="stack is below"):
        do(core, d.BuyIn(first, Seat(1, 1), 100))
    with core.turn() as turn:
        actions.act(turn, d.BuyIn(first, Seat(1, 1), 1000, Entry.POST_NOW), "anne", "")
        (order,) = turn.orders
    assert (order.command, order.data["bought"], order.data["entry"]) == (
        "sit-down",
        True,
        "post-now",
    )
    do(core, d.BuyIn(second, Seat(1, 2), 1000))
    do(core, d.Rebuy(first, 500))
    with core.turn() as turn:
        turn.happen(
            HandReported(
                table=1, hand=1, stacks={1: 1800, 2: 650}, began={1: 1500, 2: 1000},
                played=(1, 2), raked=50,
            ),
            "table 1",
        )  # fmt: skip
        actions.act(turn, d.CashOut(first), "anne", "")
    books = core.room.cash
    assert (core.room.issued, core.room.chips, books.bank, books.raked) == (2500, 2450, 0, 50)
    assert books.sessions[first].hands == 1
    again = Core(database, RoomTime(0, 0, now=lambda: walls[0]))
    assert again.room == core.room
    walls[0] = NEXT_DAY
    assert again.new_day() > day
    database.close()


def test_what_chips_cost_and_what_the_house_takes_is_on_the_wall(tmp_path: Path) -> None:
    """And nothing that a house posts of its tournaments; each word has a sentence."""
    database = Database(tmp_path / "venue.db")
    core = Core(database)
    rules = load_tournament("ramponneau")
    timed = replace(rules.stakes, rake=Ruled(50, "Tavern 1"), time=Ruled(20, "Tavern 3"))
    for number, stakes in enumerate((rules.stakes, timed)):
        with core.turn() as turn:
            turn.open(f"t{number}", "Cash", replace(rules, stakes=stakes))
        assert core.evening is not None
        view = posting_view(core.evening)
        words = {one.word: (one.value, one.article) for one in view.stakes}
        assert words["buy_in_most"] == (100, "Ramponneau IV.3")
        assert set(words) <= STAKES.keys()
        assert ("no_rake" in words) is not ("rake" in words)
        assert {"late", "rebuy", "deal_policy"}.isdisjoint(one.word for one in view.options)
        assert "languages" in {one.word for one in view.options}
        assert (view.asks, view.money) == (("level", "owner"), "none")
    assert (words["rake"], words["time"]) == ((50, "Tavern 1"), (20, "Tavern 3"))
    assert words["time_minutes"][0] == 30
    assert not {"time_pot", "rake_cap", "no_flop_no_drop"} & words.keys()
    database.close()


def test_who_opens_an_evening_chooses_what_it_has() -> None:
    """A cash game has no late entries, alternates or breaking order to be posted."""
    of_events = {"late", "alternates", "break_order"}
    cash, event = (options_of(load_tournament(name)) for name in ("ramponneau", "fidpa"))
    assert of_events <= event.keys()
    assert not of_events & cash.keys()
    assert "languages" in cash


def test_nobody_waits_for_a_seat_of_a_game_that_is_over(tmp_path: Path) -> None:
    core = Core(Database(tmp_path / "venue.db"))
    do(core, d.OpenTournament("ramponneau"))
    do(core, d.OpenTable(1, 2))
    entered = do(core, d.Enter(name="Anne"))
    assert isinstance(entered, d.Entered)
    do(core, KeepList(ListJoined(player=entered.player)))
    assert core.evening is not None
    assert list_view(core.evening, 0, 0, str.upper).waiting
    do(core, d.Decide(TournamentCancelled(why="late")))
    over = list_view(core.evening, 0, 0, str.upper)
    assert (over.waiting, over.feeds, over.free) == ((), (), 0)
    core.database.close()


@pytest.mark.parametrize(
    ("name", "asks"),
    [
        ("fidpa", {"identified", "of_age", "receipt", "granted"}),
        ("redcactus", {"member", "granted"}),
        ("ramponneau", {"level", "owner"}),
    ],
)
def test_the_desk_is_told_what_the_evening_asks_for(
    tmp_path: Path, name: str, asks: set[str]
) -> None:
    core = Core(Database(tmp_path / "venue.db"))
    with core.turn() as turn:
        turn.open("t1", "Thursday", load_tournament(name))
    assert core.evening is not None
    assert set(posting_view(core.evening).asks) == asks
    core.database.close()


def test_players_wait_by_their_own_link_and_the_desk_confirms(tmp_path: Path) -> None:
    """Nothing that is refused fills the log, and the log has no name."""
    database = Database(tmp_path / "venue.db")
    core = Core(database)
    do(core, d.OpenTournament("ramponneau"))
    do(core, d.OpenTable(1, 2))
    said = [do(core, d.Enter(name=name)) for name in ("Anne", "Bruno", "Chloé", "Driss")]
    first, second, third, fourth = (one for one in said if isinstance(one, d.Entered))
    do(core, d.BuyIn(first.player, Seat(1, 1), 1000))

    def own(link: str, what: str, *tables: int) -> None:
        with core.turn() as turn:
            own_wait(
                turn, msgspec.convert({"link": link, "wish": what, "tables": tables}, OwnWait), ""
            )

    def page(link: str) -> d.PlayerPage:
        with database.transaction() as connection:
            found = answer(core, connection, d.AskMe(link))
        assert isinstance(found, d.PlayerPage)
        return found

    own(second.link, "join", 1)
    own(third.link, "join")
    assert (page(second.link).waits, page(third.link).waits) == (1, 2)
    rows = core.head.n
    for link, what, why in (
        (second.link, "join", "already on the waiting list"),
        (third.link, "come", "no seat is reserved"),
        ("somebody-else", "join", "this link is not valid"),
    ):  # fmt: skip
        with pytest.raises(No, match=why):
            own(link, what)
    assert core.head.n == rows
    do(core, KeepList(SeatCalled()))
    called = page(second.link)
    assert called.called == Seat(1, 2)
    assert called.until > core.time.wall()
    own(second.link, "come")
    # Who is on the way is not there yet: the time runs until the desk has seen them.
    assert (page(second.link).comes, page(second.link).until > 0) == (True, True)
    do(core, KeepList(CallAnswered(player=second.player)))
    assert (page(second.link).comes, page(second.link).until) == (False, 0)
    own(second.link, "pass")
    assert (page(second.link).waits, page(third.link).waits) == (2, 1)
    own(third.link, "leave")
    assert (page(third.link).waits, page(second.link).waits) == (0, 1)
    # Who must move on sees who goes before them, as the list of the room does.
    do(core, d.OpenTable(2, 2))
    do(core, d.BuyIn(third.player, Seat(2, 1), 1000))
    do(core, d.BuyIn(fourth.player, Seat(2, 2), 1000))
    with core.turn() as turn:
        assert not turn.happen(TableFeeds(table=1, to=2), "floor").refused
    assert [(page(one.link).feeds, page(one.link).moves) for one in (first, third)] == [
        (2, 1), (0, 0),
    ]  # fmt: skip
    assert core.evening is not None
    (feed,) = list_view(core.evening, 0, 0, str.upper).feeds
    assert (feed.order, feed.players) == ((first.player.upper(),), (first.player,))
    with database.transaction() as connection:
        told = [str(dict(row)) for row in log.rows(connection)]
    assert not any(name in row for row in told for name in ("Anne", "Bruno", second.link))
    assert verified(database) == ()
    database.close()


def test_a_second_person_is_another_one_and_a_deal_is_what_icm_says(tmp_path: Path) -> None:
    """Who asked is known by their session: nobody says it of themselves."""
    database = Database(tmp_path / "venue.db")
    core = Core(database)
    rules = load_tournament("tda")
    bank = replace(
        rules.bank, money=Ruled("points", ""), entry=Ruled(30, ""), second_above=Ruled(50, "")
    )
    with core.turn() as turn:
        turn.open("t1", "Deal", replace(rules, bank=bank))
    do(core, d.OpenTable(1, 4))
    names = ("Anne", "Bruno", "Chloé")
    said = [
        do(core, d.Enter(name=name, identified=True, of_age=True, receipt=True)) for name in names
    ]  # fmt: skip
    first, second, third = (one.player for one in said if isinstance(one, d.Entered))
    for seat, who in enumerate((first, second, third), 1):
        do(core, d.SeatPlayer(who, Seat(1, seat)))
    with pytest.raises(No, match="prizes first"):
        deal_of(core)
    do(core, d.Decide(PrizesPosted(pool=90, shares=(60, 30))))
    do(core, d.Start())
    stack = core.room.players[first].stack
    lines = deal_of(core).lines
    assert [(one.chips, one.icm) for one in lines] == [(30, 30)] * 3
    with core.turn() as turn:
        won = {1: 3 * stack, 2: 0, 3: 0}
        began = {1: stack, 2: stack, 3: stack}
        turn.happen(HandReported(table=1, hand=1, stacks=won, began=began), "table 1")
    owed = bank_of(core).owed
    assert owed == {first: 60, second: 15, third: 15}
    assert do(core, KeepBank(PaidOut(player=first))) == SecondNeeded(1)
    with pytest.raises(No, match="second person"):
        do(core, KeepBank(MoneyApproved(number=1, cashier="bruno")))
    with core.turn() as turn:
        assert actions.act(turn, KeepBank(MoneyApproved(number=1)), "bruno", "") is None
    assert bank_of(core).accounts == {"till": 30}
    assert verified(database) == ()
    database.close()


def verified(database: Database) -> tuple[str, ...]:
    """Return what is wrong with a log."""
    with database.transaction() as connection:
        return verify(connection).faults


def test_who_sells_chips() -> None:
    """The floor and the director; the desk signs players in."""
    sold = (d.BuyIn("p", Seat(1, 1), 1), d.CashOut("p"))
    for role in Role:
        allowed = role in (Role.DIRECTOR, Role.FLOOR)
        assert [may(role, one) for one in sold] == [allowed, allowed]


def test_a_table_that_keeps_a_player_ends_their_change_of_seats(tmp_path: Path) -> None:
    database = Database(tmp_path / "venue.db")
    core = Core(database)
    do(core, d.OpenTournament("ramponneau"))
    do(core, d.OpenTable(1, 6))
    do(core, d.OpenTable(2, 6))
    entered = do(core, d.Enter(name="Anne", level=2))
    assert isinstance(entered, d.Entered)
    anne = entered.player
    do(core, d.BuyIn(anne, Seat(1, 1), 1000))
    do(core, d.MovePlayer(anne, Seat(2, 1)))
    order = core.room.cash.sessions[anne].order
    do(core, d.Note(MoveCalledOff(player=anne)))
    hearing = Hearing({1: Heard("E", 0)}, str, lambda _, __: None)
    state = {"type": "state", "epoch": "E", "seq": 1, "hand": 0}
    with core.turn() as turn:
        hearing.state(turn, 1, msgspec.json.encode(state))
        for seq, which in ((1, "unknown"), (2, order)):
            stays = Envelope(1, seq, "S", "", "1", 0, "seat.stays", {"order": which}, "E")
            hearing.event(turn, 1, msgspec.json.encode(stays))
    session = core.room.cash.sessions[anne]
    assert (session.order, session.leaving, session.to) == ("", "", None)
    assert core.room.players[anne].seat == Seat(1, 1)
    database.close()
