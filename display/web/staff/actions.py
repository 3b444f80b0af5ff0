"""All staff actions: the name, form, and following page of each."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, cast, get_args

import msgspec
from msgspec.structs import replace

from controller.contract import commands
from controller.contract.venue import desk
from controller.contract.venue import inputs as i
from controller.contract.venue.cash_game import waiting
from controller.contract.venue.floor import chips, clock, direction, members, undoing
from controller.contract.venue.kinds import Do
from controller.contract.venue.prizes import bounties, deals, money, registration
from controller.contract.venue.rights import Right
from controller.contract.venue.staff_inputs import DirectorWord, FloorWord
from controller.contract.venue.tournament_formats import days, games, satellites
from controller.contract.venue.views import PostingView
from display.web.live.room import Evening
from display.web.staff.forms import Kind, Values, enter, fields_of, number, read
from display.web.visitors import Visitor
from display.words.names import N_

NO_EVENING: Final = Evening()

TABLE: Final = N_("At a table")
PLAYERS: Final = N_("Players")
LIST: Final = N_("Waiting list")
CONDUCT: Final = N_("Conduct")
ROOM: Final = N_("The whole room")
CHIPS: Final = N_("Chips and decks")
BEFORE: Final = N_("Before the start")
BANK: Final = N_("Bank")
PRIZES: Final = N_("Prizes and results")

GROUPS: Final = (TABLE, PLAYERS, LIST, CONDUCT, ROOM, CHIPS, BANK, BEFORE, PRIZES)
"""The groups of actions, in the order used on the page that lists them: most frequent first."""


class Action(msgspec.Struct, frozen=True):
    """A staff action and its form.

    `makes` is the struct that the form fills in. `title` is the label of the action and its button,
    `done` the message afterwards, and `back` the next page. `sure` means that the form asks for
    confirmation. `new` names the fields that take a new value instead of one from a list.
    """

    makes: Any
    group: str
    title: str
    done: str
    back: str = "/floor"
    sure: bool = False
    new: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """The action's name in the URL, which is the tag of its struct."""
        return str(self.makes.__struct_config__.tag)

    @property
    def is_command(self) -> bool:
        """Whether the action is a floor command to a single table."""
        return issubclass(self.makes, commands.Command)

    def asks_again(self, values: Values) -> bool:
        """Return whether the action, with these form values, requires confirmation."""
        return self.sure or "out" in (values.get("sanction"), values.get("penalty"))

    def right(self, visitor: Visitor) -> Right:
        """Return the right required; if either of two suffices, the one that the visitor has."""
        if issubclass(self.makes, Do):
            return cast("Right", self.makes)
        if self.is_command:
            return desk.TellTable
        if self.makes in KEPT:
            return KEPT[self.makes]
        both = self.makes in NOTED and self.makes in DECIDED
        decides = visitor.may(desk.Decide) if both else self.makes in DECIDED
        return desk.Decide if decides else desk.Note

    def of(self, values: Values, visitor: Visitor) -> desk.AnyDo:
        """Return the staff action built from the form values. Raises `BadForm`."""
        if self.makes is desk.Enter:
            return enter(values)
        made: Any = read(values, self.makes, self.new)
        if self.is_command:
            data = msgspec.to_builtins(made)
            del data["type"]
            return desk.TellTable(number(values, "table", 9999), self.name, data)  # type: ignore[arg-type]
        if isinstance(made, Do):
            return made  # type: ignore[return-value]
        if self.makes in KEPT:
            return KEPT[self.makes](made)
        return desk.Decide(made) if self.right(visitor) is desk.Decide else desk.Note(made)


NOTED: Final = frozenset(get_args(FloorWord))
DECIDED: Final = frozenset(get_args(DirectorWord))
KEPT: Final[dict[Any, type[waiting.KeepList | money.KeepBank]]] = dict.fromkeys(
    get_args(waiting.ListWord), waiting.KeepList
) | dict.fromkeys(get_args(money.BankWord), money.KeepBank)
"""The type of request to the core process for each waiting-list or bank action."""

_NEW_TABLE: Final = frozenset({"table"})
_BACK: Final = "/table/"
"""The `back` of an action at a table, which returns to that table's page."""


