"""Executes a scenario's statements at a table, with one function for each kind of statement."""

from collections.abc import Callable
from typing import Any, Final

from controller.contract import commands as c
from controller.contract.errors import TapisError
from controller.contract.observations import Declaration
from controller.contract.public import BlindPosted, Phase
from controller.houses.model import house_hash
from controller.play.game import DealtGame
from controller.play.people.dealer import Dealer
from controller.play.people.follow import FOREIGN, follow, follow_all
from controller.play.script import outside, room
from controller.play.script import statements as s


class CannotDo(TapisError):
    """A statement that this table can't carry out at this point."""


def do(game: DealtGame, statement: s.Statement) -> None:
    """Execute any statement other than an expectation. Raises `CannotDo`."""
    if isinstance(statement, s.SET_UP):
        return
    asked = ROOM_COMMANDS.get(type(statement))
    if asked is not None:
        command(game, asked(game, statement))
        return
    doing = _DO.get(type(statement))
    if doing is None:
        raise CannotDo(f'"{statement}" is not known at this depth')
    doing(game, statement)


def _refused(game: DealtGame, statement: room.IsRefused) -> None:
    """Give a command that the table must refuse for the stated reason.

    Raises `CannotDo` if the table carries it out, or refuses it for a different reason.
    """
    before, chips = len(game.refused), game.dealer.denominations
    game.dealer.command(ROOM_COMMANDS[type(statement.asked)](game, statement.asked))
    game.dealer.denominations = chips
    refused = game.refused[before:]
    if refused != [statement.why]:
        raise CannotDo(f"it is not refused for this reason: {' '.join(refused) or 'it is done'}")


def command(game: DealtGame, asked: c.Command) -> None:
    """Give the command `asked` with the floor's rights. Raises `CannotDo` if it is refused."""
    before = len(game.refused)
    game.dealer.command(asked)
    refused = game.refused[before:]
    if refused:
        raise CannotDo(refused[0])


# -- set-up and deck --------------------------------------------------------------------


def _level(game: DealtGame, st: s.Blinds | outside.NextLevel) -> None:
    amounts = st.small_blind, st.big_blind, st.ante, st.big_blind_ante
    command(game, c.SetLevel(*amounts, game=st.game, structure=st.structure, blinds=st.blinds))


def _seat(game: DealtGame, st: s.SeatPlayer) -> None:
    """Seat a player. Any player already in that seat who has no chips leaves it.

    If both have the same name, the player in the seat buys in again instead.
    """
    view = game.look().seats[st.seat - 1] if st.seat <= game.setup.seats else None
    broke = view is not None and view.status != "empty" and not view.stack
    if broke and view is not None and view.name == st.name:
        command(game, c.Rebuy(st.seat, st.stack))
    else:
        if broke:
            command(game, c.StandUp(st.seat))
        command(game, c.SitDown(st.seat, st.name, st.stack))
    if st.absent:
        command(game, c.Absent(st.seat))


def _button(game: DealtGame, st: s.PlaceButton) -> None:
    if game.table.hand.running:
        game.sink.button(st.seat)
    else:
        command(game, c.SetButton(st.seat))


def _deck_holds(game: DealtGame, st: s.DeckHolds) -> None:
    dealer = game.dealer
    if st.unknown:
        dealer.unknown += 1
    elif st.lacks:
        dealer.lacks = (*dealer.lacks, *st.cards)
    elif st.cards:
        dealer.holds = (*dealer.holds, *st.cards)
    else:
        dealer.lacks, dealer.holds, dealer.unknown = (), (), 0


def _shuffle(game: DealtGame, _: s.ShuffleDeck) -> None:
    if game.dealer.places and game.look().phase in {"over", "idle"}:
        # Cards still on the table from the last hand go into the shoe first.
        game.dealer.clear()
    game.dealer.shuffle_in_shoe()
    game.sink.settle()


# -- the dealer -------------------------------------------------------------------------


def _deal_hands(game: DealtGame, _: s.DealHands) -> None:
    state = game.look()
    lies = game.sink.chips_in(f"bet.{state.big_blind}")
    if not lies and any(due.seat == state.big_blind for due in state.to_post):
        # The shoe has started the hand, and nobody has posted yet.
        game.dealer.post()
    game.dealer.deal()


def _hand(game: DealtGame, _: s.NewHand) -> None:
    before = game.table.hand
    game.dealer.start_hand()
    hand = game.table.hand
    if hand is before or not hand.running:
        raise CannotDo(_why_no_hand(game))


