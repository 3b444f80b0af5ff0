"""Plays recorded hands at the table, physically, and compares the stacks with the record."""

import random
from collections.abc import Callable, Iterator, Sequence

import msgspec

from controller.contract import commands as c
from controller.contract.public import (
    ActionRefused,
    IrregularityFound,
    Phase,
    PublicEvent,
    Street,
    Task,
)
from controller.contract.rules import Variant
from controller.contract.written import next_written
from controller.play.dealer import STREET_CARDS
from controller.play.doing import straddle
from controller.play.game import DealtGame
from controller.play.recorded import (
    UNKNOWN,
    Acted,
    Mucked,
    RecordedAction,
    RecordedHand,
    StreetDealt,
    TabledHand,
)
from controller.table.games import OF_VARIANT
from controller.table.ranking import deck_of


class ReplayedHand(msgspec.Struct, frozen=True):
    """How a recorded hand came out. It is `right` when the stacks are those of the record.

    `stacks` and `recorded` are in the order of the record's players; `odd_chip` says that the
    record divides a chip and the house's rule decided. `trouble` lists irregularities and
    refused actions, of which a recorded hand has none.
    """

    title: str
    stacks: tuple[int, ...]
    recorded: tuple[str, ...]
    right: bool
    odd_chip: bool = False
    trouble: tuple[str, ...] = ()


def deck_for(hand: RecordedHand, seed: int) -> tuple[str, ...]:
    """Return deck that this hand is dealt from, top first; unknown cards are drawn by `seed`."""
    known = {card for player in hand.players for card in player.hole}
    known |= {card for act in hand.actions if isinstance(act, StreetDealt) for card in act.cards}
    deck = deck_of(OF_VARIANT[hand.game].lowest)
    rest = [card for card in deck if card not in known]
    random.Random(seed).shuffle(rest)
    order: list[str] = []
    for nth in range(len(hand.players[0].hole)):
        for player in hand.players:
            card = player.hole[nth]
            order.append(rest.pop() if card == UNKNOWN else card)
    for act in hand.actions:
        if isinstance(act, StreetDealt):
            order.append(rest.pop())
            order += act.cards
    return tuple(order)


def seat_players(game: DealtGame, hand: RecordedHand) -> None:
    """Seat the record's players with their stacks, and set level and button.

    Who sits there already, with that stack, stays.
    """
    dealer = game.dealer
    wanted = {p.seat: (p.name or f"p{p.seat}", p.stack) for p in hand.players}
    for view in game.look().seats:
        if view.status != "empty" and wanted.get(view.seat) == (view.name, view.stack):
            del wanted[view.seat]
        elif view.status != "empty":
            dealer.command(c.StandUp(view.seat))
    for seat, (name, stack) in wanted.items():
        dealer.command(c.SitDown(seat, name, stack))
    played = (hand.game, hand.structure) if hand.game is not Variant.HOLDEM else (None, None)
    small, big, ante, big_ante = hand.level
    by_button = game.house.blinds.ante_for_all.value == "button"
    if hand.bomb_ante:
        if not game.house.game.bomb_pot_ante.value:
            hand.refuse(f"is a bomb pot, and house {game.house.name} knows none")
        dealer.command(c.BombPot(hand.bomb_ante))
    if big_ante and by_button != hand.button_ante:
        hand.refuse(f"has an ante for all that house {game.house.name} wants from another seat")
    dealer.command(c.SetLevel(small, big, ante, big_ante, 0, *played))
    dealer.command(c.SetButton(hand.button, hand.dead_place(len(game.look().seats))))


def at_once(_: RecordedAction) -> None:
    """Do not think before an action."""


def play_hand(
    game: DealtGame,
    hand: RecordedHand,
    seed: int,
    think: Callable[[RecordedAction], object] = at_once,
) -> ReplayedHand:
    """Deal and play one recorded hand at a table, from the shuffle to the pushed pot.

    `think` is called before each action: it may let table time pass, as players do.
    Raises `PhhError` for a hand that can't be played here (a straddle the house lacks).
    """
    mark = len(game.events)
    dealer = game.dealer
    dealer.clear()
    seat_players(game, hand)
    dealer.stack_deck(deck_for(hand, seed))
    dealer.start_hand()
    _straddle(game, hand)
    dealer.deal()
    for action in hand.dealt_actions:
        think(action)
        _follow(game, action, hand)
    dealer.push()
    game.sink.settle()
    return _compare(game, hand, game.since(mark))


