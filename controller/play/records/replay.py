"""Replays recorded hands at a table with cards and chips, and compares the results."""

import random
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from typing import Literal

import msgspec

from controller.contract import commands as c
from controller.contract.public import (
    Action,
    ActionRefused,
    BetReturned,
    IrregularityFound,
    Phase,
    PotAwarded,
    PublicEvent,
    Street,
    Task,
)
from controller.contract.readings.step_notation import next_written
from controller.contract.rules import BlindForm, Entry, Variant
from controller.play.game import DealtGame
from controller.play.people.carry_out import straddle
from controller.play.people.dealer import STREET_CARDS
from controller.play.records.recorded import (
    UNKNOWN,
    Acted,
    Mucked,
    RecordedAction,
    RecordedHand,
    StreetDealt,
    TabledHand,
)
from controller.table.state import BOARD_CARDS, GAMES, OF_VARIANT, deck_of, low_of, rank_in

TRIES = 1000
"""The maximum number of draws to find losing cards for a mucked hand."""
MOST_RAKE = Decimal("0.2")
"""The largest share of a pot that any poker room takes, including a jackpot fee."""


Checked = Literal["stacks", "winnings", ""]
"""The result that a record contains for its hand: stacks, winnings, or neither."""


class ReplayedHand(msgspec.Struct, frozen=True):
    """The result of replaying one recorded hand.

    `stacks` are the final stacks in the replay, and `recorded` the final stacks or winnings in the
    record, both in the order of the record's players. `right` means that the hand ended as
    recorded, without trouble. `odd_chip` means that the record splits a chip that the house rules
    gave to one player. `trouble` lists irregularities, refused actions and other reasons for
    failure; a recorded hand should have none. `checked` says what could be compared.
    """

    title: str
    stacks: tuple[int, ...]
    recorded: tuple[str, ...]
    right: bool
    odd_chip: bool = False
    trouble: tuple[str, ...] = ()
    checked: Checked = "stacks"


def deck_for(hand: RecordedHand, seed: int, *, burns: bool = True) -> tuple[str, ...]:
    """Return the cards to put on top of the deck so that the hand is dealt as recorded.

    With `burns`, there is a burn card before each street. Cards that the record does not name are
    drawn at random, with the random seed `seed`. A hand that is mucked at the showdown gets losing
    cards if possible. Raises `PhhError` if the hand needs more cards than the deck has.
    """
    known = {card for player in hand.players for card in player.hole}
    deck = deck_of(OF_VARIANT[hand.game].lowest)
    streets = [act for act in hand.actions if isinstance(act, StreetDealt)]
    wanted = sum(len(player.hole) for player in hand.players)
    wanted += sum(len(street.cards) + burns for street in streets)
    if wanted > len(deck):
        hand.refuse(f"needs {wanted} cards, but the deck has {len(deck)}")
    known |= {card for street in streets for card in street.cards}
    rest = [card for card in deck if card not in known]
    chance = random.Random(seed)
    chance.shuffle(rest)
    drawn = mucked_cards(hand, rest, chance)
    order: list[str] = []
    for nth in range(len(hand.players[0].hole)):
        for player in hand.players:
            card = drawn.get(player.seat, player.hole)[nth]
            order.append(rest.pop() if card == UNKNOWN else card)
    for street in streets:
        if burns:
            order.append(rest.pop())
        order += street.cards
    return tuple(order)