def _why_no_hand(game: DealtGame) -> str:
    state = game.look()
    if state.phase not in {Phase.IDLE, Phase.OVER}:
        return "no hand can start: a hand is in progress"
    if state.rulings:
        return "no hand can start: a ruling is pending"
    if state.paused:
        return "no hand can start: the table is on hold"
    if game.table.devices.shoe.fouled:
        return "no hand can start: the deck is fouled"
    return "no hand can start: fewer than two players have chips"


def _deal_to(game: DealtGame, st: s.DealTo) -> None:
    dealer, sink, seat = game.dealer, game.sink, st.seat
    card = dealer.draw()
    if not seat:
        dealer.lay(card, "floor")
        return
    if st.chance:
        dealer.marked[seat] = card
    if st.chance == "off-table":
        dealer.lay(card, "floor")
        sink.press(game.look().button, "off-table", str(seat))
        return
    dealer.lay(card, f"hand.{seat}")
    if st.chance == "exposed":
        # The player presses the key only once the card is there and has been read.
        sink.settle()
        sink.press(seat, "seen", str(seat))


def _move(game: DealtGame, st: s.MoveCard) -> None:
    dealer = game.dealer
    if st.target == "stub":
        dealer.stub.append(st.card)
    dealer.lay(st.card, st.target)


def _swap(game: DealtGame, st: s.Swap) -> None:
    dealer = game.dealer
    one, two = _card_of(dealer, st.seat), _card_of(dealer, st.other)
    dealer.lay(one, f"hand.{st.other}")
    dealer.lay(two, f"hand.{st.seat}")


def _card_of(dealer: Dealer, seat: int) -> str:
    """Return the last card that a seat received. Raises `CannotDo` if the seat has none."""
    held = dealer.held_by(seat)
    if not held:
        raise CannotDo(f"seat {seat} has no card in front of it")
    return held[-1]


def _follow(game: DealtGame, st: s.Follow) -> None:
    if st.all:
        follow_all(game.dealer)
    elif not follow(game.dealer):
        raise CannotDo("the dealer can't do the next step")


# -- a seat -----------------------------------------------------------------------------


def _puts_or_takes(game: DealtGame, st: s.Puts | s.Takes) -> None:
    place, chips = ("bank", FOREIGN) if st.foreign else (f"stack.{st.seat}", 1)
    zones = (place, f"bet.{st.seat}") if isinstance(st, s.Puts) else (f"bet.{st.seat}", place)
    game.sink.chips(*zones, _pieces(game, st), chip_set=chips)


def _splashes(game: DealtGame, st: s.Splashes) -> None:
    game.sink.chips(f"stack.{st.seat}", "pot", _pieces(game, st))
    game.sink.settle(slow=True)


def _pieces(game: DealtGame, st: s.HandlesChips) -> tuple[int, ...]:
    return _each(st.pieces) or game.dealer.pieces(st.amount)


def _each(pieces: s.Pieces) -> tuple[int, ...]:
    return tuple(value for count, value in pieces for _ in range(count))


def _sees(game: DealtGame, st: s.Sees) -> None:
    if st.target.isdecimal():
        game.dealer.marked[int(st.target)] = _card_of(game.dealer, int(st.target))
    game.sink.press(st.seat, "seen", st.target)


_KEYS: Final[dict[str, Declaration]] = {
    "leaves": "away",
    "returns": "back",
    "phones": "phone",
    "agrees": "agree",
    "done": "done",
}
"""For each action that is only a key press, the announcement that the key makes."""


def _does(game: DealtGame, st: s.Does) -> None:
    dealer, sink, seat = game.dealer, game.sink, st.seat
    match st.deed:
        case "knocks":
            sink.knock(seat, 2)
        case "mucks" if game.setup.cards_keyed:
            command(game, c.KeyHand(seat))
        case "mucks":
            dealer.muck(seat)
        case "pushes" | "turns-up":
            # No antenna can tell which side of a card is up.
            dealer.lay_all(dealer.held_by(seat), f"bet.{seat}")
        case "tables":
            dealer.table_cards(seat)
        case "straddles":
            straddle(game, seat)
        case "lifts":
            for card in dealer.held_by(seat):
                sink.lift(card)
        case "drops":
            card = _card_of(dealer, seat)
            dealer.lay(card, "floor")
            dealer.marked[seat] = card
            sink.press(seat, "off-table", str(seat))
        case deed:
            sink.press(seat, _KEYS[deed])