def _straddle(game: DealtGame, hand: RecordedHand) -> None:
    """Let who straddled do so. Raises `PhhError` where the house lets nobody, or not for that."""
    who = hand.straddle
    if who is None:
        return
    if straddle(game, who.seat) != (who.blind,):
        hand.refuse(f"has a straddle of {who.blind} that house {game.house.name} does not have")


def _follow(
    game: DealtGame, action: Acted | StreetDealt | TabledHand | Mucked, hand: RecordedHand
) -> None:
    dealer = game.dealer
    match action:
        case Acted(seat=seat, action=name, to=to, all_in=all_in):
            raising = name in {"bet", "raise"}
            dealer.act(seat, "all-in" if all_in and raising else name, to)
        case StreetDealt(street=street, cards=cards):
            _face_up(game, hand)
            assert len(cards) == STREET_CARDS[Street(street)]
            dealer.street(street)
        case TabledHand(seat=seat):
            _show(game, seat)
        case Mucked(seat=seat):
            if _all_face_up(game):
                _show(game, seat)
            else:
                dealer.muck(seat)


def _face_up(game: DealtGame, hand: RecordedHand) -> None:
    """Table all live hands when nobody can act any more; an unknown hand is never shown."""
    unknown = {p.seat for p in hand.players if UNKNOWN in p.hole}
    for view in game.look().seats:
        step = game.look().next_step
        if step is None or step.task is not Task.TABLE:
            return
        if view.status in {"in", "all-in"} and view.seat not in unknown and not view.shown:
            game.dealer.table_cards(view.seat)


def _all_face_up(game: DealtGame) -> bool:
    """Return whether an all-in has ended the betting: then nobody may keep their cards hidden."""
    able = sum(view.status == "in" and bool(view.stack) for view in game.look().seats)
    return able < 2


def _show(game: DealtGame, seat: int) -> None:
    if not game.look().seats[seat - 1].shown:
        game.dealer.table_cards(seat)


def _compare(game: DealtGame, hand: RecordedHand, events: Sequence[PublicEvent]) -> ReplayedHand:
    state = game.look()
    stacks = tuple(state.seats[p.seat - 1].stack or 0 for p in hand.players)
    trouble = [
        f"{event.type} {getattr(event, 'kind', '') or getattr(event, 'reason', '')}"
        for event in events
        if isinstance(event, IrregularityFound | ActionRefused)
    ]
    if state.phase != "over":
        trouble.append(
            f"the hand is not over: next is {next_written(state.next_step) or f'seat {state.turn}'}"
        )
    right = all(
        p.finish is None or abs(p.finish - stack) < 1
        for p, stack in zip(hand.players, stacks, strict=True)
    )
    if not hand.half_chips:
        right = all(
            p.finish is None or p.finish == stack
            for p, stack in zip(hand.players, stacks, strict=True)
        )
    return ReplayedHand(
        hand.title,
        stacks,
        tuple("" if p.finish is None else str(p.finish) for p in hand.players),
        right and not trouble,
        hand.half_chips,
        tuple(trouble),
    )


def abandon(game: DealtGame) -> None:
    """Void a hand that does not end: the next one finds the table as if it had not been dealt."""
    dealer = game.dealer
    if game.look().phase not in {Phase.IDLE, Phase.OVER}:
        dealer.command(c.Misdeal())
    if game.look().rulings or game.table.hand.voided:
        dealer.collect()
        dealer.return_chips()
        game.sink.settle(slow=True)
    if game.look().rulings:
        dealer.command(c.Waive())


def replay_hands(
    game: DealtGame, hands: Sequence[RecordedHand], seed: int
) -> Iterator[ReplayedHand]:
    """Play one recorded hand after the other at the same table.

    One that can't be played here, or does not end, is told and void; the others are played.
    """
    for number, hand in enumerate(hands):
        try:
            played = play_hand(game, hand, seed * 100_003 + number)
        except ValueError as error:
            recorded = tuple("" if p.finish is None else str(p.finish) for p in hand.players)
            played = ReplayedHand(hand.title, (), recorded, right=False, trouble=(str(error),))
        if not played.right:
            abandon(game)
        yield played