def _at_table(makes: type, title: str, *, sure: bool = False) -> Action:
    return Action(makes, TABLE, title, N_("The table was notified."), _BACK, sure)


ACTIONS: Final[Mapping[str, Action]] = {one.name: one for one in (
    _at_table(commands.Confirm, N_("Confirm the table's ruling")),
    _at_table(commands.CallClock, N_("Call the clock on a player")),
    _at_table(commands.Penalty, N_("Give a penalty at the table")),
    _at_table(commands.Absent, N_("Mark a player as away")),
    _at_table(commands.Back, N_("Mark a player as back")),
    _at_table(commands.KillHand, N_("Rule a hand dead"), sure=True),
    _at_table(commands.Waive, N_("Waive the ruling")),
    _at_table(commands.Undo, N_("Undo the last action")),
    _at_table(commands.SetStack, N_("Correct a stack")),
    _at_table(commands.Misdeal, N_("Declare a misdeal and void the hand"), sure=True),
    Action(desk.MovePlayer, PLAYERS, N_("Move a player"),
           N_("The player has been told where to move."), "/moves"),
    Action(i.MoveAnswered, PLAYERS, N_("Accept or decline a move"),
           N_("The answer has been recorded."), "/moves"),
    Action(i.MoveCalledOff, PLAYERS, N_("Cancel a move"), N_("The table was notified."), "/moves"),
    Action(desk.Rebuy, PLAYERS, N_("Give chips from the bank"), N_("The chips have been given."),
           "/moves", sure=True),
    Action(desk.BuyIn, PLAYERS, N_("Take a cash-game buy-in"), N_("The player has bought in."),
           "/moves", sure=True),
    Action(desk.CashOut, PLAYERS, N_("Cash out a player's chips"),
           N_("The chips have been returned to the bank."), "/moves", sure=True),
    Action(waiting.ListJoined, LIST, N_("Put a player on the waiting list"),
           N_("The player is on the waiting list."), "/list"),
    Action(waiting.SeatCalled, LIST, N_("Call a player to a free seat"),
           N_("The player has been called: the seat is held for them."), "/list"),
    Action(waiting.CallAnswered, LIST, N_("Record whether a called player is coming"),
           N_("The answer has been recorded."), "/list"),
    Action(waiting.ListLeft, LIST, N_("Take a player off the waiting list"),
           N_("The player is no longer on the waiting list."), "/list"),
    Action(waiting.TableFeeds, LIST, N_("Choose which table feeds another"),
           N_("A player at that table will move as soon as a seat opens."), "/list"),
    Action(desk.Remove, PLAYERS, N_("Remove a player from the tournament"),
           N_("The player is out of the tournament."), "/moves", sure=True),
    Action(undoing.DeedUndone, PLAYERS, N_("Undo a staff action"),
           N_("The action has been undone."), "/moves", sure=True),
    Action(desk.Enter, PLAYERS, N_("Sign a player in"), N_("The player is signed in."), "/desk"),
    Action(registration.RebuyAnnounced, PLAYERS, N_("Record an announced rebuy"),
           N_("The rebuy has been recorded."), "/moves"),
    Action(registration.RebuyPaid, PLAYERS, N_("Record payment for an announced rebuy"),
           N_("The payment has been recorded."), "/moves"),
    Action(registration.AddOnForAll, PLAYERS, N_("Give everybody the add-on"),
           N_("The chips have been given."), "/moves", sure=True),
    Action(registration.BonusGiven, PLAYERS, N_("Give bonus chips"),
           N_("The chips have been given."), "/moves"),
    Action(members.KeepMember, PLAYERS, N_("Save a member's number or card"),
           N_("The member's details have been saved."), "/members"),
    Action(members.CorrectPerson, PLAYERS, N_("Correct a player's name or number"),
           N_("The player's details have been corrected."), "/desk"),
    Action(registration.EntryRefunded, PLAYERS, N_("Refund an entry"),
           N_("The entry has been refunded."), "/desk", sure=True),
    Action(desk.Forget, PLAYERS, N_("Delete a person's data"),
           N_("All data that named this person has been deleted."), "/desk", sure=True),
    Action(i.ConductNoted, CONDUCT, N_("Record a player's offence"),
           N_("The offence has been recorded."), "/incidents"),
    Action(direction.ColourUpAsked, CHIPS, N_("Exchange some players' small chips"),
           N_("The tables have been notified.")),
    Action(direction.OffenceReported, CONDUCT, N_("Report a player's behaviour"),
           N_("The report has been recorded.")),
    Action(direction.ReportDismissed, CONDUCT, N_("Dismiss a report about a player"),
           N_("The report has been dismissed.")),
    Action(i.AppealMade, CONDUCT, N_("Record an appeal"), N_("The appeal has been recorded."),
           "/incidents"),
    Action(i.AppealDecided, CONDUCT, N_("Decide an appeal"), N_("The appeal has been decided."),
           "/incidents"),
    Action(i.PlayerReadmitted, CONDUCT, N_("Readmit an excluded player"),
           N_("The player may return to the table."), "/incidents"),
    Action(desk.Hold, ROOM, N_("Pause the room"), N_("The room is paused.")),
    Action(desk.Release, ROOM, N_("Resume play"), N_("Play continues.")),
    Action(desk.SetHandForHand, ROOM, N_("Start or end hand-for-hand play"),
           N_("All tables have been notified.")),
    Action(desk.JumpLevel, ROOM, N_("Set the clock to a level"),
           N_("The clock has been set."), sure=True),
    Action(clock.MoveClock, ROOM, N_("Add a minute to the clock, or remove one"),
           N_("The clock has been set.")),
    Action(clock.UndoClock, ROOM, N_("Undo the last change to the clock"),
           N_("The clock has been set.")),
    Action(direction.ClockDelegated, ROOM, N_("Delegate the clock, or take it back"),
           N_("Control of the clock has changed hands.")),
    Action(i.RedrawAsked, ROOM, N_("Redraw all seats"), N_("Seats have been redrawn."), "/moves",
           sure=True),
    Action(games.GameSet, ROOM, N_("Change the game for all tables"),
           N_("All tables have been notified.")),
    Action(games.GameChosen, TABLE, N_("Record the dealer's choice of game"),
           N_("The table was notified."), _BACK),
    Action(days.DayEnds, ROOM, N_("End the day"), N_("Bag the chips now."), "/bags", sure=True),
    Action(days.StackBagged, CHIPS, N_("Bag a player's stack"), N_("The bag is closed."), "/bags"),
    Action(days.BagOpened, CHIPS, N_("Count an opened bag"), N_("The bag has been counted."),
           "/bags"),
    Action(i.SmallChipsCounted, CHIPS, N_("Record a colour-up count"),
           N_("The small chips have been exchanged.")),
    Action(i.SmallChipsFound, CHIPS, N_("Record small chips found later"),
           N_("The chips have been removed from play."), sure=True),
    Action(chips.StackShort, CHIPS, N_("Report chips missing from a stack"),
           N_("The table was notified."), sure=True),
    Action(chips.ChipsFound, CHIPS, N_("Record found chips"),
           N_("The found chips have been recorded.")),
    Action(chips.SatWrongly, PLAYERS, N_("Report a player in the wrong seat"),
           N_("Both players have been told to go to their own seats."), "/moves", sure=True),
    Action(i.DeckChanged, CHIPS, N_("Change a table's deck"),
           N_("The deck change has been recorded.")),
    Action(desk.OpenTournament, BEFORE, N_("Open a tournament"), N_("The tournament is open."),
           "/desk", sure=True),
    Action(members.Announce, BEFORE, N_("Announce an evening"),
           N_("The evening has been announced."), "/members"),
    Action(desk.OpenTable, BEFORE, N_("Open a table"), N_("The table is open."), new=_NEW_TABLE),
    Action(days.BringBags, BEFORE, N_("Bring in the bags from the previous day"),
           N_("The bags have arrived: draw the seats and count each bag."), "/bags", sure=True),
    Action(desk.CloseList, BEFORE, N_("Close the list"), N_("The list is closed."), "/desk"),
    Action(desk.DrawSeats, BEFORE, N_("Draw the seats"), N_("Seats have been drawn."), "/desk",
           sure=True),
    Action(desk.SeatPlayer, BEFORE, N_("Seat a player manually"), N_("The player has been seated."),
           "/desk"),
    Action(i.SeatCardDrawn, BEFORE, N_("Record a drawn seat card"),
           N_("The player has been seated."), "/desk"),
    Action(i.StackCounted, BEFORE, N_("Record a seat's stack count"),
           N_("The count and the result of the check have been logged."), "/log"),
    Action(i.StackUnsold, BEFORE, N_("Put an unsold seat's stack in play"),
           N_("The stack is in play."), sure=True),
    Action(desk.Start, BEFORE, N_("Start the tournament"), N_("The tournament has started."),
           sure=True),
    Action(i.PrizesPosted, PRIZES, N_("Post the prizes"), N_("The prizes have been posted."),
           "/desk"),
    Action(deals.DealProposed, PRIZES, N_("Propose a deal"), N_("The deal has been proposed."),
           "/deal"),
    Action(deals.DealAnswered, PRIZES, N_("Record a player's answer to a proposed deal"),
           N_("The answer has been recorded."), "/deal"),
    Action(i.PrizesShared, PRIZES, N_("Make a deal"),
           N_("The prizes have been shared as agreed."), "/results", sure=True),
    Action(members.CorrectResult, PRIZES, N_("Correct a final result"),
           N_("The result and the season have been corrected."), "/results/sheet", sure=True),
    Action(bounties.HeadDecided, PRIZES, N_("Record who knocked a player out"),
           N_("The knockout has been recorded."), "/bounties"),
    Action(bounties.CloseEnvelopes, PRIZES, N_("Seal the envelopes for a bounty"),
           N_("The bounty envelopes are sealed."), "/bounties"),
    Action(bounties.DrawEnvelope, PRIZES, N_("Draw a bounty envelope"),
           N_("The bounty envelope has been drawn."), "/bounties", sure=True),
    Action(satellites.LastSeatsDecided, PRIZES, N_("Choose the players who get the last seats"),
           N_("The seats have been assigned."), "/tickets", sure=True),
    Action(money.BankOpened, BANK, N_("Open the bank"), N_("The bank is open."), "/bank"),
    Action(money.PaidOut, BANK, N_("Pay a player what they are owed"),
           N_("The payment has been made, or is waiting for a second person's approval."), "/bank",
           sure=True),
    Action(money.MoneyApproved, BANK, N_("Approve or refuse a request as the second person"),
           N_("The answer has been recorded."), "/bank", sure=True),
    Action(money.BankClosed, BANK, N_("Close the bank"), N_("The bank is closed."), "/bank",
           sure=True),
    Action(i.TournamentCancelled, PRIZES, N_("Cancel the tournament"),
           N_("The tournament has been cancelled."), sure=True),
)}  # fmt: skip
"""Every action by its name in the URL, in the order that pages list them."""