def mucked_cards(
    hand: RecordedHand, rest: list[str], chance: random.Random
) -> dict[int, tuple[str, ...]]:
    """Choose cards from `rest` for the unknown hands that are mucked at the showdown, by seat.

    If everybody is all-in, the table requires these hands to be shown, and they would then win if
    they were good enough. The cards must therefore lose to a hand that is shown in the record.
    Seats for which no such cards are found are left out. `chance` makes the random choices. The
    chosen cards are removed from `rest`.
    """
    game = GAMES[hand.game, hand.structure]
    board = [card for act in hand.actions if isinstance(act, StreetDealt) for card in act.cards]
    shown = [act.cards for act in hand.actions if isinstance(act, TabledHand)]
    if not shown or len(board) < BOARD_CARDS[-1]:
        return {}
    best = min(rank_in(game, cards, board) for cards in shown)
    found: dict[int, tuple[str, ...]] = {}
    for act in hand.actions:
        if not isinstance(act, Mucked):
            continue
        hole = next(player.hole for player in hand.players if player.seat == act.seat)
        if UNKNOWN not in hole:
            continue
        for _ in range(TRIES):
            new = chance.sample(rest, hole.count(UNKNOWN))
            left = iter(new)
            cards = tuple([next(left) if card == UNKNOWN else card for card in hole])
            if rank_in(game, cards, board) > best and not low_of(game, cards, board).rank:
                found[act.seat] = cards
                for card in new:
                    rest.remove(card)
                break
    return found


def seat_players(game: DealtGame, hand: RecordedHand) -> None:
    """Seat the record's players with their stacks, and set the level and the button.

    A player who is already in the seat with this name and stack stays. However, if the house makes
    newcomers wait, everybody leaves and sits down as a new player, so that all are dealt in.
    Raises `PhhError` for a hand that the house rules do not allow.
    """
    dealer = game.dealer
    wanted = {p.seat: (p.name or f"p{p.seat}", p.stack) for p in hand.players}
    stays = game.house.blinds.entry.value is Entry.DEALT_IN
    for view in game.look().seats:
        if stays and view.status != "empty" and wanted.get(view.seat) == (view.name, view.stack):
            del wanted[view.seat]
        elif view.status != "empty":
            dealer.command(c.StandUp(view.seat))
    for seat, (name, stack) in wanted.items():
        dealer.command(c.SitDown(seat, name, stack))
    named = hand.game is not Variant.HOLDEM
    form: BlindForm = "button" if hand.button_blind else "two"
    small, big, ante, big_ante = hand.level
    by_button = game.house.blinds.ante_for_all.value == "button"
    if hand.bomb_ante:
        if not game.house.game.bomb_pot_ante.value:
            hand.refuse(f"is a bomb pot, but house {game.house.name} has none")
        dealer.command(c.BombPot(hand.bomb_ante))
    other = game.house.button.heads_up_small_blind.value == "other"
    if other and len(hand.players) == 2 and small:
        house = game.house.name
        hand.refuse(f"is heads-up: in house {house} the button does not post the small blind")
    if big_ante and by_button != hand.button_ante:
        hand.refuse(f"has an ante for all that house {game.house.name} wants from a different seat")
    level = c.SetLevel(
        small, big, ante, big_ante,
        game=hand.game if named else None,
        structure=hand.structure if named else None,
        blinds=None if form == game.house.game.blinds.value else form,
    )  # fmt: skip
    dealer.command(level)
    dealer.command(c.SetButton(hand.button, hand.dead_place(len(game.look().seats))))


def play_hand(
    game: DealtGame,
    hand: RecordedHand,
    seed: int,
    think: Callable[[RecordedAction], object] = lambda _: None,
) -> ReplayedHand:
    """Play one recorded hand at a table, from the shuffle until the pot is pushed.

    `think` is called before each action, and may let table time pass. Raises `PhhError` for a hand
    that can't be played here, such as one with a straddle that the house does not allow.
    """
    mark = len(game.events)
    dealer = game.dealer
    dealer.clear()
    seat_players(game, hand)
    dealer.stack_deck(deck_for(hand, seed, burns=dealer.burns))
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
    """Post the recorded straddle, if any.

    Raises `PhhError` if the house does not allow a straddle of this amount.
    """
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
    """Table the live hands if the table asks for it because nobody can act any more.

    Hands with unknown cards stay face down.
    """
    unknown = {p.seat for p in hand.players if UNKNOWN in p.hole}
    for view in game.look().seats:
        step = game.look().next_step
        if step is None or step.task is not Task.TABLE:
            return
        if view.status in {"in", "all-in"} and view.seat not in unknown and not view.shown:
            game.dealer.table_cards(view.seat)


