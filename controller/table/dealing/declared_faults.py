"""Faults that only people can report, by key: exposed or dropped cards, phones and absences."""

from controller.contract.cards_become_public import Door
from controller.contract.observations import Declared
from controller.contract.public import ActionRefused
from controller.contract.rules import Kind, Outcome
from controller.table.betting import kill_now, said_shown
from controller.table.between_hands import mark_absent
from controller.table.dealing import dealing_errors
from controller.table.dealing.deal import deal_card, deal_ends_short
from controller.table.dealing.dealing_order import due_seat
from controller.table.rulings import found
from controller.table.showdown import lay_open, table_hand
from controller.table.state import ALL_IN, FOLDED, LOST_CARD, Dealing, Hand, Over, Play, Showdown

_PILES = frozenset({"stub", "burn", "muck"})


def declared_seen(play: Play, said: Declared) -> None:
    """Rule on a card that a player reports as exposed.

    `said.target` is the card's seat or pile (stub, burns or muck). The report is refused if no hand
    is running, or if that seat has no cards.
    """
    # The card may have stopped short of its seat.
    deal_ends_short(play)
    hand, seat = play.hand, _seat(play, said)
    if hand.running and said.target in _PILES:
        dealing_errors.pile_seen(play, said.target)
    elif not hand.running or not seat or not hand.holes[seat]:
        play.say(ActionRefused(said.seat, "seen", "no-such-card"))
    elif _is_of_the_deal(hand):
        # If the dealer or the card's owner reports it, the card is face up; anyone else has only
        # seen it.
        flashed = said.seat not in {seat, hand.button}
        dealing_errors.exposed(play, seat, Kind.DEAL_EXPOSED, "dealer", flashed=flashed)
    else:
        _shown(play, seat, "to-player" if hand.can_win(said.seat) else "to-outsider")


def off_table(play: Play, said: Declared) -> None:
    """Rule on a card dropped off the table by the dealer, or by the player who reports it.

    Once a player has acted, the deal is over, so it was the owner who dropped the card.
    """
    hand = play.hand
    seat = _seat(play, said) or said.seat
    if not hand.running:
        play.say(ActionRefused(said.seat, "off-table", "no-such-card"))
        return
    in_no_zone = not all(play.table.places.get(card) for card in hand.holes[seat])
    by_player = said.seat == seat and (seat != hand.button or in_no_zone)
    if hand.before_betting and seat == due_seat(hand) and not by_player:
        deal_card(play, LOST_CARD, seat)
    by = "player" if by_player or not _is_of_the_deal(hand) else "dealer"
    dealing_errors.exposed(play, seat, Kind.DEAL_OFF_TABLE, by)


def _is_of_the_deal(hand: Hand) -> bool:
    """Return whether the deal is in progress, or is over but nobody has acted yet."""
    return hand.before_betting or (hand.street == 0 and not hand.round.acts)


def shown(play: Play, said: Declared) -> None:
    """Rule on a player who shows their hand while other players can still act."""
    seat = _seat(play, said) or said.seat
    if type(play.hand.stage) is Over and seat == said.seat:
        _shown_afterwards(play, seat)
    elif type(play.hand.stage) is Showdown and seat == said.seat:
        # An announcement is enough to table the hand (fidpa 65-3).
        if play.hand.can_win(seat) and LOST_CARD not in play.hand.holes[seat]:
            table_hand(play, seat, Door.SAID)
    else:
        said_shown(play, seat)
        _shown(play, seat, "to-player")


def _shown_afterwards(play: Play, seat: int) -> None:
    """Show everyone the cards that a player has shown to somebody after the end of the hand.

    Only that player can report it (ppc 17, 19; fidpa 67-4, 68; redcactus H.d).
    """
    hand = play.hand
    cards = hand.holes[seat]
    known = len(cards) == hand.game.hole_cards and LOST_CARD not in cards
    if known and not hand.voided and hand.shown[seat] != cards:
        lay_open(play, seat, Door.SAID)


def _shown(play: Play, seat: int, whom: str) -> None:
    if type(play.hand.stage) is not Showdown and not play.hand.face_up:
        _fault(play, seat, Kind.HAND_SHOWN, whom)


def phone(play: Play, seat: int) -> None:
    """Rule on a player who answers the phone with a live hand."""
    _fault(play, seat, Kind.HAND_PHONE)


def away(play: Play, seat: int) -> None:
    """Record that a player has left the table; a live hand counts as abandoned."""
    if play.table.seats[seat].absent:
        return
    mark_absent(play, seat)
    if not play.hand.before_betting and not play.hand.shown[seat]:
        _fault(play, seat, Kind.HAND_LEFT)


def _fault(play: Play, seat: int, kind: Kind, *tags: str) -> None:
    hand = play.hand
    # Only a player with a live hand can be at fault, except for showing a folded hand.
    folded = kind is Kind.HAND_SHOWN and hand.status[seat] == FOLDED
    if not hand.running or not (hand.can_win(seat) or folded):
        return
    remedy = found(play, kind, seat=seat, tags={standing(hand, seat), *tags})
    if remedy.outcome is Outcome.DEAD:
        kill_now(play, seat, kind.fault, remedy.article)


def standing(hand: Hand, seat: int) -> str:
    """Return a player's standing in the hand, as a word for `Remedy.when`.

    It is `folded`, `showdown`, `all-in`, `to-act` (the player still has to act in this round) or
    `acted`.
    """
    if hand.status[seat] == FOLDED:
        return "folded"
    if type(hand.stage) is Showdown:
        return "showdown"
    if hand.status[seat] == ALL_IN:
        return "all-in"
    begins = type(hand.stage) is Dealing or (hand.bomb and not hand.street)
    required = begins or seat in hand.betting.to_act
    return "to-act" if required else "acted"


def _seat(play: Play, said: Declared) -> int:
    target = said.target
    number = int(target) if target.isdecimal() else 0
    return number if 1 <= number < len(play.table.seats) else 0