BEFORE_PLAY: Final = frozenset({
    desk.CloseList, desk.DrawSeats, desk.SeatPlayer, i.SeatCardDrawn, i.StackCounted,
    i.StackUnsold, desk.Start, days.BringBags, days.BagOpened,
})  # fmt: skip
"""Actions that are impossible once play has begun."""

NOT_IN_CASH: Final = BEFORE_PLAY | {
    registration.RebuyAnnounced, registration.RebuyPaid, registration.EntryRefunded,
    registration.AddOnForAll, registration.BonusGiven, direction.ColourUpAsked,
    direction.OffenceReported, direction.ReportDismissed, direction.ClockDelegated,
    desk.SetHandForHand, desk.JumpLevel, clock.MoveClock, clock.UndoClock, undoing.DeedUndone,
    i.MoveAnswered, i.RedrawAsked, i.SmallChipsCounted, i.SmallChipsFound, i.DeckChanged,
    i.PrizesPosted, i.PrizesShared, chips.StackShort, chips.ChipsFound, chips.SatWrongly,
    bounties.HeadDecided, deals.DealProposed, deals.DealAnswered, days.DayEnds, days.StackBagged,
    satellites.LastSeatsDecided,
}  # fmt: skip
"""Actions that do not exist in a cash game."""

AFTER_ALL: Final = frozenset({
    desk.OpenTournament, desk.Forget, members.Announce, members.KeepMember, members.CorrectPerson,
    members.CorrectResult, i.ConductNoted, i.AppealMade, i.AppealDecided, i.PlayerReadmitted,
    bounties.HeadDecided, bounties.CloseEnvelopes, bounties.DrawEnvelope,
    satellites.LastSeatsDecided,
})  # fmt: skip
"""Actions that are still possible after play has ended, in addition to those of the bank."""