def _all_face_up(game: DealtGame) -> bool:
    """Return whether every live hand must be shown.

    It must if fewer than two players can still bet or, in some houses, if anybody is all-in.
    """
    seats = game.look().seats
    if game.house.showdown.all_in_shows_all.value and any(v.status == "all-in" for v in seats):
        return True
    able = sum(view.status == "in" and bool(view.stack) for view in seats)
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
    checked = checked_of(hand)
    if checked == "stacks":
        # Where the record splits a chip between two players, the house gives it to one of them.
        differences = [
            abs((p.finish or Decimal(0)) - s) for p, s in zip(hand.players, stacks, strict=True)
        ]
        right = max(differences) < 1 if hand.half_chips else not any(differences)
    else:
        right = checked == "" or any(won_as_recorded(hand, won) for won in _won(hand, events))
    return ReplayedHand(
        hand.title,
        stacks,
        recorded_of(hand),
        right and not trouble,
        hand.half_chips,
        tuple(trouble),
        checked,
    )


def _won(hand: RecordedHand, events: Sequence[PublicEvent]) -> Iterator[dict[int, int]]:
    """Yield each seat's winnings, first from the pots alone, then with returned bets added.

    The second count is yielded only if everybody folds to a blind, because some poker rooms count
    the returned blind as won.
    """
    won = {p.seat: 0 for p in hand.players}
    for event in events:
        if isinstance(event, PotAwarded):
            won[event.seat] += event.amount or 0
    yield won
    if all(not isinstance(act, Acted) or act.action is Action.FOLD for act in hand.actions):
        for event in events:
            if isinstance(event, BetReturned):
                won[event.seat] += event.amount
        yield won


def checked_of(hand: RecordedHand) -> Checked:
    """Return which recorded result can be compared: `stacks`, else `winnings`, else ""."""
    if all(player.finish is not None for player in hand.players):
        return "stacks"
    return "winnings" if all(player.won is not None for player in hand.players) else ""


def recorded_of(hand: RecordedHand) -> tuple[str, ...]:
    """Return each player's recorded final stack or winnings, or "" where neither is recorded."""
    said = [p.won if checked_of(hand) == "winnings" else p.finish for p in hand.players]
    return tuple(["" if amount is None else f"{amount.normalize():f}" for amount in said])


def won_as_recorded(hand: RecordedHand, won: dict[int, int]) -> bool:
    """Return whether the winners and their winnings match the record, allowing for the rake.

    `won` maps each seat to its winnings in the replay. Online poker rooms record winnings after the
    rake, but not the rake itself. The rake is therefore taken to be the total won in the replay
    minus the total in the record, and must be at most `MOST_RAKE` of the total won. Each winner
    pays a proportional share of it; a player may be one chip off because of rounding.
    """
    recorded = {player.seat: player.won or Decimal(0) for player in hand.players}
    pot, paid = sum(won.values()), sum(recorded.values(), Decimal(0))
    if not 0 <= pot - paid <= pot * MOST_RAKE:
        return False
    within = len(hand.players)
    return all(
        bool(won[seat]) == bool(recorded[seat])
        and abs(won[seat] * paid / max(pot, 1) - recorded[seat]) <= within
        for seat in won
    )


def abandon(game: DealtGame) -> None:
    """Void a hand that can't be finished, so that the next hand starts at a clean table."""
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
    """Play recorded hands one after another at the same table, yielding each result.

    A hand that can't be played here, or does not end as recorded, is voided if necessary; the other
    hands are still played.
    """
    for number, hand in enumerate(hands):
        try:
            played = play_hand(game, hand, seed * 100_003 + number)
        except ValueError as error:
            played = ReplayedHand(
                hand.title,
                (),
                recorded_of(hand),
                right=False,
                trouble=(str(error),),
                checked=checked_of(hand),
            )
        if not played.right:
            abandon(game)
        yield played
