"""Bounties at the desk: envelopes are closed, drawn and checked; who asks is told what holds."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection
from typer.testing import CliRunner

from controller.cli import app
from controller.contract.venue import desk as d
from controller.contract.venue import inputs as i
from controller.contract.venue.prizes import bounties as b
from controller.contract.venue.prizes.deals import DealAnswered, DealProposed, OwnDeal
from controller.contract.venue.prizes.money import AskDeal
from controller.contract.venue.seats import Seat
from controller.venue.core.refusals import No
from controller.venue.core.screens import views
from controller.venue.core.staff import actions, questions
from controller.venue.core.staff.own_requests import own_wait
from controller.venue.core.take_input import Core
from controller.venue.store.database import Database
from controller.venue.tournament_files import load_tournament

MYSTERY = Path(__file__).parents[3] / "venue" / "any" / "bounty-mystery.toml"


class Room:
    """A room with one table, at which players of a mystery evening sit."""

    def __init__(self, folder: Path) -> None:
        self.database = Database(folder / "venue.db")
        self.core = Core(self.database)
        with self.core.turn() as turn:
            rules = load_tournament(str(MYSTERY))
            turn.open("t1", rules.title, rules)
        self.do(d.OpenTable(1, 8))
        self.players = []
        for seat in range(1, 6):
            entered = self.do(d.Enter(f"Player {seat}"))
            self.players.append(entered.player)
            self.do(d.SeatPlayer(entered.player, Seat(1, seat)))
        self.do(d.Start())

    def do(self, asked: Any) -> Any:
        """Do something as staff."""
        with self.core.turn() as turn:
            return actions.act(turn, asked, "anne", "")

    def ask(self, asked: Any) -> Any:
        """Ask something."""
        connection: Connection
        with self.database.transaction() as connection:
            return questions.answer(self.core, connection, asked)

    def out(self, seat: int, by: int) -> None:
        """Have one seat win all that another has."""
        stacks = {at: one.stack for at, one in self.core.room.seated(1).items()}
        after = stacks | {seat: 0, by: stacks[seat] + stacks[by]}
        said = i.HandReported(
            table=1, hand=self.core.room.tables[1].hand + 1, stacks=after, began=stacks,
            pots=(b.PotResult((seat, by), {by: 1}),),
        )  # fmt: skip
        with self.core.turn() as turn:
            assert not turn.happen(said, "table 1").refused


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    found = Room(tmp_path)
    yield found
    found.database.close()


def test_an_envelope_is_closed_drawn_and_checked(room: Room, tmp_path: Path) -> None:
    """Its hashes are known before the witness, and what is published repeats it."""
    first, second, *_ = room.players
    room.out(1, 3)
    with pytest.raises(No, match="waiting to be awarded"):
        room.do(b.CloseEnvelopes(first))
    room.out(2, 3)
    told = room.ask(b.AskBounties())
    assert told.waiting == (b.OpenHead(second, {room.players[2]: 1}),)
    assert sum(told.envelopes) == told.put == 250
    with pytest.raises(No, match="before the draw, close the list"):
        room.do(b.DrawEnvelope(second, "7h"))
    closed = room.do(b.CloseEnvelopes(second))
    assert room.ask(b.AskBounties()).waiting[0].closed
    with pytest.raises(No, match="no envelope has been drawn"):
        room.ask(b.AskEnvelope(second))
    room.do(b.DrawEnvelope(second, "7h Ks 2d"))
    done = room.ask(b.AskEnvelope(second))
    assert (done.list_hash, done.secret_hash) == (closed.list_hash, closed.secret_hash)
    won = next(one for one in room.ask(b.AskBounties()).lines if one.player == room.players[2])
    assert won.won == done.amount
    file = tmp_path / "envelope.json"
    for changed, status in (({}, 0), ({"amount": done.amount + 1}, 1), ({"secret": "00"}, 1),
                            ({"list": "{}"}, 1), ({"list_hash": "00"}, 1)):  # fmt: skip
        file.write_bytes(msgspec.json.encode(msgspec.to_builtins(done) | changed))
        found = CliRunner().invoke(app, ["venue", "check-draw", str(file)])
        assert bool(found.exit_code) == bool(status), found.output


def test_envelopes_that_have_changed_since_are_closed_anew(room: Room) -> None:
    """Two heads wait: what was closed for one does not hold when the other was drawn."""
    room.out(1, 5)
    room.out(2, 5)
    room.out(3, 5)
    _, second, third, *_ = room.players
    for player in (second, third):
        room.do(b.CloseEnvelopes(player))
    room.do(b.DrawEnvelope(second, "x"))
    with pytest.raises(No, match="has changed since"):
        room.do(b.DrawEnvelope(third, "x"))
    room.do(b.CloseEnvelopes(third))
    room.do(b.DrawEnvelope(third, "x"))
    assert not room.ask(b.AskBounties()).waiting


def test_notices_and_views_say_whose_head_it_is(room: Room) -> None:
    """The wall asks for the floor, the results have what was won, and a page its own."""
    evening = room.core.evening
    assert evening is not None
    room.out(1, 5)
    room.out(2, 5)
    evening = room.core.evening
    assert evening is not None
    (notice,) = [
        one for one in views.notices_view(evening, 0, room.core.shown_as).notices
        if one.player == room.players[1]
    ]  # fmt: skip
    assert notice.kind == "envelope-due"
    posting = views.posting_view(evening)
    assert (posting.bounties, posting.head) == ("mystery", 50)
    # Taken up from its log it is the same room.
    assert Core(room.database).room == room.core.room


def test_a_player_agrees_to_a_deal_by_their_own_link(room: Room) -> None:
    """All agree, each by the page or the desk, and it is in force; a stranger's link says no."""
    room.do(d.Decide(i.PrizesPosted(pool=500, shares=(300, 200))))
    first, second, *others = room.players
    shares = dict.fromkeys(room.players, 100)
    room.do(d.Decide(DealProposed(shares=shares)))
    links = {one.id: one.link for one in room.core.people.values()}
    with room.core.turn() as turn:
        own_wait(turn, OwnDeal(links[first]), "here")
        with pytest.raises(No):
            own_wait(turn, OwnDeal("nobody"), "here")
    page = room.ask(d.AskMe(links[first]))
    assert (page.deal, page.played_for, page.agreed) == (100, (), True)
    assert not room.ask(d.AskMe(links[second])).agreed
    told = room.ask(AskDeal())
    assert (told.proposed, told.agreed, told.in_force) == (shares, (first,), False)
    for player in (second, *others):
        room.do(d.Note(DealAnswered(player=player)))
    assert room.ask(AskDeal()).in_force
    assert room.ask(d.AskMe(links[first])).deal is None


def test_what_is_left_to_play_for_comes_off_the_shares(room: Room) -> None:
    """Of what would be left too much nothing is worked out."""
    room.do(d.Decide(i.PrizesPosted(pool=500, shares=(300, 200))))
    told = room.ask(AskDeal((50,)))
    assert [one.icm for one in told.lines] == [90] * 5
    assert told.left == (50,)
    with pytest.raises(No, match="smaller than the one below it"):
        room.ask(AskDeal((101,)))