ON_HEADS: Final = frozenset({bounties.HeadDecided, bounties.CloseEnvelopes, bounties.DrawEnvelope})
OF_DAYS: Final = frozenset({days.DayEnds, days.StackBagged, days.BagOpened, days.BringBags})

ONLY_IN_CASH: Final = frozenset(
    {desk.BuyIn, desk.CashOut, waiting.TableFeeds, *get_args(waiting.ListWord)}
)


IN_CASH: Final[Mapping[Any, tuple[str, str]]] = {
    i.TournamentCancelled: (N_("Close the cash game"), N_("The cash game is closed.")),
    desk.Remove: (N_("Remove a player from the game"), N_("The player is out of the game.")),
}
"""Actions with a different title in a cash game: that title, and the message after the action."""


def action_named(name: str, evening: Evening = NO_EVENING) -> Action | None:
    """Return the action with this name, or None if there is none.

    In a cash game, an action may have a different title and next page.
    """
    action = ACTIONS.get(name)
    if action is None or not evening.cash:
        return action
    if action.makes is desk.CashOut and evening.money != "none":
        return replace(action, back="/bank")
    title, done = IN_CASH.get(action.makes, (action.title, action.done))
    return replace(action, title=title, done=done)


def offered(names: Iterable[str], visitor: Visitor, evening: Evening = NO_EVENING) -> list[Action]:
    """Return the actions that the visitor may perform and that are possible now."""
    there = (action_named(name, evening) for name in names)
    return [
        one for one in there
        if one is not None and visitor.may(one.right(visitor)) and _has(evening, one)
    ]  # fmt: skip