def straddle(game: DealtGame, seat: int) -> tuple[int, ...]:
    """Have a seat announce a straddle and put in the chips for it.

    Return the amounts of the blinds posted as a result, or () if the table refuses the straddle.
    """
    mark = len(game.events)
    game.sink.press(seat, "straddle")
    game.sink.settle()
    for due in game.look().to_post:
        if due.seat == seat:
            game.dealer.put_chips(seat, due.blind)
    game.sink.settle()
    return tuple([event.amount for event in game.since(mark) if isinstance(event, BlindPosted)])


# -- the room ---------------------------------------------------------------------------


def _color_up(game: DealtGame, st: room.ColorUp) -> c.Command:
    seats = game.table.seats
    changes = [
        c.SeatChange(seat, seats[seat].stack + seats[seat].rebuy, after)
        for seat, after in st.stacks
    ]
    game.dealer.denominations = tuple(sorted(st.chips, reverse=True))
    return c.ColorUp(st.chips, tuple(changes))


def _open(game: DealtGame, st: room.OpenTable) -> c.Command:
    house = game.house
    return c.OpenTable(st.tournament, house.name, house_hash(house), st.chips, st.button)


ROOM_COMMANDS: Final[dict[type[s.Statement], Callable[[DealtGame, Any], c.Command]]] = {
    room.TellStructure: lambda _, st: c.Structure(st.levels, st.at - 1, st.seconds, not st.stands),
    room.ColorUp: _color_up,
    room.OpenTable: _open,
    room.GiveCommand: lambda _, st: st.command,
}
"""The function that turns a statement into a command, by the statement's class."""

_DO: Final[dict[type[s.Statement], Callable[[DealtGame, Any], object]]] = {
    room.IsRefused: _refused,
    s.Blinds: _level,
    outside.NextLevel: _level,
    s.SeatPlayer: _seat,
    s.PlaceButton: _button,
    s.Deck: lambda game, st: game.dealer.stack_deck(st.cards),
    s.DeckHolds: _deck_holds,
    s.ShuffleDeck: _shuffle,
    s.NewHand: _hand,
    s.DealHands: _deal_hands,
    s.DealTo: _deal_to,
    s.BurnCards: lambda game, st: game.dealer.burn(st.count, together=st.together),
    s.DealBoard: lambda game, st: game.dealer.board(st.count, together=st.together),
    s.DealStreet: lambda game, st: game.dealer.street(st.street),
    s.Gather: lambda game, _: game.dealer.gather(change=False),
    s.Push: lambda game, _: game.dealer.push(),
    s.MoveCard: _move,
    s.MoveChips: lambda game, st: game.sink.chips(st.source, st.target, _each(st.pieces)),
    s.CollectCards: lambda game, _: game.dealer.clear(),
    s.Swap: _swap,
    s.Foreign: lambda game, st: game.dealer.slip_in(st.card, st.zone),
    s.Clone: lambda game, st: game.dealer.clone(st.card, st.zone),
    s.Unknown: lambda game, st: game.dealer.slip_in_unknown(st.zone),
    s.Follow: _follow,
    s.SeatActs: lambda game, st: game.dealer.act(st.seat, st.action, st.amount),
    s.Says: lambda game, st: game.sink.press(
        st.seat, st.what, "pot" if st.pot else str(st.of or ""), amount=st.amount
    ),
    s.Puts: _puts_or_takes,
    s.Takes: _puts_or_takes,
    s.Splashes: _splashes,
    s.Does: _does,
    s.Sees: _sees,
    s.Clocks: lambda game, st: game.sink.press(st.seat, "time", str(st.target)),
    outside.AskBombPot: lambda game, st: command(game, c.BombPot(st.ante, st.off, st.boards)),
    outside.BurnsGo: lambda game, st: setattr(game.dealer, "burns_to", st.zone),
    outside.Wait: lambda game, st: game.sink.wait(st.ms),
    outside.LoseDevice: lambda game, st: game.sink.lose(st.device),
    outside.RestoreDevice: lambda game, st: game.sink.back(st.device),
    outside.PowerCut: lambda game, _: game.cut_power(),
    outside.BrokerDown: lambda game, _: game.broker_away(),
    outside.BrokerUp: lambda game, _: game.broker_back(),
}