def _has(evening: Evening, action: Action) -> bool:
    """Return whether an action is possible now, or True while the evening's rules are not known."""
    if evening.posting is None:
        return True
    if evening.running and action.makes is desk.OpenTournament:
        return False
    if not _of_its_kind(evening.posting, action.makes):
        return False
    if evening.money == "none" and action.group == BANK:
        return False
    if evening.over:
        return action.makes in AFTER_ALL or action.group == BANK
    if evening.cash:
        return action.makes not in NOT_IN_CASH
    return action.makes not in ONLY_IN_CASH and not (evening.begun and action.makes in BEFORE_PLAY)


def _of_its_kind(posting: PostingView, makes: Any) -> bool:
    needs: tuple[tuple[bool, frozenset[Any]], ...] = (
        (posting.bounties != "none", ON_HEADS),
        (posting.days, OF_DAYS),
        (bool(posting.seat_worth), frozenset({satellites.LastSeatsDecided})),
        (bool(posting.bonuses), frozenset({registration.BonusGiven})),
        (posting.addons, frozenset({registration.AddOnForAll})),
        (posting.change == "by-hand", frozenset({games.GameSet})),
        (posting.change == "choice", frozenset({games.GameChosen})),
    )
    return all(there or makes not in actions for there, actions in needs)


def back_of(action: Action, values: Values) -> str:
    """Return the page to show after an action.

    It is the clock or the desk if the form was opened there. Otherwise, for an action at a table,
    it is that table's page, and for any other action, the action's usual page.
    """
    table = values.get("table", "")
    if values.get("from") in ("/clock", "/desk"):
        return values["from"]
    if action.back == _BACK:
        return f"/table/{table[:20]}" if table.isascii() and table.isdecimal() else "/floor"
    return action.back


FIRST: Final[Mapping[type, str]] = {i.SmallChipsCounted: "table", desk.OpenTournament: "file"}
"""The field that must be filled in before the rest of a form is shown, by the form's struct."""


def first_of(action: Action) -> str:
    """Return the field that must be filled in before the others are shown, or "" for none."""
    at_seat = action.is_command and "seat" in action.makes.__struct_fields__
    return "table" if at_seat else FIRST.get(action.makes, "")


def kinds(action: Action) -> dict[str, Kind]:
    """Return each field in an action's form, in order, with its kind.

    In the form of a command to a table, the first field is the table.
    """
    fields = {one.name: one.kind for one in fields_of(action.makes, action.new)}
    return {"table": Kind.CHOICE, **fields} if action.is_command else fields
